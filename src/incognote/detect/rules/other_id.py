"""Other numbers of a person (student, prisoner, staff, bib, digital certificate) and the net below all rules.

The net takes long unexplained runs: eight digits or more, or eight letters and digits with five digits, but
never behind or before the word of a code list (SNOMED, LOINC, ATC, ICD, 健保碼, NDC, CAS ...) and never a
number with a unit. Source: catalogue 2.7, section 6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "學號B10901234，條碼 88123456789，SNOMED CT 162864005"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['88123456789', 'B10901234']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.code_lists import CODE_LISTS, is_listed
from incognote.detect.page import Page
from incognote.detect.rules.rule import MEASURE, UNIT, VALUE_WORD, Rule, number_rule, tokens
from incognote.document import Span

LABELS: Final = (
    "接种证号", "接種證號", "照片檔", "照片档", "归入档案", "歸入檔案", "檔案編號", "档案编号", "學號", "學生證號", "學生編號", "員工編號", "員工證號", "受刑人編號", "收容人編號", "受刑人號", "收容編號", "呼號", "囚號", "自然人憑證", "自然人憑證號碼", "手機條碼", "載具", "載具號碼", "手圈", "手圈號碼", "手圈編號", "手環號碼", "手環編號", "手環", "號碼牌", "會員編號", "會員號碼", "會員卡號", "志工編號", "參賽號碼", "背號", "號碼布", "訂位代號", "電子票證", "收養編號", "受試者編號", "受試者代碼", "研究編號", "受試者", "試驗編號", "隨機編號", "兵籍號碼", "兵籍號", "軍籍號碼", "狗牌號碼", "寵物晶片", "晶片號碼", "外勞編號", "移工編號", "代碼編號",
    "学号", "学籍号", "学生证号", "员工编号", "囚号", "囚犯编号", "服刑编号", "监号", "腕带号", "腕带编号", "手环号", "会员号", "会员编号", "受试者编号", "受试者代码", "受试者", "研究编号", "筛选号", "随机号", "入组编号", "军籍号", "考号", "准考证号", "志愿者编号", "试验编号",
    "student no", "student id", "student number", "prisoner no", "prisoner number", "inmate no", "inmate id", "inmate number", "badge no", "badge number", "bib no", "bib", "wristband", "wristband no", "wristband id", "member no", "membership no", "subject id", "subject no", "study id", "participant id", "participant no", "screening no", "randomization no", "booking ref", "confirmation no", "ticket no", "locker no",
)  # fmt: skip

_VALUE: Final = r"(?=(?:[A-Z_-]*\d){3})[A-Z]{0,6}[-_]?\d[\dA-Z]{0,18}(?:[-_][\dA-Z]{1,12}){0,3}|/[0-9A-Z.+-]{7}|\d{3}[*x]{2,6}\d{1,4}"
# NHI drugs, ATC, trials, articles, variants, transcripts
_STRICT: Final = (
    r"(?=(?:[A-Z_-]*\d){4})[A-Z]{0,6}[-_]?\d[\dA-Z]{0,18}(?:[-_][\dA-Z]{1,12}){0,3}|[A-Z]{1,4}-?\d{3}"
)
_DRUG_SHAPE: Final = re.compile(
    r"[A-Z]{2}\d{8}|[A-Z]0\d{8}[A-Z]?|[A-Z]\d{2}[A-Z]{2}\d{2}|(?:PF|JNJ|LY|GSK|BMS|RO|MK|ABT|AMG|TAK|BAY|AZD|ABBV|NCT|PMC|PMID|rs|chr|ENST|ENSG|CD|IL)\d+",
    re.IGNORECASE,
)
_IN_ADDRESS: Final = re.compile(r"(?:://|www\.)\S*$")  # web addresses are judged whole
_LABEL_GLUED: Final = re.compile(
    r"(?:QQ|IMEI|CHART|PT|CASE|LOT|REF|HN|MRN|ID|TEL|FAX|SN|NO|UR|WX|VX|HKID|LINE|ACC|DOB|PID|SSN|NHS|P)(?=\d)",
    re.IGNORECASE,
)
_PREFIX: Final = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]{2,6}-$")
_DAY: Final = re.compile(r"(?:19|20|01)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_DAY_GLUED: Final = re.compile(r"(?:(?:19|20)\d\d|1[01]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Za-z]{1,5}")  # 1130611ENT門診
_MEASURED: Final = re.compile(rf"(?<=\d){MEASURE}")  # 3309127BP135: the value begins at BP
_TWO_NUMBERS: Final = re.compile(r"([A-Za-z][1289]\d{8}|\d{17}[\dXx])(09\d{8}|1[3-9]\d{9})")  # A1234567890912345678
_LOCUS: Final = re.compile(r"(?<![A-Za-z])(?:chr|chromosome )[\dXYM]{1,2}:(?:g\.)?(?:\d{1,10}-)?\Z", re.IGNORECASE)  # chr17:41276045
_WINDOW: Final = 11  # what `VALUE_WORD` can take: six letters, four signs, a line end


def _apart(text: str, start: int, end: int) -> bool:
    """Whether blanks, punctuation or the text's edge stand on both sides: eight digits are weak evidence."""
    return (not start or not text[start - 1].isalnum()) and (
        end == len(text) or not (text[end].isalnum() or text[end] in "-*")
    )


def net(page: Page) -> Iterator[Span]:
    """Long unexplained runs, at a score that any other claim outranks."""
    text = page.text
    for start, end in tokens(text):
        if end - start < 8 and not (end - start == 7 and text[start] == "0"):
            continue
        if end - start > 19 and (two := _TWO_NUMBERS.fullmatch(text, start, end)):
            yield page.span(*two.span(1), "IDNO", None, "rules/other_id", 0.8)
            yield page.span(*two.span(2), "PHONE", None, "rules/other_id", 0.8)
            continue
        label = _LABEL_GLUED.match(text, start, end) or _PREFIX.search(text, max(0, start - 7), start)
        start = start if label is None else label.end() if label.start() == start else label.start()
        if not text[start:end].isdigit() and (measured := _MEASURED.search(text, start, end + 3)) and measured.start() < end:
            end = measured.start()
        size = end - start
        token = text[start:end].replace("-", "")
        if size < 8 and not (size == 7 and token.isdigit()):  # 0012345: no measurement begins with a zero
            continue
        if token.isdigit():
            if size == 8 and text[start] != "0" and (_DAY.fullmatch(token) or not _apart(text, start, end)):
                continue
        elif sum(map(str.isdigit, token)) < 5 or _DRUG_SHAPE.fullmatch(token) or _DAY_GLUED.fullmatch(token):
            continue
        if UNIT.match(text, end) or (
            end < len(text) and text[end] in ".^" and text[end + 1 : end + 2].isdigit()
        ):
            continue
        before = max(0, start - _WINDOW)
        if text[start - 1 : start] in ":-" and _LOCUS.search(text, max(0, start - 24), start):
            continue
        if text[start - 1 : start] in "/=" and _IN_ADDRESS.search(text, max(0, start - 160), start):
            continue
        if is_listed(page, start, end) or VALUE_WORD.search(text, before, start):
            continue
        yield page.span(start, end, "OTHERID", None, "rules/other_id", 0.45)


RULES = (
    number_rule("other_id", "OTHERID", labels=LABELS, labelled_shape=_VALUE),
    # NB0061-2: the number of a newborn, the second of twins
    number_rule("other_id", "OTHERID", shape=r"(?:(?<=N)B[- ]?\d{4,8}(?:-\d)?|(?<=B)B[- ]?\d{4,8}-\d)", first="[NB]", bare=0.6, needs=re.compile(r"[NB]B[- ]?\d{4}")),
    number_rule(
        "other_id",
        "OTHERID",
        labels=("編號", "编号"),
        category="number_word",
        labelled_shape=_STRICT,
        labelled=0.81,
        generic=True,
    ),
    Rule("other_id", net, {"code_list": CODE_LISTS}),
)
