"""What the tests of adapters share: gold files of a few notes, a plan that is quick, a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NAMES = ("林月琴", "甘沛岑", "卓硯青", "童若蘭", "方以凡", "古達明", "游若水", "賀蘭山", "沈知行", "馮喬安", "尤美玉", "盧啟文", "蕭子衿", "溫如玉")


def row(at: int, **more: Any) -> dict[str, Any]:
    """A line of a gold file; each note is another's."""
    name = NAMES[at % len(NAMES)]
    text = f"病人{name}第{at}次來診，電話0912-345-{600 + at}，血壓 120/80。"
    phone = text.index("0912")
    spans = [{"start": 2, "end": 5, "label": "NAME"}, {"start": phone, "end": phone + 12, "label": "PHONE"}]
    return {"id": f"n{at}", "text": text, "spans": spans, "split": "train", **more}


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in rows), "utf-8")
    return path


PLAN = """
seed = 7
threads = 1
device = "cpu"
precision = "float32"

[data]
notes = {notes}
measured = {measured}
longest = 1024

[adapter]
rank = 8
alpha = 16
dropout = {dropout}

[training]
epochs = {epochs}
batch = 2
accumulation = 2
rate = {rate}
warm_up = 2
measure_steps = {measure_steps}
checkpoint_minutes = 0.0
"""


def plan(path: Path, **settings: Any) -> Path:
    told = {"notes": 10, "measured": 1, "dropout": 0.1, "epochs": 2, "rate": 1e-2, "measure_steps": 3, **settings}
    path.write_text(PLAN.format(**told), "utf-8")
    return path
