"""DOCX: a report's text in the order it is read, what stands where nobody looks behind it, and the file written anew.

Headers, paragraphs, tables (a row a line, cells joined by a tab; tables within tables and long cells as lines
of their own), text boxes behind the paragraph that holds them, tracked deletions, foot- and endnotes,
comments, footers, charts and SmartArt; then authors, properties, links, field codes, bookmarks and what programs
store. What is no text (pictures, embedded files) is named in `Document.meta` and not written. The walk that reads
is the walk that writes: runs, styles and tables that no edit touches stay as they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import FormatError
from incognote.formats.archive import FAULTS
from incognote.formats.docx.clean import clean
from incognote.formats.docx.figures import figures
from incognote.formats.docx.hidden import hidden
from incognote.formats.docx.package import Package, open_package, write_package
from incognote.formats.docx.pieces import Line, lay, put_text, text_of
from incognote.formats.laid import Laid, is_header
from incognote.formats.source import LEFT_OUT, Item, Source, one_document
from incognote.formats.wording import blocks
from incognote.formats.xml_ import need_lxml

_FEW: Final = 40
"""Letters beside pictures with which a file is a scan all the same."""
_ORDER: Final = ("header", "document.main", "template.main", "footnotes", "endnotes", "comments", "footer")
_NO_TEXT: Final = {
    "image/": ("picture", "pictures"),
    "audio/": ("recording", "recordings"),
    "video/": ("recording", "recordings"),
    "application/vnd.ms-office.chartex": ("chart of a newer kind", "charts of a newer kind"),
    "application/vnd.openxmlformats-package.digital-signature-origin": ("digital signature", "digital signatures"),
    "application/vnd.ms-office.activeX": ("control", "controls"),
    "application/inkml": ("drawing by hand", "drawings by hand"),
    "application/vnd.openxmlformats-officedocument.oleObject": ("embedded file", "embedded files"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml": ("embedded file", "embedded files"),
    "application/vnd.openxmlformats-officedocument.presentationml": ("embedded file", "embedded files"),
    "application/vnd.openxmlformats-officedocument.package": ("embedded file", "embedded files"),
}
_WORD_FILE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_NOTHING: Final = ("application/vnd.openxmlformats-officedocument.obfuscatedFont", "application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings", "application/x-font", "application/vnd.openxmlformats-package.digital-signature-")
"""Parts that no words can stand in, or that are told by another."""


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; `encoding` means nothing here."""
    del encoding
    need_lxml("DOCX")
    yield one_document(source, _document)


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None) -> int:
    """The file with the edits of its one result in their places; how many pictures, embedded files and their like
    it has no more.

    Authors become `Author 1`, `Author 2`; properties but for title and its like, comments' days, links out of the web,
    and all parts that are not read go. Nothing is written where the text is withheld or could not be read.
    """
    del encoding
    need_lxml("DOCX")
    result = next(iter(results), None)
    deque(results, maxlen=0)
    if result is None or result.text is None:
        return 0
    try:
        package = open_package(source.read())
        laid, _ = _lay(package)
        left_out = _left_out(package)
        laid.apply([edit for edit in result.edits if not is_header(edit)])
        _head(package, "".join(edit.replacement for edit in result.edits if is_header(edit)))
        data = write_package(package, clean(package))
    except FAULTS:
        raise FormatError("this is not a DOCX, or it is damaged") from None
    target.write(data)
    return sum(left_out.values())


def _document(name: str, data: bytes) -> Document:
    try:
        package = open_package(data)
        laid, size = _lay(package)
        left_out = [f"{count} {words[count > 1]}" for words, count in _left_out(package).items()]
    except FAULTS:
        raise FormatError("this is not a DOCX, or it is damaged") from None
    if size < (_FEW if left_out else 1):
        raise FormatError("the DOCX is pictures without text (a scan)" if left_out else "there is no text in the DOCX")
    return Document(name, laid.text, {}, {LEFT_OUT: ", ".join(left_out)} if left_out else {})


def _lay(package: Package) -> tuple[Laid, int]:
    """The text with the ways back, and the number of letters in it that a reader of Word sees."""
    bodies = list(package.of(*_ORDER))
    seen = [line for part in bodies for line in blocks(part.root)]
    seen += (line for line in figures(package) if text_of(line).strip())
    laid = Laid()
    lay(laid, _trimmed(seen))
    size = sum(map(str.isalnum, laid.text))
    lay(laid, (line for line in hidden(package, bodies) if text_of(line).strip()))
    return laid, size


def _trimmed(lines: list[Line]) -> list[Line]:
    """Without empty lines before and behind."""
    full = [i for i, line in enumerate(lines) if text_of(line).strip("\n")]
    return lines[full[0] : full[-1] + 1] if full else []


def _left_out(package: Package) -> dict[tuple[str, str], int]:
    """How many parts of each kind are not read; the picture of the first page in the properties counts for nothing."""
    counts: dict[tuple[str, str], int] = {}
    for part in package.parts.values():
        words = next((words for prefix, words in _NO_TEXT.items() if part.type.startswith(prefix)), None)
        if words is None and part.type in {f"{_WORD_FILE}document", f"{_WORD_FILE}template"} and not part.blob:
            words = ("embedded file", "embedded files")
        if part.is_inserted:
            words = ("inserted file", "inserted files")
        elif words is None and not part.blob and not part.type.startswith(_NOTHING):
            words = ("part of an unknown kind", "parts of an unknown kind")
        if words is not None and not part.name.startswith("/docProps/"):
            counts[words] = counts.get(words, 0) + 1
    return counts


def _head(package: Package, text: str) -> None:
    """The line that says whose the text is as a paragraph of its own before all others."""
    body: Any = next((body for part in package.of("document.main", "template.main") for body in part.root.iter("{*}body")), None)
    if body is None or not text.strip():
        return
    name = body.tag.removesuffix("body")
    paragraph, run, words = (body.makeelement(name + kind) for kind in ("p", "r", "t"))
    body.insert(0, paragraph)
    paragraph.append(run)
    run.append(words)
    put_text(words, {}, text.strip())
