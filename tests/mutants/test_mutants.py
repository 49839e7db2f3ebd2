"""Every deliberate breakage turns a test red: a test that cannot fail is decoration.

Each mutant is applied to a copy of the package, and only its own tests are run against the copy. Copies are made of links to one that
is compiled beforehand: what costs most of a run is otherwise compiling what nobody changed.
"""

from __future__ import annotations

import compileall
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


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("whole") / "incognote"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    compileall.compile_dir(package, quiet=2)
    return package


@pytest.mark.parametrize("mutant", MUTANTS + TRAINING + TAUGHT + STUDIED + PAGES, ids=lambda m: m.name)
def test_a_breakage_turns_a_test_red(mutant: Mutant, compiled: Path, tmp_path: Path) -> None:
    package = tmp_path / "src" / "incognote"
    shutil.copytree(compiled, package, copy_function=os.link)
    path = package / mutant.file
    text = path.read_text("utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.file} holds the replaced piece {text.count(mutant.old)} times"
    path.unlink()  # a link: writing to it would write to the whole one
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *shlex.split(mutant.tests)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == FAILED_TESTS, f"exit code {done.returncode}\n{done.stdout[-1500:]}"
