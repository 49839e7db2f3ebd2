"""Reported: Word files whose text was scrubbed and whose other parts, runs or changes were not looked at."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date
from pathlib import Path

import docx
from docx.oxml import parse_xml
from docx.shared import RGBColor

from command import incognote
from hidden_parts import docx as made
from incognote import Document, Pipeline, Result
from incognote.desk import apart
from incognote.formats import docx as docx_
from incognote.formats.source import LEFT_OUT, Item, from_bytes

TODAY = date(2026, 11, 29)


def read(data: bytes) -> Document:
    item: Item = next(iter(docx_.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item


def scrubbed(data: bytes) -> tuple[Result, bytes]:
    """The result and the file in the format it came in."""
    result = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(read(data))
    out = io.BytesIO()
    docx_.write([result], out, from_bytes(data))
    return result, out.getvalue()


def everything(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(name + archive.read(name).decode("utf-8") for name in archive.namelist())


def test_headers_comments_deletions_links_and_properties_keep_no_name() -> None:
    comment = f'<w:comment w:id="0" w:author="陳美玲" w:initials="CML">{made.paragraph("請追蹤")}</w:comment>'
    core = "<dc:creator>陳美玲</dc:creator><cp:lastModifiedBy>陳美玲</cp:lastModifiedBy>"
    custom = '<property pid="2" name="MRN"><vt:lpwstr>1234567</vt:lpwstr></property>'
    office = "application/vnd.openxmlformats-officedocument."
    data = made.word(
        made.paragraph("主訴：頭痛三天。")
        + '<w:p w:rsidR="00A12B3C"><w:del w:id="1" w:author="陳美玲"><w:r><w:delText>案母姓名：李小華</w:delText></w:r></w:del>'
        '<w:hyperlink r:id="m"><w:r><w:t>來信</w:t></w:r></w:hyperlink><w:r><w:drawing><wp:docPr id="1" name="a" descr="病患：王大明"/></w:drawing></w:r></w:p>',
        {
            "word/header1.xml": (f"{made.WORD}header+xml", "header", part("w:hdr", "病患姓名：王大明 病歷號碼：1234567")),
            "word/footer1.xml": (f"{made.WORD}footer+xml", "footer", part("w:ftr", "電話：0912-345-678")),
            "word/footnotes.xml": (f"{made.WORD}footnotes+xml", "footnotes", part("w:footnotes", "身分證字號：A123456789")),
            "word/comments.xml": (f"{made.WORD}comments+xml", "comments", made.part("w:comments", comment)),
        },
        of_file={
            "docProps/core.xml": (f"{made.OPEN}package.core-properties+xml", f"{made.PACKAGE}/relationships/metadata/core-properties", made.part("cp:coreProperties", core)),
            "docProps/custom.xml": (f"{office}custom-properties+xml", "custom-properties", made.part("Properties", custom)),
        },
        links={"m": ("hyperlink", "mailto:wang@test.example")},
    )
    result, new = scrubbed(data)
    gone = ("王大明", "1234567", "0912", "陳美玲", "CML", "李小華", "A123456789", "wang@", "rsid")
    assert result.text is not None
    assert [value for value in gone if value in everything(new)] == []
    assert [value for value in gone if value in result.text] == []
    assert "頭痛三天" in "".join(p.text for p in docx.Document(io.BytesIO(new)).paragraphs)


def part(root: str, text: str) -> str:
    return made.part(root, made.paragraph(text))


def test_names_in_a_head_cell_a_text_box_and_smartart_go() -> None:
    table = f"<w:tbl><w:tr><w:tc>{made.paragraph('病患：王大明')}</w:tc><w:tc>{made.paragraph('結果')}</w:tc></w:tr></w:tbl>"
    box = f"<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>{made.paragraph('案母姓名：李小華')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
    smart = made.part("dgm:dataModel", "<dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>案父姓名：何振宇</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>")
    kind = f"{made.OPEN}officedocument.drawingml.diagramData+xml"
    result, new = scrubbed(made.word(table + box + made.paragraph("無不適。"), {"word/diagrams/data1.xml": (kind, "diagramData", smart)}))
    assert result.text is not None
    for name in ("王大明", "李小華", "何振宇"):
        assert name not in everything(new) and name not in result.text
    assert "結果" in everything(new)


def test_smartart_and_pictures_that_cannot_be_read_are_said_and_dropped() -> None:
    document = read(made.pictures().data)
    assert document.meta[LEFT_OUT] == "1 picture, 2 embedded files"
    _, new = scrubbed(made.pictures().data)
    assert "media" not in everything(new) and "邱淑貞" not in everything(new)


def test_a_name_over_two_runs_leaves_the_look_of_the_others_alone() -> None:
    word = docx.Document()
    paragraph = word.add_paragraph()
    for text in ("Dx: ", "acute MI", " pt ", "王大", "明", " stable"):
        paragraph.add_run(text)
    runs = paragraph.runs
    runs[1].bold, runs[1].font.color.rgb, runs[3].italic, runs[4].bold = True, RGBColor(255, 0, 0), True, True
    held = io.BytesIO()
    word.save(held)
    result, new = scrubbed(held.getvalue())
    again = docx.Document(io.BytesIO(new))
    (line,) = (p for p in again.paragraphs if "acute MI" in p.text)
    assert len(line.runs) == len(runs) and "王大明" not in line.text and result.text is not None
    assert (line.runs[1].text, line.runs[1].bold, line.runs[1].font.color.rgb) == ("acute MI", True, RGBColor(255, 0, 0))
    assert [run.text for run in line.runs][:3] == ["Dx: ", "acute MI", " pt "] and line.runs[5].text == " stable"


def test_deleted_and_moved_text_is_text_on_every_way_in(tmp_path: Path) -> None:
    word = docx.Document()
    paragraph = word.add_paragraph("病患姓名：王大明。")
    space = made.NAMESPACES
    for xml in (
        f'<w:del {space} w:id="1" w:author="a"><w:r><w:delText>舊姓名 李小華</w:delText></w:r></w:del>',
        f'<w:moveFrom {space} w:id="2" w:author="a"><w:r><w:t> 電話 0912345678</w:t></w:r></w:moveFrom>',
        f'<w:moveTo {space} w:id="3" w:author="a"><w:r><w:t> 電話 0912345678</w:t></w:r></w:moveTo>',
    ):
        paragraph._p.append(parse_xml(xml))
    held = io.BytesIO()
    word.save(held)
    path = tmp_path / "a.docx"
    path.write_bytes(held.getvalue())
    by_page = next(iter(apart.read(from_bytes(held.getvalue()), "docx")))
    assert isinstance(by_page, Document)
    here = read(held.getvalue())
    assert by_page.text == here.text and here.text.count("0912345678") == 2 and "李小華" in here.text
    row = json.loads(incognote("scrub", "--jsonl", path, home=tmp_path).out.splitlines()[0])
    result = Pipeline.from_profile("clinic-tw", on=TODAY).run(by_page)
    assert [tuple(edit[:2]) for edit in result.edits] == [(edit["start"], edit["end"]) for edit in row["edits"]]
    _, new = scrubbed(held.getvalue())
    assert not any(value in everything(new) for value in ("李小華", "0912345678", "王大明"))
