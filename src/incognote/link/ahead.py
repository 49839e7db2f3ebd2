"""Whether a day is told to come: will come on Wednesday, plan d/c Friday, until Christmas, 預計週五, 下次週三.

Only words that plan put a day ahead: `d/c Friday` and `discharged Friday` tell what was.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from incognote.document import Span
from incognote.text import calendar

_AHEAD: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:by(?: (?:COB|cob|EOD|eod|close of business))?|due|next|this coming|booked for|scheduled for|listed for|planned for) (?:the )?"
    r"|(?<![A-Za-z])(?:will|won['’]t|(?:is|are|am) (?:due|going) to|due(?! to)|booked|scheduled|listed|(?:is|are) coming|on its way"
    r"|(?<!ed )(?<!went )(?<!came )(?<!had )(?<!got )(?<!drove )(?<!able )(?<!began )(?<!ing )to (?:be|attend|see|visit|review|r/v|rv|ring|call|meet|interview|go|come|collect|return|follow|f/u|sight|assess|discuss|appear|have|start|speak))(?![A-Za-z])"
    r"(?:(?! and | but | when | since | who | after )[^.;!?\n])*)\Z",
)
"""Words that put the day behind them ahead; Will is a name, and `he will ... and left on` tells what was."""
_UP_TO: Final = re.compile(r"(?<![A-Za-z])(?:from|until|till|til|before) (?:the )?\Z")
"""Ahead in a report of what is arranged; in a chart what was (well until Friday, fever from Tuesday)."""
_AHEAD_BEHIND: Final = re.compile(r",? (?:[A-Za-z'’]+ ){1,4}(?:will|won['’]t|is to|are to|is due|are due|is going|are going)(?![A-Za-z])|,? [A-Za-z]+['’]ll(?![A-Za-z])")
_OPENS: Final = re.compile(r"(?:\A|[.;!?\n] ?)(?:On |By |This )?\Z")
_AHEAD_HAN: Final = re.compile(r"(?:將|将|預計|预计|預定|预定|排定|約定|约定|訂於|定於|擬於|拟于|安排|改約|改期|等到|至|到)[^。，；\n]{0,4}\Z")
_PLANNED: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:plan(?:s|ned|ning)?|aim(?:s|ed|ing)?|expect(?:s|ed|ing)?|anticipat(?:e|es|ed|ing)|target(?:ing)?|hope(?:s|fully)?|hoping|edd|e/d|intend(?:s|ed|ing)?|await(?:s|ing)?|arrang(?:e|ed|ing)|\? ?for|query)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?<!ed )(?<!en )(?<!ame )(?<!ent )(?<!in )(?<!aw )for (?:d/c|dc|discharge|home|ot|theatre|theater|surgery|op|operation|transfer|clinic|opd|f/u|follow[- ]?up|review|r/v|rv|mri|ct|echo|scan|scope|biopsy|removal|appt|appointment|trial|family meeting|mdt)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:fit|ready|cleared|well|stable|suitable|ok|okay) for (?:d/c|dc|discharge|home|transfer)(?![A-Za-z])"
    r"|(?:\A|\n)[ \t#*>-]{0,4}(?:plan|p|disposition|dispo|follow[- ]?up|f/u)[ \t]?:(?:(?! since | was | were | on admission)[^\n]){0,80}(?<!since )(?<!seen )(?<!from ))"
    r"(?:(?! and then | but | since | who | after | was | were )[^.;!?\n]){0,40}\Z",
    re.IGNORECASE,
)
"""Words of a plan in the clause before the day, or the heading of one before it on its line."""
_PLANNED_HAN: Final = re.compile(r"(?:下次|下回|下一次|約|约|排|訂|订|擬|拟|待|等|改到|改至|延到|延至|最快|希望|打算|準備|准备|計畫|計劃|计划)(?:在|於|于|為|为|是|的|本|這|这)?\Z|(?:\A|\n)[ \t#*-]{0,4}(?:P|Plan|計畫|計劃|计划|處置|处置|追蹤|追踪)[ \t]?[:：][^\n。]{0,30}\Z")
_BARE: Final = re.compile(r"[週周星禮礼拜]|(?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
"""A weekday without this, next, last, 上 or 下."""
_WINDOW: Final = 64
_LINE: Final = 120


def is_ahead(text: str, span: Span) -> bool:
    """Whether a report tells a day to come: will come on Wednesday, SW to r/v Wed, until Christmas, 預計週五."""
    return is_planned(text, span) or _UP_TO.search(text, max(0, span.start - _WINDOW), span.start) is not None


def is_planned(text: str, span: Span) -> bool:
    """Whether words of a plan stand before a day, or the future behind it where it opens the sentence."""
    low = max(0, span.start - _WINDOW)
    if not text[span.start : span.end].isascii():
        return any(pattern.search(text, low, span.start) for pattern in (_AHEAD_HAN, _PLANNED_HAN))
    if _AHEAD.search(text, low, span.start) or _PLANNED.search(text, max(0, span.start - _LINE), span.start):
        return True
    return _OPENS.search(text, max(0, span.start - 8), span.start) is not None and _AHEAD_BEHIND.match(text, span.end) is not None


def weekday_day(text: str, span: Span, anchor: date | None) -> date | None:
    """The day of a weekday in a note of `anchor`: the last one up to it, the next one where it is told to come.

    >>> thursday = date(2024, 5, 2)
    >>> [weekday_day(t, Span(len(t) - 6, len(t), "DATE", "weekday", "rules/x", 0.7), thursday).day for t in ("plan d/c Friday", "discharged Friday")]
    [3, 26]
    """
    surface = text[span.start : span.end]
    day = calendar.weekday_day(surface, anchor)
    if day is None or anchor is None or day > anchor or not _BARE.match(surface) or not is_planned(text, span):
        return day
    return day + timedelta(days=7)
