"""One page of a PDF: its text in lines, the notes on it, and whether it shows what is no text.

Text counts whether it can be seen or not: white, behind a picture, in a layer that is off, or written in
rendering mode 3 as text recognition does. Texts that a page says stand for what it shows (ActualText, Alt) count too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from incognote.errors import FormatError
from incognote.formats.pdf import xml as pdf_xml
from incognote.formats.pdf.file import OPERATORS, plain, solid
from incognote.formats.placed import Piece, compose

if TYPE_CHECKING:
    from pypdf import PageObject

_FEW: Final = 100
"""Letters on a page that is a scan all the same: a stamp, a page number."""
_COVERED: Final = 0.4
_PICTURE: Final = 0.01
"""Share of a page above which a picture is named: a label of a patient is larger, the mark of a letterhead smaller."""
_UNREADABLE: Final = 0.1
_BAD: Final = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd\x00-\x08\x0b\x0e-\x1f]|\\(cid:\\d+\\)")
_PAINT: Final = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s", b"sh"})
_COST: Final = 100
"""Steps that a drawing within a page counts for: it is unpacked and looked at each time."""
_DRAWINGS: Final = 2_000
"""Drawings and pictures on a page, those within others counted each time; of more than 5,000 the reader says nothing."""
_INSTEAD: Final = ("/ActualText", "/Alt", "/E")
_ORDERINGS: Final = frozenset({"CNS1", "GB1", "Japan1", "Korea1", "KR", "UCS"})
"""Collections of characters whose codes are known without a table in the file: ISO 32000-1, 9.7.5.2."""
_SIZES: Final = (36.0, 14_400.0)


Trouble = Literal["", "scan", "unreadable"]


@dataclass(frozen=True, slots=True)
class Page:
    """`trouble`: why the text is not all that the page shows, empty where it is; `sizes`: where in `text`
    letters of which height begin, in points; `pictures` are shares of the page, `unmapped` the letters that nothing says which they are."""

    number: int
    text: str = field(repr=False)
    sizes: tuple[tuple[int, float], ...]
    shape: tuple[float, float]
    pictures: tuple[float, ...] = ()
    notes: tuple[str, ...] = field(default=(), repr=False)
    trouble: Trouble = ""
    unmapped: int = 0


@dataclass(slots=True)
class _Drawn:
    """What has been drawn on a page so far; `steps` counts on over the pages of a file."""

    steps: int
    texts: list[tuple[str, list[float], list[float], float]] = field(default_factory=list, repr=False)
    painted: list[float] = field(default_factory=list)
    instead: list[str] = field(default_factory=list, repr=False)
    drawings: int = 0
    unmapped: int = 0
    fonts: dict[int, tuple[Any, bool]] = field(default_factory=dict, repr=False)
    """By identity, each kept with its verdict: a font that is let go may leave its number to another."""

    def text(self, text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text:
            self.texts.append((text, list(cm), list(tm), float(size or 0)))
            if font is None:
                return
            if id(font) not in self.fonts:
                self.fonts[id(font)] = (font, _is_unmapped(font))
            if self.fonts[id(font)][1]:
                self.unmapped += sum(not c.isspace() for c in text)

    def operator(self, operator: bytes, operands: Any, cm: Any, _: Any) -> None:
        self.steps += _COST if operator == b"Do" else 1
        self.drawings += operator == b"Do"
        self.check()
        self.painted.extend(_area(operator, cm))
        if operator in {b"BDC", b"DP"} and len(operands) > 1 and isinstance(operands[1], dict):
            self.instead.extend(filter(None, (plain(operands[1].get(key)) for key in _INSTEAD)))

    def check(self) -> None:
        """FormatError where there is more than can be looked at."""
        if self.steps > OPERATORS or self.drawings > _DRAWINGS:
            raise FormatError("the PDF holds more than a report can have: split it")


def read_page(page: PageObject, number: int, steps: int = 0) -> tuple[Page, int]:
    """The page, and how many drawing steps the file has had by then."""
    drawn = _Drawn(steps)
    page.extract_text(visitor_text=drawn.text, visitor_operand_before=drawn.operator)
    drawn.check()  # an error raised within a drawing is swallowed on its way here
    pieces = list(_pieces(drawn.texts))
    text = compose(pieces).strip("\n")
    letters = sum(c.isalnum() for c in text)
    shape = float(page.mediabox.width), float(page.mediabox.height)
    surface = max(1.0, shape[0] * shape[1])
    shares = tuple(area / surface for area in drawn.painted if area > _PICTURE * surface)
    trouble: Trouble = ""
    if (not letters and drawn.painted) or (letters < _FEW and max(shares, default=0.0) >= _COVERED):
        trouble = "scan"
    elif len(_BAD.findall(text)) + drawn.unmapped > _UNREADABLE * max(1, letters):
        trouble = "unreadable"
    instead = [line for line in dict.fromkeys(drawn.instead) if line not in text]
    notes = (*_notes(page, text), *instead)
    bounded = tuple(min(max(side, _SIZES[0]), _SIZES[1]) for side in shape)
    return Page(number, text, tuple(_heights(text, pieces)), (bounded[0], bounded[1]), shares, notes, trouble, drawn.unmapped), drawn.steps


def _is_unmapped(font: Any) -> bool:
    """Whether nothing says which characters a font's codes are: glyph numbers of an embedded part of a font."""
    if solid(font.get("/ToUnicode")) is not None:
        return False
    encoding = solid(font.get("/Encoding"))
    if font.get("/Subtype") != "/Type0":
        return encoding is None and (font.get("/Subtype") == "/Type3" or _is_own_code(solid(font.get("/FontDescriptor"))))
    if not isinstance(encoding, str):
        return True
    inner = solid((solid(font.get("/DescendantFonts")) or [None])[0])
    system = solid(inner.get("/CIDSystemInfo")) if isinstance(inner, dict) else None
    ordering = str(solid(system.get("/Ordering"))) if isinstance(system, dict) else ""
    if encoding.startswith("/Identity"):
        return ordering != "UCS"
    return ordering not in _ORDERINGS and not encoding.startswith("/Uni")


def _is_own_code(about: Any) -> bool:
    """Whether a font of one byte a letter is part of a font (bit 3: symbolic), its codes given as the letters came."""
    if not isinstance(about, dict) or solid(about.get("/FontFile2")) is None:
        return False
    flags = solid(about.get("/Flags"))
    return isinstance(flags, int) and bool(flags & 4)


def _pieces(drawn: Iterable[tuple[str, list[float], list[float], float]]) -> Iterator[Piece]:
    """A piece for each line that pypdf has gathered, at its place on the page."""
    last = "\n"
    for text, cm, tm, size in drawn:
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        size = abs(size * (tm[3] or tm[0] or 1) * (cm[3] or cm[0] or 1)) or 10.0
        is_joined = not (last[-1].isspace() or text[0].isspace())
        for line in text.split("\n"):
            if line.strip():
                yield Piece(line.strip(), x, y, size, is_joined)
            is_joined = False
            y -= 1.2 * size
        last = text


def _heights(text: str, pieces: Iterable[Piece]) -> Iterator[tuple[int, float]]:
    """Where each piece begins in the composed text, and its height."""
    at = 0
    for piece in pieces:
        at = text.find(piece.text, at)
        if at < 0:  # composing sets only blanks between pieces, so each stands behind the one before
            return
        yield at, piece.size
        at += len(piece.text)


def _area(operator: bytes, cm: list[float]) -> Iterator[float]:
    """Square points that an image takes; 0 for lines and surfaces."""
    if operator in {b"Do", b"INLINE IMAGE"}:
        yield abs(cm[0] * cm[3] - cm[1] * cm[2])
    elif operator in _PAINT:
        yield 0.0


def _notes(page: PageObject, text: str) -> Iterator[str]:
    """What is written in the notes on a page, and by whom; fields of forms are read elsewhere."""
    said: set[str] = set()
    for reference in solid(page.get("/Annots")) or ():
        note: Any = solid(reference)
        if not isinstance(note, dict):
            continue
        is_field = note.get("/Subtype") == "/Widget"
        contents = plain(solid(note.get("/Contents")))
        rich = pdf_xml.rich(note["/RC"]) if "/RC" in note else ""
        looks = () if is_field and _kind_of(note) not in {"/Sig", "/Btn"} else _drawn_note(page, note)
        drawn = [line for line in looks if line not in contents and line not in text]
        for line in (contents, rich if rich != " ".join(contents.split()) else "", *drawn, *(() if is_field else _about(note))):
            if line and line not in said:
                said.add(line)
                yield line


def _kind_of(widget: Any) -> str:
    """What a field of a form takes; it may be said of the field that this one is a part of."""
    for _ in range(8):
        if widget is None or not isinstance(widget, dict) or "/FT" in widget:
            break
        widget = solid(widget.get("/Parent"))
    return str(widget["/FT"]) if isinstance(widget, dict) and "/FT" in widget else ""


def _about(note: Any) -> Iterator[str]:
    for key, label in (("/T", "Author"), ("/Subj", "Subject"), ("/OverlayText", "Overlay")):
        value = plain(solid(note.get(key)))
        if value:
            yield f"{label}: {value}"


def _drawn_note(page: PageObject, note: Any) -> Iterator[str]:
    """Lines of what a note looks like, which may say something else than the note does: a stamp."""
    looks: Any = solid(note.get("/AP"))
    normal: Any = solid(looks.get("/N")) if isinstance(looks, dict) else None
    if not isinstance(normal, dict):
        return
    looks = [normal] if hasattr(normal, "get_data") else [solid(look) for look in normal.values()]
    for look in looks:
        if hasattr(look, "get_data"):
            yield from (line for line in map(str.strip, page.extract_xform_text(look).split("\n")) if line and not _BAD.search(line))
