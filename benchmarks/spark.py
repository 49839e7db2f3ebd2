"""The batch on Spark against the local engine with as many workers: `python benchmarks/spark.py [--notes 2000]`.

Both scrub the same JSON Lines into a folder, without a vault, and are asked for identical bytes (SHA-256 of all
outputs but the manifest, whose salt is its own). What Spark costs on one machine is its start and its jobs; it pays
where there are several.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from growth import inputs

START = """
import sys
import incognote.batch.local as local
from incognote.cli.main import main
if __name__ == "__main__":
    engine, *given = sys.argv[1:]
    if engine == "spark":
        from incognote.batch import spark
        local.run = spark.run
    sys.exit(main(given))
"""


def once(folder: Path, engine: str, workers: int, *, tagger: bool) -> tuple[float, str]:
    """Seconds, and the digest of what came out."""
    out = folder / f"{engine}-{time.monotonic_ns()}"
    given = ["scrub", str(folder / "in"), "-o", str(out), "--vault", "none", "--workers", str(workers), "--quiet", "--on", "2026-11-30"]
    given += [] if tagger else ["--no-tagger"]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "XDG_DATA_HOME": str(folder)}
    began = time.perf_counter()
    subprocess.run([sys.executable, str(folder / "start.py"), engine, *given], env=env, check=False, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    digest = hashlib.sha256()
    for path in sorted(out.iterdir()):
        if path.name != "manifest.jsonl":
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return seconds, digest.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tagger", action="store_true")
    options = parser.parse_args()
    print(f"{options.notes} notes, {options.workers} workers, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").mkdir()
        (folder / "start.py").write_text(START, "utf-8")
        told = {}
        inputs(folder / "in", 1)
        empty = {engine: once(folder, engine, options.workers, tagger=options.tagger)[0] for engine in ("local", "spark")}
        inputs(folder / "in", options.notes)
        for engine in ("local", "spark"):
            seconds, digest = once(folder, engine, options.workers, tagger=options.tagger)
            told[engine] = digest
            work = max(seconds - empty[engine], 1e-9)
            print(f"{engine}: {seconds:.1f} s, {empty[engine]:.1f} s of it for one note, {options.notes / work:.0f} notes/s beyond it, {digest}", flush=True)
    print("identical" if told["local"] == told["spark"] else "DIFFERENT")
    sys.exit(told["local"] != told["spark"])


if __name__ == "__main__":
    main()
