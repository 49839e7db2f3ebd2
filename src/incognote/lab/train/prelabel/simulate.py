"""Labelling on paper: a set whose truth is known plays the people, and says what suggestions save and what they spoil.

Effort: edits (`effort`) against one a span from nothing, and how many of them lie in what is read first. Bias: the gold
that comes of people who let every suggestion stand from a confidence on (1 less its doubt), and of a tagger trained on
it. Unit of all intervals: what one author wrote.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan
from incognote.lab.evaluate.intervals import Counts, Estimate, bootstrap, by_group, draws, edges, resampled
from incognote.lab.train.config import Config
from incognote.lab.train.fit import Tell
from incognote.lab.train.prelabel.doubt import ORDERS, Place
from incognote.lab.train.prelabel.effort import Edits, Span, edits
from incognote.lab.train.prelabel.labelling import label_of, scheme_of
from incognote.lab.train.prelabel.suggest import look, teach
from incognote.lab.train.shares import author, drawn

READ: Final = (0.1, 0.25, 0.5, 0.75)
"""Shares of all characters after which edits are counted."""
Reader = Literal["whole", "doubtful"]
"""Reads whole documents and lets confident spans stand, or looks at the doubtful places alone."""


class Way(NamedTuple):
    """How people take suggestions; a confidence of 0 lets all stand."""

    confidence: float
    reader: Reader


WAYS: Final = tuple(Way(confidence, reader) for confidence in (0.0, 0.5, 0.9, 0.99) for reader in ("whole", "doubtful"))


class Spoilt(NamedTuple):
    """F1 of the gold that came of a way, of a tagger trained on it, and that less the F1 of one trained on the truth."""

    gold: Estimate
    tagger: Estimate | None
    gap: Estimate | None


@dataclass(frozen=True, slots=True, repr=False)
class Simulated:
    """`parts`: kinds of edits. `curves`: for each order the share of edits that lies in each share of `READ`."""

    labelled: int
    rest: int
    f1: Estimate
    saved: Estimate
    parts: Edits
    curves: Mapping[str, tuple[Estimate, ...]]
    spoilt: Mapping[Way, Spoilt]
    truth: Estimate | None

    def __repr__(self) -> str:
        return f"Simulated({self.labelled} labelled, {self.rest} suggested)"


class _Set(NamedTuple):
    """The rest: its notes, who wrote them, the truth, and what was suggested with the doubt of each place."""

    notes: Sequence[GoldNote]
    authors: list[str]
    truth: list[list[Span]]
    places: list[list[tuple[Span, Place]]]

    def __repr__(self) -> str:
        return f"_Set({len(self.authors)} notes)"

    def said(self) -> list[list[Span]]:
        return [[span for span, place in each if place.is_marked] for each in self.places]


def simulate(
    notes: Sequence[GoldNote], test: Sequence[GoldNote], folder: Path, *, config: Config, share: float, ways: Sequence[Way] = WAYS,
    taught: Sequence[Way] = (), later: Config | None = None, tell: Tell = lambda now: None,
) -> Simulated:  # fmt: skip
    """Label `share` of `notes` truly and the rest by suggestion; for the ways of `taught` train taggers and try them on `test`.

    Those are trained as `later` says, the first one as `config` does.

    Raises UsageError where the share leaves no author on one side.
    """
    scheme = scheme_of(span.label for note in notes for span in note.spans)
    chosen = drawn([author(note.meta, note.id) for note in notes], share, key=f"prelabel/{config.seed}")
    first = [note for note in notes if author(note.meta, note.id) in chosen]
    rest = [note for note in notes if author(note.meta, note.id) not in chosen]
    if not first or not rest:
        raise UsageError("the share leaves nothing to label or nothing to suggest")
    teach(first, folder / "first", config=config, scheme=scheme, tell=tell)
    held = _seen(folder / "first", rest, scheme)
    work = [edits(said, truth) for said, truth in zip(held.said(), held.truth, strict=True)]
    golds = {way: [accepted(places, truth, way) for places, truth in zip(held.places, held.truth, strict=True)] for way in ways}
    tries: dict[Way | None, Counts] = {}
    for way in (None, *taught) if taught else ():
        name = f"{way.reader}-{way.confidence}" if way else "truth"
        labelled = rest if way is None else [_relabelled(note, spans) for note, spans in zip(rest, golds[way], strict=True)]
        teach([*first, *labelled], folder / name, config=later or config, scheme=scheme, tell=tell)
        tried = _seen(folder / name, test, scheme)
        tries[way] = counted(tried.said(), tried.truth, tried.authors)
    spoilt = {way: _spoilt(counted(gold, held.truth, held.authors), tries.get(way), tries.get(None)) for way, gold in golds.items()}
    sums = np.array([[e.total, len(t)] for e, t in zip(work, held.truth, strict=True)], float)
    return Simulated(
        len(first), len(rest), bootstrap(counted(held.said(), held.truth, held.authors), f1), bootstrap(by_group(sums, held.authors), _saved),
        sum(work, start=Edits(0, 0, 0, 0)), _curves(held, work, seed=config.seed), spoilt, bootstrap(tries[None], f1) if tries else None,
    )  # fmt: skip


def _seen(run: Path, notes: Sequence[GoldNote], scheme: str) -> _Set:
    found = []
    for note, places in zip(notes, look(run, [note.text for note in notes]), strict=True):
        named = [(label_of(note.text, (p.start, p.end), p.name, scheme=scheme), p) for p in places]
        found.append([((p.start, p.end, label[0]), p) for label, p in named if label is not None])
    truth = [[(s.start, s.end, s.label) for s in note.spans] for note in notes]
    return _Set(notes, [author(note.meta, note.id) for note in notes], truth, found)


def accepted(places: Sequence[tuple[Span, Place]], truth: Sequence[Span], way: Way) -> list[Span]:
    """The gold that comes of a way: suggestions that stand, and the truth where people looked and none stands.

    >>> sure, unsure = Place(0, 2, "NAME", 0.0, True), Place(4, 6, "NAME", 0.8, False)
    >>> accepted([((0, 2, "PER"), sure), ((4, 6, "PER"), unsure)], [(0, 3, "PER"), (4, 6, "PER"), (9, 11, "PER")], Way(0.9, "doubtful"))
    [(0, 2, 'PER'), (4, 6, 'PER')]
    """
    stands = [span for span, place in places if place.is_marked and 1 - place.doubt >= way.confidence]
    doubtful = [span for span, place in places if 1 - place.doubt < way.confidence]
    added = [
        true for true in truth
        if not any(_touch(true, span) for span in stands) and (way.reader == "whole" or any(_touch(true, place) for place in doubtful))
    ]  # fmt: skip
    return sorted([*stands, *added])


def _touch(a: Span, b: Span) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _relabelled(note: GoldNote, spans: Sequence[Span]) -> GoldNote:
    return note._replace(spans=tuple(GoldSpan(*span) for span in spans))


def counted(said: Sequence[Sequence[Span]], truth: Sequence[Sequence[Span]], authors: Sequence[str]) -> Counts:
    """Right, said and true spans (exact, with label) of each author."""
    rows = [[len(set(a) & set(b)), len(set(a)), len(set(b))] for a, b in zip(said, truth, strict=True)]
    return by_group(np.array(rows, float), authors)


def f1(sums: Counts) -> Counts:
    """2 right / (said + true)."""
    result: Counts = 2 * sums[..., 0] / np.maximum(1.0, sums[..., 1] + sums[..., 2])
    return result


def _saved(sums: Counts) -> Counts:
    result: Counts = 1 - sums[..., 0] / np.maximum(1.0, sums[..., 1])
    return result


def _spoilt(gold: Counts, tried: Counts | None, truth: Counts | None) -> Spoilt:
    if tried is None or truth is None:
        return Spoilt(bootstrap(gold, f1), None, None)
    low, high = edges(f1(resampled(tried)) - f1(resampled(truth)))
    value = float(f1(tried.sum(axis=0)[None])[0] - f1(truth.sum(axis=0)[None])[0])
    return Spoilt(bootstrap(gold, f1), bootstrap(tried, f1), Estimate(value, low, high, int(truth[:, 2].sum())))


def _curves(held: _Set, work: Sequence[Edits], *, seed: int) -> dict[str, tuple[Estimate, ...]]:
    """For each order, and for one by chance, how many of the edits lie in what is read first."""
    lengths = np.array([len(note.text) for note in held.notes], float)
    done = np.array([each.total for each in work], float)
    doubts = {name: [doubt([place for _, place in each]) for each in held.places] for name, doubt in ORDERS.items()}
    orders = {name: np.argsort(-np.array(values), kind="stable").tolist() for name, values in doubts.items()}
    orders["random"] = random.Random(seed).sample(range(len(work)), len(work))
    return {name: curve(lengths[order], done[order], [held.authors[at] for at in order]) for name, order in orders.items()}


def curve(lengths: Counts, done: Counts, authors: Sequence[str]) -> tuple[Estimate, ...]:
    """The share of `done` that lies in the first of the documents, for each share of the characters in `READ`."""
    names = {name: at for at, name in enumerate(dict.fromkeys(authors))}
    of = np.array([names[name] for name in authors])
    value = _within(lengths, done, np.ones(len(of)))
    drawn = np.array([_within(lengths, done, np.bincount(draw, minlength=len(names))[of]) for draw in draws(len(names))])
    return tuple(Estimate(float(value[at]), *edges(drawn[:, at]), int(done.sum())) for at in range(len(READ)))


def _within(lengths: Counts, done: Counts, weights: Counts) -> Counts:
    read, found = np.cumsum(lengths * weights), np.cumsum(done * weights)
    places = np.searchsorted(read, np.array(READ) * read[-1], side="right")
    reached: Counts = np.concatenate([[0.0], found])[places] / max(1.0, found[-1])
    return reached
