"""Clock times as reports tell them: left 1135, rang me at 2.15, Time | 22.15, out by 8, since midnight.

Bare digits are a time only beside a word that says so: a verb of coming, going and calling before four digits,
something people do before `at 2.15`, a part of the day before `by 8`. An INR at 2.50, ext 1135 behind `called`,
nothing by mouth since midnight and `at 8 weeks` are none. Sources: catalogue 5.3, 7.5 D10.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Mo got home at 3.20, left 1135. INR at 2.50, left 1200 mL, called ext 2216."
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['3.20', '1135']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/time_told"
_VERBS: Final = (
    "left", "called", "call", "called back", "back", "rang", "rang back", "rung", "phoned", "knocked", "door-knocked", "tasked", "arrived", "arr", "departed", "returned",
    "drops out", "dropped out", "cut out", "rings off", "rang off", "hung up", "attended", "on scene", "off scene", "cleared", "dispatched", "despatched", "sighted", "woke", "collected", "picked up",
    "dropped off", "call ended", "call start", "call began", "call closed", "logged", "advised", "notified", "en route", "line drops", "drops back in", "rejoined", "rcvd", "recd", "rec'd", "received", "eta", "tod", "last seen", "scene", "texted", "pickup", "pick up", "pick-up", "handed over", "walked out", "walked in", "came in",
)  # fmt: skip
_FOUR: Final = re.compile(r" (?:at |about |approx |around |~)?(?P<t>(?:[01]\d|2[0-3])[0-5]\d)(?P<unit> ?(?:hrs?|hours|h)(?![A-Za-z]))?(?![\w%:*^/-]|[.,]\d| \d)")
_NO_TIME_AFTER: Final = re.compile(r" (?:times?|people|patients|mls?|steps|x\b|calls?|feeds?|kids|children)")
_CENTURIES: Final = frozenset(("19", "20"))
_FROM_TO: Final = re.compile(r" (?P<one>(?:[01]\d|2[0-3])[0-5]\d)(?: ?- ?| to | and | till | until )(?P<two>(?:[01]\d|2[0-3])[0-5]\d)(?![\w%:*^/-]|[.,]\d)")
_FROM: Final = re.compile(r"(?<![A-Za-z])(?:between|from|call|calls|shift|hours|btw|b/w|asleep|alone|out|away|home)\Z", re.IGNORECASE)
_LOGGED: Final = re.compile(r"\n(?P<t>(?:[01]\d|2[0-3])[0-5]\d)(?: ?[-–] |: )(?=[A-Za-z])")
_DOTTED: Final = re.compile(r"\.(?<=\d\.)[0-5]\d(?![\dA-Za-z%/*^-]|\.\d|,\d)")
_HOUR: Final = re.compile(r"(?<![\d.,/:$€£A-Za-z-])(?:0\d|1\d|2[0-3]|[1-9])\Z")
_FIELD: Final = re.compile(r"(?:\A|\n)Time \Z|(?<![A-Za-z])(?:time|hour|clock)(?: of (?:call|report|day|contact))?[ \t]*[:|=\]\t→>-][\s|:]{0,3}\Z", re.IGNORECASE)
_BEHIND_DATE: Final = re.compile(r"(?:call|phone|report|rec|recd|submit|taken|intake|log|made|notif|sent)[^\n\d]{0,18}[ (](?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})[ ,]{1,2}(?:at )?\Z", re.IGNORECASE)
_CALLED_AT: Final = re.compile(r"(?<![A-Za-z])(?:call|report|intake|rang|phoned|rec(?:'?d|eived)|taken|made|logged|lodged|submitted)(?: taken| made| received| in)? at \Z", re.IGNORECASE)
_RIDE: Final = re.compile(r" (?:bus|train|flight|ferry|tram|appointment|appt|meeting|shift|bell|pick-?up|drop-?off)(?![A-Za-z])")
_NIGHT: Final = re.compile(r",? (?:last night|tonight|this (?:morning|afternoon|arvo|evening)|that (?:night|morning|afternoon|arvo|evening)|the next morning|at night|in the (?:morning|evening|afternoon))(?![A-Za-z])")
_PLACED: Final = re.compile(r"(?<![A-Za-z])(?:(?P<sure>until|till|since)|at|by|for|before|after|about|around|from) \Z", re.IGNORECASE)
_DONE: Final = frozenset(
    "rang ring call calls called phoned text texts texted messaged emailed home dropped drops picked collect collected collects arrive arrived arrives left leaves met report made appointment appt meeting school bed woke wakes asleep visit visits "
    "visited attend attends attended knocked came comes got walked finish finished finishes shift bus seen sighted contact contacted contacts available fed police patrol pickup kindy childcare handed went returned hung booked taken".split()
)
_MEASURED: Final = frozenset(
    "INR pH Hb Cr creatinine creat K Na Mg Ca TSH lactate potassium sodium level levels dose doses dosed rate rates weigh weighs weighed weight weights wt Wt BW temp temps temperature peak peaked peaks titrate titrated infusion infused stable running steady "
    "score scores scored index ratio bilirubin glucose BSL BGL CRP WBC WCC troponin albumin urea ferritin HbA1c diameter measured measures measuring length height size sized depth margin SUV SUVmax FEV1 DLCO EF volume cutoff threshold concentration "
    "result results value values price priced cost costs paid".split()
)
_WORDS: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_PART_OF_DAY: Final = re.compile(r"(?<![A-Za-z])(?:breakfast|lunch(?:time)?|dinner(?:time)?|tea ?time|supper|morning|afternoon|evening|tonight|night|bedtime|that day|after school|woke)(?![A-Za-z])", re.IGNORECASE)
_BARE_HOUR: Final = re.compile(r"(?:by|till|until) (?:about |around |half past )?(?P<t>1[0-2]|[1-9])(?=[,;)]|\.(?!\d)|\n|\Z| (?:and|but|when|so|because|he|she|they|we|mum|dad|the|her|his) )", re.IGNORECASE)
_GROWN: Final = re.compile(r"(?:increas|decreas|reduc|rais|rose|fell|drop|multipl|divid|lower|cut|up|down|outnumber|short|wean|titrat|walk|talk|crawl|breastfe|toilet)\w*[^.,;\n]{0,24}\Z", re.IGNORECASE)
_FASTING: Final = re.compile(r"(?<![A-Za-z])(?:npo|nbm|nil(?: by mouth| orally)?|fast(?:ed|ing)?|nothing (?:by mouth|orally))(?![A-Za-z])[^.\n]{0,24}\Z", re.IGNORECASE)
_HOUR_AT: Final = re.compile(r"(?<![A-Za-z])(?:at|by|about|around|approx|from|till|until|since|before|after) (?P<t>1[0-2]|[1-9]) ?\Z", re.IGNORECASE)
_AT_HOUR: Final = re.compile(r" at (?:about |around )?(?P<t>1[0-2]|[1-9])(?=[,;)]|\.(?!\d)|\n|\Z| (?:and|but|with|to|when|on|after|drunk|saying|asking)(?![a-z]))")
_DOSED: Final = re.compile(r"(?:mg|mcg|ml|mL|tabs?|tablets?|units?|insulin|dose|dosed|meds|medication|puffs?)[^.\n]{0,16}\Z")
_JOINED: Final = frozenset(("ish", "at night", "in the morning", "in the evening", "in the afternoon"))
_WORD: Final = re.compile(r"(?:since|until|till|by) (?P<t>midnight|midday|noon)(?![A-Za-z-])", re.IGNORECASE)


def verbs(page: Page) -> Iterator[Span]:
    """left 1135, [back 1432], Patrol tasked 2238 hrs; no year, no extension, no amount."""
    text = page.text
    for start, end in page.cues.get("clock_verb", NO_CUES):
        if text[start - 1 : start].isalnum() or text[end : end + 1] != " ":
            continue
        found = _FOUR.match(text, end)
        if found is None:
            continue
        stop = found.end()
        year = found["t"][:2] in {"19", "20"}
        if not found["unit"] and (year or date_context.has_unit(text, stop) or _NO_TIME_AFTER.match(text, stop)):
            continue
        yield page.span(found.start("t"), stop, "TIME", None, SOURCE, 0.7)


def spans_of_time(page: Page) -> Iterator[Span]:
    """between 1400 and 1500, from 2200 to 0600, call 1407-1431; years and amounts are none."""
    text = page.text
    for found in _FROM_TO.finditer(text):
        one, two = found["one"], found["two"]
        if (one[:2] in _CENTURIES and two[:2] in _CENTURIES) or date_context.has_unit(text, found.end()) or _NO_TIME_AFTER.match(text, found.end()):
            continue
        if _FROM.search(text, max(0, found.start() - 14), found.start()):
            yield page.span(*found.span("one"), "TIME", None, SOURCE, 0.6)
            yield page.span(*found.span("two"), "TIME", None, SOURCE, 0.6)


def logged(page: Page) -> Iterator[Span]:
    """2210 - police arrive, 0815: dropped at school, at the heads of lines."""
    for found in _LOGGED.finditer(page.text):
        if found["t"][:2] not in _CENTURIES:
            yield page.span(*found.span("t"), "TIME", None, SOURCE, 0.6)


def dotted(page: Page) -> Iterator[Span]:
    """at 2.15, until 6.30, Time | 22.15, call of 2024.9.29 11.05."""
    text = page.text
    for found in _DOTTED.finditer(text):
        dot, end = found.span()
        hour = _HOUR.search(text, max(0, dot - 3), dot)
        if hour is None or date_context.has_unit(text, end):
            continue
        start = hour.start()
        if _FIELD.search(text, max(0, start - 32), start) or _BEHIND_DATE.search(text, max(0, start - 52), start):
            yield page.span(start, end, "TIME", None, SOURCE, 0.85)
        elif _is_said(text, start, end) or (text[end - 1] in "05" and text[end : end + 2] not in {" x", " -", " t"} and _is_told(text, start)):
            yield page.span(start, end, "TIME", None, SOURCE, 0.6)


def _is_said(text: str, start: int, end: int) -> bool:
    """Call taken at 14.07, the 8.40 bus, at 7.30 last night."""
    if _RIDE.match(text, end):
        return True
    placed = _PLACED.search(text, max(0, start - 8), start) is not None
    return placed and (_NIGHT.match(text, end) is not None or _CALLED_AT.search(text, max(0, start - 32), start) is not None)


def _is_told(text: str, start: int) -> bool:
    """Whether `at` or the like stands before `start`, and people do something before it, and nothing is measured."""
    placed = _PLACED.search(text, max(0, start - 8), start)
    if placed is None:
        return False
    window = max(0, start - 60)
    clause = max(window, text.rfind("\n", window, start) + 1, text.rfind(". ", window, start) + 1)
    words = set(_WORDS.findall(text, clause, start))
    return _MEASURED.isdisjoint(words) and "$" not in text[clause:start] and (placed["sure"] is not None or not _DONE.isdisjoint(map(str.lower, words)))


def hours(page: Page) -> Iterator[Span]:
    """floppy by 8, where a part of the day was told before; since midnight; at 9 at night, about 5ish; rang at 7."""
    text = page.text
    for start, end in page.cues.get("clock_night", NO_CUES):
        if page.text[end : end + 1].isalpha():
            continue
        if (hour := _HOUR_AT.search(text, max(0, start - 16), start)) and not _DOSED.search(text, max(0, hour.start() - 32), hour.start()):
            yield page.span(hour.start("t"), end if page.lower[start:end] in _JOINED else hour.end("t"), "TIME", None, SOURCE, 0.6)
    for start, end in page.cues.get("clock_came", NO_CUES):
        if not text[start - 1 : start].isalpha() and (hour := _AT_HOUR.match(text, end)):
            yield page.span(hour.start("t"), hour.end("t"), "TIME", None, SOURCE, 0.55)
    for start, _ in page.cues.get("clock_until", NO_CUES):
        at = start + 1
        word = _WORD.match(text, at)
        if word:
            if not _FASTING.search(text, max(0, at - 48), at):
                yield page.span(word.start("t"), word.end(), "TIME", None, SOURCE, 0.6)
            continue
        hour = _BARE_HOUR.match(text, at)
        if hour and not _GROWN.search(text, max(0, at - 32), at) and _PART_OF_DAY.search(text, max(0, at - 160, text.rfind("\n", 0, at)), at):
            yield page.span(hour.start("t"), hour.end("t"), "TIME", None, SOURCE, 0.5)


RULES = (
    Rule("time_told", verbs, {"clock_verb": _VERBS}, needs=("clock_verb",)),
    Rule("time_told", spans_of_time, needs=(_FROM_TO,)),
    Rule("time_told", logged, needs=(_LOGGED,)),
    Rule("time_told", dotted, needs=(_DOTTED,)),
    Rule(
        "time_told",
        hours,
        {
            "clock_until": tuple(f"{sign}{word} " for sign in " \n(" for word in ("by", "since", "until", "till")),
            "clock_night": ("ish", "at night", "in the morning", "in the evening", "in the afternoon", "tonight", "last night", "this morning", "this afternoon", "this arvo", "that night", "that morning"),
            "clock_came": ("arrived", "rang", "called", "phoned", "woke", "got home", "came back", "came home", "was home", "picked up", "dropped off", "got in", "rang back", "called back"),
        },
        needs=("clock_until", "clock_night", "clock_came"),
    ),
)
