"""One patient through heads of documents that look different, and heads that are somebody else's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

import pytest

from incognote import Document, Pipeline, Result


def batch(*texts: str) -> list[Result]:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))
    return list(pipeline.run_many([Document(str(i), text) for i, text in enumerate(texts)]))


def codes(results: Sequence[Result]) -> list[list[str]]:
    lines = ["".join(e.replacement for e in r.edits if e.start == e.end) for r in results]
    return [re.findall(r"PT-\d{4,}", line) for line in lines]


BORN = "姓名：宋雅雯 病歷號：3344556 生日：民國71年4月9日 看診日：112/03/01\n頭痛。\n"


@pytest.mark.parametrize(
    "head",
    [
        "宋雅雯（姓名）1982年4月9日（出生）\n2023年6月2日（本次）\n頭暈。\n",
        "姓名\t生日\t來診\n宋　雅雯\t71/04/09\t112/06/02\n頭暈。\n",
        "77120934宋雅雯0710409\n1120602初診\n頭暈。\n",
        "77120934\n宋雅雯（41歲）\n1982/4/9\n2023/6/2 下午診\n頭暈。\n",
        "No.77120934　宋雅雯\n生日71.04.09\n",
        "patientId:77120934|patientName:宋雅雯|birthday:19820409|regDate:20230602\n",
        "病歷\n號碼　77120934\n姓\n名　　宋雅雯\n出生　71.04.09　複診日 112.06.02\n",
        "宋雅雯 :姓名\n71年04月09日 :出生\n7712093-4 :病歷號\n112年06月02日 :回診\n頭暈。\n",
        "<PTNAME>宋雅雯</PTNAME><PTNO>77120934</PTNO><BIRTHDAY>0710409</BIRTHDAY>\n頭暈。\n",
        "【CT申请單】宋雅雯\n1982.04.09\n檢查部位：胸部\n2023.06.02\n頭暈。\n",
        "12床　宋雅雯　77120934\n71.04.09　外科　管床：何建平\n登記112.06.02\n",
        "宋雅雯(77120934)\n(19820409)\n(20230602)\n頭暈。\n",
    ],
)
def test_a_name_and_a_birth_date_link_through_a_changed_head(head: str) -> None:
    first, second = codes(batch(BORN, head))
    assert first == second == ["PT-0001"]


@pytest.mark.parametrize(
    "head",
    [
        "【宋雅雯／41 y/o／f223456785／77120934】\n2023.6.2 診間 BP 132/78\n",
        "宋 雅 雯\n　Ｆ２２３４５６７８５\n　77120934\n胸悶。\n",
        "叫號用：宋*雯　F******785\n內部：宋雅雯 77120934\n112.6.2 夜診\n",
    ],
)
def test_an_identity_number_links_in_any_writing_and_a_masked_one_with_the_name(head: str) -> None:
    first, second = codes(batch("姓名：宋雅雯 病歷號：3344556 身分證：F223456785\n頭痛。\n", head))
    assert first == second == ["PT-0001"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (BORN, "77120934宋雅雯0650321\n1120602初診\n"),
        ("姓名：宋雅雯 身分證：F223456785\n", "叫號用：宋*雯　F******134\n內部：宋雅雯 77120934\n112.6.2 夜診\n"),
        ("柳○年 身份证尾号 5934 病历 3344556\n", "柳○军 身份证尾号 5934 病历 7712093\n"),
        ("柳○年 身份证尾号 5934 病历 3344556\n", "何○年 身份证尾号 5934 病历 7712093\n"),
    ],
)
def test_two_people_who_look_alike_stay_two(one: str, other: str) -> None:
    first, second = codes(batch(one, other))
    assert set(first).isdisjoint(second)


@pytest.mark.parametrize(
    "text",
    [
        "主治醫師 王志平 55120934\n2023/6/2 晨會\n討論排班。\n",
        "王志平醫師 F123456789\n2023/6/2 晨會\n討論排班。\n",
        "聯絡人 李美玉 60/3/4\n2023/6/2 電訪\n沒有人接。\n",
    ],
)
def test_a_head_of_staff_or_kin_is_no_patients(text: str) -> None:
    assert codes(batch(text)) == [[]]


def test_a_list_of_patients_is_several() -> None:
    (result,) = batch("病歷號\t姓名\t生日\n7712093\t宋雅雯\t71/04/09\n8823104\t何建平\t60/01/02\n")
    assert result.text is not None and result.text.count("[代號") == 2


def test_a_relatives_number_below_is_not_the_patients() -> None:
    first, second = codes(batch("77120934宋雅雯0710409\n1120602初診\n母親身分證 F223456785\n", "姓名：何美玉 身分證：F223456785\n頭痛。\n"))
    assert set(first).isdisjoint(second)


def test_a_birth_date_in_a_head_without_labels_is_shown_as_an_age() -> None:
    (result,) = batch("77120934宋雅雯0710409\n1120602初診\n頭暈。\n")
    assert result.text == "[代號 PT-0001，41歲]\nPT-0001PT-0001[41歲]\n[D+0]初診\n頭暈。\n"


def test_a_head_line_that_falls_inside_a_date_moves_behind_it() -> None:
    (result,) = batch("姓名：陳志遠 病歷號：1234567\n生日：053/11/\n04:病歷號：7654321 姓名：林美慧\nDM\n")
    assert result.status != "failed"


def test_what_was_done_once_is_nobody() -> None:
    """曾 is a surname and says `once`: behind a date, before what was done, it names nobody."""
    from incognote.config import load_profile, make_pipeline
    from incognote.document import Document

    detect = make_pipeline(load_profile("clinic-tw")).detect
    for text in ("生日 60/3/5，4/18 曾來", "看診日 113/05/02，4/18 曾住院，尚在服藥"):
        assert [s for s in detect(Document("d", text))[0] if s.label == "NAME"] == []
    named = detect(Document("d", "1234567 曾美來 60/3/5"))[0]
    assert "NAME" in {s.label for s in named}
