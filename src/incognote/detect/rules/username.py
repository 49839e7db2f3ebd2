"""Logins and staff codes: behind 打字, 操作者, login; alone at the end of an entry as a signature (N20345).

Source: catalogue 7.1. The name of a typist is no login: the value must hold a digit, a dot or an underscore,
or stand behind a word that asks for a login.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "王大為 / 打字 rad07。酒精味(+)。N20345"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['N20345', 'rad07']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import is_ordinary, stops
from incognote.detect.name_words import plausible
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule, number_rule, tokens
from incognote.document import Span

LABELS: Final = (
    "通報人", "填報人", "通報者", "填報者", "签章", "审核", "检查者", "报告者", "審核者", "繕打者", "繕打人", "key-in", "key in", "keyin", "技術師", "放射師", "醫檢師", "登打人", "執行者", "执行者", "簽章", "报告者工号", "密碼", "密码", "password", "passwd", "pwd",
    "打字", "打字員", "登打", "登打者", "登打人員", "登錄者", "登錄人", "輸入者", "輸入人員", "繕打", "操作者", "操作員", "操作人員", "建檔者", "建檔人", "建檔", "修改者", "執行人員", "簽章代碼", "醫師代碼", "醫師代號", "醫師碼", "員工代號", "員工代碼", "員工號", "員編", "職編", "職員編號", "人員代號", "人員代碼", "護理師代號", "工號",
    "录入", "录入者", "录入人", "录入员", "打字员", "操作员", "操作者", "操作人", "工号", "员工号", "医生工号", "医师工号", "护士工号", "职工号", "职工编号", "医生代码", "签名码", "记录者工号", "警号", "警號", "打印", "打印者", "打印人", "导出", "列印者", "列印人", "匯出",
    "typed by", "typist", "entered by", "dictated by", "transcribed by", "uploaded by", "scanned by", "operator", "operator id", "signed by", "e-signed by", "tech id", "staff id", "staff no", "staff code", "employee id", "employee no",
)  # fmt: skip
LOGINS: Final = (
    "使用者帳號", "使用者名稱", "使用者代號", "使用者代碼", "使用者", "登入帳號", "登入者", "登入", "his帳號", "系統帳號", "用户名", "用户账号", "登录名", "登录账号", "登录", "登出", "自動登出", "login", "login id", "logon", "user id", "userid", "username", "user name", "user", "usr", "logged in as",
)  # fmt: skip

ASKING: Final = (
    "使用者帳號", "使用者代號", "登入帳號", "his帳號", "系統帳號", "用户名", "用户账号", "登录名", "登录账号", "login id", "user id", "userid", "username", "登录",
)  # fmt: skip
STAFF_NUMBERS: Final = (
    "staff no", "staff id", "staff code", "staff number", "employee no", "employee id", "employee number", "employee code", "operator id", "operator code", "user code", "nurse id", "clinician id", "clinician code",
    "員工編號", "員工代號", "員工代碼", "員工號", "員編", "職編", "職員編號", "人員代號", "人員代碼", "護理師代號", "工號", "工号", "员工号", "职工号", "职工编号", "医生工号", "医师工号", "护士工号", "醫師代號", "醫師代碼", "医生代码", "簽章代碼",
)  # fmt: skip
_CODE: Final = re.compile(r"[A-Z]{1,3}\d{3,6}", re.IGNORECASE)
_BEFORE: Final = re.compile(r"(?:^|[。.!?;)\]/|:」\n])[ \t]{0,3}$")
# 護理師陳怡君(N20345), 王醫師 D0123, 記錄者：陳怡君 N20345
_STAFF: Final = "醫師|護理師|護理長|藥師|技術師|放射師|治療師|營養師|社工師?|護士|專師|心理師|醫檢師|主任|記錄者|紀錄者|報告者|簽名|執行者|交班者|医师|医生|护士|护士长|药师|技师|记录者|签名|RN|NP|MD|Dr"
_AFTER_STAFF: Final = re.compile(rf"(?:{_STAFF})[\s:]{{0,2}}[\u4e00-\u9fff]{{0,4}}[\s(/,-]{{1,2}}$")
_BEHIND: Final = re.compile(r"[ \t]{0,3}(?:\n|$)")


# n2_tsai, fk_zhouyq, R3_hsu: an underscore joins a unit or role and a name; HbA1c_1 and CKD_EPI are none
_JOINED: Final = re.compile(r"_(?=[a-z])[a-z][a-z.]{1,15}\d{0,4}(?![A-Za-z0-9_@.=])")
_JOINT: Final = re.compile("_(?=[a-z])")
_JOINED_HEAD: Final = re.compile(r"(?<![A-Za-z0-9_./@-])(?:[a-z]{1,8}\d{0,3}|[A-Z]{1,3}\d{1,2})$")
# 簽章 牟佳蓉 N10772
_NAMED_CODE: Final = re.compile(r"(?:簽章|签章|蓋章|職章|簽核|簽收|核對|覆核|給藥者|給藥)[\s:]{0,2}[\u4e00-\u9fff]{2,4}[\s(/,-]{1,2}$")


# 录入：zhaoy: letters alone need the colon
_LETTERS: Final = re.compile(r": ?([a-z]{4,12}\d{0,3})(?![A-Za-z0-9@._-])")


# 放射師 溫郁翔 rt219
_BEHIND_STAFF: Final = re.compile(rf"(?:{_STAFF})[\s:]{{1,2}}[\u4e00-\u9fff]{{2,4}}[ (]([A-Za-z]{{1,3}}\d{{3}})(?![A-Za-z0-9-])")
# 林佳穎 / oezec, Dr Bishop / RBISHOP2, O. Smith / osmit: letters behind a name and a slash, at the end of a line
_SLASHED: Final = re.compile(r"/ ?([a-z]{4,10}\d{0,3}|[A-Z]{5,10}\d{1,3})(?=[ \t]*(?:\n|\Z)|[ \t]{2,}|[ \t]+[DT]:)")
_NAME_HEAD: Final = re.compile(r"(?:[\u4e00-\u9fff]{2,4}|(?<![A-Za-z])[A-Z](?:\.|[a-z]+\.?) [A-Z][A-Za-z'’-]{2,18}) ?$")
# Karen Stavrou (istav02)
_BRACKETED: Final = re.compile(r"\(([a-z]{3,8}\d{2,3})\)")
# PR/kt, slp/kmw: who dictated and who typed, alone at the end of a line
_TYPIST: Final = re.compile(r"(?:^|[ \t]{2,}|: ?)((?:[A-Z]{2,3}|[a-z]{3})/[a-z]{2,3})[ \t]*(?:\n|\Z)")
_LONE: Final = re.compile(r" (?<=[\u4e00-\u9fff] )([a-z]{2,3}\d{3})(?=[\n )]|\Z)")
_LONE_NAME: Final = re.compile(r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{2,4} $")


def behind_names(page: Page) -> Iterator[Span]:
    """Logins behind a name: after a slash, in brackets, at the end of the line (溫郁翔 rt219); a typist's initials."""
    text = page.text
    if "/" in text:
        for value in _SLASHED.finditer(text):
            if _NAME_HEAD.search(text, max(0, value.start() - 24), value.start()) and not is_ordinary(value[1]) and value[1].lower() not in stops():
                yield page.span(*value.span(1), "USERNAME", None, "rules/username", 0.7)
    if "(" in text:
        for value in _BRACKETED.finditer(text):
            if _NAME_HEAD.search(text, max(0, value.start() - 24), value.start()):
                yield page.span(*value.span(1), "USERNAME", None, "rules/username", 0.7)
    for value in _LONE.finditer(text) if not text.isascii() else ():
        name = _LONE_NAME.search(text, max(0, value.start(1) - 6), value.start(1))
        if name and plausible(name[0][:-1]):
            yield page.span(*value.span(1), "USERNAME", None, "rules/username", 0.6)
    last = 0
    for start, end in page.cues.get("typist", NO_CUES):
        if end <= last:
            continue  # a line is read once
        line = text.find("\n", end)
        last = len(text) if line < 0 else line + 1
        close = len(text[max(start, last - 40) : last].rstrip()) + max(start, last - 40)
        typist = _TYPIST.search(text, max(0, start - 1, close - 12), last)
        if typist:
            yield page.span(*typist.span(1), "USERNAME", None, "rules/username", 0.7)


def short_codes(page: Page) -> Iterator[Span]:
    """A staff code of three digits behind title and name."""
    for value in _BEHIND_STAFF.finditer(page.text):
        yield page.span(*value.span(1), "USERNAME", None, "rules/username", 0.7)


def typed(page: Page) -> Iterator[Span]:
    """A login of small letters behind a word for who typed it, and a colon."""
    for start, end in page.cues.get("username", NO_CUES):
        value = _LETTERS.match(page.text, end)
        if value and page.text[start] > "\u3400":  # operator: right side
            yield page.span(*value.span(1), "USERNAME", None, "rules/username", 0.8)


# Staff No.: RNJONES, 工號：NSWANG: capitals alone, where the label asks for a number
_CAPITALS: Final = re.compile(r"[ .]{0,2}(?:no\.?|number|#)?[ \t]{0,2}[:=|\t][ \t|]{0,3}(?P<login>[A-Z]{4,16})(?![A-Za-z0-9]|[ ][A-Z])", re.IGNORECASE)
_ANSWERS: Final = frozenset("NONE UNKNOWN PENDING VOID SAME LOST CASUAL AGENCY LOCUM TEMP STAFF DELETED EXPIRED BLANK REDACTED WITHHELD".split())


def numbered(page: Page) -> Iterator[Span]:
    """A staff number of capitals alone."""
    for _, end in page.cues.get("staff_number", NO_CUES):
        value = _CAPITALS.match(page.text, end)
        if value and value["login"].isupper() and value["login"] not in _ANSWERS and not is_ordinary(value["login"].lower()):
            yield page.span(*value.span("login"), "USERNAME", None, "rules/username", 0.85)


def joined(page: Page) -> Iterator[Span]:
    """Logins with an underscore; a social account of that shape has its word in front and outranks this."""
    text = page.text
    for tail in _JOINED.finditer(text):
        head = _JOINED_HEAD.search(text, max(0, tail.start() - 9), tail.start())
        if head:
            yield page.span(head.start(), tail.end(), "USERNAME", None, "rules/username", 0.5)


def signatures(page: Page) -> Iterator[Span]:
    """A staff code that stands alone behind the last sentence of an entry."""
    text = page.text
    for start, end in tokens(text):
        if not 5 <= end - start <= 9 or not text[start].isalpha() or not _CODE.fullmatch(text, start, end):
            continue
        ends_entry = _BEHIND.match(text, end) and _BEFORE.search(text[max(0, start - 4) : start])
        if ends_entry or _AFTER_STAFF.search(text, max(0, start - 14), start) or _NAMED_CODE.search(text, max(0, start - 12), start):
            yield page.span(start, end, "USERNAME", None, "rules/username", 0.7)


RULES = (
    number_rule(
        "username",
        "USERNAME",
        labels=LABELS,
        labelled_shape=r"[A-Z]{1,8}\d{0,3}_[A-Z.]{2,15}\d{0,4}|[A-Z]{1,12}[._-]?[A-Z]{0,12}\d{2,8}|[A-Z]{1,12}[._][A-Z]{1,12}\d{0,4}|\d{3,10}",
    ),
    number_rule(
        "username",
        "USERNAME",
        labels=("代碼", "代码", "覆核", "審核", "核章", "職章", "社工代號", "督導代碼"),
        category="staff_code",
        labelled=0.8,
        labelled_shape=r"[A-Z]{2,4}-[A-Z]{0,3}\d{2,6}",
        generic=True,
    ),
    number_rule(
        "username",
        "USERNAME",
        labels=LOGINS,
        category="login",
        labelled_shape=r"[A-Z]{1,8}\d{0,3}_[A-Z.]{2,15}\d{0,4}|(?=[A-Z0-9._-]{3,30}(?![A-Z]))[A-Z]{1,20}[._-]?[A-Z]{0,12}\d{1,8}|[A-Z]{1,12}[._][A-Z]{1,12}\d{0,4}|\d{4,10}",
    ),
    number_rule(
        "username",
        "USERNAME",
        labels=ASKING,
        category="login_name",
        labelled_shape=r"(?!(?:none|unknown|not|is|and|for|the|with|pacs|system|portal|page)(?![A-Z]))[A-Z][A-Z0-9._-]{3,19}",
    ),
    number_rule("username", "USERNAME", labels=("sign:", "portal", "pt portal", "patient portal", "mychart"), category="portal", labelled_shape=r"[A-Z]{3,14}\d{1,4}", labelled=0.8),
    Rule("username", signatures),
    Rule("username", short_codes),
    Rule("username", joined, needs=(_JOINT,)),
    Rule("username", behind_names, {"typist": ("t: ", "t:", "dictated", "transcribed", "typed", "not read", "dd:", "dt:", "reported")}),
    Rule("username", typed, needs=("username",)),
    Rule("username", numbered, {"staff_number": STAFF_NUMBERS}, needs=("staff_number",)),
)
