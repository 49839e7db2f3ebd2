"""E-mail: headers decoded, every text once, attachments by their kind and never by their name."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from hidden_parts import email_ as crafted
from hidden_parts.crafted import Crafted
from incognote import Document
from incognote.formats import email_
from incognote.formats.source import LEFT_OUT, Item, Source, Unread, from_bytes


def read(data: bytes) -> Document:
    (item,) = email_.read(from_bytes(data))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    (item,) = email_.read(from_bytes(data))
    assert isinstance(item, Unread), item
    return item.reason


@pytest.mark.parametrize("file", list(crafted.files()), ids=repr)
def test_every_part_is_read(file: Crafted) -> None:
    text = read(file.data).text
    assert {part for part, who in file.identities.items() if who not in text} == set()


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("=?utf-8?B?55eF5Lq6546L5aSn5piO?=", "病人王大明"),
        ("=?UTF-8?Q?=E7=8E=8B_=E5=A4=A7?=", "王 大"),
        ("=?utf-8?B?55eF5Lq654==?= =?utf-8?B?jovlpKc=?=", "病人王大"),
        ("=?big5?B?pP2kag==?= x =?gb2312?B?zfU=?=", "王大 x 王"),
        ("plain", "plain"),
        ("=?nonsense?B?YWJj?=", "abc"),
        ("=?utf-8*zh?B?546L?=", "王"),
    ],
)
def test_headers_are_decoded(header: str, text: str) -> None:
    assert f"Subject: {text}\n" in read(f"Subject: {header}\r\n\r\nx\r\n".encode()).text


def test_one_text_in_two_forms_is_read_once() -> None:
    message = EmailMessage()
    message["Subject"] = "s"
    message.set_content("one\ntwo\n")
    message.add_alternative("<p>one</p><p>two</p><p>three</p>", subtype="html")
    assert read(bytes(message)).text == "Subject: s\n\none\ntwo\n\nthree\n"


def test_what_is_no_text_is_said_by_kind() -> None:
    message = EmailMessage()
    message["Subject"] = "s"
    message.set_content("x\n")
    for main, sub, name in (("application", "pdf", "王大明.pdf"), ("image", "png", "王大明.png"), ("image", "png", "b.png"), ("application", "zip", "c.zip")):
        message.add_attachment(b"\x00\x01", maintype=main, subtype=sub, filename=name)
    document = read(bytes(message))
    assert document.meta[LEFT_OUT] == "1 attached PDF, 2 attached pictures, 1 attached archive"
    assert "王" not in document.text


def test_other_formats_are_read_by_the_readers_handed_in() -> None:
    def pdf(source: Source, **_: object) -> Iterator[Item]:
        yield Document("1", source.read().decode())

    message = EmailMessage()
    message["Subject"] = "s"
    message.set_content("x\n")
    message.add_attachment(b"inside", maintype="application", subtype="pdf")
    message.add_attachment(b"by suffix", maintype="application", subtype="octet-stream", filename="a.DOCX")
    (item,) = email_.read(from_bytes(bytes(message)), readers={"application/pdf": pdf, ".docx": pdf})
    assert isinstance(item, Document)
    assert item.text == "Subject: s\n\nx\n\ninside\n\nby suffix\n"


def test_a_mailbox_is_many_messages() -> None:
    one = b"From a@b Fri Mar 15 10:00:00 2024\nSubject: one\n\nx\n>From here\n\n"
    items = list(email_.read(from_bytes(one + one.replace(b"one", b"two"))))
    assert [i.text for i in items if isinstance(i, Document)] == ["Subject: one\n\nx\nFrom here\n", "Subject: two\n\nx\nFrom here\n"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no headers"),
        (b"plain text", "no headers"),
        (b"\xd0\xcf\x11\xe0\x00", "Outlook"),
        (b"Subject: x\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMIAG", "encrypted"),
        (b"Subject: x\nContent-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--\n", "encrypted"),
        (b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n", "cut off"),
        (b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\nx\n", "cut off"),
    ],
)
def test_what_is_wrong_is_refused_with_its_reason(data: bytes, why: str) -> None:
    assert why in refusal(data)


@pytest.mark.parametrize("charset", ["us-ascii", "utf-8", "gb2312", "x-nonsense", "big5"])
def test_a_wrong_charset_is_passed_over_where_the_bytes_tell(charset: str) -> None:
    head = f"Subject: x\r\nContent-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n".encode()
    assert "今日回診，病人王大明主訴頭痛" in read(head + "今日回診，病人王大明主訴頭痛\r\n".encode()).text
