"""Who somebody is in the case, in place of the name; whose a telephone or an address is, where it is known."""

from incognote.document import Document, Entity, Span
from incognote.labels import owned_mark, role_mark, role_words
from incognote.policy.context import Context
from incognote.policy.operators import mask


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    """`[mother]`, `[phone of mother]`; several roles where nobody can say which; masked where nobody is known."""
    value = entity.value
    people = getattr(value, "people", None)
    if people is not None:  # a doubt: everybody whom the name may mean, nobody for a family
        return role_mark([_words(person, context) for person in people], context.script)
    if getattr(value, "case_roles", None) is None:
        return mask.operate(document, entity, span, context)
    if span.label in {"PHONE", "ADDRESS", "EMAIL"}:
        return owned_mark(span.label, _words(value._replace(case_roles=()), context), context.script)
    return role_mark([_words(value, context)], context.script)


def _words(person: object, context: Context) -> str:
    role, number, cases = getattr(person, "role"), getattr(person, "number"), getattr(person, "case_roles")
    return role_words(role, context.script, number=number, case_roles=cases)
