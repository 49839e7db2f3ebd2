"""A place in a FHIR resource, and what may be put there so that the resource stays valid FHIR R4.

A date or an address of a server that is masked cannot hold our mark: the element goes, and its sibling (`_birthDate`)
says with the standard extension that it was masked, and in one of our own what the text says instead (`[D+14]`).
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

ABSENT: Final = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
WRITTEN: Final = "urn:incognote:written"
"""The URL of our extension: what stands instead of a date in the text of the same document."""
DATE: Final = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?")
"""date, dateTime and instant of R4, and a dateTime without its zone, which is met with."""
_COARSE: Final = re.compile(r"\[(\d{4}(?:-\d\d)?)\](?:T.*)?")
_INSTANTS: Final = frozenset({"issued", "lastUpdated", "timestamp", "recorded", "when", "lastModified", "valueInstant", "start", "end", "created"})
_GONE: Final = object()


class Slot(NamedTuple):
    """The value of the property `name` of `owner`, or the one at `place` of the list that stands there."""

    owner: dict[str, Any]
    name: str
    place: int | None = None

    def __repr__(self) -> str:
        return f"Slot({self.place})"

    @property
    def value(self) -> Any:
        held = self.owner.get(self.name)
        if self.place is None:
            return held
        return held[self.place] if isinstance(held, list) and self.place < len(held) else None

    def set(self, new: Any) -> None:
        if self.place is None:
            self.owner[self.name] = new
        else:
            self.owner[self.name][self.place] = new

    def write(self, new: str) -> None:
        """Text in place of text; where nothing is left, nothing stands: FHIR knows no empty text."""
        if new.strip():
            self.set(new)
        elif self.place is None:
            self.owner.pop(self.name, None)
        else:
            self.set(_GONE)

    def write_date(self, new: str) -> None:
        """A date in place of a date; what is none is told beside it."""
        coarse = _COARSE.fullmatch(new)
        told = coarse[1] if coarse else new
        if DATE.fullmatch(told) and not (coarse and self.name in _INSTANTS):
            self.set(told)
        else:
            self.mask(new)

    def mask(self, written: str = "") -> None:
        """Take the value away and say so; `written` is what stands in the text instead."""
        told: list[dict[str, str]] = [{"url": ABSENT, "valueCode": "masked"}]
        if written.strip():
            told.append({"url": WRITTEN, "valueString": written})
        beside = f"_{self.name}"
        if self.place is None:
            self.owner.pop(self.name, None)
            held = self.owner.get(beside)
            sibling = held if isinstance(held, dict) else {}
            self.owner[beside] = {**sibling, "extension": [*(sibling.get("extension") or []), *told]}
            return
        values = self.owner[self.name]
        siblings = self.owner.get(beside)
        if not isinstance(siblings, list):
            siblings = self.owner[beside] = []
        siblings += [None] * (len(values) - len(siblings))
        values[self.place] = None
        siblings[self.place] = {"extension": told}


def tidy(value: Any) -> Any:
    """`value` without what `write` took away, and without what is empty because of it."""
    if isinstance(value, dict):
        for key in list(value):
            held = value[key]
            if not isinstance(held, (dict, list)):
                continue
            if isinstance(held, list) and any(item is _GONE for item in held):
                gone_with = None if f"_{key}" in value else _GONE
                held[:] = [gone_with if item is _GONE else item for item in held]
            tidy(held)
            if not held:
                del value[key]
    elif isinstance(value, list):
        value[:] = [item for item in value if item is not _GONE]
        for item in value:
            tidy(item)
        if any(isinstance(item, dict) for item in value):
            value[:] = [item for item in value if item != {}]
    return value
