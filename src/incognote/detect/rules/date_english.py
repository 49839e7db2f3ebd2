"""Dates with an English month: May 2, 2024; 2nd of May; 02-May-2024; Friday 14 June; Aug 2025; since June.

Work starts from the month's name. `may` in small letters is a verb unless a year follows; a month alone
counts only behind a preposition and with a capital. Sources: catalogue 5.3, 6 (minimal pair May).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "on May 2, 2024 she may rest; 2nd of May"))]
[(3, 14), (29, 39)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import date_context
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/date_english"
_THE_DAY: Final = re.compile(r" (\d{1,2})(?:st|nd|rd|th)(?! (?:day|percentile|floor|rib|week|month|visit|dose|cycle|toe|finger|digit|nerve|of [A-Z]))(?![A-Za-z])")
_CENTILE: Final = re.compile(r"(?:%ile|centile|(?:below|above|under) the (?:0\.4|1|2|3|5|9|10|25|50|75|90|91|95|97|98|99)(?:st|nd|rd|th)|percentile)[^\n]{0,60}\Z")
_YEAR_FIRST: Final = re.compile(r"(?<!\d)(?:19|20)\d\d[ -]$")
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
)  # fmt: skip
_WEEKDAY_EN: Final = r"(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)(?:day|nesday|sday|rsday|urday)?"
_DAY_BEFORE: Final = re.compile(
    rf"(?<![\w/.,-])(?:(?P<weekday>{_WEEKDAY_EN})\.?,? )?(?:the )?(?P<from>\d{{1,2}}(?:st|nd|rd|th)? ?(?:-|to|and|&) ?)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:,? of)?(?P<sep>[ -]?/?)\Z", re.IGNORECASE
)
_WEEKDAY_BEFORE: Final = re.compile(rf"(?<![A-Za-z]){_WEEKDAY_EN}\.?,? \Z", re.IGNORECASE)
_DAY_AFTER: Final = re.compile(
    r"\.?[ -]?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?![\d%:/]|\.\d| ?(?:days?|weeks?|wks?|months?|hours?|hrs?|tabs?|caps?|pills?|times|x|doses?)\b)(?:(?:,? ?|-|/)(?P<y>(?:19|20)\d\d|['’]\d\d)(?!\d))?(?P<weekday> \([a-z]{3,9}\))?(?![a-z])", re.IGNORECASE
)
_DASHED_YEAR: Final = re.compile(r"(?:-|/)(?P<y>(?:19|20)?\d\d)(?!\d)")
_SPACED_YEAR: Final = re.compile(r" \d\d(?![\w:/.%\-])")
_CLOSED_YEAR: Final = re.compile(r" \d\d(?=  |[,;)\n]|\Z)")  # by R.K.  11 Dec 23
  # Op date 03 MAY 24
_YEAR_AFTER: Final = re.compile(r"\.?(?:,? ?(?:of )?|-|/)(?P<y>(?:19|20)\d\d|['’]\d\d)(?!\d)")
_SPOKEN_YEAR: Final = re.compile(r"\.?,? (?:nineteen|twenty)[ -][a-z]+(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?(?![a-z])", re.IGNORECASE)
_SHORT_DAYS: Final = ("mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun")
_DAY_NUMBER: Final = re.compile(r"\.?,? (?:the )?(?:\d{1,2}(?:st|nd|rd|th)(?![A-Za-z])|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\d/%]))")
_BEFORE_DAY: Final = re.compile(
    r"(?:(?<![a-z])(?:next|last|this|on|by|COB|EOD|since|until|till|til|from|every|each|visit|seen|missed|review|rv|r/v|f/u|fu|revisit|again|do|clinic|due|d/c|home|appt|back|pm|am|eow|by|for|until|wk|week|[A-Z][a-z]{2,})|['’]d|[a-z]ed|\d) \Z"
)
_ENDS: Final = frozenset(("", ".", ";", "\n"))
_AFTER_DAY: Final = re.compile(r"[.,;)\n]|\Z| (?:\d{1,2}(?::\d\d|ish| ?[ap]m)|am|pm|next|this|wk|morning|night|eve|evening|arvo|too|w |with|and|at|after|before|if|for|cancelled|missed|-|–|@)|/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)")
_NO_DAY: Final = re.compile(r"(?:O2|SpO2|SaO2|oxygen|[Oo]xy|RA|venous|transferrin|TIBC|Dr\.?|Mr\.?|Ms\.?|Mrs\.?)[ ,]\Z")
_AMBIGUOUS: Final = frozenset(("sat", "sun"))
_DAY_OPENS: Final = re.compile(r"(?:\A|[.:;\n]) ?\Z")
_DAY_GOES_ON: Final = re.compile(r"[,;] [a-z]| (?:he|she|they|we|it|I|no|was|saw|seen|visit|home|not|had|came|went|told|took|pm|am|arvo|night|morning)(?![a-z])")
_TOLD: Final = re.compile(r" (?:the [a-z]|a |he |she |they |we |mum |dad |mo |fa |SC |N |caller |for the (?:first|last|second)|at \d|night|morning|arvo|with )")
_LINE_OPENS: Final = re.compile(r"(?:\A|\n)[-•*]? ?\Z")
_WAS_THERE: Final = re.compile(r"(?<![A-Za-z])(?:there|here|home|round|out|over|in) \Z")
_PAID: Final = re.compile(r"['’]s (?:pay|shift|visit|call|class|lesson|session|report|incident|fight|argument|dinner|training|appointment|appt|handover|contact|access)(?![A-Za-z])")
_NIGHT_OF: Final = re.compile(r"(?<![a-z])(?:night of|day of|evening of|morning of|court|school|party|home|work|appt|since the|up) \Z")
_SEASON_YEAR: Final = re.compile(r",? (?:of )?(?:(?:19|20)\d\d|['’]\d\d)(?!\d)")
_ANIMAL: Final = re.compile(r" ?(rat|ox|tiger|rabbit|dragon|snake|horse|goat|sheep|monkey|rooster|dog|pig)(?![a-z])", re.IGNORECASE)
_ROMAN: Final = re.compile(r"(?<!\d)(\d{1,2})([/.-])[ivx]{1,4}\2(?:19|20)?\d\d(?!\d)", re.IGNORECASE)
_THAT_YEAR: Final = re.compile(r" of (?:that|this|last|the same|the following|next) year", re.IGNORECASE)
_MONTH_WORD_BEFORE: Final = re.compile(
    r"(?<![A-Za-z])(?:in|since|until|till|from|by|during|through|ends|ended|starts|started|begins|began|expires|around|about|last|this|next|early|late|mid|of|before|after|end of|beginning of)[ -]$", re.IGNORECASE
)
_DAY_RANGE_AFTER: Final = re.compile(r" ?(?:-|to|and|&) ?(\d{1,2})(?:st|nd|rd|th)?(?![\d/:.%-])(?:, ?(?:19|20)\d\d)?")


def find(page: Page) -> Iterator[Span]:
    for _, end in page.cues.get("on_the", NO_CUES):
        found = _THE_DAY.match(page.text, end)
        if found and 1 <= int(found[1]) <= 31 and not _CENTILE.search(page.text, max(0, end - 80), end):
            yield page.span(found.start(1), found.end(), "DATE", "partial", SOURCE, 0.5)
    for start, end in page.cues.get("month_name", NO_CUES):
        if (spans := _day_first(page, start, end)) is None and (spans := _month_first(page, start, end)) is None:
            spans = _no_day(page, start, end)
        yield from spans


def _day_first(page: Page, start: int, end: int) -> list[Span] | None:
    """2nd of May, Friday 14 June, 02-May-2024, 3-5 May."""
    text = page.text
    before = _DAY_BEFORE.search(text, max(0, start - 24), start)
    if not before or not 1 <= int(before["d"]) <= 31 or (before["sep"] == "/" and text[end : end + 1] != "/" and not _is_slashed(text, start, end)):
        return None
    if text[start:end] == "may" and " of" not in before[0]:
        return None
    first = before.start("weekday" if before["weekday"] else "from" if before["from"] else "d")
    year = _YEAR_AFTER.match(text, end)
    if before["sep"] in {"-", ""}:
        year = year or _DASHED_YEAR.match(text, end)
    elif date_context.is_near_label(page, first):
        year = year or _SPACED_YEAR.match(text, end)
    year = year or (_CLOSED_YEAR.match(text, end) if before["sep"] == " " else None) or _SPOKEN_YEAR.match(text, end)
    return [date_context.dated(page, (first, year.end() if year else end), "event", SOURCE, 0.75)]


def _is_slashed(text: str, start: int, end: int) -> bool:
    """RTC 2/Jan: the month is written as one, Jan or JAN, and nothing goes on."""
    month = text[start:end]
    return month[0].isupper() and month[1:] in {month[1:].lower(), month[1:].upper()} and not text[end : end + 1].isalnum()


def _month_first(page: Page, start: int, end: int) -> list[Span] | None:
    """May 2, 2024; Thu, May 2; 2024 May 5; May 2-4."""
    text = page.text
    after = _DAY_AFTER.match(text, end)
    if not after or not 1 <= int(after["d"]) <= 31 or date_context.has_unit(text, after.end("d")):
        return None
    if text[start:end] == "may" and not after["y"]:
        return None
    if first := _YEAR_FIRST.search(text, max(0, start - 5), start) or _WEEKDAY_BEFORE.search(text, max(0, start - 12), start):
        start = first.start()
    spans = [date_context.dated(page, (start, after.end()), "event", SOURCE, 0.75)]
    if more := _DAY_RANGE_AFTER.match(text, after.end()):
        spans.append(page.span(more.start(1), more.end(), "DATE", "partial", SOURCE, 0.6))
    return spans


def _no_day(page: Page, start: int, end: int) -> list[Span]:
    """Aug 2025, June of that year, since June."""
    text = page.text
    if year := _YEAR_AFTER.match(text, end):
        return [date_context.dated(page, (start, year.end()), "partial", SOURCE, 0.75)]
    alone = text[start].isupper() and end - start > 2 and _MONTH_WORD_BEFORE.search(text, max(0, start - 14), start)
    if alone or _THAT_YEAR.match(text, end):
        return [date_context.dated(page, (start, end), "partial", SOURCE, 0.6)]
    return []


_GOES_ON: Final = re.compile(r"s?(?: ?[-–/,&] ?| to | and | through | thru )(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)")
_WENT_ON: Final = re.compile(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}(?: ?[-–/,&] ?| to | and | through | thru )\Z")


_RHYTHM_BEFORE: Final = re.compile(r"(?:every|each|alternate|most|weekly|second|other) \Z", re.IGNORECASE)
_RHYTHM_AFTER: Final = re.compile(r"s(?![A-Za-z])| (?:[a-z]{3,9} )?(?:clinics?|list|class|group|club|market|mornings|afternoons|evenings|sessions?|calls|visits|lessons|shifts|classes|groups|meetings|nights)(?![A-Za-z])")


def _recurs(text: str, start: int, end: int) -> bool:
    """Monday to Friday, Tue/Thu: hours and a rhythm are no date."""
    if _RHYTHM_AFTER.match(text, end) or _RHYTHM_BEFORE.search(text, max(0, start - 14), start):
        return True
    return _GOES_ON.match(text, end) is not None or _WENT_ON.search(text, max(0, start - 18), start) is not None


def _is_told(text: str, start: int, end: int) -> bool:
    """Sun the older girl walked out, there Sun for the first time, lost Mon's pay."""
    if _PAID.match(text, end):
        return True
    return _TOLD.match(text, end) is not None and (_LINE_OPENS.search(text, max(0, start - 2), start) or _WAS_THERE.search(text, max(0, start - 10), start)) is not None


def weekdays(page: Page) -> Iterator[Span]:
    """Next visit Fri; Tue 19/3; symptoms began Mon 3rd; summer 2004; year of the Dragon; 3/xi/1960."""
    text = page.text
    for start, end in page.cues.get("short_day", NO_CUES):
        if not text[start].isupper() or text[start + 1 : end].isupper() or _recurs(text, start, end) or _NO_DAY.search(text, max(0, start - 12), start):
            continue
        number = _DAY_NUMBER.match(text, end)
        if number:
            yield page.span(start, number.end(), "DATE", "partial", SOURCE, 0.7)
        elif (_BEFORE_DAY.search(text, max(0, start - 14), start) or (text[end : end + 1] in _ENDS and text[start - 2 : start - 1].islower())) and _AFTER_DAY.match(text, end):
            yield page.span(start, end, "DATE", "weekday", SOURCE, 0.6)
        elif _is_told(text, start, end) or (page.lower[start:end] not in _AMBIGUOUS and (_DAY_OPENS.search(text, max(0, start - 3), start) or text[start - 2 : start - 1].islower()) and _DAY_GOES_ON.match(text, end)) or (_NIGHT_OF.search(text, max(0, start - 14), start) and not text[end : end + 1].isalnum()):
            yield page.span(start, end, "DATE", "weekday", SOURCE, 0.55)
    for start, end in page.cues.get("whole_day", NO_CUES):
        if text[start].isupper() and text[start + 1 : end].islower() and not _recurs(text, start, end):
            yield page.span(start, end, "DATE", "weekday" if text[end - 3 : end] == "day" else "partial", SOURCE, 0.55)
    for start, end in page.cues.get("season", NO_CUES):
        if year := _SEASON_YEAR.match(text, end):
            yield page.span(start, year.end(), "DATE", "partial", SOURCE, 0.7)
    for start, end in page.cues.get("zodiac_year", NO_CUES):
        if animal := _ANIMAL.match(text, end):
            yield page.span(start - 4 if page.lower.startswith("the ", start - 4) else start, animal.end(), "DATE", "zodiac", SOURCE, 0.8)
    for start, end in page.cues.get("feast", NO_CUES):
        if text[start].isupper():
            yield page.span(start, end, "DATE", "holiday", SOURCE, 0.6)
    for start, _ in page.cues.get("roman_month", NO_CUES):
        if found := _ROMAN.search(text, max(0, start - 2), start + 12):
            yield date_context.dated(page, found.span(), "event", SOURCE, 0.8)


_ROMAN_MONTHS: Final = tuple(f"{s}{m}{s}" for s in "/.-" for m in ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"))
_FEASTS: Final = ("ramadan", "eid", "eid al-fitr", "eid al-adha", "diwali", "deepavali", "passover", "hanukkah", "yom kippur", "rosh hashanah", "good friday", "anzac day", "australia day", "boxing day", "hari raya", "hogmanay", "memorial day", "labor day", "columbus day", "mardi gras", "canada day", "waitangi day", "bonfire night", "halloween")

RULES = (
    Rule(
        "date_english",
        weekdays,
        {"short_day": _SHORT_DAYS, "whole_day": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "september", "october", "november", "december"), "season": ("spring", "summer", "autumn", "fall", "winter"), "zodiac_year": ("year of the",), "feast": _FEASTS, "roman_month": _ROMAN_MONTHS},
        needs=("short_day", "whole_day", "season", "zodiac_year", "feast", "roman_month"),
    ),
    Rule("date_english", find, {**date_context.CUES, "month_name": _MONTHS, "on_the": ("on the", "until the", "since the", "from the", "by the", "again the")}, needs=("month_name", "on_the")),
)
