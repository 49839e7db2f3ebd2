"""The loop: the loss of the answers' tokens alone, AdamW, a checkpoint now and then; the same end whether it was stopped or not.

Only the places that an answer's token is told at reach the head of the model: with a vocabulary of 150,000, scores of every
place would cost more than a layer. The order of an epoch depends on the seed and the epoch, dropout on the seed and the
step: a checkpoint needs no state of any random generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.lora.base import adapter_weights
from incognote.lab.train.lora.examples import Example, steps
from incognote.lab.train.lora.plan import Training
from incognote.lab.train.lora.standing import Standing, read_standing, write_metrics, write_standing

_SEEDS: Final = 1_000_003
_PADDING: Final = 0
"""Any token: it stands behind an example, where nothing before it can see it."""


class Now(NamedTuple):
    """How far a training is: the mean loss of the last steps, tokens a second lately; `valid` where it was measured."""

    step: int
    steps: int
    loss: float
    seconds_left: float
    speed: float
    valid: float | None = None
    is_resumed: bool = False


Tell = Callable[[Now], None]


@dataclass(frozen=True, slots=True)
class Job:
    """All that one training is made of; `digest` says which plan, base and data a checkpoint belongs to."""

    model: Any = field(repr=False)
    train: Sequence[Example] = field(repr=False)
    measured: Sequence[Example] = field(repr=False)
    plan: Training
    seed: int
    digest: str = field(repr=False)
    is_half: bool = False

    def all_steps(self) -> list[list[list[int]]]:
        """The batches of every step of every epoch."""
        lengths = [len(each.ids) for each in self.train]
        return [
            step
            for epoch in range(self.plan.epochs)
            for step in steps(lengths, batch=self.plan.batch, accumulation=self.plan.accumulation, seed=self.seed * _SEEDS + epoch)
        ]


def fit(job: Job, folder: Path, *, tell: Tell = lambda now: None, limit: Limit = NONE) -> Standing:
    """Train to the end, or to `limit`. Goes on from the checkpoint in `folder` where there is one; the standing says how far it is.

    Raises:
        UsageError: the folder holds a checkpoint of another plan, base or data.
    """
    weights = adapter_weights(job.model)
    optimiser = torch.optim.AdamW(weights.values(), lr=job.plan.rate, weight_decay=job.plan.decay)
    standing = read_standing(folder, job.digest)
    if standing.weights is not None and standing.optimiser is not None:
        with torch.no_grad():
            for name, parameter in weights.items():
                parameter.copy_(standing.weights[name])
        optimiser.load_state_dict(standing.optimiser)
    order = job.all_steps()
    clock = _Clock(monotonic(), standing)
    standing = standing._replace(weights=None, optimiser=None)
    if standing.step:
        tell(Now(standing.step, len(order), _recent(standing), clock.left(standing, len(order)), 0.0, is_resumed=True))
    elif not standing.rows:
        standing = _measured(job, standing, len(order), tell, clock)
    write_metrics(folder, standing.rows)
    saved = monotonic()
    while standing.step < len(order):
        standing = _step(job, optimiser, standing, order, tell, clock)
        write_metrics(folder, standing.rows)
        is_over = limit.is_over() or standing.step == len(order)
        if is_over or monotonic() - saved >= 60 * job.plan.checkpoint_minutes:
            write_standing(folder, _full(standing, weights, optimiser), digest=job.digest)
            saved = monotonic()
        if limit.is_over():
            break
    return standing._replace(weights={name: parameter.detach().cpu() for name, parameter in weights.items()})


def _step(job: Job, optimiser: torch.optim.Optimizer, standing: Standing, order: Sequence[Sequence[Sequence[int]]], tell: Tell, clock: _Clock) -> Standing:
    """One step of the optimiser: the loss is the mean over all answer tokens of its examples."""
    at = standing.step
    job.model.train()
    torch.manual_seed(job.seed * _SEEDS + at)
    share = rate_at(at, len(order), job.plan.warm_up)
    for group in optimiser.param_groups:
        group["lr"] = job.plan.rate * share
    batches = [[job.train[i] for i in batch] for batch in order[at]]
    told = sum(len(each.ids) - each.begin for batch in batches for each in batch)
    optimiser.zero_grad(set_to_none=True)
    total = 0.0
    for batch in batches:
        loss = answer_loss(job.model, batch, is_half=job.is_half)
        (loss / told).backward()  # type: ignore[no-untyped-call]
        total += float(loss.detach())
    nn.utils.clip_grad_norm_(list(adapter_weights(job.model).values()), job.plan.clip)
    optimiser.step()
    tokens = sum(len(each.ids) for batch in batches for each in batch)
    standing = standing._replace(step=at + 1, tokens=standing.tokens + tokens, seconds=clock.spent())
    row = {"step": at + 1, "loss": round(total / told, 6), "rate": job.plan.rate * share, "tokens": standing.tokens, "seconds": round(standing.seconds, 1)}
    standing = standing._replace(rows=(*standing.rows, row))
    if _is_measured(job, at + 1, len(order)):
        return _measured(job, standing, len(order), tell, clock)
    tell(Now(at + 1, len(order), _recent(standing), clock.left(standing, len(order)), clock.speed(standing)))
    return standing


def answer_loss(model: Any, batch: Sequence[Example], *, is_half: bool = False) -> Tensor:
    """The sum of the losses of all tokens of the answers; what was asked counts nothing, padding neither.

    The score of a token is read at the place before it.
    """
    inner = model.get_base_model()
    device = inner.get_output_embeddings().weight.device
    longest = max(len(each.ids) for each in batch)
    ids = torch.tensor([[*each.ids, *[_PADDING] * (longest - len(each.ids))] for each in batch], device=device)
    told = [(row, at) for row, each in enumerate(batch) for at in range(each.begin, len(each.ids))]
    rows, places = torch.tensor(told, device=device).unbind(1)
    with _multiplying(device, is_half=is_half):
        hidden = inner.model(input_ids=ids, use_cache=False).last_hidden_state
        scores = inner.get_output_embeddings()(hidden[rows, places - 1])
    return nn.functional.cross_entropy(scores.float(), ids[rows, places], reduction="sum")


def mean_loss(model: Any, examples: Iterable[Example], *, is_half: bool = False) -> float:
    """The mean loss of a token of the answers, nothing trained; 0 where there is no example."""
    model.eval()
    total, told = 0.0, 0
    with torch.no_grad():
        for each in examples:
            total += float(answer_loss(model, [each], is_half=is_half))
            told += len(each.ids) - each.begin
    return float(total / max(1, told))


def rate_at(step: int, of: int, warm_up: int) -> float:
    """The share of the full rate at a step, counted from 0: up in a line for `warm_up` steps, then down to nothing.

    >>> [round(rate_at(step, 10, 2), 2) for step in (0, 1, 2, 9)]
    [0.5, 1.0, 1.0, 0.12]
    """
    warm_up = min(warm_up, of - 1)
    return (step + 1) / warm_up if step < warm_up else (of - step) / (of - warm_up)


def _multiplying(device: torch.device, *, is_half: bool) -> AbstractContextManager[Any]:
    return torch.autocast(device.type, torch.bfloat16) if is_half else nullcontext()


def _is_measured(job: Job, step: int, of: int) -> bool:
    every = job.plan.measure_steps
    return bool(job.measured) and (step % max(1, of // job.plan.epochs) == 0 or step == of or bool(every and step % every == 0))


def _measured(job: Job, standing: Standing, of: int, tell: Tell, clock: _Clock) -> Standing:
    """The loss on the notes kept apart goes into the row of the step; before the first one into a row of its own."""
    if not job.measured:
        return standing
    valid = round(mean_loss(job.model, job.measured, is_half=job.is_half), 6)
    last = standing.rows[-1] if standing.rows else {"step": 0}
    rows = (*standing.rows[:-1], {**last, "valid_loss": valid})
    standing = standing._replace(rows=rows, seconds=clock.spent())
    tell(Now(standing.step, of, _recent(standing), clock.left(standing, of), clock.speed(standing), valid))
    return standing


def _recent(standing: Standing) -> float:
    """The mean loss of the last ten steps."""
    losses = [row["loss"] for row in standing.rows if "loss" in row][-10:]
    return float(sum(losses) / max(1, len(losses)))


def _full(standing: Standing, weights: dict[str, nn.Parameter], optimiser: torch.optim.Optimizer) -> Standing:
    kept = {name: parameter.detach().cpu() for name, parameter in weights.items()}
    return standing._replace(weights=kept, optimiser=optimiser.state_dict())


class _Clock(NamedTuple):
    """When this run began, and where the training stood then."""

    began: float
    before: Standing

    def spent(self) -> float:
        return self.before.seconds + monotonic() - self.began

    def left(self, standing: Standing, of: int) -> float:
        return self.spent() * (of - standing.step) / max(1, standing.step)

    def speed(self, standing: Standing) -> float:
        return (standing.tokens - self.before.tokens) / max(1e-9, monotonic() - self.began)
