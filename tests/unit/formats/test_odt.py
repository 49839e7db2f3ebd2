"""ODT: read in order with what stands where nobody looks, and written anew; a second library reads it too."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable

import odf.opendocument
import pytest
from lxml import etree
from odf import teletype, text

from hidden_parts import odt as made
from hidden_parts.crafted import Crafted
from incognote.document import Document, Edit, Result
from incognote.formats import odt
from incognote.formats.source import LEFT_OUT, Unread, from_bytes

CRAFTED = [file for file in made.files() if not file.refused]
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def text_of(data: bytes) -> str:
    item = next(iter(odt.read(from_bytes(data))))
    assert isinstance(item, Document), item
    return item.text


def refusal(data: bytes) -> str:
    item = next(iter(odt.read(from_bytes(data))))
    assert isinstance(item, Unread)
    return item.reason


def result_of(whole: str, gone: Iterable[str], put: str = "[X]") -> Result:
    places = sorted({match.span() for value in gone for match in re.finditer(re.escape(value), whole)})
    edits = tuple(Edit(start, end, put, "mask", "NAME", None) for start, end in places)
    return Result("1", "clean", "written", {}, (), edits, (), "")


def written(data: bytes, *gone: str, put: str = "[X]") -> bytes:
    out = io.BytesIO()
    odt.write([result_of(text_of(data), gone, put)], out, from_bytes(data))
    return out.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def by_another(data: bytes) -> list[str]:
    """The paragraphs as a library made for the format reads them."""
    document = odf.opendocument.load(io.BytesIO(data))
    return [teletype.extractText(p) for p in document.text.getElementsByType(text.P)]


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_an_identity_in_any_part_is_read(file: Crafted) -> None:
    whole = text_of(file.data)
    assert [where for where, value in file.identities.items() if value not in whole] == []


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_no_part_of_what_is_written_holds_an_identity(file: Crafted) -> None:
    found = parts(written(file.data, *file.identities.values()))
    whole = "\n".join(name + blob.decode("utf-8") for name, blob in found.items())
    assert [where for where, value in file.identities.items() if value in whole] == []
    assert "2024-03-05" not in whole and "rsid" not in whole and "邱淑貞" not in whole


@pytest.mark.parametrize("file", CRAFTED, ids=repr)
def test_what_is_written_is_read_by_a_library_of_the_format(file: Crafted) -> None:
    data = written(file.data, *file.identities.values())
    odf.opendocument.load(io.BytesIO(data))
    assert next(iter(parts(data))) == "mimetype"
    for name in ("content.xml", "styles.xml", "meta.xml", "META-INF/manifest.xml"):
        etree.fromstring(parts(data)[name])
    assert not any("[X]" in line for line in by_another(written(file.data)))


def test_a_row_is_a_line_and_blanks_tabs_and_line_ends_are_signs() -> None:
    cell = "<table:table-cell>{}</table:table-cell>"
    body = (
        "<text:p>頭痛<text:s text:c=\"3\"/>三天<text:tab/>止<text:line-break/>無\n   發燒</text:p><table:table><table:table-row>"
        + cell.format(made.paragraph("Name")) + cell.format(made.paragraph("Maree") + made.paragraph("Costa")) + "<table:covered-table-cell/></table:table-row></table:table>"
    )  # fmt: skip
    assert text_of(made.odt(body)) == "頭痛   三天\t止\n無 發燒\nName\tMaree Costa\t\n"


def test_a_number_over_spans_and_signs_goes_and_what_is_around_stays() -> None:
    data = made.tracked().data
    new = written(data, "0944-555 666")
    assert "手機 [X]\n止\n" in text_of(new)
    assert "手機 [X]\n止" in by_another(new)


def test_without_an_edit_every_paragraph_is_as_it_was_for_another_reader() -> None:
    data = made.tracked().data
    assert by_another(written(data)) == by_another(data)
    assert text_of(written(data)).replace("Author: Author 1\nAuthor: Author 2\n", "") == text_of(data).replace("作者：黃雅琪\n作者：周志明\n", "")


def test_authors_become_numbers_and_links_go_but_those_into_the_web() -> None:
    assert parts(written(made.tracked().data))["content.xml"].decode().count("Author 2</") == 1
    content = parts(written(made.links().data))["content.xml"].decode()
    assert re.findall(r'href="([^"]*)"', content) == ["https://www.who.int/"]
    assert "寫信打電話檔案指引" in text_of(written(made.links().data))


def test_pictures_and_embedded_files_are_said_dropped_and_counted() -> None:
    data = made.pictures().data
    item = next(iter(odt.read(from_bytes(data))))
    assert isinstance(item, Document) and item.meta[LEFT_OUT] == "1 picture, 1 embedded file"
    out = io.BytesIO()
    assert odt.write([result_of(text_of(data), ())], out, from_bytes(data)) == 3
    assert set(parts(out.getvalue())) == {"mimetype", "content.xml", "styles.xml", "meta.xml", "META-INF/manifest.xml"}


def test_the_line_that_says_whose_it_is_becomes_a_paragraph_of_its_own() -> None:
    out = io.BytesIO()
    head = Edit(0, 0, "[代號 PT-0001]\n", "pseudonym", "NAME", "header")
    odt.write([Result("1", "clean", "x", {}, (), (head,), (), "")], out, from_bytes(made.around().data))
    assert by_another(out.getvalue())[0] == "[代號 PT-0001]"


def test_a_withheld_text_writes_nothing() -> None:
    out = io.BytesIO()
    assert odt.write([Result("1", "residue", None, {}, (), (), (), "")], out, from_bytes(made.around().data)) == 0
    assert out.getvalue() == b""


def test_what_is_no_odt_is_refused() -> None:
    whole = made.around().data
    for data in (b"", b"hello", b"PK\x03\x04" + bytes(500), whole[: len(whole) // 2]):
        assert refusal(data) == "this is not an ODT, or it is damaged"
    assert "this is a PDF" in refusal(b"%PDF-1.7 Maree")
    assert "password" in refusal(b"\xd0\xcf\x11\xe0" + bytes(600))


def test_macros_a_password_entities_and_a_bomb_are_refused() -> None:
    assert "macros" in refusal(made.macros().data)
    assert "password" in refusal(made.odt("x", more={"encrypted-package": b"x"}))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made.around().data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            blob = old.read(name)
            new.writestr(name, blob.replace(b"?>\n", b'?>\n<!DOCTYPE x [<!ENTITY a "Maree">]>', 1) if name == "content.xml" else blob)
    assert refusal(out.getvalue()) == "this is not an ODT, or it is damaged"
    assert "split it" in refusal(made.odt(made.paragraph("x"), more={"more.xml": b" " * 80_000_000}))


def test_a_file_of_pictures_and_an_empty_one_are_refused() -> None:
    assert refusal(made.odt(made.paragraph(""))) == "there is no text in the ODT"
    assert refusal(made.odt(made.paragraph("x"), more={"Pictures/a.png": b"x"})) == "the ODT is pictures without text (a scan)"
