"""The curves of a run: loss and scores on valid by epoch, as a PNG."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure

_LINES: Final = ("precision", "recall", "f1")


def draw(metrics: Path, picture: Path) -> None:
    """Two plots side by side; nothing where no epoch is whole yet."""
    rows = [json.loads(line) for line in metrics.read_text("utf-8").splitlines()]
    if not rows:
        return
    epochs = [row["epoch"] for row in rows]
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(epochs, [row["loss"] for row in rows], marker="o")
    left.set(title="training loss a piece", xlabel="epoch", ylim=(0, None))
    for name in _LINES:
        right.plot(epochs, [row[name] for row in rows], marker="o", label=name)
    right.set(title="exact spans on valid", xlabel="epoch", ylim=(None, 1.0))
    right.legend()
    figure.savefig(picture, dpi=100)
