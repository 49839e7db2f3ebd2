"""What a report says of the people it names: words beside names, cells of tables, labels, sections; read once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from incognote.labels import roles
from incognote.link.columns_han import is_column_head
from incognote.link.drawn import drawn, letters
from incognote.link.evidence import Claim, claims, is_label, labelled
from incognote.link.form_words import by_form, form_role
from incognote.link.items import headed_claims, item_claims
from incognote.link.listed import Aged, claims_of_lists
from incognote.link.mentions import Found
from incognote.link.owners import owned
from incognote.link.parts import Field, Row, Section, Structure
from incognote.link.relations_han import (
    cases_han,
    claims_han,
    is_another_clause,
    is_possessed,
    owned_han,
)
from incognote.link.role_words import PLURAL, Hit, hits, is_subject_word, role_of
from incognote.link.speakers import without_speakers
from incognote.link.views import seen

Places = Sequence[tuple[int, int]]
_ANOTHERS: Final = re.compile(r"(?<![A-Za-z])(?:notifiers?|reported by|notified by|caller|informant|source|victim)(?: details)?[ ]?[:=]", re.IGNORECASE)
_LETTER: Final = re.compile(r"[^A-Z0-9]+")
_REMARK_BELOW: Final = re.compile(r"[ \t]*\n[ \t\u3000]*[(（][^()（）\n]*[)）]\s*\Z")
"""A remark in brackets on a line of its own: below a name it is no label of the next one."""
_CASES: Final = frozenset({"notifier", "alleged"})


class Told(NamedTuple):
    """The claims on mentions, the mentions behind labels of a case role, and the row that each mention heads."""

    claims: tuple[Claim, ...]
    labelled: tuple[tuple[str, tuple[int, ...]], ...]
    rows: Mapping[int, Row]

    def __repr__(self) -> str:
        return f"Told({len(self.claims)} claims)"


def told_of(text: str, words: Sequence[Hit], places: Places, structure: Structure, aged: Sequence[Aged] = ()) -> Told:
    """All that is said of the names at `places` (in order, apart)."""
    rows = _rows(text, places, structure)
    keys = letters(text)
    words = [h for h in words if h.word not in keys] if keys else words
    words = without_speakers(text, words, places)
    in_tables = [(row.cells[0].start, row.cells[-1].end) for t in structure.tables for row in t.rows if any(c.column == "role" for c in row.cells) and not _is_of_pairs(row, places)]
    said: tuple[Claim, ...] = (*claims(text, places, words, sorted(in_tables)), *item_claims(text, places, words, sorted(in_tables)), *headed_claims(text, places, words), *_cells(text, places, rows, structure), *_fields(text, places, structure), *drawn(text, places), *claims_of_lists(places, aged))
    if not text.isascii():
        said = (*(c for c in owned_han(text, places, said) if not is_possessed(text, places, c) and not is_another_clause(text, places, c)), *claims_han(text, places))
    said = tuple(owned(text, places, by_form(seen(text, places, said), structure)))
    cased = [h for h in words if h.role in _CASES and is_label(text, h) and (h.word.isascii() or not is_column_head(text, h))]
    behind = [(h.role, tuple(labelled(text, places, h)[: None if h.role == "alleged" else 1])) for h in cased]
    calls = () if text.isascii() else tuple(cases_han(text, places))
    return Told(said, (*behind, *_sections(text, places, structure, keys), *calls), rows)


def give_claims(found: Found, told: Told) -> None:
    """Gives the people what is said of them, anew."""
    whose = single(found)
    for draft in found.drafts:
        draft.claims.clear()
    for claim in told.claims:
        if whose[claim.mention] < 0:
            continue
        draft = found.drafts[whose[claim.mention]]
        if claim.role not in _CASES:
            draft.claims.append(claim)
        elif claim.cost <= 1.4:
            draft.case_roles.add(claim.role)
    for role, mentions in told.labelled:
        for at in mentions:
            if whose[at] >= 0:
                found.drafts[whose[at]].case_roles.add(role)


def _rows(text: str, places: Places, structure: Structure) -> dict[int, Row]:
    """The row that each mention in a name's cell heads."""
    starts = [start for start, _ in places]
    found: dict[int, Row] = {}
    for table in structure.tables:
        for row in table.rows:
            named = [at for c in row.cells if c.column == "name" for at in range(bisect_left(starts, c.start), bisect_left(starts, c.end))]
            if not named:
                named = list(range(bisect_left(starts, row.cells[0].start), bisect_left(starts, row.cells[-1].end)))
                is_list = any(c.column == "role" and PLURAL.search(text[c.start : c.end].strip(" .:")) for c in row.cells)
                named = named if is_list else named[:1]
                found |= dict.fromkeys(named, row)
            else:
                found[named[0]] = row
    return found


def _is_of_pairs(row: Row, places: Places) -> bool:
    """Whether cells hold people with their words, side by side: Ann Hill, mother | Bo Hill, father."""
    named = [c for c in row.cells if bisect_left(places, (c.start, 0)) < bisect_left(places, (c.end, 0))]
    return len(named) > 1 and any(c.column == "role" for c in named)


def _cells(text: str, places: Places, rows: Mapping[int, Row], structure: Structure) -> list[Claim]:
    """What the rows of tables say: the role cell of a row goes with its name."""
    found = []
    for at, row in rows.items():
        if _is_of_pairs(row, places):
            continue
        for cell in row.cells:
            own = form_role(text[cell.start : cell.end], structure.roles) if cell.column == "role" else None
            if own is not None:
                found.append(Claim(at, own, -0.6, Hit(cell.start, cell.end, own, text[cell.start : cell.end])))
                continue
            said = hits(text[cell.start : cell.end]) if cell.column == "role" else []
            kin = [h for h in said if h.role not in _CASES]
            found += [Claim(at, h.role, -0.6, h._replace(start=cell.start + h.start, end=cell.start + h.end)) for h in (*kin[:1], *(h for h in said if h.role in _CASES))]
            found += [Claim(at, h.role, -0.6, h._replace(start=cell.start + h.start, end=cell.start + h.end)) for h in kin[1:] if h.role == "child" and is_subject_word(h.word)]
            if kin and kin[0].role == "child":  # Subject child 2, twin
                found += [Claim(at, h.role, -0.5, h._replace(start=cell.start + h.start, end=cell.start + h.end)) for h in kin[1:] if h.role in {"twin", "half_sibling", "step_sibling"}]
    return found


def _fields(text: str, places: Places, structure: Structure) -> list[Claim]:
    """What labels say: the first name behind "Mother:" is the mother."""
    starts = [start for start, _ in places]
    found = []
    for field in structure.fields:
        if field.kind in roles() and field.kind not in _CASES:
            at = bisect_left(starts, field.start)
            if at < len(places) and starts[at] < min(field.end, field.start + 12):
                word = text[max(0, field.start - 24) : field.start]
                remark = _REMARK_BELOW.search(text, max(0, field.start - 60), field.start)
                if remark and at and places[at - 1][1] == remark.start():
                    continue
                between = role_of(text[field.start : starts[at]].strip())  # 紀錄人：警員石佳玲
                found.append(Claim(at, between or field.kind, -0.2, Hit(field.start, field.start, field.kind, word)))
    return found


def _sections(text: str, places: Places, structure: Structure, keys: frozenset[str]) -> list[tuple[str, tuple[int, ...]]]:
    """The people named in the fields and short sections of the alleged person and the notifier."""
    starts = [start for start, _ in places]
    found: list[tuple[str, tuple[int, ...]]] = []
    parts: tuple[Field | Section, ...] = (*structure.fields, *structure.sections)
    for part in parts:
        if part.kind in _CASES and part.end - part.start < 320 and not (keys and _LETTER.sub("", text[max(0, part.start - 4) : part.start]) in keys):
            other = _ANOTHERS.search(text, part.start + 2, part.end) if part.kind == "alleged" else None
            inside = list(range(bisect_left(starts, part.start), bisect_left(starts, other.start() if other else part.end)))
            if part.kind == "notifier":
                inside = [at for at in inside[:1] if starts[at] - part.start < 60]
            found.append((part.kind, tuple(inside)))
    return found


def single(found: Found) -> list[int]:
    """The one person of each mention, -1 where there is none or a doubt."""
    return [mine[0] if len(mine) == 1 else -1 for mine in found.whose]
