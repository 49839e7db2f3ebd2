"""Parquet files with an identity where a careless reader passes over it. What is in no column that is read is not written."""

from __future__ import annotations

import datetime
import io
import json
from collections.abc import Iterable
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from hidden_parts.crafted import Crafted


def written(columns: dict[str, Any], metadata: dict[str, str] | None = None, **options: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(pa.table(columns).replace_schema_metadata(metadata), out, **options)
    return out.getvalue()


def files() -> Iterable[Crafted]:
    yield Crafted(
        "what-the-file-says-of-itself",
        ".parquet",
        written(
            {"id": [1, 2], "note": ["病人傅建成主訴胸悶", "太太鍾美娟 0988-111-222"]},
            {"author": "陳美玲", "path": "/data/病人何志明.csv", "pandas": json.dumps({"columns": [], "attributes": {"owner": "羅建宏"}}, ensure_ascii=False)},
        ),
        {"first row": "傅建成", "second row": "鍾美娟", "number": "0988-111-222", "metadata": "陳美玲", "path in it": "何志明", "metadata of pandas": "羅建宏"},
    )
    yield Crafted(
        "statistics-and-dictionaries",
        ".parquet",
        written(
            {
                "姓名": pa.array(["許雅婷", "吳承翰", "許雅婷"]).dictionary_encode(),
                "mrn": [712345, 798765, 712345],
                "birth": [datetime.date(1971, 3, 5), None, None],
                "text": pa.array(["案主許雅婷發燒", "案主吳承翰咳嗽", "案主許雅婷發燒"]).dictionary_encode(),
                "聯絡人": ["林大同", "林大同", "陳小英"],
            },
            write_statistics=True,
            row_group_size=2,
        ),
        {"dictionary of names": "許雅婷", "second name": "吳承翰", "number column": "712345", "second number": "798765", "birth": "1971-03-05"},
    )
    yield Crafted(
        "lists-of-notes",
        ".parquet",
        written({"name": ["Peter Wang", None], "aliases": [["彼得王", "老王"], None], "notes": pa.array([["Peter Wang reports pain", None, "wife Mary Wu 0955-666-777"], []])}),
        {"name column": "Peter Wang", "alias": "彼得王", "third element": "Mary Wu", "number in it": "0955-666-777"},
    )
    yield Crafted(
        "bytes-that-are-text",
        ".parquet",
        written({"病历号": ["ZY0012345", "ZY0054321"], "记录": pa.array(["患者刘志强今日发热".encode(), "家属陈桂芳今日签字，患者发热咳嗽住院".encode("gb18030")], pa.binary())}),
        {"number column": "ZY0012345", "bytes in UTF-8": "刘志强", "bytes in GB18030": "陈桂芳", "second number": "ZY0054321"},
    )
    field = pa.field("note", pa.string(), metadata={"comment": "匯出人 范志強"})
    out = io.BytesIO()
    table = pa.table([pa.array(["個案朱麗華", "轉告 A123456789"] * 4)], schema=pa.schema([field]))
    with parquet.ParquetWriter(out, table.schema, compression="gzip", data_page_version="2.0") as writer:
        for at in range(0, 8, 2):
            writer.write_table(table.slice(at, 2))
        writer.add_key_value_metadata({"job": "查核 江美惠"})
    yield Crafted(
        "metadata-of-columns",
        ".parquet",
        out.getvalue(),
        {"note": "朱麗華", "identity number": "A123456789", "metadata of a column": "范志強", "metadata added last": "江美惠"},
    )
    whole = written({"note": ["病人王小華"] * 50})
    yield Crafted("nested", ".parquet", written({"id": [1], "note": [{"who": "王小華"}]}), {}, "('note') is nested")
    yield Crafted("cut-off", ".parquet", whole[:-40], {}, "damaged")
    yield Crafted("no-table", ".parquet", b"%PDF-1.7 not a table", {}, "not a Parquet file")
