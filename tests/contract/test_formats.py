"""What every format keeps to: read twice alike, write what was verified, fail item by item."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.document import Document, Edit, Result
from incognote.errors import FormatError, UsageError
from incognote.formats import csv_, jsonl, known, naming, output, text
from incognote.formats.source import Source, Unread, from_bytes, from_path, from_stream
from incognote.formats.spool import Spool

TEXTS = ["主訴：頭痛。\r\n無發燒\r", "", " \n\n", 'a,"b"\t;c\n', "=cmd|x", "+3 edema", "\u2028\x85\x0b結束", "𠮷野家 👩‍⚕️ e\u0301"]


def result(body: str | None, identifier: str = "1") -> Result:
    return Result(identifier, "clean", body, {}, (), (), (), "f")


def as_text(texts: list[str]) -> bytes:
    return texts[0].encode()


def as_jsonl(texts: list[str]) -> bytes:
    return b"".join(json.dumps({"id": str(i), "text": t}).encode() + b"\n" for i, t in enumerate(texts))


def as_csv(texts: list[str]) -> bytes:
    import csv

    target = io.StringIO(newline="")
    writer = csv.writer(target)
    writer.writerow(["id", "text"])
    writer.writerows([str(i), t] for i, t in enumerate(texts))
    return target.getvalue().encode()


FORMATS = [(text.read, as_text, 1), (jsonl.read, as_jsonl, len(TEXTS)), (csv_.read, as_csv, len(TEXTS))]
IDS = ["text", "jsonl", "csv"]


@pytest.mark.parametrize(("read", "make", "count"), FORMATS, ids=IDS)
def test_texts_are_read_character_for_character_and_again(read: Callable, make: Callable, count: int) -> None:
    source = from_bytes(make(TEXTS))
    first = [item.text for item in read(source)]
    assert first == TEXTS[:count]
    assert [item.text for item in read(source)] == first


@pytest.mark.parametrize(("read", "make", "count"), FORMATS, ids=IDS)
def test_standard_input_is_read_twice_alike(read: Callable, make: Callable, count: int) -> None:
    source = from_stream(io.BytesIO(make(TEXTS)))
    assert list(read(source)) == list(read(source)) != []


@pytest.mark.parametrize("read", [text.read, csv_.read], ids=["text", "csv"])
def test_bytes_that_are_no_text_are_one_unread_item(read: Callable) -> None:
    (item,) = read(from_bytes(b"\x00\x01\x02"))
    assert isinstance(item, Unread) and "binary" in item.reason


def test_what_csv_writes_reads_back_to_the_same_cells() -> None:
    source = from_bytes(as_csv(TEXTS))
    target = io.BytesIO()
    csv_.write([result(t, str(i)) for i, t in enumerate(TEXTS)], target, source)
    assert [item.text for item in csv_.read(from_bytes(target.getvalue()))] == TEXTS


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00")), min_size=1, max_size=6))
def test_any_cells_come_back_from_csv_and_jsonl(texts: list[str]) -> None:
    table, lines = io.BytesIO(), io.BytesIO()
    results = [result(t, str(i)) for i, t in enumerate(texts)]
    source = from_bytes(as_csv([""] * len(texts)))
    csv_.write(results, table, source)
    jsonl.write(results, lines)
    rows = lines.getvalue().decode().splitlines()
    assert [json.loads(row)["text"] for row in rows] == texts
    read_back = list(csv_.read(from_bytes(table.getvalue()), encoding="utf-8"))
    if all(isinstance(item, Document) for item in read_back):  # a text of control characters only is refused
        assert [item.text for item in read_back] == texts


def test_several_text_columns_are_documents_that_share_what_is_known() -> None:
    data = b"id,name,note,plan\n7,Ann Lee,seen,home\n"
    columns = csv_.Columns(text=("note", "plan"), id="id")
    found = list(csv_.read(from_bytes(data), columns=columns))
    assert [(d.id, d.text, d.known) for d in found] == [("7.1", "seen", {"name": "Ann Lee"}), ("7.2", "home", {"name": "Ann Lee"})]


def test_a_table_without_a_column_of_notes_asks_for_one() -> None:
    (item,) = csv_.read(from_bytes(b"a,b\n1,2\n"))
    assert isinstance(item, Unread) and "--text-column" in item.reason
    with pytest.raises(UsageError, match="--id-column"):
        list(csv_.read(from_bytes(b"text,b\n1,2\n"), columns=csv_.Columns(id="z")))


def test_a_row_of_another_length_is_one_unread_item_and_keeps_its_place() -> None:
    source = from_bytes(b"id,text\n1,a\n2\n3,c\n")
    items = list(csv_.read(source))
    assert [type(item) for item in items] == [Document, Unread, Document]
    target = io.BytesIO()
    csv_.write([result("A", "1"), result(None, "x"), result("C", "3")], target, source)
    assert target.getvalue() == b"id,text\n1,A\n,\n3,C\n"


def test_blank_lines_of_a_table_stay_where_they_are() -> None:
    data = b"id,text\n\n1,a\n\n2,b\n"
    source = from_bytes(data)
    assert [item.text for item in csv_.read(source)] == ["a", "b"]
    target = io.BytesIO()
    csv_.write([result("a", "1"), result("b", "2")], target, source)
    assert target.getvalue() == data


def test_a_table_of_tabs_keeps_tabs_line_ends_and_mark() -> None:
    data = "\ufeffid\ttext\r\n1\ta,b\r\n".encode()
    target = io.BytesIO()
    csv_.write([result("x,y")], target, from_bytes(data))
    assert target.getvalue() == "\ufeffid\ttext\r\n1\tx,y\r\n".encode()


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"17", b'{"id":true,"text":"a"}', b'{"id":"1"}', b'{"id":"1","text":null}', b'{"text":"a","extra":1}',
        b'{"text":"a","meta":[]}', b'{"text":"a","known":[]}', b'{"text":"a","known":{"shoe":"44"}}',
        b'{"text":"a","known":{"aliases":"b"}}', b'{"text":"a","known":{"people":[{"name":"b","age":3}]}}',
        b'{"text":"a","known":{"people":["b"]}}', b'{"text":"a","known":{"name":true}}', b"\xff\xfe{", b'{"text":"\xe9"}',
        b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_bad_line_fails_alone(line: bytes) -> None:
    good = '{"id": 7, "text": "好", "known": {"mrn": 12, "people": [{"name": "b", "relation": "母"}]}}'.encode()
    bad, fine = jsonl.read(from_bytes(line + b"\n" + good + b"\n"))
    assert isinstance(bad, Unread) and bad.reason.startswith("line 1:")
    assert fine == Document("7", "好", {"mrn": "12", "people": [{"name": "b", "relation": "母"}]})


def test_a_line_that_is_too_long_is_skipped_without_being_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "LONGEST", 1000)
    data = b'{"text":"' + b"a" * 5000 + b'"}\n{"text":"b"}\n'
    long, fine = jsonl.read(from_bytes(data))
    assert isinstance(long, Unread) and "split it" in long.reason
    assert isinstance(fine, Document) and fine.text == "b"


def test_lone_surrogates_become_replacement_characters_in_place() -> None:
    (document,) = jsonl.read(from_bytes(rb'{"id":"\ud800","text":"a\udcb2b\ud83d\ude00"}'))
    assert (document.id, document.text) == ("\ufffd", "a\ufffdb😀")


def test_known_facts_are_read_from_a_table() -> None:
    table = "file,姓名,病歷號,aliases,ward\nnote1.txt,王大明,0012345,阿明;大明,7A\n,,,,\n".encode("big5")
    assert known.read_table(from_bytes(table)) == {
        "note1.txt": {"name": "王大明", "mrn": "0012345", "aliases": ["阿明", "大明"]}
    }
    for bad in (b"name\nx\n", b"id,ward\n1,2\n", b"id,name\n1\n"):
        with pytest.raises(FormatError):
            known.read_table(from_bytes(bad))


def test_a_spool_gives_back_what_was_written_and_stores_none_of_it(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    secret = "王大明 0912345678 ".encode() * 100_000
    for at in range(0, len(secret), 70_001):
        spool.write(secret[at : at + 70_001])
    for _ in range(2):
        with spool.open() as stream:
            assert stream.read() == secret
    handle = spool._file
    handle.seek(0)
    sealed = handle.read()
    assert len(sealed) >= len(secret) and "王大明".encode() not in sealed and b"0912345678" not in sealed
    assert list(tmp_path.iterdir()) == []
    spool.close()


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    def fails(source: Source) -> None:
        raise FormatError("not what it should be")

    with pytest.raises(FormatError):
        output.write_new(tmp_path, "a", ".txt", fill=lambda out: out.write(b"x"), check=fails)
    assert list(tmp_path.iterdir()) == []
    assert output.write_new(tmp_path, "a", ".txt", fill=lambda out: None) is None
    names = [output.write_new(tmp_path, "a", ".txt", fill=lambda out: out.write(b"x")) for _ in range(3)]
    assert names == ["a_001.txt", "a_002.txt", "a_003.txt"] == sorted(p.name for p in tmp_path.iterdir())
    assert all((tmp_path / name).read_bytes() == b"x" for name in names)


def test_a_path_that_cannot_be_read_is_an_error_without_it(tmp_path: Path) -> None:
    for path in (tmp_path / "王大明.txt", tmp_path, Path("a\0b")):
        with pytest.raises(FormatError) as refused:
            from_path(path, 3).read()
        assert "input 3" in str(refused.value) and "王大明" not in str(refused.value)


@pytest.mark.parametrize(
    ("identifier", "kept"),
    [("note-1", True), ("n7", True), ("TW_0003", True), ("0000012", True), ("3", True), ("1234567", False), ("Chen-1", False),
     ("小明", False), ("20240611-1", False), ("", False), ("a b", False), ("../x", False), ("n1\n", False), ("７", False)],
)  # fmt: skip
def test_an_id_is_kept_only_if_it_cannot_be_a_person(identifier: str, kept: bool) -> None:
    given_id = naming.safe_id(Document(identifier, ""), result(""), 5, is_identifying=lambda text: False)
    assert given_id == (identifier if kept else "item-0005")


def test_an_id_that_holds_a_value_of_its_document_is_replaced() -> None:
    edited = Result("n", "clean", "", {}, (), (Edit(0, 5, "[MRN]", "mask", "MRN", None),), (), "")
    assert naming.safe_id(Document("n-12345", "12345 seen"), edited, 5, is_identifying=lambda text: False) == "item-0005"
    known_one = Document("n-lee", "seen", {"name": "Ann Lee"})
    assert naming.safe_id(known_one, result(""), 6, is_identifying=lambda text: False) == "item-0006"
    assert naming.safe_id(Document("n1", ""), result(""), 7, is_identifying=lambda text: True) == "item-0007"
