"""PDF: a report page by page, and all that its file holds beside the pages; written anew from its text alone.

What shows no text (a scanned page, letters without a character table) is an error that says where, unless text
recognition is asked for (`formats/ocr`). Behind the pages stand fields of forms, then files inside the file if
they are text, then a line each for what describes the file: author, bookmarks, layers, links, metadata. Those last lines
are read so that whoever they name is known; a PDF that is written does not have them, nor anything else of
the file but text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import FormatError, UsageError
from incognote.formats.ocr import format as recognition
from incognote.formats.pdf.beside import Beside, beside
from incognote.formats.pdf.file import faults, open_pdf, pages_of, plain, solid
from incognote.formats.pdf.files import Inside
from incognote.formats.pdf.page import Page, read_page
from incognote.formats.source import LEFT_OUT, RECOGNISED, Item, Source, one_document
from incognote.text.edits import apply

if TYPE_CHECKING:
    from pypdf import PdfReader

_DEEPEST: Final = 2
_TROUBLE: Final = {
    "scan": ("is an image without text (a scan)", "are images without text (scans)"),
    "unreadable": ("has unreadable text: letters without a character table", "have unreadable text: letters without a character table"),
}


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the text of a file, `joint` before it; `page` is None where it is not written anew."""

    text: str = field(repr=False)
    joint: str = field(repr=False)
    page: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What there is in a file. Blocks with page 0 stand on a page of their own behind the others."""

    blocks: tuple[Block, ...]
    pages: tuple[Page, ...]
    left_out: str = field(default="", repr=False)
    recognised: str = field(default="", repr=False)

    @property
    def text(self) -> str:
        return "".join(part for block in self.blocks for part in (block.joint, block.text)) + "\n"


def read(source: Source, *, encoding: str | None = None, ocr: bool = False) -> Iterator[Item]:
    """The one Document of a file; `encoding` means nothing here. `ocr`: pages without text are recognised."""
    del encoding
    _ask_for_package()
    if ocr:
        recognition.ask_for_packages()
    yield one_document(source, lambda name, data: _document(name, data, ocr=ocr))


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None, ocr: bool = False) -> None:
    """A new PDF of the one result's text; nothing where it is withheld. FormatError where `source` has changed."""
    del encoding
    _ask_for_package()
    if find_spec("reportlab") is None:
        raise UsageError("writing PDF needs one more package: pip install 'incognote[documents]'")
    from incognote.formats.pdf.rebuild import draw, sheets

    for result in results:
        if result.text is None:
            continue
        reading = read_pdf(source.read(), ocr=ocr)
        try:
            is_same = apply(reading.text, result.edits)[0] == result.text
        except ValueError:
            is_same = False
        if not is_same:
            raise FormatError("the PDF is no longer the one that was read")
        target.write(draw(sheets(reading, result.text, result.edits)))


def _ask_for_package() -> None:
    if find_spec("pypdf") is None or find_spec("lxml") is None:
        raise UsageError("reading PDF needs more packages: pip install 'incognote[documents]'")


def _document(name: str, data: bytes, *, ocr: bool) -> Document:
    reading = read_pdf(data, ocr=ocr)
    meta = {LEFT_OUT: reading.left_out, RECOGNISED: reading.recognised}
    return Document(name, reading.text, {}, {key: value for key, value in meta.items() if value})


def read_pdf(data: bytes, *, ocr: bool = False, depth: int = 0) -> Reading:
    """All text of a file; FormatError where a part of it is none and `ocr` is not asked for."""
    reader = open_pdf(data)
    try:
        pages = _pages(reader)
        recognised = ""
        if ocr:
            pages, recognised = recognition.of_pages(data, pages)
        _refuse(pages)
        blocks, rest = _blocks(reader, pages, depth)
    except faults():
        raise FormatError("the PDF is damaged: it cannot be read to its end") from None
    if not any(block.text for block in blocks if block.page is not None):
        raise FormatError("there is no text in the PDF")
    return Reading(tuple(blocks), tuple(pages), _left_out(pages, rest), recognised)


def _pages(reader: PdfReader) -> list[Page]:
    pages: list[Page] = []
    steps = 0
    for number, page in enumerate(pages_of(reader), 1):
        found, steps = read_page(page, number, steps)
        pages.append(found)
    return pages


def _refuse(pages: Iterable[Page]) -> None:
    """FormatError that names every page that shows what is no text."""
    said = []
    for trouble, (one, several) in _TROUBLE.items():
        numbers = [str(page.number) for page in pages if page.trouble == trouble]
        if numbers:
            said.append(f"page {numbers[0]} {one}" if len(numbers) == 1 else f"pages {', '.join(numbers)} {several}")
    if said:
        raise FormatError(f"{'; '.join(said)}: run text recognition on it first")


def _blocks(reader: PdfReader, pages: list[Page], depth: int) -> tuple[list[Block], Beside]:
    """The text of a file in order, and what of it cannot be read."""
    found: list[tuple[str, str, int | None]] = []
    for page in pages:
        text = "\n".join(filter(None, [page.text, *page.notes]))
        found.append((text, "\n\n", page.number))
    fields = "\n".join(_fields(reader))
    seen = "\n".join([*(text for text, _, _ in found), fields])
    rest = beside(reader, seen, lambda data: _nested(data, depth))
    found += [(fields, "\n\n", 0), ("\n".join(rest.form), "\n\n", 0)]
    found += [(text, "\n\n", 0) for text in rest.files]
    found.append(("\n".join(rest.lines), "\n\n", None))
    kept = [entry for entry in found if entry[0]]
    return [Block(text, joint if number else "", page) for number, (text, joint, page) in enumerate(kept)], rest


def _nested(data: bytes, depth: int) -> Inside | None:
    """What a PDF inside this one says; None where it is not read whole, or lies too deep."""
    if depth >= _DEEPEST:
        return None
    try:
        reading = read_pdf(data, depth=depth + 1)
    except FormatError:
        return None
    if reading.left_out:
        return None
    told = [block.text for block in reading.blocks if block.page is None]
    return Inside("\n\n".join(block.text for block in reading.blocks if block.page is not None), tuple("\n".join(told).split("\n")) if told else ())


def _left_out(pages: Iterable[Page], rest: Beside) -> str:
    """What of a file is not in its text, in words."""
    said = [f"{count} {what}{'s' * (count > 1 and not what.startswith('sound'))}" for what, count in rest.unread.items()]
    for words, numbers in (
        ("pictures", [str(page.number) for page in pages if page.pictures]),
        ("letters without a character table", [str(page.number) for page in pages if page.unmapped]),
    ):
        if numbers:
            said.append(f"{words} on page{'s' * (len(numbers) > 1)} {', '.join(numbers)}")
    return ", ".join(said)


def _fields(reader: PdfReader) -> list[str]:
    """`name: value` for each filled-in field of a form."""
    lines = []
    for key, entry in (reader.get_fields() or {}).items():
        value = solid(entry.get("/V"))
        values = value if isinstance(value, list) else [] if value is None or (isinstance(value, dict) and not hasattr(value, "get_data")) else [value]
        text = ", ".join(filter(None, map(_value, map(solid, values))))
        if text not in {"", "/Off"}:
            lines.append(f"{key}: {text}")
    return lines


def _value(value: Any) -> str:
    """A value of a field as text: a long one may be a stream, a box that is ticked is a name, a number a number."""
    if hasattr(value, "get_data"):
        value = value.get_data()
    return plain(value if isinstance(value, (str, bytes)) else str(value))
