"""Predictions: what a system says of each note, ours or anybody's."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan, read_rows
from incognote.lab.evaluate.titled import PEOPLE, titled

VERSION: Final = 1


class Predicted(NamedTuple):
    """A span that a system found; offsets are -1 where it told a string alone."""

    start: int
    end: int
    label: str
    text: str

    def __repr__(self) -> str:
        return f"Predicted({self.start}, {self.end})"


class Answer(NamedTuple):
    """A system's answer for one note: `is_valid` is false where the answer could not be read or it crashed.

    `seconds` is the time it took, None where nobody measured. `is_hashed`: only the hashes of its strings are known,
    so that string recall and unique precision can be told, and nothing that depends on places.
    """

    spans: tuple[Predicted, ...]
    is_valid: bool = True
    failure: str = ""
    seconds: float | None = None
    is_hashed: bool = False

    def __repr__(self) -> str:
        return f"Answer({len(self.spans)} spans, valid={self.is_valid})"


Answers = Mapping[str, Answer]


def read_predictions(path: Path, notes: Iterable[GoldNote]) -> dict[str, Answer]:
    """The answers of a predictions file for `notes`: a note it leaves out counts as not answered.

    A line is `{"id", "spans": [{"start", "end", "label"}]}` (as `detect --jsonl` writes), or
    `{"id", "phi": [{"type", "text"}]}` as the article's models answer, or `{"id", "raw": "..."}`: a model's
    reply, read as the article reads it (the outermost braces; else invalid), or `{"id", "hashes": [...]}`: the
    hashes of the predicted strings, which score string recall and unique precision and show nothing.

    Raises:
        FormatError: a line that is none of these, or an id that no note has.
    """
    by_id = {note.id: note for note in notes}
    answers: dict[str, Answer] = {}
    for number, row in read_rows(path):
        note_id = row.get("id")
        if note_id not in by_id:
            raise FormatError(f"line {number} of the predictions: no note of the gold has this id")
        if note_id in answers:
            raise FormatError(f"line {number} of the predictions: this id was answered before")
        answers[note_id] = _answer(row, by_id[note_id], number)
    for note_id in by_id:
        answers.setdefault(note_id, Answer((), is_valid=False, failure="no answer"))
    return answers


def _answer(row: Mapping[str, Any], note: GoldNote, number: int) -> Answer:
    text = note.text
    if row.get("failure"):
        return Answer((), is_valid=False, failure=str(row["failure"])[:40])
    if isinstance(row.get("hashes"), list):
        known = {hashed(string): string for s in note.spans for string in _writings(text, s)}
        return Answer(tuple(Predicted(-1, -1, "", known.get(value, f"#{value}")) for value in row["hashes"]), is_hashed=True)
    if "raw" in row:
        return read_reply(str(row["raw"]))
    given = row.get("spans", row.get("phi"))
    if not isinstance(given, list):
        raise FormatError(f"line {number} of the predictions: it needs `spans`, `phi` or `raw`")
    spans = []
    for item in given:
        if not isinstance(item, dict):
            raise FormatError(f"line {number} of the predictions: a span is no object")
        label = str(item.get("label") or item.get("type") or "")
        start, end = item.get("start", -1), item.get("end", -1)
        if isinstance(start, int) and isinstance(end, int) and start >= 0:
            if not start < end <= len(text):
                raise FormatError(f"line {number} of the predictions: offsets outside the text")
            spans.append(Predicted(start, end, label, text[start:end]))
        elif isinstance(item.get("text"), str):
            spans.append(Predicted(-1, -1, label, item["text"]))
        else:
            raise FormatError(f"line {number} of the predictions: a span needs offsets or a text")
    seconds = row.get("seconds")
    if seconds is not None and not isinstance(seconds, int | float):
        raise FormatError(f"line {number} of the predictions: `seconds` is no number")
    return Answer(tuple(spans), seconds=seconds)


def _writings(text: str, span: GoldSpan) -> Iterator[str]:
    """The strings that may stand for a gold span: its own, and a name of one character with its title in or out."""
    found = titled(text, span.start, span.end) if span.label in PEOPLE else None
    yield from (text[start:end] for start, end in (found.places if found else ((span.start, span.end),)))


def places(found: Predicted, text: str) -> Iterator[tuple[int, int]]:
    """Where `found` stands in `text`; a string without offsets everywhere, as the article masks it.

    >>> list(places(Predicted(-1, -1, "NAME", "ab"), "ab cab"))
    [(0, 2), (4, 6)]
    """
    if found.start >= 0:
        yield found.start, found.end
        return
    at = text.find(found.text) if found.text else -1
    while at >= 0:
        yield at, at + len(found.text)
        at = text.find(found.text, at + len(found.text))


def read_reply(raw: str) -> Answer:
    """A model's reply: the outermost braces as JSON with a list `phi`; entries without a text are dropped.

    >>> read_reply('Here: {"phi": [{"type": "NAME", "text": "x"}]} ok').spans[0].label
    'NAME'
    >>> read_reply("none").is_valid
    False
    """
    start, end = raw.find("{"), raw.rfind("}")
    try:
        phi = json.loads(raw[start : end + 1])["phi"] if 0 <= start < end else None
    except (ValueError, KeyError, TypeError):
        phi = None
    if not isinstance(phi, list):
        return Answer((), is_valid=False, failure="invalid JSON")
    return Answer(
        tuple(Predicted(-1, -1, str(p.get("type", "")), p["text"]) for p in phi if isinstance(p, dict) and isinstance(p.get("text"), str))
    )


def row_of(note_id: str, answer: Answer, *, is_hashed: bool = False) -> dict[str, Any]:
    """An answer as a line of a predictions file; `is_hashed` keeps the hashes of its strings alone."""
    if is_hashed and answer.is_valid:
        return {"version": VERSION, "id": note_id, "hashes": sorted({hashed(s.text) for s in answer.spans})}
    row: dict[str, Any] = {"version": VERSION, "id": note_id, "spans": [
        {"start": s.start, "end": s.end, "label": s.label} if s.start >= 0 else {"label": s.label, "text": s.text} for s in answer.spans
    ]}  # fmt: skip
    if not answer.is_valid:
        row["failure"] = answer.failure or "invalid"
    if answer.seconds is not None:
        row["seconds"] = round(answer.seconds, 6)
    return row


def hashed(text: str) -> str:
    """A string's hash: predictions on data that may not leave their place are stored so."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
