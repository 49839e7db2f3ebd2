"""Measures: what was caught, what was left, what was masked for nothing, counted note by note.

String recall, unique precision, clean notes and valid JSON are the article's definitions, exactly: a gold span
is caught when its text is in the set of the note's predicted strings, whatever label or place. Offset recall is
the one that corresponds to leakage: every letter and digit of the span is covered. Definitions: catalogue 7.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.intervals import Counts
from incognote.lab.evaluate.predictions import Answer, Answers, places
from incognote.labels import LABELS

LabelMap = Callable[[str], str | None]
"""Our label to the scheme's; None where the scheme has no such type: neither missed nor a false alarm."""


class Caught(NamedTuple):
    """What became of one gold span."""

    note: int
    span: GoldSpan
    by_string: bool
    covered: bool
    exact: bool
    typed: bool


@dataclass(frozen=True, slots=True)
class Score:
    """The counts of one system on one set, one row a note, and the fate of every gold span.

    Columns of `counts` are named by `COLUMNS`.
    """

    system: str
    counts: Counts
    fates: tuple[Caught, ...]
    spurious: tuple[tuple[int, int, int, str], ...] = field(repr=False)
    failures: tuple[str, ...] = field(repr=False)
    groups: tuple[str, ...] = field(repr=False)
    seconds: float | None
    has_places: bool = True
    """False where only hashes of the predicted strings are known."""


COLUMNS: Final = (
    "string_caught", "gold", "unique_right", "unique_said", "covered", "exact", "typed", "said", "said_right",
    "leaked", "over_masked", "characters", "spurious", "clean", "valid", "notes", "entities_caught", "entities",
)  # fmt: skip
_UNSAID: Final = ""
"""The label of a string that came without one: it is scored, and never typed right."""
AT: Final = {name: column for column, name in enumerate(COLUMNS)}


def score(
    system: str, notes: Sequence[GoldNote], answers: Answers, *, label_map: LabelMap | None = None, ignore: Iterable[str] = (),
) -> Score:  # fmt: skip
    """Count everything once. `ignore`: labels that are annotated but not scored (tier C by profile)."""
    to = label_map or (lambda label: label)
    ignored = frozenset(ignore)
    counts = np.zeros((len(notes), len(COLUMNS)))
    fates: list[Caught] = []
    spurious: list[tuple[int, int, int, str]] = []
    failures: list[str] = []
    for at, note in enumerate(notes):
        answer = answers.get(note.id) or Answer((), is_valid=False, failure="no answer")
        if not answer.is_valid:
            failures.append(f"{note.id}: {answer.failure}")
        mine, row = _note(at, note, answer, to, ignored, spurious)
        fates += mine
        counts[at] = row
    groups = tuple(str(note.meta.get("skeleton", note.id)) for note in notes)
    times = [a.seconds for a in answers.values() if a.seconds is not None]
    has_places = not any(a.is_hashed for a in answers.values())
    return Score(system, counts, tuple(fates), tuple(spurious), tuple(failures), groups, sum(times) if times else None, has_places)


class _Read(NamedTuple):
    """An answer laid on its note."""

    strings: frozenset[str]
    """All that was said, whatever its label: what catches a string."""
    told: frozenset[str]
    """What is scored for precision."""
    masked: NDArray[np.bool_]
    """A flag a character: under any span, whatever its label."""
    classes: Mapping[tuple[int, int], str]
    """The class of each scored place."""

    def __repr__(self) -> str:
        return f"_Read({len(self.strings)} strings, {len(self.classes)} places)"


def _read(text: str, answer: Answer, to: LabelMap, ignored: frozenset[str]) -> _Read:
    masked = np.zeros(len(text), dtype=bool)
    classes: dict[tuple[int, int], str] = {}
    told = set()
    for p in answer.spans:
        label = _scored_as(p.label, to, ignored)
        for start, end in places(p, text):
            masked[start:end] = True
            if label is not None:
                classes[start, end] = label
        if label is not None:
            told.add(p.text)
    return _Read(frozenset(p.text for p in answer.spans), frozenset(told), masked, classes)


def _scored_as(label: str, to: LabelMap, ignored: frozenset[str]) -> str | None:
    """The class of a predicted label; a word that neither we nor the scheme know is scored as one without a label."""
    if label in ignored:
        return None
    return to(label) if label in LABELS else to(label) or _UNSAID


def _note(
    at: int, note: GoldNote, answer: Answer, to: LabelMap, ignored: frozenset[str], spurious: list[tuple[int, int, int, str]],
) -> tuple[list[Caught], NDArray[np.float64]]:  # fmt: skip
    text = note.text
    gold = [s for s in note.spans if s.label not in ignored and to(s.label) is not None]
    open_ground = [s for s in note.spans if s.label in ignored or to(s.label) is None]
    read = _read(text, answer, to, ignored)
    core = np.fromiter((c.isalnum() for c in text), dtype=bool, count=len(text))
    truth, free = _under(gold, text), _under(open_ground, text)
    fates = [_fate(at, s, text, read, core, to) for s in gold]
    wrong = [key for key in read.classes if not (truth[key[0] : key[1]] | free[key[0] : key[1]]).any()]
    spurious += [(at, start, end, read.classes[start, end]) for start, end in wrong]
    unique = {text[s.start : s.end] for s in gold}
    told = read.told - ({text[s.start : s.end] for s in open_ground} - unique)
    entity_fates = _entities(gold, fates)
    typed = sum(f.typed for f in fates)
    values = {
        "string_caught": sum(f.by_string for f in fates), "gold": len(gold), "unique_right": len(told & unique),
        "unique_said": len(told), "covered": sum(f.covered for f in fates), "exact": sum(f.exact for f in fates),
        "typed": typed, "said": sum(not free[start:end].any() for start, end in read.classes), "said_right": typed,
        "leaked": int((truth & core & ~read.masked).sum()), "over_masked": int((read.masked & core & ~truth & ~free).sum()),
        "characters": len(text), "spurious": len(wrong), "clean": answer.is_valid and all(f.by_string for f in fates),
        "valid": answer.is_valid, "notes": 1, "entities_caught": sum(entity_fates), "entities": len(entity_fates),
    }  # fmt: skip
    return fates, np.array([values[name] for name in COLUMNS], dtype=np.float64)


def _under(spans: Sequence[GoldSpan], text: str) -> NDArray[np.bool_]:
    """A flag a character: in one of `spans`."""
    flags = np.zeros(len(text), dtype=bool)
    for s in spans:
        flags[s.start : s.end] = True
    return flags


def _fate(at: int, s: GoldSpan, text: str, read: _Read, core: NDArray[np.bool_], to: LabelMap) -> Caught:
    needed = core[s.start : s.end]
    masked = read.masked[s.start : s.end]
    covered = bool(masked[needed].all() if needed.any() else masked.all())
    exact = (s.start, s.end) in read.classes
    typed = exact and read.classes[s.start, s.end] == to(s.label)
    return Caught(at, s, text[s.start : s.end] in read.strings, covered, exact, typed)


def _entities(gold: Sequence[GoldSpan], fates: Sequence[Caught]) -> list[bool]:
    """Entity recall: an entity's mentions under one label are caught only if all of them are covered."""
    whole: dict[tuple[str, str], bool] = {}
    for span, fate in zip(gold, fates, strict=True):
        if span.entity is not None:
            key = (span.entity, span.label)
            whole[key] = whole.get(key, True) and fate.covered
    return list(whole.values())


def column(of: Score, name: str) -> NDArray[np.float64]:
    """One column of the counts, a value a note."""
    values: NDArray[np.float64] = of.counts[:, AT[name]]
    return values
