"""What grows with notes and patients, measured, and what it comes to at a hundred million: `python benchmarks/growth.py`.

Prints Markdown for docs/sizing.md (`--json` for programs): notes a second with and without the tagger by one and two
workers, memory, bytes of output and manifest a note, bytes of vault a patient, and what a note costs in vaults of
10^3 to 10^6 patients. What is computed is shown with its formula. The load of the machine is part of the answer.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from batch import CORPORA, START
from vault_flat import PASSPHRASE, note, person

from incognote.vault import open_stored

GOAL = 100_000_000
CORPUS = "tw-clinic"


def inputs(folder: Path, size: int) -> float:
    """`size` notes in one file of JSON Lines; bytes of text a note."""
    with lzma.open(CORPORA / f"{CORPUS}.train.jsonl.xz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    total = 0
    with (folder / "notes.jsonl").open("w", encoding="utf-8") as out:
        for number, text in enumerate(islice(cycle(texts), size), 1):
            total += len(text.encode())
            out.write(json.dumps({"id": f"{number:08d}"[-7:], "text": f"{text}\n#{number}"}, ensure_ascii=False) + "\n")
    return total / size


def once(size: int, workers: int, *, tagger: bool) -> dict[str, Any]:
    """One run of `scrub` over `size` notes with a vault in SQLite."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        text = inputs(folder / "in", size)
        start = folder / "start.py"
        start.write_text(START, "utf-8")
        vault = folder / "vault.db"
        given = ["scrub", str(folder / "in"), "-o", str(folder / "out"), "--vault", f"sqlite:///{vault}", "--create"]
        given += ["--workers", str(workers), "--quiet", "--on", "2026-11-30", *([] if tagger else ["--no-tagger"])]
        env = {**os.environ, "OMP_NUM_THREADS": "1", "XDG_DATA_HOME": name, "INCOGNOTE_PASSPHRASE": PASSPHRASE}
        began = time.perf_counter()
        done = subprocess.run([sys.executable, str(start), *given], capture_output=True, text=True, env=env, check=False)
        seconds = time.perf_counter() - began
        _, own, children = map(int, done.stdout.split())
        out = {path.name: path.stat().st_size for path in (folder / "out").iterdir()}
        return {
            "notes": size,
            "workers": workers,
            "tagger": tagger,
            "seconds": round(seconds, 2),
            "memory_mb": own,
            "memory_a_worker_mb": children if workers > 1 else None,
            "text_bytes": round(text),
            "output_bytes": round(sum(size for name, size in out.items() if name.endswith((".jsonl", ".txt")) and name != "manifest.jsonl") / size),
            "manifest_bytes": round(out.get("manifest.jsonl", 0) / size),
        }


def rated(size: int, workers: int, *, tagger: bool) -> dict[str, Any]:
    """The same with its rate: what one note takes, start and all, is taken off, for it does not grow."""
    first = once(1, workers, tagger=tagger)["seconds"]
    run = once(size, workers, tagger=tagger)
    return run | {"start_seconds": first, "notes_a_second": round((size - 1) / max(run["seconds"] - first, 0.01), 1)}


def vaults(sizes: list[int], notes: int) -> list[dict[str, Any]]:
    """Bytes a patient, seconds to enrol them, and the median of a note, taken in turns."""
    with tempfile.TemporaryDirectory() as folder:
        opened, told = {}, {}
        for size in sizes:
            path = Path(folder) / f"{size}.db"
            vault = open_stored(f"sqlite:///{path}", passphrase=PASSPHRASE, create=True)
            began = time.perf_counter()
            for _ in vault.enroll([person(n) for n in range(size)]):
                pass
            seconds = time.perf_counter() - began
            vault.database.tidy()
            opened[size] = vault
            told[size] = {"patients": size, "enrol_ms": round(1000 * seconds / size, 3), "bytes_a_patient": round(path.stat().st_size / size)}
        draw = random.Random(0)
        seen = {size: [person(draw.randrange(size)) for _ in range(200)] for size in opened}
        for size, vault in opened.items():
            for patient in seen[size]:
                note(vault, patient, draw)
        times: dict[int, list[float]] = {size: [] for size in opened}
        for turn in range(notes):
            for size, vault in opened.items():
                times[size].append(note(vault, seen[size][turn % 200], draw))
        for size, vault in opened.items():
            told[size]["note_ms"] = round(1000 * statistics.median(times[size]), 3)
            vault.close()
    return list(told.values())


def computed(runs: list[dict[str, Any]], stored: list[dict[str, Any]], per_patient: int) -> list[tuple[str, str, str]]:
    """What, formula, value at `GOAL` notes."""
    rows = []
    for run in runs:
        if run["workers"] == 1:
            hours = GOAL / run["notes_a_second"] / 3600
            name = "with" if run["tagger"] else "without"
            rows.append((f"core hours, {name} tagger", f"{GOAL:.0e} / {run['notes_a_second']} / 3600", f"{hours:,.0f}"))
    one = runs[0]
    rows.append(("texts in", f"{GOAL:.0e} x {one['text_bytes']} B", f"{GOAL * one['text_bytes'] / 1e9:,.0f} GB"))
    rows.append(("output", f"{GOAL:.0e} x {one['output_bytes']} B", f"{GOAL * one['output_bytes'] / 1e9:,.0f} GB"))
    rows.append(("manifest", f"{GOAL:.0e} x {one['manifest_bytes']} B", f"{GOAL * one['manifest_bytes'] / 1e9:,.0f} GB"))
    last = stored[-1]
    patients = GOAL // per_patient
    size = patients * last["bytes_a_patient"] / 1e9
    rows.append((f"vault, {per_patient} notes a patient", f"{GOAL:.0e} / {per_patient} x {last['bytes_a_patient']} B", f"{size:,.1f} GB"))
    return rows


def markdown(machine: str, runs: list[dict[str, Any]], stored: list[dict[str, Any]], cost: list[tuple[str, str, str]]) -> str:
    """The tables of docs/sizing.md."""
    lines = [machine, "", "| tagger | workers | notes | notes/s | peak memory | a worker |", "|---|---|---|---|---|---|"]
    for run in runs:
        worker = f"{run['memory_a_worker_mb']} MB" if run["memory_a_worker_mb"] else ""
        lines.append(f"| {'yes' if run['tagger'] else 'no'} | {run['workers']} | {run['notes']} | {run['notes_a_second']} | {run['memory_mb']} MB | {worker} |")
    lines += ["", "| a note | bytes |", "|---|---|"]
    lines += [f"| {name} | {runs[0][key]} |" for name, key in (("text", "text_bytes"), ("output (JSON Lines)", "output_bytes"), ("manifest", "manifest_bytes"))]
    lines += ["", "| patients in the vault | vault a patient | enrolling one | a note (find, assign, day 0, shift) |", "|---|---|---|---|"]
    lines += [f"| {row['patients']:,} | {row['bytes_a_patient']} B | {row['enrol_ms']} ms | {row['note_ms']} ms |" for row in stored]
    lines += ["", f"| at {GOAL:.0e} notes | computed as | comes to |", "|---|---|---|"]
    lines += [f"| {name} | `{formula}` | {value} |" for name, formula, value in cost]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", type=int, default=2000, help="notes without the tagger; with it, a quarter")
    parser.add_argument("--patients", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--per-patient", type=int, default=20, help="notes a patient, for what is computed")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    before = os.getloadavg()[0]
    runs = [rated(max(options.notes // (4 if tagger else 1), 2), workers, tagger=tagger) for tagger in (False, True) for workers in (1, 2)]
    stored = vaults(options.patients, 1000)
    cost = computed(runs, stored, options.per_patient)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {before:.1f} before and {os.getloadavg()[0]:.1f} after, corpus {CORPUS}."
    if options.json:
        print(json.dumps({"machine": machine, "runs": runs, "vaults": stored, "computed": cost}, ensure_ascii=False, indent=1))
    else:
        print(markdown(machine, runs, stored, cost))


if __name__ == "__main__":
    main()
