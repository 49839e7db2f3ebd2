"""What a string that a language model points at is: its type is checked by shape, words and what the rules say of its place.

Small models call numbers dates and diseases people. The rules know the exceptions of whatever its writing gives away, so
where one of them has claimed the place its label stands; a day without a year and a short number need such a claim. What
is a drug, a disease, a role or an everyday word is nobody.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from incognote.detect import latin, rules
from incognote.detect.llm_numbers import is_date, is_weekday, number
from incognote.detect.llm_people import READ, is_said_name, person, untitled
from incognote.detect.llm_places import is_short
from incognote.detect.llm_prompt import TYPES, type_of
from incognote.detect.nobody import is_none
from incognote.detect.places import NOT_PLACES
from incognote.detect.rules.hospital_han import COMMON, ENDINGS
from incognote.detect.subtypes import subtype
from incognote.document import Document, Finding, Span
from incognote.gazetteer.short_forms import fold, has_kind
from incognote.names.likelihood import is_han
from incognote.names.search import is_clinical
from incognote.text.pieces import fold_each

AGREED, CHANGED = 0.6, 0.5
"""Scores of a span: of the type that the model said, and of another. Nothing vouches for either."""
_PEOPLE: Final = frozenset({"NAME", "DOCTOR"})
_TOLD: Final = frozenset(label for label in (
    *TYPES, "ZIP", "LOCATION", "EMAIL", "URL", "IPADDR", "SOCIAL", "USERNAME", "HEALTHPLAN", "CASENO", "ACCOUNT", "LICENSE", "VEHICLE",
    "DEVICE", "BIOID", "ORGID", "OTHERID", "SCHOOL", "EARLYLEARN", "PRISON", "ORG",
))  # fmt: skip
_PLACED: Final = frozenset({"ADDRESS", "LOCATION", "ZIP"})
_WHERE: Final = frozenset({"ADDRESS", "HOSPITAL"})
_MOST_LETTERS: Final = 60
_MOST_WORDS: Final = 4
_NET: Final = re.compile(r"[^\s@]{1,64}@[^\s@]{2,}|(?:https?://|www\.)\S{3,}")
_ROAD: Final = re.compile(r"[路街巷弄號号樓楼鄰邻室棟栋邨]|(?<![A-Za-z])(?:st|street|rd|road|ave|avenue|lane|ln|drive|blvd|court|crescent|close|terrace|parade|highway|apt|suite|unit|box)(?![A-Za-z])", re.IGNORECASE)
_STREET: Final = re.compile(r"[路街巷弄鄰邻]")
_REGION: Final = re.compile(r"[縣县市鄉乡鎮镇]")
_WEAK_OWN: Final = re.compile(r"(?:本|該|该|他|外|原|某|各|前|貴|贵|敝|大|小|私人|當地|当地|地方|附近|別家|别家|另一|同|全|此|這家|那家|the|a|an|this|our|local|another|outside|other|same|any|his|her|their)", re.IGNORECASE)
_BEFORE_NAMES: Final = frozenset("在於于至到往去讀读上念考年回由自從从就")


class Claim(NamedTuple):
    """What a place is held to be."""

    start: int
    end: int
    label: str
    kind: str | None
    score: float


def claim(text: str, start: int, end: int, said: str) -> Claim | None:
    """What `[start, end)` is, which a model called `said`; None where it is nothing that identifies anybody.

    >>> claim("林月琴來電", 0, 3, "PHONE"), claim("胸悶頭痛", 2, 4, "NAME")
    (Claim(start=0, end=3, label='NAME', kind=None, score=0.5), None)
    >>> claim("住址不明，0912-345-678", 5, 17, "DATE").label, claim("於 2024-05-01 來診", 2, 12, "PHONE").label
    ('PHONE', 'DATE')
    """
    value = fold_each(text[start:end]).strip()
    if not value:
        return None
    ruled = _ruled_label(text, start, end, is_exact=is_short(value))
    if ruled is not None:  # before all else: where a name is a word (童話, 麥冬), its place decides
        label, kind = ruled
        if label in _PEOPLE:
            start, end = untitled(text, start, end)
        return Claim(start, end, label, kind, _score(said, label)) if label in _TOLD else None
    may_be = is_said_name(value, said) or (said == "DATE" and is_weekday(text, start, end, value))
    if is_short(value) or (is_clinical(value) and not may_be):
        return None
    found = _by_shape(text, start, end, value, said)
    if found is None:
        return None
    start, end, label = found
    label, kind = (label, None) if label in _PEOPLE or label == "HOSPITAL" or label in _PLACED else subtype(text, (start, end), label)
    return Claim(start, end, label, kind, _score(said, label))


def _score(said: str, label: str) -> float:
    return AGREED if type_of(label) == said or (label in _PLACED and said == "ADDRESS") else CHANGED


_Found = tuple[int, int, str]


def _by_shape(text: str, start: int, end: int, value: str, said: str) -> _Found | None:
    """A class and its bounds by what the string is written like; where that says little, by what the model said."""
    if _NET.fullmatch(value):
        return start, end, "NET"
    if any(map(str.isdigit, value)):
        if _ROAD.search(value) and (said in _WHERE or (is_han(value[0]) and _STREET.search(value))):
            return _place(text, start, end, value)
        if said in _WHERE and is_han(value[-1]):
            return _place(text, start, end, value) or _hospital(text, start, end, value)
        sort = number(text, start, end, value, said)
        return (start, end, sort) if sort is not None else None
    if is_date(value) or (said == "DATE" and is_weekday(text, start, end, value)):
        return start, end, "DATE"
    for read in _ORDER.get(said, _ANY):
        found = read(text, start, end, value)
        if found is not None:
            return found
    return None


def _said_hospital(text: str, start: int, end: int, value: str) -> _Found | None:
    return _hospital(text, start, end, value) or ((start, end, "HOSPITAL") if _is_called(value) and not is_none(text, start, end, "HOSPITAL", READ) else None)


def _hospital(text: str, start: int, end: int, value: str) -> _Found | None:
    """An institution that is called something: 澄禾醫院, Larkmere Hospital; not 本院, General Hospital, 急診."""
    if len(value) > _MOST_LETTERS or "\n" in value or is_none(text, start, end, "HOSPITAL", READ):
        return None
    ending = next((e for e in sorted(ENDINGS, key=len, reverse=True) if value.endswith(e)), None)
    if ending is not None:
        own = value[: -len(ending)]
        return (start, end, "HOSPITAL") if len(own) > 1 and own not in COMMON and own[0] not in _BEFORE_NAMES and not _WEAK_OWN.fullmatch(own) and not is_clinical(own) else None
    if has_kind(value):
        first = fold(value).split(" ")[0]
        is_named = value[0] not in _BEFORE_NAMES and not _WEAK_OWN.fullmatch(first) and (not value.isascii() or value[0].isupper())
        return (start, end, "HOSPITAL" if value.isascii() and "hosp" in value.lower() else "ORG") if is_named else None
    return None


def _is_called(value: str) -> bool:
    """Two to four capitalised words, one of them unheard of: Currawong Bay; not Small Bowel, Ferritin."""
    words = value.split()
    is_named = 1 < len(words) <= _MOST_WORDS and all(word[0].isupper() and word.isascii() and word.isalpha() for word in words)
    return is_named and not all(latin.is_ordinary(word.lower()) for word in words)


def _place(text: str, start: int, end: int, value: str) -> _Found | None:
    """An address (a road or a house number is in it) or a place with its level word."""
    if is_none(text, start, end, "LOCATION", READ) or len(value) < 3:
        return None
    if any(map(str.isdigit, value)) and _ROAD.search(value) and len(value) > 4:
        return start, end, "ADDRESS"
    if any(map(is_han, value)) and _REGION.search(value, 2) and not any(word in value for word in NOT_PLACES):
        return start, end, "ADDRESS" if _ROAD.search(value, 4) else "LOCATION"
    return None


def _name(text: str, start: int, end: int, _: str) -> _Found | None:
    found = person(text, start, end)
    return (*found, "NAME") if found else None


def _staff(text: str, start: int, end: int, _: str) -> _Found | None:
    found = person(text, start, end)
    return (*found, "DOCTOR") if found else None


def _somebody(text: str, start: int, end: int, _: str) -> _Found | None:
    found = person(text, start, end, is_said=False)
    return (*found, "NAME") if found else None


_Read = Callable[[str, int, int, str], _Found | None]
_ANY: Final[tuple[_Read, ...]] = (_hospital, _place, _somebody)
_ORDER: Final[dict[str, tuple[_Read, ...]]] = {
    "NAME": (_hospital, _name), "DOCTOR": (_hospital, _staff), "HOSPITAL": (_said_hospital, _place, _somebody), "ADDRESS": (_hospital, _place),
}  # fmt: skip
"""How a string without a digit is read, by what the model called it."""


def _ruled_label(text: str, start: int, end: int, *, is_exact: bool) -> tuple[str, str | None] | None:
    """Label and kind of the rules' claim that covers all of a place, or its better part; `is_exact`: and no more than that."""
    ruled = _ruled(text)
    best: tuple[int, Span] | None = None
    for span in ruled.spans[bisect_left(ruled.starts, start - ruled.longest) : bisect_left(ruled.starts, end)]:
        shared = min(span.end, end) - max(span.start, start)
        if is_exact and (span.start, span.end) != (start, end):
            continue
        if shared * 5 >= (end - start) * 4 and (best is None or (shared, span.score) > (best[0], best[1].score)):
            best = shared, span
    return (best[1].label, best[1].kind) if best else None


class _Ruled(NamedTuple):
    """What the rules claim of a text, in order of the starts; no claim is longer than `longest`."""

    spans: tuple[Span, ...]
    starts: tuple[int, ...]
    longest: int


@lru_cache(maxsize=2)
def _ruled(text: str) -> _Ruled:
    found = (item for item in _rules()(Document("", text)) if isinstance(item, Span))
    spans = tuple(sorted(found, key=itemgetter(0, 1)))
    return _Ruled(spans, tuple(span.start for span in spans), max((span.end - span.start for span in spans), default=0))


@cache
def _rules() -> Callable[[Document], Iterable[Span | Finding]]:
    return rules.detector(rules.load())
