"""The notes that a language model is taught by: read from gold files, those that measure kept out, some kept apart.

Refused are files and lines that say that they are of a valid, test or dev set, and files of which a tenth is of a set that
measures (`lab/train/held_out`); single texts of such sets are left out and counted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import read_gold
from incognote.lab.evaluate.truth import GoldNote
from incognote.lab.train.barred import TRAINING, check_share, is_named_so, says_so
from incognote.lab.train.fingerprint import all_prints, prints
from incognote.lab.train.held_out import held_out_prints
from incognote.lab.train.lora.plan import Reading
from incognote.lab.train.shares import author

_REFUSAL: Final = "what measures a model is not trained on"


class Notes(NamedTuple):
    """`train` and `measured` are of different authors or skeletons; `aside` were left out as held out."""

    train: list[GoldNote]
    measured: list[GoldNote]
    aside: int

    def __repr__(self) -> str:
        return f"Notes({len(self.train)} to train, {len(self.measured)} to measure, {self.aside} aside)"


def read_notes(paths: Sequence[Path], plan: Reading, *, seed: int, held_out: Sequence[Path] = ()) -> Notes:
    """The notes of gold files, `plan.notes` of them by chance; `held_out` are more gold files whose texts are not trained on.

    Raises:
        FormatError: names the line that is no gold.
        UsageError: a file or line is of a valid or test set, or nothing is left.
    """
    barred = held_out_prints() | all_prints(note.text for path in held_out for note in read_gold(path))
    read = [note for path in paths for note in _allowed(path)]
    clean = [note for note in read if note.text.strip() and barred.isdisjoint(prints(note.text))]
    mixed = list({note.text: note for note in clean}.values())
    random.Random(f"lora/{seed}").shuffle(mixed)
    train, measured = _parted(mixed, plan)
    if not train:
        raise UsageError("there is no note to train on that is not held out")
    return Notes(train, measured, len(read) - len(clean))


def _allowed(path: Path) -> list[GoldNote]:
    """The notes of one file, if they may be trained on."""
    found = read_gold(path)
    if any(says_so(note.meta) for note in found):
        raise UsageError(f"{path.name} has lines of a valid or test split: {_REFUSAL}")
    if is_named_so(path) and not all(says_so(note.meta, TRAINING) for note in found):
        raise UsageError(f"{path.name} is named as a valid, test or dev set, and its lines do not say that they are of the train split: {_REFUSAL}")
    check_share([frozenset(prints(note.text)) for note in found], held_out_prints(), refusal=_REFUSAL)
    return found


def _parted(mixed: Sequence[GoldNote], plan: Reading) -> tuple[list[GoldNote], list[GoldNote]]:
    """Notes to train on, and a few of other authors to measure by, both in mixed order: at most a tenth measures."""
    wanted = min(plan.measured, len(mixed) // 10)
    kept = set(list(dict.fromkeys(map(_author, mixed)))[:wanted])
    train = [note for note in mixed if _author(note) not in kept]
    measured = [note for note in mixed if _author(note) in kept][:wanted]
    return train[: plan.notes or None], measured


def _author(note: GoldNote) -> str:
    return author(note.meta, note.id)
