"""Claims on names, and the labels of a case role, like Notifier, with the names they speak of."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from incognote.link.role_words import Hit

Range = tuple[int, int]
_LABEL: Final = re.compile(r"[\s\W\d]{0,8}(?:[A-Za-z]{1,9} ){0,4}\Z")
_ENDS: Final = re.compile(r"[^:：→\n\[|=]{0,40}(?:[:：→\[|=]|\*\*|->)|\s*\*{0,2}[ \t]*\n")
_LABEL_SIGNS: Final = "".join(sorted(set(" :*：→[]()s")))


class Claim(NamedTuple):
    """The mention with index `mention` is `role`; the less `cost`, the surer. `of`: the index of whose it is, or -1."""

    mention: int
    role: str
    cost: float
    hit: Hit
    of: int = -1

    def __repr__(self) -> str:
        return f"Claim({self.mention}, cost={self.cost})"


def is_label(text: str, hit: Hit) -> bool:
    """Whether a word like Notifier labels what stands behind it on its line: at the line's start, a sign behind it."""
    line = text.rfind("\n", 0, hit.start) + 1
    before = text[line : hit.start]
    for sign in (";", ". ", "|", "¦"):
        before = before.rpartition(sign)[2]
    return len(before) < 40 and _LABEL.match(before) is not None and _ENDS.match(text, hit.end) is not None


def labelled(text: str, places: Sequence[Range], hit: Hit) -> list[int]:
    """The names that a label of a case role speaks of: on its line, else on the lines below up to an empty one."""
    line_end = text.find("\n", hit.end)
    line_end = len(text) if line_end < 0 else line_end
    starts = [start for start, _ in places]
    first = bisect_left(starts, hit.end)
    stop = line_end
    if not text[hit.end : line_end].strip(_LABEL_SIGNS):
        stop = text.find("\n\n", line_end + 1)
        stop = min(len(text) if stop < 0 else stop, line_end + 160)
    cut = re.search(r"(?<![A-Za-z])(?:notifier|notified|reported by|caller|source|alleged|通報人|相對人)", text[hit.end : stop], re.IGNORECASE)
    if cut and cut.start() > 3:
        stop = hit.end + cut.start()
    return list(range(first, bisect_left(starts, stop)))
