"""What a PDF holds beside its pages is read: nobody is named in a file without being found."""

from __future__ import annotations

import io

import pytest
from pypdf.generic import ByteStringObject, NameObject
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from hidden_parts import pdf as crafted
from hidden_parts.crafted import Crafted
from incognote.document import Document
from incognote.formats import pdf
from incognote.formats.pdf.beside import _words_of_script
from incognote.formats.pdf.file import plain
from incognote.formats.source import LEFT_OUT, Unread, from_bytes

FILES = {file.name: file for file in crafted.files()}


def read(data: bytes) -> Document:
    item = next(iter(pdf.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    item = next(iter(pdf.read(from_bytes(data))))
    assert isinstance(item, Unread)
    return item.reason


@pytest.mark.parametrize("file", [file for file in FILES.values() if not file.refused], ids=lambda file: file.name)
def test_everybody_in_a_hidden_part_is_read(file: Crafted) -> None:
    text = read(file.data).text
    assert not {part: value for part, value in file.identities.items() if value not in text}


@pytest.mark.parametrize("file", [file for file in FILES.values() if file.refused], ids=lambda file: file.name)
def test_what_shows_no_text_is_refused_and_named(file: Crafted) -> None:
    assert file.refused in refusal(file.data)


def test_what_programs_say_of_a_file_is_not_in_its_text() -> None:
    text = read(crafted.changed(lambda writer: writer.add_metadata({"/Producer": "Word 16", "/Creator": "HIS 2.1", "/CreationDate": "D:20260312"}))).text
    assert "HIS" not in text and "2026" not in text and "Word" not in text


def test_a_plain_file_has_no_lines_beside_its_pages() -> None:
    assert read(crafted.drawn(lambda canvas: None)).text == "\n".join(crafted.PLAIN) + "\n"


def test_what_stands_on_the_page_is_not_said_again() -> None:
    data = crafted.changed(lambda writer: writer.add_metadata({"/Title": crafted.PLAIN[0]}))
    assert read(data).text == "\n".join(crafted.PLAIN) + "\n"


def test_a_label_stands_before_whatever_names_somebody() -> None:
    lines = read(FILES["what describes the file"].data).text.split("\n")
    assert {"Author: 王大明", "PatientName: 何家豪", "Layer: 吳淑芬的註記", "Author: 趙怡君"} <= set(lines)


def test_scripts_films_and_files_that_are_no_text_are_named() -> None:
    def change(writer: crafted.PdfWriter) -> None:
        crafted.root(writer, "/OpenAction", {"/S": "/JavaScript", "/JS": "go();"})
        crafted.note(writer, {"/Subtype": "/Movie"})
        crafted.root(writer, "/AF", [crafted.attach(writer, "a.bin", b"\x00\x01\x02")])

    assert read(crafted.changed(change)).meta[LEFT_OUT] == "1 script, 1 sound or film, 1 embedded file" or set(
        read(crafted.changed(change)).meta[LEFT_OUT].split(", ")
    ) == {"1 script", "1 sound or film", "1 embedded file"}


def test_a_picture_larger_than_the_mark_of_a_letterhead_is_named_with_its_page() -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    def draw(side: float) -> bytes:
        return crafted.drawn(lambda canvas: canvas.drawImage(ImageReader(Image.new("L", (9, 9), 200)), 300, 300, side, side))

    assert read(draw(150)).meta == {LEFT_OUT: "pictures on page 1"}
    assert LEFT_OUT not in read(draw(40)).meta


def test_a_pdf_in_a_pdf_in_a_pdf_is_read_and_one_below_is_named() -> None:
    data = crafted.drawn(lambda canvas: canvas.drawString(54, 600, "Level 3"))
    for level in (2, 1, 0):
        data = crafted.changed(
            lambda writer, inner=data: crafted.root(writer, "/AF", [crafted.attach(writer, "inner.pdf", inner)]),  # type: ignore[misc]
            crafted.drawn(lambda canvas, level=level: canvas.drawString(54, 600, f"Level {level}")),  # type: ignore[misc]
        )
    assert read(data).meta[LEFT_OUT] == "1 embedded file"


@pytest.mark.parametrize("encoding", ["big5", "utf-8", "gb18030"])
def test_a_text_of_the_file_in_another_encoding_is_read(encoding: str) -> None:
    said = "病人主訴頭痛三天" if encoding == "big5" else "患者主诉头痛三天"
    assert plain(ByteStringObject(said.encode(encoding))) == said


def test_a_metadata_bomb_is_not_unpacked_and_no_other_file_is_fetched() -> None:
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    for head, body in ((f'<!ENTITY a "aaaaaaaaaa">{entities}', "&j;"), ('<!ENTITY e SYSTEM "file:///etc/hostname">', "&e;")):
        xml = f"<!DOCTYPE x [{head}]><x>{body}</x>".encode()
        part = crafted.stream(xml, {"/Type": "/Metadata", "/Subtype": "/XML"})
        data = crafted.changed(lambda writer, part=part: crafted.root(writer, "/Metadata", writer._add_object(part)))  # type: ignore[misc]
        assert read(data).text == "\n".join(crafted.PLAIN) + "\n"


def test_metadata_that_is_no_xml_is_named() -> None:
    part = crafted.stream(b"<x><y></x>", {"/Type": "/Metadata", "/Subtype": "/XML"})
    data = crafted.changed(lambda writer: crafted.root(writer, "/Metadata", writer._add_object(part)))
    assert read(data).meta[LEFT_OUT] == "1 part that describes the file"


def test_objects_that_go_in_circles_are_met_once() -> None:
    def change(writer: crafted.PdfWriter) -> None:
        first, second = crafted.add(writer, {"/Name": "Wang Da-Ming"}), crafted.add(writer, {})
        first.get_object()[NameObject("/Next")] = second
        second.get_object()[NameObject("/Next")] = first
        crafted.root(writer, "/Extra", first)

    assert read(crafted.changed(change)).text.count("Wang Da-Ming") == 1


def test_words_of_a_script_are_its_texts_and_remarks() -> None:
    code = "var x = \"王大明\"; // for 林雅婷\n if (x == 'a1') { y('It\\'s Chen Mei'); } /* 陳冠宇 */"
    assert list(_words_of_script(code)) == ["王大明", "for 林雅婷", "It's Chen Mei", "陳冠宇"]


def test_a_part_of_a_font_without_a_table_is_unreadable_and_with_one_it_is_read() -> None:
    try:
        pdfmetrics.registerFont(TTFont("DejaVuSans", "DejaVuSans.ttf"))
    except TTFError:
        pytest.skip("no TrueType font here")
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setFont("DejaVuSans", 12)
    canvas.drawString(54, 700, "Ασθενής Παπαδόπουλος 0912345678")
    canvas.save()
    assert "Παπαδόπουλος" in read(out.getvalue()).text

    def cut(writer: crafted.PdfWriter) -> None:
        for font in writer.pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
            font.get_object().pop("/ToUnicode", None)

    assert "unreadable text" in refusal(crafted.changed(cut, out.getvalue()))


def test_a_single_letter_without_a_table_is_named() -> None:
    def change(writer: crafted.PdfWriter) -> None:
        inner = {"/Type": "/Font", "/Subtype": "/CIDFontType2", "/BaseFont": "/X", "/CIDSystemInfo": {"/Registry": "Adobe", "/Ordering": "Identity", "/Supplement": 0}}
        font = {"/Type": "/Font", "/Subtype": "/Type0", "/BaseFont": "/X", "/Encoding": "/Identity-H", "/DescendantFonts": [inner]}
        page = writer.pages[0]
        page["/Resources"]["/Font"][NameObject("/F9")] = crafted.thing(font)  # type: ignore[index]
        before = page["/Contents"].get_data()  # type: ignore[attr-defined]
        page[NameObject("/Contents")] = writer._add_object(crafted.stream(before + b" BT /F9 9 Tf 54 300 Td <0041> Tj ET"))

    assert read(crafted.changed(change)).meta[LEFT_OUT] == "letters without a character table on page 1"
