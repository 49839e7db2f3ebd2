"""The classes that recall is broken down by: label, note type, script, and who the person is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.laying import LabelMap
from incognote.lab.evaluate.measures import Caught
from incognote.labels import FOUR, LABELS, PERSON_LABELS, TIER_A, roles

Key = Callable[[Caught], str | None]
_LONG: Final = 8
"""Names of so many characters and more are one class."""
_DIRECT: Final = frozenset({"PER"} | {name for name in TIER_A if LABELS[name].training in {"NAME", "DOCTOR", "ID", "PHONE", "NET"}})
_ARTICLE: Final[Mapping[str, str]] = {
    **{name: name for name in ("NAME", "DOCTOR", "MRN", "IDNO", "DATE", "PHONE", "HOSPITAL", "ADDRESS")}, "ZIP": "ADDRESS",
}  # fmt: skip
_TEN: Final[Mapping[str, str]] = {
    "NAME": "name", "DOCTOR": "name", "ADDRESS": "address", "ZIP": "address", "PHONE": "phone", "DATE": "date",
    "TIME": "time", "SCHOOL": "school", "EARLYLEARN": "early learning", "HOSPITAL": "hospital", "PRISON": "prison",
    "MRN": "reference", "IDNO": "reference", "HEALTHPLAN": "reference", "CASENO": "reference", "OTHERID": "reference",
    "USERNAME": "reference",
}  # fmt: skip
_SAFE_HARBOR: Final[Mapping[str, str]] = {
    "NAME": "A", "ADDRESS": "B", "LOCATION": "B", "ZIP": "B", "HOSPITAL": "B", "SCHOOL": "B", "EARLYLEARN": "B",
    "PRISON": "B", "DATE": "C", "PHONE": "D", "EMAIL": "F", "IDNO": "G", "MRN": "H", "HEALTHPLAN": "I",
    "ACCOUNT": "J", "LICENSE": "K", "VEHICLE": "L", "DEVICE": "M", "URL": "N", "IPADDR": "O", "BIOID": "P",
    "USERNAME": "R", "SOCIAL": "R", "CASENO": "R", "ORGID": "R", "OTHERID": "R",
}  # fmt: skip


def _ours(label: str) -> str | None:
    return label or None


def _lookup(classes: Mapping[str, str | None]) -> LabelMap:
    """Our label to its class; a class of the scheme itself (another tool's word) stays what it is."""
    own = frozenset(classes.values())
    return lambda label: classes.get(label, label if label in own else None)


SCHEMES: Final[Mapping[str, LabelMap]] = {
    "33": _ours,
    "14": _lookup({name: row.training for name, row in LABELS.items()}),
    "10": _lookup(_TEN),
    "8": _lookup(_ARTICLE),
    "4": _lookup(FOUR),
    "i2b2": _lookup({name: row.i2b2 for name, row in LABELS.items()}),
    "safe-harbor": _lookup(_SAFE_HARBOR),
}
"""Label maps by lookup (catalogue 1.9): a label of ours that a scheme lacks is neither missed nor a false alarm."""


def by_class(to: LabelMap) -> Key:
    """The class of the span's label in the scheme that is scored."""
    return lambda fate: to(fate.span.label)


def tier_a(fate: Caught) -> str | None:
    return "tier A" if fate.span.label in TIER_A else None


def directness(fate: Caught) -> str:
    """Direct identifiers (names and the numbers that stand for one person) apart from the rest, as in TAB."""
    return "direct" if fate.span.label in _DIRECT else "quasi"


def by_meta(notes: Sequence[GoldNote], field: str) -> Key:
    """Note type, script, specialty ...: a field of the gold line."""

    def key(fate: Caught) -> str | None:
        value = notes[fate.note].meta.get(field)
        return str(value) if value else None

    return key


def by_person(notes: Sequence[GoldNote], trait: str) -> Key:
    """Who the person of a name is: origin, surname_rarity, sex, role, length (of the name as written)."""

    def key(fate: Caught) -> str | None:
        if fate.span.label not in PERSON_LABELS:
            return None
        if trait == "length":
            many = fate.span.end - fate.span.start
            return f"{many} characters" if many < _LONG else f"{_LONG} and more characters"
        person = notes[fate.note].people.get(fate.span.entity or "")
        if person is None:
            return None
        if trait == "role":
            role = roles().get(str(person.get("role")))
            return role.group if role else None
        value = person.get(trait)
        return str(value) if value else None

    return key


PERSON_TRAITS: Final = ("origin", "surname_rarity", "length", "sex", "role")
