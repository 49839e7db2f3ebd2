"""Reads case files: one case a line in our markup.

First line `# labels: MRN IDNO`: only these labels are compared. In a case line `\\n`, `\\r`, `\\t` and
`\\uXXXX` stand for that character; `#` begins a comment line. A line without marks is a negative case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from incognote.text import markup

CASES = Path(__file__).parent / "cases"
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrt]))")


class Case(NamedTuple):
    where: str
    labels: frozenset[str]
    text: str
    marks: tuple[markup.Marked, ...]


def read_cases(path: Path) -> Iterator[Case]:
    labels: frozenset[str] = frozenset()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("# labels:"):
            labels = frozenset(line.removeprefix("# labels:").split())
        elif line.strip() and not line.startswith("#"):
            unescaped = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else {"n": "\n", "r": "\r", "t": "\t"}[m[2]], line)
            text, marks = markup.read(unescaped)
            yield Case(f"{path.stem}:{number}", labels, text, marks)
