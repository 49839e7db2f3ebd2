"""Single places in Chinese told by their level word: 在麻豆區做醮, 從凉山州趕回, 李樹林村的朋友, 蓁口吊橋旁.

A village, hamlet or tribe with a name is taken where it stands; a district, county or city behind a word that
brings someone there (在, 於, 從, 到), or as what people are from (鹿口區人). 病區, 社區, 農村 and 度假村 name no
place, and a place with an institution behind it (麻豆區公所) belongs to that. Source: catalogue 2.1, P1, P2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "曾在萧山区做工，到李树林村找朋友，住院病区三楼"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['李树林村', '萧山区']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.places import NOT_PLACES, districts
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import is_han, known, name_start
from incognote.document import Span
from incognote.names.likelihood import tables
from incognote.names.tables import to_base

_SOURCE: Final = "rules/location_level"
_TIED: Final = re.compile(
    r"[ :]{0,2}([\u4e00-\u9fff]{2,7}?)(部落|自治州|[市區区縣县州鄉乡鎮镇村屯里])(?![\u4e00-\u9fff]?[院所局署隊队])(?![立公政警醫医衛卫法消國国中小分總总榮荣銀银民農农長长区區市縣县路街])"
)
_PROVINCE: Final = re.compile(r"[\u4e00-\u9fff]{2,3}[省市](?=[\u4e00-\u9fff]{2})")
_HAMLET: Final = ("村", "屯", "部落")
_COMMON_HAMLETS: Final = frozenset(
    ("漁村", "渔村", "農村", "农村", "山村", "眷村", "全村", "本村", "同村", "邻村", "鄰村", "外村", "乡村", "鄉村", "度假村", "渡假村", "選手村", "选手村", "奧運村", "移民村", "民俗村", "地球村", "城中村", "自然村", "行政村", "新農村", "新农村", "老人村", "長青村", "安養村", "護理村",
     "影视村", "贫困村", "山區部落", "偏遠部落", "原鄉部落", "偏鄉部落", "原住民部落", "全部落", "各部落", "外籍村", "水療村", "生態村", "宿舍村", "隔壁村", "附近村", "邻近村", "鄰近村", "附近部落", "隔壁部落", "邊疆村", "同一村", "另一村", "一個村", "一个村", "兩個村", "两个村", "几个村", "幾個村", "每個村", "每个村", "這個村", "这个村", "那個村", "那个村")
)  # fmt: skip
_NO_NAME: Final = frozenset("的了是有不也都很我他她它你們们这這那哪各每某整該该此同本全幾几兩两個个在於于到去住回從从自由把被給给和與与及或另外離离出進进裡里內内上下來来做看吃說说叫让讓请請")
_NO_DISTRICT: Final = re.compile(r"[病社校院園园山市地災灾疫郊城特轄辖分片住宅區区紅红黃黄綠绿留候等急診诊護护隔離离污汙染清潔洁工業业開开發发保税科技安全危險险風风高低中急救搶抢觀观察活動动休息生活用餐辦办公診疗療治]{1,4}$")
_INSIDE: Final = re.compile(r"信|子|家|屋|房|室|院|舍|城|村|楼|樓|店|車|车|心|夜|手|嘴|眼|肚|公|英|海|鄰|邻|鍋|锅|袋|盒|桶|箱|柜|櫃|廠|厂|校|班|包|口|胃|血|尿|便|水|肉|肺|腹|胸|山|田|地|園|园|網|网|群")
_BEHIND_PLACE: Final = re.compile(r"(?:人(?=[,.。;、)\s]|$)|那[邊边]|這邊|这边)")
_COUNTED: Final = re.compile(r"[初一二三四五六七八九十廿卅百千〇零]+")


def _is_word(name: str) -> bool:
    return name.translate(to_base()) in tables().words


def find(page: Page) -> Iterator[Span]:
    for _, end in page.cues.get("place_tie", NO_CUES):
        if found := _tied(page.text, end):
            yield page.span(*found, "LOCATION", None, _SOURCE, 0.8)
    for start, end in page.cues.get("hamlet", NO_CUES):
        if (left := _hamlet(page.text, start, end)) is not None:
            yield page.span(left, end, "LOCATION", None, _SOURCE, 0.6)
    for _, end in page.cues.get("people_of", NO_CUES):
        if (left := _of_district(page.text, end - 1)) is not None:
            yield page.span(left, end - 1, "LOCATION", None, _SOURCE, 0.7)


def _tied(text: str, at: int) -> tuple[int, int] | None:
    """The place behind a word that brings someone there."""
    value = _TIED.match(text, at)
    if value is None:
        return None
    start, end, name, level = value.start(1), value.end(), value[1], value[2]
    if province := _PROVINCE.match(text, start, end):
        name = text[province.end() : value.end(1)]
    if level == "里":
        sure = 2 <= len(name) <= 3 and not _is_word(name) and not _INSIDE.search(name)
    elif level in ("村", "屯", "部落", "鄉", "乡", "鎮", "镇"):
        sure = 2 <= len(name) <= 6 and name + level not in _COMMON_HAMLETS
    else:
        base = (name + level).translate(to_base())
        if name in known() or base in districts():
            return start, end
        sure = (level not in "区區" and 2 <= len(name) <= 3 and not _is_word(name) and name[-1:] + level not in NOT_PLACES)
        sure = sure or (level in "区區" and len(name) == 2 and not _is_word(name) and not _NO_DISTRICT.search(name))
    if not sure or _COUNTED.fullmatch(name) or (set(name) & _NO_NAME and name not in known()) or name[-1:] + level in NOT_PLACES:
        return None
    return start, end


def _hamlet(text: str, start: int, end: int) -> int | None:
    """The start of a village's name; 度假村, 整個部落 and 兩個村 have none."""
    if start < 2 or not is_han(text[start - 1]) or text[start - 1] == text[start] or text[end : end + 1] in ("里", "上", "內", "内", "裡", "民", "長", "长", "委", "幹", "干", "醫", "医", "衛", "卫", "路", "街"):
        return None
    left = name_start(text, start, limit=5, soft_stops=False)
    name = text[left:start]
    if len(name) > 4 or (len(name) > 3 and not any(name[:size] in known() for size in range(1, len(name) + 1))):
        left, name = start - 3, text[start - 3 : start]
    while name and name[0] in _NO_NAME:
        left, name = left + 1, name[1:]
    if len(name) < 2 or _COUNTED.fullmatch(name) or _is_word(name) or name + text[start:end] in _COMMON_HAMLETS or name[-2:] + text[start:end] in _COMMON_HAMLETS:
        return None
    return None if set(name) & _NO_NAME or name[-1] + text[start:end] in _COMMON_HAMLETS else left


def _of_district(text: str, level_end: int) -> int | None:
    """鹿城区人, 西山区那边: a district that the list knows; others are 災區人 and the like."""
    if not _BEHIND_PLACE.match(text, level_end):
        return None
    for size in (3, 4, 5):
        if level_end >= size and text[level_end - size : level_end].translate(to_base()) in districts():
            return level_end - size
    return None


RULES = (
    Rule(
        "location_level",
        find,
        {
            "place_tie": ("在", "於", "于", "從", "从", "自", "到", "回", "回到", "來自", "来自", "家在", "戶籍", "户籍", "籍貫", "籍贯", "住", "現住", "现住", "租屋", "居", "嫁到", "嫁至", "地點屬", "地点在", "地點在", "轉往", "前往"),
            "hamlet": _HAMLET,
            "people_of": tuple(f"{level}{word}" for level in "區区市縣县" for word in "人那這这"),
        },
        needs=("place_tie", "hamlet", "people_of"),
    ),
)
