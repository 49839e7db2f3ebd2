"""The models of the study: from layers of e5, over its embeddings, or taught by another run's model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch

from incognote.errors import FormatError
from incognote.lab.train import torch_file
from incognote.lab.train.config import Config, Data, Distil, Model, Training
from incognote.lab.train.distil import STAGE, Student, intermediate, levels_of, make_student, prediction
from incognote.lab.train.encoder import Shape
from incognote.lab.train.fit import Job, Outcome, Tell, fit
from incognote.lab.train.limit import Limit
from incognote.lab.train.model import Tagger, load_model
from incognote.lab.train.recurrent import Kind as Layer
from incognote.lab.train.recurrent import Recurrent, over
from incognote.lab.train.run import device, is_half, make_model
from incognote.lab.train.study.grid import Grid, Kind
from incognote.lab.train.vocabulary import Vocabulary, read


def _config(kind: Kind, *, vocabulary: int = 16_000, seed: int = 1, start: str = "e5") -> Config:
    layers = kind.layers if kind.kind == "transformer" else (0,)
    chosen = Model(layers, start=start, vocabulary=vocabulary, dropout=kind.dropout, freeze_embeddings=kind.freeze_embeddings)
    return Config(Data((), ()), chosen, Training(1), seed=seed)


def build(grid: Grid, kind: Kind, texts: Sequence[str], *, seed: int) -> tuple[Tagger, Vocabulary]:
    """The model of a row before its first step, with the pieces of its own training texts."""
    config = _config(kind, vocabulary=grid.vocabulary, seed=seed)
    model, vocabulary = make_model(config, texts)
    if kind.kind != "transformer":
        torch.manual_seed(seed)
        # a recurrent encoder gives what a Tagger asks of one: shape, word, and what it sees
        model = Tagger(cast(Any, over(model.encoder, cast(Layer, kind.kind), hidden=kind.hidden)), dropout=kind.dropout)
        model.encoder.word.weight.requires_grad_(not kind.freeze_embeddings)
    model.is_half = kind.kind == "transformer" and is_half(config)
    return model, vocabulary


def load(kind: Kind, folder: Path) -> tuple[Tagger, Vocabulary]:
    """The trained model of a run's folder, ready to tag.

    Raises:
        FormatError: the folder holds no model of this kind.
    """
    if kind.kind == "transformer":
        return load_model(folder)
    damaged = "a run's folder holds no model of its row: take the folder away"
    try:
        vocabulary = read(folder / "vocabulary.tsv")
        shape = Shape(**json.loads((folder / "config.json").read_text("utf-8"))["shape"])
        encoder: Any = Recurrent(cast(Layer, kind.kind), vocabulary=len(vocabulary), width=shape.inner, hidden=kind.hidden)
        model = Tagger(encoder)
        model.load_state_dict(torch_file.read(folder / "model.pt", otherwise=damaged))
    except (OSError, *torch_file.DAMAGED):
        raise FormatError(damaged) from None
    return model.eval(), vocabulary


class Master:
    """A run's model that teaches: TinyBERT's two stages, its pieces, head and CRF."""

    def __init__(self, folder: Path) -> None:
        self.model, self.vocabulary = load_model(folder)
        self.model.requires_grad_(False).to(device("auto"))
        self.known = hashlib.sha256((folder / "model.pt").read_bytes()).hexdigest()

    def student(self, kind: Kind, *, seed: int) -> tuple[Tagger, Vocabulary]:
        """The student before its first step, from the layers of the teacher that it learns from."""
        config = _config(kind, seed=seed, start="teacher")
        self.model.is_half = is_half(config)
        return make_student(config, self.model, self.vocabulary), self.vocabulary

    def teach(self, job: Job, kind: Kind, folder: Path, *, passes: int, tell: Tell, limit: Limit) -> Outcome:
        """Both stages or the rest of them; the first takes `first_passes` for each `passes` of the second."""
        told = Distil(layer_map=tuple(layer + 1 for layer in kind.layers))
        levels = levels_of(told, len(kind.layers), self.model.encoder.shape.layers)
        epochs = max(1, round(job.plan.epochs * kind.first_passes / passes))
        early = replace(job, plan=replace(job.plan, epochs=epochs, head_rate=told.map_rate), digest=f"{job.digest} 1", loss=intermediate(self.model, levels, told))
        outcome = fit(early, folder / STAGE, tell=tell, limit=limit)
        if not outcome.is_done:
            return outcome
        student = cast(Student, job.model).plain()
        return fit(replace(job, model=student, digest=f"{job.digest} 2", loss=prediction(self.model, told)), folder, tell=tell, limit=limit)
