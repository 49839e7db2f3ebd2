"""Sentences as one line of tokens for a language model, tags standing before what they tag, and back again.

`S-DAT 2020年 入院 B-PER 王 I-PER 小 E-PER 明` (DAGA, arXiv 2011.01549, and BIOES as there). A Han character is a
token, a Latin word is one, and a run of digits becomes its shape: 9 for a digit, a leading 0 kept, so that the
model learns where numbers stand and how long they are, and never which. What comes back has shapes for digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from incognote.lab.train.notes import ALL_CLASSES, COUNTRIES, Note, class_of

UNKNOWN: Final = "<unk>"
UNKNOWN_TEXT: Final = "\ufffd"
"""What an unknown word is in a text that comes back."""
TAGS: Final = frozenset(f"{place}-{name}" for name in ALL_CLASSES for place in "BIES")
"""No token of a text looks like one: a hyphen is a token of its own."""
HEADS: Final = {f"<{country}>": country for country in COUNTRIES}
"""The first token of a line says where it was written."""
_INSIDE: Final = re.compile(r"[A-Za-z]+|[0-9]+|[０-９]+|.", re.DOTALL)
_OUTSIDE: Final = re.compile(r"[A-Za-z]+(?:[0-9]{1,2}[A-Za-z]+)*[0-9]{0,2}(?![0-9A-Za-z])|[A-Za-z]+|[0-9]+|[０-９]+|.", re.DOTALL)
"""Outside entities T2DM, HbA1c and B12 are words."""
_DIGITS: Final = re.compile(r"[0-9０-９]")
_END: Final = re.compile(r"(?<=[。！？；])|(?<=[.!?;])(?= )|\n+")


class Tagged(NamedTuple):
    """A text with (start, end, class), in order and apart from each other."""

    text: str
    spans: tuple[tuple[int, int, str], ...]

    def __repr__(self) -> str:
        return f"Tagged({len(self.text)} characters, {len(self.spans)} spans)"


class BrokenLineError(ValueError):
    """A line of tokens that is no tagged text: its message is the filter that drops it."""


def sentences(note: Note) -> Iterator[Tagged]:
    """The sentences of a note, none of them cut inside a span."""
    spans = [(s.start, s.end, name) for s in note.mentions if (name := class_of(s.label))]
    cuts = [m.end() for m in _END.finditer(note.text) if not any(start < m.end() < end for start, end, _ in spans)]
    start = 0
    for cut in [*cuts, len(note.text)]:
        piece = note.text[start:cut]
        offset = start + len(piece) - len(piece.lstrip())
        if text := piece.strip():
            inside = ((a - offset, b - offset, name) for a, b, name in spans if offset <= a and b <= offset + len(text))
            yield Tagged(text, tuple(inside))
        start = cut


def shape(digits: str) -> str:
    """The shape of a run of digits, in half or full width.

    >>> shape("2024"), shape("05"), shape("0"), shape("１２")
    ('9999', '09', '9', '９９')
    """
    zero, nine = ("0", "9") if digits.isascii() else ("０", "９")
    return nine * len(digits) if len(digits) == 1 or digits[0] != zero else zero + nine * (len(digits) - 1)


def words(text: str, *, inside: bool) -> Iterator[str]:
    """The tokens of an entity, or of what stands between entities."""
    for token in (_INSIDE if inside else _OUTSIDE).findall(text):
        yield shape(token) if _DIGITS.match(token) else token


def digits_outside(text: str, again: Callable[[str], str]) -> str:
    """What stands between entities, with every run of digits that is no part of a word replaced.

    >>> digits_outside("T2DM 99", lambda run: "7" * len(run))
    'T2DM 77'
    """
    return "".join(again(token) if _DIGITS.match(token) else token for token in _OUTSIDE.findall(text))


def linearise(sentence: Tagged) -> list[str]:
    """The tokens of a sentence, each tag before its token.

    >>> linearise(Tagged("王明 5/7 出院", ((0, 2, "NAME"), (3, 6, "DATE"))))
    ['B-NAME', '王', 'E-NAME', '明', ' ', 'B-DATE', '9', 'I-DATE', '/', 'E-DATE', '9', ' ', '出', '院']
    """
    line: list[str] = []
    at = 0
    for start, end, name in sentence.spans:
        line += words(sentence.text[at:start], inside=False)
        held = list(words(sentence.text[start:end], inside=True))
        places = "S" if len(held) == 1 else "B" + "I" * (len(held) - 2) + "E"
        for place, word in zip(places, held, strict=True):
            line += [f"{place}-{name}", word]
        at = end
    return [*line, *words(sentence.text[at:], inside=False)]


def back(line: Sequence[str]) -> Tagged:
    """The tagged text of a line of tokens.

    Raises:
        BrokenLineError: a tag without a word or behind another entity's, or an entity that does not end.
    """
    text: list[str] = []
    spans: list[tuple[int, int, str]] = []
    at = start = 0
    held: str | None = None
    tag = ""
    for token in line:
        if token in TAGS:
            if tag:
                raise BrokenLineError("broken tags")
            tag = token
            continue
        place, _, name = tag.partition("-")
        if (place in "IE" and place and held != name) or (place not in ("I", "E") and held is not None):
            raise BrokenLineError("broken tags")
        word = UNKNOWN_TEXT if token == UNKNOWN else token
        start = at if place in ("B", "S") else start
        at += len(word)
        text.append(word)
        if place in ("E", "S"):
            spans.append((start, at, name))
        held = name if place in ("B", "I") else None
        tag = ""
    if tag or held is not None:
        raise BrokenLineError("ends inside an entity")
    return Tagged("".join(text), tuple(spans))
