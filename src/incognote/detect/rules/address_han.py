"""Chinese addresses: two or more levels, or a street with a number, from the largest to the smallest.

Taiwan 220新北市板橋區青禾路一段100巷5弄3號5樓之2, partial 板橋文化路; mainland 江州市临湖区青石路88号和悦苑3栋2单元501室,
大坪镇石桥村4组; Hong Kong 九龍青禾道12號和悅大廈B座15樓C室; crossings 中和區青禾路與和岳路口. The postcode, floor
and room are inside. Source: catalogue 2.1-2.3, rules P1, P2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "居住於花蓮縣秀林鄉景美村15鄰，電話"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['花蓮縣秀林鄉景美村15鄰']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.places import LEVEL, chain, is_common
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import known, name_start
from incognote.document import Span

_ZIP_BEFORE: Final = re.compile(r"(?<![\dA-Za-z./-])(?:\(?\d{3}\)?|\d{5}|\d{3}-\d{2,3}|\d{6}(?=$))\s?$")
_ANCHORS: Final = tuple(word for word in LEVEL if word not in ("里", "道", "庄", "莊", "屯", "旗", "樓", "閣", "盟"))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    places = dict(page.cues.get("place", NO_CUES))
    anchors = [(start, False) for start in places]
    anchors += [(start, True) for start, _ in page.cues.get("place_level", NO_CUES)]
    done = 0
    for at, is_level in sorted(anchors):
        if at < done:
            continue
        start = at
        if is_level:
            if at == 0 or text[at - 1] == text[at] or is_common(text, at + 1):
                continue
            start = max(done, name_start(text, at, limit=9 if text.startswith("自治", at) else 5))
            if start == at:
                continue
        found = chain(text, start, places)
        if found.is_address and found.end > at:
            done = found.end
            yield page.span(_with_zip(text, start), found.end, "ADDRESS", None, "rules/address_han", 0.85)


def _with_zip(text: str, start: int) -> int:
    before = _ZIP_BEFORE.search(text, max(0, start - 9), start)
    return before.start() if before else start


_NEIGHBOUR: Final = re.compile(r"(?:的|就是|就在|是)?(?P<house>\d{1,4}(?:-\d{1,3}|之\d{1,3})?[號号](?:之\d{1,3})?(?:\d{1,2}[樓楼](?:之\d{1,2})?)?)(?![房床室病公線线館馆])")


def next_door(page: Page) -> Iterator[Span]:
    """住隔壁203號, 對面15號之2: a house number alone, where somebody lives."""
    for _, end in page.cues.get("next_door", NO_CUES):
        if house := _NEIGHBOUR.match(page.text, end):
            yield page.span(*house.span("house"), "ADDRESS", None, "rules/address_han", 0.8)


RULES = (
    Rule("address_han", find, {"place": tuple(known()), "place_level": _ANCHORS}, needs=("place", "place_level")),
    Rule("address_han", next_door, {"next_door": ("隔壁", "對面", "对面", "對門", "对门", "鄰居住", "家住", "住家", "住在", "搬到", "搬至")}, needs=("next_door",)),
)
