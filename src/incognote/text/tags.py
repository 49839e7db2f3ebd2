"""The tags of the tagger: outside, and for each class begin and inside (BIO), one tag a piece.

The order is part of every model file: 0 is O, class k has B at 1 + 2k and I at 2 + 2k. Source of the classes: the
`training` column of the label table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from incognote.text.pieces import Piece

CLASSES: Final = (
    "NAME", "DOCTOR", "ADDRESS", "LOCATION", "HOSPITAL", "ORG", "ROOM",
    "DATE", "TIME", "AGE", "PHONE", "ID", "NET", "PROFESSION",
)  # fmt: skip
OUTSIDE: Final = 0
TAGS: Final = ("O", *(f"{part}-{name}" for name in CLASSES for part in "BI"))
_PLACE: Final = {name: place for place, name in enumerate(CLASSES)}


def begin(name: str) -> int:
    """The tag that begins a span of class `name`; the one behind it goes on with it.

    >>> TAGS[begin("DOCTOR")], TAGS[begin("DOCTOR") + 1]
    ('B-DOCTOR', 'I-DOCTOR')
    """
    return 1 + 2 * _PLACE[name]


def tag_ids(pieces: Sequence[Piece], spans: Iterable[tuple[int, int, str]]) -> list[int]:
    """One tag a piece for spans (start, end, class) that do not overlap.

    A piece that lies partly in a span is in it, since a piece cannot be cut; in two spans, it is the first's.

    >>> tag_ids([Piece(7, 0, 1), Piece(8, 1, 2), Piece(9, 2, 3)], [(0, 2, "NAME")])
    [1, 2, 0]
    """
    tags = [OUTSIDE] * len(pieces)
    at = 0
    for start, end, name in sorted(spans):
        while at < len(pieces) and pieces[at].end <= start:
            at += 1
        tag = begin(name)
        while at < len(pieces) and pieces[at].start < end:
            tags[at] = tag
            tag = begin(name) + 1
            at += 1
    return tags


def spans_of(tags: Sequence[int], pieces: Sequence[Piece]) -> list[tuple[int, int, str]]:
    """The spans (start, end, class) that tags stand for; an inside without its begin starts a span too.

    >>> spans_of([0, 1, 2, 1], [Piece(0, 0, 1), Piece(0, 1, 2), Piece(0, 2, 3), Piece(0, 3, 4)])
    [(1, 3, 'NAME'), (3, 4, 'NAME')]
    """
    spans: list[tuple[int, int, str]] = []
    before = OUTSIDE
    for tag, piece in zip(tags, pieces, strict=True):
        if tag != OUTSIDE:
            name = CLASSES[(tag - 1) // 2]
            goes_on = tag % 2 == 0 and before in (tag, tag - 1)
            start = spans.pop()[0] if goes_on else piece.start
            spans.append((start, piece.end, name))
        before = tag
    return spans


@lru_cache(maxsize=1)
def allowed() -> tuple[tuple[bool, ...], ...]:
    """`allowed()[a][b]`: tag b may follow tag a. Inside follows only its own begin or inside.

    The row of O also says how a text may begin.

    >>> allowed()[0][2], allowed()[1][2], allowed()[1][4]
    (False, True, False)
    """
    tags = range(len(TAGS))
    return tuple(tuple(b == OUTSIDE or b % 2 == 1 or a in (b, b - 1) for b in tags) for a in tags)
