"""Latin names typed in small letters behind a title or a field label: dear dr smith, mrs jane brown, pt name: john smith.

The words must be listed names, since no capital helps: behind a title one is enough (not one of grammar: dr will see),
behind a label one that is no everyday word, or two. A disease or sign called after a namesake is none. Source:
catalogue 3.3, 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "dear dr smith, pt name: john smith; dr will see pt: no pain"
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('DOCTOR', 'smith'), ('NAME', 'john smith')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import given_weights, is_listed, is_ordinary, stops, surname_weights
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_latin_field import PATIENT, RELATIVE, STAFF
from incognote.detect.rules.name_latin_title import PEOPLE as TITLES_PEOPLE
from incognote.detect.rules.name_latin_title import STAFF as TITLES_STAFF
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.cues import latin_words
from incognote.names.eponyms import eponyms, names_a_term

SOURCE: Final = "rules/name_latin_small"
_TITLES: Final = {
    "latin_title_staff": ("DOCTOR", frozenset(("dr ", "dr.", "drs ", "drs.", "doctor ", "prof ", "prof.", "professor "))),
    "latin_title_people": ("NAME", frozenset(("mr ", "mr.", "mrs ", "mrs.", "ms ", "ms.", "miss "))),
}
_FIELDS: Final = {
    "latin_field_patient": ("NAME", "patient"), "latin_field_relative": ("NAME", "relative"), "latin_field_staff": ("DOCTOR", None),
}  # fmt: skip
_WORD: Final = r"[a-z]{2,16}(?:['’-][a-z]{2,12})?"
_WORDS: Final = re.compile(rf" ?(?P<one>{_WORD})(?:(?P<comma>, ?| )(?P<two>{_WORD}))?(?![A-Za-z0-9'’-])")
_ONE: Final = re.compile(rf" ?(?P<one>{_WORD})(?P<comma>)(?P<two>)(?![A-Za-z0-9'’-])")
_COLON: Final = re.compile(r"[ \t]?[:=][ \t]{0,3}(?=[a-z])")
_NOT_TITLED: Final = frozenset(("will", "may", "can", "said", "did", "does", "has", "had", "who", "and", "call", "see", "read", "on", "do"))
_IMAGED: Final = frozenset(("brain", "head", "neck", "hand", "foot", "spine", "heart", "hip", "knee", "pain", "back", "chest", "liver", "face", "care", "home", "history", "dose", "love", "hall", "day", "moles", "sharp"))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, (label, titles) in _TITLES.items():
        for start, end in page.cues.get(category, NO_CUES):
            if text[start].islower() and page.lower[start:end] in titles and text[end : end + 2].strip()[:1].islower():
                yield from _titled(page, end, label)
    for category, (label, kind) in _FIELDS.items():
        for _, end in page.cues.get(category, NO_CUES):
            colon = _COLON.match(text, end) if text[end : end + 2].lstrip()[:1] in _SIGNS else None
            if colon:
                yield from _labelled(page, colon.end(), label, kind)


def beside(page: Page) -> Iterator[Span]:
    """A listed given name in small letters behind a kinship, role or verb of meeting: wife susan called, spoke to son danny."""
    text = page.text
    for category, (label, kind, least) in _PEOPLE.items():
        for start, end in page.cues.get(category, NO_CUES):
            if not (text[start].isascii() and text[start:end].islower()) and text[start] < "\u3400":
                continue
            found = _BEHIND.match(text, end)
            if found is None or not _is_given(text, found, least) or names_a_term(text, found.end("one")):
                continue
            goes_on = found["two"] is not None and _is_surname(found["two"]) and not is_ordinary(found["two"])
            yield page.span(found.start("one"), found.end("two" if goes_on else "one"), label, kind, SOURCE, 0.75)


def _is_given(text: str, found: re.Match[str], least: float) -> bool:
    """No everyday word, or one that does what people do: rose says; not hope to visit."""
    word = found["one"]
    weight = given_weights().get(word, 0)
    if word in stops() or word in _NOT_TITLED or word in eponyms():
        return False
    return (weight >= least and not is_ordinary(word)) or (weight > 0 and _DOES.match(text, found.end("one")) is not None)


_SIGNS: Final = frozenset(":=")
_PEOPLE: Final = {
    "latin_person_relative": ("NAME", "relative", 0.6), "latin_person_third": ("NAME", "third_party", 0.6),
    "latin_person_staff": ("DOCTOR", None, 1.0), "latin_person_said": ("NAME", None, 1.0),
}  # fmt: skip
_BEHIND: Final = re.compile(r" ?[(\"'“‘]?(?P<one>[a-z]{3,16})(?: (?P<two>[a-z]{3,16}))?(?![A-Za-z0-9'-])")
_DOES: Final = re.compile(r" (?:says|said|reports?|reported|states?|stated|called|rang|phoned|wants|told|asked|thinks|denies|agrees|visited|lives|hit|drove|brought|found her|found him)(?![a-z])")


def _titled(page: Page, at: int, label: str) -> Iterator[Span]:
    """One listed word behind a title, or two that go together."""
    found = _WORDS.match(page.text, at) or _ONE.match(page.text, at)
    if found is None or not _is_called(found["one"]) or names_a_term(page.text, found.end("one")):
        return
    goes_on = found["comma"] == " " and _is_surname(found["two"]) and not names_a_term(page.text, found.end("two"))
    yield page.span(found.start("one"), found.end("two" if goes_on else "one"), label, None, SOURCE, 0.82)


def _labelled(page: Page, at: int, label: str, kind: str | None) -> Iterator[Span]:
    """Two listed words behind a label, one of them no word; or one given name that is none."""
    found = _WORDS.match(page.text, at) or _ONE.match(page.text, at)
    if found is None:
        return
    one, two = found["one"], found["two"]
    pair = bool(two) and _is_called(one) and _is_surname(two) and not (is_ordinary(one) and is_ordinary(two))
    if pair and not names_a_term(page.text, found.end("two")):
        yield page.span(found.start("one"), found.end("two"), label, kind, SOURCE, 0.85)
    elif given_weights().get(one, 0) >= 0.3 and not is_ordinary(one) and not names_a_term(page.text, found.end("one")):
        yield page.span(found.start("one"), found.end("one"), label, kind, SOURCE, 0.8)


def _is_called(word: str) -> bool:
    if word in _NOT_TITLED or word in _IMAGED or not is_listed(word):
        return False
    return word not in stops()


def _is_surname(word: str) -> bool:
    if word in stops() or word in _NOT_TITLED or not is_listed(word):
        return False
    return not is_ordinary(word) or (word in surname_weights() and word not in _IMAGED)


RULES = (
    Rule(
        "name_latin_small",
        find,
        {"latin_title_staff": TITLES_STAFF, "latin_title_people": TITLES_PEOPLE, "latin_field_patient": PATIENT, "latin_field_relative": RELATIVE, "latin_field_staff": STAFF},
        needs=(*_TITLES, *_FIELDS),
    ),
    Rule("name_latin_small", beside, {category: latin_words(category) for category in _PEOPLE}, needs=tuple(_PEOPLE)),
)
