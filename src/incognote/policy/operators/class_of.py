"""The class of an institution in place of its name, with a number where the document has several of the class."""

from incognote.document import Document, Entity, Span
from incognote.labels import INSTITUTION_LABELS, class_mark
from incognote.policy.classes import Place
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    """`[school]`, `[school 2]`; what is no institution is masked."""
    if span.label not in INSTITUTION_LABELS:
        return mask.operate(document, entity, span, context)
    number = entity.value.number if isinstance(entity.value, Place) else None
    return class_mark(span.label, context.script, number)
