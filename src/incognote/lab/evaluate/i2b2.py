"""Gold of i2b2: 2014 (`deIdi2b2`: a text, and tags with offsets) and 2006 (`ROOT`: tags within the text)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from incognote.errors import FormatError
from incognote.formats.source import LONGEST
from incognote.lab.evaluate.phi_types import meant
from incognote.lab.evaluate.truth import GoldNote, GoldSpan, in_order

_DECLARED: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_MOST: Final = 16 * LONGEST


def read(path: Path, allowed: frozenset[str]) -> list[GoldNote]:
    """The notes of a folder of XML, or of one file.

    Raises:
        FormatError: names the file by its number in sorted order, and the tag whose offsets, type or text are wrong.
    """
    root = path if path.is_dir() else path.parent
    files = sorted(root.rglob("*.xml")) if path.is_dir() else [path]
    notes: list[GoldNote] = []
    for number, file in enumerate(files, 1):
        notes += _notes(file, file.relative_to(root).with_suffix("").as_posix(), number, allowed)
    if len({note.id for note in notes}) < len(notes):
        raise FormatError("two records have one id")
    return notes


def _notes(file: Path, name: str, number: int, allowed: frozenset[str]) -> Iterator[GoldNote]:
    where = f"file {number}"
    try:
        data = file.read_bytes()
    except OSError:
        raise FormatError(f"{where}: it cannot be read") from None
    if len(data) > _MOST or _DECLARED.search(data):
        raise FormatError(f"{where}: it declares a document type, or is longer than a set of notes can be")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise FormatError(f"{where}: this is not XML") from None
    if root.tag == "deIdi2b2":
        yield _with_offsets(root, name, where, allowed)
    elif root.tag == "ROOT":
        for position, record in enumerate(root.iter("RECORD"), 1):
            yield _within(record, f"{name}:{record.get('ID', position)}", f"{where}, record {position}", allowed)
    else:
        raise FormatError(f"{where}: neither deIdi2b2 (2014) nor ROOT (2006)")


def _with_offsets(root: ElementTree.Element, name: str, where: str, allowed: frozenset[str]) -> GoldNote:
    held, tags = root.find("TEXT"), root.find("TAGS")
    if held is None or tags is None:
        raise FormatError(f"{where}: it needs TEXT and TAGS")
    text = "".join(held.itertext())
    spans: list[GoldSpan] = []
    for position, tag in enumerate(tags, 1):
        here = f"{where}, tag {position}"
        try:
            start, end = int(tag.attrib["start"]), int(tag.attrib["end"])
        except (KeyError, ValueError):
            raise FormatError(f"{here}: it needs start and end") from None
        if not 0 <= start < end <= len(text):
            raise FormatError(f"{here}: offsets outside the text")
        said = tag.get("text")
        if said is not None and " ".join(said.split()) != " ".join(text[start:end].split()):
            raise FormatError(f"{here}: the text at its offsets is not the text it says")
        spans += _span(start, end, tag.get("TYPE", tag.tag), here, allowed)
    return GoldNote(name, text, in_order(spans, where), {}, {})


def _within(record: ElementTree.Element, name: str, where: str, allowed: frozenset[str]) -> GoldNote:
    held = record.find("TEXT")
    if held is None:
        raise FormatError(f"{where}: it needs TEXT")
    pieces, size = [held.text or ""], len(held.text or "")
    spans: list[GoldSpan] = []
    for position, tag in enumerate(held, 1):
        inner = "".join(tag.itertext())
        if inner.strip():
            spans += _span(size, size + len(inner), tag.get("TYPE", tag.tag), f"{where}, tag {position}", allowed)
        pieces += [inner, tag.tail or ""]
        size += len(inner) + len(tag.tail or "")
    return GoldNote(name, "".join(pieces), in_order(spans, where), {}, {})


def _span(start: int, end: int, type_: str, where: str, allowed: frozenset[str]) -> list[GoldSpan]:
    found = meant(type_, allowed, where)
    return [] if found.label is None else [GoldSpan(start, end, found.label, found.kind)]
