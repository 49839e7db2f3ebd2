"""The truth and an answer laid on their note: what is wanted, what is free, what was said and where.

Free ground is annotated and not scored: what masks it is neither right nor a false alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.predictions import Answer, places
from incognote.lab.evaluate.titled import PEOPLE, titled
from incognote.labels import LABELS

LabelMap = Callable[[str], str | None]
"""Our label to the scheme's; None where the scheme has no such type: neither missed nor a false alarm."""
Flags = NDArray[np.bool_]
"""A flag a character."""
UNSAID: Final = ""
"""The class of a string that came without a label: it is scored, and never typed right."""
Place = tuple[int, int]


class Wanted(NamedTuple):
    """One gold span as it is scored: a name of one character with its title has several places (rule N3)."""

    span: GoldSpan
    label: str
    needed: Place
    places: tuple[Place, ...]
    strings: frozenset[str]

    def __repr__(self) -> str:
        return f"Wanted({self.needed[0]}, {self.needed[1]})"


class Truth(NamedTuple):
    """What is wanted of a note. Flags: letters and digits; wanted ones; free ground; titles beside one character."""

    wanted: tuple[Wanted, ...]
    core: Flags
    under: Flags
    free: Flags
    beside: Flags
    one_writing: Mapping[str, str]
    """Each other writing of a wanted string, and the string."""
    free_strings: frozenset[str]

    def __repr__(self) -> str:
        return f"Truth({len(self.wanted)} wanted)"


class Said(NamedTuple):
    """What was said of a note."""

    strings: frozenset[str]
    """All of it, whatever its label: what catches a string."""
    told: frozenset[str]
    """What is scored for precision."""
    masked: Flags
    """Under any span, whatever its label."""
    classes: Mapping[Place, str]
    """The class of each scored place."""

    def __repr__(self) -> str:
        return f"Said({len(self.strings)} strings, {len(self.classes)} places)"


def truth_of(note: GoldNote, to: LabelMap, ignored: frozenset[str]) -> Truth:
    """What is wanted of `note` in the scheme of `to`."""
    text = note.text
    wanted, free_spans = [], []
    for span in note.spans:
        label = None if span.label in ignored else to(span.label)
        if label is None:
            free_spans.append(span)
        else:
            wanted.append(_wanted(text, span, label))
    under = flags((w.needed for w in wanted), len(text))
    beside = flags((place for w in wanted if len(w.places) > 1 for place in w.places), len(text)) & ~under
    own = {text[w.span.start : w.span.end] for w in wanted}
    writings = {other: text[w.span.start : w.span.end] for w in wanted for other in w.strings if other not in own}
    core = np.fromiter((c.isalnum() for c in text), dtype=bool, count=len(text))
    free = flags(((s.start, s.end) for s in free_spans), len(text))
    return Truth(tuple(wanted), core, under, free, beside, writings, frozenset(text[s.start : s.end] for s in free_spans) - own)


def _wanted(text: str, span: GoldSpan, label: str) -> Wanted:
    found = titled(text, span.start, span.end) if span.label in PEOPLE else None
    at = (span.start, span.end)
    needed, where = (found.core, found.places) if found is not None else (at, (at,))
    return Wanted(span, label, needed, where, frozenset(text[start:end] for start, end in where))


def said_of(text: str, answer: Answer, to: LabelMap, ignored: frozenset[str]) -> Said:
    """What `answer` says of `text` in the scheme of `to`."""
    masked = np.zeros(len(text), dtype=bool)
    classes: dict[Place, str] = {}
    told = set()
    for p in answer.spans:
        label = _scored_as(p.label, to, ignored)
        for start, end in places(p, text):
            masked[start:end] = True
            if label is not None:
                classes[start, end] = label
        if label is not None:
            told.add(p.text)
    return Said(frozenset(p.text for p in answer.spans), frozenset(told), masked, classes)


def _scored_as(label: str, to: LabelMap, ignored: frozenset[str]) -> str | None:
    """The class of a predicted label; a word that neither we nor the scheme know is scored as one without a label."""
    if label in ignored:
        return None
    return to(label) if label in LABELS else to(label) or UNSAID


def flags(of: Iterable[Place], length: int) -> Flags:
    """A flag a character: in one of the places."""
    marked = np.zeros(length, dtype=bool)
    for start, end in of:
        marked[start:end] = True
    return marked
