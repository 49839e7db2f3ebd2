"""Latin names at the head of an entry: Bill Frank, 58M; DREW, Hope 38y F; Ho Man Hei 24/M; Hollis, Dot #330917.

What stands behind says that it is a person: age and sex, a birth date, a number or its label, pronouns in
brackets, the same name in Han. Then words count as names (Drew, Hope, Bill). Source: catalogue 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Bill Frank, 58M\\nRenal Colic, 58M\\nHollis, Dot #330917"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Bill Frank', 'Hollis, Dot']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import Capital, capitals, is_listed, is_ordinary
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_latin_head"
_GAPS: Final = frozenset((" ", ", ", ",", "  "))
_INNER: Final = re.compile(r",? [A-Z]\.? |,? (?:[Bb]in|[Bb]inti|[Bb]te|[sd]/o|a/[lp]|van|von|der|van der|van den|de|de la|del|di|da|St\.?|al|el) ")
_BEFORE: Final = re.compile(r"(?:(?:van|von|der|van der|van den|de|de la|del|di|da|al|el|Te|Ni|Mac|O) )\Z")
_SURNAME: Final = re.compile(r"(?<![A-Za-z0-9])([A-Z][A-Za-z'’-]{2,16}), ?\Z")
_OPENS: Final = ("  ", ". ", "- ", "– ", "— ", ": ", "; ", "\t", "to ", "# ", "> ", ") ", ', "', "• ", "* ")
_TAIL: Final = re.compile(
    r"(?:,? (?:[A-Z]\.?|II|III|IV|Jr\.?|Sr\.?)(?![A-Za-z0-9]))?(?P<tail>[,;:|]?[ \t]{0,4}(?:"
    r"[(\[]?\d{1,3} ?-?(?:[yYMmFf](?![a-z])|yo|yr|y/o|year|/[MmFf]|[MmFf]/)|[(\[]?(?:DOB|dob|D\.O\.B|Dob|MRN|mrn|NRIC|NHS|HKID|URN?|UR No|CHI|EMIS|HN|PID|SSN|IC|MCR|GMC|NMC|AHPRA|b\.)[ :.#]"
    r"|\((?:they|she|he|Dr|DOB|dob|[\u4e00-\u9fff]{1,4}[)○*])|# ?\d{4,}|(?<=[A-Z])\d{7,}|[(]?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|[MF][ \t]{1,4}(?:DOB|dob|\d{1,2}/)|[MF](?:/|, ?| )\d{1,3}(?![\d%/.]| ?(?:mg|ml|cm))|(?P<age>,? \d{2}(?=,| ?[MF](?![a-z])))))"
)
_AGENT: Final = re.compile(r"(?:er|or|ant|ent|ist|ee|ian|eur|ess|staff)\Z")  # notifier, informant: people without names
_TAIL_HEADS: Final = frozenset("0123456789([#ADMNHUCEPSIFGbdmrspcati")
_LINE_TAIL: Final = re.compile(r"[:,]? (?:denies|denied|reports|states|presented|presents|complains|c/o|seen|rv|admitted|transferred|DNA|DNA'd|attended|phoned|called|is an? \d)(?![A-Za-z])")


def find(page: Page) -> Iterator[Span]:
    text, words = page.text, capitals(page.text)
    index, count = 0, len(words)
    while index < count:
        last = index
        while last + 1 < count and last - index < 5 and words[last + 1][0] - words[last][1] < 10 and _joins(text, words[last][1], words[last + 1][0]):
            last += 1
        following = last + 1
        while last > index and len(words[last].word) < 5 and words[last].word.isupper() and not words[index].word.isupper():  # ... Muthu MCR
            last -= 1
        start, end = words[index].start, words[last].end
        if last == index and start and text[start - 1] not in "\n," and text[start - 2 : start] != ", ":  # one word in a sentence
            index = following
            continue
        if text[end : end + 6].lstrip(" ,.:;|\t'’")[:1] in _TAIL_HEADS:
            span = _person(text, words[index : last + 1])
            if span:
                yield page.span(*span, "NAME", None, SOURCE, 0.8)
        index = following


def _joins(text: str, end: int, start: int) -> bool:
    gap = text[end:start]
    return gap in _GAPS or (len(gap) > 2 and _INNER.fullmatch(gap) is not None)


def _person(text: str, run: tuple[Capital, ...]) -> tuple[int, int] | None:
    """The name that a run of capitalised words is, if what stands around it says so."""
    while len(run) > 1 and len(run[0].word) < 4 and run[0].word.isupper() and not run[1].word.isupper():  # RN Summer Grace
        run = run[1:]
    if len(run) == 1 and not _may_be_alone(run[0]):
        return None
    start, end = run[0].start, run[-1].end
    tail = _TAIL.match(text, end)
    if not tail and not _LINE_TAIL.match(text, end):
        return None
    particle = _BEFORE.search(text, max(0, start - 8), start) or _turned(text, start, run)
    start = particle.start() if particle else start
    begins = not start or text[start - 1] == "\n"
    if not (begins if not tail else len(run) > 1 or particle):  # Dopamine 5 mcg: one word and a number
        return None
    if not begins and not text.endswith(_OPENS, max(0, start - 3), start):
        return None
    if tail and tail["age"] and not any(is_listed(w.lower) for w in run):
        return None
    if not _is_person(text, run, sure=begins) and not (particle and "," in particle[0]):
        return None
    return start, tail.start("tail") if tail else end


def _may_be_alone(word: Capital) -> bool:
    """Whether one word may be a name: HR 76 and A: HTN are none, whatever stands around them."""
    return (len(word.word) > 3 and not word.word.isupper()) or word.lower in latin.given_weights()


def _turned(text: str, start: int, run: tuple[Capital, ...]) -> re.Match[str] | None:
    """Carver, Faith: a surname that is an everyday word is in no run."""
    before = _SURNAME.search(text, max(0, start - 20), start)
    if before is None or len(run) > 2 or latin.is_stop(before[1]) or not latin.given_weights().get(run[0].lower, 0):
        return None
    return before


def _is_person(text: str, run: tuple[Capital, ...], *, sure: bool) -> bool:
    words = [(w.word, w.lower) for w in run]
    if any(names_a_term(text, w.end) or (w.lower in latin.stops() and not is_listed(w.lower)) for w in run):
        return False
    if len(run) == 1:
        return sure and _is_unheard(*words[0]) and "-" not in words[0][0] and not _AGENT.search(words[0][1])
    known = sum(_is_known(w) for _, w in words)
    if "," in text[run[0].end : run[1].start]:  # Drew, Hope
        if run[0].word.isupper() and len(run[0].word) > 3 and run[1].word[1:].islower() and not is_ordinary(run[1].lower):
            return True
        return (known > 0 and (sure or not all(is_ordinary(w) for _, w in words))) or (sure and all(_is_unheard(*w) for w in words))
    if known:
        return known == len(run) or not any(is_ordinary(w) or _is_clinical(w) for _, w in words if not is_listed(w))
    return sure and all(_is_unheard(*w) for w in words)


def _is_known(lower: str) -> bool:
    if "-" in lower:
        return any(latin.surname_weights().get(part, 0) >= 1 for part in lower.split("-"))
    return latin.given_weights().get(lower, 0) > 0 or latin.surname_weights().get(lower, 0) >= 1 or lower in roman_surnames()


@lru_cache(maxsize=2048)
def _is_clinical(lower: str) -> bool:
    return latin.CLINICAL_SHAPE.match(lower) is not None


def _is_unheard(word: str, lower: str) -> bool:
    """A word of no dictionary that is not shaped like a term or a drug."""
    return len(lower) > 3 and not word.isupper() and not is_ordinary(lower) and not _is_clinical(lower) and latin.places().get(lower) != 1 and lower not in latin.brands() and lower not in latin.eponyms()


RULES = (Rule("name_latin_head", find),)
