"""HL7 messages with an identity in each field that a reader of names and numbers alone passes over."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from hidden_parts.crafted import Crafted

_HEAD = "MSH|^~\\&|HIS|{0}|LIS|LAB|20240611083000||{1}|M1|P|2.5\r"


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def files() -> Iterator[Crafted]:
    """Five files of the kinds that interfaces send."""
    yield _report()
    yield _admission()
    yield _batch()
    yield _site()
    yield _escapes()


def _report() -> Crafted:
    said = {
        "PID-5": "林志偉", "PID-3": "7654321", "PID-13": "0922333444", "OBX-5 over two lines": "吳佩珊", "OBX-16": "許文彬", "NTE-3": "0933222111",
        "OBX-5 embedded text": "鄭雅文",
    }  # fmt: skip
    text = _HEAD.format("測試醫院", "ORU^R01") + (
        "PID|1||7654321^^^H^MR||林^志偉||19650102|M|||||0922333444\r"
        "OBR|1|||58410-2^CBC panel^LN\r"
        "OBX|1|TX|R^報告^L||家屬：吳佩\r"
        "OBX|2|TX|R^報告^L||珊，已說明病情。||||||F|||20240611||D88^許^文彬\r"
        f"OBX|3|ED|T^附件^L||LAB^TEXT^plain^Base64^{_base64('姓名：鄭雅文，同病房')}||||||F\r"
        "NTE|1|L|回電 0933222111\r"
    )
    return Crafted("report", ".hl7", text.encode(), said)


def _admission() -> Crafted:
    said = {
        "PID-5": "Harold Finch", "PID-9": "Harry Finchley", "PID-6": "Marston", "PID-11": "14 Sample Street", "PID-14": "+1 555 867 5309", "PID-19": "078-05-1120",
        "NK1-2": "Grace Hendricks", "NK1-5": "555-234-9876", "PV1-7": "Leonard Samaritan", "GT1-3": "Nathan Ingram", "IN1-16": "Arthur Claypool", "IN1-36": "POL-998877",
        "MRG-1": "5550001", "PID-13": "harold@finch.example",
    }  # fmt: skip
    text = _HEAD.format("TEST HOSPITAL", "ADT^A40") + (
        "EVN|A40|20240611083000\r"
        "PID|1||5551234^^^H^MR||Finch^Harold|Marston|19620314|M|Finchley^Harry||14 Sample Street^^Springfield^NY^10001^USA||"
        "^NET^Internet^harold@finch.example|+1 555 867 5309|||||078-05-1120\r"
        "NK1|1|Hendricks^Grace|SPO|14 Sample Street|555-234-9876\r"
        "PV1|1|I|5A^501^2||||D77^Samaritan^Leonard\r"
        "GT1|1||Ingram^Nathan\r"
        "IN1|1|PL1" + "|" * 14 + "Claypool^Arthur" + "|" * 20 + "POL-998877\r"
        "MRG|5550001^^^H^MR\r"
    )
    return Crafted("admission", ".hl7", text.encode(), said)


def _batch() -> Crafted:
    said = {"first PID-5": "張淑芬", "first NTE-3": "F223456789", "second PID-5": "高志明", "second OBX-5": "0955666777"}
    one = _HEAD.format("測試醫院", "ORU^R01") + "PID|1||880011^^^H^MR||張^淑芬\rNTE|1||身分證 F223456789\r"
    two = _HEAD.format("測試醫院", "ORU^R01") + "PID|1||880022^^^H^MR||高^志明\rOBX|1|ST|C^聯絡^L||電話 0955666777\r"
    text = f"FHS|^~\\&|HIS\rBHS|^~\\&|HIS\r\x0b{one}\x1c\r\x0b{two}\x1c\rBTS|2\rFTS|1\r"
    return Crafted("batch", ".hl7", text.encode("cp950"), said)


def _site() -> Crafted:
    said = {"ZPD-1": "蔡宜君", "ZPD-3": "0966777888", "ZCN-2": "H234567890", "PID-23": "高雄市鳳山區", "OBX-3 text": "黃建宏", "OBX-23": "仁愛醫院"}
    text = _HEAD.format("測試醫院", "ORU^R01") + (
        "PID|1||770001^^^H^MR||蔡^宜君||19880102|F|||||||||||||||高雄市鳳山區\r"
        "OBX|1|ST|X^病人黃建宏的檢查^L||正常||||||F||||||||||||仁愛醫院\r"
        "ZPD|蔡^宜君||0966777888\r"
        "ZCN|1|證號 H234567890\r"
    )
    return Crafted("site", ".hl7", text.encode(), said)


def _escapes() -> Crafted:
    said = {"behind a line break": "周美惠", "behind a separator": "0977888999", "between stresses": "A234567891", "in hex": "0911000222"}
    text = "MSH$%~\\&$HIS$H$$$20240611$$ORU%R01$M1$P$2.7\r" + (
        "PID$1$$660001%%%H%MR$$周%美惠\r"
        "OBX$1$FT$R%報告%L$$摘要\\.br\\病人周美惠，電話\\T\\0977888999，身分證\\H\\A234567891\\N\\\r"
        f"NTE$1$L$手機：\\X{b'0911000222'.hex().upper()}\\，視力 4\\5\r"
    )
    return Crafted("escapes", ".hl7", text.encode(), said)
