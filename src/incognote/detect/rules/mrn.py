"""Chart numbers (病歷號, 住院號, MRN): no national standard anywhere, so the label decides.

Taiwan 5-10 digits, mostly 6-8, some with leading zeros, a check digit `1234567-8`, a letter before or
behind; the mainland 住院号, 病案号 6-11. Source: catalogue 2.1, 2.2, 2.4, 2.5. Without a label a number
is taken only where a header would put it: right beside a name, or behind sex and age.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> sorted({(s.start, s.end) for s in detector(RULES)(Document("1", "病歷號ZY0012345，王小明 (11404309)"))})
[(3, 12), (18, 26)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.code_lists import CODE_LISTS, is_listed
from incognote.detect.page import Page
from incognote.detect.rules.rule import MEASURE, OTHER_IDS, UNIT, VALUE_WORD, Rule, number_rule, tokens
from incognote.document import Span

DECOYS: Final = ("医疗机构登记号", "医疗机构执业许可证登记号")
LABELS: Final = (
    "臨時號", "临时号", "臨時病歷號", "病曆號", "病曆號碼", "病歷号", "病歷号码", "病例号码", "病歷號碼", "病 歷 號 碼", "病歷號", "病 歷 號", "病歷編號", "病歷no", "病歷#", "病號", "病例號碼", "病例號", "病例編號", "病例no", "病歷証號",
    "住院號碼", "住院號", "住院序號", "住院編號", "門診號", "門診號碼", "急診號", "急診號碼", "掛號證號", "就診號",
    "病人編號", "病患編號", "病人代號", "病患代號", "個案號", "舊病歷", "併入病歷", "合併至",
    "病历号", "病历号码", "病历编号", "病历no", "病案号", "病案号码", "病案编号", "病案首页号", "住院号", "住院号码", "住院编号",
    "门诊号", "门诊号码", "急诊号", "登记号", "登记编号", "就诊卡号", "就诊卡", "就诊号", "诊疗卡号", "病例号", "病员号", "患者编号", "患者id",
    "病人id", "病患id", "病人id号", "病人编号",
    "mrn", "mrns", "m r n", "m.r.n", "m.r.n.", "mr no", "mr#", "mr number", "medical record", "medical record no", "medical record number", "med rec no", "med rec",
    "chart no", "chart number", "chart#", "chartno", "chart id", "hospital no", "hospital number", "hosp no", "hosp. no",
    "patient id", "patient no", "patient number", "pt id", "pt no", "pid", "urn", "ur no", "u.r.", "unit record",
    "admission no", "admission number", "adm no", "inpatient no", "inpatient number", "file no", "opd no",
)  # fmt: skip

WEAK: Final = ("併入", "合併", "并入", "新号", "旧号", "原号", "新號", "舊號", "原號", "id", "id no", "id#", "病歷", "病历", "chart", "ur", "hn", "圖號", "卷號", "slip", "slip no")
# 1234567, 1234567-8, ZY0012345, 12-34-56, 1234 5678, A1234567B; one l or O typed for 1 or 0
_SHAPE: Final = (
    r"\d{3,4}\n\d{3,6}(?![\d/.:-])|\d{3,5}\n\d{2,5}(?=[ \t]*(?:\n|\Z)| BP)|\d{4} \d{4} \d{2,4}|\d{2,7}[*xX]{2,6}\d{0,4}|[*xX]{2,6}\d{3,5}|[A-Z]{0,4}[- ]?(?-i:[\dloO]{4,18})(?:-\d{1,8}){0,2}(?:-?[A-Z])?|\d(?: \d){4,9}|\d{1,2}(?: \d{3}){2}"
    r"|[A-Z]{0,3}\d{2,4}(?:[ -]\d{2,4}){1,3}|\d-\d{3}-\d{3,4}|\d{2,4}-?\n\d{3,6}"
)
_SURNAMES: Final = (
    "王李張陳林黃劉吳周趙徐孫朱馬胡郭何高羅鄭梁謝宋唐許鄧馮韓曹曾彭蕭蔡潘田董袁于余葉蔣杜蘇魏程呂丁沈任姚盧傅鍾姜崔譚廖范汪陸金石戴賈韋夏邱侯鄒熊孟秦"
    "白江閻薛尹段雷龍黎史陶賀毛郝顧龔邵萬錢嚴賴覃武莫孔湯常康施洪簡柯游詹翁古溫涂連尤卓童辛巫藍倪阮歐巴"
    "张陈黄刘吴赵孙马罗郑谢许邓冯韩萧叶蒋苏吕卢钟谭陆贾韦邹阎龙贺顾龚万钱严赖汤简温连蓝欧杨楊"
)
# Han of two to four, Chen Mei-Hua, WANG, HSIAO-MING, LIN YU-HSUAN; HCV RNA and SNOMED CT are none
_HAN: Final = rf"(?!白[蛋血帶带]|[黃黄][疸斑體体]|高[血密敏]|石膏|葉酸|叶酸|單純|单纯|簡易|連續|连续|溫度|温度)[{_SURNAMES}][\u4e00-\u9fff○〇*]{{1,3}}"
_LATIN: Final = r"[A-Z][a-z]{1,15},? [A-Z][A-Za-z-]{1,15}(?: [A-Z][A-Za-z-]{1,15})?|[A-Z]{2,15}, ?[A-Z][A-Z-]{1,15}(?: [A-Z-]{2,15})?|[A-Z]{2,12} [A-Z]{1,10}-[A-Z]{1,10}"
_NAME: Final = rf"(?:{_HAN}|{_LATIN})"
_PERSON: Final = (
    r"(?i:(?:\d{1,3} ?[-/]?)?(?:[MF]|male|female|man|woman|lady|boy|girl|gentleman)|[MF][/ ]?\d{1,3}|(?:\d{1,3} ?[歲岁][,/ ]{0,2})?[男女]性?"
    r"|\d{1,3} ?(?:[歲岁]|y/?o|yrs?)[,/ ]{0,2}[男女]?)"
)
_ID: Final = r"[A-Za-z][1289]\d{8}|09\d{2}-?\d{3}-?\d{3}"
_BEFORE: Final = re.compile(
    rf"(?:(?<![\u4e00-\u9fff]){_HAN}|(?<![A-Za-z0-9])(?:{_LATIN}|{_ID})|(?<![\u4e00-\u9fffA-Za-z0-9]){_PERSON})[\s,/(\[:)、|]{{1,4}}(?:{_PERSON}[\s,/(\[:)、|]{{1,4}}){{0,2}}$"
)
_CUED: Final = re.compile(
    rf"(?:姓名|病人|患者|病患|個案|案主|Pt|Patient|Re|Name|Mr|Ms|Mrs)[\s:.]{{0,3}}{_NAME}[\s,/(\[:)、|]{{0,3}}$"
)
# 柳大山 MICU-08 2246103, 病人5C-07 甘永福 7703329: a bed between, or before, the name
_BED: Final = r"(?:\d{1,2}[A-Z]\d{0,2}-\d{1,2}[A-Z]?|[A-Z]{2,4}-? ?\d{1,2}|\d{3,4}-\d{1,2}|\d{1,3} ?床|[A-Z]\d{2})"
_BESIDE_BED: Final = re.compile(rf"(?<![A-Za-z0-9]){_BED}[ ,/(]{{1,2}}(?:[\u4e00-\u9fff\u25cb\u3007O*]{{2,4}}[ ,/(]{{1,2}})?$")
# 6601932 F29, 5130284 M70, 7012345 女 45: sex and age behind
_AGE_NEXT: Final = re.compile(r"/\d{1,3} ?(?:[MFmf]|[yY]/?[oO]|歲|岁)(?![A-Za-z])")
_SEX_BEHIND: Final = re.compile(r"[ ,/)]{1,2}(?:[MF][ /]?\d{1,3}(?![\dA-Za-z.])|\d{1,3}[ /]?(?:[MF](?![A-Za-z])|[yY]/?[oO]|歲|岁)|[男女](?![\u4e00-\u9fff]))")
_CHILD: Final = re.compile(r"之[子女嬰婴](?:[一二三]|\d)?\)? ?(?:\([A-Za-z]{1,5}\))?[ ,:]{0,2}$")
_SPACED_NAME: Final = re.compile(rf"(?<![\u4e00-\u9fff])[{_SURNAMES}](?: [\u4e00-\u9fff]){{1,2}}[ ,]{{1,2}}$")
_AFTER: Final = re.compile(rf"[\s,/)\]:、|-]{{0,3}}{_HAN}(?![\u4e00-\u9fff])")
_AFTER_LATIN: Final = re.compile(rf"[ ,]{{0,2}}/ ?(?:{_LATIN})|[ ,/、|]{{1,3}}(?:{_ID})(?![A-Za-z0-9])")
_GLUED: Final = re.compile(rf"(?<![\u4e00-\u9fff]){_HAN}$")
_CHECK: Final = re.compile(r"-\d(?![A-Za-z0-9-])")
_HEAD: Final = re.compile(r"(?:^|[\n,;.。(|/])[ \t]*$")
_DATE: Final = re.compile(
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|(?:0?[1-9]\d|1[01]\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$"
)
_LINE: Final = re.compile(r"[^\S\n]*(?::|\n|$)")
_GLUED_VALUE: Final = re.compile(rf"\d{{6,10}}(?={MEASURE})")  # 陳志遠1000001BP120/80
_WINDOW: Final = 42
_SIZE: Final = (6, 10)
_EDGE_SIGNS: Final = " \t\n\r,/([:)、|"
_EDGES: Final = frozenset(" \t\n,/([:)、|")
_BED_EDGES: Final = frozenset(" ,/(\n")  # a pattern may end before the last line end


def find(page: Page) -> Iterator[Span]:
    """Numbers of 6-10 digits that stand where a header puts the chart number."""
    text = page.text
    for start, end in tokens(text):
        if text[start].isdigit() and (glued := _GLUED_VALUE.match(text, start, end + 8)):
            end = glued.end()
        if (
            not _SIZE[0] <= end - start <= _SIZE[1]
            or not text[start + 1 : end].isdigit()
            or (end - start > 6 and _DATE.match(text, start, end))
        ):
            continue
        if (text[end : end + 1] in "%./" and text[end + 1 : end + 2].isdigit() and not _AGE_NEXT.match(text, end)) or UNIT.match(text, end):
            continue
        check = _CHECK.match(text, end)
        end = check.end() if check else end
        if _beside_a_person(text, start, end):
            score = 0.6
        elif check and end - start >= 8 and text[start - 1 : start] in _EDGES | {""} and VALUE_WORD.search(text[max(0, start - 12) : start]) is None:
            score = 0.5  # 9903318-1: no measurement has a check digit
        elif end - start >= 7 and (not start or text[start - 1] == "\n") and _LINE.match(text, end):
            score = 0.5
        else:
            continue
        if not is_listed(page, start, end):
            yield page.span(start, end, "MRN", "patient", "rules/mrn", score)


def _may_end_in_person(before: str) -> bool:
    """A quick test for `_BEFORE`: 病歷號: ends in a Han word that is no sex, no age and no name."""
    words = before.rstrip(_EDGE_SIGNS)
    last = words[-1:]
    return last < "\u4e00" or last in "男女性歲岁" or _GLUED.search(words, max(0, len(words) - 5)) is not None


def _beside_a_person(text: str, start: int, end: int) -> bool:
    """Whether a name, or sex and age, stand right before the number, or a name right behind it."""
    before = text[max(0, start - _WINDOW) : start]
    if before[-1:] in _EDGES and ((_may_end_in_person(before) and _BEFORE.search(before)) or _CUED.search(before)):
        return True
    if before[-1:] in _BED_EDGES and (_BESIDE_BED.search(before, max(0, len(before) - 20)) or _SPACED_NAME.search(before, max(0, len(before) - 8))):
        return True
    if before[-1:] in _EDGES and _CHILD.search(before):
        return True
    if end - start <= 8 and _SEX_BEHIND.match(text, end) and VALUE_WORD.search(before) is None:
        return True
    if before[-1:] == "#" or (end - start > 6 and _GLUED.search(before, max(0, len(before) - 5))):
        return True
    if end - start > 6 and _AFTER_LATIN.match(text, end):
        return True
    if _AFTER.match(text, end) is None:
        return False
    return bool(_HEAD.search(before)) if end - start < 7 else VALUE_WORD.search(before) is None


RULES = (
    number_rule("mrn", "MRN", labels=LABELS, decoys=DECOYS, labelled_shape=_SHAPE, kind="patient"),
    number_rule(
        "mrn",
        "MRN",
        labels=WEAK,
        decoys=OTHER_IDS,
        category="mrn_id",
        labelled=0.81,
        labelled_shape=r"\d{2}-\d{5,6}|\d{1,2}-\d{3}-\d{2,4}|(?:HN )?\d{7,9}\(\d\)|[A-Z]{0,2}-?\d{5,10}(?:-\d)?",
        kind="patient",
    ),
    number_rule(
        "mrn", "MRN", labels=("住院", "入院", "門診", "门诊", "急診", "急诊"), category="mrn_letters", labelled=0.8, labelled_shape=r"[A-Z]{1,3}\d{5,10}(?:-[A-Z\d]{1,2})?", kind="patient",
    ),
    number_rule("mrn", "MRN", labels=("住",), category="mrn_stay", labelled=0.8, labelled_shape=r"\d{6,10}(?= ?[号號])", kind="patient"),
    Rule("mrn", find, {"code_list": CODE_LISTS}),
)
