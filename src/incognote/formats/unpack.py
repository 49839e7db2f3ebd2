"""Everything that is readable in the bytes of a file, whatever the format: what its writer forgot is found here.

Archives are opened, XML and JSON read, PDF objects decompressed, tables of Parquet laid out, base64 undone; what
is none of these is read as text in the encodings of names. It knows formats from the outside and shares nothing with
their readers, which may share a mistake with their writers.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError
from incognote.formats.source import LONGEST

_DEEPEST: Final = 4
_MOST: Final = 16 * LONGEST
"""Bytes that a file may unpack to."""
_ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be", "cp950", "gb18030")
_RUNS: Final = frozenset({"p", "si", "is", "h", "title", "author", "creator", "lastModifiedBy", "t"})
"""Elements whose text is read without what divides it: a name may be written in several runs."""
_ROWS: Final = 8192
"""Rows of Parquet that are in memory at once."""
_OBJECTS: Final = 500_000
"""Objects of a PDF; it says itself how many there are, and each is asked for."""
_APART: Final = "\n\u00a4 \ufffc \u00a4\n"
"""Between values of attributes, and numbers of cells: the style `Accent 5` before the priorities 0 and 62 is no
postcode 5062, and the scores 1, 0, 0, 1 are no chart number 1001."""
_NUMBER: Final = re.compile(r"[0-9.eE+-]{1,32}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]{12,}={0,2}")
_AROUND_BASE64: Final = re.compile(r"\Adata:[^,]{0,200};base64,|[ \t]*[\r\n]+[ \t]*")
_OWN: Final = re.compile(
    r"(?:(?:word|xl|docProps|META-INF|_rels|worksheets|charts|drawings|diagrams|tables|theme)/){0,3}"
    r"(?:\[Content_Types\]|mimetype|manifest|content|meta|styles|settings|document|header|footer|footnotes|endnotes|comments|numbering|fontTable"
    r"|core|app|custom|chart|data|drawing|workbook|sharedStrings|sheet|table|theme|part|comment)\d{0,6}(?:\.xml|\.rels){0,2}"
)
"""Names of entries that say nothing of anybody; any other may be the patient's, and is told by its number."""
_FAULTS: Final = (LookupError, OSError, RecursionError, SyntaxError, TypeError, ValueError, AttributeError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile, EOFError)


class Part(NamedTuple):
    """A readable part: where it stands, in words of the format (`word/header1.xml`), and what it says."""

    name: str
    text: str

    def __repr__(self) -> str:
        return f"Part({len(self.text)} characters)"


def unpacked(data: bytes) -> Iterator[Part]:
    """The readable parts of a file.

    FormatError where it unpacks to more than a file of ours can hold, or cannot be opened as what it begins as.

    >>> [part.text for part in unpacked(b'{"data": "VGhlIG5hbWUgaXMgV2FuZw=="}')]
    ['data', 'VGhlIG5hbWUgaXMgV2FuZw==', 'The name is Wang']
    """
    yield from _opened("", data, 0, [0])


def _opened(name: str, data: bytes, depth: int, spent: list[int]) -> Iterator[Part]:
    spent[0] += len(data)
    if spent[0] > _MOST or depth > _DEEPEST:
        raise FormatError("it unpacks to more than a file can hold")
    try:
        if data.startswith(b"PK\x03\x04"):
            yield from _zip(name, data, depth, spent)
        elif data.startswith(b"\x1f\x8b"):
            yield from _opened(name, _inflated(data, _MOST - spent[0] + 1), depth + 1, spent)
        elif data.startswith(b"%PDF-"):
            yield from (Part(name, text) for text in _pdf(data))
        elif data.startswith(b"PAR1"):
            yield from (Part(name, text) for text in _parquet(data))
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
            yield from (Part(name, text) for text in _xml(data))
        elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in {b"{", b"["}:
            yield from _json(name, data, depth, spent)
        else:
            yield from (Part(name, text) for text in _plain(data))
    except _FAULTS:
        if not depth:
            raise FormatError("it does not open as what it begins as") from None
        yield from (Part(name, text) for text in _plain(data))  # a damaged file within a file, or bytes by chance alike


def _inflated(data: bytes, most: int) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        return stream.read(most)


def _zip(name: str, data: bytes, depth: int, spent: list[int]) -> Iterator[Part]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > _MOST:
            raise FormatError("it unpacks to more than a file can hold")
        if archive.comment:
            yield Part(f"{name}comment", archive.comment.decode("utf-8", "replace"))
        for number, entry in enumerate(archive.infolist(), 1):
            yield Part(f"{name}name of entry {number}", entry.filename)
            if not entry.is_dir():
                known = entry.filename if _OWN.fullmatch(entry.filename) else f"entry {number} "
                yield from _opened(f"{name}{known}", archive.read(entry), depth + 1, spent)


def _xml(data: bytes) -> Iterator[str]:
    """Paragraphs without the marks in them, then everything piece by piece: text, attributes, comments.

    What stands outside the root (a comment, a declaration, text behind its end) is in no piece, nor is what a lenient
    parser passes over: such a file is read as it stands too.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, huge_tree=False)
    root = etree.fromstring(data, parser)
    if root is None:
        yield from _plain(data)
        return
    runs, pieces = [], []
    values: dict[str, None] = {}
    for element in root.iter():
        if isinstance(element.tag, str) and etree.QName(element).localname in _RUNS:
            runs.append("".join(str(text) for text in element.itertext()))
        is_number = isinstance(element.tag, str) and _NUMBER.fullmatch(element.text or "") and etree.QName(element).localname == "v"
        if is_number:
            values[str(element.text)] = None
        pieces += ["" if is_number else element.text or "", element.tail or ""]
        if isinstance(element.tag, str):
            values |= dict.fromkeys(map(str, element.attrib.values()))
    yield "\n".join(runs)
    yield "\n".join(piece for piece in pieces if piece.strip())
    yield _APART.join(value for value in values if value.strip())
    beside = [*root.itersiblings(preceding=True), *root.itersiblings()]
    if beside or len(parser.error_log) or root.getroottree().docinfo.internalDTD is not None:
        yield from _plain(data)


def _json(name: str, data: bytes, depth: int, spent: list[int]) -> Iterator[Part]:
    text = data.decode("utf-8-sig")
    try:
        values = [json.loads(text)]
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            values = [json.loads(line) for line in lines]
        except ValueError:
            yield from (Part(name, plain) for plain in _plain(data))
            return
    for value in values:
        for string in _strings(value):
            yield Part(name, string)
            if (inner := _from_base64(string)) is not None:
                yield from _opened(name, inner, depth + 1, spent)


def _strings(value: Any) -> Iterator[str]:
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            pending += [part for pair in reversed(value.items()) for part in reversed(pair)]
        elif isinstance(value, list):
            pending += reversed(value)
        elif value is not None and not isinstance(value, bool):
            yield str(value)


def _from_base64(string: str) -> bytes | None:
    string = _AROUND_BASE64.sub("", string)
    if not _BASE64.fullmatch(string) or len(string) % 4:
        return None
    try:
        return base64.b64decode(string, validate=True)
    except binascii.Error:
        return None


def _pdf(data: bytes) -> Iterator[str]:
    """The text of each page, then all strings and streams of all objects."""
    from pypdf.errors import PyPdfError

    try:
        yield from _objects(data)
    except PyPdfError as error:
        raise ValueError(type(error).__name__) from None


def _objects(data: bytes) -> Iterator[str]:
    from pypdf import PdfReader
    from pypdf.generic import ByteStringObject, StreamObject, TextStringObject

    reader = PdfReader(io.BytesIO(data))
    for page in reader.pages:
        yield page.extract_text()
    count = int(reader.trailer.get("/Size", 0))
    if count > _OBJECTS:
        raise FormatError("it unpacks to more than a file can hold")
    pending: list[Any] = [reader.trailer, *(reader.get_object(number) for number in range(1, count))]
    while pending:
        found = pending.pop()
        if isinstance(found, StreamObject):
            yield from _plain(found.get_data())
        if isinstance(found, dict):
            pending += dict.values(found)  # not through the reader, which would follow every reference
        elif isinstance(found, list):
            pending += list.__iter__(found)
        elif isinstance(found, TextStringObject | ByteStringObject):
            yield found.decode("latin-1") if isinstance(found, bytes) else str(found)


def _parquet(data: bytes) -> Iterator[str]:
    from pyarrow import parquet

    file = parquet.ParquetFile(io.BytesIO(data))
    schema = file.schema_arrow
    yield "\n".join(schema.names)
    for metadata in (file.metadata.metadata, schema.metadata, *(field.metadata for field in schema)):
        yield "\n".join(part.decode("utf-8", "replace") for pair in (metadata or {}).items() for part in pair)
    if file.metadata.num_rows * max(1, file.metadata.num_columns) > _MOST:
        raise FormatError("it unpacks to more than a file can hold")
    for rows in file.iter_batches(_ROWS):
        for column in rows.columns:
            yield _APART.join(dict.fromkeys(str(value) for value in column.to_pylist() if value is not None))


def _plain(data: bytes) -> Iterator[str]:
    """The text in every encoding that reads it; where none does, what each can make of it."""
    try:
        yield data.decode("utf-8-sig")
        return
    except UnicodeDecodeError:
        pass
    for encoding in _ENCODINGS:
        yield data.decode(encoding, "replace")
