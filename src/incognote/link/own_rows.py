"""One row of a table, or one label, is one person: whoever has one of their own is nobody else, however alike the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from incognote.labels import roles
from incognote.link.contrary import contradicts
from incognote.link.mentions import Found
from incognote.link.nicknamed import tell_aliases
from incognote.link.parts import Structure
from incognote.link.relations import Draft, fits, is_same_name
from incognote.link.told import Told
from incognote.link.views import VIEW
from incognote.names.variants import parts_of

_LABEL: Final = 0.3
"""The cost of a claim that a label, a cell or a word right beside the name makes, at most."""
_ONE_OF: Final = frozenset({"child", "mother", "father", "stepmother", "stepfather"})
"""Roles that one person has: a second label with such a word and nearly the same name repeats the first."""


class _Own(NamedTuple):
    """A mention with a row or a label of its own: what that says it is, and the table it stands in (-1: a label)."""

    mention: int
    name: str
    role: str
    table: int

    def __repr__(self) -> str:
        return f"_Own({self.mention})"


def parted(text: str, found: Found, told: Told, structure: Structure) -> Found:
    """`found` with the people whom likeness put together taken apart, where each has a row or a label of their own."""
    own = _own(text, found, told, structure)
    drafts, whose = found.drafts, list(found.whose)
    for number in range(len(drafts)):
        if parts_of(drafts[number].names[0]).han:
            continue
        groups = _groups([own[m] for m in drafts[number].mentions if m in own])
        if len(groups) < 2:
            continue
        numbers = [number, *range(len(drafts), len(drafts) + len(groups) - 1)]
        before = drafts[number]
        drafts[number] = Draft(before.names[:1] if before.given_role else [groups[0][0].name], given_role=before.given_role, case_roles=before.case_roles, birth=before.birth)
        drafts += [Draft([group[0].name]) for group in groups[1:]]
        anchored = {one.mention: numbers[at] for at, group in enumerate(groups) for one in group}
        for mention in before.mentions:
            surface = text[found.spans[mention].start : found.spans[mention].end]
            mine = [anchored[mention]] if mention in anchored else _fitting(surface, groups, numbers)
            whose[mention] = tuple(mine)
            if len(mine) == 1:
                drafts[mine[0]].mentions.append(mention)
                drafts[mine[0]].names += [surface] if surface not in drafts[mine[0]].names else []
        tell_aliases(text, drafts, {found.spans[m]: whose[m][0] for m in before.mentions if len(whose[m]) == 1})
    return found._replace(whose=tuple(whose))


def _own(text: str, found: Found, told: Told, structure: Structure) -> Mapping[int, _Own]:
    said = {c.mention: c.role for c in sorted(told.claims, key=lambda c: -c.cost) if c.cost <= _LABEL and c.of < 0 and c.hit.of != VIEW}
    own: dict[int, _Own] = {}
    for at, span in enumerate(found.spans):
        row = told.rows.get(at)
        if row is None and at not in said:
            continue
        table = next((n for n, t in enumerate(structure.tables) if row and t.start <= row.cells[0].start < t.end), -1)
        own[at] = _Own(at, text[span.start : span.end], said.get(at, ""), table)
    return own


def _groups(own: Sequence[_Own]) -> list[list[_Own]]:
    """The mentions with rows or labels of their own, by person."""
    groups: list[list[_Own]] = []
    for one in own:
        same = next((group for group in groups if all(_may_be_one(one, other) for other in group)), None)
        if same is None:
            groups.append([one])
        else:
            same.append(one)
    return groups


def _may_be_one(one: _Own, other: _Own) -> bool:
    if contradicts(one.role, other.role):
        return False
    if is_same_name(one.name, other.name):
        return True
    if one.table >= 0 and one.table == other.table:
        return False
    if _is_kin(one.role) != _is_kin(other.role) and one.role in roles() and other.role in roles() and "notifier" not in {one.role, other.role}:
        return False  # Sgt Luke Harkin and the father Lucas Harkin
    if not (one.role and other.role):
        return True
    if one.role != other.role:
        return "child" not in {one.role, other.role}
    return one.role in _ONE_OF or one.table >= 0 or other.table >= 0


def _is_kin(role: str) -> bool:
    return role in roles() and roles()[role].group in {"kin", "subject", "case"}


def _fitting(surface: str, groups: Sequence[Sequence[_Own]], numbers: Sequence[int]) -> list[int]:
    exact = [n for n, group in zip(numbers, groups, strict=True) if any(is_same_name(surface, one.name) for one in group)]
    return exact or [n for n, group in zip(numbers, groups, strict=True) if any(fits(surface, Draft([one.name])) for one in group)] or list(numbers)
