"""A PDF is made anew from its scrubbed text: the same words in the same places, and nothing of the file it came from."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pypdfium2
import pytest
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, A5, landscape
from reportlab.pdfgen.canvas import Canvas

from hidden_parts import pdf as crafted
from hidden_parts.crafted import Crafted
from incognote.document import Document, Edit, Result
from incognote.errors import FormatError
from incognote.formats.pdf import format as pdf
from incognote.formats.pdf.fonts import Fonts
from incognote.formats.source import from_bytes
from incognote.text.edits import apply

FILES = [file for file in crafted.files() if not file.refused]


def text_of(data: bytes) -> str:
    item = next(iter(pdf.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item.text


def written(data: bytes, edits: Iterable[Edit] = ()) -> bytes:
    out = io.BytesIO()
    edits = tuple(edits)
    result = Result("1", "clean", apply(text_of(data), edits)[0], {}, (), edits, (), "")
    pdf.write([result], out, from_bytes(data))
    return out.getvalue()


def seen(data: bytes) -> list[str]:
    """The pages by another library, without the blanks in which libraries differ."""
    document = pypdfium2.PdfDocument(data)
    try:
        return ["".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def everything(data: bytes) -> bytes:
    """Every byte of a file, and of all its streams unpacked."""
    reader = PdfReader(io.BytesIO(data))
    parts = [data]
    for number in range(1, len(reader.xref[0]) + 1):
        value = reader.get_object(number)
        parts.append(repr(value).encode())
        if hasattr(value, "get_data"):
            parts.append(value.get_data())
    return b"\n".join(parts)


def masks(text: str, values: Iterable[str]) -> list[Edit]:
    found: dict[int, Edit] = {}
    for value in values:
        at = text.find(value)
        while at >= 0:
            found[at] = Edit(at, at + len(value), "[X]", "mask", "NAME", None)
            at = text.find(value, at + len(value))
    edits: list[Edit] = []
    for edit in sorted(found.values()):
        if not edits or edit.start >= edits[-1].end:
            edits.append(edit)
    return edits


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nobody_of_a_hidden_part_is_in_what_is_written(file: Crafted) -> None:
    data = written(file.data, masks(text_of(file.data), file.identities.values()))
    shown, whole = "".join(seen(data)), everything(data)
    for value in file.identities.values():
        assert "".join(value.split()) not in shown
        assert not [form for form in (value.encode(), value.encode("utf-16-be"), value.encode("utf-16-be").hex().encode()) if form in whole]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_what_describes_the_file_is_not_written_even_where_it_was_not_found(file: Crafted) -> None:
    reading = pdf.read_pdf(file.data)
    shown = "".join(seen(written(file.data)))
    beside = [line for block in reading.blocks if block.page is None for line in block.text.split("\n")]
    assert not [line for line in beside if "".join(line.split()) in shown]


def test_the_file_holds_no_attachment_bookmark_or_metadata() -> None:
    reader = PdfReader(io.BytesIO(written(FILES[2].data)))
    assert not list(reader.attachment_list) and not reader.outline and reader.xmp_metadata is None
    assert not {"/Names", "/AF", "/AcroForm", "/OCProperties", "/StructTreeRoot", "/PieceInfo"} & set(reader.trailer["/Root"])  # type: ignore[arg-type]
    assert "/Annots" not in reader.pages[0]


def pages(*texts: Iterable[str], shape: tuple[float, float] = A4) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=shape, invariant=1)
    for lines in texts:
        canvas.setFont("Helvetica", 10)
        for number, line in enumerate(lines):
            for column, cell in enumerate(line.split("\t")):
                canvas.drawString(54 + 150 * column, shape[1] - 60 - 14 * number, cell)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


TABLE = ("Test\tResult\tUnit", "Sodium\t140\tmmol/L", "Potassium in serum\t4.1\tmmol/L", "", "No further findings.")


def test_words_pages_and_rows_are_those_of_the_source_where_nobody_is_named() -> None:
    data = pages(TABLE, ("Second page.", "Nothing else."))
    again = written(data)
    assert seen(again) == seen(data)
    assert text_of(again) == text_of(data)


def test_columns_of_a_table_stand_under_one_another() -> None:
    page = pypdfium2.PdfDocument(written(pages(TABLE)))[0].get_textpage()
    lefts = []
    for word in ("Result", "140", "4.1"):
        index, _ = page.search(word).get_next()
        lefts.append(page.get_charbox(index)[0])
    assert max(lefts) - min(lefts) < 2


def test_chinese_of_both_scripts_and_signs_are_written() -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from incognote.lab.synth.pdf import write_pdf

    for script, text in (("zh-TW", "主訴：頭痛三天，體溫37.5℃，血壓≧140，α波±2，患者头痛"), ("zh-CN", "主诉：头痛三天，体温37.5℃，血压≥140，α波±2，病歷號碼")):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "a.pdf"
            write_pdf(text, path, script=script)
            data = path.read_bytes()
        assert seen(written(data)) == [text]
        assert text_of(written(data)) == text + "\n"


def test_a_character_that_no_font_has_is_written_as_its_number() -> None:
    assert "".join(text for _, text in Fonts("zh-TW").runs("痛\U0002a6a5")) == "痛<U+2A6A5>"


def test_a_heading_has_larger_letters() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(54, 600, "Plan of care")

    page = pypdfium2.PdfDocument(written(crafted.drawn(draw)))[0].get_textpage()
    heights = {}
    for word in ("Plan", "Vital"):
        index, _ = page.search(word).get_next()
        box = page.get_charbox(index)
        heights[word] = box[3] - box[1]
    assert heights["Plan"] > 1.5 * heights["Vital"]


def test_a_page_keeps_its_shape() -> None:
    assert pypdfium2.PdfDocument(written(pages(("One.",), shape=landscape(A5))))[0].get_size() == pytest.approx(landscape(A5), abs=0.1)


def test_long_lines_and_long_pages_go_on() -> None:
    story = "The worker went to the house and nobody was there to open the door. " * 3
    data = pages([story] * 50, ("Last.",))
    shown = seen(written(data))
    assert len(shown) > 2 and "".join(shown) == "".join((story * 50 + "Last.").split())
    assert shown[-1] == "Last."


def test_an_edit_across_two_pages_and_an_inserted_header_stand_where_they_belong() -> None:
    data = pages(("First page ends with Wang",), ("Da-Ming begins the second.",))
    text = text_of(data)
    start, end = text.index("Wang"), text.index(" begins")
    edits = [Edit(0, 0, "[PT-0001]\n", "header", "NAME", None), Edit(start, end, "[X]", "mask", "NAME", None)]
    assert seen(written(data, edits)) == ["[PT-0001]Firstpageendswith[X]", "beginsthesecond."]


def test_the_same_text_makes_the_same_bytes() -> None:
    data = pages(TABLE)
    assert written(data) == written(data)


def test_nothing_is_written_where_the_text_is_withheld() -> None:
    out = io.BytesIO()
    pdf.write([Result("1", "residue", None, {}, (), (), (), "")], out, from_bytes(pages(("One.",))))
    assert out.getvalue() == b""


def test_a_file_that_has_changed_is_not_written() -> None:
    result = Result("1", "clean", "One.\n", {}, (), (), (), "")
    with pytest.raises(FormatError, match="no longer"):
        pdf.write([result], io.BytesIO(), from_bytes(pages(("Two.",))))
