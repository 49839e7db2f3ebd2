"""A folder of reports by one worker and by two: `python benchmarks/batch.py [--reports 10000] [--notes]`.

Prints reports a second and the peak memory of the first process and of the largest worker, for a tenth of the
reports and for all of them: memory is flat if the two lines agree. Texts are those of corpora/au-intake.train
(--notes: tw-clinic.train, without a vault) again and again, each with a line of its own.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

CORPORA = Path(__file__).resolve().parent.parent / "corpora"
START = """
import resource, sys
from incognote.cli.main import main
if __name__ == "__main__":
    code = main()
    own, children = (resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(code, own, children, file=sys.stdout)
"""


def fill(folder: Path, size: int, corpus: str) -> int:
    """`size` files in `folder`; their bytes."""
    with lzma.open(CORPORA / f"{corpus}.train.jsonl.xz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    total = 0
    for number, text in enumerate(islice(cycle(texts), size)):
        data = f"{text}\n#{number}\n".encode()
        (folder / f"r{number:06d}.txt").write_bytes(data)
        total += len(data)
    return total


def once(notes: Path, out: Path, profile: str, workers: int, start: Path) -> tuple[float, int, int]:
    """Seconds, and MB at the peak: of the first process, of the largest worker."""
    arguments = ["scrub", str(notes), "-o", str(out), "--profile", profile, "--workers", str(workers), "--quiet", "--no-tagger"]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "XDG_DATA_HOME": str(out.parent)}
    began = time.perf_counter()
    done = subprocess.run([sys.executable, str(start), *arguments], capture_output=True, text=True, env=env, check=False)
    seconds = time.perf_counter() - began
    _, own, children = map(int, done.stdout.split())
    return seconds, own, children


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--reports", type=int, default=1000)
    parser.add_argument("--notes", action="store_true", help="notes under clinic-tw rather than reports under child-protection")
    options = parser.parse_args()
    corpus, profile = ("tw-clinic", "clinic-tw") if options.notes else ("au-intake", "child-protection")
    print(f"{profile}, no tagger, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, limit of files {resource.getrlimit(resource.RLIMIT_NOFILE)[0]}")
    for size in (max(options.reports // 10, 1), options.reports):
        rates = []
        for workers in (1, 2):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "in").mkdir()
                (folder / "start.py").write_text(START, "utf-8")
                total = fill(folder / "in", size, corpus)
                seconds, own, children = once(folder / "in", folder / "out", profile, workers, folder / "start.py")
            rates.append(size / seconds)
            memory = f"{own} MB" + (f" and {children} MB a worker" if workers > 1 else "")
            print(f"{size} of {total / size:.0f} bytes, {workers} worker{'s' * (workers > 1)}: {rates[-1]:.1f}/s, peak {memory}", flush=True)
        print(f"  two workers against one: {rates[1] / rates[0]:.2f}x")


if __name__ == "__main__":
    main()
