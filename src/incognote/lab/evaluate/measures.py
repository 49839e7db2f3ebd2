"""Measures: what was caught, what was left, what was masked for nothing, counted note by note.

String recall, unique precision, clean notes and valid JSON are the article's definitions, exactly: a gold span
is caught when its text is in the set of the note's predicted strings, whatever label or place. Offset recall is
the one that corresponds to leakage: every letter and digit of the span is covered. Definitions: catalogue 7.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.intervals import Counts
from incognote.lab.evaluate.laying import Flags, LabelMap, Said, Truth, Wanted, flags, said_of, truth_of
from incognote.lab.evaluate.predictions import Answer, Answers


class Caught(NamedTuple):
    """What became of one gold span."""

    note: int
    span: GoldSpan
    by_string: bool
    covered: bool
    exact: bool
    typed: bool
    of_class: bool
    """Covered by predictions of its class alone."""


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
    classes: Mapping[str, Counts] = field(repr=False)
    """Counts of each class of the scheme, one row a note, columns named by `CLASS_COLUMNS`."""
    has_places: bool = True
    """False where only hashes of the predicted strings are known."""


COLUMNS: Final = (
    "string_caught", "gold", "unique_right", "unique_said", "covered", "exact", "typed", "said", "said_right",
    "leaked", "over_masked", "characters", "spurious", "clean", "whole", "valid", "notes", "entities_caught", "entities",
)  # fmt: skip
CLASS_COLUMNS: Final = ("right", "gold", "said_right", "said", "typed")
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
    classes: dict[str, Counts] = {}
    for at, note in enumerate(notes):
        answer = answers.get(note.id) or Answer((), is_valid=False, failure="no answer")
        if not answer.is_valid:
            failures.append(f"{note.id}: {answer.failure}")
        mine, counts[at], by_class = _note(at, note, answer, to, ignored, spurious)
        fates += mine
        for label, row in by_class.items():
            classes.setdefault(label, np.zeros((len(notes), len(CLASS_COLUMNS))))[at] = row
    groups = tuple(str(note.meta.get("skeleton", note.id)) for note in notes)
    times = [a.seconds for a in answers.values() if a.seconds is not None]
    has_places = not any(a.is_hashed for a in answers.values())
    return Score(system, counts, tuple(fates), tuple(spurious), tuple(failures), groups, sum(times) if times else None, classes, has_places)


def _note(
    at: int, note: GoldNote, answer: Answer, to: LabelMap, ignored: frozenset[str], spurious: list[tuple[int, int, int, str]],
) -> tuple[list[Caught], NDArray[np.float64], dict[str, NDArray[np.float64]]]:  # fmt: skip
    truth, said = truth_of(note, to, ignored), said_of(note.text, answer, to, ignored)
    by_class = _flags_of_classes(said, len(note.text))
    fates = [_fate(at, wanted, truth, said, by_class) for wanted in truth.wanted]
    wrong = [place for place in said.classes if not (truth.under | truth.free)[slice(*place)].any()]
    spurious += [(at, start, end, said.classes[start, end]) for start, end in wrong]
    unique = {note.text[w.span.start : w.span.end] for w in truth.wanted}
    told = {truth.one_writing.get(string, string) for string in said.told} - truth.free_strings
    entity_fates = _entities(fates)
    typed = sum(f.typed for f in fates)
    masked_for_nothing = said.masked & truth.core & ~truth.under & ~truth.free & ~truth.beside
    values = {
        "string_caught": sum(f.by_string for f in fates), "gold": len(fates), "unique_right": len(told & unique),
        "unique_said": len(told), "covered": sum(f.covered for f in fates), "exact": sum(f.exact for f in fates),
        "typed": typed, "said": sum(not truth.free[start:end].any() for start, end in said.classes), "said_right": typed,
        "leaked": int((truth.under & truth.core & ~said.masked).sum()), "over_masked": int(masked_for_nothing.sum()),
        "characters": len(note.text), "spurious": len(wrong), "clean": answer.is_valid and all(f.by_string for f in fates),
        "whole": answer.is_valid and all(f.covered for f in fates), "valid": answer.is_valid, "notes": 1,
        "entities_caught": sum(entity_fates), "entities": len(entity_fates),
    }  # fmt: skip
    return fates, np.array([values[name] for name in COLUMNS], dtype=np.float64), _classes(truth, said, fates)


def _flags_of_classes(said: Said, length: int) -> dict[str, Flags]:
    """For each class, the characters under spans of that class."""
    return {label: flags((p for p, of in said.classes.items() if of == label), length) for label in set(said.classes.values())}


def _fate(at: int, wanted: Wanted, truth: Truth, said: Said, by_class: Mapping[str, Flags]) -> Caught:
    where = slice(*wanted.needed)
    needed = truth.core[where]
    here = [said.classes[place] for place in wanted.places if place in said.classes]
    same = by_class.get(wanted.label)
    return Caught(
        at, wanted.span, not wanted.strings.isdisjoint(said.strings), _is_covered(said.masked[where], needed), bool(here),
        wanted.label in here, same is not None and _is_covered(same[where], needed),
    )  # fmt: skip


def _is_covered(masked: Flags, needed: Flags) -> bool:
    """Whether every letter and digit is masked; of a span without any, all of it."""
    return bool(masked[needed].all() if needed.any() else masked.all())


def _classes(truth: Truth, said: Said, fates: Sequence[Caught]) -> dict[str, NDArray[np.float64]]:
    """The counts of each class, columns `CLASS_COLUMNS`: a prediction is right if it touches a span of its class."""
    table: dict[str, NDArray[np.float64]] = {}
    for wanted, fate in zip(truth.wanted, fates, strict=True):
        table.setdefault(wanted.label, np.zeros(len(CLASS_COLUMNS)))[[0, 1, 4]] += (fate.of_class, 1, fate.typed)
    for (start, end), label in said.classes.items():
        if not truth.free[start:end].any():
            is_right = any(w.label == label and w.needed[0] < end and start < w.needed[1] for w in truth.wanted)
            table.setdefault(label, np.zeros(len(CLASS_COLUMNS)))[[2, 3]] += (is_right, 1)
    return table


def _entities(fates: Sequence[Caught]) -> list[bool]:
    """Entity recall as in TAB: an entity is caught only if all its mentions are covered, whatever their labels."""
    whole: dict[str, bool] = {}
    for fate in fates:
        if fate.span.entity is not None:
            whole[fate.span.entity] = whole.get(fate.span.entity, True) and fate.covered
    return list(whole.values())


def column(of: Score, name: str) -> NDArray[np.float64]:
    """One column of the counts, a value a note."""
    values: NDArray[np.float64] = of.counts[:, AT[name]]
    return values
