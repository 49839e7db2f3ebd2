"""Prints the detection bars on the data beside the project: `python benchmarks/bars.py [--misses LABEL...]`.

Needs `../shared/data`. Rules and thresholds may be tuned on twsyn-valid; nothing is trained on it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from incognote.document import Document, Span
from incognote.labels import TIER_A, TIER_C

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
NUMBERISH = frozenset({"MRN", "IDNO", "PHONE", "HOSPITAL", "ADDRESS", "DATE", "NAME", "DOCTOR"})
Detect = Callable[[Document], Sequence[Span]]


def rows(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def interval(pairs: list[tuple[float, float]]) -> str:
    """Ratio of sums with a bootstrap 95 % interval over notes (2,000 resamples, seed 0)."""
    total = sum(d for _, d in pairs)
    if not total:
        return "none"
    draw = random.Random(0)
    ratios = sorted(
        (sum(n for n, _ in sample) / max(1, sum(d for _, d in sample)))
        for sample in (draw.choices(pairs, k=len(pairs)) for _ in range(2000))
    )
    return f"{sum(n for n, _ in pairs) / total:.4f} ({ratios[49]:.4f}-{ratios[1949]:.4f}) of {int(total)}"


def covered(start: int, end: int, spans: Sequence[Span], text: str) -> bool:
    masked = [False] * (end - start)
    for s in spans:
        for i in range(max(s.start, start), min(s.end, end)):
            masked[i - start] = True
    return all(done or not text[start + i].isalnum() for i, done in enumerate(masked))


def catalogue(detect: Detect, show: set[str]) -> None:
    hits: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    tier_a: list[tuple[float, float]] = []
    extra: Counter[str] = Counter()
    for row in rows(SHARED / "catalogue-notes" / "notes.jsonl"):
        text = row["text"]
        spans = list(detect(Document(row["id"], text)))
        done = total = 0
        for gold in row["spans"]:
            ok = covered(gold["start"], gold["end"], spans, text)
            totals[gold["label"]] += 1
            hits[gold["label"]] += ok
            if gold["label"] in TIER_A:
                total += 1
                done += ok
            if not ok and ("ALL" in show or gold["label"] in show):
                around = text[max(0, gold["start"] - 14) : gold["start"]] + "⟦" + text[gold["start"] : gold["end"]] + "⟧" + text[gold["end"] : gold["end"] + 10]
                print(f"  missed {row['id']} {gold['label']}: {around!r}")
        tier_a.append((done, total))
        for s in spans:
            if s.label not in TIER_C and not any(g["start"] < s.end and s.start < g["end"] for g in row["spans"]):
                extra[s.label] += 1
                if "ALL" in show or s.label in show:
                    print(f"  extra  {row['id']} {s.label} {text[s.start:s.end]!r} in {text[max(0, s.start-8):s.end+8]!r} by {s.source}")
    print("catalogue notes: tier A fully covered", interval(tier_a))
    print("  by label:", " ".join(f"{k} {hits[k]}/{n}" for k, n in sorted(totals.items())))
    print("  spans outside gold:", dict(extra))


def decoys(detect: Detect) -> None:
    bad = []
    for row in rows(SHARED / "catalogue-notes" / "decoys.jsonl"):
        found = [s for s in detect(Document(row["id"], row["text"])) if s.label not in TIER_C]
        if found:
            bad.append((row["text"], [(s.label, row["text"][s.start : s.end], s.source) for s in found]))
    print(f"decoys altered: {len(bad)} of 60")
    for item in bad:
        print("  ", item)


def twsyn(detect: Detect, show: set[str]) -> None:
    by_label: dict[str, list[tuple[float, float]]] = {}
    recall, precision, clean = [], [], []
    for row in rows(SHARED / "twsyn-valid" / "valid.jsonl"):
        text = row["text"]
        spans = detect(Document(row["id"], text))
        predicted = {text[s.start : s.end] for s in spans if s.label not in TIER_C | {"ROOM", "LOCATION", "ORG"}}
        gold = [(g["label"], text[g["start"] : g["end"]]) for g in row["spans"]]
        caught = [t in predicted or any(len(t) < len(p) and t in p for p in predicted) for _, t in gold]
        for (label, t), ok in zip(gold, caught, strict=True):
            by_label.setdefault(label, []).append((ok, 1))
            if not ok and ("ALL" in show or label in show):
                at = text.find(t)
                print(f"  missed {row['id']} {label}: {text[max(0, at - 25):at]!r} ⟦{t}⟧ {text[at + len(t):at + len(t) + 15]!r}")
        unique = {t for _, t in gold}
        right = {p for p in predicted if p in unique or any(g in p for g in unique)}
        for wrong in sorted(predicted - right):
            if show:
                at = text.find(wrong)
                print(f"  extra  {row['id']} {wrong!r} in {text[max(0, at - 15):at + len(wrong) + 10]!r} by {[(s.label, s.source) for s in spans if text[s.start:s.end] == wrong][:1]}")
        recall.append((sum(caught), len(gold)))
        precision.append((len(right), len(predicted)))
        clean.append((all(caught), 1))
    print("twsyn-valid (tuning set): string recall", interval(recall))
    print("  unique precision", interval(precision), "| clean notes", interval(clean))
    for label, pairs in sorted(by_label.items()):
        print(f"  {label}: {interval(pairs)}")


def cmedqa(detect: Detect, show: set[str]) -> None:
    """Chinese medical questions and answers that name nobody."""
    characters = spurious = 0
    for name in ("train.json", "dev.json"):
        raw = (SHARED / "clinical" / "chineseblue-cmedqaner" / name).read_text("utf-8")
        texts = [json.loads(line)["text"] for line in raw.splitlines() if line.strip()] if raw.lstrip().startswith("{") else [r["text"] for r in json.loads(raw)]
        for text in texts:
            characters += len(text)
            for s in detect(Document("q", text)):
                if s.label in {"NAME", "DOCTOR"}:
                    spurious += 1
                    if show:
                        print(f"  {s.label} {text[s.start:s.end]!r} in {text[max(0, s.start - 8):s.end + 8]!r} {s.source} {s.score:.2f}")
    print(f"cMedQANER: NAME and DOCTOR spans per 10,000 characters {spurious / characters * 1e4:.2f} ({spurious} in {characters})")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", nargs="*", default=["catalogue", "decoys", "twsyn", "cmedqa"])
    parser.add_argument("--misses", nargs="*", default=None, help="print misses and extras of these labels (none given: all)")
    parser.add_argument("--profile", help="a profile or .toml file (default: the rules alone)")
    options = parser.parse_args()
    show = set() if options.misses is None else set(options.misses or ["ALL"])
    detect = make_detect(options.profile)
    if "catalogue" in options.set:
        catalogue(detect, show)
    if "decoys" in options.set:
        decoys(detect)
    if "twsyn" in options.set:
        twsyn(detect, show)
    if "cmedqa" in options.set:
        cmedqa(detect, show)


def make_detect(profile: str | None = None) -> Detect:
    from incognote.config import Pipeline
    from incognote.detect import rules
    from incognote.resolve import resolve

    if profile is not None:
        pipeline = Pipeline.from_profile(profile)
        return lambda document: pipeline.detect(document)[0]
    detect = rules.detector(rules.load())
    return lambda document: resolve(detect(document), document)


_WORD = re.compile(r"\w+")

if __name__ == "__main__":
    main()
