"""What an operator may know of the document and the patient around a span."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from incognote.document import Document, Entity, Span
from incognote.text.script import Script


@dataclass(frozen=True, slots=True)
class Context:
    """The marks' script, the patient of the segment, and the days that count.

    `code`, `day_zero`, `anchor` and `shift` (whole days) are the patient's, None where the segment has
    none. `today` is the day ages are counted at where nothing dates the note.
    """

    script: Script
    today: date
    code: str | None = None
    day_zero: date | None = field(default=None, repr=False)
    anchor: date | None = field(default=None, repr=False)
    shift: int | None = field(default=None, repr=False)
    birth: date | None = field(default=None, repr=False)
    is_subject: bool = False


Operator = Callable[[Document, Entity, Span, Context], str | None]
"""Returns the replacement, or None to keep the text."""
