"""What a batch is made of: inputs, as the door that reads the options hands them over."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Literal

from incognote.batch.summary import Summary
from incognote.batch.work import digest_of, with_facts
from incognote.document import Document, Result
from incognote.errors import FormatError
from incognote.formats.source import Item
from incognote.pipeline import Pipeline


@dataclass(frozen=True)
class Unit:
    """One input. A `file` is one document and gives one file; `lines` and a `table` are many items of one file.

    `read` may be called again and, for a file, is called in workers; `fill` writes a table from its results, or a file
    in the format it came in.
    """

    number: int
    kind: Literal["file", "lines", "table"]
    paths: tuple[Path, ...] = field(repr=False)
    read: Callable[[], Iterator[Item]] = field(repr=False)
    known: Mapping[str, Any] = field(default_factory=dict, repr=False)
    facts: str = field(default="", repr=False)
    """A digest of what is known of the items of a table or of lines: `read` gives it to each of them."""
    stem: str = field(default="note", repr=False)
    suffix: str = field(default=".txt", repr=False)
    fill: Callable[[Iterable[Result], BinaryIO], object] | None = field(default=None, repr=False)
    is_opened: bool = False
    """Whether a table is opened again, down to its last part, before it is published."""

    def digest_or_nothing(self) -> bytes:
        """Of the bytes of the input; empty where it cannot be read, which is reported when it is done."""
        try:
            if len(self.paths) == 1:
                return digest_of(self.paths[0])
            return hashlib.sha256(b"".join(map(digest_of, self.paths))).digest()
        except FormatError:
            return b""

    @property
    def weight(self) -> int:
        """About how many items there are, for progress."""
        if self.kind == "file":
            return 1
        lines = 0
        for path in self.paths:
            try:
                with path.open("rb") as stream:
                    while chunk := stream.read(1 << 20):
                        lines += chunk.count(b"\n")
            except (OSError, ValueError):  # it is reported when it is read
                continue
        return max(lines, 1)


@dataclass(frozen=True)
class Plan:
    """A batch: its inputs in order, the folder for results, and how they are made.

    `make(vault=...)` makes the pipeline again in a worker process. `settings` is whatever results depend on
    beside document and fingerprint. `enrols`: people are enrolled from all of it before the first document.
    """

    units: tuple[Unit, ...]
    folder: Path = field(repr=False)
    pipeline: Pipeline = field(repr=False)
    make: Callable[..., Pipeline] = field(repr=False)
    settings: str = field(default="", repr=False)
    enrols: bool = True
    workers: int = 1
    rules: tuple[str, ...] | None = field(default=None, repr=False)
    """The rule files that are at work; None: all there are."""


class Watch:
    """What a run tells while it goes on; the door that started it shows it, this one shows nothing."""

    def counted(self, summary: Summary, number: int, unit: int, *, is_new: bool) -> None:
        """An item came out, or was finished by an earlier run."""

    def advanced(self, what: str, done: int, total: int) -> None:
        """`done` of about `total` items are written (`scrubbing`) or looked at (`enrolling`)."""


def documents(unit: Unit) -> Iterator[Document]:
    """The documents of an input with what is known of them."""
    for item in unit.read():
        if isinstance(item, Document):
            yield with_facts(item, unit.known)
