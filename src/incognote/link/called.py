"""Whom a part of a name, a short form or initials may mean among the people of a report."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import roles
from incognote.link.contrary import agrees, contradicts
from incognote.link.nicknamed import generation, is_called, plain
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.names.compare import canonical
from incognote.names.variants import (
    SHORTEST_SLIP,
    Parts,
    initials_of,
    is_given_name,
    is_short_for,
    is_slip,
    is_slip_in_full,
    is_turned,
    parts_of,
    slips,
    without_generation,
)

_GIVEN_TITLES: Final = frozenset({"Aunty", "Auntie", "Aunt", "Uncle", "Pop", "Nan", "Grandma", "Sr", "Pastor", "Fr", "Nurse", "Teacher"})
"""Titles that stand before given names too."""
_YOUNG: Final = SIBLINGS | {"child", "minor", "twin", "half_sibling", "step_sibling", "classmate"}
_AGED: Final = re.compile(r" ?[(,] ?(?:[mf](?:ale|emale)?,? ?)?(\d{1,2}) ?(yrs?|years?|yo?|mths?|months?|mo|/12|wks?|weeks?)(?![A-Za-z])", re.IGNORECASE)
_GROWN: Final = 18
_KIN_TITLES: Final = {"Aunty": "aunt", "Auntie": "aunt", "Aunt": "aunt", "Uncle": "uncle", "Nan": "grandmother", "Grandma": "grandmother", "Pop": "grandfather"}
_WITH_INITIAL: Final = re.compile(r"([A-Z][^\W\d_]{2,}) ([A-Z])\.?\Z")
MALE: Final = frozenset({"Mr", "Fr", "Uncle", "Pop"})
FEMALE: Final = frozenset({"Mrs", "Ms", "Miss", "Mdm", "Madam", "Aunty", "Auntie", "Aunt", "Nan", "Grandma"})
SERVING: Final = {"Dr": "doctor", "Prof": "doctor", "Sgt": "police", "Const": "police", "Constable": "police", "Officer": "police", "S/C": "police", "Det": "police",
                   "Fr": "clergy", "Pastor": "clergy", "Rev": "clergy", "Nurse": "nurse"}  # fmt: skip
_SEX_OR_KIN: Final = frozenset("男女父母叔伯姨姑嬸嫂舅")
OTHER: Final = re.compile(r"(?:second|other|another|different|wrong|too,) (?:girl |boy |child |one )?(?:called |named )?\Z", re.IGNORECASE)
_HAN_TITLE: Final = re.compile(r"(?:總醫師|住院醫師|主治醫師|醫師|醫生|護理師|社工師?|社工員|伯伯|阿姨|叔叔|爸爸|媽媽|太太|先生|小姐|女士|老師|警員|警官|巡官|巡佐|主任|奶奶|爺爺|阿嬤|阿公|伯母|督導|大哥|大姐|哥哥|姊姊|同學)\Z")
TITLE: Final = re.compile(r"(?<![A-Za-z])(Mr|Mrs|Ms|Miss|Mx|Mdm|Madam|Dr|Prof|Sgt|Const|Constable|Officer|S/C|Fr|Pastor|Rev|Sr|Nurse|Aunty|Auntie|Aunt|Uncle|Pop|Nan|Grandma|Teacher|Judge|Det)\.? ?\Z")


def is_full(name: str) -> bool:
    """Whether a name says surname and given name.

    >>> is_full("Brown, Aaron"), is_full("Mr Brown"), is_full("王大明"), is_full("王先生"), is_full("小宏")
    (True, False, True, False, False)
    """
    parts = parts_of(name)
    if parts.han:
        bare = re.sub(r"\s", "", name)
        is_short = (parts.given[:1] and parts.given[0] in _SEX_OR_KIN) or (len(bare) == 2 and bare[0] == bare[1])  # 黃男, 安安
        return (len(bare) > 1 and not is_short and bool(parts.given and parts.surname) and not _HAN_TITLE.search(bare) and bare[0] not in "小阿") or "·" in bare or "‧" in bare or len(bare) > 4
    return bool(parts.given and parts.surname) and len(parts.surname) > 1


def candidates(surface: str, drafts: Sequence[Draft], title: str, generation: str = "") -> list[int]:
    """Everybody whom a part of a name may mean, by index: of those called exactly so, else of those whom it fits as
    nearly; a title leaves out whom it cannot mean."""
    if "*" in surface:
        return [n for n, d in enumerate(drafts) if is_masked(surface, d.names[0])]
    allowed = [n for n, d in enumerate(drafts) if not parts_of(d.names[0]).han and _may_bear(d, title, generation)]
    known = [(n, parts_of(plain(drafts[n].names[0]))) for n in allowed]
    surface = without_generation(surface)
    led = _WITH_INITIAL.match(surface)
    if led:  # Tony K: the given name and how the surname begins
        first, letter = canonical(led[1]), led[2].lower()
        return [n for n, p in known if p.given[:1] == (first,) and p.surname[:1] == letter]
    parts = parts_of(surface)
    word = canonical(surface)
    if title and title not in _GIVEN_TITLES:
        by_surname = [n for n, p in known if word == p.surname or (not p.surname and (word,) == p.given)]
        if by_surname or title in SERVING:
            return by_surname
    exact = [n for n, p in known if is_called(word, drafts[n]) or (len(parts.given) > 1 and p.given[: len(parts.given)] == parts.given)]
    if exact:
        return exact
    near = [n for n, p in known if _is_near(word, parts.given, p)]
    if near:
        return near if len(near) > 1 else _unrivalled(word, near, known)
    dotted = surface.replace(".", "").replace(" ", "").lower()
    if 2 <= len(dotted) <= 3 and surface.upper() == surface:
        return [n for n in allowed if dotted in initials_of(plain(drafts[n].names[0]))]
    return []


def _may_bear(draft: Draft, title: str, generation: str) -> bool:
    """Whether a title may stand before somebody's name: Mr before no woman's, Mrs and Dr before no child's."""
    if generation and draft.generation not in {"", generation}:
        return False
    if not title:
        return True
    if title in MALE | FEMALE and sex_of(draft) not in {None, "M" if title in MALE else "F"}:
        return False
    if title in SERVING:
        return bool(draft.given_role) or draft.is_staff or _is_third(draft)
    return draft.role not in _YOUNG or title in {"Miss", "Ms", "Sr"}


def _is_kin(role: str) -> bool:
    known = roles().get(role)
    return known is not None and known.group in {"kin", "subject"}


def _serves(draft: Draft) -> bool:
    """Whether somebody is known to be there by their calling, and is no child nor kin."""
    known = roles().get(draft.role)
    return known is not None and (known.group == "staff" or (known.group == "third" and draft.role not in {"third_party", "witness", "friend", "carer", "neighbour"}))


def _is_near(word: str, words: Sequence[str], parts: Parts) -> bool:
    """Whether a word is a short form of a name's first given name or a slip of the pen; a second given name is somebody
    else's first one as likely: Andreas is not Nikolas Andreas."""
    first = parts.given[0] if parts.given else ""
    if first and is_short_for(word, first):
        return True
    if len(word) < SHORTEST_SLIP:
        return bool(first) and len(first) > 2 and not is_given_name(word) and is_turned(word, first)
    if any(is_slip(word, part) for part in (first, parts.surname) if part):
        return True
    joined = "".join(parts.given)
    return bool(first) and (is_slip_in_full(word, first) or is_turned(word, first) or (len(words) > 1 and is_slip("".join(words), joined)))


def _unrivalled(word: str, near: list[int], known: Sequence[tuple[int, Parts]]) -> list[int]:
    """`near`, with those from whose name the word is but one letter away too, though it be a name of its own: Jayde, of Jayden and Jade."""
    if len(word) < SHORTEST_SLIP:
        return near
    rivals = [n for n, p in known if n not in near and any(len(part) >= SHORTEST_SLIP and part[0] == word[0] and slips(word, part) == 1 for part in (*p.given[:1], p.surname) if part)]
    return sorted({*near, *rivals})


def is_masked(surface: str, name: str) -> bool:
    """Whether a name with stars for letters may be `name`.

    >>> is_masked("S*** H*******", "Suad Hosseini"), is_masked("S*** H***", "Suad Hosseini"), is_masked("A*** H*******", "Suad Hosseini")
    (True, False, False)
    """
    parts = parts_of(name)
    wholes = [*parts.given[:1], *filter(None, (parts.surname,))]
    words = surface.lower().split()
    return len(words) == len(wholes) and all(len(w) == len(whole) and all(a in {"*", b} for a, b in zip(w, whole, strict=True)) for w, whole in zip(words, wholes, strict=True))


def _is_third(draft: Draft) -> bool:
    return draft.role in {"doctor", "police", "clergy", "nurse", "psychologist", "notifier"}


def decided(
    text: str, span: Span, mine: list[int], drafts: Sequence[Draft], title: str, beside: Collection[str], before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    """`mine` narrowed by a title, the role word right beside it and a longer form in the same sentence; all where nothing tells."""
    told = {_KIN_TITLES[title]} if title in _KIN_TITLES else set(beside)
    if told:
        agreeing = [n for n in mine if any(agrees(role, drafts[n].role) for role in told)]
        mine = agreeing or [n for n in mine if not any(contradicts(role, drafts[n].role) or (_is_kin(role) and _serves(drafts[n])) for role in told)]
    if mine and (aged := _AGED.match(text, span.end, span.end + 24)) and (not aged[2].startswith("y") or int(aged[1]) < _GROWN):
        mine = [n for n in mine if not _serves(drafts[n])]
    if len(mine) < 2:
        return mine
    if title in {"Mr", "Mrs"}:
        sexed = [n for n in mine if sex_of(drafts[n]) is not None]
        mine = sexed if len(sexed) == 1 else mine
    if title in {"Ms", "Miss"}:
        grown = [n for n in mine if drafts[n].role not in _YOUNG]
        mine = grown if len(grown) == 1 else mine
    of_age = [n for n in mine if drafts[n].generation] if (elder := generation(text, span)) else []
    if elder == "junior" and not of_age:
        of_age = [n for n in mine if drafts[n].role in _YOUNG]
    mine = of_age if len(of_age) == 1 else mine
    if OTHER.search(text, max(0, span.start - 30), span.start):
        other = [n for n in mine if drafts[n].role not in {"child", "patient"}]
        mine = other if len(other) == 1 else mine
    if len(mine) < 2:
        return mine
    sentence = max(text.rfind(mark, 0, span.start) for mark in (". ", "\n", "。", "! ", "? "))
    named = {whose[at][0] for at, one in enumerate(before) if one.start >= sentence and len(whose[at]) == 1 and whose[at][0] in mine and is_full(text[one.start : one.end])}
    return list(named) if len(named) == 1 else mine
