"""The words before the fields of a message, in the script of its own text: rules see a person behind them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from incognote.text.script import script_of

_HAN: Final = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")
_NO_PERSON: Final = re.compile(
    r"(?!.*person)(.*(?:compan|organi[sz]ation|group|emp\b|employer|facility|product|substance|brand|generic|device|manufacturer|software|query|report|procedure).*?) name\b.*", re.IGNORECASE
)
"""What the standard calls the name of something: said without `name`, which has a rule see a person behind it."""
_LABELS: Final = {
    ("PID", 6): "Mother's maiden name", ("PID", 7): "DOB", ("PID", 9): "Alias", ("PID", 19): "ID No.", ("PID", 20): "Driver's licence No.",
    ("PID", 18): "Account No.", ("PID", 23): "Place of birth", ("NK1", 2): "Next of kin", ("NK1", 30): "Contact person", ("NK1", 16): "DOB",
    ("GT1", 3): "Guarantor", ("GT1", 4): "Spouse", ("GT1", 8): "DOB", ("GT1", 12): "ID No.", ("IN1", 16): "Insured", ("IN1", 18): "DOB",
    ("IN1", 36): "Policy No.", ("IN1", 49): "Health card No.", ("MRG", 7): "Former name", ("MSH", 4): "Hospital", ("MSH", 6): "Hospital",
    ("PV1", 3): "Ward", ("PV1", 6): "Ward", ("PV1", 19): "Visit No.", ("PV1", 5): "Admission No.", ("ORC", 2): "Order No.", ("ORC", 3): "Order No.",
    ("OBR", 2): "Order No.", ("OBR", 3): "Accession No.", ("OBR", 18): "Order No.", ("OBR", 19): "Order No.", ("OBR", 20): "Accession No.",
    ("OBX", 23): "Hospital", ("ORC", 21): "Hospital", ("PV1", 39): "Hospital", ("PV2", 23): "Hospital",
    ("MSH", 7): "Date", ("EVN", 2): "Date", ("PV1", 44): "Admitted", ("PV1", 45): "Discharged", ("OBR", 7): "Observed", ("OBX", 14): "Observed",
    ("OBR", 22): "Reported", ("OBR", 14): "Received", ("ORC", 9): "Date", ("PID", 29): "Date of death",
}  # fmt: skip
_IN_HAN: Final = {
    "Name": ("姓名", "姓名"), "Mother's maiden name": ("母親姓名", "母亲姓名"), "DOB": ("生日", "生日"), "Alias": ("別名", "别名"), "ID No.": ("身分證號", "身份证号"),
    "Driver's licence No.": ("駕照號碼", "驾照号码"), "Account No.": ("帳號", "账号"), "Place of birth": ("出生地", "出生地"), "Next of kin": ("家屬姓名", "家属姓名"),
    "Contact person": ("聯絡人", "联系人"), "Guarantor": ("保證人姓名", "保证人姓名"), "Spouse": ("配偶姓名", "配偶姓名"), "Insured": ("被保險人姓名", "被保险人姓名"),
    "Policy No.": ("保單號碼", "保单号码"), "Health card No.": ("健保卡號", "医保卡号"), "Health insurance No.": ("健保卡號", "医保卡号"), "Former name": ("曾用名", "曾用名"),
    "Hospital": ("醫療機構", "医疗机构"), "Ward": ("病房", "病房"), "Visit No.": ("就診號", "就诊号"), "Admission No.": ("住院號", "住院号"), "Order No.": ("醫囑單號", "医嘱单号"),
    "Accession No.": ("檢查單號", "检查单号"), "Date": ("日期", "日期"), "Admitted": ("入院日期", "入院日期"), "Discharged": ("出院日期", "出院日期"),
    "Observed": ("檢查日期", "检查日期"), "Reported": ("報告日期", "报告日期"), "Received": ("收件日期", "收件日期"), "Date of death": ("死亡日期", "死亡日期"),
    "Doctor": ("醫師", "医生"), "Staff No.": ("員工編號", "工号"), "MRN": ("病歷號", "病历号"), "Address": ("地址", "地址"), "Tel": ("電話", "电话"), "Fax": ("傳真", "传真"),
    "Mobile": ("手機", "手机"), "Email": ("Email", "Email"), "Passport No.": ("護照號碼", "护照号码"), "Bank account": ("銀行帳號", "银行账号"), "No.": ("編號", "编号"),
}  # fmt: skip


def labeller(text: str) -> Callable[[tuple[str, int], str, str], str]:
    """A function from a field's place, the label of its kind and the standard's name for it, to what is set before it.

    In a message with Han among its letters what the standard calls a field in English is left out: it would pass
    for the language of the note.
    """
    han = "".join(_HAN.findall(text))
    column = None if len(han) < 2 else int(script_of(han) == "zh-CN")

    def label(place: tuple[str, int], kind: str, name: str) -> str:
        said = _LABELS.get(place) or kind
        name = _NO_PERSON.sub(r"\1", name)
        if column is None:
            return said or name or f"{place[0]}-{place[1]}"
        return _IN_HAN[said][column] if said in _IN_HAN else ""

    return label
