"""Compound surnames alone for a person: 剛才司馬來看過, 會診上官後, 由司馬照顧, 歐陽醫師 ... 歐陽說可下床.

A border, a time or a verb must stand before and a verb or border behind. Those that are words too (東方, 長孫, 西門)
count only in a note that gives the same surname a title. Source: catalogue 3.1, 7.3 N3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "剛才司馬來看過，司馬光砸缸，東方人"))]
[(2, 4)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from incognote.detect.name_words import starts_right
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.cues import left_words, titles, words
from incognote.names.likelihood import is_han

SOURCE: Final = "rules/name_han_compound"
_SURNAMES: Final = tuple(
    "司馬 司马 上官 歐陽 欧阳 司徒 諸葛 诸葛 皇甫 尉遲 尉迟 端木 夏侯 公孫 公孙 令狐 慕容 鍾離 钟离 獨孤 独孤 南宮 南宫 宇文 軒轅 轩辕 呼延 申屠 聞人 闻人 濮陽 濮阳 淳于 范姜 張簡 张简 拓跋 閭丘 闾丘".split()
)
_WORDS: Final = tuple("東方 东方 西門 西门 百里 長孫 长孙 司空 太史".split())
_LEAD: Final = frozenset(
    "剛才 刚才 剛剛 刚刚 方才 適才 昨 今 剛 刚 才 值班 主管 會診 会诊 照會 照会 學長 学长 同事 室友 等 找 問 问 請 请 給 给 讓 让 是 換 换 聽 听 據 据 因 對 对 跟 後 后 但 而 時 时 仍 也 已 由 再 交 叫 幫 帮 怕 罵 骂 打 約 约 麻煩 麻烦 拜託 拜托 通知 傍晚 晚上 早上 下午 中午 上午 凌晨 隔天 當天 当天".split()
)
_BEHIND: Final = re.compile(r"[後后時时處处那][^代世來来]|[後后]改|[來来看說说也仍已曾均都又再便就會会要]|值班|照[顧顾護护會会]|[查巡]房|[評评]估|[開开][立單单刀]|[親亲]自|交[班代]|[認认][為为]|[負负][責责]|[處处]理|[覺觉]得|[請请]假|上台|[換换][藥药]|幫忙|帮忙|[帶带][教組组]")
_NO_PERSON: Final = re.compile(r"[路街里村鄉乡鎮镇市區区縣县山河湖庫库台臺寺廟庙國国式法氏穴鍋锅]")


def find(page: Page) -> Iterator[Span]:
    for start, end in page.cues.get("compound_surname", NO_CUES):
        if _is_alone(page.text, start, end):
            yield _span(page, start, end)
    for start, end in page.cues.get("compound_word", NO_CUES):
        if page.text[start:end] in _titled(page.text) and _is_alone(page.text, start, end) and not is_han(page.text[start - 1 : start] or " "):
            yield _span(page, start, end)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Whether nothing but a person is named: a border or a word that leads to one before, a verb or border behind."""
    if _NO_PERSON.match(text, end):
        return False
    before = text[start - 1 : start]
    is_bordered = not before or not is_han(before)
    lead = any(text[max(0, start - size) : start] in words for size in (1, 2, 3) for words in (left_words(), _LEAD))
    if not (is_bordered or lead or role_before(text, start)):
        return False
    if is_han(text[end : end + 1] or " "):
        return _BEHIND.match(text, end) is not None or starts_right(text[end : end + 3])
    return not is_bordered or text[start:end] in _titled(text)


@cache
def _staff() -> frozenset[str]:
    return frozenset(words("title_staff"))


@lru_cache(maxsize=16)
def _titled(text: str) -> dict[str, bool]:
    """The surnames that stand before a title somewhere in the text, and whether it is one of staff."""
    found: dict[str, bool] = {}
    for surname in (*_SURNAMES, *_WORDS):
        at = text.find(surname)
        while at >= 0:
            for title in (text[at + 2 : at + 4], text[at + 2 : at + 5]):
                if title in titles():
                    found[surname] = title in _staff()
            at = text.find(surname, at + 2)
    return found


def _span(page: Page, start: int, end: int) -> Span:
    is_staff = page.text[max(0, start - 2) : start] in {"會診", "会诊", "照會", "照会", "值班", "主管"} or page.text[end : end + 2] in {"值班", "查房", "巡房", "带教", "帶教"}
    is_staff = is_staff or _titled(page.text).get(page.text[start:end], False)
    label, kind = label_for("staff" if is_staff else whose(page.text, start, end))
    return page.span(start, end, label, kind, SOURCE, 0.8)


RULES = (Rule("name_han_compound", find, {"compound_surname": _SURNAMES, "compound_word": _WORDS}, needs=("compound_surname", "compound_word")),)
