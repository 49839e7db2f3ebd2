"""A training from its configuration: read the texts, choose the pieces, cut windows, build the model, fit, draw."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import torch

from incognote.errors import FormatError, UsageError
from incognote.lab.train.checkpoint import METRICS, check_own
from incognote.lab.train.config import Config, from_table
from incognote.lab.train.curves import draw
from incognote.lab.train.encoder import Shape
from incognote.lab.train.examples import all_examples
from incognote.lab.train.fingerprint import digest, write_prints
from incognote.lab.train.fit import Job, Outcome, Tell, fit
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.measure import cut
from incognote.lab.train.model import Tagger, write_config
from incognote.lab.train.sources import Labelled
from incognote.lab.train.start import check_start, make_encoder, pool, read_start, start_digest
from incognote.lab.train.texts import Say, Texts, read_texts, valid_texts
from incognote.lab.train.vocabulary import Vocabulary, build, read
from incognote.names.tables import rows as table_rows
from incognote.names.tables import variants
from incognote.text.tags import CLASSES

RUN: Final = "run.json"
PRINTS: Final = "prints.txt"


def train(config: Config, folder: Path, *, tell: Tell = lambda now: None, say: Say = lambda line: None, limit: Limit = NONE) -> Outcome:
    """One training, or the rest of one. The folder then holds the model, its metrics and its curves."""
    check_start(config.model)
    return train_on(read_texts(config, say=say), config, folder, tell=tell, limit=limit)


def train_on(texts: Texts, config: Config, folder: Path, *, tell: Tell = lambda now: None, limit: Limit = NONE, labels: str = "") -> Outcome:
    """The training of `config` on these texts; `labels` is a digest of what they are labelled with, where that may change."""
    if config.threads:
        torch.set_num_threads(config.threads)
    if config.model.start == "teacher":
        raise UsageError("only `train distil` starts from a teacher: model.start is e5, random or a folder")
    model, vocabulary = make_model(config, [each.text for each in texts.train])
    cutter = vocabulary.cutter()
    examples, valid = all_examples(texts.train, cutter), cut(texts.valid, cutter)
    if not examples:
        raise UsageError("there is no text to train on")
    known = hashlib.sha256(f"{config.digest()} {digest(texts.prints)} {len(examples)}{labels}{start_digest(config.model)}".encode()).hexdigest()
    check_own(folder, known)
    write_start(folder, config, vocabulary, texts, shape=model.encoder.shape)
    model.is_half = is_half(config)
    job = Job(model.to(device(config.device)), examples, valid, config.training, config.seed, known)
    outcome = fit(job, folder, tell=tell, limit=limit)
    draw(folder / METRICS, folder / "curves.png")
    return outcome


def write_start(folder: Path, config: Config, vocabulary: Vocabulary, texts: Texts, *, shape: Shape, told: Mapping[str, Any] | None = None) -> None:
    """All of a run's folder that is known before the first step; `told` is what else its `config.json` says."""
    known = {"trained_on": digest(texts.prints), "configuration": config.digest(), "thresholds": {}, **(told or {})}
    write_config(folder, vocabulary, shape=shape, told=known)
    table = {"config": config.as_dict(), "data": texts.told, "spans": _counts(texts.train), "torch": torch.__version__}
    (folder / RUN).write_text(json.dumps(table, indent=1) + "\n", "utf-8")
    write_prints(folder / PRINTS, texts.prints)


def _counts(texts: Iterable[Labelled]) -> dict[str, int]:
    """Spans by class; one that may be of several counts with the first."""
    found = Counter(names[0] for text in texts for _, _, names in text.spans if names)
    return {name: found[name] for name in CLASSES}


def valid_windows(run: Path, count: int) -> list[list[int]]:
    """Ids of at most so many windows of the texts that a run is measured on, from all of its sources.

    Raises:
        UsageError: a file of them is missing.
        FormatError: the folder holds no run.
    """
    try:
        config = from_table(json.loads((run / RUN).read_text("utf-8"))["config"])
        cutter = read(run / "vocabulary.tsv").cutter()
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        raise FormatError("the folder holds no run of a training") from None
    found = [list(each.ids) for each in all_examples(valid_texts(config), cutter)]
    return found[:: max(1, -(-len(found) // count))]


def make_model(config: Config, texts: Iterable[str]) -> tuple[Tagger, Vocabulary]:
    """The tagger before its first step, with the pieces that `texts` and English words use."""
    weights = read_start(config.model)
    words = (row[0] for row in table_rows("english_words"))
    vocabulary = build(pool(weights), list(texts), words=words, characters=_of_names(), size=config.model.vocabulary)
    torch.manual_seed(config.seed)
    model = Tagger(make_encoder(config.model, weights, vocabulary), dropout=config.model.dropout)
    if config.model.freeze_embeddings:
        model.encoder.word.weight.requires_grad_(False)
    return model, vocabulary


def _of_names() -> frozenset[str]:
    """The characters of surnames and given names, in all their writings."""
    base = {c for table in ("surnames", "han_given") for row in table_rows(table) for c in row[0]}
    return frozenset(base.union(*(variants().get(c, "") for c in base)))


def is_half(config: Config) -> bool:
    """Whether to multiply in bfloat16. On a CPU without tiles of its own for it, it is slower than 32 bits."""
    if config.precision != "auto":
        return config.precision == "bfloat16"
    if device(config.device).type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return bool(torch.cpu._is_amx_tile_supported())


def device(named: str) -> torch.device:
    """Raises UsageError where a GPU is asked for and there is none."""
    if named == "cuda" and not torch.cuda.is_available():
        raise UsageError("there is no GPU that torch can use: device = \"auto\" takes the CPU then")
    return torch.device("cuda" if named != "cpu" and torch.cuda.is_available() else "cpu")
