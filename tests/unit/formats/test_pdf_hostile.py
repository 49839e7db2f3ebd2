"""Files made to harm: each is refused, or read whole, in little time and with little memory."""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence

import pytest

from incognote.document import Document
from incognote.formats import pdf
from incognote.formats.source import Item, Unread, from_bytes

CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
TEXT = b"BT /F1 10 Tf 54 700 Td (Short note about nothing.) Tj ET\n"
WITH_FONT = b"/Font << /F1 4 0 R >>"


def file(objects: Sequence[bytes], more: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first is its root."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n"
    return out + end % (len(objects) + 1, table, len(objects) + 1, more, len(out))


def stream(data: bytes, about: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), about, data)


def page(content: bytes, resources: bytes = WITH_FONT, forms: Sequence[bytes] = (), more: bytes = b"") -> bytes:
    pages = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    this = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << %s >> >>" % resources
    return file([CATALOG, pages, this, FONT, content, *forms], more)


def form(data: bytes, resources: bytes = b"", about: bytes = b"") -> bytes:
    return stream(data, b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << %s >> %s" % (resources, about))


def read(data: bytes) -> Item:
    return next(iter(pdf.read(from_bytes(data))))


def refusal(data: bytes) -> str:
    item = read(data)
    assert isinstance(item, Unread), item
    return item.reason


def test_a_file_made_by_hand_is_read() -> None:
    item = read(page(stream(TEXT)))
    assert isinstance(item, Document) and item.text == "Short note about nothing.\n"


def tree(*nodes: bytes) -> bytes:
    return file([CATALOG, *nodes])


@pytest.mark.parametrize(
    "data",
    [
        tree(b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"),
        tree(b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", b"<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>"),
        tree(*(b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (number + 3) for number in range(2000)), b"<< /Type /Page >>"),
        tree(*(b"<< /Type /Pages /Count 1 /Kids [%s] >>" % (b"%d 0 R " % (number + 3) * 10) for number in range(9)), b"<< /Type /Page >>"),
        tree(b"<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>", b"<< /Type /Page >>"),
    ],
    ids=["a loop", "a longer loop", "very deep", "ever more branches", "a count that is no count"],
)
def test_a_tree_of_pages_that_does_not_end_is_refused(data: bytes) -> None:
    start = time.process_time()
    assert "PDF" in refusal(data)
    assert time.process_time() - start < 5


def test_a_stream_that_says_it_has_two_gigabytes_is_refused() -> None:
    assert "damaged" in refusal(page(b"<< /Length 2147483648 >>\nstream\n" + TEXT + b"\nendstream"))


@pytest.mark.parametrize("layers", [1, 2])
def test_a_stream_that_unpacks_to_very_much_is_refused(layers: int) -> None:
    data = b" " * 150_000_000
    for _ in range(layers):
        data = zlib.compress(data, 9)
    start = time.process_time()
    assert refusal(page(stream(data, b"/Filter [%s]" % (b"/FlateDecode " * layers))))
    assert time.process_time() - start < 5


def test_drawings_that_draw_each_other_ever_more_often_are_refused() -> None:
    inner = [form(b"/X Do " * 10, b"/XObject << /X %d 0 R >>" % (7 + number)) for number in range(9)]
    assert "more than a report" in refusal(page(stream(b"/X Do "), b"/XObject << /X 6 0 R >>", [*inner, form(TEXT, WITH_FONT)]))


def test_a_drawing_that_draws_itself_costs_nothing() -> None:
    item = read(page(stream(TEXT + b"/X Do "), WITH_FONT + b"/XObject << /X 6 0 R >>", [form(b"/X Do ", b"/XObject << /X 6 0 R >>")]))
    assert isinstance(item, Document)


@pytest.mark.parametrize("keep", [0, 3, 20])
def test_a_page_or_a_drawing_that_breaks_off_is_refused_and_not_read_in_part(keep: int) -> None:
    short = zlib.compress(TEXT + bytes(range(32, 127)))[: keep + 2]
    assert "damaged" in refusal(page(stream(short, b"/Filter /FlateDecode")))
    broken = form(short, about=b"/Filter /FlateDecode")
    assert "damaged" in refusal(page(stream(TEXT + b"/X Do "), WITH_FONT + b"/XObject << /X 6 0 R >>", [broken]))


def test_a_wrong_check_sum_is_no_damage() -> None:
    item = read(page(stream(zlib.compress(TEXT)[:-4] + b"\x00\x00\x00\x00", b"/Filter /FlateDecode")))
    assert isinstance(item, Document) and "Short note" in item.text


@pytest.mark.parametrize("content", [b"[" * 50_000, b"<<" * 50_000, b"(" * 50_000])
def test_brackets_that_never_close_are_refused_or_nothing(content: bytes) -> None:
    assert "PDF" in refusal(page(stream(content)))


def test_an_encryption_that_is_not_known_is_said() -> None:
    assert "encrypted in a way" in refusal(page(stream(TEXT), more=b"/Encrypt << /Filter /Foo /V 9 >>"))
