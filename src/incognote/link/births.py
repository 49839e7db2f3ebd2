"""A birth date that nothing labels: a day equal to one that is known, or labelled elsewhere in the text, is one too.

Counted from day 0 it would tell the birth date to whoever knows that day: `[D-19416]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final

from incognote.document import Document, Script, Span
from incognote.link import dates
from incognote.text import calendar
from incognote.text.script import script_of

_MAY_BE: Final = frozenset({None, "event", "visit"})
_LABELS: Final = frozenset({":", "：", "日", "期", "]", "】"})


def born(document: Document, spans: Sequence[Span], *, default_script: Script) -> tuple[Span, ...]:
    """`spans` with every full date that is somebody's birth date marked as one; a labelled visit stays what it is."""
    given = [document.known, *(document.known.get("people") or ())]
    days = {day for person in given if (day := dates.given_day({"date": person.get("birth")})) is not None}
    labelled = any(span.kind == "dob" for span in spans)
    if not (days or labelled) or not any(_may_be(document.text, span) for span in spans):
        return tuple(spans)
    reading = dates.reading_for(document.text, spans, script=script_of(document.text, default=default_script))

    def day_of(span: Span) -> date | None:
        return calendar.day_of(calendar.value_of(document.text[span.start : span.end], reading), None)

    days |= {day for span in spans if span.label == "DATE" and span.kind == "dob" and (day := day_of(span)) is not None}
    return tuple(s._replace(kind="dob") if _may_be(document.text, s) and day_of(s) in days else s for s in spans)


def _may_be(text: str, span: Span) -> bool:
    """Whether nothing labels the day as another: 1971-03-05 王大明來診 reads like a visit, 就診日：2024/05/02 is one."""
    is_labelled = span.kind == "visit" and text[max(0, span.start - 2) : span.start].rstrip()[-1:] in _LABELS
    return span.label == "DATE" and span.kind in _MAY_BE and not is_labelled
