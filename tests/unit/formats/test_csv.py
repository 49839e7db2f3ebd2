"""Tables as text: separators, marks, quotation marks, and rows that were written in several encodings."""

from __future__ import annotations

import io

import pytest

from incognote.document import Document, Result
from incognote.errors import DecodeError
from incognote.formats import csv_
from incognote.formats.mixed import decode_table
from incognote.formats.source import Unread, from_bytes

HEADER = b"id,text\n"
UTF_8 = "1,主訴胸悶三天，姓名王大明\n".encode()
BIG5 = "2,病人今日住院檢查，電話\n".encode("big5")
GB = "3,患者今日发热咳嗽，住院治疗\n".encode("gb18030")


def texts(data: bytes) -> list[str]:
    items = list(csv_.read(from_bytes(data)))
    assert all(isinstance(item, Document) for item in items), items
    return [item.text for item in items if isinstance(item, Document)]


def again(data: bytes) -> bytes:
    out = io.BytesIO()
    documents = [item for item in csv_.read(from_bytes(data)) if isinstance(item, Document)]
    csv_.write([Result(d.id, "clean", d.text, {}, (), (), (), "f") for d in documents], out, from_bytes(data))
    return out.getvalue()


@pytest.mark.parametrize("rows", [(UTF_8, BIG5), (BIG5, UTF_8), (UTF_8, GB), (UTF_8, BIG5, GB), (BIG5, GB), (*(BIG5,) * 60, GB), (*(BIG5,) * 60, UTF_8)])
def test_rows_in_several_encodings_are_read_each_in_its_own(rows: tuple[bytes, ...]) -> None:
    names = {UTF_8: "utf-8", BIG5: "big5", GB: "gb18030"}
    assert decode_table(HEADER + b"".join(rows)).text == HEADER.decode() + "".join(row.decode(names[row]) for row in rows)


def test_a_table_of_several_encodings_is_written_in_utf_8() -> None:
    assert again(HEADER + UTF_8 + BIG5).decode() == (HEADER + UTF_8).decode() + BIG5.decode("big5")


@pytest.mark.parametrize(
    ("data", "line"),
    [(HEADER + UTF_8 + b"2,\xff\xff\xff\n", 3), (HEADER + b"1,\xff\xff\xff\n" + UTF_8, 2), (HEADER + UTF_8 + "3,Müller\n".encode("cp1252"), 3), (HEADER + UTF_8 + "2,目前\n".encode("gb18030"), 3)],
)
def test_a_row_whose_encoding_cannot_be_told_is_named(data: bytes, line: int) -> None:
    with pytest.raises(DecodeError, match=f"line {line}:"):
        decode_table(data)
    (item,) = csv_.read(from_bytes(data))
    assert isinstance(item, Unread) and f"line {line}:" in item.reason


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "big5", "gb18030", "utf-16"])
def test_a_table_of_one_encoding_is_read_as_before(encoding: str) -> None:
    text = "id,text\n1,病人今日住院\n2,王\n3,plain\n"
    assert decode_table(text.encode(encoding)).text == text
    assert decode_table(text.encode(encoding), encoding=encoding).text == text


def test_a_rare_character_does_not_make_a_table_one_of_several_encodings() -> None:
    text = "id,text\n" + "1,病人今日住院檢查，主訴胸悶\n" * 5 + "2,龘靐齉\n"
    assert decode_table(text.encode("gb18030")).text == text


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"sep=;\r\nid;text\r\n1;a,b\r\n", ["a,b"]), (b"\xef\xbb\xbfsep=;\r\nid;text\r\n1;a\r\n", ["a"]), (b'id;"text, all";text\n1;x;a\n', ["a"]),
        (b"id\ttext\n1\ta,b;c\n", ["a,b;c"]), (b"\n\nid;text\n1;a\n", ["a"]), (b'text,id\n"a\r\nb ""c""",1\n', ['a\r\nb "c"']), (b"id,text\r1,a\r2,b\r", ["a", "b"]),
    ],
)  # fmt: skip
def test_separators_and_quotation_marks_are_read_and_written_as_they_were(data: bytes, wanted: list[str]) -> None:
    assert texts(data) == wanted
    assert texts(again(data)) == wanted and again(data).split(b"\n")[0] == data.lstrip(b"\n").split(b"\n")[0].replace(b'"text, all";', b"")


def test_a_quotation_mark_that_is_never_closed_is_an_error_that_names_its_row() -> None:
    (item,) = csv_.read(from_bytes(b'id,text\n1,a\n2,"b\n3,c\n4,d\n'))
    assert isinstance(item, Unread) and "row 2" in item.reason
    assert texts(b'id,text\n1,a\n2,"b\nc"\n') == ["a", "b\nc"] and texts(b'id,text\n1,"b\n\nc"') == ["b\n\nc"]


def test_a_cell_of_one_megabyte_comes_back() -> None:
    long = '胸悶，無發燒。"\n' * 120_000
    data = ("id,text\n1,\"" + long.replace('"', '""') + "\"\n2,b\n").encode()
    assert texts(data) == [long, "b"] and again(data) == data


def test_a_table_without_notes_costs_itself_alone() -> None:
    (item,) = csv_.read(from_bytes(b"id,age\n1,63\n", 4))
    assert isinstance(item, Unread) and item.id == "4" and item.reason.startswith("no column")
    out = io.BytesIO()
    assert csv_.write(iter([Result("4", "failed", None, {}, (), (), (), "f")]), out, from_bytes(b"id,age\n1,63\n")) == 0 and not out.getvalue()


def test_a_name_in_two_columns_is_one() -> None:
    (item,) = csv_.read(from_bytes(b"UR No,Surname,First name,note\n0071,O'Toole,Fintan,well\n"))
    assert isinstance(item, Document) and item.known == {"name": "Fintan O'Toole", "mrn": "0071"}
    (item,) = csv_.read(from_bytes("surname,given_name,note\n王,大明,well\n".encode()))
    assert isinstance(item, Document) and item.known == {"name": "王大明"}
