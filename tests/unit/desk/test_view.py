"""What the page shows: rows in step, marks with their reasons, findings with their place in the original."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from incognote.config import Pipeline
from incognote.desk.correct import corrected, unmask
from incognote.desk.view import View, view
from incognote.document import Document, Edit, Finding, Result, Span

PIPELINE = replace(Pipeline.from_profile(), keep_residue=True)
TWO = "姓名：林淑芬 病歷號：0012345 女 45歲\r\nC/O 頭暈三天\r\n姓名：王建國 病歷號：0067890 男 62歲\r\nC/O 胸悶，太太林淑芬陪同 WBC 12500\r\n"
NOTES = [
    TWO, TWO.rstrip(), "", "\n", "\n\n病患王小明。", "病患王小明，\n電話0912345678\n\n", "no people here\rat all\r", "患者张伟，男，58岁，😀住院号20240611003。\n联系人：妻子李娜 13800138000",
]  # fmt: skip


def seen(text: str) -> View:
    document = Document("1", text)
    return view(document, PIPELINE.run(document))


def without_line_ends(text: str) -> str:
    return re.sub(r"\r\n|\n|\r", "", text)


@pytest.mark.parametrize("text", NOTES)
def test_the_rows_add_up_to_both_texts(text: str) -> None:
    found = seen(text)
    if found.status == "empty":
        assert found.rows == ()
        return
    assert without_line_ends("".join(p.text for row in found.rows for p in row.original)) == without_line_ends(text)
    assert found.output is not None
    assert without_line_ends("".join(p.text for row in found.rows for p in row.output)) == without_line_ends(found.output)
    for row in found.rows:
        surface = "".join(p.text for p in row.original)
        assert text.startswith(surface, row.start)


def test_a_line_end_inside_a_mark_joins_two_lines_in_one_row() -> None:
    text = "住址：新北市板橋區文化路\n一段100號5樓\n主訴：頭暈"
    edit = Edit(3, 21, "[地址]", "mask", "ADDRESS", None)
    result = Result("1", "clean", None, {"rules/x": (Span(3, 21, "ADDRESS", None, "rules/x", 0.9),)}, (), (edit,), (), "")
    found = view(Document("1", text), result)
    assert [row.start for row in found.rows] == [0, 22]
    assert [p.text for p in found.rows[0].output] == ["住址：", "[地址]"]


def test_a_mark_says_who_found_it_and_what_it_became() -> None:
    found = seen(TWO)
    first = found.marks[0]
    assert (first.label, first.replacement, first.operator) == ("NAME", "PT-0001", "pseudonym")
    assert first.family == "rules" and first.finder and first.score > 0.5
    assert dict(found.labels)["NAME"] == 3 and found.people == 2
    kept = next(mark for mark in found.marks if mark.label == "AGE")
    assert kept.replacement is None and kept.operator == "keep"


def test_what_means_the_same_is_joined() -> None:
    text = "病患王小明，主訴頭暈。王小明表示昨晚開始。"
    first, second = seen(text).marks
    assert first.entity == second.entity >= 0


def test_a_finding_of_the_output_is_shown_where_it_came_from() -> None:
    text = "病患王小明，姓名在外：陳大文先生。"
    document = Document("1", text)
    result = PIPELINE.run(document)
    start = result.text.index("在外") if result.text else 0
    result = replace(result, status="residue", findings=(Finding("name", "output", start, start + 2, "residue"),))
    found = view(document, result)
    assert [(n.surface, n.severity) for n in found.notes] == [("在外", "residue")]
    flagged = [p.text for row in found.rows for p in row.original if p.flag == "residue"]
    assert flagged == ["在外"] == [p.text for row in found.rows for p in row.output if p.flag == "residue"]
    assert found.count("residue") == 1


def test_a_failed_result_shows_no_text() -> None:
    document = Document("1", "病患王小明")
    result = Result("1", "failed", None, {}, (), (), (Finding("error_ValueError", "source", 0, 0, "failure"),), "")
    found = view(document, result)
    assert found.output is None and found.rows == () and found.survivors == ()


def test_what_a_person_left_is_among_the_survivors_and_the_findings() -> None:
    text = "病患王小明，太太李美玲陪同。"
    document = Document("1", text)
    first = PIPELINE.run(document)
    at = text.index("李美玲")
    found = view(document, corrected(PIPELINE, document, [unmask(document, first, (at, at + 3))]))
    assert [(n.kind, n.surface) for n in found.notes] == [("left_by_hand", "李美玲")]
    assert ("李美玲", "by_hand") in [(surface, one.why) for surface, _, one in found.survivors]
