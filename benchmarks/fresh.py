"""Recall on notes by writers who had not seen the rules: `python benchmarks/fresh.py [SET...] [--show LABEL...|ALL]`.

Each set under `benchmarks/notes/` holds notes, hard lines and decoys in our markup, all invented. `docs/measures.md` says
which sets the rules were mended on and which had never been looked at when they were measured. A gold span is caught if
an edit covers every letter and digit of it; TIME, AGE, PROFESSION and CONTEXT are not counted (they are kept).
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from bars import interval

from incognote import Document, Edit, Pipeline
from incognote.labels import TIER_A
from incognote.text import markup

SETS = Path(__file__).resolve().parent / "notes"
KEPT = frozenset({"TIME", "AGE", "PROFESSION", "CONTEXT"})


def read(path: Path) -> Iterator[tuple[str, str]]:
    """(name, marked-up text): notes are separated by a line of equals signs and begin with `# name`."""
    raw = path.read_text("utf-8")
    if path.stem != "notes":
        yield from ((str(i), line.replace("\\n", "\n")) for i, line in enumerate(raw.splitlines(), 1) if line.strip())
        return
    for note in re.split(r"^=====+\s*$", raw, flags=re.MULTILINE):
        name, _, body = note.strip("\n").partition("\n")
        if body:
            yield name.lstrip("# "), body


def is_covered(mark: markup.Marked, edits: Sequence[Edit], text: str) -> bool:
    return all(not text[i].isalnum() or any(e.start <= i < e.end for e in edits) for i in range(mark.start, mark.end))


def measure(folder: Path, part: str, pipeline: Pipeline, show: set[str]) -> None:
    recall, clean, extra = [], [], []
    caught: Counter[str] = Counter()
    total: Counter[str] = Counter()
    flagged = unseen = 0
    for name, body in read(folder / f"{part}.txt"):
        text, marks = markup.read(body)
        result = pipeline.run(Document(name, text))
        edits = [e for e in result.edits if e.end > e.start]
        missed = []
        for mark in (m for m in marks if m.label not in KEPT):
            total[mark.label] += 1
            if is_covered(mark, edits, text):
                caught[mark.label] += 1
            else:
                missed.append(mark)
        wanted = [m for m in marks if m.label in TIER_A]
        lost = [m for m in missed if m.label in TIER_A]
        recall.append((len(wanted) - len(lost), len(wanted)))
        clean.append((not lost, 1))
        spurious = [e for e in edits if e.label != "AGE" and not any(m.start < e.end and e.start < m.end for m in marks)]
        extra.append(len(spurious))
        flagged += bool(lost) and result.status == "residue"
        unseen += bool(lost) and result.status != "residue"
        for mark in missed:
            if show & {mark.label, "ALL"}:
                print(f"  missed {name} {mark.label}: {text[max(0, mark.start - 14):mark.start]!r} {text[mark.start:mark.end]!r} {text[mark.end:mark.end + 10]!r} {result.status}")
        for e in spurious:
            if show & {e.label, "ALL"}:
                print(f"  extra  {name} {e.label}: {text[max(0, e.start - 8):e.start]!r} {text[e.start:e.end]!r} {text[e.end:e.end + 8]!r}")
    print(f"{folder.name}/{part}: tier A covered {interval(recall)}; clean {interval(clean)}; spurious {sum(extra) / len(extra):.2f} a text; of {flagged + unseen} that leak {flagged} are called residue")
    print("  not whole:", " ".join(f"{label} {caught[label]}/{n}" for label, n in sorted(total.items()) if caught[label] < n) or "none")


def decoys(folder: Path, pipeline: Pipeline, show: set[str]) -> None:
    altered = residue = count = 0
    for _, line in read(folder / "decoys.txt"):
        count += 1
        result = pipeline.run(Document("decoy", line))
        edits = [e for e in result.edits if e.end > e.start]
        altered += bool(edits)
        residue += result.status == "residue"
        if edits and show:
            print("  altered", line, [(e.label, line[e.start : e.end]) for e in edits])
    print(f"{folder.name}/decoys: {altered} of {count} altered, {residue} called residue")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--show", nargs="*", default=None)
    parser.add_argument("--profile", default="clinic-tw", help="a profile or .toml file")
    options = parser.parse_args()
    show = set() if options.show is None else set(options.show or ["ALL"])
    pipeline = Pipeline.from_profile(options.profile, vault="none", on=date(2026, 11, 29))
    for folder in sorted(p for p in SETS.iterdir() if p.is_dir() and (not options.sets or p.name in options.sets)):
        for part in ("notes", "hard"):
            if (folder / f"{part}.txt").exists():
                measure(folder, part, pipeline, show)
        decoys(folder, pipeline, show)


if __name__ == "__main__":
    main()
