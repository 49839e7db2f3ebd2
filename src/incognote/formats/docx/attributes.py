"""What stands in attributes and field codes of the parts of a Word file, and text that stands where none should."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from incognote.formats.docx.figures import CHART, DATA, DRAWN, SHAPES
from incognote.formats.docx.package import Package, Part
from incognote.formats.docx.pieces import Line, Piece, put_attribute
from incognote.formats.xml_ import kind_of, writable

_SAID: Final = {
    "hyperlink": ("tooltip", "docLocation"),
    "hlinkClick": ("tooltip",), "hlinkHover": ("tooltip",),
    "alias": ("val",), "tag": ("val",), "listItem": ("displayText", "value"), "listEntry": ("val",),
    "default": ("val",), "helpText": ("val",), "statusText": ("val",), "result": ("val",),
    "tblCaption": ("val",), "tblDescription": ("val",), "attr": ("val",), "date": ("fullDate",),
    "docPr": ("name",), "cNvPr": ("name", "title", "descr"), "fldSimple": ("instr",), "lvlText": ("val",),
    "subDoc": ("anchor",),
}  # fmt: skip
"""Attributes that hold words of the one who wrote, by the element that has them."""
_DRAWN_OLD: Final = ("alt", "title", "string", "href")
"""Attributes of drawings in the way of old readers (VML): also the letters of a watermark."""
_OF_A_PROGRAM: Final = re.compile(
    r"(?:picture|image|img|text ?box|group|connector|straight [a-z ]+|shape|rectangle|rounded rectangle|oval|line|arrow[a-z: ]*|chart|diagram|table|object|graphic"
    r"|圖片|图片|文字方塊|文本框|群組|组合|矩形|橢圓|椭圆|直線[^\d]*|直线[^\d]*|圖表|图表|資料庫圖表|图示|表格|物件|对象) ?\d{0,5}"
    r"|goog_rdk_\d+|\d{1,4}|\W*|(?:[^\w%]*%\d)+\W*|第?%\d[章節节条條]?\W*|[A-Za-z]",
    re.IGNORECASE,
)
"""Names that a program gives: `Picture 1`, `%1.%2`."""
_PLAIN_CODE: Final = re.compile(
    r"\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|TOC|SEQ|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE|EDITTIME|FORMTEXT|FORMCHECKBOX"
    r"|FORMDROPDOWN|STYLEREF|(?:REF|PAGEREF|NOTEREF|HYPERLINK)(?=[^A-Za-z]+_|\s+\\l\s+\"_)|EQ|SYMBOL|=|LISTNUM|AUTONUM\w*|NUMWORDS|NUMCHARS)"
    r"(?:\s+(?:\\\S{1,2}|\"[\w\s./:,;@#'-]{0,30}\"|_(?:Toc|Ref|Hlk)\w{0,20}|[A-Za-z]{1,14}|\d{1,3}(?:-\d)?))*\s*",
    re.IGNORECASE | re.ASCII,
)
_COMMAND: Final = re.compile(r"\s*[A-Z]{2,20}\s+")
_MARKS: Final = re.compile(
    r"_(?:Toc|Ref|Hlk|GoBack|heading)\S*|OLE_LINK\d+|bookmark\d*|Text\d+|Check\d+|Dropdown\d+|h\.\w+|(?:\w+=)?kix\.\w+", re.IGNORECASE
)
_STYLE_WORD: Final = (
    r"(?:Heading|Header|Footer|Title|Subtitle|Body|Text|Comment|Balloon|Plain|Footnote|Endnote|Quote|Intense|Subtle|List|Table|Normal|Default|Document|Map|HTML"
    r"|Macro|Message|Date|Salutation|Signature|Closing|Note|Strong|Emphasis|Hyperlink|Unresolved|Mention|Placeholder|Book|Style|Font|Char|Bibliography|apple"
    r"|Revision|TOC|Caption|No|Spacing|Grid|Light|Medium|Dark|Colorful|Paragraph|Continue|Bullet|Number|Shading|Accent|Subject|Indent|First|Reference|Preformatted"
    r"|xl|mso|p|s|標題|标题|頁首|頁尾|页眉|页脚|註解|批注|註腳|脚注|章節附註|尾注|純文字|纯文本|本文|正文|內文|清單|列表|引文|鮮明|明显|副標題|副标题|預設|默认"
    r"|表格|網格|网格|字元|字符|文字|文本|方塊|框|主旨|主题)"
)
_STYLE: Final = re.compile(rf"{_STYLE_WORD}(?:[ \-]?{_STYLE_WORD}|[ \-]?\d{{1,3}}){{0,6}}", re.IGNORECASE)
"""Names of styles that a program gave them."""
_NO_WORDS: Final = frozenset(
    ["t", "delText", "instrText", "delInstrText", "v", "f", "formatCode", "pt", "posOffset", "align", "pctWidth", "pctHeight", "pctPosHOffset", "pctPosVOffset", "separator"]
)
_KEYWORD: Final = re.compile(r"\s*(?:[\d.,:-]*|[A-Za-z]{1,12})\s*")


def attributes(package: Package, bodies: Iterable[Part]) -> Iterator[Line]:
    bodies = list(bodies)
    others = list(package.of(CHART, SHAPES, DATA, DRAWN, "numbering", "styles"))
    for part in (*bodies, *others):
        yield from _attributes(part.root)
        yield from _stray(part.root)
    for part in bodies:
        yield from _codes(part.root)
    yield from _marks(bodies)
    yield from _styles(package, bodies)


def _attributes(root: Any) -> Iterator[Line]:
    for element in root.iter():
        kind = kind_of(element)
        is_old = element.tag.startswith(("{urn:schemas-microsoft-com:vml}", "{urn:schemas-microsoft-com:office:office}"))
        wanted = _DRAWN_OLD if is_old else _SAID.get(kind, ())
        if kind == "name" and kind_of(element.getparent()) == "ffData":
            wanted = ("val",)
        said: set[str] = set()
        for key in list(element.attrib) if wanted else ():
            value = element.get(key)
            if kind_of(key) in wanted and value not in said and not _is_plain(kind, value):
                said.add(value)
                shown = value[:10] if kind_of(key) == "fullDate" else value
                yield [Piece(shown, partial(_put_all, element, value))]


def _is_plain(kind: str, value: str) -> bool:
    if kind == "fldSimple":
        return _PLAIN_CODE.fullmatch(value) is not None
    return not value.strip() or _OF_A_PROGRAM.fullmatch(value) is not None or (kind == "name" and _MARKS.fullmatch(value) is not None)


def _put_all(element: Any, value: str, new: str) -> None:
    """A date that a machine reads is taken away rather than written anew."""
    for key in list(element.attrib):
        if element.get(key) == value:
            if kind_of(key) == "fullDate":
                del element.attrib[key]
            else:
                put_attribute(element, key, new)


def _codes(root: Any) -> Iterator[Line]:
    """The code of a field as one line, however many runs it stands in."""
    open_: list[list[Any]] = []
    for element in root.iter("{*}fldChar", "{*}instrText", "{*}delInstrText"):
        if kind_of(element) != "fldChar":
            if open_:
                open_[-1].append(element)
            else:
                yield from _code([element])
        elif "begin" in element.values():
            open_.append([])
        elif open_ and "separate" in element.values():
            yield from _code(open_[-1])
            open_[-1] = []
        elif open_:
            yield from _code(open_.pop())
    for left in open_:
        yield from _code(left)


def _code(elements: list[Any]) -> Iterator[Line]:
    text = "".join(e.text or "" for e in elements)
    if text.strip() and _PLAIN_CODE.fullmatch(text) is None:
        line: Line = []
        for element in elements:
            words = element.text or ""
            command = _COMMAND.match(words) if not line else None
            start = command.end() if command else 0
            line.append(Piece(words[start:], partial(_put_words, element, before=words[:start])))
        yield line


def _put_words(element: Any, new: str, *, before: str = "") -> None:
    element.text = before + writable(new)


def _marks(bodies: list[Part]) -> Iterator[Line]:
    """Bookmarks by name, each once, with all that point to it."""
    found: dict[str, list[tuple[Any, str]]] = {}
    for part in bodies:
        for element in part.root.iter("{*}bookmarkStart", "{*}hyperlink"):
            wanted = "name" if kind_of(element) == "bookmarkStart" else "anchor"
            for key in element.attrib:
                if kind_of(key) == wanted and not _MARKS.fullmatch(element.get(key)):
                    found.setdefault(element.get(key), []).append((element, key))
    for number, (name, places) in enumerate(found.items(), 1):
        yield [Piece(name, _renamed(places, f"bookmark{number}"))]


def _renamed(places: list[tuple[Any, str]], plain: str) -> Callable[[str], None]:
    def put(new: str) -> None:
        del new
        for element, key in places:
            element.set(key, plain)

    return put


def _styles(package: Package, bodies: list[Part]) -> Iterator[Line]:
    """Styles that somebody named; a name that is touched goes from all that use it."""
    parts = [*package.of("styles", "numbering"), *bodies]
    for part in package.of("styles"):
        for number, style in enumerate(part.root.iter("{*}style"), 1):
            keys = {kind_of(key): key for key in style.attrib}
            names = [(e, key) for e in style.iterchildren("{*}name", "{*}aliases") for key in e.attrib]
            if "customStyle" not in keys or all(_STYLE.fullmatch(e.get(key)) for e, key in names):
                continue
            line = [Piece(e.get(key), _restyled(parts, style.get(keys.get("styleId", "")), names, f"Style{number}")) for e, key in names]
            yield from ([piece] for piece in line)


def _restyled(parts: list[Part], identifier: str | None, names: list[tuple[Any, str]], plain: str) -> Callable[[str], None]:
    def put(new: str) -> None:
        del new
        for element, key in names:
            element.set(key, plain)
        for part in parts:
            for element in part.root.iter("{*}style", "{*}pStyle", "{*}rStyle", "{*}tblStyle", "{*}basedOn", "{*}next", "{*}link", "{*}styleLink", "{*}numStyleLink"):
                for key in element.attrib:
                    if element.get(key) == identifier and kind_of(key) in {"styleId", "val"}:
                        element.set(key, plain)

    return put


def _stray(root: Any) -> Iterator[Line]:
    """Text where Word shows none."""
    for element in root.iter():
        if element.text and kind_of(element) not in _NO_WORDS and not _KEYWORD.fullmatch(element.text):
            yield [Piece(element.text, partial(_put_words, element))]
        if element.tail and element.tail.strip():
            yield [Piece(element.tail, partial(_put_tail, element))]


def _put_tail(element: Any, new: str) -> None:
    element.tail = writable(new)
