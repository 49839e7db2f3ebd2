"""Measures: what was caught, what was left, what was masked for nothing, per note first and summed after.

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
from incognote.lab.evaluate.intervals import (
    HIGH,
    LOW,
    RESAMPLES,
    Counts,
    Estimate,
    bootstrap,
    by_group,
    draws,
    ratio,
    resampled,
    wilson,
)
from incognote.lab.evaluate.predictions import Answer, Answers

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


COLUMNS: Final = (
    "string_caught", "gold", "unique_right", "unique_said", "covered", "exact", "typed", "said", "said_right",
    "leaked", "over_masked", "characters", "spurious", "clean", "valid", "notes", "entities_caught", "entities",
)  # fmt: skip
_UNSAID: Final = ""
"""The label of a string that came without one: it is scored, and never typed right."""
_AT: Final = {name: column for column, name in enumerate(COLUMNS)}


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
    return Score(system, counts, tuple(fates), tuple(spurious), tuple(failures), groups, sum(times) if times else None)


def _note(
    at: int, note: GoldNote, answer: Answer, to: LabelMap, ignored: frozenset[str], spurious: list[tuple[int, int, int, str]],
) -> tuple[list[Caught], NDArray[np.float64]]:  # fmt: skip
    gold = [s for s in note.spans if s.label not in ignored and to(s.label) is not None]
    open_ground = [s for s in note.spans if s.label in ignored or to(s.label) is None]
    strings = {p.text for p in answer.spans}
    masked = np.zeros(len(note.text), dtype=bool)  # by anything that was said: it covers, whatever its label
    hidden = np.zeros(len(note.text), dtype=bool)  # by what is scored: it may be too much
    labelled: dict[tuple[int, int], str] = {}
    told = set()
    for p in answer.spans:
        label = None if p.label in ignored else to(p.label) if p.label else _UNSAID
        for start in (p.start,) if p.start >= 0 else _places(note.text, p.text):
            end = start + len(p.text)
            masked[start:end] = True
            if label is not None:
                hidden[start:end] = True
                labelled[start, end] = label
        if label is not None:
            told.add(p.text)
    core = np.fromiter((c.isalnum() for c in note.text), dtype=bool, count=len(note.text))
    truth = np.zeros(len(note.text), dtype=bool)
    free = np.zeros(len(note.text), dtype=bool)
    fates = []
    for s in gold:
        truth[s.start : s.end] = True
        inside = core[s.start : s.end]
        covered = bool(masked[s.start : s.end][inside].all()) if inside.any() else bool(masked[s.start : s.end].all())
        exact = (s.start, s.end) in labelled
        typed = exact and labelled[s.start, s.end] == to(s.label)
        fates.append(Caught(at, s, note.text[s.start : s.end] in strings, covered, exact, typed))
    for s in open_ground:
        free[s.start : s.end] = True
    wrong = [key for key in labelled if not (truth[key[0] : key[1]] | free[key[0] : key[1]]).any()]
    spurious += [(at, start, end, labelled[start, end]) for start, end in wrong]
    unique = {note.text[s.start : s.end] for s in gold}
    free_strings = {note.text[s.start : s.end] for s in open_ground}
    told -= free_strings - unique
    row = np.zeros(len(COLUMNS))
    entity_fates = _entities(gold, fates)
    exact_said = sum(f.typed for f in fates)
    values = {
        "string_caught": sum(f.by_string for f in fates), "gold": len(gold), "unique_right": len(told & unique),
        "unique_said": len(told), "covered": sum(f.covered for f in fates), "exact": sum(f.exact for f in fates),
        "typed": exact_said, "said": len([k for k in labelled if not free[k[0] : k[1]].any()]), "said_right": exact_said,
        "leaked": int((truth & core & ~masked).sum()), "over_masked": int((hidden & core & ~truth & ~free).sum()),
        "characters": len(note.text), "spurious": len(wrong), "clean": all(f.by_string for f in fates),
        "valid": answer.is_valid, "notes": 1, "entities_caught": sum(entity_fates), "entities": len(entity_fates),
    }  # fmt: skip
    for name, value in values.items():
        row[_AT[name]] = value
    return fates, row


def _places(text: str, string: str) -> Iterable[int]:
    """Where a string without offsets stands: everywhere, as the article masks it."""
    at = text.find(string) if string else -1
    while at >= 0:
        yield at
        at = text.find(string, at + len(string))


def _entities(gold: Sequence[GoldSpan], fates: Sequence[Caught]) -> list[bool]:
    """Entity recall: an entity is caught only if all its mentions are covered."""
    whole: dict[tuple[str, str], bool] = {}
    for span, fate in zip(gold, fates, strict=True):
        if span.entity is not None:
            key = (span.entity, span.label)
            whole[key] = whole.get(key, True) and fate.covered
    return list(whole.values())


def _f1(sums: Counts) -> Counts:
    right, gold, said_right, said = (sums[..., i] for i in range(4))
    recall, precision = right / np.maximum(1.0, gold), said_right / np.maximum(1.0, said)
    result: Counts = 2 * recall * precision / np.maximum(1e-12, recall + precision)
    return result


_RATIOS: Final[Mapping[str, tuple[str, str]]] = {
    "string recall": ("string_caught", "gold"),
    "unique precision": ("unique_right", "unique_said"),
    "full-cover recall": ("covered", "gold"),
    "exact recall": ("exact", "gold"),
    "entity recall": ("entities_caught", "entities"),
    "leaked characters per 1,000": ("leaked", "characters"),
    "over-masked share": ("over_masked", "characters"),
    "spurious spans a note": ("spurious", "notes"),
}


def summary(of: Score, *, by_skeleton: bool = False) -> dict[str, Estimate]:
    """Every figure with its interval: notes are resampled, or skeletons where one fills several notes."""
    counts = by_group(of.counts, of.groups) if by_skeleton else of.counts
    indices = draws(len(counts))
    figures = {}
    for name, (top, bottom) in _RATIOS.items():
        estimate = bootstrap(counts[:, [_AT[top], _AT[bottom]]], ratio, indices=indices)
        if name.endswith("per 1,000"):
            estimate = Estimate(estimate.value * 1000, estimate.low * 1000, estimate.high * 1000, estimate.of)
        figures[name] = estimate
    f1 = bootstrap(counts[:, [_AT[n] for n in ("string_caught", "gold", "unique_right", "unique_said")]], _f1, indices=indices)
    typed = bootstrap(counts[:, [_AT[n] for n in ("typed", "gold", "said_right", "said")]], _f1, indices=indices)
    figures["F1 (string recall, unique precision)"] = f1
    figures["typed exact F1"] = typed
    notes = len(of.counts)
    figures["clean notes"] = wilson(int(of.counts[:, _AT["clean"]].sum()), notes)
    figures["valid answers"] = wilson(int(of.counts[:, _AT["valid"]].sum()), notes)
    return figures


def recalls(of: Score, key: Callable[[Caught], str | None], *, figure: str = "covered") -> dict[str, Estimate]:
    """Recall of each class that `key` gives, over notes; `figure` is by_string, covered, exact or typed."""
    sums: dict[str, NDArray[np.float64]] = {}
    many = len(of.counts)
    for fate in of.fates:
        name = key(fate)
        if name is not None:
            table = sums.setdefault(name, np.zeros((many, 2)))
            table[fate.note] += (getattr(fate, figure), 1)
    indices = draws(many)
    return {name: _share(table, indices) for name, table in sorted(sums.items())}


def _share(counts: NDArray[np.float64], indices: NDArray[np.int64]) -> Estimate:
    """The interval of a rare class: over the resamples that hold it at all."""
    sums = resampled(counts, indices)
    held = np.sort(sums[sums[:, 1] > 0, 0] / sums[sums[:, 1] > 0, 1])
    low, high = (float(held[int(len(held) * edge / RESAMPLES)]) for edge in (LOW, HIGH))
    return Estimate(float(counts[:, 0].sum() / counts[:, 1].sum()), low, high, int(counts[:, 1].sum()))


def column(of: Score, name: str) -> NDArray[np.float64]:
    """One column of the counts, a value a note."""
    values: NDArray[np.float64] = of.counts[:, _AT[name]]
    return values
