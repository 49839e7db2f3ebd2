"""Whatever can be read in the bytes of a file is found, whoever wrote it."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import tracemalloc
import zipfile

import pytest

from incognote.errors import FormatError
from incognote.formats.unpack import unpacked

NAME = "王大明"


def _zip(**entries: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def _pdf(**info: str) -> bytes:
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_metadata({f"/{key}": value for key, value in info.items()})
    writer.add_attachment("note.txt", "病人王大明".encode())
    writer.compress_identical_objects()
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


FILES = {
    "text in UTF-8": "病人王大明".encode(),
    "text in Big5": "病人王大明".encode("cp950"),
    "text in UTF-16": "病人王大明".encode("utf-16-le"),
    "a name over two runs of XML": "<w:p xmlns:w='w'><w:r><w:t>王大</w:t></w:r><w:r><w:t>明</w:t></w:r></w:p>".encode(),
    "an attribute": f"<a><b descr='{NAME}'/></a>".encode(),
    "a comment of XML": f"<a><!-- {NAME} --></a>".encode(),
    "a part of an archive": _zip(note=f"<a>{NAME}</a>".encode()),
    "the name of an entry": _zip(**{f"{NAME}.txt": b"x"}),
    "an archive in an archive": _zip(inner=_zip(note=NAME.encode())),
    "a compressed file": gzip.compress(NAME.encode()),
    "a string of JSON": json.dumps({"a": [{"b": NAME}]}).encode(),
    "a key of JSON": json.dumps({NAME: 1}).encode(),
    "base64 in JSON": json.dumps({"data": base64.b64encode("病人王大明在此".encode()).decode()}).encode(),
    "a line of JSON": b'{"a": 1}\n' + json.dumps({"b": NAME}).encode() + b"\n",
    "the author of a PDF": _pdf(Author=NAME),
    "an attachment of a PDF": _pdf(),
    "a comment before the root of XML": f"<?xml version='1.0'?><!-- {NAME} --><a/>".encode(),
    "a comment behind the root of XML": f"<a/><!-- {NAME} -->".encode(),
    "a value that XML declares": f"<!DOCTYPE a [<!ENTITY b '{NAME}'>]><a>&b;</a>".encode(),
    "text behind the end of XML": f"<a>x</a>{NAME}".encode(),
    "base64 in lines": json.dumps({"data": base64.encodebytes("病人王大明在此".encode() * 9).decode()}).encode(),
    "base64 in an address": json.dumps({"url": "data:text/plain;base64," + base64.b64encode("病人王大明".encode()).decode()}).encode(),
}


@pytest.mark.parametrize("case", FILES)
def test_a_name_is_readable(case: str) -> None:
    assert any(NAME in part.text for part in unpacked(FILES[case]))


def test_a_part_is_named() -> None:
    parts = list(unpacked(_zip(**{"word/header1.xml": f"<a>{NAME}</a>".encode()})))
    assert [part.name for part in parts if NAME in part.text] == ["word/header1.xml"]


def test_no_part_is_called_by_a_name_that_may_be_a_patients() -> None:
    inner = _zip(**{f"word/{NAME}.xml": NAME.encode(), "wangdaming.txt": NAME.encode()})
    parts = list(unpacked(json.dumps({"data": base64.b64encode(inner).decode()}).encode()))
    assert {part.name for part in parts if part.text == NAME} == {"entry 1 ", "entry 2 "}
    assert not [part for part in parts if NAME in part.name or "wang" in part.name]


def test_parquet_is_read_with_what_is_said_of_it() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({"note": [NAME]}).replace_schema_metadata({"owner": "0912345678"})
    out = io.BytesIO()
    parquet.write_table(table, out)
    text = "\n".join(part.text for part in unpacked(out.getvalue()))
    assert NAME in text
    assert "0912345678" in text


def test_a_bomb_is_refused() -> None:
    bomb = b"0" * 1024
    for _ in range(8):
        bomb = _zip(x=bomb)
    with pytest.raises(FormatError, match="more than a file can hold"):
        list(unpacked(bomb))


def test_a_compressed_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("incognote.formats.unpack._MOST", 100_000)
    bomb = gzip.compress(bytes(32_000_000))
    tracemalloc.start()
    with pytest.raises(FormatError, match="more than a file can hold"):
        list(unpacked(bomb))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


def test_a_file_is_not_believed_that_says_it_has_a_billion_objects() -> None:
    written = re.sub(rb"/Size \d+", b"/Size 999999999", _pdf())
    with pytest.raises(FormatError, match="more than a file can hold"):
        list(unpacked(written))


def test_a_table_of_nothing_but_rows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(pyarrow.table({"a": pyarrow.array([True] * 50_000)}), out)
    monkeypatch.setattr("incognote.formats.unpack._MOST", 40_000)
    with pytest.raises(FormatError, match="more than a file can hold"):
        list(unpacked(out.getvalue()))


def test_an_archive_that_does_not_open_is_an_error_and_not_nothing() -> None:
    with pytest.raises(FormatError, match="does not open"):
        list(unpacked(_zip(note=b"x")[:-30]))


def test_no_name_of_an_entity_is_fetched_or_grown() -> None:
    xml = b"<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>"
    assert all(len(part.text) < 200 for part in unpacked(xml))


def test_bytes_that_begin_like_a_file_by_chance_are_read_as_text() -> None:
    inner = base64.b64encode(b"%PDF-" + "王大明".encode()).decode()
    assert any(NAME in part.text for part in unpacked(json.dumps({"data": inner}).encode()))


def test_values_of_attributes_make_no_number_with_one_another() -> None:
    styles = b'<s><l name="Light Grid Accent 5" locked="0" priority="62"/><l name="5062"/></s>'
    texts = [part.text for part in unpacked(styles)]
    assert not any(re.search(r"5\s*0\s*62", text.replace("5062", "")) for text in texts) and any("5062" in text for text in texts)


def test_numbers_of_cells_make_no_number_with_one_another() -> None:
    sheet = b"<sheet><c><v>1</v></c><c><v>0</v></c><c><v>0</v></c><c><v>1</v></c><c><v>712345</v></c><c><v>7123</v></c></sheet>"
    texts = [part.text for part in unpacked(sheet)]
    assert any("712345" in text for text in texts) and not any(re.search(r"1\s*0\s*0\s*1", text) for text in texts)
