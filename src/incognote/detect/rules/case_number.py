"""Numbers of an event or item: specimen, request, accession, report, referral, court, police, notification.

No national formats; the label decides. A few shapes speak for themselves: a court or official file number
(113年度家護字第123號, one span with 年度 and 號), pathology numbers (S24-01357), a modality with a date
serial (CT20240502013). Source: catalogue 2.1, 2.2, I1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "案父（113年度家護字第123號），病理 S24-01357"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['113年度家護字第123號', 'S24-01357']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, number_rule, tokens
from incognote.detect.scan import hyphens, run_start
from incognote.document import Span

LABELS: Final = (
    "檢體號", "檢體號碼", "檢體編號", "檢體條碼", "採檢單號", "採檢編號", "檢驗單號", "檢驗編號", "檢驗號", "檢查單號", "檢查單", "檢查單編號", "檢查號", "檢查號碼", "檢查編號",
    "檢查序號", "影像號", "影像編號", "片號", "報告號", "報告編號", "報告序號", "病理號", "病理號碼", "病理編號", "切片號", "切片編號", "蠟塊號", "細胞號", "條碼號", "申請單號", "申請單", "醫令單號",
    "轉診單", "轉診單號", "轉診編號", "轉診序號", "處方箋號", "處方箋號碼", "處方箋編號", "處方號", "處方單號", "領藥號", "會診單號", "手術單號", "手術編號", "血袋號碼", "血袋號", "輸血單號",
    "刑案", "上報號", "上报号", "個案編碼", "个案编码", "推断书号", "推斷書號", "转诊号", "轉診號", "案號", "案件編號", "案件號", "個案編號", "案編", "通報序號", "通報編號", "通報單號", "通報號", "通報案號", "開案編號", "服務編號", "立案編號", "報案編號", "報案三聯單", "受理編號", "受理號", "受理案號", "派遣編號", "通報單", "掛號序", "掛號序號", "派车单号", "派車單號", "派单号", "出車編號", "结算流水", "结算流水号", "流水号", "流水號", "救護單號", "事故編號",
    "公文號", "公文文號", "發文字號", "收文號", "文號", "收件號", "收件編號", "收案編號", "理賠案號", "理賠編號", "裁定", "裁定字號", "保護令", "保護令號", "死亡證明書字號", "診斷書字號", "診斷證明書", "證明書編號", "證明書字號", "出生證明書", "出生證明編號", "訂單號", "單號", "繳費單號", "收據號", "收據號碼", "發票號碼", "掛號郵件", "快遞單號",
    "检查号", "检查单号", "检查编号", "检验号", "检验单号", "检验编号", "影像号", "影像编号", "ct号", "mr号", "mri号", "dr号", "x线号", "x光号", "超声号", "b超号", "彩超号", "心电图号", "内镜号", "胃镜号", "放射号", "片号", "病理号", "病理编号", "病理标本号", "标本号", "标本编号", "标本条码", "条码", "条码号", "条形码", "样本号", "医嘱号", "处方号", "处方编号", "申请单号", "申请号", "报告号", "报告编号", "报告单号", "转诊单号", "转诊单", "会诊单号", "手术编号", "血袋号", "献血码",
    "接警编号", "接警单号", "报警编号", "报警回执", "报案号", "受案编号", "案件编号", "立案号", "案号", "受理编号", "受理号", "工单号", "工单编号", "订单号", "快递单号", "发票号", "票据号", "收据号", "结算单号", "理赔号", "理赔案号", "文号", "死亡证明编号", "死亡证编号", "出生医学证明编号", "出生医学证明", "出生证编号", "证明编号", "鉴定编号", "备案号", "结案编号",
    "accession", "accession no", "accession number", "accession#", "acc no", "acc. no", "acc#", "specimen no", "specimen id", "specimen number", "specimen", "sample no", "order no", "order number", "request no", "requisition no", "requisition", "req no", "report no", "report number", "path no", "pathology no", "study no", "exam no", "exam id",
    "our ref", "your ref", "case no", "case number", "case id", "case#", "referral no", "referral number", "ticket no", "claim no", "claim number", "incident no", "barcode", "rx no", "rx#", "slide no", "block no", "docket no", "police report no", "event number",
)  # fmt: skip
DECOYS: Final = ("血型", "transfer case", "specimen cup", "case no change")

_VALUE: Final = r"[A-Z]{0,6}[-/]?\d[\dA-Z]{0,18}(?:[-/][\dA-Z]{1,14}){0,4}"
# At least four digits in all: "檢查單 3 張" is a count
_LABELLED: Final = rf"[\u4e00-\u9fff]{{2,4}}字第?\d{{6,12}} ?[號号]?|(?=(?:[A-Z/-]*\d){{4}}){_VALUE}|\d{{2,3}} ?(?:年度?)?[家護护司暫緊通易訴诉偵执執簡少調刑民抗上更字聲監輔]{{1,8}}第?\d{{1,8}} ?[號号]?"
_WEAK: Final = (
    "通報", "通報表", "通报", "收據", "收据", "發票", "发票", "病理", "病理檢體", "病理检查", "病理切片", "檢體", "標本", "标本", "切片", "檢查", "检查", "影像", "报告", "報告", "ct", "mri", "cxr", "x光", "cytology", "pathology", "biopsy", "血袋", "回執", "回执", "單據",
)  # fmt: skip
_STRICT: Final = r"\d{2}-\d{4}-\d{2,4}|[A-Z]{1,4}-\d{6,14}|[A-Z]{1,4}-?\d{2,8}-\d{2,8}|[A-Z]{1,4}\d{6,14}|\d{2}-\d{4,7}|\d{4}-\d{5,7}|\d{6,8}-\d{2,6}"

# S24-01357, B1130502-0147; the hyphen is what a search can leap to
_CODE_SIGNS: Final = f"{ascii_letters}0123456789-"
_HYPHEN: Final = re.compile(r"-\d{1,7}[A-Za-z]?(?![A-Za-z0-9-])")
_BEFORE_HYPHEN: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{1,3}-?\d{2}|(?P<serial>[A-Z]{1,2}1[01]\d)|[SCBHPFN](?:\d{4}|\d{7}|-\d{2,4})|(?P<modality>[A-Z]{2,4})-?\d{6,14}|(?P<day>(?:20\d\d|1[01]\d)(?:0[1-9]|1[0-2])[0-3]\d))$",
    re.IGNORECASE,
)
# SOPC-25-018834, AB/C/1234/24
_SERIAL: Final = re.compile(r"-\d{2,3}-\d{5,7}(?![A-Za-z0-9/-])")
_SERIAL_HEAD: Final = re.compile(r"(?<![A-Za-z0-9./-])[A-Z]{2,6}$")
_SLASHED: Final = re.compile(r"/[A-Z]{1,4}/\d{3,6}/\d{2,4}(?![A-Za-z0-9/-])")
_SLASHED_HEAD: Final = re.compile(r"(?<![A-Za-z0-9./-])[A-Z]{2,5}$")
_MODALITY: Final = re.compile(r"(?P<modality>[A-Z]{2,4})\d{6,14}", re.IGNORECASE)
_MODALITIES: Final = frozenset(
    [
        "CT",
        "MR",
        "MRI",
        "US",
        "DR",
        "CR",
        "DX",
        "XR",
        "MG",
        "NM",
        "PET",
        "ES",
        "EGD",
        "UGI",
        "ECHO",
        "EEG",
        "EKG",
        "ECG",
        "CXR",
        "ZY",
        "MZ",
        "JZ",
    ]
)
_CHINESE_COURT: Final = re.compile(
    r"\((?:19|20)\d\d\)[\u4e00-\u9fff]\d{0,4}[\u4e00-\u9fff]{1,4}\d{0,3}(?:字第?)?\d{1,8}号(?:之[一二三四五六七八九十\d]{1,2})?"
)
_YEAR_SERIAL: Final = re.compile(r"[\[〔(](?:19|20)\d\d[\]〕)]第?\d{1,8} ?[号號]")
_DISPATCH_HEAD: Final = re.compile(r"[\u4e00-\u9fff]{1,4}(?:\([\u4e00-\u9fff]{1,3}\))?[\u4e00-\u9fff]{1,6}$")
_FILE_END: Final = re.compile(
    r"字第?\s?[A-Z]?[\d一二三四五六七八九十百千零○〇-]{1,16}\s?(?:之\d{1,3}\s?)?[號号]"
)
_FILE_HEAD: Final = re.compile(r"(?:\d{2,4}\s?年?度?)?[\u4e00-\u9fff]{1,10}$")
_NOT_HEAD: Final = re.compile(
    r".*(?:證明|证明|證書|证书|字號|字号|文號|[號号為为是依據据以文書书證证函令經经由與与及]|:)"
)
_PRODUCT: Final = re.compile(r"[藥药械菌粧妝]|醫器|健食")  # 衛署藥製字第012345號 licenses a drug
PROFESSIONS: Final = frozenset("理醫护護藥药牙助檢检放營营心社師师")


def _is_professional(head: str, tail: str) -> bool:
    """精專醫字第1234號 and 護理字第123456號 are a person's licence; 113家護字第12號 a court's file, 衛部心字第1131760123號 an office's."""
    digits = sum(map(str.isdigit, tail))
    return head[-1] in PROFESSIONS and digits <= 8 and not any(map(str.isdigit, head))


def official(page: Page) -> Iterator[Span]:
    """`...字第...號`: courts, offices and certificates; the professions' own are `licence`'s."""
    text = page.text
    at = text.find("字第")
    while at >= 0:
        tail = _FILE_END.match(text, at)
        head = _FILE_HEAD.search(text, max(0, at - 18), at) if tail else None
        if tail and head:
            start = head.start()
            cut = _NOT_HEAD.match(text, start, at)
            start = cut.end() if cut else start
            if (
                start < at
                and not _is_professional(text[start:at], tail[0])
                and not _PRODUCT.search(text, start, at)
            ):
                yield page.span(start, tail.end(), "CASENO", None, "rules/case_number", 0.85)
        at = text.find("字第", at + 2)


def dispatched(page: Page) -> Iterator[Span]:
    """Mainland file numbers: 沪公(徐)受案字[2024]12345号, 京公罚决字〔2024〕12345号; not the ministries' circulars."""
    text = page.text
    for tail in _YEAR_SERIAL.finditer(text):
        head = _DISPATCH_HEAD.search(text, max(0, tail.start() - 18), tail.start())
        if head and not head[0].startswith(("国", "卫", "國")):
            yield page.span(head.start(), tail.end(), "CASENO", None, "rules/case_number", 0.82)


def shapes(page: Page) -> Iterator[Span]:
    """Shapes that speak for themselves."""
    text = page.text
    for at in hyphens(text):
        tail = _HYPHEN.match(text, at)
        if tail is None:
            continue
        head = _BEFORE_HYPHEN.search(text, run_start(text, at, _CODE_SIGNS, reach=20), at)
        if head is None or (head["modality"] or "CT").upper() not in _MODALITIES:
            continue
        if tail.end() - tail.start() > (2 if head["modality"] or head["day"] else 4):
            yield page.span(head.start(), tail.end(), "CASENO", None, "rules/case_number", 0.6)
    yield from _serials(page)
    for start, end in tokens(text):
        token = _MODALITY.fullmatch(text, start, end) if text[start].isalpha() else None
        if token and token["modality"].upper() in _MODALITIES:
            yield page.span(start, end, "CASENO", None, "rules/case_number", 0.6)
    if "号" in text and ")" in text:
        for value in _CHINESE_COURT.finditer(text):
            yield page.span(*value.span(), "CASENO", None, "rules/case_number", 0.85)


def _serials(page: Page) -> Iterator[Span]:
    """A unit's letters, year and serial: SOPC-25-018834."""
    text = page.text
    for at in hyphens(text):
        tail = _SERIAL.match(text, at) if text[at - 1].isupper() else None
        if tail and (head := _SERIAL_HEAD.search(text, max(0, at - 6), at)):
            yield page.span(head.start(), tail.end(), "CASENO", None, "rules/case_number", 0.5)
    if text.count("/") > 2:
        for tail in _SLASHED.finditer(text):
            if head := _SLASHED_HEAD.search(text, max(0, tail.start() - 5), tail.start()):
                yield page.span(head.start(), tail.end(), "CASENO", None, "rules/case_number", 0.5)


RULES = (
    number_rule(
        "case_number", "CASENO", labels=LABELS, decoys=DECOYS, labelled_shape=_LABELLED, bracketed=True
    ),
    number_rule(
        "case_number",
        "CASENO",
        labels=_WEAK,
        category="case_number_weak",
        labelled_shape=_STRICT,
        labelled=0.8,
    ),
    Rule("case_number", official, needs=(re.compile("字第"),)),
    Rule("case_number", dispatched, needs=(_YEAR_SERIAL,)),
    Rule("case_number", shapes),
)
