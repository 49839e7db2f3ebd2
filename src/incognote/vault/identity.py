"""What makes a person findable: canonical numbers, and the keys a person is matched and found by.

A *match* key decides who somebody is; no two people of a project share one. A *find* key answers what a
string in a text may mean; a name is shared by many. Keys are plain strings here; `vault/sql` stores only
their HMACs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.document import Number, Person
from incognote.labels import PERSON_LABELS
from incognote.names.compare import CANONICAL_VERSION, canonical, may_be_same
from incognote.text.partial_numbers import is_partial
from incognote.text.view import fold

_NUMBERS_VERSION: Final = 3
INDEX_VERSION: Final = _NUMBERS_VERSION * 1000 + CANONICAL_VERSION
"""Stored with each index row; where it differs from the code's, the index is rebuilt from sealed data."""
STRONG: Final = {"IDNO": 0, "HEALTHPLAN": 1, "MRN": 2, "NOTE": 3}
"""Numbers that are one person's alone, the surest first; NOTE is the digest of a note whose patient has a name and no
number. A telephone is a family's."""
_SEPARATORS: Final = re.compile(r"[\W_]+")
_OWN_SHAPE: Final = frozenset({"IDNO", "HEALTHPLAN", "PHONE", "EMAIL"})
"""Labels whose leading zeros mean something: never taken for a padded chart number."""
_TAIL: Final = 3
"""Last characters of an identity number that lead from a masked writing to the whole one."""


class Row(NamedTuple):
    """One row of the index: `match` is unique in a project, `find` is not."""

    match: str
    find: str
    label: str

    def __repr__(self) -> str:
        return f"Row({self.label})"


@lru_cache(maxsize=4096)
def canonical_number(label: str, value: str) -> str:
    """The form of a number that is compared: folded width, upper case, no separators.

    Chart numbers lose their leading zeros: one hospital writes 0012345 on the label, 12345 on the list.

    >>> canonical_number("IDNO", "a１２３-456 789"), canonical_number("MRN", "00-12345")
    ('A123456789', '12345')
    >>> canonical_number("PHONE", "+886 912 345 678")
    '0912345678'
    """
    text = fold(value.upper())
    if not text.isalnum():
        text = _SEPARATORS.sub("", text)
    if label == "MRN":
        return text.lstrip("0") or text[:1]
    if label == "PHONE" and text.startswith("886") and len(text) > 10:
        return "0" + text[3:].lstrip("0")
    return text


def strong_keys(person: Person) -> dict[str, Number]:
    """Match key to number for the numbers that decide who a person is, the surest first."""
    keys = {}
    for number in person.numbers:
        if number.label in STRONG and not is_partial(number.label, number.value) and (form := canonical_number(number.label, number.value)):
            keys[_strong_key(number, form)] = number
    if len(keys) > 1:
        return dict(sorted(keys.items(), key=lambda item: STRONG[item[1].label]))
    return keys


def _strong_key(number: Number, form: str) -> str:
    issuer = (
        _SEPARATORS.sub("", fold(number.issuer)).lower() if number.issuer and number.label == "MRN" else ""
    )
    return f"{number.label}|{issuer}|{form}"


@lru_cache(maxsize=4096)
def name_keys(names: tuple[str, ...]) -> tuple[str, ...]:
    """Find keys of names, each once."""
    return tuple(dict.fromkeys(["@" + form for form in map(canonical, names) if form]))


@lru_cache(maxsize=4096)
def ordered_keys(names: tuple[str, ...]) -> tuple[str, ...]:
    """Find keys of names in either order, with middle names and without: the forms of one romanised name meet in one.

    >>> ordered_keys(("SMITH, Jane Q.",))[1:] == ordered_keys(("Jane Q. Smith",))
    True
    """
    keys = dict.fromkeys(name_keys(names))
    for name in names:
        if name.isascii():
            keys |= dict.fromkeys(_turned(name))
    return tuple(keys)


def _turned(name: str) -> Iterator[str]:
    surname, comma, given = name.partition(",")
    if comma and given.strip():
        name = f"{given.strip()} {surname.strip()}"
        yield from name_keys((name,))
    words = name.split()
    if len(words) > 2:
        yield from name_keys((f"{words[0]} {words[-1]}",))


def namesake_keys(person: Person) -> tuple[str, ...]:
    """Find keys of a name together with a full birth date: the weakest evidence that still links."""
    if person.birth is None:
        return ()
    birth = person.birth.isoformat()
    return tuple([f"{key}|{birth}" for key in ordered_keys(person.names)])


def tail_keys(person: Person) -> tuple[str, ...]:
    """Find keys of a surname with the last characters of an identity number: who is to be compared at all."""
    tails = {form[-_TAIL:] for n in person.numbers if n.label == "IDNO" and len(form := canonical_number("IDNO", n.value)) >= _TAIL}
    return tuple(dict.fromkeys([f"~{key[1]}|{tail}" for key in ordered_keys(person.names) for tail in sorted(tails)]))


@lru_cache(maxsize=4096)
def candidate_keys(label: str, value: str) -> tuple[str, ...]:
    """Find keys of a string in a text; a number is looked for among all numbers, whatever its label says."""
    if label in PERSON_LABELS:
        return name_keys((value,))
    form = canonical_number("" if label == "MRN" else label, value)
    if not form:
        return ()
    if form[0] == "0" and label not in _OWN_SHAPE:
        return f"#{form}", "#" + canonical_number("MRN", value)
    return (f"#{form}",)


def match_key(number: Number, owner: int) -> str:
    """The match key of a number of the `owner`-th person; empty where nothing is left of it to compare."""
    form = canonical_number(number.label, number.value)
    if not form:
        return ""
    is_strong = number.label in STRONG and not is_partial(number.label, number.value)
    return _strong_key(number, form) if is_strong else f"{owner}|{number.label}|{form}"


def rows_of(person: Person, owner: int) -> tuple[Row, ...]:
    """Every index row of a person who is the `owner`-th of the project."""
    rows = [
        Row(match, "#" + canonical_number(number.label, number.value), number.label)
        for number in person.numbers
        if (match := match_key(number, owner))
    ]
    rows += [Row(f"{owner}|{key}", key, "NAME") for key in name_keys(person.names)]
    rows += [Row(f"{owner}|{key}", key, NAMESAKE) for key in (*namesake_keys(person), *tail_keys(person))]
    return tuple({row.match: row for row in rows}.values())


NAMESAKE: Final = "NAMESAKE"
"""Label of the rows for a name with its birth date: never a hit of `find`."""
NOTE: Final = "NOTE"
"""Label of the digest of a note whose patient has no number; it finds the person again and is never shown."""


def names_fit(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether one person may bear one name of each; true where either side has none."""
    left, right = tuple(some), tuple(others)
    if not left or not right or not set(left).isdisjoint(right):
        return True
    return any(may_be_same(a, b) for a in left for b in right)


def identity_numbers(person: Person) -> frozenset[str]:
    """Canonical national identity numbers: one person has one."""
    return frozenset(canonical_number("IDNO", n.value) for n in person.numbers if n.label == "IDNO" and not is_partial(n.label, n.value))


def partial_numbers(person: Person) -> tuple[str, ...]:
    """The masked identity numbers, and those of which only the end is known, as written."""
    return tuple(n.value for n in person.numbers if n.label == "IDNO" and is_partial(n.label, n.value))
