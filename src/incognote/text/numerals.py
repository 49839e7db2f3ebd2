"""Chinese numerals as they stand in dates and ages, turned into integers.

Both writings occur: by place (一百一十三, 九十三, 廿三, 貳拾) and digit by digit (一一三, 二〇二四). The
financial characters (大寫) and the simplified ones are read too; 元 is the first year of an era.
"""

from __future__ import annotations

from typing import Final

_DIGITS: Final = {
    **{c: i for i, c in enumerate("零一二三四五六七八九")},
    **{c: i for i, c in enumerate("〇壹貳參肆伍陸柒捌玖")},
    **{c: i for i, c in enumerate("○壹贰叁肆伍陆柒捌玖")},
    "兩": 2, "两": 2, "叄": 3, "元": 1, "正": 1,
}  # fmt: skip
_TENS: Final = {"廿": 20, "卄": 20, "卅": 30, "丗": 30, "卌": 40}
_UNITS: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
CHARACTERS: Final = "".join(c for c in {**_DIGITS, **_TENS, **_UNITS} if c not in "元正")
"""The characters of a numeral (元 and 正 left out: they are words of their own), for character classes."""


def to_int(text: str) -> int | None:
    """The integer that `text` writes, in ASCII or Chinese digits; None where it is not a numeral.

    >>> [to_int(t) for t in ("一百一十三", "一一三", "廿三", "卅", "元", "二〇二四", "九十三", "壹佰壹拾參", "113", "王")]
    [113, 113, 23, 30, 1, 2024, 93, 113, 113, None]
    """
    if text.isascii():
        return int(text) if text.isdigit() else None
    if all(c in _DIGITS for c in text):
        return int("".join(str(_DIGITS[c]) for c in text))
    return _by_place(text)


def _by_place(text: str) -> int | None:
    total = 0
    digit: int | None = None
    for c in text:
        if c in _UNITS:
            total += (1 if digit is None else digit) * _UNITS[c]
            digit = None
        elif c in _TENS:
            total += _TENS[c]
            digit = None
        elif c in _DIGITS:
            digit = _DIGITS[c]
        else:
            return None
    return total + (digit or 0)
