"""What a run has finished, so that the next one goes on from there: one line an item, only ever appended.

A line holds hashes of the input's path and of all that its result depends on, status, counts and the name of
the output: nothing of a note. It is on the disk before the output has its name, so an output is finished
exactly if its line and its file are there. Hashes are salted by folder, so they cannot be looked up in a table
made beforehand; who has the manifest and guesses a file's name can still check the guess.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from incognote.batch.summary import Summary, of_json
from incognote.errors import FormatError, UsageError
from incognote.formats.source import reason

NAME: Final = "manifest.jsonl"
VERSION: Final = 1
WHOLE: Final = 0
"""The item that stands for all of an input of many items: its line says that the output is finished."""


@dataclass(frozen=True)
class Entry:
    """One item of one input (`path` and `content` are hashes); `item` counts within the input from 1, or is `WHOLE`."""

    path: str = field(repr=False)
    content: str = field(repr=False)
    item: int
    summary: Summary = field(repr=False)
    output: str | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, Any]:
        row = {"path": self.path, "content": self.content, "item": self.item, "output": self.output}
        return {key: value for key, value in row.items() if value is not None} | self.summary.to_json()


class Manifest:
    """The manifest of a folder, open for this run alone; a line that a kill cut short is dropped."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise FormatError(f"the manifest of the output folder cannot be opened: {reason(error)}") from None
        _lock(self._file)
        self._places: dict[tuple[str, int], int] = {}
        self.salt, self.day = "", ""
        self.outputs: dict[str, str] = {}
        """Output to the hash of its input's path: what belongs to whom."""
        self._read()

    def __repr__(self) -> str:
        return f"Manifest({len(self._places)} items)"

    def begin(self, day: str) -> None:
        """Stamp a new manifest; `day` is the day of the run, which a run that goes on keeps."""
        if not self.salt:
            self.salt, self.day = secrets.token_hex(16), day
            self._append([{"version": VERSION, "salt": self.salt, "day": day}])

    def hash(self, *parts: bytes) -> str:
        """A salted hash of `parts`, 32 hexadecimal digits."""
        digest = hashlib.sha256(self.salt.encode())
        for part in parts:
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()[:32]

    def find(self, path: str, item: int = 1) -> Entry | None:
        """The last that was written of an item."""
        place = self._places.get((path, item))
        if place is None:
            return None
        row = os.pread(self._file, 1 << 16, place).partition(b"\n")[0]
        return _entry(json.loads(row))

    def of(self, path: str) -> Iterator[Entry]:
        """The entries of an input, in the order of its items."""
        item = 1
        while (entry := self.find(path, item)) is not None:
            yield entry
            item += 1

    def add(self, entries: list[Entry]) -> None:
        """Write the entries, and come back when they are on the disk."""
        place = os.lseek(self._file, 0, os.SEEK_END)
        rows = [entry.to_json() for entry in entries]
        for entry, size in zip(entries, self._append(rows), strict=True):
            self._note(entry.path, entry.item, entry.output, place)
            place += size

    def close(self) -> None:
        os.close(self._file)

    def _read(self) -> None:
        place = 0
        with self._path.open("rb") as stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    break
                try:
                    row = json.loads(line)
                    self._take(row, place)
                except (ValueError, KeyError, TypeError):
                    raise FormatError("the manifest of the output folder is damaged: choose another folder") from None
                place += len(line)
        os.ftruncate(self._file, place)
        os.lseek(self._file, 0, os.SEEK_END)

    def _take(self, row: Mapping[str, Any], place: int) -> None:
        if "salt" in row:
            if row["version"] != VERSION:
                raise UsageError("the output folder was written by another version: choose another folder")
            self.salt, self.day = str(row["salt"]), str(row["day"])
        else:
            self._note(str(row["path"]), int(row["item"]), row.get("output"), place)

    def _note(self, path: str, item: int, output: str | None, place: int) -> None:
        self._places[path, item] = place
        if output is not None:
            self.outputs[output] = path

    def _append(self, rows: list[dict[str, Any]]) -> list[int]:
        """The rows at the end of the file, synchronised; their sizes."""
        lines = [json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n" for row in rows]
        data = memoryview(b"".join(lines))
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError as error:
            raise FormatError(f"the manifest cannot be written: {reason(error)}") from None
        return [len(line) for line in lines]


def _entry(row: Mapping[str, Any]) -> Entry:
    return Entry(row["path"], row["content"], row["item"], of_json(row), row.get("output"))


def _lock(file: int) -> None:
    """This process's own, for as long as the file is open; a system without such locks does without."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise UsageError("another run is writing into this folder: wait for it to finish") from None
