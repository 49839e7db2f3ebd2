"""PDF files made part by part, with an identity in each part that a careless reader passes over."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from hidden_parts.crafted import Crafted

PLAIN = (
    "主訴：頭痛三天，無發燒，理學檢查無異常，給予止痛藥後返家觀察，",
    "一週後回診追蹤，若有嘔吐或意識改變請立即返診，不需住院。",
    "Vital signs stable, neurological examination without deficit, no imaging was needed today.",
)
FONT = "MSung-Light"


def drawn(draw: Callable[[Canvas], None], *, lines: Iterable[str] = PLAIN) -> bytes:
    """A page with a note, and whatever `draw` adds to it."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont(FONT, 10)
    for number, line in enumerate(lines):
        canvas.drawString(54, 780 - 16 * number, line)
    draw(canvas)
    canvas.save()
    return out.getvalue()


def changed(change: Callable[[PdfWriter], None], data: bytes | None = None) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data or drawn(lambda canvas: None))))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def thing(value: Any) -> Any:
    """A value of Python as one of PDF: `/X` is a name, other texts are texts."""
    if isinstance(value, dict):
        return DictionaryObject({NameObject(key): thing(each) for key, each in value.items()})
    if isinstance(value, list):
        return ArrayObject([thing(each) for each in value])
    if isinstance(value, str) and type(value) is str:
        return NameObject(value) if value.startswith("/") else TextStringObject(value)
    if isinstance(value, float):
        return FloatObject(value)
    return NumberObject(value) if type(value) is int else value


def stream(data: bytes, about: dict[str, Any] | None = None) -> DecodedStreamObject:
    made = DecodedStreamObject()
    made.set_data(data)
    made.update(thing(about or {}))
    return made


def add(writer: PdfWriter, value: Any) -> Any:
    return writer._add_object(thing(value))


def note(writer: PdfWriter, about: dict[str, Any]) -> Any:
    reference = add(writer, {"/Type": "/Annot", "/Rect": [300, 300, 400, 340], "/F": 4, **about})
    page = writer.pages[0]
    page[NameObject("/Annots")] = ArrayObject([*page.get("/Annots", []), reference])
    return reference


def root(writer: PdfWriter, key: str, value: Any) -> None:
    writer.root_object[NameObject(key)] = thing(value)


def _notes(writer: PdfWriter) -> None:
    parent = note(writer, {"/Subtype": "/Text", "/Contents": "請聯絡 0912345678", "/T": "林雅婷", "/Subj": "陳冠宇的報告"})
    note(writer, {"/Subtype": "/Popup", "/Parent": parent, "/Contents": "家屬手機 0923456781"})
    note(writer, {"/Subtype": "/Highlight", "/Contents": "病人張惠雯", "/T": "Chen Mei-Ling"})
    note(writer, {"/Subtype": "/Ink", "/RC": "<body xmlns='http://www.w3.org/1999/xhtml'><p>病人<b>吳宗翰</b>已衛教</p></body>"})
    look = writer._add_object(
        stream(b"BT /F1 10 Tf 2 2 Td (Received by Huang Chih-Wei) Tj ET", {"/Subtype": "/Form", "/BBox": [0, 0, 100, 40], "/Resources": {"/Font": {"/F1": {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica", "/Encoding": "/WinAnsiEncoding"}}}})
    )
    note(writer, {"/Subtype": "/Stamp", "/AP": {"/N": look}})


NOTES = {
    "note": "0912345678", "author of a note": "林雅婷", "subject of a note": "陳冠宇", "window of a note": "0923456781",
    "highlight": "張惠雯", "author of a highlight": "Chen Mei-Ling", "rich text of a note": "吳宗翰", "stamp": "Huang Chih-Wei",
}  # fmt: skip

XFA = """<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1">
<field name="nurse"><value><text>護理師蔡佳玲</text></value></field></subform></template>
<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><patient>許志明</patient><idno>A123456789</idno></form1></xfa:data></xfa:datasets></xdp:xdp>"""


def _form(writer: PdfWriter) -> None:
    fields = [
        note(writer, {"/Subtype": "/Widget", "/FT": "/Tx", "/T": "patient_name", "/V": "王大明", "/TU": "聯絡人 鄭淑芬", "/DV": "劉建國"}),
        note(writer, {"/Subtype": "/Widget", "/FT": "/Ch", "/T": "doctor", "/V": "林志豪", "/Opt": ["林志豪", "楊雅筑"]}),
        note(writer, {"/Subtype": "/Widget", "/FT": "/Tx", "/T": "story", "/V": writer._add_object(stream("地址：台中市西屯區測試路1號".encode("utf-16")))}),
        note(writer, {"/Subtype": "/Widget", "/FT": "/Btn", "/T": "send", "/Ff": 65536, "/MK": {"/CA": "寄給曾文彬"}}),
    ]
    head, _, tail = XFA.partition("<xfa:datasets")
    packets = ["template", writer._add_object(stream(head.encode())), "datasets", writer._add_object(stream(("<xfa:datasets" + tail).encode()))]
    root(writer, "/AcroForm", {"/Fields": fields, "/XFA": packets})


FORM = {
    "field of a form": "王大明", "tooltip of a field": "鄭淑芬", "default of a field": "劉建國", "choice of a field": "楊雅筑",
    "long field of a form": "台中市西屯區測試路1號", "caption of a button": "曾文彬", "XFA data": "許志明", "XFA number": "A123456789", "XFA template": "蔡佳玲",
}  # fmt: skip

XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:his="http://example.org/his/" his:chart="1234567">
<dc:creator><rdf:Seq><rdf:li>趙怡君</rdf:li></rdf:Seq></dc:creator><dc:description><rdf:Alt><rdf:li xml:lang="x-default">病人周明德出院病摘</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def _about(writer: PdfWriter) -> None:
    writer.add_metadata({"/Author": "王大明", "/Title": "Microsoft Word - 李美華病歷.doc", "/Keywords": "A223456781", "/Company": "測試醫院", "/PatientName": "何家豪"})
    info = writer._info
    assert info is not None
    info[NameObject("/Subject")] = ByteStringObject("病人彭俊傑的出院病歷摘要".encode("big5"))
    root(writer, "/Metadata", writer._add_object(stream(XMP.encode(), {"/Type": "/Metadata", "/Subtype": "/XML"})))
    writer.add_outline_item(title="王小明 出院病摘", page_number=0)
    root(writer, "/PageLabels", {"/Nums": [0, {"/S": "/D", "/P": "林家豪-"}]})
    layer = add(writer, {"/Type": "/OCG", "/Name": "吳淑芬的註記"})
    root(writer, "/OCProperties", {"/OCGs": [layer], "/D": {"/Order": [layer], "/OFF": [layer]}})
    note(writer, {"/Subtype": "/Link", "/A": {"/S": "/URI", "/URI": "mailto:wang.daming@example.com"}})
    root(writer, "/Names", {"/Dests": {"/Names": ["Chang Hui-Wen", [writer.pages[0].indirect_reference, "/Fit"]]}})
    root(writer, "/PieceInfo", {"/HIS": {"/LastModified": "D:20260312", "/Private": {"/Chart": "病歷號7654321"}}})


ABOUT = {
    "Author": "王大明", "Title": "李美華", "Keywords": "A223456781", "own key of the file": "何家豪", "Subject in Big5": "彭俊傑", "XMP creator": "趙怡君",
    "XMP description": "周明德", "XMP attribute": "1234567", "bookmark": "王小明", "page label": "林家豪", "layer": "吳淑芬",
    "link": "wang.daming@example.com", "target of a link": "Chang Hui-Wen", "private data of a program": "7654321",
}  # fmt: skip


def attach(writer: PdfWriter, name: str, data: bytes, about: str = "") -> Any:
    file = writer._add_object(stream(data, {"/Type": "/EmbeddedFile"}))
    return add(writer, {"/Type": "/Filespec", "/F": name, "/UF": name, "/Desc": about, "/EF": {"/F": file}})


def _files(writer: PdfWriter) -> None:
    inner = changed(lambda inside: inside.add_metadata({"/Author": "高雅琪"}), drawn(lambda canvas: canvas.drawString(54, 600, "病人方大同")))
    files = [
        attach(writer, "陳建宏.txt", "病人林雅婷，電話0912345678，血壓正常。".encode(), "許美玲的檔案"),
        attach(writer, "list.csv", "姓名,病歷號\r\n黃國榮,7654321\r\n".encode("big5")),
        attach(writer, "inner.pdf", inner),
    ]
    root(writer, "/Names", {"/EmbeddedFiles": {"/Names": [part for number, file in enumerate(files) for part in (f"{number}", file)]}})
    note(writer, {"/Subtype": "/FileAttachment", "/FS": attach(writer, "n.txt", "家屬鄭志偉".encode())})
    root(writer, "/AF", [attach(writer, "fhir.xml", b"<name>Wu Tsung-Han</name>")])


FILES = {
    "attachment": "林雅婷", "name of an attachment": "陳建宏", "description of an attachment": "許美玲", "attachment in Big5": "黃國榮",
    "PDF in the PDF": "方大同", "author of a PDF in the PDF": "高雅琪", "attachment of a note": "鄭志偉", "associated file": "Wu Tsung-Han",
}  # fmt: skip


def _hidden(canvas: Canvas) -> None:
    text = canvas.beginText(54, 600)
    text.setFont(FONT, 10)
    text.setTextRenderMode(3)
    text.textLine("病人王大明 A123456789")
    canvas.drawText(text)
    canvas.setFont(FONT, 10)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.drawString(54, 560, "病人林雅婷")
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(54, -200, "病人陳冠宇")
    canvas.setFont(FONT, 0.5)
    canvas.drawString(54, 500, "病人張惠雯")
    canvas.setFont(FONT, 10)
    canvas.drawString(54, 460, "病人吳宗翰")
    canvas.rect(50, 455, 200, 20, fill=1)
    canvas.beginForm("inner")
    canvas.setFont(FONT, 10)
    canvas.drawString(54, 420, "病人黃志偉")
    canvas.endForm()
    canvas.doForm("inner")
    canvas._code.append("/OC /MC0 BDC")  # type: ignore[attr-defined]
    canvas.drawString(54, 380, "病人蔡佳玲")
    canvas._code.append("EMC")  # type: ignore[attr-defined]


HIDDEN = {
    "text nobody sees": "王大明", "number nobody sees": "A123456789", "white text": "林雅婷", "text beside the page": "陳冠宇", "tiny text": "張惠雯",
    "text under a black box": "吳宗翰", "drawing in the page": "黃志偉", "text in a layer": "蔡佳玲",
}  # fmt: skip


def _instead(canvas: Canvas) -> None:
    canvas._code.append("/Span << /ActualText <FEFF" + "病人許志明".encode("utf-16-be").hex().upper() + "> >> BDC")  # type: ignore[attr-defined]
    canvas.drawString(54, 600, "see picture")
    canvas._code.append("EMC")  # type: ignore[attr-defined]


def _structure(writer: PdfWriter) -> None:
    figure = add(writer, {"/Type": "/StructElem", "/S": "/Figure", "/Alt": "王大明的胸部X光", "/T": "陳建宏的圖", "/E": "Lin Ya-Ting", "/ActualText": "李美華"})
    root(writer, "/StructTreeRoot", {"/Type": "/StructTreeRoot", "/K": [figure]})
    root(writer, "/OpenAction", {"/S": "/JavaScript", "/JS": 'app.alert("病人彭俊傑 0912345678"); // by Wang Da-Ming\n'})
    code = writer._add_object(stream(b'var doctor = "\\u6797\\u5fd7\\u8c6a";'))
    root(writer, "/Names", {"/JavaScript": {"/Names": ["start", {"/S": "/JavaScript", "/JS": code}]}})
    signature = add(writer, {"/Type": "/Sig", "/Filter": "/Adobe.PPKLite", "/ByteRange": [0, 1, 2, 3], "/Contents": ByteStringObject(b"\x30\x82"), "/Name": "楊雅筑", "/Reason": "核閱周明德病歷", "/ContactInfo": "02-23456789"})
    root(writer, "/AcroForm", {"/Fields": [note(writer, {"/Subtype": "/Widget", "/FT": "/Sig", "/T": "signature", "/V": signature})]})


STRUCTURE = {
    "text instead of a sign": "許志明", "alternative text": "王大明", "title of a figure": "陳建宏", "long form": "Lin Ya-Ting", "text instead of a figure": "李美華",
    "script": "彭俊傑", "remark in a script": "Wang Da-Ming", "script in a stream": "林志豪", "signature": "楊雅筑", "reason of a signature": "周明德", "contact of a signature": "02-23456789",
}  # fmt: skip


def _scan(canvas: Canvas) -> None:
    from PIL import Image

    for _ in range(2):
        canvas.showPage()
        canvas.drawImage(ImageReader(Image.new("L", (60, 80), 200)), 0, 0, *A4)


def unmapped() -> bytes:
    """Letters given as numbers of glyphs, without a table that says which letters they are: 病人王大明 0912345678."""
    def change(writer: PdfWriter) -> None:
        inner = {"/Type": "/Font", "/Subtype": "/CIDFontType2", "/BaseFont": "/ABCDEF+Ming", "/CIDSystemInfo": {"/Registry": "Adobe", "/Ordering": "Identity", "/Supplement": 0}}
        font = {"/Type": "/Font", "/Subtype": "/Type0", "/BaseFont": "/ABCDEF+Ming", "/Encoding": "/Identity-H", "/DescendantFonts": [inner]}
        codes = "".join(f"{number:04X}" for number in range(0x41, 0x55))
        page = writer.pages[0]
        page[NameObject("/Resources")] = thing({"/Font": {"/F9": font}})
        page[NameObject("/Contents")] = writer._add_object(stream(f"BT /F9 12 Tf 54 700 Td <{codes}> Tj ET".encode()))

    return changed(change)


def files() -> Iterable[Crafted]:
    yield Crafted("notes on the page", ".pdf", changed(_notes), NOTES)
    yield Crafted("a form", ".pdf", changed(_form), FORM)
    yield Crafted("what describes the file", ".pdf", changed(_about), ABOUT)
    yield Crafted("files in the file", ".pdf", changed(_files), FILES)
    yield Crafted("text that nobody sees", ".pdf", drawn(_hidden), HIDDEN)
    yield Crafted("texts for screen readers, scripts, a signature", ".pdf", changed(_structure, drawn(_instead)), STRUCTURE)
    yield Crafted("scanned pages", ".pdf", drawn(_scan), {}, refused="pages 2, 3")
    yield Crafted("letters without a table", ".pdf", unmapped(), {}, refused="unreadable text")
