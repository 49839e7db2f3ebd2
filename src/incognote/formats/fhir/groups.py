"""Whose a resource is: a patient, what points to them, and what these alone point to make one document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from incognote.formats.fhir.ids import Key, pointer
from incognote.formats.fhir.package import Entry, Package

_SUBJECTS: Final = ("subject", "patient", "beneficiary", "for", "individual", "focus")
_ROUNDS: Final = 4
"""Steps over which a resource without a patient is followed to one."""


class Group(NamedTuple):
    """The resources of `patient`; None for those of nobody. `around`: people and places of other groups that they name."""

    patient: Key | None
    entries: list[Entry]
    around: list[dict[str, Any]]

    def __repr__(self) -> str:
        return f"Group({len(self.entries)} resources)"


def groups(package: Package) -> list[Group]:
    """The groups in the order of their first resource; that of nobody is the last."""
    by_url = {entry.full_url: entry.key for entry in package.entries if entry.full_url and entry.resource}
    named = [list(_pointed(entry.resource, by_url)) for entry in package.entries]
    owners = [_owner(entry, points) for entry, points in zip(package.entries, named, strict=True)]
    _follow(package.entries, named, owners)
    found: dict[Key | None, list[int]] = {}
    for number, owner in enumerate(owners):
        found.setdefault(owner, []).append(number)
    by_key = {entry.key: number for number, entry in enumerate(package.entries) if entry.resource}
    made = []
    for owner, numbers in sorted(found.items(), key=lambda item: item[0] is None):
        others = dict.fromkeys(by_key[key] for number in numbers for _, key in named[number] if key in by_key and owners[by_key[key]] is None)
        around = [] if owner is None else [package.entries[other].resource for other in others]
        made.append(Group(owner, [package.entries[number] for number in numbers], around))
    return made


def references(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every reference below `value`, with the element it stands in."""
    if isinstance(value, dict):
        for key, held in value.items():
            if key == "reference" and isinstance(held, str):
                yield name, held
            elif key == "url" and isinstance(held, str) and pointer(held):  # an attachment that is a Binary
                yield "url", held
            else:
                yield from references(held, key)
    elif isinstance(value, list):
        for item in value:
            yield from references(item, name)


def _pointed(resource: dict[str, Any], by_url: dict[str, Key]) -> Iterator[tuple[str, Key]]:
    for name, text in references(resource):
        if text in by_url:
            yield name, by_url[text]
        elif (found := pointer(text)) is not None and found.key[0] != "#":
            yield name, found.key


def _owner(entry: Entry, points: list[tuple[str, Key]]) -> Key | None:
    """The patient a resource is, or names as its subject; where it names several, nobody."""
    if entry.resource.get("resourceType") == "Patient":
        return entry.key
    for names in (_SUBJECTS[:3], _SUBJECTS, None):
        patients = {key for name, key in points if key[0] == "Patient" and (names is None or name in names)}
        if len(patients) == 1:
            return patients.pop()
    return None


def _follow(entries: list[Entry], named: list[list[tuple[str, Key]]], owners: list[Key | None]) -> None:
    """Give what names no patient to the one whose resources it names, or which alone name it."""
    numbers = {entry.key: number for number, entry in enumerate(entries) if entry.resource}
    several = {number for number, points in enumerate(named) if len({key for _, key in points if key[0] == "Patient"}) > 1 and owners[number] is None}
    links = [[numbers[key] for _, key in points if key in numbers] for points in named]
    back: list[list[int]] = [[] for _ in entries]
    for number, targets in enumerate(links):
        for target in targets:
            back[target].append(number)
    for _ in range(_ROUNDS):
        fresh = {}
        for number, owner in enumerate(owners):
            if owner is not None or number in several:
                continue
            near = {owners[other] for other in back[number]}
            if not near:
                near = {owners[other] for other in links[number]} - {None}
            if len(near) == 1 and (only := near.pop()) is not None:
                fresh[number] = only
        if not fresh:
            return
        for number, only in fresh.items():
            owners[number] = only
