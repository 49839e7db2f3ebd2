"""Seven digits behind a person: Husband Peter Hollis (555-0143), daughter Ann, 555-0199; eight that fill a cell or a line.

A laboratory's range has the same dress (B12 (211-1911)): a name or a person word must stand right before, and the
number may not rise from a smaller to a larger one unless its tail begins with a nought. Source: NANPA; catalogue 7.6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Husband Peter Hollis (555-0143) called; B12 410 (211-1911); daughter, 555-0199"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['555-0143', '555-0199']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.page import Page
from incognote.detect.rules.rule import UNIT, Rule
from incognote.document import Span

_LOCAL: Final = re.compile(r"[2-9][0-9]{2}-[0-9]{4}(?![A-Za-z0-9/%-]|\.[0-9])(?<![A-Za-z0-9./+-].{8})")
_HEAD: Final = re.compile(r"-(?<=[( ][2-9][0-9]{2}-)[0-9]{4}(?![0-9])")
_PERSON: Final = re.compile(r"(?P<word>[A-Za-z][A-Za-z'’.-]*)[,:]?(?: at)? ?\(?(?:[chwm]:? ?)?\Z")
_KIN: Final = frozenset(
    "husband wife spouse mother father mom mum dad son daughter sister brother partner boyfriend girlfriend aunt uncle cousin niece nephew friend neighbor neighbour guardian caregiver carer landlord sponsor proxy hcp poa nok grandma grandmother grandson granddaughter cell home work mobile reach call".split()
)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for number in _LOCAL.finditer(text):
        before = _PERSON.search(text, max(0, number.start() - 28), number.start())
        if before is None or UNIT.match(text, number.end()):
            continue
        word = before["word"]
        lower = latin.plain(word).lower().rstrip(".")
        named = word[0].isupper() and word[1:].islower() and len(word) > 2 and latin.is_listed(lower) and lower not in latin.stops()
        rises = number[0][4] != "0" and int(number[0][:3]) < int(number[0][4:])
        if lower in _KIN or (named and (not rises or not latin.is_ordinary(lower))):
            yield page.span(*number.span(), "PHONE", None, "rules/phone_local", 0.75)


_EIGHT: Final = re.compile(r"(?:\A|[|\t\n]| {2}|[A-Za-z)],) ?(?P<number>(?!(?:19|20)\d\d[ -](?:19|20)\d\d)[2-9]\d{3}[ -]\d{4})(?= ?(?:[|\t\n]|\Z)| {2}|, ?[A-Za-z])")
_EIGHT_HEAD: Final = re.compile(r"[ -](?<=[2-9]\d{3}[ -])\d{4}(?![0-9])")
_LETTERS: Final = re.compile(r"[A-Za-z\u4e00-\u9fff]{2}")


def in_cells(page: Page) -> Iterator[Span]:
    """Mother | Ann Hollis | 8123 4567: eight digits in two groups that are all of a cell or of a line behind a line of words."""
    text = page.text
    for head in _EIGHT_HEAD.finditer(text):
        number = _EIGHT.match(text, begin) if (begin := _cell(text, head.start() - 4)) >= 0 else None
        if number is None or UNIT.match(text, number.end("number")):
            continue
        line = text.rfind("\n", 0, number.start("number")) + 1
        before = text[max(line, number.start("number") - 120) : number.start("number")].strip()
        if not before:  # alone on its line: the line before has words
            last = text.rfind("\n", max(0, line - 120), max(0, line - 1)) + 1
            before = text[last:line]
        if _LETTERS.search(before):
            yield page.span(*number.span("number"), "PHONE", None, "rules/phone_local", 0.7)


def _cell(text: str, start: int) -> int:
    """Where the sign that leads a cell beginning at `start` stands; negative where none does."""
    for size in (2, 3, 1):
        at = start - size
        if at >= 0 and (found := _EIGHT.match(text, at)) and found.start("number") == start:
            return at
    return 0 if start == 0 else -1


RULES = (
    Rule("phone_local", find, needs=(_HEAD,)),
    Rule("phone_local", in_cells, needs=(_EIGHT_HEAD,)),
)
