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
        UsageError: the file has answers to other questions.
        FormatError: it is no such file.
    """

    def __init__(self, path: Path, head: Mapping[str, Any], *, is_cheap: bool = False) -> None:
        self._path, self._head, self._is_cheap = path, {"version": VERSION, **head}, is_cheap
        self.done: frozenset[str] = frozenset()

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        rows = _rows(self._path) if _whole(self._path) else []
        if rows and rows[0].get(_HEAD) != self._head:
            if not self._is_cheap:
                raise UsageError(f"{self._path.name} in the study's folder holds answers to other questions: take another folder, or remove it")
            self._path.unlink()
            rows = []
        self.done = frozenset(row["id"] for row in rows if "id" in row and not row.get("failed"))
        self._file: IO[str] = self._path.open("a", encoding="utf-8")
        if not rows:
            self._add({_HEAD: self._head})
        return self

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
    rows = _rows(path) if _whole(path) else []
    if not rows:
        raise FormatError(f"{path.name} holds no answers")
    return rows[0][_HEAD], {row["id"]: row for row in rows if "id" in row}, [row[_SITTING] for row in rows if _SITTING in row]


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
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    except ValueError:
        raise FormatError(f"{path.name} is no file of answers") from None
    if not rows or not all(isinstance(row, dict) for row in rows) or not isinstance(rows[0].get(_HEAD), dict):
        raise FormatError(f"{path.name} is no file of answers")
    return rows
