"""Which institutions of a document are one, and which number each has among those of its class.

One school written three ways (in full, short, with a slip) is one; two schools stay two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from incognote.document import Entity, Span
from incognote.gazetteer.short_forms import SHORTEST_SLIP, fold, initials, short_forms
from incognote.labels import INSTITUTION_LABELS
from incognote.text.slips import is_slip

OPERATOR: Final = "class_of"
_MOST: Final = 400
"""More institutions than this are compared with nothing: a list of them is no report."""


class Place(NamedTuple):
    """The value of an institution's entity: its number among those of its class, None where it is the only one."""

    number: int | None


class _Group:
    """Mentions of one institution, and the writings that it may have."""

    def __init__(self, entity: Entity, name: str) -> None:
        self.first = entity
        self.mentions: list[Span] = list(entity.mentions)
        self.names = {fold(name)}
        self.forms = set(short_forms(name)) | {initials(name).lower()} - {""}

    def holds(self, name: str) -> bool:
        """Whether `name` is a writing of this institution, or one of this institution's is one of `name`."""
        folded = fold(name)
        if folded in self.forms or not self.names.isdisjoint(short_forms(name)) or initials(name).lower() in self.names:
            return True
        return len(folded) >= SHORTEST_SLIP and any(is_slip(folded, form) for form in self.forms if len(form) >= SHORTEST_SLIP)

    def add(self, entity: Entity, name: str) -> None:
        self.mentions += entity.mentions
        self.names.add(fold(name))
        self.forms |= set(short_forms(name)) | {initials(name).lower()} - {""}


def numbered(text: str, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """`entities` with those that mean one institution made one, each with its `Place`, by where it stands first."""
    places = [e for e in entities if e.label in INSTITUTION_LABELS and e.mentions]
    if not places:
        return tuple(entities)
    groups: dict[str, list[_Group]] = {}
    named = [(entity, text[entity.mentions[0].start : entity.mentions[0].end]) for entity in places]
    for entity, name in sorted(named, key=lambda item: -len(item[1])):  # the full name first: short ones find it
        mine = groups.setdefault(entity.label, [])
        group = next((g for g in mine[:_MOST] if g.holds(name)), None)
        if group is None:
            mine.append(_Group(entity, name))
        else:
            group.add(entity, name)
    others = [e for e in entities if e.label not in INSTITUTION_LABELS or not e.mentions]
    return (*others, *(entity for mine in groups.values() for entity in _placed(mine)))


def _placed(groups: Sequence[_Group]) -> list[Entity]:
    ordered = sorted(groups, key=lambda group: min(span.start for span in group.mentions))
    return [
        group.first._replace(mentions=tuple(sorted(group.mentions)), value=Place(number if len(ordered) > 1 else None))
        for number, group in enumerate(ordered, 1)
    ]
