"""What Chinese place names are made of: the known names, level words, and how levels chain into an address.

Levels go from large to small (省 1 ... 室 12). A chain is read from left to right; each part is a known
name with or without its level word, an unknown name with one, or a number with a unit. Source: catalogue
2.1 (address shape), 2.2 and 2.3 (mainland and Hong Kong shapes), rules P1-P2.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from incognote.detect.walk import DATA, name_start
from incognote.gazetteer.loader import read_list
from incognote.names.tables import to_base

LEVEL: Final = {
    "特別行政區": 1, "特别行政区": 1, "盟": 2, "自治區": 1, "自治区": 1, "自治州": 2, "自治縣": 2, "自治县": 2, "省": 1, "縣": 2, "县": 2, "市": 2, "地区": 2,
    "區": 3, "区": 3, "鄉": 3, "乡": 3, "鎮": 3, "镇": 3, "旗": 3, "街道": 3, "村": 4, "里": 4, "部落": 4, "村委会": 4, "居委会": 4, "社區": 4, "社区": 4, "屯": 4,
    "農場": 3, "农场": 3, "林场": 3, "林場": 3, "开发区": 3, "開發區": 3, "新区": 3, "园区": 3, "園區": 3, "工业园": 3, "工業區": 3, "庄": 4, "莊": 4, "路": 5, "街": 5, "大道": 5, "道": 5, "胡同": 5, "巷": 5, "弄": 5, "里弄": 5,
    "小区": 9, "小區": 9, "花园": 9, "花園": 9, "苑": 9, "公寓": 9, "新村": 9, "大廈": 9, "大厦": 9, "大樓": 9, "家园": 9, "广场": 9, "邨": 9, "樓": 9, "閣": 9, "国宅": 9, "國宅": 9,
}  # fmt: skip
_HAN: Final = "\u3400-\u9fff"
_DIGITS: Final = r"(?:\d{1,5}|[一二三四五六七八九十百零〇廿]{1,5})"
_WORDS: Final = "|".join(sorted((re.escape(word) for word in LEVEL), key=len, reverse=True))
_NAMED: Final = re.compile(rf"[ \n]?((?:[{_HAN}]\n?){{1,8}}?)({_WORDS})(?![路街區区縣县]|小[区區]|[市鎮镇村](?![{_HAN}]{{1,4}}[路街巷]|$))")
_SUFFIX: Final = re.compile(r"(?:地区|自治州|自治县|自治區|自治区|縣|县|市|省|區|区|鄉|乡|鎮|镇|村|里|島)")
_NUMBERED: Final = re.compile(
    rf"[ \n]?(?:第?{_DIGITS}(?:[-—之.]\d{{1,4}}){{0,2}}[ \n]?(?P<unit>街|路|鄰|邻|組|组|段|巷|弄|衖|號楼|号楼|號|号|樓|楼|層|层|F(?![A-Za-z])|f(?![A-Za-z])|室|栋|棟|幢|座|單元|单元|户|戶|村|期|门|門)(?:附\d{{1,3}}[号號])?(?:[之-] ?(?:\d{{1,3}}|[一二三四五六七八九十]{{1,2}}(?![樓楼層层])))?"
    rf"|(?P<part>[東东西南北中]段)|[A-Za-z]\d{{0,4}} ?(?P<lettered>座|室|栋|棟|幢|區|区)|[Bb]\d(?:樓|F)?(?![A-Za-z0-9])|地下{_DIGITS}(?:樓|层|層)|地下室|R樓)"
)
_UNIT: Final = {"街": 5, "路": 5, "鄰": 4, "邻": 4, "組": 4, "组": 4, "村": 4, "段": 6, "巷": 6, "弄": 7, "衖": 7, "號": 8, "号": 8, "期": 9, "号楼": 10, "號楼": 10}
_HAMLET: Final = re.compile(rf" ?([{_HAN}]{{1,5}}?)(?=\d{{1,4}}(?:[-之]\d{{1,3}})? ?(?:號|号|巷|弄|鄰|邻|街|路))")
_FLAT: Final = re.compile(r"\d{3,4}(?![\d./年月日歲岁人次天分時时公%:-])")
# 墨水湖北路翠堤春晓12栋, 8號海汀軒3座, 211号金域蓝庭7-2-1403: a building that has no word for its kind
_BUILDING: Final = re.compile(rf"([{_HAN}]{{2,6}}?)(?=\d{{1,3}}(?:[-之]\d{{1,3}})? ?(?:栋|棟|幢|座|号楼|號樓|期|單元|单元|樓|楼)|[A-Z]\d?(?:座|栋|棟)|\d{{1,3}}-\d{{1,3}}-\d{{2,4}})")
_LAND: Final = re.compile(rf"[{_HAN}]{{1,3}}段(?=\d{{1,4}}(?:-\d{{1,3}})?(?:號|号|巷|弄|地號))")  # 中正路上林段88號
_NUMBER_SOON: Final = re.compile(rf"[{_HAN}]{{2,6}}[\dA-Z]")
_NOT_BUILDING: Final = ("病房", "護理", "护理", "門診", "门诊", "急診", "住院", "電話", "电话", "身分", "手機", "手机")
_WHERE: Final = re.compile(r"[前後后][院棟栋面]?(?:[一二三四五六七八九\d]{1,2}[樓楼])?(?:[左右][手側侧边邊])?(?=[,.，。;；、\s]|$)")
_BARE: Final = re.compile(r" ?\d{1,4}(?:-\d{1,4}){0,2}(?:房(?![間间屋子客地顫颤室]))?(?![\d./年月日歲岁人次天分時时公%:-])")
_WARDS: Final = frozenset({"院區", "院区", "病區", "病区", "門市", "门市", "超市"})
_ONLY_INSIDE: Final = frozenset({"樓", "閣", "大樓", "大廈", "大厦", "广场"})
_DOOR: Final = re.compile(r"(?:[東西南北中] ?)?\d{1,4} ?[號号]")
_CROSSING: Final = re.compile(rf"(?:與|与|和|及|、|/)[{_HAN}]{{1,5}}?[路街道巷](?:交叉)?(?:路口|口)|(?:路)?口(?!服)")
NOT_PLACES: Final = frozenset(
    ["兩路", "两路", "雙路", "双路", "黃昏市場", "傳統市場", "果菜市場", "批發市場", "超級市場", "跳蚤市場", "漁貨市場", "農貿市場", "农贸市场", "丁字路", "十字路", "三岔路", "三叉路", "城中村", "病區", "病区", "院區", "院区", "山區", "山区", "郊區", "郊区", "市區", "市区", "地區", "地区", "災區", "灾区", "疫區", "疫区", "校區", "校区", "轄區", "辖区", "園區", "园区", "區區", "分區", "分区", "頸區", "病灶區", "城市", "都市", "超市", "門市", "门市", "上市", "股市", "夜市", "本市", "該市", "全市", "本縣", "該縣", "外縣", "縣市", "各縣", "本鄉", "家鄉", "家乡", "故鄉", "故乡", "城鄉", "下鄉", "原鄉", "同鄉", "老鄉", "城鎮", "城镇", "乡镇", "鄉鎮", "本鎮", "農村", "农村", "本村", "全村", "尿路", "氣路", "通路", "走路", "道路", "馬路", "马路", "思路", "電路", "线路", "線路", "網路", "迷路", "半路", "公路", "鐵路", "铁路", "出路", "迴路", "回路", "旁路", "路路", "陸路", "膽路", "管路", "順路", "顺路", "迷路", "過路", "过路", "趕路", "上路", "同路", "水路", "遛街", "逛街", "上街", "過街", "掃街", "公里", "英里", "海里", "家里", "心里", "這里", "这里", "那里", "哪里", "夜里", "手里", "嘴里", "眼里", "肚里", "院里", "村里", "鄰里", "邻里", "片區", "片区", "特區", "禁區", "住宅區", "安全區", "隔離區", "候診區", "等候區", "留觀區", "急救區", "紅區", "黃區", "綠區", "汙染區", "清潔區", "半污染區", "口腔區", "前額區", "腰椎區", "肩胛區", "呼吸道", "尿道", "陰道", "阴道", "腸道", "肠道", "氣道", "气道", "消化道", "膽道", "胆道", "血道", "味道", "知道", "難道", "食道", "耳道", "外耳道", "竇道", "瘻道", "通道", "管道", "隧道", "軌道", "跑道", "頻道", "黃疸區"]
)


@cache
def districts() -> frozenset[str]:
    """Mainland cities, counties and districts, with their level word."""
    return frozenset(name.translate(to_base()) for name in read_list(DATA, "districts_cn"))


class Chain(NamedTuple):
    """`named` counts names, `numbered` units; `streets` says whether a street, village or building is in it."""

    end: int
    named: int
    numbered: int
    street: bool

    @property
    def is_address(self) -> bool:
        return self.named >= 2 or (self.street and self.numbered > 0)


def chain(text: str, start: int, places: dict[int, int]) -> Chain:
    """The longest run of levels from `start`; `places` maps the start of a known name to its end."""
    at, level, named, numbered, street = start, 0, 0, 0, False
    while True:
        skip = at + (text[at : at + 1] in (" ", "\n") and at > start)
        place = places.get(skip)
        if place is not None and level < 4:
            suffix = _SUFFIX.match(text, place)
            if suffix and text[place : place + 2] in ("市區", "市区", "里程") and named:
                suffix = None
            road = _NAMED.match(text, skip)
            if not (road and suffix is None and (road.end(1) == place or (named and LEVEL[road[2]] <= 3))):  # 中山路, 岳阳楼区
                rank = LEVEL.get(suffix[0], 3) if suffix else min(3, level + 1)
                if rank >= level and (suffix or skip == at):
                    at, level, named = (suffix.end() if suffix else place), rank, named + 1
                    continue
        number = _NUMBERED.match(text, at) if named else None
        if number and number.end() > at and not _elsewhere(text, number, level):
            rank = 6 if number["part"] else _UNIT.get(number["unit"] or "", 11)
            if rank >= level or level >= 9:
                at, level, numbered = number.end(), rank, numbered + 1
                street = street or rank == 4 or rank == 6
                continue
        name = _NAMED.match(text, at)
        if name and _is_name(text, name, level):
            rank = LEVEL[name[2]]
            at, level, named, street = name.end(), rank, named + 1, street or rank in (4, 5, 9)
            continue
        soon = 5 <= level <= 8 and _NUMBER_SOON.match(text, at) is not None
        section = _LAND.match(text, at) if soon and level == 5 else None
        if section:
            at, level = section.end(), 6
            continue
        building = _BUILDING.match(text, at) if soon else None
        if building and not any(word in building[1] for word in _NOT_BUILDING) and name_start(text, building.end(), limit=len(building[1])) <= building.start(1):
            at, level, named = building.end(), 9, named + 1
            continue
        hamlet = _HAMLET.match(text, at) if named and level < 5 else None
        if hamlet and name_start(text, hamlet.end(), limit=len(hamlet[1])) <= hamlet.start(1):
            at, level, named, street = hamlet.end(), 4, named + 1, True
            continue
        break
    return _ending(text, Chain(at, named, numbered, street), level)


def _elsewhere(text: str, number: re.Match[str], level: int) -> bool:
    """True for a number of the next line or of a thing: 板橋區, new line, 3號床."""
    return (number[0][0] == "\n" and not 4 <= level < 8) or text[number.end() : number.end() + 1] in tuple("床管診诊線线")


def _is_name(text: str, name: re.Match[str], level: int) -> bool:
    rank = LEVEL[name[2]]
    if text[name.start()] in " \n" and (level >= 5 or rank > 5):
        return False  # 傳導路 沿路: two words, not one address
    if rank < level or (rank == level and rank not in (2, 3, 4, 5, 9)):
        return False
    word = text[name.start(1) : name.end()]
    if word in NOT_PLACES or word[-2:] in _WARDS or (not level and is_common(text, name.end())):
        return False
    if name[2] == "道" and not _DOOR.match(text, name.end()):
        return False
    if name[2] in _ONLY_INSIDE and not (level and _NUMBERED.match(text, name.end())):
        return False  # 電梯大樓5樓
    size = len(name[1])
    if level and size <= 4 and rank >= 4 and _NUMBERED.match(text, name.end()):
        return True  # behind a larger level and before a number nothing else can stand
    if "\n" in name[1]:
        return False
    follows = level >= 2 and size <= 3 and not any(character in "的在於是了住去到至及與与" for character in name[1])
    return name_start(text, name.end(1), limit=size, soft_stops=False, characters=not follows) <= name.start(1)


def is_common(text: str, end: int) -> bool:
    """True where the word that ends at `end` is no place (尿路, 病區, 這里)."""
    if text[end - 3 : end].translate(to_base()) in districts():  # 萧山区 is none of the mountains
        return False
    return text[end - 2 : end] in NOT_PLACES or text[end - 3 : end] in NOT_PLACES


def _ending(text: str, found: Chain, level: int) -> Chain:
    if level in (5, 6, 9) or (level >= 9 and text[found.end - 1] in "元栋幢棟座门門"):
        bare = _BARE.match(text, found.end)
    else:
        bare = _FLAT.match(text, found.end) if text[found.end - 1] in "号號" else None
    crossing = _CROSSING.match(text, found.end) if level in (5, 6) else None
    last = crossing or bare or (_WHERE.match(text, found.end) if level >= 8 and found.street else None)
    return found._replace(end=last.end(), numbered=found.numbered + 1) if last else found
