"""Reports whose subject is grown up, an old mother or a battered wife: kin are theirs as the words say, and are made nobody's
father. The profile is for children, so a person is asked to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incognote.link.relations import SIBLINGS, Draft, sex_of

GROWN: Final = 18
_THEIRS: Final = frozenset("案夫 案妻 案媳 案媳婦 案婿 案女婿 案孫 案孫女 案長媳 案子 案女 案長子 案次子 案長女 案次女".split())
"""Words that only a record of somebody grown up has, unless it tells of the parents of a child too: 案夫 beside 案母."""
_FAMILIES: Final = frozenset({"husband", "wife", "son", "daughter", "daughter_in_law", "son_in_law", "grandchild"})
_PARENTS: Final = frozenset({"mother", "father", "parent", "stepmother", "stepfather"})
_SAID: Final = {"婆婆": "mother_in_law", "公公": "father_in_law", "案婆婆": "mother_in_law", "案公公": "father_in_law", "案媳": "daughter_in_law", "案媳婦": "daughter_in_law", "案婿": "son_in_law", "案女婿": "son_in_law"}
_OFFSPRING: Final = {"M": "son", "F": "daughter", None: "minor"}
_KEPT: Final = _FAMILIES | {"partner", "ex_partner"}


def grown_subject(drafts: Sequence[Draft]) -> Draft | None:
    """The one subject, if an age or what kin they have says that they are grown up."""
    subjects = [d for d in drafts if d.role == "child"]
    if len(subjects) != 1:
        return None
    subject = subjects[0]
    if subject.age is not None:
        return subject if subject.age >= GROWN else None
    others = [c for d in drafts if d is not subject for c in d.claims]
    has_parents = any(c.role in _PARENTS and c.hit.word not in _THEIRS for c in others)
    return subject if not has_parents and subject.birth is None and any(c.hit.word in _THEIRS for c in others) else None


def settle_grown(subject: Draft, drafts: Sequence[Draft]) -> None:
    """Makes `subject` the patient and gives the others what their words say to somebody grown up."""
    subject.role = "patient"
    for draft in drafts:
        if draft is subject or draft.given_role or not draft.claims:
            continue
        surest = min(draft.claims, key=lambda c: c.cost)
        exact = _SAID.get(surest.hit.word)
        if exact:
            draft.role = exact
        elif surest.of < 0 and surest.role in _KEPT:
            draft.role = surest.role
        elif draft.role in {"sibling", "minor"} and surest.role == "child":
            draft.role = _OFFSPRING[sex_of(draft)]
        elif draft.role in SIBLINGS and surest.role in {"son", "daughter"}:
            draft.role = surest.role
