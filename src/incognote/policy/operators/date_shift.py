"""Every date of a patient moves by the patient's one secret number of days; the writing stays."""

from datetime import timedelta

from incognote.document import Document, Entity, Span
from incognote.policy.context import Context
from incognote.policy.operators import mask
from incognote.text import calendar


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    """Shifts whole weeks, so weekdays stay true; what cannot be written back is masked."""
    day = getattr(entity.value, "day", None)
    if day is None or context.shift is None:
        return mask.operate(document, entity, span, context)
    surface, reading = document.text[span.start : span.end], getattr(entity.value, "reading", None)
    written = calendar.write_like(surface, day, day + timedelta(days=context.shift), reading)
    return written if written is not None else mask.operate(document, entity, span, context)
