"""Rows of a list in CSV, TSV or XLSX. XLSX is read with the standard library: cells that hold text or numbers, no formulas.

Sources: RFC 4180 for CSV; ECMA-376 part 1, 18.3 (sheets) and 18.4 (shared strings) for XLSX.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from incognote.errors import FormatError
from incognote.text.decode import decode

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINKED: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PART: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_COLUMN: Final = re.compile(r"[A-Z]+")
_LARGEST: Final = 512 * 2**20
"""Bytes that a part of a workbook may unpack to: a list of 50,000 institutions needs a fiftieth of it."""
_WIDEST_FIELD: Final = 2**20


def rows(path: Path, *, sheet: str = "", encoding: str | None = None) -> Iterator[list[str]]:
    """The rows of a file, the heading first. `sheet` names one of a workbook (default: its first).

    Raises:
        FormatError: it is no such file, or it has no such sheet.
    """
    if path.suffix.lower() == ".xlsx":
        yield from _workbook(path, sheet)
        return
    text = decode(path.read_bytes(), encoding=encoding).text
    delimiter = "\t" if path.suffix.lower() in {".tsv", ".tab"} or "\t" in text.partition("\n")[0] else ","
    csv.field_size_limit(_WIDEST_FIELD)
    try:
        lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
        if delimiter == "\t":
            yield from csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        else:
            yield from csv.reader(lines)
    except csv.Error:
        raise FormatError("the list is not a table: a line cannot be read") from None


def _workbook(path: Path, sheet: str) -> Iterator[list[str]]:
    try:
        with zipfile.ZipFile(path) as archive:
            strings = _strings(archive)
            yield from _cells(_part(archive, _sheet_part(archive, sheet)), strings)
    except (zipfile.BadZipFile, KeyError, ElementTree.ParseError, ValueError, IndexError):
        raise FormatError("the workbook cannot be read: damaged, encrypted, or not XLSX") from None


def _part(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > _LARGEST:
        raise FormatError("the workbook is too large to be a list of institutions")
    return ElementTree.fromstring(archive.read(name))


def _strings(archive: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    return [_text(item) for item in _part(archive, "xl/sharedStrings.xml").iter(f"{_MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    """Text of a string item; the readings beside Chinese and Japanese (`rPh`) are no part of it."""
    runs = [item, *item.findall(f"{_MAIN}r")]
    return "".join(t.text or "" for run in runs for t in run.findall(f"{_MAIN}t"))


def _sheet_part(archive: zipfile.ZipFile, wanted: str) -> str:
    sheets = list(_part(archive, "xl/workbook.xml").iter(f"{_MAIN}sheet"))
    chosen = next((s for s in sheets if not wanted or s.get("name") == wanted), None)
    if chosen is None:
        raise FormatError("the workbook has no sheet of that name")
    targets = {p.get("Id"): p.get("Target", "") for p in _part(archive, "xl/_rels/workbook.xml.rels").iter(_PART)}
    target = targets[chosen.get(_LINKED)]
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _cells(root: ElementTree.Element, strings: list[str]) -> Iterator[list[str]]:
    for row in root.iter(f"{_MAIN}row"):
        cells: list[str] = []
        for cell in row.findall(f"{_MAIN}c"):
            place = _COLUMN.match(cell.get("r", ""))
            at = _number(place[0]) if place else len(cells)
            cells += [""] * (at - len(cells))
            cells.append(_value(cell, strings))
        yield cells


def _value(cell: ElementTree.Element, strings: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return _text(inline) if inline is not None else ""
    held = cell.find(f"{_MAIN}v")
    value = (held.text or "") if held is not None else ""
    return strings[int(value)] if cell.get("t") == "s" and value else value


def _number(letters: str) -> int:
    """The place of a column by its letters: A is 0.

    >>> _number("A"), _number("AB")
    (0, 27)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
