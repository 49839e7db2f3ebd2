"""The answers of one row of a study, kept note by note: a killed study goes on where it stood.

A file of JSON lines: first its head, which says what was asked of whom; then one line a note, flushed as soon as it
is known; and after each sitting one line of what the sitting took. A last line that a kill cut short is taken away; a
note whose line says `failed` is asked again. The notes' strings are in it: keep it where the notes are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from incognote.errors import FormatError, UsageError

VERSION: Final = 1
_HEAD, _SITTING = "head", "sitting"


class AnswerFile:
    """A file of answers that lines are added to; `done` are the ids that it has. `is_cheap`: answers to other questions
    are thrown away, since asking anew costs seconds.

    Raises:
        UsageError: the file has answers to other questions, or another process is at work on it.
        FormatError: it is no such file.
    """

    def __init__(self, path: Path, head: Mapping[str, Any], *, is_cheap: bool = False) -> None:
        self._path, self._head, self._is_cheap = path, {"version": VERSION, **head}, is_cheap
        self.done: frozenset[str] = frozenset()

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[str] = self._path.open("a", encoding="utf-8")
        try:
            _lock(self._file, self._path.name)
            rows = self._rows_of_ours()
        except BaseException:
            self._file.close()
            raise
        self.done = frozenset(row["id"] for row in rows if "id" in row and not row.get("failed"))
        if not rows:
            self._add({_HEAD: self._head})
        return self

    def _rows_of_ours(self) -> list[dict[str, Any]]:
        rows = _rows(self._path) if _whole(self._path) else []
        if rows and rows[0].get(_HEAD) != self._head:
            if not self._is_cheap:
                raise UsageError(f"{self._path.name} in the study's folder holds answers to other questions: take another folder, or remove it")
            self._file.truncate(0)
            return []
        return rows

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, row: Mapping[str, Any]) -> None:
        """One note's answer; it is on the disk when this returns."""
        self._add(row)

    def add_sitting(self, told: Mapping[str, Any]) -> None:
        """What this sitting took (seconds to open, most memory)."""
        self._add({_SITTING: dict(told)})

    def _add(self, row: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()


def read_answers(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """The head of a file, its answers by id, and its sittings.

    Raises:
        FormatError: it is no such file.
    """
    rows = _rows(path) if path.exists() else []
    if not rows:
        raise FormatError(f"{path.name} holds no answers")
    return rows[0][_HEAD], {row["id"]: row for row in rows if "id" in row}, [row[_SITTING] for row in rows if _SITTING in row]


def _lock(file: IO[str], name: str) -> None:
    """Keep the file for this process while it is open. UsageError where another one has it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"another process is at work on {name}: --row tells each which rows are its own") from None


def _whole(path: Path) -> bool:
    """Whether there is a whole line; what follows the last one is cut off."""
    if not path.exists():
        return False
    with path.open("r+b") as file:
        written = file.read()
        end = written.rfind(b"\n") + 1
        if end < len(written):
            file.truncate(end)
    return end > 0


def _rows(path: Path) -> list[dict[str, Any]]:
    """The whole lines; what stands behind the last of them may be another process's, at work on it."""
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    try:
        rows = [json.loads(line) for line in whole.decode("utf-8").split("\n") if line]
    except ValueError:
        raise FormatError(f"{path.name} is no file of answers") from None
    if not rows:
        return []
    if not all(isinstance(row, dict) for row in rows) or not isinstance(rows[0].get(_HEAD), dict):
        raise FormatError(f"{path.name} is no file of answers")
    return rows
