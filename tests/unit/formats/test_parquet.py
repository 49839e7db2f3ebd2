"""Parquet: what is read, what is written, and that nothing else is left in the file."""

from __future__ import annotations

import datetime
import io
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet as pq

from incognote.document import Document, Edit, Finding, Result
from incognote.formats import parquet
from incognote.formats.columns import KEPT_CELL, Columns
from incognote.formats.parquet import table as parquet_table
from incognote.formats.source import Unread, from_bytes, from_stream

PLAN = Columns(("note", "plan"), None, ("lab", "seen"))


def made(columns: dict[str, Any], metadata: dict[str, str] | None = None, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns).replace_schema_metadata(metadata), out, **options)
    return out.getvalue()


def full(rows: int = 5) -> bytes:
    return made(
        {
            "id": list(range(1, rows + 1)), "姓名": ["王大明"] * rows, "mrn": pa.array([12345] * rows, pa.int32()), "birth": [datetime.date(1971, 3, 5)] * rows,
            "note": pa.array(["胸悶", "+3 edema", None, "", "=1+1"][:rows] + ["x"] * (rows - 5), pa.large_string()),
            "plan": pa.array([["回診", None, "止痛"]] * rows), "ward": ["7A"] * rows, "lab": pa.array([1.5] * rows, pa.float32()),
            "seen": pa.array([1_700_000_000_000_000_001] * rows, pa.timestamp("ns", "UTC")), "nested": pa.array([{"a": 1}] * rows),
        },
        {"author": "陳美玲"},
        row_group_size=2,
    )  # fmt: skip


def same(document: Document) -> Result:
    return Result(document.id, "clean", document.text, {}, (), (), (), "f")


def read(data: bytes, columns: Columns = PLAN) -> list[Document]:
    items = list(parquet.read(from_bytes(data), columns=columns))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def write(data: bytes, results: list[Result], columns: Columns = PLAN) -> Any:
    out = io.BytesIO()
    parquet.write(iter(results), out, from_bytes(data), columns=columns)
    return pq.ParquetFile(io.BytesIO(out.getvalue()))


def test_each_cell_of_notes_is_a_document_and_a_list_is_one_of_several_lines() -> None:
    documents = read(full())
    assert [(d.id, d.text) for d in documents[:4]] == [("1.1", "胸悶"), ("1.2", "回診\n\n止痛"), ("2.1", "+3 edema"), ("2.2", "回診\n\n止痛")]
    assert documents[0].known == {"name": "王大明", "mrn": "12345", "birth": "1971-03-05"}
    assert documents[-1].text == "author：陳美玲\n"


def test_what_is_not_touched_comes_back_with_its_type_and_what_is_not_asked_for_does_not() -> None:
    data = full()
    before, after = pq.read_table(io.BytesIO(data)), write(data, list(map(same, read(data))))
    table = after.read()
    assert table.schema.names == ["id", "姓名", "mrn", "note", "plan", "lab", "seen"]
    for name in ("note", "plan", "lab", "seen"):
        assert table.schema.field(name).type.equals(before.schema.field(name).type) and table[name].to_pylist() == before[name].to_pylist()
    assert after.metadata.num_row_groups == 3 and after.metadata.num_rows == 5


def test_no_metadata_and_no_statistics_are_written() -> None:
    data = full()
    after = write(data, list(map(same, read(data))))
    assert set(after.metadata.metadata or {}) <= {b"ARROW:schema"} and not after.schema_arrow.metadata
    groups = [after.metadata.row_group(i) for i in range(after.metadata.num_row_groups)]
    assert not [True for group in groups for i in range(group.num_columns) if group.column(i).statistics is not None]


def test_a_name_becomes_the_code_and_an_element_of_a_list_is_edited_in_its_place() -> None:
    data = full(5)
    documents = read(data)
    header = Edit(0, 0, "[代號 PT-0001]\n", "pseudonym", "NAME", None)
    results = [same(d) for d in documents]
    results[0] = Result("1.1", "clean", "[代號 PT-0001]\n胸悶", {}, (), (header,), (), "f")
    results[1] = Result("1.2", "clean", "", {}, (), (Edit(4, 6, "[X]", "mask", "NAME", None),), (), "f")
    row = write(data, results).read().to_pylist()[0]
    assert row | {"seen": None} == {
        "id": "1", "姓名": "PT-0001", "mrn": "PT-0001", "note": "[代號 PT-0001]\n胸悶", "plan": ["回診", None, "[X]"], "lab": 1.5, "seen": None,
    }  # fmt: skip


def test_a_withheld_text_is_null_and_takes_the_kept_cells_of_its_row_along() -> None:
    data = full()
    documents = read(data)
    results = [same(d) for d in documents]
    results[2] = Result("2.1", "residue", None, {}, (), (), (Finding(KEPT_CELL, "output", 0, 0, "residue"),), "f")
    rows = write(data, results).read().to_pylist()
    assert (rows[1]["note"], rows[1]["lab"], rows[1]["seen"]) == (None, None, None)
    assert rows[0]["lab"] == rows[2]["lab"] == 1.5


def test_dictionaries_and_bytes_keep_their_type() -> None:
    data = made({"text": pa.array(["a", "b", "a"]).dictionary_encode(), "note": pa.array([b"x", "主訴胸悶三天".encode("big5"), None], pa.binary())})
    columns = Columns(("text", "note"))
    table = write(data, list(map(same, read(data, columns))), columns).read()
    assert pa.types.is_dictionary(table.schema.field("text").type) and table["text"].to_pylist() == ["a", "b", "a"]
    assert table["note"].to_pylist() == [b"x", "主訴胸悶三天".encode(), None]


@pytest.mark.parametrize(("columns", "said"), [(Columns(("nested",)), "'nested'"), (Columns(("note",), keep=("nested",)), "'nested'"), (Columns(("lab",)), "holds no text")])
def test_a_column_that_cannot_be_read_is_named(columns: Columns, said: str) -> None:
    (item,) = parquet.read(from_bytes(full()), columns=columns)
    assert isinstance(item, Unread) and said in item.reason


def test_a_table_without_notes_asks_for_a_column_and_costs_itself_alone() -> None:
    (item,) = parquet.read(from_bytes(made({"a": [1]})))
    assert isinstance(item, Unread) and "--text-column" in item.reason


def test_the_column_of_notes_that_data_models_have_is_known() -> None:
    found = list(parquet.read(from_bytes(made({"note_id": [1], "note_text": ["dyspnoea"], "note_class": ["ED"]}))))
    assert [item.text for item in found if isinstance(item, Document)] == ["dyspnoea"]


def test_damaged_files_are_one_unread_item_and_nothing_is_written() -> None:
    data = made({"note": ["病人王大明胸悶" + str(i) for i in range(500)]}, compression="zstd")
    spoilt = data[:80] + bytes(60) + data[140:]
    for bad in (b"", b"PAR1", data[:-9], spoilt):
        (item,) = parquet.read(from_bytes(bad, 7))
        assert isinstance(item, Unread) and item.id == "7" and "input" not in item.reason
        out = io.BytesIO()
        assert parquet.write([Result("7", "failed", None, {}, (), (), (), "f")], out, from_bytes(bad)) == 0
        assert out.getvalue() == b""


def test_bytes_that_are_no_text_cost_their_row_alone() -> None:
    data = made({"note": pa.array([b"fine", b"\xff\xff\x00\x01", b"good"], pa.binary())})
    items = list(parquet.read(from_bytes(data)))
    assert [type(item) for item in items] == [Document, Unread, Document] and items[1].reason.startswith("row 2:")  # type: ignore[union-attr]


def test_what_comes_by_a_pipe_and_goes_to_one_is_read_and_written() -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: bytes) -> int:  # type: ignore[override]
            self.data += bytes(data)
            return len(data)

    source, out = from_stream(io.BytesIO(full())), Pipe()
    parquet.write([same(d) for d in parquet.read(source, columns=PLAN) if isinstance(d, Document)], out, source, columns=PLAN)  # type: ignore[arg-type]
    assert pq.read_table(io.BytesIO(bytes(out.data))).num_rows == 5


def test_long_rows_are_read_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_table, "_BYTES", 1000)
    data = made({"note": [f"{i} 胸悶" * 100 for i in range(300)]}, row_group_size=300)
    after = write(data, list(map(same, read(data, Columns()))), Columns())
    assert after.metadata.num_row_groups > 1 and after.read()["note"].to_pylist() == pq.read_table(io.BytesIO(data))["note"].to_pylist()
