"""How old the people of a report are, and of which sex: by the cells of their rows, the dates and ages beside their
names, he and she behind them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from incognote.document import Span
from incognote.link.mentions import Found
from incognote.link.parts import Row
from incognote.link.relations import sex_of
from incognote.link.report_day import reading_of
from incognote.link.told import single
from incognote.text import calendar

_AGE: Final = re.compile(r"[\"”)]?[ \t]*[,，、(（\[|｜¦\t:：-]?[ \t]*(?:[男女][,，、 ]?)?(?:aged? |an? |yr |現年|年約|約)?(\d{1,2})(/12|/52|m\b| months| mths|個月)?(?![\d/.]| (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))(?: ?(?:歲|岁|y|yo|yrs|years|足歲)|[- ]years?[- ]old)?(?=[ \t]*(?:[,，、。；)）;\]|｜¦\t.\n:]|\Z|[a-zA-Z\u4e00-\u9fff]))")
_PRONOUN: Final = re.compile(r"\b(?:he|she|his|her|him)\b", re.IGNORECASE)
_BARE_AGE: Final = re.compile(r"(?:abt|about|approx\.?|~|c\.)? ?(\d{1,2})(/12|/52|m\b| ?months| ?mths|個月)?(?![\d/.-])")
_NEAR: Final = 90
_YEAR: Final = re.compile(r"(?i:\b(?:yr|year|grade)[ .]?(1[0-2]|[1-9])\b(?! (?:teacher|level|old|adviser|coordinator)|[/-]))|\b(?:(Rec|[Rr]eception|[Pp]rep|[Ff]oundation)|([Kk]indy|[Pp]reschool|[Kk]indergarten))\b(?! (?:teacher|director|worker))")
_SCHOOL: Final = re.compile(r"(?:[A-Z][\w'’.-]* ){1,4}(?:(Primary|Public School|R-7|Junior School)|(High|Secondary|College|Senior School|Middle School|HS)|(Kindy|Kindergarten|Preschool|ELC|Early Learning|OSHC|FDC|Family Day Care|Children['’]s Centre|Child ?[Cc]are))(?![a-z])")
_STAGES: Final = (8.0, 14.0, 3.0)
"""About the age in a primary school, a high school, a kindergarten."""
_FIRST_YEAR, _RECEPTION, _KINDY = 5, 5.0, 4.0
_CELLS: Final = re.compile(r"(?:[ ,|¦\t;]{0,12}\(?(?:male|female|[mf男女])\)?[ ,|¦\t;]{1,12}(?:\(?(?:dob|d\.o\.b\.?|born|b\.?)[ :]*)?|[ ,]?(?:\(?(?:dob|d\.o\.b\.?|born|b\.?)[ :]*|[,|¦\t;/\[(]|\.{2,}| {2,}|[ ,|¦\t;./-]+(?:(?!(?:on|by|at|in|to|from|since|until|was|is|board|rang|seen)(?![A-Za-z]))[A-Za-z'’]{1,12}[ ,|¦\t;./-]+){1,3}))[\s|¦,\t]*", re.IGNORECASE)
"""What stands between a name and a birth date in a row: signs and a cell of few words, none that tells what happened
(`paroled on 25/9/2017`). A sex may lead it: (F) 03/02/2011."""


def sexes_by_pronouns(text: str, found: Found) -> None:
    """The sex of people whom neither a word nor the name tells: by he and she behind them, up to the next person."""
    whose = single(found)
    counts: dict[int, int] = {}
    for index, span in enumerate(found.spans):
        at = whose[index]
        if at < 0 or sex_of(found.drafts[at]):
            continue
        after = found.spans[index + 1].start if index + 1 < len(found.spans) else len(text)
        said = _PRONOUN.search(text, span.end, min(after, span.end + _NEAR))
        if said:
            counts[at] = counts.get(at, 0) + (1 if said[0].lower()[0] == "s" or said[0].lower() == "her" else -1)
    for at, count in counts.items():
        if count:
            found.drafts[at].sex = "F" if count > 0 else "M"


def stages_by_schools(text: str, found: Found) -> None:
    """About how old those are of whom a class or a school is told right behind their name, on its line: (Yr 3), Elm Primary School."""
    whose = single(found)
    for index, span in enumerate(found.spans):
        draft = found.drafts[whose[index]] if whose[index] >= 0 else None
        if draft is None or draft.stage is not None:
            continue
        stop = text.find("\n", span.end)
        after = found.spans[index + 1].start if index + 1 < len(found.spans) else len(text)
        stop = min(len(text) if stop < 0 else stop, after, span.end + _NEAR)
        year = _YEAR.search(text, span.end, stop)
        school = _SCHOOL.search(text, span.end, stop)
        if year:
            draft.stage = _stage(year)
        elif school and school.lastindex:
            draft.stage = _STAGES[school.lastindex - 1]


def _stage(year: re.Match[str]) -> float:
    return float(year[1]) + _FIRST_YEAR if year[1] else _RECEPTION if year[2] else _KINDY


def ages_by_rows(text: str, found: Found, rows: Mapping[int, Row], spans: Sequence[Span]) -> None:
    """Birth date, age and sex as the cells of people's rows give them."""
    reading = reading_of(text, spans, script="en")
    whose = single(found)
    for at, row in rows.items():
        if whose[at] < 0:
            continue
        draft = found.drafts[whose[at]]
        for cell in row.cells:
            said = text[cell.start : cell.end].strip()
            if cell.column in {"dob", "age"}:
                draft.birth = draft.birth or calendar.day_of(calendar.value_of(said, reading), None)
                age = _BARE_AGE.match(said)
                if age and draft.age is None and not draft.birth:
                    draft.age = int(age[1]) / (12.0 if age[2] else 1.0)
            elif cell.column == "role" and draft.stage is None and (year := _YEAR.search(said)):
                draft.stage = _stage(year)
            elif cell.column == "sex" and said[:1].upper() in {"M", "F"}:
                draft.sex = said[0].upper()
            elif cell.column == "sex" and said[:1] in {"男", "女"}:
                draft.sex = "M" if said[0] == "男" else "F"


def ages_beside(text: str, found: Found, spans: Sequence[Span]) -> dict[Span, Span]:
    """Gives people their birth dates and ages: behind the name, before the next one on the line, or the only date
    before it there. The dates, as what they are now known to be."""
    whose = single(found)
    days = [s for s in spans if s.label == "DATE" and s.kind in {"dob", None, "event"}]
    reading = reading_of(text, spans, script="en")
    starts = [s.start for s in days]
    born: dict[Span, Span] = {}
    for index, span in enumerate(found.spans):
        if whose[index] < 0:
            continue
        draft = found.drafts[whose[index]]
        for at in _dates_of(text, found.spans, index, days, starts):
            day = calendar.day_of(calendar.value_of(text[days[at].start : days[at].end], reading), None)
            if day is not None and draft.birth in {None, day}:
                draft.birth = day
                born[days[at]] = days[at]._replace(kind="dob")
        age = _AGE.match(text, span.end) if draft.age is None and draft.birth is None else None
        if age:
            draft.age = int(age[1]) / (12.0 if age[2] else 1.0)
    return born


def ages_on(day: date | None, found: Found) -> None:
    """The ages on the day of the report of those whose birth date is told, where somebody's age is told without one."""
    if day is None or all(d.birth or (d.age is None and d.stage is None) for d in found.drafts):
        return
    for draft in found.drafts:
        if draft.birth and draft.age is None and draft.birth < day:
            draft.age = (day - draft.birth).days / 365.25


def _dates_of(text: str, people: Sequence[Span], index: int, days: Sequence[Span], starts: Sequence[int]) -> Iterator[int]:
    span = people[index]
    line = text.rfind("\n", 0, span.start) + 1
    after = people[index + 1].start if index + 1 < len(people) else len(text)
    stop = min(after, span.end + _NEAR)
    end = text.find("\n", span.end, stop)
    stop = end if end >= 0 else stop
    for at in range(bisect_left(starts, span.end), bisect_left(starts, stop)):
        if days[at].kind == "dob" or _CELLS.fullmatch(text, span.end, days[at].start):
            yield at
    if not index or people[index - 1].end <= line:
        for at in range(bisect_left(starts, line), bisect_left(starts, span.start)):
            if days[at].kind == "dob" or (span.start - days[at].end < _NEAR and text[days[at].end : days[at].end + 2] != ". " and _CELLS.fullmatch(text, days[at].end, span.start)):
                yield at
