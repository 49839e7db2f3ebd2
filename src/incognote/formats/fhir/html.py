"""The narrative of a resource (XHTML) and pages in attachments: their texts and attributes, put back in place.

A page is cut into tags and texts and put together again, nothing is resolved: an entity of a document type, a script
or a comment is neither run nor copied.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
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
_ATTRIBUTE: Final = re.compile(r"""(?<=[\s"'])([^\s=<>/"']+)(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:.-]{0,40})")
_EDGE: Final = re.compile("[<>\"']")
_MOST_SIGNS: Final = 400
"""Quotes and signs that a tag may hold; one that holds more is text."""
LONG_NUMBER: Final = re.compile(r"[0-9]{6}")


def _cut(page: str) -> Iterator[tuple[str, str, str]]:
    """Pieces of a page in order: what each is (text, open, close), as it is written, and the tag's name.

    One look at each character, whatever is never closed; a `<` that begins no tag is text.
    """
    at = 0
    while at < len(page):
        if page[at] != "<":
            end = page.find("<", at)
            end = len(page) if end < 0 else end
            yield "text", page[at:end], ""
        elif page.startswith("<![CDATA[", at):
            end = _behind(page, "]]>", at)
            yield "cdata", page[at + 9 : end].removesuffix("]]>"), ""
        elif page.startswith("<!--", at):
            end = _behind(page, "-->", at)
        elif page.startswith(("<!", "<?"), at):
            end = _behind(page, ">", at)
        elif (end := _end_of_tag(page, at)) and (name := _TAG.match(page, at)):
            tag = name[2].lower()
            if tag not in _SILENT:
                yield "close" if name[1] else "open", page[at:end], tag
            elif not name[1] and not page[at:end].endswith("/>"):
                closing = re.compile(rf"</{tag}", re.IGNORECASE).search(page, end)
                end = _behind(page, ">", closing.end()) if closing else len(page)
        else:
            end = at + 1
            yield "text", "<", ""
        at = end


def _behind(page: str, sign: str, start: int) -> int:
    found = page.find(sign, start)
    return len(page) if found < 0 else found + len(sign)


def _end_of_tag(page: str, start: int) -> int:
    """Behind the `>` of a tag, which may stand in quotes before; 0 where there is none."""
    at, quote = start + 1, ""
    for _ in range(_MOST_SIGNS):
        found = _EDGE.search(page, at)
        if found is None or (found[0] == "<" and not quote):
            return 0
        at = found.end()
        if found[0] in "\"'":
            quote = "" if quote == found[0] else quote or found[0]
        elif found[0] == ">" and not quote:
            return at
    return 0


def lay_page(page: str, laid: Laid, put: Callable[[str], None]) -> Callable[[], None]:
    """Lay the texts of `page` down, a block a line, then its attributes; call what comes back when all edits are put."""
    pieces = _merged(_cut(page))
    written = [html.escape(piece, quote=False) if kind == "cdata" else piece for kind, piece, _ in pieces]
    hidden: list[tuple[int, str, str]] = []
    is_new_line = True
    for number, (kind, piece, tag) in enumerate(pieces):
        if kind in {"text", "cdata"}:
            piece = html.unescape(piece) if kind == "text" else piece
            is_new_line = piece.endswith("\n")
            laid.add(piece, lambda new, at=number: _replace(written, at, html.escape(new, quote=False)))  # type: ignore[misc]
            continue
        if tag not in _IN_LINE and not is_new_line:
            laid.joint("\t" if tag in _CELLS and kind == "close" else "" if tag in _CELLS else "\n")
            is_new_line = tag not in _CELLS
        hidden += [(number, name, value) for name, value in _attributes(piece) if kind == "open"]
    laid.joint("" if is_new_line else "\n")
    for number, name, value in hidden:
        if name == "src" and value.lower().startswith("data:"):
            written[number] = _with(written[number], name, "")
            continue
        laid.add(html.unescape(value), lambda new, at=number, of=name: _replace(written, at, _with(written[at], of, new)))  # type: ignore[misc]
        laid.joint("\n")

    def finish() -> None:
        if (made := "".join(written)) != page:
            put(made)

    return finish


def _replace(written: list[str], at: int, new: str) -> None:
    written[at] = new


def _merged(pieces: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Texts that stand side by side as one."""
    merged: list[tuple[str, str, str]] = []
    for is_text, group in groupby(pieces, key=lambda piece: piece[0] == "text"):
        found = list(group)
        merged += [("text", "".join(piece for _, piece, _ in found), "")] if is_text else found
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
        return f'{match[1]}="{html.escape(new)}"' if match[1].lower() == name else match[0]

    return _ATTRIBUTE.sub(one, tag)
