"""Codes of an organisation: 醫事機構代碼, 統一編號, 统一社会信用代码, 医疗机构登记号.

Taiwan facilities 10 digits, companies 8; the mainland 18 characters (GB 32100) with a check, facilities
22. Issued by the NHI administration, the finance ministry, market supervision. Source: catalogue 2.1, 2.2.

>>> company_check("04595252"), credit_check("12440000455000001X"), credit_check("124400004550000010")
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule, tokens
from incognote.document import Span

LABELS: Final = (
    "醫事機構代碼", "醫事機構代號", "醫療機構代碼", "醫療機構代號", "機構代碼", "機構代號", "院所代碼", "院所代號", "醫院代碼", "醫院代號", "診所代碼", "診所代號", "藥局代碼", "藥局代號", "長照機構代碼", "代號", "代碼", "院所", "特約機構代號",
    "統一編號", "統編", "公司統編", "營利事業統一編號", "稅籍編號", "学校代码", "學校代碼",
    "统一社会信用代码", "社会信用代码", "信用代码", "组织机构代码", "机构代码", "医疗机构代码", "医疗机构编码", "医疗机构登记号", "医疗机构执业许可证", "医疗机构执业许可证登记号", "登记号", "定点医疗机构编码", "定点机构编码", "医院编码", "税号", "纳税人识别号", "营业执照号",
    "facility code", "facility id", "provider no", "provider number", "hospital code", "tax id", "company no", "company number",
)  # fmt: skip
DECOYS: Final = (
    "健保代碼",
    "藥品代碼",
    "藥品代號",
    "醫令代碼",
    "處置代碼",
    "診斷代碼",
    "疾病代碼",
    "手術代碼",
    "檢驗代碼",
    "身分證統一編號",
    "身份證統一編號",
    "國民身分證統一編號",
    "個案代號",
    "病人代號",
    "病患代號",
    "員工代號",
    "使用者代號",
)
_WEIGHTS: Final = (1, 2, 1, 2, 1, 2, 4, 1)
_CREDIT: Final = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_CREDIT_WEIGHTS: Final = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
_CREDIT_SHAPE: Final = re.compile(r"[159ANY][1-9A]\d{6}[0-9A-HJ-NPQRTUWXY]{10}")


def company_check(number: str) -> bool:
    """Weights 1 2 1 2 1 2 4 1, digit sums; the sum (or one more, if the 7th digit is 7) divisible by five."""
    if len(number) != 8 or not number.isdigit():
        return False
    total = sum(sum(map(int, str(int(d) * w))) for d, w in zip(number, _WEIGHTS, strict=True))
    return total % 5 == 0 or (number[6] == "7" and (total + 1) % 5 == 0)


def credit_check(number: str) -> bool:
    """Weighted sum of the first 17 characters modulo 31, taken from 31, is the 18th."""
    if len(number) != 18 or any(c not in _CREDIT for c in number):
        return False
    total = sum(_CREDIT.index(c) * w for c, w in zip(number, _CREDIT_WEIGHTS, strict=False))
    return _CREDIT[(31 - total % 31) % 31] == number[17]


def credit(page: Page) -> Iterator[Span]:
    """The 18-character credit code without a label, if its check passes."""
    text = page.text
    for start, end in tokens(text):
        if end - start == 18 and _CREDIT_SHAPE.fullmatch(text, start, end) and credit_check(text[start:end]):
            yield page.span(start, end, "ORGID", None, "rules/org_code", 0.65)


RULES = (
    number_rule(
        "org_code",
        "ORGID",
        labels=LABELS,
        decoys=DECOYS,
        generic=True,
        labelled_shape=r"[0-9A-Z]{8}-[0-9X]|\d{8}(?:\d{2})?|(?=[A-Z]{0,9}\d)[0-9A-Z]{15,22}|[A-Z]{0,3}\d{7,15}[A-Z0-9]{0,12}",
        check=company_check,
    ),
    Rule("org_code", credit),
)
