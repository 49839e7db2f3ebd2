"""The texts of the study: `cn-ehr` by split and share, and what augmentation adds, made once and kept.

Four classes become one tag class each, as the paper has it; what carries none of them is outside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from shutil import rmtree
from typing import Any, Final, NamedTuple

from incognote.lab.evaluate.gold import read_rows
from incognote.lab.lines import write_lines
from incognote.lab.train.augment import GOLD, MODEL, Method, Plan, Progress, augment
from incognote.lab.train.fingerprint import all_prints, digest, prints
from incognote.lab.train.language import SIZES
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.schemes import CLASS_OF, SCHEMES
from incognote.lab.train.shares import drawn
from incognote.lab.train.sources import Labelled
from incognote.lab.train.study.grid import SPLITS, Grid, Run

FOUR_OF: Final = {name: four for four, classes in SCHEMES["four"].classes.items() for name in classes}
"""Which of the four a class of the tagger is."""
_AUGMENTED: Final[Mapping[str, tuple[Method, ...]]] = {"raw": (), "mr": ("mr",), "daga": ("daga",), "both": ("mr", "daga")}
_SEED: Final = 1
"""Of what is added: the same for all runs on the same share."""
Line = dict[str, Any]


class Prepared(NamedTuple):
    """What a run needs: its training texts, the whole raw training text of its split, valid, and prints."""

    train: list[Labelled]
    whole: list[Labelled]
    valid: list[Labelled]
    prints: frozenset[str]
    told: dict[str, Any]

    def __repr__(self) -> str:
        return f"Prepared({len(self.train)} texts of {len(self.whole)})"


def lines(grid: Grid, split: str, part: str) -> list[Line]:
    """The sentences of a part (train, valid, test) of a split; with a limit, every so manyeth."""
    found = [row for _, row in read_rows(Path(grid.corpora) / f"cn-ehr.{SPLITS[split]}{part}.jsonl.xz")]
    return found[:: max(1, len(found) // grid.limit)][: grid.limit] if grid.limit else found


def labelled(row: Line) -> Labelled:
    """A line in tag classes; nothing is left open."""
    return Labelled(row["text"], tuple((s["start"], s["end"], (CLASS_OF[s["label"]],)) for s in row["spans"]), ())


def document(row: Line) -> str:
    """The document of a sentence: its id without the sentence's number.

    >>> document({"id": "cn-ehr-train-cn-bei-001-0-4"})
    'cn-ehr-train-cn-bei-001-0'
    """
    return str(row["id"]).rpartition("-")[0]


def shared(rows: Sequence[Line], share: float, *, unit: str, seed: int) -> list[Line]:
    """Whole documents (or skeletons) by chance until they hold the share; a larger share holds a smaller one."""
    if share == 1:
        return list(rows)
    of: Callable[[Line], str] = document if unit == "document" else lambda row: str(row["skeleton"])
    kept = drawn([of(row) for row in rows], share, key=f"share/{unit}/{seed}")
    return [row for row in rows if of(row) in kept]


def prepared(grid: Grid, run: Run, folder: Path, *, tell: Progress | None = None, limit: Limit = NONE) -> Prepared:
    """The texts of a run; what augmentation adds to them lies in `folder` or is made there.

    Texts that share a print with valid or test are left out, those of the split's raw training text too.

    Raises:
        TimeOverError: at `limit`, while a language model is trained.
    """
    row = run.row
    raw = lines(grid, row.split, "train")
    valid = [labelled(each) for each in lines(grid, row.split, "valid")]
    held_out = all_prints(each["text"] for part in ("valid", "test") for each in lines(grid, row.split, part))
    some = shared(raw, row.share, unit=row.unit, seed=run.seed)
    added = [each for method in _AUGMENTED[row.data] for each in _augmented(grid, run, some, method, folder, tell, limit)]
    train = _clean(map(labelled, [*some, *added]), held_out)
    told = {"documents": len(set(map(document, some))), "sentences": len(some), "added": len(added), "left_out": len(some) + len(added) - len(train)}
    return Prepared(train, _clean(map(labelled, raw), held_out), valid, all_prints(each.text for each in train), told)


def _clean(texts: Iterable[Labelled], held_out: frozenset[str]) -> list[Labelled]:
    return [text for text in texts if held_out.isdisjoint(prints(text.text))]


def _augmented(grid: Grid, run: Run, some: Sequence[Line], method: Method, folder: Path, tell: Progress | None, limit: Limit) -> list[Line]:
    """What a method makes of the lines: read where it lies finished, else made."""
    row = run.row
    drawn = f"-{row.unit}-s{run.seed}" if row.share < 1 else ""
    place = folder / f"{row.split}-{round(100 * row.share)}{drawn}-{method}-x{row.copies}"
    plan, settings = Plan(method, row.copies, _SEED), SIZES[grid.size]
    told = json.dumps([sorted(asdict(plan).items()), sorted(asdict(settings).items())])
    known = hashlib.sha256("\n".join([told, digest(str(each["id"]) for each in some)]).encode()).hexdigest()
    done = place / "fingerprint.txt"
    if not done.exists() or done.read_text("ascii") != known:
        if done.exists():
            rmtree(place)
        place.mkdir(parents=True, exist_ok=True)
        gold = place / "raw.jsonl"
        write_lines(gold, ({**each, "split": "train"} for each in some))
        augment(gold, plan, place, settings=settings, tell=tell, limit=limit)
        gold.unlink()
        (place / MODEL).unlink(missing_ok=True)
        done.write_text(known, "ascii")
    return [each for _, each in read_rows(place / GOLD)]
