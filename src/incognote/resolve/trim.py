"""Take blanks and punctuation off the ends of spans; drop pieces that hold no letter and no digit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category

from incognote.document import Span
from incognote.labels import INSTITUTION_LABELS, PERSON_LABELS, PLACE_LABELS
from incognote.text.latin_words import holds_beyond, whole_words

_WORDED: Final = PERSON_LABELS | PLACE_LABELS | INSTITUTION_LABELS
_KEPT_AT_THE_START: Final = frozenset("+([@#/（＋［＠＃")
_KEPT_AT_THE_END: Final = frozenset(")].'’）］．*xXO○〇")


def whole(spans: Iterable[Span], text: str) -> Iterable[Span]:
    """Names and places grown over the rest of a Latin word with letters beyond ASCII that they cut: Ær of Ærøskøbing.

    >>> [s.end for s in whole([Span(0, 2, "NAME", None, "rules/x", 0.9)], "Ærøskøbing")]
    [10]
    """
    if text.isascii() or not holds_beyond(text):
        return spans
    return [_whole(span, text) if span.label in _WORDED else span for span in spans]


def _whole(span: Span, text: str) -> Span:
    start, end = whole_words(text, span.start, span.end)
    return span._replace(start=start, end=end) if holds_beyond(text[start:end]) else span


def _is_letter(char: str) -> bool:
    """Whether a character is a letter or digit or part of one: an accent, a vowel of Thai or Devanagari (สมศรี), a radical
    that stands for its character (⾦城武)."""
    return char.isalnum() or (char >= "\u0300" and (category(char)[0] == "M" or "\u2e80" <= char < "\u2fe0"))


def trim(spans: Iterable[Span], text: str) -> list[Span]:
    """Brackets, dots and signs that belong to a number, an initial or a phone stay (catalogue G1).

    >>> trim([Span(0, 5, "NAME", None, "rules/x", 0.9)], " 王明， ")
    [Span(start=1, end=3, label='NAME', kind=None, source='rules/x', score=0.9)]
    """
    kept = []
    for span in spans:
        start, end = span.start, span.end
        while start < end and not _is_letter(text[start]) and text[start] not in _KEPT_AT_THE_START:
            start += 1
        while start < end and not _is_letter(text[end - 1]) and text[end - 1] not in _KEPT_AT_THE_END:
            end -= 1
        if (start, end) == (span.start, span.end):
            if end - start > 1 or text[start].isalnum():
                kept.append(span)
        elif any(c.isalnum() for c in text[start:end]):
            kept.append(span._replace(start=start, end=end))
    return kept
