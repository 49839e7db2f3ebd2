"""An invented value of the same script, sex and shape (`policy/surrogates`), in place of the real one.

Dates move by the patient's secret shift, which keeps the day of the week; ages follow and stay. Where no free value
was found, the real one is masked.
"""

from incognote.document import Document, Entity, Span
from incognote.policy.context import Context
from incognote.policy.operators import age, date_shift, keep, mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    if span.label == "DATE":
        return date_shift.operate(document, entity, span, context)
    if span.label == "AGE":
        return age.operate(document, entity, span, context)
    if span.label in {"TIME", "PROFESSION", "CONTEXT"}:
        return keep.operate(document, entity, span, context)
    made = context.surrogates.get((span.start, span.end))
    return made if made is not None else mask.operate(document, entity, span, context)
