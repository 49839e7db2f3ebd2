"""Which column a heading names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.link.layout import Vocabulary, plain
from incognote.link.lines import Line

_FIRST: Final = re.compile(r"[A-Za-z]+|[^\W\d_]")
_LONGEST: Final = 60


def heading_of(phrase: str, words: Vocabulary) -> str | None:
    """The column that a heading names: the whole of it, or its first words."""
    if len(phrase) > _LONGEST or not _begins(phrase, words):
        return None
    key = plain(phrase)
    found = words.columns.get(key)
    if found is None and " " in key:
        parts = key.split(" ")
        found = next((words.columns[head] for n in range(len(parts) - 1, 0, -1) if (head := " ".join(parts[:n])) in words.columns), None)
    return found


def _begins(phrase: str, words: Vocabulary) -> bool:
    """Whether a heading may begin so: a cheap look before the thorough one."""
    found = _FIRST.search(phrase)
    return found is not None and (found[0].lower() in words.first or len(found[0]) == 1)  # D.O.B.


def headings(text: str, cells: Sequence[Line], words: Vocabulary) -> list[str] | None:
    """The column of each cell where the line is a header: two columns named, and half of all cells."""
    found = [heading_of(text[c.start : c.end], words) for c in cells]
    filled = [c for c in cells if not c.is_blank]
    named = [column for column in found if column is not None]
    if len(set(named)) < 2 or 2 * len(named) < len(filled) or not {"name", "role"} & set(named):
        return None
    return [column or "other" for column in found]
