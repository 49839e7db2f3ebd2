"""How far to the left a Chinese name goes that ends in a known word (醫院, 路, 公司).

Chinese writes no borders, so the name is what stands between the ending and the nearest stop: a mark, a
blank, a Latin letter, or a word that leads up to a name (曾在, 送至). Some stop characters also begin
names (和 in 和平, 至 in 至善): they stop only where two characters of name are left without them.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from typing import Final, NamedTuple

from incognote.detect.page import Page
from incognote.gazetteer.loader import read_list

DATA: Final = "incognote.detect"
LONGEST: Final = 24  # 國立陽明交通大學附設醫院 has 12, 佛教慈濟醫療財團法人花蓮慈濟醫院 16
_COUNTED: Final = frozenset("年月日天時时分點点週周歲岁號号次床樓楼度份名位個个床診级級期")
_OPENERS: Final = frozenset("回同和曾有可來")
_MAY_OPEN: Final = frozenset("和曾同有可")  # opens a name where nothing Chinese stands before


def is_han(character: str) -> bool:
    """True for an ideograph, and for the rings that stand for one (○, 〇).

    >>> is_han("醫"), is_han("○"), is_han("A"), is_han("，")
    (True, True, False, False)
    """
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000" or character in "○〇"


@cache
def known() -> dict[str, float]:
    """Every known place name with its weight; 0.5 where it is also a common word."""
    places: dict[str, float] = {}
    for name in ("places_abroad", "places_cn", "places_hk", "places_tw"):
        for word, weight in read_list(DATA, name).items():
            places[word] = min(weight, places.get(word, weight))
    return places


@cache
def _stops() -> tuple[frozenset[str], frozenset[str], tuple[int, ...]]:
    words = read_list(DATA, "name_stops")
    hard = frozenset(word for word, weight in words.items() if weight >= 1)
    soft = frozenset(word for word, weight in words.items() if weight < 1)
    return hard, soft, tuple(sorted({len(word) for word in hard}, reverse=True))


def name_start(
    text: str, end: int, *, core_end: int | None = None, limit: int = LONGEST, soft_stops: bool = True, characters: bool = True
) -> int:
    """Where the name that ends at `end` begins; `core_end` is where its common words begin (綜合醫院).

    Without `soft_stops` only words that are never in a name stop; without `characters` only words of two
    and more do.

    >>> text = "曾在和岳診所"
    >>> text[name_start(text, 4):]
    '和岳診所'
    """
    hard, soft, lengths = _stops()
    sizes = lengths if characters else lengths[:-1]
    core_end = end if core_end is None else core_end
    at = core_end
    lowest = max(0, end - limit)
    while at > lowest and is_han(text[at - 1]):
        if _stops_at(text, at, hard, sizes):
            break
        if soft_stops and text[at - 1] in soft and (at < core_end or text[at - 1] == "至") and _leads(text, at, core_end):
            break
        at -= 1
    while at < core_end and at and text[at - 1].isdigit() and text[at] in _COUNTED:
        at += 1
    return at


def _stops_at(text: str, at: int, hard: frozenset[str], sizes: tuple[int, ...]) -> bool:
    """Whether a word that is never in a name ends at `at`; a plain loop, since this runs for every character."""
    for size in sizes:  # noqa: SIM110
        if at >= size and text[at - size : at] in hard:
            return True
    return False


def _leads(text: str, at: int, core_end: int) -> bool:
    """True where the character before `at` leads up to a name and does not open it."""
    character, next_ = text[at - 1], text[at : at + 1]
    if character == "至":
        return next_ not in "善誠诚德美愛爱真聖圣心" or core_end - at > 3
    if core_end - at < 2:
        return False
    hard, _, lengths = _stops()
    before = at - 1
    if any(text[first : first + 2] in known() for first in (before, before - 1) if first >= 0):
        return False  # 後壁區, 來義鄉, 前鎮區
    opens = before == 0 or not is_han(text[before - 1])
    after_stop = opens or any(text[before - size : before] in hard for size in lengths if before >= size)
    if character == "和":  # 台大和青禾醫院, but 永和大樹藥局 and 在和田診所
        joined = any(text[before - size : before] in hard for size in lengths[:-1] if before >= size)
        return joined or known().get(text[max(0, before - 2) : before], 0.0) >= 1
    return not (after_stop and character in _MAY_OPEN)


def strip_common(text: str, end: int, common: Container[str], *, longest: int = 6) -> int:
    """Where the common words before `end` begin: 青禾|綜合|醫院, 王|耳鼻喉科|診所.

    One character (大, 新) is stripped only behind a longer common word: 大新牙醫診所 has a name.

    >>> strip_common("青禾綜合醫院", 4, {"綜合"})
    2
    """
    while True:
        for size in range(min(longest, end), 0, -1):
            word = text[end - size : end]
            if word in common and (size > 1 or any(text[end - 1 - n : end - 1] in common for n in (4, 3, 2) if end - 1 >= n)):
                end -= size
                break
        else:
            return end


class Kind(NamedTuple):
    """What the walk needs to know about one kind of institution.

    `common` are words that name no single institution (綜合, 社區); a name of nothing else is no name.
    `single` are one-character names that count (王診所). `brands` are common words that clinics take as
    their name (聯合).
    """

    label: str
    source: str
    common: frozenset[str]
    single: frozenset[str] = frozenset()
    score: float = 0.82
    longest_core: int = 8
    brands: frozenset[str] = frozenset()


def institution(page: Page, cue: tuple[int, int], kind: Kind) -> tuple[int, int] | None:
    """The name that ends with the cue as a range of `page.text`, or None where it is a common noun."""
    text, (start, end) = page.text, cue
    core_end = strip_common(text, start, kind.common)
    left = name_start(text, start, core_end=core_end)
    if "法人" in text[left:core_end]:
        left = name_start(text, start, core_end=core_end, soft_stops=False)
    if core_end < start and any(word in text[core_end:start] for word in _WHICH):
        return None
    core = core_end - left
    if core <= 1 and _branded(text, name_start(text, start), start, kind):
        return name_start(text, start), end
    if core <= 0 or text[left:core_end] in kind.common or _says_nothing(text[left:core_end], kind.common):
        return None
    if core == 1 and not (text[left] in kind.single or (core_end < start and kind.single and text[left] not in kind.common | _stops()[1])):
        person = name_start(text, start, core_end=core_end, characters=False, soft_stops=False)
        return (person, end) if core_end - person == 3 and text[person] in kind.single and kind.single else None
    left = _from_place(text, left, core_end) if core > 4 else left
    if core == 2 and left and text[left - 1] in _OPENERS and (left == 1 or text[left - 2] == "\n"):
        left -= 1  # 回春堂 at the head of a line
    if core_end - left > kind.longest_core and not any(word in text[left:core_end] for word in _FORMAL):
        left = core_end - 4
    return left, end


def _says_nothing(core: str, common: Container[str]) -> bool:
    """曾入(監獄): only lead-in characters and common ones."""
    soft = _stops()[1]
    return any(character in soft for character in core) and all(c in soft or c in common for c in core)


def _branded(text: str, left: int, start: int, kind: Kind) -> bool:
    """聯合牙醫診所: a common word that is also a usual name, with nothing before it."""
    return any(text[left : left + size] in kind.brands and left + size <= start for size in (2, 3))


def _from_place(text: str, left: int, core_end: int) -> int:
    """風險溫州市中心醫院: a known place opens the name, unless what stands before belongs to names too."""
    names = known()
    for at in range(left + 4, core_end - 1):
        if any(names.get(text[at : at + size], 0.0) >= 1 for size in (2, 3)):
            before = text[left:at]
            if before in names or any(word in before for word in _FORMAL):
                return left
            return at
    return left


_WHICH: Final = ("哪", "什", "各", "某", "這", "这", "那", "幾", "几", "任何", "所有", "一些", "很多", "許多", "许多", "其他", "最好", "正規", "正规", "两家", "兩家")
_FORMAL: Final = (
    "立", "法人", "大學", "大学", "市", "縣", "县", "省", "區", "区", "學院", "学院", "基金會", "基督教", "天主教", "鄉", "乡", "鎮", "镇",
    "十字會", "十字会", "協會", "协会", "有限", "股份", "部", "附設", "附属", "分院", "總", "军", "軍", "财团", "財團",
)  # fmt: skip
