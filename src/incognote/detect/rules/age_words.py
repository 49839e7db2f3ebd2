"""Ages of ninety and more in words: 年九十有四, 九十高齡, aged ninety-four, a woman of ninety-two, turned one hundred.

Younger ones may stay, so only these are looked for; shares, minutes and beats are none. Source: catalogue 5.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "阿公年九十有四，每年九十人次；aged ninety-four, she is ninety percent sure, died at ninety-one."
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['九十有四', 'ninety-four', 'ninety-one']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/age_words"
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_SPELT: Final = re.compile(
    rf"(?<![A-Za-z-])(?:ninety(?:[- ](?:{_ONES}))?|(?:a|one) hundred(?:(?: and)? (?:{_ONES}|ten|eleven|twelve))?)(?![A-Za-z-])"
    r"(?! (?:per ?cent|minutes?|mins?|seconds?|mg|mcg|ml|degrees?|days?|weeks?|months?|hours?|kg|times|beats|miles|steps|dollars|pounds|thousand|feet|met(?:re|er)s|over|bpm|units|beds)(?![a-z]))",
    re.IGNORECASE,
)
_TOLD: Final = re.compile(
    r"(?<![a-z])(?:aged?|age of|turn(?:s|ed|ing)|(?:wo)?man of|lady of|gentleman of|mother of|father of|widow(?:er)? of|patient of|(?:died|alive|dead|living|lived|well|away) at|lived to(?: be)?|"
    r"(?:he|she|pt|patient|mother|father|mum|mom|dad|nan|grandmother|grandfather|husband|wife)(?: is| was|['’]s)(?: now| already)?)[ ,:]{1,2}(?:about |nearly |over |almost |only )?\Z",
    re.IGNORECASE,
)
_TEN: Final = "一二三四五六七八九"
_HAN: Final = re.compile(
    rf"(?<![\d{_TEN}十〇零每去今明前後后這这那整半近])(?:[年壽寿齡龄]|春秋)[已方約约過过屆届逾近高]{{0,2}}(?P<n>[{_TEN}]?十有[{_TEN}]|九十[{_TEN}]?|一百(?:零?[{_TEN}])?|百零[{_TEN}])[餘余]?(?=[歲岁]|[^\u3400-\u9fff0-9]|\Z|[的之]|[獨独仍尚而高耄])"
    rf"|(?P<old>九十[{_TEN}]?|一?百)[餘余多]?(?=高[齡龄]|之[齡龄]|耄耋)"
)


def spelt(page: Page) -> Iterator[Span]:
    for age in _SPELT.finditer(page.text):
        if _TOLD.search(page.text, max(0, age.start() - 40), age.start()):
            yield page.span(*age.span(), "AGE", None, SOURCE, 0.8)


def han(page: Page) -> Iterator[Span]:
    for age in _HAN.finditer(page.text):
        yield page.span(*age.span("n" if age["n"] else "old"), "AGE", None, SOURCE, 0.8)


RULES = (
    Rule("age_words", spelt, needs=(re.compile("inety|undred|INETY|UNDRED"),)),
    Rule("age_words", han, needs=(re.compile("十有"), re.compile("九十"), re.compile("百"))),
)
