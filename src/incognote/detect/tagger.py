"""The tagger: a small neural model that finds the people that no cue gives away.

A model folder holds `vocabulary.tsv`, `config.json`, `model.onnx` (ids B x T to emissions B x T x K) and `crf.npz`;
`lab/train/export` writes it. It is read when the first document comes, once a process, and shared by all threads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final
from zipfile import BadZipFile

from incognote.detect.nobody import is_none
from incognote.detect.subtypes import subtype
from incognote.document import Document, Finding, Span
from incognote.errors import ConfigError
from incognote.names.cues import role_of
from incognote.names.likelihood import tables
from incognote.names.tables import in_base
from incognote.text.latin_words import whole_words

if TYPE_CHECKING:
    from incognote.detect.tagger_model import Found, Tagger

SOURCE: Final = "tagger"
SKIPPED: Final = Finding("detector_skipped", "source", 0, 0, "warning")
"""What is said of every document where there is no model: nobody may think that the tagger has looked."""
_PEOPLE: Final = frozenset({"NAME", "DOCTOR"})
_SUREST: Final = 0.79
"""The highest score of a span: no label and no title vouches for it (from 0.8 on one does)."""
_LINE: Final = re.compile(r"[^\s](?:[^\n\r]*[^\s])?")
_LOADING: Final = Lock()
_FILES: Final = ("config.json", "vocabulary.tsv", "model.onnx", "crf.npz")

Detector = Callable[[Document], Iterator[Span | Finding]]


def bundled() -> Path:
    """The folder of the model that comes with the package; there need not be one."""
    return Path(str(files("incognote").joinpath("models", "tagger")))


def detector(folder: Path | None = None, *, threads: int = 1) -> Detector:
    """Spans by the model in `folder` (default: the package's own), on at most `threads` threads a document.

    Without a model every document is told to have been skipped.
    """
    place = bundled() if folder is None else folder
    return (lambda document: _tagged(document, place, threads)) if is_model(place) else _skipped


def is_model(folder: Path) -> bool:
    """Whether a model that can be run lies in `folder`."""
    return all((folder / name).is_file() for name in _FILES)


def _tagged(document: Document, folder: Path, threads: int) -> Iterator[Span | Finding]:
    text = document.text
    if not text.strip():
        return
    for start, end, name, score in finds(load(folder, threads), text):
        label, kind = subtype(text, (start, end), name)
        yield Span(start, end, label, kind, SOURCE, score * _SUREST)


def finds(model: Tagger, text: str) -> Iterator[Found]:
    """What `model` says of a text, a line at a time, less what its words say is no identifier."""
    last = 0
    for whole_start, whole_end, name, score in model.find(text):
        for line in _LINE.finditer(text, whole_start, whole_end):  # what goes over a line end is two: Cole, Ruby
            start, end = whole_words(text, *line.span())
            if name in _PEOPLE:
                end = titled_end(text, start, end)
            if (start := max(start, last)) < end and not is_none(text, start, end, name, score):
                yield start, end, name, score
                last = end


def titled_end(text: str, start: int, end: int) -> int:
    """Where a name ends behind whose title a word stands: 李阿嬤介紹 is somebody and what she did; 陳護理師雅婷 goes on.

    >>> [titled_end(text, 0, len(text)) for text in ("李阿嬤介紹", "陳護理師雅婷", "陳小姐", "王先生太太", "李明")]
    [3, 6, 3, 5, 2]
    """
    for at in range(start + 1, end - 2):
        size = next((n for n in (3, 2) if at + n < end and text[at : at + n] in role_of()), 0)
        rest = text[at + size : end]
        if size and rest not in role_of() and in_base(rest) in tables().words:
            return at + size
    return end


def _skipped(_: Document) -> Iterator[Span | Finding]:
    yield SKIPPED


def load(folder: Path, threads: int = 1) -> Tagger:
    """The tagger of a folder, read once a process.

    Raises:
        ConfigError: the folder's files are not those of a model, or onnxruntime is missing.
    """
    with _LOADING:  # two first documents in two threads would read it twice
        return _load(folder, threads)


@cache
def _load(folder: Path, threads: int) -> Tagger:
    if find_spec("onnxruntime") is None:
        raise ConfigError("the tagger needs onnxruntime: pip install onnxruntime")
    model: Tagger
    try:
        model = import_module("incognote.detect.tagger_model").Tagger(folder, threads=threads)
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise ConfigError(
            f"the tagger's model cannot be read ({type(error).__name__}): export it anew"
        ) from None
    return model
