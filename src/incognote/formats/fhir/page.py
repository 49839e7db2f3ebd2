"""What is gathered while FHIR resources are laid down: their text, and what else has to be done to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from incognote.document import Script
from incognote.formats.fhir.ids import Key, is_known_uri, is_plain, is_random_urn, pointer
from incognote.formats.fhir.slot import Slot
from incognote.formats.fhir.words import label
from incognote.formats.laid import Laid


class Page:
    """What is gathered while resources are laid down.

    `owned`: places that identify by what they are, with the text there; `guarded`: places that are not text, in which
    something removed must not stand; `keys` and `links`: ids and what points to them; `finish`: what is to be called
    when all edits are put; `left_out`: what was not read, in words.
    """

    def __init__(self, script: Script) -> None:
        self.laid, self.script = Laid(), script
        self.owned: list[tuple[Slot, str]] = []
        self.guarded: list[Slot] = []
        self.links: list[tuple[Slot, str]] = []
        self.keys: list[tuple[Slot, Key]] = []
        self.finish: list[Callable[[], None]] = []
        self.dates: list[tuple[Slot, str]] = []
        self.left_out: list[str] = []
        self.metas: list[dict[str, Any]] = []
        self._said: set[tuple[str, ...]] = set()

    def __repr__(self) -> str:
        return f"Page({self.laid!r})"

    def line(self, path: tuple[str, ...], slot: Slot, put: Callable[[str], None] | None = None) -> None:
        """A text on a line of its own, behind the word for it."""
        words = label(path, self.script)
        text = str(slot.value)
        self.laid.joint(f"{words.strip()}\n" if "\n" in text and words else words)
        self.laid.add(text, put or slot.write)
        self.laid.joint("\n")

    def say(self, path: tuple[str, ...], text: str) -> None:
        """A line that is read once and replaced by other means."""
        if (*path, text) in self._said:
            return
        self._said.add((*path, text))
        self.laid.joint(label(path, self.script))
        self.laid.add(text)
        self.laid.joint("\n")

    def say_id(self, kind: str, identifier: str) -> None:
        """The id of a resource, if it may be somebody's number."""
        if not is_plain(identifier):
            self.say((kind, "id"), identifier)

    def own(self, slot: Slot) -> None:
        """A place that identifies by what it is: whatever is found in it, what stands there goes."""
        self.owned.append((slot, slot.value))

    def say_link(self, value: str) -> None:
        """Read what a link says of anybody: the server, the id of what it points to."""
        if is_known_uri(value) or is_random_urn(value):
            return
        found = pointer(value)
        if found is None:
            self.say(("URI",), value)
            return
        if found.base and not is_known_uri(found.base):
            self.say(("URI",), found.base)
        self.say_id(*found.key)
