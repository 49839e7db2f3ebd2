"""Replace by the label's mark."""

from incognote.document import Document, Entity, Span
from incognote.labels import mark, titled_mark
from incognote.names.search import is_titled_single
from incognote.policy.context import Context


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    """`[電話]`; a one-character name that was taken with its title is `[稱謂]` (rule N3)."""
    if span.label == "NAME" and is_titled_single(document.text[span.start : span.end]):
        return titled_mark(context.script)
    return mark(span.label, context.script)
