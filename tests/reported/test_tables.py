"""Reported: workbooks whose other parts kept names, numbers that lost digits, cells taken for formulas."""

from __future__ import annotations

import csv
import datetime
import io
import warnings
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pytest

from hidden_parts import xlsx as crafted
from incognote import Document, Pipeline
from incognote.config import load_profile, make_pipeline
from incognote.formats import csv_, xlsx
from incognote.formats.source import LEFT_OUT, from_bytes

TODAY = date(2026, 11, 29)


def pipeline(**options: Any) -> Pipeline:
    return make_pipeline(load_profile("clinic-tw"), on=TODAY, tagger=False, **options)


def scrubbed(data: bytes, run: Pipeline) -> tuple[list[Document], bytes]:
    documents = [item for item in xlsx.read(from_bytes(data)) if isinstance(item, Document)]
    out = io.BytesIO()
    xlsx.write(run.run_many(documents), out, from_bytes(data))
    return documents, out.getvalue()


@pytest.mark.parametrize("name", ["kept-by-the-model", "beside-the-sheets", "around-a-table-of-notes"])
def test_no_name_is_in_any_part_of_a_workbook_and_its_rows_and_columns_stay(name: str) -> None:
    made = next(each for each in crafted.files() if each.name == name)
    documents, out = scrubbed(made.data, pipeline())
    with zipfile.ZipFile(io.BytesIO(out)) as archive:
        parts = {part: archive.read(part).decode("utf-8", "replace") for part in archive.namelist()}
    assert not [(where, part) for where, value in made.identities.items() for part, text in parts.items() if value in text]
    assert not [part for part in parts if part.split("/")[1:2] in (["pivotCache"], ["persons"], ["threadedComments"], ["externalLinks"], ["charts"])]
    if name == "beside-the-sheets":  # a pivot table that openpyxl does not open
        assert "pivot table (read, not written)" in documents[-1].meta[LEFT_OUT]
        assert list(openpyxl.load_workbook(io.BytesIO(out)).active.values) == [("項目", "結果"), ("BP", "160/85"), ("HbA1c", 7.2)]
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what is not read of the one that was made
        before, after = (openpyxl.load_workbook(io.BytesIO(data)) for data in (made.data, out))
    assert [sheet.sheet_state for sheet in after] == [sheet.sheet_state for sheet in before]
    for old, new in zip(before, after, strict=True):
        assert {cell.coordinate for row in new.iter_rows() for cell in row if cell.value is not None} <= {c.coordinate for r in old.iter_rows() for c in r if c.value is not None}
        assert new.max_row == old.max_row


def _numbers() -> bytes:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet["A1"], sheet["A2"], sheet["A3"] = "編碼", "06932169358293", 110101190001010014
    sheet["A4"], sheet["A5"] = "就診日", datetime.datetime(2024, 2, 29)
    sheet["A5"].number_format = "yyyy/m/d"
    sheet["A6"] = "姓名：王大明 病歷號：0012345"
    return crafted.saved(workbook)


def test_digits_that_are_text_stay_text_and_a_number_that_lost_some_is_said() -> None:
    documents, out = scrubbed(_numbers(), pipeline())
    assert "06932169358293" in documents[0].text and "2024-02-29" in documents[0].text
    assert "1 number of more than 15 digits" in documents[-1].meta[LEFT_OUT]
    sheet = openpyxl.load_workbook(io.BytesIO(out)).active
    assert sheet["A2"].data_type == "s" and "E+" not in str(sheet["A3"].value) and "110101" not in str(sheet["A3"].value)
    assert "2024" not in str(sheet["A5"].value)


def test_a_date_that_is_a_serial_is_moved_and_keeps_its_format() -> None:
    _, out = scrubbed(_numbers(), pipeline(dates="shift"))
    cell = openpyxl.load_workbook(io.BytesIO(out)).active["A5"]
    assert isinstance(cell.value, datetime.datetime) and cell.value != datetime.datetime(2024, 2, 29)
    assert cell.number_format == "yyyy/m/d"


CELLS = ["=cmd|x", "+3 edema", "-5 dB", "@home", '胸悶,"痛"\n三天', "=1+1"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_that_look_like_formulas_are_written_as_they_stand(separator: str) -> None:
    target = io.StringIO(newline="")
    writer = csv.writer(target, delimiter=separator)
    writer.writerows([["id", "text"], *([str(i), cell] for i, cell in enumerate([*CELLS, "病人王大明，\n胸悶"], 1))])
    source = from_bytes(target.getvalue().encode())
    out = io.BytesIO()
    csv_.write(pipeline().run_many([item for item in csv_.read(source) if isinstance(item, Document)]), out, source)
    cells = [row[1] for row in csv.reader(io.StringIO(out.getvalue().decode(), newline=""), delimiter=separator)][1:]
    assert cells[:-1] == CELLS and "王大明" not in cells[-1]


def test_text_of_a_workbook_that_looks_like_a_formula_stays_text() -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = "text"
    for at, cell in enumerate(CELLS, 2):
        workbook.active.cell(at, 1).value = "x"
        workbook.active.cell(at, 1)._value = cell
    workbook.active["A9"] = "x"
    workbook.active["A9"]._value = "=病人王大明 +3 edema"
    _, out = scrubbed(crafted.saved(workbook), pipeline())
    sheet = openpyxl.load_workbook(io.BytesIO(out)).active
    assert [sheet.cell(at, 1).value for at in range(2, 8)] == CELLS
    assert {sheet.cell(at, 1).data_type for at in range(2, 10) if sheet.cell(at, 1).value} == {"s"}
    assert "王大明" not in sheet["A9"].value and "+3 edema" in sheet["A9"].value
