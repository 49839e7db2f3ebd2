"""Workbooks: what is read, what is written, and that nothing else is left in them."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from hidden_parts import xlsx as crafted
from incognote.document import Document, Edit, Finding, Result
from incognote.errors import UsageError
from incognote.formats import xlsx
from incognote.formats.columns import KEPT, KEPT_CELL, Columns
from incognote.formats.source import LEFT_OUT, Unread, from_bytes


def same(document: Document) -> Result:
    return Result(document.id, "clean", document.text, {}, (), (), (), "f")


def masked(document: Document, *words: str, mark: str = "[NAME]") -> Result:
    """The result with each of `words` replaced, everywhere."""
    edits = [Edit(at, at + len(word), mark, "mask", "NAME", None) for word in words for at in _places(document.text, word)]
    edits.sort()
    text = document.text
    for edit in reversed(edits):
        text = text[: edit.start] + mark + text[edit.end :]
    return Result(document.id, "clean", text, {}, (), tuple(edits), (), "f")


def _places(text: str, word: str) -> list[int]:
    found, at = [], text.find(word)
    while at >= 0:
        found.append(at)
        at = text.find(word, at + len(word))
    return found


def coded(document: Document) -> Result:
    header = Edit(0, 0, "[代號 PT-0001]\n", "pseudonym", "NAME", None)
    return Result(document.id, "clean", header.replacement + document.text, {}, (), (header,), (), "f")


def read(data: bytes, **options: Any) -> list[Document]:
    items = list(xlsx.read(from_bytes(data), **options))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def write(data: bytes, results: list[Result], **options: Any) -> bytes:
    out = io.BytesIO()
    xlsx.write(iter(results), out, from_bytes(data), **options)
    return out.getvalue()


def opened(data: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(data), rich_text=True)


def cells(data: bytes) -> dict[str, list[tuple[Any, ...]]]:
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in opened(data)}


def rows(data: bytes) -> list[list[list[Any]]]:
    """The cells as a second library reads them."""
    calamine = pytest.importorskip("python_calamine")
    book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    return [book.get_sheet_by_name(name).to_python() for name in book.sheet_names]


def table(*lines: list[Any]) -> bytes:
    workbook = openpyxl.Workbook()
    for line in lines:
        workbook.active.append(line)
    return crafted.saved(workbook)


NOTES = table(["id", "姓名", "病歷號", "病歷內容", "病房"], [1, "王大明", "0012345", "病人王大明胸悶", "7A"], [2, "林志豪", "0098765", "+3 edema", "7B"])


def test_a_sheet_of_notes_is_a_table_with_what_is_known_of_each_patient() -> None:
    documents = read(NOTES)
    assert [(d.id, d.text, d.known) for d in documents[:2]] == [
        ("1", "病人王大明胸悶", {"name": "王大明", "mrn": "0012345"}),
        ("2", "+3 edema", {"name": "林志豪", "mrn": "0098765"}),
    ]


def test_names_and_numbers_become_the_code_and_other_columns_are_blank_in_their_places() -> None:
    documents = read(NOTES)
    out = io.BytesIO()
    blanked = xlsx.write((coded(d) for d in documents), out, from_bytes(NOTES))
    assert blanked == 1
    assert cells(out.getvalue())["Sheet"] == [
        ("id", "姓名", "病歷號", "病歷內容"),
        (1, "PT-0001", "PT-0001", "[代號 PT-0001]\n病人王大明胸悶"),
        (2, "PT-0001", "PT-0001", "[代號 PT-0001]\n+3 edema"),
    ]


def test_a_column_is_kept_by_option_and_goes_where_one_of_its_cells_holds_a_person() -> None:
    columns = Columns(keep=("病房",))
    documents = read(NOTES, columns=columns)
    assert [d.meta[KEPT] for d in documents[:2]] == [["7A"], ["7B"]]
    withheld = Result("1", "residue", None, {}, (), (), (Finding(KEPT_CELL, "output", 0, 0, "residue"),), "f")
    written = cells(write(NOTES, [withheld, *map(same, documents[1:])], columns=columns))["Sheet"]
    assert [row[4] for row in written] == ["病房", None, "7B"]
    assert [row[3] for row in written] == ["病歷內容", None, "+3 edema"]


def test_a_column_that_no_sheet_has_is_said() -> None:
    for columns, option in ((Columns(text=("x",)), "--text-column"), (Columns(id="x"), "--id-column"), (Columns(keep=("x",)), "--keep-column")):
        with pytest.raises(UsageError, match=option):
            read(NOTES, columns=columns)


def test_a_list_of_people_is_one_document_a_person() -> None:
    data = table(["病房", "姓名", "病歷號", "電話"], ["7A", "郭芳儀", 712345, "0912345678"], ["7B", "何志明", 798765, None])
    documents = read(data)
    first, second = documents[:2]
    assert first.known == {"name": "郭芳儀", "mrn": "712345", "phone": "0912345678"}
    assert first.text == "姓名：郭芳儀\t病歷號：712345\t電話：0912345678\n"
    assert "姓名：何志明" in second.text
    assert rows(write(data, [coded(first), *map(same, documents[1:])]))[0] == [["姓名", "病歷號"], ["PT-0001", "PT-0001"]]


@pytest.mark.parametrize(
    "form",
    [[["姓名", "王大明", "病歷號", "0012345"], ["主訴", "胸悶"]], [["姓名", "王大明"], ["性別", "男"], ["電話", "0912345678"]], [["項目", "結果"], ["BP", "160/85"]]],
)
def test_a_form_is_no_table_but_a_text(form: list[list[str]]) -> None:
    (document, *_) = read(table(*form))
    assert document.text == "".join("\t".join(line) + "\n" for line in form)


def test_a_sheet_of_no_table_comes_back_cell_for_cell_where_nothing_is_touched() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for line in (["項目", None, "值"], ["BP", None, "160/85"], ["編碼", None, "06932169358293"], [True, 1.5, -3], [None, "=1+2", '=IF(C2="x","y",1)']):
        sheet.append(line)
    sheet["A9"], sheet["B9"] = datetime.datetime(2024, 2, 29), datetime.datetime(2024, 2, 29, 13, 5)
    sheet["A9"].number_format = 'e"年"m"月"d"日"'
    sheet["C9"] = "粗"
    sheet["C9"].font, sheet["C9"].fill = Font(bold=True, name="標楷體"), PatternFill("solid", "FFFF00")
    sheet["C9"].number_format = "@"
    sheet["D1"] = "=cmd|x"
    sheet["D1"].data_type = "s"
    sheet["D2"] = CellRichText("一般", TextBlock(InlineFont(b=True), "粗體"))
    sheet.merge_cells("A11:C12")
    sheet["A11"] = "合併"
    sheet.column_dimensions["B"].width, sheet.row_dimensions[3].height, sheet.freeze_panes = 33, 41, "B2"
    workbook.create_sheet("檢驗")["B3"] = "=Sheet!C2"
    data = crafted.saved(workbook)
    again = write(data, list(map(same, read(data))))
    assert rows(again) == rows(data)
    before, after = opened(data), opened(again)
    assert cells(again) == cells(data) and after.sheetnames == before.sheetnames
    for old, new in zip(before.active._cells.values(), after.active._cells.values(), strict=True):
        assert (old.coordinate, old.data_type, old.number_format) == (new.coordinate, new.data_type, new.number_format)
        assert (old.font.name, old.font.b, old.fill.fgColor.rgb) == (new.font.name, new.font.b, new.fill.fgColor.rgb)
    assert after.active.merged_cells.ranges == before.active.merged_cells.ranges
    assert (after.active.column_dimensions["B"].width, after.active.row_dimensions[3].height, after.active.freeze_panes) == (33, 41, "B2")


def test_writing_twice_gives_the_same_bytes() -> None:
    documents = read(NOTES)
    assert write(NOTES, list(map(same, documents))) == write(NOTES, list(map(same, documents)))


def test_a_formula_stays_and_what_it_gave_last_does_not() -> None:
    data = table(["項目"], ["案主王大明"], ["=A2"])

    def calculated(xml: str) -> str:
        return re.sub(r'r="A3"([^>]*)><f>A2</f><v ?/?>(?:</v>)?', r'r="A3"\1 t="str"><f>A2</f><v>案主王大明</v>', xml)

    data = crafted.with_parts(data, {}, change={r"xl/worksheets/sheet1\.xml": calculated})
    document, *more = read(data)
    assert document.text == "項目\n案主王大明\n案主王大明\n"
    out = write(data, [masked(document, "王大明"), *map(same, more)])
    assert cells(out)["Sheet"] == [("項目",), ("案主[NAME]",), ("=A2",)]
    assert not any("王大明".encode() in part for part in parts(out))


def parts(data: bytes) -> list[bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [archive.read(name) for name in archive.namelist()]


def test_formulas_follow_a_sheet_a_name_a_table_and_a_text_that_are_called_anew() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "王大明 CT"
    sheet["A1"], sheet["B1"], sheet["A2"], sheet["B2"] = "項目", "值", "BP", 5
    sheet.add_table(Table(displayName="王大明表", ref="A1:B2"))
    workbook.defined_names["王大明名"] = DefinedName("王大明名", attr_text="'王大明 CT'!$B$2")
    other = workbook.create_sheet("計")
    other["A1"] = "=SUM('王大明 CT'!B2:B2)+王大明名+SUM(王大明表[值])"
    other["A2"] = '=IF(\'王大明 CT\'!A2="王大明","王大明""s",SUM(王大明表[[#All],[值]]))'
    data = crafted.saved(workbook)
    out = write(data, [masked(d, "王大明") for d in read(data)])
    after = opened(out)
    assert after.sheetnames == ["(NAME) CT", "計"]
    assert after["計"]["A1"].value == "=SUM('(NAME) CT'!B2:B2)+_NAME_名+SUM(_NAME_表[值])"
    assert after["計"]["A2"].value == '=IF(\'(NAME) CT\'!A2="[NAME]","[NAME]""s",SUM(_NAME_表[[#All],[值]]))'
    assert after.defined_names["_NAME_名"].attr_text == "'(NAME) CT'!$B$2"
    assert list(after["(NAME) CT"].tables) == ["_NAME_表"]


def test_two_sheets_that_are_masked_alike_stay_two() -> None:
    workbook = openpyxl.Workbook()
    workbook.active.title = "王大明"
    workbook.create_sheet("林志豪")["A1"] = "x"
    data = crafted.saved(workbook)
    assert opened(write(data, [masked(d, "王大明", "林志豪") for d in read(data)])).sheetnames == ["(NAME)", "(NAME)_2"]


def test_the_columns_of_a_table_are_called_as_the_cells_above_them() -> None:
    workbook = openpyxl.Workbook()
    workbook.active.append(["王大明的值", "林志豪的值"])
    workbook.active.append([1, 2])
    workbook.active.add_table(Table(displayName="T1", ref="A1:B2"))
    workbook.active["D1"] = "=SUM(T1[王大明的值])"
    data = crafted.saved(workbook)
    sheet = opened(write(data, [masked(d, "王大明的值", "林志豪的值") for d in read(data)])).active
    assert [column.name for column in sheet.tables["T1"].tableColumns] == [cell.value for cell in sheet[1][:2]] == ["[NAME]", "[NAME]_2"]
    assert sheet["D1"].value == "=SUM(T1[[NAME]])"


def test_a_withheld_sheet_is_empty_and_withheld_parts_are_gone() -> None:
    made = next(each for each in crafted.files() if each.name == "kept-by-the-model")
    documents = read(made.data)
    out = write(made.data, [Result(d.id, "residue", None, {}, (), (), (), "f") for d in documents])
    text = b"\n".join(parts(out)).decode()
    assert not [part for part, value in made.identities.items() if value in text]
    assert opened(out).sheetnames == ["Sheet1", "Sheet2", "Sheet3"]


def test_runs_of_a_cell_keep_their_fonts() -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = CellRichText("案主王", TextBlock(InlineFont(b=True), "大明"), " 胸悶")
    data = crafted.saved(workbook)
    value = opened(write(data, [masked(d, "王大明") for d in read(data)])).active["A1"].value
    assert str(value) == "案主[NAME] 胸悶"


def test_a_cell_of_one_megabyte_and_its_control_characters_come_back() -> None:
    long = "胸悶，無發燒。" * 150_000
    workbook = openpyxl.Workbook()
    workbook.active.append(["text"])
    workbook.active.append([""])
    workbook.active["A2"]._value = long + "王大明_x000B_"
    data = crafted.saved(workbook)
    document, *more = read(data)
    assert document.text == long + "王大明\x0b"
    written = opened(write(data, [masked(document, "王大明"), *map(same, more)])).active["A2"].value
    assert written == long + "[NAME]_x000B_"


def test_a_gap_of_a_million_rows_costs_nothing() -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"], workbook.active["XFD1048576"] = "上", "下"
    (document, *_) = read(crafted.saved(workbook))
    assert document.text == "上\n\n" + "\t" * 64 + "下\n"


def test_a_link_to_another_workbook_leaves_its_last_value() -> None:
    data = table(["項目"], ["=[1]名單!A1"], [1])

    def calculated(xml: str) -> str:
        return re.sub(r"</f><v ?/?>(?:</v>)?", "</f><v>7</v>", xml)

    data = crafted.with_parts(data, {}, change={r"xl/worksheets/sheet1\.xml": calculated})
    assert cells(write(data, list(map(same, read(data)))))["Sheet"] == [("項目",), (7,), (1,)]


def test_what_is_dropped_is_said() -> None:
    made = {each.name: each for each in crafted.files()}
    said = read(made["beside-the-sheets"].data)[-1].meta[LEFT_OUT]
    assert "1 chart (read, not written)" in said and "1 pivot table (read, not written)" in said
    assert "1 picture" in read(made["what-is-no-text"].data)[-1].meta[LEFT_OUT]


def test_bad_workbooks_are_one_unread_item_and_nothing_is_written() -> None:
    for data in (b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0" + bytes(100), NOTES[:900]):
        (item,) = xlsx.read(from_bytes(data, 4))
        assert isinstance(item, Unread) and item.id == "4" and "input" not in item.reason
        assert write(data, [Result("4", "failed", None, {}, (), (), (), "f")]) == b""


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    out = io.BytesIO(NOTES)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/worksheets/sheet9.xml", "w") as part:
        for _ in range(140):
            part.write(bytes(1 << 20))
    (item,) = xlsx.read(from_bytes(out.getvalue()))
    assert isinstance(item, Unread) and "split it" in item.reason


def test_a_comment_keeps_its_place() -> None:
    workbook = openpyxl.Workbook()
    workbook.active["B2"] = "x"
    workbook.active["B2"].comment = Comment("王大明來電", "王大明")
    data = crafted.saved(workbook)
    comment = opened(write(data, [masked(d, "王大明") for d in read(data)])).active["B2"].comment
    assert (comment.text, comment.author) == ("[NAME]來電", "[NAME]")
