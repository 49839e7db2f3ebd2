"""What a piece of a document's head is called: by the label before, the one behind, the heading of its column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from incognote.detect.head import Token

REACH: Final = 320
"""Characters of a document that its head may have."""
TITLES: Final = re.compile(r" ?(?:先生|小姐|女士|太太|君)(?![\u4e00-\u9fff])")

_POINTED: Final = frozenset("个個位")
_BEHIND: Final = re.compile(r"[ \t]{0,3}(?::|<-|<=|←|\()")
_NOTHING: Final = re.compile(r"[#.]?(?:\)|[ \t]*(?:\n|\Z)|[ \t]{2})")
"""Behind a label that stands behind its value: `F223456785 :身分證`, `993-11-2864 <- ID`, `30269909 (med rec)`."""


def labelled(text: str, head: Sequence[Token], at: int) -> str | None:
    """What the label before, the one in brackets behind, or the heading of the column calls the token."""
    token = head[at]
    if column := _column(text, head, token):
        return column
    if told := _told_behind(text, head, at):
        return told
    before = at - 1
    while before >= 0 and head[before].kind == "mark" and head[before].line == token.line:
        before -= 1
    if before >= 0 and head[before].kind.startswith("label/") and token.line - head[before].line < 2 and is_joined(text, head[before].end, token.start):
        return head[before].kind[6:]
    behind = head[at + 1 : at + 3]
    if len(behind) == 2 and text[behind[0].start] in "([" and behind[1].kind.startswith("label/") and behind[0].start == token.end:
        return behind[1].kind[6:]
    if behind and behind[0].kind in ("label/birth", "label/visit") and behind[0].start - token.end < 2:
        after = head[at + 2 : at + 3]
        if not after or after[0].line != token.line or after[0].kind == "mark":
            return behind[0].kind[6:]
    return None


def _told_behind(text: str, head: Sequence[Token], at: int) -> str | None:
    token = head[at]
    if not _BEHIND.match(text, token.end) or _leads_with_label(head, token.line):
        return None
    label = next((t for t in head[at + 1 : at + 3] if t.kind.startswith("label/")), None)
    is_its = label and label.line == token.line and _NOTHING.match(text, label.end) and is_joined(text, token.end, label.start)
    return label.kind[6:] if label and is_its else None


def _leads_with_label(head: Sequence[Token], line: int) -> bool:
    """Whether a label begins the line, so that labels stand before their values: (姓名)何婉婷(生日)16/05/12."""
    first = next((t for t in head if t.line == line and t.kind != "mark"), None)
    return first is not None and first.kind.startswith("label/")


def is_joined(text: str, start: int, end: int) -> bool:
    return end - start < 12 and not text[start:end].strip(" \t\n:.#/|()[]{}【】<>〔〕、,=\"'-")


def _column(text: str, head: Sequence[Token], token: Token) -> str | None:
    """The label in the same column of the first line, where that line is all labels."""
    if token.line == 0 or not (heading := _heading(text[:REACH], tuple(head))):
        return None
    mark = "\t" if "\t" in text[:REACH] else "|"
    line = text.rfind("\n", 0, token.start) + 1
    return heading.get(text.count(mark, line, token.start))


@lru_cache(maxsize=4)
def _heading(text: str, head: tuple[Token, ...]) -> dict[int, str]:
    """The label of each column, where the first line is a table's heading."""
    first = [t for t in head if t.line == 0 and t.kind != "mark"]
    labels = [t for t in first if t.kind.startswith("label/")]
    mark = "\t" if "\t" in text[:REACH] else "|"
    if len(labels) < 2 or mark not in text[: labels[-1].end] or any(t.kind in ("date", "number", "id") for t in first):
        return {}
    return {text.count(mark, 0, t.start): t.kind[6:] for t in reversed(labels)}


def is_others(text: str, head: Sequence[Token], at: int) -> bool:
    """Whether the nearest label before on the line, or a title right behind, is one of staff or kin."""
    token = head[at]
    behind = head[at + 1] if at + 1 < len(head) else None
    if TITLES.match(text, token.end):
        behind = None
    if behind and behind.kind == "label/other" and behind.line == token.line and not text[token.end : behind.start].strip("(,"):
        return behind.start == token.end or text[token.end] in "(,"
    if text[token.start - 1 : token.start] in _POINTED:  # 主任 下午那个岳伟飞
        return False
    for other in reversed(head[:at]):
        if other.line != token.line or other.kind in ("date", "age"):
            return False
        if other.kind in ("number", "id") and not is_joined(text, other.end, token.start):
            return False
        if other.kind.startswith("label/"):
            return other.kind == "label/other"
    return False
