"""From what is said of people to their roles: the best claim, who is the subject, parents, how old siblings are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.antecedent import seen_from
from incognote.link.contrary import MORE_EXACT
from incognote.link.drawn import DRAWN, fathers
from incognote.link.evidence import Claim, Range
from incognote.link.grown_subject import grown_subject, settle_grown
from incognote.link.own_right import settle_own_right
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.link.relations_han import kin_of_han
from incognote.link.role_words import compose
from incognote.link.settle_han import (
    offspring,
    settle_generation,
    settle_own_partners,
    settle_spouses,
    settle_victims,
)
from incognote.link.subject_child import (
    CHILDREN,
    UNTOLD,
    Subjects,
    is_called_subject,
    settle_children,
)
from incognote.link.views import VIEW
from incognote.names.variants import parts_of

_CASE: Final = frozenset({"notifier", "alleged"})
_OF_ADULTS: Final = frozenset({"partner", "husband", "wife", "ex_partner"})
_ADDRESSES: Final = frozenset({"Aunty", "Auntie", "Uncle"})
"""What children call grown-ups who are no kin: it says nothing where another word does."""
_FOSTERED: Final = re.compile(r"foster|placement|placed with|out[- ]of[- ]home|kinship", re.IGNORECASE)
_GROWN: Final = 18
_MOTHER: Final = re.compile(r"(?i:\bmum\b|\bmother\b|\bmummy\b)|\bMo\b|案母|媽媽")
_FATHER: Final = re.compile(r"(?i:\bdad\b|\bfather\b|\bdaddy\b)|\bFa\b|案父|爸爸")
_I_AM: Final = re.compile(r"(?i:\b(?:my name is|my name['’]s|i am|i['’]m|this is) )")
_TOP: Final = 3_000
"""Characters among which those who write say who they are."""
_LINE_ABOVE: Final = 2.1
"""The cost of a claim from which on a Chinese word stands on another line, behind the name: the label of the next one."""
_SURER: Final = 0.7
"""How much less a claim costs that is believed against another one of the same unique role."""
_APART: Final = 2.0
"""Years by which two ages differ that are told by schools alone, at least."""
_FAR: Final = 2.75
_TOO_FAR: Final = 1.4
"""The cost of a claim from which on an English word for kin may as well speak of somebody else."""


def settle(drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> Subjects:
    """Gives every draft its role; what is known of the subjects."""
    for _ in range(2):  # the second time with the roles of those whom a word is relative to
        for draft in drafts:
            draft.role = draft.given_role or _best(draft, drafts, by_mention, text, places)
    before = [d.role for d in drafts]
    settle_victims(drafts, text)
    for draft, was in zip(drafts, before, strict=True):  # kin of a victim who is the mother by now
        if draft.role == was and any(c.of >= 0 and not c.hit.word.isascii() for c in draft.claims):
            draft.role = draft.given_role or _best(draft, drafts, by_mention, text, places)
    grown = offspring(drafts)
    subjects = settle_children(drafts, by_mention, text, places)
    for number, role in grown.items():
        drafts[number].role = role
    adult = grown_subject(drafts)
    if adult is not None:
        settle_grown(adult, drafts)
    else:
        settle_spouses(drafts)
    settle_generation(drafts)
    _settle_rivals(drafts)
    _settle_namesakes(drafts)
    if adult is None:
        _settle_parents(drafts, text)
    for draft in drafts:  # kin of somebody who is a parent by now
        if not draft.role and any(c.hit.of == VIEW or c.of >= 0 for c in draft.claims):
            draft.role = _best(draft, drafts, by_mention, text, places)
    for draft in drafts:
        if adult is None or draft.role not in {"husband", "wife", "partner"}:
            _settle_adult(draft, drafts)
    if any(d.role == "carer" for d in drafts) and _FOSTERED.search(text):
        _settle_carers(drafts)
    settle_own_right(drafts, text)
    settle_own_partners(drafts)
    child = next((d for d in drafts if d.role == "child"), None)
    for draft in drafts:
        if draft.role in SIBLINGS:
            draft.role = _aged(draft, child)
    _part_halves(drafts, by_mention, fathers(text, places), child)
    return subjects._replace(is_adult=adult is not None, is_doubtful=subjects.is_only_told or not any(d.role in {"child", "patient"} for d in drafts))


def _best(draft: Draft, drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> str:
    scores: dict[str, float] = {}
    is_addressed = any(c.hit.word in _ADDRESSES for c in draft.claims) and any(_is_kin(c.role) or c.role == "carer" for c in draft.claims if c.hit.word not in _ADDRESSES)
    for claim in draft.claims:
        if is_addressed and claim.hit.word in _ADDRESSES:
            continue
        role = _meant(claim, draft, drafts, by_mention, text, places)
        if role in _CASE or not role or (claim.cost > (_TOO_FAR if claim.hit.word.isascii() else _LINE_ABOVE) and _is_kin(role)):
            continue
        weight = max(0.1, _FAR - claim.cost) ** 2
        scores[role] = max(scores.get(role, 0.0), weight) + 0.15 * weight * (role in scores)
    if not scores:
        return ""
    table = roles()
    kin = {r: s for r, s in scores.items() if r not in table or table[r].group in {"kin", "subject"}}
    best = max(kin or scores, key=lambda r: (r != "relative", scores[r]))
    if kin and best not in CHILDREN:
        other = max(scores, key=lambda r: scores[r])
        if scores[other] > 2 * scores[best]:
            best = other
    return _exact(best, scores, is_subject=is_called_subject(draft))


def _exact(best: str, scores: dict[str, float], *, is_subject: bool) -> str:
    """A word that says more than the best one and does not contradict it: half-brother beside brother."""
    for less, more in MORE_EXACT:
        if best == less and not (less == "child" and is_subject):
            known = [role for role in more if scores.get(role, 0.0) > 1.0]
            if known:
                return max(known, key=lambda r: scores[r])
    return best


def _meant(claim: Claim, draft: Draft, drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> str:
    """The role that a claim gives, seen from the subject."""
    role = claim.role
    if claim.hit.of == DRAWN:
        return role
    if claim.hit.of == VIEW:
        owner_role = drafts[by_mention[claim.of]].role if claim.of >= 0 and by_mention[claim.of] >= 0 else ""
        if role in CHILDREN:
            return role if owner_role in {"mother", "father"} else ""
        return compose(owner_role, role) if owner_role and owner_role not in _CASE else ""
    if claim.hit.of in {"my", "our"} and _is_kin(role):
        speaker = _speaker(drafts, by_mention, text, places)
        return compose(speaker.role, role) if speaker is not None and speaker is not draft and _is_kin(speaker.role) else role if role in CHILDREN else "relative"
    if claim.hit.of and role in {"mother", "father"} and _before(claim, draft, drafts, by_mention, places) == role:
        return compose(role, role)  # the mother, and behind her: her mother
    if claim.of >= 0 and not claim.hit.word.isascii():
        return kin_of_han("" if by_mention[claim.of] < 0 else "child" if drafts[by_mention[claim.of]] is draft else drafts[by_mention[claim.of]].role, role)
    if claim.of >= 0:
        owner = drafts[by_mention[claim.of]]
        if owner is not draft and not owner.role and _is_kin(role):
            return ""  # whose mother: nobody can say before it is known who that is
        return compose(owner.role, role) if owner is not draft and owner.role and owner.role not in SIBLINGS | {"twin"} else role
    if claim.hit.of in {"her", "his"} and role not in CHILDREN | _OF_ADULTS and claim.hit.word.isascii() and _is_kin(role):
        return seen_from(claim, draft, drafts, by_mention, text, places)
    if role in _OF_ADULTS or (claim.hit.of and role in {"son", "daughter", "child"}):
        owner_role = _before(claim, draft, drafts, by_mention, places)
        if owner_role:
            return compose(owner_role, role)
    return role


def _speaker(drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> Draft | None:
    """Who says "my" and "I", where the report says that: My name is Joy Pratt."""
    for said in _I_AM.finditer(text, 0, _TOP):
        at = bisect_left(places, (said.end(), 0))
        if at < len(places) and places[at][0] == said.end() and by_mention[at] >= 0:
            return drafts[by_mention[at]]
    return None


def _is_kin(role: str) -> bool:
    known = roles().get(role)
    return known is not None and known.group == "kin"


def _before(claim: Claim, draft: Draft, drafts: Sequence[Draft], by_mention: Sequence[int], places: Sequence[Range]) -> str:
    """The role of the last grown-up named before the word of a claim, within two lines or so."""
    for at in range(len(places) - 1, -1, -1):
        if places[at][1] > claim.hit.start or by_mention[at] < 0:
            continue
        owner = drafts[by_mention[at]]
        if claim.hit.start - places[at][1] > 120:
            return ""
        wrong_sex = claim.hit.of in {"her", "his"} and owner.sex is not None and owner.sex != ("F" if claim.hit.of == "her" else "M")
        if owner is not draft and not wrong_sex and owner.role not in {"", "child", *SIBLINGS, "twin"}:
            return owner.role
    return ""


def _settle_rivals(drafts: Sequence[Draft]) -> None:
    """Of two whom words call mother, the one whom a word far surer calls so is; the other is somebody's, nobody can say whose."""
    for role in ("mother", "father"):
        costs = {n: min(c.cost for c in d.claims if c.role == role) for n, d in enumerate(drafts) if d.role == role and not d.given_role and any(c.role == role for c in d.claims)}
        if len(costs) < 2 or any(d.role == role and n not in costs for n, d in enumerate(drafts)):
            continue
        surest = min(costs.values())
        for number, cost in costs.items():
            if cost - surest >= _SURER:
                other = {c.role for c in drafts[number].claims if c.role != role and _is_kin(c.role) and c.cost <= _TOO_FAR}
                drafts[number].role = other.pop() if len(other) == 1 else "relative"


def _settle_namesakes(drafts: Sequence[Draft]) -> None:
    """A minor of the child's surname of whom nothing is said is a child of the family; sibling or cousin, nobody says."""
    child = next((d for d in drafts if d.role == "child"), None)
    surname = parts_of(child.names[0]).surname if child else ""
    for draft in drafts:
        is_free = not draft.role and not draft.is_staff and not draft.case_roles and draft.age is not None and draft.age < _GROWN
        if surname and is_free and parts_of(draft.names[0]).surname == surname:
            draft.role = UNTOLD


def _settle_parents(drafts: Sequence[Draft], text: str) -> None:
    """An alleged person of whom nothing else is said is the parent whom the report speaks of and nobody is."""
    surnames = {parts_of(d.names[0]).surname for d in drafts if d.role in {"child", UNTOLD, *SIBLINGS}} - {""}
    for role, sex, words in (("mother", "F", _MOTHER), ("father", "M", _FATHER)):
        if any(d.role in {role, "parent"} for d in drafts) or not words.search(text):
            continue
        free = [d for d in drafts if not d.role and not d.is_staff and "notifier" not in d.case_roles and sex_of(d) == sex]
        alleged = [d for d in free if "alleged" in d.case_roles]
        family = [d for d in free if parts_of(d.names[0]).surname in surnames and len(words.findall(text)) > 1]
        for found in (alleged, family):
            if len(found) == 1:
                found[0].role = role
                break


def _settle_adult(draft: Draft, drafts: Sequence[Draft]) -> None:
    taken = {d.role for d in drafts}
    if draft.role in {"parent", "grandparents"}:
        pair = ("mother", "father") if draft.role == "parent" else ("grandmother", "grandfather")
        sex = sex_of(draft)
        draft.role = pair[sex == "M"] if sex else next((r for r in pair if r not in taken), "carer")
    elif draft.role in {"sister_in_law", "brother_in_law"}:
        draft.role = "aunt" if draft.role[0] == "s" else "uncle"
    elif draft.role in {"husband", "wife", "partner"}:
        draft.role = "relative"
    elif not draft.role:
        case = next((r for r in ("notifier", "alleged") if r in draft.case_roles), "")
        draft.role = case or ("social_worker" if draft.is_staff and not parts_of(draft.names[0]).han else "third_party")


def _settle_carers(drafts: Sequence[Draft]) -> None:
    """The carers of a child who is placed: those who sit with children and those of the old are called by what they do."""
    for draft in drafts:
        if draft.role == "carer" and any(c.hit.word.lower().rstrip("s :") == "carer" for c in draft.claims):
            draft.role = "foster_carer"


def _aged(draft: Draft, child: Draft | None) -> str:
    """A sibling's role with sex and order as far as they can be told."""
    sex = sex_of(draft)
    if draft.role in {"older_brother", "older_sister", "younger_brother", "younger_sister"}:
        return draft.role
    if sex is None:
        return "sibling"
    base = "brother" if sex == "M" else "sister"
    gap = _older_by(draft, child) if child else None
    return base if gap is None else f"{'older' if gap > 0 else 'younger'}_{base}"


def _part_halves(drafts: Sequence[Draft], by_mention: Sequence[int], known: Mapping[int, int], child: Draft | None) -> None:
    """Makes half-siblings of those whose father, by arrows, is another than the child's."""
    whose = {by_mention[a]: by_mention[b] for a, b in known.items() if by_mention[a] >= 0 and by_mention[b] >= 0}
    own = next((father for at, father in whose.items() if drafts[at] is child), None)
    for at, father in whose.items():
        if own is not None and father != own and drafts[at].role in SIBLINGS:
            drafts[at].role = "half_sibling"


def _older_by(draft: Draft, child: Draft) -> float | None:
    if draft.birth and child.birth:
        return float((child.birth - draft.birth).days) or None
    if draft.age is not None and child.age is not None:
        return (draft.age - child.age) or None
    one, other = (d.age if d.age is not None else d.stage for d in (draft, child))
    if one is not None and other is not None and abs(one - other) >= _APART:
        return one - other
    mine, others = ([c.hit.start for c in d.claims if c.hit.of == DRAWN] for d in (draft, child))
    return float(others[0] - mine[0]) if mine and others else None
