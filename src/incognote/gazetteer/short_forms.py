"""How the name of an institution is written when it is not written in full, and whether two writings are one slip apart.

>>> sorted(short_forms("Corella Waters Public School"))[:4]
['corella waters', 'corella waters ps', 'corella waters pub school', 'corella waters public']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from incognote.gazetteer.kinds import Kind, by_full, labels_of, split

_JOINING: Final = frozenset(("and", "&", "of", "the", "for", "at", "de", "la"))
LED: Final = ("royal ", "the ", "queen's ")
"""Words that a Latin name may be written without, at its front."""
_OWNERS: Final = (
    "法務部矯正署", "衛生福利部", "行政院衛生署", "國立", "国立", "市立", "縣立", "县立", "私立", "公立", "準公共", "財團法人", "社團法人", "醫療財團法人", "醫療社團法人", "天主教", "基督教", "佛教", "國防部",
)  # fmt: skip
_COUNTY: Final = re.compile(r"(?:台北|臺北|新北|桃園|台中|臺中|台南|臺南|高雄|基隆|新竹|嘉義|苗栗|彰化|南投|雲林|屏東|宜蘭|花蓮|台東|臺東|澎湖|金門|連江)[市縣](?:私立|市立|縣立|立)?|[\u4e00-\u9fff]{2}[縣市](?:私立|市立|縣立|立)")
_DISTRICT: Final = frozenset("區区鄉乡鎮镇市縣县村里")
_MINISTRY: Final = frozenset(("衛生福利部", "行政院衛生署"))
_INITIALS_FROM: Final = 4
"""Fewer letters are an abbreviation of anything, but for a letter before a known one: MHS."""
SHORTEST_SLIP: Final = 7
"""A shorter writing one slip away is another word."""
_SPACES: Final = re.compile(r"\s+")


def fold(name: str) -> str:
    """A name in lower case with straight apostrophes and single blanks.

    >>> fold("Women’s  and CHILDREN’S")
    "women's and children's"
    """
    return _SPACES.sub(" ", name.replace("’", "'")).strip().lower()


@lru_cache(maxsize=4096)
def short_forms(name: str) -> Mapping[str, bool]:
    """The folded writings of `name`, itself among them -> whether one stands for it without anything else.

    What is left without class words (青禾, wallaby rise) may be a place or a person too: False. Initials are
    not among them, see `initials`.
    """
    folded = fold(name)
    return _han_forms(folded) if not folded.isascii() else _latin_forms(folded)


def _latin_forms(folded: str) -> dict[str, bool]:
    own, ending = split(folded)
    found = {folded: True}
    if not own:
        return found
    owns = [own] + [own.removeprefix(led) for led in LED if own.startswith(led) and " " in own.removeprefix(led)]
    for core in owns:
        found |= {f"{core} {writing}": True for writing in _writings(ending)}
        letters = "".join(word[0] for word in core.split(" ") if word not in _JOINING)
        if len(letters) > 1:
            found |= {f"{letters} {writing}": True for writing in _writings(ending) if len(writing) > 3}
    for core in owns:
        if core not in found and ending:
            found[core] = False
    return found


def _writings(ending: str) -> list[str]:
    """A class word with its short writings; one of several words also without its last or its middle ones."""
    if not ending:
        return []
    kind = by_full().get(ending)
    words = ending.split(" ")
    found = [ending, *(kind.short if kind else ())]
    if len(words) > 1 and words[-1] not in {"care"}:
        found += [" ".join(words[:-1]), words[-1]]
    return found


def _han_forms(folded: str) -> dict[str, bool]:
    found = {folded: True}
    rest, is_ministry = _without_owners(folded)
    own, ending = split(rest)
    if len(own) < 2 or not ending:
        if len(own) > 2 and not ending:
            found[rest] = True
        return found
    kind = by_full().get(ending) or Kind("", ending, ())
    for writing in (ending, *kind.short):
        found[own + writing] = True
    if is_ministry:
        found |= {f"部立{own}": True, f"署立{own}": True, f"部立{own}{ending}": True}
    if ending.endswith("醫院"):
        found[f"{own}醫院"] = True
        found[f"{own}醫"] = True
    if own[-1] not in _DISTRICT:
        found.setdefault(own, False)
    return found


def _without_owners(name: str) -> tuple[str, bool]:
    """A name without who runs it: 法務部矯正署, 衛生福利部, 國立, 臺北市立."""
    is_ministry = False
    for _ in range(4):
        county = _COUNTY.match(name)
        owner = next((o for o in _OWNERS if name.startswith(o)), county[0] if county else "")
        if not owner or len(name) - len(owner) < 3:
            break
        is_ministry = is_ministry or owner in _MINISTRY
        name = name[len(owner) :]
    return name, is_ministry


def initials(name: str) -> str:
    """The first letters of a Latin name, its last word whole where that is an abbreviation; empty where too few.

    >>> initials("Royal Numbat Crossing Hospital"), initials("Wattle Plains Women's and Children's"), initials("Emu Hill ELC")
    ('RNCH', 'WPWC', 'EHELC')
    """
    words = [word for word in re.split(r"[\s-]+", name.strip()) if word[:1].isalnum() and word.lower() not in _JOINING]
    if len(words) < 2 or not name.isascii():
        return ""
    last = words[-1] if words[-1].isupper() and len(words[-1]) > 1 else words[-1][0]
    letters = ("".join(word[0] for word in words[:-1]) + last).upper()
    kind = by_full().get(split(fold(name))[1])
    is_enough = len(letters) >= _INITIALS_FROM or (len(letters) > 2 and kind is not None and letters[1:].lower() in kind.short)
    return letters if is_enough and letters.isalpha() else ""


def has_kind(name: str) -> bool:
    """Whether a name is written with a class word and something of its own.

    >>> has_kind("Emu Hill ELC"), has_kind("Emu Hill"), has_kind("Primary School")
    (True, False, False)
    """
    own, ending = split(fold(name))
    return bool(own and ending and ending in labels_of())
