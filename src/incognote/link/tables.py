"""Tables whose cells stand on one line: between tabs, bars, dots, wide blanks, dashes or commas, headed or not.

A table without a heading is one only if its cells say so: somebody's role beside what is written like a name.
A line in the run without the separator goes on with the row above it, as extraction from a PDF breaks rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.layout import Vocabulary, plain
from incognote.link.lines import Line, trimmed
from incognote.link.looks import column_of, is_role, is_role_alone
from incognote.link.parts import Cell, Row

_SEPARATORS: Final = tuple(
    (sign, re.compile(pattern), is_strong)
    for sign, pattern, is_strong in (
        ("\t", r" *\t *", True), ("|", r"[|｜]", True), ("¦", r"¦", True), ("/", r" / |/$", False), ("..", r" ?\.{3,} ?", False),
        ("->", r" ?-> ?", False), ("→", r" ?→ ?", False), ("  ", r"[ 　]{2,}", False), ("　", r"　+", False), (" ; ", r" ; ", False), (" - ", r" [-–—] ", False), (" – ", r" – ", False),
        (",", r",", False),
    )
)  # fmt: skip
_FIRST: Final = re.compile(r"[A-Za-z]+|[^\W\d_]")
_RULE: Final = re.compile(r"[\s|:¦+=_.-]*\Z")
_WIDEST: Final = 16
_LONGEST: Final = 400
_PROSE: Final = 160
_WORDY: Final = 60
_SHORTEST_RUN: Final = 40
_FULL: Final = 75
"""Characters of a line that may have been broken at the margin."""
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
    if len(places) > 2 and text[line.start] in "|¦｜":
        places = places[1:]
    if len(places) > 2 and text[line.end - 1] in "|¦｜":
        places = places[:-1]
    return [trimmed(text, start, end) for start, end in places]


def heading_of(phrase: str, words: Vocabulary) -> str | None:
    """The column that a heading names: the whole of it, or its first words."""
    if len(phrase) > _WORDY or not _begins(phrase, words):
        return None
    key = plain(phrase)
    found = words.columns.get(key)
    if found is None and " " in key:
        parts = key.split(" ")
        found = next((words.columns[head] for n in range(len(parts) - 1, 0, -1) if (head := " ".join(parts[:n])) in words.columns), None)
    return found


def _begins(phrase: str, words: Vocabulary) -> bool:
    """Whether a heading may begin so: a cheap look before the thorough one."""
    found = _FIRST.search(phrase)
    return found is not None and (found[0].lower() in words.first or len(found[0]) == 1)  # D.O.B.


def headings(text: str, cells: Sequence[Line], words: Vocabulary) -> list[str] | None:
    """The column of each cell where the line is a header: two columns named, and half of all cells."""
    found = [heading_of(text[c.start : c.end], words) for c in cells]
    filled = [c for c in cells if not c.is_blank]
    named = [column for column in found if column is not None]
    if len(set(named)) < 2 or 2 * len(named) < len(filled) or not {"name", "role"} & set(named):
        return None
    return [column or "other" for column in found]


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
        if sign not in text[line.start : line.end] or len(cells := split(text, line, pattern)) < 2:
            if not _is_rest(text, lines, index, sign, words) and not (rows and _is_broken(lines, index)):
                break
            if rows:
                rows[-1] = [*rows[-1][:-1], Line(rows[-1][-1].start, line.end)]
            stop = index + 1
            continue
        if _RULE.match(text, line.start, line.end):
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
    return _made(text, rows, heads, words, stop, is_strong=is_strong)


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


def _is_broken(lines: Sequence[Line], index: int) -> bool:
    """The rest of a line that was broken at the margin of a page."""
    last, line = lines[index - 1], lines[index]
    is_end = index + 1 >= len(lines) or lines[index + 1].is_blank
    return is_end and last.end - last.start >= _FULL and line.end - line.start <= _SHORTEST_RUN


def _made(
    text: str, rows: list[list[Line]], heads: list[str] | None, words: Vocabulary, stop: int, *, is_strong: bool
) -> Read | None:
    if heads is None and (turned := _turned(text, rows, words)):
        return turned, stop
    if heads is None:
        made = [_guessed(text, cells, words) for cells in rows]
        people = sum(1 for row in made if {"role", "name"} <= {c.column for c in row.cells})
        if 2 * people < len(made) or (people < 2 and (len(made) > 1 or not is_strong)):
            return None
        return tuple(made), stop
    heads = _with_role(text, rows, heads, words)
    made = [_headed(text, cells, heads, words) for cells in rows]
    return (tuple(made), stop) if made else None


def _with_role(text: str, rows: list[list[Line]], heads: list[str], words: Vocabulary) -> list[str]:
    """`heads` with the column that says who somebody is, where no heading tells: "who | name"."""
    if "role" in heads:
        return heads
    counts = [0] * len(heads)
    for cells in rows:
        for i, cell in enumerate(cells[: len(heads)]):
            counts[i] += is_role(text[cell.start : cell.end], words.roles)
    best = max(range(len(heads)), key=counts.__getitem__, default=0)
    if 2 * counts[best] <= len(rows):
        return heads
    return ["role" if i == best else column for i, column in enumerate(heads)]


def _guessed(text: str, cells: Sequence[Line], words: Vocabulary) -> Row:
    """One role and one name a row: what looks like a second is other."""
    return Row(tuple(_once(Cell(c.start, c.end, column_of(text[c.start : c.end], words.roles)) for c in cells if not c.is_blank)))


def _once(cells: Iterator[Cell]) -> Iterator[Cell]:
    seen: set[str] = set()
    for cell in cells:
        is_again = cell.column in seen and cell.column in {"name", "role"}
        seen.add(cell.column)
        yield cell._replace(column="other") if is_again else cell


def _headed(text: str, cells: Sequence[Line], heads: list[str], words: Vocabulary) -> Row:
    """Cells by their place under the header; by their looks where the row has not as many."""
    if len(cells) != len(heads) and not (len(cells) == len(heads) - 1 and heads[-1] == "other"):
        fitted = _fitted(text, cells, heads, words)
        return Row(tuple(fitted))
    return Row(tuple(Cell(c.start, c.end, heads[i]) for i, c in enumerate(cells) if not c.is_blank))


def _fitted(text: str, cells: Sequence[Line], heads: list[str], words: Vocabulary) -> Iterator[Cell]:
    """Each cell under the next heading that it looks like; under the next one where it looks like nothing."""
    at = 0
    for cell in cells:
        if cell.is_blank:
            at += 1
            continue
        looks = column_of(text[cell.start : cell.end], words.roles)
        place = next((i for i in range(at, len(heads)) if heads[i] == looks or {heads[i], looks} == {"dob", "age"}), None)
        if place is None:
            column = heads[at] if looks == "other" and at < len(heads) and heads[at] not in {"role", "dob"} else looks
            place = at
        else:
            column = heads[place]
        yield Cell(cell.start, cell.end, column)
        at = place + 1


def _turned(text: str, rows: list[list[Line]], words: Vocabulary) -> tuple[Row, ...]:
    """Rows of a table whose headings stand in its first column: each further column is a person."""
    heads = [heading_of(text[cells[0].start : cells[0].end], words) for cells in rows]
    if len({h for h in heads if h}) < 3 or "name" not in heads:
        return ()
    width = max(map(len, rows))
    people = (
        Row(tuple(Cell(*cells[i], heads[n] or "other") for n, cells in enumerate(rows) if i < len(cells) and not cells[i].is_blank and heads[n]))
        for i in range(1, width)
    )
    return tuple(row for row in people if row.cells)


