"""Noise at stated rates, with spans kept exact: what hands, scanners and systems do to a note."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from incognote.document import Edit
from incognote.lab.synth.fill import Record
from incognote.lab.synth.numbers import wide
from incognote.lab.synth.written_names import same_sound
from incognote.text.edits import apply
from incognote.text.script import script_of

RATES: Final[Mapping[str, float]] = {
    "typo": 0.002, "homophone": 0.002, "ocr": 0.002, "width": 0.01, "lost_break": 0.03, "dropped_label": 0.02, "spaces": 0.01,
}  # fmt: skip
"""Chances per character (typo, homophone, ocr, spaces), per run of digits or letters (width), per line end
(lost_break), per labelled line (dropped_label)."""
_OCR: Final = {
    "0": "O", "1": "l", "5": "S", "8": "B", "l": "1", "O": "0", "日": "曰", "未": "末", "人": "入", "己": "已",
    "士": "土", "天": "夭", "大": "太", "干": "千", "王": "玉", "B": "8",
}  # fmt: skip
_RUN: Final = re.compile(r"[A-Za-z0-9]{2,}")
_LABEL: Final = re.compile(r"(?m)^[^\S\n]*[\u4e00-\u9fffA-Za-z ]{2,8}[:：][^\S\n]*(?=\S)")
Change = tuple[int, int, str]


def noisy(note: Record, *, seed: str, rates: Mapping[str, float] = RATES) -> Record:
    """`note` with noise: text changed, every span moved with its characters. The same seed, the same noise.

    An identifier may be garbled too (placement 9, rule G10: still an identifier) but never loses a whole side:
    changes inside a span keep at least one of its characters at each end.
    """
    rng = random.Random(f"noise/{seed}/{note['id']}")
    text: str = note["text"]
    edges = {at for span in note["spans"] for at in (span["start"], span["end"] - 1)}
    taken: set[int] = set()
    changes: list[Change] = []
    for kind, make in _KINDS.items():
        for start, end, new in make(text, rng, rates.get(kind, 0.0)):
            inside = range(start, max(end, start + 1))
            if taken.isdisjoint(inside) and not (end > start and not edges.isdisjoint(range(start, end)) and len(new) != end - start) and not _parts(start, end, note):
                changes.append((start, end, new))
                taken.update(inside)
    return _moved(note, sorted(changes))


def _parts(start: int, end: int, note: Record) -> bool:
    """Whether a change lies across the edge of a span: it would be neither in nor out."""
    return any(start < edge < end for span in note["spans"] for edge in (span["start"], span["end"])) or (
        start == end and any(start in (span["start"], span["end"]) for span in note["spans"])
    )


def _moved(note: Record, changes: list[Change]) -> Record:
    edits = [Edit(start, end, new, "noise", "NOISE", None) for start, end, new in changes]
    text, _ = apply(note["text"], edits)

    def at(position: int) -> int:
        return position + sum(len(new) - (end - start) for start, end, new in changes if end <= position and (start, end) != (position, position))

    spans = [{**span, "start": at(span["start"]), "end": at(span["end"])} for span in note["spans"]]
    return {**note, "text": text, "spans": spans}


def _typo(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for i in range(1, len(text) - 1):
        if rng.random() < rate and text[i].isalpha() and text[i + 1].isalpha():
            yield i, i + 2, text[i + 1] + text[i]


def _homophone(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    script = script_of(text)
    for i, character in enumerate(text):
        if rng.random() < rate and "\u4e00" <= character <= "\u9fff" and (same := same_sound(character, script=script)):
            yield i, i + 1, rng.choice(same)


def _ocr(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for i, character in enumerate(text):
        if rng.random() < rate * 5 and character in _OCR:
            yield i, i + 1, _OCR[character]


def _width(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for run in _RUN.finditer(text):
        if rng.random() < rate:
            yield run.start(), run.end(), wide(run[0])


def _lost_break(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for i, character in enumerate(text[:-1]):
        if character == "\n" and rng.random() < rate:
            yield i, i + 1, " "


def _dropped_label(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for label in _LABEL.finditer(text):
        if rng.random() < rate:
            yield label.start(), label.end(), ""


def _spaces(text: str, rng: random.Random, rate: float) -> Iterator[Change]:
    for i in range(1, len(text)):
        if rng.random() < rate and text[i - 1] in "，。:：,;；":
            yield i, i, " "


_KINDS: Final[Mapping[str, Callable[[str, random.Random, float], Iterator[Change]]]] = {
    "dropped_label": _dropped_label, "lost_break": _lost_break, "width": _width, "homophone": _homophone, "ocr": _ocr,
    "typo": _typo, "spaces": _spaces,
}  # fmt: skip
