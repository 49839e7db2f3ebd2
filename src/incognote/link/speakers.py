"""Who speaks, in chats and interviews written down: the word before the colon names the speaker, not whom the words behind it name.

    20:11 房東: 阮小姐，樓下說妳家小孩又在哭        09:14 Worker: Tess, can you hear me?

A form that says "Mother:" twice is none: there the label stands alone with a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from incognote.link.role_words import Hit

_LINE: Final = re.compile(r"(?m)^[ \t\u3000>]*(?P<clock>[\[(]?\d{1,2}[:：.]\d{2}(?:[:：]\d{2})?[\])]?[ \t]*(?:[ap]m)?[ \t\u3000-]*)?(?P<who>[^\W\d_][^\n:：。,，]{0,20}?)[ ]?[:：][ \t]*(?P<said>[^\n]*)$")
_SENTENCE: Final = re.compile(r"[。？！?!.」”\"]\s*\Z")
_LEAST: Final = 2


def without_speakers(text: str, words: Sequence[Hit], places: Sequence[tuple[int, int]]) -> list[Hit]:
    """`words` without those that say who speaks next."""
    turns: dict[str, list[re.Match[str]]] = {}
    for line in _LINE.finditer(text):
        turns.setdefault(line["who"], []).append(line)
    spoken = [line for lines in turns.values() if len(lines) >= _LEAST and all(_is_turn(line, places) for line in lines) for line in lines]
    at = {line.start("who") for line in spoken}
    return [h for h in words if h.start not in at] if at else list(words)


def _is_turn(line: re.Match[str], places: Sequence[tuple[int, int]]) -> bool:
    """Whether a line says more behind its colon than whom it names."""
    begin, end = line.span("said")
    n = bisect_left(places, (begin, 0))
    is_name = n < len(places) and places[n][0] == begin and not line.string[places[n][1] : end].strip(" .,;；。，")
    return not is_name and (line["clock"] is not None or _SENTENCE.search(line["said"]) is not None)
