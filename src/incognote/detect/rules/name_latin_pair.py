"""Names that are words, beside a word that announces a person: nurse Pepper Mills, PC Brown collar 12, Pilot Abella.

Two words in title case behind such a word are a name if one of them is used as one; a given name with a surname
that is a word (Hazel Wood, Ruby Booth) is one anywhere, unless the second names a place. Source: catalogue 4.15.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Off-duty nurse Pepper Mills came; PC Brown collar 7; DrColeman; Hazel Wood awake; PC Chest pain; Rose Garden"
>>> [(s.label, text[s.start : s.end]) for s in sorted(detector(RULES)(Document("1", text)))]
[('DOCTOR', 'Pepper Mills'), ('NAME', 'Brown'), ('DOCTOR', 'Coleman'), ('NAME', 'Hazel Wood')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import TITLE_PAIR, is_ordinary, title_pairs
from incognote.detect.latin_name import TITLED, name_end
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.placed_latin import GEOGRAPHY, KINDS
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_latin_pair"
NURSES: Final = ("nurse ", "s/n ", "scribed by ", "dictated by ", "signed by ", "seen by ", "doula ", "midwife ", "paramedic ", "plastics ", "ortho ")
PEOPLE: Final = ("notifier: ", "notifier\n", "notifier:\n", "notifier → ", "name and role → ", "reporter: ", "caller: ", "came from ", "information came from ", "examined ", "re ", "re: ", "animal for ", "letter for ", "appointment for ", "tell ", "told ", "alleged ", "alleged: ",
                 "friend ", "mate ", "neighbour ", "neighbor ", "interpreter ", "sister ", "brother ", "mother ", "father ", "aunt ", "uncle ", "cousin ", "daughter ", "son ", "wife ", "husband ", "partner ", "client ", "patient ", "pt ", "name: ", "with ", "pastor ", "surname ", "lady at no. 2, ")  # fmt: skip
RANKS: Final = ("pilot ", "owner ", "pc ", "wpc ", "det ", "det. ", "d/con ", "d/c ", "d/sgt ", "s/c ", "sen const ", "snr const ", "a/sgt ", "capt ", "captain ", "pastor ", "proprietor ", "foreman ", "publican ", "farmer ")
_WRITTEN_LARGE: Final = frozenset(("pc ", "wpc ", "d/c ", "s/c ", "det ", "pilot ", "owner "))
_PAIR: Final = re.compile(r"(?P<given>[A-Z][a-z]{2,14}) (?:[A-Z]\.? )?(?P<surname>[A-Z][a-z]{2,14})(?![A-Za-z'’-]|['’][a-rt-z]| [A-Z][a-z])")
_ROLE_NOUNS: Final = frozenset(
    "practitioner manager specialist educator triage note notes review station unit team lead coordinator led assessment clinic report case plan day night shift line care health call staff student aide support officer service services first second third "
    "named charge community district school practice mental child family social order orders department medicine surgery test history street road park ward hospital house lane court avenue drive centre center square beach bridge garden gardens".split()
)
_ACTS: Final = re.compile(r"['’]s\b|[,.;:)\n]|\Z| (?:collar|no\b|badge|shoulder|\d|\(|said|states|outside|in attendance|from|at|on|and|with|holds|wants|rang|phoned|called|attended|attending|took|has|had|is|was|will|to|cleared|advised|of\b|who|here)")
_STUCK_DOCTOR: Final = re.compile(r"Dr[A-Z](?<![A-Za-z]...)(?=[a-z]{2})")
_WORD_ONE: Final = re.compile(r"[A-Z][A-Za-z'’-]+")
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:the|an?|of|this|that|at|in|near|on|via|from) \Z", re.IGNORECASE)


def announced(page: Page) -> Iterator[Span]:
    """nurse Pepper Mills; Notifier: Joyce Chilly."""
    text = page.text
    for category, label in (("pair_staff", "DOCTOR"), ("pair_people", "NAME")):
        for _, end in page.cues.get(category, NO_CUES):
            pair = _PAIR.match(text, end)
            if pair and _is_pair(pair["given"].lower(), pair["surname"].lower()) and not names_a_term(text, pair.end()):
                yield page.span(*pair.span(), label, None, SOURCE, 0.8)


def _is_pair(given: str, surname: str) -> bool:
    """Whether one of the two words is used as a name, and neither is a word of places, roles or grammar."""
    if surname in latin.stops() or surname in _ROLE_NOUNS or given in _ROLE_NOUNS or latin.places().get(f"{given} {surname}"):
        return False
    if latin.given_weights().get(given, 0) > 0:
        return given not in latin.stops() or latin.surname_weights().get(surname, 0) > 0
    return given not in latin.stops() and (latin.surname_weights().get(surname, 0) > 0 or surname in roman_surnames())


def ranks(page: Page) -> Iterator[Span]:
    """PC Brown collar 7, Pilot Kerr-Tulloch."""
    text = page.text
    for start, end in page.cues.get("pair_rank", NO_CUES):
        word = _WORD_ONE.match(text, end)
        if word is None or len(word[0]) < 2 or word[0].isupper() or (page.lower[start:end] in _WRITTEN_LARGE and not text[start].isupper()):
            continue
        lower = latin.plain(word[0]).lower()
        known = latin.surname_weights().get(lower, 0) > 0 or lower in roman_surnames() or latin.given_weights().get(lower, 0) > 0
        if lower in latin.stops() or (not known and (is_ordinary(lower) or not all(latin.is_unheard(part) for part in lower.split("-")))):
            continue
        stop = max(name_end(text, end, TITLED), end + len(latin.plain(word[0])))
        if not is_ordinary(lower) or _ACTS.match(text, stop):
            yield page.span(end, stop, "NAME", "third_party", SOURCE, 0.8)


def doctors(page: Page) -> Iterator[Span]:
    """DrColeman: the blank is lost."""
    for title in _STUCK_DOCTOR.finditer(page.text):
        at = title.end() - 1
        stop = name_end(page.text, at, TITLED)
        if stop > at:
            yield page.span(at, stop, "DOCTOR", None, SOURCE, 0.8)


def lone_pairs(page: Page) -> Iterator[Span]:
    """Hazel Wood awake; Jade Noske knew him: a given name that is a word, beside a surname."""
    text = page.text
    for first, second in title_pairs(text):
        if len(second.word) < 4:
            continue
        if latin.given_weights().get(first.lower, 0) < 0.6 or not is_ordinary(first.lower) or first.lower in latin.stops() or first.lower in latin.eponyms():
            continue
        if not _is_surname(second.lower) or _ARTICLE.search(text, max(0, first.start - 6), first.start) or names_a_term(text, second.end):
            continue
        if text[second.end : second.end + 2].strip().isupper() and text[second.end : second.end + 1] == " ":  # Hazel Wood Primary
            continue
        yield page.span(first.start, second.end, "NAME", None, SOURCE, 0.6)


def _is_surname(lower: str) -> bool:
    if lower in GEOGRAPHY or lower in KINDS or lower in _ROLE_NOUNS or lower in latin.stops() or latin.places().get(lower) == 1:
        return False
    return latin.surname_weights().get(lower, 0) > 0 or latin.is_unheard(lower)


RULES = (
    Rule("name_latin_pair", announced, {"pair_staff": NURSES, "pair_people": PEOPLE}, needs=("pair_staff", "pair_people")),
    Rule("name_latin_pair", ranks, {"pair_rank": RANKS}, needs=("pair_rank",)),
    Rule("name_latin_pair", doctors, needs=(_STUCK_DOCTOR,)),
    Rule("name_latin_pair", lone_pairs, needs=(TITLE_PAIR,)),
)
