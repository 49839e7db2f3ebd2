"""`python -m incognote` is the command."""

from __future__ import annotations

import subprocess
import sys

import incognote


def test_the_package_can_be_run_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "incognote", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, f"incognote {incognote.__version__}")


def test_the_module_ends_with_the_commands_exit_code() -> None:
    done = subprocess.run([sys.executable, "-m", "incognote", "no-such-verb"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.startswith("incognote: ")
