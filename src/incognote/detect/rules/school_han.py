"""Named schools and early-learning centres in Chinese.

A stage or a class without a school's name (國小二年級, 讀國中, 幼兒園老師) is no name. Early learning is the
weakest kind in published tools, so its endings are many. Source: catalogue 1.5, 7.1, 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "就讀雲嶺國中，國小二年級時"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['雲嶺國中']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import Kind, institution, is_han, known, name_start
from incognote.detect.whose import role_before
from incognote.document import Span
from incognote.names.likelihood import surname_weight, tables
from incognote.names.tables import to_base

_SCHOOL: Final = (
    "國小", "国小", "國中", "国中", "高中", "高職", "高职", "高工", "高商", "家商", "女中", "附工", "附商", "商工", "工商", "高農", "附中", "附高", "護校", "海事", "美工", "餐旅", "一中", "大學", "大学", "學院", "学院", "科大", "科技大學",
    "小學", "小学", "中學", "中学", "職校", "职校", "技校", "专科学校", "專校", "護專", "农校", "卫校", "國民小學", "國民中學", "高級中學", "補習班",
    "补习班", "補校", "安親班", "才藝班", "学校", "學校", "啟智學校", "特教學校", "书院", "書院", "完全中學", "中小學", "實小", "附小", "實中",
)  # fmt: skip
_EARLY: Final = (
    "幼兒園", "幼儿园", "幼稚園", "幼稚园", "托嬰中心", "托婴中心", "托兒所", "托儿所", "托育中心", "托育園", "托育园", "幼托中心", "親子館", "早療中心",
    "早期療育中心", "托嬰", "托婴", "早教中心", "保母中心", "保姆中心", "月托中心", "附幼", "幼幼班", "托班", "托儿班", "学前班", "學前班", "蒙特梭利", "保育園", "幼兒學校", "非營利幼兒園",
)  # fmt: skip
_COMMON: Final = frozenset(
    ["中等", "高等", "专业", "專業", "外縣市", "外縣", "寄宿", "國立", "国立", "市立", "縣立", "县立", "省立", "私立", "公立", "公辦", "民辦", "民办", "重点", "重點", "實驗", "实验", "附屬", "附属", "附設", "國民", "国民", "高級", "高级", "初級", "初级", "完全", "綜合", "商業", "商业", "工業", "工业", "農業", "家事", "護理", "护理", "職業", "职业", "技術", "技术", "科技", "師範", "师范", "醫學", "医学", "藝術", "艺术", "體育", "体育", "醫科", "中醫藥", "教育", "海洋", "管理", "空中", "社區", "社区", "老人", "長青", "樂齡", "特殊", "特教", "啟智", "啟聰", "啟明", "語言", "外語", "雙語", "美語", "英語", "英文", "數學", "珠算", "文理", "才藝", "課後", "國際", "国际", "全美語", "非營利", "大型", "附近", "當地", "当地", "某", "一般", "普通", "女子", "男子", "公", "私", "日間", "夜間", "在職", "假日", "同", "同一", "本", "該", "该", "此", "原", "前", "後", "新", "舊", "各", "全", "另", "所", "某所", "兩", "两", "多", "幾", "第", "五專", "二專", "四技", "二技", "研究", "研究所", "中小", "中", "小", "初", "高", "幼兒", "幼儿", "托嬰", "托育", "居家", "親子", "社會", "家庭", "公共", "準公共", "公設", "民營", "早期", "療育", "發展", "兒童", "儿童", "是", "為", "僅", "只", "只有", "畢", "唸", "完", "到", "升", "上", "念", "讀", "学", "學", "教", "教會", "醫", "法", "商", "工", "文", "理", "農", "神", "美國", "國外", "国外", "日本", "農", "省", "市", "縣", "县", "區", "区", "鄉", "乡", "鎮", "镇", "村", "里", "鄉下", "偏鄉", "學歷", "学历", "程度", "学生", "不同", "轉", "轉到", "肄業", "以上", "肄", "現", "才", "剛", "刚", "直到"]
)
_GRADE_NEXT: Final = re.compile(r"[一二三四五六七八九]年級|程度|畢業|毕业|肄業|學歷|学历|以上|階段|阶段|時期|时期|時|时|同學|同学|生|老師|老师|教育|教師|教师")
_NUMBERED: Final = re.compile(r"(?:市|县|縣|區|区)?第[一二三四五六七八九十\d]{1,3}$")
_BRANCH: Final = re.compile(r"(?:附設[國高]中部|[國高]中部|附設幼兒園|附幼|附属[\u4e00-\u9fff]{2}|[\u4e00-\u9fff]{2,3}(?:校區|校区|分校|分部|分班))")
_SCHOOL_KIND: Final = Kind("SCHOOL", "rules/school_han", _COMMON, longest_core=8)
_EARLY_KIND: Final = Kind("EARLYLEARN", "rules/school_han", _COMMON, longest_core=8)
_SHORT: Final = (
    "台大", "臺大", "政大", "成大", "清大", "交大", "陽明交大", "輔大", "師大", "台師大", "北師大", "彰師大", "高師大", "北科大", "台科大", "臺科大", "高科大", "雲科大", "屏科大", "虎科大", "勤益", "中興", "中山", "中央", "中正", "中原", "逢甲",
    "東吳", "淡江", "文化", "銘傳", "世新", "實踐", "靜宜", "東海", "元智", "義守", "北醫", "高醫", "中山醫", "中國醫", "長庚", "慈濟", "東華", "暨南", "北護", "長榮", "弘光", "嘉藥", "美和", "輔英", "亞東", "大葉", "南華", "真理", "北一女", "建中", "雄中", "雄女", "中女中", "南一中", "附中", "師大附中",
    "北大", "清华", "人大", "复旦", "上交", "浙大", "南大", "武大", "华科", "中大", "港大", "川大", "厦大", "北师大", "华师大", "同济", "科大",
)  # fmt: skip
_STUDIES: Final = re.compile(r"(?:就讀|就读|考上|錄取|畢業於|毕业于|畢業自|念|唸|讀|读|轉學)(?:於|于|至|到)?$")
_STUDIED: Final = re.compile(r"(?:於|于|的是)? ?(([\u4e00-\u9fff]{2})[醫医科師师]?大)(?=大[一二三四五六]|[一二三四五六]年|[\u4e00-\u9fff]{1,4}[系所]|[畢毕]業?|[,，。;；\s]|$)")  # 讀青岙醫大大四
_STUDENT: Final = re.compile(r"(?:[\u4e00-\u9fff]{2,6}(?:學系|学系|系|研究所)|畢業|毕业|學生|学生|教書|教书|任教|老師|老师|教授|肄業|碩士|硕士|博士|大[一二三四]|研究生|休學)")
_HALF_PUPIL: Final = re.compile("[國高国][中小][學学][生童員员]")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, kind in (("school", _SCHOOL_KIND), ("early", _EARLY_KIND)):
        for cue in page.cues.get(category, NO_CUES):
            if text.startswith(("醫院", "医院", "附設醫院", "附属医院", "附屬醫院", "醫學院", "夫", "附醫", "线", "線", "总", "總", "街", "路"), cue[1]):
                continue
            if text.startswith(("矯正", "矫正"), cue[0] - 2):
                continue  # a prison
            found = institution(page, cue, kind)
            start = found[0] if found else _numbered(text, cue)
            if start is not None and not _is_mate(text, start, cue):
                branch = _BRANCH.match(text, cue[1])
                end = branch.end() if branch and not _GRADE_NEXT.match(text, cue[1]) else cue[1]
                label = "EARLYLEARN" if "幼" in text[cue[1] : end] else kind.label
                yield page.span(start, _without_pupil(page.text, end), label, None, kind.source, kind.score)
    yield from _short(page)
    for _, at in page.cues.get("studies", NO_CUES):
        value = _STUDIED.match(text, at)
        if value and value[2] not in tables().words and value[2].translate(to_base()) not in tables().words:
            yield page.span(*value.span(1), "SCHOOL", None, _SCHOOL_KIND.source, 0.8)
    yield from _by_number(page)


def _without_pupil(text: str, end: int) -> int:
    """雲嶺國中學生, 雲嶺國小學童: 學 is the first half of the pupil, not the last of the school."""
    return end - 1 if _HALF_PUPIL.match(text, end - 3) else end


def _is_mate(text: str, start: int, cue: tuple[int, int]) -> bool:
    """同學王大同國中同窗: the name behind a role word is a person's, and the two went to school together."""
    name = text[start : cue[0]]
    together = len(name) == 3 and text.startswith(("同窗", "同班", "同屆", "同届", "認識", "认识"), cue[1])
    return together and (surname_weight(name[0]) or -9.0) > -5.0 and role_before(text, start) is not None


def _by_number(page: Page) -> Iterator[Span]:
    """云台二中, 柳溪三小: a name and a number; not 三小時, 其二中."""
    text = page.text
    for start, end in page.cues.get("school_number", NO_CUES):
        left = name_start(text, start, limit=4)
        name = text[left:start]
        if not 2 <= len(name) <= 4 or _NOT_SCHOOL.match(text, end) or any(c in "第月日年點点每共" for c in name):
            continue
        sure = _PUPIL_SURE.match(text, end)
        if sure or name in known() or name[:2] in known() or (name.translate(to_base()) not in tables().words and _PUPIL.match(text, end)):
            yield page.span(left, end, "SCHOOL", None, _SCHOOL_KIND.source, 0.8)


_NOT_SCHOOL: Final = re.compile(r"[時时段塊块包杯口片度型等心藥药醫医毒風风]")
_PUPIL_SURE: Final = re.compile(r"[高初国國][一二三中]|学生|學生|[一二三四五六](?:年|\(|班)|教師|老师|老師|校")
_PUPIL: Final = re.compile(r"[\u4e00-\u9fff]{0,1}[一二三四五六七八九\d(]|高|初|[學学]|班|[畢毕]業?|[讀读]|[老教]|[,，。;；、\s]|$")


def _short(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("school_short", NO_CUES):
        tied = _STUDIES.search(text, max(0, start - 5), start)
        alone = start == 0 or not is_han(text[start - 1]) or text[start - 1] in "在於于從从由自" or tied
        enclosed = text[start - 1 : start] == "(" and text[end : end + 1] == ")" and text[end - 1] == "大"
        if alone and (enclosed or tied or _STUDENT.match(text, end)) and not text.startswith(("醫院", "医院", "急診", "門診", "大學"), end):
            yield page.span(start, end, "SCHOOL", None, _SCHOOL_KIND.source, 0.8)


def _numbered(text: str, cue: tuple[int, int]) -> int | None:
    number = _NUMBERED.search(text, max(0, cue[0] - 6), cue[0])
    return number.start() if number else None


RULES = (Rule("school_han", find, {"school": _SCHOOL, "early": _EARLY, "school_short": _SHORT, "studies": ("讀", "读", "就讀", "就读", "念", "唸"), "school_number": tuple(f"{digit}{kind}" for digit in "一二三四五六七八九十" for kind in "中小")}, needs=("school", "early", "school_short", "school_number", "studies")),)
