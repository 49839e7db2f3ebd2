"""Files handed over as bytes: every format, and what cannot be read is said without its text."""

from __future__ import annotations

import io
import json

from incognote.desk.opened import MOST, Opened
from incognote.desk.opened import opened as opened_upload
from incognote.desk.upload import Upload, format_of
from incognote.formats.spool import Spool


def opened(data: bytes, name: str) -> Opened:
    upload = Upload(1, format_of(name), Spool())
    upload.spool.write(data)
    return opened_upload(upload)


def test_text_tables_and_json_lines_become_documents() -> None:
    assert [d.text for d in opened("病患王小明".encode(), "a.txt").documents] == ["病患王小明"]
    assert [d.text for d in opened("病患王小明".encode("big5"), "a.TXT").documents] == ["病患王小明"]
    lines = "\n".join(json.dumps({"id": str(n), "text": f"note {n}"}) for n in range(3))
    assert [d.text for d in opened(lines.encode(), "王小明.jsonl").documents] == ["note 0", "note 1", "note 2"]
    assert [d.text for d in opened(b"id,text\n1,first\n2,second\n", "x.csv").documents] == ["first", "second"]


def test_a_word_file_is_read() -> None:
    import docx

    made, held = docx.Document(), io.BytesIO()
    made.add_paragraph("病患王小明，主訴頭暈。")
    made.save(held)
    assert opened(held.getvalue(), "note.docx").documents[0].text.strip() == "病患王小明，主訴頭暈。"


def test_what_is_no_such_file_is_said_without_text_or_name() -> None:
    for data, name in ((b"PK\x03\x04 broken", "王小明.docx"), (b"%PDF-1.4 broken", "王小明.pdf"), (b"\x89PNG", "a.txt"), (b"{", "x.jsonl")):
        found = opened(data, name)
        assert found.documents == () and found.unread and not found.more
        assert "王小明" not in "".join(found.unread)


def test_a_long_list_is_opened_in_part_and_said_so() -> None:
    lines = "\n".join(json.dumps({"id": str(n), "text": "note"}) for n in range(MOST + 5))
    found = opened(lines.encode(), "x.jsonl")
    assert len(found.documents) == MOST and found.more
