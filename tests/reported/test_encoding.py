"""Reported: bytes taken for another encoding, line ends that shift offsets, characters that are none."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from command import incognote
from incognote import Document, Pipeline
from incognote.errors import DecodeError
from incognote.text.decode import CANDIDATES, decode

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize(
    ("filler", "last", "name"),
    [("主訴：頭痛，無發燒。", "姓名：陳美玲", "陳美玲"), ("主诉：头痛，无发热。", "患者：张建国", "张建国"), ("No fever, no cough.", "Pt Mary Wu", "Mary Wu")],
)
def test_a_name_on_line_200_is_masked_and_line_ends_stay(end: str, filler: str, last: str, name: str) -> None:
    text = (filler + end) * 199 + last + end
    result = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(Document("1", text))
    assert result.text is not None
    (edit,) = (e for e in result.edits if e.start < e.end)
    assert text[edit.start : edit.end] == name
    header, _, rest = result.text.partition(end)
    assert header.startswith("[") and rest == text.replace(name, edit.replacement)


BIG5 = ["主訴：胸悶三天。病人林志豪，電話0912-345-678。", "病歷號碼：1234567 姓名：王大明", "護理紀錄：張惠雯已衛教，家屬了解。"]


@pytest.mark.parametrize("note", BIG5)
@pytest.mark.parametrize("without", [None, *CANDIDATES])
def test_big5_is_read_as_big5_or_refused_whichever_candidate_is_missing(note: str, without: str | None) -> None:
    candidates = [name for name in CANDIDATES if name != without]
    try:
        read = decode(note.encode("big5"), candidates=candidates)
    except DecodeError:
        assert without is not None
    else:
        assert read.text == note
        assert read.encoding in {"cp950", "big5", "big5hkscs"}


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(("text", "name"), [("Zoé Tan, MRN 1234567\n", "Zoé Tan"), ("Pt Łukasz Nowak\n", "ukasz"), ("Dr. Müller\n", "Müller")])
def test_short_utf_8_is_utf_8_and_its_mark_counts_for_nothing(mark: bytes, text: str, name: str, tmp_path: Path) -> None:
    read = decode(mark + text.encode())
    assert read.text == text
    answer = incognote("scrub", "--jsonl", stdin=mark + text.encode(), home=tmp_path)
    row = json.loads(answer.out)
    assert row["status"] == "clean" and name not in row["text"]
    assert any(name in text[e["start"] : e["end"]] for e in row["edits"])


@pytest.mark.parametrize(
    ("note", "values"),
    [
        ("病歷號碼：1234567 姓名：王大明", ("1234567", "王大明")),
        ("病歷號碼：7654321 姓名：陳冠宇 ", ("7654321", "陳冠宇")),
        ("姓名：林雅婷 電話：0912345678", ("林雅婷", "0912345678")),
    ],
)
def test_big5_of_even_length_is_not_utf_16(note: str, values: tuple[str, ...], tmp_path: Path) -> None:
    data = note.encode("big5")
    data += b" " * (len(data) % 2)
    answer = incognote("scrub", stdin=data, home=tmp_path)
    assert answer.code == 0
    assert ("病歷號" in answer.out or "姓名：" in answer.out) and not [v for v in values if v in answer.out]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (r'{"id":"n1","text":"病人王大明\udcb2 電話0912345678"}', ("王大明", "0912345678")),
        (r'{"id":"n1","text":"\ud83d 患者张伟，手机13800138000"}', ("张伟", "13800138000")),
        (r'{"id":"n1","text":"Pt Mary Wu\udfff, MRN 1234567"}', ("Mary", "1234567")),
    ],
)
def test_half_a_character_stops_neither_its_line_nor_the_next(line: str, values: tuple[str, ...], tmp_path: Path) -> None:
    lines = line + '\n{"id":"n2","text":"姓名：李小華"}\n'
    answer = incognote("scrub", "--format", "jsonl", stdin=lines.encode(), home=tmp_path)
    one, two = map(json.loads, answer.out.splitlines())
    assert one["status"] == two["status"] == "clean"
    assert "\ufffd" in one["text"] and not [v for v in values if v in one["text"]]
    assert "李小華" not in two["text"]
