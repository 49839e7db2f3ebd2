"""Beds at the head of a line, as in a list of beds: 802-1 陶老師, A03 赫連城, 805 Batuhan, 加1 田野.

A number alone heads many lines (a dose, a count, an item), so it counts where a second line has one of the
same row, or where a person stands behind it. Source: catalogue 4 (handover and round lists), rule R1.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "801 康樂 DNR\\n803-1 空\\n804 施小姐 NPO\\n500 毫升"
>>> [text[s.start:s.end] for s in detector(RULES)(Document("1", text))]
['801', '803-1', '804']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from incognote.detect.name_words import plausible
from incognote.detect.page import Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.detect.scan import lines
from incognote.document import Span

_SOURCE: Final = "rules/room_list"
_HEAD: Final = re.compile(
    r"[ \t]{0,2}(?:\d{1,2}/\d{1,2} \d{4} |\d{1,2}:\d\d )?(?P<bed>\d{3,4}-\d{1,2}[A-Z]?|(?P<row>[2-9]\d{2}|1\d{3}|1[0-8]\d)[A-D]?|(?P<letter>[A-H])\d{2}|加\d{1,2})"
    r"(?=[ \t:][ \t]?(?:[\u4e00-\u9fff(]|[A-Z][A-Za-z])|[\u4e00-\u9fff])",
)
_BEGINS: Final = frozenset("0123456789ABCDEFGH加 \t")
_MOST: Final = 60
_PERSON: Final = re.compile(r"[ \t:]{1,2}(?:(?P<han>[\u4e00-\u9fff]{2,3})(?![\u4e00-\u9fff])|[\u4e00-\u9fff][\u25cb\u3007OoX*][\u4e00-\u9fff]?|Mrs?\.? )")
_WEIGHED: Final = re.compile(r" ?\d{1,4}(?:\.\d)? ?(?:錢|钱|克|公克|兩|两|g|mg|ml|mL|包|片|顆)")
_BRACKETED: Final = re.compile(r"\((?P<bed>\d{1,4}-\d{1,2})\) ?(?P<name>[\u4e00-\u9fff]{2,3})")  # (7-2)顏阿招
_NO_BED: Final = re.compile(
    r"[ \t:]{0,2}(?:毫|公|元|塊|块|次|天|日|年|月|週|周|人|位|名|個|个|例|顆|颗|錠|歲|岁|分|小時|小时|步|度|號|号|級|级|單位|单位|大卡|卡|巷|弄|路|街|條|条|份|度|型|kcal|KCAL|CC|ML|MG|Hz|KV)"
)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    heads = [m for at in lines(text) if text[at : at + 1] in _BEGINS and (m := _HEAD.match(text, at)) and not _NO_BED.match(text, m.end()) and not UNIT.match(text, m.end())]
    if heads:
        yield from _listed(page, heads)
    if "-" in text and "(" in text:
        for bed in _BRACKETED.finditer(text):
            if plausible(bed["name"]) or plausible(bed["name"][:2]):
                yield page.span(*bed.span("bed"), "ROOM", None, _SOURCE, 0.5)


def _listed(page: Page, heads: list[re.Match[str]]) -> Iterator[Span]:
    """The heads that a second line or a person confirms, and their beds in the sentences below."""
    text = page.text
    rows = Counter(_row(m) for m in heads)
    sure = {_row(m) for m in heads if _is_sure(m, text)}
    found: dict[str, int] = {}
    for head in heads:
        row = _row(head)
        listed = rows[row] > 1 and (rows[row] > 2 or row in sure)
        if text[head.end()] not in " \t:" and head["row"]:
            continue  # 120天: glued to a count
        if listed or _is_sure(head, text):
            found[head["bed"]] = head.start("bed")
            yield page.span(*head.span("bed"), "ROOM", None, _SOURCE, 0.6)
    yield from _again(page, found)


def _again(page: Page, beds: dict[str, int]) -> Iterator[Span]:
    """A07 of the list in the sentence below it; a plain number may be anything there."""
    named = {bed for bed in beds if not bed.isdigit()}
    if not named or len(named) > _MOST:
        return
    for again in re.finditer(rf"(?<![A-Za-z0-9./-])(?:{'|'.join(map(re.escape, sorted(named)))})(?![A-Za-z0-9./-])", page.text):
        if beds[again[0]] != again.start():
            yield page.span(*again.span(), "ROOM", None, _SOURCE, 0.6)


def _row(head: re.Match[str]) -> str:
    """What beds of one row share: the first digit, or the letter."""
    return head["bed"][0] if head["bed"][0] != "加" else ""


def _is_sure(head: re.Match[str], text: str) -> bool:
    """Whether the line stands for a bed without a second one."""
    return "-" in head["bed"] or head["bed"][0] == "加" or _is_person(text, head.end())


def _is_person(text: str, at: int) -> bool:
    person = _PERSON.match(text, at)
    if person is None or _WEIGHED.match(text, person.end()):
        return False  # 100 黃芩 3錢
    return person["han"] is None or plausible(person["han"])


# 7 宋惠麗 泵胰岛素, 1-02金哲洙D3: short numbers, in a note that is handed over
_SMALL: Final = re.compile(r"[ \t]{0,2}(?P<bed>\d{1,2}(?P<dash>-0\d)?) ?(?P<name>(?(dash)[\u4e00-\u9fff]{2,3}|(?:[\u4e00-\u9fff]{2,4}|[\u4e00-\u9fff] {1,2}[\u4e00-\u9fff]{1,2})(?![\u4e00-\u9fff])))")
_DIGITS: Final = frozenset("0123456789 \t")
_HANDOVER: Final = (
    "交班", "接班", "交接", "夜班", "白班", "夜→白", "白→夜", "夜→", "→白", "→夜", "小夜", "大夜", "查房", "巡房", "床頭", "床头", "護理站", "护士站", "病區", "病区", "隔離區", "隔离区", "病房", "晚班", "早班", "溶栓", "重症",
)  # fmt: skip


def handed_over(page: Page) -> Iterator[Span]:
    """Beds of one or two digits at the heads of lines, each with a person behind: not items 1, 2, 3 of a list."""
    text = page.text
    heads = [m for at in lines(text) if text[at : at + 1] in _DIGITS and (m := _SMALL.match(text, at))]
    dashed = [m for m in heads if m["dash"]]
    plain = [m for m in heads if not m["dash"] and _is_named(m)]
    if len(dashed) > 2 and len({m["bed"].split("-")[0] for m in dashed}) == 1 and any(_is_named(m) for m in dashed):
        yield from (page.span(*m.span("bed"), "ROOM", None, _SOURCE, 0.6) for m in dashed)
    numbers = [int(m["bed"]) for m in plain]
    if len(numbers) < 2 or sorted(set(numbers)) != numbers or numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return
    yield from (page.span(*m.span("bed"), "ROOM", None, _SOURCE, 0.6) for m in plain)


def _is_named(head: re.Match[str]) -> bool:
    return plausible(head["name"].replace(" ", ""))


RULES = (Rule("room_list", find), Rule("room_list", handed_over, {"handover": _HANDOVER}, needs=("handover",)))
