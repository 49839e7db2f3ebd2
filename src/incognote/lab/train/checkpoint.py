"""The files of a run's folder that change while it runs: checkpoint, best model, metrics. No text of a note is in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.errors import FormatError, UsageError
from incognote.lab.train import torch_file
from incognote.lab.train.model import Tagger

CHECKPOINT: Final = "checkpoint.pt"
METRICS: Final = "metrics.jsonl"
DAMAGED: Final = "the checkpoint cannot be read: take it away to begin anew"


class Standing(NamedTuple):
    """Where a training is: whole epochs, batches of the next one, steps in all; the loss summed over those batches.

    `rows`: one of metrics for each whole epoch. `seconds`: what it took so far.
    """

    epoch: int = 0
    batch: int = 0
    step: int = 0
    loss: float = 0.0
    seconds: float = 0.0
    rows: tuple[dict[str, Any], ...] = ()
    model: Mapping[str, Any] | None = None
    optimiser: dict[str, Any] | None = None

    def __repr__(self) -> str:
        return f"Standing(epoch {self.epoch}, batch {self.batch}, step {self.step})"


def read_standing(folder: Path, digest: str) -> Standing:
    """The checkpoint of a folder; the beginning where there is none.

    Raises:
        UsageError: it belongs to another configuration or other data.
        FormatError: it is damaged.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        return Standing()
    table = torch_file.read(path, otherwise=DAMAGED)
    try:
        found = table.pop("digest")
        standing = Standing(**{**table, "rows": tuple(json.loads(table["rows"]))})
    except torch_file.DAMAGED:
        raise FormatError(DAMAGED) from None
    if found != digest:
        raise UsageError("the folder holds a run of another configuration or other data: name another folder")
    return standing


def check_own(folder: Path, digest: str) -> None:
    """Look whether a folder may be written into, before its vocabulary and configuration are: another run's stay as they are.

    Raises:
        UsageError, FormatError: as `read_standing`.
    """
    read_standing(folder, digest)


def write_standing(folder: Path, standing: Standing, *, digest: str) -> None:
    """Write the checkpoint; a kill leaves the old one or the new one."""
    table = {**standing._asdict(), "rows": json.dumps(standing.rows), "digest": digest}
    torch_file.write(folder / CHECKPOINT, table)


def write_model(folder: Path, model: Tagger) -> None:
    """Write the weights of the best epoch."""
    torch_file.write(folder / "model.pt", model.state_dict())


def write_metrics(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """One line an epoch. Rows of epochs behind the checkpoint go: they will come again."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / METRICS).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
