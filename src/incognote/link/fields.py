"""Fields of a report: a label and the value behind it, `Mother: X`, `Mother [X]`, `Mother.... X`, or on the next line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from incognote.labels import roles
from incognote.link.layout import Vocabulary, plain, stretches
from incognote.link.lines import Line, trimmed
from incognote.link.looks import DATE, may_be_role
from incognote.link.parts import Field, Table
from incognote.link.role_words import role_of

_LABELLED: Final = re.compile(
    r"(?:^|[;；|¦·　\t,，.。\])（(→]|  )[-–—•*#>\d.) \t]{0,12}(?:[Ff]ield: ?)?(?<![^\W_])((?!\d)[^\W_][^\n:：=→;；|\t\[\]]{0,40}?)"
    r"(?:\s?[:：=→][ 　]*|\.{3,} ?| ?->[ ]?| ?\[)"
)
_REMARK: Final = re.compile(r"\s*\([^()]*\)\s*\Z")
_OF_NAME: Final = re.compile(r"(?:['’]s)?\s(?:(?:full|legal|first|given|family|last) )?(?:sur)?names?\s*\Z", re.IGNORECASE)
_INNER: Final = re.compile(r"[:：=](?!\Z)")
_SIGN: Final = re.compile(r"[:：=→\[]|\.\.\.|->")
_END: Final = re.compile(r"[\n;；|¦·　\t\]]| {2,}|。|，(?=\S{1,6}[:：])|, (?=\w{1,12}[:：])|\. (?=[A-Z][\w ]{1,20}[:：])")
_NUMBER: Final = re.compile(r"[\s:：=.#\[/|*()no°]{0,24}([A-Z]{0,4}-?\d[\d/-]{3,})", re.IGNORECASE)
_WRITTEN: Final = re.compile(r"(?:[ ]?(?:no|number|id)\.?)?[ \t]*[:：=#][ \t]*((?=(?:[A-Za-z/._-]*\d){3})[A-Z0-9][A-Za-z0-9]*(?:[/._-][A-Za-z0-9]+){0,6})(?![\w/])")
"""A number behind its label and a sign, whatever it looks like: File no: FC/2211/23."""
_BEFORE_DATE: Final = 40
_NOT_OF_REPORT: Final = re.compile(r"\b(?:dob|born|b\.|edd|birth|release|since)\W{0,3}\Z|生日|出生|生\Z", re.IGNORECASE)
_BREAK: Final = re.compile(r"[.;。；]\s|\n[^\n]*\n")
_LONGEST: Final = 400
_SHORT: Final = 80
_TOP: Final = 1500
"""Characters among which a report says its day and number."""
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_FEW: Final = 4
"""Words in small letters that may stand in a line which heads a report."""
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_TOLD: Final = re.compile(r"(?<![A-Za-z])(?:(?<!date )on|since|until|till|from|before|after|born|dob|d\.o\.b\.?|b\.)[ :]{1,2}(?:the |about )?(?:[A-Z][a-z]+day,? )?\Z", re.IGNORECASE)
_TOLD_BEHIND: Final = re.compile(r" ?(?:and|he|she|they|when|because)(?![A-Za-z])", re.IGNORECASE)
_HEAD: Final = 8
"""Lines at the top where the first date is the report's if none is labelled."""


def read_fields(
    text: str, lower: str, lines: Sequence[Line], tables: Sequence[Table], words: Vocabulary
) -> tuple[Field, ...]:
    """The fields in order. What stands in a table of people is no field."""
    found = {*_labelled(text, lines, tables, words), *_below(text, lines, tables, words)}
    found |= {Field("report_number", *match.span(1)) for label in stretches(words.numbers, lower, _TOP) if (match := _NUMBER.match(text, label.end())) and not DATE.match(match[1])}
    found |= {Field("report_number", *match.span(1)) for label in stretches(words.numbers, lower, _TOP) if (match := _WRITTEN.match(text, label.end())) and not DATE.match(match[1])}
    dates = list(_report_dates(text, lower, lines, words))
    found |= set(dates)
    return tuple(sorted(found, key=lambda field: (field.start, field.end, field.kind)))


def _kind(label: str, words: Vocabulary) -> str | None:
    key = plain(label)
    found = words.fields.get(key) or words.roles.get(key)
    if found is None and (section := words.sections.get(key)) in roles():
        found = section
    if found is None and may_be_role(label):
        found = role_of(_OF_NAME.sub("", _REMARK.sub("", label)))
    return found


def _labelled(text: str, lines: Sequence[Line], tables: Sequence[Table], words: Vocabulary) -> Iterator[Field]:
    for line in lines:
        if line.is_blank or not _SIGN.search(text, line.start, line.end) or _is_inside(line.start, tables):
            continue
        for found in _LABELLED.finditer(text[line.start : min(line.end, line.start + _LONGEST)]):
            kind, start = _kind(found[1], words), line.start + found.end()
            if kind is None or kind in {"report_date", "report_number"}:
                continue
            end = _END.search(text, start, min(line.end, start + _LONGEST))
            value = trimmed(text, start, end.start() if end else min(line.end, start + _LONGEST))
            if not value.is_blank:
                yield Field(kind, *value)


def _below(text: str, lines: Sequence[Line], tables: Sequence[Table], words: Vocabulary) -> Iterator[Field]:
    """A label alone on its line, its value on the next."""
    for line, following in pairwise(lines):
        if line.is_blank or following.is_blank or line.end - line.start > 40 or following.end - following.start > _SHORT:
            continue
        label = text[line.start : line.end].rstrip(":： ")
        if text[line.end - 1] in ".,;。，" or _INNER.search(label) or _INNER.search(text, following.start, following.start + 14) or _is_inside(line.start, tables) or _is_inside(following.start, tables):
            continue
        kind = _kind(label, words)
        if kind is None or kind in {"report_date", "report_number"}:
            continue
        if _kind(text[following.start : following.end].rstrip(":："), words) is None:
            yield Field(kind, following.start, following.end)


def _report_dates(text: str, lower: str, lines: Sequence[Line], words: Vocabulary) -> Iterator[Field]:
    """Dates behind a label of the report's date; without one, the first of the head."""
    is_found = False
    for label in stretches(words.dates, lower, _TOP):
        date = DATE.search(text, label.end(), label.end() + _BEFORE_DATE)
        if date is not None and not _BREAK.search(text, label.end(), date.start()) and not _NOT_OF_REPORT.search(text, max(0, date.start() - 14), date.start()):
            yield Field("report_date", *date.span())
            is_found = True
    if is_found or not lines:
        return
    for date in DATE.finditer(text, 0, lines[min(_HEAD, len(lines)) - 1].end):
        if not _NOT_OF_REPORT.search(text, max(0, date.start() - 14), date.start()) and not is_in_a_sentence(text, *date.span()):
            yield Field("report_date", *date.span())
            return


def is_in_a_sentence(text: str, start: int, end: int) -> bool:
    """Whether a date of an English report is told of something that happened, and heads nothing: he hit her on 14/3/2023.

    >>> text = "Intake 14/03/2023\\nBrody hit Keira on 12/03/2023."
    >>> is_in_a_sentence(text, 7, 17), is_in_a_sentence(text, 37, 47)
    (False, True)
    """
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    before, behind = text[low:start], text[end : len(text) if high < 0 else high]
    if _HAN.search(before + behind):
        return False
    few = sum(word.islower() for word in _WORDS.findall(before + " " + behind)) <= _FEW
    return not few or _TOLD.search(before) is not None or _TOLD_BEHIND.match(behind) is not None


def _is_inside(at: int, tables: Sequence[Table]) -> bool:
    return any(table.start <= at < table.end for table in tables)
