"""Times and edges of narratives by themselves: read between the facts of gold, at the places where gold tells them.

    python benchmarks/narrative_links.py corpora/psychiatry.valid.jsonl.xz --misses causes
    python benchmarks/narrative_links.py some.jsonl --short --no-day

`--short` cuts each telling down to the forms of the lexicon in it, as an extractor would see it. `--no-day` does not hand in the
day of the visit. `--misses` is `times` or a kind of edge; what is missed stands with `-`, what is false with `+`.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from incognote.document import Span
from incognote.lab.evaluate.graphs import f1
from incognote.lab.evaluate.intervals import Estimate, by_group, share
from incognote.narrative import lexicon
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.links import links
from incognote.narrative.extract.said import Said, Telling
from incognote.narrative.extract.when import durations
from incognote.narrative.graph import EDGES, Graph, Node, read


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("files", nargs="+", type=Path)
    asked.add_argument("--short", action="store_true")
    asked.add_argument("--no-day", action="store_true")
    asked.add_argument("--misses")
    asked.add_argument("--script")
    given = asked.parse_args()
    for path in given.files:
        records = [r for r in _records(path) if given.script in (None, r["script"])]
        pairs = [(read(r["graph"]), _read(r, given.short, not given.no_day)) for r in records]
        for record, (gold, found) in zip(records, pairs, strict=True):
            for line in _misses(record, gold, found, given.misses):
                print(line)
        print(path.name, len(pairs))
        for name, value in _scores(pairs, [r["family"] for r in records]):
            print(f"  {name:24} {value.value:.3f} [{value.low:.3f}, {value.high:.3f}] of {value.of}")
        spare = [n for gold, found in pairs for n in gold.nodes if n.duration is None and found.node(n.id).duration and n.kind != "Patient"]
        print(f"  times that gold has not  {len(spare)}")


def _scores(pairs: Sequence[tuple[Graph, Graph]], families: Sequence[str]) -> Iterator[tuple[str, Estimate]]:
    """As `lab.evaluate.graphs.scores`, only that facts are met by their ids, since they are the same."""
    timed = [[gold.when(n)[1:] == _time(found, n) for n in gold.nodes if n.duration] for gold, found in pairs]  # type: ignore[index]
    yield "times exact", share(by_group(np.array([(sum(row), len(row)) for row in timed], dtype=np.float64), families))
    for kind in ("all", *EDGES):
        rows = []
        for gold, found in pairs:
            right, read_edges = ({e for e in g.edges if kind in ("all", e.kind)} for g in (gold, found))
            rows.append((len(right & read_edges), len(read_edges), len(right)))
        yield f"edges {kind}", f1(by_group(np.array(rows, dtype=np.float64), families))


def _time(graph: Graph, node: Node) -> tuple[int | None, ...] | None:
    when = graph.when(graph.node(node.id))
    return None if when is None else when[1:]


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as lines:
        yield from map(json.loads, lines)


def _read(record: Mapping[str, Any], short: bool, with_day: bool) -> Graph:
    gold = read(record["graph"])
    said = said_of(record, gold, short=short, with_day=with_day)
    when = durations(said)
    nodes = tuple(replace(n, duration=when[n.id].id if n.id in when else None) for n in said.nodes)
    return Graph(gold.id, gold.script, nodes, links(said, when), tuple(when.values()))


def said_of(record: Mapping[str, Any], gold: Graph, *, short: bool = False, with_day: bool = True) -> Said:
    """What a reader would have found if it had found just what gold has."""
    text = record["text"]
    spans = tuple(Span(s["start"], s["end"], s["label"], s.get("kind"), "gold", 1.0) for s in record["spans"])
    nodes = tuple(replace(n, duration=None) for n in gold.nodes)
    found = clauses(text)
    said = Said(text, lexicon.folded(text), gold.script, found, nodes, (), spans, date.fromisoformat(record["day"]) if with_day else None)
    places = sorted((start, end, n.id) for n in nodes for start, end in (_forms(text, n) if short else n.spans))
    return replace(said, tellings=tuple(Telling(key, start, end, said.clause_at(start)) for start, end, key in places))


def _forms(text: str, node: Node) -> list[tuple[int, int]]:
    told = []
    for start, end in node.spans:
        met = [m for m in lexicon.mentions(text[start:end]) if m.concept.name == lexicon.canonical(node.name)]
        told += [(start + m.start, start + m.end) for m in met] or [(start, end)]
    return told


def _misses(record: Mapping[str, Any], gold: Graph, found: Graph, kind: str | None) -> Iterator[str]:
    if kind == "times":
        for node in gold.nodes:
            when, read_as = gold.when(node), found.when(found.node(node.id))
            if when is not None and (read_as is None or when[1:] != read_as[1:]):
                told = " … ".join(record["text"][max(0, s - 40) : e + 25].replace("\n", "/") for s, e in node.spans)
                yield f"- {record['skeleton']} {node.id} {node.kind} {node.name}: {when[1:]} read {read_as and read_as[1:]} | {told}"
    elif kind:
        right, read_edges = {e for e in gold.edges if e.kind == kind}, {e for e in found.edges if e.kind == kind}
        for sign, edges in (("-", right - read_edges), ("+", read_edges - right), ("=", right & read_edges)):
            for e in sorted(edges):
                yield f"{sign} {record['skeleton']} {e.source} {gold.node(e.source).kind} {gold.node(e.source).name} -> {e.target} {gold.node(e.target).kind} {gold.node(e.target).name}"


if __name__ == "__main__":
    main()
