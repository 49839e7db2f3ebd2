"""Prints the verifier's bars: false alarms on masked notes, and what it sees when one rule is missing.

Needs `../shared/data`. `--show` prints every false alarm and every miss.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from incognote.document import Edit, Finding
from incognote.labels import TIER_A, age_text, mark
from incognote.text.edits import apply
from incognote.text.script import script_of
from incognote.verify import verify

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
KEPT = frozenset({"TIME", "PROFESSION", "CONTEXT"})
NUMBERS = frozenset({"MRN", "IDNO", "HEALTHPLAN", "CASENO", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "OTHERID", "USERNAME", "SOCIAL", "PHONE", "EMAIL", "URL", "IPADDR", "ZIP"})
Gold = dict


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def group(span: Gold) -> str:
    """The unit that is left out: a label, or a kind of name."""
    return f"{span['label']}/{span['attr']}" if span["label"] in {"NAME", "DATE"} and span.get("attr") else span["label"]


def masked(row: dict, leave: Callable[[Gold], bool]) -> tuple[str, tuple[tuple[int, int], ...], list[tuple[int, int, Gold]]]:
    """The note with its gold masked, the written ranges, and where what was left lies in the output."""
    text = row["text"]
    script = script_of(text)
    edits, left = [], []
    for span in sorted(row["spans"], key=lambda s: s["start"]):
        surface = text[span["start"] : span["end"]]
        if span["label"] in KEPT or (span["label"] == "AGE" and not any(n in surface for n in ("9",) if len(surface) > 1 and surface.strip()[0] == "9")):
            continue
        if leave(span):
            left.append(span)
            continue
        word = age_text(99, script) if span["label"] == "AGE" else mark(span["label"], script)
        edits.append(Edit(span["start"], span["end"], f"[{word}]" if span["label"] == "AGE" else word, "mask", span["label"], None))
    output, written = apply(text, edits)
    places = []
    for span in left:
        shift = sum(len(e.replacement) - (e.end - e.start) for e in edits if e.end <= span["start"])
        places.append((span["start"] + shift, span["end"] + shift, span))
    return output, written, places


def residue(findings: tuple[Finding, ...]) -> list[Finding]:
    return [f for f in findings if f.severity == "residue"]


def false_alarms(name: str, notes: list[dict], show: bool, unlabelled: frozenset[str] = frozenset()) -> None:
    """`unlabelled`: kinds that the gold of this set leaves out although they are right."""
    bad = warned = 0
    for row in notes:
        output, written, _ = masked(row, lambda span: False)
        findings = tuple(f for f in verify(output, known=(), written=written) if f.kind not in unlabelled)
        bad += bool(residue(findings))
        warned += any(f.severity == "warning" for f in findings)
        for f in findings if show else ():
            print(f"  {f.severity} {row['id']} {f.kind} {output[f.start:f.end]!r} in {output[max(0, f.start - 12):f.end + 12]!r}")
    print(f"{name}: residue in {bad} of {len(notes)} fully masked notes, warnings in {warned}")


def left_out(name: str, notes: list[dict], show: bool) -> None:
    """Of the notes that leak a number of tier A or a name, how many are flagged at the leak or at all."""
    seen: defaultdict[str, list[bool]] = defaultdict(list)
    exact: defaultdict[str, list[bool]] = defaultdict(list)
    for row in notes:
        for unit in sorted({group(s) for s in row["spans"]} - KEPT - {"AGE"}):
            output, written, places = masked(row, lambda span, unit=unit: group(span) == unit)
            found = residue(verify(output, known=(), written=written))
            seen[unit].append(bool(found))
            for start, end, _ in places:
                hit = any(f.start < end and start < f.end for f in found)
                exact[unit].append(hit)
                if show and not hit:
                    print(f"  missed {row['id']} {unit}: {output[max(0, start - 14):start]!r}⟦{output[start:end]}⟧{output[end:end + 8]!r}")
    relevant = [u for u in seen if u.split("/")[0] in NUMBERS | {"NAME", "DOCTOR"}]
    total = sum(len(seen[u]) for u in relevant)
    print(f"{name}: notes that leak a tier A number or a name: flagged {sum(sum(seen[u]) for u in relevant)}/{total} = {sum(sum(seen[u]) for u in relevant) / total:.3f}")
    everything = sum(map(len, seen.values()))
    print(f"  all labels: {sum(map(sum, seen.values()))}/{everything} = {sum(map(sum, seen.values())) / everything:.3f}")
    for unit in sorted(seen, key=lambda u: (sum(seen[u]) / len(seen[u]), u)):
        tier = "A" if unit.split("/")[0] in TIER_A else "-"
        print(f"    {tier} {unit:22s} notes {sum(seen[unit])}/{len(seen[unit])}   spans {sum(exact[unit])}/{len(exact[unit])}")


def decoys(show: bool) -> None:
    bad = 0
    for row in rows(SHARED / "catalogue-notes" / "decoys.jsonl"):
        findings = verify(row["text"], known=(), written=())
        bad += bool(residue(findings))
        for f in findings:
            print("  decoy", f.severity, f.kind, repr(row["text"]))
    print(f"decoys with residue: {bad} of 60")


def hostile() -> Iterator[str]:
    for unit in ("1.1.1.", "0912-", "王", "(", "A1", "姓名：", "病人王", "Dr. A ", "一", "https://a?", "a@", "%E7", "路1", "1-", "PT-0001", "112/", "AB, "):
        times = []
        for size in (50_000, 200_000):
            text = unit * (size // len(unit))
            start = time.perf_counter()
            verify(text, known=(), written=())
            times.append(time.perf_counter() - start)
        yield f"  {unit!r}: 50 kB {times[0]:.3f} s, 200 kB {times[1]:.3f} s{'  SLOW' if times[1] > 1 else ''}"


def speed(notes: list[dict]) -> None:
    outputs = [masked(row, lambda span: False)[:2] for row in notes]
    for text, written in outputs:
        verify(text, known=(), written=written)
    start = time.perf_counter()
    rounds = 20
    for _ in range(rounds):
        for text, written in outputs:
            verify(text, known=(), written=written)
    spent = time.perf_counter() - start
    characters = sum(len(text) for text, _ in outputs)
    print(f"speed: {spent / rounds / characters * 300 * 1e6:.0f} µs for 300 characters (mean output {characters / len(outputs):.0f})")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    catalogue = rows(SHARED / "catalogue-notes" / "notes.jsonl")
    twsyn = rows(SHARED / "twsyn-valid" / "valid.jsonl")
    false_alarms("catalogue", catalogue, options.show)
    false_alarms("twsyn", twsyn, options.show, frozenset({"age_over_89"}))
    decoys(options.show)
    left_out("catalogue", catalogue, options.show)
    left_out("twsyn", twsyn, options.show)
    speed(catalogue + twsyn)
    if options.hostile:
        for line in hostile():
            print(line)


if __name__ == "__main__":
    main()
