"""Names in a row with their ages in a row behind them: Tarun Gayatri Priya, abt 9, 7, 4; Ann, Ben and Cai (9, 7 and 4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.link.evidence import Claim
from incognote.link.mentions import Found
from incognote.link.name_cells import Joined
from incognote.link.role_words import Hit, role_of
from incognote.names.compare import canonical
from incognote.names.eponyms import english
from incognote.names.tables import first_names

_NAMES: Final = re.compile(r"(?<![A-Za-z.'’-])[A-Z][^\W\d_]+(?:(?:, | and | & |, and | )[A-Z][^\W\d_]+){1,5}(?=,? \(?(?:(?:abt|about|aged?|ages|approx)\.? )?\d)")
_AGES: Final = re.compile(r",? \(?(?:(?:abt|about|aged?|ages|approx)\.? )?(\d{1,2}(?:(?:, | and | & |, and |/)\d{1,2}){1,5})(?![\d/:-]|\.\d)(?! (?:km|mg|ml|am|pm|days|weeks)\b)")
_WORD: Final = re.compile(r"(?!and\b)[^\W\d_]+")
_GROWN: Final = 18
_COST: Final = 1.0


class Aged(NamedTuple):
    """Somebody in a list: where the name stands, the age, the role that the list gives."""

    start: int
    end: int
    age: int | None
    role: str = "child"

    def __repr__(self) -> str:
        return f"Aged({self.start}, {self.end})"


def aged_lists(text: str) -> list[Aged]:
    """The minors of such lists: as many ages as names, all under 18, more given names than common words."""
    found: list[Aged] = []
    for names in _NAMES.finditer(text):
        ages = _AGES.match(text, names.end())
        if ages is None:
            continue
        years = [int(n) for n in re.findall(r"\d+", ages[1])]
        places = [(m.start(), m.end()) for m in _WORD.finditer(text, names.start(), names.end())]
        words = [text[s:e] for s, e in places]
        is_said = all(canonical(w) in first_names() or (canonical(w) not in english() and not role_of(w)) for w in words)
        if len(years) == len(places) and max(years) < _GROWN and is_said:
            found += [Aged(*place, age) for place, age in zip(places, years, strict=True)]
    return found


def people_of_lists(text: str, spans: Sequence[Span], aged: Sequence[Aged]) -> list[Joined]:
    """Each as a person, by the full name that begins so where the report has one."""
    if not aged:
        return []
    full = {said.split(" ")[0]: said for s in spans if s.label == "NAME" and " " in (said := text[s.start : s.end])}
    inside = {text[one.start : aged[n + 1].end] for n, one in enumerate(aged[:-1])}
    found = []
    for one in aged:
        name = text[one.start : one.end]
        whole = full.get(name, name)
        found.append(Joined(name if any(whole.startswith(part) for part in inside) else whole, ((one.start, one.end),)))
    return found


def claims_of_lists(places: Iterable[tuple[int, int]], aged: Sequence[Aged]) -> list[Claim]:
    """What the lists say of the names at `places`."""
    at = {start: index for index, (start, _) in enumerate(places)}
    return [Claim(at[one.start], one.role, _COST, Hit(one.end, one.end, one.role, "kids" if one.role == "child" else one.role)) for one in aged if one.start in at]


def ages_of_lists(found: Found, aged: Sequence[Aged]) -> None:
    """Gives the people of the lists their ages."""
    years = {one.start: one.age for one in aged if one.age is not None}
    for span, mine in zip(found.spans, found.whose, strict=True):
        if span.start in years and len(mine) == 1 and found.drafts[mine[0]].birth is None:
            found.drafts[mine[0]].age = float(years[span.start])
