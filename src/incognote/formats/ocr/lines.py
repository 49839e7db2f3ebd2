"""Words with places, as text recognition gives them, put into lines.

A program that recognises Chinese says every ideograph or two is a word; blanks between them are its own, not the page's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

_CELL: Final = 1.5
"""Heights of a line that a gap is wide, if it stands between two cells."""
_BLANK: Final = 0.7
"""And if it is a blank between ideographs that the page has: half an ideograph is none."""
_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f\U00020000-\U0003ffff]")
_SIGN: Final = frozenset(":;,.)]!?%、。，：；）」』】")


class Word(NamedTuple):
    """A word in a line of a block of a page, in pixels, y downwards; `sure` is 0 to 100."""

    line: tuple[int, int, int, int]
    left: int
    top: int
    width: int
    height: int
    sure: float
    text: str

    def __repr__(self) -> str:
        return f"Word({len(self.text)} characters, {self.sure:.0f})"


def words_of(table: str) -> list[Word]:
    """The words of a table with tabs: level, page, block, paragraph, line, word, four of the place, confidence, text."""
    return list(_words(table))


def _words(table: str) -> Iterator[Word]:
    for row in table.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip() and float(cells[10]) >= 0:
            page, block, paragraph, line = map(int, cells[1:5])
            left, top, width, height = map(int, cells[6:10])
            yield Word((page, block, paragraph, line), left, top, width, height, float(cells[10]), cells[11].strip())


def lines_of(words: Sequence[Word]) -> str:
    """The text of a page: a line a line, a blank line between blocks, a tab between cells.

    >>> row = [("姓名", 0), (":", 42), ("王", 55), ("大明", 77), ("MRN", 300), ("12", 370)]
    >>> lines_of([Word((1, 1, 1, 1), left, 0, 20 * len(text), 20, 90.0, text) for text, left in row])
    '姓名:王大明\\tMRN 12'
    """
    parts: list[str] = []
    last: tuple[int, int, int, int] | None = None
    for line, group in groupby(words, key=lambda word: word.line):
        if last is not None:
            parts.append("\n" if last[:2] == line[:2] else "\n\n")
        parts.append(_line(list(group)))
        last = line
    return "".join(parts)


def _line(words: Sequence[Word]) -> str:
    height = _middle(word.height for word in words)
    parts = [words[0].text]
    for before, word in pairwise(words):
        parts += [_joint(before, word, (word.left - before.left - before.width) / height), word.text]
    return "".join(parts)


def _joint(before: Word, word: Word, gap: float) -> str:
    """What stands between two words of a line, `gap` heights apart."""
    if gap > _CELL:
        return "\t"
    is_wide = _WIDE.match(before.text[-1]) or _WIDE.match(word.text[0]) or word.text[0] in _SIGN
    return "" if is_wide and gap < _BLANK else " "


def _middle(values: Iterable[int]) -> float:
    ordered = sorted(values)
    return float(max(1, ordered[len(ordered) // 2]))
