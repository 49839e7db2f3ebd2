"""What a message of HL7 v2 says, laid down as a note: a field a line, reports in the order they are read.

Everything is laid down but what is proven to say nothing of anybody (`hl7_types.is_structural`, codes of a coding
system); a field that stands in fifty observations alike is laid down once and written anew in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from incognote.document import Edit
from incognote.formats.hl7 import types
from incognote.formats.hl7.bits import Bit
from incognote.formats.hl7.labels import labeller
from incognote.formats.hl7.message import Message, Segment, text_of
from incognote.formats.hl7.values import Values
from incognote.formats.laid import Laid, Put, replacing

_KINDS: Final = {
    ("PID", 2): "CX", ("PID", 3): "CX", ("PID", 4): "CX", ("PID", 18): "CX", ("PID", 19): "CX", ("PID", 20): "CX", ("PID", 6): "XPN", ("PID", 21): "CX",
    ("MRG", 1): "CX", ("MRG", 2): "CX", ("MRG", 3): "CX", ("MRG", 4): "CX", ("NK1", 2): "XPN", ("NK1", 12): "CX", ("NK1", 33): "CX", ("NK1", 37): "CX",
    ("GT1", 2): "CX", ("GT1", 12): "CX", ("GT1", 19): "CX", ("IN1", 2): "", ("IN1", 16): "XPN", ("IN1", 36): "CX", ("IN1", 49): "CX", ("IN2", 2): "CX", ("IN2", 6): "CX", ("IN2", 8): "CX",
    ("PV1", 5): "CX", ("PV1", 19): "CX", ("PV1", 50): "CX", ("ORC", 2): "CX", ("ORC", 3): "CX", ("OBR", 2): "CX", ("OBR", 3): "CX",
}  # fmt: skip
"""Fields that identify whatever type a version gives them."""
_PASSED: Final = {("MSH", 8), ("MSH", 10), ("MSH", 14), ("MSA", 2), ("QAK", 1), ("DSC", 1), ("OBX", 3), ("OBX", 5), ("OBX", 6), ("OBX", 7)}
CLEARED: Final = (("MSH", 8), ("MSH", 14), ("MSA", 2), ("QAK", 1), ("DSC", 1))
"""Secrets, and numbers of messages that are not there: neither read nor written again."""
_EMPLOYERS: Final = {("NK1", 13), ("GT1", 16), ("GT1", 51), ("IN1", 11), ("IN2", 69), ("IN2", 70)}
"""Who somebody works for: what stands there goes, whatever it is called."""
_LONG: Final = 80


class Guard(NamedTuple):
    """Letters of the page that identify by their place in the message: where edits leave one of them, all are emptied."""

    places: list[int]
    empty: list[Callable[[], None]]

    def __repr__(self) -> str:
        return f"Guard({len(self.places)} letters)"


class Page:
    """A message laid down; `left_out` counts, in words, what of it is neither read nor written."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.laid = Laid()
        self.left_out: Counter[str] = Counter()
        self._label = labeller(str(message))
        self._values = Values(message, self.left_out)
        self._seen: dict[tuple[str, int, str], tuple[list[list[Put]], Guard]] = {}
        if message.lost:
            self.left_out["characters of another character set"] = message.lost
        self._walk(message.segments)

    def __repr__(self) -> str:
        return f"Page({self.laid!r})"

    def apply(self, edits: Iterable[Edit]) -> None:
        """Edits back into the message. A line put in is not: no field is its place."""
        real = replacing(edits)
        self.laid.apply(real)
        covered = bytearray(self.laid.size)
        for edit in real:
            covered[edit.start : edit.end] = b"\x01" * (edit.end - edit.start)
        for _, guard in self._seen.values():
            if not all(covered[at] for at in guard.places):
                for empty in guard.empty:
                    empty()

    def _walk(self, segments: list[Segment]) -> None:
        run: list[Segment] = []
        for segment in segments:
            if segment.name == "OBX":
                run.append(segment)
                continue
            self._observations(run)
            run = []
            self._segment(segment)
        self._observations(run)

    def _segment(self, segment: Segment) -> None:
        for number in range(1, len(segment.fields)):
            if (segment.name, number) == ("NTE", 3):
                self._line("", list(self._values.text(segment.fields[3])))
            elif (segment.name, number) not in _PASSED:
                self._field(segment, number)

    def _field(self, segment: Segment, number: int) -> None:
        place = segment.name, number
        kind = types.field_type(self.message.version, *place)
        kind = kind._replace(type=_KINDS.get(place, kind.type))
        for repetition in segment.fields[number]:
            for label, bits, is_main in self._values.lines(repetition, kind):
                if place in _EMPLOYERS:
                    bits = self._values.owned(bits, repetition)
                said = self._label(place, label, kind.name) if is_main or not label else self._label(("", 0), label, "")
                self._once(place, said, bits)

    def _once(self, place: tuple[str, int], label: str, bits: list[Bit]) -> None:
        """A line, unless it stands there: then its place is written anew with the other one's."""
        text = "".join(bit.text for bit in bits)
        if not text.strip():
            return
        key = *place, f"{label}\0{text}"
        puts = [bit.put for bit in bits if bit.put is not None]
        empty = [bit.empty for bit in bits if bit.empty is not None]
        if key in self._seen and len(self._seen[key][0]) == len(puts):
            fans, guard = self._seen[key]
            for fan, put in zip(fans, puts, strict=True):
                fan.append(put)
            guard.empty.extend(empty)
            return
        start, fans = self._line(label, bits)
        guard = Guard([], empty)
        for bit in bits:
            if bit.empty is not None:
                guard.places.extend(at for at in range(start, start + len(bit.text)) if bit.text[at - start].isalnum())
            start += len(bit.text)
        self._seen[key] = fans, guard

    def _line(self, label: str, bits: list[Bit]) -> tuple[int, list[list[Put]]]:
        """Where the text begins, and what is put anew with each stretch of it."""
        self._joint(f"{label}: " if label else "")
        start = self.laid.size
        return start, self._add(bits)

    def _joint(self, text: str) -> None:
        self.laid.joint(("\n" if self.laid.size else "") + text)

    def _add(self, bits: Iterable[Bit]) -> list[list[Put]]:
        fans: list[list[Put]] = []
        for bit in bits:
            if bit.put is None:
                self.laid.joint(bit.text)
            else:
                fan = [bit.put]
                fans.append(fan)
                self.laid.add(bit.text, _all_of(fan))
        return fans

    def _observations(self, run: list[Segment]) -> None:
        """The observations behind one another first, for a sentence goes on in the next; what stands beside them, behind."""
        previous, fans = "", list[list[Put]]()
        for segment in run:
            label = self._coded(segment, 3)
            shown = "".join(bit.text for bit in label)
            kind = text_of(segment.fields[2][0][0][0]) if len(segment.fields) > 2 else ""
            lines = self._values.observed(segment, kind)
            tail = [*_behind(" ", self._coded(segment, 6)), *_behind(" (", self._coded(segment, 7), ")")]
            puts = [bit.put for bit in label if bit.put is not None]
            if shown == previous and len(puts) == len(fans):
                for fan, put in zip(fans, puts, strict=True):
                    fan.append(put)
                self._joint("")
            elif shown:
                self._joint("")
                fans = self._add(label)
                is_text = kind in types.TEXTS and (kind != "ST" or sum(len(b.text) for b in lines) > _LONG)
                self.laid.joint(":\n" if is_text else ": ")
            else:
                fans = []
                self._joint("")
            previous = shown
            self._add(lines)
            self._add(tail)
        for segment in run:
            self._segment(segment)

    def _coded(self, segment: Segment, number: int) -> list[Bit]:
        if len(segment.fields) <= number:
            return []
        kind = types.field_type(self.message.version, segment.name, number)
        return [bit for one in segment.fields[number] for _, bits, _ in self._values.lines(one, kind) for bit in bits]


def _behind(before: str, bits: list[Bit], after: str = "") -> Iterator[Bit]:
    if bits:
        yield Bit(before)
        yield from bits
        yield Bit(after)


def _all_of(puts: list[Put]) -> Put:
    """One that asks `puts` when it is asked: more of them may have been added by then."""

    def put(text: str) -> None:
        for one in puts:
            one(text)

    return put
