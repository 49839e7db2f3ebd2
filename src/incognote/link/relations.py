"""Who is who in a report: the table of its people, made for the run alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from incognote.labels import roles
from incognote.link.evidence import Claim
from incognote.link.sex_han import han_sex
from incognote.names.compare import canonical
from incognote.names.sounds_han import sounds_alike
from incognote.names.variants import given_sex, is_short_for, is_slip, is_slip_in_full, parts_of

MASKS: Final = frozenset("○〇ox*＊")
"""What stands for a character of a Chinese name that is not told: 王○明."""
SIBLINGS: Final = frozenset({"sibling", "brother", "sister", "older_brother", "older_sister", "younger_brother", "younger_sister"})


class Related(NamedTuple):
    """One person of a report. `role` is a key of `roles.tsv`; `of` the number of the person it is relative to."""

    names: tuple[str, ...]
    role: str
    case_roles: tuple[str, ...] = ()
    sex: str | None = None
    birth: date | None = None
    of: int | None = None
    number: int | None = None

    def __repr__(self) -> str:
        return f"Related({len(self.names)} names, number={self.number})"


@dataclass(slots=True, repr=False)
class Draft:
    """A person while a report is read: the mentions (by index), what is claimed of them, what is known of their age."""

    names: list[str]
    mentions: list[int] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    case_roles: set[str] = field(default_factory=set)
    sex: str | None = None
    birth: date | None = None
    age: float | None = None
    stage: float | None = None
    """About how old they are by their school or class: it orders siblings and says nothing else."""
    is_staff: bool = False
    is_patient: bool = False
    aliases: set[str] = field(default_factory=set)
    """What else they are called, by the report's own word, in canonical form: Charlotte "Lottie" Bell."""
    generation: str = ""
    """`senior` or `junior` where the name says so."""
    role: str = ""
    given_role: str = ""


def fits(name: str, draft: Draft) -> bool:
    """Whether a full name may mean the person of `draft`, slips of the pen forgiven.

    >>> fits("BROWN, Aaron", Draft(["Aaron Brown"])), fits("Aaron Brwon", Draft(["Aaron Brown"])), fits("Ann Brown", Draft(["Aaron Brown"]))
    (True, True, False)
    """
    if draft.aliases and canonical(name) in draft.aliases and not name.isascii():
        return True
    one, other = parts_of(name), parts_of(draft.names[0])
    if one.han or other.han:
        return one.han == other.han and _same_han(name, draft.names)
    if not one.given or not other.given:
        return False
    if not (one.surname and other.surname):
        return one == other
    for short, whole in ((one, other), (other, one)):  # Princess Mae for Princess Mae Ebreo
        if whole.given[: len(short.given) + 1] == (*short.given, short.surname):
            return True
    same_given = one.given[0] == other.given[0] or is_short_for(one.given[0], other.given[0]) or is_short_for(other.given[0], one.given[0])
    if one.surname == other.surname:
        return same_given or is_slip_in_full(one.given[0], other.given[0]) or (len(one.given[0]) == 1 and other.given[0].startswith(one.given[0]))
    if {one.surname, *one.given} == {other.surname, *other.given}:
        return True
    return same_given and is_slip(one.surname, other.surname)


def is_same_name(one: str, other: str) -> bool:
    """Whether two writings are the same name, the order with a comma, accents and capitals aside.

    >>> is_same_name("BROWN, Aaron", "Aaron Brown"), is_same_name("Elle Brown", "Ella Brown")
    (True, False)
    """
    return canonical(one) == canonical(other) or (parts_of(one) == parts_of(other) and not parts_of(one).han)


def _same_han(name: str, known: Sequence[str]) -> bool:
    bare = canonical(name)
    for other in known:
        whole = canonical(other)
        if bare == whole:
            return True
        if len(bare) != len(whole) or (bare[:1] != whole[:1] and bare[:1] not in MASKS and whole[:1] not in MASKS):
            continue
        if all(a == b or a in MASKS or b in MASKS for a, b in zip(bare, whole, strict=True)) or sounds_alike(bare, whole):
            return True
    return False


def sex_of(draft: Draft) -> str | None:
    """M or F where a role, a title or the given name tells."""
    known = roles().get(draft.role)
    if known is not None and known.sex:
        return known.sex
    if draft.sex:
        return draft.sex
    parts = parts_of(draft.names[0])
    if parts.han:
        return han_sex(parts.given[0]) if parts.given and parts.surname else None
    return given_sex().get(parts.given[0]) if parts.given else None


def numbered(drafts: Sequence[Draft], case_order: Sequence[str] = ("child", "alleged", "notifier")) -> list[Related]:
    """The table, in the order of the report; a number where a role occurs more than once."""
    counts: dict[str, int] = {}
    for draft in drafts:
        counts[draft.role] = counts.get(draft.role, 0) + 1
    given: dict[str, int] = {}
    table = []
    for draft in drafts:
        given[draft.role] = given.get(draft.role, 0) + 1
        cases = tuple(c for c in case_order if c in draft.case_roles and c != draft.role)
        number = given[draft.role] if counts[draft.role] > 1 else None
        table.append(Related(tuple(dict.fromkeys(draft.names)), draft.role, cases, sex_of(draft), draft.birth, None, number))
    return table
