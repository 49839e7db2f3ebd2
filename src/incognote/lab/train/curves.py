"""The curves of a run: loss and scores on valid by epoch, as a PNG."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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


def draw_forest(rows: Sequence[tuple[str, float, float, float]], picture: Path, *, title: str) -> None:
    """A point and its interval for each row (name, value, low, high), the first on top."""
    figure = Figure(figsize=(8, 1.2 + 0.32 * len(rows)), layout="constrained")
    axes = figure.subplots()
    places = list(range(len(rows), 0, -1))
    values = [value for _, value, _, _ in rows]
    axes.errorbar(values, places, xerr=_arms(rows), fmt="o", capsize=3)
    axes.set(title=title, xlim=(None, 1.0), ylim=(0.3, len(rows) + 0.7))
    axes.set_yticks(places, [name for name, *_ in rows])
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(picture, dpi=100)


def draw_amounts(curves: Mapping[str, Sequence[tuple[float, float, float, float]]], picture: Path) -> None:
    """For each name a line of F1 (share in per cent, value, low, high)."""
    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.subplots()
    for name, points in curves.items():
        rows = [(name, *point[1:]) for point in points]
        axes.errorbar([point[0] for point in points], [point[1] for point in points], yerr=_arms(rows), marker="o", capsize=3, label=name)
    axes.set(title="F1 by amount of training text", xlabel="per cent of the documents", ylim=(None, 1.0))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(picture, dpi=100)


def draw_trade(points: Mapping[str, Sequence[float]], picture: Path) -> None:
    """For each name milliseconds, F1, and the ends of its interval."""
    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.subplots()
    for name, (ms, value, low, high) in points.items():
        axes.errorbar([ms], [value], yerr=_arms([(name, value, low, high)]), marker="o", capsize=3)
        axes.annotate(name, (ms, value), xytext=(6, 4), textcoords="offset points")
    axes.set(title="F1 by document against time", xlabel="ms a sentence, one thread", xlim=(0, None))
    axes.grid(alpha=0.3)
    figure.savefig(picture, dpi=100)


def _arms(rows: Sequence[tuple[str, float, float, float]]) -> list[list[float]]:
    """How far each interval reaches down and up."""
    return [[max(0.0, value - low) for _, value, low, _ in rows], [max(0.0, high - value) for _, value, _, high in rows]]
