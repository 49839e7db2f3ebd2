"""From the cells of a table to its people: each cell under its heading, or under what it looks like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from incognote.link.columns import heading_of
from incognote.link.layout import Vocabulary
from incognote.link.lines import Line
from incognote.link.looks import column_of, is_role
from incognote.link.parts import Cell, Row


def people(
    text: str, rows: list[list[Line]], heads: list[str] | None, words: Vocabulary, stop: int, *, is_strong: bool
) -> tuple[tuple[Row, ...], int] | None:
    """The rows of a table by its `heads`, or by what its cells look like; None where they show nobody."""
    if heads is None and (turned := _turned(text, rows, words)):
        return turned, stop
    if heads is None:
        made = [_guessed(text, cells, words) for cells in rows]
        people = sum(1 for row in made if {"role", "name"} <= {c.column for c in row.cells})
        if 2 * people < len(made) or (people < 2 and (len(made) > 1 or not is_strong)):
            return None
        return tuple(made), stop
    heads = _with_role(text, rows, heads, words)
    made = [_headed(text, cells, heads, words) for cells in rows]
    return (tuple(made), stop) if made else None


def _with_role(text: str, rows: list[list[Line]], heads: list[str], words: Vocabulary) -> list[str]:
    """`heads` with the column that says who somebody is, where no heading tells: "who | name"."""
    if "role" in heads:
        return heads
    counts = [0] * len(heads)
    for cells in rows:
        for i, cell in enumerate(cells[: len(heads)]):
            counts[i] += is_role(text[cell.start : cell.end], words.roles)
    best = max(range(len(heads)), key=counts.__getitem__, default=0)
    if 2 * counts[best] <= len(rows):
        return heads
    return ["role" if i == best else column for i, column in enumerate(heads)]


def _guessed(text: str, cells: Sequence[Line], words: Vocabulary) -> Row:
    """One role and one name a row: what looks like a second is other; ideographs beside no role may be any word."""
    looks = [column_of(text[c.start : c.end], words.roles) for c in cells]
    if "role" not in looks:
        looks = ["other" if column == "name" and not text[c.start : c.end].isascii() else column for c, column in zip(cells, looks, strict=True)]
    return Row(tuple(_once(Cell(c.start, c.end, column) for c, column in zip(cells, looks, strict=True) if not c.is_blank)))


def _once(cells: Iterator[Cell]) -> Iterator[Cell]:
    seen: set[str] = set()
    for cell in cells:
        is_again = cell.column in seen and cell.column in {"name", "role"}
        seen.add(cell.column)
        yield cell._replace(column="other") if is_again else cell


def _headed(text: str, cells: Sequence[Line], heads: list[str], words: Vocabulary) -> Row:
    """Cells by their place under the header; by their looks where the row has not as many."""
    if len(cells) != len(heads) and not (len(cells) == len(heads) - 1 and heads[-1] == "other"):
        fitted = _fitted(text, cells, heads, words)
        return Row(tuple(fitted))
    return Row(tuple(Cell(c.start, c.end, heads[i]) for i, c in enumerate(cells) if not c.is_blank))


def _fitted(text: str, cells: Sequence[Line], heads: list[str], words: Vocabulary) -> Iterator[Cell]:
    """Each cell under the next heading that it looks like; under the next one where it looks like nothing."""
    at = 0
    for cell in cells:
        if cell.is_blank:
            at += 1
            continue
        looks = column_of(text[cell.start : cell.end], words.roles)
        place = next((i for i in range(at, len(heads)) if heads[i] == looks or {heads[i], looks} == {"dob", "age"}), None)
        if place is None:
            column = heads[at] if looks == "other" and at < len(heads) and heads[at] not in {"role", "dob"} else looks
            place = at
        else:
            column = heads[place]
        yield Cell(cell.start, cell.end, column)
        at = place + 1


def _turned(text: str, rows: list[list[Line]], words: Vocabulary) -> tuple[Row, ...]:
    """Rows of a table whose headings stand in its first column: each further column is a person."""
    heads = [heading_of(text[cells[0].start : cells[0].end], words) for cells in rows]
    if len({h for h in heads if h}) < 3 or "name" not in heads:
        return ()
    width = max(map(len, rows))
    people = (
        Row(tuple(Cell(*cells[i], heads[n] or "other") for n, cells in enumerate(rows) if i < len(cells) and not cells[i].is_blank and heads[n]))
        for i in range(1, width)
    )
    return tuple(row for row in people if row.cells)
