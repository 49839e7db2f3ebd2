"""Chinese tables in which each person has a column: 欄位｜被害人｜相對人, below it 姓名｜…｜…."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.evidence import Claim, Range
from incognote.link.role_words import Hit, role_of

_CELL: Final = re.compile(r"[|｜\t¦]|[ 　]{2,}")
_NAMES_ROW: Final = frozenset({"姓名", "名字", "人名", "稱呼", "中文姓名", "當事人姓名"})
_TIES_ROW: Final = frozenset({"關係", "與案主關係", "與被害人關係", "稱謂", "兩造關係", "與兒少關係", "與個案關係", "身分關係", "與案主之關係"})
_HEADS: Final = frozenset({"欄位", "項目", "類別", "身分", "角色", "對象", "當事人", "區分", ""})
_MATES: Final = {"妻": "mother", "夫": "father", "配偶": "", "前妻": "mother", "前夫": "father", "太太": "mother", "先生": "father", "丈夫": "father", "妻子": "mother"}
_KIDS: Final = re.compile(r"目睹兒少|目睹兒童|子女|案主|案童|兒少|孩子|小孩|案子|案女")


def people_in_columns(text: str, places: Sequence[Range]) -> Iterator[Claim]:
    """The people of a table in which each has a column: a row of names, above it a row of who they are."""
    rows: list[list[tuple[int, int, str]]] = []
    at = 0
    for line in (*text.split("\n"), ""):
        cells = _cells_of(line, at)
        at += len(line) + 1
        if len(cells) > 2:
            rows.append(cells)
            continue
        if len(rows) > 1:
            yield from _columns(text, places, rows)
        rows = []


def _cells_of(line: str, offset: int) -> list[tuple[int, int, str]]:
    if not _CELL.search(line):
        return []
    cells, at = [], 0
    for sign in (*_CELL.finditer(line), None):
        stop = sign.start() if sign else len(line)
        cells.append((offset + at, offset + stop, re.sub(r"\s", "", line[at:stop])))
        at = stop + 1
    return cells[1:] if not cells[0][2] and len(cells) > 3 else cells


def _columns(text: str, places: Sequence[Range], rows: Sequence[Sequence[tuple[int, int, str]]]) -> Iterator[Claim]:
    names = next((row for row in rows if row[0][2].rstrip("：:") in _NAMES_ROW), None)
    above = rows[: rows.index(names)] if names else []
    head = next((row for row in above if len(row) >= len(names or ()) and sum(role_of(c[2]) is not None for c in row[1:]) > (row[0][2].rstrip("：:") not in _HEADS)), None)
    if names is None or head is None or head is names:
        return
    ties = next((row for row in rows if row[0][2].rstrip("：:") in _TIES_ROW), None)
    starts = [start for start, _ in places]
    with_children = _KIDS.search(text) is not None
    for column in range(1, min(len(names), len(head))):
        low, high, _ = names[column]
        at = bisect_left(starts, low)
        if at >= len(places) or starts[at] >= high:
            continue
        tie = ties[column][2] if ties and column < len(ties) else ""
        hit = Hit(low, low, "", head[column][2])
        for role, cost in _column_roles(head[column][2], tie, with_children=with_children):
            yield Claim(at, role, cost, hit._replace(role=role, word="個案" if role == "child" and tie != "" else hit.word))


def _column_roles(head: str, tie: str, *, with_children: bool) -> Iterator[tuple[str, float]]:
    case = role_of(head)
    if case in {"alleged", "notifier"}:
        yield case, -0.9
    mate = _MATES.get(tie)
    if mate and with_children:
        yield mate, -1.0
    elif tie in {"本人", "案主"}:
        yield "child", -1.0
    elif (role := role_of(tie)) and role not in {"alleged", "notifier"}:
        yield role, -1.0
    elif case and case not in {"alleged", "notifier"}:
        yield case, -0.9


def is_column_head(text: str, hit: Hit) -> bool:
    """Whether a word heads a column, beside another person's, and so is no label of what stands below it: 欄位｜被害人｜相對人."""
    line = text.rfind("\n", 0, hit.start) + 1
    end = text.find("\n", hit.end)
    cells = [re.sub(r"\s", "", part) for part in _CELL.split(text[line : len(text) if end < 0 else end])]
    return sum(role_of(cell) is not None for cell in cells) > 1
