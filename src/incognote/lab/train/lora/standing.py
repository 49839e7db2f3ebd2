"""The files of a run that change while it runs: checkpoint and metrics. No text of a note is in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from torch import Tensor

from incognote.errors import FormatError, UsageError
from incognote.lab.train import torch_file

CHECKPOINT: Final = "checkpoint.pt"
METRICS: Final = "metrics.jsonl"
_DAMAGED: Final = "the checkpoint cannot be read: take it away to begin anew"


class Standing(NamedTuple):
    """Where a training is: steps done, tokens read, seconds that it took; a row of metrics for each step.

    `weights` are the adapter's, by name.
    """

    step: int = 0
    tokens: int = 0
    seconds: float = 0.0
    rows: tuple[dict[str, Any], ...] = ()
    weights: Mapping[str, Tensor] | None = None
    optimiser: dict[str, Any] | None = None

    def __repr__(self) -> str:
        return f"Standing(step {self.step})"


def read_standing(folder: Path, digest: str) -> Standing:
    """The checkpoint of a folder; the beginning where there is none.

    Raises:
        UsageError: it belongs to another plan, base or data.
        FormatError: it is damaged.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        return Standing()
    table = torch_file.read(path, otherwise=_DAMAGED)
    try:
        found = table.pop("digest")
        standing = Standing(**{**table, "rows": tuple(json.loads(table["rows"]))})
    except torch_file.DAMAGED:
        raise FormatError(_DAMAGED) from None
    if found != digest:
        raise UsageError("the folder holds a run of another plan, base model or data: name another folder")
    return standing


def write_standing(folder: Path, standing: Standing, *, digest: str) -> None:
    """Write the checkpoint; a kill leaves the old one or the new one."""
    table = {**standing._asdict(), "rows": json.dumps(standing.rows), "digest": digest}
    torch_file.write(folder / CHECKPOINT, table)


def write_metrics(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """One line a step. Rows of steps behind the checkpoint go: they will come again."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / METRICS).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
