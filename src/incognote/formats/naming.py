"""Names that results go out under: an input's name or id may be a person, so it is kept only if it is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from incognote.document import Document, Result
from incognote.text.view import fold

_CODE: Final = re.compile(r"[A-Z]{1,8}-\d{4,}")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
_PART: Final = re.compile(r"[A-Za-z]+|[0-9]+")
_FRAME: Final = re.compile(r"[A-Za-z0-9]+(?:[-_.:#][A-Za-z0-9]+)*")
_WORDS: Final = frozenset(
    ["note", "notes", "doc", "docs", "document", "item", "case", "cases", "row", "rec", "record", "report", "visit", "patient", "sample", "test", "text", "file", "admission", "discharge", "progress", "nursing", "clinic", "clinical", "synth", "synthetic", "mixed", "train", "valid", "eval", "input", "example", "demo", "batch", "page"]
)
_RANDOM: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32,64}", re.IGNORECASE)
_SHORTEST: Final = 2


def code_of(result: Result) -> str | None:
    """The patient's code where the result has exactly one patient.

    It is read from the header that was inserted, so a text that names nobody has none.
    """
    headers = [edit for edit in result.edits if edit.start == edit.end]
    codes = {found[0] for edit in headers if (found := _CODE.search(edit.replacement))}
    return codes.pop() if len(codes) == 1 else None


def safe_id(
    document: Document, result: Result, number: int, *, is_identifying: Callable[[str], bool]
) -> str:
    """`document.id`, or `item-0007` where it could be, or holds, something that identifies a person.

    `is_identifying` asks the detectors. Beyond them an id must look like a counter or a random number:
    a name without a label, or a long number, is not told from a person's.
    """
    plain = fold(document.id).lower()
    if _RANDOM.fullmatch(document.id):
        return document.id
    if not _is_counter(document.id) or is_identifying(document.id):
        return f"item-{number:04d}"
    squeezed = re.sub(r"[\W_]+", "", plain)
    for value in _values(document, result):
        folded = re.sub(r"[\W_]+", "", fold(value).lower())
        if len(folded) >= (_SHORTEST if not folded.isdigit() else 4) and folded in squeezed:
            return f"item-{number:04d}"
        if any(word in _LETTERS.findall(plain) for word in _LETTERS.findall(fold(value).lower())):
            return f"item-{number:04d}"
    return document.id


def _is_counter(identifier: str) -> bool:
    """note-0012, TW_0003, 7, 0000017, n1.2: words of ours or abbreviations, and numbers too short for a person's.

    >>> [_is_counter(i) for i in ("note-0012", "TW_0003", "0000017", "1234567", "Wang_3", "王大明", "20240611-1")]
    [True, True, True, False, False, False, False]
    """
    if not identifier.isascii() or not _FRAME.fullmatch(identifier):
        return False
    parts = _PART.findall(identifier)
    longest = 5 if len(parts) == 1 else 6
    return all(
        (len(part) <= longest or (part.startswith("000") and len(part) <= 9))
        if part.isdigit()
        else (len(part) <= 3 or part.lower() in _WORDS)
        for part in parts
    )


def _values(document: Document, result: Result) -> Iterator[str]:
    """What was given and what was found of persons and numbers."""
    yield from _texts(document.known)
    for edit in result.edits:
        if edit.start < edit.end and edit.label not in {"DATE", "TIME", "AGE", "ROOM"}:
            yield document.text[edit.start : edit.end]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, Iterable):
        for item in value:
            yield from _texts(item)
