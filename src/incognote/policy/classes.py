"""Which institutions of a document are one, and which number each has among those of its class.

One school written three ways (in full, short, with a slip) is one; two schools stay two, those of one place that
differ in level or kind among them: Emu Hill PS and Emu Hill HS, 青禾國小 and 青禾國中.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.document import Entity, Span
from incognote.gazetteer.kinds import by_full, split
from incognote.gazetteer.short_forms import SHORTEST_SLIP, fold, initials, short_forms
from incognote.labels import INSTITUTION_LABELS
from incognote.text.slips import is_slip

OPERATOR: Final = "class_of"
_MOST: Final = 400
"""More institutions than this are compared with nothing: a list of them is no report."""

_LEVEL: Final = re.compile(
    r"(?P<early>(?<![a-z])(?:kindy|kindergarten|kinder|preschool|pre-school|elc|early)(?![a-z])|幼兒園|幼儿园|附幼|托嬰)"
    r"|(?P<care>(?<![a-z])(?:oshc|oosh|fdc|family day care|vacation care)(?![a-z])|安親|課後)"
    r"|(?P<primary>(?<![a-z])(?:primary|prim|ps|infants?|elementary|elem|[rkpf]-[67])(?![a-z0-9])|國小|国小|國民小學|小學|小学)"
    r"|(?P<whole>(?<![a-z])[rbkpf]-1[02](?![0-9])|國中小)"
    r"|(?P<range>(?<![a-z0-9])\d{1,2}-1[02](?![0-9]))"
    r"|(?P<secondary>(?<![a-z])(?:high|hs|shs|ghs|bhs|jhs|secondary|senior)(?![a-z])|國中|国中|國民中學|初中)"
    r"|(?P<upper>高中|高級中學|高工|高商|家商)"
)
"""What a class word says of the level of a school, or of the kind of care."""
_BARE: Final = frozenset(("school", "college"))


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
        if any(_differ(folded, own) for own in self.names):
            return False
        if folded in self.forms or not self.names.isdisjoint(short_forms(name)) or initials(name).lower() in self.names:
            return True
        return len(folded) >= SHORTEST_SLIP and any(is_slip(folded, form) and not _differ(folded, form) for form in self.forms if len(form) >= SHORTEST_SLIP)

    def add(self, entity: Entity, name: str) -> None:
        self.mentions += entity.mentions
        self.names.add(fold(name))
        self.forms |= set(short_forms(name)) | {initials(name).lower()} - {""}


def _differ(one: str, other: str) -> bool:
    """Whether two folded names tell two levels, or two full class words none of which is a writing of the other.

    >>> _differ("emu hill ps", "emu hill hs"), _differ("emu hill ps", "emu hill school"), _differ("emu hill r-7", "emu hill primary school")
    (True, False, False)
    """
    first, second = _levels(one), _levels(other)
    return bool(first and second) and first.isdisjoint(second)


@lru_cache(maxsize=1024)
def _levels(folded: str) -> frozenset[str]:
    """The levels that the class words of a name tell, the last two words of it where none are known."""
    own, ending = split(folded)
    said = ending or " ".join(folded.split(" ")[-2:])
    if ending in _BARE and own:
        said = f"{own.rsplit(' ', 1)[-1]} {ending}"  # Emu Hill 6-12 School
    kinds = (ending, *(by_full()[ending].short if ending in by_full() else ()))
    return frozenset(found.lastgroup for text in (said, *kinds[1:]) for found in _LEVEL.finditer(text) if found.lastgroup)


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
