"""Only the year of a date stays (45 CFR 164.514(b)(2)(i)(C)); not even that where it shows an age of 90+."""

from incognote.document import Document, Entity, Span
from incognote.labels import OLDEST_TOLD, year_mark
from incognote.policy.context import Context
from incognote.policy.operators import age, mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    parts = getattr(entity.value, "parts", None)
    if parts is None or parts.year is None:
        return mask.operate(document, entity, span, context)
    if (context.anchor or context.today).year - parts.year > OLDEST_TOLD:
        return age.operate(document, entity, span, context) if span.kind == "dob" else mask.operate(
            document, entity, span, context
        )
    return year_mark(parts.year)
