"""Switches every rule file off in turn and counts whether the verifier sees what then leaks.

`python benchmarks/switch_off.py [--show]`. Needs `../shared/data/catalogue-notes`. A note leaks if a tier A number, or a
name with a label, title or role beside it, is still whole in its output; it is seen if its status is residue.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

from incognote import Document
from incognote.config import load_profile, make_pipeline
from incognote.detect import rules
from incognote.labels import NUMBER_LABELS, TIER_A

NOTES = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "catalogue-notes" / "notes.jsonl"
NUMBERS = (NUMBER_LABELS & TIER_A) | {"PHONE", "ZIP"}
CUE_BEFORE = re.compile(
    r"(?:姓名|病人|患者|患儿|[Pp]t|PATIENT|Mr|Mrs|Ms|Miss|Dr|醫師|医师|護理師|病患|案[主母父夫妻]|[妻子女兄弟父母]|家屬|家属|陪同者?|聯絡人|联系人|主治|VS|daughter|Name|Notifier|記錄者|记录者|R\d)[\s:：.（(「『]{0,3}\Z"
)
CUE_BEHIND = re.compile(r"\A\s?(?:醫師|医师|護理師|护士|主任|先生|小姐|女士|太太|MD|RN)")


def is_labelled_name(text: str, span: dict) -> bool:
    return span["label"] in {"NAME", "DOCTOR"} and bool(
        CUE_BEFORE.search(text[max(0, span["start"] - 12) : span["start"]]) or CUE_BEHIND.match(text[span["end"] : span["end"] + 8])
    )


def leaks(row: dict, edits) -> list[str]:
    """Labels of the gold spans of interest that no edit touches."""
    text = row["text"]
    return [
        g["label"]
        for g in row["spans"]
        if (g["label"] in NUMBERS or is_labelled_name(text, g)) and not any(e.start < g["end"] and g["start"] < e.end for e in edits)
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    notes = [json.loads(line) for line in NOTES.read_text("utf-8").splitlines()]
    profile = load_profile()
    totals: Counter[str] = Counter()
    worst = []
    for name in ("(none)", *rules.names()):
        skip = () if name == "(none)" else (name,)
        leaking = seen = flagged_clean = 0
        for row in notes:
            pipeline = make_pipeline(replace(profile, skip=skip), on=date(2026, 11, 29))
            result = pipeline.run(Document(row["id"], row["text"]))
            lost = leaks(row, result.edits)
            if lost:
                leaking += 1
                seen += result.status == "residue"
                if options.show and result.status != "residue":
                    print(f"  without {name}: {row['id']} leaks {lost} and is called {result.status}")
            elif name == "(none)":
                flagged_clean += result.status == "residue"
        if name == "(none)":
            print(f"with every rule: {leaking} of {len(notes)} notes leak, {seen} of them seen; {flagged_clean} others called residue")
        elif leaking:
            totals.update(leaking=leaking, seen=seen)
            worst.append((seen / leaking, leaking, name))
    print(f"switched off one at a time: {totals['leaking']} leaking notes, {totals['seen']} seen = {totals['seen'] / max(1, totals['leaking']):.3f}  (bar 0.90)")
    print("worst five:", ", ".join(f"{name} {share:.2f} of {count}" for share, count, name in sorted(worst)[:5]))


if __name__ == "__main__":
    main()
