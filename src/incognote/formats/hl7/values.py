"""The values of a message's fields as they are read, each with the way to write it anew so that it stays valid.

A date is read as 2024-03-15 and written as 20240315; what cannot stand in its field any more (a mark in a date, a
code in a number) leaves the field empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from incognote.formats.hl7 import embedded, types
from incognote.formats.hl7.bits import HAN, Bit, joined, joined_by, plain_at, spaced
from incognote.formats.hl7.message import Message, Repetition, Segment, Value, text_of
from incognote.formats.hl7.types import Type, part
from incognote.formats.laid import Put

_MOMENT: Final = re.compile(
    r"((?:18|19|20|21)\d\d)(0[1-9]|1[0-2])?(?(2)(0[1-9]|[12]\d|3[01])?)(?(3)((?:[01]\d|2[0-4])(?:[0-5]\d(?:[0-5]\d(?:\.\d{1,6})?)?)?)?)([+-]\d{4})?\Z"
)
_DAY: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?\Z")
_NUMBER: Final = re.compile(r"[<>=+-]{0,2}\d+(?:\.\d+)?\Z")
_KIND_OF_NUMBER: Final = {
    "MR": "MRN", "MRT": "MRN", "PI": "MRN", "PT": "MRN", "NI": "ID No.", "SS": "ID No.", "PPN": "Passport No.", "DL": "Driver's licence No.", "HC": "Health card No.",
    "NH": "Health card No.", "MC": "Health insurance No.", "MA": "Health insurance No.", "AN": "Account No.", "VN": "Visit No.", "BA": "Bank account",
}  # fmt: skip
Line = tuple[str, list[Bit], bool]
"""What is set before it by its kind, what is read, and whether it is the field's main part. Its bits with `empty` identify by their place."""


class Values:
    """The values of one message; `left_out` counts what of them is taken out."""

    def __init__(self, message: Message, left_out: Counter[str]) -> None:
        self._message = message
        self._left_out = left_out

    def __repr__(self) -> str:
        return "Values(...)"

    def lines(self, repetition: Repetition, kind: Type) -> Iterator[Line]:
        """The lines that a field is read as."""
        name = kind.type
        if name in types.NAMES:
            yield "Name", self._name(repetition, 0), True
            yield from self._others(repetition, kind, range(5, len(repetition)))
        elif name in types.STAFF:
            yield "Doctor", self._name(repetition, 1), False
            yield "Staff No.", self._own(repetition, 0), False
            yield from self._others(repetition, kind, range(6, len(repetition)))
        elif name in types.LOCATIONS:
            yield "Ward", joined_by([self._bits(repetition, place) for place in range(3)], ", "), True
            yield from self._others(repetition, kind, range(3, len(repetition)))
        elif name in types.NUMBERS:
            code = plain_at(repetition, 4)
            label = _KIND_OF_NUMBER.get(code, "ID No." if code.startswith("NN") else "MRN" if kind.name.startswith("Patient") else "No.")
            yield label, self._number(repetition), True
            yield from self._others(repetition, kind, range(1 if len(plain_at(repetition, 1)) > 2 else 2, len(repetition)), "Hospital")
        elif name in types.ADDRESSES:
            yield "Address", self._address(repetition), True
            yield from self._others(repetition, kind, (6, *range(8, len(repetition))))
        elif name in types.PHONES:
            yield from self._phone(repetition)
        elif name in types.TEXTS:
            yield "", [bit._replace(empty=None) for bit in self.text([repetition])], True
        elif name in types.CODED:
            yield "", spaced(self._coded(repetition, kind)), True
        else:
            yield "", spaced(self._generic(repetition, kind, range(len(repetition)))), True

    def text(self, field: list[Repetition]) -> Iterator[Bit]:
        """A field of text: a repetition is a line; separators in it were forgotten to be escaped."""
        for number, repetition in enumerate(field):
            if number:
                yield Bit("\n")
            for place, component in enumerate(repetition):
                if place:
                    yield Bit(self._message.separators.component)
                for sub, value in enumerate(component):
                    if sub:
                        yield Bit(self._message.separators.sub)
                    yield from self._file(value) if embedded.BASE64.match(text_of(value)) else self._tokens(value)

    def observed(self, segment: Segment, kind: str) -> list[Bit]:
        """What was observed: OBX-5, of the type that OBX-2 names."""
        field = segment.fields[5] if len(segment.fields) > 5 else []
        if kind in types.TEXTS or not kind:
            return list(self.text(field))
        if kind == "ED":
            return [bit for repetition in field for bit in self._embedded(repetition)]
        of = types.data_type(self._message.version, kind)
        bits: list[Bit] = []
        for number, repetition in enumerate(field):
            bits += [Bit("\n")] * bool(number)
            if kind == "NM":
                bits += self._bits(repetition, 0, shape=_NUMBER)
                bits += spaced(self._generic(repetition, types.UNKNOWN, range(1, len(repetition))))
            elif kind == "SN":
                bits += spaced(self._generic(repetition, types.UNKNOWN, range(len(repetition))))
            else:
                bits += [bit for _, part_, _ in self.lines(repetition, of) for bit in (*part_, Bit(" "))][:-1]
        return bits

    def _tokens(self, value: Value) -> Iterator[Bit]:
        for token in value:
            yield Bit(token.text) if token.is_drawn else Bit(token.text, partial(self._write, token.at))

    def _own(self, repetition: Repetition, place: int) -> list[Bit]:
        """A component that identifies by its place: its field is emptied where edits leave a letter of it."""
        empty = [token.at for sub in repetition[place] for token in sub] if place < len(repetition) else []
        return [bit if bit.put is None else bit._replace(empty=partial(self._clear, empty)) for bit in self._bits(repetition, place)]

    def owned(self, bits: list[Bit], repetition: Repetition) -> list[Bit]:
        """`bits` of a field that identifies by its place as a whole."""
        empty = [token.at for component in repetition for sub in component for token in sub]
        return [bit if bit.put is None else bit._replace(empty=partial(self._clear, empty)) for bit in bits]

    def _clear(self, places: list[int]) -> None:
        for at in places:
            self._message.pieces[at] = ""

    def _write(self, at: int, text: str) -> None:
        self._message.pieces[at] = self._message.escaped(text)

    def _bits(self, repetition: Repetition, place: int, *, shape: re.Pattern[str] | None = None) -> list[Bit]:
        """A component; with a `shape` it is emptied where what is written in it has another."""
        if place >= len(repetition):
            return []
        bits = spaced([list(self._tokens(value)) for value in repetition[place] if text_of(value) != '""'])
        if shape is None:
            return bits
        value = [token for sub in repetition[place] for token in sub]
        return [bit if bit.put is None else bit._replace(put=partial(self._shaped, value, shape)) for bit in bits]

    def _shaped(self, value: Value, shape: re.Pattern[str], text: str) -> None:
        self._message.put(value, text if shape.match(text) else "")

    def _number(self, repetition: Repetition) -> list[Bit]:
        """A number; its check digit goes when it does."""
        check = [token.at for sub in (repetition[1] if len(repetition) > 1 else []) for token in sub]

        def with_check(put: Put, text: str) -> None:
            put(text)
            self._clear(check)

        def gone(empty: Callable[[], None]) -> None:
            empty()
            self._clear(check)

        own = self._own(repetition, 0)
        return [b._replace(put=partial(with_check, b.put), empty=partial(gone, b.empty)) if b.put and b.empty else b for b in own]

    def _name(self, repetition: Repetition, first: int) -> list[Bit]:
        """Surname, given name, others, then what stands before and behind: surname first in Han only, as they are said."""
        surname, given, more = (self._own(repetition, first + i) for i in range(3))
        behind, before = (self._bits(repetition, first + i) for i in (3, 4))
        if HAN.search(joined(surname) + joined(given)):
            return spaced([[*surname, *given, *more], behind, before])
        return spaced([before, given, more, surname, behind])

    def _address(self, repetition: Repetition) -> list[Bit]:
        street, other, city, code, area = (self._own(repetition, i) for i in (0, 1, 2, 4, 7))
        state, country = self._bits(repetition, 3), self._bits(repetition, 5)
        if plain_at(repetition, 5).isascii() and len(plain_at(repetition, 5)) <= 3:
            country = []
        if HAN.search(joined([*street, *other, *city])):
            return spaced([code, country, [*state, *city, *area, *street, *other]])
        return joined_by([street, other, city, spaced([state, code]), area, country], ", ")

    def _phone(self, repetition: Repetition) -> Iterator[Line]:
        label = {"FX": "Fax", "CP": "Mobile"}.get(plain_at(repetition, 2), "Tel")
        first = self._own(repetition, 0)
        yield "Email" if "@" in joined(first) else label, first, False
        yield "Email", self._own(repetition, 3), False
        area, local, more = (self._own(repetition, i) for i in (5, 6, 7))
        yield label, [*joined_by([self._bits(repetition, 4), area, local], "-"), *([Bit(" ext ")] if more else []), *more], False
        yield label, self._own(repetition, 8), False
        yield label, self._own(repetition, 11), False
        kind = types.data_type(self._message.version, "XTN")
        yield from self._others(repetition, kind, (1, 2, 9, 10, *range(12, len(repetition))))

    def _others(self, repetition: Repetition, kind: Type, places: range | tuple[int, ...], label: str = "Other") -> Iterator[Line]:
        yield label, spaced(self._generic(repetition, kind, places)), False

    def _generic(self, repetition: Repetition, kind: Type, places: range | tuple[int, ...]) -> list[list[Bit]]:
        """Components by their types, less those that are structural."""
        groups: list[list[Bit]] = []
        for place in places:
            if place >= len(repetition):
                continue
            of = part(kind, place)
            if of.type in types.CODED:
                groups += self._coded([[sub] for sub in repetition[place]], of)
                continue
            for number, value in enumerate(repetition[place]):
                inner = part(of, number)
                text = text_of(value)
                if inner.type in types.DATES and text:
                    groups.append(self._date(value))
                elif not self._is_structural(text, inner if inner.table else inner._replace(table=kind.table if place == 0 else "")):
                    groups.append(list(self._tokens(value)))
        return groups

    def _is_structural(self, text: str, of: Type) -> bool:
        if text in {"", '""'} or types.is_structural(text, of, self._message.version):
            return True
        return types.is_oid(text) and of.name.startswith("Universal id")

    def _coded(self, repetition: Repetition, kind: Type) -> list[list[Bit]]:
        """The words of a coded value. Codes that their coding system vouches for stay as they are."""
        groups: list[list[Bit]] = []
        for first in (0, 3, 9):
            code, system = plain_at(repetition, first), plain_at(repetition, first + 2)
            is_known = types.is_code(code, system) or self._is_structural(code, Type("", "", kind.table))
            groups.append([] if is_known else self._bits(repetition, first))
            groups.append(self._bits(repetition, first + 1))
            groups.append([] if not system or types.is_system(system, self._message.version) else self._bits(repetition, first + 2))
        return groups + [self._bits(repetition, place) for place in (*range(6, 9), *range(12, len(repetition)))]

    def _date(self, value: Value) -> list[Bit]:
        text = text_of(value)
        found = _MOMENT.match(text)
        if found is None:
            return [bit if bit.put is None else bit._replace(put=lambda _: self._message.put(value, "")) for bit in self._tokens(value)]
        now = {"day": "-".join(filter(None, found.group(1, 2, 3))), "rest": (found[4] or "") + (found[5] or "")}
        put = partial(self._put_moment, value, now)
        time = re.sub(r"(?<=\d)(?=(?:\d\d)+(?:\.|\Z))(?<!\.\d)", ":", found[4] or "") if found[4] else ""
        bits = [Bit(now["day"], partial(put, "day"))]
        return [*bits, Bit(" "), Bit(time, partial(put, "rest"))] if len(found[4] or "") >= 4 else bits

    def _put_moment(self, value: Value, now: dict[str, str], which: str, text: str) -> None:
        """A day of less precision has no time; one that is no day leaves the field empty."""
        now[which] = text if which == "day" else ""
        day = _DAY.match(now["day"])
        digits = "".join(filter(None, day.groups())) if day else ""
        self._message.put(value, digits + (now["rest"] if len(digits) == 8 else ""))

    def _embedded(self, repetition: Repetition) -> list[Bit]:
        """ED: source, type, subtype, encoding, data. Text is read; anything else is taken out and said."""
        said = " ".join(plain_at(repetition, place) for place in (1, 2)).upper()
        of = types.data_type(self._message.version, "ED")
        places = [place for place in range(4) if not embedded.MEDIA.match(plain_at(repetition, place))]
        head = [bit for place in places for bit in spaced(self._generic(repetition, of, (place,)))]
        value = [token for place in repetition[4:] for sub in place for token in sub]
        return [*head, *([Bit("\n")] if head else []), *self._file(value, said, plain_at(repetition, 3).lower(), is_text=embedded.is_text(said))]

    def _file(self, value: Value, said: str = "", encoding: str = "base64", *, is_text: bool = True) -> list[Bit]:
        if is_text and encoding == "a":
            return list(self._tokens(value))
        data = "".join(text_of(value).split())
        text = embedded.text_in(data, encoding) if is_text else None
        if text is not None:
            return [Bit(text, lambda new: self._message.put(value, embedded.encoded(new, encoding)))]
        self._left_out[f"embedded {embedded.kind(said, data)}"] += bool(value)
        self._message.put(value, "")
        return []
