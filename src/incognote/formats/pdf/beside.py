"""What a PDF holds beside its pages: who wrote it, bookmarks, layers, links, texts for screen readers, scripts.

Every object that can be reached from the end of the file is looked at. Texts under a known key are laid down with
a label, those under an unknown one if they look like words; keys that only programs read are passed over. A
key that nobody has thought of is so read rather than missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from incognote.errors import FormatError
from incognote.formats.pdf import files as pdf_files
from incognote.formats.pdf import xml as pdf_xml
from incognote.formats.pdf.file import plain, solid

if TYPE_CHECKING:
    from pypdf import PdfReader

_OBJECTS: Final = 500_000
LABELS: Final = {
    "/Author": "Author", "/Title": "Title", "/Subject": "Subject", "/Keywords": "Keywords", "/URI": "Link", "/P": "Page label",
    "/Alt": "Alternative text", "/ActualText": "Text", "/E": "Abbreviation", "/T": "Name", "/TU": "Field", "/Desc": "Description",
    "/Name": "Name", "/Reason": "Reason", "/Location": "Place", "/ContactInfo": "Contact", "/Contents": "Note", "/F": "File",
    "/UF": "File", "/Company": "Company", "/Manager": "Manager", "/V": "Value", "/DV": "Value", "/CA": "Caption", "/Opt": "Choice",
    "/Dest": "Target", "/D": "Target",
}  # fmt: skip
_OF_PROGRAMS: Final = frozenset(
    """/Lang /ID /DA /DS /NM /Registry /Ordering /CharSet /M /CreationDate /ModDate /LastModified /Producer /Creator /Trapped
    /RegistryName /OutputConditionIdentifier /OutputCondition /Info /FontFamily /CheckSum /Cert /Changes /Limits /PTEX.Fullbanner
    /PTEX.FileName /PTEX.PageNumber /Supplement /GTS_PDFXVersion /GTS_PDFXConformance /GTS_PDFA1Version /Style /IDS /S /Perms
    /ICNHidden /SourceModified /Version /ADBE /Build /R /Filter /SubFilter /JS /RC /Prop_Build /Font /FontDescriptor
    /ColorSpace /ExtGState /Shading /EF /XFA /RV""".split()
)
"""Keys whose texts only programs read, or that are read elsewhere (/JS, /RC, /RV, /EF, /XFA) or lead nowhere new."""
_SAY_NOTHING: Final = frozenset(
    {"untitled", "unspecified", "(unspecified)", "anonymous", "(anonymous)", "report", "document", "scan", "none", "null", "unknown", "true", "false", "on", "off", "yes", "no"}
)
_WORDS: Final = re.compile(r"[^\x00-\x7f]|\d{4}|[A-Za-z]{2,}[ ,._-]+[A-Za-z]{2,}|[A-Z][a-z]+")
_QUOTED: Final = re.compile(r'"((?:[^"\\\n]|\\.){2,500})"|\'((?:[^\'\\\n]|\\.){2,500})\'|//([^\n]{2,500})|/\*([^*]{2,500})\*/')
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\(.)")
_PLAYED: Final = frozenset({"/Sound", "/Movie", "/Screen", "/3D", "/RichMedia"})


@dataclass(slots=True)
class Beside:
    """Lines in the order they were met, each once, and what was met that cannot be read, with its number."""

    seen: str = field(default="", repr=False)
    """Text that has been laid down already; what stands in it is not said again."""
    lines: dict[str, None] = field(default_factory=dict, repr=False)
    form: dict[str, None] = field(default_factory=dict, repr=False)
    """Lines of a form that is kept as XML: what stands on the pages of such a file is a request to wait."""
    said: set[str] = field(default_factory=set, repr=False)
    files: list[str] = field(default_factory=list, repr=False)
    unread: dict[str, int] = field(default_factory=dict, repr=False)

    def say(self, label: str, value: str, *, is_form: bool = False) -> None:
        text = " ".join(value.split())
        if text and text.lower() not in _SAY_NOTHING and text not in self.seen and text not in self.said:
            self.said.add(text)
            (self.form if is_form else self.lines)[f"{label}: {text}"] = None

    def miss(self, what: str) -> None:
        self.unread[what] = self.unread.get(what, 0) + 1


def beside(reader: PdfReader, seen: str, nested: pdf_files.Nested) -> Beside:
    """All that is no page; `nested` reads a PDF that lies in this one."""
    found = Beside(seen)
    for key, value in (solid(reader.trailer.get("/Info")) or {}).items():
        _text(found, key, value)
    for owner in _objects(reader):
        _look(found, owner, nested)
    return found


def _objects(reader: PdfReader) -> Iterator[Any]:
    """Every dictionary below the root of the file, each once, in the order in which they are named."""
    stack: list[Any] = [reader.trailer["/Root"]]
    visited: set[tuple[int, int]] = set()
    count = 0
    while stack:
        value = stack.pop()
        if hasattr(value, "idnum"):
            if (value.idnum, value.generation) in visited:
                continue
            visited.add((value.idnum, value.generation))
            value = solid(value)
        count += 1
        if count > _OBJECTS:
            raise FormatError("the PDF holds more than a report can have: split it")
        if isinstance(value, dict):
            yield value
            stack += [entry for key, entry in reversed(value.items()) if key not in _OF_PROGRAMS and _is_branch(entry)]
        elif isinstance(value, list):
            stack += [entry for entry in reversed(value) if _is_branch(entry)]


def _is_branch(value: Any) -> bool:
    return hasattr(value, "idnum") or isinstance(value, (dict, list))


def _look(found: Beside, owner: Any, nested: pdf_files.Nested) -> None:
    """All texts of one dictionary of the file."""
    if owner.get("/Subtype") in _PLAYED and owner.get("/Type") in {None, "/Annot"}:
        found.miss("sound or film")
    if owner.get("/Type") == "/Metadata" or owner.get("/Subtype") == "/XML":
        told = pdf_xml.metadata(owner.get_data())
        if told is None:
            found.miss("part that describes the file")
        for label, value in told or ():
            found.say(label, value)
        return
    if "/EF" in owner:
        _file(found, owner, nested)
    if "/JS" in owner:
        found.miss("script")
        for value in _words_of_script(_script(owner)):
            found.say("Script", value)
    if "/XFA" in owner:
        for label, value in pdf_xml.form(owner["/XFA"]):
            found.say(label, value, is_form=True)
    if "/RV" in owner:
        found.say("Value", pdf_xml.rich(owner["/RV"]))
    for key, value in owner.items():
        if isinstance(value, list) and key not in _OF_PROGRAMS:
            for entry in value:
                _text(found, key, entry)
        else:
            _text(found, _renamed(owner, key), value)


def _renamed(owner: Any, key: str) -> str:
    """What a key says, where that depends on whose it is; a name of a field is read only if it looks like words."""
    if key == "/Name" and owner.get("/Type") == "/OCG":
        return "Layer"
    if key == "/Name" and "/ByteRange" in owner:
        return "Signed by"
    if key == "/T" and ("/FT" in owner or "/Kids" in owner):
        return "/FieldName"
    if key == "/Contents" and "/ByteRange" in owner:  # the numbers of a signature
        return "/M"
    if key == "/Title" and ("/Dest" in owner or "/A" in owner or "/Parent" in owner):
        return "Bookmark"
    return key


def _text(found: Beside, key: str, value: Any) -> None:
    """A text under a key: always where the key is known, else if it looks like words."""
    value = solid(value)
    if key in {"/V", "/DV"} and hasattr(value, "get_data"):
        value = value.get_data()
    is_text = (isinstance(value, (str, bytes)) and hasattr(value, "original_bytes")) or isinstance(value, bytes)
    if key in _OF_PROGRAMS or not is_text:
        return
    text = plain(value)
    if key in LABELS or not key.startswith("/"):
        found.say(LABELS.get(key, key), text)
    elif _WORDS.search(text):
        found.say(key.removeprefix("/"), text)


def _file(found: Beside, owner: Any, nested: pdf_files.Nested) -> None:
    name = plain(solid(owner.get("/UF"))) or plain(solid(owner.get("/F"))) or "file"
    inside = pdf_files.inside(owner["/EF"], nested)
    found.say("Attachment", name)
    if inside is None:
        found.miss("embedded file")
    else:
        found.files.append(inside.text)
        found.lines.update(dict.fromkeys(inside.lines))


def _script(owner: Any) -> str:
    code = solid(owner["/JS"])
    if hasattr(code, "get_data"):
        code = code.get_data()
    return plain(code)


def _words_of_script(code: str) -> Iterator[str]:
    """What a script says or remarks: its quoted texts and its comments."""
    for match in _QUOTED.finditer(code):
        text = next(filter(None, match.groups()))
        text = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else " " if escape[2] in "nrt" else escape[2], text)
        if _WORDS.search(text):
            yield text.strip()
