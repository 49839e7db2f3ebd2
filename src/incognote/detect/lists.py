"""The detector `lists`: institutions of imported registers, however they are written.

A name with its class words in any writing counts; a name without them where it is more than a suburb's, or where the
words around say what stands there; initials where the words around say so. Without registers there is nothing to look
for. Further mentions of what is named in full are found by `resolve`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from incognote.detect.latin import abbreviations, is_listed
from incognote.document import Document, Span
from incognote.gazetteer.class_words import ending_behind
from incognote.gazetteer.kinds import FOUR_CLASSES, by_full
from incognote.gazetteer.registers import WORD, Listed, Registers
from incognote.gazetteer.short_forms import fold
from incognote.gazetteer.surroundings import label_around, stands_as_home
from incognote.names.eponyms import english
from incognote.text.view import View, view

SOURCE: Final = "lists"
_SURE: Final = 0.86
_BARE: Final = 0.75
_DOUBTED: Final = 0.6
_ENDS: Final = {
    "SCHOOL": ("PS", "HS", "SC", "AS", "SS"), "EARLYLEARN": ("ELC", "FDC", "CC", "K", "P"), "HOSPITAL": ("H", "WC", "MC", "HS"),
    "PRISON": ("CC", "P", "G", "DC", "TC", "RC", "JC"),
}  # fmt: skip
"""What initials of each class end with."""
_GOES_ON: Final = re.compile(r" (?!(?:ED|ICU|NICU|RN|SSO|OPD|CNC|GP|SW)(?![A-Za-z]))[A-Z][A-Za-z]")
"""A capitalised word behind a bare name makes it another name: Emu Hill Tyres."""
_SPOKEN_FOR: Final = 0.6
_GAPS: Final = frozenset((" ", "\n", " - ", ", ", " [", " (", " & ", "/"))
"""What may stand between two words of a name."""
_HAN: Final = re.compile("[\u3400-\u9fff]")
_SHORTEST_BARE: Final = 6
_MOST_READINGS: Final = 4

Detector = Callable[[Document], Iterator[Span]]
_Word = tuple[int, int, str]
_Found = tuple[int, int, str, float]


def detector(registers: Registers) -> Detector:
    """The detector for `registers`."""

    def detect(document: Document) -> Iterator[Span]:
        page = view(document.text)
        for start, end, label, score in (*_latin(page, registers), *_han(page, registers)):
            yield Span(*page.to_source(start, end), label, None, SOURCE, score)

    return detect


def _latin(page: View, registers: Registers) -> Iterator[_Found]:
    if not registers.cores:
        return
    text, lower = page.text, page.lower.replace("’", "'")
    words: list[_Word] = [(m.start(), m.end(), lower[m.start() : m.end()]) for m in WORD.finditer(text)]
    at = 0
    while at < len(words):
        start, end, _ = words[at]
        found = None
        if text[start].isupper() or text[start + 1 : start + 2].isupper():
            found = _named(text, words, at, registers) or _initials(text, start, end, registers)
        if found is None:
            at += 1
            continue
        yield found
        while at < len(words) and words[at][0] < found[1]:
            at += 1


def _named(text: str, words: list[_Word], at: int, registers: Registers) -> _Found | None:
    """The institution whose name begins with the word at `at`."""
    first = words[at][2]
    firsts = (first,) if first in registers.lengths else registers.mends(first) if _is_strange(first) else ()
    for one in firsts:
        for size in registers.lengths.get(one, ()):
            run = words[at : at + size]
            if len(run) < size or any(text[a[1] : b[0]] not in _GAPS for a, b in pairwise(run)):
                continue
            for core, is_mended in _readings([one, *(word for _, _, word in run[1:])], one != first, registers):
                listed = registers.cores[core]
                found = _judged(text, run[0][0], run[-1][1], core, listed, registers.places, is_mended)
                if found is not None:
                    return found
    return None


def _is_strange(word: str) -> bool:
    return word not in english() and not is_listed(word)


def _readings(words: list[str], is_mended: bool, registers: Registers) -> Iterator[tuple[str, bool]]:
    """The listed names that a run of words may be, with one slip in all of it."""
    core = " ".join(words)
    if core in registers.cores:
        yield core, is_mended
        return
    strange = [i for i, word in enumerate(words) if word not in registers.words]
    if is_mended or len(strange) != 1 or not _is_strange(words[strange[0]]):
        return
    for word in registers.mends(words[strange[0]])[:_MOST_READINGS]:
        core = " ".join([*words[: strange[0]], word, *words[strange[0] + 1 :]])
        if core in registers.cores:
            yield core, True


def _judged(
    text: str, start: int, end: int, core: str, listed: Listed, places: frozenset[str], is_mended: bool
) -> _Found | None:
    """What a listed own part of a name is where it stands: with class words behind, whole, or bare."""
    ending = ending_behind(text, end)
    if ending is not None:
        labels = [label for label in ending.labels if label in listed.labels]
        if not labels or (is_mended and ending.is_mended):
            return None  # another institution of that place
        if _GOES_ON.match(text, ending.end) and fold(text[end : ending.end]) not in by_full():
            return None  # Emu Hill Catholic Parish
        label = labels[0] if len(labels) == 1 else label_around(text, start, ending.end, labels)
        return start, ending.end, label or labels[-1], _SURE if label else _DOUBTED
    if not _is_own(core) or _GOES_ON.match(text, end) or stands_as_home(text, start, end):
        return None
    around = label_around(text, start, end, FOUR_CLASSES, least=_SPOKEN_FOR)
    if around is not None:
        return (start, end, around, _BARE) if around in listed.labels else None
    if len(listed.labels) > 1 or core in places or is_mended or " " not in core:
        return None  # nothing says that the place is meant as the institution
    return start, end, listed.labels[0], _SURE if listed.whole else _DOUBTED


def _is_own(core: str) -> bool:
    """Whether a name without class words may be told from everyday words and from a person's name."""
    words = core.split(" ")
    if len(words) == 1:
        return len(core) >= _SHORTEST_BARE and core not in english() and not is_listed(core)
    return not all(word in english() for word in words) and not all(is_listed(word) for word in words)


def _initials(text: str, start: int, end: int, registers: Registers) -> _Found | None:
    """Initials that end as those of their class do, where the words around say the class: CRPS, RNCH, WRELC."""
    letters = text[start:end]
    labels = registers.initials.get(letters)
    if not labels or letters.lower() in english() or letters in abbreviations() or letters.lower() in abbreviations():
        return None
    around = label_around(text, start, end, FOUR_CLASSES, least=_SPOKEN_FOR)
    if around not in labels or not letters.endswith(_ENDS[around]):
        return None
    return start, end, around, _BARE


def _han(page: View, registers: Registers) -> Iterator[_Found]:
    if not len(registers.han) or not _HAN.search(page.text):
        return
    text, last = page.text, -1
    for start, end, labels in registers.han.find(page.lower):
        if start < last:
            continue
        sure = [label for label, is_sure in labels.items() if is_sure]
        if sure:
            label = sure[0] if len(sure) == 1 else label_around(text, start, end, sure) or sure[0]
        else:
            said = label_around(text, start, end, FOUR_CLASSES, least=_SPOKEN_FOR)
            if said is None or said not in labels or stands_as_home(text, start, end):
                continue
            label = said
        last = end
        yield start, end, label, _SURE if sure else _BARE
