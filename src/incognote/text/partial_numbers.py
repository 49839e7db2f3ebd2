"""Identity numbers of which only a part is written: masked (G******685), or the last digits alone (尾号 5934)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from incognote.text.view import fold

_SEPARATORS: Final = re.compile(r"[\W_]+")
_HIDDEN: Final = re.compile(r"[*X○〇●•_]{2,}|[○●•]")
_MASKS: Final = "*X○〇●•_"
_LEAST_WHOLE: Final = 7
"""Characters of a national number; what is shorter is its last digits."""


@lru_cache(maxsize=4096)
def is_partial(label: str, value: str) -> bool:
    """Whether a number is masked, or an identity number of which only the end is written: many people share the rest.

    >>> is_partial("IDNO", "G******685"), is_partial("IDNO", "5934"), is_partial("IDNO", "A123456789")
    (True, True, False)
    """
    if label == "NOTE":
        return False
    text = fold(value.upper())
    if label == "IDNO" and len(_SEPARATORS.sub("", text)) < _LEAST_WHOLE:
        return True
    return not text.isalnum() and _HIDDEN.search(text) is not None


def visible_fits(partial: str, whole: str) -> int:
    """How many characters of a masked number stand in another, 0 where one differs.

    >>> visible_fits("G******685", "G106855685"), visible_fits("5934", "530102193106105934"), visible_fits("685", "G106855686")
    (4, 4, 0)
    """
    form = _SEPARATORS.sub("", fold(whole.upper()))
    left, right = _ends(partial)
    if not form.endswith(right) or not form.startswith(left) or len(left) + len(right) > len(form):
        return 0
    return len(left) + len(right)


def _ends(partial: str) -> tuple[str, str]:
    """What stands before and behind the mask."""
    text = fold(partial.upper())
    found = _HIDDEN.search(text)
    if found is None:
        return "", _SEPARATORS.sub("", text)
    return _SEPARATORS.sub("", text[: found.start()]), _SEPARATORS.sub("", text[found.end() :].lstrip(_MASKS))
