"""Make, check and write all synthetic sets into corpora/, and lock their test splits: `make corpora`.

With `--relock` a test split may differ from the one that was locked; a decision page says why."""

from __future__ import annotations

import sys
from pathlib import Path

from incognote.lab.synth.release import make_all, write_all

FOLDER = Path(__file__).resolve().parents[1] / "corpora"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    size = write_all(make_all(), FOLDER, relock="--relock" in sys.argv)
    sys.stdout.write(f"{size / 1e6:.1f} MB in {FOLDER.name}/\n")
