"""Whom a part of a name, a short form or initials may mean among the people of a report."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import roles
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.names.compare import canonical
from incognote.names.variants import (
    Parts,
    initials_of,
    is_short_for,
    is_slip,
    is_slip_in_full,
    is_turned,
    parts_of,
)

_GIVEN_TITLES: Final = frozenset({"Aunty", "Auntie", "Aunt", "Uncle", "Pop", "Nan", "Grandma", "Sr", "Pastor", "Fr", "Nurse", "Teacher"})
"""Titles that stand before given names too."""
_YOUNG: Final = SIBLINGS | {"child", "twin", "half_sibling", "step_sibling", "classmate"}
MALE: Final = frozenset({"Mr", "Fr", "Uncle", "Pop"})
FEMALE: Final = frozenset({"Mrs", "Ms", "Miss", "Aunty", "Auntie", "Aunt", "Nan", "Grandma"})
SERVING: Final = {"Dr": "doctor", "Prof": "doctor", "Sgt": "police", "Const": "police", "Constable": "police", "Officer": "police", "S/C": "police", "Det": "police",
                   "Fr": "clergy", "Pastor": "clergy", "Rev": "clergy", "Nurse": "nurse"}  # fmt: skip
OTHER: Final = re.compile(r"(?:second|other|another|different|wrong|too,) (?:girl |boy |child |one )?(?:called |named )?\Z", re.IGNORECASE)
_HAN_TITLE: Final = re.compile(r"(?:總醫師|住院醫師|主治醫師|醫師|醫生|護理師|社工師?|社工員|伯伯|阿姨|叔叔|爸爸|媽媽|太太|先生|小姐|女士|老師|警員|警官|巡官|巡佐|主任|奶奶|爺爺|阿嬤|阿公|伯母|督導|大哥|大姐|哥哥|姊姊|同學)\Z")
TITLE: Final = re.compile(r"(?<![A-Za-z])(Mr|Mrs|Ms|Miss|Dr|Prof|Sgt|Const|Constable|Officer|S/C|Fr|Pastor|Rev|Sr|Nurse|Aunty|Auntie|Aunt|Uncle|Pop|Nan|Grandma|Teacher|Judge|Det)\.? ?\Z")


def is_full(name: str) -> bool:
    """Whether a name says surname and given name.

    >>> is_full("Brown, Aaron"), is_full("Mr Brown"), is_full("王大明"), is_full("王先生"), is_full("小宏")
    (True, False, True, False, False)
    """
    parts = parts_of(name)
    if parts.han:
        bare = re.sub(r"\s", "", name)
        return (len(bare) > 1 and bool(parts.given and parts.surname) and not _HAN_TITLE.search(bare) and bare[0] not in "小阿") or "·" in bare or "‧" in bare or len(bare) > 4
    return bool(parts.given and parts.surname) and len(parts.surname) > 1


def candidates(surface: str, drafts: Sequence[Draft], title: str) -> list[int]:
    parts = parts_of(surface)
    everybody = list(enumerate(drafts))
    if "*" in surface:
        return [n for n, d in enumerate(drafts) if is_masked(surface, d.names[0])]
    word = canonical(surface)
    words = parts.given or (word,)
    known = [(n, parts_of(d.names[0])) for n, d in everybody]
    surname_only = bool(title) and title not in _GIVEN_TITLES
    tests: tuple[Callable[[Parts], bool], ...] = (
        lambda p: not surname_only and p.given[:1] == (words[0],) and (len(words) == 1 or p.given[: len(words)] == words),
        lambda p: not surname_only and "".join(p.given) == word,
        lambda p: word == p.surname or (not p.surname and (word,) == p.given),
        lambda p: word in p.given,
        lambda p: bool(p.given) and is_short_for(word, p.given[0]),
        lambda p: any(is_slip(word, part) for part in (*p.given[:1], *filter(None, (p.surname,)))),
        lambda p: bool(p.given) and (is_slip_in_full(word, p.given[0]) or (len(words) > 1 and is_slip("".join(words), "".join(p.given))) or (len(word) > 2 and is_turned(word, p.given[0]))),
    )
    if title in SERVING:
        tests = tests[2:3]
    for test in tests:
        found = [n for n, p in known if not p.han and test(p)]
        if title in {"Mr", "Mrs"}:
            found = [n for n in found if drafts[n].role not in _YOUNG]
        if title in SERVING:
            found = [n for n in found if drafts[n].given_role or drafts[n].is_staff or _is_third(drafts[n])]
        if found:
            return found
    dotted = surface.replace(".", "").replace(" ", "").lower()
    if 2 <= len(dotted) <= 3 and surface.upper() == surface:
        return [n for n, d in everybody if dotted in initials_of(d.names[0])]
    return []


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
    text: str, span: Span, mine: list[int], drafts: Sequence[Draft], title: str, before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    """`mine` narrowed by title, role word beside it and who was named last; all of them where nothing tells."""
    if title in MALE | FEMALE:
        sex = "M" if title in MALE else "F"
        fitting = [n for n in mine if sex_of(drafts[n]) == sex and drafts[n].role not in _YOUNG] or [n for n in mine if sex_of(drafts[n]) in {sex, None}]
        mine = fitting or mine
    elif not title and len(mine) > 1:  # a surname alone is a grown-up's
        word = canonical(text[span.start : span.end])
        grown = [n for n in mine if drafts[n].role not in _YOUNG]
        mine = grown if grown and all(parts_of(drafts[n].names[0]).surname == word for n in mine) else mine
    if len(mine) > 1 and OTHER.search(text, max(0, span.start - 30), span.start):
        other = [n for n in mine if drafts[n].role not in {"child", "patient"}]
        mine = other if len(other) == 1 else mine
    elif len(mine) > 1:
        family = [n for n in mine if _is_family_member(drafts[n])]
        mine = family if len(family) == 1 else mine
    if len(mine) < 2:
        return mine
    sentence = max(text.rfind(mark, 0, span.start) for mark in (". ", "\n", "。", "! ", "? "))
    for at in range(len(before) - 1, -1, -1):
        if before[at].start < sentence:
            break
        if len(whose[at]) == 1 and whose[at][0] in mine and is_full(text[before[at].start : before[at].end]):
            return [whose[at][0]]
    return mine


def _is_family_member(draft: Draft) -> bool:
    """Whether somebody is the child or kin: a part of a name alone means them, not a namesake named once in full."""
    known = roles().get(draft.role)
    return known is not None and known.group in {"kin", "subject"}
