"""Two columns of people side by side: children beside adults, the mother's house beside the father's.

    Children on the farm      Adults              MUM'S HOUSE            DAD'S HOUSE
    Brad 15                   Alan Gonzo (Fa)     Norma Gomes (36)       Aleks Alvar (39)
    Rosa 9                                                               Dot Campbell (27)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.link.listed import Aged

_HEAD: Final = re.compile(r"^[ \t]*(\S[^\n:|\t]{2,28}?)[ ]{3,}(\S[^\n:|\t]{2,28}?)[ ]*$", re.MULTILINE)
_CHILDREN: Final = re.compile(r"(?:children|kids|young people)\b(?! services)", re.IGNORECASE)
_HOUSE: Final = re.compile(r"(mum|mother|mo|dad|father|fa)(?:['’]?s)? (?:house|home|place|household|side)\b", re.IGNORECASE)
_SHARED: Final = re.compile(r"[ \t]*(?:week about|both|shared|between (?:them|both)|50/50|alternate weeks?)[ \t]*[:–-][ \t]*", re.IGNORECASE)
_NAME: Final = re.compile(r"([A-Z][^\W\d_]+(?:[ '’-][A-Z][^\W\d_]+){0,3}),? ?\(?(\d{1,2})?(?![\d/])\)?")
_NAMES: Final = re.compile(r"[A-Z][^\W\d_]+(?:[ '’-][A-Z][^\W\d_]+){1,3}")
_CELL: Final = re.compile(r"\S(?:[^\n]*?\S)??(?=[ ]{3,}|[ ]*\Z)")
_ROWS: Final = 20


def side_by_side(text: str) -> list[Aged]:
    """The people of such columns in order; nobody where no heading says children or whose house it is."""
    found: list[Aged] = []
    if "   " not in text:
        return found
    for head in _HEAD.finditer(text):
        kinds = [_kind(head[1]), _kind(head[2])]
        if any(kinds):
            found += _column(text, head, kinds)
    return found


def _kind(heading: str) -> str:
    house = _HOUSE.match(heading)
    if house:
        return "mother" if house[1][0] in "mM" else "father"
    return "child" if _CHILDREN.match(heading) else ""


def _column(text: str, head: re.Match[str], kinds: list[str]) -> Iterator[Aged]:
    second = head.start(2) - head.start()
    adults = [0, 0]
    at = head.end() + 1
    for _ in range(_ROWS):
        end = text.find("\n", at)
        line = text[at : len(text) if end < 0 else end]
        if not line.strip():
            return
        shared = _SHARED.match(line)
        if shared:
            yield from (Aged(at + m.start(), at + m.end(), None) for m in _NAMES.finditer(line, shared.end()))
        cells = [] if shared else list(_CELL.finditer(line))
        for number, cell in enumerate(cells):  # a long name pushes the second column to the right
            column = number if len(cells) == 2 else int(cell.start() >= second // 2)
            name = _NAME.match(line, cell.start(), cell.end())
            age = int(name[2]) if name and name[2] else None
            if not name or column > 1 or not kinds[column] or (kinds[column] == "child" and (age is None or age > 17)):
                continue
            role = kinds[column]
            if role != "child":
                if age is not None and age < 18:
                    continue
                adults[column] += 1
                role = role if adults[column] == 1 else f"{role}s_partner"
                if adults[column] > 2:
                    continue
            yield Aged(at + name.start(1), at + name.end(1), age, role)
        if end < 0:
            return
        at = end + 1
