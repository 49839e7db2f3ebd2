"""Beds, wards, clinic rooms and theatres: 12A-03, 7B病房 15床, MICU 3, 外二-15床, 第12診, OR 7.

A bare department is no room. A shape alone (12A-03) counts where no clinical word stands before it, so
BI-RADS 4A, C5-6, 1-0-1 and 12-03 stay. Source: catalogue 2.1 (bed and ward), 2.2, rule R1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "床號：12A-03，BI-RADS 4A，C5-6"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['12A-03']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import MEASURE, Rule
from incognote.detect.scan import hyphens
from incognote.document import Span

_SOURCE: Final = "rules/room"
_LABELS: Final = (
    "床號", "床号", "病床號", "病床号", "床位", "床位號", "出院床號", "病房床號", "病房號", "病房号", "房號", "房号", "病室", "bed", "bed no", "bed number", "room", "room no", "rm", "房間", "病房/床號", "手術房", "手术间",
    "病房", "病区", "病區", "ward", "ward/bed", "手術間", "bed#",
)  # fmt: skip
_VALUE: Final = re.compile(
    r"(?: ?[:#(/為为-]{0,2} ?|\. ?)((?:(?:OR|ICU|MICU|SICU|CCU|NICU|PICU|RCW|ER|W|B)[ -]?)?\d{0,3}[A-Za-z]{0,2}\d{0,3}(?:[-/]\d{1,3}){0,2}(?:-?[A-Z](?![A-Za-z]))?(?:病房|房|室)?(?: ?-?\d{1,3})?(?:床|號床|号床)?)"
    rf"(?!(?!{MEASURE})[A-Za-z0-9])"
)
_HAN_VALUE: Final = re.compile(  # 床号：骨一-22, 病区：心内二病区, 床号:+03床
    r" ?[:：] ?((?:[\u4e00-\u9fff]{1,3}[一二三四五六七八九十\dA-Z](?:科|区|區|病区|病區)?-|\+|加)\d{1,3}(?: ?床)?|[\u4e00-\u9fff]{1,4}(?:[一二三四五六七八九十\dA-Z]{1,2})(?:病区|病區|病房|区|區)(?: ?\+?\d{1,3} ?床)?)(?![\dA-Za-z])"
)
_BED_BEHIND: Final = re.compile(rf" ?[:#]? ?([A-Z]?\d{{1,3}}[A-Z]?-\d{{1,2}}[A-Z]?)(?!(?!{MEASURE})[\dA-Za-z/%-]|\.\d| ?[天日週周次個个月年公小分名人位])")  # 床12-1
_BED_HEADS: Final = frozenset(("", " ", "\n", ",", "、", ";", "(", "/", "病", "鄰", "邻", "號", "号"))
_WARD: Final = (
    r"(?:\d{1,2}[A-Z]\d{0,2}|\d{1,2}[東西南北东]|[A-Z]\d{1,3}|[A-Z]{1,3}-?\d{1,2}[A-Z]?|\d{1,3}[A-Z]?)(?:病房|房|病室)?"
    r"|(?:外|内|內|骨|儿|兒|妇|婦|产|產|神|心|泌|胸|脑|腦|普|眼|耳|急|肿|腫|感|康|呼|消|肾|腎|血|内分泌|神内|神外|心内|消化|呼吸|普外|胸外)[一二三四五六七八九十]{1,2}(?:科|病区|病區|區|区)?"
    r"|[一二三四五六七八九十]{1,2}(?:病房|病区|病區|樓)|(?:ER|EICU|MICU|SICU|CCU|NICU|PICU|ICU|RCW|RCC)(?:\d{0,2})?(?: ?留觀| ?留观)?|急診留觀|急诊留观|留觀|留观|急診|加护病房|加護病房|(?:卒中|中風|中风|消外|肛肠|肝胆|肝膽|胃肠|胃腸|甲乳|血管|创伤|創傷|重症|烧伤|燒傷|老年|介入|疼痛)|(?:[心神肾腎胸普泌肝脑腦血肿腫消呼][内內外]|[产產内內外骨儿兒妇婦眼])科|[A-Z][棟栋]|(?:洗腎|透析|恢復|恢复|待產|待产|觀察|观察|嬰兒|婴儿|隔離|隔离|化療|化疗|注射|输液|燒傷|烧伤|抢救|搶救)(?:室|中心)|產房|产房"
)
_BEDS: Final = re.compile(rf"(?<![A-Za-z0-9.])(?:(?:{_WARD})[ -]?)?(?:第)?([A-Z]?\d{{1,4}}(?:-\d{{1,3}})?[A-Za-z]?|加\d{{1,2}}|[一二三四五六七八九十]{{1,3}}) ?(?:號床|号床|床|號房|房|室)$")
_ROOM_NUMBER: Final = re.compile(r"(?<![\dA-Za-z])[A-Z]?\d{3,4}$")
_NOT_BED: Final = re.compile(r"上|邊|边|旁|位|單|单|墊|垫|欄|栏|頭|头|尾|下|數|数|日|號|号|的規模|规模|試驗|研究|張|床")
_UNITS: Final = re.compile(r"[ -]?(?:第|bed ?|room ?|Bed ?)?(\d{1,2}[A-Z]?(?:-\d{1,2})?)(?! ?(?:天|日|年|月|h|hr|hrs|hours|days|day|d|小時|小时|次|週|周|人|名|位|個|个|/|%|mg|mL|\.\d|:|點|点|歲|岁|號|weeks|wks|times|床以上|years|months|-day))(?![A-Za-z0-9]|\.\d)(?: ?[床箱])?")
_INTO: Final = re.compile(r"(?:to|in|into|from|at) $")
_WHOLE_DAY: Final = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}")
_AMOUNT: Final = re.compile(r" ?(?:年|月|張|间|間|air|天|日|次|/|%|:|人|位|名|樓|楼|days?\b|hrs?\b|hours?\b|h\b|times|x\b|weeks?\b|\.\d)")
_CLINIC: Final = re.compile(r"第? ?(?:(?<!\d[./:])(?<!\d)\d{1,3}|[一二三四五六七八九十]{1,3}) ?$")  # not the day of 2016.5.12 診間
_CLINIC_PLAIN: Final = re.compile(r"\d{1,2}[樓F] ?\d{1,3}$|(?<=[到至掛看往])\d{1,3}$|(?<=\()\d$|(?<![\d.:/A-Za-z\u4e00-\u9fff-])\d{2,3}$")  # 18診, never 3診 or 上週3診
_CLINIC_BEHIND: Final = re.compile(r"[:#] ?([A-Z]?\d{1,4}[A-Z]?)(?![\d:/.%A-Za-z]| ?[人位名])")
_COUNTED: Final = re.compile(r"位|數|数|以上|規模|规模|的醫院|医院")
_TOTAL: Final = re.compile(r"[共設设]有? ?\d{1,4} ?$")
_WARD_ALONE: Final = re.compile(r"(?<![A-Za-z0-9./-])(?:\d{1,2}[A-Za-z]\d{0,2}|\d{1,3}) ?$")
_THEATRE_NUMBER: Final = re.compile(r"第? ?\d{1,2} ?[號号]?$")
_STATION_WARD: Final = re.compile(r"(?<![A-Za-z0-9.])(?:\d{1,2}[A-Za-z]\d{0,2}|[A-Z]\d{1,3}|\d{2,3}) ?$")
_WARD_NAMED: Final = re.compile(
    r"(?:神[外内內經经]|心[内內外臟]|普外|胸外|骨[科]?|泌[尿]?外?|消化|呼吸|[内內外儿兒妇婦产產]科?|肾[内內]|腎[内內]|血液|肿瘤|腫瘤|感染|康复|復健|老年|老年科|精神|心理|急诊|急診)科?(?:[一二三四五六七八九十]{1,2}|[A-Z]|\d{1,2})$"
)
_WARD_BED: Final = re.compile(r" ?\+?\d{1,3} ?床")
_MEETING: Final = re.compile(r"(?<![\dA-Za-z])(?:(?:[一二三四五六七八九十]{1,2}|\d{1,2}) ?[樓楼F] ?)?\d{2,4} ?$")
_TIMED: Final = re.compile(r"\d{1,2}:\d\d (?:在|於|@)?$")
_FLOOR: Final = re.compile(r"(?<![A-Za-z0-9.])\d{1,2}[F樓] ?$")
_CORNERS: Final = ("急", "留", "觀", "隔離", "隔离", "負壓", "负压", "暫", "急救", "搶救", "抢救", "待產", "待产", "重症")
_CORNER: Final = re.compile(r"\d{1,2}(?![\d.:/%-]|[A-Za-z]| ?(?:天|日|週|周|次|小時|小时|月|年|人|位|名|件|級|级|期|度|號|号|分|個|个|例|房|間|胎|步|名|線|线|區|区|室|h|hr|床))")
_NOT_CORNER: Final = frozenset("緊紧危告心尿着著性")
_MOVES: Final = ("床邊", "床边", "調床", "換床", "在", "等", "轉", "转", "轉至", "轉到", "轉回", "回", "到", "送", "上", "住", "由", "自", "入", "從")
_MOVED: Final = re.compile(r" ?:? ?(?![234][DdTW])(?!\d{1,2}F(?!-?\d))(\d{1,2}[A-H](?:-?\d{1,2})?)(?![A-Za-z0-9.%+/-]|[期級级型組组]| ?(?:期|[Ee]cho|CT|MRI|影像|列印|重組|超音波|hr|mm|cm))")
_MOVED_BEGINS: Final = frozenset(" :0123456789")
_CLINIC_ENDS: Final = frozenset(" 0123456789一二三四五六七八九十")
_THEATRE: Final = re.compile(r" ?第? ?\d{1,2}(?:號|号)?(?:房|間|间|台)?(?![\d./]| ?[小時时分年月日天次人台例])")
_NOT_CLINIC: Final = re.compile(r"[斷断治察療疗間间]")
_SHAPE_HEAD: Final = re.compile(r"(?<![A-Za-z0-9./-])(?:\d{1,2}[A-Z]\d{0,2}|(?P<two>[A-Z]\d{2})|MICU|SICU|CCU|NICU|PICU|ICU|RCW|RCC|EICU|BICU)$")
_SHAPE: Final = re.compile(r"-\d{1,2}(?:[A-Z]|(?<=\d\d)(?P<two>-\d{1,2}))?(?![A-Za-z0-9./%-])")
_CLINICAL_BEFORE: Final = re.compile(r"(?:rads|grade|stage|class|type|level|score|size|no|型|級|级|期|分|lot|sn|s/n|序號|批號|#|編號|号|號|code|基因|mutation|exon|(?<![A-Za-z])[A-Z]\d?)[ :.#]{0,2}\Z", re.IGNORECASE)
_TWO_BEDS: Final = re.compile(r"[ :由從从]{0,2}(\d{1,4}-\d{1,2})(?![\d/-])(?: ?(?:→|->|至|到|換|轉)(?:至|到)? ?(\d{1,4}-\d{1,2})(?![\d/-]))?")
_PLACED: Final = re.compile(r"(?:鄰床|邻床|隔床|隔壁床?|鄰房)[^\d\n]{0,8}?[(]?((?:[A-Z]?\d{1,3}[A-Z]?)-\d{1,2}[A-Z]?)(?![\d/-])")


def find(page: Page) -> Iterator[Span]:
    cues = page.cues
    for cues_of, read in _READERS:
        for start, end in cues.get(cues_of, NO_CUES):
            found = read(page, start, end)
            if found:
                yield page.span(*found, "ROOM", None, _SOURCE, 0.82)
    yield from _shapes(page)


def _labelled(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The value behind 床號, Room, bed no."""
    text = page.text
    named = _HAN_VALUE.match(text, end)
    if named:
        return named.span(1)
    value = _VALUE.match(text, end)
    if value is None or not any(c.isdigit() for c in value[1]) or _AMOUNT.match(text, value.end()):
        return None
    if _WHOLE_DAY.fullmatch(value[1]):
        return None  # Jayden Ward (09/05/2014)
    if text[end : end + 1] == "." and page.lower[end - 2 : end] not in ("no", "rm"):
        return None  # ... in the ward. 2. IV fluids
    return value.span(1)


def _bed(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """The ward and number before 床, or three digits and more before 房."""
    text = page.text
    if text[start] == "床" and text[start - 1 : start] in _BED_HEADS and (behind := _BED_BEHIND.match(text, end)):
        return behind.span(1)
    if _NOT_BED.match(text, end) and not text[start - 1 : start].isdigit():
        return None
    if _COUNTED.match(text, end) or _TOTAL.search(text, max(0, start - 7), start):
        return None
    if end - start == 2:  # 5B病房
        ward = _WARD_ALONE.search(text, max(0, start - 5), start)
        return (ward.start(), end) if ward else None
    bed = _BEDS.search(text, max(0, start - 16), end)
    if bed is None or (text[start] in "房室" and not _ROOM_NUMBER.search(text, max(0, start - 5), start)):
        return None
    if text[start] == "房" and text[end : end + 1] in ("間", "颤", "顫", "室"):
        return None
    return bed.start(), end


def _unit(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """MICU 3, OR 7; not OR 2.3 (odds ratio), ICU 3 days."""
    text = page.text
    value = _UNITS.match(text, end)
    if value is None:
        return None
    if page.lower[start:end] == "obs":
        return (start, value.end()) if text[start:end] == "OBS" and text[end] in " -" else None
    if page.lower[start:end] in ("dsa", "vip"):  # DSA 2 周 is a count, VIP6 a room
        return (start, value.end()) if text[end].isdigit() and text[start:end].isupper() else None
    if page.lower[start:end] == "or":
        theatre = text[start:end] == "OR" and (text[end] in " -#" or text[end].isdigit()) and "-" not in value[1]
        if not theatre or text[value.end() : value.end() + 1] == ",":
            return None
        if text.startswith(".", value.end()) and not _INTO.search(text, max(0, start - 6), start):
            return None
    floor = _FLOOR.search(text, max(0, start - 4), start)
    return floor.start() if floor else start, value.end()


def _theatre(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """手術室12號房, 開刀房第5房, 第5手術室."""
    value = _THEATRE.match(page.text, end)
    if value:
        return start, value.end()
    ahead = _THEATRE_NUMBER.search(page.text, max(0, start - 4), start)
    return (ahead.start(), end) if ahead else None


def _station(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """5C護理站, 12A 護理站."""
    if end - start == 2:  # 8樓B站
        floor = _FLOOR.search(page.text, max(0, start - 4), start)
        return (floor.start(), end) if floor else None
    ward = _STATION_WARD.search(page.text, max(0, start - 5), start)
    return (ward.start(), end) if ward else None


def _scanner(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """13:10 MR2, CT1室: a numbered scanner behind a time or before 室; MR2 alone may be a grade."""
    text = page.text
    if not text[start:end].isupper() or (text[end : end + 1].isalnum() and text[end] != "室"):
        return None
    if text.startswith("室", end):
        return start, end + 1
    timed = _TIMED.search(text, max(0, start - 7), start) and text[end : end + 1] in {"", "\n", " ", ",", ")"}
    return (start, end) if timed else None


def _ward_letter(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """神外A区, 心内二病区, 骨科三病區: a department with the ward's number or letter."""
    ward = _WARD_NAMED.search(page.text, max(0, start - 6), start)
    if ward is None:
        return None
    bed = _WARD_BED.match(page.text, end)
    return ward.start(), bed.end() if bed else end


def _meeting(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """二樓203會議室."""
    room = _MEETING.search(page.text, max(0, start - 9), start)
    return (room.start(), end) if room else None


def _corner(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """急22, 隔離3, 留5: a numbered place of the emergency room; not 緊急2次, 隔離3天, 急1."""
    text = page.text
    value = _CORNER.match(text, end - 1)
    if value is None or text[start - 1 : start] in _NOT_CORNER:
        return None
    if end - start == 2 and text[start] in "急留觀暫" and value.end() - value.start() < 2:
        return None  # 急2 慢1
    listed = start == 0 or text[start - 1] in "\n 、,→到在至轉转是跟和與(" or text.endswith("床頭", 0, start) or text.endswith("床头", 0, start)
    if end - start == 3 and text[start] in "重待搶抢急" and text[value.end() : value.end() + 1] in "、,→/":
        listed = listed and text[start - 1 : start] in {"", "\n"}
    return (start, value.end()) if listed else None


def _moved(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """在9C, 等9B空床, 轉5A: a ward named by number and letter behind a word of place."""
    value = _MOVED.match(page.text, end) if page.text[end : end + 1] in _MOVED_BEGINS else None
    return value.span(1) if value else None


def _clinic(page: Page, start: int, end: int) -> tuple[int, int] | None:
    """第12診, 3號診間, 診間:127; not 第3診斷."""
    text = page.text
    if end - start == 2 and text[end : end + 1] in ":#" and (behind := _CLINIC_BEHIND.match(text, end)):
        return behind.span(1)
    if text[start - 1 : start] not in _CLINIC_ENDS:
        return None
    value = _CLINIC.search(text, max(0, start - 5), start)
    short = text[start:end] == "診"
    if value is None or (short and _NOT_CLINIC.match(text, end)):
        return None
    if short and not value[0].startswith("第"):
        plain = _CLINIC_PLAIN.search(text, max(0, start - 4), start)
        return (plain.start(), end) if plain else None
    return value.start(), end


def _shapes(page: Page) -> Iterator[Span]:
    text = page.text
    if "-" not in text:
        return
    for at in hyphens(text):
        tail = _SHAPE.match(text, at)
        head = _SHAPE_HEAD.search(text, max(0, at - 5), at) if tail else None
        if tail is None or head is None or (head["two"] is not None and tail["two"] is None) or (tail["two"] and not head["two"] and not head[0][0].isdigit()):
            continue
        if not _CLINICAL_BEFORE.search(text, max(0, head.start() - 9), head.start()):
            yield page.span(head.start(), tail.end(), "ROOM", None, _SOURCE, 0.55)
    for _, end in page.cues.get("bed_moved", NO_CUES):
        beds = _TWO_BEDS.match(text, end)
        for number in (1, 2) if beds else ():
            if beds and beds[number]:
                yield page.span(*beds.span(number), "ROOM", None, _SOURCE, 0.8)
    for _, end in page.cues.get("next_bed", NO_CUES):
        value_ = _PLACED.search(text, end - 2, min(len(text), end + 24))
        if value_ and value_.start() <= end:
            yield page.span(*value_.span(1), "ROOM", None, _SOURCE, 0.8)


_READERS: Final = (
    ("room", _labelled), ("bed", _bed), ("theatre", _theatre), ("unit", _unit), ("clinic_room", _clinic),
    ("station", _station), ("scanner", _scanner), ("ward_letter", _ward_letter), ("meeting", _meeting), ("corner", _corner), ("moved_to", _moved),
)  # fmt: skip

RULES = (
    Rule(
        "room",
        find,
        {
            "room": _LABELS,
            "bed": ("床", "房", "室", "病房"),
            "theatre": ("手術室", "开刀房", "開刀房", "手术室", "手术间", "刀房", "导管间", "導管間", "导管室", "導管室", "介入室"),
            "unit": ("micu", "sicu", "ccu", "nicu", "picu", "icu", "eicu", "rcw", "rcc", "or", "obs", "產房", "恢復室", "洗腎室", "透析室", "产房", "抢救室", "搶救室", "恢复室", "待產室", "观察室", "觀察室", "dsa", "vip", "病房vip"),
            "meeting": ("會議室", "会议室", "討論室", "會談室", "諮商室", "教室", "檢查室"),
            "ward_letter": ("区", "區", "病区", "病區"),
            "station": ("護理站", "护理站", "護站", "a站", "b站", "c站", "d站"),
            "scanner": tuple(f"{machine}{digit}" for machine in ("mr", "ct") for digit in range(1, 6)),
            "corner": tuple(f"{word}{digit}" for word in _CORNERS for digit in range(10)),
            "moved_to": _MOVES,
            "clinic_room": ("診", "診區", "诊区", "诊室", "診間", "診室", "號診間", "号诊室"),
            "bed_moved": ("回房", "返房", "返室", "調床", "換床", "轉床", "移床", "換至", "床位異動"),
            "next_bed": ("鄰床", "邻床", "隔床", "隔壁床", "隔壁", "鄰房"),
        },
    ),
)
