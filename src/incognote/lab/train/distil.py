"""A small tagger taught by a large one, in two stages that are two trainings (TinyBERT, arXiv 1909.10351).

Intermediate: the student's embedding, hidden states and attention scores before softmax come near those of the
teacher's layers that `levels` names: g(m) = m N / M, so that layers 1-4 of four learn from 3, 6, 9 and 12 of twelve.
Where the student is narrower, one linear map for the embedding and all layers widens it. Prediction: the teacher's
soft tags a piece, before the CRF, and the labels by the CRF; where labels leave a tag open, the soft tags fill in.

Source of settings: github huawei-noah/Pretrained-Language-Model, TinyBERT/task_distill.py. Ours: padding counts in
no loss; head and CRF are the teacher's, seen through the map, so that the first stage can be measured too; labels
count in the second stage; the rate goes down in the first stage, too. With `centre_scores` a row's scores are compared
less their mean: softmax does not see it, and in e5 it is 99 % of the last layer's gap and drowns all the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from incognote.errors import UsageError
from incognote.lab.train.checkpoint import METRICS, check_own
from incognote.lab.train.config import Config, Distil, Training
from incognote.lab.train.curves import draw
from incognote.lab.train.encoder import Encoder, Seen
from incognote.lab.train.examples import Batch, all_examples
from incognote.lab.train.fingerprint import digest
from incognote.lab.train.fit import Job, Outcome, Tell, fit
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.measure import cut
from incognote.lab.train.model import Tagger, load_model
from incognote.lab.train.narrow import chosen_layers, narrowed
from incognote.lab.train.run import PRINTS, device, is_half, write_start
from incognote.lab.train.start import make_encoder, read_start, sized, start_digest
from incognote.lab.train.texts import Say, read_texts
from incognote.lab.train.vocabulary import PAD, Vocabulary

STAGE: Final = "stage1"
"""The folder of the first stage within the run's."""
_MASKED: Final = -100.0
"""Scores of padding lie below, those of pieces above."""


class Student(Tagger):
    """A tagger that reads with its teacher's head and CRF, through a map where it is narrower; these two stay."""

    def __init__(self, encoder: Encoder, teacher: Tagger, *, dropout: float = 0.0) -> None:
        super().__init__(encoder, dropout=dropout)
        wide = teacher.encoder.shape.hidden
        self.widen = nn.Identity() if encoder.shape.hidden == wide else nn.Linear(encoder.shape.hidden, wide)
        self.head = nn.Linear(wide, self.head.out_features)
        self.head.load_state_dict(teacher.head.state_dict())
        self.crf.load_state_dict(teacher.crf.state_dict())
        for part in (self.head, self.crf):
            part.requires_grad_(False)
        self.is_half = teacher.is_half

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        emissions: Tensor = self.head(self.widen(self.drop(self.seen(ids, mask).hidden[-1].float())))
        return emissions

    @torch.no_grad()
    def plain(self) -> Tagger:
        """The same as a plain tagger, all of it to be trained: the map is multiplied into the head."""
        made = Tagger(self.encoder, dropout=self.drop.p)
        weight, bias = self.head.weight.data, self.head.bias.data
        if isinstance(self.widen, nn.Linear):
            weight, bias = weight @ self.widen.weight, bias + weight @ self.widen.bias
        made.head.load_state_dict({"weight": weight, "bias": bias})
        made.crf.load_state_dict(self.crf.state_dict())
        made.is_half = self.is_half
        return made.to(weight.device)


def distil(config: Config, teacher: Path, folder: Path, *, tell: Callable[[str], Tell] = lambda stage: lambda now: None, say: Say = lambda line: None, limit: Limit = NONE) -> Outcome:
    """Both stages, or the rest of them; the folder then holds the student, and the first stage's run in `stage1`.

    Raises:
        FormatError: `teacher` holds no model.
        UsageError: the layers do not fit the teacher's, or the folder holds another run.
    """
    if config.threads:
        torch.set_num_threads(config.threads)
    master, vocabulary = load_model(teacher)
    levels = levels_of(config.distil, len(config.model.layers), master.encoder.shape.layers)
    master.is_half = is_half(config)
    master.requires_grad_(False).to(device(config.device))
    student = make_student(config, master, vocabulary).to(device(config.device))
    texts = read_texts(config, say=say)
    texts = texts._replace(prints=texts.prints | _prints(teacher))
    taught = hashlib.sha256((teacher / "model.pt").read_bytes()).hexdigest()
    cutter = vocabulary.cutter()
    examples, valid = all_examples(texts.train, cutter), cut(texts.valid, cutter)
    if not examples:
        raise UsageError("there is no text to train on")
    known = f"{config.digest()} {json.dumps(asdict(config.distil))} {taught} {digest(texts.prints)} {len(examples)}{start_digest(config.model)}"
    check_own(folder / STAGE, _hash(known, 1))
    check_own(folder, _hash(known, 2))
    write_start(folder, config, vocabulary, texts, shape=student.encoder.shape, told={"teacher": taught})
    first = Job(student, examples, valid, first_plan(config), config.seed, _hash(known, 1), intermediate(master, levels, config.distil))
    outcome = fit(first, folder / STAGE, tell=tell("intermediate"), limit=limit)
    if not outcome.is_done:
        return outcome
    second = Job(student.plain(), examples, valid, config.training, config.seed, _hash(known, 2), prediction(master, config.distil))
    outcome = fit(second, folder, tell=tell("prediction"), limit=limit)
    for each in (folder / STAGE, folder):
        draw(each / METRICS, each / "curves.png")
    return outcome


def first_plan(config: Config) -> Training:
    """How the first stage is trained: as the second, with its own epochs and rates."""
    told = config.distil
    return replace(config.training, epochs=told.intermediate_epochs, rate=told.intermediate_rate, head_rate=told.map_rate)


def _prints(teacher: Path) -> frozenset[str]:
    """What the teacher was trained on: its student has heard of it."""
    try:
        return frozenset((teacher / PRINTS).read_text("ascii").split())
    except FileNotFoundError:
        raise UsageError(f"the teacher's folder lacks {PRINTS}, which tells what it was trained on") from None


def _hash(known: str, stage: int) -> str:
    return hashlib.sha256(f"{known} {stage}".encode()).hexdigest()


def levels_of(told: Distil, layers: int, teacher: int) -> tuple[int, ...]:
    """For each layer of the student the teacher's layer (from 1) that it learns from.

    Raises:
        UsageError: the layers cannot be shared out evenly and none are named, or there is no such layer.

    >>> levels_of(Distil(), 4, 12), levels_of(Distil(layer_map=(1, 12)), 2, 12)
    ((3, 6, 9, 12), (1, 12))
    """
    if told.layer_map and max(told.layer_map) > teacher:
        raise UsageError(f"distil.layer_map names layers of the teacher: 1 to {teacher}")
    if not told.layer_map and teacher % layers:
        raise UsageError(f"the teacher's {teacher} layers are no multiple of the student's {layers}: distil.layer_map says which")
    return told.layer_map or tuple(teacher // layers * at for at in range(1, layers + 1))


def make_student(config: Config, teacher: Tagger, vocabulary: Vocabulary) -> Student:
    """The student before its first step: from layers of the teacher, of another start, or random; with the teacher's pieces.

    Raises:
        UsageError: it has more heads than its teacher.
    """
    chosen = config.model
    torch.manual_seed(config.seed)
    if chosen.start == "teacher":
        source = chosen_layers(teacher.encoder, chosen.layers)
        encoder = narrowed(source, sized(chosen, source.shape))
    else:
        encoder = make_encoder(chosen, read_start(chosen), vocabulary)
    if encoder.shape.heads > teacher.encoder.shape.heads:
        raise UsageError(f"a student has no more heads than its teacher: model.heads is at most {teacher.encoder.shape.heads}")
    if chosen.freeze_embeddings:
        encoder.word.weight.requires_grad_(False)
    return Student(encoder, teacher, dropout=chosen.dropout)


def intermediate(teacher: Tagger, levels: Sequence[int], told: Distil) -> Callable[[Tagger, Batch], Tensor]:
    """The loss of the first stage for `fit`."""

    def loss(student: Tagger, batch: Batch) -> Tensor:
        mask = (batch.ids != PAD).long()
        with torch.no_grad():
            theirs = teacher.eval().seen(batch.ids, mask)
        widen = student.get_submodule("widen")
        return inner_gap(student.seen(batch.ids, mask), theirs, mask, levels=levels, widen=widen, told=told)

    return loss


def inner_gap(ours: Seen, theirs: Seen, mask: Tensor, *, levels: Sequence[int], widen: Callable[[Tensor], Tensor], told: Distil) -> Tensor:
    """The embedding's gap, and the gaps of hidden states and scores of all layers, added up."""
    gap = state_gap(widen(ours.hidden[0].float()), theirs.hidden[0], mask)
    for hidden, scores, level in zip(ours.hidden[1:], ours.scores, levels, strict=True):
        gap = gap + state_gap(widen(hidden.float()), theirs.hidden[level], mask)
        gap = gap + told.score_weight * score_gap(scores, theirs.scores[level - 1], mask, is_centred=told.centre_scores)
    return gap


def state_gap(ours: Tensor, theirs: Tensor, mask: Tensor) -> Tensor:
    """Mean squared difference of hidden states (B x T x H) over the pieces of `mask` (B x T)."""
    return _over((ours.float() - theirs.float()).square().mean(dim=-1), mask)


def score_gap(ours: Tensor, theirs: Tensor, mask: Tensor, *, is_centred: bool = False) -> Tensor:
    """Mean squared difference of scores (B x A x T x T) over heads and pieces; scores of padding are 0 on both sides.

    A student of fewer heads learns from the teacher's first ones: its own started from them.
    """
    mine, wanted = ours.float(), theirs[:, : ours.shape[1]].float()
    gap = mine.masked_fill(mine <= _MASKED, 0.0) - wanted.masked_fill(wanted <= _MASKED, 0.0)
    if is_centred:
        seen = mask[:, None, None, :]
        gap = (gap - gap.sum(dim=-1, keepdim=True) / seen.sum(dim=-1, keepdim=True)) * seen
    return _over(gap.square().mean(dim=(1, 3)), mask)


def prediction(teacher: Tagger, told: Distil) -> Callable[[Tagger, Batch], Tensor]:
    """The loss of the second stage for `fit`."""

    def loss(student: Tagger, batch: Batch) -> Tensor:
        with torch.no_grad():
            theirs = teacher.eval().pieces(batch.ids)
        ours = student.pieces(batch.ids)
        labelled = student.crf.loss(ours, batch.possible, batch.lengths).sum() / batch.lengths.sum()
        soft = soft_gap(ours, theirs, batch.lengths, temperature=told.temperature)
        return told.soft_weight * soft + told.label_weight * labelled

    return loss


def soft_gap(ours: Tensor, theirs: Tensor, lengths: Tensor, *, temperature: float) -> Tensor:
    """Cross-entropy of tags (B x T x K) to the teacher's at `temperature`, a piece; what is beyond `lengths` counts nothing."""
    wanted = (theirs.float() / temperature).softmax(dim=-1)
    said = (ours.float() / temperature).log_softmax(dim=-1)
    places = torch.arange(ours.shape[1], device=ours.device) < lengths[:, None]
    return _over(-(wanted * said).sum(dim=-1), places)


def _over(values: Tensor, mask: Tensor) -> Tensor:
    """The mean of the values (B x T) where `mask` is."""
    return (values * mask).sum() / mask.sum()
