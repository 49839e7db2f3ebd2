"""Training texts from their files: our gold files, IOB2, characters in lines, and answers without names.

UNER (github UniversalNER, CC BY-SA 4.0): `# text = ...`, then number, word, tag. Weibo (github hltcoe/golden-horse,
annotations CC BY-SA 3.0): a character with its place in the word, tag. cMedQANER (github alibaba-research/ChineseBLUE,
Apache-2.0): a JSON object a line, its `text`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import read_gold, read_rows
from incognote.lab.lines import open_lines
from incognote.lab.train.config import Source
from incognote.lab.train.schemes import SCHEMES
from incognote.lab.train.shares import author


class Labelled(NamedTuple):
    """A text with its spans (start, end, classes that it may be of) and the classes that nobody labelled in it.

    `author` is what it is drawn with, empty where that is the text alone; `split` is what its line says.
    """

    text: str
    spans: tuple[tuple[int, int, tuple[str, ...]], ...]
    free: tuple[str, ...]
    author: str = ""
    split: str = ""

    def __repr__(self) -> str:
        return f"Labelled({len(self.text)} characters, {len(self.spans)} spans)"


class Raw(NamedTuple):
    """A text as it lies in its file, with labels of there; `told` is what else its line says."""

    text: str
    spans: list[tuple[int, int, str]]
    told: Mapping[str, Any] = {}
    name: str = ""

    def __repr__(self) -> str:
        return f"Raw({len(self.text)} characters, {len(self.spans)} spans)"


def paths(source: Source) -> list[Path]:
    """The files of a source, in the order of their names.

    Raises:
        UsageError: there is none, and the source is not optional.
    """
    pattern = Path(source.files)
    base = Path(pattern.anchor) if pattern.is_absolute() else Path()
    found = sorted(base.glob(str(pattern.relative_to(base)))) if source.files else []
    if not found and not source.is_optional:
        raise UsageError(f"there is no file {source.files}: run this where it is, or change the configuration")
    return found


def read(source: Source) -> Iterator[Labelled]:
    """The texts of a source, those that `skip` and `limit` leave.

    Raises:
        FormatError: a file has another form.
    """
    scheme = SCHEMES[source.scheme]
    for path in paths(source):
        end = source.skip + source.limit if source.limit else None
        for raw in islice(_READERS[scheme.reader](path, scheme.classes), source.skip, end):
            known = tuple((start, end, scheme.classes[label]) for start, end, label in raw.spans if label in scheme.classes)
            yield Labelled(raw.text, known, scheme.free, author(raw.told, raw.name), str(raw.told.get("split", "")))


def _gold(path: Path, classes: Mapping[str, object]) -> Iterator[Raw]:
    for note in read_gold(path, labels=classes):
        yield Raw(note.text, [(span.start, span.end, span.label) for span in note.spans], note.meta, note.id)


_DOCUMENT: Final = "# newdoc id = "


def _iob2(path: Path, _: Mapping[str, object]) -> Iterator[Raw]:
    document = ""
    for number, block in _blocks(path):
        document = next((line.removeprefix(_DOCUMENT) for line in block if line.startswith(_DOCUMENT)), document)
        text = next((line.removeprefix("# text = ") for line in block if line.startswith("# text = ")), None)
        if text is None:
            raise FormatError(f"line {number}: a sentence without its text")
        at, tokens = 0, []
        for line in block:
            if line.startswith("#"):
                continue
            columns = line.split("\t")
            if len(columns) < 3:
                raise FormatError(f"line {number}: a word without its tag")
            word, tag = columns[1:3]
            start = text.find(word, at)
            if start < 0:
                raise FormatError(f"line {number}: a word that is not in the sentence")
            at = start + len(word)
            tokens.append((start, at, tag))
        yield Raw(text, _joined(tokens), name=document)


_CHARACTER: Final = re.compile(r"(\D{1,8}|\d)\d+\t(\S+)")


def _characters(path: Path, _: Mapping[str, object]) -> Iterator[Raw]:
    for number, block in _blocks(path):
        matches = [_CHARACTER.fullmatch(line) for line in block]
        if not all(matches):
            raise FormatError(f"line {number}: a line that is no character and tag")
        text, tokens = "", []
        for match in filter(None, matches):
            tokens.append((len(text), len(text) + len(match[1]), match[2]))
            text += match[1]
        yield Raw(text, _joined(tokens))


def _texts(path: Path, _: Mapping[str, object]) -> Iterator[Raw]:
    for number, row in read_rows(path):
        if not isinstance(row.get("text"), str):
            raise FormatError(f"line {number}: no JSON object with a text")
        yield Raw(row["text"], [], row)


_READERS: Final[Mapping[str, Callable[[Path, Mapping[str, object]], Iterator[Raw]]]] = {
    "gold": _gold, "iob2": _iob2, "characters": _characters, "texts": _texts,
}  # fmt: skip


def _blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines between blank lines, with the number of the first."""
    block: list[str] = []
    number = 0
    try:
        with open_lines(path) as lines:
            for number, line in enumerate(lines, 1):
                bare = line.rstrip("\n")
                if bare.strip():
                    block.append(bare)
                elif block:
                    yield number - len(block), block
                    block = []
    except UnicodeDecodeError:
        raise FormatError(f"after line {number}: not UTF-8") from None
    if block:
        yield number + 1 - len(block), block


def _joined(tokens: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The spans of tokens with BIO tags."""
    spans: list[tuple[int, int, str]] = []
    before = "O"
    for start, end, tag in tokens:
        if tag.startswith("I-") and before[2:] == tag[2:]:
            spans[-1] = (spans[-1][0], end, tag[2:])
        elif tag != "O":
            spans.append((start, end, tag[2:]))
        before = tag
    return spans
