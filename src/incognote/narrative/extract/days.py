"""The day of the visit, and every time that a narrative tells as days from it, in the order of the telling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

from incognote.document import Span
from incognote.narrative.extract.moment import MONTH, YEAR
from incognote.narrative.extract.said import Said
from incognote.narrative.extract.times import Time, times
from incognote.text.calendar import DateValue, Reading, day_of, reading_of, value_of, years_of

_NO_EVENT: Final = frozenset(("dob", "holiday", "lunar", "zodiac", "weekday"))
_STORY: Final = 1500
"""Days that a story goes back at most; what is older is history."""
_HEAD: Final = 160
_FOOT: Final = 60
_COMING: Final = re.compile(r"下次|下回|预约|預約|\0\s*(?:回[诊診]|[复複復]诊|[复複復]診|[复複復]查|再[来來诊診])|(?i:\b(?:next|again|follow-?up|booked|returns?)\b[^.\n]{0,24}\0)")


class Day(NamedTuple):
    """A time that is told, from day 0: when it began (`onset`), when it ended (`offset`), or only how long it was (`span`).

    `sort` says how it was told; `base` is the onset that was told last before it.
    """

    start: int
    end: int
    sort: Literal["at", "since", "until", "lasting", "after", "same", "nth", "first", "date", "month"]
    onset: int | None = None
    offset: int | None = None
    span: int | None = None
    base: int | None = None


class _Told(NamedTuple):
    """What later times lean on: the onset told last, the last that is no second day of something, the first, and the admission."""

    now: int | None = None
    start: int | None = None
    first: int | None = None
    admitted: int | None = None


def days(said: Said) -> list[Day]:
    """Every time told in a narrative, by start. What comes `after` leans on the onset that was told last."""
    told: list[Day] = []
    so_far = _Told()
    age = _age(said)
    items: list[Day | Time] = [*_dates(said), *_plain(said)]
    for item in sorted(items, key=lambda one: one.start):
        day = item if isinstance(item, Day) else _resolved(item, so_far, age, said)
        if day is None or _is_raise(said, day):
            continue
        day = _ended(said, day._replace(base=so_far.now), told[-1] if told else None)
        if told and day.sort == "until" and told[-1].onset is not None and told[-1].onset < (day.offset or 0) and _TO.fullmatch(said.folded[told[-1].end : day.start]):
            told[-1] = told[-1]._replace(offset=day.offset, end=day.end)
            so_far = _after(said, day, so_far)
            continue
        if told and (both := _same_time(said, told[-1], day)) is not None:
            told[-1], day = (one._replace(onset=both) for one in (told[-1], day))
        told.append(day)
        so_far = _after(said, day, so_far)
    return told


_RANK: Final = ("date", "at", "since", "month", "nth", "after", "same")
_ALSO: Final = re.compile(r"[\s,，、（(：:“\"—]*(?:so|that is|namely|or|now|back|in|exactly|on|即|也就是|就是|亦即|便是|约|約|about|i\.?e\.?|that makes it|以前|起)*[\s,，（(：:]*")


def _same_time(said: Said, last: Day, day: Day) -> int | None:
    """The onset of two times that stand side by side and tell one: six weeks ago (3 May); of both the more exact counts."""
    if last.onset is None or day.onset is None or day.start - last.end > 12 or not _ALSO.fullmatch(said.folded[last.end : day.start]):
        return None
    leaning = [one.sort in ("after", "nth", "same") for one in (last, day)]
    if last.sort == day.sort or (not any(leaning) and abs(last.onset - day.onset) > 0.2 * abs(last.onset) + 5):
        return None
    return min((last, day), key=lambda one: _RANK.index(one.sort) if one.sort in _RANK else 9).onset


def _after(said: Said, day: Day, so_far: _Told) -> _Told:
    if day.sort == "until" and day.offset is not None:
        return so_far._replace(now=day.offset)
    if day.sort == "lasting" and day.span is not None and (said.folded.startswith("for ", day.start) or (so_far.now is None and day.span >= MONTH)):
        return so_far._replace(now=-day.span, start=-day.span)
    if day.onset is None or day.sort in ("same", "first"):
        return so_far
    clause = said.clauses[said.clause_at(day.start)]
    if so_far.admitted is None and _ADMITTED.search(said.folded[clause.start : clause.end]) and day.sort not in ("after", "nth"):
        so_far = so_far._replace(admitted=day.onset)
    if so_far.first is None and day.onset > -_STORY:
        so_far = so_far._replace(first=day.onset)
    return so_far._replace(now=day.onset, start=day.onset if day.sort != "nth" and day.onset - (so_far.now or 0) != 1 else so_far.start)


def _plain(said: Said) -> Iterator[Time]:
    """Expressions of time outside written dates, ages and names."""
    taken = [s for s in said.spans if s.label in ("DATE", "AGE", "NAME", "ADDRESS", "PHONE", "MRN", "IDNO")]
    for time in times(said.folded):
        if not any(s.start < time.end and time.start < s.end for s in taken):
            yield time


def _resolved(time: Time, so_far: _Told, age: int | None, said: Said) -> Day | None:
    if time.kind in ("at", "since"):
        return Day(time.start, time.end, time.kind, onset=time.days)
    if time.kind == "until":
        return Day(time.start, time.end, "until", offset=time.days)
    if time.kind == "lasting":
        return Day(time.start, time.end, "lasting", span=time.days)
    if time.kind == "age":
        return None if age is None or age * YEAR < time.days else Day(time.start, time.end, "at", onset=time.days - age * YEAR)
    base = so_far.start if time.kind == "nth" else so_far.now
    if so_far.first is not None and _THE_EVENT.match(said.folded, time.end):
        base = so_far.first
    if so_far.admitted is not None and _ADMITTED.search(said.folded[max(0, time.start - 4) : time.start]):
        base = so_far.admitted
    if time.kind == "first":
        if base is None or not time.days:
            return None if so_far.first is None else Day(time.start, time.end, "same", onset=so_far.first)
        return Day(time.start, time.end, "first", onset=base, offset=min(base + time.days, 0))
    if base is None:
        return Day(time.start, time.end, "lasting", span=time.days) if time.kind == "after" and time.days > 1 else None
    return Day(time.start, time.end, time.kind, onset=min(base + time.days, 0))


def _is_raise(said: Said, day: Day) -> bool:
    """两周后20mg: a step within one treatment, no time of its own."""
    return day.sort == "after" and bool(_DOSE.match(said.folded, day.end))


def _ended(said: Said, day: Day, last: Day | None) -> Day:
    """What is told as an end has an offset: until two weeks ago, 四個月前停, three days later it went."""
    before, behind = said.folded[max(0, day.start - 30) : day.start], said.folded[day.end : day.end + 24]
    joined = last is not None and last.onset is not None and bool(_TO.fullmatch(said.folded[last.end : day.start]))
    if re.match(r"from|since|over|for\b|within|自|从|從", said.folded[day.start : day.start + 8]) or said.folded[max(0, day.start - 1) : day.start] in ("从", "從", "自"):
        return day
    if day.onset is not None and (joined or _UNTIL.search(before) or _STOPS.match(behind)):
        return day._replace(sort="until", onset=None, offset=day.onset)
    if day.sort == "lasting" and day.span is not None and day.base is not None and _FADES.match(behind):
        return day._replace(sort="until", offset=day.base + day.span - (1 if day.span % 7 == 0 and last is not None and last.onset == day.base and last.sort in ("after", "nth") else 0), span=None)
    return day


_THE_EVENT: Final = re.compile(r" (?:the|his|her|their) (?!same|last|first|second|other|next|dose|drug|tablet|treatment|increase|change)[a-z]{4,}")
_ADMITTED: Final = re.compile(r"入院|住院|送入|收治|住进|住進|admi(?:tted|ssion)")
_DOSE: Final = re.compile(r"\s*(?:起|[改加增升调調]?[至到为為成]?|又|再)*\s*\d+(?:\.\d+)?\s*(?:mg|毫克|g\b|mcg|微克|片|颗|顆)")
_TO: Final = re.compile(r"\s*(?:起|开始|開始)?\s*(?:to|until|till|til|through|thru|[-–—~～至到]|[、,，]?\S{0,4}[到至]|and until|起?至)\s*(?:about |around |約|约)?")
_UNTIL: Final = re.compile(
    r"(?:\b(?:until|till|til|up to|through|stopped|ended|ending|off|discontinued|withdrawn|withdrew|quit(?: \w+)?|packed it|gave (?:it|up|it up|them up)|given up|giving up|ceased|finished|abandoned|dropped|(?:was|were|had|and|it) (?:gone|passed|left)|"
    r"clean since|sober since|stopped it|stopping)(?: on| about| around| in)?|(?:吃|用|喝|持[續续]|直|撐|撑|[做打服抽])[到至]|[^\w]至|[^\w]到|一直到|直到) ?$"
)
_STOPS: Final = re.compile(r"(?:时|時)?(?:自己|自行)?(?:便|就|才|已|即|遂|[，,、]?(?:医师|醫師|医生|醫生))?(?:停(?![经經])|止|戒[掉了除]|喊停|作[罷罢]|放[棄弃]|结束|結束|消失|消退|缓解|緩解|平息|自愈|痊[癒愈]|退去|恢[復复])|,? ?(?:stopped|withdrawn|discontinued|and off)\b(?! (?:\d|an?\b|one|two|three|four|five|six|seven|eight|nine|ten|last|in\b|on\b|it\b|after|within))")
_FADES: Final = re.compile(r"(?:[後后]|[內内]|左右|上下|便|就|即|才|自行|自|逐渐|逐漸)*(?:平息|消失|消退|止|退|停(?![经經])|自愈|自癒|好[了转轉]|[缓緩]解|没了|沒了|过去|過去|便?罢|就好|收)|,? ?(?:and )?(?:it )?(?:then )?(?:went|gone|passed|settled|resolved|wore off|faded)\b")


def _dates(said: Said) -> Iterator[Day]:
    dates = [s for s in said.spans if s.label == "DATE" and s.kind not in _NO_EVENT]
    surfaces = [said.text[s.start : s.end] for s in dates]
    reading = reading_of(surfaces, script=said.script)
    if said.day_zero is not None and reading.order == "ambiguous":
        reading = _nearest(surfaces, reading, said.day_zero)
    zero = said.day_zero or day_zero(said.text, dates, reading)
    if zero is None:
        return
    for span in dates:
        value = value_of(said.text[span.start : span.end], reading)
        onset = _offset(value, zero)
        if value is not None and onset is not None and onset < 0:
            yield Day(span.start, span.end, "date" if value.day else "month", onset=onset)


def _nearest(surfaces: Sequence[str], reading: Reading, zero: date) -> Reading:
    """Day first or month first, where the dates do not say: as more of them lie before the visit, or on it."""
    orders = (reading._replace(order="mdy"), reading._replace(order="dmy"))

    def fit(one: Reading) -> int:
        told = [day_of(value_of(surface, one), zero) for surface in surfaces]
        return sum((day <= zero) + 2 * (day == zero) for day in told if day is not None)

    return max(orders, key=fit)


def _offset(value: DateValue | None, zero: date) -> int | None:
    if value is None:
        return None
    if value.day is None:
        if value.month is None:
            return None if value.year is None else (value.year - zero.year) * YEAR
        year = value.year if value.year is not None else zero.year - (value.month > zero.month)
        months = (year - zero.year) * 12 + value.month - zero.month
        return months // 12 * YEAR if months % 12 == 0 else months * MONTH
    if value.year is not None and value.year < zero.year - 60 and 2000 <= value.year + 89 <= zero.year:
        value = value._replace(year=value.year + 89)  # 17/3/5 among years of the ROC, and yet 2017
    day = day_of(value, zero)
    if day is not None and value.year is None and day > zero and (day - zero).days > 60:
        day = day.replace(year=day.year - 1)
    return None if day is None else (day - zero).days


def day_zero(text: str, dates: Sequence[Span], reading: Reading) -> date | None:
    """The day of the visit: the last that is marked as such, else a full date in the head or the foot of the text, else the last told.

    An appointment to come is none.
    """
    full = [
        (s, day)
        for s in dates
        if (day := day_of(value_of(text[s.start : s.end], reading), None)) is not None
        and not _COMING.search(text[max(0, s.start - 30) : s.start] + "\0" + text[s.end : s.end + 8])
    ]
    marked = [day for s, day in full if s.kind == "visit"]
    head = [day for s, day in full if s.start < _HEAD]
    foot = [day for s, day in full if len(text) - s.end < _FOOT]
    for days in (marked, foot, head, [day for _, day in full]):
        if days:
            return max(days)
    return None


def _age(said: Said) -> int | None:
    for span in said.spans:
        if span.label == "AGE":
            return years_of(said.text[span.start : span.end])
    return None


