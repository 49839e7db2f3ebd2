"""Leave the text as it is; for ages, up to the oldest that is told."""

from incognote.document import Document, Entity, Span
from incognote.labels import OLDEST_TOLD, age_in_mark, age_mark
from incognote.policy.context import Context


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    """None: keep. An age above `OLDEST_TOLD` becomes one group under every policy, in a mark of ours too."""
    if entity.label == "AGE" and isinstance(entity.value, int) and entity.value > OLDEST_TOLD:
        return age_in_mark(document.text, span.start, span.end) or age_mark(entity.value, context.script)
    return None
