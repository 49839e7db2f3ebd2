"""What a written Word file has no more: who and when, what no edit reaches, and whatever stands for a part that went."""

from __future__ import annotations

from typing import Any, Final

from incognote.formats.docx.figures import CHART, DATA, DRAWN, LAYOUT, NO_WORDS, SHAPES
from incognote.formats.docx.hidden import APP, CORE, WRITTEN
from incognote.formats.docx.package import Package, Part, Rel
from incognote.formats.xml_ import kind_of, remove

_THEME: Final = "application/vnd.openxmlformats-officedocument.theme"
_BODIES: Final = frozenset(["document.main", "template.main", "header", "footer", "footnotes", "endnotes", "comments"])
_KEPT: Final = _BODIES | {
    "commentsExtended", "styles", "numbering", "settings", "fontTable",
    _THEME, CHART, SHAPES, DATA, DRAWN, LAYOUT, *NO_WORDS, CORE, APP,
}  # fmt: skip
"""Parts that are read leaf by leaf, or that can hold no words of anybody; no other part is written."""
_SOFTWARE: Final = frozenset(["Application", "AppVersion"])
_SETTINGS: Final = ("docVars", "mailMerge", "attachedTemplate", "rsids", "documentProtection", "writeProtection", "docId", "attachedSchema", "schemaLibrary", "saveThroughXslt")
_GONE: Final = ("dataBinding", "embedRegular", "embedBold", "embedItalic", "embedBoldItalic", "printerSettings", "externalData", "placeholder", "fldData")
_WITH_PICTURE: Final = frozenset(["drawing", "pict", "object"])
_OFFICE: Final = "{urn:schemas-microsoft-com:office:office}relid"


def clean(package: Package) -> set[str]:
    """The parts that are written; all else that refers to people or to parts that go is taken out of them."""
    kept = {name for name, part in package.parts.items() if part.kind in _KEPT}
    people: dict[str, int] = {}
    for name in sorted(kept):
        part = package.parts[name]
        if part.kind in {CORE, APP}:
            _properties(part)
            continue
        gone = {rel.id for rel in part.rels if not _stays(package, part, rel, kept)}
        package.cut.update((name, rel) for rel in gone)
        _without(part.root, gone)
        _unsigned(part.root, people)
        for element in list(part.root.iter(*(f"{{*}}{kind}" for kind in (*_GONE, *(_SETTINGS if part.kind == "settings" else ()))))):
            remove(element)
        _unnamed(part)
    package.rels = [rel for rel in package.rels if not rel.is_external and rel.target in kept]
    return _reached(package, kept)


def _reached(package: Package, kept: set[str]) -> set[str]:
    """Those that are still referred to."""
    found: set[str] = set()
    waiting = [rel.target for rel in package.rels]
    while waiting:
        name = waiting.pop()
        if name in kept and name not in found:
            found.add(name)
            part = package.parts[name]
            waiting += [rel.target for rel in part.rels if not rel.is_external and (name, rel.id) not in package.cut]
    return found


def _unnamed(part: Part) -> None:
    """Names that somebody gave to colours, fonts and layouts."""
    if part.kind == LAYOUT:
        for element in list(part.root.iter("{*}title", "{*}desc")):
            remove(element)
    elif part.kind == _THEME:
        for element in part.root.iter("{*}theme", "{*}clrScheme", "{*}fontScheme", "{*}fmtScheme", "{*}custClr"):
            element.set("name", "Theme")


def _stays(package: Package, part: Part, rel: Rel, kept: set[str]) -> bool:
    """Of links only those into the web that no edit touched: a path or an address of a person says who it is."""
    if (part.name, rel.id) in package.cut:
        return False
    if rel.is_external:
        return rel.kind.endswith("/hyperlink") and rel.target.lower().startswith(("http://", "https://"))
    return rel.target in kept


def _properties(part: Part) -> None:
    wanted = WRITTEN if part.kind == CORE else _SOFTWARE
    for element in list(part.root):
        if kind_of(element) not in wanted:
            remove(element)


def _unsigned(root: Any, people: dict[str, int]) -> None:
    """Authors become numbers in the order they are met; when they wrote, and in which session, goes."""
    for element in root.iter():
        for key in list(element.attrib):
            kind = kind_of(key)
            if kind.startswith("rsid") or (kind in {"date", "dateUtc"} and len(element.get(key)) > 9) or kind == "fullDate":
                del element.attrib[key]
            elif kind == "author":
                number = people.setdefault(element.get(key), len(people) + 1)
                element.set(key, f"Author {number}")
            elif kind == "initials":
                del element.attrib[key]
            elif kind == "name" and kind_of(element) in {"docPr", "cNvPr"}:
                element.set(key, "")


def _without(root: Any, gone: set[str]) -> None:
    """Take out whatever refers to `gone`: a picture with all that frames it, of a link the address alone."""
    if not gone:
        return
    for element in list(root.iter()):
        if any(value in gone and _is_reference(key) for key, value in element.items()):
            _take_out(element)


def _is_reference(key: str) -> bool:
    return "/relationships}" in key or key == _OFFICE


def _take_out(element: Any) -> None:
    if kind_of(element) == "hyperlink":
        _unwrap(element)
        return
    if kind_of(element) in {"hlinkClick", "hlinkHover", "hlinkMouseOver"}:  # the drawing that leads somewhere stays
        remove(element)
        return
    holders = [one for one in element.iterancestors() if kind_of(one) in _WITH_PICTURE]
    holder = next((one for one in holders if next(one.iter("{*}txbxContent"), None) is None), None)
    fill = next(element.iterancestors("{*}blipFill"), None)
    bullet = next(element.iterancestors("{*}numPicBullet"), None)
    picture = next(element.iterancestors("{*}pic"), None)
    if bullet is not None:
        for level in list(element.getroottree().getroot().iter("{*}lvlPicBulletId")):
            remove(level)
        remove(bullet)
    elif holder is not None:
        remove(holder)
    elif picture is not None:
        remove(picture)
    elif fill is not None and fill.getparent() is not None:
        fill.getparent().replace(fill, fill.makeelement(fill.tag.replace("blipFill", "noFill")))
    else:
        remove(element)


def _unwrap(link: Any) -> None:
    """The runs of a link without the link; one that also leads to a place in the file keeps that."""
    for key in list(link.attrib):
        if _is_reference(key):
            del link.attrib[key]
    if link.get(link.tag.replace("hyperlink", "anchor")) is None:
        for child in list(link):
            link.addprevious(child)
        remove(link)
