"""What the figures of the study allow to be said: pairs of rows that differ in one thing, bars, and sentences.

An interval off zero is a difference, any other is none shown, never equality.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from incognote.lab.train.study.cases import KINDS
from incognote.lab.train.study.grid import Row
from incognote.lab.train.study.scores import Gap, Scored, case_gap, gap

BAR_BY_SENTENCE, BAR_BY_DOCUMENT, BAR_GAIN = 0.989, 0.976, 0.05
DATA_NAMES: Final = {"raw": "raw text", "daga": "with DAGA", "mr": "with MR", "both": "with DAGA and MR"}


class Pair(NamedTuple):
    """Two rows that differ in one thing."""

    first: Scored
    second: Scored
    gap: Gap

    def __repr__(self) -> str:
        return f"Pair({self.first!r}, {self.second!r})"


def by_data(found: Mapping[str, Scored]) -> list[Pair]:
    """Each augmented row against raw text of the same model, split and share."""
    return [_pair(a, b) for b in found.values() if b.row.data == "raw" for a in found.values() if a.row.data != "raw" and _like(a.row) == _like(b.row)]


def by_model(found: Mapping[str, Scored]) -> list[Pair]:
    """Each pair of models on the same data, the whole of it by document."""
    whole = [each for each in found.values() if each.row.share == 1 and each.row.split == "document"]
    return [_pair(b, a) for a, b in combinations(whole, 2) if a.row.data == b.row.data and a.row.model != b.row.model]


def by_share(found: Mapping[str, Scored]) -> list[Pair]:
    """Each row on a part against the same model and data on the whole."""
    whole = {(e.row.model, e.row.data, e.row.split): e for e in found.values() if e.row.share == 1}
    parts = [e for e in found.values() if e.row.share < 1]
    return [_pair(e, whole[key]) for e in parts if (key := (e.row.model, e.row.data, e.row.split)) in whole]


def _like(row: Row) -> tuple[str, str, float, str]:
    return row.model, row.split, row.share, row.unit


def _pair(first: Scored, second: Scored) -> Pair:
    return Pair(first, second, gap(first, second))


def said(pair: Pair) -> str:
    """The sentence that a pair allows."""
    least = min(len(pair.first.seeds), len(pair.second.seeds))
    return _sentence(pair.first.row.name, pair.second.row.name, "F1", pair.gap) + (" One training seed stands behind it." if least == 1 else "")


def _sentence(first: str, second: str, measure: str, told: Gap) -> str:
    figures = f"{measure} {told}, p {told.p:.4f}"
    if told.is_clear:
        return f"{first} {'improved on' if told.value > 0 else 'is worse than'} {second} ({figures})."
    return f"No clear difference shown between {first} and {second} ({figures})."


def cases_said(found: Mapping[str, Scored], folder: Path) -> Iterator[str]:
    """Each kind of case before and after augmentation of the whole text, by document."""
    for pair in by_data(found):
        if pair.first.row.share == 1 and pair.first.row.split == "document":
            for kind in KINDS:
                yield _sentence(pair.first.row.name, pair.second.row.name, f"{kind}, share right", case_gap(pair.first, pair.second, kind, folder))


def splits(found: Mapping[str, Scored]) -> Iterator[str]:
    """By sentence against by document: other test sentences, so intervals are laid side by side."""
    closed = {(e.row.model, e.row.data): e for e in found.values() if e.row.split == "sentence" and e.row.share == 1}
    for each in found.values():
        other = closed.get((each.row.model, each.row.data))
        if other is None or each.row.split != "document" or each.row.share < 1:
            continue
        a, b = other.estimate(), each.estimate()
        clear = a.low > b.high or b.low > a.high
        how = f"lies {'above' if a.value > b.value else 'below'}" if clear else "is not clearly apart from"
        yield f"{other.row.name} {how} {each.row.name}: F1 {a} by sentence, {b} by document."


class Bar(NamedTuple):
    """A bar, what was reached, and whether that is enough."""

    what: str
    bar: str
    reached: str
    verdict: str

    def __repr__(self) -> str:
        return f"Bar({len(self.what)} characters)"


def bars(found: Mapping[str, Scored]) -> Iterator[Bar]:
    """The bars that the rows can answer: the interval above the bar is met, below it not met, around it open."""
    for split, bar in (("sentence", BAR_BY_SENTENCE), ("document", BAR_BY_DOCUMENT)):
        rows = [e for e in found.values() if e.row.split == split and e.row.share == 1]
        if rows:
            best = max(rows, key=lambda e: e.estimate().value)
            reached = best.estimate()
            yield Bar(f"F1 by {split}, the best row ({best.row.name})", f"{bar}", str(reached), _verdict(reached.value, reached.low, reached.high, bar))
    for pair in by_data(found):
        if pair.first.row.data == "both" and 0.05 <= pair.second.row.share <= 0.15:
            what = f"gain of DAGA and MR at {pair.second.row.share:.0%} of the {pair.second.row.unit}s ({pair.first.row.name})"
            yield Bar(what, f"+{BAR_GAIN}", str(pair.gap), _verdict(pair.gap.value, pair.gap.low, pair.gap.high, BAR_GAIN))


def _verdict(value: float, low: float, high: float, bar: float) -> str:
    if low >= bar:
        return "met, the whole interval above"
    if high < bar:
        return "not met, the whole interval below"
    return f"{'met' if value >= bar else 'not met'} by the figure; the interval holds the bar"
