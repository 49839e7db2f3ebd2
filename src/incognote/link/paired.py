"""Lists of people in pairs of lines: who somebody is above their name, or below it, a remark allowed beside it.

    dad, fly-in fly-out
    Mana Hinganoa
    nan, in a home
    Mafi Alofana
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.link.layout import Vocabulary, plain
from incognote.link.lines import Line
from incognote.link.looks import is_name, is_role, is_role_alone
from incognote.link.parts import Cell, Row
from incognote.link.role_words import hits

_YEAR: Final = re.compile(r"(\d{1,2}|n/a|nil|R|K|-) (?=[A-Z])")
_NAMED: Final = re.compile(r"(?:(?:\d{1,2}|n/a|nil|R|K|-) )?[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*){0,3}")
_LONGEST: Final = 48
_ROWS: Final = 150
_FEWEST: Final = 2
"""Pairs that make a list: one alone is a heading above a name."""

Read = tuple[tuple[Row, ...], int]


def paired_at(text: str, lines: Sequence[Line], at: int, words: Vocabulary) -> Read | None:
    """The rows of the list that begins at line `at`, and the index of the line behind it."""
    if any(line.is_blank or line.end - line.start > _LONGEST for line in lines[at : at + 3]):
        return None
    first = _kind(text, lines[at], words)
    if not first or at + 3 >= len(lines) or {_kind(text, line, words) for line in lines[at + 1 : at + 3]} <= {first, ""}:
        return None
    kinds: list[str] = []
    index = at
    while index < min(len(lines), at + _ROWS) and (kind := _kind(text, lines[index], words)):
        kinds.append(kind)
        index += 1
    rows: list[Row] = []
    stop, is_plain = at, True  # a list of words and names alone is one of fields
    for start, end in _blocks(kinds, first):
        inside = lines[at + start : at + end]
        names = [line for line, kind in zip(inside, kinds[start:end], strict=True) if kind == "name"]
        role = next((line for line, kind in zip(inside, kinds[start:end], strict=True) if kind == "role"), None)
        if role is None or not 0 < len(names) < 3:
            break
        cells = [Cell(*role, "role"), Cell(names[0].start, names[-1].end, "name")]
        is_plain = is_plain and len(names) == 1 and is_role_alone(text[role.start : role.end], words.roles)
        rows.append(Row(tuple(sorted(cells))))
        stop = at + end
    return (tuple(rows), stop) if len(rows) >= _FEWEST and not is_plain else None


def tied_at(text: str, lines: Sequence[Line], at: int) -> Read | None:
    """Rows of single blanks that begin with a school year: `5 Rahma Keita subject`, `n/a Sizwe Keita Fa`; a row may be
    broken behind the given name. The year orders children as an age does."""
    rows: list[Row] = []
    begun: Line | None = None
    index = at
    while index < min(len(lines), at + _ROWS) and (begun is not None or _YEAR.match(text, lines[index].start, lines[index].end)):
        line = lines[index]
        if line.is_blank or line.end - line.start > 2 * _LONGEST:
            break
        content = text[line.start : line.end]
        word = next((h for h in hits(content) if h.start > 2 and _NAMED.fullmatch(content[: h.start].rstrip())), None)
        if word is None and (begun is not None or not _NAMED.fullmatch(content)):
            break
        if word is not None:
            first = _YEAR.match(text, (begun or line).start)
            name = Cell(first.end() if first else line.start, line.start + len(content[: word.start].rstrip()), "name")
            role = Cell(line.start + word.start, line.start + word.end, "role")
            year = [Cell(*first.span(1), "age")] if first and first[1].isdigit() else []
            rows.append(Row((*year, name, role)))
        begun = line if word is None else None
        index += 1
    return (tuple(rows), index) if len(rows) > _FEWEST else None


def _kind(text: str, line: Line, words: Vocabulary) -> str:
    if line.is_blank or line.end - line.start > _LONGEST or text[line.end - 1] in ":：.;":
        return ""
    content = text[line.start : line.end]
    if plain(content) in words.sections and plain(content) not in words.roles:
        return "role" if is_role(content, words.roles) else ""
    if is_role(content, words.roles):
        return "role"
    return "name" if is_name(content) else ""


def _blocks(kinds: Sequence[str], first: str) -> list[tuple[int, int]]:
    """The ranges of lines that speak of one person each: a new one begins where the first kind comes again."""
    starts = [i for i, kind in enumerate(kinds) if kind == first and (not i or kinds[i - 1] != first)]
    return list(zip(starts, [*starts[1:], len(kinds)], strict=True))
