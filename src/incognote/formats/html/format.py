"""HTML: what a page shows, in the order it is read, and what it holds unseen: titles, alternative texts, link targets, comments.

Written again, a page has its elements with the edited texts; scripts, styles, comments, pictures and attributes that
are neither structure nor text are dropped. Only `lxml` is used.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final

from incognote.document import Document, Result
from incognote.errors import DecodeError, FormatError, UsageError
from incognote.formats.html.page import BLOCKS, NO_TEXT, READ, Page, is_software
from incognote.formats.laid import replacing
from incognote.formats.source import LEFT_OUT, Item, Source, one_document
from incognote.formats.xml_ import need_lxml
from incognote.text.decode import decode

_META: Final = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})|<\?xml[^>]{0,80}?encoding\s*=\s*[\"']([A-Za-z0-9_:.-]{2,40})", re.IGNORECASE)
_HEAD: Final = 4096
_XML: Final = re.compile(r"\A\s*<\?xml[^>]{0,200}\?>")
_TAG: Final = re.compile(r"<(?:!doctype|html|head|body|[a-z][a-z0-9]{0,15})[\s>/]|<[a-z][a-z0-9]{0,15}>", re.IGNORECASE)
_NAMES: Final = {"gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "big5": "cp950", "x-x-big5": "cp950", "iso-8859-1": "cp1252", "us-ascii": "cp1252", "unicode": "utf-8"}
_KEPT: Final = frozenset(
    ["colspan", "rowspan", "scope", "align", "valign", "width", "height", "border", "cellpadding", "cellspacing", "lang", "dir", "type", "checked", "selected", "disabled", "start", "charset", "hidden", "open"]
)
_SAFE: Final = re.compile(r"(?:\d{1,4}(?:px|em|%)?|[a-z-]{0,12}|zh-[A-Z][A-Za-z]{1,3}|UTF-8)\Z")
"""A width, a word of HTML: more could be somebody's number."""
_DROPPED: Final = frozenset({*NO_TEXT, "style", "link", "base", "source", "track", "param"} - {"img"})


def read(source: Source, *, encoding: str | None = None) -> Iterator[Item]:
    """The one Document of a page."""
    need_lxml("HTML")
    yield one_document(source, lambda name, data: _document(name, data, encoding))


def write(results: Iterable[Result], target: BinaryIO, source: Source, *, encoding: str | None = None) -> None:
    """The page in UTF-8 with its edits; nothing where it cannot be read or its text is withheld."""
    need_lxml("HTML")
    result = next(iter(results))
    if result.text is None:
        return
    try:
        root = _tree(_decoded(source.read(), encoding))
    except (DecodeError, FormatError):
        deque(results, maxlen=0)
        return
    Page(root).laid.apply(replacing(result.edits))
    _clean(root)
    import lxml.html

    target.write(lxml.html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>").encode("utf-8", "replace"))


def _document(name: str, data: bytes, encoding: str | None) -> Document:
    text = _decoded(data, encoding)
    if not _TAG.search(text[: 16 * _HEAD]):
        raise FormatError("this is not an HTML page")
    page = Page(_tree(text))
    left_out = ", ".join(f"{count} {what}{'s' * (count > 1)}" for what, count in page.left_out.items())
    if not any(map(str.isalnum, page.laid.text)):
        raise FormatError("there is no text in the HTML page")
    return Document(name, page.laid.text + "\n", {}, {LEFT_OUT: left_out} if left_out else {})


def _decoded(data: bytes, encoding: str | None) -> str:
    """What the page says of its encoding counts where the bytes bear it out."""
    found = _META.search(data[:_HEAD])
    said = (found[1] or found[2]).decode("ascii").lower() if found else ""
    said = _NAMES.get(said, said)
    if encoding is None and said:
        try:
            return decode(data, encoding=said).text
        except (DecodeError, UsageError):  # the bytes are in another, or nobody knows one of that name
            pass
    return decode(data, encoding=encoding).text


def _tree(text: str) -> Any:
    """FormatError where the parser stopped before the end: the rest would be missing without a word."""
    import lxml.etree
    import lxml.html

    parser = lxml.html.HTMLParser(huge_tree=False, no_network=True)
    text = _XML.sub("", text).replace("\x00", "\ufffd")
    try:
        root = lxml.html.document_fromstring(text, parser=parser)
    except (lxml.etree.LxmlError, ValueError):
        raise FormatError("this is not an HTML page, or it is damaged") from None
    if any(entry.level_name == "FATAL" or "xcessive depth" in entry.message for entry in parser.error_log):
        raise FormatError("the HTML page has elements in elements without end")
    return root.getroottree().getroot()


def _clean(root: Any) -> None:
    """Take out what was not read, and what is no structure; a tail of text stays."""
    from lxml.html import defs

    for element in list(root.iter()):
        is_element = isinstance(element.tag, str)
        if not is_element or element.tag in _DROPPED or (element.tag == "meta" and (is_software(element) or not element.get("content"))):
            if element.getparent() is not None:
                element.drop_tree()
            continue
        if element.tag not in defs.tags and element.tag not in BLOCKS:  # a name of its own: what it holds stays
            element.drop_tag()
            continue
        for name, value in list(element.attrib.items()):
            is_text = (name in READ and name != "srcdoc") or name == "href" or name.startswith(("data-", "aria-"))
            is_structure = name in _KEPT and _SAFE.match(value)
            if name == "http-equiv" or not (is_structure or is_text) or value.startswith(("javascript:", "data:", "#")):
                del element.attrib[name]
    head = next((child for child in root if child.tag == "head"), root)
    head.insert(0, head.makeelement("meta", {"charset": "utf-8"}))
