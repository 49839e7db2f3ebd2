"""The labels that people use, our 33 or the four of the paper, and what they mean to the tagger and back.

In the four, each label is one class and what carries none of them is outside, as in the study: a class that nobody
labels would make the tagger doubt what nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from incognote.detect.subtypes import subtype
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.train.schemes import CLASS_OF, FOUR, SCHEMES
from incognote.lab.train.sources import Labelled
from incognote.labels import LABELS

ALL_LABELS: Final = frozenset(LABELS) | frozenset(FOUR)
_FOUR_OF: Final = {name: label for label, name in CLASS_OF.items()}


def scheme_of(labels: Iterable[str]) -> str:
    """`ours` or `four`; a file that holds no label of the four alone is ours.

    >>> scheme_of(["ORG", "PER"]), scheme_of(["ORG", "NAME"]), scheme_of([])
    ('four', 'ours', 'ours')
    """
    return "four" if set(labels) - set(LABELS) else "ours"


def labels_of(scheme: str) -> tuple[str, ...]:
    """The labels that a person may write."""
    return FOUR if scheme == "four" else tuple(LABELS)


def for_training(note: GoldNote, scheme: str) -> Labelled:
    """The note in classes of the tagger; all of it is labelled."""
    if scheme == "four":
        return Labelled(note.text, tuple((s.start, s.end, (CLASS_OF[s.label],)) for s in note.spans), ())
    classes = SCHEMES["ours"].classes
    return Labelled(note.text, tuple((s.start, s.end, classes[s.label]) for s in note.spans), ())


def label_of(text: str, place: tuple[int, int], name: str, *, scheme: str) -> tuple[str, str | None] | None:
    """Label and kind for a class of the tagger; None where the scheme has no label for it."""
    if scheme == "four":
        return (_FOUR_OF[name], None) if name in _FOUR_OF else None
    return subtype(text, place, name)
