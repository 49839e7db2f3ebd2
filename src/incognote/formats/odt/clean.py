"""An ODT written anew: text, styles and a few properties, without who and when and without what is not read."""

from __future__ import annotations

from typing import Any, Final

from incognote.formats.archive import packed
from incognote.formats.odt.hidden import SHORT, WRITTEN, address, is_person
from incognote.formats.xml_ import kind_of, remove, serialised

_DAY: Final = "2000-01-01T00:00:00"
"""A change must have a day (ISO/IEC 26300, 5.5.6); this one says nothing."""
_GONE: Final = ("object", "object-ole", "plugin", "applet", "floating-frame", "image", "binary-data", "background-image", "fill-image", "list-level-style-image")
_HELD: Final = frozenset(["text-box", "p", "image", "custom-shape"])
_WEB: Final = ("http://", "https://")
_MANIFEST: Final = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"


def written(kind: str, content: Any, styles: Any | None, meta: Any | None, cut: set[Any]) -> bytes:
    """The bytes of the new file; `cut` are links that must not stay."""
    people: dict[str, int] = {}
    parts = [("content.xml", content), ("styles.xml", styles), ("meta.xml", meta)]
    for root in (content, styles):
        if root is not None:
            _unsigned(root, people)
            _without(root, cut)
    if meta is not None:
        for holder in meta.iter("{*}meta"):
            for element in [e for e in holder if kind_of(e) not in (*WRITTEN, "generator")]:
                remove(element)
    files = [(name, serialised(root)) for name, root in parts if root is not None]
    entries = "".join(f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name, _ in files)
    manifest = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="{_MANIFEST}" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>{entries}</manifest:manifest>'
    )
    return packed([("mimetype", kind.encode()), *files, ("META-INF/manifest.xml", manifest.encode())], first="mimetype")


def _unsigned(root: Any, people: dict[str, int]) -> None:
    """Authors become numbers in the order they are met; when they wrote, and in which session, goes."""
    for element in list(root.iter()):
        kind = kind_of(element)
        if is_person(element):
            number = people.setdefault("".join(element.itertext()), len(people) + 1)
            for child in list(element):
                element.remove(child)
            element.text = f"Author {number}"
        elif kind in SHORT or (kind == "date-string" and "xmlns:meta:" in element.tag):
            remove(element)
        elif kind == "date" and "elements/1.1" in element.tag:
            element.text = _DAY
        for key in list(element.attrib):
            if kind_of(key).endswith("rsid"):
                del element.attrib[key]


def _without(root: Any, cut: set[Any]) -> None:
    for element in list(root.iter()):
        kind, target = kind_of(element), address(element)
        if kind in _GONE and (target or kind in {"binary-data", "object", "applet"} or len(element)):
            holder = element.getparent()
            remove(element)
            if holder is not None and kind_of(holder) == "frame" and not any(kind_of(e) in _HELD for e in holder):
                remove(holder)
        elif target and (element in cut or not target.startswith((*_WEB, "#"))):
            _unlink(element)


def _unlink(element: Any) -> None:
    """A link's text stays, its address goes."""
    for key in list(element.attrib):
        if kind_of(key) in {"href", "title", "name"}:
            del element.attrib[key]
    if kind_of(element) == "a":
        element.attrib.clear()
        element.tag = element.tag.replace("}a", "}span") if "xmlns:text:" in element.tag else element.tag
