"""A birth date becomes the age at the note's date; an age keeps its value up to the oldest that is told."""

from incognote.document import Document, Entity, Span
from incognote.labels import age_mark
from incognote.policy.context import Context
from incognote.policy.operators import keep, mask
from incognote.text import calendar


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    if span.label == "AGE":
        return keep.operate(document, entity, span, context)
    parts = getattr(entity.value, "parts", None)
    years = calendar.age_on(parts, context.anchor or context.today) if parts else None
    if years is None:
        return mask.operate(document, entity, span, context)
    return age_mark(years, context.script)
