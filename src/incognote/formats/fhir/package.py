"""What a FHIR file is made of: one resource, a Bundle, or a resource a line (ndjson, as bulk export writes it)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError
from incognote.formats.fhir import versions as fhir_versions
from incognote.formats.fhir.ids import Key
from incognote.formats.json import text as json_text
from incognote.formats.source import LONGEST, Source, Unread

_LARGEST: Final = 2 * LONGEST
_TYPE: Final = re.compile(r"[A-Z][A-Za-z]{2,40}")
_XML: Final = re.compile(r"\s*<(?:\?xml|[A-Z]\w+)[^>]*")


class Entry(NamedTuple):
    """A resource and where it stands: the list that holds it (itself or its entry of a Bundle), its address there."""

    resource: dict[str, Any]
    holder: list[Any]
    held: dict[str, Any]
    full_url: str = ""

    def __repr__(self) -> str:
        return f"Entry({len(self.resource)} elements)"

    @property
    def key(self) -> Key:
        """Its type and id; its address where it has none."""
        identifier = self.resource.get("id")
        return str(self.resource.get("resourceType", "")), identifier if isinstance(identifier, str) else self.full_url or f"?{id(self.held)}"


class Package(NamedTuple):
    """A file: `roots` are its resources by line, with how each is written; `unread` the lines that are none."""

    roots: list[tuple[list[Any], json_text.Style]]
    entries: list[Entry]
    bundles: list[dict[str, Any]]
    unread: list[Unread]
    is_lines: bool

    def __repr__(self) -> str:
        return f"Package({len(self.entries)} resources)"


def is_fhir(source: Source) -> bool:
    """Whether a JSON file begins like FHIR: its first object says of what type it is."""
    with source.open() as stream:
        head = stream.read(65_536).decode("utf-8", "replace")
    return bool(re.match(r"\ufeff?\s*\{", head) and re.search(r'"resourceType"\s*:\s*"[A-Z]', head))


def opened(source: Source) -> Package:
    """The file, parsed; FormatError where all of it cannot be read, an Unread in it for a line that cannot."""
    try:
        text = source.read(longest=_LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("FHIR is written in UTF-8, and this is not") from None
    if _XML.match(text):
        raise FormatError("this is XML: FHIR is read as JSON")
    whole, fault = _whole(text)
    is_lines = fault is not None and _is_lines(text)
    if fault is not None and not is_lines:
        raise fault
    lines = [(number, line) for number, line in enumerate(text.split("\n") if is_lines else [text], 1) if line.strip()]
    package = Package([], [], [], [], is_lines)
    for number, line in lines:
        try:
            root = _resource(json_text.parse(line) if is_lines else whole)
            found = list(_entries(root, package.bundles))
        except FormatError as error:
            if not is_lines:
                raise
            package.unread.append(Unread(f"{source.number}:{number}", f"line {number}: {error}"))
            continue
        holder: list[Any] = [root]
        package.roots.append((holder, json_text.style_of(line)))
        package.entries.extend(found or ([] if root["resourceType"] == "Bundle" else [Entry(root, holder, root)]))
    return package


def _whole(text: str) -> tuple[Any, FormatError | None]:
    try:
        return json_text.parse(text), None
    except FormatError as error:
        return None, error


def _is_lines(text: str) -> bool:
    """Whether each line is a resource of its own: one of the first lines is, and more follow."""
    lines = [line for line in text.lstrip("\ufeff\n\r ").split("\n", 6)[:6] if line.strip()]
    if len(lines) < 2 or not all(line.startswith("{") or i for i, line in enumerate(lines)):
        return False
    return any(line.startswith("{") and line.rstrip().endswith("}") and '"resourceType"' in line for line in lines)


def _resource(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or "resourceType" not in value:
        raise FormatError("this is no FHIR resource: it has no resourceType")
    kind = value["resourceType"]
    if not isinstance(kind, str) or not _TYPE.fullmatch(kind):
        raise FormatError("its resourceType is none of FHIR")
    fhir_versions.check(value)
    return value


def _entries(root: dict[str, Any], bundles: list[dict[str, Any]]) -> Iterator[Entry]:
    """The resources of a Bundle, and of the Bundles in it."""
    if root["resourceType"] != "Bundle":
        return
    bundles.append(root)
    held = root.get("entry", [])
    if not isinstance(held, list):
        raise FormatError("Bundle.entry is no list")
    for number, entry in enumerate(held, 1):
        if not isinstance(entry, dict):
            raise FormatError(f"entry {number} of the Bundle is no object")
        if "resource" not in entry:
            yield Entry({}, held, entry, _text(entry.get("fullUrl")))
            continue
        try:
            resource = _resource(entry["resource"])
        except FormatError as error:
            raise FormatError(f"entry {number} of the Bundle: {error}") from None
        yield Entry(resource, held, entry, _text(entry.get("fullUrl")))
        yield from _entries(resource, bundles)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def written(package: Package) -> bytes:
    """The file as it is now, in UTF-8."""
    parts = [json_text.dump(holder[0], style) for holder, style in package.roots if holder]
    if package.is_lines:
        return "".join(part.strip() + "\n" for part in parts).encode("utf-8")
    return "".join(parts).encode("utf-8")
