"""Tables whose cells stand on one line: between tabs, bars, dots, wide blanks, dashes or commas, headed or not.

A table without a heading is one only if its cells say so: somebody's role beside what is written like a name.
A line in the run without the separator goes on with the row above it, as extraction from a PDF breaks rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.link.columns import heading_of, headings
from incognote.link.layout import Vocabulary
from incognote.link.lines import Line, trimmed
from incognote.link.looks import column_of, is_role, is_role_alone
from incognote.link.parts import Row
from incognote.link.rows import people

_SEPARATORS: Final = tuple(
    (sign, re.compile(pattern), is_strong)
    for sign, pattern, is_strong in (
        ("\t", r" *\t *", True), ("|", r"[|｜]", True), ("¦", r"¦", True), ("│", r"[│┃║]", True), (" // ", r" // ", False), (";", r"[;；]", False), ("；", r"[;；]", False), ("/", r" / |/$", False), ("..", r" ?\.{3,} ?", False),
        ("->", r" ?-> ?", False), ("→", r" ?→ ?", False), ("  ", r"[ 　]{2,}", False), ("　", r"　+", False), (" ; ", r" ; ", False), (" - ", r" [-–—] ", False), (" – ", r" – ", False),
        (",", r",", False),
    )
)  # fmt: skip
_RULE: Final = re.compile(r"[\s|:¦+=_.│┃║\u2500-\u257f-]*\Z")
_BARS: Final = "|¦｜│┃║"
_WIDEST: Final = 16
_LONGEST: Final = 400
_PROSE: Final = 160
_WORDY: Final = 60
_SHORTEST_RUN: Final = 40
_FULL: Final = 75
"""Characters of a line that may have been broken at the margin."""
_LABELLED: Final = re.compile(r"\S[^:：\n]{0,20}[:：]")
"""A line that begins with a label of its own is no rest of the row above."""
_ROWS: Final = 200
_FIRST_ROWS: Final = 6
"""Rows after which a table without a header must have shown people: a long list of something else costs little."""

Read = tuple[tuple[Row, ...], int]


def table_at(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    """The rows of the table that begins at line `at`, and the index of the line behind it; None where none does."""
    line = lines[at]
    if line.is_blank or line.end - line.start > _LONGEST:
        return None
    content = text[line.start : line.end]
    for sign, pattern, is_strong in _SEPARATORS:
        if sign not in content:
            continue
        if not is_strong and len(content) > _PROSE:
            continue
        cells = split(text, line, pattern)
        if len(cells) < 2 or len(cells) > _WIDEST or (not is_strong and max(c.end - c.start for c in cells) > _WORDY):
            continue
        heads = headings(text, cells, words)
        if heads is None and not _is_person(text, cells, words, is_strong=is_strong):
            continue
        found = _run(text, lines, at, words, sign, pattern, is_strong=is_strong)
        if found is not None:
            return found
    return None


def split(text: str, line: Line, pattern: re.Pattern[str]) -> list[Line]:
    """The places of the cells of a line; a bar at its begin or end parts nothing."""
    places = []
    at = line.start
    for found in pattern.finditer(text, line.start, line.end):
        places.append((at, found.start()))
        at = found.end()
    places.append((at, line.end))
    if len(places) > 2 and text[line.start] in _BARS:
        places = places[1:]
    if len(places) > 2 and text[line.end - 1] in _BARS:
        places = places[:-1]
    return [trimmed(text, start, end) for start, end in places]


def _is_person(text: str, cells: Sequence[Line], words: Vocabulary, *, is_strong: bool) -> bool:
    """A role beside a name; between commas and the like, a role and no word more."""
    filled = [text[c.start : c.end] for c in cells[:8] if not c.is_blank]
    tell = is_role if is_strong else is_role_alone
    return any(tell(cell, words.roles) for cell in filled) and "name" in {column_of(cell, words.roles) for cell in filled}


def _run(
    text: str, lines: Sequence[Line], at: int, words: Vocabulary, sign: str, pattern: re.Pattern[str], *, is_strong: bool
) -> Read | None:
    """The table of the lines from `at` that have the separator."""
    rows: list[list[Line]] = []
    heads: list[str] | None = None
    stop = at
    for index in range(at, min(len(lines), at + _ROWS)):
        line = lines[index]
        if line.is_blank:
            if not is_strong or not _goes_on(text, lines, index, sign, pattern, words, has_heads=heads is not None):
                break
            continue
        if line.end - line.start > _LONGEST:
            break
        if _RULE.match(text, line.start, line.end):
            continue
        if sign not in text[line.start : line.end] or len(cells := split(text, line, pattern)) < 2:
            if not _is_rest(text, lines, index, sign, words) and not (rows and _is_broken(text, lines, index)):
                break
            if rows:
                rows[-1] = [*rows[-1][:-1], Line(rows[-1][-1].start, line.end)]
            stop = index + 1
            continue
        named = headings(text, _bared(text, cells), words)
        if named is not None and heads is not None:
            break
        if named is None and heads is not None and rows and len(rows[-1]) + len(cells) - 1 <= len(heads) and lines[index - 1].end - lines[index - 1].start >= _FULL:
            rows[-1] = [*rows[-1][:-1], Line(rows[-1][-1].start, cells[0].end), *cells[1:]]
        elif named is None:
            rows.append(cells)
        heads = heads or named
        stop = index + 1
        if heads is None and len(rows) == _FIRST_ROWS and not _are_people(text, rows, words):
            return None
    return people(text, rows, heads, words, stop, is_strong=is_strong)


def _are_people(text: str, rows: Sequence[Sequence[Line]], words: Vocabulary) -> bool:
    turned = sum(1 for cells in rows if heading_of(text[cells[0].start : cells[0].end], words))
    return 2 * max(turned, sum(1 for cells in rows if _is_person(text, cells, words, is_strong=True))) >= len(rows)


def _bared(text: str, cells: list[Line]) -> list[Line]:
    """A header in brackets without them."""
    first, last = cells[0], cells[-1]
    if text[first.start : first.start + 1] == "(" and text[last.end - 1 : last.end] == ")":
        return [Line(first.start + 1, first.end), *cells[1:-1], Line(last.start, last.end - 1)]
    return cells


def _goes_on(
    text: str, lines: Sequence[Line], index: int, sign: str, pattern: re.Pattern[str], words: Vocabulary, *, has_heads: bool
) -> bool:
    """Whether the table goes on behind one blank line; one without a header only with another person."""
    following = lines[index + 1] if index + 1 < len(lines) else lines[index]
    if sign not in text[following.start : following.end]:
        return False
    return has_heads or _is_person(text, split(text, following, pattern), words, is_strong=True)


def _is_rest(text: str, lines: Sequence[Line], index: int, sign: str, words: Vocabulary) -> bool:
    """A short line between two rows: the row above goes on in it."""
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else line
    is_between = sign in text[following.start : following.end]
    return is_between and line.end - line.start <= _SHORTEST_RUN and heading_of(text[line.start : line.end], words) is None


def _is_broken(text: str, lines: Sequence[Line], index: int) -> bool:
    """The rest of a line that was broken at the margin of a page."""
    last, line = lines[index - 1], lines[index]
    is_end = index + 1 >= len(lines) or lines[index + 1].is_blank
    return is_end and last.end - last.start >= _FULL and line.end - line.start <= _SHORTEST_RUN and _LABELLED.match(text, line.start, line.end) is None
