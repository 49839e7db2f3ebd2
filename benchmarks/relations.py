"""Intake reports against the bars: `python benchmarks/relations.py [--split test] [--speed | --confusion | --memory]`.

Prints the figures of the profile `child-protection` on au-intake and tw-intake beside the published ones and the bar,
then the speed on texts of 6 kB (files are read apart: text goes in), with the tagger's share told by its absence.
`--confusion` prints the gold role against the role that was given instead, by count: labels alone, no text of a report.
`--memory` puts 10,000 reports through one process instead and says what it holds. Figures alone: no text of a report.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from incognote.config import Pipeline
from incognote.document import Document
from incognote.lab.evaluate.relations import FLAGGED, NINE, OFFSETS, RIGHT, TRUE, WRONG, evaluation
from incognote.lab.evaluate.reports import Report, Scrubbed, read_reports, scrub
from incognote.lab.evaluate.said_roles import mentions
from incognote.lab.lines import open_lines

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT / "corpora"
SETS = ("au-intake", "tw-intake")
TRAINED = (*SETS, "intake-practice")
PROFILE = "child-protection"
PUBLISHED = {
    "name": "0.96", "address": "1.00", "phone": "1.00", "date": "1.00", "time": "0.97", "reference": "0.98", "school": "0.91",
    "early learning": "0.76", "hospital": "0.77", "prison": "about 0.66",
}  # fmt: skip
"""F1 of the published evaluation of intake reports (100 reports of its own, not ours)."""
BARS = {
    **{name: {"F1": 0.99} for name in ("address", "phone", "date", "time", "reference")}, "name": {"F1": 0.98, "recall": 0.98},
    "school": {"F1": 0.97}, **{name: {"recall": 0.93, "precision": 0.97} for name in ("early learning", "hospital", "prison")},
}  # fmt: skip
SHARES = (("people", RIGHT, ">= 0.95"), ("people", TRUE, ""), ("people", WRONG, "<= 0.005"), ("people", FLAGGED, ""), ("dates", OFFSETS, ">= 0.99"))
FORMS = ("institution, full", "institution, short", "institution, typo")
SIZE = 6_000
"""Bytes of a report whose speed is measured; the budget is so many reports a second."""
BUDGET = 60
MANY = 10_000


def scrubbed(name: str, split: str) -> tuple[list[Report], list[Scrubbed]]:
    reports = read_reports(CORPORA / f"{name}.{split}.jsonl.xz", CORPORA / f"{name}.{split}.relations.jsonl.xz")
    return reports, scrub(Pipeline.from_profile(PROFILE, vault="none"), reports)


def measured(name: str, split: str) -> dict[str, Any]:
    return evaluation(f"{name}.{split}", *scrubbed(name, split))


def confusion(name: str, split: str) -> Iterator[str]:
    """The gold role and what the mark said instead: which kinds of mentions to mend, and which are only told less exactly."""
    found = list(mentions(*scrubbed(name, split)))
    kinds = Counter((m.person.role, m.said, "another person" if m.wrong else "true, less or more exact" if m.true else "") for m in found if not m.right)
    yield f"## {name}.{split}: {kinds.total()} of {len(found)} mentions without their gold role\n\n| mentions | gold role | said | |\n|---|---|---|---|"
    yield from (f"| {count} | {gold} | {said.replace('|', ' or ')} | {what} |" for (gold, said, what), count in kinds.most_common())


def table(result: dict[str, Any]) -> Iterator[str]:
    """The table of the bars."""
    yield f"## {result['set']}: {result['reports']} reports of {result['skeletons']} skeletons, intervals over skeletons\n"
    yield "| class | of | published F1 | ours: F1 (precision / recall) | exact F1 | bar | |\n|---|---|---|---|---|---|---|"
    for name, bar in BARS.items():
        row = result["classes"].get(name)
        if row is None:
            continue
        said = ", ".join(f"{figure} {least}" for figure, least in bar.items())
        met = "met" if all(row[figure][0] >= least for figure, least in bar.items()) else "**missed**"
        yield f"| {name} | {row['recall'][3]} | {PUBLISHED[name]} | {cell(row['F1'])} ({row['precision'][0]:.3f} / {row['recall'][0]:.3f}) | {row['exact F1'][0]:.3f} | {said} | {met} |"
    for name in ("macro", NINE, "micro"):
        if row := result["classes"].get(name):
            yield f"| {name} | | {'> 0.92' if name == NINE else ''} | {cell(row['F1'])} ({row['precision'][0]:.3f} / {row['recall'][0]:.3f}) | {row['exact F1'][0]:.3f} | | |"
    yield f"\nWorst class: {result['worst class']}.\n\n| what | ours | of | bar | |\n|---|---|---|---|---|"
    for key, name, limit in (*SHARES, *(("by form", form, "") for form in FORMS)):
        if row := result[key].get(name):
            yield f"| {name} | {cell(row)} | {row[3]} | {limit} | {verdict(row[0], limit)} |"
    yield "\nStatuses: " + ", ".join(f"{status} {many}" for status, many in result["statuses"].items()) + ".\n"


def cell(row: Sequence[float]) -> str:
    return f"{row[0]:.4f} ({row[1]:.4f}-{row[2]:.4f})"


def verdict(value: float, bar: str) -> str:
    if not bar:
        return ""
    sign, limit = bar.split()
    return "met" if (value >= float(limit) if sign == ">=" else value <= float(limit)) else "**missed**"


def texts(name: str, split: str) -> list[str]:
    with open_lines(CORPORA / f"{name}.{split}.jsonl.xz") as lines:
        return [json.loads(line)["text"] for line in lines if line.strip()]


def long_texts(name: str, split: str) -> list[str]:
    """Reports of `SIZE` bytes: a report, its narrative said again until it is long enough."""
    made = []
    for text in texts(name, split):
        paragraphs = text.split("\n\n")
        story = "\n\n".join(paragraphs[1:]) or text
        while len(text.encode()) < SIZE:
            text += "\n\n" + story
        made.append(text.encode()[:SIZE].decode("utf-8", "ignore"))
    return made


def speed(name: str, split: str) -> None:
    made = long_texts(name, split)[:100]
    for tagger in (False, True):
        pipeline = Pipeline.from_profile(PROFILE, vault="none", tagger=tagger)
        if tagger and "tagger" not in pipeline.detectors:
            continue
        pipeline.attempt(Document("warm", made[0]))
        best, wall = 1e9, 1e9
        for _ in range(2):
            start, began = time.process_time(), time.perf_counter()
            for at, text in enumerate(made):
                pipeline.attempt(Document(str(at), text))
            best, wall = min(best, time.process_time() - start), min(wall, time.perf_counter() - began)
        budget = "" if tagger else f"  (budget {BUDGET})"
        print(f"{name}, {len(made)} reports of {SIZE} bytes, {'with' if tagger else 'without'} the tagger: {len(made) / best:.1f} reports a processor second, {len(made) / wall:.1f} a second{budget}")


def memory(split: str) -> None:
    """What a process holds after more and more reports, each a mixture of paragraphs with new words in it."""
    pipeline = Pipeline.from_profile(PROFILE, vault="none", tagger=False)
    draw, known = random.Random(0), texts("au-intake", split) + texts("tw-intake", split)
    for at in range(1, MANY + 1):
        text = f"{draw.choice(known)}\n\nref {draw.randrange(10**7)}. {''.join(draw.choices('abcdefghiklmnoprstuw', k=8)).title()} was there."
        pipeline.attempt(Document(str(at), text))
        if at in {100, 1_000, 2_500, 5_000, MANY}:
            print(f"after {at} reports: {now():.0f} MB held, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most", flush=True)


def now() -> float:
    """Resident megabytes, where the system tells."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    return next(int(line.split()[1]) / 1024 for line in status.read_text("utf-8").splitlines() if line.startswith("VmRSS"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", default="test", choices=("train", "valid", "test"))
    parser.add_argument("--set", nargs="+", default=SETS, choices=TRAINED)
    parser.add_argument("--confusion", action="store_true", help="gold role against the role given instead, by count")
    parser.add_argument("--memory", action="store_true", help="10,000 reports through one process, and what it holds")
    parser.add_argument("--speed", action="store_true", help="speed alone")
    options = parser.parse_args()
    if options.memory:
        memory(options.split)
        return
    for name in options.set:
        if options.confusion:
            print("\n".join(confusion(name, options.split)) + "\n", flush=True)
            continue
        if not options.speed:
            print("\n".join(table(measured(name, options.split))), flush=True)
        speed(name, options.split)


if __name__ == "__main__":
    main()
