"""Whether two words for somebody can be true of one person: brother and older brother can, child and mother cannot."""

from __future__ import annotations

from typing import Final

from incognote.labels import roles

MORE_EXACT: Final = (
    ("parent", ("mother", "father", "stepfather", "stepmother", "mothers_partner", "foster_carer")),
    ("child", ("sibling", "half_sibling", "step_sibling", "brother", "sister", "twin", "older_brother", "older_sister", "younger_brother", "younger_sister", "classmate", "minor")),
    ("sibling", ("half_sibling", "step_sibling", "twin", "brother", "sister")), ("brother", ("half_sibling", "older_brother", "younger_brother", "twin")),
    ("sister", ("half_sibling", "older_sister", "younger_sister", "twin")), ("grandmother", ("maternal_grandmother", "paternal_grandmother")),
    ("grandfather", ("maternal_grandfather", "paternal_grandfather")), ("partner", ("mothers_partner", "fathers_partner")),
    ("father", ("stepfather",)), ("mother", ("stepmother",)), ("doctor", ("psychologist", "dentist")), ("social_worker", ("psychologist",)),
)  # fmt: skip
"""A role, and what says more than it without contradicting it."""
_LESS: Final = {less: frozenset(more) for less, more in MORE_EXACT}
_MINORS: Final = frozenset({"minor", "sibling", "half_sibling", "step_sibling", "twin", "brother", "sister", "older_brother", "older_sister", "younger_brother", "younger_sister", "son", "daughter"})
_COUPLES: Final = frozenset({"partner", "husband", "wife", "ex_partner", "mothers_partner", "fathers_partner", "parent", "mother", "father", "stepmother", "stepfather"})
_LOOSE: Final = frozenset({"partner", "husband", "wife", "ex_partner", "parent"})
_VAGUE: Final = frozenset({"relative", "guardian", "foster_carer", "carer"})


def agrees(one: str, other: str) -> bool:
    """Whether one role is the other one or says more than it.

    >>> agrees("brother", "older_brother"), agrees("older_sister", "sibling"), agrees("mother", "child"), agrees("son", "brother")
    (True, True, False, True)
    """
    if one == other or other in _LESS.get(one, ()) or one in _LESS.get(other, ()):
        return True
    if one in _MINORS and other in _MINORS:
        table = roles()
        return table[one].sex is None or table[other].sex is None or (table[one].sex == table[other].sex and not {one.split("_")[0], other.split("_")[0]} >= {"older", "younger"})
    return bool({one, other} & _LOOSE) and {one, other} <= _COUPLES and _may_be_one_sex(one, other)


def contradicts(one: str, other: str) -> bool:
    """Whether two roles of kin cannot be one person's: uncle and father; what is no word for kin contradicts nothing.

    >>> contradicts("stepfather", "step_sibling"), contradicts("father", "alleged"), contradicts("guardian", "aunt"), contradicts("child", "mother")
    (True, False, False, True)
    """
    table = roles()
    if any(role not in table or table[role].group not in {"kin", "subject"} or role in _VAGUE for role in (one, other)):
        return False
    return not agrees(one, other)


def _may_be_one_sex(one: str, other: str) -> bool:
    table = roles()
    return table[one].sex is None or table[other].sex is None or table[one].sex == table[other].sex
