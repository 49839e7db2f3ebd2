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
from incognote.lab.synth.numbers import cn_check, tw_id_is_valid
from incognote.names.tables import to_base

LEFT_OVER: Final = re.compile(
    r"(?<![A-Za-z0-9.])(?:09\d{2}[-\s]?\d{3}[-\s]?\d{3}|\(0\d{1,3}\)\s?\d{3,4}-?\d{3,4}|1[3-9]\d{9}|[A-Z][1289]\d{8}|\d{17}[\dXx]"
    r"|(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}|\d{2,3}年\d{1,2}月\d{1,2}日)(?![0-9])|[\w.]+@[\w-]+\.[\w.]+"
)
"""What looks like an identifier whoever wrote it: phones, identity numbers, whole dates, e-mail addresses."""
_TW_ID: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z][1289]\d{8}(?![0-9])")
_CN_ID: Final = re.compile(r"(?<![0-9])\d{17}[\dX](?![0-9])")
_SIMPLIFIED_ONLY: Final = frozenset("医师药诊疗发热压检验护术后历号岁转过这说时会们为无")
_TRADITIONAL_ONLY: Final = frozenset("醫師藥診療發熱壓檢驗護術後歷號歲轉過這說時會們為無")


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
    if any(tw_id_is_valid(m[0]) for m in _TW_ID.finditer(text) if m[0][0].isalpha()):
        yield "a valid identity number of Taiwan"
    if any(cn_check(m[0][:17]) == m[0][17] for m in _CN_ID.finditer(text)):
        yield "a valid resident identity number"
    outside = _outside(note)
    script = note.get("script")
    if script == "zh-TW" and any(c in _SIMPLIFIED_ONLY for c in outside):
        yield "simplified characters in a traditional note"
    if script == "zh-CN" and any(c in _TRADITIONAL_ONLY for c in outside):
        yield "traditional characters in a simplified note"


def _outside(note: Record) -> str:
    pieces, at = [], 0
    for span in sorted(note["spans"], key=lambda s: int(s["start"])):
        pieces.append(note["text"][at : span["start"]])
        at = span["end"]
    return "".join([*pieces, note["text"][at:]])


def overlaps(first: Sequence[Record], second: Sequence[Record]) -> dict[str, set[str]]:
    """What two splits share of what they must not: skeletons, families, full names, institutions.

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
            if span["label"] in ("HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG") and span.get("form") is None:
                held["institution"].add(text)
    return held
