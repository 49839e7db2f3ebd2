"""What lines say of the names on them: rows whose cell is a role word, labels like Notifier."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from incognote.link.role_words import Hit, role_of

Range = tuple[int, int]
_LABEL: Final = re.compile(r"[\s\W\d]{0,8}(?:[A-Za-z]{1,9} ){0,4}\Z")
_ENDS: Final = re.compile(r"[^:：→\n\[|=]{0,40}(?:[:：→\[|=]|\*\*|->)|\s*\*{0,2}[ \t]*\n")
_LABEL_SIGNS: Final = "".join(sorted(set(" :*：→[]()s")))
_SEPARATOR: Final = re.compile(r"\s*[|¦\t]\s*| / | {3,}|\s?→\s?")
_COMMA: Final = re.compile(r"\s*[|¦\t,;]\s*")


class Claim(NamedTuple):
    """The mention with index `mention` is `role`; the less `cost`, the surer. `of`: the index of whose it is, or -1."""

    mention: int
    role: str
    cost: float
    hit: Hit
    of: int = -1

    def __repr__(self) -> str:
        return f"Claim({self.mention}, cost={self.cost})"


def row_claims(text: str, places: Sequence[Range], starts: Sequence[int]) -> Iterator[Claim]:
    """Lines that are rows of a table: the cell that is a role word goes with the line's one name."""
    line_start = 0
    index = 0
    while index < len(places):
        line_start = text.rfind("\n", 0, starts[index]) + 1
        line_end = text.find("\n", starts[index])
        line_end = len(text) if line_end < 0 else line_end
        after = bisect_left(starts, line_end)
        line = text[line_start:line_end]
        if after - index == 1 and len(line) < 300:
            yield from _row(line, line_start, places[index], index)
        index = max(after, index + 1)


def _row(line: str, offset: int, place: Range, index: int) -> Iterator[Claim]:
    parts = _SEPARATOR.split(line)
    if len(parts) < 2:
        parts = _COMMA.split(line) if line.count(",") >= 2 and len(line) < 120 else []
    if len(parts) < 2:
        return
    for part in parts:
        for piece in (part, *part.split(" / ")) if "/" in part else (part,):
            bare = re.sub(r"\s*[(（].*", "", piece).strip(" *#[]:")
            if not bare or len(bare) > 40:
                continue
            role = role_of(bare) or role_of(bare.partition(",")[0])
            if role is not None:
                yield Claim(index, role, -0.3, Hit(offset, offset, role, bare))


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
