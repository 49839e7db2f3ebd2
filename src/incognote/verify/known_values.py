"""The first half: values known for the document, looked for everywhere, in every writing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Final
from urllib.parse import unquote

from incognote.document import Finding, Severity
from incognote.labels import INSTITUTION_LABELS, NUMBER_LABELS, PERSON_LABELS, PLACE_LABELS
from incognote.names.writings import writings
from incognote.text.view import View, fold, view
from incognote.verify.reading import OTHER, is_our_text

NEVER: Final = frozenset({"DATE", "TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT"})
_KIND: Final = (
    dict.fromkeys(PERSON_LABELS, "known_name")
    | dict.fromkeys(NUMBER_LABELS | {"PHONE", "ZIP"}, "known_number")
    | dict.fromkeys(("EMAIL", "URL", "IPADDR", "SOCIAL", "USERNAME"), "known_contact")
    | dict.fromkeys((PLACE_LABELS | INSTITUTION_LABELS) - {"ZIP"}, "known_place")
)
_SEPARATORS: Final = " \t\r\n-.()_,'’‧·・/"
_SQUEEZE: Final = dict.fromkeys(map(ord, _SEPARATORS))
_IN_NUMBERS: Final = frozenset(" \t\r\n-.()_/")  # a comma or apostrophe parts two numbers, not two names
_WIDEST_GAP: Final = 4
_ENCODED: Final = re.compile(r"[^\s<>\"，。；]*(?:%[0-9A-Fa-f]{2}|&#?\w{2,8};)[^\s<>\"，。；]*")
_FOREIGN: Final = re.compile("[Ͱ-ϿЀ-ӿ]")
_WORD: Final = re.compile("[0-9A-Za-zͰ-ϿЀ-ӿ]{2,}")
_UNIT: Final = re.compile(r" ?(?:/|x10|mg|g/|ml|cc|%|k/|cells|u/)|萬|元|次|步|毫", re.IGNORECASE)
_LAB_WORD: Final = re.compile(r"(?<![A-Za-z])(?:WBC|RBC|PLT|platelets?|CRP|LDH|AST|ALT|CK|BNP|ferritin|D-dimer)\W{0,3}$", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownValue:
    """A value that must not survive; `tied` is False for a vault identity of somebody else."""

    value: str = field(repr=False)
    label: str
    tied: bool = True


def han(text: str) -> int:
    return sum("\u3400" <= c <= "\u9fff" or c >= "\U00020000" for c in text)


def squeeze(text: str) -> str:
    """`text` without the separators that a number or name may be written with.

    >>> squeeze("(02) 2345-6789"), squeeze("wang, ta-ming")
    ('0223456789', 'wangtaming')
    """
    return text.translate(_SQUEEZE)


def is_searched(known: KnownValue) -> bool:
    """Two Han or four alphanumerics at least, or a shorter Latin name, which is found only as written."""
    if known.label in NEVER:
        return False
    bare = squeeze(fold(known.value))
    size = sum(c.isalnum() for c in bare)
    return han(bare) >= 2 or size >= 4 or (known.label in PERSON_LABELS and size >= 2 and bare[:1].isupper())


def forms(known: KnownValue) -> frozenset[str]:
    """The squeezed, folded, lower-case writings to look for."""
    bare = squeeze(fold(known.value).lower())
    found = {bare}
    if known.label in PERSON_LABELS:
        found |= {squeeze(form) for form in writings(known.value)}
    elif bare.isdigit() and known.label == "PHONE":
        national = bare.removeprefix("00").removeprefix("+")
        for prefix in ("886", "86", "852", "0"):
            if national.startswith(prefix) and len(national) - len(prefix) >= 7:
                national = national.removeprefix(prefix)
                found |= {national, "0" + national, "886" + national, "+886" + national}
                break
    elif bare.isdigit() and len(bare.lstrip("0")) >= 6:
        found.add(bare.lstrip("0"))
    return frozenset(form for form in found if han(form) >= 2 or len(form) >= 4)


class Copies:
    """The copies of one output that all its values are looked up in, each made once."""

    __slots__ = ("_kept", "lower", "squeezed", "text")

    def __init__(self, seen: View) -> None:
        self.text, self.lower = seen.text, seen.lower
        self.squeezed = squeeze(seen.lower)
        self._kept: list[int] | None = None

    def place(self, at: int, size: int) -> tuple[int, int]:
        """The folded range of `size` squeezed characters from `at`."""
        if self._kept is None:
            self._kept = [i for i, c in enumerate(self.lower) if ord(c) not in _SQUEEZE]
        return self._kept[at], self._kept[at + size - 1] + 1

    def find(self, form: str, *, is_number: bool) -> Iterator[tuple[int, int]]:
        """Folded ranges of `form` on token borders; what lies between its parts is short."""
        at = self.squeezed.find(form)
        while at >= 0:
            place = self.standing(at, len(form), is_number=is_number)
            if place:
                yield place
            at = self.squeezed.find(form, at + 1)

    def standing(self, at: int, size: int, *, is_number: bool) -> tuple[int, int] | None:
        """The folded range of a squeezed one if it has token borders and no wide gaps."""
        start, end = self.place(at, size)
        fits = self._stands_alone(start, end) and self._hangs_together(start, end, size, is_number)
        return (start, end) if fits else None

    def _stands_alone(self, start: int, end: int) -> bool:
        text = self.text
        before = start and _is_token(text[start - 1]) and _is_token(text[start])
        after = end < len(text) and _is_token(text[end]) and _is_token(text[end - 1])
        return not (before or after)

    def _hangs_together(self, start: int, end: int, size: int, is_number: bool) -> bool:
        if end - start == size:
            return True
        gap = 0
        for c in self.text[start:end]:
            if ord(c) not in _SQUEEZE:
                gap = 0
                continue
            gap += 1
            if gap > _WIDEST_GAP or (is_number and c not in _IN_NUMBERS):
                return False
        return True


def _is_token(character: str) -> bool:
    return character.isascii() and character.isalnum()


def search(seen: View, known: Iterable[KnownValue]) -> Iterator[Finding]:
    """Findings for every known value in a view that is cleared of marks and codes."""
    values = [k for k in dict.fromkeys(known) if is_searched(k)]
    yield from _mixed_scripts(seen.source)
    if not values:
        return
    copies = Copies(seen)
    encoded = list(_decoded(seen.source))
    to_source = seen.to_source
    for value in values:
        for start, end in _places(copies, value):
            low, high = to_source(start, end)
            grade = severity(value.label, copies, start, end, tied=value.tied)
            yield Finding(finding_kind(value.label), "output", low, high, grade)
        for low, high, decoded in encoded:
            if any(True for _ in _places(decoded, value)):
                yield Finding(finding_kind(value.label), "output", low, high, "residue")


def _places(copies: Copies, value: KnownValue) -> set[tuple[int, int]]:
    person = is_person(value.label)
    bare = squeeze(fold(value.value))
    if person and han(bare) < 2 and len(bare) < 4:
        return set(_exact(copies.text, fold(value.value)))
    return {place for form in forms(value) for place in copies.find(form, is_number=not person)}


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


def severity(label: str, copies: Copies, start: int, end: int, *, tied: bool) -> Severity:
    """Residue, but a warning where a short name or number may be something else."""
    size = sum(c.isalnum() for c in copies.text[start:end])
    if is_person(label) and size < 3 and (not tied or not han(copies.text[start:end])):
        return "warning"
    short = copies.text[start:end].isdigit() and size < 6
    if short and (_UNIT.match(copies.text, end) or _LAB_WORD.search(copies.text[max(0, start - 16) : start])):
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


def _decoded(text: str) -> Iterator[tuple[int, int, Copies]]:
    if "%" not in text and "&" not in text:
        return
    for token in _ENCODED.finditer(text):
        plain = unescape(unquote(token[0], errors="replace"))
        if plain != token[0]:
            yield *token.span(), Copies(view(plain))


def _mixed_scripts(text: str) -> Iterator[Finding]:
    if text.isascii() or not _FOREIGN.search(text):
        return
    for word in _WORD.finditer(text):
        letters = word[0]
        alike = any(_FOREIGN.match(c) and fold(c).isascii() for c in letters)
        if alike and any(c.isascii() for c in letters):
            yield Finding("mixed_script", "output", *word.span(), "warning")
