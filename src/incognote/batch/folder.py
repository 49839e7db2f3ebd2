"""The output folder: names by code and sequence, files there whole or not at all, leftovers of a kill removed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from incognote.batch.manifest import Entry, Manifest
from incognote.batch.work import HIDDEN, PART
from incognote.errors import FormatError
from incognote.formats.source import reason

LINES: Final = ".lines"
"""How a file of JSON Lines ends that is not finished: it is gone on with."""


class Folder:
    """Gives out names that nothing has and moves finished files to them; an output of another run, or of
    another program, is never overwritten, only what an earlier run made of the same input."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self._manifest = manifest
        self._next: dict[str, int] = {}
        self._given: set[str] = set()

    def sweep(self, kept: Iterable[Path] = ()) -> None:
        """Remove what a killed run left unfinished, but `kept`."""
        wanted = set(kept)
        for path in self.path.glob(f"{HIDDEN}*"):
            if path.suffix in {PART, LINES} and path not in wanted:
                path.unlink(missing_ok=True)

    def unfinished(self, name: str) -> Path:
        """Where lines lie until all are there."""
        return self.path / f"{HIDDEN}{name}{LINES}"

    def has(self, output: str | None) -> bool:
        """Whether an output that was recorded is there."""
        return output is None or (self.path / output).is_file()

    def claim(self, stem: str, suffix: str, before: Entry | None) -> str:
        """The name of an output: the one it had `before` if that still fits, else `stem_001` or the next free."""
        if before is not None and before.output is not None and _fits(before.output, stem, suffix):
            return before.output
        number = self._next.get(stem + suffix, 1)
        while self._is_taken(name := f"{stem}_{number:03d}{suffix}"):
            number += 1
        self._next[stem + suffix] = number + 1
        self._given.add(name)
        return name

    def publish(self, part: Path, name: str, before: Entry | None) -> None:
        """Give the finished file its name; what the same input had under another name is out of date and goes."""
        try:
            part.replace(self.path / name)
        except OSError as error:
            raise FormatError(f"the output cannot be written: {reason(error)}") from None
        self.retire(before, name)

    def retire(self, before: Entry | None, name: str | None) -> None:
        """Remove the output of an earlier run that `name`, or nothing, takes the place of."""
        if before is not None and before.output is not None and before.output != name:
            (self.path / before.output).unlink(missing_ok=True)

    def _is_taken(self, name: str) -> bool:
        return name in self._given or name in self._manifest.outputs or os.path.lexists(self.path / name)


def _fits(name: str, stem: str, suffix: str) -> bool:
    body = name.removesuffix(suffix)
    return name.endswith(suffix) and body.startswith(stem + "_") and body[len(stem) + 1 :].isdigit()
