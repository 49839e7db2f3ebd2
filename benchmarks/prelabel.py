"""What labelling by suggestion saves and spoils, on sentences whose truth is known: `python benchmarks/prelabel.py`.

A tenth of some `cn-ehr` training sentences is labelled by their truth, a tagger of two layers suggests the rest, and the truth plays the people who correct it. Prints the edits saved, how many of
them lie in what is read first, and what the gold and a tagger trained on it lose where people let suggestions stand.
Taggers are tried on sentences of `cn-ehr` valid. Figures alone.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from incognote.lab.evaluate.gold import ANY, GoldNote, read_gold
from incognote.lab.evaluate.intervals import Estimate
from incognote.lab.train.config import load_config
from incognote.lab.train.fit import Now
from incognote.lab.train.prelabel.simulate import READ, WAYS, Simulated, Way, simulate

CORPORA = Path(__file__).resolve().parents[1] / "corpora"
TAUGHT = (Way(0.0, "whole"), Way(0.5, "doubtful"), Way(0.9, "doubtful"))


def sentences(part: str, limit: int) -> list[GoldNote]:
    """Every so manyeth sentence, so that all authors are in."""
    found = read_gold(CORPORA / f"cn-ehr.{part}.jsonl.xz", labels=ANY)
    return found[:: max(1, len(found) // limit)][:limit]


def cell(of: Estimate | None) -> str:
    return f"{of.value:.3f} ({of.low:.3f} to {of.high:.3f})" if of else ""


def report(done: Simulated) -> list[str]:
    parts = done.parts
    lines = [
        f"{done.labelled} sentences labelled, {done.rest} suggested: F1 of the suggestions {cell(done.f1)}, {done.saved.of} spans",
        f"edits: {parts.total} ({parts.added} added, {parts.removed} removed, {parts.moved} moved, {parts.relabelled} relabelled); saved against labelling from nothing {cell(done.saved)}",
        "", "| edits found after reading | " + " | ".join(f"{share:.0%}" for share in READ) + " |", "|---" * (len(READ) + 1) + "|",
    ]  # fmt: skip
    lines += [f"| by {name} | " + " | ".join(map(cell, row)) + " |" for name, row in done.curves.items()]
    lines += ["", f"A tagger trained on the truth: F1 {cell(done.truth)}", "", "| stands from confidence | read | F1 of the gold | F1 of a tagger | less than by the truth |", "|---|---|---|---|---|"]
    lines += [f"| {way.confidence} | {way.reader} | {cell(row.gold)} | {cell(row.tagger)} | {cell(row.gap)} |" for way, row in done.spoilt.items()]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=1200)
    parser.add_argument("--test", type=int, default=400)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--epochs", type=int, nargs=2, default=(20, 5), help="of the tagger that suggests, and of those after it")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    smoke = load_config("smoke")
    first, later = (replace(smoke, training=replace(smoke.training, epochs=epochs), seed=options.seed) for epochs in options.epochs)

    def tell(now: Now) -> None:
        if now.f1 is not None:
            print(f"epoch {now.epoch}/{now.epochs}, F1 {now.f1:.4f}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        done = simulate(
            sentences("train", options.sentences), sentences("valid", options.test), Path(folder), config=first, later=later, share=options.share,
            ways=WAYS, taught=TAUGHT, tell=tell,
        )  # fmt: skip
    print("\n".join(report(done)))


if __name__ == "__main__":
    main()
