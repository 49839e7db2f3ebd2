"""What the roles of a Chinese report say together: an adult who is the victim, the couple, brothers and sisters by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.link.kinship import compose
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.names.variants import parts_of

_VICTIM: Final = re.compile(r"被害|受害")
_VICTIMS_KIN: Final = re.compile("(?:被害人?|受害人|聲請人)[之的]")
_CHILD_WORD: Final = re.compile(r"案主|案童|個案|兒|童|學生|孩")
_COUPLE: Final = re.compile(r"家庭暴力|家暴|婚暴|親密關係|親密暴力|TIPVDA|保護令|夫妻|配偶")
_MARRIED: Final = re.compile(r"夫妻|配偶|丈夫|老公|妻子|案夫|案妻|案父|父親|爸爸")
_UNMARRIED: Final = re.compile(r"同居人|男友|女友")
_A_MOTHER: Final = re.compile(r"案母|母親|媽媽")
_HER_CHILD: Final = re.compile(r"(?:母親|案母|媽媽|母)[^。\n]{0,10}[他她]是我(?:的)?(?:大|小|親)?(?:兒子|女兒)")
_OWN: Final = re.compile(r"男友|女友|男朋友|女朋友|伴侶|案主男友|案主女友|同居人|案男友|案女友")
_TEENS: Final = 13
_GROWN: Final = 18


def settle_victims(drafts: Sequence[Draft], text: str) -> None:
    """Victims who are grown up, of a couple with children or beside a child who shares the family's name: parents, and
    the alleged person the other one."""
    victims = [d for d in drafts if d.role == "child" and not d.given_role and _is_victim_alone(d)]
    if not victims:
        return
    children = [d for d in drafts if d not in victims and d.role in {"child", "son", "daughter", *SIBLINGS}]
    alleged = [d for d in drafts if "alleged" in d.case_roles]
    if children and _COUPLE.search(text):
        theirs = {parts_of(d.names[0]).surname for d in alleged}
        grown = [d for d in victims if parts_of(d.names[0]).surname not in theirs or not theirs]
    elif len(victims) > 1 and _A_MOTHER.search(text) and not any(d.role == "mother" for d in drafts):
        own = {parts_of(d.names[0]).surname for d in (*victims, *alleged)}
        shared = {s for s in own if sum(parts_of(d.names[0]).surname == s for d in (*victims, *alleged)) > 1}
        grown = [d for d in victims if parts_of(d.names[0]).surname not in shared and sex_of(d) != "M"][:1]
        children = [d for d in victims if d not in grown]
    else:
        return
    for draft in alleged:
        if not draft.role and grown and _HER_CHILD.search(text):
            draft.role = "brother" if sex_of(draft) != "F" else "sister"
    for draft in grown:
        draft.role = "father" if sex_of(draft) == "M" else "mother"
    for draft in drafts:  # 被害人之姊 where the victim is the mother
        if draft.role in SIBLINGS and len(grown) == 1 and draft.claims and all(_VICTIMS_KIN.match(c.hit.word) for c in draft.claims):
            draft.role = compose(grown[0].role, draft.role)
    _settle_couple(grown, alleged, children, text)


def _is_victim_alone(draft: Draft) -> bool:
    """Whether nothing but the word victim says that somebody is a child."""
    words = [c.hit.word for c in draft.claims if c.role == "child"]
    return bool(words) and all(_VICTIM.search(w) and not _CHILD_WORD.search(w) for w in words) and (draft.age is None or draft.age >= _GROWN)


def _settle_couple(grown: Sequence[Draft], alleged: Sequence[Draft], children: Sequence[Draft], text: str) -> None:
    if len(grown) != 1 or len(alleged) != 1 or alleged[0] in grown or alleged[0].given_role:
        return
    other = alleged[0]
    if other.role not in {"", "husband", "wife", "partner"}:
        return
    surnames = {parts_of(d.names[0]).surname for d in children}
    mine = "father" if grown[0].role == "mother" else "mother"
    if parts_of(other.names[0]).surname in surnames and _MARRIED.search(text):
        other.role = mine
    elif _UNMARRIED.search(text):
        other.role = "mothers_partner" if mine == "father" else "fathers_partner"


def settle_spouses(drafts: Sequence[Draft]) -> None:
    """The husband of the mother, who is called nothing else, is the father: 案夫, 我先生."""
    if any(d.role == "father" for d in drafts):
        return
    mates = [d for d in drafts if d.role in {"mothers_partner", "husband"} and not d.given_role and d.claims and all(c.role in {"husband", "father"} and not c.hit.word.isascii() for c in d.claims)]
    if len(mates) == 1 and sex_of(mates[0]) != "F":
        mates[0].role = "father"


def offspring(drafts: Sequence[Draft]) -> dict[int, str]:
    """The grown-up sons and daughters of a subject who is grown up: those who stay that, and are no brothers."""
    subject = next((d for d in drafts if d.role == "child" and d.claims and (d.age or 0) >= _GROWN), None)
    return {n: d.role for n, d in enumerate(drafts) if subject is not None and d.role in {"son", "daughter"}}


def settle_own_partners(drafts: Sequence[Draft]) -> None:
    """The boyfriend of a subject in her teens, whom no word gives to her mother, is her own."""
    subject = next((d for d in drafts if d.role == "child"), None)
    if subject is None or (subject.age or 0) < _TEENS:
        return
    for draft in drafts:
        if draft.role in {"mothers_partner", "fathers_partner", "relative"} and not draft.given_role and draft.claims and all(_OWN.fullmatch(c.hit.word) for c in draft.claims):
            draft.role = "partner"


def settle_generation(drafts: Sequence[Draft]) -> None:
    """Those of whom nothing is said and who share surname and one character of the given name with the child, as the
    children of a family do: 謝宜蓁, 謝宜芳."""
    child = next((d for d in drafts if d.role == "child"), None)
    own = parts_of(child.names[0]) if child else None
    if own is None or not own.han or not own.surname or len(own.given[0] if own.given else "") != 2:
        return
    for draft in drafts:
        parts = parts_of(draft.names[0])
        if draft.role or draft.is_staff or draft.case_roles or draft.claims or parts.surname != own.surname or not parts.given or len(parts.given[0]) != 2:
            continue
        if sum(a == b for a, b in zip(parts.given[0], own.given[0], strict=True)) == 1:
            draft.role = "sibling"
