"""A folder of reports by one worker and by two: `python benchmarks/batch.py [--reports 10000] [--notes] [--kill]`.

Prints reports a second and the peak memory of the first process and of the largest worker, for a tenth of the
reports and for all of them: memory is flat if the two lines agree. Texts are those of corpora/au-intake.train
(--notes: tw-clinic.train, without a vault) again and again, each with a line of its own. --kill: two workers are
killed twice on their way through all of them, and the outputs are compared with those of a run that was not.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import os
import resource
import signal
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


def outputs(folder: Path) -> tuple[int, str]:
    """How many results lie in `folder`, and a digest of their names and bytes."""
    files = sorted(path for path in folder.glob("*.txt"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return len(files), digest.hexdigest()[:16]


def killed(notes: Path, out: Path, profile: str, start: Path, *, after: tuple[float, ...]) -> None:
    """Starts the run and kills it with all its processes so many seconds later, once for each of `after`."""
    arguments = ["scrub", str(notes), "-o", str(out), "--profile", profile, "--workers", "2", "--quiet", "--no-tagger"]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "XDG_DATA_HOME": str(out.parent)}
    for seconds in after:
        run = subprocess.Popen([sys.executable, str(start), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, start_new_session=True)
        time.sleep(seconds)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        print(f"  killed after {seconds:.0f} s with {outputs(out)[0]} results in the folder", flush=True)


def kills(size: int, corpus: str, profile: str) -> None:
    """A run that is killed twice against one that is not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        (folder / "start.py").write_text(START, "utf-8")
        fill(folder / "in", size, corpus)
        seconds, *_ = once(folder / "in", folder / "whole", profile, 2, folder / "start.py")
        killed(folder / "in", folder / "cut", profile, folder / "start.py", after=(0.6 * seconds, 0.8 * seconds))
        once(folder / "in", folder / "cut", profile, 2, folder / "start.py")
        whole, cut = outputs(folder / "whole"), outputs(folder / "cut")
        print(f"{size} reports, two workers: {whole[0]} results {whole[1]} in {seconds:.0f} s; killed twice: {cut[0]} results {cut[1]}: {'the same' if whole == cut else 'NOT THE SAME'}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--reports", type=int, default=1000)
    parser.add_argument("--notes", action="store_true", help="notes under clinic-tw rather than reports under child-protection")
    parser.add_argument("--kill", action="store_true", help="kill a run of all of them twice instead")
    options = parser.parse_args()
    corpus, profile = ("tw-clinic", "clinic-tw") if options.notes else ("au-intake", "child-protection")
    print(f"{profile}, no tagger, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, limit of files {resource.getrlimit(resource.RLIMIT_NOFILE)[0]}")
    if options.kill:
        kills(options.reports, corpus, profile)
        return
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
