"""Every deliberate breakage turns a test red: a test that cannot fail is decoration.

Each mutant is applied to a copy of the package, and only its own tests are run against the copy.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .mutants import MUTANTS, Mutant
from .of_lora import TAUGHT
from .of_lora_study import STUDIED
from .of_page import PAGES
from .of_training import TRAINING

PROJECT = Path(__file__).resolve().parents[2]
SOURCE = PROJECT / "src" / "incognote"
FAILED_TESTS = 1  # pytest's exit code; a collection error (2) would be no proof


@pytest.mark.parametrize("mutant", MUTANTS + TRAINING + TAUGHT + STUDIED + PAGES, ids=lambda m: m.name)
def test_a_breakage_turns_a_test_red(mutant: Mutant, tmp_path: Path) -> None:
    package = tmp_path / "src" / "incognote"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    path = package / mutant.file
    text = path.read_text("utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.file} holds the replaced piece {text.count(mutant.old)} times"
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *shlex.split(mutant.tests)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == FAILED_TESTS, f"exit code {done.returncode}\n{done.stdout[-1500:]}"
