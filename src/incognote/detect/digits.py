"""Stretches of digits with their separators, cut once a page, and rules that look only there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

_RUN: Final = re.compile(r"[+(0-9][0-9 ()+./-]{7,}")
_NINE: Final = re.compile(r"(?:[^0-9]*[0-9]){9}")
_CHECKED: Final = 0.15


@lru_cache(maxsize=4)
def runs(text: str) -> tuple[tuple[int, int], ...]:
    """Stretches with at least nine digits.

    >>> runs("BP 120/80, call 415-555-0132 or (02) 9555 1234.")
    ((16, 29), (32, 47))
    """
    return tuple([m.span() for m in _RUN.finditer(text) if _NINE.match(text, m.start(), m.end())])


def run_rule(
    name: str,
    label: str,
    shape: str,
    *,
    score: float,
    check: Callable[[str], bool] | None = None,
    needs: tuple[re.Pattern[str], ...] = (),
) -> Rule:
    """A rule for a number of digits and separators that needs no label; a passed `check` adds 0.15.

    Every such number holds what one of `needs` finds.
    """
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?<![0-9][./-])(?:{shape})(?![A-Za-z0-9]|[./-]\d)")
    source = f"rules/{name}"

    def find(page: Page) -> Iterator[Span]:
        for start, end in runs(page.text):
            for value in pattern.finditer(page.text, start, end):
                bonus = _CHECKED if check and check(value[0]) else 0.0
                yield page.span(*value.span(), label, None, source, score + bonus)

    return Rule(name, find, needs=needs)
