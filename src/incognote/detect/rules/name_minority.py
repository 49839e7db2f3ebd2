"""Names of Uyghurs and Kazakhs in Han writing without an interpunct (热孜万古丽, 买买提江), and of Taiwan's first peoples (瓦旦).

A frequent part of such a name is the cue; the name runs over the characters that write them, three to seven in all,
between borders, roles or words that follow names. Of the others the whole name is listed. Source: catalogue 3.4; mainland notes write them without the dot.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "疾控热孜万古丽来电核实"))]
[(2, 7)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import DOT
from incognote.detect.name_words import starts_right
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import is_han
from incognote.names.tables import rows

SOURCE: Final = "rules/name_minority"
_LETTERS: Final = frozenset(
    "阿艾爱愛巴拜比别別布达達迪丁多尔爾尕格古哈汗合吉江杰傑卡凯凱克库庫拉来來莱里力丽麗利麦麥曼玛瑪买買米莫木穆那娜乃努帕派佩皮普其恰切热熱日肉萨薩赛賽沙莎山斯苏蘇孙孫塔泰提图圖吐托瓦外维吾乌烏希西夏亚亞雅叶依伊扎再孜佐万萬甫兰蘭逊遜洪明"
)
_MOST: Final = 7
_PEOPLE: Final = re.compile(r"(?:族|原住民|部落)[\u4e00-\u9fff]{0,4}\Z")


@cache
def _parts(wanted: str) -> tuple[str, ...]:
    return tuple(part for kind, text in rows("minority_names") if kind == wanted for part in text.split(" "))


def find(page: Page) -> Iterator[Span]:
    text, done = page.text, 0
    for start, end in page.cues.get("uyghur", NO_CUES):
        if start < done:
            continue
        left, right = start, end
        while left > done and text[left - 1] in _LETTERS and start - left < _MOST:
            left -= 1
        while right < len(text) and text[right] in _LETTERS and right - end < _MOST and not starts_right(text[right : right + 2]):
            right += 1
        if not 3 <= right - left <= _MOST or not _begins(text, left) or not _ends(text, right):
            continue
        done = right
        label, kind = label_for("staff" if role_of().get(text[right : right + 2]) == "staff" else whose(text, left, right))
        yield page.span(left, right, label, kind, SOURCE, 0.8)


def austronesian(page: Page) -> Iterator[Span]:
    """原住民青年瓦旦於工地, 案夫撒古流酗酒: a listed name behind a people, a role or a border, before a border or a verb."""
    text, done = page.text, 0
    for start, end in page.cues.get("austronesian", NO_CUES):
        told = _PEOPLE.search(text[max(0, start - 9) : start]) is not None
        if start < done or not (told or (_begins(text, start) and (_ends(text, end) or text[end] in "於于在因"))):
            continue
        done = end
        label, kind = label_for(whose(text, start, end))
        yield page.span(start, end, label, kind, SOURCE, 0.75)


def _begins(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    if before in DOT:
        return not before
    return not is_han(before) or before in left_words() or any(text[max(0, at - size) : at] in left_words() or text[max(0, at - size) : at] in role_of() for size in (2, 3)) or before in "控科女子妻母父"


def _ends(text: str, at: int) -> bool:
    after = text[at : at + 1]
    return not after or (not is_han(after) and after not in DOT) or starts_right(text[at : at + 3]) or text[at : at + 2] in role_of() or after in "均及由"


RULES = (
    Rule("name_minority", find, {"uyghur": _parts("uyghur")}, needs=("uyghur",)),
    Rule("name_minority", austronesian, {"austronesian": _parts("austronesian")}, needs=("austronesian",)),
)
