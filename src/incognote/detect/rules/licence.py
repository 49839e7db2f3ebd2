"""Certificates and licences of a person: medical licence, disability, catastrophic illness, low income, driving.

Taiwan 醫字第012345號 (the number alone is the value), 北市社助字第1130045678號 behind its certificate; the
mainland 执业证书编号 15 or 27 digits, 残疾人证 the ID and two digits. Issued by ministries and local
governments. Source: catalogue 2.1, 7.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

LABELS: Final = (
    "醫師證書", "醫師證書號", "醫師證號", "醫師證書字號", "專科醫師證書", "專科證書", "專科醫師", "執業執照", "執照號碼", "執照字號", "執照", "證書字號", "證書號碼", "證書編號", "護理師證書", "藥師證書", "管制藥品使用執照", "管制藥品證號",
    "重大傷病", "重大傷病證明", "重大傷病證明號", "重大傷病卡", "重大傷病卡號", "重大傷病證號", "身心障礙證明", "身心障礙證明號", "身心障礙證明字號", "身心障礙手冊", "身心障礙手冊號碼", "身障證明", "身障手冊", "身障證號", "殘障手冊", "低收入戶證明", "低收入戶證明字號", "低收證明", "中低收入戶證明", "低收入戶", "中低收入戶", "福保證號", "榮民證", "榮民證號", "駕照", "駕照號碼", "駕駛執照", "駕駛執照號碼", "教師證號", "社工師證書", "社工證號", "心理師證書",
    "执业证书", "执业证书编号", "医师执业证书编号", "医师执业证", "医师资格证书", "医师资格证书编号", "护士执业证书", "护士执业证书编号", "执业证号", "资格证号", "执业编码", "残疾证", "残疾证号", "残疾人证", "残疾人证号", "低保证", "低保证号", "驾驶证", "驾驶证号", "驾照号", "慢病证号", "慢特病证号", "特殊病种证号", "退休证号", "老年证号",
    "mchk", "mchk reg", "mchk no", "license no", "licence no", "license number", "licence number", "license#", "lic no", "lic#", "lic.", "md license", "medical licence", "medical license",
)  # fmt: skip

_VALUE: Final = r"(?:(?![字第])[\u4e00-\u9fff]){2,4}\d{7,12}|(?:[\u4e00-\u9fff]{0,8}字)?第?\s?[A-Z]{0,4}-?\d[\dA-Z]{3,26}(?:-\d{1,8})?(?:\s?[號号])?"
_PROFESSION: Final = re.compile(
    r"[醫护護藥药檢检放營营心社牙助專专理](?:師|师|專|专)?字第?\s?(?P<number>[A-Z]{0,2}\d{3,8})(?![A-Za-z0-9])"
)


def professions(page: Page) -> Iterator[Span]:
    """醫字第⟦012345⟧號, 護字 012345: the number is the value, the words around it are its label."""
    text = page.text
    at = text.find("字")
    while at >= 0:
        value = _PROFESSION.match(text, at - 1) or _PROFESSION.match(text, at - 2) if at else None
        if value:
            yield page.span(*value.span("number"), "LICENSE", None, "rules/licence", 0.9)
        at = text.find("字", at + 1)


RULES = (
    number_rule("licence", "LICENSE", labels=LABELS, labelled_shape=_VALUE, labelled=0.9),
    Rule("licence", professions, needs=(re.compile("字"),)),
)
