"""Speed and memory against the budgets: `python benchmarks/speed.py`.

Each figure is measured in a process of its own; ratios between lines of one run count, absolute figures
drift with the machine.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
SHARED = HERE.parent.parent / "shared" / "data"
HOSTILE = {
    "1.1.1.": "1.1.1." * 8000, "123-45-": "123-45-" * 8000, "0912-": "0912-" * 20000, "a.@": "a." * 20000 + "@",
    "王": "王" * 100000, "(": "(" * 50000, "病歷號：": "病歷號：" * 12000, "12/": "12/" * 30000, "Dr. ": "Dr. " * 25000,
    "新北市": "新北市" * 30000, "A1": "A1" * 50000, "Wang ": "Wang " * 20000,
}  # fmt: skip


def pipeline():
    from incognote import Pipeline

    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))


def throughput(texts: list[str]) -> tuple[float, float]:
    """Notes a second and MB a second, best of three rounds, batch and vault included."""
    from incognote import Document

    documents = [Document(str(i), text) for i, text in enumerate(texts)]
    best = 1e9
    for _ in range(3):
        ready = pipeline()
        start = time.perf_counter()
        for _result in ready.run_many(documents):
            pass
        best = min(best, time.perf_counter() - start)
    return len(texts) / best, sum(len(t.encode()) for t in texts) / best / 1e6


def task_generated() -> None:
    from generated import notes

    texts = list(notes(500))
    size = sum(len(t.encode()) for t in texts) / len(texts)
    per_second, megabytes = throughput(texts)
    print(f"500 generated notes of {size:.0f} bytes: {per_second:.0f} notes/s, {megabytes:.2f} MB/s  (budget 1500, 0.8; goal 4000)")


def task_twsyn() -> None:
    path = SHARED / "twsyn-valid" / "valid.jsonl"
    if not path.exists():
        print("twsyn-valid: skipped, ../shared is not here")
        return
    texts = [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()] * 3
    per_second, megabytes = throughput(texts)
    print(f"twsyn-valid: {per_second:.0f} notes/s, {megabytes:.2f} MB/s  (budget 500; goal 1300)")


def task_long() -> None:
    from generated import notes

    from incognote import Document

    ready = pipeline()
    small = list(notes(2000))
    start = time.perf_counter()
    for text in small:
        ready.run(Document("x", text))
    short = (time.perf_counter() - start) / sum(len(t.encode()) for t in small)
    paragraph = "患者主訴右肩痛三個月，夜間痛醒，BP 120/80 mmHg，HR 76，2024/05/02 由林志強陪同至青禾醫院就診。\n"
    one = next(notes(1)) + paragraph * (1_000_000 // len(paragraph.encode()))
    start = time.perf_counter()
    ready.run(Document("x", one))
    long = (time.perf_counter() - start) / len(one.encode())
    print(f"time per MB, one 1 MB note against short notes: {long * 1e6:.2f} s / {short * 1e6:.2f} s = {long / short:.2f}  (budget 2)")


def task_hostile() -> None:
    from incognote import Document

    ready = pipeline()
    for name, text in HOSTILE.items():
        times = []
        for part in (text[: len(text) // 2], text):
            start = time.perf_counter()
            ready.run(Document("x", part))
            times.append(time.perf_counter() - start)
        print(f"hostile {name!r} x {len(text) // len(name)}: {times[1]:.2f} s, half of it {times[0]:.2f} s")


def task_memory() -> None:
    from generated import notes

    from incognote import Document

    ready = pipeline()
    for text in notes(500):
        ready.run(Document("x", text))
    print(f"memory after 500 notes: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB  (budget 150)")


def task_start() -> None:
    def best(*command: str, text: str = "") -> float:
        runs = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, input=text, capture_output=True, text=True, check=False)
            runs.append(time.perf_counter() - start)
        return min(runs)

    bare = best(sys.executable, "-c", "pass")
    print(f"import incognote: {best(sys.executable, '-c', 'import incognote') - bare:.3f} s over a bare interpreter  (budget 0.1)")
    command = [str(Path(sys.executable).with_name("incognote"))]
    print(f"--help: {best(*command, '--help'):.2f} s  (budget 0.4)")
    print(f"first scrub of a small note: {best(*command, 'scrub', '--vault', 'none', '-', text='病歷號：1234567 姓名：王大明'):.2f} s  (budget 1.5)")


TASKS = {name.removeprefix("task_"): task for name, task in list(globals().items()) if name.startswith("task_")}


def main() -> None:
    if len(sys.argv) > 1:
        TASKS[sys.argv[1]]()
        return
    for name in TASKS:
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main()
