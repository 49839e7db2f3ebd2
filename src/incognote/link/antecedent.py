"""Whose brother "his brother" is: the one named last before it in the sentence, if only one may be meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.evidence import Claim, Range
from incognote.link.kinship import compose
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.link.role_words import hits

_SEXES: Final = {"her": "F", "his": "M"}
_CHILDREN: Final = SIBLINGS | {"child", "minor", "twin", "half_sibling", "step_sibling", "patient"}
_UNTOLD: Final = "relative"
_BACK: Final = 200


def seen_from(claim: Claim, draft: Draft, drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> str:
    """The role that "his brother X" gives X, seen from the child: as the word says where it may be the child's, or where
    nobody is named before it; composed where it is a grown-up's; `relative` where it may be either."""
    sex = _SEXES[claim.hit.of]
    start = max(text.rfind(sign, 0, claim.hit.start) for sign in (". ", "\n", "! ", "? ", "; ")) + 1
    named = _named(claim, draft, drafts, by_mention, places, start=start, sex=sex)
    called = [(start + h.start, h.role) for h in hits(text[start : claim.hit.start]) if h.role in roles() and roles()[h.role].group in {"kin", "subject"} and roles()[h.role].sex in {None, sex}]
    known = [role for _, role in sorted([*named, *called]) if role]
    if not known:  # the sentences before it, in the same paragraph
        back = max(text.rfind("\n", 0, claim.hit.start) + 1, claim.hit.start - _BACK)
        known = [role for _, role in _named(claim, draft, drafts, by_mention, places, start=back, sex=sex)][-1:]
    if not known or not known[-1] or known[-1] in _CHILDREN:
        return claim.role
    seen = compose(known[-1], claim.role)
    return seen if seen == claim.role or not any(role in _CHILDREN for role in known) else _UNTOLD


def _named(
    claim: Claim, draft: Draft, drafts: Sequence[Draft], by_mention: Sequence[int], places: Sequence[Range], *, start: int, sex: str
) -> list[tuple[int, str]]:
    """Where those whom "her" or "his" may mean are named between `start` and the word, in order, and their roles."""
    before: list[tuple[int, str]] = []
    for at, (low, high) in enumerate(places):
        owner = drafts[by_mention[at]] if by_mention[at] >= 0 else None
        if start <= low and high <= claim.hit.start and owner is not None and owner is not draft and sex_of(owner) in {None, sex}:
            before.append((low, owner.role))
    return before
