"""The tagger: an encoder, a linear layer that scores each piece for each tag, and a CRF over them.

A model folder holds `vocabulary.tsv`, `config.json` (version, shape, classes, what it was trained on) and the
weights, `model.pt`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from incognote.errors import FormatError
from incognote.lab.train import torch_file
from incognote.lab.train.crf import Crf
from incognote.lab.train.encoder import Encoder, Seen, Shape
from incognote.lab.train.vocabulary import PAD, Vocabulary, read
from incognote.text.tags import CLASSES, TAGS

VERSION: Final = 1


class Tagger(nn.Module):
    """Ids with begin and end (B x T + 2) to tags of the T pieces between."""

    def __init__(self, encoder: Encoder, *, dropout: float = 0.0) -> None:
        super().__init__()
        encoder.shape = replace(encoder.shape, dropout=dropout)
        for part in encoder.modules():
            if isinstance(part, nn.Dropout):
                part.p = dropout
        self.encoder = encoder
        self.drop = nn.Dropout(dropout)
        self.head = nn.Linear(encoder.shape.hidden, len(TAGS))
        self.crf = Crf()
        self.is_half = False
        """The encoder multiplies in bfloat16; weights, head and CRF stay in 32 bits."""

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Emissions of every position, begin and end included: B x T + 2 x K."""
        emissions: Tensor = self.head(self.drop(self.seen(ids, mask).hidden[-1].float()))
        return emissions

    def seen(self, ids: Tensor, mask: Tensor) -> Seen:
        """What the encoder's layers see."""
        with torch.autocast(ids.device.type, dtype=torch.bfloat16, enabled=self.is_half):
            found: Seen = self.encoder(ids, mask)
        return found

    def pieces(self, ids: Tensor) -> Tensor:
        """Emissions of the pieces alone (B x T x K); what stands beyond a text's length means nothing."""
        emissions: Tensor = self(ids, (ids != PAD).long())
        return emissions[:, 1:-1]

    def loss(self, ids: Tensor, possible: Tensor, lengths: Tensor) -> Tensor:
        """Negative log likelihood a piece, over the batch."""
        return self.crf.loss(self.pieces(ids), possible, lengths).sum() / lengths.sum()

    @torch.no_grad()
    def tags(self, ids: Tensor, lengths: Tensor) -> list[list[int]]:
        return self.crf.decode(self.pieces(ids), lengths)


def write_config(folder: Path, vocabulary: Vocabulary, *, shape: Shape, told: Mapping[str, Any]) -> None:
    """All of a model folder but the weights; `told` is what else `config.json` says."""
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary.write(folder / "vocabulary.tsv")
    table = {"version": VERSION, "shape": shape.as_dict(), "classes": list(CLASSES), **told}
    (folder / "config.json").write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")


def load_model(folder: Path) -> tuple[Tagger, Vocabulary]:
    """The tagger of a model folder, ready to tag.

    Raises:
        FormatError: the folder holds no model of this version, or no whole one.
    """
    try:
        table = json.loads((folder / "config.json").read_text("utf-8"))
        if table["version"] != VERSION or tuple(table["classes"]) != CLASSES:
            raise FormatError("the model is of another version")
        shape = Shape(**table["shape"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        raise FormatError("the folder holds no model of a tagger") from None
    model = Tagger(Encoder(shape), dropout=shape.dropout)
    damaged = "the model's weights cannot be read, or are not those of its config.json"
    try:
        model.load_state_dict(torch_file.read(folder / "model.pt", otherwise=damaged))
    except FileNotFoundError:
        raise FormatError("the folder has no weights yet: they are written with the first whole epoch") from None
    except torch_file.DAMAGED:
        raise FormatError(damaged) from None
    return model.eval(), read(folder / "vocabulary.tsv")
