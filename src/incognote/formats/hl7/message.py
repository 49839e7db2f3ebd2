r"""HL7 v2: a message as pieces that can be written anew one by one.

The two kept libraries do not give a message back as it was: hl7 strips it, ends every line with CR and takes a line
break inside a text for a new segment; hl7apy writes the escapes anew and refuses a lone backslash. So the separators
are cut here, by MSH-1 and MSH-2 of each message, and every piece that nobody edits is written byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from incognote.errors import FormatError

_SEGMENT: Final = re.compile(r"[A-Z][A-Z0-9]{2}\Z")
_VERSION: Final = re.compile(r"2(\.\d){0,2}\Z")
_CODES: Final = {"F": 0, "S": 1, "R": 2, "E": 3, "T": 4, "P": 5}
_HEX: Final = re.compile(r"X((?:[0-9A-Fa-f]{2})+)\Z")
_BREAK: Final = re.compile(r"\.(?:br|ce|sp *[+-]?\d*)\Z")
_DRAWN: Final = re.compile(r"(?:[HN]|\.(?:fi|nf|in *[+-]?\d*|ti *[+-]?\d*|sk *[+-]?\d*))\Z")
"""Escapes for stress and indents."""
_OTHER_SET: Final = re.compile(r"[CM](?:[0-9A-Fa-f]{2}){2,3}\Z")
"""A change of character set, or a character of another one: neither read nor written again."""


class Separators(NamedTuple):
    """Of fields, components, repetitions, escapes, subcomponents; since 2.7 one for truncated values."""

    field: str
    component: str
    repetition: str
    escape: str
    sub: str
    cut: str = ""

    def __repr__(self) -> str:
        return "Separators(...)"


class Token(NamedTuple):
    """A piece at `at` in its message, and how it reads; `is_drawn` pieces (a line break) are no text to be edited."""

    at: int
    text: str
    is_drawn: bool = False

    def __repr__(self) -> str:
        return f"Token({self.at})"


Value = list[Token]
Repetition = list[list[Value]]
"""Components of subcomponents."""


class Segment(NamedTuple):
    """`fields[n]` is what the standard calls field n, `fields[0]` the name; MSH-1 and MSH-2 hold no value."""

    name: str
    fields: list[list[Repetition]]

    def __repr__(self) -> str:
        return f"Segment({len(self.fields)} fields)"


class Message:
    """One message as pieces; `str` of it is the message as it would be written now."""

    def __init__(self, text: str, codec: str) -> None:
        """FormatError where MSH, its separators or its version are not what HL7 v2 has."""
        self.pieces: list[str] = []
        self.codec = codec
        self.lost = 0
        start = len(text) - len(text.lstrip("\r\n\x0b\x1c \t\ufeff"))
        if text[start : start + 3] != "MSH":
            raise FormatError("it does not begin with MSH")
        self.separators = _separators(text[start:])
        s = self.separators
        marks = "".join(filter(None, s[1:]))
        self._special = re.compile(f"[{re.escape(s.component + s.repetition + s.escape + s.sub)}]")
        self.segments: list[Segment] = []
        self._piece(text[:start])
        rest, head = text[start:], 4 + len(marks)
        self._piece(rest[:head])
        self._parse(rest[head:])
        if len(self.segments[0].fields) < 10:
            raise FormatError("MSH is cut off: it says neither version nor kind of message")
        if not _VERSION.match(self.version or "2"):
            raise FormatError("MSH-12 names no version of HL7 v2")

    def __str__(self) -> str:
        return "".join(self.pieces)

    def __repr__(self) -> str:
        return f"Message({len(self.segments)} segments)"

    @property
    def version(self) -> str:
        return plain(self.segments[0], 12)

    def put(self, value: Value, text: str) -> None:
        """`text`, escaped, in the place of a value."""
        for token in value:
            self.pieces[token.at] = ""
        if value:
            self.pieces[value[0].at] = self.escaped(text)

    def escaped(self, text: str) -> str:
        """`text` as it may stand in a field; a line break is an escape too, for a bare one ends the segment."""
        s = self.separators
        told = {s.field: "F", s.component: "S", s.repetition: "R", s.escape: "E", s.sub: "T", "\n": ".br", "\r": ".br"}
        if s.cut:
            told[s.cut] = "P"
        return "".join(f"{s.escape}{told[c]}{s.escape}" if c in told else c for c in text)

    def _piece(self, text: str) -> int:
        self.pieces.append(text)
        return len(self.pieces) - 1

    def _parse(self, text: str) -> None:
        """`text` begins behind MSH-2. A line that is no segment goes on with the text of the one before it."""
        none: list[Repetition] = []
        segment = Segment("MSH", [none, none, none])
        self.segments.append(segment)
        for number, part in enumerate(re.split(r"([\r\n\x0b\x1c]+)", text)):
            if number % 2:
                end = self._piece(part)
                continue
            fields = part.split(self.separators.field)
            if number and len(fields) > 1 and _SEGMENT.match(fields[0]):
                segment = Segment(fields[0], [none])
                self.segments.append(segment)
                self._piece(fields.pop(0))
            elif number and part:
                self._go_on(segment.fields[-1][-1], Token(end, "\n", True), fields.pop(0))
            elif fields[0] == "":
                fields.pop(0)
            for field in fields:
                self._piece(self.separators.field)
                segment.fields.append(self._field(field))

    def _go_on(self, repetition: Repetition, end: Token, text: str) -> None:
        value = repetition[-1][-1]
        value.append(end)
        value += (token for more in self._field(text) for component in more for part in component for token in part)

    def _field(self, text: str) -> list[Repetition]:
        s = self.separators
        field: list[Repetition] = [[[[]]]]
        for token in self._tokens(text):
            sign = self.pieces[token.at]
            if sign == s.repetition:
                field.append([[[]]])
            elif sign == s.component:
                field[-1].append([[]])
            elif sign == s.sub:
                field[-1][-1].append([])
            else:
                field[-1][-1][-1].append(token)
        return field

    def _tokens(self, text: str) -> Iterator[Token]:
        at = 0
        for match in self._special.finditer(text):
            if match.start() < at:  # the escape before it took this one in
                continue
            if text[at : match.start()]:
                yield Token(self._piece(text[at : match.start()]), text[at : match.start()])
            at = match.end()
            if match[0] != self.separators.escape:
                yield Token(self._piece(match[0]), match[0])
                continue
            end = text.find(match[0], at, at + 400)
            shown = self._shown(text[at:end]) if end >= 0 else None
            if shown is None:  # a lone backslash is a backslash
                yield Token(self._piece(match[0]), match[0])
                continue
            if _OTHER_SET.match(text[at:end]):
                self.lost += 1
                at = end + 1
                continue
            is_drawn = shown in {"", "\n"}
            yield Token(self._piece(text[at - 1 : end + 1]), shown, is_drawn)
            at = end + 1
        if text[at:]:
            yield Token(self._piece(text[at:]), text[at:])

    def _shown(self, code: str) -> str | None:
        """What an escape reads as; None where it is none."""
        place = _CODES.get(code)
        if place is not None:
            return self.separators[place] or None
        if _BREAK.match(code):
            return "\n"
        if found := _HEX.match(code):
            data = bytes.fromhex(found[1])
            return "\n" if not data.strip(b"\r\n") else data.decode(self.codec, "replace")
        return "" if _DRAWN.match(code) or _OTHER_SET.match(code) else None


def _separators(text: str) -> Separators:
    field = text[3:4]
    marks = text[4:].split(field)[0] if field else ""
    signs = field + marks
    if len(marks) not in {4, 5} or len(set(signs)) < len(signs) or any(c.isalnum() or c.isspace() or not c.isascii() for c in signs):
        raise FormatError("the separators that MSH-1 and MSH-2 name cannot be used")
    return Separators(field, marks[0], marks[1], marks[2], marks[3], marks[4:])


def text_of(value: Value) -> str:
    return "".join(token.text for token in value)


def plain(segment: Segment, number: int, component: int = 1, repetition: int = 0) -> str:
    """The text of a component of a field; nothing where there is none."""
    try:
        return text_of(segment.fields[number][repetition][component - 1][0])
    except IndexError:
        return ""
