"""Single named places in Chinese that a word ties to a person or an event: 住板橋, 老家在斗六, 生于石桥村, 去過大阪.

Without such a word a place name alone is kept out unless it is a landmark or a street with a name.
Nationality words (越籍, 日本人, 日本腦炎) are no places. Source: catalogue 2.1 (partial), rules P1, P2, O5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "住新莊，住院中，日本腦炎疫苗，去過大阪"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['新莊', '大阪']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.places import NOT_PLACES, is_common
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import DATA, is_han, known, name_start
from incognote.document import Span
from incognote.gazetteer.loader import read_list
from incognote.names.likelihood import tables
from incognote.names.tables import to_base

_SOURCE: Final = "rules/location_han"
_RESIDENCE: Final = (
    "導航到", "导航到", "定位在",
    "住", "居住", "居住於", "居住于", "住在", "住於", "現住", "现住", "家住", "定居", "暫居", "獨居", "租屋", "老家", "老家在", "出生地", "出生於", "出生于", "生於", "生于", "籍貫", "籍贯", "户籍", "戶籍", "戶籍地", "户籍地", "祖籍",
    "家鄉", "故鄉", "故乡", "居住地", "現居", "现居", "旅居", "嫁到", "嫁至", "搬到", "搬至", "搬回", "搬去", "遷居", "遷至", "移居", "成長於", "來自", "来自", "出生在", "所在地", "户籍所在地", "戶籍所在地", "現租住", "现租住", "租住", "居留", "租屋處", "租屋在", "租在", "安置在", "借住", "寄住", "落腳",
)  # fmt: skip
_GAP: Final = re.compile(r"(?:在|於|于|地|至|到|史|國家|[:：]|是|為|为|\s){0,3}")
_LIVES: Final = re.compile(
    r"(?:住|居|租屋|老家|出生地?|生於|生于|籍[貫贯]|[户戶]籍(?:所在)?地?|祖籍|家鄉|故[鄉乡]|旅居|嫁|搬|遷|移民|長大|成長|來自|来自|liv(?:ing|es|ed|e) in|resid(?:es|ing) in|born in|from|moved to)(?:在|於|于|地|至|到|回|去|往|史|是|為|为|[:：]|\s){0,3}$"
)
_GOES: Final = re.compile(
    r"(?:去過?|到過?|去过|到过|至|往|赴|返回?|回|自|從|从|由|在|於|于|[国國]籍|旅遊史?|旅游史?|旅行史|出差|出國|途經|途经|飛|喺|返|转|轉|娘家在|定位在|導航到|导航到|出國\(|出国\(|travel(?: history|led|ed)?(?: to)?|trip to|visited|in|to|at|tocc: ?t|(?<![a-z])t)[:：\s]{0,2}$"
)
_NAMED: Final = re.compile(r"([\u4e00-\u9fff]{1,4}?(?:自治區|自治区|省|縣|县|市|區|区|鄉|乡|鎮|镇|村|部落|街道|島))(?![\u4e00-\u9fff]{0,1}[院所局])")
_PLAIN: Final = re.compile(r"([\u4e00-\u9fff]{2,4})(?=[\s,.;，。；、()（）]|$)")
_STRONG: Final = frozenset(
    ("導航到", "导航到", "定位在", "租住", "現租住", "现租住", "居留", "老家", "老家在", "出生地", "籍貫", "籍贯", "祖籍", "戶籍", "户籍", "戶籍地", "户籍地", "家鄉", "故鄉", "故乡", "居住地", "現居", "现居", "旅居", "嫁到", "搬到", "搬至", "出生於", "出生于", "出生在", "所在地", "户籍所在地", "戶籍所在地")
)  # fmt: skip
_LANDMARKS: Final = (
    "菜市场", "菜市場", "圓環", "圆环", "堤防", "戲院", "戏院", "東站", "东站", "西站", "南站", "北站", "海邊", "漁村", "老街", "商圈", "夜市口", "活動中心", "嶼", "屿", "島", "岛",
    "公園", "公园", "車站", "车站", "火车站", "捷運站", "地铁站", "高鐵站", "轉運站", "夜市", "機場", "机场", "碼頭", "码头", "廣場", "广场", "體育館", "体育馆", "圖書館", "图书馆", "水庫", "水库", "大橋", "大桥", "溪", "漁港", "海水浴場", "游泳池", "步道", "國家公園", "風景區", "休息站", "交流道", "市場", "吊橋", "吊桥", "林場", "林场", "水壩", "水坝", "路", "街", "大道",
)  # fmt: skip
_ADJECTIVE: Final = re.compile(r"籍|人|腦炎|脑炎|製|语|語|文|菜|料理|式|裔|腫|醫|医|診|榮|慈|國小|國中|大學|大学|分局|監|银行|銀行|市立|縣立|省立|市政|區公|衛生|卫生|總")


def find(page: Page) -> Iterator[Span]:
    text, cues = page.text, page.cues
    places = dict(cues.get("place", NO_CUES))
    for at, end in places.items():
        if text[at - 1 : at] in _INSIDE:
            continue  # a level of an address
        before = page.lower[max(0, at - 14) : at]
        lives = _LIVES.search(before)
        if not lives and _CAME.match(text, end) and known().get(text[at:end], 0.0) >= 1 and (at == 0 or not is_han(text[at - 1]) or text[at - 2 : at] in _PATIENT):
            yield page.span(at, end, "LOCATION", None, _SOURCE, 0.8)  # 頭份來, 患者蘭嶼來就醫
        elif (close := _alone(text, at, end)) or _native(text, at, end):
            yield page.span(at, close or end, "LOCATION", None, _SOURCE, 0.7)
        elif lives or _GOES.search(before):
            last = _known_end(text, at, end, lives=bool(lives))
            if last:
                yield page.span(at, last, "LOCATION", None, _SOURCE, 0.8)
    for start, end in cues.get("residence", NO_CUES):
        if text[start:end] in ("生於", "生于") and start and text[start - 1] in "发發产產好衍寄原多叢新滋萌":
            continue
        gap = _GAP.match(text, end)
        at = gap.end() if gap else end
        if at not in places:
            found = _unknown(text, page.lower[start:end], at)
            if found:
                yield page.span(*found, "LOCATION", None, _SOURCE, 0.8)
    for start, end in cues.get("landmark", NO_CUES):
        landmark = _landmark(text, start, end)
        if landmark is not None:
            yield page.span(landmark, end, "LOCATION", None, _SOURCE, 0.8)


def _alone(text: str, at: int, end: int) -> int:
    """111年，埔里）, （斗六市，470公里）: where a town between marks ends, nothing else in it; else 0."""
    if known().get(text[at:end], 0.0) < 1 or text[at:end] in _LANDS:
        return 0
    suffix = _SUFFIX.match(text, end)
    end = suffix.end() if suffix else end
    alone = text[at - 1 : at] in _MARKS and text[end : end + 1] in _MARKS_BEHIND and not (text[at - 1] == "(" and text[end : end + 1] == ")")
    return end if alone else 0


def _native(text: str, at: int, end: int) -> bool:
    """恆春人: where someone is from, said of a person; 台灣人 and 日本人 are nationalities."""
    if known().get(text[at:end], 0.0) < 1 or text[at:end] in _LANDS or not _NATIVE.match(text, end):
        return False
    return text[at - 1 : at] in ("是", "為", "为", ",", "，", "、", "籍")


_INSIDE: Final = frozenset("路街巷弄號号市區区縣县鄉乡鎮镇村里省0123456789")
_LANDS: Final = frozenset(read_list(DATA, "places_abroad")) | frozenset(("台灣", "臺灣", "台湾", "香港", "澳門", "澳门", "中國", "中国", "大陸", "大陆"))
_MARKS: Final = frozenset(",(、;|")
_MARKS_BEHIND: Final = frozenset(",)、;|。")
_NATIVE: Final = re.compile(r"人(?=[,。;、)\s]|$)")


def _known_end(text: str, at: int, end: int, *, lives: bool) -> int | None:
    weight = known().get(text[at:end], 0.0)
    suffix = _SUFFIX.match(text, end)
    if suffix:
        end, weight = suffix.end(), 1.0
    if _ADJECTIVE.match(text, end):
        return None
    if not lives and _WORKS.match(text, end):
        return end
    if not lives and (weight < 1 or (end < len(text) and is_han(text[end]) and text[end] not in _FOLLOWS and not _AND_THEN.match(text, end))):
        return None
    return end


_SUFFIX: Final = re.compile(r"(?:站(?![立著起在])|縣|县|市|省|區|区|鄉|乡|鎮|镇|島|工業區|工业区|科學園區|科技園區|園區)(?![區区立場])")
_WORKS: Final = re.compile(r"附近|一帶|一带|返工|工作|上班|出生|長大|长大|旅遊|旅游|讀書|念書|就學|打工|出差|務工|务工|做工|經商|经商")
_AND_THEN: Final = re.compile(r"[趕赶][來来回到]|飛來|飞来|連線|连线|做生意|[坐搭][火高飛飞]|定居|老家|娘家|婆家|夫家|視訊|视频|電話|电话|轉|转|帶|带|返工|返家|外海|堤防|碼頭|某|一家|家|當兵|当兵|服役|受訓|開會|探|親戚|亲戚|朋友|姊|妹|兒|女")
_PATIENT: Final = frozenset(("患者", "病人", "個案", "个案", "案主", "家屬", "家属", "案子", "案女", "案母", "案父"))
_CAME: Final = re.compile(r" ?(?:來(?!電|診|院|的)|来(?!电|诊|院|的)|轉來|转来|過來|过来|上來|下來|返台|返臺|入境|娘家|老家)")
_FOLLOWS: Final = frozenset("搬長长旅出探工就讀念留玩遊游返回住的後后時时,，。、與与和及之搭開参參開期市上來来生看打")


def _unknown(text: str, cue: str, at: int) -> tuple[int, int] | None:
    value = _NAMED.match(text, at)
    if value and not is_common(text, value.end()) and name_start(text, value.end() - 1, limit=5, soft_stops=False) <= at:
        return value.span(1)
    if cue in _STRONG:
        value = _PLAIN.match(text, at)
        if value and name_start(text, value.end(), limit=4, soft_stops=False) <= at and value[1][-1] not in "院家房樓室床" and value[1] not in NOT_PLACES:
            return value.span(1)
    return None


def _landmark(text: str, start: int, end: int) -> int | None:
    if is_common(text, end) or start == 0 or not is_han(text[start - 1]):
        return None
    left = name_start(text, start, limit=5)
    size = start - left
    if size > 4 and end - start == 2 and _is_own_name(text[start - 2 : start]):
        return start - 2  # 那天青石市場拜拜
    if not 2 <= size <= 4 or text[left:end] in NOT_PLACES:
        return None
    if left and is_han(text[left - 1]) and end - start == 2 and _is_own_name(text[start - 2 : start]):
        return start - 2
    if left and is_han(text[left - 1]) and text[left - 1] not in "住臥卧在於于到至往由從从去過过经經說说稱称":
        return None
    if end - start == 1:  # 路, 街, 溪: only with something that says place
        before = text[left - 1 : left]
        return left if before and before in '在於于到至往由從从去過过经經"「“住臥卧倒' and not (text[end : end + 1] and text[end] in "徑径過过上線由") else None
    return left


def _is_own_name(name: str) -> bool:
    """Two characters that are no word and hold none of grammar: 青岙 of 青岙市場."""
    return name.translate(to_base()) not in tables().words and not any(c in "的了是有不也都很我他她它們们這这那去到回在從从經经過过往大小新舊旧老各某該该同本兩两" for c in name)


RULES = (Rule("location_han", find, {"residence": _RESIDENCE, "landmark": _LANDMARKS, "place": tuple(known())}, needs=("place", "residence", "landmark")),)
