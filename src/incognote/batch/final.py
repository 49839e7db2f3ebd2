"""A file in the format it came in: written, then opened again down to its last part, before anybody gets it.

Whatever was edited away, given or stored of the patient is looked for in every part of the bytes that are to be
published. One find withholds the file.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import BinaryIO, Final

from incognote.document import Document, Finding, Result, Severity
from incognote.errors import FormatError
from incognote.formats.unpack import Part, unpacked
from incognote.pipeline import Pipeline, status_of
from incognote.values import values
from incognote.verify import KnownValue, verify

Write = Callable[[Iterable[Result], BinaryIO], object]
"""Writes a file again from its results; how it is read is bound to it."""
NOT_REMOVED: Final = "left_in_file"
"""The finding that a part of the written file still holds what was removed from its text."""
NOT_WRITTEN: Final = "not_written"
"""The finding that the format cannot hold the result, or that the file could not be opened again."""
_LOT: Final = 1 << 20
_BETWEEN: Final = "\n\u00a4 \ufffc \u00a4\n"
"""Nothing that is looked for runs over it."""
_TOLD: Final = 3
"""Parts of a file that are named where something is left in it."""
_PROBES: Final = frozenset({"known"})


def removed(pipeline: Pipeline, document: Document, result: Result) -> tuple[KnownValue, ...]:
    """What must stand nowhere in the file: all that was edited away, and what is known of the patient."""
    return tuple(values(document, result.entities, result.edits, pipeline.lookup, ""))


def written(write: Write, result: Result, known: Sequence[KnownValue]) -> tuple[Result, bytes, str | None]:
    """The result, the bytes of its file, and why there are none: it is withheld where something is left in them."""
    out = io.BytesIO()
    try:
        write([result], out)
        parts = left_in(out.getvalue(), known)
    except FormatError as error:
        return _withheld(result, NOT_WRITTEN, "failure"), b"", str(error)
    if not out.getvalue():
        return _withheld(result, NOT_WRITTEN, "failure"), b"", "its format wrote nothing"
    if parts:
        return _withheld(result, NOT_REMOVED, "residue"), b"", told(parts)
    return result, out.getvalue(), None


def told(parts: Sequence[str]) -> str:
    """Why a file is withheld in which something is left."""
    return f"something is left in {', '.join(parts[:_TOLD])}: leave --same-format out, or mend the file"


def left_in(data: bytes, known: Sequence[KnownValue]) -> list[str]:
    """The parts of a file in which a known value can still be read, in words of the format.

    >>> left_in(b"<note><to>Mr Wang</to></note>", [KnownValue("Wang Daming", "NAME")])
    []
    >>> left_in(b"<note><to>Wang Daming</to></note>", [KnownValue("Wang Daming", "NAME")])
    ['the file']
    """
    if not known:
        return []
    found: dict[str, None] = {}
    for parts in _together(unpacked(data)):
        text = _BETWEEN.join(part.text for part in parts)
        ends = list(accumulate(len(part.text) + len(_BETWEEN) for part in parts))
        for finding in verify(text, known=known, written=(), probes=_PROBES):
            if finding.severity == "residue":
                found[parts[bisect_right(ends, finding.start)].name or "the file"] = None
    return list(found)


def _together(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """Parts in lots: what is known is prepared once for each text that is searched."""
    lot: list[Part] = []
    size = 0
    for part in parts:
        if lot and size + len(part.text) > _LOT:
            yield lot
            lot, size = [], 0
        lot.append(part)
        size += len(part.text)
    if lot:
        yield lot


def _withheld(result: Result, kind: str, severity: Severity) -> Result:
    findings = (*result.findings, Finding(kind, "output", 0, 0, severity))
    return replace(result, status=status_of(findings), text=None, findings=findings)
