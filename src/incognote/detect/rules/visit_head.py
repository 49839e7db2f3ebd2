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

from incognote.detect import latin, latin_name
from incognote.detect.head import Token, tokens
from incognote.detect.head_labels import REACH, TITLES, is_joined, is_others, labelled
from incognote.detect.name_words import never, placeholders, plausible, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.detect.vouched import read_expected
from incognote.document import Span
from incognote.names.compare import may_be_same
from incognote.names.likelihood import strangeness, surname_weight, tables
from incognote.names.tables import roman_surnames, to_base
from incognote.text.calendar import Reading, day_of, value_of

SOURCE: Final = "rules/visit_head"
_GATE: Final = re.compile(r"\d{5}|\d[./-]\d{1,2}[./-]\d|\d ?年|[歲岁]|[A-Z][a-z]{2,8} \d{1,2}, \d{4}")
_COMPACT: Final = re.compile(r"(?:(?:19|20)\d\d|[01]\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_BORN_BEHIND: Final = re.compile(r" ?生(?![\u4e00-\u9fff])")
_PHONE: Final = re.compile(r"(?:電話|电话|手機|手机|行動|Tel|TEL|Ph|Phone|Cell|M)[ .:#]{0,3}\Z")
_CHILD: Final = re.compile(r"之[子女嬰婴]")
_TAIWANESE: Final = re.compile(r"[A-Za-z]\d{9}")
_GAPS: Final = frozenset((" ", ", ", ",", "  "))
_OLD: Final = 10
"""Years between two dates of a head of which the earlier is a birth date, whatever stands around it."""
_STRANGE: Final = 3.6
_USUAL: Final = -4.0
_NOT_LAST: Final = frozenset("科部室診诊院保費费號号區区床站組组所心卡單单日期")
_LAST_BIRTH: Final = 2000
"""A single date of a head up to this year is no visit."""


class _Name(NamedTuple):
    at: int
    start: int
    end: int
    line: int
    is_labelled: bool


class _Dated(NamedTuple):
    token: Token
    day: date
    kind: str | None


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if not _GATE.search(text, 0, REACH) or _is_form(page):
        return
    head = tuple(tokens(text[:REACH]))
    if page.script == "zh-CN":  # M250651400 is a chart number there
        head = tuple([t._replace(kind="number") if t.kind == "id" and _TAIWANESE.fullmatch(text, t.start, t.end) else t for t in head])
    names = _names(text, head) if len(head) > 2 else []
    if not names:
        return
    for group, inside in _groups(text, head, names):
        yield from _patient(page, group, inside)


def _is_form(page: Page) -> bool:
    """Whether a name, a birth date and a number stand behind labels with colons: other rules read those."""
    for category in ("field_patient", "birth", "mrn"):
        cues = page.cues.get(category, NO_CUES)
        if not any(end < REACH and page.text.startswith((":", " :"), end) for _, end in cues[:2]):
            return False
    return True


def _names(text: str, head: Sequence[Token]) -> list[_Name]:
    found: list[_Name] = []
    weak: list[_Name] = []
    reached = -1
    named_field = any(t.kind == "label/name" and text[t.end - 1] == "名" for t in head)
    for at, token in enumerate(head):
        if token.start < reached or token.kind not in ("name", "latin"):
            continue
        if is_others(text, head, at) or text[token.end : token.end + 1] == ":":
            continue
        label = labelled(text, head, at)
        if label in ("visit", "id") and token.kind == "latin":
            continue
        is_labelled = label == "name" or TITLES.match(text, token.end) is not None
        if named_field and not is_labelled:
            continue
        end = _han_end(text, token, is_labelled, named_field) if token.kind == "name" else _latin_end(text, head, at, is_labelled)
        if end:
            reached = end
            found.append(_Name(at, token.start, end, token.line, is_labelled))
        elif token.kind == "name" and _may_be(text[token.start : token.end].replace(" ", "")):
            weak.append(_Name(at, token.start, token.end, token.line, is_labelled))
    return found or weak[:1]


def _may_be(name: str) -> bool:
    """A rare surname and two characters that no word explains: 奕美芳, where the head has no better name."""
    base = name.translate(to_base())
    return (
        len(name) == 3 and name[2] not in _NOT_LAST and surname_weight(name[0]) is not None
        and not any(word in tables().words or word in never() for word in (base, base[:2], base[1:]))
    )  # fmt: skip


def _han_end(text: str, token: Token, is_labelled: bool, is_field: bool) -> int | None:
    child = _CHILD.search(text, token.start + 2, token.end)
    end = child.start() if child else token.end
    surface = text[token.start : end]
    name = surface.replace(" ", "")
    base = name.translate(to_base())
    if base in placeholders() or base in never() or not 2 <= len(name) <= (20 if not name.isalpha() else 6):
        return None
    if not name.isalpha():  # dotted or masked
        return end if len(name) > 2 or is_labelled else None
    if is_labelled and (is_field or base not in tables().words or base in word_names()):
        return end
    if base in tables().words and base not in word_names():
        return None
    is_double = len(name) > 2 and surname_weight(name[:2]) is not None
    if len(name) < len(surface) and surname_weight(name[0]) is None and not is_double:
        return None
    if is_double and plausible(name):
        return end
    if len(name) == 3 < len(surface) and (surname_weight(name[0]) or -9.0) > _USUAL:  # 許 阿緞
        return end
    if len(name) < 4 and surname_weight(name[0]) is not None and plausible(name):
        return end
    if len(name) > 3 and strangeness(name) > _STRANGE:
        return end
    read = read_expected(name, 0, prior=0.3)
    return end if read and read.end == len(name) and (len(name) > 3 or surname_weight(name[0]) is not None) else None


def _latin_end(text: str, head: Sequence[Token], at: int, is_labelled: bool) -> int | None:
    words = [head[at]]
    for token in head[at + 1 : at + 5]:
        if token.kind != "latin" or token.line != words[0].line or text[words[-1].end : token.start] not in _GAPS:
            break
        words.append(token)
    before = head[at - 1] if at else None
    begins = before is None or before.line != words[0].line or before.kind != "latin" or text[before.end : words[0].start] not in _GAPS
    if len(words) < 2 or not begins:
        return None
    lower = [text[w.start : w.end].rstrip(".").lower() for w in words]
    if not is_labelled and any(latin.is_stop(word) for word in lower):
        return None
    known = sum(_is_known(word) for word in lower)
    if not known and all(latin.is_ordinary(word) for word in lower):
        return None
    if not is_labelled and (not known or any(latin.is_ordinary(w) and not latin.is_listed(w) for w in lower)):
        return None
    end = latin_name.name_end(text, words[0].start, latin_name.FIELD)
    return min(max(end, words[1].end), words[-1].end)


def _is_known(lower: str) -> bool:
    if "-" in lower:
        return all(_is_known(part) or part in latin.syllables() for part in lower.split("-") if part)
    return latin.given_weights().get(lower, 0) > 0 or latin.surname_weights().get(lower, 0) >= 1 or lower in roman_surnames()


def _groups(text: str, head: Sequence[Token], names: list[_Name]) -> Iterator[tuple[list[_Name], list[Token]]]:
    """One patient's names with the pieces of the head, or each row of a list of patients with its own."""
    if any(name.is_labelled for name in names):
        names = [name for name in names if name.is_labelled or _same(text, name, next(n for n in names if n.is_labelled))]
    leaders = [name for at, name in enumerate(names) if not at or not any(_same(text, name, n) for n in names[:at])]
    bounds = [0, *(name.line for name in leaders[1:]), len(text)]
    for leader, low, high in zip(leaders, bounds, bounds[1:], strict=False):
        inside = [t for t in head if (low <= t.line < high or t.line == leader.line) and abs(t.line - leader.line) < 5]
        if any(other.line == leader.line for other in leaders if other is not leader) and leader is not names[0]:
            continue
        if len(leaders) == 1 or any(t.kind in ("number", "id") for t in inside):
            yield [name for name in names if _same(text, leader, name) and name.line < high], inside


def _same(text: str, one: _Name, other: _Name) -> bool:
    left, right = text[one.start : one.end], text[other.start : other.end]
    if may_be_same(left, right):
        return True
    han = right if left.isascii() else left
    return left.isascii() != right.isascii() and abs(one.line - other.line) < 2 and surname_weight(han[0]) is not None


def _patient(page: Page, names: Sequence[_Name], inside: Sequence[Token]) -> Iterator[Span]:
    text = page.text
    charts = [t for i, t in enumerate(inside) if t.kind == "number" and _is_chart(text, inside, i, names)]
    dates = list(_dates(page, inside, charts))
    ids = [t for t in inside if t.kind == "id"]
    birth, visit = _born_and_seen(text, dates, inside, names)
    ages = any(t.kind == "age" for t in inside)
    sure = bool(ids) + bool(charts) + bool(birth)
    if not sure or (not any(n.is_labelled for n in names) and sure + ages + bool(dates) < 2):
        return
    for name in names:
        yield page.span(name.start, name.end, "NAME", "patient", SOURCE, 0.96)
    for token in charts:
        yield page.span(token.start, token.end, "MRN", "patient", SOURCE, 0.86)
    for dated, kind in ((birth, "dob"), (visit, "visit")):
        if dated:
            yield page.span(dated.token.start, dated.token.end, "DATE", kind, SOURCE, 0.93)


def _is_chart(text: str, inside: Sequence[Token], at: int, names: Sequence[_Name]) -> bool:
    token = inside[at]
    if _PHONE.search(text, max(0, token.start - 8), token.start) or re.match(r"09\d{8}\Z", text[token.start : token.end]):
        return False
    label = labelled(text, inside, at)
    if label in ("chart", "id", "birth", "visit", "other"):
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


def _beside(inside: Sequence[Token], name: _Name, at: int) -> bool:
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
        if label in ("id", "chart", "other") or (is_compact and not kind and not charts and not any(t.kind == "id" for t in inside)):
            continue
        day = day_of(value_of(text[token.start : token.end], reading, before=today), None)
        if day:
            yield _Dated(token, day, kind)


def _born_and_seen(text: str, dates: Sequence[_Dated], inside: Sequence[Token], names: Sequence[_Name]) -> tuple[_Dated | None, _Dated | None]:
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


def _is_close(text: str, name: _Name, dated: _Dated, inside: Sequence[Token]) -> bool:
    """Behind the name with nothing but numbers between."""
    token = dated.token
    between = [t for t in inside if name.end <= t.start < token.start]
    return token.start >= name.end and token.line - name.line < 4 and all(t.kind in ("mark", "number", "id", "age") for t in between)


RULES = (Rule("visit_head", find),)
