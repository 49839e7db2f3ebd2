"""The output as the shapes read it: folded, with what our edits wrote blanked out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.labels import LABELS, NUMBER_LABELS, OUR_MARKS, PERSON_LABELS, SCRIPTS, exact_old_age, mark
from incognote.text.view import View, view
from incognote.verify import cues

Ranges = Sequence[tuple[int, int]]
NUMBER, PERSON, OTHER = "\ue000", "\ue001", "\ue002"  # private use: neither letters nor digits nor blanks
FILLERS: Final = NUMBER + PERSON + OTHER
_SERIAL: Final = re.compile(r"-\d{4,}(?![0-9A-Za-z])")


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
    bare = text.strip()
    if bare[:1] == "[":
        return bare in _marks() or OUR_MARKS.fullmatch(bare) is not None
    return any((start, end) == (0, len(bare)) for start, end in codes(bare))


@lru_cache(maxsize=1024)
def _filler(content: str) -> tuple[str, bool]:
    """What a written text is blanked with, and whether it is exactly a mark, a header line or a code."""
    filler = _marks().get(content)
    if filler is not None:
        return filler, True
    return NUMBER if "-" in content and any(codes(content)) else OTHER, is_our_text(content)


def codes(text: str) -> Iterator[tuple[int, int]]:
    """Codes of ours: one to eight capitals, a dash, four digits or more.

    >>> list(codes("見 PT-0001，PT-12"))
    [(2, 9)]
    """
    for serial in _SERIAL.finditer(text):
        start = serial.start()
        while start and serial.start() - start < 9 and "A" <= text[start - 1] <= "Z":
            start -= 1
        size = serial.start() - start
        if 1 <= size <= 8 and not (start and text[start - 1].isascii() and text[start - 1].isalnum()):
            yield start, serial.end()


def _prefixes(text: str, written: Ranges, marks: Sequence[re.Match[str]]) -> set[str]:
    """The prefixes of codes that are ours: in what was written, and in header lines of an earlier run."""
    shown = {part for start, end in written if "-" in (part := text[start:end])}
    shown |= {found["header"] for found in marks if found["header"]}
    return {"PT"}.union(*map(_code_prefixes, shown))


@lru_cache(maxsize=1024)
def _code_prefixes(text: str) -> frozenset[str]:
    return frozenset(text[start:end].partition("-")[0] for start, end in codes(text))


def _blank(text: str, written: Ranges, kept: Ranges) -> tuple[str, bool]:
    """`text` with everything of ours blanked, and whether nothing but marks and codes in `written` was."""
    kinds = _marks()
    marks = list(OUR_MARKS.finditer(text))
    inside = set(written)
    ours = [(*place, kinds.get(found[0], OTHER)) for found in marks for place in _mine(found) if place not in inside]
    ours += [(start, end, OTHER) for start, end in kept]
    whole = not kept
    for start, end in written:
        filler, is_ours = _filler(text[start:end])
        whole = whole and is_ours
        ours.append((start, end, filler))
    if "-" in text:
        prefixes = _prefixes(text, written, marks)
        for found in marks:
            if found["header"]:
                inside |= {(found.start() + low, found.start() + high) for low, high in codes(found[0])}
        for start, end in codes(text):
            if text[start:end].partition("-")[0] in prefixes:
                ours.append((start, end, NUMBER))
                whole = whole and (start, end) in inside
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
