"""A lone Han name on one of the last lines of a note: the signature of who wrote it.

`陳玉梅`, `黃秀蘭 醫師`, `林建銘 MD`, `劉敏 2024/5/3`; also right before a line of dashes. Needs at least
three lines, so that a patient's name alone stays NAME. Source: catalogue 7.3 N2; charts sign at the end.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end, s.label) for s in detector(RULES)(Document("1", "CC: fever\\nP: rest\\n陳玉梅"))]
[(18, 21, 'DOCTOR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import never, word_names
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.likelihood import name_at, name_likelihood, surname_weight, tables, weigh
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_signature"
_LAST_LINES: Final = 6
_PRIOR: Final = 0.0
_LINE: Final = re.compile(f"[ \t]*([{HAN}]{{2,4}})(?![{HAN}])([ \t]*[^\n]*)")
_RULED: Final = re.compile(f"\n[ \t]*([{HAN}]{{2,4}})[ \t]*\n+[ \t]*[-=_*]{{3}}")
_TAIL: Final = re.compile(r"[ \t]*(?:$|[^\w\s]{1,4}\s*$|醫師|医师|MD|M\.D|\(|RN|NP|VS|R\d|\d|[護护]|[簽签]|Physician|[,/])", re.IGNORECASE)
_PATIENT: Final = re.compile(r"[ \t]*[(,，/]?[ \t]*(?:\d{1,3}[ \t]?(?:歲|岁|y|/|[MF])|[男女MF]\b|MRN|\d{6,})", re.IGNORECASE)


_LONE: Final = re.compile(
    f"[—–。;.\n(夜班找科y](?:(?<=[—–])[ \t]?([{HAN}])(?=[ \t]*(?:\n|\\Z))|(?<=[。;.\n])([{HAN}])[記记](?=[。,\n]|\\Z)|(?<=[{HAN}]\\()([{HAN}])\\)(?=[。]?[ \t]*(?:\n|\\Z))"
    f"|(?:(?<=[上下大小]夜)|(?<=[白夜交接]班))[ :]([{HAN}])(?=[ \t]*(?:\n|\\Z))|(?<=[^尋寻]找)([{HAN}])(?=[。,;\n]|\\Z)|(?<=科)([{HAN}])(?=\\((?:手|分|電|电|公|\\d))"
    f"|(?<=ed by) ([{HAN}])(?![{HAN}])|(?<=\n)[ \t]{{2,}}([{HAN}])(?=[ \t]?[于於][ \t]?(?:19|20)\\d\\d))"
)
_TAIL_SIZE: Final = 24
_STOPS: Final = frozenset(["。", ".", ";", "!"])
_SENTENCE: Final = _STOPS | {" ", "\t"}
_NO_INITIAL: Final = frozenset("章印簽签女男兒儿花包管皮無无有可同全右左中下上高常強强平安明白單单空易時时和成溫温冷")


def _initialled(page: Page) -> Iterator[Span]:
    """…結束療程。蘇: one surname at the end of a line, behind a full stop."""
    text, stop = page.text, 0
    while 0 <= stop < len(text):
        stop = text.find("\n", stop + 1)
        end = stop if stop >= 0 else len(text)
        if text[end - 1] < "\u3400" and text[end - 1] not in " \t":
            continue
        begin = max(0, end - _TAIL_SIZE)
        tail = text[begin:end].rstrip(" \t\n")
        if len(tail) < 4 or tail[-1] < "\u3400" or tail[-2] not in _SENTENCE or tail[-1] in _NO_INITIAL:
            continue
        before = tail[:-1].rstrip(" \t")
        if before[-1:] not in _STOPS or before[-2:-1].isdigit():  # 1. 黃 is an item
            continue
        if (surname_weight(tail[-1]) or -9.0) > -3.4 and not _goes_on(tail[-1], text[stop + 1 : stop + 3] if stop >= 0 else "", text):
            yield page.span(begin + len(tail) - 1, begin + len(tail), "DOCTOR", None, SOURCE, 0.8)


def _lone(page: Page) -> Iterator[Span]:
    """One surname where someone signs or is asked for: ——廖, 勾記。, (毛)。, 下夜 罗, 找王。, followed by 楊."""
    text = page.text
    for found in _LONE.finditer(text):
        group = found.lastindex or 0
        if found[group] in _NO_INITIAL or (surname_weight(found[group]) or -9.0) < (-5.4 if group < 3 else -3.4):
            continue
        yield page.span(*found.span(group), "DOCTOR", None, SOURCE, 0.8)


def _goes_on(surname: str, behind: str, text: str) -> bool:
    """Whether the next line begins with the rest of the name: …第二次。張 and 建國第三次 below."""
    if len(behind) < 2 or min(behind) < "\u3400":
        return False
    if surname + behind in text:
        return True
    joined = (surname + behind).translate(to_base())
    return name_likelihood(joined)[0] > -8.4 and joined[1:] not in tables().words


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    yield from _initialled(page)
    yield from _lone(page)
    if text.count("\n") < 2:
        return
    end = len(text.rstrip())
    for _ in range(_LAST_LINES):
        begin = text.rfind("\n", 0, end) + 1
        yield from _signed(page, begin)
        end = len(text[:begin].rstrip())
        if not end:
            return
    if "---" in text or "===" in text:
        for ruled in _RULED.finditer(text):
            yield from _signed(page, ruled.start(1))


def _signed(page: Page, begin: int) -> Iterator[Span]:
    text = page.text
    line = _LINE.match(text, begin)
    if line is None or not _TAIL.match(line[2]) or _PATIENT.match(line[2]):
        return
    start, end = line.span(1)
    if line[1].translate(to_base()) in never():
        return
    found = weigh(text, start, end, prior=_PRIOR)
    if found is None or found.margin <= 0:
        found = name_at(text, start, prior=_PRIOR, longest=3)
        is_last = not text[end:].strip() and line[1].translate(to_base()) in word_names()
        if not is_last and (found is None or found.end != end or found.margin <= 0):
            return
    yield page.span(start, end, "DOCTOR", None, SOURCE, 0.82)


RULES = (Rule("name_han_signature", find),)
