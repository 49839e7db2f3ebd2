"""RTF: letters by code page and by number, and every part beside the body."""

from __future__ import annotations

from datetime import date

import pytest

from hidden_parts import rtf as crafted
from hidden_parts.crafted import Crafted
from incognote import Document, Pipeline
from incognote.formats import rtf
from incognote.formats.source import LEFT_OUT, Unread, from_bytes

TODAY = date(2026, 11, 30)


def read(data: bytes | str) -> Document:
    (item,) = rtf.read(from_bytes(data if isinstance(data, bytes) else data.encode("latin-1")))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    (item,) = rtf.read(from_bytes(data))
    assert isinstance(item, Unread), item
    return item.reason


@pytest.mark.parametrize("file", list(crafted.files()), ids=repr)
def test_every_part_is_read_and_nothing_of_it_goes_out(file: Crafted) -> None:
    document = read(file.data)
    assert {part for part, who in file.identities.items() if who not in document.text} == set()
    result = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(document)
    assert result.text is not None
    assert {part for part, who in file.identities.items() if who in result.text} == set()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("A\\par B\\line C\\tab D", "A\nB\nC\tD"),
        ("\\{x\\}\\\\ \\~y\\_z", "{x}\\  y-z"),
        ("\\u29579?\\u22823?", "王大"),
        ("\\uc2\\u29579??x\\uc0\\u22823 y", "王x大y"),
        ("{\\uc0\\u29579 }\\u22823?!", "王大!"),
        ("x\\u-10179?\\u-8704?", "x\U0001f600"),
        ("\\'e9t\\'e9", "été"),
        ("caf\\'e9 {\\b bold}\\b0 x", "café boldx"),
        ("a\\bin5 }}{{}b", "ab"),
        ("one\r\ntwo", "onetwo"),
        ("\\trowd a\\cell b\\cell\\row c", "a\tb\nc"),
        ("{\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}", "3\nPAGE"),
    ],
)
def test_text_is_what_a_reader_sees(body: str, text: str) -> None:
    assert read(f"{{\\rtf1\\ansi {body}}}").text == text + "\n"


def test_each_font_has_its_code_page() -> None:
    fonts = "{\\fonttbl{\\f0\\fcharset136 A;}{\\f1\\fcharset134 B;}{\\f2\\fcharset0 C;}}"
    body = "\\f0\\'a4\\'fd {\\f1\\'cd\\'f5} \\'a4j{\\f2 \\'fc}"
    assert read(f"{{\\rtf1\\ansi\\ansicpg1252{fonts}{body}}}").text == "王 王 大ü\n"


def test_a_big5_character_whose_second_byte_is_a_backslash_is_whole() -> None:
    assert read("{\\rtf1\\ansi\\ansicpg950 \\'b3\\\\\\'a5\\'5c}").text == "許功\n"


def test_what_is_no_text_is_said_once() -> None:
    picture = "{\\*\\shppict{\\pict\\pngblip 89504e47}}{\\nonshppict{\\pict\\wmetafile8 0100}}"
    assert read(f"{{\\rtf1 Letters {picture}{{\\object{{\\*\\objdata 01}}}}}}").meta[LEFT_OUT] == "1 picture, 1 embedded object"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"plain text", "not an RTF"),
        (b"%PDF-1.4", "not an RTF"),
        (b"{\\rtf1 cut off", "ends inside a group"),
        (b"{\\rtf1 x}}", "never began"),
        (b"{\\rtf1 \\par}", "no text"),
        (b"{\\rtf1 {\\pict 00}}", "pictures without text"),
        (b"{\\rtf1 " + b"{" * 5_000 + b"}" * 5_000 + b"}", "without end"),
        (b"", "not an RTF"),
    ],
)
def test_what_is_wrong_is_refused_with_its_reason(data: bytes, why: str) -> None:
    assert why in refusal(data)


def test_a_destination_nobody_has_heard_of_is_read_beside_the_body() -> None:
    assert read("{\\rtf1 Body{\\*\\newthing Mary Wu}}").text == "Body\nMary Wu\n"
