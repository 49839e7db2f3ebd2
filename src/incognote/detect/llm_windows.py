"""A note in windows that a language model can read: as much as fits its context, with overlap, nothing unread.

A window ends behind a line or sentence where there is one in its second half. What is no longer than the overlap stands
whole in one window at least.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

LONGEST: Final = 700
"""Tokens of one window: a usual note is one, and an answer holds all that such windows of our sets hold."""
OVERLAP: Final = 64
"""Characters that two windows share: more than the longest address has."""
LEAST: Final = 2 * OVERLAP
"""Characters below which a window is not made smaller: what does not fit then is the model's fault."""
_ENDS: Final = ("\n", "。", "！", "？", "；", ". ", "! ", "? ", "; ")
Range = tuple[int, int]


def windows(text: str, *, tokens: Callable[[str], int], longest: int = LONGEST, overlap: int = OVERLAP) -> tuple[Range, ...]:
    """Half-open ranges of characters, in order, each of at most `longest` tokens; none for a text that holds nothing but blanks.

    >>> windows("甲乙丙丁戊。己庚辛壬癸", tokens=len, longest=8, overlap=2)
    ((0, 6), (4, 11))
    """
    if not text.strip():
        return ()
    found: list[Range] = []
    start, guess = 0, longest
    while True:
        end, guess = _reach(text, start, tokens, longest, guess)
        if end < len(text):
            end = _border(text, start, end)
        found.append((start, end))
        if end >= len(text):
            return tuple(w for w in found if text[w[0] : w[1]].strip())
        start = max(start + 1, end - min(overlap, (end - start) // 2))


def _reach(text: str, start: int, tokens: Callable[[str], int], longest: int, guess: int) -> tuple[int, int]:
    """The end of the longest window from `start` that fits, about, and how many characters that is: a first guess for the next."""
    size = min(guess, len(text) - start)
    while (count := tokens(text[start : start + size])) > longest and size > 1:
        size = max(1, min(size - 1, size * longest // count))
    while start + size < len(text) and count and count < longest * 9 // 10:
        more = min(len(text) - start, max(size + 1, size * longest // count))
        count = tokens(text[start : start + more])
        if count > longest:
            break
        size = more
    return start + size, size


def _border(text: str, start: int, end: int) -> int:
    """Behind the last end of a line or sentence in the second half of a window, else behind a blank, else where it is full."""
    half = start + (end - start) // 2
    best = max(text.rfind(sign, half, end) + len(sign) if text.rfind(sign, half, end) >= 0 else 0 for sign in _ENDS)
    if best > half:
        return min(best, end)
    blank = text.rfind(" ", half, end)
    return blank + 1 if blank > half else end


def halves(text: str, window: Range, *, overlap: int = OVERLAP) -> tuple[Range, ...]:
    """A window as two that overlap; none where it is too short for that.

    >>> halves("甲" * 300, (0, 300)), halves("甲乙", (0, 2))
    (((0, 150), (86, 300)), ())
    """
    start, end = window
    size = end - start
    if size < LEAST:
        return ()
    middle = _border(text, start + size // 4, start + size // 2)
    return (start, middle), (middle - min(overlap, size // 4), end)
