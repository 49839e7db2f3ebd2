"""Released sets: made, gated, written, and their test splits locked by SHA-256."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from incognote.errors import FormatError
from incognote.lab.lines import write_lines
from incognote.lab.synth import ehr, sets
from incognote.lab.synth.fill import Record
from incognote.lab.synth.gate import overlaps
from incognote.lab.synth.pools import Split
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.relations import relations
from incognote.lab.synth.visits import series

LOCKS: Final = "locks.json"
VISITORS: Final = {"tw": 100, "cn": 50, "us": 50}
"""People in the visits set, by where their notes are written."""
DERIVED: Final = {
    "cn-ehr": "sentences of cn-notes in four classes, in the proportions of the Chinese EHR paper; --closed: split by sentence, as there",
    "visits": "three visits a person under changed headers, with the gold identity of each note",
}
REPORTS: Final = ("au-intake", "tw-intake", "intake-practice")
"""Sets whose gold relation tables are written beside them."""
_NEVER_SHARED: Final = ("skeleton", "family", "name", "institution")


def make_all() -> dict[str, Mapping[str, Sequence[Record]]]:
    """Every released set: name to split to notes. `closed` variants have a test split alone.

    The gate sees whole notes: the sentences of cn-ehr come from gated skeletons, and by design leave numbers unmarked.

    Raises:
        FormatError: a set does not pass the gate.
    """
    made: dict[str, Mapping[str, Sequence[Record]]] = {}
    for recipe in RECIPES.values():
        notes = sets.make(recipe)
        _refuse(recipe.name, notes)
        made[recipe.name] = _plain(notes)
        if "test" not in recipe.notes:
            continue
        closed = sets.make(recipe, closed=True, splits=("test",))
        _refuse(f"{recipe.name}.closed", closed)
        made[f"{recipe.name}.closed"] = _plain(closed)
    made["cn-ehr"] = _plain(ehr.by_document())
    made["cn-ehr.closed"] = _plain(ehr.by_sentence())
    made["visits"] = visits()
    return made


def visits() -> dict[str, Sequence[Record]]:
    """The set `visits`: a test split alone.

    Raises:
        FormatError: it does not pass the gate.
    """
    notes: list[Record] = [note for kind, people in VISITORS.items() for note in series(people, kind=kind)]
    _refuse("visits", {"test": notes})
    return {"test": notes}


def derived(name: str, *, closed: bool) -> dict[str, Sequence[Record]]:
    """A set that is no recipe of its own: `cn-ehr` (sentences of cn-notes) or `visits`."""
    if name == "visits":
        return visits()
    return _plain(ehr.by_sentence() if closed else ehr.by_document())


def _plain(made: Mapping[Split, Sequence[Record]]) -> dict[str, Sequence[Record]]:
    return {str(split): notes for split, notes in made.items()}


def _refuse(name: str, notes: Mapping[Split, Sequence[Record]]) -> None:
    if wrong := sets.gate(notes):
        raise FormatError(f"{name}: {len(wrong)} faults, the first: {wrong[0].note}: {wrong[0].reason}")
    splits = list(notes)
    for at, first in enumerate(splits):
        for second in splits[at + 1 :]:
            shared = set(overlaps(notes[first], notes[second])) & set(_NEVER_SHARED)
            if shared:
                raise FormatError(f"{name}: {first} and {second} share a {sorted(shared)[0]}")


def locks(made: Mapping[str, Mapping[str, Sequence[Record]]]) -> dict[str, str]:
    """The SHA-256 of every test split."""
    return {name: sets.fingerprint(splits["test"]) for name, splits in made.items() if "test" in splits}


def write_all(made: Mapping[str, Mapping[str, Sequence[Record]]], folder: Path, *, relock: bool = False) -> int:
    """Write all sets packed, the relation tables of reports, and the locks; returns the bytes written.

    Raises:
        FormatError: a test split is not the one that was locked, and `relock` does not say that it may be another.
    """
    locked = folder / LOCKS
    if locked.exists() and not relock:
        before = json.loads(locked.read_text("utf-8"))
        if moved := sorted(name for name, digest in locks(made).items() if before.get(name, digest) != digest):
            raise FormatError(f"the test split of {', '.join(moved)} moved: write a decision page, then lock anew with --relock")
    for name in REPORTS:
        for split, notes in made[name].items():
            write_lines(folder / f"{name}.{split}.relations.jsonl.xz", map(relations, notes))
    for name, splits in made.items():
        for split, notes in splits.items():
            write_lines(folder / f"{name}.{split}.jsonl.xz", notes)
    locked.write_text(json.dumps(locks(made), indent=1) + "\n", "utf-8")
    return sum(path.stat().st_size for path in folder.iterdir())
