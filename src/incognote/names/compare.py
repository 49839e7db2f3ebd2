"""One canonical form per name, and whether two writings may mean one person."""

from __future__ import annotations

import re

from incognote.text.view import fold

CANONICAL_VERSION = 1
_IGNORED = re.compile(r"[\s‧·・.．,，'’\-]+")


def canonical(name: str) -> str:
    """The form that is compared and hashed: folded width, no blanks or dots, lower case, one variant.

    >>> canonical("王 小 明") == canonical("王小明"), canonical("WANG, Ta-Ming")
    (True, 'wangtaming')
    """
    return _IGNORED.sub("", fold(name)).lower()
