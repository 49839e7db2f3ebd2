"""Text recognition: only where it is asked for, always said, and refused where it is not sure."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest

Image = pytest.importorskip("PIL.Image", reason="Pillow (extra `ocr`) is not installed")
pytest.importorskip("pypdfium2", reason="pypdfium2 (extra `ocr`) is not installed")

from reportlab.lib.pagesizes import A4  # noqa: E402
from reportlab.lib.utils import ImageReader  # noqa: E402

from hidden_parts import pdf as crafted  # noqa: E402
from incognote.document import Document, Result  # noqa: E402
from incognote.errors import FormatError, UsageError  # noqa: E402
from incognote.formats import pdf  # noqa: E402
from incognote.formats.ocr import format as ocr  # noqa: E402
from incognote.formats.ocr.lines import Word, lines_of, words_of  # noqa: E402
from incognote.formats.source import LEFT_OUT, RECOGNISED, Unread, from_bytes  # noqa: E402


def has_program() -> bool:
    program = shutil.which("tesseract")
    if program is None:
        return False
    told = subprocess.run([program, "--list-langs"], capture_output=True, check=False).stdout.decode()
    return set(ocr.LANGUAGES) <= set(told.split())


needs_program = pytest.mark.skipif(not has_program(), reason="tesseract with chi_tra, chi_sim and eng is not installed")


def letter(*, width: int = 1240, height: int = 500) -> Image.Image:
    """A sheet drawn from a PDF: the same letters on every machine."""
    import pypdfium2

    def draw(canvas: crafted.Canvas) -> None:
        canvas.setFont("Helvetica", 14)
        canvas.drawString(54, 600, "Patient: Mary Wu, MRN 1234567")
        canvas.drawString(54, 570, "Phone 0912-345-678")

    document = pypdfium2.PdfDocument(crafted.drawn(draw, lines=()))
    page = document[0].render(scale=width / A4[0], grayscale=True).to_pil()
    document.close()
    return page.crop((0, 450, width, 450 + height))


def png(picture: Image.Image, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()


def scan() -> bytes:
    """A page of text, then the picture of one."""
    def draw(canvas: crafted.Canvas) -> None:
        canvas.showPage()
        canvas.drawImage(ImageReader(letter()), 0, 300, A4[0], A4[0] * 500 / 1240)

    return crafted.drawn(draw)


def word(text: str, left: int, *, line: int = 1, block: int = 1, height: int = 20) -> Word:
    return Word((1, block, 1, line), left, 0, height * len(text), height, 90.0, text)


def reading(sure: float, text: str = "Mary") -> object:
    return lambda data, mode: [Word((1, 1, 1, 1), 0, 0, 40, 20, sure, text)]


def test_blanks_that_recognition_sets_between_ideographs_are_not_the_pages() -> None:
    assert lines_of([word("姓名", 0), word(":", 46), word("王", 70), word("大", 94), word("明", 118)]) == "姓名:王大明"


def test_a_wide_gap_is_a_cell_and_words_of_latin_letters_stay_apart() -> None:
    assert lines_of([word("Mary", 0), word("Wu", 90), word("MRN", 400)]) == "Mary Wu\tMRN"


def test_lines_are_lines_and_a_blank_line_stands_between_blocks() -> None:
    assert lines_of([word("一", 0), word("二", 0, line=2), word("三", 0, block=2)]) == "一\n二\n\n三"


def test_rows_that_are_no_words_are_passed_over() -> None:
    table = "level\tx\n4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t88.5\t王\n5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t-1\tx\nbroken\n"
    assert [(each.text, each.sure) for each in words_of(table)] == [("王", 88.5)]


def test_a_picture_is_refused_where_recognition_was_not_asked_for() -> None:
    (item,) = ocr.read(from_bytes(png(letter())))
    assert isinstance(item, Unread) and "asked for" in item.reason


def test_a_scan_is_refused_where_recognition_was_not_asked_for() -> None:
    (item,) = pdf.read(from_bytes(scan()))
    assert isinstance(item, Unread) and "page 2" in item.reason


def test_a_missing_program_is_said_with_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ())
    with pytest.raises(UsageError, match="tesseract-ocr-chi-tra"):
        next(pdf.read(from_bytes(scan()), ocr=True))


def test_a_page_that_recognition_is_not_sure_of_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    monkeypatch.setattr(ocr, "_run", reading(42.0))
    (item,) = pdf.read(from_bytes(scan()), ocr=True)
    assert isinstance(item, Unread) and "page 2" in item.reason and "42 %" in item.reason and "Mary" not in repr(item)


def test_what_was_recognised_is_said_with_its_page_and_how_sure_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    monkeypatch.setattr(ocr, "_run", reading(88.0))
    (item,) = pdf.read(from_bytes(scan()), ocr=True)
    assert isinstance(item, Document)
    assert item.meta == {RECOGNISED: "page 2 by text recognition, mean confidence 88 %"}
    assert item.text.endswith("\n\nMary\n")


def test_a_page_that_reads_badly_is_looked_at_again_for_its_side_up() -> None:
    modes = []

    def run(data: bytes, mode: str) -> list[Word]:
        modes.append(mode)
        return [word("Mary", 0)._replace(sure=30.0 if mode == "3" else 91.0)]

    assert ocr.recognise(letter(), run).sure == 91.0 and modes == ["3", "1"]


def test_an_empty_sheet_among_others_is_named_and_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    monkeypatch.setattr(ocr, "_run", reading(88.0))
    blank, out = Image.new("L", (1240, 500), 255), io.BytesIO()
    letter().save(out, "TIFF", save_all=True, append_images=[blank])
    (item,) = ocr.read(from_bytes(out.getvalue()), ocr=True)
    assert isinstance(item, Document) and item.meta[LEFT_OUT] == "pages without text: 2"
    (item,) = ocr.read(from_bytes(png(blank)), ocr=True)
    assert isinstance(item, Unread) and "no text" in item.reason


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4\n%%EOF", b"GIF89a\x01\x00"])
def test_what_is_no_picture_is_refused(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    (item,) = ocr.read(from_bytes(data), ocr=True)
    assert isinstance(item, Unread) and "not a picture" in item.reason


def test_a_picture_cut_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    data = png(letter())
    (item,) = ocr.read(from_bytes(data[: len(data) // 2]), ocr=True)
    assert isinstance(item, Unread) and "damaged" in item.reason


def test_a_picture_that_is_too_large_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_languages", lambda: ocr.LANGUAGES)
    monkeypatch.setattr(ocr, "_PIXELS", 1000)
    (item,) = ocr.read(from_bytes(png(letter())), ocr=True)
    assert isinstance(item, Unread) and "larger" in item.reason


def test_recognition_that_takes_too_long_or_fails_is_an_error_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("tesseract", 1)

    monkeypatch.setattr(subprocess, "run", slow)
    with pytest.raises(FormatError, match="too long"):
        ocr.recognise(letter())


@needs_program
def test_a_scanned_page_is_recognised_and_written_as_text() -> None:
    data = scan()
    (item,) = pdf.read(from_bytes(data), ocr=True)
    assert isinstance(item, Document)
    assert "Mary Wu" in item.text and "1234567" in item.text and "0912-345-678" in item.text
    assert "page 2 by text recognition" in item.meta[RECOGNISED]
    out = io.BytesIO()
    pdf.write([Result("1", "clean", item.text, {}, (), (), (), "")], out, from_bytes(data), ocr=True)
    (again,) = pdf.read(from_bytes(out.getvalue()))
    assert isinstance(again, Document) and "Mary Wu" in again.text and LEFT_OUT not in again.meta


@needs_program
def test_a_picture_file_is_recognised() -> None:
    (item,) = ocr.read(from_bytes(png(letter().convert("RGB"), "JPEG")), ocr=True)
    assert isinstance(item, Document) and "Mary Wu" in item.text
