"""Which columns of a table hold notes, which say who they are about, and what is written in their places.

The header decides: text columns by option or by name (text, note, 病歷內容 ...), identity columns (name, mrn, 姓名 ...)
become a document's `known`. Out come text columns scrubbed, the id column with safe ids, name and chart-number
columns with the patient's code. Every other column may hold anything, so it is left out unless named to be kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from incognote.document import Document, Result
from incognote.errors import FormatError, UsageError
from incognote.formats import known as facts
from incognote.formats.naming import code_of

KEPT: Final = "kept"
"""Where `Document.meta` has the cells that are copied as they stand: somebody must look at them too."""
KEPT_CELL: Final = "kept_cell"
"""The finding that one of them holds a person. Where the text is withheld for it, so are they."""
ID_COLUMNS: Final = frozenset({"id", "noteid", "documentid", "docid", "recordid", "序號", "序号", "編號", "编号"})
_CODED: Final = frozenset({"name", "mrn"})


class Columns(NamedTuple):
    """Columns by heading: of notes, of ids, and those copied as they stand."""

    text: tuple[str, ...] = ()
    id: str | None = None
    keep: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "Columns(...)"


BY_NAME: Final = Columns()
"""No column named: the headings tell."""


class Choice(NamedTuple):
    """Places of columns from 0: of notes, of ids, of facts with the fact, and those copied as they stand."""

    text: list[int]
    id: int | None
    facts: list[tuple[int, str]]
    keep: list[int]

    def __repr__(self) -> str:
        return f"Choice({len(self.text)} of notes, {len(self.facts)} of facts, {len(self.keep)} kept)"

    @property
    def coded(self) -> set[int]:
        """Columns that hold the patient's code when they are written."""
        return {i for i, fact in self.facts if fact in _CODED and i not in {*self.keep, *self.text, self.id}}

    @property
    def written(self) -> list[int]:
        """All columns that are not left out."""
        return sorted({*self.text, *self.keep, *self.coded} | ({self.id} if self.id is not None else set()))


def choose(header: Sequence[str], columns: Columns) -> Choice:
    """The columns of a table by its headings; `text` is empty where none is named and none is known to hold notes."""
    text = [_place(header, name, "--text-column") for name in columns.text] or _likely(header, facts.TEXT_COLUMNS)
    return Choice(
        text,
        _place(header, columns.id, "--id-column") if columns.id else next(iter(_likely(header, ID_COLUMNS)), None),
        [(i, fact) for i, name in enumerate(header) if i not in text and (fact := facts.fact_of(name))],
        [_place(header, name, "--keep-column") for name in columns.keep],
    )


def need_notes(choice: Choice) -> Choice:
    """`choice`; FormatError where no column of it holds notes: it costs that table, not the folder it lies in."""
    if not choice.text:
        raise FormatError("no column of the table is known to hold notes: name it with --text-column")
    return choice


def _likely(header: Sequence[str], names: frozenset[str]) -> list[int]:
    return [i for i, name in enumerate(header) if re.sub(r"[\s_-]+", "", name).lower() in names]


def _place(header: Sequence[str], name: str, option: str) -> int:
    try:
        return [column.strip() for column in header].index(name.strip())
    except ValueError:
        raise UsageError(f"{option} names no column of the table") from None


def documents(choice: Choice, row: Sequence[str], number: str) -> Iterator[Document]:
    """A Document for each note of a row; `number` names a row without an id."""
    known, meta = known_of(choice, row), kept_of(choice, row)
    identifier = identifier_of(choice, row, number)
    for position, column in enumerate(choice.text, 1):
        yield Document(identifier + (f".{position}" if len(choice.text) > 1 else ""), row[column], known, meta)


def known_of(choice: Choice, row: Sequence[str]) -> dict[str, Any]:
    return facts.from_cells((fact, row[i]) for i, fact in choice.facts)


def kept_of(choice: Choice, row: Sequence[str]) -> dict[str, Any]:
    return {KEPT: [row[i] for i in choice.keep]} if choice.keep else {}


def identifier_of(choice: Choice, row: Sequence[str], number: str) -> str:
    return row[choice.id] if choice.id is not None and row[choice.id].strip() else number


def id_of_row(choice: Choice, of_row: Sequence[Result]) -> str:
    """What stands in the id column: the id that its results go out under."""
    return of_row[0].id.removesuffix(".1") if len(choice.text) > 1 else of_row[0].id


def are_withheld(of_row: Iterable[Result]) -> bool:
    """Whether the kept cells of a row are withheld with its text: one of them holds a person."""
    return any(f.kind == KEPT_CELL and r.text is None for r in of_row for f in r.findings)


def cells(choice: Choice, row: Sequence[str], of_row: Sequence[Result]) -> dict[int, str]:
    """What stands in the columns of a row that are written."""
    is_withheld = are_withheld(of_row)
    found = {i: "" if is_withheld else row[i] for i in choice.keep}
    found |= dict.fromkeys(choice.coded, code_of(of_row[0]) or "")
    found |= {column: result.text or "" for column, result in zip(choice.text, of_row, strict=True)}
    if choice.id is not None:
        found[choice.id] = id_of_row(choice, of_row)
    return found
