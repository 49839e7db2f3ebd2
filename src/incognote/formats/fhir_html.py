"""The narrative of a resource (XHTML) and pages in attachments: their texts and attributes, put back in place.

A page is cut into tags and texts and put together again, nothing is resolved: an entity of a document type, a script
or a comment is neither run nor copied.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

from incognote.formats.laid import Laid

_IN_LINE: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdo",
        "big",
        "cite",
        "code",
        "em",
        "font",
        "i",
        "kbd",
        "q",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "var",
        "mark",
        "del",
        "ins",
    ]
)
_CELLS: Final = frozenset({"td", "th"})
_SILENT: Final = frozenset({"script", "style", "object", "embed", "iframe", "template", "svg", "math"})
_PLAIN: Final = frozenset(
    [
        "class",
        "style",
        "xmlns",
        "lang",
        "xml:lang",
        "dir",
        "colspan",
        "rowspan",
        "border",
        "cellpadding",
        "cellspacing",
        "align",
        "valign",
        "width",
        "height",
        "scope",
        "type",
        "start",
        "frame",
        "rules",
        "span",
        "charset",
    ]
)
_PLAIN_VALUE: Final = re.compile(r"[A-Za-z0-9 _.:;%#,/()-]{0,120}")
_ATTRIBUTE: Final = re.compile(r"""\s+([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
LONG_NUMBER: Final = re.compile(r"[0-9]{6}")


class _Cutter(HTMLParser):
    """Pieces of a page in order: `(is_text, piece, tag)`, where a tag stands as it is written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.pieces: list[tuple[str, str, str]] = []
        self.silent: list[str] = []

    def _add(self, kind: str, piece: str, tag: str = "") -> None:
        if not self.silent:
            self.pieces.append((kind, piece, tag))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self.silent.append(tag)
        self._add("open", self.get_starttag_text() or "", tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _SILENT:
            self._add("open", self.get_starttag_text() or "", tag)

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            if tag == self.silent[-1]:
                self.silent.pop()
            return
        self._add("close", f"</{tag}>", tag)

    def handle_data(self, data: str) -> None:
        self._add("text", data)

    def handle_entityref(self, name: str) -> None:
        self._add("text", html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self._add("text", html.unescape(f"&#{name};"))

    def unknown_decl(self, data: str) -> None:
        if data.startswith("CDATA["):
            self._add("text", data.removeprefix("CDATA["))


def lay_page(page: str, laid: Laid, put: Callable[[str], None]) -> Callable[[], None]:
    """Lay the texts of `page` down, a block a line, then its attributes; call what comes back when all edits are put."""
    cutter = _Cutter()
    cutter.feed(page)
    cutter.close()
    pieces = _merged(cutter.pieces)
    written = [html.escape(piece, quote=False) if kind == "text" else piece for kind, piece, _ in pieces]
    changed = [len(pieces) < len(cutter.pieces) and "".join(written) != page]
    hidden: list[tuple[int, str, str]] = []
    is_new_line = True
    for number, (kind, piece, tag) in enumerate(pieces):
        if kind == "text":
            is_new_line = piece.endswith("\n")
            laid.add(piece, lambda new, at=number: _replace(written, changed, at, html.escape(new, quote=False)))  # type: ignore[misc]
            continue
        if tag not in _IN_LINE and not is_new_line:
            laid.joint("\t" if tag in _CELLS and kind == "close" else "" if tag in _CELLS else "\n")
            is_new_line = tag not in _CELLS
        hidden += [(number, name, value) for name, value in _attributes(piece) if kind == "open"]
    laid.joint("" if is_new_line else "\n")
    for number, name, value in hidden:
        if name == "src" and value.lower().startswith("data:"):
            written[number] = _with(written[number], name, "")
            changed[0] = True
            continue
        laid.add(html.unescape(value), lambda new, at=number, of=name: _replace(written, changed, at, _with(written[at], of, new)))  # type: ignore[misc]
        laid.joint("\n")

    def finish() -> None:
        if changed[0] or "<!--" in page or "".join(written) != page:
            put("".join(written))

    return finish


def _replace(written: list[str], changed: list[bool], at: int, new: str) -> None:
    written[at] = new
    changed[0] = True


def _merged(pieces: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Texts that stand side by side (about a character reference) as one."""
    merged: list[tuple[str, str, str]] = []
    for kind, piece, tag in pieces:
        if kind == "text" and merged and merged[-1][0] == "text":
            merged[-1] = ("text", merged[-1][1] + piece, "")
        else:
            merged.append((kind, piece, tag))
    return merged


def _attributes(tag: str) -> list[tuple[str, str]]:
    """The attributes of a tag that may say something of somebody."""
    found = []
    for match in _ATTRIBUTE.finditer(tag):
        name, value = match[1].lower(), match[2] or match[3] or match[4] or ""
        is_plain = name in _PLAIN and _PLAIN_VALUE.fullmatch(value) and not LONG_NUMBER.search(value)
        if value and not is_plain and not (name == "xmlns" or (name == "src" and value.startswith("#"))):
            found.append((name, value))
    return found


def _with(tag: str, name: str, new: str) -> str:
    """`tag` with another value of the attribute `name`."""

    def one(match: re.Match[str]) -> str:
        return f' {match[1]}="{html.escape(new)}"' if match[1].lower() == name else match[0]

    return _ATTRIBUTE.sub(one, tag)
