"""A workbook, opened: its model as `openpyxl` holds it, and what its other parts say (ISO/IEC 29500-1).

The model is what can be written again. Everything else in the package (drawings, charts, threaded comments, pivot
caches, external links ...) is read as lines of text and is not there any more when the workbook is written. A
package whose parts define entities, or unpack to more than a table can have, is refused before anything parses it.
Only `openpyxl` is used, here and in the files beside this one.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from html import unescape
from importlib.util import find_spec
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from incognote.errors import FormatError, UsageError
from incognote.formats.archive import FAULTS as ARCHIVE_FAULTS
from incognote.formats.known import fact_of
from incognote.formats.source import LONGEST

_OLE: Final = b"\xd0\xcf\x11\xe0"
"""How a workbook begins that is encrypted, or older than XLSX."""
_XML: Final = (".xml", ".vml", ".rels")
_MOST_PARTS: Final = 20_000
_DECLARED: Final = tuple(word.encode(code) for word in ("<!DOCTYPE", "<!ENTITY") for code in ("ascii", "utf-16-le", "utf-16-be"))
_STRICT: Final = b"purl.oclc.org/ooxml/spreadsheetml"
FAULTS: Final = (*ARCHIVE_FAULTS, OverflowError)
"""What a reader of a damaged workbook stumbles over: numbers of cells may be of any size too."""
_UNREAD: Final = {  # by the start of a part's name: what cannot be read, one and several
    "xl/media/": ("picture", "pictures"), "xl/embeddings/": ("embedded file", "embedded files"),
    "xl/vbaProject": ("set of macros", "sets of macros"), "xl/activeX/": ("control", "controls"), "xl/macrosheets/": ("macro sheet", "macro sheets"),
    "xl/model/": ("data model", "data models"), "xl/customProperty": ("custom property", "custom properties"),
}  # fmt: skip
_DROPPED: Final = {  # read, and not written
    "xl/charts/chart": ("chart", "charts"), "xl/pivotTables/": ("pivot table", "pivot tables"), "xl/drawings/drawing": ("drawing", "drawings"),
    "xl/threadedComments/": ("sheet's threaded comments", "sheets' threaded comments"), "xl/externalLinks/externalLink": ("external link", "external links"),
    "xl/diagrams/data": ("SmartArt drawing", "SmartArt drawings"), "xl/connections": ("set of connections", "sets of connections"),
    "customXml/item": ("custom part", "custom parts"), "xl/slicers/": ("slicer", "slicers"), "xl/queryTables/": ("query", "queries"),
}  # fmt: skip
_SILENT: Final = re.compile(r"xl/(?:theme/|printerSettings/|calcChain)|\[Content_Types\]|docProps/thumbnail|_rels/\.rels|_xmlsignatures/")
"""Parts that hold no text of anybody's; they are not written either."""
_WRITTEN: Final = re.compile(r"\[Content_Types\]|xl/(?:workbook|styles|sharedStrings|theme/|worksheets/|comments|tables/)")
_RELATED: Final = frozenset("officeDocument worksheet styles sharedStrings theme comments table hyperlink".split())
_POINTERS: Final = re.compile(rb"<(?:\w+:)?(pivotCaches|externalReferences|fileSharing|webPublishing|customWorkbookViews)\b(?:[^>]*/>|.*?</(?:\w+:)?\1>)", re.DOTALL)
_SAYING: Final = frozenset("name displayName title descr author userId v val value caption uniqueName refreshedBy display tooltip prompt promptTitle error errorTitle text alias command connection sourceFile comment userName user count_label string alt".split())  # fmt: skip
"""Attributes whose value is text whatever it looks like."""
_NO_WORDS: Final = frozenset({"typeface", "script", "style", "lang"})
_NO_TEXT: Final = frozenset("Application AppVersion DocSecurity ScaleCrop LinksUpToDate SharedDoc HyperlinksChanged TotalTime created modified lastPrinted definedName formula1 formula2 formula calculatedColumnFormula".split())  # fmt: skip
"""Elements whose text is no words, or is read from the model."""
USUAL: Final = re.compile(r"(?:sheet|worksheets?|工作表|工作表单|named ranges|已命名的範圍|命名范围|表格|table)\s*\d{0,4}", re.IGNORECASE)
"""Titles that spreadsheets give."""
MARKS: Final = re.compile(r'&(?:[LCRPNDTAFGZBIUESXY]|"[^"]*"|\d+|K[0-9A-F]{6})')
"""What a header says of its place, font and page."""
_AUTHORS: Final = frozenset("author displayName refreshedBy userName user creator lastModifiedBy manager".split())
_SHEET_DATA: Final = re.compile(rb"<(\w+:)?sheetData[ >/].*</(?:\w+:)?sheetData>", re.DOTALL)
_VALUE: Final = re.compile(rb"<(?:\w+:)?(?:t\b[^>]*>([^<]+)|v>([^<]{6,}))<")
_TAG: Final = re.compile(r"<[^>]*>")
_BREAK_OFF: Final = frozenset({"p", "row", "r", "comment", "threadedComment", "si"})


class Book(NamedTuple):
    """`lines`: what the package says beside its cells, each once; `left_out`: what is not read or not written."""

    model: Any
    cached: Any
    lines: tuple[str, ...]
    left_out: tuple[str, ...]

    def __repr__(self) -> str:
        return "Book(...)"


def require() -> None:
    if find_spec("openpyxl") is None:
        raise UsageError("reading XLSX needs one more package: pip install 'incognote[tables]'")


def open_book(data: bytes) -> Book:
    """The workbook in `data`; FormatError says why there is none. `cached` has the values that formulas had last."""
    if data.startswith(_OLE):
        raise FormatError("the workbook is encrypted or in the old XLS format: save it as XLSX without a password")
    try:
        parts = _parts(data)
        plain = _plain(parts)
        model = _model(plain)
        shown = {str(cell.value) for sheet in model.worksheets for cell in sheet._cells.values()}
        has_formulas = any(cell.data_type == "f" for sheet in model.worksheets for cell in sheet._cells.values())
        lines = tuple(dict.fromkeys(line for name in sorted(parts) for line in _lines(name, parts[name], shown)))
        return Book(model, _model(plain, is_cached=True) if has_formulas else None, lines, tuple(_left_out(parts)))
    except FAULTS:
        raise FormatError("this is not an XLSX workbook, or it is damaged") from None


def _parts(data: bytes) -> dict[str, bytes]:
    """The parts by name; those that are not XML are empty here."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        if len(names) > _MOST_PARTS or len({name.lower() for name in names}) < len(names):
            raise FormatError("the workbook holds a part twice, or more parts than a workbook can have")
        if "xl/workbook.xml" not in {name.lstrip("/") for name in names}:
            raise FormatError("this is not an XLSX workbook" + (": it is the binary XLSB, save it as XLSX" if "xl/workbook.bin" in names else ""))
        texts = sum(entry.file_size for entry in entries if entry.filename.endswith(_XML))
        if texts > 4 * LONGEST or sum(entry.file_size for entry in entries) > 16 * LONGEST:
            raise FormatError("the workbook holds more than can be read at once: split it")
        if archive.testzip() is not None:
            raise FormatError("the workbook is damaged: a part of it does not read back")
        parts = {entry.filename: archive.read(entry) if entry.filename.endswith(_XML) else b"" for entry in entries if not entry.is_dir()}
    if any(word in part for part in parts.values() for word in _DECLARED):
        raise FormatError("the workbook defines entities of its own, which no spreadsheet does: it is not opened")
    if any(_STRICT in part[:4096] for part in parts.values()):
        raise FormatError("the workbook is saved as Strict Open XML: save it as an ordinary XLSX")
    return parts


def _plain(parts: dict[str, bytes]) -> bytes:
    """The package without what is not written: nothing points to it, and nothing in it can trip the parser."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, part in parts.items():
            if name.endswith(".xml") and _WRITTEN.match(name):
                archive.writestr(name, _POINTERS.sub(b"", part) if name == "xl/workbook.xml" else part)
            elif name.endswith(".rels"):
                root = ElementTree.fromstring(part)
                for each in list(root):
                    if each.get("Type", "").rpartition("/")[2] not in _RELATED:
                        root.remove(each)
                archive.writestr(name, ElementTree.tostring(root))
    return out.getvalue()


def _model(data: bytes, *, is_cached: bool = False) -> Any:
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it does not keep, which is said anyway
        return openpyxl.load_workbook(io.BytesIO(data), rich_text=not is_cached, data_only=is_cached, keep_links=False)


def _left_out(parts: dict[str, bytes]) -> Iterator[str]:
    for table, ending in ((_UNREAD, ""), (_DROPPED, " (read, not written)")):
        counts = Counter(words for name in parts for start, words in table.items() if name.startswith(start) and not name.endswith(".rels") and "Props" not in name)
        yield from (f"{count} {words[count > 1]}{ending}" for words, count in counts.items())


def _lines(name: str, part: bytes, shown: set[str]) -> Iterator[str]:
    """What a part says beside what cells have `shown`, a line each: every text, and every attribute that may be words."""
    if not part or _SILENT.match(name) or name.endswith("styles.xml"):
        return
    if name.endswith("sharedStrings.xml"):
        yield from _unshown(part, shown)
        return
    if name.startswith("xl/worksheets/") and b"mergeCell" in part:
        yield from _covered(part, shown)
    if name.endswith(".rels"):
        yield from (target for each in ElementTree.fromstring(part) if each.get("TargetMode") == "External" and (target := each.get("Target")))
        return
    try:
        root = ElementTree.fromstring(_SHEET_DATA.sub(b"", part) if name.startswith("xl/worksheets/") else part)
    except ElementTree.ParseError:
        if not name.endswith(".vml"):  # old drawings are HTML rather than XML, and not always well-formed
            raise
        yield from (line for piece in _TAG.split(part.decode("utf-8", "replace")) if (line := " ".join(piece.split())))
        return
    yield from _walk(root)


def _unshown(part: bytes, shown: set[str]) -> Iterator[str]:
    """Strings that no cell shows (of cells under others, or of cells that were deleted), and how strings are pronounced."""
    for string in ElementTree.fromstring(part):
        words = [each.text or "" for each in string.iter() if each.tag.endswith("}t")]
        spoken = [each.text or "" for way in string if way.tag.endswith("}rPh") for each in way.iter() if each.tag.endswith("}t")]
        if spoken:
            yield "".join(spoken)
        text = "".join(words[: len(words) - len(spoken)])
        if text.strip() and text not in shown:
            yield text


def _covered(part: bytes, shown: set[str]) -> Iterator[str]:
    """Values of cells that merging put under others; they are not in the model."""
    for found in _VALUE.finditer(part):
        text = unescape((found[1] or found[2]).decode("utf-8", "replace"))
        if text.strip() and text not in shown:
            yield text


def _walk(root: ElementTree.Element) -> Iterator[str]:
    """Depth first; the runs of a paragraph are one line, what stands under a heading of a pivot cache has it before it."""
    label = ""
    waiting: list[ElementTree.Element] = [root]
    while waiting:
        element = waiting.pop()
        kind = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        if kind == "cacheField":
            heading = element.get("name", "")
            label = f"{heading}：" if fact_of(heading) else ""
        for key, value in element.attrib.items():
            local = key.rpartition("}")[2]
            if _says(local, value):
                yield _labelled(local, value, label if kind == "s" else "")
        if kind in _BREAK_OFF and len(element) and (whole := _run_on(element)):
            yield whole
        elif kind not in _NO_TEXT and element.text and element.text.strip():
            yield _labelled(kind, element.text.strip(), "")
        if element.tail and element.tail.strip():
            yield element.tail.strip()
        waiting += list(element)[::-1]


def _run_on(element: ElementTree.Element) -> str:
    """The texts of runs below, joined: a name may be cut in two by a change of font."""
    return "".join(e.text or "" for e in element.iter() if isinstance(e.tag, str) and e.tag.endswith("}t")).strip()


def _says(key: str, value: str) -> bool:
    if not value.strip() or key in _NO_WORDS or value.startswith(("http://schemas.", "urn:schemas")):
        return False
    return (key in _SAYING and not USUAL.fullmatch(value)) or not value.isascii() or "@" in value


def _labelled(key: str, value: str, label: str) -> str:
    if key in _AUTHORS and not label:
        return f"作者：{value}" if not value.isascii() else f"Author: {value}"
    return label + value
