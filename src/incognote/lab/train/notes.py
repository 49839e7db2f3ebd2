"""Gold files as augmentation reads them: with the form each mention is written in, and where the note was written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import ANY, read_gold, read_rows
from incognote.lab.train.barred import barred_prints, is_named_so, sieve
from incognote.lab.train.config import Data
from incognote.labels import FOUR, LABELS
from incognote.text.tags import CLASSES

Scheme = Literal["33", "14", "4"]
"""What spans are named by: our labels, the classes that the tagger learns, or the four classes of `cn-ehr`."""
FOUR_CLASSES: Final = tuple(dict.fromkeys(FOUR.values()))
ALL_CLASSES: Final = tuple(dict.fromkeys([*CLASSES, *FOUR_CLASSES]))
COUNTRIES: Final = ("tw", "cn", "us", "uk", "au")
SCRIPTS: Final = {"tw": "zh-TW", "cn": "zh-CN", "us": "en", "uk": "en", "au": "en"}
_TRAIN: Final = "train"
_SAY_SO: Final = '"split": "train" in each line says that they may be trained on'
_ONLY_FOUR: Final = frozenset(FOUR_CLASSES) - frozenset(LABELS)


class Mention(NamedTuple):
    """A span of the gold; `form` says how it is written (full, titled, roc ...) where the file does."""

    start: int
    end: int
    label: str
    kind: str | None = None
    entity: str | None = None
    form: str | None = None

    def __repr__(self) -> str:
        return f"Mention({self.start}, {self.end})"


class Note(NamedTuple):
    """A note of a training file, or a generated sentence; `meta` are the other fields of its line."""

    id: str
    text: str
    mentions: tuple[Mention, ...]
    country: str
    scheme: Scheme
    people: Mapping[str, Mapping[str, Any]]
    meta: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"Note({len(self.text)} characters, {len(self.mentions)} mentions)"


Spare = Mapping[tuple[str, str | None, str], Sequence[str]]
"""Distinct mentions by label (or class), kind and country, for what no pool has: professions, feasts, wards."""


def class_of(label: str) -> str | None:
    """The class of a label of ours, or of the four classes of `cn-ehr`; None where a label is not trained.

    >>> class_of("MRN"), class_of("PER"), class_of("CONTEXT")
    ('ID', 'PER', None)
    """
    row = LABELS.get(label)
    return row.training if row else label if label in ALL_CLASSES else None


class Admitted(NamedTuple):
    """The notes of a training file, and how many of its lines were left out as held out."""

    notes: list[Note]
    aside: int

    def __repr__(self) -> str:
        return f"Admitted({len(self.notes)} notes, {self.aside} aside)"


def read_training(path: Path, *, data: Data | None = None) -> Admitted:
    """The notes of a training file. Lines that do not say their split are compared with what `data` holds out.

    Raises:
        FormatError: names the line that is no gold.
        UsageError: a line says a split other than train; or lines say none, and the file's name does, or a tenth of them
            are held out, or there is nothing to compare them with.
    """
    read_gold(path, labels=ANY)
    rows = [row for _, row in read_rows(path)]
    if any(row.get("split", _TRAIN) != _TRAIN for row in rows):
        raise UsageError("only a train split may be augmented: this file has notes of another")
    silent = [row for row in rows if "split" not in row]
    aside = {row["id"] for row in silent} - _admitted(silent, path, data) if silent else set()
    rows = [row for row in rows if row["id"] not in aside]
    labels = {str(s["label"]) for row in rows for s in row.get("spans", ()) if "label" in s}
    scheme: Scheme = "4" if labels & _ONLY_FOUR else "33"
    return Admitted([_note(row, scheme) for row in rows], len(aside))


def _admitted(rows: Sequence[Mapping[str, Any]], path: Path, data: Data | None) -> set[str]:
    """The ids of lines without a split that nothing speaks against."""
    if is_named_so(path):
        raise UsageError("the file is named as a valid, test or dev set, and its lines do not say that they are of the train split")
    if data is None:
        raise UsageError(f"lines do not say their split: {_SAY_SO}")
    try:
        barred = barred_prints(data)
    except UsageError as error:
        raise UsageError(f"lines do not say their split ({_SAY_SO}), and {error}") from None
    return {row["id"] for row in sieve(rows, barred, refusal="only a train split may be augmented").rows}


def _note(row: Mapping[str, Any], scheme: Scheme) -> Note:
    given = row.get("spans", row.get("phi", ()))
    mentions = sorted(
        Mention(s["start"], s["end"], s.get("label") or s["type"], s.get("kind") or s.get("attr"), s.get("entity"), s.get("form"))
        for s in given
    )  # fmt: skip
    people = {person["entity"]: person for person in row.get("people", ())}
    meta = {k: v for k, v in row.items() if k not in ("id", "text", "spans", "phi", "people")}
    return Note(row["id"], row["text"], tuple(mentions), _country(row), scheme, people, meta)


def _country(row: Mapping[str, Any]) -> str:
    """By the id of the note's skeleton; else by its script."""
    parts = str(row.get("skeleton", "")).lower().split("-")[:2]
    by_script = {"zh-TW": "tw", "zh-CN": "cn"}
    return next((part for part in parts if part in COUNTRIES), by_script.get(str(row.get("script")), "us"))


def spare_mentions(notes: Iterable[Note]) -> Spare:
    """The distinct mentions of training notes, sorted, by label and by class."""
    held: dict[tuple[str, str | None, str], set[str]] = {}
    for note in notes:
        for mention in note.mentions:
            text = note.text[mention.start : mention.end]
            held.setdefault((mention.label, mention.kind, note.country), set()).add(text)
            if name := class_of(mention.label):
                held.setdefault((name, None, note.country), set()).add(text)
    return {where: sorted(texts) for where, texts in held.items()}
