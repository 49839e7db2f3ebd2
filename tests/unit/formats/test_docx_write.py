"""DOCX written anew: edits in their places, all else as it was, nobody left in any part."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from typing import Any

import docx
import pytest
from docx.shared import RGBColor
from lxml import etree

from hidden_parts import docx as made
from hidden_parts.crafted import Crafted
from incognote.document import Document, Edit, Result
from incognote.formats import docx as docx_
from incognote.formats.source import from_bytes

CRAFTED = [file for file in made.files() if not file.refused]
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def text_of(data: bytes) -> str:
    item = next(iter(docx_.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item.text


def result_of(text: str, gone: Iterable[str], put: str = "[X]") -> Result:
    places = sorted({match.span() for value in gone for match in re.finditer(re.escape(value), text)})
    edits = tuple(Edit(start, end, put, "mask", "NAME", None) for start, end in places)
    return Result("1", "clean", "written", {}, (), edits, (), "")


def written(data: bytes, *gone: str, put: str = "[X]") -> bytes:
    out = io.BytesIO()
    docx_.write([result_of(text_of(data), gone, put)], out, from_bytes(data))
    return out.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def runs(data: bytes) -> list[Any]:
    return list(etree.fromstring(parts(data)["word/document.xml"]).iter(f"{W}t"))


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_an_identity_in_any_part_is_read(file: Crafted) -> None:
    text = text_of(file.data)
    assert [where for where, value in file.identities.items() if value not in text] == []


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_no_part_of_what_is_written_holds_an_identity(file: Crafted) -> None:
    found = parts(written(file.data, *file.identities.values()))
    whole = "\n".join(name + blob.decode("utf-8") for name, blob in found.items())
    assert [where for where, value in file.identities.items() if value in whole] == []
    assert "2024-03-05" not in whole and "rsid" not in whole


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_what_is_written_opens_and_refers_to_nothing_that_is_not_there(file: Crafted) -> None:
    data = written(file.data, *file.identities.values())
    docx.Document(io.BytesIO(data))
    found = parts(data)
    for name, blob in found.items():
        root = etree.fromstring(blob)
        folder, _, base = name.rpartition("/")
        rels = found.get(f"{folder}/_rels/{base}.rels", b"<x/>")
        known = {e.get("Id") for e in etree.fromstring(rels)}
        asked = {v for e in root.iter() for k, v in e.attrib.items() if "officeDocument/2006/relationships}" in k}
        assert asked - known - {"r9"} == set(), name
        targets = [e.get("Target", "") for e in etree.fromstring(rels) if e.get("TargetMode") != "External"]
        assert all(target.lstrip("/") in found for target in targets)


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_the_same_file_gives_the_same_bytes(file: Crafted) -> None:
    assert written(file.data) == written(file.data)


def test_pictures_and_embedded_files_go_and_are_counted() -> None:
    out = io.BytesIO()
    data = made.pictures().data
    assert docx_.write([result_of(text_of(data), ())], out, from_bytes(data)) == 3
    assert not [name for name in parts(out.getvalue()) if "media" in name or "embeddings" in name]
    whole = b"".join(parts(out.getvalue()).values()).decode()
    assert "<w:object" not in whole and "<w:drawing" not in whole and "邱淑貞" not in whole


def test_runs_keep_how_they_look_and_their_number() -> None:
    word = docx.Document()
    paragraph = word.add_paragraph()
    for text, style in (("Dx: ", ""), ("acute MI", "bold red"), (" pt ", ""), ("王大", "italic"), ("明", "bold"), (" stable", "")):
        run = paragraph.add_run(text)
        run.bold, run.italic = "bold" in style or None, "italic" in style or None
        if "red" in style:
            run.font.color.rgb = RGBColor(255, 0, 0)
    held = io.BytesIO()
    word.save(held)
    again = docx.Document(io.BytesIO(written(held.getvalue(), "王大明", put="[姓名]"))).paragraphs[0]
    assert [run.text for run in again.runs] == ["Dx: ", "acute MI", " pt ", "[姓名]", "", " stable"]
    assert again.runs[1].bold and again.runs[1].font.color.rgb == RGBColor(255, 0, 0)
    assert again.runs[3].italic and again.runs[4].bold


def test_without_an_edit_every_run_table_and_style_is_as_it_was() -> None:
    word = docx.Document()
    word.add_heading("主訴", 1)
    word.add_paragraph("頭痛  三天", style="List Bullet")
    table = word.add_table(2, 2, style="Table Grid")
    table.cell(0, 0).text, table.cell(1, 1).text = "  項目\n細項 ", "WBC  12500"
    held = io.BytesIO()
    word.save(held)
    new = docx.Document(io.BytesIO(written(held.getvalue())))
    assert [p.text for p in new.paragraphs] == [p.text for p in word.paragraphs]
    assert [p.style.name for p in new.paragraphs if p.style] == [p.style.name for p in word.paragraphs if p.style]
    assert [[cell.text for cell in row.cells] for row in new.tables[0].rows] == [["  項目\n細項 ", ""], ["", "WBC  12500"]]
    assert text_of(written(held.getvalue())) == text_of(held.getvalue())


def test_a_cell_keeps_its_blanks_around_what_is_written_anew() -> None:
    body = f"<w:tbl><w:tr><w:tc>{made.paragraph('  Dr  Maree   Costa,  well ')}</w:tc><w:tc>{made.paragraph('x')}</w:tc></w:tr></w:tbl>"
    data = made.word(body)
    assert text_of(data) == "Dr Maree Costa, well\tx\n"
    new = written(data, "Maree Costa")
    assert [e.text for e in runs(new)] == ["  Dr  [X]   ,  well ", "x"]
    assert text_of(written(data, "Costa")) == "Dr Maree [X], well\tx\n"


def test_a_number_over_signs_and_runs_goes_with_its_signs() -> None:
    body = "<w:p><w:r><w:t>電話 0912</w:t><w:noBreakHyphen/><w:t>345</w:t><w:tab/></w:r><w:r><w:t>678 止</w:t></w:r></w:p>"
    data = made.word(body)
    new = written(data, "0912-345\t678")
    assert text_of(new) == "電話 [X] 止\n"


def test_both_forms_of_a_box_are_written() -> None:
    box = "<w:txbxContent><w:p><w:r><w:t>姓名：王大明</w:t></w:r></w:p></w:txbxContent>"
    body = (
        f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>{box}</wps:txbx></w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    data = made.word(body)
    assert text_of(data).count("王大明") == 1
    assert [e.text for e in runs(written(data, "王大明"))] == ["姓名：[X]", "姓名：[X]"]


def test_a_character_that_is_taken_away_takes_its_reading_along() -> None:
    ruby = "<w:ruby><w:rt><w:r><w:t>{}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>{}</w:t></w:r></w:rubyBase></w:ruby>"
    data = made.word("<w:p><w:r><w:t>病患</w:t>" + ruby.format("ㄨㄤˊ", "王") + "</w:r></w:p><w:p><w:r>" + ruby.format("ㄊㄨㄥˋ", "痛") + "</w:r></w:p>")
    assert [e.text or "" for e in runs(written(data, "王"))] == ["病患", "", "[X]", "ㄊㄨㄥˋ", "痛"]


def test_authors_become_numbers_and_stay_apart() -> None:
    found = parts(written(made.tracked().data))["word/document.xml"].decode()
    assert re.findall(r'w:author="([^"]*)"', found) == ["Author 1", "Author 2", "Author 2", "Author 2"]


def test_a_link_into_the_web_stays_unless_it_is_touched_and_no_other_does() -> None:
    data = made.links().data
    assert b"https://www.who.int/" in parts(written(data))["word/_rels/document.xml.rels"]
    for name, blob in parts(written(data)).items():
        assert b"mailto:wang" not in blob and b"tel:" not in blob and b"file:" not in blob, name
    new = written(data, "who.int")
    assert not any(b"who.int" in blob for blob in parts(new).values())
    assert "寫信打電話檔案指引見前" in text_of(new)


def test_a_bookmark_that_names_somebody_keeps_those_who_point_to_it() -> None:
    found = parts(written(made.links().data, "王大明"))["word/document.xml"].decode()
    assert 'w:name="bookmark1"' in found and 'w:anchor="bookmark1"' in found


def test_the_line_that_says_whose_it_is_becomes_a_paragraph_of_its_own() -> None:
    data = made.around().data
    result = result_of(text_of(data), ())
    head = Edit(0, 0, "[代號 PT-0001]\n", "pseudonym", "NAME", "header")
    out = io.BytesIO()
    docx_.write([Result("1", "clean", "x", {}, (), (head, *result.edits), (), "")], out, from_bytes(data))
    assert docx.Document(io.BytesIO(out.getvalue())).paragraphs[0].text == "[代號 PT-0001]"


def test_a_withheld_text_writes_nothing() -> None:
    out = io.BytesIO()
    data = made.around().data
    assert docx_.write([Result("1", "residue", None, {}, (), (), (), "")], out, from_bytes(data)) == 0
    assert docx_.write([], out, from_bytes(data)) == 0
    assert out.getvalue() == b""


def test_text_that_xml_cannot_hold_is_written_as_what_it_can() -> None:
    data = made.word(made.paragraph("病患王大明。"))
    assert [e.text for e in runs(written(data, "王大明", put="<a&b\x00>"))] == ["病患<a&b\ufffd>。"]
    assert text_of(written(data, "王大明", put="a\nb")) == "病患a\nb。\n"


def test_a_drawing_that_leads_to_somebody_stays_without_where_it_leads() -> None:
    body = (
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a"><a:hlinkClick r:id="m"/></wp:docPr><a:graphic><a:graphicData><c:chart r:id="r1"/>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    chart = made.part("c:chartSpace", "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>體溫</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart>")
    kind = f"{made.OPEN}officedocument.drawingml.chart+xml"
    data = made.word(made.paragraph("無不適。") + body, {"word/charts/chart1.xml": (kind, "chart", chart)}, links={"m": ("hyperlink", "mailto:a@b.example")})
    found = parts(written(data))
    assert b"c:chart " in found["word/document.xml"] and b"hlinkClick" not in found["word/document.xml"]
    assert "word/charts/chart1.xml" in found
