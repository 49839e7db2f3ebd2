"""Whether Han characters that sound like a name belong to a term: 史耐倫視力表, 柯雷氏骨折, 羅姆伯格氏測試.

A name of the list needs the noun of a term behind it; one that may be somebody's (湯瑪斯) needs a noun that is said of no
person. A name of no list needs 氏 and the noun.

>>> [is_han_eponym(text, 0, 3) for text in ("史耐倫視力表", "夏大明關節痛", "湯瑪斯測試一下", "湯瑪斯氏測試", "柯薩可夫症候群", "陳大明骨折")]
[True, False, False, True, True, False]
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.eponyms import eponyms
from incognote.names.lexicon import based
from incognote.names.tables import first_names, in_base, rows

_VOUCHED: Final = 0.8
_LABELLED: Final = 0.9
_LONGEST: Final = 8
_BACK: Final = 3
_JOINTS: Final = "-–‐·‧・ "
_STRONG: Final = re.compile(
    r"(?:症(?![狀状])|[綜综]合[徵征症]|病(?![人史房患逝情重倒危故歷历床例況况發发假])|[徵征](?![求得詢询召收狀状兆象用])|[徵征]象|反射|指[數数]|[抑憂忧焦躁抽強强睡家日認认恐社症產产][\u4e00-\u9fff]{0,3}(?:量表|[評评]估|[測测][驗验])|量表|[測测][驗验](?![時时後后])|[試试][驗验]|[評评]分|分[級级期類类]|[視视]力表|[現现]象|[細细]胞|[\u4e00-\u9fff]{0,3}[桿杆球]?菌|病毒|螺旋[體体]|原[蟲虫]|[樣样](?:[改變变波]|心[電电])|小[體体]|失[語语]|[腦脑]病[變变]|攣縮|挛缩|波型|[週周]期|[結结][節节]|[導导]管|步[態态]|手法|[切縫缝]法|三角|韌帶|韧带|[氏征徵]|子[癇痫]|智力|人格|智[商能]|[憂忧][鬱郁]量|特[質质](?!疑))"
)
_WEAK: Final = re.compile(
    r"(?:[測测][試试]|骨折|呼吸|[關关][節节](?![痛炎])|囊[腫肿]|斑|麻[痺痹]|[發发]作|眼病|[臉脸]|[貧贫]血|瘤|肉瘤|[淋淋]巴|白血|[體体]型|奔馬|雜音|杂音|病[變变]|[檢检][查測测]|[點点](?![滴頭头])|[線线](?!上)|[環环]|食道|憩室|心肌|括[約约]肌|[管腺](?!理)|[瓣囊]|手[術术]|[腱]鞘|[動动]脈炎|[動动]脉炎|肌[營营])"
)
_BEHIND_SHI: Final = re.compile(rf"氏(?:{_STRONG.pattern}|{_WEAK.pattern}|液|[燈灯]|[篩筛])")
_DIAGNOSED: Final = re.compile(r"(?:疑似?|[懷怀]疑|[診诊][斷断][為为]?|排除|罹患|感染|[鑑鉴][別别]|考[慮虑]|[合][併并]|[rR]/[oO]|[dD]x)[:： ]{0,2}\Z")
_JOINT: Final = re.compile(r"\s?[、,，/;；及和與与或]\s?")
_JOINED_BY: Final = frozenset("、,，/;；及和與与或")
_SHORT: Final = re.compile(r"氏(?:[\u4e00-\u9fff]{0,4}量表|[測测試试][驗验]|反射|[徵征]象|症候群|[綜综]合|指[數数]|[評评]分|分[級级]|三角|染色|[線线]|切口|[導导]管|桿菌|杆菌)")
_TESTED: Final = re.compile(r"[測测][試试]\s?(?:[陽阳陰阴]|[(（]?\s?[+＋±-])")
_GLOSS: Final = re.compile(r"(?:氏|症|病|[徵征]|[現现]象|反射|[試测測试][驗验試试]|量表|力表|[評评]分|分[級级期類类]|[指係系][數数]|步[態态]|骨折|[結结][節节])\s?[(（]\Z")


@cache
def _listed() -> dict[str, bool]:
    """Name in base characters -> whether it may be somebody's too."""
    return {in_base(name): kind == "shared" for kind, cell in rows("han_eponyms") for name in cell.split(" ")}


@cache
def _sure() -> frozenset[str]:
    """Names in base characters that no person has: 馬爾尼菲, 布魯加達."""
    return frozenset(in_base(name) for kind, cell in rows("han_eponyms") if kind == "sure" for name in cell.split(" "))


@cache
def _begin() -> frozenset[str]:
    return frozenset(name[:2] for name in _listed())


def is_han_eponym(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for somebody with `score`, is the name of a term or cuts it."""
    if end - start > _LONGEST:
        return False
    base, listed = based(text), _listed()
    for low in range(start + 1, max(-1, start - _BACK), -1):
        if base[low : low + 2] not in _begin():
            continue
        for high in range(min(low + _LONGEST, len(base)), low + 1, -1):
            if high <= start or base[low:high] not in listed:
                continue
            if base[low:high] in _sure() and end - 1 <= high and (score < _LABELLED or high - low > end - start):
                return True
            shared = listed[base[low:high]]
            if score < _VOUCHED and (_has_noun(text, base, high, end, shared) or (end <= high and _is_told(text, base, low, high, shared))):
                return True
    return score < _VOUCHED and _is_named_so(text, start, end)


def _is_told(text: str, base: str, low: int, high: int, shared: bool) -> bool:
    """疑梅尼爾, 霍納、艾森曼格: behind a word of diagnosis, or beside a name that is hardly anybody's."""
    if not shared and _DIAGNOSED.search(text[max(0, low - 6) : low]):
        return True
    joint = _JOINT.match(text, high)
    if joint and any(_listed().get(base[joint.end() : joint.end() + size]) is False for size in range(2, _LONGEST)):
        return True
    return text[low - 1 : low] in _JOINED_BY and any(_listed().get(base[low - 1 - size : low - 1]) is False for size in range(2, min(_LONGEST, low)))


def _has_noun(text: str, base: str, at: int, end: int, shared: bool) -> bool:
    """Whether the noun of a term stands behind a listed name that ends at `at`, or behind a second one."""
    for _ in range(2):
        noun = _BEHIND_SHI.match(text, at) or _STRONG.match(text, at) or (not shared and _WEAK.match(text, at)) or _TESTED.match(text, at)
        if noun and (at >= end - 1 or noun.end() >= end):
            return True
        second = at + (text[at : at + 1] in _JOINTS and at < len(text))
        longest = next((high for high in range(min(second + 5, len(base)), second + 1, -1) if base[second:high] in _listed()), 0)
        if not longest:
            return False
        at, shared = longest, False
    return False


def _is_named_so(text: str, start: int, end: int) -> bool:
    """X氏 with the noun of a term, X of no list; a noun of no person where X is one character: 貝氏焦慮量表."""
    shi = end - 1 if text[end - 1] == "氏" else end
    if shi - start == 1:
        return _SHORT.match(text, shi) is not None
    return _BEHIND_SHI.match(text, shi) is not None


def is_gloss(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)` is an eponym in Latin letters in brackets behind its Han term: 雷諾氏現象(Raynaud).

    >>> is_gloss("雷諾氏現象(Raynaud)", 6, 13), is_gloss("有心臟病(Grace)", 5, 10)
    (True, False)
    """
    lower = text[start:end].lower()
    return score < _VOUCHED and lower in eponyms() and lower not in first_names() and _GLOSS.search(text[max(0, start - 5) : start]) is not None
