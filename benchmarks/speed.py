"""Speed and memory against the budgets: `OMP_NUM_THREADS=1 python benchmarks/speed.py [TASK...]`.

Every figure is taken twice, without the neural tagger and with it, each in a process of its own, on one thread. What is counted is
time of the processor: two runs beside each other do not slow one another in it much, but a shared core still does,
so ratios within one run count more than absolute figures. No text is read twice: the rules, the tagger's words and many
judgements of names are remembered, and a text that comes again costs a fraction. Other texts go before, so that lists are read.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
SHARED = HERE.parent.parent / "shared" / "data"
BYTES = 200_000
"""Of a hostile text; with the tagger, which reads every window, a tenth."""
HOSTILE = (
    "1.1.1.", "123-45-", "0912-", "a.@", "王", "(", "（", "病歷號：", "12/", "Dr. ", "新北市", "A1", "Wang ", "王、", "陳小明 ", "a.", " ", "\n", "[PT-0001]", "Mary ", "和", "Room 3 ",
)  # fmt: skip


def pipeline(tagger: bool):
    from incognote import Pipeline

    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29), tagger=tagger)


def documents(texts: Sequence[str]):
    from incognote import Document

    return [Document(str(at), text) for at, text in enumerate(texts)]


def warmed(tagger: bool) -> None:
    """Reads every list that ordinary notes need, by notes that are not measured."""
    from generated import notes

    list(pipeline(tagger).run_many(documents([*notes(10 if tagger else 200, seed=1), "Mr John Smith, DOB 03/05/1960, MRN 7654321, was seen by Dr. Mary Lee at Green Hill Clinic."])))


def spent(tagger: bool, texts: Sequence[str]) -> float:
    """Seconds for a batch, enrolling included, in a pipeline of its own."""
    ready, batch = pipeline(tagger), documents(texts)
    start = time.process_time()
    for _ in ready.run_many(batch):
        pass
    return time.process_time() - start


def tell(title: str, texts: Sequence[str], seconds: float, budget: str) -> None:
    size = sum(len(text.encode()) for text in texts)
    print(f"{title}, {len(texts)} notes of {size / len(texts):.0f} bytes: {len(texts) / seconds:.0f} notes/s, {size / seconds / 1e6:.2f} MB/s  ({budget})")


def task_generated(tagger: bool) -> None:
    """The best of three batches, no two of which share a note."""
    from generated import notes

    warmed(tagger)
    batches = [list(notes(100 if tagger else 500, seed=seed)) for seed in (7, 8, 9)]
    seconds, texts = min(((spent(tagger, texts), texts) for texts in batches), key=lambda pair: pair[0])
    tell("generated", texts, seconds, "no budget" if tagger else "budget 1500 notes/s, 0.8 MB/s; goal 4000")


def task_twsyn(tagger: bool) -> None:
    path = SHARED / "twsyn-valid" / "valid.jsonl"
    if not path.exists():
        print("twsyn-valid: skipped, ../shared is not here")
        return
    texts = [json.loads(line)["text"] for line in path.read_text("utf-8").splitlines()]
    warmed(tagger)
    tell("twsyn-valid", texts, spent(tagger, texts), "budget 25; goal 28" if tagger else "budget 500; goal 1300")


def task_long(tagger: bool) -> None:
    from generated import notes

    warmed(tagger)
    small = list(notes(60 if tagger else 1000, seed=10))
    short = spent(tagger, small) / sum(len(text.encode()) for text in small)
    size = 50_000 if tagger else 1_000_000
    lines = [f"第{at}次：右肩痛{at}個月，BP {90 + at % 80}/{60 + at % 30} mmHg，HR 76，{2000 + at // 300}/{at % 12 + 1:02}/{at % 28 + 1:02} 由林志強陪同至青禾醫院就診。\n" for at in range(size // 110)]
    one = small[0] + "".join(lines)
    long = spent(tagger, [one]) / len(one.encode())
    print(f"seconds a MB, one note of {len(one.encode()) / 1e6:.2f} MB against short notes: {long * 1e6:.2f} / {short * 1e6:.2f} = {long / short:.2f}  (budget 2)")


def task_hostile(tagger: bool) -> None:
    """Twice as much may take about twice as long; without the tagger 200 KB take less than a second."""
    warmed(tagger)
    size = BYTES // 10 if tagger else BYTES
    for sign in HOSTILE:
        text = sign * (size // len(sign.encode()))
        half, whole = (spent(tagger, [part]) for part in (text[: len(text) // 2], text))
        notes = [*(["over budget"] if not tagger and whole > 1 else []), *(["not linear"] if whole > 0.2 and whole > 3 * half else [])]
        print(f"hostile {sign!r}, {size // 1000} KB: {whole:.2f} s, half of it {half:.2f} s  {' '.join(notes)}")


def task_memory(tagger: bool) -> None:
    from generated import notes

    for text in notes(100 if tagger else 500):
        spent(tagger, [text])
    print(f"memory after {100 if tagger else 500} notes: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB  (budget {400 if tagger else 150})")


def task_start(tagger: bool) -> None:
    """The best of five processes, each with bytecode at hand, as an installed package has it; it comes to what a person waits."""

    def best(*command: str, text: str = "") -> float:
        runs = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=with_bytecode)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            runs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return min(runs)

    command = [str(Path(sys.executable).with_name("incognote"))]
    with TemporaryDirectory() as folder:
        with_bytecode = {**{k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}, "PYTHONPYCACHEPREFIX": folder}
        if not tagger:
            bare = best(sys.executable, "-c", "pass")
            print(f"import incognote: {best(sys.executable, '-c', 'import incognote') - bare:.3f} s over a bare interpreter  (budget 0.1)")
            print(f"--help: {best(*command, '--help'):.2f} s  (budget 0.4)")
        options = ["scrub", "--vault", "none", *([] if tagger else ["--no-tagger"]), "-"]
        print(f"first scrub of a small note: {best(*command, *options, text='病歷號：1234567 姓名：王大明'):.2f} s  (budget 1.5{'; goal 1.2' if tagger else ''})")


TASKS = {name.removeprefix("task_"): task for name, task in list(globals().items()) if name.startswith("task_")}
HOW = {"without": False, "with": True}


def main() -> None:
    """`speed.py` measures all, `speed.py twsyn hostile` some, `speed.py twsyn with` one way of one, here."""
    asked = sys.argv[1:]
    if len(asked) == 2 and asked[1] in HOW:
        TASKS[asked[0]](HOW[asked[1]])
        return
    for way in HOW:
        print(f"-- {way} the tagger", flush=True)
        for name in asked or TASKS:
            subprocess.run([sys.executable, __file__, name, way], check=True)


if __name__ == "__main__":
    main()
