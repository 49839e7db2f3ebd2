"""Latin names behind a word for a person: her daughter April, flatmate Will, MGM Rose, Bed 4 Art, the Hathaways.

Where such a word stands, names that are words count (May, Will, Summer); behind short forms of roles that mean other
things too (RT, OT, w) the name must be listed. Source: catalogue 3.4, 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Her aunt May and flatmate Will came. Will follow."
>>> [(s.kind, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('relative', 'May'), ('third_party', 'Will')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import is_eponym, is_ordinary
from incognote.detect.latin_name import CUED, TITLED, name_end
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import latin_words
from incognote.names.eponyms import names_a_term
from incognote.names.tables import SURNAMES, to_base

SOURCE: Final = "rules/name_latin_cued"
GROUPS: Final = (
    ("latin_person_patient", "NAME", "patient"),
    ("latin_person_relative", "NAME", "relative"),
    ("latin_person_third", "NAME", "third_party"),
    ("latin_person_staff", "DOCTOR", None),
    ("latin_person_said", "NAME", None),
    ("latin_person_called", "NAME", None),
    ("latin_person_weak", "NAME", None),
)
_GAP: Final = re.compile(r"[ ]?[\"“'‘「(（]?(?:(?:is|was|are) (?=[A-Z]))?")
_NICKNAMED: Final = frozenset(("latin_person_relative", "latin_person_third"))
_SURE: Final = frozenset(("latin_person_patient", "latin_person_relative", "latin_person_third", "latin_person_staff", "latin_person_said"))
# Short for a role and for other things (RT Hip, OT list): the name must be listed.
_RISKY: Final = frozenset(("ot ", "rt ", "cm ", "ac ", "en ", "tech ", "reg ", "cons ", "salt ", "cns ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "hv ", "slp "))
_CODES: Final = frozenset(("ot ", "rt ", "cm ", "ac ", "en ", "msw ", "hca ", "cpn ", "slp ", "cna ", "cns ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "hv ", "sho ", "alo ", "chn "))
_ABBREVIATED: Final = frozenset(("mgm ", "mgf ", "pgm ", "pgf "))
_JOINT: Final = re.compile(r",? (?:and|&) |, ")
_BED: Final = re.compile(r"\d{1,3}[A-Z]?(?:-\d{1,2})?:? (?=[A-Z])")
_PLURAL: Final = re.compile(r"([A-Z][a-z]{3,15})s(?![A-Za-z'’])")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_BE: Final = ("is ", "was ", "are ", "van ", "von ", "de ", "der ", "di ", "da ", "al ", "el ", "la ", "le ", "bin ", "ten ", "ter ", "del ")


def cued(page: Page) -> Iterator[Span]:
    text = page.text
    for category, label, kind in GROUPS:
        for start, end in page.cues.get(category, NO_CUES):
            if page.lower[start:end] in _ABBREVIATED and not text[start : end - 1].isupper():
                continue
            if text[end : end + 1].islower() and not text.startswith(_BE, end):
                continue
            written = page.lower[start:end]
            if written in _CODES and not text[start : end - 1].isupper():
                continue
            gap = _GAP.match(text, end)
            at = gap.end() if gap else end
            if written in _RISKY and not _is_given_name(text, at):
                continue
            if gap and gap[0].strip()[:1] in {'"', "“"} and category in _NICKNAMED:  # boyfriend "Snake"
                stop = name_end(text, at, TITLED)
                if stop > at:
                    yield page.span(at, stop, label, kind, SOURCE, 0.8)
                    continue
            if category in _SURE or (_is_given_name(text, at) and (category != "latin_person_weak" or not _is_everyday(text, at))):
                yield from _names(page, at, label, kind)


def _is_given_name(text: str, at: int) -> bool:
    """A drug may be called Naprosyn: the name must be listed."""
    word = latin.WORD.match(text, at)
    return word is not None and latin.is_listed(latin.plain(word[0]).lower())


def _is_everyday(text: str, at: int) -> bool:
    """Behind `with` and `by`: a word, an eponym or a drug's maker is nobody; two letters are too few."""
    word = latin.WORD.match(text, at)
    lower = latin.plain(word[0]).lower() if word else ""
    return len(lower) < 3 or is_ordinary(lower) or lower in latin.eponyms() or latin.places().get(lower) == 1 or lower in latin.brands() or word[0].isupper() or is_eponym(text, lower, at + len(lower))  # type: ignore[index]


def _names(page: Page, at: int, label: str, kind: str | None) -> Iterator[Span]:
    for _ in range(4):
        stop = name_end(page.text, at, CUED)
        if stop == at or names_a_term(page.text, stop):
            return
        if page.text[stop : stop + 1] == " " and page.text[stop + 1 : stop + 2].translate(to_base()) in SURNAMES and not _HAN.match(page.text, stop + 2):
            stop += 2  # Vivian 沈
        yield page.span(at, stop, label, kind, SOURCE, 0.8)
        joint = _JOINT.match(page.text, stop)
        if not joint:
            return
        at = joint.end()


def bedded(page: Page) -> Iterator[Span]:
    """Bed 4 Art for cath; bed 5: Gene."""
    text = page.text
    for _, end in page.cues.get("latin_bed", NO_CUES):
        number = _BED.match(text, end)
        if number and _is_given_name(text, number.end()) and text[number.end() + 1 : number.end() + 2].islower():
            yield from _names(page, number.end(), "NAME", None)


def families(page: Page) -> Iterator[Span]:
    """The Hathaways want a second opinion."""
    text = page.text
    for _, end in page.cues.get("latin_family", NO_CUES):
        if not text[end : end + 1].isupper():
            continue
        word = _PLURAL.match(text, end)
        if word and latin.surname_weights().get(word[1].lower(), 0) >= 1 and not is_ordinary(word[1].lower()) and word[1].lower() not in latin.eponyms() and not names_a_term(text, word.end()):
            yield page.span(end, word.end(1), "NAME", "relative", SOURCE, 0.6)


def _with_comma(words: tuple[str, ...]) -> tuple[str, ...]:
    """`her husband, Tunde,` and a line end stand for `her husband Tunde`."""
    english = [word[:-1] for word in words if word[0].isalpha() and word[0].isascii() and word[-1] == " " and word not in _CODES | _RISKY]
    return words + tuple(f"{word}{sign}" for word in english for sign in (", ", "\n"))


RULES = (
    Rule(
        "name_latin_cued",
        cued,
        {category: _with_comma(latin_words(category)) for category, *_ in GROUPS},
        needs=tuple(category for category, *_ in GROUPS),
    ),
    Rule("name_latin_cued", bedded, {"latin_bed": ("bed ", "bay ", "rm ", "room ", "cubicle ", "chair ")}, needs=("latin_bed",)),
    Rule("name_latin_cued", families, {"latin_family": ("the ",)}, needs=("latin_family",)),
)
