"""Expressions of time and what they say in days: 三個月前 is -90, "for two weeks" is 14 long, the next day is one behind.

A year has 365 days here, a month 30, half a year 180: what people say so is no more exact than that. Of a range the
smaller number counts (三四個月: 90). Written dates are no matter of this module; `when` reads them by `text.calendar`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from incognote.narrative.extract.moment import Time
from incognote.narrative.extract.times_en import english
from incognote.narrative.extract.times_zh import chinese

__all__ = ["Time", "times"]

_FIXED_FIRST: Final = {"first": -1, "age": 1, "same": 2}


def times(folded: str) -> list[Time]:
    """What tells a time in a text in lower case, by start; what overlaps an earlier or longer one is left out.

    >>> [(t.kind, t.days) for t in times("半年前起失眠，三個月了，兩週後停藥；started three weeks ago, for the past 2 months")]
    [('at', -180), ('since', -90), ('after', 14), ('at', -21), ('since', -60)]
    >>> [(t.kind, t.days) for t in times("一年又兩個月前搬家，次日起頭痛，三四天止；stopped a week ago, the following month")]
    [('at', -425), ('after', 1), ('lasting', 3), ('at', -7), ('after', 30)]
    >>> times("每三天一次，一天 20 mg，2019年3月5日，52 weeks a year, 30-year-old, five times a day")
    []
    """
    kept: list[Time] = []
    for time in sorted(_all(folded), key=lambda t: (t.start, _FIXED_FIRST.get(t.kind, 0), -t.end)):
        if not kept or time.start >= kept[-1].end:
            kept.append(time)
        elif time.end > kept[-1].end and time.kind == "at" and kept[-1].kind in ("lasting", "since"):
            kept[-1] = time
    return kept


def _all(text: str) -> Iterator[Time]:
    yield from chinese(text)
    yield from english(text)
