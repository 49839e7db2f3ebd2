"""Reported: what stands in a PDF beside its visible text survives, and text that cannot be read passes for none."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import date

from pypdf import PdfReader

from hidden_parts import pdf as crafted
from incognote import Pipeline
from incognote.document import Document, Edit, Result
from incognote.formats import pdf
from incognote.formats.source import Unread, from_bytes
from incognote.text.edits import apply

WHO = ("王大明", "A123456789", "0912345678")


def full() -> bytes:
    """An image of a form under an invisible layer of text, and the same person everywhere else in the file."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    def draw(canvas: crafted.Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("L", (60, 80), 230)), 0, 0, *crafted.A4)
        text = canvas.beginText(54, 500)
        text.setFont(crafted.FONT, 10)
        text.setTextRenderMode(3)
        text.textLine("王大明 A123456789")
        canvas.drawText(text)

    def change(writer: crafted.PdfWriter) -> None:
        writer.add_metadata({"/Author": "王大明"})
        crafted.note(writer, {"/Subtype": "/Text", "/Contents": "call 0912345678"})
        field = crafted.note(writer, {"/Subtype": "/Widget", "/FT": "/Tx", "/T": "name", "/V": "王大明"})
        xfa = writer._add_object(crafted.stream("<xdp><datasets><name>王大明</name></datasets></xdp>".encode()))
        crafted.root(writer, "/AcroForm", {"/Fields": [field], "/XFA": xfa})
        crafted.root(writer, "/AF", [crafted.attach(writer, "note.txt", "王大明 0912345678".encode())])
        writer.add_outline_item(title="王大明", page_number=0)

    return crafted.changed(change, crafted.drawn(draw))


def everything(data: bytes) -> bytes:
    reader = PdfReader(io.BytesIO(data))
    parts = [data]
    for number in range(1, len(reader.xref[0]) + 1):
        value = reader.get_object(number)
        parts += [repr(value).encode(), value.get_data() if hasattr(value, "get_data") else b""]  # type: ignore[union-attr]
    return b"\n".join([*parts, *(page.extract_text().encode() for page in reader.pages)])


def masks(text: str, values: Iterable[str]) -> tuple[Edit, ...]:
    places = ((at, value) for value in values for at in range(len(text)) if text.startswith(value, at))
    return tuple(sorted(Edit(at, at + len(value), "[X]", "mask", "NAME", None) for at, value in places))


def test_none_of_b127_survives_raw_or_unpacked() -> None:
    data = full()
    (item,) = pdf.read(from_bytes(data))
    assert isinstance(item, Document)
    for line in ("王大明 A123456789", "call 0912345678", "name: 王大明", "王大明 0912345678"):
        assert line in item.text
    edits, out = masks(item.text, WHO), io.BytesIO()
    pdf.write([Result("1", "clean", apply(item.text, edits)[0], {}, (), edits, (), "")], out, from_bytes(data))
    whole = everything(out.getvalue())
    for value in WHO:
        assert not [form for form in (value.encode(), value.encode("utf-16-be"), value.encode("big5")) if form in whole]
    assert b"call [X]" in whole


def test_letters_of_b125_without_a_table_are_unreadable_text_and_not_nothing() -> None:
    (item,) = pdf.read(from_bytes(crafted.unmapped()))
    assert isinstance(item, Unread) and "unreadable text" in item.reason


def test_codes_of_b125_written_out_are_unreadable_text() -> None:
    codes = [" ".join(f"(cid:{number})" for number in range(1000 + row, 1012 + row)) for row in range(4)]
    (item,) = pdf.read(from_bytes(crafted.drawn(lambda canvas: None, lines=codes)))
    assert isinstance(item, Unread) and "unreadable text" in item.reason


def test_what_line_breaks_tear_apart_in_b122_is_masked_whole() -> None:
    text = "姓名：王大\n明 電話：0912-\n345-678 住址：台中市西屯區測試\n路1號\n主訴：頭痛\n三天\n"
    scrubbed = Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29)).run(Document("1", text)).text
    assert scrubbed is not None and scrubbed.endswith("\n主訴：頭痛\n三天\n")
    assert not [part for part in ("王大", "明", "0912", "345-678", "西屯", "路1號") if part in scrubbed]


def test_a_name_of_b122_that_the_margin_breaks_is_whole() -> None:
    story = "患者主訴胸悶三天伴隨冷汗，家屬表示昨晚曾短暫昏厥約一分鐘，由家人陪同至急診就診，主要照顧者王"
    lines = [story, "大明表示電話可於白天聯絡，其餘病史與上次住院相同，無藥物過敏，近期無出國或群聚，已接種疫苗。"]
    (item,) = pdf.read(from_bytes(crafted.drawn(lambda canvas: None, lines=[*lines * 2])))
    assert isinstance(item, Document) and item.text.count("王大明表示") == 2
