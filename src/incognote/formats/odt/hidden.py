"""What an ODT says where nobody looks: who wrote it, what was deleted, where links lead, names of marks and fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final

from incognote.formats.docx.hidden import AUTHOR, INITIALS
from incognote.formats.docx.pieces import Line, Piece, nowhere, put_attribute, text_of
from incognote.formats.odt.lines import blocks
from incognote.formats.xml_ import kind_of, writable

WRITTEN: Final = ("title", "subject", "description", "keyword")
"""Properties that say what the file is about, and stay."""
PEOPLE: Final = frozenset(["creator", "initial-creator", "printed-by"])
SHORT: Final = frozenset(["creator-initials", "sender-initials"])
_META: Final = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_SAID: Final = frozenset(["string-value", "string-value-if-true", "string-value-if-false", "description", "label", "current-value", "help-message", "condition", "formula", "database-name", "table-name", "current-selected", "title"])
"""Attributes that hold words of the one who wrote, whatever the element."""
_NAMED: Final = re.compile(r"bookmark(?:-start|-ref)?|reference-mark(?:-start)?|reference-ref|frame|custom-shape|rect|line|g|section|table|annotation|user-field-\w+|variable-\w+|text-input|placeholder|drop-down|textarea|text|button|checkbox|combobox|listbox|form")
"""Elements whose names are given by the one who writes."""
_OF_A_PROGRAM: Final = re.compile(
    r"(?:image|graphics|frame|object|table|section|shape|picture|text ?box|text ?frame|form|control|check ?box|影像|圖片|图片|图像|框架|框|物件|对象|表格|區段|区域|圖形|形狀|形状|文字方塊|文本框|外框) ?\d{0,5}"
    r"|_(?:Toc|Ref|Hlk|GoBack|_RefHeading|_DdeLink)\w*|Ref\w*\d+|\d{1,4}|\W*|[A-Za-z]|local-table|(?:ooow|of):[A-Za-z0-9_+*/<>=() .-]{0,20}",
    re.IGNORECASE,
)
_HAN: Final = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]|\d{5}")


def hidden(roots: Iterable[Any], meta: Any | None, cut: set[Any]) -> Iterator[Line]:
    """`roots` are those of text and styles; links that are touched are added to `cut`."""
    roots = list(roots)
    yield from _people((*roots, *([meta] if meta is not None else ())))
    for root in roots:
        for changes in root.iter("{*}tracked-changes"):
            yield from (line for line in blocks(changes) if text_of(line).strip())
    if meta is not None:
        yield from _properties(meta)
    yield from _links(roots, cut)
    yield from _attributes(roots)
    for root in roots:
        for holder in root.iter("{*}forms", "{*}scripts"):
            yield from ([Piece(e.text, partial(_put, e))] for e in holder.iter() if e.text and e.text.strip())


def _people(roots: Iterable[Any]) -> Iterator[Line]:
    """Each person once; a written file calls them by numbers."""
    found: dict[tuple[tuple[str, str], str], None] = {}
    for root in roots:
        for element in root.iter():
            if is_person(element) or kind_of(element) in SHORT:
                found[INITIALS if kind_of(element) in SHORT else AUTHOR, " ".join("".join(element.itertext()).split())] = None
    for (han, latin), text in found:
        if text:
            yield [Piece(han if _HAN.search(text) else latin), Piece(text, nowhere)]


def is_person(element: Any) -> bool:
    """Whether an element says who wrote; a field that shows it is text like any other."""
    return kind_of(element) in PEOPLE and "xmlns:text:" not in element.tag


def _properties(meta: Any) -> Iterator[Line]:
    for element in meta.iter():
        kind, text = kind_of(element), (element.text or "").strip()
        if kind == "user-defined":
            name = next((v for k, v in element.items() if kind_of(k) == "name"), "")
            if text or not re.fullmatch(r"Info \d", name):
                yield [Piece(name, nowhere), Piece("：" if _HAN.search(name) else ": "), Piece(text, nowhere)]
        elif kind in WRITTEN and text:
            yield [Piece(element.text, partial(_put, element))]
        elif kind in {"template", "auto-reload", "hyperlink-behaviour"}:
            yield from ([Piece(v, nowhere)] for k, v in element.items() if kind_of(k) in {"href", "title"} and v)
        elif kind in {"coverage", "identifier", "publisher", "relation", "rights", "source", "contributor"} and text:
            yield [Piece(text, nowhere)]


def _put(element: Any, new: str) -> None:
    element.text = writable(new)


def _links(roots: Iterable[Any], cut: set[Any]) -> Iterator[Line]:
    """Where links lead, each once; a link whose target is touched goes."""
    found: dict[str, list[Any]] = {}
    for root in roots:
        for element in root.iter():
            target = address(element)
            if target and not target.startswith(("Pictures/", "./Object", "ObjectReplacements/", "./ObjectReplacements/")):
                found.setdefault(target, []).append(element)
    for target, elements in found.items():
        if target.strip("#|") and not _OF_A_PROGRAM.fullmatch(target.lstrip("#")):
            yield [Piece(target, _cutting(elements, cut))]


def _cutting(elements: list[Any], cut: set[Any]) -> Callable[[str], None]:
    def put(new: str) -> None:
        del new
        cut.update(elements)

    return put


def address(element: Any) -> str:
    return next((v for k, v in element.items() if kind_of(k) == "href"), "")


def _attributes(roots: Iterable[Any]) -> Iterator[Line]:
    """Each name or text once, with all elements that have it."""
    found: dict[str, list[tuple[Any, str]]] = {}
    for root in roots:
        for element in root.iter():
            kind = kind_of(element)
            for key, value in element.items():
                short = kind_of(key)
                is_name = short in {"name", "ref-name"} and _NAMED.fullmatch(kind) and "xmlns:style:" not in element.tag
                is_form = short in {"value", "current-value", "default-value"} and "xmlns:form:" in element.tag
                is_style = short in {"name", "display-name", "style-name", "parent-style-name", "next-style-name", "num-suffix", "num-prefix"} and _HAN.search(value)
                if (is_name or is_form or is_style or short in _SAID) and not _OF_A_PROGRAM.fullmatch(value):
                    found.setdefault(value, []).append((element, key))
    for value, places in found.items():
        yield [Piece(value, partial(_put_all, places))]


def _put_all(places: list[tuple[Any, str]], new: str) -> None:
    for element, key in places:
        put_attribute(element, key, new)
