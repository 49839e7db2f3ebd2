"""Prints how well institutions are found on an intake corpus, with and without a register of their official names.

`python benchmarks/registers.py --set au-intake tw-intake --split train [--register] [--misses SCHOOL]`. The register is
made of the first name that gold gives each institution, where that is a full name, and of the real lists beside the
project, if they are there, as distractors. A mention counts as found where its class covers all of it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from incognote.config import Pipeline, load_profile, make_pipeline
from incognote.detect import lists
from incognote.document import Document
from incognote.gazetteer.kinds import FOUR_CLASSES
from incognote.gazetteer.registers import Row, build
from incognote.gazetteer.short_forms import has_kind

CORPORA = Path(__file__).resolve().parents[1] / "corpora"
LISTS = CORPORA.parents[1] / "shared" / "data" / "registries"
DISTRACTORS = (("au-schools/schools.tsv", "SCHOOL", 0, 1), ("au-hospitals-suburbs/hospitals.tsv", "HOSPITAL", 0, 1), ("tw-nhi/nhi_institutions.tsv", "HOSPITAL", 3, None))
FIRST = {name: rank for rank, name in enumerate(("known", "site", "lists", "rules", "spread"))}


def lines(name: str) -> Iterator[dict]:
    with lzma.open(CORPORA / f"{name}.jsonl.xz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def register(sets: list[str], split: str) -> list[Row]:
    rows = [
        (place["label"], (place["names"][0],), "")
        for name in sets
        for report in lines(f"{name}.{split}.relations")
        for place in report["institutions"]
        if place["label"] in FOUR_CLASSES and has_kind(place["names"][0])
    ]
    for path, label, name, place in DISTRACTORS:
        if (LISTS / path).is_file():
            cells = (line.split("\t") for line in (LISTS / path).read_text("utf-8").splitlines()[1:])
            rows += [(label, (row[name],), row[place] if place is not None else "") for row in cells]
    return list(dict.fromkeys(rows))


def measure(pipeline: Pipeline, name: str, split: str, misses: list[str]) -> None:
    gold, caught, said, right = Counter(), Counter(), Counter(), Counter()
    seconds, reports = 0.0, 0
    for note in lines(f"{name}.{split}"):
        began = time.process_time()
        spans, _ = pipeline.detect(Document(note["id"], note["text"]))
        seconds, reports = seconds + time.process_time() - began, reports + 1
        for span in note["spans"]:
            label, start, end = span["label"], span["start"], span["end"]
            covered = {at for s in spans if s.label == label for at in range(max(s.start, start), min(s.end, end))}
            gold[label] += 1
            caught[label] += len(covered) == end - start
            if label in misses and len(covered) < end - start:
                print("  missed", repr(note["text"][max(0, start - 40) : start]), "<<", note["text"][start:end], ">>")
        for s in spans:
            said[s.label] += 1
            right[s.label] += any(g["label"] == s.label and g["start"] < s.end and s.start < g["end"] for g in note["spans"])
    print(f"{name} {split}: {reports} reports, {reports / seconds:.0f} a second")
    for label in FOUR_CLASSES:
        recall, precision = caught[label] / max(1, gold[label]), right[label] / max(1, said[label])
        score = 2 * recall * precision / max(1e-9, recall + precision)
        print(f"  {label}: R {recall:.3f} P {precision:.3f} F1 {score:.3f} of {gold[label]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", nargs="+", default=["au-intake", "tw-intake"])
    parser.add_argument("--split", default="train")
    parser.add_argument("--register", action="store_true", help="with a register of the official names")
    parser.add_argument("--misses", nargs="*", default=[])
    options = parser.parse_args()
    pipeline = make_pipeline(load_profile("safe-harbor"), tagger=False)
    if options.register:
        began = time.process_time()
        registers = build(register(options.set, options.split))
        print(f"{registers} loaded in {time.process_time() - began:.1f} s")
        pipeline = replace(pipeline, precedence=FIRST, detectors={**pipeline.detectors, "lists": lists.detector(registers)})
    for name in options.set:
        measure(pipeline, name, options.split, options.misses)


if __name__ == "__main__":
    main()
