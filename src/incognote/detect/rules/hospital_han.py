"""Named hospitals, clinics and pharmacies in Chinese: full names by their ending, short forms by list or cue.

A name of common words only (本院, 社區醫院, 兩家醫院) is no name. A short form counts when the list knows it
as nothing else (北榮), when a word around it says hospital (轉自和岳, 台大急診), or when the note names the
institution in full elsewhere (青禾醫院 ... at 青禾). Source: catalogue 7.4 O1-O3, P3; endings from the
Medical Care Act's kinds of institution (醫院, 診所) and 医疗机构管理条例实施细则 article 3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "曾在和岳診所拿藥，本院骨科門診"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['和岳診所']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import DATA, Kind, institution, is_han, known, name_start, strip_common
from incognote.document import Span
from incognote.gazetteer.loader import read_list
from incognote.gazetteer.matcher import Matcher
from incognote.names.likelihood import tables
from incognote.names.tables import to_base

ENDINGS: Final = (
    "醫院", "医院", "醫學中心", "医学中心", "診所", "诊所", "卫生院", "衛生院", "衛生所", "卫生所", "卫生室", "衛生室", "保健院", "保健站",
    "藥局", "药局", "藥房", "药房", "药店", "药铺", "門診部", "门诊部", "卫生服务中心", "衛生服務中心", "卫生服务站", "療養院", "疗养院",
    "榮總", "榮民總醫院", "防治所", "防治院", "洗腎中心", "透析中心", "健檢中心", "体检中心", "健診中心", "急救中心", "捐血中心", "癌中心",
    "慈濟", "長庚", "馬偕", "中醫診所", "產後護理之家", "月子中心", "復健科", "眼科", "牙醫", "耳鼻喉科", "小兒科", "皮膚科", "身心科",
    "婦產科", "骨科", "內科", "外科", "家醫科", "中醫", "附醫", "总院", "分院", "檢驗所", "检验所", "放射所", "物理治療所", "職能治療所", "心理治療所", "心理諮商所", "諮商所", "助產所", "醫務室", "医务室", "病院",
    "生殖中心", "生殖医学中心", "国医馆", "國醫館", "中医馆", "中醫館", "医美", "醫美", "妇幼", "婦幼", "康养中心", "康養中心",
    "一院", "二院", "三院", "四院", "五院", "六院", "七院", "八院", "九院", "十院",
    "復健中心", "康复中心", "精神卫生中心", "疾控中心", "疾病预防控制中心",
)  # fmt: skip
_WEAK: Final = frozenset(
    ("復健科", "眼科", "牙醫", "耳鼻喉科", "小兒科", "皮膚科", "身心科", "婦產科", "骨科", "內科", "外科", "家醫科", "中醫", "附醫",
     "总院", "分院", "慈濟", "長庚", "馬偕", "榮總")
)  # fmt: skip
_ORDINALS: Final = frozenset(f"{digit}院" for digit in "一二三四五六七八九十")
_PLAIN_NAME: Final = frozenset({"医美", "醫美", "妇幼", "婦幼"})
_PRACTICES: Final = frozenset({"婦產科", "小兒科", "牙醫", "中醫", "耳鼻喉科", "眼科", "皮膚科", "家醫科", "復健科", "身心科", "骨科", "內科", "外科"})
_CHAINS: Final = frozenset({"慈濟", "長庚", "馬偕", "榮總", "附醫"})
COMMON: Final = frozenset(read_list(DATA, "hospital_words"))
_SHORT: Final = read_list(DATA, "hospitals_short")
_SURNAMES: Final = frozenset(
    "卓顏颜柯喬歐欧莊庄簡简涂施龔游詹翁洪辛柳駱温溫古童康史尤向倪鄔凌鐘阮"
    "王李張张劉刘陳陈楊杨黃黄趙赵吳吴周徐孫孙馬马朱胡郭何林高羅罗鄭郑梁謝谢宋唐許许鄧邓韓韩馮冯曹彭曾蕭萧田董潘袁蔡蔣蒋余于杜葉叶程魏蘇苏呂吕丁沈任姚盧卢傅鍾钟姜崔譚谭廖范汪陸陆金石戴賈贾韋韦邱方侯鄒邹熊孟秦白江"
)
_BRANDS: Final = frozenset(["聯合", "联合", "模範", "保健", "國際", "中央", "今日", "民生", "友善", "示範"])
KIND: Final = Kind("HOSPITAL", "rules/hospital_han", COMMON, _SURNAMES, brands=_BRANDS)
_BRACKETED: Final = re.compile(r"\(([\u4e00-\u9fff]{2,4})(?:店|分店|分院)?\)")
_OWNER: Final = re.compile(r"(?:附[属屬]|附|[市省县縣]|医大附?|醫大附?|大附|人民|中医|中醫)$")
_NUMBERED: Final = re.compile(r"第[一二三四五六七八九十\d]{1,3}(?:人民|附属|附屬|中)$")
_BRANCH: Final = re.compile(
    r"(?:[(]?[\u4e00-\u9fff]{0,4}?(?:分院|院區|院区|分部|分店|分所|總院|[东西南北東]院)[)]?|附設[\u4e00-\u9fff]{0,6}?(?:診療服務處|護理所|門診部|診所|醫務室|護理之家)|[\u4e00-\u9fff]{2}店(?![\u4e00-\u9fff]?員))"
)
_AFTER: Final = re.compile(  # what makes 台大 a hospital and not a university
    r" ?(?:急診|急诊|門診|门诊|住院|就醫|就医|就診|就诊|看診|看病|求診|開刀|手術|手术|追蹤|檢查|检查|治療|治疗|轉|转|醫師|医师|出院|回診|複診|拿藥|骨科|內科|外科|神經|心臟|血腫|病歷|病理|加護|檢體|做|行|診斷|確診|診治|ER\b|OPD\b|ICU\b|Dr)"
)
_BEFORE: Final = re.compile(
    r"(?:(?:^|\n)[ \t]*\d{1,2}[.、)]|f/u|轉入|转入|轉出|转出|轉自|转自|轉至|转至|轉到|轉往|送|轉|轉診|轉診至|轉介|轉介至|轉回|送至|送到|送往|曾在|曾於|曾至|曾到|就醫於|就診於|住院於|回診|在|於|于|至|到|去|赴|由|自|從|从|來自|from|at|to|@|visited|via|by)[:\s]{0,2}$",
    re.IGNORECASE,
)
_CUED: Final = re.compile(r"([\u4e00-\u9fff]{2,4})(?=[\s,.;:，。；、()\[\]/]|$|急診|門診|急诊|门诊|就醫|住院|開刀|手術|追蹤|醫院|轉)")
_ONWARD: Final = re.compile(r" to ([\u4e00-\u9fff]{2,4})(?![\u4e00-\u9fff])")  # from 和岳 to 明川
_TURNED: Final = ("後送", "后送", "通報醫院", "通报医院", "轉診醫院", "原就診醫院", "前一家醫院", "送醫", "轉自", "转自", "轉診自", "转诊自", "轉院自", "轉入自", "轉回自", "就醫於", "就診於", "住院於", "開刀於")
_HOME: Final = re.compile(r"(?:住|老家|戶籍|户籍|籍貫|籍贯|搬|嫁|來自|来自|出生)[在於于到至地:： ]{0,2}$")
_ENGLISH: Final = ("at", "@", "from", "visited", "transferred from", "referred from", "referred to", "transferred to")
_LETTER: Final = ("h急診", "h急诊", "h門診", "h住院", "h er", "h opd", "h就醫", "h追蹤")  # 青禾H急診
_TREATED: Final = re.compile(r"驗[尿血]|抽血|檢查|拿藥|打針|針灸|復健|看診|看病|看|就診|就醫|治療|追蹤|推拿|拔牙|领药|领藥|領藥|開藥")
IN_HOUSE: Final = re.compile(r"[樓科部區室層院診門前後左右]")
_SURE: Final = frozenset((*_TURNED, "transferred from", "referred from", "transferred to"))
NO_PLACE: Final = re.compile(r"急|門|病|家|院|房|床|側|前|後|上|下|內|外|左|右|部|科|室|旁|邊|處|痛|學校|公司|路|年|月|日|時|早|晚|午|睡|夜|區|市|縣|鄉|鎮|村|里|國")
_DEPARTMENT_NEXT: Final = re.compile(r"感染|管理|評鑑|院長|行政|等級|级别|獲得|内感染|內感染|層級|收費|診斷書")


def find(page: Page) -> Iterator[Span]:
    cues = page.cues
    named: dict[str, None] = {}
    for cue in cues.get("hospital_ending", NO_CUES):
        found = _named(page, cue)
        if found:
            start, end, score, core = found
            if core:
                named[core] = None
            yield page.span(start, end, "HOSPITAL", None, KIND.source, score)
    last = -1
    for start, end in cues.get("hospital_short", NO_CUES):
        listed = last == start - 1 and page.text[last] in "/、,"  # 高雄長庚/義大/高醫
        if listed or _is_short(page, start, end):
            last = end
            end += 2 * page.text.startswith(("醫院", "医院"), end)
            yield page.span(start, _branch_end(page.text, end), "HOSPITAL", None, KIND.source, 0.82)
    for start, _ in cues.get("hospital_letter", NO_CUES):
        left = name_start(page.text, start, limit=4)
        if start - left >= 2 and strip_common(page.text, start, COMMON) > left:
            yield page.span(left, start + 1, "HOSPITAL", None, KIND.source, 0.8)
    yield from _again(page, named)
    yield from _by_cue(page)


def _named(page: Page, cue: tuple[int, int]) -> tuple[int, int, float, str] | None:
    text, (start, end) = page.text, cue
    word = text[start:end]
    if word in _ORDINALS:
        left_ = _ordinal(text, start, end)
        return None if left_ is None else (left_, end, 0.82, "")
    if word in _PLAIN_NAME:
        left = name_start(text, start, limit=6)
        sound = start - left >= 2 and left and (text[left - 1] in "于於在至到去" or not in_words(text[left:start])) and not text.startswith(("保健", "人", "中心", "衛生", "卫生", "科", "隊", "队", "醫院", "医院"), end)
        return (left, end, 0.82, "") if sound else None
    if word in _WEAK:
        if word not in _CHAINS:
            return _practice(text, start, end) or _door_plate(text, start, end)
        left = name_start(text, start)
        return (left, _branch_end(text, end), 0.82, "") if 2 <= start - left <= 12 else None
    if _DEPARTMENT_NEXT.match(text, end):
        return None
    range_ = institution(page, cue, KIND)
    if range_ is None:
        numbered = _numbered(text, start)
        return (numbered, end, 0.7, "") if numbered is not None else None
    left = range_[0]
    core = text[left : strip_common(text, start, COMMON)]
    return left, _branch_end(text, end), 0.85, core if 2 <= len(core) <= 5 else ""


def _practice(text: str, start: int, end: int) -> tuple[int, int, float, str] | None:
    """A practice without the word clinic: 在和岳中醫針灸, 於王內科拿藥; not 在本院骨科."""
    left = name_start(text, start)
    name = text[left:start]
    if not left or text[left - 1] not in "在於于至到去由從从" or not _TREATED.match(text, end):
        return None
    if name in _SURNAMES or (2 <= len(name) <= 4 and not IN_HOUSE.search(name) and strip_common(text, start, COMMON) > left):
        return left, end, 0.82, ""
    return None


def _door_plate(text: str, start: int, end: int) -> tuple[int, int, float, str] | None:
    """悅齒牙醫, 好芽小兒科: a practice that stands alone, its name no word (兒童牙醫, 一般內科, 傳統中醫)."""
    left = name_start(text, start)
    name = text[left:start]
    alone = left == 0 or not is_han(text[left - 1])
    if text[start:end] not in _PRACTICES or not alone or not 2 <= len(name) <= 3 or (end < len(text) and is_han(text[end]) and text[end] not in "院醫皮初看" and not _TREATED.match(text, end)):
        return None
    if IN_HOUSE.search(name) or strip_common(text, start, COMMON) < start or in_words(name) or any(in_words(name[i : i + 2]) for i in range(len(name) - 1)):
        return None
    return left, end, 0.6, name


def in_words(name: str) -> bool:
    return name.translate(to_base()) in tables().words


def _ordinal(text: str, start: int, end: int) -> int | None:
    """市三院, 附属二院, 涪川三院; not 第一院區, 三院士, 二院會診."""
    if text.startswith(tuple("区區士长長线內内"), end) or not start:
        return None
    owner = _OWNER.search(text, max(0, start - 6), start)
    if owner:
        left = owner.start()
        if left >= 2 and text[left - 2 : left] in known():
            left -= 2
        return left
    if text[start - 1 : start] in ("", "(", ",", "，", "。", " ", "\n", ")", "、") and f"第{text[start]}人民" in text:
        return start  # 二院, where the note has 第二人民医院
    left = name_start(text, start, limit=4)
    return left if 2 <= start - left <= 4 and not in_words(text[left:start]) and not text[left].isdigit() else None


def _numbered(text: str, start: int) -> int | None:
    """第三人民医院 without a city is one hospital; the number is its name."""
    found = _NUMBERED.search(text, max(0, start - 10), start)
    if found is None:
        return None
    left = found.start()
    return left - 1 if left and text[left - 1] in "市县縣省" else left


def _branch_end(text: str, end: int) -> int:
    branch = _BRANCH.match(text, end)
    if branch:
        return branch.end()
    place = _BRACKETED.match(text, end)  # 德善堂中醫診所(深水埗)
    return place.end() if place and place[1] in known() else end


def _is_short(page: Page, start: int, end: int) -> bool:
    text, word = page.text, page.lower[start:end]
    if start and end < len(text) and text[end : end + 1] in "人壽证券大學学" and word not in ("慈濟", "长庚"):
        return False
    if word.isdigit():
        return text[end : end + 2] in ("医院", "醫院")
    if _SHORT.get(word, 0.0) >= 1:
        return True
    if _HOME.search(text, max(0, start - 6), start):
        return False
    return bool(_AFTER.match(text, end) and _opens(text, start)) or bool(
        _BEFORE.search(text, max(0, start - 12), start) and not (end < len(text) and is_han(text[end]) and not _AFTER.match(text, end))
    )


def _opens(text: str, start: int) -> bool:
    return start == 0 or not is_han(text[start - 1]) or name_start(text, start + 2) == start


def _again(page: Page, named: dict[str, None]) -> Iterator[Span]:
    """The short form of what the note names in full: 青禾醫院 ... 於青禾追蹤."""
    text = page.text
    for at, end in _occurrences(text, named):
        before = _BEFORE.search(text, max(0, at - 12), at)
        if not before and text[at - 1 : at] in _CELL and text[end : end + 1] in _CELL and at:
            yield page.span(at, end, "HOSPITAL", None, KIND.source, 0.8)
        elif not before and _is_own(text, at, end):
            yield page.span(at, end, "HOSPITAL", None, KIND.source, 0.6)  # 樟岙社工, 院裡都叫樟岙
        if before and not text.startswith(("醫", "医", "診", "诊", "路", "街", "國", "高", "大"), end):
            yield page.span(at, end, "HOSPITAL", None, KIND.source, 0.86)


def _is_own(text: str, start: int, end: int) -> bool:
    """Whether a core is no word and no place, and no longer name goes on from it."""
    core = text[start:end]
    if end - start > 3 or in_words(core) or core in known() or any(in_words(core[i : i + 2]) for i in range(len(core) - 1)):
        return False
    return not text.startswith(_GOES_ON, end) and not text.endswith(("部立", "姓名:"), 0, start)


_GOES_ON: Final = ("醫", "医", "診", "诊", "路", "街", "國", "高", "大", "小", "里", "村", "市", "區", "区", "鎮", "镇", "鄉", "乡", "縣", "县", "中", "綜", "综", "基督", "紀念", "先生", "小姐", "女士")
_CELL: Final = frozenset(",|\t")


def _occurrences(text: str, named: dict[str, None]) -> Iterator[tuple[int, int]]:
    if len(named) > 8:  # a matcher costs more to build than a few searches, and less than thousands
        yield from ((start, end) for start, end, _ in Matcher((core, core) for core in named).find(text))
        return
    for core in named:
        at = text.find(core)
        while at >= 0:
            yield at, at + len(core)
            at = text.find(core, at + len(core))


def _by_cue(page: Page) -> Iterator[Span]:
    """A name nobody knows after 轉自 or after an English preposition: CABG in 2015 at 明川."""
    text = page.text
    for start, end in page.cues.get("hospital_cue", NO_CUES):
        score = 0.9 if page.lower[start:end] in _SURE else 0.8  # "from" alone also stands before people
        while end < len(text) and text[end] in " ::":
            end += 1
        if end >= len(text) or not is_han(text[end]):
            continue
        value = _CUED.match(text, end)
        if value is None or NO_PLACE.search(value[1]) or strip_common(text, value.end(1), COMMON) <= end:
            continue
        if name_start(text, value.end(1)) <= end and value[1] not in known():
            yield page.span(*value.span(1), "HOSPITAL", None, KIND.source, score)
            onward = _ONWARD.match(text, value.end(1))
            if onward and not NO_PLACE.search(onward[1]) and name_start(text, onward.end(1)) <= onward.start(1):
                yield page.span(*onward.span(1), "HOSPITAL", None, KIND.source, score)


RULES = (
    Rule(
        "hospital_han",
        find,
        {"hospital_ending": ENDINGS, "hospital_short": tuple(word.lower() for word in _SHORT), "hospital_cue": _TURNED + _ENGLISH, "hospital_letter": _LETTER},
        needs=("hospital_ending", "hospital_short", "hospital_cue", "hospital_letter"),
    ),
)
