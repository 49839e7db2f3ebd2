"""The paper's recurrent models: one layer of GRU or LSTM over e5's embeddings of the kept pieces.

GRU reads from left to right alone, as the paper's weaker baseline; BiLSTM reads both ways (Huang et al. 2015). Both
stand where the transformer stands in a `Tagger`, so that head, CRF, loop and measures are the same.
"""

from __future__ import annotations

from typing import Final, Literal

import torch
from torch import Tensor, nn

from incognote.lab.train.encoder import Encoder, Seen, Shape

Kind = Literal["gru", "bilstm"]
KINDS: Final[tuple[Kind, ...]] = ("gru", "bilstm")


class Recurrent(nn.Module):
    """Ids and mask (B x T, 1 where a piece is) to what the layer sees. `hidden` is the width of one direction."""

    def __init__(self, kind: Kind, *, vocabulary: int, width: int, hidden: int) -> None:
        super().__init__()
        self.kind = kind
        ways = 2 if kind == "bilstm" else 1
        self.shape = Shape(vocabulary, layers=1, hidden=ways * hidden, heads=1, inner=width, positions=0)
        self.word = nn.Embedding(vocabulary, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.drop = nn.Dropout(0.0)
        layer = nn.LSTM if kind == "bilstm" else nn.GRU
        self.layer: nn.LSTM | nn.GRU = layer(width, hidden, batch_first=True, bidirectional=ways == 2)

    def forward(self, ids: Tensor, mask: Tensor) -> Seen:
        """Paddings are left out, so that the way back begins at a text's own end."""
        x = self.drop(self.norm(self.word(ids)))
        lengths = mask.sum(1).cpu()
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        found, _ = self.layer(packed)
        hidden, _ = nn.utils.rnn.pad_packed_sequence(found, batch_first=True, total_length=ids.shape[1])
        return Seen((x, hidden), ())


def over(encoder: Encoder, kind: Kind, *, hidden: int) -> Recurrent:
    """A fresh layer over the embeddings of `encoder`."""
    made = Recurrent(kind, vocabulary=encoder.shape.vocabulary, width=encoder.shape.hidden, hidden=hidden)
    with torch.no_grad():
        made.word.weight.copy_(encoder.word.weight)
        made.norm.weight.copy_(encoder.norm.weight)
        made.norm.bias.copy_(encoder.norm.bias)
    return made
