"""Leave the text as it is; for ages, up to 89."""

from incognote.document import Document, Entity, Span
from incognote.labels import age_text
from incognote.policy.context import Context


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str | None:
    """None: keep. An age of 90 and over becomes one group under every policy."""
    if entity.label == "AGE" and isinstance(entity.value, int) and entity.value >= 90:
        return f"[{age_text(entity.value, context.script)}]"
    return None
