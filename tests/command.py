"""Runs the command as a user would: a process of its own, with nothing of the user's around it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

START = "import sys; from incognote.cli.main import main; sys.exit(main())"


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def incognote(
    *arguments: str | Path, stdin: bytes = b"", home: Path, env: Mapping[str, str] | None = None, folder: Path | None = None
) -> Answer:
    """One command; `home` holds what it would keep in the user's folders."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("INCOGNOTE", "XDG"))}
    clean |= {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),  # a mutant's copy of the package, if there is one
        **(env or {}),
    }
    done = subprocess.run(
        [sys.executable, "-c", START, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=clean,
        cwd=folder,
        timeout=120,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
