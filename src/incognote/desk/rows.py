"""The original and the output side by side, row by row.

A row is a line of the original with what became of it; lines that one edit spans are one row, so that both sides
stay in step without any reckoning on the page. All places are code points of the original.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from incognote.desk.marks import Flag, Mark
from incognote.document import Edit, Severity

_LINE: Final = re.compile(r"\r\n|\n|\r")


class Piece(NamedTuple):
    """A stretch of a row: plain, of the mark with this number, or flagged by a finding."""

    text: str
    mark: int | None = None
    flag: Severity | None = None

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters, mark={self.mark}, flag={self.flag})"


class Row(NamedTuple):
    """Lines from `start` on: the original, whose pieces add up to the text there, and the output."""

    start: int
    original: tuple[Piece, ...]
    output: tuple[Piece, ...]

    def __repr__(self) -> str:
        return f"Row({self.start})"


def rows_of(text: str, marks: Sequence[Mark], edits: Sequence[Edit], flags: Sequence[Flag]) -> Iterator[Row]:
    headers = sorted((e for e in edits if e.start == e.end), key=attrgetter("start"))
    by_start = [mark.start for mark in marks]
    for start, end in _lines(text, marks):
        first, last = bisect_left(by_start, start), bisect_left(by_start, end)
        inside = list(enumerate(marks[first:last], first))
        above = [e for e in headers if start <= e.start < end or (e.start == end == len(text))]
        shown = _without_line_end(text, start, end)
        original = tuple(_pieces(text, start, shown, inside, flags))
        yield Row(start, original, tuple(_output(text, (start, shown), inside, flags, above)))


def _lines(text: str, marks: Sequence[Mark]) -> Iterator[tuple[int, int]]:
    """Ranges of whole lines with their ends; a line end inside a mark ends no row."""
    starts = [mark.start for mark in marks]
    begin = 0
    for end in (m.end() for m in _LINE.finditer(text)):
        index = bisect_left(starts, end) - 1
        if index >= 0 and marks[index].end > end:
            continue
        yield begin, end
        begin = end
    if begin < len(text) or not text:
        yield begin, len(text)


def _without_line_end(text: str, start: int, end: int) -> int:
    if text.endswith("\r\n", start, end):
        return end - 2
    return end - 1 if end > start and text[end - 1] in "\r\n" else end


def _pieces(
    text: str, start: int, end: int, inside: Iterable[tuple[int, Mark]], flags: Sequence[Flag]
) -> Iterator[Piece]:
    position = start
    for number, mark in inside:
        yield from _plain(text, position, mark.start, flags)
        yield Piece(text[mark.start : min(mark.end, end)], number, mark.flag)
        position = mark.end
    yield from _plain(text, position, end, flags)


def _output(
    text: str,
    at: tuple[int, int],
    inside: Iterable[tuple[int, Mark]],
    flags: Sequence[Flag],
    above: Sequence[Edit],
) -> Iterator[Piece]:
    """The output of a row: plain stretches, what was written, and the header lines that were put in."""
    position, end = at
    waiting = list(above)

    def headers(upto: int) -> Iterator[Piece]:
        nonlocal position
        while waiting and waiting[0].start <= upto:
            edit = waiting.pop(0)
            yield from _plain(text, position, edit.start, flags)
            yield Piece(edit.replacement, -1)
            position = max(position, edit.start)

    for number, mark in inside:
        yield from headers(mark.start)
        yield from _plain(text, position, mark.start, flags)
        kept = text[mark.start : min(mark.end, end)]
        yield Piece(kept if mark.replacement is None else mark.replacement, number, mark.flag)
        position = mark.end
    yield from headers(len(text))
    yield from _plain(text, position, end, flags)


def _plain(text: str, start: int, end: int, flags: Sequence[Flag]) -> Iterator[Piece]:
    """Text without marks, cut where a finding begins and ends."""
    index = bisect_right(flags, start, key=itemgetter(1))
    while start < end:
        low, high, severity = flags[index] if index < len(flags) else (end, end, None)
        if low > start:
            yield Piece(text[start : min(low, end)])
            start = min(low, end)
        if start < min(high, end):
            yield Piece(text[start : min(high, end)], None, severity)
            start = min(high, end)
        index += 1
