"""Narratives read into graphs, against gold: `python benchmarks/narratives.py [--set practice train valid check test] [--misses KIND]`.

Prints facts F1 (all and by kind), exact times and edges F1 by set and by script, over families; `--misses` lists missed (-)
and false (+) facts of a kind with the clause they stand in, `--edges` the same of edges. Only train, valid and practice texts are ever shown.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from incognote.document import Span
from incognote.lab.evaluate.graphs import fact, met, scores
from incognote.lab.lines import open_lines
from incognote.narrative.extract.read import Extraction, extract
from incognote.narrative.graph import Graph, Node, read

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT / "corpora"
SETS = ("practice", "train", "valid")
LOCKED = {"check": "psychiatry-check.test", "test": "psychiatry.test"}
"""Sets of which totals alone are printed."""


class Narrative(NamedTuple):
    id: str
    family: str
    text: str
    gold: Graph
    told: Extraction


def narratives(path: Path) -> list[Narrative]:
    """Gold and what is read of each narrative of a file."""
    with open_lines(path) as lines:
        rows = [json.loads(line) for line in lines]
    return [Narrative(row["id"], row["family"] or row["id"], row["text"], read(row["graph"]), _told(row)) for row in rows]


def _told(row: dict[str, Any]) -> Extraction:
    spans = [Span(s["start"], s["end"], s["label"], s.get("kind"), "gold", 1.0) for s in row["spans"] if s["label"] not in ("CONTEXT", "PROFESSION")]
    return extract(row["text"], script=row["script"], spans=spans, day_zero=date.fromisoformat(row["day"]), note_id=row["id"])


def table(name: str, some: Sequence[Narrative]) -> Iterator[str]:
    """The figures of a set, all scripts and each."""
    groups = {"all": list(some), **{script: [n for n in some if n.gold.script == script] for script in ("zh-TW", "zh-CN", "en")}}
    groups = {script: members for script, members in groups.items() if members}
    told = {script: scores([(n.gold, n.told.graph) for n in members], [n.family for n in members]) for script, members in groups.items()}
    yield f"\n## {name}: {len(some)} narratives\n\n| figure | {' | '.join(groups)} |\n|---|{'---|' * len(groups)}"
    for figure in told["all"]:
        cells = [f"{told[g][figure].value:.3f} [{told[g][figure].low:.2f}-{told[g][figure].high:.2f}] of {told[g][figure].of}" if figure in told[g] else "" for g in groups]
        yield f"| {figure} | {' | '.join(cells)} |"


def misses(some: Sequence[Narrative], kind: str) -> Iterator[str]:
    """Missed (-) and false (+) facts of `kind`, with where they stand."""
    for n in some:
        pairs = met(n.gold, n.told.graph)
        right = set(pairs.values())
        wrong = [("-", node) for node in n.gold.nodes if node.id not in pairs] + [("+", node) for node in n.told.graph.nodes if node.id not in right]
        for sign, node in sorted(wrong, key=lambda one: one[1].spans[:1]):
            if kind in ("all", node.kind):
                yield f"{n.id[-12:]} {sign} {_said(node)}  <{_words(n, node)}>"


def edges(some: Sequence[Narrative], kind: str) -> Iterator[str]:
    """Missed (-) and false (+) edges between facts that were read."""
    for n in some:
        pairs = met(n.gold, n.told.graph)
        names = {node.id: node.name or node.kind for node in n.gold.nodes}
        back = {read_id: gold_id for gold_id, read_id in pairs.items()}
        gold = {(e.source, e.kind, e.target) for e in n.gold.edges if e.source in pairs and e.target in pairs}
        said = {(back[e.source], e.kind, back[e.target]) for e in n.told.graph.edges if e.source in back and e.target in back}
        for sign, found in (("-", gold - said), ("+", said - gold)):
            for source, what, target in sorted(found):
                if kind in ("all", what):
                    yield f"{n.id[-12:]} {sign} {names[source]} {what} {names[target]}"


def _said(node: Node) -> str:
    kind, name, negated, uncertain = fact(node)
    return f"{kind} {name}{' NOT' * negated}{' ?' * uncertain}"


def _words(n: Narrative, node: Node) -> str:
    if not node.spans:
        return ""
    return " // ".join(n.text[max(a - 20, 0) : a].replace("\n", "|") + "[" + n.text[a:b].replace("\n", "|") + "]" + n.text[b : b + 20].replace("\n", "|") for a, b in node.spans[:2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", nargs="+", default=SETS, choices=(*SETS, *LOCKED))
    parser.add_argument("--misses", metavar="KIND", help="a kind of node, or all")
    parser.add_argument("--edges", metavar="KIND", help="a kind of edge, or all")
    parser.add_argument("--names", action="store_true", help="count missed and false facts by name")
    parser.add_argument("--script", choices=("zh-TW", "zh-CN", "en"))
    parser.add_argument("--practice", type=Path, default=CORPORA / "psychiatry-practice.train.jsonl.xz", help="where the practice narratives are")
    args = parser.parse_args()
    for name in args.set:
        path = args.practice if name == "practice" else CORPORA / f"{LOCKED.get(name, f'psychiatry.{name}')}.jsonl.xz"
        started = time.perf_counter()
        some = [n for n in narratives(path) if args.script in (None, n.gold.script)]
        took = time.perf_counter() - started
        print("\n".join(table(name, some)))
        print(f"\n{took / max(len(some), 1) * 1000:.0f} ms a narrative with loading")
        if name in LOCKED:
            continue
        if args.misses:
            print("\n".join(misses(some, args.misses)))
        if args.edges:
            print("\n".join(edges(some, args.edges)))
        if args.names:
            counted = Counter(line.split("  <")[0].split(" ", 1)[1] for line in misses(some, "all"))
            print("\n".join(f"{count:4d} {what}" for what, count in counted.most_common()))


if __name__ == "__main__":
    main()
