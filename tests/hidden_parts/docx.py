"""Word files made part by part, with an identity in each part that a careless reader passes over."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

from hidden_parts.crafted import Crafted

OPEN = "application/vnd.openxmlformats-"
WORD = f"{OPEN}officedocument.wordprocessingml."
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "r": R,
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
        "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
        "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        "dsp": "http://schemas.microsoft.com/office/drawing/2008/diagram",
        "cp": f"{PACKAGE}/metadata/core-properties",
        "dc": "http://purl.org/dc/elements/1.1/",
        "dcterms": "http://purl.org/dc/terms/",
        "xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "vt": "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes",
    }.items()
)
PLAIN = "主訴：頭痛三天，無發燒，理學檢查無異常，給予止痛藥後返家觀察，一週後回診追蹤，若有嘔吐或意識改變請立即返診，不需住院。"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ffff3f0005fe02fea735811e0000000049454e44ae426082"
)
Parts = Mapping[str, tuple[str, str, str | bytes]]
"""Name -> content type, kind of the reference from the document, content."""


def paragraph(text: str) -> str:
    return f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def part(root: str, inner: str, more: str = "") -> str:
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<{root} {NAMESPACES} {more}>{inner}</{root}>'


def word(
    body: str,
    parts: Parts | None = None,
    *,
    of_file: Parts | None = None,
    links: Mapping[str, tuple[str, str]] | None = None,
    main: str = f"{WORD}document.main+xml",
    loose: Mapping[str, bytes] | None = None,
) -> bytes:
    """A Word file: the paragraphs of its body, the parts they may refer to by `r1`, `r2` ..., links by id."""
    parts, of_file = parts or {}, of_file or {}
    overrides = {"word/document.xml": main} | {name: kind for name, (kind, _, _) in {**parts, **of_file}.items()}
    types = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items())
    own = [f'<Relationship Id="r{i}" Type="{rel if "/" in rel else f"{R}/{rel}"}" Target="/{name}"/>' for i, (name, (_, rel, _)) in enumerate(parts.items(), 1)]
    own += [f'<Relationship Id="{i}" Type="{R}/{kind}" Target="{escape(to)}" TargetMode="External"/>' for i, (kind, to) in (links or {}).items()]
    top = f'<Relationship Id="top" Type="{R}/officeDocument" Target="word/document.xml"/>' + "".join(
        f'<Relationship Id="p{i}" Type="{rel if "/" in rel else f"{R}/{rel}"}" Target="{name}"/>' for i, (name, (_, rel, _)) in enumerate(of_file.items(), 1)
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="{OPEN}package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        )
        archive.writestr("_rels/.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{top}</Relationships>')
        archive.writestr("word/document.xml", part("w:document", f"<w:body>{body}<w:sectPr/></w:body>"))
        archive.writestr("word/_rels/document.xml.rels", f'<Relationships xmlns="{PACKAGE}/relationships">{"".join(own)}</Relationships>')
        for name, (_, _, content) in {**parts, **of_file}.items():
            archive.writestr(name, content)
        for name, data in (loose or {}).items():
            archive.writestr(name, data)
    return out.getvalue()


def around() -> Crafted:
    """Headers, footers, notes, comments with those who wrote them."""
    comment = (
        '<w:comment w:id="0" w:author="陳美玲" w:initials="CML" w:date="2024-03-05T10:00:00Z">' + paragraph("請聯絡家屬 0912-345-678") + "</w:comment>"
    )
    parts: Parts = {
        "word/header1.xml": (f"{WORD}header+xml", "header", part("w:hdr", paragraph("病患姓名：林志豪 病歷號碼：7654321"))),
        "word/footer1.xml": (f"{WORD}footer+xml", "footer", part("w:ftr", paragraph("聯絡電話：0928-111-222"))),
        "word/footnotes.xml": (f"{WORD}footnotes+xml", "footnotes", part("w:footnotes", f'<w:footnote w:id="1">{paragraph("身分證字號：A123456789")}</w:footnote>')),
        "word/endnotes.xml": (f"{WORD}endnotes+xml", "endnotes", part("w:endnotes", f'<w:endnote w:id="1">{paragraph("案母姓名：吳淑芬")}</w:endnote>')),
        "word/comments.xml": (f"{WORD}comments+xml", "comments", part("w:comments", comment)),
        "word/people.xml": (
            f"{WORD}people+xml",
            "http://schemas.microsoft.com/office/2011/relationships/people",
            part("w15:people", '<w15:person w15:author="郭怡君"><w15:presenceInfo w15:providerId="AD" w15:userId="S::kuo.yc@hospital.example::1"/></w15:person>'),
        ),
    }
    found = {
        "header": "林志豪", "number in the header": "7654321", "footer": "0928-111-222", "footnote": "A123456789", "endnote": "吳淑芬",
        "comment": "0912-345-678", "author of a comment": "陳美玲", "initials": "CML", "list of people": "郭怡君", "account of a person": "kuo.yc@hospital.example",
    }  # fmt: skip
    refer = '<w:p><w:r><w:commentReference w:id="0"/><w:footnoteReference w:id="1"/><w:endnoteReference w:id="1"/></w:r></w:p>'
    return Crafted("around", ".docx", word(paragraph(PLAIN) + refer, parts), found)


def tracked() -> Crafted:
    """Changes, boxes, content controls, forms, readings above characters."""
    box = '<w:txbxContent><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:txbxContent>'
    body = (
        paragraph("病患姓名：王大明")
        + '<w:p><w:del w:id="1" w:author="黃雅琪" w:date="2024-03-05T10:00:00Z"><w:r><w:delText>舊姓名：李小華</w:delText></w:r></w:del>'
        '<w:ins w:id="2" w:author="周志明"><w:r><w:t>穩定</w:t></w:r></w:ins></w:p>'
        "<w:p><w:moveFrom w:id=\"3\" w:author=\"周志明\"><w:r><w:t>電話 0912345678</w:t></w:r></w:moveFrom></w:p>"
        '<w:p><w:moveTo w:id="4" w:author="周志明"><w:r><w:t>電話 0912345678</w:t></w:r></w:moveTo></w:p>'
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" name="文字方塊 1"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>'
        + box.format("手機：0933-444-555")
        + "</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>"
        + box.format("手機：0977-888-999")
        + "</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
        '<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>患者：張美惠</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>字</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>'
        '<w:sdt><w:sdtPr><w:alias w:val="病歷號碼：5566778"/><w:tag w:val="A223456781"/><w:dropDownList><w:listItem w:displayText="主治醫師：蔡文彬" w:value="x"/></w:dropDownList>'
        '<w:date w:fullDate="1971-03-05T00:00:00Z"/></w:sdtPr><w:sdtContent>' + paragraph("出生日期：見上") + "</w:sdtContent></w:sdt>"
        '<w:p><w:smartTag w:element="PersonName"><w:smartTagPr><w:attr w:name="ProductID" w:val="患者：高麗雲"/></w:smartTagPr><w:r><w:t>她</w:t></w:r></w:smartTag>'
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Text1"/><w:helpText w:val="聯絡電話：0955-666-777"/><w:textInput><w:default w:val="電話：0966-777-888"/></w:textInput></w:ffData></w:fldChar></w:r>'
        '<w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        '<w:tbl><w:tblPr><w:tblCaption w:val="病患：王大明的表"/></w:tblPr><w:tr><w:tc>' + paragraph("項目") + "</w:tc></w:tr></w:tbl>"
    )
    found = {
        "body": "王大明", "deleted text": "李小華", "author of a deletion": "黃雅琪", "author of an insertion": "周志明", "moved text": "0912345678",
        "text box": "0933-444-555", "text box for old readers": "0977-888-999", "reading above a character": "張美惠", "title of a content control": "5566778",
        "tag of a content control": "A223456781", "item of a list": "蔡文彬", "machine-readable date": "1971-03-05", "smart tag": "高麗雲",
        "help of a form field": "0955-666-777", "default of a form field": "0966-777-888",
    }  # fmt: skip
    return Crafted("tracked", ".docx", word(body), found)


def properties() -> Crafted:
    """Properties of the file, of the program, of the house; variables; a mail merge; the template."""
    core = (
        "<dc:title>病患姓名：許家豪 出院病摘</dc:title><dc:subject>病歷號碼：3344556</dc:subject><dc:creator>曾玉珍</dc:creator><cp:lastModifiedBy>Robert Fielding</cp:lastModifiedBy>"
        '<cp:keywords>A198765432</cp:keywords><dc:description>家屬電話 0911-222-333</dc:description><dcterms:created xsi:type="dcterms:W3CDTF">2024-03-05T10:00:00Z</dcterms:created>'
    )
    app = "<Company>仁愛測試醫院</Company><Manager>洪志成</Manager><TotalTime>12</TotalTime><HyperlinkBase>mailto:boss@hospital.example</HyperlinkBase>"
    custom = '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="病歷號碼"><vt:lpwstr>8899001</vt:lpwstr></property>'
    settings = (
        '<w:docVars><w:docVar w:name="姓名" w:val="方佩珊"/></w:docVars><w:mailMerge><w:query w:val="SELECT * FROM list WHERE phone=\'0988-123-456\'"/></w:mailMerge>'
        '<w:rsids><w:rsidRoot w:val="00A12B3C"/></w:rsids>'
    )
    properties_ns = f'xmlns="{R.replace("relationships", "extended-properties")}"'
    custom_ns = f'xmlns="{R.replace("relationships", "custom-properties")}"'
    of_file: Parts = {
        "docProps/core.xml": (f"{OPEN}package.core-properties+xml", f"{PACKAGE}/relationships/metadata/core-properties", part("cp:coreProperties", core)),
        "docProps/app.xml": (f"{OPEN}officedocument.extended-properties+xml", "extended-properties", part("Properties", app, properties_ns)),
        "docProps/custom.xml": (f"{OPEN}officedocument.custom-properties+xml", "custom-properties", part("Properties", custom, custom_ns)),
        "docProps/thumbnail.jpeg": ("image/jpeg", f"{PACKAGE}/relationships/metadata/thumbnail", PIXEL + "病患：施建國".encode()),
    }
    parts: Parts = {"word/settings.xml": (f"{WORD}settings+xml", "settings", part("w:settings", settings))}
    found = {
        "title": "許家豪", "subject": "3344556", "creator": "曾玉珍", "last modified by": "Robert Fielding", "keywords": "A198765432", "description": "0911-222-333",
        "company": "仁愛測試醫院", "manager": "洪志成", "base of links": "boss@hospital.example", "custom property": "8899001", "document variable": "方佩珊",
        "mail merge": "0988-123-456",
    }  # fmt: skip
    return Crafted("properties", ".docx", word(paragraph(PLAIN), parts, of_file=of_file), found)


def links() -> Crafted:
    """Where links lead, codes of fields, bookmarks and what points to them."""
    body = (
        paragraph("病患姓名：王大明")
        + '<w:p><w:hyperlink r:id="m" w:tooltip="手機：0922-333-444"><w:r><w:t>寫信</w:t></w:r></w:hyperlink><w:hyperlink r:id="t"><w:r><w:t>打電話</w:t></w:r></w:hyperlink>'
        '<w:hyperlink r:id="f"><w:r><w:t>檔案</w:t></w:r></w:hyperlink><w:hyperlink r:id="w"><w:r><w:t>指引</w:t></w:r></w:hyperlink>'
        '<w:hyperlink w:anchor="王大明"><w:r><w:t>見前</w:t></w:r></w:hyperlink></w:p>'
        '<w:p><w:bookmarkStart w:id="1" w:name="王大明"/><w:r><w:t>前</w:t></w:r><w:bookmarkEnd w:id="1"/>'
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "mailto:wu.sf</w:instrText></w:r><w:r><w:instrText>@mail.example" </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>信箱</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        '<w:p><w:fldSimple w:instr=" MERGEFIELD 身分證字號 \\* A234567890 "><w:r><w:t>合併</w:t></w:r></w:fldSimple></w:p>'
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE \\* MERGEFORMAT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    targets = {
        "m": ("hyperlink", "mailto:wang@test.example"), "t": ("hyperlink", "tel:+886912345678"), "f": ("hyperlink", "file:///C:/Users/王大明/record.docx"),
        "w": ("hyperlink", "https://www.who.int/"), "template": ("attachedTemplate", "file:///D:/王大明/letters.dotx"),
    }  # fmt: skip
    found = {
        "body, path of a link, bookmark": "王大明", "address of a link": "wang@test.example", "number of a link": "886912345678", "tip of a link": "0922-333-444",
        "code of a field": "wu.sf@mail.example", "code of a simple field": "A234567890",
    }  # fmt: skip
    return Crafted("links", ".docx", word(body, links=targets), found)


def pictures() -> Crafted:
    """Alternative texts, names and titles of pictures; what is in them, and files within, is said and dropped."""
    picture = (
        '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="病患：王大明.png" descr="病患：趙文傑的傷口" title="手機：0935-111-222"/><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Picture 1" descr="C:\\王大明\\a.png"/><pic:cNvPicPr/></pic:nvPicPr>'
        '<pic:blipFill><a:blip r:embed="r1"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    )
    old = (
        '<w:p><w:r><w:pict><v:shape alt="電話：0936-222-333"><v:imagedata r:id="r1" o:title="病歷號碼：6677889"/></v:shape></w:pict></w:r>'
        '<w:r><w:pict><v:shape><v:textpath string="病患：盧秀英"/></v:shape></w:pict></w:r>'
        '<w:r><w:object><v:shape><v:imagedata r:id="r1"/></v:shape><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="r2"/></w:object></w:r></w:p>'
    )
    parts: Parts = {
        "word/media/image1.png": ("image/png", "image", PIXEL + "病患：邱淑貞".encode()),
        "word/embeddings/list1.xlsx": (f"{OPEN}officedocument.spreadsheetml.sheet", "package", b"PK\x03\x04 0912999888"),
        "word/embeddings/oleObject1.bin": (f"{OPEN}officedocument.oleObject", "oleObject", "病患：葉俊宏".encode("utf-16-le")),
    }
    found = {
        "name of a picture": "王大明", "alternative text": "趙文傑", "title of a picture": "0935-111-222", "alternative text for old readers": "0936-222-333",
        "title of an old picture": "6677889", "watermark": "盧秀英",
    }  # fmt: skip
    return Crafted("pictures", ".docx", word(paragraph("病患姓名：王大明，" + PLAIN) + picture + old, parts), found)


def figures() -> Crafted:
    """A chart with what it drew, SmartArt in its two forms."""
    pt = '<c:pt idx="{}"><c:v>{}</c:v></c:pt>'
    chart = (
        "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>病患：江志偉體溫</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:lineChart><c:ser>"
        "<c:tx><c:strRef><c:f>'病歷號碼：4455667'!$B$1</c:f><c:strCache>" + pt.format(0, "病患：范姜玉華") + "</c:strCache></c:strRef></c:tx>"
        "<c:val><c:numRef><c:f>Sheet1!$B$2:$B$3</c:f><c:numCache>" + pt.format(0, 37.2) + pt.format(1, 912345678) + "</c:numCache></c:numRef></c:val>"
        '</c:ser></c:lineChart></c:plotArea></c:chart><c:externalData r:id="x1"/>'
    )
    point = "<a:p><a:r><a:t>{}</a:t></a:r></a:p>"
    data = "<dgm:ptLst><dgm:pt><dgm:t>" + point.format("案父姓名：何振宇") + "</dgm:t></dgm:pt></dgm:ptLst>"
    drawn = "<dsp:spTree><dsp:sp><dsp:txBody>" + point.format("案父姓名：何振宇") + point.format("案妹姓名：何欣怡") + "</dsp:txBody></dsp:sp></dsp:spTree>"
    frame = '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="2" name="圖表 1"/><a:graphic><a:graphicData>{}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    drawing = f"{OPEN}officedocument.drawingml."
    parts: Parts = {
        "word/charts/chart1.xml": (f"{drawing}chart+xml", "chart", part("c:chartSpace", chart)),
        "word/diagrams/data1.xml": (f"{drawing}diagramData+xml", "diagramData", part("dgm:dataModel", data)),
        "word/diagrams/drawing1.xml": (
            "application/vnd.ms-office.drawingml.diagramDrawing+xml",
            "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing",
            part("dsp:drawing", drawn),
        ),
    }
    refer = frame.format('<c:chart r:id="r1"/>') + frame.format('<dgm:relIds r:dm="r2" r:lo="r9" r:qs="r9" r:cs="r9"/>')
    found = {
        "title of a chart": "江志偉", "series of a chart": "范姜玉華", "point of a chart": "912345678", "sheet of a chart": "4455667",
        "SmartArt": "何振宇", "drawn SmartArt": "何欣怡",
    }  # fmt: skip
    return Crafted("figures", ".docx", word(paragraph(PLAIN) + refer, parts), found)


def stored() -> Crafted:
    """Building blocks, what programs store as XML, an inserted file, names of styles and parts, text where none belongs."""
    glossary = '<w:docParts><w:docPart><w:docPartPr><w:name w:val="病患：石家齊"/></w:docPartPr><w:docPartBody>' + paragraph("手機：0939-555-666") + "</w:docPartBody></w:docPart></w:docParts>"
    styles = '<w:style w:type="paragraph" w:customStyle="1" w:styleId="StyleOf7788990"><w:name w:val="病歷號碼：7788990"/></w:style>'
    numbering = '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="病患：唐國強 %1"/></w:lvl></w:abstractNum>'
    parts: Parts = {
        "word/glossary/document.xml": (f"{WORD}document.glossary+xml", "glossaryDocument", part("w:glossaryDocument", glossary)),
        "word/styles.xml": (f"{WORD}styles+xml", "styles", part("w:styles", styles)),
        "word/numbering.xml": (f"{WORD}numbering+xml", "numbering", part("w:numbering", numbering)),
        "customXml/item1.xml": ("application/xml", "customXml", '<record mrn="A176543210"><patient>姓名：蘇明哲</patient></record>'),
        "word/病歷號碼1122334.html": ("text/html", "aFChunk", "<p>病患：孫立人</p>"),
        "word/comments王大明.xml": (f"{WORD}comments+xml", "comments", part("w:comments", "")),
    }
    body = paragraph("病患姓名：王大明") + paragraph(PLAIN) + '<w:p><w:pPr><w:pStyle w:val="StyleOf7788990"/></w:pPr>病患：魏淑娟<w:r><w:t>可</w:t></w:r></w:p><w:altChunk r:id="r5"/>'
    found = {
        "name of a building block": "石家齊", "building block": "0939-555-666", "name of a style": "7788990", "text of a list number": "唐國強",
        "attribute of stored XML": "A176543210", "stored XML": "蘇明哲", "name of an inserted file": "1122334", "body, name of a part": "王大明", "stray text": "魏淑娟",
    }  # fmt: skip
    return Crafted("stored", ".docx", word(body, parts), found)


def macros() -> Crafted:
    parts: Parts = {"word/vbaProject.bin": ("application/vnd.ms-office.vbaProject", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", b"0912345678")}
    return Crafted("macros", ".docx", word(paragraph(PLAIN), parts), {"macro": "0912345678"}, refused="macros")


def password() -> Crafted:
    return Crafted("password", ".docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600 + "王大明".encode("utf-16-le"), {"sealed body": "王大明"}, refused="password")


def files() -> Iterable[Crafted]:
    return (around(), tracked(), properties(), links(), pictures(), figures(), stored(), macros(), password())
