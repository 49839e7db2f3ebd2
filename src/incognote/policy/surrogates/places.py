"""Places and institutions of the same class: their general words stay, what is their own is invented.

`青禾醫院` keeps 醫院, `King Street Primary School` keeps its class words; a county becomes another county, a district
one of that county's, a road one of a made-up name. So an address has the right shape and does not exist.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.gazetteer.kinds import kinds
from incognote.policy.surrogates import lists, numbers, spoken
from incognote.policy.surrogates.lists import base, words, written
from incognote.policy.surrogates.places_latin import latin_place
from incognote.policy.surrogates.stream import Stream

_HAN: Final = re.compile(r"(?:[\u3400-\u9fff])")
_GENERAL: Final = (
    "醫學中心 紀念醫院 綜合醫院 醫院 醫學院 護理之家 診所 衛生所 衛生院 衛生局 衛生室 衛生中心 保健院 門診部 藥局 藥房 人民醫院 第一 第二 第三 第四 附設 附屬 紀念 綜合 "
    "總醫院 分院 院區 中醫 牙醫 聯合 榮民 市立 縣立 省立 國立 私立 公立 國民小學 國民中學 國小 國中 小學 中學 高中 高級中學 高工 高商 大學 學院 學校 研究所 研究院 實驗 幼兒園 幼稚園 "
    "托嬰中心 安親班 補習班 監獄 看守所 戒治所 觀護所 公司 有限公司 股份 股份有限公司 有限 集團 企業 實業 工業 工廠 工場 紡織 電子 科技 建設 營造 機械 機械廠 食品 化工 製藥 基因 生物 廠 銀行 商業銀行 農商行 "
    "保險 證券 基金會 基金 協會 學會 委員會 聯盟 聯賽 聯合會 俱樂部 足球隊 籃球隊 樂團 樂隊 出版社 報社 電視台 電台 廣播 電視 雜誌社 分局 警察局 派出所 政府 市政府 縣政府 省政府 法院 地方法院 檢察署 "
    "議會 國會 局 署 部 處 科 廳 隊 軍 軍團 黨 社 團 會 館 店 行 院 所 站 區 中心 商店 量販店 超市 餐廳 酒店 飯店 旅館 機場 車站 鐵路 公路 高速 路線 航空 郵局 博物館 圖書館 美術館 體育館 體育場 公園 廣場 "
    "市場 夜市 大樓 大廈 社區 小區 花園 教會 教堂 寺 廟 宮 國際 中央 聯邦 共和國 帝國 王國 王朝 自治區 自治州 特別行政區 半島 群島 海峽 大道 社福 家扶 社會福利 文教 商業 同業公會 工會 教育 文化 電影 "
    "省 市 縣 鄉 鎮 村 里 鄰 路 街 巷 弄 段 號 樓 室 棟 單元 道 大街 胡同 國 州 郡 島 嶼 山 江 河 湖 海 洋 溪 港 灣 橋 門 線 綫 鐵 城 堡 園 莊 屯 寨 塔 洲 陸 原 嶺 峰 谷 之 的 與 和 口 附近 東 西 南 北 新 大 小 上 下"
).split()  # fmt: skip
_INSIDE: Final = frozenset("省市縣鄉鎮區村里路街县乡镇区")
"""General words of one character that may stand inside a name; others are class words at its end alone."""
_NUMERALS: Final = "一二三四五六七八九十百零〇甲乙丙丁"
_GEO: Final = ("countries", "provinces", "cities", "towns_tw", "places_spoken")
_OWN: Final = "(?![縣县市區区鄉乡鎮镇村里路街段鄰邻旗])[\u3400-\u9fff]"
_ROAD: Final = re.compile(rf"(?P<own>(?:{_OWN}){{1,4}}?)(?P<kind>大道|路|街|胡同)(?=[一二三四五六七八九十東西南北东西]?段|[0-9０-９一二三四五六七八九十]|[東西南北东]|$|[與与和])")
_VILLAGE: Final = re.compile(rf"(?P<own>(?:{_OWN}){{1,3}}?)(?P<kind>[村里寨屯莊庄](?![縣县市區区鄉乡鎮镇])|部落|社區|社区|小區|小区|花園|花园|苑)")


@cache
def _general() -> re.Pattern[str]:
    found = {*_GENERAL, *(k.full for k in kinds() if _HAN.match(k.full)), *(s for k in kinds() for s in k.short if _HAN.match(s))}
    found |= {base(word) for word in found}
    return re.compile("|".join(sorted(map(re.escape, found), key=len, reverse=True)))


@cache
def _geo() -> dict[str, str]:
    return {base(word): kind for kind in reversed(_GEO) for word in words(kind)}


@cache
def _longest_geo() -> int:
    return max(map(len, _geo()))


def institution(stream: Stream, text: str, *, traditional: bool) -> str:
    """An institution of the same class."""
    if not _HAN.search(text):
        return latin_place(stream, text)
    if len(text) <= 4 and base(text) in _short_bodies():
        return written(stream.pick([w for w in words("short_orgs") if len(w) == len(text)]), traditional=traditional)
    return _renamed(stream, text, "stem", traditional=traditional)


@cache
def _short_bodies() -> frozenset[str]:
    return lists.word_set("short_orgs")


def location(stream: Stream, text: str, *, traditional: bool) -> str:
    """A place of the same kind: a country for a country, a lake for a lake."""
    if not _HAN.search(text):
        return latin_place(stream, text)
    return _renamed(stream, text, "place", traditional=traditional)


def _renamed(stream: Stream, text: str, style: str, *, traditional: bool) -> str:
    """`text` with its own parts invented: known places become others of their kind, general words stay."""
    made, at, own = [], 0, ""
    plain = base(text)

    def flush() -> None:
        nonlocal own
        if own:
            made.append(written(_invented(stream, own, style), traditional=traditional))
            own = ""

    while at < len(text):
        geo = next((n for n in range(min(_longest_geo(), len(text) - at), 1, -1) if plain[at : at + n] in _geo()), 0)
        found = _general().match(text, at)
        size = found.end() - at if found else 0
        is_weak = size == 1 and at + 1 < len(text) and text[at] not in _INSIDE and not (at and text[at + 1] in "0123456789")
        if geo and geo >= size:
            flush()
            made.append(written(_other_place(stream, plain[at : at + geo]), traditional=traditional))
            at += geo
        elif size and not is_weak and not (size == 1 and at == 0):
            flush()
            made.append(text[at : at + size])
            at += size
        elif not _HAN.match(text[at]) or text[at] in _NUMERALS:
            flush()
            made.append(numbers.shaped(stream, text[at]) if text[at].isascii() and text[at].isalnum() else text[at])
            at += 1
        else:
            own += text[at]
            at += 1
    flush()
    return "".join(made)


_LONG: Final = 4


@cache
def _as_known(kind: str, size: int) -> lists.Weighted:
    """The places of one list and length, those that stand first (the best known) more often."""
    found = [word for word in words(kind) if len(word) == size]
    return lists.weighted([(word, 1 / (3 + rank)) for rank, word in enumerate(found)])


def _other_place(stream: Stream, plain: str) -> str:
    """Another place of the kind of `plain`, as long, drawn as often as it is spoken of."""
    pool = _as_known(_geo()[plain], len(plain))
    for _ in range(30):
        made = pool.draw(stream)
        if base(made) != plain:
            break
    return made


def _invented(stream: Stream, own: str, style: str) -> str:
    """A name of as many characters: by sound where the old one is, else of characters that such names have."""
    if len(own) >= 3 and spoken.is_spoken(own):
        return spoken.chain(stream, len(own))
    if len(own) == 2 and style == "stem" and stream.chance(0.25):
        return stream.pick(words("words")[:40])[:2]
    first, second = words(f"{style}_first"), words(f"{style}_second")
    made = ""
    while len(made) < len(own):
        if style == "stem" and len(own) >= _LONG and stream.chance(0.6):
            made += stream.pick([word for word in words("words") if len(word) == 2])
            continue
        made += stream.pick(first) + stream.pick(second)
    return made[: len(own)]


def address(stream: Stream, text: str, *, traditional: bool, script: str) -> str:
    """An address of the same shape in another place."""
    if not _HAN.search(text):
        return latin_place(stream, text)
    taiwanese = script != "zh-CN"
    county = stream.pick(lists.counties("tw" if taiwanese else "cn"))
    made = _counties(stream, text, county, traditional=traditional, taiwanese=taiwanese)
    made = _ROAD.sub(lambda found: _road(stream, found, traditional=traditional), made)
    made = _VILLAGE.sub(lambda found: written(_invented(stream, found["own"], "place"), traditional=traditional) + found["kind"], made)
    return _house_numbers(stream, made, county)


_LEVELS: Final = re.compile(
    r"(?P<zip>^\d{3}(?:\d{2,3})?)?[ ]?(?:(?P<province>[\u3400-\u9fff]{2,7}?(?:省|自治區|自治区)))?(?P<county>[\u3400-\u9fff]{2,4}?[縣县市州]|(?:臺北|台北|新北|桃園|臺中|台中|臺南|台南|高雄|基隆|新竹|苗栗|彰化|南投|雲林|嘉義|屏東|宜蘭|花蓮|臺東|台東|澎湖|金門|連江))?"
    r"(?P<district>[\u3400-\u9fff]{1,4}?[鄉鎮市區乡镇区縣县旗])?"
)


def _counties(stream: Stream, text: str, county: lists.County, *, traditional: bool, taiwanese: bool) -> str:
    """`text` with another county, and a district of it, each in the form that the old ones have."""
    found = _LEVELS.match(text)
    if found is None or not (found["county"] or found["district"] or found["province"]):
        return text
    head = text[: found.start("province") if found["province"] else found.start("county") if found["county"] else found.start("district")]
    name = re.sub(r".*(?:省|自治区)(?=.)|^(?:广西|新疆|西藏|内蒙古)", "", county.name)
    province = written(stream.pick(words("provinces")), traditional=traditional) + "省" if found["province"] else ""
    old = found["county"] or ""
    new = ""
    if old:
        new = name if old[-1] in "縣县市州" else name.rstrip("縣市")
        new = new.replace("臺", "台") if "台" in old else new
    district = ""
    if found["district"]:
        kind = found["district"][-1]
        fitting = [d for d in county.districts if d[-1] == kind] or list(county.districts)
        district = stream.pick(fitting)
    both = new + district
    return head + province + (both if traditional and taiwanese else base(both)) + text[found.end() :]


def _road(stream: Stream, found: re.Match[str], *, traditional: bool) -> str:
    own, kind = found["own"], found["kind"]
    if not traditional and len(own) == 2 and stream.chance(0.5):
        return base(stream.pick(words("road_cn"))) + kind
    if len(own) == 2 and base(own) in lists.word_set("fixed_roads"):
        return written(stream.pick(words("fixed_roads")), traditional=traditional) + kind
    made = ""
    while len(made) < len(own):
        made += stream.pick(words("road_first")) + stream.pick(words("road_second"))
    return written(made[: len(own)], traditional=traditional) + kind


_DIGITS: Final = re.compile(r"(?:[0-9０-９]+)")
_SECTION: Final = re.compile(r"(?:[一二三四五六七八九](?=段))")


def _house_numbers(stream: Stream, text: str, county: lists.County) -> str:
    first = _DIGITS.match(text)
    postcode = county.postcode[:3] if first and len(first[0]) in (3, 5, 6) and county.postcode.isdigit() else ""

    def put(found: re.Match[str]) -> str:
        if postcode and found.start() == 0:
            return postcode + numbers.shaped(stream, found[0][3:])
        return numbers.shaped(stream, found[0])

    return _SECTION.sub(lambda _: stream.pick("一二三四"), _DIGITS.sub(put, text))


_PROVINCES: Final = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_CASE_WORDS: Final = re.compile(r"(?:[年度字第號号案民初刑家護护監监宣執执司北市社助桃竹中南高醫医護护專专理藥药師师]+)")
_RUN: Final = re.compile(r"(?:[\u3400-\u9fff]+)")


def renamed_number(stream: Stream, text: str, *, traditional: bool) -> str:
    """A number or file name whose Han runs, if they are no words of numbers, are drawn anew; a province is another one."""

    def put(found: re.Match[str]) -> str:
        run = found[0]
        if run[0] in _PROVINCES and len(run) == 1:
            return stream.pick(_PROVINCES)
        if _CASE_WORDS.fullmatch(run) or run[-1] in "號号字":
            return run
        return written(_invented(stream, run, "stem"), traditional=traditional)

    return _RUN.sub(put, text)
