"""A file of JSON: FHIR where it says so, else any shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from incognote.document import Result
from incognote.formats.fhir import format as fhir
from incognote.formats.json import format as json_
from incognote.formats.json.paths import BY_KEY, Paths
from incognote.formats.source import Item, Source


def read(source: Source, *, encoding: str | None = None, paths: Paths = BY_KEY) -> Iterator[Item]:
    """The documents of the file, as `fhir` or `json_` reads them; paths are those of JSON that is no FHIR."""
    if fhir.is_fhir(source):
        return fhir.read(source, encoding=encoding)
    return json_.read(source, encoding=encoding, paths=paths)


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None, paths: Paths = BY_KEY) -> int:
    """The file written again by what read it; how many documents were withheld."""
    if fhir.is_fhir(source):
        return fhir.write(results, target, source, encoding=encoding)
    return json_.write(results, target, source, encoding=encoding, paths=paths)
