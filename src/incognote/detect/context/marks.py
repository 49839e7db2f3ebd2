"""What in a note may tell who it is though no name is in it: unique roles, public events, news, rare lives.

The rule finds them as spans of the source `context`; `apart` makes findings of these before anybody else sees them. So a mark takes no
part in resolve and in span recall, and alone it changes no text. Its kind is `context_` or `profession_` and the reason's code
(`signs.reasons` has the words). Source: catalogue 7.1, 7.7 Q2 and Q3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "案主為全國唯一的女性潛水鐘操作員，媒體曾報導。"
>>> [(f.kind, text[f.start : f.end]) for f in apart(detector(RULES))(Document("1", text))]
[('context_only_one', '全國唯一'), ('profession_few_hold', '潛水鐘操作員'), ('context_news', '媒體曾報導'), ('narrative_risk', '')]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from incognote.detect.context.risk import flag
from incognote.detect.context.signs import PREFIX, companion, constellations, cues, reasons
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Document, Finding, Span

SOURCE: Final = "context"
_REACH: Final = (24, 80)
"""How far a companion may stand: characters of Chinese, of English."""
_MANY: Final = 8
"""From so many signs on it is worth asking whether there is a companion anywhere."""
_STOPS: Final = re.compile(r"[。！？；!?;\n]|\.(?=\s|$)")
_AGE: Final = re.compile(r"\d ?[歲岁]|[一二三四五六七八九十][歲岁]|(?<![a-z])(?:aged? \d|\d+[- ]?(?:y/?o|years?[- ]old|year[- ]old))")
_PLACE: Final = re.compile(r"[\u4e00-\u9fff](?:縣|县|鄉|乡|鎮|镇|市|區|区|村|里)|(?<![a-z])(?:lives? (?:in|on|near)|living in|from|resident of) ", re.IGNORECASE)
_NO_PERSON: Final = re.compile(r"\s?(?:child|son|daughter|one|sibling|thing|way|finding|symptom|complaint|medication|treatment|abnormal|time|option)(?![a-z])")
_KIN: Final = re.compile(r"\s?(?:son|daughter|child|sister|brother|of|grandchild|sibling|degree|line|trimester|episode|time|dose|day|week|visit|admission)(?![a-z])")
_ENDS: Final = re.compile(r"[\s。，,；;」』）)!！]|$")
_IS: Final = re.compile(r"(?:(?:is|was|'s|be|as|are) (?:the |that )|it was )\Z")
_GRADE: Final = re.compile(r"[一二三四五六1-6]")
_THE: Final = re.compile(r"(?:the|as|his|her|a|its) \Z")


def apart(detect: Callable[[Document], Iterable[Span | Finding]]) -> Callable[[Document], Iterator[Span | Finding]]:
    """`detect` with the marks among its spans as findings, and the flag of the document behind them if they weigh enough."""

    def found(document: Document) -> Iterator[Span | Finding]:
        marks = []
        for span in detect(document):
            if isinstance(span, Span) and span.source == SOURCE:
                marks.append(Finding(f"{span.label.lower()}_{span.kind}", "source", span.start, span.end, "info"))
            else:
                yield span
        if marks:
            yield from marks
            yield from flag(marks)

    return found


def find(page: Page) -> Iterator[Span]:
    """The marks of a page by their place; the kind of each is its reason's code."""
    found: dict[tuple[str, int], tuple[int, int]] = {}
    has_rare = PREFIX + "rare_disease" in page.cues and bool(_AGE.search(page.lower) and _PLACE.search(page.text))
    for code, head, near in constellations():
        heads = page.cues.get(PREFIX + head, NO_CUES)
        if near and len(heads) > _MANY and not companion(near).search(page.lower):
            continue
        for start, end in heads:
            if not (has_rare if head == "rare_disease" else _is_sign(page, head, start, end)):
                continue
            if head == "group" and _GRADE.match(page.text, start - 1):
                start -= 1
            place = _with(page, start, end, near) if near else (start, end)
            if place is not None:
                found.setdefault((code, place[0]), place)
    for (code, _), place in sorted(_first(found).items(), key=lambda item: item[1]):
        yield page.span(*place, reasons()[code].label, code, SOURCE, 1.0)


def _with(page: Page, start: int, end: int, near: tuple[str, ...]) -> tuple[int, int] | None:
    """The stretch from a sign to the nearest companion in its sentence; None where there is none."""
    reach = _REACH[page.lower[start].isascii()]
    low, high = max(0, start - reach), min(len(page.lower), end + reach)
    before = [stop.end() for stop in _STOPS.finditer(page.lower, low, start)]
    low = before[-1] if before else low
    after = _STOPS.search(page.lower, end, high)
    high = after.start() if after else high
    best: tuple[int, int, int] | None = None
    for match in companion(near).finditer(page.lower, low, high):
        if match.start() < end and start < match.end():
            continue
        one = (max(match.start() - end, start - match.end()), min(start, match.start()), max(end, match.end()))
        best = one if best is None or one < best else best
    return None if best is None else best[1:]


def _is_sign(page: Page, head: str, start: int, end: int) -> bool:
    """Whether the cue means what it looks like: the only child is nobody's distinction, the first dose no record."""
    text = page.lower
    if head == "known_as":
        return _is_introduced(text, start, end)
    if not text[start].isascii():
        return True
    if head == "sole":
        return bool(_THE.search(text, max(0, start - 5), start)) and not _NO_PERSON.match(text, end) and not _KIN.match(text, end)
    return head != "most" or not _KIN.match(text, end)


def _is_introduced(text: str, start: int, end: int) -> bool:
    """Whether somebody is told as a person of whom readers have heard: he is the man who; the clause ends with 的那位."""
    if text[start].isascii():
        return bool(_IS.search(text[max(0, start - 14) : start])) or text.startswith(("people will", "is known", "best known"), start)
    return bool(_ENDS.match(text, end)) or text[start:end] in ("的那個孩子", "的那个孩子")


def _first(found: dict[tuple[str, int], tuple[int, int]]) -> dict[tuple[str, int], tuple[int, int]]:
    """Of marks for one reason that overlap, the first."""
    kept: dict[tuple[str, int], tuple[int, int]] = {}
    ends: dict[str, int] = {}
    for (code, at), place in sorted(found.items(), key=lambda item: (item[1][0], -item[1][1])):
        if place[0] >= ends.get(code, 0):
            kept[code, at] = place
            ends[code] = place[1]
    return kept


RULES: Final = (Rule("context", find, cues(), needs=tuple(cues())),)
