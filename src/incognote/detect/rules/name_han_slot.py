"""Surnames alone in a slot of the team: ST 方, PT：林, 柯R2, and lists of them behind one slot: VS 林/方/古.

The code of a trade is written large and stands apart, and a border or a verb follows the surname, so ST 段 (of an
ECG), PT 高 and R 側 are none; a rank right behind a surname takes it in. Source: catalogue 7.3 N3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "ST 方：吞嚥 fair，與柯R2討論；on call: 林/古，ST 段上升，白/黃 痰"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['ST 方', '柯R2', '林', '古']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_han_title import FUNCTION, begins, ends
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_single
from incognote.document import Span
from incognote.names.likelihood import surname_weight

SOURCE: Final = "rules/name_han_slot"
_TRADES: Final = ("ot", "pt", "st", "rt", "sw", "msw", "np", "cm", "rd", "nsp", "cns", "clerk", "fellow", "fr")
_RANKS: Final = (
    "r", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "cr", "vs", "pgy", "pgy1", "pgy2", "int", "intern", "hs", "rn", "hn", "ns",
    "on duty", "duty", "on call", "oncall", "on-call", "scrub", "asst", "assistant", "surgeon",
)  # fmt: skip
_BEHIND: Final = frozenset(["r1", "r2", "r3", "r4", "r5", "r6", "r7", "cr", "vs", "pgy", "pgy1", "pgy2", "int", "intern", "clerk", "fellow", "np", "rt", "sw", "cm", "rd", "nsp"])
"""What may stand right behind its surname: 柯R2. 方PT and 白OT are of name_han_lone."""
_GAP: Final = re.compile(rf"(?: |[ \t]?:[ \t]?|(?<=[\dSTRWPMDNJ])(?=[{HAN}]))(?=[{HAN}])")
_LISTED: Final = re.compile(rf"([{HAN}])(?:[ \t]?[/、,&+][ \t]?(?=[{HAN}](?![{HAN}]))|(?![{HAN}]))")
_MOST: Final = 8
_MEASURED: Final = frozenset("段高常單单易左石水陰阴陽阳平")
"""What an ECG, a clotting time or an eye is: ST 段, PT 高, RT 左."""
_USUAL: Final = -3.4


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for category in ("slot_trade", "slot_rank"):
        for start, end in page.cues.get(category, NO_CUES):
            slot = text[start:end]
            if not slot[0].isupper() and len(slot) < 4:
                continue
            if slot.lower() in _BEHIND and _is_before(text, start, end):
                yield page.span(start - 1, end, "DOCTOR", None, SOURCE, 0.85)
            elif gap := _GAP.match(text, end):
                yield from _slot(page, start, gap, is_trade=category == "slot_trade" and slot.isupper())


def _is_before(text: str, start: int, end: int) -> bool:
    """柯R2: a usual surname between a border and its rank, and nothing that runs on; not 由R2, 和CR."""
    char, after = text[start - 1 : start], text[end : end + 1]
    if char < "\u3400" or char in FUNCTION or (after.isascii() and after.isalnum()):
        return False
    return (surname_weight(char) or -9.0) > _USUAL and begins(text, start - 1) and ends(text, end)


def _slot(page: Page, start: int, gap: re.Match[str], *, is_trade: bool) -> Iterator[Span]:
    """One surname behind a trade, or several behind any slot."""
    text, at = page.text, gap.end()
    named: list[int] = []
    while len(named) < _MOST and (piece := _LISTED.match(text, at)) and (surname_weight(piece[1]) or -9.0) > _USUAL:
        named.append(at)
        at = piece.end()
    if len(named) > 1:
        yield from (page.span(one, one + 1, "DOCTOR", None, SOURCE, 0.85) for one in named)
    elif is_trade and text[gap.end()] not in _MEASURED and read_single(text, gap.end(), is_glued=False):
        begin = start if gap[0] == " " else gap.end()
        yield page.span(begin, gap.end() + 1, "DOCTOR", None, SOURCE, 0.85)


RULES = (Rule("name_han_slot", find, {"slot_trade": _TRADES, "slot_rank": _RANKS}, needs=("slot_trade", "slot_rank")),)
