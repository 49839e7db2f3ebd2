"""Make a set: part the skeletons, fill them, lay noise on, gate, write, lock."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from incognote.errors import UsageError
from incognote.lab.synth.fill import Record, fill
from incognote.lab.synth.gate import Fault, faults, valid_numbers
from incognote.lab.synth.noise import noisy
from incognote.lab.synth.pools import SPLITS, Split
from incognote.lab.synth.recipes import Recipe
from incognote.lab.synth.skeleton import Skeleton, read_file

SKELETONS: Final = Path(str(files("incognote.lab.synth").joinpath("skeletons")))
_ATTEMPTS: Final = 50
Progress = Callable[[int, int], None]


@lru_cache(maxsize=8)
def skeletons(*kinds: str) -> tuple[Skeleton, ...]:
    """All skeletons of the given folders, in order of their files; all folders where none is named."""
    folders = [SKELETONS / kind for kind in kinds] if kinds else [SKELETONS]
    return tuple(s for folder in folders for path in sorted(folder.rglob("*.txt")) for s in read_file(path))


def parted(recipe: Recipe) -> dict[Split, list[Skeleton]]:
    """The skeletons of each split, in an order of their own: families stay whole and never move.

    Raises:
        UsageError: a split has no skeleton.
    """
    result: dict[Split, list[Skeleton]] = {name: [] for name in SPLITS if name in recipe.notes}
    test, valid = recipe.shares
    for skeleton in sorted(skeletons(*recipe.kinds), key=lambda s: _hash(recipe, s.id)):
        bucket = _hash(recipe, skeleton.family) % 100
        result["test" if bucket < test else "valid" if bucket < test + valid else "train"].append(skeleton)
    if empty := [split for split, of in result.items() if not of]:
        raise UsageError(f"{recipe.name} has no skeleton for {empty[0]}: write some (docs/skeletons.md)")
    return result


def _hash(recipe: Recipe, key: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{recipe.seed}/{key}".encode()).digest()[:8], "big")


def make(recipe: Recipe, *, closed: bool = False, splits: Iterable[Split] = SPLITS, progress: Progress | None = None) -> dict[Split, list[Record]]:
    """The notes of a set, those of `splits` that it has. `closed` fills every split from the same pools, to show the drop."""
    splits = [split for split in splits if split in recipe.notes]
    by_split = parted(recipe)
    total = sum(recipe.notes[s] for s in splits)
    made: dict[Split, list[Record]] = {}
    for split in splits:
        made[split] = []
        for note in _filled(recipe, split, by_split[split], closed=closed):
            made[split].append(note)
            if progress is not None:
                progress(sum(map(len, made.values())), total)
    return made


def _filled(recipe: Recipe, split: Split, of: Sequence[Skeleton], *, closed: bool) -> Iterator[Record]:
    """`recipe.notes[split]` notes: the skeletons in turn, round after round."""
    variant = "closed" if closed else "open"
    rng = random.Random(f"{recipe.seed}/{variant}/{split}")
    seen: set[str] = set()
    again = [skeleton for skeleton in of if skeleton.marks]  # a note without a slot comes once
    for number in range(recipe.notes[split]):
        skeleton = of[number] if number < len(of) else again[(number - len(of)) % len(again)]
        note_id = f"{recipe.name}-{variant[0]}-{split}-{number:04d}"
        note = _unlike(seen, skeleton, recipe.seed, None if closed else split, note_id)
        note["split"] = split
        loud = noisy(note, seed=recipe.seed) if rng.random() < recipe.noise else note
        yield note if any(valid_numbers(loud["text"])) else loud  # a scanner's slip must not make a number valid


def _unlike(seen: set[str], skeleton: Skeleton, seed: str, pools: Split | None, note_id: str) -> Record:
    """A note whose text is not among `seen`: a skeleton with one small slot may fill alike twice."""
    note = fill(skeleton, seed=seed, split=pools, note_id=note_id)
    attempt = 0
    while note["text"] in seen and attempt < _ATTEMPTS:
        attempt += 1
        note = fill(skeleton, seed=f"{seed}/{attempt}", split=pools, note_id=note_id)
    seen.add(note["text"])
    return note


def gate(made: Mapping[Split, Sequence[Record]]) -> list[Fault]:
    """The faults of a set, all splits together."""
    return list(faults(note for notes in made.values() for note in notes))


def fingerprint(notes: Iterable[Record]) -> str:
    """SHA-256 over the texts and spans of notes, in order: what a split is locked by."""
    digest = hashlib.sha256()
    for note in notes:
        digest.update(note["id"].encode() + b"\0" + note["text"].encode() + b"\0")
        for span in note["spans"]:
            digest.update(f"{span['start']},{span['end']},{span['label']};".encode())
    return digest.hexdigest()
