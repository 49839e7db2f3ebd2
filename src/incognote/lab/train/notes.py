"""Gold files as augmentation reads them: with the form each mention is written in, and where the note was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import ANY, read_gold, read_rows
from incognote.lab.train.barred import barred_prints, check_share, is_named_so, sieve
from incognote.lab.train.config import Data
from incognote.lab.train.fingerprint import prints
from incognote.lab.train.held_out import held_out_prints
from incognote.labels import FOUR, LABELS
from incognote.text.script import Script, script_of
from incognote.text.tags import CLASSES

Scheme = Literal["33", "14", "4"]
"""What spans are named by: our labels, the classes that the tagger learns, or the four classes of `cn-ehr`."""
FOUR_CLASSES: Final = tuple(dict.fromkeys(FOUR.values()))
ALL_CLASSES: Final = tuple(dict.fromkeys([*CLASSES, *FOUR_CLASSES]))
COUNTRIES: Final = ("tw", "cn", "us", "uk", "au")
SCRIPTS: Final = {"tw": "zh-TW", "cn": "zh-CN", "us": "en", "uk": "en", "au": "en"}
_BY_SCRIPT: Final = {"zh-TW": "tw", "zh-CN": "cn", "en": "us"}
_TRAIN: Final = "train"
_REFUSAL: Final = "only a train split may be augmented"
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
    """The notes of a training file, how many of its lines were left out as held out, and of how many the script was seen
    in their characters, since their lines do not say it.
    """

    notes: list[Note]
    aside: int
    seen: Mapping[str, int]

    def __repr__(self) -> str:
        return f"Admitted({len(self.notes)} notes, {self.aside} aside)"


def read_training(path: Path, *, data: Data | None = None) -> Admitted:
    """The notes of a training file. Lines that do not say their split are compared with what `data` holds out.

    Raises:
        FormatError: names the line that is no gold.
        UsageError: a line says a split other than train, or a tenth of them are of a set that measures every tagger; or lines
            say none, and the file's name does, or a tenth of them are held out, or there is nothing to compare them with.
    """
    rows = [row for _, row in read_rows(path)]
    if any(row.get("split", _TRAIN) != _TRAIN for row in rows):
        raise UsageError(f"{_REFUSAL}: this file has notes of another")
    read_gold(path, labels=ANY)
    check_share([frozenset(prints(row["text"])) for row in rows], held_out_prints(), refusal=_REFUSAL)
    silent = [row for row in rows if "split" not in row]
    aside = {row["id"] for row in silent} - _admitted(silent, path, data) if silent else set()
    rows = [row for row in rows if row["id"] not in aside]
    labels = {str(s["label"]) for row in rows for s in row.get("spans", ()) if "label" in s}
    scheme: Scheme = "4" if labels & _ONLY_FOUR else "33"
    scripts = _scripts(rows)
    seen: Counter[str] = Counter(script for row, script in zip(rows, scripts, strict=True) if not _home(row))
    return Admitted([_note(row, scheme, script) for row, script in zip(rows, scripts, strict=True)], len(aside), seen)


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
    return {row["id"] for row in sieve(rows, barred, refusal=_REFUSAL).rows}


def _note(row: Mapping[str, Any], scheme: Scheme, script: str) -> Note:
    given = row.get("spans", row.get("phi", ()))
    mentions = sorted(
        Mention(s["start"], s["end"], s.get("label") or s["type"], s.get("kind") or s.get("attr"), s.get("entity"), s.get("form"))
        for s in given
    )  # fmt: skip
    people = {person["entity"]: person for person in row.get("people", ())}
    meta = {k: v for k, v in row.items() if k not in ("id", "text", "spans", "phi", "people")}
    return Note(row["id"], row["text"], tuple(mentions), _home(row) or _BY_SCRIPT[script], scheme, people, meta)


def _home(row: Mapping[str, Any]) -> str | None:
    """The country that a line tells: by the id of the note's skeleton, else by the script that it names."""
    parts = str(row.get("skeleton", "")).lower().split("-")[:2]
    return next((part for part in parts if part in COUNTRIES), _BY_SCRIPT.get(str(row.get("script"))))


def _scripts(rows: Sequence[Mapping[str, Any]]) -> list[Script]:
    """The script that each text is written in; one that shows no sign is written as most of the others are."""
    by_default: tuple[Script, ...] = ("zh-TW", "zh-CN")
    one, other = ([script_of(row["text"], default=default) for row in rows] for default in by_default)
    usual = Counter(a for a, b in zip(one, other, strict=True) if a == b and a != "en")
    return other if usual["zh-CN"] > usual["zh-TW"] else one


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
