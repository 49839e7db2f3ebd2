"""Days from the report; months or years where a date tells no more; masked where no report day is known."""

from incognote.document import Document, Entity, Span
from incognote.labels import report_mark
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    report, day, parts = (getattr(entity.value, name, None) for name in ("report", "day", "parts"))
    if report is None:
        return mask.operate(document, entity, span, context)
    if day is not None:
        return report_mark((day - report).days, "day", context.script)
    if parts is None or parts.year is None:
        return mask.operate(document, entity, span, context)
    if parts.month is None:
        return report_mark(parts.year - report.year, "year", context.script)
    return report_mark((parts.year - report.year) * 12 + parts.month - report.month, "month", context.script)
