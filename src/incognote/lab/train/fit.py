"""The loop: AdamW, warm-up, dropout; a checkpoint now and then; the same result whether it was stopped or not.

The order of an epoch depends on the seed and the epoch, dropout on the seed and the step: a checkpoint needs no state
of any random generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import torch
from torch import nn

from incognote.lab.train.checkpoint import Standing, read_standing, write_metrics, write_model, write_standing
from incognote.lab.train.config import Training
from incognote.lab.train.examples import Batch, Example, as_batch, shuffled
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.measure import Cut, find, measure
from incognote.lab.train.model import Tagger

_SEEDS: Final = 1_000_003


class Now(NamedTuple):
    """How far a training is; `f1` is told at the end of an epoch, `is_resumed` where a checkpoint is gone on with."""

    epoch: int
    epochs: int
    batch: int
    batches: int
    loss: float
    seconds_left: float
    f1: float | None = None
    is_resumed: bool = False


Tell = Callable[[Now], None]


class Outcome(NamedTuple):
    """What came of it: epochs done, the row of the best one, whether it ran to its end."""

    epochs: int
    best: dict[str, Any]
    is_done: bool

    def __repr__(self) -> str:
        return f"Outcome({self.epochs} epochs, is_done={self.is_done})"


@dataclass(frozen=True, slots=True)
class Job:
    """All that one training is made of. `digest` says which configuration and data a checkpoint belongs to."""

    model: Tagger = field(repr=False)
    train: Sequence[Example] = field(repr=False)
    valid: Sequence[Cut] = field(repr=False)
    plan: Training
    seed: int
    digest: str = field(repr=False)
    loss: Callable[[Tagger, Batch], torch.Tensor] | None = field(default=None, repr=False)
    """Another loss than the model's own (a student's)."""


def fit(job: Job, folder: Path, *, tell: Tell = lambda now: None, limit: Limit = NONE) -> Outcome:
    """Train to the end, or for as long as may be. Goes on from the checkpoint in `folder` where there is one.

    Raises:
        UsageError: the folder holds a checkpoint of another configuration or other data.
    """
    optimiser = _optimiser(job)
    standing = read_standing(folder, job.digest)
    if standing.model is not None and standing.optimiser is not None:
        job.model.load_state_dict(standing.model)
        optimiser.load_state_dict(standing.optimiser)
        standing = standing._replace(model=None, optimiser=None)  # the optimiser holds them now
    clock = _Clock(monotonic(), standing.seconds, limit)
    write_metrics(folder, standing.rows)
    if standing.step and standing.epoch < job.plan.epochs:
        tell(_now(job, standing, max(1, len(_order(job, standing.epoch))), clock)._replace(is_resumed=True))
    while standing.epoch < job.plan.epochs:
        standing, is_whole = _run_epoch(job, optimiser, standing, folder, tell, clock)
        if not is_whole:
            return Outcome(standing.epoch, _best(standing.rows), is_done=False)
        standing = _close_epoch(job, standing, folder, tell, clock)
        _save(job, optimiser, standing, folder, clock)
    return Outcome(standing.epoch, _best(standing.rows), is_done=True)


def _run_epoch(job: Job, optimiser: torch.optim.Optimizer, standing: Standing, folder: Path, tell: Tell, clock: _Clock) -> tuple[Standing, bool]:
    """The batches of an epoch that are still to do; False where time ran out among them."""
    order = _order(job, standing.epoch)
    saved = monotonic()
    for at in range(standing.batch, len(order)):
        share = rate_at((standing.epoch + (at + 0.5) / len(order)) / job.plan.epochs, job.plan.warm_up)
        loss = _step(job, optimiser, as_batch([job.train[i] for i in order[at]]), step=standing.step, share=share)
        standing = standing._replace(batch=at + 1, step=standing.step + 1, loss=standing.loss + loss)
        tell(_now(job, standing, len(order), clock))
        is_over = clock.limit.is_over()
        if is_over or monotonic() - saved >= 60 * job.plan.checkpoint_minutes:
            _save(job, optimiser, standing, folder, clock)
            saved = monotonic()
        if is_over:
            return standing, False
    return standing, True


def _step(job: Job, optimiser: torch.optim.Optimizer, batch: Batch, *, step: int, share: float) -> float:
    """One step of the optimiser at a share of the full rates; returns the loss before it."""
    job.model.train()
    torch.manual_seed(job.seed * _SEEDS + step)
    for group in optimiser.param_groups:
        group["lr"] = group["full_rate"] * share
    here = batch.to(next(job.model.parameters()).device)
    loss = job.loss(job.model, here) if job.loss else job.model.loss(*here)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_([p for p in job.model.parameters() if p.requires_grad], job.plan.clip)
    optimiser.step()
    return float(loss.detach())


def rate_at(progress: float, warm_up: float) -> float:
    """The share of the full rate, by how much of the training is done: up in a line, then down to nothing.

    >>> [round(rate_at(done, 0.2), 2) for done in (0.05, 0.2, 0.6, 0.95)]
    [0.25, 1.0, 0.5, 0.06]
    """
    return progress / warm_up if progress < warm_up else (1 - progress) / (1 - warm_up)


def _optimiser(job: Job) -> torch.optim.Optimizer:
    """AdamW; biases and norms do not decay, what is not the encoder learns at its own rate."""
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in job.model.named_parameters():
        if parameter.requires_grad:
            groups.setdefault((name.startswith("encoder."), parameter.dim() > 1), []).append(parameter)
    plan = job.plan
    return torch.optim.AdamW([
        {"params": found, "full_rate": plan.rate if is_encoder else plan.head_rate, "weight_decay": plan.decay if is_wide else 0.0}
        for (is_encoder, is_wide), found in groups.items()
    ], lr=plan.rate, fused=True)  # fmt: skip


def _order(job: Job, epoch: int) -> list[list[int]]:
    return shuffled([len(e.ids) for e in job.train], job.plan.batch, seed=job.seed * _SEEDS + epoch)


def _close_epoch(job: Job, standing: Standing, folder: Path, tell: Tell, clock: _Clock) -> Standing:
    """Measure on valid, write the row, and keep the model if none was better."""
    scores = measure(job.valid, find(job.model, job.valid), beta=job.plan.beta)
    row = {"epoch": standing.epoch + 1, "step": standing.step, "loss": round(standing.loss / max(1, standing.batch), 6), "seconds": round(clock.spent(), 1), **scores}
    if not standing.rows or row["f_beta"] > _best(standing.rows)["f_beta"]:
        write_model(folder, job.model)
    rows = (*standing.rows, row)
    write_metrics(folder, rows)
    tell(_now(job, standing, standing.batch, clock)._replace(f1=row["f1"]))
    return standing._replace(epoch=standing.epoch + 1, batch=0, loss=0.0, rows=rows)


def _best(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first of the best rows; empty where there is none."""
    return max(rows, key=lambda row: row["f_beta"], default={})


def _save(job: Job, optimiser: torch.optim.Optimizer, standing: Standing, folder: Path, clock: _Clock) -> None:
    full = standing._replace(model=job.model.state_dict(), optimiser=optimiser.state_dict(), seconds=clock.spent())
    write_standing(folder, full, digest=job.digest)


def _now(job: Job, standing: Standing, batches: int, clock: _Clock) -> Now:
    done = (standing.epoch + standing.batch / batches) / job.plan.epochs
    left = clock.spent() * (1 - done) / done
    loss = standing.loss / max(1, standing.batch)
    return Now(standing.epoch + 1, job.plan.epochs, standing.batch, batches, loss, left)


class _Clock(NamedTuple):
    """When this run began, what runs before it took, and when time is over."""

    began: float
    before: float
    limit: Limit

    def spent(self) -> float:
        return self.before + monotonic() - self.began
