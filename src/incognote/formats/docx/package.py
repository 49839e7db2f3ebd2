"""The parts of a Word file and what refers to what (ISO/IEC 29500-2): read, and written again without some."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from incognote.errors import FormatError
from incognote.formats.archive import open_archive, packed
from incognote.formats.xml_ import parse, serialised

_WORD: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_RELS: Final = "application/vnd.openxmlformats-package.relationships+xml"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_USUAL: Final = re.compile(r"(?:/[A-Za-z_]{1,20}){0,4}/\[?[A-Za-z_]{1,30}\]?\d{0,6}\.[A-Za-z]{2,5}")
_PLAIN: Final = re.compile(
    r"/word/(?:document|header|footer|footnotes|endnotes|comments|commentsExtended|styles|numbering|settings|fontTable|theme/theme|charts/(?:chart|style|colors)"
    r"|drawings/drawing|diagrams/(?:data|layout|quickStyles?|colors|drawing))\d{0,4}\.xml|/docProps/(?:core|app)\.xml"
)
"""Names of parts that say nothing of anybody."""
MACROS: Final = "the Word file holds macros: save it as DOCX without them"


class Rel(NamedTuple):
    """A reference of a part: `target` is a part's name, or where the reference leaves the file an address."""

    id: str
    kind: str
    target: str
    is_external: bool

    def __repr__(self) -> str:
        return f"Rel({'external' if self.is_external else 'internal'})"


@dataclass
class Part:
    """`name` begins with /; `kind` is the content type less what all Word parts share."""

    name: str = field(repr=False)
    type: str = field(repr=False)
    blob: bytes = field(repr=False)
    rels: list[Rel] = field(default_factory=list, repr=False)
    is_inserted: bool = False
    """Whether Word shows all of it as if it were text: a whole file of another format."""

    @property
    def kind(self) -> str:
        return self.type.removeprefix(_WORD).removesuffix("+xml")

    @property
    def is_named_usually(self) -> bool:
        return _USUAL.fullmatch(self.name) is not None

    @cached_property
    def root(self) -> Any:
        return parse(self.blob)


@dataclass
class Package:
    """All parts that something refers to, in the order they are met; `cut` names references that must not stay."""

    rels: list[Rel] = field(repr=False)
    parts: dict[str, Part] = field(repr=False)
    cut: set[tuple[str, str]] = field(default_factory=set, repr=False)

    def of(self, *kinds: str) -> Iterator[Part]:
        for kind in kinds:
            yield from (part for part in self.parts.values() if part.kind == kind)


def open_package(data: bytes) -> Package:
    """A ValueError or another of the FAULTS where it is none, a FormatError where it must not be read."""
    with open_archive(data, what="DOCX") as archive:
        names = {"/" + name.lower().lstrip("/"): name for name in archive.namelist()}
        types = _types(parse(archive.read(names["/[content_types].xml"])))
        package = Package(_rels(archive, names, "/"), {})
        waiting = package.rels[::-1]
        while waiting:
            rel = waiting.pop()
            if rel.is_external or rel.target in package.parts or rel.target.lower() not in names:
                continue
            kind = types(rel.target)
            is_text = kind.endswith(("xml", "vmlDrawing")) and "openxmlformats-package.relationships" not in kind
            blob = archive.read(names[rel.target.lower()]) if is_text else b""
            part = Part(rel.target, kind, blob, _rels(archive, names, rel.target), rel.kind.endswith("/aFChunk"))
            package.parts[rel.target] = part
            waiting += part.rels[::-1]
    _check(package)
    return package


def _check(package: Package) -> None:
    main = next(rel for rel in package.rels if rel.kind.endswith("/officeDocument"))
    kind = package.parts[main.target].type
    if "macroEnabled" in kind or any("vbaProject" in part.type for part in package.parts.values()):
        raise FormatError(MACROS)
    if kind not in {f"{_WORD}document.main+xml", f"{_WORD}template.main+xml"}:
        raise ValueError


def _types(root: Any) -> Any:
    endings = {e.get("Extension", "").lower(): e.get("ContentType", "") for e in root.iter("{*}Default")}
    own = {e.get("PartName", "").lower(): e.get("ContentType", "") for e in root.iter("{*}Override")}
    return lambda name: own.get(name.lower()) or endings.get(name.rpartition(".")[2].lower(), "")


def _rels(archive: zipfile.ZipFile, names: dict[str, str], source: str) -> list[Rel]:
    folder, base = posixpath.split(source)
    name = names.get(posixpath.join(folder, "_rels", f"{base}.rels").lower())
    if name is None:
        return []
    found = []
    for e in parse(archive.read(name)).iter("{*}Relationship"):
        target, is_external = e.get("Target", ""), e.get("TargetMode", "").lower() == "external"
        if not is_external:
            whole = posixpath.normpath("/" + posixpath.join(folder, target).lstrip("/"))
            target = whole if whole.lower() in names else unquote(whole)
        found.append(Rel(e.get("Id", ""), e.get("Type", ""), target, is_external))
    return found


def write_package(package: Package, kept: set[str]) -> bytes:
    """The file with the parts `kept` and the references between them; parts by odd names get plain ones."""
    plain = {
        name: name if _PLAIN.fullmatch(name) else f"/word/part{number}.xml"
        for number, (name, part) in enumerate(package.parts.items(), 1)
        if name in kept
    }
    overrides = [
        f"<Override PartName={quoteattr(plain[name])} ContentType={quoteattr(package.parts[name].type)}/>" for name in plain
    ]
    types = f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="{_RELS}"/>{"".join(overrides)}</Types>'
    files = [("[Content_Types].xml", types.encode()), ("_rels/.rels", _rels_xml(package.rels, plain))]
    for name, new in plain.items():
        part = package.parts[name]
        files.append((new.lstrip("/"), serialised(part.root)))
        rels = [rel for rel in part.rels if (name, rel.id) not in package.cut]
        if rels:
            folder, base = posixpath.split(new)
            files.append((posixpath.join(folder, "_rels", f"{base}.rels").lstrip("/"), _rels_xml(rels, plain)))
    return packed(files)


def _rels_xml(rels: list[Rel], plain: dict[str, str]) -> bytes:
    lines = [
        f"<Relationship Id={quoteattr(rel.id)} Type={quoteattr(rel.kind)} Target={quoteattr(rel.target if rel.is_external else plain[rel.target])}"
        + (' TargetMode="External"/>' if rel.is_external else "/>")
        for rel in rels
        if rel.is_external or rel.target in plain
    ]
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{"".join(lines)}</Relationships>'.encode()
