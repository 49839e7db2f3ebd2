"""Standoff files of BRAT (`a.txt` with `a.ann` beside it), read as gold and written from spans.

Offsets are code points of the text as it is stored. A span in several pieces becomes a span a piece, with the tag as
their entity. Attributes named `kind` give a span its kind; relations, events, notes and normalisations say nothing
that is scored. A text without its .ann is an error: nobody marked anything is an empty file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

from incognote.errors import FormatError
from incognote.lab.evaluate.phi_types import meant
from incognote.lab.evaluate.truth import GoldNote, GoldSpan, in_order

_TAG: Final = re.compile(r"(?P<name>\S+) (?P<places>\d+ \d+(?:;\d+ \d+)*)")
_PASSED: Final = "REM#N"
"""How the lines of relations, events, modifications, notes and normalisations begin."""


class _Marked(Protocol):
    """What is written of a span: ours and those of the gold have it."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def label(self) -> str: ...
    @property
    def kind(self) -> str | None: ...


def read(path: Path, allowed: frozenset[str]) -> list[GoldNote]:
    """The notes of a folder, or of one .ann.

    Raises:
        FormatError: names the note by its number in sorted order, and the tag whose offsets, type or text are wrong.
    """
    root = path if path.is_dir() else path.parent
    files = sorted(root.rglob("*.ann")) if path.is_dir() else [path]
    if path.is_dir() and any(not text.with_suffix(".ann").exists() for text in root.rglob("*.txt")):
        raise FormatError("a .txt of the folder has no .ann beside it: where nobody is marked, that file is empty")
    return [_note(file, file.relative_to(root).with_suffix("").as_posix(), number, allowed) for number, file in enumerate(files, 1)]


def _note(file: Path, name: str, number: int, allowed: frozenset[str]) -> GoldNote:
    where = f"note {number}"
    try:
        text = file.with_suffix(".txt").read_bytes().decode("utf-8")
        lines = file.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise FormatError(f"{where}: not UTF-8") from None
    except OSError:
        raise FormatError(f"{where}: the .txt and the .ann cannot both be read") from None
    tags: dict[str, list[GoldSpan]] = {}
    kinds: dict[str, str] = {}
    entities: dict[str, str] = {}
    for line in lines:
        mark, _, rest = line.partition("\t")
        if mark.startswith("T"):
            if mark in tags:
                raise FormatError(f"{where}, tag {mark}: it is there twice")
            tags[mark] = list(_spans(mark, rest, text, f"{where}, tag {mark}", allowed))
        elif mark.startswith("A"):
            name_of, _, value = rest.partition(" ")
            tag, _, value = value.partition(" ")
            if name_of.lower() == "kind" and value:
                kinds[tag] = value
        elif mark == "*":
            alike = rest.split()[1:]
            entities |= {tag: entities.get(alike[0], alike[0]) for tag in alike}
        elif mark.strip() and mark[0] not in _PASSED:
            raise FormatError(f"{where}: a line of its .ann is none of BRAT")
    spans = [s._replace(kind=kinds.get(t, s.kind), entity=entities.get(t, s.entity)) for t, found in tags.items() for s in found]
    return GoldNote(name, text, in_order(spans, where), {}, {})


def _spans(tag: str, rest: str, text: str, where: str, allowed: frozenset[str]) -> Iterator[GoldSpan]:
    head, _, said = rest.partition("\t")
    found = _TAG.fullmatch(head)
    if found is None:
        raise FormatError(f"{where}: it needs a type and offsets")
    places = [tuple(map(int, place.split())) for place in found["places"].split(";")]
    if any(not 0 <= start < end <= len(text) for start, end in places):
        raise FormatError(f"{where}: offsets outside the text")
    if _flat(" ".join(text[start:end] for start, end in places)) != _flat(said):
        raise FormatError(f"{where}: the text at its offsets is not the text it says")
    type_ = meant(found["name"], allowed, where)
    if type_.label is not None:
        yield from (GoldSpan(start, end, type_.label, type_.kind, tag if len(places) > 1 else None) for start, end in places)


def _flat(text: str) -> str:
    """BRAT writes the line breaks of a span as blanks."""
    return " ".join(text.split())


def written(text: str, spans: Iterable[_Marked]) -> str:
    r"""The .ann of spans that were found in `text`; a kind is an attribute.

    >>> written("Mr Wang rests", [GoldSpan(3, 7, "NAME", "patient")])
    'T1\tNAME 3 7\tWang\nA1\tkind T1 patient\n'
    """
    lines: list[str] = []
    kinds = 0
    for number, span in enumerate(sorted(spans, key=lambda span: (span.start, span.end)), 1):
        said = re.sub(r"[\r\n\t]", " ", text[span.start : span.end])
        lines.append(f"T{number}\t{span.label} {span.start} {span.end}\t{said}\n")
        if span.kind:
            kinds += 1
            lines.append(f"A{kinds}\tkind T{number} {span.kind}\n")
    return "".join(lines)
