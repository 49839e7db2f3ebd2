"""ODT files made part by part, with an identity in each part that a careless reader passes over."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

from hidden_parts.crafted import Crafted

OASIS = "urn:oasis:names:tc:opendocument:xmlns"
KIND = "application/vnd.oasis.opendocument.text"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        **{name: f"{OASIS}:{name}:1.0" for name in ("office", "text", "table", "style", "meta", "form", "chart", "script")},
        "draw": f"{OASIS}:drawing:1.0",
        "svg": f"{OASIS}:svg-compatible:1.0",
        "xlink": "http://www.w3.org/1999/xlink",
        "dc": "http://purl.org/dc/elements/1.1/",
        "officeooo": "http://openoffice.org/2009/office",
    }.items()
)
PLAIN = "主訴：頭痛三天，無發燒，理學檢查無異常，給予止痛藥後返家觀察，一週後回診追蹤，若有嘔吐或意識改變請立即返診，不需住院。"


def paragraph(text: str) -> str:
    return f"<text:p>{escape(text)}</text:p>"


def odt(body: str, *, masters: str = "", meta: str = "", automatic: str = "", named: str = "", more: Mapping[str, bytes] | None = None) -> bytes:
    """An ODT: what stands in its text, in its pages' heads and feet, in its properties and its styles."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    files = {
        "content.xml": f"<office:document-content {NAMESPACES}><office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f'<office:document-styles {NAMESPACES}><office:styles>{named}</office:styles><office:master-styles><style:master-page style:name="Standard">{masters}</style:master-page></office:master-styles></office:document-styles>',
        "meta.xml": f"<office:document-meta {NAMESPACES}><office:meta>{meta}</office:meta></office:document-meta>",
        "settings.xml": f"<office:document-settings {NAMESPACES}/>",
    }
    entries = "".join(f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", KIND, zipfile.ZIP_STORED)
        for name, content in files.items():
            archive.writestr(name, head + content)
        for name, data in (more or {}).items():
            archive.writestr(name, data)
        archive.writestr(
            "META-INF/manifest.xml",
            f'{head}<manifest:manifest xmlns:manifest="{OASIS}:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/>{entries}</manifest:manifest>',
        )
    return out.getvalue()


def around() -> Crafted:
    body = (
        paragraph(PLAIN)
        + '<text:p officeooo:rsid="1">追蹤<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
        + paragraph("身分證字號：A123456789")
        + "</text:note-body></text:note><office:annotation><dc:creator>陳美玲</dc:creator><dc:date>2024-03-05T10:00:00</dc:date><meta:creator-initials>CML</meta:creator-initials>"
        + paragraph("請聯絡家屬 0912-345-678")
        + "</office:annotation></text:p>"
    )
    masters = (
        f"<style:header>{paragraph('病患姓名：林志豪')}</style:header><style:header-left>{paragraph('病歷號碼：7654321')}</style:header-left>"
        f"<style:footer>{paragraph('聯絡電話：0928-111-222')}</style:footer>"
    )
    found = {
        "header": "林志豪", "header of left pages": "7654321", "footer": "0928-111-222", "footnote": "A123456789", "comment": "0912-345-678",
        "author of a comment": "陳美玲", "initials": "CML",
    }  # fmt: skip
    return Crafted("around", ".odt", odt(body, masters=masters), found)


def tracked() -> Crafted:
    info = "<office:change-info><dc:creator>{}</dc:creator><dc:date>2024-03-05T10:00:00</dc:date></office:change-info>"
    body = (
        f'<text:tracked-changes><text:changed-region text:id="ct1"><text:deletion>{info.format("黃雅琪")}{paragraph("舊姓名：李小華")}</text:deletion></text:changed-region>'
        f'<text:changed-region text:id="ct2"><text:insertion>{info.format("周志明")}</text:insertion></text:changed-region></text:tracked-changes>'
        + paragraph("病患姓名：王大明")
        + '<text:p>穩定<text:change text:change-id="ct1"/><draw:frame draw:name="框架1"><draw:text-box>'
        + paragraph("手機：0933-444-555")
        + "</draw:text-box></draw:frame></text:p>"
        "<text:p><text:ruby><text:ruby-base>字</text:ruby-base><text:ruby-text>患者：張美惠</text:ruby-text></text:ruby></text:p>"
        "<text:p>手機 0944<text:span>-555</text:span><text:s/>666<text:line-break/>止</text:p>"
        "<text:list><text:list-item>" + paragraph("案母姓名：吳淑芬") + "</text:list-item></text:list>"
        "<table:table table:name=\"病歷號碼：5566778\"><table:table-row><table:table-cell>" + paragraph("姓名") + "</table:table-cell><table:table-cell>"
        + paragraph("蔡文彬") + "</table:table-cell></table:table-row></table:table>"
    )  # fmt: skip
    found = {
        "body": "王大明", "deleted text": "李小華", "author of a deletion": "黃雅琪", "author of an insertion": "周志明", "text box": "0933-444-555",
        "reading above a character": "張美惠", "list": "吳淑芬", "name of a table": "5566778", "cell": "蔡文彬",
    }  # fmt: skip
    return Crafted("tracked", ".odt", odt(body), found)


def properties() -> Crafted:
    meta = (
        "<dc:title>病患姓名：許家豪 出院病摘</dc:title><dc:subject>病歷號碼：3344556</dc:subject><dc:description>家屬電話 0911-222-333</dc:description><meta:keyword>A198765432</meta:keyword>"
        "<meta:initial-creator>曾玉珍</meta:initial-creator><dc:creator>Robert Fielding</dc:creator><meta:printed-by>洪志成</meta:printed-by><dc:date>2024-03-05T10:00:00</dc:date>"
        '<meta:user-defined meta:name="姓名">方佩珊</meta:user-defined><meta:template xlink:href="file:///D:/A276543218/t.ott" xlink:title="主治醫師：施建國"/>'
    )
    found = {
        "title": "許家豪", "subject": "3344556", "description": "0911-222-333", "keyword": "A198765432", "first author": "曾玉珍", "last author": "Robert Fielding",
        "printed by": "洪志成", "own property": "方佩珊", "path of the template": "A276543218", "title of the template": "施建國",
    }  # fmt: skip
    return Crafted("properties", ".odt", odt(paragraph(PLAIN), meta=meta, more={"Thumbnails/thumbnail.png": "病患：施建國".encode()}), found)


def links() -> Crafted:
    body = (
        '<office:forms><form:form form:name="表單"><form:text form:name="電話" form:current-value="0966-777-888"/></form:form></office:forms>'
        '<text:user-field-decls><text:user-field-decl text:name="欄" office:string-value="患者：高麗雲"/></text:user-field-decls>'
        + paragraph("病患姓名：王大明")
        + '<text:p><text:a xlink:href="mailto:wang@test.example" office:title="手機：0922-333-444">寫信</text:a><text:a xlink:href="tel:+886912345678">打電話</text:a>'
        '<text:a xlink:href="file:///C:/Users/王大明/record.odt">檔案</text:a><text:a xlink:href="https://www.who.int/">指引</text:a></text:p>'
        '<text:p><text:bookmark-start text:name="王大明"/>前<text:bookmark-end text:name="王大明"/><text:placeholder text:placeholder-type="text" text:description="電話：0955-666-777">填</text:placeholder></text:p>'
        '<text:section text:name="病歷號碼：8899001">' + paragraph("區段") + "</text:section>"
    )
    found = {
        "body, path of a link, bookmark": "王大明", "address of a link": "wang@test.example", "number of a link": "886912345678", "tip of a link": "0922-333-444",
        "value of a form": "0966-777-888", "variable": "高麗雲", "hint of a placeholder": "0955-666-777", "name of a section": "8899001",
    }  # fmt: skip
    return Crafted("links", ".odt", odt(body), found)


def pictures() -> Crafted:
    inner = (
        f"<office:document-content {NAMESPACES}><office:body><office:chart><chart:chart><chart:title>{paragraph('病患：江志偉體溫')}</chart:title>"
        "<table:table table:name=\"local-table\"><table:table-row><table:table-cell>" + paragraph("電話：0977-123-123") + "</table:table-cell></table:table-row></table:table>"
        "</chart:chart></office:chart></office:body></office:document-content>"
    )  # fmt: skip
    body = (
        paragraph("病患姓名：王大明，" + PLAIN)
        + '<text:p><draw:frame draw:name="病患：趙文傑"><draw:image xlink:href="Pictures/a.png"/><svg:title>手機：0935-111-222</svg:title><svg:desc>病歷號碼：6677889</svg:desc></draw:frame>'
        '<draw:frame draw:name="物件1"><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
        "<draw:custom-shape>" + paragraph("病患：盧秀英") + "</draw:custom-shape></text:p>"
    )
    style = '<style:style style:name="S1" style:display-name="病患：唐國強" style:family="paragraph"/>'
    more = {
        "Pictures/a.png": "病患：邱淑貞".encode(), "Object 1/content.xml": inner.encode(), "ObjectReplacements/Object 1": "病患：葉俊宏".encode(),
        "Object 2": "病患：葉俊宏".encode("utf-16-le"),
    }  # fmt: skip
    found = {
        "name of a picture": "趙文傑", "title of a picture": "0935-111-222", "alternative text": "6677889", "title of a chart": "江志偉", "table of a chart": "0977-123-123",
        "drawing": "盧秀英", "name of a style": "唐國強",
    }  # fmt: skip
    return Crafted("pictures", ".odt", odt(body, named=style, more=more), found)


def macros() -> Crafted:
    return Crafted("macros", ".odt", odt(paragraph(PLAIN), more={"Basic/Standard/Module1.xml": b"<x>0912345678</x>"}), {"macro": "0912345678"}, refused="macros")


def files() -> Iterable[Crafted]:
    return (around(), tracked(), properties(), links(), pictures(), macros())
