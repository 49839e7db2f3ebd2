"""Dates of English notes that other rules leave: days of one month (13-17/9), 02/27 with its nought, LMP09/01/23,
a year behind a preposition (from 2013 until now), born approx 1986.

A range of days needs a day above twelve or a word before it, since 2-3/10 is a pain score and 4-5/5 a power; a date
without a year needs its nought, since 4/6 is a share. Source: catalogue 5.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "charts for 13-17/9; next level 03/12; LMP09/01/23; DOB: approx 1986; pain 2-3/10; MMT 4-5/5; 6/12 imms"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['13-17/9', '03/12', '09/01/23', '1986']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

SOURCE: Final = "rules/date_days"
_RANGE: Final = re.compile(
    r"(?<![\w/.,-])(?:(?P<one>[12]?\d|3[01])-(?P<two>[12]?\d|3[01])/(?P<month>1[0-2]|[1-9])|(?P<first>1[0-2]|[1-9])/(?P<from>[12]?\d|3[01])-(?P<to>[12]?\d|3[01]))(?![\w/%-]|\.\d)"
)
_RANGE_HEADS: Final = (re.compile(r"-(?<=\d-)\d{1,2}/\d"), re.compile(r"/(?<=\d/)\d{1,2}-\d"))
_RANGE_WORD: Final = re.compile(r"(?:(?<![A-Za-z])(?:on|for|from|dates?|between|stay|until|away|leave|respite|refuge|admitted|inpatient|over|during|off|absent),? |, |\n|\A)\Z", re.IGNORECASE)
_ON: Final = re.compile(r"(?<![A-Za-z])[Oo]n \Z")
_NOUGHT: Final = re.compile(r"0[1-9]/(?:0[1-9]|[12]\d|3[01])(?<![\w/.,:+-].{5})(?![\w/%:+-]|\.\d| ?\()")
_NOUGHT_HEAD: Final = re.compile(r"0[1-9]/[0-3]\d")
_SHARE: Final = re.compile(r"(?:pain|score|scale|nrs|vas|power|strength|grade|level of|ratio|vision|acuity|va|od|os|ou|[rl]e|snellen)[ :=]{0,3}\Z", re.IGNORECASE)
_STUCK: Final = re.compile(r"(?<=[A-Za-z])(?<!\d[A-Za-z])(?:0?[1-9]|[12]\d|3[01])/(?:0[1-9]|1[0-2]|[12]\d|3[01]|[1-9])/(?:19|20)?\d\d(?![\w/%-])")
_RECENT: Final = re.compile(r"(?:1[0-2]|[1-9])/(?:[12]\d|3[01]|[1-9])/\d\d(?<![\w/.,:-].{6})(?![\w/%-])(?= (?:left|right|L|R|deltoid|glut|IM|SC|PO)(?![a-z]))|(?:1[0-2]|[1-9])/(?:[12]\d|3[01])/\d\d(?= (?:left|right) )")
_YEAR: Final = re.compile(r"(?P<year>(?:19|20)\d\d)(?![\w/%-]|\.\d| ?(?:mg|ml|mL|mcg|g|kcal|units|IU|steps|cells|hrs|h)(?![a-z])| (?:criteria|guideline|guidance|edition|revision|classification|study|trial))")
_YEAR_BEHIND: Final = re.compile(r"[,.;)\n]|\Z| (?:until|till|to|and|when|with|for|at|by|as|on|after|before|he|she|they|per|from|her|his|we|but|in)(?![a-z])")


def ranges(page: Page) -> Iterator[Span]:
    """13-17/9, 2/5-9: days of one month."""
    text = page.text
    for found in _RANGE.finditer(text):
        low, high = (int(found["one"]), int(found["two"])) if found["one"] else (int(found["from"]), int(found["to"]))
        if not low < high <= 31 or UNIT.match(text, found.end()):
            continue
        worded = _RANGE_WORD.search(text, max(0, found.start() - 12), found.start())
        if (high > 12 and not _SHARE.search(text, max(0, found.start() - 12), found.start())) or (worded and (found["month"] not in {"5", "10"} or _ON.search(text, max(0, found.start() - 4), found.start()))):
            yield page.span(*found.span(), "DATE", "partial", SOURCE, 0.65)


def noughts(page: Page) -> Iterator[Span]:
    """02/27, 03/12: nobody writes a share with a nought."""
    text = page.text
    for found in _NOUGHT.finditer(text):
        if not _SHARE.search(text, max(0, found.start() - 14), found.start()):
            yield page.span(*found.span(), "DATE", "partial", SOURCE, 0.55)


def stuck(page: Page) -> Iterator[Span]:
    """LMP09/01/23: the blank is lost."""
    for found in _STUCK.finditer(page.text):
        yield page.span(*found.span(), "DATE", "event", SOURCE, 0.7)


def sided(page: Page) -> Iterator[Span]:
    """8/18/16 left deltoid: a date before a side of the body."""
    for found in _RECENT.finditer(page.text):
        yield page.span(*found.span(), "DATE", "event", SOURCE, 0.7)


def years(page: Page) -> Iterator[Span]:
    """from 2013 until now; found dead in it 2017, per Kenny; DOB: approx 1986."""
    text = page.text
    for category, strict in (("days_year", True), ("days_born", False)):
        for _, end in page.cues.get(category, NO_CUES):
            year = _YEAR.match(text, end)
            if year and 1900 <= int(year["year"]) <= 2099 and (not strict or _YEAR_BEHIND.match(text, year.end())):
                yield page.span(*year.span("year"), "DATE", "year" if strict else "dob", SOURCE, 0.6 if strict else 0.85)


_TOLD: Final = re.compile(r" (?:[A-Z][A-Za-z]{1,12} ){0,2}(?:on )?(?P<date>(?P<day>[12]?\d|3[01]|0[1-9])/(?P<month>1[0-2]|0?[1-9]))(?![\w/%+-]|\.\d| ?(?:times|of|out|on|wks?|weeks?|months?|days?|ago|dose|pain)(?![a-z]))")
_ALSO_SPAN: Final = frozenset(("7", "12", "5", "10"))
"""3/7 is three days, 6/12 six months, 4/5 a power."""


def told(page: Page) -> Iterator[Span]:
    """Rang CARL 20/11, interviewed 16/6, home 16/3: a day and a month behind what somebody did."""
    text = page.text
    for _, end in page.cues.get("days_told", NO_CUES):
        found = _TOLD.match(text, end)
        if found and (int(found["day"]) > 12 or found["month"] not in _ALSO_SPAN) and not UNIT.match(text, found.end()):
            yield page.span(*found.span("date"), "DATE", "partial", SOURCE, 0.6)


RULES = (
    Rule("date_days", told, {"days_told": ("rang", "called", "phoned", "interviewed", "reported", "notified", "visited", "emailed", "texted", "disclosed", "sighted", "spoken to", "met with", "spoke with", "home visit", "arrested", "bailed", "charged", "moved out", "moved in", "left home", "assaulted", "home", "went home", "sent home", "d/c home", "discharged home")}, needs=("days_told",)),
    Rule("date_days", ranges, needs=_RANGE_HEADS),
    Rule("date_days", noughts, needs=(_NOUGHT_HEAD,)),
    Rule("date_days", stuck, needs=(re.compile(r"/(?:(?<=[A-Za-z]\d/)|(?<=[A-Za-z]\d\d/))\d{1,2}/\d"),)),
    Rule("date_days", sided, needs=(re.compile(r"/\d\d [lrLRdgIPS]"),)),
    Rule(
        "date_days",
        years,
        {
            "days_year": (" from ", " since ", " until ", " till ", " in ", " during ", " before ", " after ", " around ", " in it ", "(jaw, ", " early ", " late ", " mid ", " circa ", " died ", " born ", " back in ", " seen ", " left "),
            "days_born": ("dob: approx ", "dob approx ", "dob ~", "dob: ~", "dob c. ", "born approx ", "born about ", "born around ", "born circa ", "dob: circa ", "dob: about ", "dob: est ", "dob est ", "dob: c. ", "yob ", "yob: ", "year of birth: ", "year of birth "),
        },
        needs=("days_year", "days_born"),
    ),
)  # fmt: skip
