"""The curves of a run: the loss of an answer's token, by step, in training and on the notes kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from matplotlib.figure import Figure

_WIDTH: Final = 10
"""Steps whose mean is drawn."""


def draw_losses(rows: Sequence[Mapping[str, Any]], picture: Path) -> None:
    """One plot as a PNG; nothing where no step is done yet."""
    told = [(row["step"], row["loss"]) for row in rows if "loss" in row]
    if not told:
        return
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    means = [sum(loss for _, loss in part) / len(part) for at in range(len(told)) if (part := told[max(0, at + 1 - _WIDTH) : at + 1])]
    axes.plot([step for step, _ in told], [loss for _, loss in told], color="0.8", label="a step")
    axes.plot([step for step, _ in told], means, label=f"mean of {_WIDTH} steps")
    valid = [(row["step"], row["valid_loss"]) for row in rows if "valid_loss" in row]
    axes.plot([step for step, _ in valid], [loss for _, loss in valid], marker="o", label="notes kept apart")
    axes.set(title="loss of an answer's token", xlabel="step", ylim=(0, None))
    axes.legend()
    figure.savefig(picture, dpi=100)
