"""Names in wrappers of seven bits: what undoing them shows is residue."""

from __future__ import annotations

import time
from urllib.parse import quote

import pytest

from incognote import scrub
from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.verify import KnownValue, verify
from incognote.verify.encoded import decodings

NAME = "陳美華"
QUOTED = "".join(f"={byte:02X}" for byte in NAME.encode())
WRAPPED = {
    "percent": quote(NAME),
    "percent of Big5": quote(NAME.encode("big5")),
    "percent of GBK": quote("陈美华".encode("gbk")),
    "query": f"?name={quote(NAME)}",
    "quoted-printable": QUOTED,
    "quoted-printable over a line": QUOTED[:9] + "=\r\n" + QUOTED[9:],
    "quoted-printable of Big5": "=B3=AF=AC=FC=B5=D8",
    "JSON": r"\u9673\u7f8e\u83ef",
    "JSON in JSON": r"\\u9673\\u7f8e\\u83ef",
    "script": r"\u{9673}",
    "HTML": "&#38515;&#32654;&#33775;",
    "HTML in hexadecimal": "&#x9673;&#x7F8E;",
    "HZ": "陈美华".encode("hz").decode(),
    "UTF-7": NAME.encode("utf-7").decode(),
}


@pytest.mark.parametrize("wrapped", WRAPPED.values(), ids=WRAPPED)
def test_chinese_in_a_wrapper_is_residue(wrapped: str) -> None:
    found = verify(f"HTN {wrapped} DM", known=(), written=())
    assert {(f.kind, f.severity) for f in found if f.kind == "encoded_text"} == {("encoded_text", "residue")}
    result = scrub(f"HTN {wrapped} DM")
    assert (result.status, result.text) == ("residue", None)


@pytest.mark.parametrize("wrapped", ["=4A=6F=68=6E", r"\u004a\u006f\u0068\u006e", "%4A%6F%68%6E", "&#74;&#111;&#104;&#110;"])
def test_a_known_value_in_a_wrapper_is_residue(wrapped: str) -> None:
    found = verify(f"HTN {wrapped} DM", known=(KnownValue("John", "NAME"),), written=())
    assert "known_name" in {f.kind for f in found if f.severity == "residue"}


@pytest.mark.parametrize(
    "text",
    ["SpO2 98%RA, EF 55%", "CD3%CD4%CD8%", "NEUT%EB%AB 3.2", "a=3D=20b", "BP=80=90", "x=AB=CD", r"C:\users\u12 \unit", "+HER2- +ER+PR-",
     "+Trastuzumab- 3+", "&nbsp;&lt;5 &#8451; &#176;C", "~{x", "DM=50%20", "50%E", "pH=7.35=OK", "HR=FA=10", r"\u0041\u0042"],
)  # fmt: skip
def test_what_says_no_chinese_is_none(text: str) -> None:
    assert [f for f in verify(text, known=(), written=()) if f.kind == "encoded_text"] == []


@pytest.mark.parametrize("text", ["&#38515;", "&#38515;&#32654;&#33775;", "&#x9673;", "電話&#12289;0912345678", "&#38515;0912345678"])
def test_a_numeric_reference_is_never_cut(text: str) -> None:
    written = make_pipeline(load_profile(), keep_residue=True).run(Document("1", f"HTN {text} DM")).text or ""
    for reference in ("&#38515;", "&#32654;", "&#33775;", "&#x9673;", "&#12289;"):
        assert text.count(reference) == written.count(reference)
    assert "0912345678" not in written


@pytest.mark.parametrize("piece", ["%E9", "=E9", "=E9\r\n", r"\u9673", "&#38515;", "~{;F", "+lnN", "%", "=", "\\", "+a"])
def test_wrappers_without_end_cost_no_more_than_others(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.perf_counter()
    for _ in decodings(text):
        pass
    assert time.perf_counter() - start < 1
