"""One level up: a full date to year and month, an age to its five-year band, anything else to its class."""

from incognote.document import Document, Entity, Span
from incognote.labels import band_mark, month_mark
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    parts = getattr(entity.value, "parts", None)
    if span.label == "DATE" and span.kind != "dob" and parts is not None and parts.year and parts.month:
        return month_mark(parts.year, parts.month)
    if span.label == "AGE" and isinstance(entity.value, int):
        return band_mark(entity.value, context.script)
    return mask.operate(document, entity, span, context)
