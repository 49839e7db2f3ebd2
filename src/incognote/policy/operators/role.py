"""Who somebody is in the case, in place of the name; whose a telephone or an address is, where it is known."""

from collections.abc import Sequence
from typing import Final, Protocol

from incognote.document import Document, Entity, Span
from incognote.labels import owned_mark, role_mark, role_words
from incognote.policy.context import Context
from incognote.policy.operators import mask

MOST: Final = 3
"""People that a mark in doubt names at most; of more it says that it is somebody."""


class _Person(Protocol):
    """What is read of a person of the relation table."""

    role: str
    number: int | None
    case_roles: Sequence[str]


def operate(document: Document, entity: Entity, span: Span, context: Context) -> str:
    """`[mother]`, `[phone of mother]`; several roles where nobody can say which; masked where nobody is known."""
    value = entity.value
    people = getattr(value, "people", None)
    if people is not None:  # a doubt: everybody whom the name may mean, nobody for a family
        known = people if len(people) <= MOST else ()
        return role_mark([_words(person, context) for person in known] or [role_words("third_party", context.script)] * bool(people), context.script)
    if getattr(value, "case_roles", None) is None:
        return mask.operate(document, entity, span, context)
    if span.label in {"PHONE", "ADDRESS", "EMAIL"}:
        return owned_mark(span.label, _words(value._replace(case_roles=()), context), context.script)
    return role_mark([_words(value, context)], context.script)


def _words(person: _Person, context: Context) -> str:
    return role_words(person.role, context.script, number=person.number, case_roles=person.case_roles)
