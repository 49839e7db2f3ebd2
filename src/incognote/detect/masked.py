"""Half-masked Han names, which still tell who it is: 王○明, 王小○, 李**, 陳某, 龐 ○ 駿."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.names.likelihood import is_han, stands_alone, surname_weight

# The mask and what follows it; a surname, or a surname and one character, stands before it: 王○明, 王小○.
_MASK: Final = re.compile(
    f"[○〇◯□●⭕◎OＯoXＸx*＊某](?:(?<=[○〇◯□●⭕◎])[○〇◯□●⭕◎]?(?:[{HAN}]| [{HAN}](?![{HAN}]))?|(?<=[OoXＸx*＊])[OoXＸx*＊]?[{HAN}]"
    f"|(?<=[OＯ])(?![A-Za-z0-9{HAN}+＋-])|(?<=[OXox*＊])[OXox*＊](?![A-Za-z0-9])|(?<=[OXＸ*＊])(?![A-Za-z0-9])|(?<=某)某?(?![種种些]))"
)
_ROUND: Final = frozenset("○〇◯□●⭕◎")
_LAST: Final = _ROUND | frozenset("OXＸ*＊")
_SIGNS: Final = frozenset("XＸ*＊")
_QUOTES: Final = frozenset("「『“\"")
_WRITTEN: Final = frozenset(["寫作", "写作", "寫成", "写成", "印成", "簽成", "签成", "打成", "卡印", "名為", "名为"])
_RAYS: Final = frozenset("光線线")


def masked(text: str) -> Iterator[tuple[int, int]]:
    """Where half-masked names stand.

    >>> list(masked("病人王○明、王小○照X光"))
    [(2, 5), (6, 9)]
    """
    for found in _MASK.finditer(text):
        place = _place(text, found)
        if place is None:
            continue
        after = text[place[1] : place[1] + 1]
        if after not in _RAYS and (not after.isalnum() or after >= "\u3400") and stands_alone(text, place[0]):
            yield place


def _place(text: str, found: re.Match[str]) -> tuple[int, int] | None:
    """The name around a mask; its surname stands right before, one character or one blank further left."""
    at, end = found.span()
    mask = found[0]
    if not at:
        return None
    if text[at - 1] == " ":
        return (at - 2, end) if at > 1 and mask[0] in _ROUND and " " in mask and _usual(text[at - 2]) else None
    if at > 1 and surname_weight(text[at - 2 : at]) is not None and not (len(mask) == 1 and mask in "XxＸ"):  # 范姜○妤
        return at - 2, end
    if _is_written(text, at) and (surname_weight(text[at - 1]) or -9.0) > -5.4 and text[end : end + 1] not in _RAYS:  # 寫作水○, 「慕O偉」
        return at - 1, end
    if _usual(text[at - 1]) and not (len(mask) == 1 and mask in _SIGNS):
        return at - 1, end
    is_last = at > 1 and is_han(text[at - 1]) and _usual(text[at - 2]) and mask[0] in _LAST
    if is_last and (len(mask) == 1 or (mask[0] in _ROUND and is_han(mask[-1]))):
        return at - 2, at + 1
    return None


def _is_written(text: str, at: int) -> bool:
    """Whether the surname before `at` stands in quotation marks or behind what was written."""
    return text[at - 2 : at - 1] in _QUOTES or text[max(0, at - 3) : at - 1] in _WRITTEN


def _usual(char: str) -> bool:
    return (surname_weight(char) or -9.0) > -3.4
