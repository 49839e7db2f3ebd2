"""The file that people correct: JSON Lines, a document a line, its text in `marked` with marks as `text/markup` has them.

`doubt` (0 to 1, the file is sorted by it) and `doubtful`, the places to look at first by offsets in the plain text, are
told and not read back. `done` is set to true by whoever has read the whole document: only such lines become gold.
`check` stays as it is: a digest of the plain text, which tells when more than marks was changed, the scheme of the
labels, and what was suggested, so that the work can be counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan, read_rows
from incognote.lab.lines import write_lines
from incognote.lab.train.prelabel.effort import NOTHING, Edits, edits
from incognote.lab.train.prelabel.labelling import labels_of
from incognote.text import markup

_SCHEMES: Final = ("ours", "four")
_KEPT: Final = ("script", "type", "specialty", "style", "skeleton", "family", "split", "day")
"""Fields of a source that a gold file may have (schemas/gold.schema.json); people are known by entities, which are not."""
_DIGITS: Final = 32


class Draft(NamedTuple):
    """A document to correct. `doubtful`: (start, end, label, doubt, whether it is marked)."""

    id: str
    text: str
    spans: tuple[GoldSpan, ...]
    meta: Mapping[str, Any]
    doubt: float | None = None
    doubtful: tuple[tuple[int, int, str, float, bool], ...] = ()

    def __repr__(self) -> str:
        return f"Draft({len(self.text)} characters, {len(self.spans)} spans)"


class Corrected(NamedTuple):
    """What came back: the notes that are done, how many are not, and the edits that were made in those that are."""

    notes: list[GoldNote]
    left: int
    made: Edits
    spans: int

    def __repr__(self) -> str:
        return f"Corrected({len(self.notes)} notes, {self.left} left)"


def write_drafts(path: Path, drafts: Iterable[Draft], *, scheme: str) -> int:
    """Write drafts in the order given; returns how many.

    Raises:
        UsageError: the file is there already: it may hold work.
    """
    check_free(path)
    return write_lines(path, (_row(draft, scheme) for draft in drafts))


def check_free(path: Path) -> None:
    """Raises UsageError where a file to correct is already: asked before a long training too."""
    if path.exists():
        raise UsageError("the folder holds a file to correct already: take another folder, so that no work is lost")


def _row(draft: Draft, scheme: str) -> dict[str, Any]:
    marks = [markup.Marked(s.start, s.end, s.label, s.kind, s.entity, False) for s in draft.spans if "⟧" not in draft.text[s.start : s.end]]
    told = [{"start": start, "end": end, "label": label, "doubt": doubt, "marked": marked} for start, end, label, doubt, marked in draft.doubtful]
    suggested = [[m.start, m.end, m.label] for m in marks]
    check = {"characters": len(draft.text), "digest": _digest(draft.text), "scheme": scheme, "suggested": suggested}
    meta = {key: draft.meta[key] for key in _KEPT if isinstance(draft.meta.get(key), str)}
    return {"id": draft.id, "done": False, "doubt": draft.doubt, "doubtful": told, "marked": markup.write(draft.text, marks), "meta": meta, "check": check}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def read_drafts(path: Path, *, takes_all: bool = False) -> Corrected:
    """The corrected documents; lines that are not done are passed over, or taken too with `takes_all`.

    Raises:
        FormatError: names the line whose text, marks or labels are wrong, or whose id came before.
        UsageError: no line is done.
    """
    notes: list[GoldNote] = []
    left, spans, made = 0, 0, NOTHING
    ids: set[str] = set()
    for number, row in read_rows(path):
        note, suggested = _note(row, number)
        if note.id in ids:
            raise FormatError(f"line {number}: its id was used before")
        ids.add(note.id)
        if not takes_all and not row["done"]:
            left += 1
            continue
        notes.append(note)
        truth = [(s.start, s.end, s.label) for s in note.spans]
        made, spans = made + edits(suggested, truth), spans + len(truth)
    if not notes:
        raise UsageError("no document is done: a line counts when its `done` is true")
    return Corrected(notes, left, made, spans)


def _note(row: dict[str, Any], number: int) -> tuple[GoldNote, list[tuple[int, int, str]]]:
    """The note of a line, and what was suggested for it."""
    check, meta = row.get("check"), row.get("meta", {})
    given = isinstance(row.get("id"), str) and isinstance(row.get("marked"), str) and isinstance(row.get("done"), bool)
    if not given or not isinstance(check, dict) or not isinstance(meta, dict):
        raise FormatError(f"line {number}: it needs `id`, `marked`, `done` (true or false) and `check`")
    try:
        scheme, digest, characters = check["scheme"], check["digest"], int(check["characters"])
        suggested = [(int(start), int(end), str(label)) for start, end, label in check["suggested"]]
    except (KeyError, TypeError, ValueError):
        raise FormatError(f"line {number}: its `check` was changed") from None
    if scheme not in _SCHEMES:
        raise FormatError(f"line {number}: its `check` was changed")
    text, marks = markup.read(row["marked"])
    if _digest(text) != digest:
        raise FormatError(f"line {number}: {_what_changed(row['marked'], text, marks, characters)}")
    spans = _spans(marks, number, labels_of(scheme))
    return GoldNote(row["id"], text, spans, {key: meta[key] for key in _KEPT if isinstance(meta.get(key), str)}, {}), suggested


def _what_changed(marked_up: str, text: str, marks: Sequence[markup.Marked], characters: int) -> str:
    """Why a text is not what it was: a mark that is none, or characters."""
    if any("⟦" in text[m.start : m.end] for m in marks) or markup.write(text, marks) != marked_up:
        return "a mark is not closed, stands in another, or is not written ⟦LABEL|text⟧"
    more = len(text) - characters
    how = f"is {'longer' if more > 0 else 'shorter'} by {abs(more)}" if more else "is as long as it was, of other characters"
    return f"the text was changed, and only marks may be: it {how}"


def _spans(marks: Sequence[markup.Marked], number: int, labels: Sequence[str]) -> tuple[GoldSpan, ...]:
    for at, mark in enumerate(marks, 1):
        if mark.start == mark.end:
            raise FormatError(f"line {number}: mark {at} holds no text")
        if mark.label not in labels:
            raise FormatError(f"line {number}: mark {at} has an unknown label; there are {', '.join(sorted(labels))}")
    return tuple(GoldSpan(m.start, m.end, m.label, m.kind, m.entity) for m in marks)


def write_gold(path: Path, notes: Iterable[GoldNote]) -> int:
    """Notes as a gold file (schemas/gold.schema.json)."""
    return write_lines(path, ({"version": 1, "id": n.id, "text": n.text, "spans": [_span(s) for s in n.spans], **n.meta} for n in notes))


def _span(span: GoldSpan) -> dict[str, Any]:
    named = {"start": span.start, "end": span.end, "label": span.label, "kind": span.kind, "entity": span.entity}
    return {key: value for key, value in named.items() if value is not None}
