"""Where a string that a language model says stands in a note: everywhere it does, on token borders, or nowhere.

A model copies with drift: full width as half width, 醫 as 医, capitals as small letters, a blank more or less. So it is
looked for in the folded text, characters in their base form. It never cuts a longer number or a Latin word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.names.search import squeeze, squeezed
from incognote.names.tables import in_base
from incognote.text.view import View, view

_AROUND: Final = " \t\r\n,，.。;；:：、!！?？\"'“”‘’「」『』()（）[]{}<>《》"
"""What a model puts around a string, or leaves standing there."""
_JOINTS: Final = "./:-,"
_LONG_NUMBER: Final = 6
"""A number of so many digits is one by itself, whatever stands behind its joint: 1234567/2."""
_SHORTEST_SQUEEZED: Final = 4
_INITIALS: Final = re.compile(r"[a-z](?:\.[a-z])+")
_BEFORE: Final = re.compile(r"(?<![a-z])(?:dr|mr|mrs|ms|prof)\Z|(?<![a-z0-9])x\Z")
"""What may be written against a name or the number of an extension: DrKuo, x98155."""
_CLOCK: Final = re.compile(r"\d\d:\d\d(?!\d)")
"""A time that is written against a date: 2020/12/1307:50."""
Range = tuple[int, int]


class Stood(NamedTuple):
    """`places` are source ranges, in order; `is_there` says whether the string stands in the text at all."""

    places: tuple[Range, ...]
    is_there: bool


class _Based(NamedTuple):
    """A text as it is searched: `text` is the view's lower case in base characters, of equal length."""

    view: View
    text: str

    def __repr__(self) -> str:
        return f"_Based({len(self.text)} characters)"


def is_short(wanted: str) -> bool:
    """Whether a string is too short to be looked for: one Han character, one letter or digit, two Latin letters.

    >>> [is_short(text) for text in ("王", "王明", "Li", "Lin", "5/2", "7", "。")]
    [True, False, True, False, False, True, True]
    """
    kept = [c for c in wanted if c.isalnum()]
    return len(kept) < 2 or (len(kept) == 2 and all(c.isascii() and c.isalpha() for c in kept))


def places(text: str, wanted: str) -> Stood:
    """Every place of `wanted` in `text` where it stands by itself.

    >>> places("王小明，ＴＥＬ０９１２；王小明", "王小明").places, places("A1234567", "123456")
    (((0, 3), (12, 15)), Stood(places=(), is_there=True))
    >>> places("陳醫師", "陈医师").places, places("WBC 12500", "甘沛岑")
    (((0, 3),), Stood(places=(), is_there=False))
    """
    source = _based(text)
    needle = _core(in_base(view(wanted).lower))
    if not needle:
        return Stood((), False)
    found, is_there = [], False
    for start in _starts(source.text, needle):
        is_there = True
        if _stands(source.text, start, start + len(needle), needle):
            found.append(source.view.to_source(start, start + len(needle)))
    if is_there:
        return Stood(tuple(found), True)
    return _broken(text, wanted)


def _core(wanted: str) -> str:
    """A string without what a model puts around it; a bracket that is closed inside it and the full stop of initials stay.

    >>> [_core(text) for text in (" 「王小明」，", "(03) 450-6713", "(王小明)", "m.y.t.", "wang.")]
    ['王小明', '(03) 450-6713', '王小明', 'm.y.t.', 'wang']
    """
    core = wanted.strip(_AROUND)
    for opening, closing in ("()", "（）", "[]"):
        if closing in core and opening not in core and opening + core in wanted:
            core = opening + core
        elif opening in core and closing not in core and core + closing in wanted:
            core += closing
    return core + "." if _INITIALS.fullmatch(core) and core + "." in wanted else core


def _broken(text: str, wanted: str) -> Stood:
    """Places of a string that blanks, line ends or dashes break up in the text, or in the model's copy of it."""
    form = squeeze(wanted)
    is_number = any(c.isdigit() for c in form)
    least = _LONG_NUMBER if is_number else 2 if not form.isascii() else _SHORTEST_SQUEEZED
    if len(form) < least:
        return Stood((), False)
    source = squeezed(text)
    found = [view(text).to_source(*place) for place in source.find(form, is_number=is_number)]
    return Stood(tuple(found), bool(found) or form in source.text)


@lru_cache(maxsize=4)
def _based(text: str) -> _Based:
    seen = view(text)
    return _Based(seen, in_base(seen.lower))


def _starts(text: str, needle: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + len(needle))


def _stands(text: str, start: int, end: int, needle: str) -> bool:
    """Whether `[start, end)` cuts no word and no number: not 12 of 3.12, not 5/12 of 2024/5/12, but 5/12 of 5/12-5/20."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if text[start].isdigit() and before.isalpha() and _is_token(before) and not text[start - 2 : start - 1].isalpha() and before != "x":
        return False  # A1234567 is one number
    if _cuts(before, text[start], needle) and not _BEFORE.search(text, max(0, start - 8), start):
        return False
    if _cuts(text[end - 1], after, needle) and not (_is_joint(needle) and _CLOCK.match(text, end)):
        return False
    if text[start].isdigit() and text[start - 2 : start - 1].isdigit() and _joins(before, needle):
        return False
    return not (text[end - 1].isdigit() and text[end + 1 : end + 2].isdigit() and _joins(after, needle))


def _cuts(left: str, right: str, needle: str) -> bool:
    """Whether between two characters a word or number goes on. A long string ends where letters meet digits: TEL0986 057 066, Wade Waters46M."""
    if not (_is_token(left) and _is_token(right)):
        return False
    return left.isdigit() == right.isdigit() or sum(map(str.isalnum, needle)) < _LONG_NUMBER


def _is_joint(needle: str) -> bool:
    return needle[-1].isdigit() and any(sign in needle for sign in _JOINTS)


def _joins(sign: str, needle: str) -> bool:
    """Whether `sign` between a digit and the number `needle` makes them one."""
    if not sign or sign not in _JOINTS:
        return False
    if sign in needle:
        return True
    digits = sum(map(str.isdigit, needle))
    return digits < _LONG_NUMBER and (sign == "." or needle.isdigit())


def _is_token(character: str) -> bool:
    return character.isascii() and character.isalnum()
