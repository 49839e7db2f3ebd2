"""HTML: what a page shows in the order it is read, what it holds unseen, and the page written again."""

from __future__ import annotations

import io
import time

import pytest

from hidden_parts import html_ as crafted
from hidden_parts.crafted import Crafted
from incognote import Document, Result
from incognote.document import Edit
from incognote.formats import html as html_
from incognote.formats.source import LEFT_OUT, Unread, from_bytes


def read(data: bytes | str) -> Document:
    (item,) = html_.read(from_bytes(data if isinstance(data, bytes) else data.encode()))
    assert isinstance(item, Document), item
    return item


def refusal(data: bytes) -> str:
    (item,) = html_.read(from_bytes(data))
    assert isinstance(item, Unread), item
    return item.reason


def written(page: str, **pairs: str) -> str:
    source = from_bytes(page.encode())
    (document,) = html_.read(source)
    assert isinstance(document, Document)
    edits = tuple(
        Edit(at, at + len(old), new, "mask", "NAME", None) for old, new in pairs.items() for at in range(len(document.text)) if document.text.startswith(old, at)
    )
    out = io.BytesIO()
    html_.write(iter([Result("1", "clean", document.text, {}, (), edits, (), "")]), out, source)
    return out.getvalue().decode()


@pytest.mark.parametrize("file", list(crafted.files()), ids=repr)
def test_every_part_is_read(file: Crafted) -> None:
    text = read(file.data).text
    assert {part for part, who in file.identities.items() if who not in text} == set()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>a  b\n c</p><p>d</p>", "a b c\nd"),
        ("<p>王大\n  明 <b>痛</b></p>", "王大明 痛"),
        ("<b>王</b><i>大明</i>", "王大明"),
        ("a<br>b<hr>c", "a\nb\nc"),
        ("<table><tr><td>a<td><p>b</p><p>c</p><td></td><td>d<tr><td>e</table>", "a\tb c\t\td\ne"),
        ("<table><tr><td>x<table><tr><td>y<td>z</table></td></tr></table>", "x\ny\tz"),
        ("<ul><li>1<li>2</ul>x &lt;5 &amp; &#29579;", "1\n2\nx <5 & 王"),
        ("<pre>k\n  l</pre>", "k\n  l"),
        ("a<span hidden>b</span>c", "a\nb\nc"),
    ],
)
def test_text_stands_as_a_reader_sees_it(body: str, text: str) -> None:
    assert read(f"<html><body>{body}</body></html>").text == text + "\n"


@pytest.mark.parametrize(("codec", "said"), [("cp950", "big5"), ("gb18030", "gb2312"), ("utf-8", "utf-8"), ("utf-8", "big5"), ("utf-8-sig", ""), ("utf-16", "utf-8")])
def test_the_encoding_is_what_bytes_and_page_say(codec: str, said: str) -> None:
    page = f'<html><head><meta charset="{said}"></head><p>今日回診，病人王大明</p></html>'
    assert "今日回診，病人王大明" in read(page.encode(codec)).text


def test_a_page_is_written_with_its_elements_and_without_what_was_not_read() -> None:
    page = (
        '<html><head><title>t</title><style>.王{}</style><script>var n="王大明"</script></head><body class="王大明" onload="f(\'王大明\')"><!-- 王大明 -->'
        '<p id="王大明">姓名：<b>王大</b><i>明</i> 痛</p><img src="王大明.png" alt="王大明"><table><tr><td colspan="2">a</td></tr></table>'
        '<a href="mailto:王大明@test.example">x</a><a href="https://test.example/a">y</a></body></html><!-- 王大明 -->'
    )
    out = written(page, 王大明="[姓名]")
    assert "王" not in out and "明" not in out
    assert "<p>姓名：<b>[姓名]</b><i></i> 痛</p>" in out
    assert '<img alt="[姓名]">' in out and '<td colspan="2">a</td>' in out and '<a href="https://test.example/a">y</a>' in out


def test_nothing_unread_is_written() -> None:
    page = (
        '<html lang="zh-TW"><head><meta name="generator" content="A123456789"></head><p lang="A123456789" width="0912345678" class="x">x</p>'
        '<a href="#王大明">y</a><a href="javascript:f(1234567)">z</a><wang-0912>t</wang-0912><img src="data:image/png;base64,AAAA"></html>'
    )
    out = written(page)
    for unread in ("A123456789", "0912", "王大明", "1234567", "AAAA", "class"):
        assert unread not in out
    assert '<html lang="zh-TW">' in out and "t" in out


@pytest.mark.parametrize("body", ["王" + "\n" * 20_000 + "x", "<" * 20_000, "&" * 20_000, "<b>" * 150 + "x", "<td>" * 5_000, '<a title="' * 5_000, "<!--" * 5_000])
def test_hostile_pages_are_read_in_time(body: str) -> None:
    start = time.process_time()
    list(html_.read(from_bytes(f"<p>x{body}".encode())))
    assert time.process_time() - start < 5


def test_a_control_character_in_an_edited_text_is_dropped() -> None:
    assert "<p>[X] ab</p>" in written("<html><p>王 a\x08b</p></html>", 王="[X]")


def test_a_withheld_page_is_not_written() -> None:
    out = io.BytesIO()
    html_.write(iter([Result("1", "residue", None, {}, (), (), (), "")]), out, from_bytes(b"<p>x</p>"))
    assert out.getvalue() == b""


def test_scripts_and_pictures_are_said() -> None:
    page = '<p>x</p><img src="a.png"><script>f()</script><script type="application/json">{"a": ["Mary Wu", 12]}</script><iframe src="b"></iframe>'
    document = read(page)
    assert document.meta[LEFT_OUT] == "1 picture, 1 script, 1 embedded page"
    assert "Mary Wu" in document.text


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"", "not an HTML"), (b"plain", "not an HTML"), (b"%PDF-1.4", "PDF"), (b"<p></p>", "no text"), (b"<div>" * 3_000 + b"x", "without end"), (b"PK\x03\x04", "zip")],
)
def test_what_is_wrong_is_refused_with_its_reason(data: bytes, why: str) -> None:
    assert why in refusal(data)


def test_entities_from_elsewhere_are_not_fetched() -> None:
    page = '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><html><body><p>a &x; b</p></body></html>'
    assert "a &x; b" in read(page).text
