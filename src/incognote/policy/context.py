"""What an operator may know of the document and the patient around a span."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from incognote.document import Document, Entity, Span
from incognote.text.script import Script


class Context(NamedTuple):
    """The marks' script, the patient of the segment, and the days that count.

    `code`, `day_zero`, `anchor` and `shift` (whole days) are the patient's, None where the segment has
    none. `today` is the day ages are counted at where nothing dates the note.
    """

    script: Script
    today: date
    code: str | None = None
    day_zero: date | None = None
    anchor: date | None = None
    shift: int | None = None
    birth: date | None = None
    is_subject: bool = False
    surrogates: Mapping[tuple[int, int], str] = {}  # never changed
    """What the operator `surrogate` writes for each span of the document."""

    def __repr__(self) -> str:
        return f"Context({self.script}, code={self.code}, is_subject={self.is_subject})"


Operator = Callable[[Document, Entity, Span, Context], str | None]
"""Returns the replacement, or None to keep the text."""
