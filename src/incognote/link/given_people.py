"""The people given from outside (`known.people`), with the roles that are given for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from incognote.errors import FormatError
from incognote.labels import roles
from incognote.link import dates
from incognote.link.relations import Draft
from incognote.link.role_words import role_of
from incognote.text.nearest import meant

_CASES: Final = ("alleged", "notifier")
_SAYABLE: Final = re.compile(r"[a-z][a-z _'-]{0,23}\Z")
"""A word of this form is no name, so a message may say it; where a table slipped by a column, a role is one."""


def given_people(known: Mapping[str, Any]) -> list[Draft]:
    """A draft for each person given; FormatError where a role is none.

    >>> [d.given_role for d in given_people({"people": [{"name": "Bram Kestrel", "role": "mum's partner"}]})]
    ['mothers_partner']
    """
    drafts = []
    if known.get("name"):
        names = [str(n) for n in (known["name"], *(known.get("aliases") or ())) if n]
        drafts.append(Draft(names, given_role="child"))
    for person, role, cases in _read(known):
        names = [str(n) for n in (person.get("name"), *(person.get("aliases") or ())) if n]
        if names:
            drafts.append(Draft(names, given_role=role, case_roles=set(cases), birth=dates.given_day({"date": person.get("birth")})))
    return drafts


def check_people(known: Mapping[str, Any]) -> None:
    """FormatError where a role given for a person is neither a key of the table of roles nor a word reports use."""
    for _ in _read(known):
        pass


def _read(known: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str, tuple[str, ...]]]:
    for number, person in enumerate(known.get("people") or (), 1):
        said = person.get("role") or person.get("relation")
        role = _role(str(said), number) if said else ""
        yield person, role, tuple(_case(str(word), number) for word in person.get("case_roles") or ())


def role_named(word: str) -> str | None:
    """The key of the role that a key or a word of reports names.

    >>> role_named("mum's partner"), role_named("case worker"), role_named("xyzzy")
    ('mothers_partner', 'social_worker', None)
    """
    key = re.sub(r"[ -]", "_", word.strip().lower())
    return key if key in roles() else role_of(word) or role_of(word.replace("_", " "))


def _role(word: str, number: int) -> str:
    key, found = re.sub(r"[ -]", "_", word.strip().lower()), role_named(word)
    if found is None:
        raise FormatError(f"'known.people', person {number}: {_named(key, word)}; {meant(key, roles())}; see docs/child-protection.md")
    return found


def _case(word: str, number: int) -> str:
    key = word.strip().lower()
    found = key if key in _CASES else role_of(word)
    if found not in _CASES:
        raise FormatError(f"'known.people', person {number}: {_named(key, word).replace('role', 'case role', 1)}; there are {', '.join(_CASES)}")
    return found


def _named(key: str, word: str) -> str:
    return f"unknown role {key!r}" if _SAYABLE.match(word.strip()) else "a role that is none"
