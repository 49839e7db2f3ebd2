"""Stretches of a line that a message of HL7 v2 is read as, and how they stand behind one another."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from incognote.formats.hl7.message import Repetition, text_of
from incognote.formats.laid import Put

HAN: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


class Bit(NamedTuple):
    """A stretch of a line; without `put`, what this reading sets between two. `empty` takes the value out of its field."""

    text: str
    put: Put | None = None
    empty: Callable[[], None] | None = None

    def __repr__(self) -> str:
        return f"Bit({len(self.text)} characters)"


def plain_at(repetition: Repetition, place: int) -> str:
    return text_of(repetition[place][0]) if place < len(repetition) else ""


def joined(bits: list[Bit]) -> str:
    return "".join(bit.text for bit in bits)


def joined_by(groups: list[list[Bit]], joint: str) -> list[Bit]:
    bits: list[Bit] = []
    for group in groups:
        if any(bit.text for bit in group):
            bits += [*([Bit(joint)] if bits else []), *group]
    return bits


def spaced(groups: list[list[Bit]]) -> list[Bit]:
    """Groups behind one another: Han behind Han without a blank, for a name may be cut between its fields."""
    bits: list[Bit] = []
    for group in groups:
        if not (text := joined(group)):
            continue
        is_one = bits and HAN.match(bits[-1].text[-1:]) and HAN.match(text)
        bits += [*([] if is_one or not bits else [Bit(" ")]), *group]
    return bits
