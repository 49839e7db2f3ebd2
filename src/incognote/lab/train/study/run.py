"""One run of the study: model, training, and what it finds in the test sentences and the case kinds.

A run's folder holds no text: spans with the ids of their sentences, so that every figure can be made again.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import torch

from incognote.errors import FormatError, UsageError
from incognote.lab.train.checkpoint import CHECKPOINT, METRICS, check_own
from incognote.lab.train.config import Training
from incognote.lab.train.curves import draw
from incognote.lab.train.distil import STAGE
from incognote.lab.train.examples import Example, all_examples
from incognote.lab.train.fingerprint import digest, write_prints
from incognote.lab.train.fit import Job, Tell, fit
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.measure import Spans, cut, find
from incognote.lab.train.model import Tagger, write_config
from incognote.lab.train.run import device
from incognote.lab.train.study.cases import read_cases
from incognote.lab.train.study.data import FOUR_OF, Prepared, labelled, lines
from incognote.lab.train.study.grid import Grid, Kind, Run, teacher_of
from incognote.lab.train.study.models import Master, build, load
from incognote.lab.train.vocabulary import Vocabulary

RESULT: Final = "result.json"
PREDICTIONS: Final = "predictions.jsonl"
CASES: Final = "cases.jsonl"


def stretched(examples: Sequence[Example], pieces: int, *, seed: int) -> list[Example]:
    """Whole copies of the examples, then some by chance, until there are so many pieces."""
    found: list[Example] = []
    dice = random.Random(f"stretch/{seed}")
    while pieces > 0:
        for example in dice.sample(list(examples), len(examples)):
            if pieces <= 0:
                break
            found.append(example)
            pieces -= len(example.ids)
    return found


def planned(grid: Grid, kind: Kind, *, own: int, whole: int) -> tuple[Training, int]:
    """Epochs and pieces an epoch, so that all runs of a split see `passes` times `whole` pieces."""
    epochs = max(1, min(grid.passes, grid.passes * whole // own))
    training = Training(epochs, batch=grid.batch, rate=kind.rate, head_rate=kind.head_rate, warm_up=grid.warm_up, checkpoint_minutes=2.0)
    return training, grid.passes * whole // epochs


def is_done(grid: Grid, run: Run, folder: Path) -> bool:
    """Whether the folder holds the result of this very run."""
    return result_of(folder).get("run") == describe(grid, run)


def result_of(folder: Path) -> dict[str, Any]:
    """The result in a run's folder; empty where there is none yet."""
    try:
        found: dict[str, Any] = json.loads((folder / RESULT).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return found


def describe(grid: Grid, run: Run) -> dict[str, Any]:
    """All that decides what comes of a run, but the texts; as JSON gives it back."""
    table = asdict(grid)
    del table["rows"], table["models"], table["threads"], table["corpora"]
    row, kind = asdict(run.row), asdict(grid.models[run.row.model])
    del row["seeds"], kind["seconds"], kind["title"]
    if not kind["teacher"]:
        del kind["teacher"], kind["first_passes"]
    told: dict[str, Any] = json.loads(json.dumps({"grid": table, "row": row, "model": kind, "seed": run.seed}))
    return told


def train_one(grid: Grid, run: Run, texts: Prepared, folder: Path, *, tell: Tell, limit: Limit = NONE) -> bool:
    """Train a run or the rest of it, and write what it finds; False where time ran out.

    Raises:
        UsageError: the run that teaches it is not done.
    """
    torch.set_num_threads(grid.threads)
    kind, master = grid.models[run.row.model], _master(grid, run, folder)
    model, vocabulary = master.student(kind, seed=run.seed) if master else build(grid, kind, [each.text for each in texts.train], seed=run.seed)
    cutter = vocabulary.cutter()
    mine = all_examples(texts.train, cutter)
    whole = sum(len(e.ids) for e in all_examples(texts.whole, cutter))
    training, pieces = planned(grid, kind, own=sum(len(e.ids) for e in mine), whole=whole)
    shown = stretched(mine, pieces, seed=run.seed)
    told, seen = describe(grid, run), digest(texts.prints)
    known = hashlib.sha256(json.dumps([told, seen, len(shown), master.known if master else ""], sort_keys=True).encode()).hexdigest()
    for place, own in ((folder / STAGE, f"{known} 1"), (folder, f"{known} 2")) if master else ((folder, known),):
        check_own(place, own)
    write_config(folder, vocabulary, shape=model.encoder.shape, told={"kind": kind.kind, "trained_on": seen, "study": told})
    write_prints(folder / "prints.txt", texts.prints)
    job = Job(model.to(device("auto")), shown, cut(texts.valid, cutter), training, run.seed, known)
    outcome = master.teach(job, kind, folder, passes=grid.passes, tell=tell, limit=limit) if master else fit(job, folder, tell=tell, limit=limit)
    if not outcome.is_done:
        return False
    draw(folder / METRICS, folder / "curves.png")
    model = load(kind, folder)[0]
    model.is_half = job.model.is_half
    _write_found(grid, run, model, vocabulary, folder)
    last = json.loads((folder / METRICS).read_text("utf-8").splitlines()[-1])
    result = {"run": told, "texts": texts.told, "steps": last["step"], "epochs": training.epochs, "seconds": last["seconds"], "valid": outcome.best}
    result["parameters"] = sum(p.numel() for p in model.parameters())
    (folder / RESULT).write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    for each in (folder, folder / STAGE):
        (each / CHECKPOINT).unlink(missing_ok=True)
    return True


def _master(grid: Grid, run: Run, folder: Path) -> Master | None:
    """Who teaches a run; its folder lies beside the run's."""
    of = teacher_of(grid, run)
    if of is None:
        return None
    place = folder.with_name(of.name)
    if not is_done(grid, of, place):
        raise UsageError(f"{run.name} is taught by {of.name}, which is not done: run that row first")
    return Master(place)


def _write_found(grid: Grid, run: Run, model: Tagger, vocabulary: Vocabulary, folder: Path) -> None:
    cutter = vocabulary.cutter()
    test = lines(grid, run.row.split, "test")
    _write_spans(folder / PREDICTIONS, [row["id"] for row in test], find(model, cut(map(labelled, test), cutter)))
    cases = read_cases()
    _write_spans(folder / CASES, [case.id for case in cases], find(model, cut((case.labelled for case in cases), cutter)))


def _write_spans(path: Path, ids: Iterable[str], found: Iterable[Spans]) -> None:
    """One line a sentence: its id, and start, end and class (of four) of each span."""
    with path.open("w", encoding="utf-8") as out:
        for name, spans in zip(ids, found, strict=True):
            told = [(start, end, FOUR_OF[of]) for start, end, of in spans if of in FOUR_OF]
            out.write(json.dumps({"id": name, "spans": told}) + "\n")


def read_spans(path: Path) -> dict[str, list[tuple[int, int, str]]]:
    """What a run found, by sentence.

    Raises:
        FormatError: the file is damaged.
    """
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return {row["id"]: [(start, end, of) for start, end, of in row["spans"]] for row in rows}
    except (OSError, ValueError, KeyError, TypeError):
        raise FormatError("what a run found cannot be read: take its folder away") from None
