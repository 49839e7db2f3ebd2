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

from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.decoys import altered, read_decoys
from incognote.lab.evaluate.gold import GoldNote, read_gold, read_rows
from incognote.lab.evaluate.links import codes_of, link
from incognote.lab.evaluate.measures import Score, score
from incognote.lab.evaluate.per_class import MACRO, per_class
from incognote.lab.evaluate.systems import answer_all
from incognote.lab.evaluate.tables import class_table, evaluation
from incognote.labels import LABELS, TIER_C

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT / "corpora"
DATA = ROOT / "docs" / "results.json"
PAGE = ROOT / "docs" / "results.md"
README = ROOT / "README.md"
MARKS = ("<!-- results: make results -->", "<!-- end of results -->")
SETS = {
    "tw-clinic": ("33", ("clinic-tw", "article-regex")), "cn-notes": ("33", ("clinic-tw",)), "cn-ehr": ("4", ("clinic-tw",)),
    "en-notes": ("33", ("clinic-tw",)), "au-intake": ("10", ("clinic-tw",)), "tw-intake": ("33", ("clinic-tw",)),
    "psychiatry": ("33", ("clinic-tw",)),
}  # fmt: skip
ALSO = {"au-intake": ("TIME",)}
"""Labels of tier C that a set is scored on too: times of intake reports, as in the evaluation it is set beside."""
DECOYS = ROOT / "tests" / "data" / "catalogue" / "decoys.jsonl"
SMALL = ("tw-intake", "en-notes")
SHOWN = (
    "string recall", "full-cover recall", "entity recall", "unique precision", "typed exact F1", "spurious spans a note", "clean notes",
    "fully covered notes", "clinical strings touched",
)  # fmt: skip
PUBLISHED = {
    "name": "0.96", "address": "1.00", "phone": "1.00", "date": "1.00", "time": "0.97", "reference": "0.98", "school": "0.91",
    "early learning": "0.76", "hospital": "0.77", "prison": "about 0.66",
}  # fmt: skip
"""F1 of the published evaluation of intake reports (100 reports of its own, not ours); prison from its ranges."""
MACRO_OF_NINE = "macro without prison"
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
                also = ALSO.get(name, ())
                answers = answer_all(systems, gold, also=also)
                result = slim(evaluation(variant, gold, answers, scheme=scheme, also=also, by_skeleton=many))
                if name in ALSO:
                    for system, of in result["systems"].items():
                        of["classes"][MACRO_OF_NINE] = of_nine(score(system, gold, answers[system], label_map=SCHEMES[scheme], ignore=TIER_C - set(also)), by_skeleton=many)
                yield variant, result


def of_nine(of: Score, *, by_skeleton: bool) -> dict[str, list[float]]:
    """The macro that the published evaluation quotes: over nine classes."""
    rows = per_class(of, by_skeleton=by_skeleton, without=("prison",))[MACRO]
    return {figure: [round(e.value, 5), round(e.low, 5), round(e.high, 5), e.of] for figure, e in rows.items()}


def decoys() -> dict[str, Any]:
    texts = read_decoys(DECOYS, [])
    answers = answer_all(("clinic-tw", "article-regex"), texts)
    return {system: [*altered(texts, given).share] for system, given in answers.items()}


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


def page(data: dict[str, Any]) -> str:
    results = data["sets"]
    lines = [
        "# Results", "",
        "Remade by `make results`; the small sets are compared in `make test`. All sets are synthetic (docs/datasheets.md): figures say how",
        "a system does on text made for this purpose, not on a hospital's. What is counted: docs/evaluation.md. Intervals: 95 %, bootstrap",
        "over notes (shares of notes: Wilson), or over skeletons where one fills several notes. Scored: tiers A and B, and times in",
        "`au-intake`. `.closed` sets fill train and test from the same pools of names and places; the others never share one.", "",
        "| set | notes | skeletons | system | " + " | ".join(SHOWN) + " | tier A, fully covered | worst label |",
        "|---" * (len(SHOWN) + 6) + "|",
    ]  # fmt: skip
    for name, result in results.items():
        for system, of in result["systems"].items():
            worst = of["worst label"]
            told = f"{worst} {cell(of['by']['label'][worst])} of {of['by']['label'][worst][3]}" if worst else "-"
            tier = cell(of["by"]["tier"]["tier A"]) if "tier" in of["by"] else "-"
            figures = " | ".join(cell(of["figures"][s]) for s in SHOWN)
            lines.append(f"| {name} | {result['notes']} | {result['skeletons']} | {system} | {figures} | {tier} | {told} |")
    lines += ["", "Decoys altered (the catalogue's texts without anybody): " + "; ".join(f"{system} {cell(row)} of {row[3]}" for system, row in data["decoys"].items()) + "."]
    lines += ["", "## Open and closed pools", ""]
    lines += [drop(name, results) for name in results if f"{name}.closed" in results]
    lines += [*classes(results), *intake(results), *people(results), *linked(data["links"])]
    return "\n".join(lines) + "\n"


def classes(results: dict[str, Any]) -> list[str]:
    """Precision, recall and F1 of each class of every open set."""
    lines = ["", "## By class", "", "Default profile. A span counts if predictions of its class cover it, a prediction if it touches a span of its class."]
    for name, result in results.items():
        rows = {key: row for key, row in first(result)["classes"].items() if key != MACRO_OF_NINE}
        if not name.endswith(".closed"):
            lines += ["", f"### {name}, scheme {result['scheme']}", "", *class_table(rows)]
    return lines


def intake(results: dict[str, Any]) -> list[str]:
    """Our figures in the classes of the published evaluation of intake reports, its F1 beside them."""
    if "au-intake" not in results:
        return []
    rows = first(results["au-intake"])["classes"]
    lines = [
        "", "## Intake reports, beside a published evaluation", "",
        "`au-intake` in the ten classes of the published evaluation of child-protection intake reports (100 real reports, rules with",
        "relation tables and registers). Other reports, other people, another way of counting: no difference between the columns is shown.", "",
        "| class | in the gold | precision | recall | F1 | published F1 |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    for name, published in (*PUBLISHED.items(), (MACRO_OF_NINE, "over 0.92"), (MACRO, "-")):
        if name in rows:
            row = rows[name]
            held = f"{row['recall'][3]} classes" if name in (MACRO, MACRO_OF_NINE) else row["recall"][3]
            lines.append(f"| {name} | {held} | {cell(row['precision'])} | {cell(row['recall'])} | {cell(row['F1'])} | {published} |")
    return lines


def people(results: dict[str, Any]) -> list[str]:
    lines = ["", "## Who the person is", "", "Full-cover recall of NAME and DOCTOR by the person's origin (default profile).", ""]
    origins = sorted({o for r in results.values() for o in first(r)["by"].get("origin", {})})
    shown = [n for n in results if "origin" in first(results[n])["by"]]
    lines += ["| origin | " + " | ".join(shown) + " |", "|---" * (len(shown) + 1) + "|"]
    for origin in origins:
        cells = [first(results[n])["by"]["origin"].get(origin) for n in shown]
        lines.append(f"| {origin} | " + " | ".join(f"{cell(c)} of {c[3]}" if c else "-" for c in cells) + " |")
    return lines


def linked(told: dict[str, Any]) -> list[str]:
    found = told["found"]
    lines = ["", "## Identity links", "", f"{told['notes']} notes, visits of one person in a row: true links found {found[0]:.3f} ({found[1]:.3f}-{found[2]:.3f}) of {found[3]} pairs, "
             f"wrong merges {told['wrong']}, notes without a code {told['without']}. Intervals: bootstrap over persons.", ""]  # fmt: skip
    return lines + [f"- after {change}: {cell(row)} of {row[3]}" for change, row in told["by change"].items()]


def first(result: dict[str, Any]) -> dict[str, Any]:
    return next(iter(result["systems"].values()))


def drop(name: str, results: dict[str, Any]) -> str:
    opened, closed = (first(results[key])["figures"]["full-cover recall"] for key in (name, f"{name}.closed"))
    apart = opened[2] < closed[1] or closed[2] < opened[1]
    told = f"{opened[0]:.3f} with open pools, {closed[0]:.3f} with closed ones"
    if apart:
        return f"- {name}: full-cover recall is {abs(opened[0] - closed[0]):.3f} {'lower' if opened[0] < closed[0] else 'higher'} on people and places that were never met: {told}."
    return f"- {name}: no clear difference shown on this test set between open and closed pools: {told}."


def wrong() -> list[str]:
    """What is not as written: a small set, the decoys, the page, or the table of the README."""
    data = json.loads(DATA.read_text("utf-8"))
    made = json.loads(json.dumps({**dict(evaluated(SMALL)), "decoys": decoys()}))
    changed = [name for name, result in made.items() if result != (data["decoys"] if name == "decoys" else data["sets"].get(name))]
    changed += [] if PAGE.read_text("utf-8") == page(data) else ["docs/results.md"]
    return changed + ([] if README.read_text("utf-8") == readme_with(short_table(data)) else ["README.md"])


def readme_with(table: str) -> str:
    """The README with its table of results, which stands between two marks, made anew."""
    before, _, rest = README.read_text("utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n{table}{MARKS[1]}{after}"


def short_table(data: dict[str, Any]) -> str:
    """The default profile on every set with open pools."""
    shown = ("full-cover recall", "unique precision", "fully covered notes")
    lines = ["| synthetic test set | notes | " + " | ".join(shown) + " |", "|---" * (len(shown) + 2) + "|"]
    for name, result in data["sets"].items():
        if not name.endswith(".closed"):
            figures = next(iter(result["systems"].values()))["figures"]
            lines.append(f"| {name} | {result['notes']} | " + " | ".join("{:.3f} ({:.3f}-{:.3f})".format(*figures[s][:3]) for s in shown) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare the small sets with what is written")
    if parser.parse_args().check:
        changed = wrong()
        print("as written" if not changed else f"not as written: {', '.join(changed)}: run `make results`")
        return 1 if changed else 0
    data = {"version": 1, "sets": dict(evaluated(tuple(SETS))), "decoys": decoys(), "links": links()}
    data = json.loads(json.dumps(data))
    DATA.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(data), "utf-8")
    README.write_text(readme_with(short_table(data)), "utf-8")
    print(PAGE.read_text("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
