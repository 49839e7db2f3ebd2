"""Narratives told anew, against gold: `python benchmarks/rewriting.py FILE [--seed S] [--no-tagger] [--sheet N]`.

FILE is a gold file with graphs (corpora/psychiatry.valid.jsonl.xz). Prints what the extractor reads of the originals (its ceiling),
what it reads of the retellings against the same gold, changed doses, negations, sides and diagnoses against what was read before,
how much of the marked life and of the identifiers is left, long runs, repeatability and speed. Nothing of a text is printed;
`--sheet N` writes N retellings a script with their facts, for people to read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from incognote.config import load_profile, make_pipeline
from incognote.document import Document, Result
from incognote.lab.evaluate.graphs import scores
from incognote.lab.evaluate.intervals import Estimate, share
from incognote.lab.lines import open_lines
from incognote.names.search import squeeze
from incognote.narrative.extract.read import extract
from incognote.narrative.fidelity import MOST
from incognote.narrative.graph import Graph, read
from incognote.narrative.rewrite import Rewritten
from incognote.retelling import retelling

IDENTIFYING = frozenset("NAME DOCTOR PHONE EMAIL MRN IDNO ADDRESS CASENO ACCOUNT LICENSE OTHERID URL SOCIAL USERNAME HOSPITAL SCHOOL ORG".split())


class Told(NamedTuple):
    row: dict[str, Any]
    gold: Graph
    result: Result
    rewritten: Rewritten | None
    again: Graph | None


def told(rows: Sequence[dict[str, Any]], *, seed: str, tagger: bool) -> list[Told]:
    """Each narrative through the whole chain, and its retelling read again."""
    heard: dict[str, Rewritten | None] = {}
    pipeline = retelling(make_pipeline(load_profile("psychiatry"), keep_residue=True, tagger=tagger), seed=seed, heed=lambda d, r: heard.update({d.id: r}))
    found = []
    for row in rows:
        result = pipeline.attempt(Document(row["id"], row["text"]))
        again = extract(result.text, script=row["script"]).graph if result.text else None
        found.append(Told(row, read(row["graph"]), result, heard.get(row["id"]), again))
    return found


def shares(name: str, counts: Sequence[tuple[int, int]]) -> str:
    estimate: Estimate = share(np.array(counts, dtype=np.float64))
    return f"{name}: {estimate} of {estimate.of}"


def left(one: Told, labels: frozenset[str]) -> tuple[int, int]:
    """Marked strings of these labels that are still in the retelling, and how many there were."""
    text = squeeze(one.result.text or "")
    marked = {squeeze(one.row["text"][s["start"] : s["end"]]) for s in one.row["spans"] if s["label"] in labels}
    marked = {m for m in marked if len(m) > (3 if m.isascii() else 1)}
    return sum(m in text for m in marked), len(marked)


def figures(some: Sequence[Told]) -> Iterator[str]:
    families = [t.row["family"] for t in some]
    whole = [t for t in some if t.rewritten is not None and t.again is not None]
    yield f"{len(some)} narratives, {len(whole)} told anew; statuses: {dict(_counted(t.result.status for t in some))}"
    ceiling = scores([(t.gold, t.rewritten.before) for t in whole], [t.row["family"] for t in whole])
    after = scores([(t.gold, t.again) for t in whole], [t.row["family"] for t in whole])
    for name in ("facts all", "facts Diagnosis", "times exact", "edges causes", "edges all"):
        yield f"{name}: of the originals {ceiling[name]}, of the retellings {after[name]}, share {after[name].value / max(ceiling[name].value, 1e-9):.3f}"
    changed = [c.split()[-1] for t in whole for c in t.rewritten.fidelity.changed]
    yield f"changed against what was read: {dict(_counted(changed)) or 0}; facts lost {sum(len(t.rewritten.fidelity.lost) for t in whole)}, added {sum(len(t.rewritten.fidelity.added) for t in whole)}"
    yield shares("phrases of the life left (CONTEXT)", [left(t, frozenset({"CONTEXT", "PROFESSION"})) for t in whole])
    yield shares("identifiers left", [left(t, IDENTIFYING) for t in whole])
    longest = [t.rewritten.fidelity.run > MOST[t.row["script"]] for t in whole]
    yield f"runs that are too long: {sum(longest)} of {len(whole)}; families: {len(set(families))}"


def _counted(items: Any) -> list[tuple[Any, int]]:
    from collections import Counter

    return Counter(items).most_common()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--no-tagger", dest="tagger", action="store_false")
    parser.add_argument("--sheet", type=int, default=0, help="write so many retellings a script to standard output, as JSON Lines, instead")
    options = parser.parse_args()
    with open_lines(options.file) as lines:
        rows = [json.loads(line) for line in lines]
    began = time.process_time()
    some = told(rows, seed=options.seed, tagger=options.tagger)
    seconds = time.process_time() - began
    if options.sheet:
        for script in ("zh-TW", "zh-CN", "en"):
            for t in [t for t in some if t.row["script"] == script and t.rewritten is not None][: options.sheet]:
                facts = [f"{n.kind}: {n.name}" + "".join(f", {k} {v}" for k, v in n.clinical.items() if k not in ("name", "class")) for n in t.rewritten.before.nodes]
                sys.stdout.write(json.dumps({"id": t.row["id"], "text": t.result.text, "facts": facts}, ensure_ascii=False) + "\n")
        return
    for script in ("all", "zh-TW", "zh-CN", "en"):
        chosen = [t for t in some if script in ("all", t.row["script"])]
        if chosen:
            print(f"\n{script}:")
            print("\n".join(figures(chosen)))
    same = [a.result.text == b.result.text for a, b in zip(some[:5], told(rows[:5], seed=options.seed, tagger=options.tagger), strict=True)]
    other = [a.result.text != b.result.text for a, b in zip(some[:5], told(rows[:5], seed=options.seed + "x", tagger=options.tagger), strict=True)]
    print(f"\nsame seed, same text: {sum(same)} of {len(same)}; another seed, another text: {sum(other)} of {len(other)}")
    print(f"{len(rows) / seconds:.1f} narratives a second of processor time, detection and loading included")


if __name__ == "__main__":
    main()
