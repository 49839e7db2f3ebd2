"""From PATH arguments to documents: which files, in which format, with which facts."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from incognote.batch.manifest import NAME as MANIFEST
from incognote.batch.report import OWN_FILES
from incognote.cli.tally import say
from incognote.document import Document
from incognote.errors import IncognoteError, UsageError
from incognote.formats import kinds, known, source
from incognote.formats.columns import BY_NAME, Columns
from incognote.formats.json.paths import BY_KEY, Paths
from incognote.formats.source import Item, Source, Unread

_FACT_PATH: Final = re.compile(r"[a-z]+=")
"""How a path of a fact begins: mrn=$.patient.id; a path of notes begins with $."""
_UNHEARD: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "columns": (lambda columns: columns != BY_NAME, "columns are named and no input is a table: add --format csv if one is"),
    "paths": (lambda paths: paths != BY_KEY, "a path is given and no input is JSON: add --format json if one is"),
    "ocr": (bool, "--ocr is given and no input is a PDF or a picture"),
}
"""Whether an option is given, and what is said where no input heeds it."""


@dataclass(frozen=True)
class Input:
    """One source with its format; `read()` may be called again."""

    source: Source
    format: str
    read: Callable[[], Iterator[Item]] = field(repr=False)

    @property
    def is_note(self) -> bool:
        """Whether it is one document rather than many."""
        return kinds.KINDS[self.format].shape == "note"


@dataclass(frozen=True)
class Batch:
    """All inputs of a run as one stream of items; iterating gives every Document, again and again."""

    inputs: tuple[Input, ...]
    not_copied: int
    encoding: str | None
    asked: Mapping[str, Any] = field(repr=False)
    """What readers are told of the inputs: columns, paths, ocr."""
    facts: dict[str, dict[str, Any]] = field(default_factory=dict, repr=False)
    used: set[str] = field(default_factory=set, repr=False)
    check: Callable[[Mapping[str, Any]], None] | None = field(default=None, repr=False)
    """What the profile asks of the facts given for a document; an item whose facts it refuses counts as unread."""

    def items(self, entry: Input) -> Iterator[Item]:
        for item in entry.read():
            if isinstance(item, Document):
                item = self._with_facts(item, entry.source.path) if self.facts else item
                try:
                    if self.check is not None:
                        self.check(item.known)
                except IncognoteError as error:
                    item = Unread(item.id, str(error))
            yield item

    def __iter__(self) -> Iterator[Document]:
        for entry in self.inputs:
            for item in self.items(entry):
                if isinstance(item, Document):
                    yield item

    @property
    def is_single(self) -> bool:
        """Whether it is one text that can simply be printed."""
        return len(self.inputs) == 1 and self.inputs[0].is_note

    def known_of(self, entry: Input) -> dict[str, Any]:
        """The facts that were given for a file that is one document."""
        known = self._with_facts(Document(str(entry.source.number), ""), entry.source.path).known
        if self.check is not None:
            self.check(known)
        return dict(known)

    def _with_facts(self, document: Document, path: Path | None) -> Document:
        keys = (document.id,) if path is None else (path.name, path.stem, document.id)
        key = next((key for key in keys if key in self.facts), None)
        if key is None:
            return document
        self.used.add(key)
        return replace(document, known={**self.facts[key], **document.known})

    @property
    def unused(self) -> int:
        """Rows of the known facts that belong to no input that was read."""
        return len(self.facts.keys() - self.used)


def batch(options: argparse.Namespace) -> Batch:
    """The inputs that the options name."""
    output = getattr(options, "output", None)
    sources, tables, not_copied = _sources(options.paths or ["-"], options.format, output, ocr=options.ocr)
    asked = _asked(options)
    if options.known is not None:
        of_people = [table for table in tables if known.is_table_of_people(table)]
        not_copied += len(tables) - len(of_people)
        tables = [*of_people, source.from_path(options.known, 0)]
    facts = _facts(tables, options.people)
    inputs = tuple(_input(s, options.format, options.encoding, asked) for s in sources)
    for name, (is_asked, complaint) in _UNHEARD.items():
        if is_asked(asked[name]) and not any(name in kinds.KINDS[entry.format].asks for entry in inputs):
            raise UsageError(complaint)
    return Batch(inputs, not_copied, options.encoding, asked, facts)


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    notes = tuple(path for path in options.json_path if not _FACT_PATH.match(path))
    known = dict(path.split("=", 1) for path in options.json_path if _FACT_PATH.match(path))
    columns = Columns(tuple(options.text_column), options.id_column, tuple(options.keep_column))
    return {"columns": columns, "paths": Paths(notes, known), "ocr": options.ocr}


def told(batch: Batch, name: str) -> dict[str, Any]:
    """What the reader and the writer of the format `name` are told."""
    return {"encoding": batch.encoding} | {key: batch.asked[key] for key in kinds.KINDS[name].asks}


def tell_unheeded(batch: Batch, *, is_quiet: bool) -> None:
    """Say what of the inputs was passed over and which known facts were nobody's."""
    if batch.not_copied and not is_quiet:
        say(f"{batch.not_copied} files of other kinds were not read and not copied")
    if batch.unused and not is_quiet:
        say(f"{batch.unused} rows of the known facts belong to no input")


def not_copied(entry: Input, columns: int) -> str:
    """What is said of the columns of a table that its output lacks."""
    number = "1 column was" if columns == 1 else f"{columns} columns were"
    return f"input {entry.source.number}: {number} not copied; --keep-column copies one as it stands"


def _facts(tables: Sequence[Source], people: Path | None) -> dict[str, dict[str, Any]]:
    """What is known of each document: of its patient, and of its people, one a row in a table of theirs."""
    facts: dict[str, dict[str, Any]] = {}
    of_people = [table for table in tables if known.is_table_of_people(table)]
    for table in tables:
        if table not in of_people:
            facts |= known.read_table(table)
    for table in of_people if people is None else [source.from_path(people, 0)]:
        for key, row in known.people_of(table).items():
            facts[key] = {**facts.get(key, {}), **row}
    return facts


def _input(origin: Source, asked: str | None, encoding: str | None, options: Mapping[str, Any]) -> Input:
    name = asked or (kinds.of_name(origin.path.name) if origin.path else None) or "text"
    more = {key: options[key] for key in kinds.KINDS[name].asks}
    return Input(origin, name, partial(kinds.module_of(name).read, origin, encoding=encoding, **more))


def _sources(paths: Sequence[str], asked: str | None, output: Path | None, *, ocr: bool) -> tuple[list[Source], list[Source], int]:
    """What to read, the tables of known facts found in folders, and how many files were passed over."""
    if paths.count("-") > 1:
        raise UsageError("- stands twice: standard input can be read once")
    found: list[Source] = []
    tables: list[Source] = []
    left_out = 0
    results = output.resolve() if output is not None else None
    for path in paths:
        if path == "-":
            found.append(_standard_input(len(found) + 1))
        elif _is(path, Path.is_dir):
            for file in sorted(p for p in Path(path).rglob("*") if p.is_file()):
                if results is not None and results in file.resolve().parents:  # what an earlier run made is no input
                    continue
                origin = source.from_path(file, len(found) + 1)
                if _is_passed_over(file, Path(path), asked, ocr=ocr):
                    left_out += 1
                elif asked is None and kinds.of_name(file.name) == "csv" and (known.is_table(origin) or known.is_table_of_people(origin)):
                    tables.append(origin)
                else:
                    found.append(origin)
        elif _is(path, Path.exists) and not _is(path, Path.is_file):  # a pipe, <(...): it can be read once
            with Path(path).open("rb") as stream:
                found.append(source.from_stream(stream, len(found) + 1))
        else:
            found.append(source.from_path(Path(path), len(found) + 1))
    return found, tables, left_out


def _is_passed_over(file: Path, folder: Path, asked: str | None, *, ocr: bool) -> bool:
    is_hidden = any(part.startswith((".", "~$")) for part in file.relative_to(folder).parts)
    is_told = file.name in OWN_FILES and file.with_name(MANIFEST).exists()  # what a batch says of itself
    kind = kinds.of_name(file.name)  # a picture is no note unless somebody asks for what is written in it
    return is_hidden or is_told or (asked is None and (kind is None or (kind == "picture" and not ocr)))


def _is(path: str, test: Callable[[Path], bool]) -> bool:
    try:
        return test(Path(path))
    except (OSError, ValueError):  # it is reported when it is opened
        return False


def _standard_input(number: int) -> Source:
    if sys.stdin.isatty():
        sys.stderr.write("incognote: paste a note, then Ctrl-D\n")
    return source.from_stream(sys.stdin.buffer, number)
