"""Files that were made to do harm, one of each kind. Whatever becomes of them, the server stays well."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from typing import Final

_TYPES: Final = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS: Final = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
_WORD: Final = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:body></w:document>'


def docx(document: str, **more: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _RELATIONS)
        archive.writestr("word/document.xml", document)
        for name, data in more.items():
            archive.writestr(name, data)
    return out.getvalue()


def pdf(stream: bytes, filters: str = "/FlateDecode") -> bytes:
    """A page whose content is `stream`, as it stands."""
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>",
        b"<</Length %d/Filter %s>>stream\n%s\nendstream" % (len(stream), filters.encode(), stream),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, part)
    start = len(out)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"xref\n0 5\n0000000000 65535 f \n" + table + b"trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start


def zip_bomb(secret: str) -> bytes:
    return docx(_WORD.format(secret), **{f"word/media/{n}.bin": bytes(300 << 20) for n in range(2)})


def entity_bomb(secret: str) -> bytes:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return docx(f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "{secret}">{entities}]>' + _WORD.format("&a9;"))


def outside_entity(secret: str) -> bytes:
    return docx('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + _WORD.format(f"{secret} &a;"))


def deep_xml(secret: str) -> bytes:
    return docx(_WORD.format(secret + "</w:t>" + "<w:r>" * 100_000 + "</w:r>" * 100_000 + "<w:t>"))


def path_in_zip(secret: str) -> bytes:
    return docx(_WORD.format(secret), **{"../../../../tmp/incognote-was-here": b"x"})


def pdf_bomb(_: str) -> bytes:
    inner = zlib.compress(bytes(400 << 20), 9)
    return pdf(zlib.compress(inner, 9), "[/FlateDecode/FlateDecode]")


def pdf_in_circles(secret: str) -> bytes:
    return pdf(zlib.compress(secret.encode())).replace(b"/Kids[3 0 R]", b"/Kids[2 0 R]")


KINDS: Final[dict[str, tuple[str, Callable[[str], bytes]]]] = {
    "a zip bomb": ("a.docx", zip_bomb),
    "a bomb of entities": ("a.docx", entity_bomb),
    "an entity from outside": ("a.docx", outside_entity),
    "XML as deep as can be": ("a.docx", deep_xml),
    "a path out of the archive": ("a.docx", path_in_zip),
    "a PDF bomb": ("a.pdf", pdf_bomb),
    "a PDF in circles": ("a.pdf", pdf_in_circles),
    "a PDF that ends midway": ("a.pdf", lambda secret: pdf(zlib.compress(secret.encode()))[:-40]),
    "a program by the name of a report": ("a.pdf", lambda secret: b"\x7fELF" + bytes(500) + secret.encode()),
    "bytes that are no text": ("a.txt", lambda secret: secret.encode() + bytes(range(256)) * 64),
    "one line of JSON as deep as can be": ("a.jsonl", lambda secret: b'{"text": "' + secret.encode() + b'", "meta": ' + b"[" * 500_000),
    "a table of quotes": ("a.csv", lambda secret: b"text\n" + b'"' * 300_001 + secret.encode()),
}
NAMES: Final = (
    "../../../etc/passwd", "..\\..\\windows\\win.ini", "王小明A123456789.txt", "<script>alert(1)</script>.txt", "a\u202etxt.exe", "x" * 3000,
    "con.txt", ".", "'; drop table notes; --.csv", "a.pdf\u0000.txt", "%2e%2e%2fa.txt", "\"><img src=x onerror=alert(1)>.docx",
)  # fmt: skip
