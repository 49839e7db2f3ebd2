"""ODT: the text of a LibreOffice or OpenOffice file in the order it is read, and the file written anew.

Headers, paragraphs, tables (a row a line, cells joined by a tab), notes, boxes and comments behind the paragraph
that holds them, footers, charts and tables within; then authors, deleted text, properties, links and names. What is no
text (pictures, embedded files) is named in `Document.meta` and not written. `odfpy` reads no styles with text in them
as text and is not kept up, so the parts are walked with `lxml`.
"""

from __future__ import annotations

import re
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import FormatError
from incognote.formats.archive import FAULTS, open_archive
from incognote.formats.docx.pieces import lay, text_of
from incognote.formats.laid import Laid, is_header
from incognote.formats.odt.clean import written
from incognote.formats.odt.hidden import hidden
from incognote.formats.odt.lines import blocks
from incognote.formats.source import LEFT_OUT, Item, Source, one_document
from incognote.formats.xml_ import kind_of, need_lxml, parse

_KINDS: Final = frozenset(["application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text-template"])
_FEW: Final = 40
"""Letters beside pictures with which a file is a scan all the same."""
_SILENT: Final = re.compile(
    r"mimetype|(?:content|styles|meta|settings)\.xml|META-INF/manifest\.xml|Configurations2/.*|Thumbnails/.*|ObjectReplacements/.*|layout-cache|manifest\.rdf|.*/"
    r"|Object [^/]*/(?:content|styles|meta|settings)\.xml|(?:Basic|Dialogs)/(?:[^/]*/)?(?:script|dialog)-l[bc]\.xml|Fonts/.*"
)
"""Parts that are read, or in which no words stand."""
_MACRO: Final = re.compile(r"(?:Basic|Scripts|Dialogs)/.*[^/]")
_NO_TEXT: Final = (
    (re.compile(r"Pictures/.*|media/.*\.(?:png|jpe?g|gif|svg|emf|wmf)", re.IGNORECASE), ("picture", "pictures")),
    (re.compile(r"Media/.*|media/.*", re.IGNORECASE), ("recording", "recordings")),
    (re.compile(r"Object.*"), ("embedded file", "embedded files")),
    (re.compile(r"Versions/.*|VersionList\.xml"), ("older version of the file", "parts of older versions of the file")),
    (re.compile(r"META-INF/.*signatures.*"), ("digital signature", "digital signatures")),
)


@dataclass
class Opened:
    """The trees of a file; `objects` are charts and tables within it, `cut` links that must not stay."""

    kind: str = field(repr=False)
    content: Any = field(repr=False)
    styles: Any | None = field(repr=False)
    meta: Any | None = field(repr=False)
    objects: list[Any] = field(repr=False)
    left_out: dict[tuple[str, str], int] = field(repr=False)
    cut: set[Any] = field(default_factory=set, repr=False)


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a file; `encoding` means nothing here."""
    del encoding
    need_lxml("ODT")
    yield one_document(source, _document)


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None) -> int:
    """The file with the edits of its one result in their places; how many pictures, embedded files and their like
    it has no more. Nothing is written where the text is withheld or could not be read."""
    del encoding
    need_lxml("ODT")
    result = next(iter(results), None)
    deque(results, maxlen=0)
    if result is None or result.text is None:
        return 0
    try:
        opened = _open(source.read())
        laid, _ = _lay(opened)
        laid.apply([edit for edit in result.edits if not is_header(edit)])
        _head(opened, "".join(edit.replacement for edit in result.edits if is_header(edit)))
        data = written(opened.kind, opened.content, opened.styles, opened.meta, opened.cut)
    except FAULTS:
        raise FormatError("this is not an ODT, or it is damaged") from None
    target.write(data)
    return sum(opened.left_out.values()) + len(opened.objects)


def _document(name: str, data: bytes) -> Document:
    try:
        opened = _open(data)
        laid, size = _lay(opened)
    except FAULTS:
        raise FormatError("this is not an ODT, or it is damaged") from None
    left_out = [f"{count} {words[count > 1]}" for words, count in opened.left_out.items()]
    if size < (_FEW if left_out else 1):
        raise FormatError("the ODT is pictures without text (a scan)" if left_out else "there is no text in the ODT")
    return Document(name, laid.text, {}, {LEFT_OUT: ", ".join(left_out)} if left_out else {})


def _open(data: bytes) -> Opened:
    with open_archive(data, what="ODT") as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        kind = archive.read("mimetype").decode("ascii").strip()
        if kind not in _KINDS:
            raise ValueError
        manifest = archive.read("META-INF/manifest.xml") if "META-INF/manifest.xml" in names else b""
        if b"encryption-data" in manifest or "encrypted-package" in names:
            raise FormatError("the ODT has a password: save it without one")
        if any(_MACRO.fullmatch(name) and not _SILENT.fullmatch(name) for name in names):
            raise FormatError("the ODT holds macros: save it without them")
        objects = [parse(archive.read(name)) for name in names if re.fullmatch(r"Object [^/]*/content\.xml", name)]
        styles, meta = (_root(archive, name, names) for name in ("styles.xml", "meta.xml"))
        return Opened(kind, parse(archive.read("content.xml")), styles, meta, objects, _left_out(names))


def _root(archive: zipfile.ZipFile, name: str, names: list[str]) -> Any | None:
    return parse(archive.read(name)) if name in names else None


def _left_out(names: list[str]) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for name in names:
        if not _SILENT.fullmatch(name):
            words = next((words for pattern, words in _NO_TEXT if pattern.fullmatch(name)), ("part of an unknown kind", "parts of an unknown kind"))
            counts[words] = counts.get(words, 0) + 1
    return counts


def _lay(opened: Opened) -> tuple[Laid, int]:
    """The text with the ways back, and the number of letters in it that a reader of the file sees."""
    masters = [] if opened.styles is None else [page for all_ in opened.styles.iter("{*}master-styles") for page in all_]
    heads = [part for page in masters for part in page if kind_of(part).startswith("header")]
    rest = [part for page in masters for part in page if not kind_of(part).startswith("header")]
    bodies = [text for body in opened.content.iter("{*}body") for text in body]
    seen = [line for part in (*heads, *bodies, *rest) for line in blocks(part)]
    seen += (line for root in opened.objects for line in blocks(root) if text_of(line).strip())
    full = [i for i, line in enumerate(seen) if text_of(line).strip("\n")]
    laid = Laid()
    lay(laid, seen[full[0] : full[-1] + 1] if full else [])
    size = sum(map(str.isalnum, laid.text))
    roots = [root for root in (opened.content, opened.styles, *opened.objects) if root is not None]
    lay(laid, (line for line in hidden(roots, opened.meta, opened.cut) if text_of(line).strip()))
    return laid, size


def _head(opened: Opened, text: str) -> None:
    """The line that says whose the text is as a paragraph of its own before all others."""
    body = next((text for body in opened.content.iter("{*}body") for text in body), None)
    if body is None or not text.strip():
        return
    paragraph = body.makeelement("{urn:oasis:names:tc:opendocument:xmlns:text:1.0}p")
    paragraph.text = text.strip()
    first = next((i for i, e in enumerate(body) if kind_of(e) in {"p", "h", "list", "table", "section"}), len(body))
    body.insert(first, paragraph)
