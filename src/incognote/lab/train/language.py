"""A small language model over lines of tokens: sizes, layers, words, batches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from torch import Tensor, nn

from incognote.lab.train.linear import HEADS, TAGS, UNKNOWN

PAD, BEGIN, END = 0, 1, 2
_SPECIAL: Final = ("<pad>", "<s>", "</s>", UNKNOWN)
_START: Final = 0.1
Line = Sequence[str]


@dataclass(frozen=True, slots=True)
class Settings:
    """The model's sizes and how it is trained; the defaults are the paper's."""

    embedding: int = 300
    hidden: int = 512
    dropout: float = 0.5
    rate: float = 1.0
    batch: int = 32
    epochs: int = 30
    patience: int = 2
    longest: int = 128


SMOKE: Final = Settings(embedding=32, hidden=64, dropout=0.1, epochs=6, longest=64)
"""Seconds on a CPU: for tests and a first look."""
SIZES: Final = {"paper": Settings(), "middle": Settings(embedding=128, hidden=256), "smoke": SMOKE}


class LanguageModel(nn.Module):
    """Ids (B x T) to scores of the next word (B x T x V)."""

    def __init__(self, size: int, settings: Settings) -> None:
        super().__init__()
        self.word = nn.Embedding(size, settings.embedding, padding_idx=PAD)
        self.drop = nn.Dropout(settings.dropout)
        self.lstm = nn.LSTM(settings.embedding, settings.hidden, batch_first=True)
        self.out = nn.Linear(settings.hidden, size, bias=False)
        for weights in self.parameters():
            nn.init.uniform_(weights, -_START, _START)

    def forward(self, ids: Tensor, state: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        seen, state = self.lstm(self.drop(self.word(ids)), state)
        return self.out(self.drop(seen)), state


def vocabulary(lines: Sequence[Line]) -> tuple[str, ...]:
    """The words met more than once, and every tag and head that is met; the rest is unknown."""
    counts = Counter(token for line in lines for token in line)
    kept = (token for token, count in counts.items() if count > 1 or token in TAGS or token in HEADS)
    return (*_SPECIAL, *sorted(kept))


def batches(lines: Sequence[Tensor], size: int, rng: random.Random | None) -> Iterator[Tensor]:
    """Padded batches of lines of about one length, in an order drawn anew."""
    order = sorted(range(len(lines)), key=lambda at: (len(lines[at]), rng.random() if rng else at))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    if rng is not None:
        rng.shuffle(groups)
    for group in groups:
        yield nn.utils.rnn.pad_sequence([lines[at] for at in group], batch_first=True, padding_value=PAD)
