"""Which formats there are: how a file of each is called, which module reads it, and what comes of it.

One table for the command line, the page and the cluster. Reading it loads no format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any, Final, Literal, NamedTuple

Shape = Literal["note", "table", "stream"]
"""A `note` is one document, a `table` goes out as the table it was, a `stream` holds many documents."""


class Kind(NamedTuple):
    """`module` lies in this package; `is_again`: it can be written again in the format it came in; `is_text`: nothing
    is unpacked to read it; `asks`: what its reader may be told (`columns`, `paths`, `ocr`)."""

    module: str
    suffixes: tuple[str, ...]
    shape: Shape = "note"
    is_again: bool = False
    is_text: bool = False
    asks: tuple[str, ...] = ()


KINDS: Final[Mapping[str, Kind]] = {
    "text": Kind("text", (".txt", ".text", ".md", ".note"), is_text=True),
    "jsonl": Kind("jsonl", (".jsonl", ".ndjson"), "stream", is_text=True),
    "csv": Kind("csv_", (".csv", ".tsv"), "table", is_text=True, asks=("columns",)),
    "docx": Kind("docx", (".docx", ".dotx"), is_again=True),
    "odt": Kind("odt", (".odt", ".ott"), is_again=True),
    "pdf": Kind("pdf", (".pdf",), is_again=True, asks=("ocr",)),
    "picture": Kind("ocr", (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp"), asks=("ocr",)),
    "xlsx": Kind("xlsx", (".xlsx",), "stream", is_again=True, asks=("columns",)),
    "parquet": Kind("parquet", (".parquet",), "stream", is_again=True, asks=("columns",)),
    "json": Kind("json.any", (".json",), "stream", is_again=True, asks=("paths",)),
    "fhir": Kind("fhir", (), "stream", is_again=True),
    "hl7": Kind("hl7", (".hl7",), "stream", is_again=True),
    "html": Kind("html", (".html", ".htm", ".xhtml"), is_again=True),
    "rtf": Kind("rtf", (".rtf",)),
    "email": Kind("email_", (".eml",)),
    "mailbox": Kind("email_", (".mbox",), "stream"),
}
"""`json` reads FHIR too, where a file says that it is; `fhir` insists on it, and reads ndjson."""
_BY_TYPE: Final = {
    "text/html": "html", "application/xhtml+xml": "html", "text/rtf": "rtf", "application/rtf": "rtf", "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx", "application/vnd.oasis.opendocument.text": "odt",
    "application/json": "json", "application/fhir+json": "fhir",
}  # fmt: skip
_BY_SUFFIX: Final = {suffix: name for name, kind in KINDS.items() for suffix in kind.suffixes}


def of_name(name: str) -> str | None:
    """The format that the end of a file's name tells; the name is used for nothing else.

    >>> of_name("../../報告.PDF"), of_name("notes.JSONL"), of_name("README")
    ('pdf', 'jsonl', None)
    """
    return _BY_SUFFIX.get(PurePosixPath(name.replace("\\", "/")).suffix.lower())


def suffixes() -> list[str]:
    """How files end that are read without more being asked for: pictures are not among them."""
    return sorted(suffix for suffix, name in _BY_SUFFIX.items() if name != "picture")


def module_of(name: str) -> Any:
    """The module that reads a format, loaded when it is asked for."""
    return import_module(f"incognote.formats.{KINDS[name].module}")


def readers() -> dict[str, Callable[..., Any]]:
    """What reads an attachment, by content type and by suffix; a format is loaded when the first of it is read."""
    by_suffix = {suffix: name for suffix, name in _BY_SUFFIX.items() if name in set(_BY_TYPE.values())}
    return {key: partial(_read, name) for key, name in {**_BY_TYPE, **by_suffix}.items()}


def _read(name: str, source: Any) -> Any:
    return module_of(name).read(source)
