"""Days from the patient's day 0, or from the note's own day where no patient is known.

What is coarser than a day, or cannot be placed, is masked: a guess would look like a fact.
"""

from incognote.document import Document, Entity, Span
from incognote.labels import day_mark
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    day = getattr(entity.value, "day", None)
    zero = context.day_zero or context.anchor
    if day is None or zero is None:
        return mask.operate(document, entity, span, context)
    return day_mark((day - zero).days)
