"""Remake the tables of docs/results.md: `python benchmarks/results.py [--check]` (make results).

Runs every released set, open and closed pools side by side, through the default profile and the article's
regular expressions. `--check` runs the small sets only and compares with what is written. The sets are synthetic:
figures say how a system does on text made for this purpose.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from incognote.lab.evaluate.gold import GoldNote, read_gold, read_rows
from incognote.lab.evaluate.links import codes_of, link
from incognote.lab.evaluate.systems import answer_all
from incognote.lab.evaluate.tables import evaluation
from incognote.labels import LABELS

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT / "corpora"
DATA = ROOT / "docs" / "results.json"
PAGE = ROOT / "docs" / "results.md"
SETS = {
    "tw-clinic": ("33", ("clinic-tw", "article-regex")), "cn-notes": ("33", ("clinic-tw",)), "cn-ehr": ("4", ("clinic-tw",)),
    "en-notes": ("33", ("clinic-tw",)), "au-intake": ("10", ("clinic-tw",)), "tw-intake": ("33", ("clinic-tw",)),
    "psychiatry": ("33", ("clinic-tw",)),
}  # fmt: skip
SMALL = ("tw-intake", "en-notes")
SHOWN = ("string recall", "full-cover recall", "entity recall", "unique precision", "spurious spans a note", "clean notes")
PEOPLE = ("origin", "surname_rarity", "length")


def notes(name: str) -> list[GoldNote]:
    return read_gold(CORPORA / f"{name}.test.jsonl.xz", labels={*LABELS, "PER", "ORG", "LOC", "DAT"})


def evaluated(names: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names:
        scheme, systems = SETS[name]
        for variant in (name, f"{name}.closed"):
            if (CORPORA / f"{variant}.test.jsonl.xz").exists():
                gold = notes(variant)
                many = len({n.meta.get("skeleton") for n in gold}) < len(gold)
                result = evaluation(variant, gold, answer_all(systems, gold), scheme=scheme, by_skeleton=many)
                yield variant, slim(result)


def slim(result: dict[str, Any]) -> dict[str, Any]:
    """What the page shows: no text, no time."""
    for of in result["systems"].values():
        of["missed"], of["false"] = len(of.pop("misses")), len(of.pop("false alarms"))
        for key in ("confusion", "failures", "seconds"):
            of.pop(key)
    return result


def links() -> dict[str, Any]:
    rows = [row for _, row in read_rows(CORPORA / "visits.test.jsonl.xz")]
    told = link(rows, codes_of(rows))
    return {"notes": len(rows), "found": list(told.found), "wrong": told.wrong, "without": told.without_code,
            "by change": {k: list(v) for k, v in told.by_change.items()}}  # fmt: skip


def cell(row: list[float]) -> str:
    return "-" if not row[3] else f"{row[0]:.3f} ({row[1]:.3f}-{row[2]:.3f})"


def page(results: dict[str, Any], linked: dict[str, Any]) -> str:
    lines = [
        "# Results", "",
        "Remade by `make results`; the small sets are compared in `make test`. All sets are synthetic (docs/datasheets): figures say how",
        "a system does on text made for this purpose, not on a hospital's. Intervals: 95 %, bootstrap over notes, or over skeletons where",
        "one fills several notes; clean notes: Wilson. Scored: tiers A and B. `.closed` sets fill train and test from the same pools of names",
        "and places; the others never share one.", "",
        "| set | notes | skeletons | system | " + " | ".join(SHOWN) + " | tier A, fully covered | worst label |",
        "|---" * (len(SHOWN) + 6) + "|",
    ]  # fmt: skip
    for name, result in results.items():
        for system, of in result["systems"].items():
            worst = of["worst label"]
            told = f"{worst} {cell(of['by']['label'][worst])}" if worst else "-"
            tier = cell(of["by"]["tier"]["tier A"]) if "tier" in of["by"] else "-"
            figures = " | ".join(cell(of["figures"][s]) for s in SHOWN)
            lines.append(f"| {name} | {result['notes']} | {result['skeletons']} | {system} | {figures} | {tier} | {told} |")
    lines += ["", "## Open and closed pools", ""]
    lines += [drop(name, results) for name in results if f"{name}.closed" in results]
    lines += ["", "## Who the person is", "", "Full-cover recall of NAME and DOCTOR by the person's origin (default profile).", ""]
    origins = sorted({o for r in results.values() for o in first(r)["by"].get("origin", {})})
    shown = [n for n in results if "origin" in first(results[n])["by"]]
    lines += ["| origin | " + " | ".join(shown) + " |", "|---" * (len(shown) + 1) + "|"]
    for origin in origins:
        cells = [first(results[n])["by"]["origin"].get(origin) for n in shown]
        lines.append(f"| {origin} | " + " | ".join(f"{cell(c)} of {c[3]}" if c else "-" for c in cells) + " |")
    found = linked["found"]
    lines += ["", "## Identity links", "", f"{linked['notes']} notes of three visits each: true links found {found[0]:.3f} ({found[1]:.3f}-{found[2]:.3f}) of {found[3]} pairs, "
              f"wrong merges {linked['wrong']}, notes without a code {linked['without']}.", ""]  # fmt: skip
    lines += [f"- after {change}: {cell(row)} of {row[3]}" for change, row in linked["by change"].items()]
    return "\n".join(lines) + "\n"


def first(result: dict[str, Any]) -> dict[str, Any]:
    return next(iter(result["systems"].values()))


def drop(name: str, results: dict[str, Any]) -> str:
    opened, closed = (first(results[key])["figures"]["full-cover recall"] for key in (name, f"{name}.closed"))
    apart = opened[2] < closed[1] or closed[2] < opened[1]
    told = f"{opened[0]:.3f} with open pools, {closed[0]:.3f} with closed ones"
    if apart:
        return f"- {name}: full-cover recall is {abs(opened[0] - closed[0]):.3f} {'lower' if opened[0] < closed[0] else 'higher'} on people and places that were never met: {told}."
    return f"- {name}: no clear difference shown on this test set between open and closed pools: {told}."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the small sets with what is written")
    options = parser.parse_args()
    if options.check:
        written = json.loads(DATA.read_text("utf-8"))["sets"]
        wrong = [name for name, result in evaluated(SMALL) if json.loads(json.dumps(result)) != written[name]]
        print("as written" if not wrong else f"not as written: {', '.join(wrong)}: run `make results`")
        return 1 if wrong else 0
    results = dict(evaluated(tuple(SETS)))
    linked = links()
    DATA.write_text(json.dumps({"version": 1, "sets": results, "links": linked}, ensure_ascii=False, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(results, linked), "utf-8")
    print(PAGE.read_text("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
