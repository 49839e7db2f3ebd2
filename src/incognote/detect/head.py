"""The head of a document: its first lines, before prose, cut into labels, names, numbers, dates and ages.

A head needs no labels: a name, an identity number, a number of a chart's size and two dates say who the patient is.
Sources: catalogue 2 (identifiers), 3.3, 7.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from incognote.detect.han_shapes import DOT, HAN
from incognote.detect.head_words import BRIEF, LATIN_LABEL, SIZES, SORTED, kind_by_end, kind_of_key
from incognote.names.likelihood import surname_weight

_LONGEST_LINE: Final = 110
_LONGEST_ASCII: Final = 150
_BARE: Final = frozenset(("name", "latin", "mark"))
"""What a line of prose is made of too; from the third line on such a line ends the head, unless it is short."""
_SHORT: Final = 16
_MOST_LINES: Final = 7
_PROSE: Final = re.compile(rf"[。!?]|;(?![A-Za-z_]{{2,16}}[=:])|[{HAN}]{{13}}|[{HAN}]{{5}}[,、][{HAN}]{{5}}|[a-z]{{2}} [a-z]{{2,}} [a-z]{{2,}} [a-z]{{2,}}")

_DATE: Final = (
    r"(?:(?:民國|民国|西元|公元|ROC) ?)?\d{2,4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日?"
    r"|(?:(?<![\d./-])|(?<=\d{3}/)|(?<=[^\d]/))(?:(?:民國|民国|西元|ROC|民) ?)?\d{2,4}(?P<sep>[./-])\d{1,2}(?P=sep)\d{1,2}(?![\d])"
    r"|(?<![\d./-])\d{1,2}(?P<sep2>[./-])\d{1,2}(?P=sep2)(?:\d{4}|\d{2})(?![\d./-])"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2},? \d{4}"
    r"|\d{1,2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?[ ,-]{1,2}\d{4}"
)
_ID: Final = r"(?:(?<![A-Za-z0-9])|(?<=ID)|(?<=SSN))(?:[A-Za-z][12589A-Da-d]\d{8}|\d{6}(?:19|20)\d\d[01]\d[0-3]\d{4}[\dXx]|\d{3}-\d{2}-\d{4}|[A-Z]?\d{0,3}[*●○]{4,10}\d{2,5})(?![A-Za-z0-9])|(?<![\dA-Za-z])\d{4}(?= ?\(?[末後后][四4][碼码位])"
_SPACED: Final = rf"(?<![{HAN}])[{HAN}]{{1,2}} {{1,2}}[{HAN}](?: {{1,2}}[{HAN}])?(?![{HAN}])|(?<![{HAN}])[{HAN}] {{1,2}}[{HAN}]{{2}}(?![{HAN}])|(?<![{HAN}])[{HAN}]{{2}} {{1,2}}[{HAN}]{{2}}(?![{HAN}])"
_MASKED: Final = rf"[{HAN}](?:[○〇OX*●]{{1,3}}(?:[{DOT}][○〇OX*●]{{0,4}})?[{HAN}]{{0,2}}|[{HAN}][○〇OX*●])(?![A-Za-z0-9{HAN}])"
_TOKEN: Final = re.compile(
    rf"(?P<date>{_DATE})"
    rf"|(?P<id>{_ID})"
    r"|(?P<age>(?<![\d.A-Za-z-])(?<!\d/)\d{1,3} ?(?:歲|岁|[yY]/?[oO](?![A-Za-z])|yrs?(?![a-z])))"
    r"|(?P<number>(?<!ext\. )(?<!ext )(?:(?<![A-Za-z0-9.-])|(?<=No\.)|(?<=[a-z]{3})|(?<=DOB)|(?<=MRN))(?<![^\d]\d/)(?<![^\d]\d\d/)(?:[A-Z]{2}-(?=\d{6}))?[A-Za-z]{0,2}\d{5,12}(?:-\d{1,2})?(?![\d%.]|(?!DOB|ID|SSN)[A-Za-z]|-\d|/\d{1,2}(?!\d))|(?<![A-Za-z0-9.-])\d{7,10}(?=20[0-3]\d[01]\d[0-3]\d(?!\d)))"
    rf"|(?P<dotted>[{HAN}]{{1,8}}(?: ?[{DOT}] ?[{HAN}]{{1,8}}){{1,3}})"
    rf"|(?P<masked>{_MASKED})|(?P<spaced>{_SPACED})|(?P<han>[{HAN}]+)"
    r"|(?P<glued>(?<![A-Z])(?:ID|SSN|DOB|MRN)(?=[A-Z]?\d{6}))|(?P<tag></?[A-Za-z_]{2,20}(?=>))|(?P<key>(?<![A-Za-z])[A-Za-z_]{2,20}(?=[\"']?[:=])|(?<![A-Za-z])(?:born|visit|seen|fill|dob|b\.|in English|in Chinese|from(?= [A-Z])|per(?= [A-Z])|name|patient|birth(?: ?date)?|b-?day|mrn|chart|record|med rec|social|ssn|med(?:ical)? record)(?=[ )\d]))"
    r"|(?P<latin>[A-Z][A-Za-z'’-]*\.?(?: (?:de|del|di|da|van|von|der|den|bin|binti|al|la)(?: (?:la|los|las|der|den))? (?=[A-Z])[A-Z][A-Za-z'’-]*)?)"
    r"|(?P<mark>[|\t]|[(\[{】【<>)\]}/])"
)  # fmt: skip


_GOES_ON: Final = re.compile(r"[a-z]{2} [a-z]{2,} [a-z]{2,} [a-z]{2,}")
"""Karan Shah (born Nov 10, 1973; record 0291400) was seen in the clinic."""
_OPEN: Final = frozenset("([")
_CLOSE: Final = frozenset(")]")
_POINTED: Final = re.compile(r".{0,4}(?:[那這这]個|[那这]个|[那這这]位|名叫)")


class Token(NamedTuple):
    """One piece of the head: `kind` is name (a candidate), latin, number, id, date, age, mark, label/<which>."""

    kind: str
    start: int
    end: int
    line: int

    def __repr__(self) -> str:
        return f"Token({self.start}-{self.end})"


def tokens(text: str) -> list[Token]:
    """The pieces of the head of `text`, in order; empty where the document begins with prose.

    >>> [t.kind for t in tokens("26048111陳五妹0181228\\n1060314初診")]
    ['number', 'name', 'number', 'number', 'label/visit']
    """
    found: list[Token] = []
    at, line = 0, 0
    while line < _MOST_LINES and at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        prose = _PROSE.search(text, at, end)
        if prose and not line and (goes_on := _GOES_ON.search(text, at, end)):
            pieces = list(_of_line(text, at, goes_on.start(), 0))
            if _is_told(pieces):
                return pieces
        if prose or end - at > (_LONGEST_ASCII if text.isascii() else _LONGEST_LINE):
            break
        pieces = list(_of_line(text, at, end, line))
        if line > 1 and end - at > _SHORT and all(piece.kind in _BARE for piece in pieces):
            break
        found += pieces
        at, line = end + 1, line + 1
    return _wrapped(text, found)


def _is_told(pieces: Sequence[Token]) -> bool:
    """Whether the words before a sentence goes on hold a label, a date or an identity number, and a number."""
    kinds = {piece.kind for piece in pieces}
    return not kinds.isdisjoint(("label/birth", "label/id")) and len(kinds & {"date", "id", "number"}) > 1


def _wrapped(text: str, found: list[Token]) -> list[Token]:
    """A label that a narrow form breaks: 姓 at the end of a line, 名 at the head of the next."""
    for index, (one, other) in enumerate(pairwise(found)):
        if one.kind == other.kind == "name" and text[one.start : one.end] + text[other.start : other.end] == "姓名":
            return [*found[:index], Token("label/name", one.start, other.end, other.line), *found[index + 2 :]]
    return found


def _of_line(text: str, at: int, end: int, line: int) -> Iterator[Token]:
    while at < end:
        piece = _TOKEN.search(text, at, end)
        if piece is None:
            return
        kind, start, stop = str(piece.lastgroup), piece.start(), piece.end()
        if kind in ("sep", "sep2"):
            kind = "date"
        at = stop
        if kind == "glued":
            kind = "key"
        elif kind == "tag":
            start, kind = start + 1, "key"
        if kind == "key" and (key := kind_of_key(text[start:stop])):
            if text[start] != "/":
                yield Token(f"label/{key}", start, stop, line)
        elif kind in ("latin", "key") and text[start] != "/":
            label = LATIN_LABEL.match(text, start, end)
            if label:
                at = label.end()
                yield Token(f"label/{label.lastgroup}", start, at, line)
            elif kind == "latin":
                yield Token(kind, start, stop, line)
        elif kind in ("han", "spaced", "dotted"):
            if kind == "spaced":
                stop = at = _before_label(text, start, stop)
            yield from _of_han(text, start, stop, line, kind)
        elif kind == "masked":
            yield Token("name", start, stop, line)
        else:
            yield Token(kind, start, stop, line)


def _before_label(text: str, start: int, stop: int) -> int:
    """Where the first of pieces with blanks between ends if one is a label: 姓名 匡 錦 綢, 陳明 生日; else `stop`."""
    pieces = text[start:stop].split()
    is_name = surname_weight(pieces[0][0]) is not None or surname_weight("".join(pieces)[:2]) is not None
    if not is_name or pieces[0] in SORTED or (pieces[-1] in SORTED and "".join(pieces) not in SORTED):
        return start + len(pieces[0])
    return stop


def _label_size(text: str, start: int, stop: int) -> int:
    """The length of the longest label that begins at `start`."""
    return next((size for size in SIZES if start + size <= stop and text[start : start + size] in SORTED), 0)


def _of_han(text: str, start: int, stop: int, line: int, kind: str) -> Iterator[Token]:
    """A run of Han is a label, a label with a name behind, or a name with a label behind, or neither."""
    squeezed = text[start:stop].replace(" ", "")
    if stop - start == 1 and text[start - 1 : start] in _OPEN and text[start] in BRIEF and text[stop : stop + 1] in _CLOSE:
        yield Token(f"label/{BRIEF[text[start]]}", start, stop, line)
        return
    if squeezed in SORTED:
        yield Token(f"label/{SORTED[squeezed]}", start, stop, line)
        return
    if (end_kind := kind_by_end(squeezed)) and not _label_size(text, start, stop):
        if end_kind != "title":
            yield Token(f"label/{end_kind}", start, stop, line)
        return
    if size := _label_size(text, start, stop):
        yield Token(f"label/{SORTED[text[start : start + size]]}", start, start + size, line)
        yield from _of_han(text, start + size, stop, line, kind)
        return
    if pointed := _POINTED.match(text, start, stop):
        start = pointed.end()
    if stop - start == 3 and SORTED.get(text[start + 1 : stop]) == "other" and text[start] in "大小長长次三二么老":
        yield Token("label/other", start, stop, line)
        return
    for size in (4, 3, 2):
        if stop - start - size >= 2 and (word := SORTED.get(text[stop - size : stop])):
            yield Token("name", start, stop - size, line)
            yield Token(f"label/{word}", stop - size, stop, line)
            return
    yield Token("name", start, stop, line)
