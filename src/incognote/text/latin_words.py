"""Where words in Latin letters begin and end, letters with accents and beyond ASCII (ø, ß, ş, ệ) among them."""

from __future__ import annotations

import re
from typing import Final

_LETTERS: Final = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f"
_INSIDE: Final = re.compile(f"(?<=[{_LETTERS}])(?=[{_LETTERS}])")
_BEGIN: Final = re.compile(f"[{_LETTERS}]+\\Z")
_REST: Final = re.compile(f"[{_LETTERS}]+")
_BEYOND: Final = re.compile("[À-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f]")
_REACH: Final = 40
"""Letters of a word on either side of the place that is asked about; a longer run is no word."""


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """`[start, end)` grown over the Latin words that its borders would cut.

    >>> text = "Dr Ærøskøbing, 王小明MD"
    >>> [text[low:high] for low, high in (whole_words(text, 4, 8), whole_words(text, 3, 6), whole_words(text, 15, 18))]
    ['Ærøskøbing', 'Ærøskøbing', '王小明']
    """
    if _INSIDE.match(text, start):
        before = _BEGIN.search(text, max(0, start - _REACH), start)
        start = before.start() if before else start
    if _INSIDE.match(text, end):
        rest = _REST.match(text, end, end + _REACH)
        end = rest.end() if rest else end
    return start, end


def holds_beyond(text: str) -> bool:
    """Whether a Latin letter that ASCII does not have stands in `text`.

    >>> holds_beyond("王小明 Zoë"), holds_beyond("王小明 × Zoe")
    (True, False)
    """
    return _BEYOND.search(text) is not None
