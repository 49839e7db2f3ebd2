"""Which roles are true of a person of the gold table: their own, and less exact ones.

A mark may say less than the table: sister for an older sister, grandmother for a maternal one, person for a
neighbour. It may never say another kind: father for a stepfather.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from incognote.document import Script
from incognote.lab.evaluate.reports import Known, Report
from incognote.labels import role_words, roles

_SIBLINGS: Final = frozenset({
    "sibling", "brother", "sister", "older_brother", "older_sister", "younger_brother", "younger_sister", "half_sibling", "step_sibling", "twin",
})  # fmt: skip
LESS_EXACT: Final[Mapping[str, tuple[str, ...]]] = {
    "maternal_grandmother": ("grandmother",), "paternal_grandmother": ("grandmother",),
    "maternal_grandfather": ("grandfather",), "paternal_grandfather": ("grandfather",),
    "mothers_partner": ("partner",), "fathers_partner": ("partner",), "husband": ("partner",), "wife": ("partner",),
    "stepfather": ("mothers_partner", "partner"), "stepmother": ("fathers_partner", "partner"), "foster_carer": ("carer",),
}  # fmt: skip
"""Roles that say less of somebody than their own; those of siblings follow from sex and birth."""


def true_roles(person: Known, report: Report) -> frozenset[str]:
    """Every role that is true of `person` in `report`, their own and what they are in the case among them.

    >>> from incognote.lab.evaluate.gold import GoldNote
    >>> report = Report(GoldNote("r", "", (), {}, {}), {}, (), None, {})
    >>> sorted(true_roles(Known("p", "older_sister", frozenset({"notifier"}), ("A",), "F", None), report))
    ['notifier', 'older_sister', 'relative', 'sibling', 'sister']
    """
    group = roles()[person.role].group
    found = {person.role, *person.case_roles, *LESS_EXACT.get(person.role, ())}
    if person.role in _SIBLINGS:
        found |= _of_sibling(person, [report.people[s].birth for s in report.subjects if s in report.people])
    if group == "kin":
        found.add("relative")
    elif group in {"third", "staff", "case"}:
        found.add("third_party")
    return frozenset(found)


def _of_sibling(person: Known, births: Sequence[date | None]) -> set[str]:
    found = {"sibling"}
    sex = roles()[person.role].sex or person.sex
    if sex is None:
        return found
    base = "brother" if sex == "M" else "sister"
    found.add(base)
    if person.birth is not None and births and all(born is not None and born != person.birth for born in births):
        order = {person.birth < born for born in births if born is not None}
        if len(order) == 1:
            found.add(f"{'older' if order.pop() else 'younger'}_{base}")
    return found


def written(found: frozenset[str] | set[str], script: Script) -> frozenset[str]:
    """The words of `found` in a mark: two roles may share them (both grandmothers of a father's side in Chinese)."""
    return frozenset(role_words(role, script) for role in found)
