"""Two Chinese names that sound alike: one of them written wrong."""

from __future__ import annotations

from functools import lru_cache

from incognote.names.tables import readings


@lru_cache(maxsize=2048)
def sounds_alike(one: str, other: str) -> bool:
    """Whether two names of one surname are the same but for one character of the same sound.

    >>> sounds_alike("林宥廷", "林宥庭"), sounds_alike("謝宜蓁", "謝宜芳")
    (True, False)
    """
    if len(one) != len(other) or len(one) < 3 or one[0] != other[0]:
        return False
    apart = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    of = readings().of
    return len(apart) == 1 and bool(set(of.get(apart[0][0], ())[:1]) & set(of.get(apart[0][1], ())[:1]))
