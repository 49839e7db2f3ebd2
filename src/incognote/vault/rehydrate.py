"""Codes back into names: one pass over a text, every other character as it was.

One pass, so that `PT-0001` never eats `PT-00010` and no name that is put in is read again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from incognote.document import Person
from incognote.vault.codes import find_broken_codes, find_codes


@dataclass(frozen=True, slots=True)
class Rehydrated:
    """`restored` and `unknown` are codes, each once, in the order in which they first stand in the text.

    A code broken by a line end or an escaped dash is unknown wherever it stands, since it is left as it is.
    """

    text: str = field(repr=False)
    restored: tuple[str, ...]
    unknown: tuple[str, ...]


def rehydrate(text: str, prefix: str, person: Callable[[str], Person | None]) -> Rehydrated:
    """Put display names for the codes that `person` knows; the others stay as written and are reported.

    >>> people = {"PT-0001": Person(("Wang Ta-Ming",))}
    >>> result = rehydrate("pt 0001 and PT-00010", "PT", people.get)
    >>> result.text, result.restored, result.unknown
    ('Wang Ta-Ming and PT-00010', ('PT-0001',), ('PT-00010',))
    """
    names: dict[str, str | None] = {}
    pieces: list[str] = []
    position = 0
    for mention in find_codes(text, prefix):
        if mention.code not in names:
            known = person(mention.code)
            names[mention.code] = known.names[0] if known is not None and known.names else None
        name = names[mention.code]
        if name is not None:
            pieces += text[position : mention.start], name
            position = mention.end
    pieces.append(text[position:])
    restored = tuple(code for code, name in names.items() if name is not None)
    left = [code for code, name in names.items() if name is None]
    left += (mention.code for mention in find_broken_codes(text, prefix))
    return Rehydrated("".join(pieces), restored, tuple(dict.fromkeys(left)))
