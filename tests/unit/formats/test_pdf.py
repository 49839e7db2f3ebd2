"""PDF: the text layer is read in order, rows of tables with tabs; what has no text is refused, never passed over."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, SimpleDocTemplate, Table

from incognote.document import Document
from incognote.formats import pdf
from incognote.formats.placed import Piece, compose
from incognote.formats.source import LEFT_OUT, Unread, from_bytes

STYLE = getSampleStyleSheet()["BodyText"]
LOREM = "The worker went to the house and nobody was there to open the door. " * 8


def read(data: bytes) -> Document:
    item = next(iter(pdf.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    item = next(iter(pdf.read(from_bytes(data))))
    assert isinstance(item, Unread)
    return item.reason


def drawn(draw: Callable[[Canvas], None]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    draw(canvas)
    canvas.save()
    return out.getvalue()


def plain(text: str = "Report date 11/07/2016") -> bytes:
    return drawn(lambda canvas: canvas.drawString(54, 700, text))


def table(rows: list[list[object]]) -> bytes:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4).build([Table(rows, colWidths=[90, 90, 70, 120, 90]), Paragraph(LOREM, STYLE)])
    return out.getvalue()


def grey_picture(canvas: Canvas, width: float, height: float) -> None:
    from PIL import Image

    canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, width, height)


def test_a_row_of_a_table_is_a_line_with_tabs_and_a_cell_over_several_lines_is_one_cell() -> None:
    text = read(
        table(
            [
                ["Name", "Relationship", "DOB", "Address", "Phone"],
                [Paragraph("Willow Anne-Marie Fisher Longname", STYLE), "mother", "1990/7/27", Paragraph("216 Little Yew Close, Callodale North QLD 4896", STYLE), "0491 575 789"],
                ["Callan McMahon", "child", "2017/06/02", Paragraph("as above, in the room behind the house", STYLE), ""],
            ]
        )
    ).text
    assert "Willow Anne-Marie Fisher Longname\tmother\t1990/7/27\t216 Little Yew Close, Callodale North QLD 4896\t0491 575 789\n" in text
    assert "Callan McMahon\tchild\t2017/06/02\tas above, in the room behind the house\n" in text


def test_lines_of_prose_stay_lines() -> None:
    text = read(table([["a", "b", "c", "d", "e"]])).text
    assert " ".join(text.split()).count("The worker went") == 8
    assert "\t" not in text.partition("e\n")[2]


def test_two_columns_are_read_one_behind_the_other() -> None:
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4)
    frames = [Frame(54, 54, 220, 700), Frame(300, 54, 220, 700)]
    document.addPageTemplates([PageTemplate(frames=frames)])
    document.build([Paragraph(f"{word}: {LOREM}", STYLE) for word in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth") * 2])
    text = read(out.getvalue()).text
    order = [text.index(f"{word}:") for word in ("first", "second", "third", "tenth")]
    assert order == sorted(order)
    assert text.count("nobody was there") + text.count("nobody\nwas there") + text.count("nobody was\nthere") >= 150


def test_pieces_of_one_word_are_put_together_and_words_apart() -> None:
    assert compose([Piece("Mich", 54, 700, 10), Piece("ael", 74, 700, 10, True), Piece("Young", 94, 700, 10)]) == "Michael Young"


def test_a_name_that_the_margin_cuts_is_whole_and_rows_stay_rows() -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from incognote.lab.synth.pdf import write_pdf

    story = "He was seen there by the other parent whose name is known to us all and whom we call Ann Lee Kowalczyk here. " * 9
    rows = [f"| {LOREM[:70]} | father | Ned Clark {number} |" for number in range(3)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        write_pdf("\n".join([story, "", *rows]), path, script="en")
        text = read(path.read_bytes()).text
    assert text.count("Ann Lee Kowalczyk") == 9
    assert text.count("\n|") == 3


def test_a_scanned_page_is_an_error_that_names_it() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(54, 700, LOREM[:90])
        canvas.showPage()
        grey_picture(canvas, *A4)

    assert refusal(drawn(draw)) == "page 2 is an image without text (a scan): run text recognition on it first"


def test_a_scan_with_a_stamp_of_few_letters_is_a_scan() -> None:
    def draw(canvas: Canvas) -> None:
        grey_picture(canvas, *A4)
        canvas.drawString(54, 800, "Page 1 of 1, received")

    assert "a scan" in refusal(drawn(draw))


def test_a_scan_with_recognised_text_behind_it_is_read() -> None:
    def draw(canvas: Canvas) -> None:
        grey_picture(canvas, *A4)
        text = canvas.beginText(54, 700)
        text.setTextRenderMode(3)
        text.textLines(["Mother: Maree Costa " + LOREM[:60]] * 3)
        canvas.drawText(text)

    assert "Maree Costa" in read(drawn(draw)).text


def test_a_small_picture_beside_text_is_a_letterhead() -> None:
    def draw(canvas: Canvas) -> None:
        grey_picture(canvas, 60, 60)
        canvas.drawString(54, 700, "Short note.")

    assert read(drawn(draw)).text == "Short note.\n"


def test_an_empty_page_among_others_is_no_error_and_an_empty_pdf_is_one() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(54, 700, "one")
        canvas.showPage()
        canvas.showPage()

    assert read(drawn(draw)).text == "one\n"
    assert refusal(drawn(lambda canvas: canvas.showPage())) == "there is no text in the PDF"


def test_a_page_of_drawn_outlines_is_refused() -> None:
    assert "page 1" in refusal(drawn(lambda canvas: canvas.circle(200, 300, 50, fill=1)))


def encrypted(user: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(plain())))
    writer.encrypt(user_password=user, owner_password="owner", algorithm="AES-256")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_an_encrypted_pdf_is_refused_and_one_that_opens_without_a_password_is_read() -> None:
    assert refusal(encrypted("secret")) == "the PDF is encrypted: save it without a password"
    assert "11/07/2016" in read(encrypted("")).text


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_a_truncated_pdf_is_refused(share: float) -> None:
    data = table([["Name", "b", "c", "d", "e"]] * 30)
    assert refusal(data[: int(len(data) * share)]) == "the PDF is damaged: its end is missing"


def test_a_truncated_pdf_with_an_end_is_refused_or_whole() -> None:
    data = table([["Name", "b", "c", "d", "e"]] * 30)
    whole = read(data).text
    for share in range(1, 20):
        item = next(iter(pdf.read(from_bytes(data[: len(data) * share // 20] + b"\n%%EOF\n"))))
        assert isinstance(item, Unread) or item.text == whole


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.4\n%%EOF", b"\x00" * 5000, b"%PDF-1.7\n" + b"1 0 obj\n" * 5000 + b"%%EOF"])
def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    assert "PDF" in refusal(data)


def test_letters_without_a_character_table_are_refused() -> None:
    assert "character table" in refusal(drawn(lambda canvas: _unmapped(canvas)))


def _unmapped(canvas: Canvas) -> None:
    canvas.drawString(54, 700, "x")
    codes = "".join(f"\\{number:03o}" for number in range(1, 8)) * 12
    canvas._code.append(f"BT /F1 10 Tf 1 0 0 1 54 600 Tm ({codes}) Tj ET")  # type: ignore[attr-defined]


def test_filled_fields_and_files_of_text_are_read_and_other_embedded_files_are_named() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(54, 700, "Name of mother:")
        canvas.acroForm.textfield(name="mother", value="Maree Costa", x=54, y=600, width=200, height=20)

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(drawn(draw))))
    writer.add_attachment("list.txt", b"Ned Kavanagh")
    writer.add_attachment("scan.png", b"\x89PNG\r\n\x1a\n\x00\x00")
    out = io.BytesIO()
    writer.write(out)
    document = read(out.getvalue())
    assert "mother: Maree Costa" in document.text
    assert "\n\nNed Kavanagh\n" in document.text
    assert document.meta[LEFT_OUT] == "1 embedded file"


def test_chinese_is_read() -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from incognote.lab.synth.pdf import write_pdf

    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pdf"
        write_pdf("案主：王小明\n案母\t陳美玲", path, script="zh-TW")
        assert read(path.read_bytes()).text == "案主：王小明\n案母\t陳美玲\n"


def test_no_message_holds_a_word_of_the_report() -> None:
    for data in (encrypted("secret"), plain("Maree Costa")[:-40], drawn(lambda c: grey_picture(c, *A4))):
        item = next(iter(pdf.read(from_bytes(data))))
        assert "Maree" not in repr(item)


def test_ten_reports_of_three_pages_take_less_than_two_seconds() -> None:
    def draw(canvas: Canvas) -> None:
        for _ in range(3):
            for line in range(48):
                canvas.drawString(54, 760 - 14 * line, LOREM[:90])
            canvas.showPage()

    data = drawn(draw)
    start = time.process_time()
    for _ in range(10):
        read(data)
    assert time.process_time() - start < 2
