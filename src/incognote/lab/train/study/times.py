"""CPU time for the test sentences, one at a time on one thread, as table 8 of the paper has it for 1,500 samples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, Final

import torch

from incognote.errors import UsageError
from incognote.lab.train.measure import cut, find
from incognote.lab.train.study.data import labelled, lines
from incognote.lab.train.study.grid import Grid, Run
from incognote.lab.train.study.models import load
from incognote.lab.train.study.run import is_done

TIMES: Final = "times.json"
_WARM: Final = 20
_ROUNDS: Final = 3


def measure_times(grid: Grid, chosen: Sequence[Run], folder: Path) -> Iterator[str]:
    """A line for each model of which a run is done; all figures into `times.json`.

    Weights in 32 bits; cutting into pieces and Viterbi are in it. The best of three rounds, in CPU seconds of the
    process, so that what else runs disturbs least.

    Raises:
        UsageError: no run is done.
    """
    ready = {run.row.model: run for run in reversed(chosen) if is_done(grid, run, folder / "runs" / run.name)}
    if not ready:
        raise UsageError("no run is done: there is no model whose time could be measured")
    torch.set_num_threads(1)
    told: dict[str, Any] = {}
    for name in grid.models:
        if name in ready:
            told[name] = _timed(grid, ready[name], folder / "runs" / ready[name].name)
            yield f"{name}: {told[name]['seconds']:.2f} s for {told[name]['sentences']} sentences, {told[name]['ms']:.2f} ms each"
    (folder / TIMES).write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def _timed(grid: Grid, run: Run, folder: Path) -> dict[str, Any]:
    model, vocabulary = load(grid.models[run.row.model], folder)
    cutter = vocabulary.cutter()
    texts = [labelled(row) for row in lines(grid, run.row.split, "test")]
    for text in texts[:_WARM]:
        find(model, cut([text], cutter))
    best = min(_round(model, cutter, texts) for _ in range(_ROUNDS))
    parameters = sum(p.numel() for p in model.parameters())
    return {"run": run.name, "sentences": len(texts), "seconds": round(best, 3), "ms": round(1000 * best / len(texts), 3), "parameters": parameters}


def _round(model: Any, cutter: Any, texts: Sequence[Any]) -> float:
    began = process_time()
    for text in texts:
        find(model, cut([text], cutter))
    return process_time() - began


def read_times(folder: Path) -> dict[str, Any]:
    """What `measure_times` wrote; empty where it has not."""
    try:
        found: dict[str, Any] = json.loads((folder / TIMES).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return found
