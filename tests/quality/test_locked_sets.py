"""The sets that are quoted are the sets that were locked."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

NOTES = Path(__file__).resolve().parents[2] / "benchmarks" / "notes"
LOCKED = re.findall(r"^\| (\w+/\w+\.txt) \| `([0-9a-f]{16})` \|$", (NOTES / "SOURCE.md").read_text("utf-8"), re.MULTILINE)


def test_every_quoted_set_is_locked() -> None:
    assert {name for name, _ in LOCKED} == {f"{p.parent.name}/{p.name}" for p in NOTES.glob("*3/*.txt")}


@pytest.mark.parametrize(("name", "digest"), LOCKED)
def test_a_locked_file_is_as_it_was(name: str, digest: str) -> None:
    assert hashlib.sha256((NOTES / name).read_bytes()).hexdigest().startswith(digest)
