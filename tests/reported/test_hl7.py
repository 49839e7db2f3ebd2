"""Reported: HL7 messages that readers refused, or let through as they were."""

from __future__ import annotations

import io
from datetime import date

import pytest

from incognote import Document, Pipeline, Result
from incognote.formats import hl7
from incognote.formats.source import Unread, from_bytes

TODAY = date(2026, 11, 30)


def scrubbed(text: str) -> str:
    source = from_bytes(text.encode())
    documents = [item for item in hl7.read(source) if isinstance(item, Document)]
    out = io.BytesIO()
    hl7.write(Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run_many(documents), out, source)
    return out.getvalue().decode()


def test_a_lone_backslash_in_a_text_is_text() -> None:
    out = scrubbed(
        "MSH|^~\\&|HIS|H|||20240315||ORU^R01|1|P|2.5\rPID|1||1234567||王^大明\r"
        "OBX|1|TX|N||視力 4\\5，\\.br\\病人王大明 \\H\\重要\\N\\ 電話\\T\\0912345678||||||F\r"
    )
    assert "王" not in out and "0912345678" not in out
    assert "視力 4\\5，\\.br\\病人PT-0001 \\H\\重要\\N\\ 電話\\T\\[電話]||||||F\r" in out


def test_a_fifth_encoding_character_is_read() -> None:
    out = scrubbed("MSH|^~\\&#|HIS|H|||20240315||ADT^A01|1|P|2.7\rPID|1||1234567||王^大明\r")
    assert out.startswith("MSH|^~\\&#|HIS|H|") and "王" not in out and "大明" not in out and "1234567" not in out


@pytest.mark.parametrize("head", ["MSH|^~\\&#%|HIS", "MSH|^^\\&|HIS", "MSH|^~\\&|HIS|H|||20240315||ADT^A01|1|P|3.0"])
def test_a_header_that_cannot_be_read_is_never_copied_through(head: str) -> None:
    source = from_bytes(f"{head}\rPID|1||1234567||王^大明\r".encode())
    (item,) = hl7.read(source)
    assert isinstance(item, Unread) and item.reason.startswith("message 1: ")
    out = io.BytesIO()
    hl7.write(iter([Result("1", "failed", None, {}, (), (), (), "")]), out, source)
    assert out.getvalue() == b""
