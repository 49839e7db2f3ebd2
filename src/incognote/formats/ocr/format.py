"""Text recognition: pages of a PDF that are pictures, and picture files; only where it was asked for.

`pypdfium2` draws a page, `Pillow` opens a picture, the program `tesseract` reads it. The picture goes to the program
through a pipe and the words come back through one, so neither is ever a file on the disk. Whatever was
recognised is said, with how sure the program was; a page it was not sure of is refused.
"""

from __future__ import annotations

import io
import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from incognote.document import Document
from incognote.errors import FormatError, UsageError
from incognote.formats.ocr.lines import Word, lines_of, words_of
from incognote.formats.source import LEFT_OUT, RECOGNISED, Item, Source, one_document

if TYPE_CHECKING:
    from incognote.formats.pdf.page import Page

SURE: Final = 60.0
"""Mean confidence of a page, 0 to 100, below which it counts as not read."""
LANGUAGES: Final = ("chi_tra", "chi_sim", "eng")
_DPI: Final = 300
_PIXELS: Final = 60_000_000
"""Of one page; A4 at 600 dots an inch has 35 million."""
_FRAMES: Final = 500
_NARROW: Final = 1_200
"""Pixels below which a picture is drawn twice as wide: letters of less than twenty are guessed at."""
_SECONDS: Final = 180
_BLANK: Final = 160
"""The darkest grey of a sheet with nothing on it, 0 to 255."""
_FORMATS: Final = ("PNG", "JPEG", "TIFF", "BMP")
_FAULTS: Final = (EOFError, LookupError, MemoryError, OSError, SyntaxError, TypeError, ValueError, struct.error, zlib.error)


class Seen(NamedTuple):
    """What was recognised of a picture; `sure` is the mean confidence over its letters, None where there are none."""

    text: str
    sure: float | None

    def __repr__(self) -> str:
        return f"Seen({len(self.text)} characters, {self.sure})"


def ask_for_packages() -> None:
    """UsageError that says what is missing for text recognition."""
    if find_spec("pypdfium2") is None or find_spec("PIL") is None:
        raise UsageError("text recognition needs more packages: pip install 'incognote[ocr]'")
    missing = [language for language in LANGUAGES if language not in _languages()]
    if missing:
        packages = " ".join(["tesseract-ocr", *(f"tesseract-ocr-{language.replace('_', '-')}" for language in LANGUAGES)])
        raise UsageError(f"text recognition needs the program tesseract with {', '.join(LANGUAGES)} (Debian: apt install {packages})")


@lru_cache(maxsize=1)
def _languages() -> tuple[str, ...]:
    program = shutil.which("tesseract")
    if program is None:
        return ()
    told = subprocess.run([program, "--list-langs"], capture_output=True, check=False, timeout=_SECONDS)
    return tuple(told.stdout.decode("utf-8", "replace").split("\n")[1:])


def read(source: Source, *, encoding: str | None = None, ocr: bool = False) -> Iterator[Item]:
    """The one Document of a picture file (PNG, JPEG, TIFF of one or many pages); `encoding` means nothing here."""
    del encoding
    if ocr:
        ask_for_packages()
    yield one_document(source, lambda name, data: _document(name, data, ocr=ocr))


def _document(name: str, data: bytes, *, ocr: bool) -> Document:
    if not ocr:
        raise FormatError("this is a picture: its text is read only where text recognition is asked for")
    seen = [(number, _sure_of(recognise(frame), number)) for number, frame in enumerate(_frames(data), 1)]
    text = "\n\n".join(found.text for _, found in seen if found.text)
    if not text:
        raise FormatError("text recognition found no text in the picture")
    blank = [number for number, found in seen if not found.text]
    meta = {RECOGNISED: _told([(number, found) for number, found in seen if found.text])}
    return Document(name, text + "\n", {}, {**meta, LEFT_OUT: f"pages without text: {', '.join(map(str, blank))}"} if blank else meta)


def of_pages(data: bytes, pages: Sequence[Page]) -> tuple[list[Page], str]:
    """`pages` of the PDF in `data`, with those recognised that are no text; and what is said of that."""
    wanted = [page.number for page in pages if page.trouble]
    if not wanted:
        return list(pages), ""
    seen = {number: _sure_of(recognise(picture), number) for number, picture in _drawn(data, wanted)}
    found = [_with_text(page, seen[page.number]) if page.number in seen else page for page in pages]
    return found, _told([(number, each) for number, each in seen.items() if each.text])


def _with_text(page: Page, seen: Seen) -> Page:
    """A page with what was recognised: behind the letters of a stamp, instead of letters that nobody can read."""
    typed = [line for line in page.text.split("\n") if line and line not in seen.text] if page.trouble == "scan" else []
    text = "\n".join(filter(None, [*typed, seen.text]))
    return replace(page, text=text, sizes=(), trouble="", unmapped=0, pictures=() if seen.text else page.pictures)


def _sure_of(seen: Seen, number: int) -> Seen:
    if seen.sure is not None and seen.sure < SURE:
        raise FormatError(f"page {number}: text recognition is not sure of what it reads (mean confidence {seen.sure:.0f} %)")
    return seen


def _told(seen: Sequence[tuple[int, Seen]]) -> str:
    if not seen:
        return ""
    letters = sum(len(found.text) for _, found in seen)
    sure = sum((found.sure or 0.0) * len(found.text) for _, found in seen) / letters
    numbers = ", ".join(str(number) for number, _ in seen)
    return f"page{'s' * (len(seen) > 1)} {numbers} by text recognition, mean confidence {sure:.0f} %"


def _drawn(data: bytes, numbers: Iterable[int]) -> Iterator[tuple[int, Any]]:
    """Pages of a PDF as grey pictures."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        try:
            for number in numbers:
                page = document[number - 1]
                width, height = page.get_size()
                scale = min(_DPI / 72, (_PIXELS / max(1.0, width * height)) ** 0.5)
                yield number, page.render(scale=scale, grayscale=True).to_pil()
        finally:
            document.close()
    except (pypdfium2.PdfiumError, *_FAULTS):
        raise FormatError("the PDF is damaged: a page cannot be drawn") from None


def _frames(data: bytes) -> Iterator[Any]:
    """Every page of a picture file, grey; FormatError where there are too many or they are too large."""
    from PIL import Image, ImageSequence

    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            if getattr(picture, "n_frames", 1) > _FRAMES:
                raise FormatError(f"the picture has more than {_FRAMES} pages: split it")
            for frame in ImageSequence.Iterator(picture):
                if frame.width * frame.height > _PIXELS:
                    raise FormatError("the picture is larger than a page can be")
                yield _flat(frame)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FormatError("the picture is larger than a page can be") from None
    except _FAULTS:
        raise FormatError("this is not a picture that can be read, or it is damaged") from None


def _flat(frame: Any) -> Any:
    """Grey on white, upright as the camera says, and not too small."""
    from PIL import Image, ImageOps

    picture = ImageOps.exif_transpose(frame)
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture.convert("RGBA"))
    if picture.mode.startswith("I;16"):
        picture = picture.point(lambda value: value / 256)
    grey = picture.convert("L")
    return grey.resize((grey.width * 2, grey.height * 2)) if max(grey.size) < _NARROW else grey


def recognise(picture: Any, run: Callable[[bytes, str], list[Word]] | None = None) -> Seen:
    """What stands on a grey picture. A page that reads badly may lie on its side: it is looked at once more."""
    if picture.getextrema()[0] > _BLANK:
        return Seen("", None)
    data = b"P5 %d %d 255\n" % picture.size + picture.tobytes()
    ask = run or _run
    first = _seen(ask(data, "3"))
    if first.sure is not None and first.sure >= SURE:
        return first
    second = _seen(ask(data, "1"))
    return max(first, second, key=lambda seen: seen.sure or 0.0)


def _seen(words: Sequence[Word]) -> Seen:
    letters = sum(len(word.text) for word in words)
    if not letters:
        return Seen("", None)
    return Seen(lines_of(words), sum(word.sure * len(word.text) for word in words) / letters)


def _run(data: bytes, mode: str) -> list[Word]:
    """The words that `tesseract` reads, dividing the page in the way that `mode` names."""
    command = [shutil.which("tesseract") or "tesseract", "stdin", "stdout", "-l", "+".join(LANGUAGES), "--psm", mode, "--dpi", str(_DPI), "tsv"]
    try:
        told = subprocess.run(
            command, input=data, capture_output=True, check=False, timeout=_SECONDS, env={**os.environ, "OMP_THREAD_LIMIT": "1"}
        )
    except subprocess.TimeoutExpired:
        raise FormatError("text recognition takes too long") from None
    except OSError:
        raise FormatError("text recognition cannot be started") from None
    if told.returncode:
        raise FormatError("text recognition failed")
    return words_of(told.stdout.decode("utf-8", "replace"))
