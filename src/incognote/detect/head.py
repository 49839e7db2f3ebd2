"""The head of a document: its first lines, before prose, cut into labels, names, numbers, dates and ages.

A head needs no labels: a name, an identity number, a number of a chart's size and two dates say who the patient is.
Sources: catalogue 2 (identifiers), 3.3, 7.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from incognote.detect.han_shapes import DOT, HAN
from incognote.names.likelihood import surname_weight

_LONGEST_LINE: Final = 110
_BARE: Final = frozenset(("name", "latin", "mark"))
"""What a line of prose is made of too; from the third line on such a line ends the head, unless it is short."""
_SHORT: Final = 16
_MOST_LINES: Final = 7
_PROSE: Final = re.compile(rf"[。!?]|;(?![A-Za-z_]{{2,16}}[=:])|[{HAN}]{{13}}|[{HAN}]{{5}}[,、][{HAN}]{{5}}|[a-z]{{2}} [a-z]{{2,}} [a-z]{{2,}} [a-z]{{2,}}")

NAME_WORDS: Final = (
    "病患姓名", "病人姓名", "患者姓名", "個案姓名", "產婦姓名", "产妇姓名", "中文姓名", "英文姓名", "病人名", "姓名", "中文名", "英文名", "本名", "全名", "病人", "病患", "患者",
    "個案", "个案", "案主", "保險對象", "保险对象", "被保險人", "被保险人", "受檢者", "受检者", "受試者", "受试者", "就診者", "就诊者", "就醫者", "住民",
    "產婦", "产妇", "就诊人", "就診人", "參保人", "参保人", "求診者", "叫號用", "叫號", "顯示", "內部", "内部",
)  # fmt: skip
BIRTH_WORDS: Final = ("出生年月日", "出生日期", "出生年月", "出生日", "出生", "生日", "生於", "生于", "生年", "誕生")
VISIT_WORDS: Final = (
    "看診日期", "看診日", "看診", "就診日期", "就診日", "就診", "就诊日期", "就诊日", "就诊", "就醫日期", "就醫日", "就醫", "就医日期", "就医", "來診日期", "來診日", "來診",
    "来诊", "初診", "初诊", "複診日", "複診", "复诊", "門診日期", "門診日", "門診", "门诊日期", "门诊", "本次", "到診", "到院", "掛號日", "掛號", "挂号", "診日", "本日", "今日",
    "訪視日", "訪視", "急診", "急诊", "夜診", "上午診", "下午診",
)  # fmt: skip
ID_WORDS: Final = ("身分證字號", "身份證字號", "身分證號", "身份證號", "身分證", "身份證", "身份证号", "身份证尾号", "身份证", "證號", "證件", "证件", "护照", "護照", "居留證", "健保卡號", "健保卡", "医保卡")
CHART_WORDS: Final = ("病歷號碼", "病歷號", "病歷", "病历号", "病历", "病案号", "就診卡", "就诊卡", "掛號證", "卡號", "卡号", "號碼", "号码", "門診號", "门诊号", "住院號", "住院号")
OTHER_WORDS: Final = (
    "主治醫師", "主治医师", "主治", "醫師", "醫生", "医师", "医生", "大夫", "主任", "院長", "护士", "護理師", "護理", "护理", "藥師", "治療師", "社工", "個管", "督導", "技師", "檢驗師",
    "家屬", "家属", "聯絡人", "联系人", "聯絡", "联系", "緊急", "紧急", "配偶", "先生", "太太", "丈夫", "妻子", "父親", "母親", "父亲", "母亲", "父", "母", "夫", "妻", "兒子", "女兒", "儿子", "女儿",
    "案母", "案父", "案妻", "案夫", "案子", "案女", "監護人", "监护人", "法代", "陪同", "陪", "轉介", "轉診", "開單", "開立", "報告", "記錄", "紀錄", "记录", "送檢", "介紹", "承辦", "通報", "照護者", "看護",
    "申請", "申请", "會診", "会诊", "收件", "核對", "審核", "审核", "製表", "簽名", "签名", "簽章", "交班", "接班",
)  # fmt: skip
_SORTED: Final = {word: kind for kind, words in (("name", NAME_WORDS), ("birth", BIRTH_WORDS), ("visit", VISIT_WORDS), ("id", ID_WORDS), ("chart", CHART_WORDS), ("other", OTHER_WORDS)) for word in words}
_SIZES: Final = tuple(sorted({len(word) for word in _SORTED}, reverse=True))
_LATIN_LABEL: Final = re.compile(
    r"(?P<other>Dr\.?|Doctor|Physician|Attending|Provider|Consultant|Resident|Nurse|VS|NP|RN|CR|R\d|PGY|Intern|Mother|Father|Wife|Husband|Son|Daughter|Spouse|Contact|Guardian|Carer|Next of kin|NOK|Referr\w{0,4}|From|cc|Cc|To|Author|Signed|Ordered|Reported|Tech)(?![a-z])"
    r"|(?P<name>(?i:(?:patient )?name in (?:chinese|english|roman|pinyin)|chinese name|english name|patient name|pt\.? name|full name|name|patient|client|pt)(?![A-Za-z]))"
    r"|(?P<birth>(?i:date of birth|birth ?date|d\.?o\.?b\.?|born|birth))(?![a-z])"
    r"|(?P<visit>(?i:date of service|date of visit|visit date|visit|seen on|seen|encounter|exam date|dos)(?![A-Za-z]))"
    r"|(?P<id>(?i:passport|ssn|nric|hkid|national id|id card|id no)(?![A-Za-z]))"
    r"|(?P<chart>(?i:patient id|pt id|mrn|chart(?: no)?|acct|acc|hn|file no|no|pt ?#|ref)(?![A-Za-z]))"
)  # fmt: skip
_KEYS: Final = {
    key: kind
    for kind, keys in (
        ("name", "name pname patientname ptname fullname patname legalname inenglish inchinese"),
        ("birth", "birth birthday dob birthdate dateofbirth born b"),
        ("id", "idno idcard idn ssn nationalid passport cardid insuranceid"),
        ("chart", "mrn patientid hisid chart chartno medicalrecord medrec pid patid hn chartnumber recordno recordnumber"),
        ("visit", "visit visitdate regdate clindate encounterdate date seen admitdate dos servicedate apptdate"),
        ("other", "doctor physician provider attending dr nurse contact mother father spouse guardian emergencycontact author reporter wife husband"),
    )
    for key in keys.split(" ")
}
_NO_LETTER: Final = re.compile(r"[^a-z]+")
_DATE: Final = (
    r"(?:(?:民國|民国|西元|公元|ROC) ?)?\d{2,4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日?"
    r"|(?<![\d./-])(?:(?:民國|民国|西元|ROC|民) ?)?\d{2,4}(?P<sep>[./-])\d{1,2}(?P=sep)\d{1,2}(?![\d])"
    r"|(?<![\d./-])\d{1,2}(?P<sep2>[./-])\d{1,2}(?P=sep2)(?:\d{4}|\d{2})(?![\d./-])"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2},? \d{4}"
    r"|\d{1,2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?[ ,-]{1,2}\d{4}"
)
_ID: Final = r"(?<![A-Za-z0-9])(?:[A-Za-z][12589A-Da-d]\d{8}|\d{17}[\dXx]|\d{3}-\d{2}-\d{4}|[A-Z]?\d{0,3}[*●○]{4,10}\d{2,5})(?![A-Za-z0-9])"
_SPACED: Final = rf"(?<![{HAN}])[{HAN}]{{1,2}} {{1,2}}[{HAN}](?: {{1,2}}[{HAN}])?(?![{HAN}])|(?<![{HAN}])[{HAN}] {{1,2}}[{HAN}]{{2}}(?![{HAN}])|(?<![{HAN}])[{HAN}]{{2}} {{1,2}}[{HAN}]{{2}}(?![{HAN}])"
_MASKED: Final = rf"[{HAN}](?:[○〇OX*●]{{1,3}}(?:[{DOT}][○〇OX*●]{{0,4}})?[{HAN}]{{0,2}}|[{HAN}][○〇OX*●])(?![A-Za-z0-9{HAN}])"
_TOKEN: Final = re.compile(
    rf"(?P<date>{_DATE})"
    rf"|(?P<id>{_ID})"
    r"|(?P<age>(?<![\d.A-Za-z-])(?<!\d/)\d{1,3} ?(?:歲|岁|[yY]/?[oO](?![A-Za-z])|yrs?(?![a-z])))"
    r"|(?P<number>(?<![A-Za-z0-9.-])(?<!\d/)[A-Za-z]{0,2}\d{5,12}(?:-\d)?(?![\d%A-Za-z.]|[/-]\d))"
    rf"|(?P<dotted>[{HAN}]{{1,8}}(?: ?[{DOT}] ?[{HAN}]{{1,8}}){{1,3}})"
    rf"|(?P<masked>{_MASKED})|(?P<spaced>{_SPACED})|(?P<han>[{HAN}]+)"
    r"|(?P<key>(?<![A-Za-z])[A-Za-z_]{2,20}(?=[\"']?[:=])|(?<![A-Za-z])(?:born|visit|seen|dob|b\.|in English|in Chinese)(?= ))"
    r"|(?P<latin>[A-Z][A-Za-z'’-]*\.?(?: (?:de|del|di|da|van|von|der|den|bin|binti|al|la)(?: (?:la|los|las|der|den))? (?=[A-Z])[A-Z][A-Za-z'’-]*)?)"
    r"|(?P<mark>[|\t]|[(\[{】【<>)\]}/])"
)  # fmt: skip


class Token(NamedTuple):
    """One piece of the head: `kind` is name (a candidate), latin, number, id, date, age, mark, label/<which>."""

    kind: str
    start: int
    end: int
    line: int


def tokens(text: str) -> list[Token]:
    """The pieces of the head of `text`, in order; empty where the document begins with prose.

    >>> [t.kind for t in tokens("26048111陳五妹0181228\\n1060314初診")]
    ['number', 'name', 'number', 'number', 'label/visit']
    """
    found: list[Token] = []
    at, line = 0, 0
    while line < _MOST_LINES and at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if end - at > _LONGEST_LINE or (line and _PROSE.search(text, at, end)):
            break
        if line == 0 and _PROSE.search(text, at, end):
            break
        pieces = list(_of_line(text, at, end, line))
        if line > 1 and end - at > _SHORT and all(piece.kind in _BARE for piece in pieces):
            break
        found += pieces
        at, line = end + 1, line + 1
    return _wrapped(text, found)


def _wrapped(text: str, found: list[Token]) -> list[Token]:
    """A label that a narrow form breaks: 姓 at the end of a line, 名 at the head of the next."""
    for index, (one, other) in enumerate(pairwise(found)):
        if one.kind == other.kind == "name" and text[one.start : one.end] + text[other.start : other.end] == "姓名":
            return [*found[:index], Token("label/name", one.start, other.end, other.line), *found[index + 2 :]]
    return found


def _of_line(text: str, at: int, end: int, line: int) -> Iterator[Token]:
    while at < end:
        piece = _TOKEN.search(text, at, end)
        if piece is None:
            return
        kind, start, stop = str(piece.lastgroup), piece.start(), piece.end()
        if kind in ("sep", "sep2"):
            kind = "date"
        at = stop
        if kind == "key" and (key := _KEYS.get(_NO_LETTER.sub("", piece[0].lower()))):
            yield Token(f"label/{key}", start, stop, line)
        elif kind in ("latin", "key"):
            label = _LATIN_LABEL.match(text, start, end)
            if label:
                at = label.end()
                yield Token(f"label/{label.lastgroup}", start, at, line)
            elif kind == "latin":
                yield Token(kind, start, stop, line)
        elif kind in ("han", "spaced", "dotted"):
            if kind == "spaced":
                stop = at = _before_label(text, start, stop)
            yield from _of_han(text, start, stop, line, kind)
        elif kind == "masked":
            yield Token("name", start, stop, line)
        else:
            yield Token(kind, start, stop, line)


def _before_label(text: str, start: int, stop: int) -> int:
    """Where the first of pieces with blanks between ends if one is a label: 姓名 匡 錦 綢, 陳明 生日; else `stop`."""
    pieces = text[start:stop].split()
    is_name = surname_weight(pieces[0][0]) is not None or surname_weight("".join(pieces)[:2]) is not None
    if not is_name or pieces[0] in _SORTED or (pieces[-1] in _SORTED and "".join(pieces) not in _SORTED):
        return start + len(pieces[0])
    return stop


def _label_size(text: str, start: int, stop: int) -> int:
    """The length of the longest label that begins at `start`."""
    return next((size for size in _SIZES if start + size <= stop and text[start : start + size] in _SORTED), 0)


def _of_han(text: str, start: int, stop: int, line: int, kind: str) -> Iterator[Token]:
    """A run of Han is a label, a label with a name behind, or a name with a label behind, or neither."""
    squeezed = text[start:stop].replace(" ", "")
    if squeezed in _SORTED:
        yield Token(f"label/{_SORTED[squeezed]}", start, stop, line)
        return
    if size := _label_size(text, start, stop):
        yield Token(f"label/{_SORTED[text[start : start + size]]}", start, start + size, line)
        yield from _of_han(text, start + size, stop, line, kind)
        return
    if stop - start == 3 and _SORTED.get(text[start + 1 : stop]) == "other" and text[start] in "大小長长次三二么老":
        yield Token("label/other", start, stop, line)
        return
    for size in (4, 3, 2):
        if stop - start - size >= 2 and (word := _SORTED.get(text[stop - size : stop])):
            yield Token("name", start, stop - size, line)
            yield Token(f"label/{word}", stop - size, stop, line)
            return
    yield Token("name", start, stop, line)
