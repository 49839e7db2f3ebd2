"""The release gate: what a set must not have before it may be used or shown.

Offsets exact, no identifier-like text outside spans, no valid number of a person, one script, no duplicates,
nothing shared between splits.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from incognote.lab.synth.fill import Record
from incognote.lab.synth.numbers import cn_check, luhn_is_valid, tw_id_is_valid
from incognote.lab.synth.skeleton import Skeleton
from incognote.names.tables import to_base
from incognote.text.script import ONLY_SIMPLIFIED, ONLY_TRADITIONAL

LEFT_OVER: Final = re.compile(
    r"(?<![A-Za-z0-9.])(?:09\d{2}[-\s]?\d{3}[-\s]?\d{3}|\(0\d{1,3}\)\s?\d{3,4}-?\d{3,4}|04\d\d \d{3} \d{3}|\(?\d{3}\)?[ -]555-01\d\d"
    r"|1[3-9]\d{9}|[A-Za-z][1289]\d{8}|\d{17}[\dXx]|\d{3}-\d\d-\d{4}|\d{8,}"
    r"|(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}|\d{2,3}年\d{1,2}月\d{1,2}日|\d{1,2}/\d{1,2}/(?:19|20)\d\d"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, (?:19|20)\d\d)(?![0-9])|[\w.]+@[\w-]+\.[\w.]+"
)
"""What looks like an identifier whoever wrote it: phones, identity numbers, long runs of digits, whole dates, e-mail."""
LOOK_ALIKE: Final = re.compile(
    LEFT_OVER.pattern + r"|(?<![\d.])\d{2,3}/\d{1,2}/\d{1,2}(?![\d./])|\d{1,2}月\d{1,2}[日號号]"
    r"|[\u4e00-\u9fff]{2}(?:醫院|医院|診所|诊所|藥局|药房|國小|国中|國中|小学|中学|大學|大学|幼兒園|幼儿园|監獄|监狱)"
)
"""What a writer should look at in a skeleton: also what is mostly a clinical value or a generic institution."""
_GENERIC: Final = re.compile(
    r"(?:社區|社区|他家|外院|本院|該院|該|那間|附近|地區|地区|區域|教學|大型|精神|專科|综合|綜合|公立|私立|轉診|当地|當地|基層|牙醫|某)(?:醫院|医院|診所|诊所|藥局|药房)|醫學中心"
)
_TW_ID: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][1289]\d{8}(?![0-9])")
_CN_ID: Final = re.compile(r"(?<![0-9])\d{17}[\dXx](?![0-9])")
_CARD: Final = re.compile(r"(?<!\d)\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?!\d)")
_HOKKIEN: Final = "个"
"""Written so in traditional notes that quote Taiwanese speech (彼个)."""


class Fault(NamedTuple):
    """A note that may not be released, and why; no text of it."""

    note: str
    reason: str


def faults(notes: Iterable[Record]) -> Iterator[Fault]:
    """Everything that is wrong with the notes of one set (all splits together)."""
    texts: dict[str, str] = {}
    ids: set[str] = set()
    for note in notes:
        text, key = note["text"], note["id"]
        if key in ids:
            yield Fault(key, "id used twice")
        ids.add(key)
        if text in texts:
            yield Fault(key, f"same text as {texts[text]}")
        texts[text] = key
        yield from (Fault(key, reason) for reason in _of_note(note))


def _of_note(note: Record) -> Iterator[str]:
    text: str = note["text"]
    end = 0
    for span in sorted(note["spans"], key=lambda s: int(s["start"])):
        if not 0 <= span["start"] < span["end"] <= len(text):
            yield f"offsets of a {span['label']} outside the text"
            return
        if span["start"] < end:
            yield f"a {span['label']} overlaps the span before it"
        end = span["end"]
        piece = text[span["start"] : span["end"]]
        if piece != piece.strip():
            yield f"a {span['label']} begins or ends with a space"
    for found in LEFT_OVER.finditer(text):
        if not any(s["start"] < found.end() and found.start() < s["end"] for s in note["spans"]):
            yield "identifier-like text outside spans"
    yield from valid_numbers(text)
    outside = _outside(note)
    script = note.get("script")
    if script == "zh-TW" and ONLY_SIMPLIFIED.search(outside.replace(_HOKKIEN, "")):
        yield "simplified characters in a traditional note"
    if script == "zh-CN" and ONLY_TRADITIONAL.search(outside):
        yield "traditional characters in a simplified note"


def valid_numbers(text: str) -> Iterator[str]:
    """What kinds of valid identity or card numbers a text holds: none may."""
    if any(tw_id_is_valid(m[0].upper()) for m in _TW_ID.finditer(text)):
        yield "a valid identity number of Taiwan"
    if any(cn_check(m[0][:17]) == m[0][17].upper() for m in _CN_ID.finditer(text)):
        yield "a valid resident identity number"
    if any(luhn_is_valid("".join(c for c in m[0] if c.isdigit())) for m in _CARD.finditer(text)):
        yield "a valid card number"


def _outside(note: Record) -> str:
    pieces, at = [], 0
    for span in sorted(note["spans"], key=lambda s: int(s["start"])):
        pieces.append(note["text"][at : span["start"]])
        at = span["end"]
    return "".join([*pieces, note["text"][at:]])


def look_alikes(skeleton: Skeleton) -> list[str]:
    """Text of a skeleton outside its marks that looks like an identifier: for its writer to look at."""
    pieces, position = [], 0
    for mark in skeleton.marks:
        pieces.append(skeleton.text[position : mark.start])
        position = mark.end
    pieces.append(skeleton.text[position:])
    return [m[0] for piece in pieces for m in LOOK_ALIKE.finditer(piece) if not _GENERIC.search(m[0])]


def overlaps(first: Sequence[Record], second: Sequence[Record]) -> dict[str, set[str]]:
    """What two splits share of what they must not: skeletons, families, full names, institutions but for initials.

    Streets are parted by the pools that they are drawn from, and not looked at here.
    """
    left, right = _held(first), _held(second)
    return {kind: left[kind] & right[kind] for kind in left if left[kind] & right[kind]}


def _held(notes: Sequence[Record]) -> dict[str, set[str]]:
    held: dict[str, set[str]] = defaultdict(set)
    for note in notes:
        held["skeleton"].add(note["skeleton"])
        held["family"].add(note["family"])
        for person in note.get("people", ()):
            name = person["names"][0].translate(to_base()).lower()
            if len(name) > 1:
                held["name"].add(name)
        for span in note["spans"]:
            text = note["text"][span["start"] : span["end"]]
            if span["label"] in ("HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG") and not text.isupper():
                held["institution"].add(text)
    return held
