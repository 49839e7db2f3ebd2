"""Bytes become the text that was meant, or an error; never another text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import DecodeError, UsageError
from incognote.text.decode import CANDIDATES, decode

NOTE_TW = "主訴：胸悶三天。病人林志豪，電話0912-345-678。"
NOTE_CN = "患者张伟，男，58岁，因反复胸闷3天入院。诊断：高血压。"
TAIWAN = st.sampled_from(
    ["主訴：右肩痛三個月。", "病歷號碼：1234567 ", "姓名：王大明 ", "電話 0912-345-678，", "住新北市板橋區文化路一段100號5樓。", "BP 120/80 mmHg, ", "醫師囑咐按時服藥，", "\r\n", "今日複診，疼痛改善。", "WBC 12500 ", "陳淑娟陪同就診；"]
)
MAINLAND = st.sampled_from(
    ["主诉：右肩痛三个月。", "住院号：20240611003 ", "姓名：张伟 ", "电话 13800138000，", "家住杭州市西湖区文一路100号。", "BP 120/80 mmHg, ", "医生嘱咐按时服药，", "\n", "今日复诊，疼痛好转。", "WBC 12500 ", "妻子李娜陪同就诊；"]
)


def is_right_or_refused(text: str, encoding: str, candidates: tuple[str, ...] = CANDIDATES) -> bool:
    try:
        return decode(text.encode(encoding), candidates=candidates).text == text
    except DecodeError:
        return True


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "big5", "cp950", "big5hkscs", "gb18030"])
def test_a_note_is_read_in_every_encoding_that_wards_use(encoding: str) -> None:
    assert decode(NOTE_TW.encode(encoding)).text == NOTE_TW


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gb2312", "gbk"])
def test_a_mainland_note_is_read_in_every_encoding_that_wards_use(encoding: str) -> None:
    assert decode(NOTE_CN.encode(encoding)).text == NOTE_CN


@pytest.mark.parametrize("removed", CANDIDATES)
@pytest.mark.parametrize("encoding", ["big5", "cp950", "big5hkscs", "gb18030"])
def test_without_one_candidate_a_note_is_right_or_refused(encoding: str, removed: str) -> None:
    left = tuple(name for name in CANDIDATES if name != removed)
    assert is_right_or_refused(NOTE_TW, encoding, left)


def test_big5_is_never_taken_for_anything_but_a_big5() -> None:
    data = NOTE_TW.encode("big5")
    assert decode(data).encoding in {"cp950", "big5", "big5hkscs"}
    with pytest.raises(DecodeError, match="gb18030"):
        decode(data, candidates=("gb18030",))
    with pytest.raises(DecodeError, match="--encoding"):
        decode(data, candidates=())


def test_thirty_even_bytes_of_big5_are_not_utf_16() -> None:
    text = "病歷號碼：1234567 姓名：王大明"
    assert len(text.encode("big5")) % 2 == 0
    assert decode(text.encode("big5")).text == text


@pytest.mark.parametrize("data", ["Zoé Tan, MRN 1234567\n".encode(), codecs.BOM_UTF8 + "Zoé Tan, MRN 1234567\n".encode()])
def test_valid_utf_8_wins_and_its_mark_is_not_counted(data: bytes) -> None:
    text = decode(data).text
    assert text.index("Zoé Tan") == 0
    assert text == "Zoé Tan, MRN 1234567\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_needs_to_be_declared(encoding: str) -> None:
    han = "病歷號碼姓名王大明主訴胸悶三天"
    for text in (NOTE_TW, han, han[:-1]):
        with pytest.raises(DecodeError):
            decode(text.encode(encoding))
        assert decode(text.encode(encoding), encoding=encoding).text == text


@pytest.mark.parametrize("text", ["目前 fluoxetine 20mg qd", "Ki-67约60%"])
def test_gb18030_that_is_utf_8_by_chance_is_refused(text: str) -> None:
    with pytest.raises(DecodeError, match="could be"):
        decode(text.encode("gb18030"))


@pytest.mark.parametrize("text", ["Renée said so", "Müller, Jörg", "naïve café"])
def test_western_bytes_are_refused_and_read_when_declared(text: str) -> None:
    with pytest.raises(DecodeError):
        decode(text.encode("cp1252"))
    assert decode(text.encode("cp1252"), encoding="cp1252").text == text


@pytest.mark.parametrize(
    "data",
    [b"abc\x00def", bytes(range(256)) * 10, b"%PDF-1.7\n%", b"PK\x03\x04rest", b"\x89PNG\r\n\x1a\n", b"\xff\xfe\x00", "\ufffd\ufffdab".encode(), NOTE_TW.encode("big5")[:-1]],
)  # fmt: skip
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(DecodeError):
        decode(data)


def test_a_wrong_declaration_is_refused_without_quoting_the_text() -> None:
    with pytest.raises(DecodeError) as refused:
        decode(NOTE_TW.encode("big5"), encoding="utf-8")
    assert "utf-8" in str(refused.value)
    for name in ("no-such-codec", "hex", "zip"):
        with pytest.raises(UsageError):
            decode(b"abc", encoding=name)


@pytest.mark.parametrize("text", ["Patient: 蔡文華, 25F, MRN: 69431332", "陳淑貞 病人", "PI: 高承翰", "彭宸睿 (35yo, Female)"])
def test_a_name_alone_is_enough_to_tell_big5(text: str) -> None:
    assert decode(text.encode("big5")).text == text


def test_empty_bytes_are_an_empty_text() -> None:
    assert decode(b"") == ("", "utf-8")
    assert decode(codecs.BOM_UTF8).text == ""


@settings(max_examples=60, deadline=None)
@given(st.lists(TAIWAN, min_size=1, max_size=12), st.sampled_from(["big5", "cp950", "big5hkscs", "gb18030"]))
def test_any_taiwanese_note_is_right_or_refused(pieces: list[str], encoding: str) -> None:
    text = "".join(pieces)
    assert is_right_or_refused(text, encoding)
    for removed in CANDIDATES:
        assert is_right_or_refused(text, encoding, tuple(name for name in CANDIDATES if name != removed))
    if sum(c > "\x7f" for c in text) > 12:
        assert decode(text.encode(encoding)).text == text


@settings(max_examples=60, deadline=None)
@given(st.lists(MAINLAND, min_size=1, max_size=12))
def test_any_mainland_note_is_right_or_refused(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert is_right_or_refused(text, "gb18030")
    assert is_right_or_refused(text, "gb18030", ("cp950", "big5", "big5hkscs"))
    if sum(c > "\x7f" for c in text) > 12:
        assert decode(text.encode("gb18030")).text == text


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_text_or_an_error(data: bytes) -> None:
    try:
        text = decode(data).text
    except DecodeError:
        return
    assert "\x00" not in text


@pytest.mark.parametrize(
    ("text", "encoding", "declared", "named"),
    [
        (NOTE_TW, "big5", "latin-1", "cp950"), (NOTE_TW, "big5", "koi8-r", "cp950"), (NOTE_TW, "cp950", "cp1252", "big5"),
        ("患者张伟，男，58岁。", "gbk", "big5", "gb18030"), (NOTE_CN, "gbk", "latin-1", "gb18030"),
        ("Zoé Tan, MRN 1234567", "utf-8", "cp1252", "utf-8"), ("Patient: John Smith, seen today", "utf-16-le", "utf-16-be", "utf-16-le"),
        ("Patient: John Smith, seen today", "utf-16-be", "utf-16-le", "utf-16-be"),
    ],
)  # fmt: skip
def test_a_declaration_that_makes_gibberish_is_refused_with_what_it_could_be(text: str, encoding: str, declared: str, named: str) -> None:
    data = text.encode(encoding)
    with pytest.raises(DecodeError, match=rf"--encoding says.*{named}") as refused:
        decode(data, encoding=declared)
    assert not any(word in str(refused.value) for word in ("Smith", "王", "张", "Tan"))
    if declared != "big5":
        assert decode(data, encoding=declared + "!").text == data.decode(declared)


def test_the_bytes_of_gbk_declared_as_big5_are_never_read() -> None:
    for text in (NOTE_CN, "患者张伟", "姓名：李娜 电话 13800138000"):
        with pytest.raises(DecodeError):
            decode(text.encode("gbk"), encoding="cp950")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Müller, Jörg", "cp1252"), ("Señor Muñoz José Núñez", "latin-1"), ("Пациент Иванов, жалобы на боль", "koi8-r"),
     ("患者は山田太郎、胸痛あり", "shift_jis"), ("陳鑫鑫", "cp950"), ("鑫", "big5"), ("目前 fluoxetine 20mg qd", "gb18030"), ("plain words", "cp037")],
)  # fmt: skip
def test_a_declaration_that_fits_best_is_believed(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), encoding=encoding).text == text


def test_utf_16_without_its_mark_names_both_byte_orders() -> None:
    with pytest.raises(DecodeError, match="utf-16-le or utf-16-be"):
        decode("Patient".encode("utf-16-be"))


@pytest.mark.parametrize("text", ["He said “no”. Renée’s mother – Zoë – left at 8.", "Señor Muñoz rang; the café was shut."])
def test_a_refusal_names_cp1252_where_the_text_may_be_western(text: str) -> None:
    with pytest.raises(DecodeError, match="cp1252"):
        decode(text.encode("cp1252"))


@pytest.mark.parametrize("data", [bytes(range(0x80, 0xFF)) * 4, b"\x81\x8d note", "Пациент Иванов".encode("koi8-r")])
def test_a_refusal_names_no_cp1252_for_other_bytes(data: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        decode(data)
    assert "cp1252" not in str(caught.value)
