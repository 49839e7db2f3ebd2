"""Workbooks with an identity in each part that a careless reader passes over."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import openpyxl
from openpyxl.comments import Comment
from openpyxl.formatting.rule import Rule
from openpyxl.packaging.custom import StringProperty
from openpyxl.styles import NamedStyle
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.scenario import InputCells, Scenario, ScenarioList
from openpyxl.worksheet.table import Table

from hidden_parts.crafted import Crafted

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
PLACED = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
THREADS = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
SHARED = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d49484452")
Change = Callable[[str], str]


def saved(workbook: Any) -> bytes:
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def plain() -> tuple[Any, Any]:
    """A workbook with a sheet of no table: a few findings."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["項目", "結果"])
    sheet.append(["BP", "160/85"])
    sheet.append(["HbA1c", 7.2])
    return workbook, sheet


def with_parts(
    data: bytes, parts: Mapping[str, str | bytes], *, sheet: Mapping[str, str] | None = None, book: Mapping[str, str] | None = None,
    change: Mapping[str, Change] | None = None,
) -> bytes:  # fmt: skip
    """The package with more parts, to which the first sheet or the workbook points by type (`sheet`, `book`: type -> target)."""
    out, change = io.BytesIO(), change or {}
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name == "xl/worksheets/_rels/sheet1.xml.rels":
                continue
            part = old.read(name)
            if name == "xl/_rels/workbook.xml.rels" and book:
                part = part.replace(b"</Relationships>", relations(book, "b").encode() + b"</Relationships>")
            for pattern, edit in change.items():
                if re.fullmatch(pattern, name):
                    part = edit(part.decode()).encode()
            new.writestr(name, part)
        name = "xl/worksheets/_rels/sheet1.xml.rels"
        before = old.read(name).decode() if name in old.namelist() else f'<Relationships xmlns="{RELATIONS}"></Relationships>'
        new.writestr(name, before.replace("</Relationships>", relations(sheet or {}, "s") + "</Relationships>"))
        for name, content in parts.items():
            new.writestr(name, content)
    return out.getvalue()


def relations(targets: Mapping[str, str], prefix: str) -> str:
    return "".join(
        f'<Relationship Id="{prefix}{i}x" Type="{kind if "://" in kind else f"{R}/{kind}"}" Target="{target}"/>' for i, (kind, target) in enumerate(targets.items())
    )


def behind_data(inner: str) -> Change:
    return lambda xml: xml.replace("</sheetData>", "</sheetData>" + inner)


def before_end(inner: str, root: str = "worksheet") -> Change:
    return lambda xml: xml.replace(f"</{root}>", f"{inner}</{root}>")


def _kept_by_the_model() -> Crafted:
    workbook, sheet = plain()
    sheet.title = "王大明_CT"
    sheet["A1"].comment = Comment("請通知林淑芬 0922-333-444", "陳美玲")
    sheet["C1"] = "個案：許雅婷"
    sheet.column_dimensions["C"].hidden = True
    sheet["A9"] = "案主 吳承翰"
    sheet.row_dimensions[9].hidden = True
    sheet.oddHeader.left.text = "黃怡君"
    sheet.oddFooter.right.text = "Prepared by Mary Wu"
    sheet.evenHeader.center.text = "蔡宗翰"
    sheet.firstFooter.left.text = "楊淑惠"
    listed = DataValidation(type="list", formula1='"張家豪,李佩珊"', promptTitle="病人", prompt="選擇賴冠宇", error="請洽 0933-222-111")
    listed.add("E1")
    sheet.add_data_validation(listed)
    workbook.defined_names["周柏翰"] = DefinedName("周柏翰", attr_text="'王大明_CT'!$A$1", comment="江美惠的列")
    hidden = workbook.create_sheet("名單")
    hidden.sheet_state = "hidden"
    hidden.append(["姓名", "病歷號"])
    hidden.append(["郭芳儀", "00712345"])
    very = workbook.create_sheet("計算")
    very.sheet_state = "veryHidden"
    very["A1"] = "聯絡人 何志明 0955-666-777"
    workbook.properties.creator, workbook.properties.title = "羅建宏", "謝佳穎的檢驗"
    workbook.properties.keywords, workbook.properties.lastModifiedBy = "A123456789", "潘怡安"
    workbook.custom_doc_props.append(StringProperty(name="owner", value="鄭雅文"))
    return Crafted(
        "kept-by-the-model",
        ".xlsx",
        saved(workbook),
        {
            "sheet title": "王大明", "comment": "林淑芬", "comment number": "0922-333-444", "comment author": "陳美玲", "hidden column": "許雅婷",
            "hidden row": "吳承翰", "header": "黃怡君", "footer": "Mary Wu", "even header": "蔡宗翰", "first footer": "楊淑惠",
            "list of values": "張家豪", "second of the list": "李佩珊", "prompt": "賴冠宇", "error message": "0933-222-111",
            "defined name": "周柏翰", "comment of a name": "江美惠", "hidden sheet": "郭芳儀", "number on it": "00712345",
            "very hidden sheet": "何志明", "number there": "0955-666-777", "creator": "羅建宏", "document title": "謝佳穎",
            "keywords": "A123456789", "last modified by": "潘怡安", "custom property": "鄭雅文",
        },
    )  # fmt: skip


def _beside_the_sheets() -> Crafted:
    workbook, _ = plain()
    xml = '<?xml version="1.0" encoding="UTF-8"?>'
    runs = "<a:r><a:t>案主王</a:t></a:r><a:r><a:t>淑貞 0911-222-333</a:t></a:r>"
    parts = {
        "xl/threadedComments/threadedComment1.xml": f'{xml}<ThreadedComments xmlns="{THREADS}"><threadedComment ref="A1" personId="{{1}}" id="{{2}}"><text>請聯絡彭志豪</text></threadedComment></ThreadedComments>',
        "xl/persons/person.xml": f'{xml}<personList xmlns="{THREADS}"><person displayName="葉雅琪" id="{{1}}" userId="S::yeh@example.org::1" providerId="AD"/></personList>',
        "xl/pivotCache/pivotCacheDefinition1.xml": f'{xml}<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{R}" r:id="rId1" refreshedBy="范志強" recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Sheet"/></cacheSource><cacheFields count="1"><cacheField name="姓名" numFmtId="0"><sharedItems count="1"><s v="朱麗華"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>',
        "xl/pivotCache/pivotCacheRecords1.xml": f'{xml}<pivotCacheRecords xmlns="{MAIN}" count="1"><r><s v="病人董俊傑"/></r></pivotCacheRecords>',
        "xl/pivotTables/pivotTable1.xml": f'{xml}<pivotTableDefinition xmlns="{MAIN}" name="個案沈文彬" cacheId="5" dataCaption="x"/>',
        "xl/drawings/drawing1.xml": f'{xml}<xdr:wsDr xmlns:xdr="{PLACED}" xmlns:a="{DRAWING}"><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="TextBox 1" descr="照片：曾美珍"/></xdr:nvSpPr><xdr:txBody><a:p>{runs}</a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>',
        "xl/charts/chart1.xml": f'{xml}<c:chartSpace xmlns:c="{CHART}" xmlns:a="{DRAWING}"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>病人康建國</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:ser><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>林口簡麗珠</c:v></c:pt></c:strCache></c:strRef></c:cat></c:ser></c:plotArea></c:chart></c:chartSpace>',
        "xl/externalLinks/externalLink1.xml": f'{xml}<externalLink xmlns="{MAIN}"><externalBook><sheetNames><sheetName val="姚心怡"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>病患石文雄</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
        "xl/externalLinks/_rels/externalLink1.xml.rels": f'{xml}<Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" Type="{R}/externalLinkPath" Target="file:///D:/病人/顏志偉.xlsx" TargetMode="External"/></Relationships>',
        "xl/connections.xml": f'{xml}<connections xmlns="{MAIN}"><connection id="1" name="查詢" description="給方怡萱"><dbPr connection="x" command="SELECT * FROM note WHERE idno = \'B223456781\'"/></connection></connections>',
        "customXml/item1.xml": f"{xml}<case><patient>姓名：尤秀蘭</patient></case>",
        "xl/drawings/vmlDrawing1.vml": "<xml><v:textbox><div>病人：<font>柯文玲</font><br></div></v:textbox></xml>",
    }
    book = {
        "pivotCacheDefinition": "/xl/pivotCache/pivotCacheDefinition1.xml", "externalLink": "/xl/externalLinks/externalLink1.xml",
        "connections": "/xl/connections.xml", "http://schemas.microsoft.com/office/2017/10/relationships/person": "/xl/persons/person.xml",
    }  # fmt: skip
    sheet = {
        "drawing": "/xl/drawings/drawing1.xml", "pivotTable": "/xl/pivotTables/pivotTable1.xml", "vmlDrawing": "/xl/drawings/vmlDrawing1.vml",
        "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment": "/xl/threadedComments/threadedComment1.xml",
    }  # fmt: skip
    pointers = '<pivotCaches><pivotCache cacheId="5" r:id="b0x" xmlns:r="' + R + '"/></pivotCaches>'
    change = {"xl/workbook.xml": before_end(pointers, "workbook"), r"xl/worksheets/sheet1\.xml": before_end(f'<drawing xmlns:r="{R}" r:id="s0x"/>')}
    return Crafted(
        "beside-the-sheets",
        ".xlsx",
        with_parts(saved(workbook), parts, sheet=sheet, book=book, change=change),
        {
            "threaded comment": "彭志豪", "person": "葉雅琪", "address of a person": "yeh@example.org", "pivot cache refreshed by": "范志強",
            "pivot cache": "朱麗華", "pivot records": "董俊傑", "pivot table": "沈文彬", "text box in two runs": "王淑貞", "number in it": "0911-222-333",
            "alternative text": "曾美珍", "chart title": "康建國", "chart values": "簡麗珠", "external sheet": "姚心怡", "external value": "石文雄",
            "external path": "顏志偉", "connection": "方怡萱", "query": "B223456781", "custom part": "尤秀蘭", "old drawing": "柯文玲",
        },
    )  # fmt: skip


def _within_cells() -> Crafted:
    workbook, sheet = plain()
    sheet["A5"] = '=IF(B2="160/85","轉介 劉雅雯",1)'
    sheet["A6"] = '=HYPERLINK("mailto:chiu@example.org","邱文龍")'
    sheet["A7"] = "寄信"
    sheet["A7"].hyperlink = Hyperlink(ref="A7", target="mailto:tsao@example.org", tooltip="給曹美鳳")
    sheet["A8"] = datetime.datetime(1971, 3, 5)
    sheet["A8"].number_format = "yyyy/m/d"
    sheet["A10"] = 912345678
    sheet["A10"].number_format = "0000000000"
    sheet["A11"] = 5
    sheet["A11"].number_format = '"溫淑娟"0'
    sheet["A12"] = "併儲存格"
    sheet.merge_cells("A12:B12")
    sheet["A13"] = "轉自"
    strings = (
        "<si><t>病人：宋美雲</t></si><si><r><t>家屬：戴</t></r><r><rPr><b/></rPr><t>志雄</t></r></si>"
        '<si><t>東京</t><rPh sb="0" eb="2"><t>案主魏秀琴</t></rPh></si>'
    )
    cells = '<row r="20"><c r="A20" t="s"><v>1</v></c><c r="B20" t="s"><v>2</v></c><c r="C20" t="str"><f>A2&amp;"x"</f><v>病人余承恩</v></c></row>'

    def under(xml: str) -> str:
        xml = re.sub(r'(<row r="12".*?)(?:<c r="B12"[^>]*/>)?</row>', r'\1<c r="B12" t="inlineStr"><is><t>個案杜麗芬</t></is></c></row>', xml)
        return xml.replace("</sheetData>", cells + "</sheetData>")

    return Crafted(
        "within-cells",
        ".xlsx",
        with_parts(
            saved(workbook),
            {"xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>'},
            book={"sharedStrings": "/xl/sharedStrings.xml"},
            change={r"xl/worksheets/sheet1\.xml": under, r"\[Content_Types\]\.xml": before_end(f'<Override PartName="/xl/sharedStrings.xml" ContentType="{SHARED}"/>', "Types")},
        ),
        {
            "text in a formula": "劉雅雯", "address in a formula": "chiu@example.org", "name in a link formula": "邱文龍", "link": "tsao@example.org",
            "tooltip": "曹美鳳", "date serial": "1971-03-05", "number with zeros": "0912345678", "number format": "溫淑娟", "runs": "戴志雄",
            "pronunciation": "魏秀琴", "string nobody shows": "宋美雲", "last value of a formula": "余承恩", "cell under a merged one": "杜麗芬",
        },
    )  # fmt: skip


def _around_a_table_of_notes() -> Crafted:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["匯出人 胡雅芳 分機"])
    sheet.append(["id", "姓名", "病歷號", "病歷內容", "心得"])
    sheet.append([1, "傅建成", "0012345", "病人傅建成主訴胸悶，BP 160/85。太太鍾美娟陪同。", "備註傅太太"])
    sheet.append([2, "Wang, Peter", "0098765", "Peter Wang reports chest pain, phone 0988-111-222.", "x"])
    sheet.row_dimensions[4].hidden = True
    sheet["D3"].comment = Comment("轉告馬淑貞", "夏志清")
    sheet.conditional_formatting.add("D3:D4", Rule(type="containsText", operator="containsText", text="梁文山", formula=['NOT(ISERROR(SEARCH("梁文山",D3)))'], dxf=DifferentialStyle()))
    sheet.add_table(Table(displayName="病人湯佳蓉", ref="A2:E4"))
    sheet.scenarios = ScenarioList(scenario=(Scenario(name="案主翁明哲", user="孟慶華", inputCells=(InputCells(r="A1", val="5"),)),))
    workbook.add_named_style(NamedStyle(name="患者白秀英"))
    sheet["A1"].style = "患者白秀英"
    more = '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations count="1" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation type="list"><x14:formula1><xm:f>"病患樊志雲"</xm:f></x14:formula1><xm:sqref>F1</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>'
    kept = '<autoFilter ref="A2:E4"><filterColumn colId="1"><filters><filter val="患者龔玉珍"/></filters></filterColumn></autoFilter>'
    ranges = '<protectedRanges><protectedRange name="個案石美玉" sqref="A1"/></protectedRanges>'
    change = {r"xl/worksheets/sheet1\.xml": lambda xml: before_end(more)(behind_data(ranges + kept)(xml))}
    return Crafted(
        "around-a-table-of-notes",
        ".xlsx",
        with_parts(saved(workbook), {}, change=change),
        {
            "above the headings": "胡雅芳", "name column": "傅建成", "number column": "0012345", "note": "鍾美娟", "hidden row": "Peter Wang",
            "number in it": "0988-111-222", "comment": "馬淑貞", "comment author": "夏志清", "conditional format": "梁文山", "table name": "湯佳蓉",
            "scenario": "翁明哲", "user of a scenario": "孟慶華", "name of a style": "白秀英", "list of a later version": "樊志雲", "filter": "龔玉珍",
            "protected range": "石美玉",
        },
    )  # fmt: skip


def _what_is_no_text() -> Crafted:
    workbook, _ = plain()
    parts = {
        "xl/media/image1.png": PIXEL + "王小華".encode(), "xl/vbaProject.bin": "' 林大同 ".encode(), "xl/embeddings/oleObject1.bin": "陳小英".encode(),
        "xl/activeX/activeX1.bin": "李大仁".encode(), "docProps/thumbnail.jpeg": "張小美".encode(), "xl/printerSettings/printerSettings1.bin": "HP 王小明".encode("utf-16-le"),
    }  # fmt: skip
    book = {"http://schemas.microsoft.com/office/2006/relationships/vbaProject": "vbaProject.bin"}
    return Crafted(
        "what-is-no-text",
        ".xlsx",
        with_parts(saved(workbook), parts, book=book, sheet={"image": "/xl/media/image1.png", "oleObject": "/xl/embeddings/oleObject1.bin"}),
        {"picture": "王小華", "macros": "林大同", "embedded file": "陳小英", "control": "李大仁"},
    )


def _simplified() -> Crafted:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "张建国"
    sheet.append(["姓名", "身份证号", "出生日期", "手机"])
    sheet.append(["李晓红", "110101197103050021", datetime.datetime(1971, 3, 5), 13812345678])
    sheet["B4"] = 110101190001010014
    sheet["A6"] = "家属：王秀英，电话 13900001111"
    notes = workbook.create_sheet("病程")
    notes.append(["编号", "病历号", "记录"])
    notes.append(["1", "ZY0012345", "患者刘志强今日发热，家属陈桂芳签字。"])
    notes["C2"].comment = Comment("复核：赵敏", "孙丽")
    return Crafted(
        "simplified",
        ".xlsx",
        saved(workbook),
        {
            "sheet title": "张建国", "list of people": "李晓红", "identity number": "110101197103050021", "below the list": "王秀英", "phone": "13900001111",
            "number column": "ZY0012345", "note": "刘志强", "relative": "陈桂芳", "comment": "赵敏", "comment author": "孙丽",
        },
    )  # fmt: skip


def _refused() -> Iterable[Crafted]:
    whole = saved(plain()[0])
    yield Crafted("encrypted", ".xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), {}, "encrypted")
    yield Crafted("cut-off", ".xlsx", whole[: len(whole) // 2], {}, "damaged")
    entities = "<!DOCTYPE x [<!ENTITY a '王大明'>]>"
    yield Crafted("entities", ".xlsx", with_parts(whole, {"customXml/item1.xml": f"<?xml version='1.0'?>{entities}<x>&a;</x>"}), {}, "entities")
    twice = io.BytesIO(whole)
    with zipfile.ZipFile(twice, "a") as archive:
        archive.writestr("XL/worksheets/sheet1.xml", "<worksheet/>")
    yield Crafted("a-part-twice", ".xlsx", twice.getvalue(), {}, "twice")
    yield Crafted("no-workbook", ".xlsx", b"%PDF-1.7 not a workbook", {}, "not an XLSX")


def files() -> Iterable[Crafted]:
    yield _kept_by_the_model()
    yield _beside_the_sheets()
    yield _within_cells()
    yield _around_a_table_of_notes()
    yield _what_is_no_text()
    yield _simplified()
    yield from _refused()
