"""The patient's name, chart number, birth date and visit day in the head of a document, with labels or without.

`26048111陳五妹0181228` above `1060314初診` has no label, yet nothing else is written so. What a head holds together
says what each piece is: the date decades before the other is the birth date. A name behind or before a word for
staff or kin is left alone, and so is one that nothing else in the head belongs to. Source: catalogue 2, 3.3, 5.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "26048111陳五妹0181228\\n1060314初診"
>>> [(s.label, s.kind, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('NAME', 'patient', '陳五妹'), ('MRN', 'patient', '26048111'), ('DATE', 'dob', '0181228'), ('DATE', 'visit', '1060314')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from incognote.detect.head import Token, tokens
from incognote.detect.head_labels import REACH, is_joined, is_others, labelled
from incognote.detect.head_names import HeadName, groups, names_in
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.text.calendar import Reading, day_of, value_of

SOURCE: Final = "rules/visit_head"
_GATE: Final = re.compile(r"\d{5}|\d[./-]\d{1,2}[./-]\d|\d ?年|[歲岁]|[A-Z][a-z]{2,8} \d{1,2}, \d{4}")
_COMPACT: Final = re.compile(r"(?:(?:19|20)\d\d|[01]\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_BORN_BEHIND: Final = re.compile(r" ?生(?![\u4e00-\u9fff])")
_PHONE: Final = re.compile(r"(?:電話|电话|手機|手机|行動|Tel|TEL|Ph|Phone|Cell|M)[ .:#]{0,3}\Z")
_TAIWANESE: Final = re.compile(r"[A-Za-z]\d{9}")
_OLD: Final = 10
"""Years between two dates of a head of which the earlier is a birth date, whatever stands around it."""
_LAST_BIRTH: Final = 2000
"""A single date of a head up to this year is no visit."""


class _Dated(NamedTuple):
    token: Token
    day: date
    kind: str | None

    def __repr__(self) -> str:
        return f"_Dated({self.token})"


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if not _GATE.search(text, 0, REACH) or _is_form(page):
        return
    head = tuple(tokens(text[:REACH]))
    if page.script == "zh-CN":  # M250651400 is a chart number there
        head = tuple([t._replace(kind="number") if t.kind == "id" and _TAIWANESE.fullmatch(text, t.start, t.end) else t for t in head])
    names = names_in(text, head) if len(head) > 2 else []
    if not names:
        return
    for group, inside in groups(text, head, names):
        yield from _patient(page, group, inside)


def _is_form(page: Page) -> bool:
    """Whether a name, a birth date and a number stand behind labels with colons: other rules read those."""
    for category in ("field_patient", "birth", "mrn"):
        cues = page.cues.get(category, NO_CUES)
        if not any(end < REACH and page.text.startswith((":", " :"), end) for _, end in cues[:2]):
            return False
    return True


def _patient(page: Page, names: Sequence[HeadName], inside: Sequence[Token]) -> Iterator[Span]:
    text = page.text
    charts = [t for i, t in enumerate(inside) if t.kind == "number" and _is_chart(text, inside, i, names)]
    dates = list(_dates(page, inside, charts))
    ids = [t for i, t in enumerate(inside) if t.kind == "id" and not is_others(text, inside, i) and _is_identity(text, t, labelled(text, inside, i))]
    birth, visit = _born_and_seen(text, dates, inside, names)
    ages = any(t.kind == "age" for t in inside)
    sure = bool(ids) + bool(charts) + bool(birth)
    is_told = any(t.kind == "label/birth" for t in inside)
    if not sure or (not any(n.is_labelled for n in names) and sure + ages + bool(dates) + is_told < 2):
        return
    for name in names:
        yield page.span(name.start, name.end, "NAME", "patient", SOURCE, 0.985)
    for token in ids:
        yield page.span(token.start, token.end, "IDNO", None, SOURCE, 0.985)
    for token in charts:
        yield page.span(token.start, token.end, "MRN", "patient", SOURCE, 0.86)
    for dated, kind in ((birth, "dob"), (visit, "visit")):
        if dated:
            yield page.span(dated.token.start, dated.token.end, "DATE", kind, SOURCE, 0.93)


def _is_identity(text: str, token: Token, label: str | None) -> bool:
    """Not staff's or kin's; the last four digits alone only where a label says whose end they are."""
    return label == "id" or (label != "other" and token.end - token.start > 4)


def _is_chart(text: str, inside: Sequence[Token], at: int, names: Sequence[HeadName]) -> bool:
    token = inside[at]
    if _PHONE.search(text, max(0, token.start - 8), token.start) or re.match(r"09\d{8}\Z", text[token.start : token.end]):
        return False
    label = labelled(text, inside, at)
    if label in ("chart", "id", "birth", "visit", "other", "none"):
        return label == "chart"
    if text[token.start + 1].isalpha() and text[token.start - 1 : token.start] == "/":  # a file's path
        return False
    is_day = _COMPACT.fullmatch(text, token.start, token.end) is not None
    for name in names:
        if token.end <= name.start and name.line - token.line < 2 and is_joined(text, token.end, name.start):
            return not is_day or not any(is_joined(text, name.end, t.start) and t.kind == "number" for t in inside)
        if token.start >= name.end and token.line - name.line < 3 and (is_joined(text, name.end, token.start) or _beside(inside, name, at)):
            return not is_day
    return False


def _beside(inside: Sequence[Token], name: HeadName, at: int) -> bool:
    """Only marks, ages and identity numbers stand between the name and the number."""
    between = [t for t in inside[:at] if t.start >= name.end]
    return all(t.kind in ("mark", "age", "id") for t in between)


def _dates(page: Page, inside: Sequence[Token], charts: Sequence[Token]) -> Iterator[_Dated]:
    text = page.text
    today = date.today()
    is_roc = page.script == "zh-TW" or any(t.kind == "id" and _TAIWANESE.fullmatch(text, t.start, t.end) for t in inside)
    reading = Reading("roc" if is_roc else "ad")
    for at, token in enumerate(inside):
        is_compact = token.kind == "number" and token not in charts and _COMPACT.fullmatch(text, token.start, token.end)
        if token.kind != "date" and not is_compact:
            continue
        label = labelled(text, inside, at)
        kind = "birth" if label == "birth" or _BORN_BEHIND.match(text, token.end) else "visit" if label == "visit" else None
        if label in ("id", "chart", "other", "none") or (is_compact and not kind and not charts and not any(t.kind == "id" for t in inside)):
            continue
        day = day_of(value_of(text[token.start : token.end], reading, before=today), None)
        if day:
            yield _Dated(token, day, kind)


def _born_and_seen(text: str, dates: Sequence[_Dated], inside: Sequence[Token], names: Sequence[HeadName]) -> tuple[_Dated | None, _Dated | None]:
    birth = next((d for d in dates if d.kind == "birth"), None)
    visit = next((d for d in dates if d.kind == "visit"), None)
    rest = [d for d in dates if d.kind is None]
    if birth:
        return birth, visit or next((d for d in rest if d.day > birth.day), None)
    if not rest:
        return None, visit
    first = min(rest, key=lambda d: d.day)
    last = visit or (max(rest, key=lambda d: d.day) if len(rest) > 1 else None)
    is_near = any(_is_close(text, n, first, inside) for n in names)
    if last is None:
        return (first, None) if is_near and first.day.year <= _LAST_BIRTH else (None, None)
    years = last.day.year - first.day.year
    told = [int(m[0]) for t in inside if t.kind == "age" and (m := re.match(r"\d+", text[t.start : t.end]))]
    if any(abs(years - age) <= 1 for age in told) or _OLD <= years <= 120 or (1 <= years < _OLD and is_near):
        return first, last
    return None, visit


def _is_close(text: str, name: HeadName, dated: _Dated, inside: Sequence[Token]) -> bool:
    """Behind the name with nothing but numbers between."""
    token = dated.token
    between = [t for t in inside if name.end <= t.start < token.start]
    return token.start >= name.end and token.line - name.line < 4 and all(t.kind in ("mark", "number", "id", "age") for t in between)


RULES = (Rule("visit_head", find),)
