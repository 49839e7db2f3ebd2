"""A result's rows as HTML: every character of a note is escaped here, and nowhere else for the sheet.

The original's cell holds exactly the characters of the original, so that the page can tell places by counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from markupsafe import Markup, escape

from incognote.desk.marks import Mark
from incognote.desk.rows import Piece, Row
from incognote.desk.view import View
from incognote.labels import INSTITUTION_LABELS, LABELS, NUMBER_LABELS, PERSON_LABELS, PLACE_LABELS

GROUPS: Final = ("people", "numbers", "contact", "places", "houses", "days", "others")
_SEEN: Final = str.maketrans({"\r": "&#13;", "\0": "\u2400"})


def group_of(label: str) -> str:
    """The colour that a label is drawn in.

    >>> [group_of(label) for label in ("NAME", "MRN", "PHONE", "ROOM", "SCHOOL", "AGE", "PROFESSION")]
    ['people', 'numbers', 'contact', 'places', 'houses', 'days', 'others']
    """
    if label in PERSON_LABELS:
        return "people"
    if label in {"PHONE", "EMAIL", "URL", "IPADDR", "SOCIAL", "USERNAME"}:
        return "contact"
    if label in NUMBER_LABELS:
        return "numbers"
    if label in PLACE_LABELS or label == "ROOM":
        return "places"
    if label in INSTITUTION_LABELS:
        return "houses"
    return "days" if label in {"DATE", "TIME", "AGE"} else "others"


def groups() -> dict[str, list[str]]:
    """The labels a person may choose, by colour."""
    found: dict[str, list[str]] = {group: [] for group in GROUPS}
    for label in LABELS:
        if label != "CONTEXT":
            found[group_of(label)].append(label)
    return found


def shown(text: str) -> str:
    """Escaped, with as many characters as the page will count: a parser changes CR and drops NUL."""
    return str(escape(text)).translate(_SEEN)


def sheet(view: View) -> Markup:
    """All rows."""
    drawn = [_drawn(mark, number) for number, mark in enumerate(view.marks)]
    return Markup("".join(_row(row, view.marks, drawn) for row in view.rows))


def data(view: View) -> list[list[Any]]:
    """What the page knows of each mark: place, label, kind, source, score, operator, replacement, entity."""
    return [[m.start, m.end, m.label, m.kind, m.family, m.finder, round(m.score, 2), m.operator, m.replacement, m.entity] for m in view.marks]


def _drawn(mark: Mark, number: int) -> str:
    kept = " kept" if mark.replacement is None else ""
    flag = f" {mark.flag}" if mark.flag else ""
    return f'<span class="m {group_of(mark.label)} by-{mark.family}{kept}{flag}" role="button" tabindex="-1" data-m="{number}">'


def _row(row: Row, marks: tuple[Mark, ...], drawn: list[str]) -> str:
    headers = sum(piece.mark is not None and piece.mark < 0 for piece in row.output)
    ghost = '<span class="head" aria-hidden="true"></span>' * headers  # keeps the lines of both sides level
    original = ghost + "".join(_cell(row.start, row.original, marks, drawn))
    output = "".join(_cell(row.start, row.output, marks, drawn))
    return f'<div class="row" data-s="{row.start}"><div class="o">{original}</div><div class="r">{output}</div></div>'


def _cell(start: int, pieces: Iterable[Piece], marks: tuple[Mark, ...], drawn: list[str]) -> Iterator[str]:
    position = start
    for piece in pieces:
        text = shown(piece.text)
        if piece.mark is None:
            end = position + len(piece.text)
            if piece.flag is None:
                yield text
            else:
                yield f'<span class="flag {piece.flag}" role="button" tabindex="-1" data-f="{position}-{end}">{text}</span>'
            position = end
        elif piece.mark < 0:
            yield f'<span class="head">{text}</span>'
        else:
            yield f"{drawn[piece.mark]}{text}</span>"
            position = marks[piece.mark].end
