"""Fits src/incognote/narrative/data/link_weights.tsv on gold graphs.

    python scripts/fit_links.py corpora/psychiatry-practice.train.jsonl.xz corpora/psychiatry.train.jsonl.xz

A logistic regression for each kind of edge over the features of `narrative.extract.pairs`, between the facts of gold at the places where gold
tells them and between those that `extract` reads. F1 is printed as it comes out for families that were left out; the threshold is the one that is best there.
"""

from __future__ import annotations

import argparse
import datetime
import json
import lzma
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from narrative_links import said_of

from incognote.document import Span
from incognote.lab.evaluate.graphs import met
from incognote.narrative.extract.links import ENDS, Told, Weighed, candidates, without_rivals
from incognote.narrative.extract.pairs import Scene, scene
from incognote.narrative.extract.read import extract
from incognote.narrative.extract.said import Said
from incognote.narrative.extract.when import durations
from incognote.narrative.graph import Edge, Graph, read

_OUT: Final = Path("src/incognote/narrative/data/link_weights.tsv")
_TRUE: Final = 2.0
"""How much more a graph of the corpus itself counts than one of practice."""
_FULL: Final = frozenset(("causes", "supports_dx", "differential_of"))
"""Where a missed edge is as bad as a false one; elsewhere a false one is worse."""
_LEAST: Final = 0.15
_SMALL: Final = 0.05
_FOLDS: Final = 6


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("files", nargs="+", type=Path)
    asked.add_argument("--strength", type=float, default=0.06)
    asked.add_argument("--dry", action="store_true")
    given = asked.parse_args()
    records = [record for path in given.files for record in _records(path)]
    lines = [f"# SOURCE scripts/fit_links.py on {len(records)} gold graphs of corpora/psychiatry", "# LICENCE Apache-2.0", f"# DATE {datetime.datetime.now(datetime.UTC).date()}"]
    scenes = [view(record) for record in records for view in (_marked, _read)]
    for kind in ENDS:
        lines += _fitted(kind, scenes, given.strength)
    if not given.dry:
        _OUT.write_text("\n".join(lines) + "\n", "utf-8")


class _Seen(NamedTuple):
    graph: Graph
    scene: Scene
    told: Told
    family: str
    weight: float


def _marked(record: dict[str, Any]) -> _Seen:
    """A narrative with the facts of gold where gold marks them."""
    graph = read(record["graph"])
    return _seen(record, graph, said_of(record, graph))


def _read(record: dict[str, Any]) -> _Seen:
    """A narrative with the facts that are read from it, and the edges of gold between those that met one of gold."""
    gold = read(record["graph"])
    spans = tuple(Span(s["start"], s["end"], s["label"], s.get("kind"), "gold", 1.0) for s in record["spans"])
    found = extract(record["text"], script=gold.script, spans=spans, day_zero=datetime.date.fromisoformat(record["day"]))
    pairs = met(gold, found.graph)
    edges = tuple(Edge(pairs[e.source], e.kind, pairs[e.target]) for e in gold.edges if e.source in pairs and e.target in pairs)
    return _seen(record, replace(found.graph, edges=edges), found.said)


def _seen(record: dict[str, Any], graph: Graph, said: Said) -> _Seen:
    return _Seen(graph, scene(said, durations(said)), {}, record["family"], 0.5 if "practice" in record["id"] else 0.5 * _TRUE)


def _fitted(kind: str, scenes: list[_Seen], strength: float) -> Iterator[str]:
    rows, right, families, weights, edges, notes = [], [], [], [], [], []
    for number, seen in enumerate(scenes):
        gold = {e for e in seen.graph.edges if e.kind == kind}
        for source, target, told in candidates(seen.scene, kind, seen.told):
            ends = f"{source.kind}>{target.kind}"
            rows.append(dict.fromkeys((*told, *(f"{ends} {one}" for one in told)), 1.0))
            edges.append(Edge(source.id, kind, target.id))
            right.append(edges[-1] in gold)
            families.append(seen.family)
            weights.append(seen.weight)
            notes.append(number)
    table, truth, weight = DictVectorizer(), np.array(right), np.array(weights)
    x = table.fit_transform(rows)
    scores = np.zeros(len(truth))
    for train, left in GroupKFold(_FOLDS).split(x, truth, families):
        scores[left] = _model(strength).fit(x[train], truth[train], sample_weight=weight[train]).decision_function(x[left])
    best = _threshold(kind, scenes, edges, notes, scores)
    model = _model(strength).fit(x, truth, sample_weight=weight)
    # a feature that begins with the kinds of two nodes counts between these only
    yield f"{kind}\talways\t{model.intercept_[0] - best:.3f}"
    for name, value in sorted(zip(table.feature_names_, model.coef_[0], strict=True)):
        if abs(value) >= _SMALL and name != "always":
            yield f"{kind}\t{name}\t{value:.3f}"


def _threshold(kind: str, scenes: list[_Seen], edges: list[Edge], notes: list[int], scores: np.ndarray) -> float:
    """The weight from which on an edge is drawn, and how that does on what was left out."""
    found: list[list[Weighed]] = [[] for _ in scenes]
    for number, edge, score in zip(notes, edges, scores, strict=True):
        found[number].append(Weighed(edge, float(score)))
    kept = [without_rivals(kind, one) for one in found]

    def f1(least: float, ones: Callable[[_Seen], bool], beta: float = 1.0) -> float:
        right = drawn = gold = 0.0
        for seen, of in zip(scenes, kept, strict=True):
            if ones(seen):
                now, true = {w.edge for w in of if w.weight > least}, {e for e in seen.graph.edges if e.kind == kind}
                right, drawn, gold = right + seen.weight * len(now & true), drawn + seen.weight * len(now), gold + seen.weight * len(true)
        return (1 + beta**2) * right / max(1, drawn + beta**2 * gold)

    beta = 1.0 if kind in _FULL else 0.5
    best = max(np.arange(-3.0, 2.0, 0.1), key=lambda least: f1(least, lambda seen: True, beta))
    if f1(best, lambda seen: True) < _LEAST:
        best = 99.0  # no edge of this kind is drawn
    parts = f"F1 {f1(best, lambda s: True):.3f} practice {f1(best, lambda s: s.weight == 0.5):.3f} other {f1(best, lambda s: s.weight != 0.5):.3f}"
    sys.stdout.write(f"{kind:16} {parts} at {best:.1f}\n")
    sys.stdout.flush()
    return float(best)


def _model(strength: float) -> LogisticRegression:
    return LogisticRegression(C=strength, max_iter=2000)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
