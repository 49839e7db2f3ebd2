"""The first half: values known for the document, looked for everywhere, in every writing."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

from incognote.document import Finding, Severity
from incognote.labels import INSTITUTION_LABELS, NUMBER_LABELS, PERSON_LABELS, PLACE_LABELS
from incognote.names.eponyms import is_term
from incognote.names.search import known_forms, squeeze, squeezed
from incognote.names.speaking import speaking
from incognote.text.squeeze import Squeezed
from incognote.text.view import View, fold, view
from incognote.verify.encoded import decodings
from incognote.verify.reading import OTHER, is_our_text

NEVER: Final = frozenset({"DATE", "TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT"})
_KIND: Final = (
    dict.fromkeys(PERSON_LABELS, "known_name")
    | dict.fromkeys(NUMBER_LABELS | {"PHONE", "ZIP"}, "known_number")
    | dict.fromkeys(("EMAIL", "URL", "IPADDR", "SOCIAL", "USERNAME"), "known_contact")
    | dict.fromkeys((PLACE_LABELS | INSTITUTION_LABELS) - {"ZIP"}, "known_place")
)
_FEW: Final = 64
"""Values up to this many are each looked for in the text as it is: in most notes that is the quickest."""
_ESCAPE: Final = re.compile(r"%[0-9A-Fa-f]{2}|&#?\w{2,8};")
_TOKEN: Final = re.compile(r"[^\s<>\"，。；]+")
_FOREIGN: Final = re.compile("[Ͱ-ӿ]")
_WORD: Final = re.compile("[0-9A-Za-zͰ-ϿЀ-ӿ]{2,}")
_UNIT: Final = re.compile(r" ?(?:/|x10|mg|g/|ml|cc|%|k/|cells|u/)|萬|元|次|步|毫", re.IGNORECASE)
_LAB_WORD: Final = re.compile(r"(?<![A-Za-z])(?:WBC|RBC|PLT|platelets?|CRP|LDH|AST|ALT|CK|BNP|ferritin|D-dimer)\W{0,3}$", re.IGNORECASE)  # fmt: skip


class KnownValue(NamedTuple):
    """A value that must not survive; `tied` is False for a vault identity of somebody else."""

    value: str
    label: str
    tied: bool = True

    def __repr__(self) -> str:
        return f"KnownValue({self.label}, tied={self.tied})"


def han(text: str) -> int:
    return sum("\u3400" <= c <= "\u9fff" or c >= "\U00020000" for c in text)


def is_searched(known: KnownValue) -> bool:
    """Two Han or four alphanumerics at least, or a shorter Latin name, which is found only as written."""
    return _is_searched(known.value, known.label)


@lru_cache(maxsize=4096)
def _is_searched(value: str, label: str) -> bool:
    if label in NEVER:
        return False
    bare = squeeze(value)
    size = sum(map(str.isalnum, bare))
    return size >= 4 or han(bare) >= 2 or (label in PERSON_LABELS and size >= 2 and value[:1].isupper())


def forms(known: KnownValue, text: Squeezed) -> Iterable[str]:
    """The squeezed forms of a value that could stand in `text`."""
    if known.label in PERSON_LABELS:
        return known_forms(known.value, text, with_given=False)
    return number_forms(known.label, squeeze(known.value))


@lru_cache(maxsize=4096)
def number_forms(label: str, bare: str) -> tuple[str, ...]:
    """The writings of a squeezed number: with and without country code, with and without leading zeros.

    >>> sorted(number_forms("PHONE", "0912345678"))
    ['+886912345678', '0912345678', '886912345678', '912345678']
    """
    found = {bare}
    if label == "PHONE" and bare.lstrip("+").isdigit():
        national = bare.removeprefix("00").removeprefix("+")
        for prefix in ("886", "86", "852", "0"):
            if national.startswith(prefix) and len(national) - len(prefix) >= 7:
                national = national.removeprefix(prefix)
                found |= {national, "0" + national, "886" + national, "+886" + national}
                break
    elif bare.isdigit() and len(bare.lstrip("0")) >= 6:
        found.add(bare.lstrip("0"))
    return tuple(form for form in found if len(form) >= 4 or han(form) >= 2)


def search(seen: View, known: Iterable[KnownValue], kept: Sequence[tuple[int, int]] = ()) -> Iterator[Finding]:
    """Findings for every known value in a view that is cleared of marks and codes.

    A number inside one of the `kept` ranges is no find: a chart number 20240502 in a note of 2024/05/02.
    """
    ends = [end for _, end in kept]
    values = [k for k in dict.fromkeys(known) if _is_searched(k.value, k.label)]
    yield from _mixed_scripts(seen.source)
    if not values:
        return
    copies = squeezed(seen.source)
    encoded = list(_decoded(seen.source))
    beginnings = _beginnings(copies.text) if len(values) > _FEW else frozenset()
    to_source = seen.to_source
    speakers = [value for value in values if value.label == "NAME" and value.tied]
    for value in speakers if len(speakers) <= _FEW else ():
        for place in speaking(copies.folded, value.value):
            yield Finding(finding_kind(value.label), "output", *to_source(*place), "residue")
    for value in values:
        for start, end in _places(copies, value, beginnings):
            if is_person(value.label) and is_term(copies.folded, start, end):
                continue  # Crohn's disease stays where Dr. Crohn goes
            low, high = to_source(start, end)
            if kept and not is_person(value.label) and _is_within(low, high, kept, ends):
                continue
            grade = severity(value.label, copies, start, end, tied=value.tied)
            yield Finding(finding_kind(value.label), "output", low, high, grade)
        for low, high, decoded in encoded:
            if any(True for _ in _places(decoded, value)):
                yield Finding(finding_kind(value.label), "output", low, high, "residue")


def _is_within(low: int, high: int, ranges: Sequence[tuple[int, int]], ends: Sequence[int]) -> bool:
    """Whether one of `ranges`, which stand in order, holds `[low, high)`."""
    at = bisect_left(ends, high)
    return at < len(ranges) and ranges[at][0] <= low


def _beginnings(text: str) -> frozenset[str]:
    """Every three characters of `text` in a row: what a form that stands in it may begin with."""
    return frozenset(map("".join, zip(text, text[1:], text[2:], strict=False)))


def _places(copies: Squeezed, value: KnownValue, beginnings: Collection[str] = ()) -> Collection[tuple[int, int]]:
    """Where `value` stands; with `beginnings` given, a form that begins like nothing in the text is not looked for."""
    person = is_person(value.label)
    if person and (word := _short_word(value.value)):
        return set(_exact(copies.folded, word))
    asked = forms(value, copies)
    if beginnings:
        asked = [form for form in asked if len(form) < 3 or (form[:3] in beginnings and form[-3:] in beginnings)]
    there = [form for form in asked if form in copies.text]
    return {place for form in there for place in copies.find(form, is_number=not person)} if there else ()


@lru_cache(maxsize=4096)
def _short_word(name: str) -> str:
    """A name too short to be looked for but as the word that it is; empty for all others."""
    bare = squeeze(name)
    return fold(name) if len(bare) < 4 and han(bare) < 2 else ""


def _exact(text: str, word: str) -> Iterator[tuple[int, int]]:
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and text[at - 1].isalnum()) and not (end < len(text) and text[end].isalnum()):
            yield at, end
        at = text.find(word, at + 1)


def is_person(label: str) -> bool:
    return label in PERSON_LABELS


def finding_kind(label: str) -> str:
    return _KIND.get(label, "known_value")


def severity(label: str, copies: Squeezed, start: int, end: int, *, tied: bool) -> Severity:
    """Residue, but a warning where a short name or number may be something else."""
    size = sum(c.isalnum() for c in copies.folded[start:end])
    if is_person(label) and size < 3 and (not tied or not han(copies.folded[start:end])):
        return "warning"
    short = copies.folded[start:end].isdigit() and size < 6
    if short and (_UNIT.match(copies.folded, end) or _LAB_WORD.search(copies.folded[max(0, start - 16) : start])):
        return "warning"  # a chart number 12500 beside WBC 12500
    return "residue"


def cleared(text: str, written: Sequence[tuple[int, int]]) -> View:
    """The view of `text` without the written ranges that are exactly a mark or a code."""
    pieces: list[str] = []
    position = 0
    for start, end in sorted(written):
        if start >= position and is_our_text(text[start:end]):
            pieces += (text[position:start], OTHER * (end - start))
            position = end
    pieces.append(text[position:])
    return view("".join(pieces))


def _decoded(text: str) -> Iterator[tuple[int, int, Squeezed]]:
    for start, end, plain in decodings(text):
        if text[start] not in "%&":  # these two are undone below together with the word around them
            yield start, end, squeezed(plain)
    if "%" not in text and "&" not in text:
        return
    last = 0
    for escape in _ESCAPE.finditer(text):
        start = escape.start()
        if start < last:
            continue
        while start > last and _TOKEN.match(text[start - 1]):
            start -= 1
        token = _TOKEN.match(text, start)
        last = token.end() if token else escape.end()
        plain = unescape(unquote(text[start:last], errors="replace"))
        if plain != text[start:last]:
            yield start, last, squeezed(plain)


def _mixed_scripts(text: str) -> Iterator[Finding]:
    if text.isascii() or not _FOREIGN.search(text):
        return
    for word in _WORD.finditer(text):
        letters = word[0]
        alike = any(_FOREIGN.match(c) and fold(c).isascii() for c in letters)
        if alike and any(c.isascii() for c in letters):
            yield Finding("mixed_script", "output", *word.span(), "warning")
