"""What docs/results.md says of the small sets is what they give today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not (ROOT / "corpora").is_dir(), reason="needs corpora/, which is not here: make corpora")
def test_the_results_of_the_small_sets_are_as_written() -> None:
    done = subprocess.run([sys.executable, "benchmarks/results.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-1500:]
