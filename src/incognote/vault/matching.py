"""Who is this: the one decision behind `assign`, the same for every vault.

A known number decides; else a name with a full birth date, or with what is left of a masked identity number,
that both fit exactly one person; a name alone never does. What contradicts the stored evidence is a conflict to be shown: nothing stored is overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple, Protocol

from incognote.document import Number, Person
from incognote.errors import VaultError
from incognote.text.partial_numbers import visible_fits
from incognote.vault import identity

_LEAST_VISIBLE: Final = 4
"""Characters of a masked identity number that must be seen and equal, beside the name."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a vault holds under one code."""

    person: Person
    day_zero: date | None = field(default=None, repr=False)
    seen: date | None = None


class Conflict(NamedTuple):
    """Evidence that does not fit: `kind` is birth, name or several; `other` the second person of several."""

    kind: str
    other: int | None


class Decision(NamedTuple):
    """`owner` is None for a new person; `record` is what to store, None where nothing changes."""

    owner: int | None
    record: Record | None
    conflicts: tuple[Conflict, ...]


class Lookup(Protocol):
    """What a store must answer; people are their numbers in the project."""

    def owners(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Match key to person, for the keys that are known."""

    def namesakes(self, keys: Sequence[str]) -> Collection[int]:
        """The people found by any of these find keys."""

    def record(self, owner: int) -> Record:
        """What is stored of a person."""


def decide(person: Person, lookup: Lookup, today: date) -> Decision:
    """Find the person or decide that they are new."""
    strong = identity.strong_keys(person)
    owners = lookup.owners(tuple(strong)) if strong else {}
    ranked = tuple(dict.fromkeys(owners[key] for key in strong if key in owners))
    if ranked:
        return _known(person, ranked, lookup, today, owners)
    keys = identity.namesake_keys(person)
    found = sorted(lookup.namesakes(keys)) if keys else []
    fitting = [n for n in found if not _differ(lookup.record(n).person, person) and identity.names_fit(person.names, lookup.record(n).person.names)]
    if len(fitting) == 1:
        return _known(person, tuple(fitting), lookup, today, owners)
    if not found and (tails := identity.tail_keys(person)):
        fitting = [n for n in lookup.namesakes(tails) if _fits_in_part(lookup.record(n).person, person)]
        if len(fitting) == 1:
            return _known(person, tuple(fitting), lookup, today, owners)
    return _new(person, owners, today, tuple(Conflict("several", n) for n in found[:1]))


def _differ(stored: Person, offered: Person) -> bool:
    """Whether the identity numbers say two people: two of one kind, or what is left of one that fits none.

    A passport and a national number are of two kinds, and one person has both.
    """
    ours, theirs = identity.identity_numbers(stored), identity.identity_numbers(offered)
    kinds = {_kind_of(number) for number in ours} & {_kind_of(number) for number in theirs}
    if kinds and ours.isdisjoint(theirs):
        return True
    masked = ((identity.partial_numbers(stored), ours, theirs), (identity.partial_numbers(offered), theirs, ours))
    return any(_fits_none(part, others) for parts, own, others in masked for part in parts if _fits_none(part, own) or not own)


def _fits_none(part: str, whole: Iterable[str]) -> bool:
    """Whether there are numbers of the masked one's kind and it is a writing of none of them."""
    alike = [number for number in whole if number[0].isalpha() == part[0].isalpha() or not part[0].isalnum()]
    return bool(alike) and not any(visible_fits(part, number) for number in alike)


def _kind_of(number: str) -> str:
    """Letters and digits of an identity number: A123456789 is `A9`, with its length."""
    return "".join("A" if char.isalpha() else "9" for char in number)


def _fits_in_part(stored: Person, offered: Person) -> bool:
    """Whether a masked number on either side fits the other's, with a name that fits and nothing that contradicts."""
    if not identity.names_fit(offered.names, stored.names) or _differ(stored, offered):
        return False
    if None not in (stored.birth, offered.birth) and stored.birth != offered.birth:
        return False
    ours, theirs = identity.partial_numbers(stored), identity.partial_numbers(offered)
    seen = [visible_fits(part, whole) for part in ours for whole in (*identity.identity_numbers(offered), *theirs)]
    seen += [visible_fits(part, whole) for part in theirs for whole in (*identity.identity_numbers(stored), *ours)]
    return max(seen, default=0) >= _LEAST_VISIBLE


def _known(
    person: Person, ranked: tuple[int, ...], lookup: Lookup, today: date, owners: Mapping[str, int]
) -> Decision:
    owner = ranked[0]
    record = lookup.record(owner)
    if len(ranked) == 1 and record.seen == today and record.person == person:
        return Decision(owner, None, ())  # the same note again: nothing to weigh, nothing to add
    conflicts = [Conflict("several", other) for other in ranked[1:]]
    birth_differs = births_differ(record, Record(person))
    names_differ = not identity.names_fit(person.names, record.person.names)
    if _other_identity(record.person, person):
        if birth_differs or names_differ:  # another national number and another name: somebody else's chart
            return _new(person, owners, today, (Conflict("several", owner),))
        conflicts.append(Conflict("several", None))
    if birth_differs:
        conflicts.append(Conflict("birth", None))
    if names_differ:
        conflicts.append(Conflict("name", None))
    merged = enriched(record.person, person, owner, owners, with_names=not names_differ)
    changed = Record(merged, record.day_zero, today)
    return Decision(owner, None if changed == record else changed, tuple(conflicts))


def _new(person: Person, owners: Mapping[str, int], today: date, conflicts: tuple[Conflict, ...]) -> Decision:
    free = enriched(Person(), person, 0, owners, with_names=True)
    return Decision(None, Record(free, None, today), conflicts)


def _other_identity(stored: Person, offered: Person) -> bool:
    """Whether both have a national number and none in common."""
    ours, theirs = identity.identity_numbers(stored), identity.identity_numbers(offered)
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def enriched(
    stored: Person, offered: Person, owner: int, owners: Mapping[str, int], *, with_names: bool
) -> Person:
    """`stored` with what `offered` adds; numbers that are another's stay with them."""
    names = _added(stored.names, offered.names) if with_names else stored.names
    if all(number in stored.numbers for number in offered.numbers):  # nearly always: nothing to compare
        return Person(names, stored.numbers, stored.birth or offered.birth, stored.sex or offered.sex)
    numbers = list(stored.numbers)
    known = {identity.match_key(number, owner) for number in numbers}
    for number in offered.numbers:
        match = identity.match_key(number, owner)
        if match and match not in known and owners.get(match, owner) == owner:
            known.add(match)
            numbers.append(number)
    return Person(names, tuple(numbers), stored.birth or offered.birth, stored.sex or offered.sex)


def _added(stored: tuple[str, ...], offered: tuple[str, ...]) -> tuple[str, ...]:
    if all(name in stored for name in offered):
        return stored
    by_key: dict[str, str] = {}
    for name in (*stored, *offered):
        for key in identity.name_keys((name,)):
            by_key.setdefault(key, name)
    return tuple(by_key.values())


def merged(kept: Record, other: Record) -> Record:
    """Two records of one person: the first one's day 0, birth date and first name stay."""
    person = enriched(kept.person, other.person, 0, {}, with_names=True)
    seen = max((day for day in (kept.seen, other.seen) if day), default=None)
    return Record(person, kept.day_zero or other.day_zero, seen)


def births_differ(kept: Record, other: Record) -> bool:
    """Whether a merge has to choose between two birth dates: a conflict to be shown."""
    return None not in (kept.person.birth, other.person.birth) and kept.person.birth != other.person.birth


def differences(kept: Record, other: Record, *, force: bool) -> tuple[str, ...]:
    """In which kinds of conflict two people differ who are to be one; a `VaultError` unless `force`."""
    said = {
        "birth": ("birth date", births_differ(kept, other)),
        "name": ("name", not identity.names_fit(kept.person.names, other.person.names)),
        "several": ("national number", _other_identity(kept.person, other.person)),
    }
    kinds = tuple(kind for kind, (_, is_so) in said.items() if is_so)
    if kinds and not force:
        words = " and ".join(said[kind][0] for kind in kinds)
        raise VaultError(
            f"the two differ in {words}: look at both with `incognote vault reveal`, "
            "and add --force if they are one person all the same"
        )
    return kinds


def evidence_of(person: Person) -> str:
    """What to keep of somebody merged in spite of differences, so that `split` can give it back."""
    birth = person.birth.isoformat() if person.birth else None
    return json.dumps({"birth": birth, "keys": sorted(_find_keys(person))}, ensure_ascii=False)


def given_back(leaving: Record, evidence: Iterable[str]) -> tuple[Record, tuple[str, ...]]:
    """`leaving` with the birth date of the merged person whom all its identifiers were taken from, and what is
    settled by that; unchanged where it could be nobody's or several people's."""
    keys = _find_keys(leaving.person)
    found = [(text, detail["birth"]) for text in evidence if keys <= set((detail := json.loads(text))["keys"])]
    births = {birth for _, birth in found if birth}
    if len(births) > 1:
        return leaving, ()
    person = leaving.person._replace(birth=date.fromisoformat(births.pop())) if births else leaving.person
    return replace(leaving, person=person), tuple(text for text, _ in found)


def _find_keys(person: Person) -> set[str]:
    return {row.find for row in identity.rows_of(Person(person.names, person.numbers), 0) if row.label != identity.NAMESAKE}


def identifiers(person: Person) -> tuple[tuple[str, str], ...]:
    """Names, then numbers, as (label, value): the order in which `reveal` numbers them and `split` picks."""
    return (*(("NAME", name) for name in person.names), *((n.label, n.value) for n in shown_numbers(person)))


def shown_numbers(person: Person) -> tuple[Number, ...]:
    """The numbers less the digests of notes, which mean nothing to anybody."""
    return tuple(number for number in person.numbers if number.label != identity.NOTE)


def divided(record: Record, chosen: Collection[int]) -> tuple[Record, Record]:
    """A record in two: what stays, and the chosen identifiers (1-based, as `reveal` numbers them).

    The birth date and sex stay with the first: they are evidence that nobody has looked at yet. What a merge
    kept of somebody else is given back by `given_back`.
    """
    names, numbers = record.person.names, shown_numbers(record.person)
    hidden = tuple(n for n in record.person.numbers if n.label == identity.NOTE)

    def part(wanted: bool) -> tuple[tuple[str, ...], tuple[Number, ...]]:
        return (
            tuple(name for i, name in enumerate(names, 1) if (i in chosen) is wanted),
            tuple(n for i, n in enumerate(numbers, len(names) + 1) if (i in chosen) is wanted),
        )

    kept_names, kept_numbers = part(False)
    stays = replace(
        record, person=Person(kept_names, kept_numbers + hidden, record.person.birth, record.person.sex)
    )
    return stays, Record(Person(*part(True)), None, record.seen)
