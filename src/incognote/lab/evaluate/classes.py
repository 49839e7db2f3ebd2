"""The classes that recall is broken down by: label, note type, script, and who the person is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.measures import Caught
from incognote.labels import LABELS, PERSON_LABELS, TIER_A, roles

Key = Callable[[Caught], str | None]
_ARTICLE: Final = frozenset({"NAME", "DOCTOR", "MRN", "IDNO", "DATE", "PHONE", "HOSPITAL"})
_FOUR: Final[Mapping[str, str]] = {
    "NAME": "PER", "DOCTOR": "PER", "HOSPITAL": "ORG", "SCHOOL": "ORG", "EARLYLEARN": "ORG", "PRISON": "ORG",
    "ORG": "ORG", "ADDRESS": "LOC", "LOCATION": "LOC", "ZIP": "LOC", "DATE": "DAT",
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


def _article(label: str) -> str | None:
    return label if label in _ARTICLE else "ADDRESS" if label in ("ADDRESS", "ZIP") else None


def _ours(label: str) -> str | None:
    return label or None


def _training(label: str) -> str | None:
    return LABELS[label].training if label in LABELS else None


def _i2b2(label: str) -> str | None:
    return LABELS[label].i2b2 if label in LABELS else None


SCHEMES: Final[Mapping[str, Callable[[str], str | None]]] = {
    "33": _ours, "14": _training, "8": _article, "4": lambda label: _FOUR.get(label, label if label in _FOUR.values() else None),
    "10": lambda label: _TEN.get(label, label if label in _TEN.values() else None), "i2b2": _i2b2,
    "safe-harbor": lambda label: _SAFE_HARBOR.get(label),
}  # fmt: skip
"""Label maps by lookup (catalogue 1.9): what a scheme does not know is neither missed nor a false alarm."""


def by_label(fate: Caught) -> str:
    return fate.span.label


def tier_a(fate: Caught) -> str | None:
    return "tier A" if fate.span.label in TIER_A else None


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
            return f"{min(fate.span.end - fate.span.start, 8)} characters"
        person = notes[fate.note].people.get(fate.span.entity or "")
        if person is None:
            return None
        if trait == "role":
            return roles()[person["role"]].group if person["role"] in roles() else None
        value = person.get(trait)
        return str(value) if value else None

    return key


PERSON_TRAITS: Final = ("origin", "surname_rarity", "length", "sex", "role")
