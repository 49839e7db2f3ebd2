"""The language model of DAGA: trained on lines with tags in them, sampled for new ones (arXiv 2011.01549).

Embedding, dropout, one LSTM layer, dropout, linear without bias. SGD with a rate of 1.0, halved where the held-out
loss does not fall, gradients clipped at 5, weights drawn from U(-0.1, 0.1). The checkpoint holds weights and counts,
no word of the lines: the vocabulary is made again from them. Weights of a language model can still tell what it
read, so a checkpoint belongs where its training file does.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn

from incognote.errors import FormatError, UsageError
from incognote.lab.train import torch_file
from incognote.lab.train.checkpoint import DAMAGED
from incognote.lab.train.language import BEGIN, END, PAD, LanguageModel, Line, Settings, batches, vocabulary
from incognote.lab.train.limit import NONE, Limit, TimeOverError
from incognote.lab.train.linear import UNKNOWN

_CLIP: Final = 5.0
_HELD_OUT: Final = 0.1
Progress = Callable[[int, int], None]


class Trained(NamedTuple):
    """A model with its words, and its held-out perplexity after each epoch."""

    model: LanguageModel
    words: tuple[str, ...]
    perplexities: tuple[float, ...]

    def __repr__(self) -> str:
        return f"Trained({len(self.words)} words, {len(self.perplexities)} epochs)"


def train(lines: Sequence[Line], settings: Settings, *, seed: int, checkpoint: Path | None = None, progress: Progress | None = None, limit: Limit = NONE) -> Trained:
    """Train on `lines`; a checkpoint that is there already is gone on with, and the end is the same.

    A GPU is used where there is one; its sums may differ from a CPU's in the last digits, and so may the samples.

    Raises:
        UsageError: the checkpoint is of other lines or settings, or there are too few lines.
        TimeOverError: at `limit`; where the training stands lies in the checkpoint.
    """
    with _one_thread():
        return _train(lines, settings, seed, checkpoint, progress, limit)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Sums in one order, the same on every machine; for so small steps more threads mostly wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _train(lines: Sequence[Line], settings: Settings, seed: int, checkpoint: Path | None, progress: Progress | None, limit: Limit) -> Trained:
    words = vocabulary(lines)
    kept, held = _parted([line for line in lines if len(line) < settings.longest], words)
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    run = _Run(LanguageModel(len(words), settings).to(device), settings, _fingerprint(lines, settings, seed))
    if checkpoint is not None and checkpoint.exists():
        run.load(checkpoint)
    while run.epoch < settings.epochs and run.bad <= settings.patience:
        is_whole = run.one_epoch(kept, held, seed, limit)
        if checkpoint is not None:
            run.save(checkpoint)
        if not is_whole:
            raise TimeOverError
        if progress is not None:
            progress(run.epoch, settings.epochs)
    run.model.load_state_dict(run.best)
    return Trained(run.model.cpu().eval(), words, tuple(run.perplexities))


class _Run:
    """What training goes on with: weights, rate, and what was best."""

    def __init__(self, model: LanguageModel, settings: Settings, fingerprint: str) -> None:
        self.model, self.settings, self.fingerprint = model, settings, fingerprint
        self.rate, self.epoch, self.bad, self.batch = settings.rate, 0, 0, 0
        self.dice: list[Tensor] = []
        """The states of the random generators within an epoch; empty before its first batch."""
        self.best: dict[str, Tensor] = {name: value.clone() for name, value in model.state_dict().items()}
        self.perplexities: list[float] = []

    def one_epoch(self, kept: Sequence[Tensor], held: Sequence[Tensor], seed: int, limit: Limit) -> bool:
        """One pass, or the rest of it; False where time ran out behind one of its batches.

        Dropout and order hang on seed and epoch alone, so that going on equals never having stopped.
        """
        torch.manual_seed(seed * 1000 + self.epoch)
        _set_dice(self.dice)
        self.model.train()
        steps = torch.optim.SGD(self.model.parameters(), lr=self.rate)
        order = batches(kept, self.settings.batch, random.Random(f"{seed}/{self.epoch}"))
        for at, batch in enumerate(islice(order, self.batch, None), self.batch + 1):
            steps.zero_grad()
            loss, _ = self._loss(batch)
            (loss / len(batch)).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self.model.parameters(), _CLIP)
            steps.step()
            if limit.is_over():
                self.batch, self.dice = at, _dice()
                return False
        self._judge(held)
        self.epoch, self.batch, self.dice = self.epoch + 1, 0, []
        return True

    def _judge(self, held: Sequence[Tensor]) -> None:
        self.model.eval()
        total, count = 0.0, 0
        with torch.no_grad():
            for batch in batches(held, self.settings.batch, None):
                loss, size = self._loss(batch)
                total, count = total + float(loss), count + size
        perplexity = float(torch.tensor(total / max(1, count)).exp())
        if perplexity < min(self.perplexities, default=float("inf")):
            self.bad = 0
            self.best = {name: value.clone() for name, value in self.model.state_dict().items()}
        else:
            self.bad += 1
            self.rate /= 2
        self.perplexities.append(perplexity)

    def _loss(self, batch: Tensor) -> tuple[Tensor, int]:
        batch = batch.to(self.model.out.weight.device)
        scores, _ = self.model(batch[:, :-1])
        wanted = batch[:, 1:].reshape(-1)
        loss = nn.functional.cross_entropy(scores.reshape(len(wanted), -1), wanted, ignore_index=PAD, reduction="sum")
        return loss, int((wanted != PAD).sum())

    def save(self, path: Path) -> None:
        """Write beside and move over: a run that is killed leaves what was written before."""
        place = {"epoch": self.epoch, "batch": self.batch, "dice": self.dice}
        told = {**place, "rate": self.rate, "bad": self.bad, "perplexities": self.perplexities, "fingerprint": self.fingerprint}
        torch_file.write(path, {"model": self.model.state_dict(), "best": self.best, **told})

    def load(self, path: Path) -> None:
        """Go on from `path`.

        Raises:
            UsageError: it is of other lines, settings or seed.
            FormatError: it is damaged.
        """
        told: dict[str, Any] = torch_file.read(path, otherwise=DAMAGED)
        try:
            if told["fingerprint"] != self.fingerprint:
                raise UsageError("the checkpoint in this folder is of another file, seed or configuration: choose another folder")
            self.model.load_state_dict(told["model"])
            self.best, self.perplexities = told["best"], list(told["perplexities"])
            self.rate, self.epoch, self.bad = told["rate"], told["epoch"], told["bad"]
            self.batch, self.dice = told["batch"], told["dice"]
        except torch_file.DAMAGED:
            raise FormatError(DAMAGED) from None


def _dice() -> list[Tensor]:
    """The states of the generators that dropout draws from: the CPU's, and a GPU's where there is one."""
    return [torch.get_rng_state(), *([torch.cuda.get_rng_state()] if torch.cuda.is_available() else [])]


def _set_dice(states: Sequence[Tensor]) -> None:
    for put, state in zip((torch.set_rng_state, torch.cuda.set_rng_state), states, strict=False):
        put(state)


def _fingerprint(lines: Sequence[Line], settings: Settings, seed: int) -> str:
    told = hashlib.sha256(repr((sorted(asdict(settings).items()), seed)).encode())
    for line in lines:
        told.update("\x1f".join(line).encode() + b"\x1e")
    return told.hexdigest()


def _parted(lines: Sequence[Line], words: Sequence[str]) -> tuple[list[Tensor], list[Tensor]]:
    """Ids of the lines to train on and of those held out: every tenth."""
    of = {word: number for number, word in enumerate(words)}
    unknown = of[UNKNOWN]
    ids = [torch.tensor([BEGIN, *(of.get(token, unknown) for token in line), END]) for line in lines]
    step = round(1 / _HELD_OUT)
    held = ids[step - 1 :: step]
    if not held:
        raise UsageError(f"a language model needs {step} sentences and more")
    return [line for at, line in enumerate(ids) if at % step != step - 1], held


def sample(trained: Trained, count: int, *, seed: int, longest: int, batch: int = 256) -> Iterator[list[str] | None]:
    """`count` lines drawn word by word at temperature 1; None for one that had no end within `longest` words."""
    random_words = torch.Generator().manual_seed(seed)
    for start in range(0, count, batch):
        with _one_thread():
            lines = list(_sampled(trained, min(batch, count - start), longest, random_words))
        yield from lines


def _sampled(trained: Trained, size: int, longest: int, random_words: torch.Generator) -> Iterator[list[str] | None]:
    ids = torch.full((size, 1), BEGIN)
    state: tuple[Tensor, Tensor] | None = None
    drawn = []
    ended = torch.zeros(size, dtype=torch.bool)
    with torch.no_grad():
        for _ in range(longest + 1):
            scores, state = trained.model(ids, state)
            scores = scores[:, -1]
            scores[:, [PAD, BEGIN]] = float("-inf")
            ids = torch.multinomial(scores.softmax(-1), 1, generator=random_words)
            drawn.append(ids)
            ended |= ids[:, 0] == END
            if bool(ended.all()):
                break
    for row in torch.cat(drawn, 1).tolist():
        yield [trained.words[number] for number in row[: row.index(END)]] if END in row else None
