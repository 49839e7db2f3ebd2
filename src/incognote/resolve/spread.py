"""A name, number or institution found once is found everywhere in the document.

What may be spread: two Han characters or four letters and digits at least, on token borders, and never
a DATE, TIME, AGE or ROOM (catalogue decision 5): `5/2` as a date must not reach `MMT 5/2`. A name broken
up by blanks or a line end, a number by dashes, is the same name and number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise
from typing import Final

from incognote.document import Document, Span
from incognote.labels import INSTITUTION_LABELS, NUMBER_LABELS, PERSON_LABELS
from incognote.names.eponyms import english, is_term
from incognote.names.latin_parts import parts, standing
from incognote.names.search import name_forms, squeeze, squeezed
from incognote.resolve.overlap import READERS, VOUCHED
from incognote.text.view import view

_SHAPED: Final = 0.6
"""From this score on, a Latin name of several words is looked for word by word."""
SPREAD_LABELS: Final = PERSON_LABELS | NUMBER_LABELS | INSTITUTION_LABELS | {"PHONE", "EMAIL", "ADDRESS", "URL"}

_ESCAPED: Final = re.compile(r"[^\W\d_]+(?:&(?:#[xX]?\w{2,5}|[a-z]{4,6});[^\W\d_]+)+")  # O&#39;Bannon, D&apos;Souza
_SHORTEST_ENDING: Final = 5
_LATIN_WORD: Final = re.compile(r"[^\W\d_]+")
_FEW: Final = 64
"""Up to so many forms each is looked for at once."""
_BEGINNING: Final = 2


def forms_of(span: Span, surface: str) -> tuple[str, ...]:
    """The squeezed forms in which what `span` holds is looked for; none where it is too short to be safe."""
    if span.label in PERSON_LABELS:
        if surface.lower() in english():  # Rich, and iron rich: looked for as a word that stands like a name
            return ()
        is_vouched = span.score >= VOUCHED
        return name_forms(surface, is_vouched=is_vouched, with_given=is_vouched and span.label == "NAME")
    if span.label not in SPREAD_LABELS:
        return ()
    form = squeeze(surface)
    has_size = len(form) >= 4 or (len(form) >= 2 and not form.isascii())
    return (form,) if has_size else ()


def spread(spans: Sequence[Span], document: Document) -> list[Span]:
    """More spans: every further occurrence of what `spans` hold, those too that only a reader of sentences saw: it may hold
    the patient for a doctor there, and whoever a label names is the same person everywhere."""
    told = [span for span in spans if span.source not in READERS]
    wanted: dict[str, Span] = {}
    words: dict[str, Span] = {}
    held: list[str] = []
    for span in sorted(spans, key=lambda s: -s.score):
        surface = document.text[span.start : span.end]
        for form in forms_of(span, surface):
            wanted.setdefault(form, span)
        if span.label in SPREAD_LABELS and span.source not in READERS:
            held.append(squeeze(surface))
        if span.label in PERSON_LABELS and span.score >= _SHAPED:
            for word in parts(surface):
                words.setdefault(word, span)
    if not wanted:
        return []
    text, page = squeezed(document.text), view(document.text)
    found_already = "\n".join(held)
    is_many = len(wanted) > _FEW  # a list of people: to count each of them would take values times text
    if not (is_many or words or any(text.text.count(form) > found_already.count(form) for form in wanted)):
        return list(_escaped(document.text, wanted)) if "&" in document.text else []
    ranges = [page.from_source(span.start, span.end) for span in told]
    rest = text.without(ranges)
    begun = _beginnings(rest) if is_many else frozenset()
    forms = [item for item in wanted.items() if (not is_many or item[0][:_BEGINNING] in begun) and item[0] in rest]
    if not (forms or words):
        return list(_escaped(document.text, wanted)) if "&" in document.text else []
    covered = bytearray(len(page.lower))
    for start, end in ranges:
        covered[start:end] = b"\1" * (end - start)
    found: list[Span] = []
    for form, origin in sorted(forms, key=lambda item: -len(item[0])):  # 陳美玲 before 陳美
        for start, end in text.find(form, is_number=origin.label not in PERSON_LABELS, text=rest):
            if not any(covered[start:end]) and not (origin.label in PERSON_LABELS and _is_no_person(page.text, start, end)):
                covered[start:end] = b"\1" * (end - start)
                found.append(_again(origin, page.to_source(start, end)))
    outside = _words_outside(page.text, covered) if is_many else None
    for word, origin in words.items():
        if outside is not None and word.isascii() and word.lower() not in outside:
            continue
        for start, end in standing(page.text, word):
            if not any(covered[start:end]):
                covered[start:end] = b"\1" * (end - start)
                found.append(_again(origin, page.to_source(start, end)))
    return [*found, *_escaped(document.text, wanted)] if "&" in document.text else found


def _beginnings(text: str) -> frozenset[str]:
    """Every two characters of `text` in a row: what a form that stands in it begins with."""
    return frozenset(map("".join, pairwise(text)))


def _words_outside(text: str, covered: bytearray) -> frozenset[str]:
    """The Latin words of `text`, in small letters, that are not covered all over."""
    return frozenset(m[0].lower() for m in _LATIN_WORD.finditer(text) if not all(covered[m.start() : m.end()]))


def _escaped(text: str, wanted: Mapping[str, Span]) -> Iterator[Span]:
    """Names of which an export wrote the apostrophe as an HTML escape, the surname alone too."""
    names = [form for form, origin in wanted.items() if origin.label in PERSON_LABELS]
    for place in _ESCAPED.finditer(text):
        form = squeeze(unescape(place[0]))
        same = next((n for n in names if n == form or (len(form) >= _SHORTEST_ENDING and n.endswith(form))), None)
        if same is not None:
            yield _again(wanted[same], place.span())


def _again(origin: Span, place: tuple[int, int]) -> Span:
    score = VOUCHED if origin.score >= VOUCHED else origin.score
    kind = None if origin.label in PERSON_LABELS else origin.kind  # who, the sentence says
    return Span(*place, origin.label, kind, f"spread/{origin.source}", score)


def _is_no_person(text: str, start: int, end: int) -> bool:
    """Whether a name at another place means nobody: Ewing sarcoma after Dr. Ewing, pan-CT after Dr. Pan."""
    return is_term(text, start, end) or (text[start].islower() and text[start:end] in english())
