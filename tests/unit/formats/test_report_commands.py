"""Reports at the command line: PDF and DOCX by suffix, structure shown, nothing unread passes as clean."""

from __future__ import annotations

import io
import json
from pathlib import Path

import docx
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from command import incognote

LINES = ("Report date 11/07/2016", "Family network", "Name | Relationship | DOB", "Maree Costa | mother | 12/12/1987", "Mother: Maree Costa")


def write_pdf(path: Path, *, is_scan: bool = False) -> Path:
    canvas = Canvas(str(path))
    for number, line in enumerate(() if is_scan else LINES):
        canvas.drawString(54, 760 - 14 * number, line)
    if is_scan:
        canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, 595, 842)
    canvas.save()
    return path


def write_docx(path: Path) -> Path:
    word = docx.Document()
    word.add_paragraph("Report date 11/07/2016")
    table = word.add_table(2, 2)
    for j, (head, cell) in enumerate((("Name", "Maree Costa"), ("Relationship", "mother"))):
        table.cell(0, j).text, table.cell(1, j).text = head, cell
    picture = io.BytesIO()
    Image.new("L", (40, 40), 200).save(picture, "PNG")
    word.add_picture(picture)
    word.add_paragraph("The worker went to the house and nobody opened the door.")
    word.save(str(path))
    return path


def test_structure_is_shown_by_position_and_with_text_if_asked(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf")
    plain = incognote("detect", "--structure", path, home=tmp_path)
    assert plain.code == 0
    assert "Costa" not in plain.out
    shown = incognote("detect", "--structure", "--with-text", path, home=tmp_path)
    assert "row 1\t64\t75\tname\tMaree Costa\n" in shown.out
    assert "field\t12\t22\treport_date\t11/07/2016\n" in shown.out


def test_structure_as_json_says_null_for_what_was_not_read(tmp_path: Path) -> None:
    paths = write_docx(tmp_path / "a.docx"), write_pdf(tmp_path / "b.pdf", is_scan=True)
    answer = incognote("detect", "--structure", "--jsonl", *paths, home=tmp_path)
    first, second = (json.loads(line) for line in answer.out.splitlines())
    assert [cell["column"] for cell in first["structure"]["tables"][0]["rows"][0]] == ["name", "role"]
    assert second["structure"] is None
    assert answer.code == 1
    assert "input 1: not read: 1 picture" in answer.err
    assert "input 2: page 1 is an image without text" in answer.err


def test_scrub_says_in_words_what_of_a_file_was_not_read(tmp_path: Path) -> None:
    answer = incognote("scrub", write_docx(tmp_path / "a.docx"), "--profile", "child-protection", home=tmp_path)
    assert "input 1: not read: 1 picture\n" in answer.err


def test_a_text_without_structure_says_so(tmp_path: Path) -> None:
    answer = incognote("detect", "--structure", "-", stdin=b"She was well.", home=tmp_path)
    assert (answer.code, answer.out) == (3, "")


def test_a_layout_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    answer = incognote("detect", "--structure", "--layout", "nowhere", "-", stdin=b"x", home=tmp_path)
    assert answer.code == 1
    assert len(answer.err.splitlines()) == 1


def test_a_scan_beside_a_report_fails_alone_and_the_run_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_pdf(folder / "Maree Costa.pdf")
    write_pdf(folder / "scan.pdf", is_scan=True)
    write_docx(folder / "c.docx")
    answer = incognote("scrub", "-o", tmp_path / "out", folder, home=tmp_path)
    assert answer.code == 1
    assert "1 failed" in answer.err
    assert "Costa" not in answer.err
    written = list((tmp_path / "out").glob("*.txt"))
    assert len(written) == 2
    assert not any("Costa" in path.read_text("utf-8") for path in written)


def test_standard_input_is_a_pdf_if_asked(tmp_path: Path) -> None:
    data = write_pdf(tmp_path / "a.pdf").read_bytes()
    answer = incognote("scrub", "--format", "pdf", "-", stdin=data, home=tmp_path)
    assert "Family network" in answer.out
    assert "Maree Costa" not in answer.out
