"""XML inside a PDF: metadata (XMP), forms (XFA), rich text. Nothing outside the text is ever fetched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from incognote.errors import FormatError
from incognote.formats.pdf.file import plain, solid
from incognote.formats.xml_ import kind_of, parse

_OF_PROGRAMS: Final = frozenset(
    """CreatorTool Producer CreateDate ModifyDate MetadataDate InstanceID DocumentID OriginalDocumentID RenditionClass VersionID format
    Trapped part conformance amd GTS_PDFXVersion PDFVersion instanceID documentID softwareAgent when changed parameters action
    schema namespaceURI prefix property valueType category Thumbnails image about lang xmptk parseType resource""".split()
)
_NAMES: Final = {"creator": "Author", "title": "Title", "description": "Subject", "subject": "Keywords", "Keywords": "Keywords"}
_OWN: Final = frozenset({"li", "Bag", "Seq", "Alt", "Description", "RDF", "value"})
_BREAKS: Final = frozenset({"p", "br", "div", "li", "body"})
_OF_FORMS: Final = frozenset({"script", "config", "xmpmeta", "stylesheet", "localeSet", "connectionSet", "signature", "PDFSecurity", "form"})


def _parse(data: bytes) -> Any:
    """The tree of `data`; None where it is no XML, or brings entities."""
    try:
        return parse(data.strip(b"\x00\t\r\n "))
    except (SyntaxError, ValueError):
        return None


def metadata(data: bytes) -> list[tuple[str, str]] | None:
    """`(label, value)` for what metadata says of people and contents, not of programs; None where it is no XML."""
    root = _parse(data)
    return list(_told(root)) if root is not None else None


def _told(root: Any) -> Iterator[tuple[str, str]]:
    for element in root.iter("*"):
        names = [name for node in (element, *element.iterancestors()) if (name := kind_of(node.tag)) not in _OWN]
        flowing = [element.text, *(child.tail for child in element)]
        told = [(names[0] if names else "Text", text or "") for text in flowing] + [(kind_of(key), value) for key, value in element.attrib.items()]
        for key, value in told:
            if key and value.strip() and key not in _OF_PROGRAMS:
                yield _NAMES.get(key, key), value


def form(packets: Any) -> Iterator[tuple[str, str]]:
    """`(field, value)` of a form in XML: its data first, then what its template says."""
    value = solid(packets)
    streams = [solid(entry) for entry in value] if isinstance(value, list) else [value]
    parts = [stream.get_data() for stream in streams if hasattr(stream, "get_data")]
    whole = _parse(b"".join(parts))
    roots = [whole] if whole is not None else [root for part in parts if (root := _parse(part)) is not None]
    if not roots and parts:
        raise FormatError("the PDF is damaged: its form cannot be read")
    for root in roots:
        yield from _leaves(root)


def _leaves(root: Any) -> Iterator[tuple[str, str]]:
    for element in root.iter("*"):
        name = kind_of(element.tag)
        if name in _OF_FORMS or any(kind_of(above.tag) in _OF_FORMS for above in element.iterancestors()):
            continue
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                yield _field(element, name), text.strip()


def _field(element: Any, name: str) -> str:
    """The name of the field that a text is of: a value in a template stands below its field."""
    if name not in {"text", "value", "p", "body", "exData", "integer", "date", ""}:
        return name
    named = (above.get("name") for above in element.iterancestors() if above.get("name"))
    return next(named, "Text")


def rich(value: Any) -> str:
    """The words of a rich text, in one line; what stands within a paragraph is not torn apart."""
    value = solid(value)
    data = value.get_data() if hasattr(value, "get_data") else plain(value).encode()
    root = _parse(data)
    if root is None:
        return " ".join(plain(data).split())
    return " ".join(_flowing(root).split())


def _flowing(element: Any) -> str:
    inner = "".join(_flowing(child) + (child.tail or "") for child in element)
    blank = " " if kind_of(element.tag) in _BREAKS else ""
    return f"{blank}{element.text or ''}{inner}{blank}" if isinstance(element.tag, str) else ""
