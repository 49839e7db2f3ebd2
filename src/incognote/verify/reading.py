"""The output as the shapes read it: folded, with what our edits wrote blanked out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.labels import LABELS, NUMBER_LABELS, OUR_MARKS, PERSON_LABELS, SCRIPTS, exact_old_age, mark
from incognote.text.view import View, view
from incognote.verify import cues

Ranges = Sequence[tuple[int, int]]
NUMBER, PERSON, OTHER = "\ue000", "\ue001", "\ue002"  # private use: neither letters nor digits nor blanks
FILLERS: Final = NUMBER + PERSON + OTHER
_CODE: Final = re.compile(r"[A-Z](?<![A-Za-z0-9].)[A-Z]{0,7}-\d{4,}(?![0-9A-Za-z])")


# Four digits or more, joined by up to two separators: numbers are looked for in these clusters only.
_CLUSTER: Final = re.compile(r"\d(?:[ \-./()\n]{0,2}\d){3,}")


class Reading(NamedTuple):
    """`text` is folded, blanked and as long as the view; `cues` are the places of all cue words in it.

    `is_cleared`: nothing was blanked but marks and codes, so known values can be looked for in it too.
    """

    text: str
    lower: str
    view: View
    cues: cues.Cues
    is_cleared: bool
    clusters: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"Reading({len(self.text)} characters)"


@cache
def _marks() -> dict[str, str]:
    kinds: dict[str, str] = {}
    for name in LABELS:
        filler = NUMBER if name in NUMBER_LABELS else PERSON if name in PERSON_LABELS else OTHER
        kinds |= {mark(name, script): filler for script in SCRIPTS}
    return kinds


def is_our_text(text: str) -> bool:
    """Whether a written text is exactly one of our marks, a header line, or a code."""
    return _said(text).is_ours


class _Said(NamedTuple):
    """A written text: what it is blanked with, whether it is exactly a mark, a header line or a code, and the
    prefixes of the codes in it."""

    filler: str
    is_ours: bool
    prefixes: frozenset[str]

    def __repr__(self) -> str:
        return f"Said(is_ours={self.is_ours})"


@lru_cache(maxsize=1024)
def _said(content: str) -> _Said:
    bare = content.strip()
    places = codes(content)
    if bare[:1] == "[":
        is_ours = bare in _marks() or OUR_MARKS.fullmatch(bare) is not None
    else:
        low = content.find(bare)
        is_ours = (low, low + len(bare)) in places
    filler = _marks().get(content) or (NUMBER if places else OTHER)
    return _Said(filler, is_ours, frozenset([content[start:end].partition("-")[0] for start, end in places]))


def codes(text: str) -> list[tuple[int, int]]:
    """Codes of ours: one to eight capitals, a dash, four digits or more.

    >>> codes("見 PT-0001，PT-12")
    [(2, 9)]
    """
    return [found.span() for found in _CODE.finditer(text)]


def _blank(text: str, written: Ranges, kept: Ranges) -> tuple[str, bool]:
    """`text` with everything of ours blanked, and whether nothing but marks and codes in `written` was."""
    kinds, inside = _marks(), set(written)
    ours = [(start, end, OTHER) for start, end in kept]
    whole = not kept
    prefixes = {"PT"}
    for start, end in written:
        filler, is_ours, told = _said(text[start:end])
        whole = whole and is_ours
        prefixes |= told
        ours.append((start, end, filler))
    for found in OUR_MARKS.finditer(text):
        if found.span() not in inside:
            ours += [(*place, kinds.get(found[0], OTHER)) for place in _mine(found)]
        if found["header"]:  # of this run or of an earlier one
            shown = codes(found[0])
            prefixes |= {found[0][low:high].partition("-")[0] for low, high in shown}
            inside |= {(found.start() + low, found.start() + high) for low, high in shown}
    for start, end in codes(text) if "-" in text else ():
        if (start, end) not in inside and text[start:end].partition("-")[0] in prefixes:
            ours.append((start, end, NUMBER))
            whole = False
    return _filled(text, sorted(ours)), whole


def _mine(found: re.Match[str]) -> list[tuple[int, int]]:
    """What a mark covers: all of it but an exact age that may not be told, which is no mark of ours."""
    age = exact_old_age(found[0])
    if age is None:
        return [found.span()]
    return [(found.start(), found.start() + age.start), (found.start() + age.end, found.end())]


def _filled(text: str, ours: Sequence[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    position = 0
    for start, end, filler in ours:
        if end <= position:
            continue
        start = max(start, position)
        body = end
        while body > start and text[body - 1] in "\r\n":
            body -= 1
        pieces += (text[position:start], filler * (body - start), text[body:end])
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def read(text: str, written: Ranges, kept: Ranges = ()) -> Reading:
    """The reading of an output; written and kept ranges are half-open code-point ranges of `text`."""
    blanked, whole = _blank(text, written, kept)
    seen = view(blanked)
    clusters = tuple(found.span() for found in _CLUSTER.finditer(seen.text))
    return Reading(seen.text, seen.lower, seen, cues.find(seen.lower), whole, clusters)
