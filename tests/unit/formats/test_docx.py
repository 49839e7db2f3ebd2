"""DOCX: all that a reader of Word sees is read once and in order; what is no text is named."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.document import Document as Word
from docx.oxml import parse_xml

from hidden_parts import docx as made
from incognote.document import Document
from incognote.formats import docx as docx_
from incognote.formats.source import LEFT_OUT, Unread, from_bytes

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BOX = f"""<w:r {W} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
 xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml">
<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx><w:txbxContent><w:p><w:r><w:t>Maree in a box</w:t></w:r></w:p>
</w:txbxContent></wps:txbx></wps:wsp></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p><w:r>
<w:t>Maree in a box</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"""


def saved(word: Word) -> bytes:
    out = io.BytesIO()
    word.save(out)
    return out.getvalue()


def read(word: Word) -> Document:
    item = next(iter(docx_.read(from_bytes(saved(word)))))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    item = next(iter(docx_.read(from_bytes(data))))
    assert isinstance(item, Unread)
    return item.reason


def test_a_row_is_a_line_and_its_cells_stand_between_tabs() -> None:
    word = docx.Document()
    word.add_heading("Family network", 1)
    table = word.add_table(2, 3)
    for i, cells in enumerate((("Name", "Role", "DOB"), ("Maree\nCosta", "mother", "12/12/1987"))):
        for j, cell in enumerate(cells):
            table.cell(i, j).text = cell
    assert read(word).text == "Family network\nName\tRole\tDOB\nMaree Costa\tmother\t12/12/1987\n"


def test_merged_cells_keep_their_columns_and_a_row_of_one_cell_is_a_line() -> None:
    word = docx.Document()
    table = word.add_table(3, 3)
    table.cell(0, 0).merge(table.cell(0, 2)).text = "NETWORK"
    table.cell(1, 0).merge(table.cell(1, 1)).text = "wide"
    table.cell(1, 2).text = "end"
    table.cell(1, 2).merge(table.cell(2, 2))
    table.cell(2, 0).text = "below"
    assert read(word).text.split("\n")[:3] == ["NETWORK", "wide\t\tend", "below\t\t"]


def test_a_table_in_a_cell_and_a_long_cell_are_lines_of_their_own() -> None:
    word = docx.Document()
    table = word.add_table(2, 2)
    inner = table.cell(0, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "Mother", "Maree Costa"
    table.cell(1, 0).text, table.cell(1, 1).text = "Narrative", "He said so.\n" * 40
    lines = read(word).text.split("\n")
    assert "Mother\tMaree Costa" in lines
    assert "Narrative" in lines
    assert lines.count("He said so.") == 40


def test_headers_footers_boxes_deletions_and_comments_are_read_once() -> None:
    word = docx.Document()
    word.sections[0].header.paragraphs[0].text = "Header Costa"
    word.sections[0].footer.paragraphs[0].text = "Footer 0491 570 110"
    paragraph = word.add_paragraph("Seen today. ")
    paragraph._p.append(parse_xml(BOX))
    paragraph._p.append(parse_xml(f'<w:del {W} w:author="Ned"><w:r><w:delText>struck out</w:delText></w:r></w:del>'))
    word.add_comment(paragraph.runs[0], text="ask Hazel", author="Ned")
    text = read(word).text
    for part in ("Header Costa", "Footer 0491 570 110", "Maree in a box", "struck out", "ask Hazel", "Author: Ned\n"):
        assert text.count(part) == 1, part


def test_content_controls_links_and_line_breaks_are_read() -> None:
    word = docx.Document()
    paragraph = word.add_paragraph("Name: ")
    paragraph._p.append(parse_xml(f"<w:sdt {W}><w:sdtContent><w:r><w:t>Maree</w:t><w:br/><w:t>Costa</w:t></w:r></w:sdtContent></w:sdt>"))
    paragraph._p.append(parse_xml(f"<w:hyperlink {W}><w:r><w:t> post</w:t></w:r></w:hyperlink>"))
    word.element.body.insert(0, parse_xml(f"<w:sdt {W}><w:sdtContent><w:p><w:r><w:t>Block</w:t></w:r></w:p></w:sdtContent></w:sdt>"))
    assert read(word).text == "Block\nName: Maree\nCosta post\n"


def test_pictures_are_named_and_a_file_of_pictures_is_refused(tmp_path: object) -> None:
    from PIL import Image

    picture = io.BytesIO()
    Image.new("L", (40, 40), 200).save(picture, "PNG")
    word = docx.Document()
    word.add_picture(picture)
    assert refusal(saved(word)) == "the DOCX is pictures without text (a scan)"
    word.add_paragraph("The worker went to the house and nobody opened the door.")
    assert read(word).meta[LEFT_OUT] == "1 picture"


def test_an_empty_file_is_refused() -> None:
    assert refusal(saved(docx.Document())) == "there is no text in the DOCX"


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file_is_refused(share: float) -> None:
    data = saved(docx.Document())
    assert "damaged" in refusal(data[: int(len(data) * share)])


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04" + b"\x00" * 500])
def test_what_is_no_docx_is_refused(data: bytes) -> None:
    assert refusal(data) == "this is not a DOCX, or it is damaged"


def test_another_zip_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "Maree Costa")
    assert refusal(out.getvalue()) == "this is not a DOCX, or it is damaged"


def test_an_encrypted_file_is_refused() -> None:
    assert "encrypted" in refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600)


def test_a_file_that_unpacks_to_very_much_is_refused_before_it_does() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(docx.Document()))) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        new.writestr("word/more.xml", b" " * 80_000_000)
    assert "split it" in refusal(out.getvalue())


def test_a_damaged_part_is_refused() -> None:
    data = bytearray(saved(docx.Document()))
    at = data.index(b"word/document.xml") + 60
    data[at : at + 8] = b"\xff" * 8
    assert "damaged" in refusal(bytes(data))


@pytest.mark.parametrize(("start", "says"), [(b"%PDF-1.7\n", "this is a PDF"), (b"{\\rtf1", "this is an RTF")])
def test_a_file_of_another_kind_by_its_name_is_refused_by_kind(start: bytes, says: str) -> None:
    assert says in refusal(start + b" Maree Costa " * 50)


def test_a_workbook_by_the_name_of_a_docx_is_refused() -> None:
    sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    assert refusal(made.word(made.paragraph("Maree Costa"), main=sheet)) == "this is not a DOCX, or it is damaged"


@pytest.mark.parametrize("kind", ["macroEnabled.main+xml", "macroEnabledTemplate.main+xml"])
def test_a_file_with_macros_is_refused_by_name(kind: str) -> None:
    assert "macros" in refusal(made.word(made.paragraph("Maree"), main=f"application/vnd.ms-word.document.{kind}"))
    assert "macros" in refusal(made.macros().data)


@pytest.mark.parametrize("declared", ['<!ENTITY a "Maree">', '<!ENTITY a SYSTEM "file:///etc/passwd">', ""])
def test_a_part_that_declares_entities_is_refused(declared: str) -> None:
    text = f'<?xml version="1.0"?><!DOCTYPE x [{declared}]>' + made.part("w:hdr", made.paragraph("x")).split("\n", 1)[1]
    data = made.word(made.paragraph("Maree Costa"), {"word/header1.xml": (f"{made.WORD}header+xml", "header", text)})
    assert refusal(data) == "this is not a DOCX, or it is damaged"


def test_two_parts_by_one_name_are_refused() -> None:
    data = io.BytesIO(made.word(made.paragraph("Maree Costa")))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(data, "a") as archive:
        archive.writestr("word/document.xml", made.part("w:document", f"<w:body>{made.paragraph('other')}</w:body>"))
    assert refusal(data.getvalue()) == "this is not a DOCX, or it is damaged"


def test_a_cell_of_a_megabyte_is_read() -> None:
    data = made.word(f"<w:tbl><w:tr><w:tc>{made.paragraph('ab ' * 350_000)}</w:tc></w:tr></w:tbl>")
    item = next(iter(docx_.read(from_bytes(data))))
    assert isinstance(item, Document) and len(item.text) > 1_000_000


def test_what_stands_above_characters_is_read_behind_them_and_signs_for_sounds_are_not() -> None:
    ruby = "<w:ruby><w:rt><w:r><w:t>{}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>{}</w:t></w:r></w:rubyBase></w:ruby>"
    body = "<w:p><w:r><w:t>病患</w:t>" + ruby.format("ㄨㄤˊ", "王") + ruby.format("dà", "大") + "<w:t>明</w:t></w:r></w:p>"
    item = next(iter(docx_.read(from_bytes(made.word(body)))))
    assert isinstance(item, Document) and item.text == "病患王大明\ndà\n"


def test_a_reference_to_a_part_that_is_not_there_is_passed_over() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made.word(made.paragraph("Maree Costa")))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            blob = old.read(name)
            if name == "word/_rels/document.xml.rels":
                blob = blob.replace(b"</Relationships>", b'<Relationship Id="x" Type="y/image" Target="../NULL"/></Relationships>')
            new.writestr(name, blob)
    item = next(iter(docx_.read(from_bytes(out.getvalue()))))
    assert isinstance(item, Document) and item.text == "Maree Costa\n"
