"""Who somebody is to the subject of a report who is something to somebody else of it: the brother of the mother."""

from __future__ import annotations

from typing import Final

from incognote.labels import roles

_SECOND: Final = {
    ("mother", "mother"): "maternal_grandmother", ("mother", "father"): "maternal_grandfather",
    ("father", "mother"): "paternal_grandmother", ("father", "father"): "paternal_grandfather",
    ("grandmother", "partner"): "grandfather", ("grandfather", "partner"): "grandmother",
    ("aunt", "partner"): "uncle", ("uncle", "partner"): "aunt",
    ("mother", "partner"): "mothers_partner", ("father", "partner"): "fathers_partner",
    ("stepfather", "child"): "step_sibling", ("stepmother", "child"): "step_sibling",
    ("mothers_partner", "child"): "step_sibling", ("fathers_partner", "child"): "step_sibling",
    ("mother", "child"): "half_sibling", ("father", "child"): "half_sibling",
    ("mother", "sister"): "aunt", ("father", "sister"): "aunt", ("mother", "brother"): "uncle", ("father", "brother"): "uncle",
    ("aunt", "child"): "cousin", ("uncle", "child"): "cousin", ("mother", "ex_partner"): "ex_partner", ("father", "ex_partner"): "ex_partner",
    ("grandmother", "sister"): "aunt", ("grandmother", "brother"): "uncle",
}  # fmt: skip
_FAMILIAR: Final = {
    "husband": "partner", "wife": "partner", "son": "child", "daughter": "child", "older_sister": "sister",
    "younger_sister": "sister", "older_brother": "brother", "younger_brother": "brother",
    "maternal_grandmother": "grandmother", "paternal_grandmother": "grandmother",
    "maternal_grandfather": "grandfather", "paternal_grandfather": "grandfather",
}  # fmt: skip
_BEFORE_CHILD: Final = frozenset("mother father parent grandmother grandfather maternal_grandmother maternal_grandfather paternal_grandmother paternal_grandfather uncle aunt".split())
"""Kin that half-siblings need not have in common."""


def compose(of: str, role: str) -> str:
    """Who the `role` of somebody who is `of` to the subject is to the subject.

    >>> compose("mother", "brother"), compose("child", "stepfather"), compose("mother", "lawyer"), compose("neighbour", "husband"), compose("half_sibling", "father")
    ('uncle', 'stepfather', 'lawyer', 'neighbour', 'third_party')
    """
    table = roles()
    if of in {"aunt", "uncle"} and role == "child":
        return "cousin"
    if of in {"friend", "classmate"} and role in {"parent", "mother", "father", "stepmother", "stepfather"}:
        return "third_party"
    if of in {"child", "patient", "minor"} or role not in table or table[role].group != "kin":
        return role
    found = _SECOND.get((_FAMILIAR.get(of, of), _FAMILIAR.get(role, role)))
    if found is None and of in table and table[of].group == "third":
        return of
    if of in {"half_sibling", "step_sibling"} and role in _BEFORE_CHILD:
        return "third_party"  # nobody can say whether it is the parent whom the two have in common
    if found is None and of in {"sibling", "brother", "sister", "older_brother", "older_sister", "younger_brother", "younger_sister", "twin", "half_sibling"}:
        return role if role not in {"partner", "husband", "wife"} else "relative"
    return found or "relative"
