"""The subject's stable code; anybody and anything else is masked."""

from incognote.document import Document, Entity, Span
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    if context.is_subject and context.code is not None:
        return context.code
    return mask.operate(document, entity, span, context)
