"""Names as the structured part holds them: a cell is one name whatever detectors saw in it, a label of a person makes
names of words (Alleged person responsible: Grant Stone), and names in two cells (given name and surname, one below the
other or side by side) are one person's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import roles
from incognote.link.headers import field_of
from incognote.link.headers import joined as whole_name
from incognote.link.mentions import Found, apart, is_name_cell
from incognote.link.parts import Field, Row, Structure
from incognote.names.compare import canonical
from incognote.names.tables import first_names

_NAME: Final = re.compile(
    r"[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?(?:,? ?\n?(?:(?:de|del|la|van|von|der|bin|al|el|le|da|dos|di|o)\b ?)*(?:(?<=[ \n])|(?<=-))[A-Z\u00c0-\u00de][^\W\d_]*(?:['’.-]{1,2}[^\W\d_]+)*\.?){0,4}"
    r"|[\u3400-\u9fff](?: ?[\u3400-\u9fff·‧・○〇]){1,11}"
)
_ONE: Final = re.compile(r"[A-ZÀ-Þ][^\W\d_]*(?:['’ -][A-ZÀ-Þ]?[^\W\d_]+)*\Z")
_OPENS: Final = re.compile(r"(?P<name>[A-ZÀ-Þ][\w'’.-]+(?: [A-ZÀ-Þ][\w'’.-]*){1,3})(?= ?[(;]|, )")
"""A name that opens a cell which goes on with a remark: Vergel Cruz (not authorised ...)."""
_LISTED: Final = re.compile(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’.-]*){0,3}(?=\s*(?:\Z|[(,;/]| [-–] | and | & ))")
_NEXT: Final = re.compile(r"\s*(?:,|;|/|,? and|&)\s+(?:the )?")
_SURNAME: Final = re.compile(r"(?:surname|last name|family name)s?\W*\Z", re.IGNORECASE)
_GIVEN: Final = re.compile(r"(?:first|given) names?\W*\Z", re.IGNORECASE)
_ROLE_TAIL: Final = re.compile(r" (?:Mo|Fa|MO|FA|MGM|PGM|MGF|PGF|SC|Sib|SIB|Bro|Sis)(?=,|\Z)")
FROM_TABLE: Final = "structure"
_PART: Final = "cells"
_NEXT_LABEL: Final = 40
_HEADS_LINE: Final = re.compile(r"(?:\A|\n)[ \t]*[^\s:：|]*(?: ?name\S*)?[ \t]*[:：=|\t][ \t|]*\Z", re.IGNORECASE)


class Joined(NamedTuple):
    """A name in several places: the whole, and where its parts stand."""

    name: str
    places: tuple[tuple[int, int], ...]
    is_patient: bool = False
    """Whether the labels stand at the head of their line and name nobody else."""

    def __repr__(self) -> str:
        return f"Joined({len(self.places)} places)"


def with_cells(text: str, spans: Sequence[Span], structure: Structure, joined: Sequence[Joined]) -> list[Span]:
    """`spans` with the cells of names as one name each, whatever detectors saw in them."""
    spans = [_without_role(text, span) for span in spans]
    parts = {place for whole in joined for place in whole.places}
    cells = [Span(*place, "NAME", None, _PART, 0.95) for place in parts]
    for table in structure.tables:
        for row in table.rows:
            cells += [c for c in _names(text, row) if (c.start, c.end) not in parts]
    seen = [s.start for s in spans]
    for field in structure.fields:
        if field.kind in roles():
            cells += (c for c in _of_field(text, field) if not ((at := bisect_left(seen, c.end) - 1) >= 0 and spans[at].end > c.start))
    if not cells:
        return list(spans)
    cells = apart(cells)
    starts = [c.start for c in cells]
    kept = [s for s in spans if not ((at := bisect_left(starts, s.end) - 1) >= 0 and cells[at].end > s.start and s.label not in {"DATE", "PHONE"})]
    return apart([*kept, *cells])


def _without_role(text: str, span: Span) -> Span:
    """A name of two words or more without the short word for who it is that stands behind it in a row: Sizwe Keita Fa."""
    if span.label != "NAME":
        return span
    tail = _ROLE_TAIL.search(text, span.start, span.end)
    return span._replace(end=tail.start()) if tail and " " in text[span.start : tail.start()] else span


def _names(text: str, row: Row) -> Iterator[Span]:
    is_named = False
    for cell in row.cells:
        name = _NAME.match(text, cell.start, cell.end) if cell.column == "name" else None
        if name and is_name_cell(name[0]):
            is_named = True
            yield Span(cell.start, name.end(), "NAME", None, FROM_TABLE, 0.95)
    if not is_named and any(c.column == "role" for c in row.cells):
        for cell in row.cells:
            name = _OPENS.match(text, cell.start, cell.end) if cell.column == "other" else None
            if name and is_name_cell(name[0]):
                yield Span(cell.start, name.end(), "NAME", None, FROM_TABLE, 0.95)
                return


def _of_field(text: str, field: Field) -> Iterator[Span]:
    """The names behind a label of a person: each opens with a first name, and nothing but a remark or another name follows."""
    at = field.start
    while found := _LISTED.match(text, at, field.end):
        if found[0].split(" ")[0].lower() in first_names() and is_name_cell(found[0]):
            yield Span(*found.span(), "NAME", None, FROM_TABLE, 0.95)
        sign = _NEXT.match(text, found.end(), field.end)
        if sign is None:
            return
        at = sign.end()


def joined_names(text: str, structure: Structure) -> list[Joined]:
    """Given names and surnames that stand in two cells of a row, or behind two labels that follow each other."""
    found = [whole for table in structure.tables for row in table.rows if (whole := _of_row(text, row))]
    fields = [f for f in structure.fields if f.kind in roles() and f.end - f.start < 40 and _ONE.match(text[f.start : f.end])]
    for one, other in pairwise(fields):
        if one.kind == other.kind and other.start - one.end < 40:
            for given, surname in ((one, other), (other, one)):
                if _led(text, given, _GIVEN) and _led(text, surname, _SURNAME):
                    found.append(_joined(text, given, surname))
    return found


def labelled_names(text: str, spans: Sequence[Span], joined: Sequence[Joined]) -> list[Joined]:
    """Given names and surnames behind two labels of their own that say nothing of whose they are: First name: Rosalind, Last name: Quimby."""
    taken = {place for whole in joined for place in whole.places}
    pieces = [(kind, s) for s in spans if s.label == "NAME" and (s.start, s.end) not in taken and (kind := field_of(text, s))]
    found = []
    last = -1
    for (one_kind, one), (kind, other) in pairwise(pieces):
        if one_kind == kind or one.start <= last or other.start - one.end >= _NEXT_LABEL:
            continue
        by_kind = {one_kind: one, kind: other}
        if name := whole_name(text, by_kind):
            last = other.start
            is_patient = one.kind == other.kind == "patient" and _HEADS_LINE.search(text, max(0, one.start - 28), one.start) is not None
            found.append(Joined(name, tuple((s.start, s.end) for s in (by_kind["given"], by_kind["surname"])), is_patient))
    return found


def _led(text: str, field: Field, label: re.Pattern[str]) -> bool:
    return label.search(text, max(0, field.start - 24), field.start) is not None


def _joined(text: str, given: Field, surname: Field) -> Joined:
    places = ((given.start, given.end), (surname.start, surname.end))
    return Joined(" ".join(text[s:e] for s, e in places), places)


def _of_row(text: str, row: Row) -> Joined | None:
    places = [(c.start, c.end) for c in row.cells if c.column == "name" and text[c.start : c.end].strip(" -?")]
    if len(places) != 2 or not all(_ONE.match(text[s:e]) and is_name_cell(text[s:e]) for s, e in places):
        return None
    if canonical(text[slice(*places[1])]) in first_names() and canonical(text[slice(*places[0])]) not in first_names():
        places.reverse()
    return Joined(" ".join(text[s:e] for s, e in places), tuple(places))


def put_together(found: Found, joined: Sequence[Joined], first: int) -> Found:
    """`found` with the parts of each joined name given to its person; `first`: the draft of the first of them."""
    if not joined:
        return found
    whose = list(found.whose)
    at = {span.start: index for index, span in enumerate(found.spans)}
    for number, whole in enumerate(joined, first):
        found.drafts[number].is_patient |= whole.is_patient
        for start, _ in whole.places:
            if start in at and not whose[at[start]]:
                whose[at[start]] = (number,)
                found.drafts[number].mentions.append(at[start])
    return found._replace(whose=tuple(whose))
