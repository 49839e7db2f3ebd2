"""One level up: a full date to year and month, an age to its five-year band, anything else to its class."""

from incognote.document import Document, Entity, Span
from incognote.labels import age_text
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    parts = getattr(entity.value, "parts", None)
    if span.label == "DATE" and span.kind != "dob" and parts is not None and parts.year and parts.month:
        return f"[{parts.year}-{parts.month:02d}]"
    if span.label == "AGE" and isinstance(entity.value, int):
        if entity.value >= 90:
            return f"[{age_text(90, context.script)}]"
        low = entity.value // 5 * 5
        return f"[{low}-{low + 4}]"
    return mask.operate(document, entity, span, context)
