"""How far to the left a Chinese name goes that ends in a known word (醫院, 路, 公司).

Chinese writes no borders, so the name is what stands between the ending and the nearest stop: a mark, a
blank, a Latin letter, or a word that leads up to a name (曾在, 送至). Some stop characters also begin
names (和 in 和平, 至 in 至善): they stop only where two characters of name are left without them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import cache
from typing import Final, NamedTuple

from incognote.detect.page import Page
from incognote.document import Span
from incognote.gazetteer.loader import read_list

DATA: Final = "incognote.detect"
LONGEST: Final = 24  # 國立陽明交通大學附設醫院 has 12, 佛教慈濟醫療財團法人花蓮慈濟醫院 16
_COUNTED: Final = frozenset("年月日天時时分點点週周歲岁號号次床樓楼度份名位個个床診级級期")
_MAY_OPEN: Final = frozenset("和同回後后前有無无如若可能以常原來来自")  # opens a name where nothing Chinese stands before
_JOINS: Final = frozenset("和")  # 台大醫院和青禾醫院


def is_han(character: str) -> bool:
    """True for an ideograph, and for the rings that stand for one (○, 〇).

    >>> is_han("醫"), is_han("○"), is_han("A"), is_han("，")
    (True, True, False, False)
    """
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000" or character in "○〇"


@cache
def _stops() -> tuple[frozenset[str], frozenset[str], tuple[int, ...]]:
    words = read_list(DATA, "name_stops")
    hard = frozenset(word for word, weight in words.items() if weight >= 1)
    soft = frozenset(word for word, weight in words.items() if weight < 1)
    return hard, soft, tuple(sorted({len(word) for word in hard}, reverse=True))


def name_start(text: str, end: int, *, core_end: int | None = None, limit: int = LONGEST, soft_stops: bool = True) -> int:
    """Where the name that ends at `end` begins; `core_end` is where its common words begin (綜合醫院).

    >>> text = "曾在和岳診所"
    >>> text[name_start(text, 4):]
    '和岳診所'
    """
    hard, soft, lengths = _stops()
    core_end = end if core_end is None else core_end
    at = core_end
    lowest = max(0, end - limit)
    while at > lowest and is_han(text[at - 1]):
        if any(text[at - size : at] in hard for size in lengths if at >= size):
            break
        if soft_stops and text[at - 1] in soft and core_end - at >= 2:
            opens = at == 1 or not is_han(text[at - 2])
            if not (opens and text[at - 1] in _MAY_OPEN):
                break
        at -= 1
    while at < core_end and at and text[at - 1].isdigit() and text[at] in _COUNTED:
        at += 1
    return at


def strip_common(text: str, end: int, common: Container[str], *, longest: int = 6) -> int:
    """Where the common words before `end` begin: 青禾|綜合|醫院, 王|耳鼻喉科|診所.

    >>> strip_common("青禾綜合醫院", 4, {"綜合"})
    2
    """
    while True:
        for size in range(min(longest, end), 0, -1):
            if text[end - size : end] in common:
                end -= size
                break
        else:
            return end


class Kind(NamedTuple):
    """What the walk needs to know about one kind of institution.

    `common` are words that name no single institution (綜合, 社區); a name of nothing else is no name.
    `single` are one-character names that count (王診所). `numbered` accepts 第三 without more.
    """

    label: str
    source: str
    common: frozenset[str]
    single: frozenset[str] = frozenset()
    score: float = 0.82
    longest_core: int = 6


def institution(page: Page, cue: tuple[int, int], kind: Kind) -> tuple[int, int] | None:
    """The name that ends with the cue as a range of `page.text`, or None where it is a common noun."""
    text, (start, end) = page.text, cue
    core_end = strip_common(text, start, kind.common)
    left = name_start(text, start, core_end=core_end)
    core = core_end - left
    if core <= 0:
        return None
    if core == 1 and text[left : left + 2] not in kind.common and start - left >= 2 and text[left + 1] in kind.common:
        return left, end  # 好多量販店: 多 is a common word, 好多 is a name
    if core == 1 and not (text[left] in kind.single and (left == 0 or not is_han(text[left - 1]) or core_end < end)):
        return None
    if core > kind.longest_core and not any(word in text[left:core_end] for word in _FORMAL):
        left = core_end - 4
    return left, end


_FORMAL: Final = (
    "立", "法人", "大學", "大学", "市", "縣", "县", "省", "區", "区", "學院", "学院", "基金會", "基督教", "天主教", "鄉", "乡", "鎮", "镇",
    "有限", "股份", "军", "軍", "财团", "財團",
)  # fmt: skip
