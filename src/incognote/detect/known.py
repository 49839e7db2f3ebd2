"""Known people: the facts given for a document, and whoever the vault or the batch knows by a number.

The stores are reached through `lookup`, never a vault. Only candidates are asked for, so cost does not
grow with the number of people stored. A number leads to a person; a stored name alone masks, it never links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from string import ascii_letters
from typing import Any, Final, Protocol

from incognote.document import Candidate, Document, Hit, Person, Span
from incognote.labels import FACT_LABELS
from incognote.names.likelihood import given_characters, surname_characters
from incognote.names.parse import surname_length
from incognote.names.search import cuts_a_word, known_forms, name_forms, squeeze, squeezed
from incognote.names.tables import compound_surnames, variants
from incognote.text.view import View, fold, view

SOURCE: Final = "known"
# At most three letters, which no letter, digit or .,/ precedes, then a digit and more. It begins at the digit, for
# which a search leaps over everything else; the letters before it are looked back at.
_NUMBER_TOKEN: Final = re.compile(
    r"[0-9](?:(?<![A-Za-z0-9.,/].)|(?<=[A-Za-z].)(?:(?<![A-Za-z0-9.,/]..)|(?<=[A-Za-z]..)(?:(?<![A-Za-z0-9.,/]...)"
    r"|(?<=[A-Za-z]...)(?<![A-Za-z0-9.,/]....))))[A-Za-z0-9-]{3,17}(?![A-Za-z0-9/]|\.[0-9]|,[0-9]{3})",
    re.DOTALL,
)
_ASCII_LETTERS: Final = frozenset(ascii_letters)
_HAN_RUN: Final = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_NUMBER_FACTS: Final = tuple((fact, label) for fact, label in FACT_LABELS.items() if label != "NAME")
STORED_NAME: Final = "stored"
"""Source of a stored patient's name: it stands in no table of precedence, so a rule that says 女兒林淑芬 wins."""
STORED: Final = frozenset({"MRN", "IDNO", "HEALTHPLAN", "PHONE"})
SHORTEST_GIVEN_NUMBER: Final = 5
"""Characters a given number needs to be looked for without a label: 1234 is a blood count as well."""
SHORTEST_BARE_NUMBER: Final = 6
"""Digits a stored number needs to be recognised without a label: a chart number 12500 must not eat WBC 12500."""


class Lookup(Protocol):
    """Who is known, asked by candidates only."""

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]: ...

    def people(self, candidate: Candidate) -> Iterable[Person]: ...


def detector(lookup: Lookup) -> Callable[[Document], Iterator[Span]]:
    """A detector for given facts and for people that `lookup` knows."""

    def detect(document: Document) -> Iterator[Span]:
        page = view(document.text)
        if document.known:
            yield from _given(document.known, page)
        yield from _stored(page, lookup)

    return detect


def _given(known: Mapping[str, Any], page: View) -> Iterator[Span]:
    for name in (known.get("name"), *(known.get("aliases") or ())):
        if name:
            yield from _name(str(name), "patient", page)
    for other in known.get("people") or ():
        for name in (other.get("name"), *(other.get("aliases") or ())):
            if name:
                yield from _name(str(name), "relative", page)
    for key, label in _NUMBER_FACTS:
        if known.get(key) and sum(map(str.isalnum, str(known[key]))) >= SHORTEST_GIVEN_NUMBER:
            yield from _number(str(known[key]), label, "patient" if label == "MRN" else None, page)


def _name(name: str, kind: str | None, page: View, source: str = SOURCE) -> Iterator[Span]:
    text = squeezed(page.source)
    forms = known_forms(name, text)
    if not forms and len(name) >= 2:  # a lone 陳 is in 陳來陳去 too; Hat: as it is written, capital and all, or `that hat` goes with it
        yield from (Span(*page.to_source(*m.span()), "NAME", kind, source, 1.0) for m in _exactly(name).finditer(page.text))
    for form in forms:
        for place in text.find(form, is_number=False):
            if len(form) > 2 or not cuts_a_word(page.text, place[1]):
                yield Span(*page.to_source(*place), "NAME", kind, source, 1.0)


@lru_cache(maxsize=256)
def _exactly(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(fold(name))}(?![A-Za-z0-9])")


def _number(value: str, label: str, kind: str | None, page: View) -> Iterator[Span]:
    text = squeezed(page.source)
    form = squeeze(value)
    for place in text.find(form, is_number=True) if form else ():
        yield Span(*page.to_source(*place), label, kind, SOURCE, 1.0)


def candidates(page: View) -> dict[Candidate, list[tuple[int, int]]]:
    """What could be somebody's number or name in a folded text, with its folded places."""
    found: dict[Candidate, list[tuple[int, int]]] = {}
    text = page.text
    for token in _NUMBER_TOKEN.finditer(text):
        start, end = token.span()
        while start and text[start - 1] in _ASCII_LETTERS:
            start -= 1
        found.setdefault(Candidate("MRN", text[start:end]), []).append((start, end))
    for start, end in _name_shaped(text):
        candidate = Candidate("NAME", text[start:end])
        if candidate in found:
            found[candidate].append((start, end))
        else:
            found[candidate] = [(start, end)]
    return found


def _stored(page: View, lookup: Lookup) -> Iterator[Span]:
    asked = candidates(page)
    if not asked:
        return
    told: dict[str, list[Span]] = {}
    for candidate, hits in lookup.find(asked).items():
        if candidate.label == "NAME":
            # It masks and no more: who this is here, the rules or nobody can say. A name that is a clinical word
            # (somebody is called 何首烏) has no form to be looked for.
            for place in asked[candidate] if name_forms(candidate.value) else ():
                yield Span(*page.to_source(*place), "NAME", None, "spread/known", 0.8)
        elif label := next((h.label for h in hits if h.label in STORED), None):
            yield from _by_number(candidate, label, asked[candidate], page, lookup, told)


def _by_number(
    candidate: Candidate,
    label: str,
    places: Iterable[tuple[int, int]],
    page: View,
    lookup: Lookup,
    told: dict[str, list[Span]],
) -> Iterator[Span]:
    """The number, and the names of whom it belongs to; `told` are the places of names that were told before."""
    is_long = sum(map(str.isdigit, candidate.value)) >= SHORTEST_BARE_NUMBER
    names = dict.fromkeys(name for person in lookup.people(candidate) for name in person.names)
    fresh = {name: list(_name(name, "patient", page, STORED_NAME)) for name in names if name not in told}
    for start, end in places:
        low, high = page.to_source(start, end)
        near = (s for name in names for s in (fresh[name] if name in fresh else told[name]))
        if is_long or any(s.start - 20 <= high and low <= s.end + 20 for s in near):
            yield Span(low, high, label, "patient" if label == "MRN" else None, SOURCE, 1.0)
            for name in [name for name in fresh if name not in told]:
                told[name] = fresh[name]
                yield from fresh[name]


def _name_shaped(text: str) -> Iterator[tuple[int, int]]:
    """Three and four Han characters shaped like a name: shorter stored names are words too often."""
    doubles = _doubles()
    for match in _pattern().finditer(text):
        start = match.start()
        yield start, start + 3
        if text[start] in doubles and surname_length(text, start) == 2 and _HAN_RUN.match(text, start + 3):
            yield start, start + 4


@cache
def _doubles() -> frozenset[str]:
    """The first characters of surnames of two, in all writings."""
    firsts = {surname[0] for surname in compound_surnames()}
    return frozenset(firsts | {other for first in firsts for other in variants().get(first, "")})


@cache
def _pattern() -> re.Pattern[str]:
    """A surname's first character, found where two characters that given names use follow."""
    return re.compile(f"[{surname_characters()}](?=[{given_characters(-9.0)}]{{2}})")
