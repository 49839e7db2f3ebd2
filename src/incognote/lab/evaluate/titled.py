"""Rule N3: a name of one Han character and its title, with the title in or out (catalogue 7.3, 7.9).

Guidelines differ on whether the title of 陳先生 is part of the name. Both are accepted, in the gold and in what a
system says: the name is the one character, and the title beside it is neither wanted nor masked for nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from incognote.labels import PERSON_LABELS
from incognote.names.cues import words
from incognote.names.tables import SURNAMES, to_base

PEOPLE: Final = PERSON_LABELS | {"PER"}
"""Labels of the gold that may hold such a name: ours, and that of the four classes."""
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_AFFIXES: Final = frozenset("老小")
"""They stand before a surname, as titles do; before other characters they make a nickname (小玲)."""
_RANKS: Final = ("dr", "dr.", "vs", "cr", "np", "pgy", "pgy1", "pgy2", "r", "r1", "r2", "r3", "r4", "r5", "r6", "f1", "f2", "int", "clerk")
_SHORT: Final = ("師", "师", "師弟", "师弟", "工", "p", "ot", "pt", "st", "n")
_NO_TITLES: Final = frozenset({"仔"})
"""翔仔 is a nickname of somebody's given name."""
_LONGEST: Final = 8


class Titled(NamedTuple):
    """Where the one character stands, and every place that the name with a title may have."""

    core: tuple[int, int]
    places: tuple[tuple[int, int], ...]


@cache
def _titles() -> frozenset[str]:
    listed = (w for name in ("title_staff", "title_person", "title_third_party") for w in words(name))
    return frozenset((*listed, *_RANKS, *_SHORT)) - _NO_TITLES


def titled(text: str, start: int, end: int) -> Titled | None:
    """The name at `start`-`end` if it is one Han character, alone or with a title or affix; else None.

    >>> titled("由陳先生陪同", 1, 4).places
    ((1, 2), (1, 4))
    >>> titled("刀助許 主任到", 2, 3).places, titled("由王小明陪同", 1, 4)
    (((2, 3), (2, 6)), None)
    """
    core = _core(text, start, end)
    if core is None:
        return None
    places = {(core, core + 1), (start, end)}
    for after in range(core + 2, min(len(text), core + 1 + _LONGEST + 1) + 1):
        if _is_title(text[core + 1 : after], blank_at=0):
            places.add((core, after))
    for before in range(max(0, core - _LONGEST - 1), core):
        if _is_title(text[before:core], blank_at=-1, name=text[core]):
            places.add((before, core + 1))
    return Titled((core, core + 1), tuple(sorted(places)))


def _core(text: str, start: int, end: int) -> int | None:
    """Where in the span the one character is."""
    if end - start == 1:
        return start if _HAN.match(text, start) else None
    if end - start > _LONGEST + 2:
        return None
    least = 2 if text[start] in _AFFIXES else 1  # 老師 is no Mr 老
    if _HAN.match(text, start) and end - start > least and _is_title(text[start + 1 : end], blank_at=0):
        return start
    if _HAN.match(text, end - 1) and _is_title(text[start : end - 1], blank_at=-1, name=text[end - 1]):
        return end - 1
    return None


def _is_title(part: str, *, blank_at: int, name: str = "") -> bool:
    """Whether `part` is a title, one blank between it and the name allowed; before `name` an affix is one too."""
    word = part[1:] if blank_at == 0 and part[:1] == " " else part[:-1] if blank_at and part[-1:] == " " else part
    if name and word in _AFFIXES:
        return word is part and name.translate(to_base()) in SURNAMES
    if name and len(word) == 1 and _HAN.match(word):
        return False  # 女, 男, 母: before a character they are what somebody is, or part of a name
    return word.lower() in _titles()
