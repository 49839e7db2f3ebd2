"""What looks like a number or a name and stands unedited in a document, with the reason why it was left."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, Literal, NamedTuple

from incognote.desk.correct import Range, spans_of
from incognote.document import Document, Result, Span
from incognote.names.parse import surname_length
from incognote.names.search import is_clinical

_NUMBER: Final = re.compile(r"[A-Za-z]{0,3}\d(?:[-./ ]?\d){3,}[A-Za-z]?")
_HAN: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_LATIN: Final = re.compile(r"[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){1,2}")
_UNIT: Final = re.compile(r"\s?(?:%|[µmkcd]?[gLlM](?![a-z])|mmHg|bpm|mol|IU|/|x10|歲|岁|次|天|年)")
Looks = Literal["number", "name"]
Reason = Literal["kept", "by_hand", "allowed", "unit", "no_rule", "clinical", "no_cue"]


class Survivor(NamedTuple):
    """A stretch of the original that was left; `label` is what the profile keeps it as, where `why` is `kept`."""

    start: int
    end: int
    looks: Looks
    why: Reason
    label: str | None = None


def survivors(document: Document, result: Result) -> Iterator[Survivor]:
    """Every one, in no order: numbers, then names in Latin letters, then names in Han characters."""
    text = document.text
    edited = sorted(edit[:2] for edit in result.edits if edit.start < edit.end)
    changed = set(edited)
    kept = sorted(span for span in spans_of(result) if span[:2] not in changed)
    allowed = sorted((f.start, f.end) for f in result.findings if f.kind == "allowed")
    by_hand = sorted((f.start, f.end) for f in result.findings if f.kind == "left_by_hand")
    for start, end, looks in _shapes(text):
        if _touched(edited, start, end) is None:
            yield Survivor(start, end, looks, *_why(text, (start, end), looks, kept, by_hand, allowed))


def _shapes(text: str) -> Iterator[tuple[int, int, Looks]]:
    for number in _NUMBER.finditer(text):
        yield *number.span(), "number"
    for word in _LATIN.finditer(text):
        yield *word.span(), "name"
    for run in _HAN.finditer(text):
        position = run.start()
        while position < run.end() - 1:
            if surname_length(text, position):
                end = min(position + 3, run.end())
                yield position, end, "name"
                position = end
            else:
                position += 1


def _why(
    text: str, at: Range, looks: Looks, kept: Sequence[Span], by_hand: Sequence[Range], allowed: Sequence[Range]
) -> tuple[Reason, str | None]:
    start, end = at
    if _touched(by_hand, start, end) is not None:
        return "by_hand", None
    if (index := _touched(kept, start, end)) is not None:
        return "kept", kept[index].label
    if _touched(allowed, start, end) is not None:
        return "allowed", None
    if looks == "number":
        return ("unit" if _UNIT.match(text, end) else "no_rule"), None
    is_word = any(is_clinical(text[start:stop]) for stop in range(start + 2, end + 1))
    return ("clinical" if is_word else "no_cue"), None


def _touched(ranges: Sequence[Range] | Sequence[Span], start: int, end: int) -> int | None:
    """Which of `ranges`, in order and apart, holds a character of `[start, end)`."""
    index = bisect_right(ranges, end - 1, key=itemgetter(0)) - 1
    return index if index >= 0 and ranges[index][1] > start else None


def counted(document: Document, found: Iterable[Survivor]) -> list[tuple[str, int, Survivor]]:
    """Each text once, with how often it survived and its first place; the most frequent first."""
    groups: dict[tuple[str, str, str, str | None], list[Survivor]] = {}
    for one in found:
        groups.setdefault((document.text[one.start : one.end], *one[2:]), []).append(one)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[1][0].start))
    return [(key[0], len(group), min(group)) for key, group in ordered]
