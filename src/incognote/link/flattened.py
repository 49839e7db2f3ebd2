"""Tables whose rows are not lines: a cell a line, a label and its value a line, cells parted by single blanks.

That is what extraction from a PDF leaves of a table, and what forms print. The role of each person holds the rows
together: every row has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.columns import heading_of
from incognote.link.layout import Vocabulary, plain
from incognote.link.lines import Line, trimmed
from incognote.link.looks import DATE, column_of, is_role
from incognote.link.parts import Cell, Row
from incognote.link.role_words import hits
from incognote.link.tables import Read

_LABEL: Final = re.compile(r"[^:：\n]{1,40}[:：]")
_PREFIXED: Final = re.compile(r"([A-Za-z]{2,12}?[ _]?\d{1,2}|[A-Z][a-z]{2,11})[ _.-]?(?=[A-Z])([A-Za-z_ -]{2,30})[ ]?[:：]")
"""The label of an electronic form: whose it is and what: Child1_DOB, MotherName."""
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_SIGN: Final = re.compile("[:：]")
_WORD: Final = re.compile(r"\S+")
_NAMED: Final = re.compile(
    r"(?:[A-ZÀ-Þ][\w'’.À-ÿ-]*|[\"“'‘(][A-Z][\w'’-]*[\"”'’)]|de|da|van|bin|al|el|la|del|\n)(?:[ \n]+(?:[A-ZÀ-Þ][\w'’.À-ÿ-]*|[\"“'‘(][A-Z][\w'’-]*[\"”'’)]|de|da|van|bin|al|el|la|del)(?!\w))*"
    r"|[\u3400-\u9fff·]{2,8}"
)
_LONGEST: Final = 80
_ROWS: Final = 150
_FEWEST: Final = 3


def flattened_at(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    """The rows of a flattened table that begins at line `at`, and the index of the line behind it."""
    line = lines[at]
    if line.is_blank or line.end - line.start > _LONGEST:
        return None
    if _SIGN.search(text, line.start, line.end):
        return _records(text, lines, at, words)
    return _cell_a_line(text, lines, at, words) or _spaced(text, lines, at, words)


def _records(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    """Blocks of `label: value`, one a person; a label that comes again begins the next person."""
    rows: list[list[Cell]] = []
    seen: set[str] = set()
    last = ""
    index = stop = at
    while index < min(len(lines), at + _ROWS):
        line = lines[index]
        labelled = _labelled(text, line, words)
        if labelled is None:
            if not line.is_blank:
                break
            seen = set()
        else:
            column, start, whose = labelled
            if not seen or whose != last or (column in seen and (column != "name" or not whose)):
                rows.append([Cell(line.start, line.start + len(whose), "role")] if whose and is_role(whose.rstrip("0123456789 _"), words.roles) else [])
                seen = set()
            last = whose
            seen.add(column)
            stop = index + 1
            if start < line.end:
                rows[-1].append(Cell(start, line.end, column))
        index += 1
    made = [Row(tuple(cells)) for cells in rows if any(c.column == "name" for c in cells)]
    columns = {c.column for row in made for c in row.cells}
    return (tuple(made), stop) if {"name", "role"} <= columns else None


def _labelled(text: str, line: Line, words: Vocabulary) -> tuple[str, int, str] | None:
    """The column that the label of a line names, where its value begins, and of whom an electronic form says it: Adult1_Name."""
    found = _LABEL.match(text, line.start, line.end)
    if found is None:
        return None
    column, whose = heading_of(found[0], words), ""
    prefixed = _PREFIXED.match(found[0]) if column is None else None
    if prefixed:
        column, whose = heading_of(_HUMP.sub(" ", prefixed[2]), words), prefixed[1]
    return None if column is None else (column, trimmed(text, found.end(), line.end).start if found.end() < line.end else line.end, whose)


def _cell_a_line(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    heads: list[str] = []
    index = at
    if plain(text[lines[at].start : lines[at].end]) in words.sections:
        return None  # "People in the family" heads the section, not a column
    while index < min(len(lines), at + 12) and not lines[index].is_blank:
        column = heading_of(text[lines[index].start : lines[index].end], words)
        if column is None or (column in heads and column != "other"):
            break
        heads.append(column)
        index += 1
    if len(heads) < _FEWEST or not {"name", "role"} <= set(heads):
        return None
    stop = index
    while stop < min(len(lines), index + _ROWS):
        line = lines[stop]
        if line.end - line.start > _LONGEST or words.sections.get(plain(text[line.start : line.end]), "child") != "child":
            break
        stop += 1
    roles = [i for i in range(index, stop) if is_role(text[lines[i].start : lines[i].end], words.roles)]
    if not roles:
        return None
    before = heads.index("role")
    bounds = [max(index, i - before) for i in roles]
    rows = [
        Row(tuple(_of_lines(text, [line for line in lines[start:end] if not line.is_blank], heads, words)))
        for start, end in zip(bounds, [*bounds[1:], stop], strict=True)
    ]
    return (tuple(row for row in rows if row.cells), stop) if rows else None


def _of_lines(text: str, lines: Sequence[Line], heads: Sequence[str], words: Vocabulary) -> Iterator[Cell]:
    """Lines as cells; a name over two lines is one."""
    last: Cell | None = None
    for line in lines:
        column = column_of(text[line.start : line.end], words.roles)
        if column == "other" and last is not None and last.column == "name" and text[line.start].isupper():
            column = "name"
        if column == "name" and last is not None and last.column == "name":
            last = Cell(last.start, line.end, "name")
            continue
        if last is not None:
            yield last
        last = Cell(line.start, line.end, column)
    if last is not None:
        yield last


def _spaced(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    """A header of single words, then people whose cells are parted by single blanks, over one line or more."""
    line = lines[at]
    found = list(_WORD.finditer(text, line.start, line.end))
    if any(not word[0][0].isalpha() for word in found):
        return None
    named = {heading_of(word[0], words) for word in found}
    if len(found) < _FEWEST or len(found) > 8 or not {"name", "role"} <= named or sum(1 for w in found if heading_of(w[0], words)) < len(found) - 1:
        return None
    rows: list[Row] = []
    start, index = None, at + 1
    while index < min(len(lines), at + _ROWS) and not lines[index].is_blank and lines[index].end - lines[index].start <= _LONGEST:
        line = lines[index]
        start = line.start if start is None else start
        role = next((h for h in hits(text[line.start : line.end])), None)
        if role is not None:
            rows.append(Row(tuple(_parted(text, start, line, role.start, role.end))))
            start = None
        elif line.start - start > 2 * _LONGEST:
            break
        index += 1
    return (tuple(rows), index) if rows else None


def _parted(text: str, start: int, line: Line, low: int, high: int) -> Iterator[Cell]:
    """The name, the role and the date of a row without borders."""
    name = max(_NAMED.finditer(text, start, line.start + low), key=lambda m: m.end() - m.start(), default=None)
    name = name or next(_NAMED.finditer(text, line.start + high, line.end), None)
    cells = [Cell(line.start + low, line.start + high, "role")]
    if name is not None:
        cells.append(Cell(*trimmed(text, name.start(), name.end()), "name"))
    born = DATE.search(text, start, line.end)
    if born is not None:
        cells.append(Cell(born.start(), born.end(), "dob"))
    yield from sorted(cells)
