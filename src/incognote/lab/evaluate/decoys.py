"""Decoys: texts without anybody in them that look as if there were. How many does a system alter?

A file of decoys is JSON Lines with `id` and `text`; systems are asked about them as about notes, and what a
predictions file says of their ids is read too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from incognote.errors import FormatError
from incognote.lab.evaluate.gold import GoldNote, read_rows
from incognote.lab.evaluate.intervals import Estimate, wilson
from incognote.lab.evaluate.predictions import Answers, places
from incognote.labels import TIER_C


class Altered(NamedTuple):
    """How many of the decoys that were answered are altered, and each altered one with what was masked in it."""

    share: Estimate
    texts: tuple[dict[str, Any], ...]

    def __repr__(self) -> str:
        return f"Altered({self.share})"


def read_decoys(path: Path, notes: Sequence[GoldNote]) -> list[GoldNote]:
    """The decoys of `path` as notes without spans.

    Raises:
        FormatError: names the line that has no `id` or `text`, or whose id a note or another decoy has; an empty file.
    """
    seen = {note.id for note in notes}
    decoys = []
    for number, row in read_rows(path):
        if not isinstance(row.get("id"), str) or not isinstance(row.get("text"), str):
            raise FormatError(f"line {number} of the decoys: it needs `id` and `text`")
        if row["id"] in seen:
            raise FormatError(f"line {number} of the decoys: its id was there before, here or in the gold")
        seen.add(row["id"])
        decoys.append(GoldNote(row["id"], row["text"], (), {}, {}))
    if not decoys:
        raise FormatError("the file of decoys has no text")
    return decoys


def altered(decoys: Sequence[GoldNote], answers: Answers) -> Altered:
    """The decoys in which a span of tier A or B, or of a label that is not ours, stands; Wilson's interval."""
    asked = [decoy for decoy in decoys if decoy.id in answers and answers[decoy.id].is_valid and not answers[decoy.id].is_hashed]
    texts = []
    for decoy in asked:
        masked = sorted({(*at, s.label) for s in answers[decoy.id].spans if s.label not in TIER_C for at in places(s, decoy.text)})
        if masked:
            texts.append({"id": decoy.id, "text": decoy.text, "masked": [[decoy.text[start:end], label] for start, end, label in masked]})
    return Altered(wilson(len(texts), len(asked)), tuple(texts))
