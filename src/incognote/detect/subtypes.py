"""From the tagger's 14 classes to the labels: ID to MRN, IDNO ..., ORG to SCHOOL ..., NET to EMAIL ..., ADDRESS to ZIP.

Decided after tagging, by shape, by the label word in front, by words inside. An ID of which nothing tells is an
OTHERID: it is masked all the same, and no false chart number is taken for the patient's. Source: catalogue 2, 7.1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.text.pieces import fold_each

Subtype = tuple[str, str | None]
_IN_FRONT: Final = 28
_LONGEST_NUMBER: Final = 64
_BETWEEN: Final = re.compile(r"(?!.*\d{3}).{0,12}", re.DOTALL)
"""What may stand between a label and its value: not another number, which the label would belong to."""

_WORDS: Final[dict[str, str]] = {
    "MRN": "病歷 病历 病案 病例號 病例号 住院號 住院号 門診號 门诊号 急診號 急诊号 就診號 就诊号 就诊卡 病患編號 病人編號 患者编号 腕带 腕帶 附檔 mrn mr chart medical=record hospital=no hospital=number patient=id patient=no pid urn ur ur=no hn inpatient=no",
    "IDNO": "身分證 身份證 身份证 身證 證號 證件 证件 居留證 居留证 護照 护照 通行證 通行证 統一證號 國民身分 公民身份 ssn social=security passport pass nric national=id id=card id=no nino national=insurance tax=file",
    "HEALTHPLAN": "醫療卡 健保卡 健保號 保險 全民健保 醫保 医保 社保 新农合 保險號 保险号 保單 保单 health=card student=insurance insurance medicare medicaid nhs nhi member certificate chi policy insurance=no insurance=id subscriber mbi ihi",
    "CASENO": "就醫序號 序號 案號 案件 個案號 檢體 标本 標本 檢查號 检查号 检验号 檢驗單 報告編號 报告编号 病理號 病理号 影像號 影像号 轉診單 轉介 通報 申請單 申请单 申请号 申請號 接警 立案 回执 回執 登记号 造影号 轉診單號 转诊单 留样 留樣 "
    "accession acc=no acc case=no case=number case=id intake specimen report=no report=number referral order=no court=file police=ref incident claim mission report reg=no ref encounter visit=id notification",
    "ACCOUNT": "帳號 账号 賬號 帳戶 账户 银行卡 銀行 信用卡 卡號 卡号 付款卡 轉帳 转账 匯款 存折 存摺 押金 款項 account iban bsb card=no card=number credit=card",
    "LICENSE": "執照 执照 醫字 專科證書 身障手冊 手冊 醫師證 醫師字號 证书 證書字號 資格證 资格证 駕照 驾照 驾驶证 駕駛執照 license licence lic driver npi dea gmc nmc ahpra registration=no prov=no pin",
    "VEHICLE": "車牌 车牌 車號 车号 車架 機車 汽車 汽车 机车 vin plate rego vehicle car pickup truck sedan ute van registration=plate",
    "DEVICE": "機號 机号 機身序號 植入物序號 植入物序号 序列号 植入物 植入 批號 批号 器械 儀器 仪器 設備 设备 裝置 serial s/n sn lot=no device dev udi implant imei",
    "BIOID": "指紋 指纹 dna 基因檢體 基因检测 聲紋 声纹 虹膜 影像檔 fingerprint biobank",
    "ORGID": "機構代碼 机构代码 醫事機構 統一編號 統編 统一社会信用 信用代码 院所代號 院所代碼 代號 abn acn ein provider=no facility",
    "SOCIAL": "社交账号 社交帳號 社群帳號 ig帳號 ig账号 fb帳號 line帳號 微信号 微信號 群組 微信 wechat weixin qq line line=id facebook fb ig instagram twitter telegram whatsapp 抖音 微博 小红书 小紅書 tiktok threads",
    "USERNAME": "使用者 用户名 用戶名 登入 登录 登入帳號 登入賬號 登录账号 使用者帳號 系統帳號 系统账号 user=name 帳戶名稱 工作帳號 操作账号 操作者 generated=by printed=by typed=by entered=by usr user username user=id login operator logged=in",
    "OTHERID": "學號 学号 工號 工号 麻卡号 登记卡号 員工編號 员工号 票號 囚號 編號 编号 條碼 条码 student=id staff=id employee=id subject=id study=id inmate barcode",
}  # fmt: skip
"""Words that stand in front of each kind of number; `=` stands for a blank, a dot, or nothing."""

_RESIDENT: Final = re.compile(r"[1-9]\d{5}(?:19|20)\d{9}[\dXx]")
_SHAPES: Final = (
    ("CASENO", re.compile(r".*年度?.{0,8}字.*")),
    ("MRN", re.compile(r"(?:MRN?|URN?|RN)[ :#-]?\d{5,10}")),
    ("DEVICE", re.compile(r"(?:LOT|S/N|SN)[ :#]?.*\d.*")),
    (
        "LICENSE",
        re.compile(r".{0,6}[醫医護护藥药專专師师士]字?第?.{0,8}字第?.*|.{0,6}[醫医護护藥药專专]字.*"),
    ),
    ("SOCIAL", re.compile(r"@[\w.]{2,30}|wxid_\w+")),
)
"""Shapes that no label word contradicts."""
_WEAK_SHAPES: Final = (
    ("CASENO", re.compile(r".*年度?.{0,8}字.*")),
    ("MRN", re.compile(r"(?:MRN?|URN?|RN)[ :#-]?\d{5,10}")),
    ("IDNO", re.compile(r"[A-Za-z][1289A-Da-d]\d{8}|[A-Z]{1,2}\d{6} ?\([\dA]\)|\d{3}-\d{2}-\d{4}")),
    ("DEVICE", re.compile(r"[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}")),
    ("VEHICLE", re.compile(r"[\u4e00-\u9fff][A-Z]\W?[A-Z0-9]{5,6}|[A-Z]{2,3}-\d{4}|\d{4}-[A-Z]{2}")),
    ("ACCOUNT", re.compile(r"\d{4}([- ]?)\d{4}\1\d{4}\1\d{4}")),
    ("ORGID", re.compile(r"(?=.{0,17}[A-Z])[0-9A-HJ-NPQRTUWXY]{18}")),
    ("SOCIAL", re.compile(r"[a-z][a-z0-9]*[._][\w.]{2,30}")),
)
"""Shapes that count where no label word stands in front."""
_LOGIN: Final = re.compile(r"[A-Za-z](?![A-Za-z]?\d{8,})\w*")
_ADDRESS_CODE: Final = re.compile(
    r"\d{3}(?:-?\d{2,3})?|\d{4}|\d{6}|\d{5}-\d{4}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}", re.IGNORECASE
)
_IP: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}")
_PRISON: Final = re.compile(
    r"監獄|监狱|看守所|觀護所|观护所|輔育院|辅育院|矯正|戒治所|戒毒所|拘留|外役監|[分女]監|懲教|惩教|感化院|少管所|管教所|(?<![A-Za-z])(?:prison|jail|correctional|detention|remand|penitentiary|juvenile hall)",
    re.IGNORECASE,
)
_EARLY: Final = re.compile(
    r"幼[兒儿稚]園|幼[儿稚]园|托[嬰婴兒儿育]|幼托|親子館|亲子馆|早[療教]|保[母姆]中心|附幼|幼幼班|[托學学]前?班|蒙特梭利|(?<![A-Za-z])(?:kindergarten|kindy|preschool|pre-school|nursery|child ?care|day ?care|early learning|playgroup|creche|montessori|head start|children'?s cent|family day|after.?school|kids)|(?-i:(?:OSHC|FDC|ELC|CCC))(?![A-Za-z])",
    re.IGNORECASE,
)
_SCHOOL: Final = re.compile(
    r"[國国高小中女附]中|[國国實实附]小|小[學学]|中[學学]|大[學学]|[學学][院校]|高[職职工商]|[科政師师醫医清交輔成]大|[職技專专][校学]|補習|补习|安親|[书書]院|校[區区]|(?<![A-Za-z])(?:school|college|university|academy|institute|primary|grammar|secondary|tutoring|learning|TAFE|campus)|(?-i:[A-Z]HS|(?<![A-Za-z])(?:[HPS]S|SC))$",
    re.IGNORECASE,
)
_FAX: Final = re.compile(r"(?:傳真|传真|fax)\W{0,4}(?:no|號碼|号码|number)?\W{0,3}$", re.IGNORECASE)
_BIRTH: Final = re.compile(
    r"(?:生日|出生(?:年月日|日期|日)?|生於|生于|(?<![\u4e00-\u9fff])生|誕辰|(?<![a-z])(?:b\.|d\.?o\.?b\.?|born(?: on)?|birth ?(?:date|day)|date of birth))[\s:=(|\[為为是]{0,4}$",
    re.IGNORECASE,
)
_BORN_BEHIND: Final = re.compile(r"\s?(?:出生|誕生|生(?![病氣气活產产效理化])|born)")


def _words() -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern for all label words, the longest first, and whose each is."""
    table = {word.replace("=", ""): label for label, words in _WORDS.items() for word in words.split()}
    longest = sorted((w for words in _WORDS.values() for w in words.split()), key=len, reverse=True)
    latin = "|".join(re.escape(word).replace("=", "[ ._-]{0,2}") for word in longest if word.isascii())
    han = "|".join(re.escape(word) for word in longest if not word.isascii())
    first = "".join(sorted({re.escape(word[0]) for word in longest}))  # most places of a text begin no word
    return re.compile(rf"(?=[{first}])(?:{han}|(?<![a-z])(?:{latin})(?![a-z]))"), table


_LABEL, _LABEL_OF = _words()


def subtype(text: str, place: tuple[int, int], name: str) -> Subtype:
    """Label and kind of what the tagger found at `place` as class `name`.

    >>> subtype("病歷號：7654321", (4, 11), "ID"), subtype("A123456789", (0, 10), "ID"), subtype("K-77", (0, 4), "ID")
    (('MRN', 'patient'), ('IDNO', None), ('OTHERID', None))
    >>> subtype("就讀小天鵝幼兒園", (2, 8), "ORG"), subtype("FAX: 02-1234567", (5, 15), "PHONE")
    (('EARLYLEARN', None), ('PHONE', 'fax'))
    """
    start, end = place
    value = fold_each(text[start:end]).strip()
    before = fold_each(text[max(0, start - _IN_FRONT) : start])
    if name == "ID":
        return _number(before, value)
    if name == "ORG":
        return _organisation(value), None
    if name == "NET":
        return ("EMAIL" if "@" in value else "IPADDR" if _IP.fullmatch(value) else "URL"), None
    if name == "ADDRESS":
        return ("ZIP" if _ADDRESS_CODE.fullmatch(value) else "ADDRESS"), None
    if name == "PHONE":
        return name, "fax" if _FAX.search(before) else None
    if name == "DATE":
        is_birth = _BIRTH.search(before) or _BORN_BEHIND.match(text, end)
        return name, "dob" if is_birth else None
    return name, None


def _number(before: str, value: str) -> Subtype:
    """A shape that only one kind has, else the nearest label word in front, else a weaker shape."""
    if len(value) > _LONGEST_NUMBER:
        return "OTHERID", None
    if _RESIDENT.fullmatch(value):
        return "IDNO", None
    label = _shaped(_SHAPES, value) or _label_in_front(before)
    if label == "ACCOUNT" and _LOGIN.fullmatch(value):
        label = "USERNAME"
    label = label or _shaped(_WEAK_SHAPES, value) or "OTHERID"
    return label, "patient" if label == "MRN" else None


def _shaped(shapes: Sequence[tuple[str, re.Pattern[str]]], value: str) -> str | None:
    return next((label for label, shape in shapes if shape.fullmatch(value)), None)


def _label_in_front(before: str) -> str | None:
    lower = before.lower()
    found = list(_LABEL.finditer(lower))
    last = found[-1] if found else None
    if last is None or not _BETWEEN.fullmatch(lower, last.end()):
        return None
    return _LABEL_OF[re.sub(r"[ ._-]", "", last[0])]


def _organisation(value: str) -> str:
    for label, words in (("PRISON", _PRISON), ("EARLYLEARN", _EARLY), ("SCHOOL", _SCHOOL)):
        if words.search(value):
            return label
    return "ORG"
