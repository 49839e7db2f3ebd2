"""Which child a report is about: by a heading, a label, a table or a kin word; else by who is told of first and most, where both agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from incognote.labels import roles
from incognote.link.evidence import Claim, Range
from incognote.link.relations import Draft, sex_of
from incognote.link.role_words import PLURAL, is_subject_word
from incognote.link.subject_han import subject_han
from incognote.link.subject_latin import may_be_child, score_latin, subject_latin
from incognote.link.views import VIEW
from incognote.names.variants import parts_of

CHILDREN: Final = frozenset({"child", "son", "daughter"})
UNTOLD: Final = "minor"
"""The role of a child who may be the subject, as others may: `[child 1]`."""
_SEXED: Final = {"boy": "M", "boys": "M", "girl": "F", "girls": "F", "herself": "F", "himself": "M"}
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_OF_CALLER: Final = frozenset({"grandchild", "niece", "nephew"})
"""Kin of grown-ups: where a report has one and no other child, it is the child, seen from who tells it."""
_DECIDES: Final = frozenset({"child", "the child", "patient", "the patient", "student", "pupil"})
"""Words by which a report calls its subject, if one person only."""
_RE: Final = re.compile(r"(?:^|\n)[ \t]*(?:Re|About|Regarding|Subject)[ \t]?:[ \t]*\Z", re.IGNORECASE)
_LABEL: Final = 0.4
"""The cost of a label or a cell that says "child", at most."""
_PARENTS: Final = frozenset({"mother", "father", "parent", "stepmother", "stepfather", "mothers_partner", "fathers_partner"})
_GROWN: Final = 18
_LEAST_SIGN: Final = 1.0
"""How much must say that somebody of whom nothing is known is a child; being named most says nothing by itself."""
_LEAST_TOLD: Final = 3
_FAR_MORE: Final = 2
"""How much more than anybody else somebody is told of who is taken for the child though another one is named first."""


class Subjects(NamedTuple):
    """How many are called the subject; whether no word says which child is, or only the telling does, or whether it is
    somebody grown up: a person is asked to look."""

    called: int
    is_doubtful: bool
    is_only_told: bool = False
    is_adult: bool = False


def settle_children(drafts: Sequence[Draft], by_mention: Sequence[int], text: str, places: Sequence[Range]) -> Subjects:
    """Gives the children their roles: the subject, and siblings; or `minor` to all where nothing says who is the subject."""
    children = [d for d in drafts if d.role in CHILDREN]
    called = [d for d in children if is_called_subject(d)]
    if not called and (headed := _headed(drafts, text, places)):
        called = headed
        children += [d for d in headed if d not in children]
    sure, is_by_word = called, bool(children)
    if not children:
        children, sure = _from_words(drafts, text, places)
    twins = [d for d in drafts if d.role == "twin"]
    if not children and len(twins) > 1:
        children = sure = twins[:1]
    victims = [d for d in children if any("害" in c.hit.word for c in d.claims)]
    subjects = (sure or victims or (_told(children, drafts, by_mention) if is_by_word else []))[:1]
    if not sure and not victims and _HAN.search(text) is None and not _is_labelled(subjects):
        free = [d for d in drafts if d.role in {"", "twin", *CHILDREN}]
        about = subject_latin(text, places, free)
        subjects = about or ([] if subjects and _is_rivalled(text, places, drafts, subjects) else subjects)
        children += [d for d in about if d not in children]
    if not children and not subjects and _HAN.search(text) is None:
        children = subjects = [d for d in drafts if d.role in _OF_CALLER] if sum(d.role in _OF_CALLER for d in drafts) == 1 else []
    unknown = [d for d in drafts if not d.role and not d.claims and score_latin(text, places, d) >= _LEAST_SIGN] if _HAN.search(text) is None else []
    told = [] if subjects else foremost(children, text, places, unknown)
    children += [d for d in told if d not in children]
    subjects = subjects or told
    doubtful = [] if subjects else children
    for draft in children:
        sex = roles()[draft.role].sex if draft.role in roles() else None
        draft.sex = sex or next((s for c in draft.claims if (s := _SEXED.get(c.hit.word.lower().split(" ")[-1]))), None) or draft.sex
        draft.role = "child" if draft in subjects else "sibling" if not doubtful and (is_by_word or _is_akin(draft, subjects)) else UNTOLD
    for draft in called[1:]:  # the younger sister is a subject child too
        draft.case_roles.add("child")
        draft.role = next((c.role for c in draft.claims if c.role in {"twin", "half_sibling", "step_sibling"}), draft.role)
    return Subjects(len(called), not subjects, bool(told))


def foremost(children: Sequence[Draft], text: str, places: Sequence[Range], others: Sequence[Draft] = ()) -> list[Draft]:
    """Of several children the one who is named first and told of more than any other, or as much, if an older one stands behind;
    else whoever is told of far more than anybody, among `others` too, of whom nothing is known.

    Who tells of children begins with the eldest or with the one that matters, so the eldest standing first says little unless the
    report goes on to speak of them most. How often it is right: `incognote eval relations` on the training sets.
    """
    if len(children) + len(others) < 2:  # one child alone: whoever they are the child of is told, or it may be anybody's
        return []
    everybody = [*children, *others]
    named = {id(d): len(d.mentions) + _called_so(d, children if d in children else everybody, text) for d in everybody}
    if len(children) > 1:
        first = min(children, key=lambda d: min(d.mentions, default=0))
        most = max(named[id(d)] for d in everybody if d is not first)
        is_out_of_turn = first.age is not None and any(d.age is not None and d.age > first.age for d in children)
        if named[id(first)] > most or (named[id(first)] == most and is_out_of_turn):
            return [first]
    told = {id(d): named[id(d)] + (score_latin(text, places, d) if _HAN.search(text) is None else 0.0) for d in everybody}
    ranked = sorted(everybody, key=lambda d: -told[id(d)])
    return ranked[:1] if told[id(ranked[0])] >= max(_LEAST_TOLD, told[id(ranked[1])] + _FAR_MORE) else []


def _called_so(draft: Draft, people: Sequence[Draft], text: str) -> int:
    """How often somebody is called the girl or the boy where nobody else may be meant."""
    sex = sex_of(draft)
    alone = sex is not None and not any(d is not draft and sex_of(d) in {None, sex} for d in people)
    return len(re.findall(rf"\b[Tt]he {'girl' if sex == 'F' else 'boy'}\b(?! [A-Z])", text)) if alone else 0


def _is_akin(draft: Draft, subjects: Sequence[Draft]) -> bool:
    """Whether somebody young bears the surname of the subject."""
    mine = {_surname(name) for name in draft.names} - {""}
    return any(mine & {_surname(name) for name in subject.names} for subject in subjects)


def _surname(name: str) -> str:
    parts = parts_of(name)
    return name[:1] if parts.han else parts.surname


def _is_labelled(subjects: Sequence[Draft]) -> bool:
    return any(_labels(c) for d in subjects for c in d.claims)


def _labels(claim: Claim) -> bool:
    """Whether a claim is a label or a cell that says "child"; a boy named in passing is none."""
    is_han = not claim.hit.word.isascii()
    return claim.role == "child" and claim.cost <= (_LABEL if is_han or claim.hit.word.lower() in _DECIDES else 0.0) and not claim.hit.of


def _is_rivalled(text: str, places: Sequence[Range], drafts: Sequence[Draft], subjects: Sequence[Draft]) -> bool:
    """Whether somebody else of whom nothing is known may as well be the one whom the report is about, where a word says of
    the subjects no more than that they are young or somebody's."""
    if any(c.hit.word.lower() in _DECIDES for d in subjects for c in d.claims):
        return False
    return any(d not in subjects and d.role in {"", *CHILDREN} and may_be_child(text, places, d) for d in drafts)


def is_called_subject(draft: Draft) -> bool:
    """Whether a word calls somebody the subject of the report: subject child, SC, child of concern."""
    return draft.given_role == "child" or any(c.role == "child" and is_subject_word(c.hit.word) for c in draft.claims)


def _headed(drafts: Sequence[Draft], text: str, places: Sequence[Range]) -> list[Draft]:
    """Who stands behind "Re:" at a line's start, unless another role is known of them."""
    found = [d for d in drafts if d.role in {"", *CHILDREN} and not d.is_staff and any(n < len(places) and _RE.search(text, max(0, places[n][0] - 16), places[n][0]) for n in d.mentions)]
    return found if all(d.age is None or d.age < _GROWN for d in found) else []


def _told(children: Sequence[Draft], drafts: Sequence[Draft], by_mention: Sequence[int]) -> list[Draft]:
    """The one child, the one of whom a label says so, or the one whose mother or father another is."""
    labelled = [d for d in children if any(_labels(c) and not PLURAL.search(c.hit.word.rstrip(" :")) for c in d.claims)]
    owners = Counter(by_mention[c.of] for d in drafts for c in d.claims if c.of >= 0 and c.hit.of != VIEW and c.role in _PARENTS)
    owning = [d for n, d in enumerate(drafts) if n in owners and any(d is c for c in children)]
    return next((list(found) for found in (children, labelled, owning) if len(found) == 1), [])


def _from_words(drafts: Sequence[Draft], text: str, places: Sequence[Range]) -> tuple[list[Draft], list[Draft]]:
    """Who may be the child where no word says of anybody "child", and those of whom that is sure."""
    free = [d for d in drafts if not d.role and not d.is_staff and not d.case_roles and (d.age is None or d.age < _GROWN)]
    told = [] if _HAN.search(text) is None else subject_han(text, places, free, drafts)
    if told:
        return list(told), list(told)
    return [d for d in free if d.age is not None and d.age < _GROWN], []
