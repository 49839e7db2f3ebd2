"""Lists of words in two languages that are looked for in texts: each line a group, its words in Chinese and in English.

Words are divided by " | "; `(a/b)` is one of these and `(a/b)?` perhaps one; `^` stands for a comma or colon before a word, `…` for a letter or character
that goes before or behind it, `$` for the end of a clause, `：` for a colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.names.tables import in_base
from incognote.narrative.lexicon import pattern
from incognote.narrative.tables import rows

_STOP: Final = r"(?=\s*(?:$|[，。；、,;.:：!！?？()（）」”]))"
_MORE: Final = r"(?=[一-鿿a-z\d\s:：])"


class Word(NamedTuple):
    """Where a word of a list stands, and its group."""

    start: int
    end: int
    group: str


def longest(groups: Mapping[str, re.Pattern[str]], folded: str, start: int, end: int) -> Iterator[Word]:
    """The words between two places, none in another: of those that begin at one place the longest, then the one whose group stands first.

    >>> groups = {"not": re.compile("没有"), "looks": re.compile("没有排除")}
    >>> [word[:] for word in longest(groups, "没有排除，没有", 0, 7)]
    [(0, 4, 'looks'), (5, 7, 'not')]
    """
    every = [Word(*found.span(), group) for group, pattern in groups.items() for found in pattern.finditer(folded, start, end)]
    at = start
    for word in sorted(every, key=lambda w: (w.start, -w.end)):  # a stable order: groups stand as they are given
        if word.start >= at:
            yield word
            at = word.end


@cache
def any_of(name: str, group: str) -> str:
    """The words of a group of `data/<name>.tsv` as one regular expression, the longest first, for a folded text."""
    chinese, english = ([form.strip() for form in forms.split(" | ") if form.strip()] for forms in _listed(name)[group])
    written = [_written(form, "") for form in sorted(chinese, key=len, reverse=True)]
    written += [_written(form, "[a-z]") for form in sorted(english, key=len, reverse=True)]
    return in_base("|".join(written))


@cache
def _listed(name: str) -> dict[str, tuple[str, str]]:
    return {group: (chinese, english) for group, chinese, english in rows(name, 3)}


def _written(form: str, letter: str) -> str:
    """A form as a regular expression; a Latin one begins and ends where its word does."""
    core = pattern(form.strip("^…$")).replace("：", r"\s*[:：]\s*").replace("'", "['’]")
    before = r"(?<=[，、,？?：: 」”])" if form[0] == "^" else "(?<=[一-鿿])" if form[0] == "…" else f"(?<!{letter})" if letter else ""
    behind = _STOP if form[-1] == "$" else _MORE if form[-1] == "…" else ""
    return f"{before}{core}{f'(?!{letter})' if letter else ''}{behind}"
