"""What a training is told, from TOML: data, model, training. A key that is not known is an error.

Built-in configurations lie in `configs/` and are named without `.toml`. Paths are relative to the folder where the
command runs, and may hold `*`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Final

from incognote.errors import ConfigError
from incognote.lab.train.schemes import SCHEMES
from incognote.lab.train.settings import made, names_in, table_of, text_of

STARTS: Final = ("e5", "teacher", "random")


@dataclass(frozen=True, slots=True)
class Source:
    """Files of one scheme (`lab/train/schemes`): the texts from `skip` on, at most `limit` of each file.

    `copies` repeats them in each epoch. `is_optional`: nothing happens where no such file is there.
    """

    files: str
    scheme: str
    skip: int = 0
    limit: int = 0
    copies: int = 1
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    """What is trained on and what measures it. A text of `train` that shares a text or long line with `valid`, `held_out`
    or a set of the package's (`lab/train/held_out`) is left out. Without `valid` a tenth of the documents is kept for it.
    """

    train: tuple[Source, ...]
    valid: tuple[Source, ...] = ()
    held_out: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Model:
    """`layers` of the start that the encoder takes, in order.

    `start` is e5, random (their number, e5's sizes and no weights), teacher (a student's), or the path of a folder with
    a `/` in it (`lab/train/folder`). `hidden`, `heads`, `inner`: sizes smaller than the start's (`lab/train/narrow` says
    how); 0 is as there.
    """

    layers: tuple[int, ...]
    start: str = "e5"
    vocabulary: int = 16_000
    dropout: float = 0.1
    freeze_embeddings: bool = False
    hidden: int = 0
    heads: int = 0
    inner: int = 0

    @property
    def is_folder(self) -> bool:
        return "/" in self.start or os.sep in self.start


@dataclass(frozen=True, slots=True)
class Training:
    """`batch` in pieces, paddings included; `rate` for the encoder, `head_rate` for what is new; `warm_up` a share.

    `beta` weighs recall where the best epoch is chosen. A checkpoint is written every `checkpoint_minutes`.
    """

    epochs: int
    batch: int = 2048
    rate: float = 5e-5
    head_rate: float = 1e-3
    warm_up: float = 0.1
    decay: float = 0.01
    clip: float = 1.0
    beta: float = 1.0
    checkpoint_minutes: float = 10.0


@dataclass(frozen=True, slots=True)
class Distil:
    """How a student learns from its teacher; `training` is its second stage, prediction.

    `layer_map`: for each layer of the student one of the teacher's, from 1; empty: shared out evenly. `map_rate` is
    that of the map to the teacher's width. `score_weight` is that of attention scores among the first stage's gaps,
    `centre_scores` compares them less their mean over each row. `temperature` is that of the soft tags; the other two
    weights are those of the losses of the second stage.
    """

    layer_map: tuple[int, ...] = ()
    intermediate_epochs: int = 2
    intermediate_rate: float = 2e-4
    map_rate: float = 1e-3
    score_weight: float = 1.0
    centre_scores: bool = False
    temperature: float = 1.0
    soft_weight: float = 1.0
    label_weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Config:
    """One training. `threads = 0` leaves the number to torch; `device` is auto, cpu or cuda.

    `precision` is auto, float32 or bfloat16: auto takes bfloat16 where the processor multiplies it by itself.
    """

    data: Data
    model: Model
    training: Training
    distil: Distil = Distil()
    seed: int = 1
    threads: int = 2
    device: str = "auto"
    precision: str = "auto"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def digest(self) -> str:
        """SHA-256 of all but where it runs, so that a run may go on elsewhere (rounding and dropout differ then).

        What a teacher does not have is left out: `distil`, and sizes that are not named.
        """
        table = self.as_dict()
        del table["threads"], table["device"], table["precision"], table["distil"]
        for size in ("hidden", "heads", "inner"):
            if not table["model"][size]:
                del table["model"][size]
        return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()


CONFIGS: Final = files("incognote.lab.train").joinpath("configs")


def config_names() -> tuple[str, ...]:
    """The configurations that come with the package.

    >>> "smoke" in config_names()
    True
    """
    return names_in(CONFIGS)


def load_config(name_or_path: str) -> Config:
    """A built-in configuration by name, or one from a file (a path that ends in .toml).

    Raises:
        ConfigError: says which key is missing, not known or of the wrong kind.
    """
    return parse(text_of(name_or_path, CONFIGS, "configuration"))


def parse(text: str) -> Config:
    """The configuration that `text` (TOML) says.

    Raises:
        ConfigError: it is no TOML, or a key or value is wrong.
    """
    return from_table(table_of(text, "configuration"))


def from_table(table: Mapping[str, Any]) -> Config:
    """The configuration that `as_dict` wrote, read back from JSON or TOML.

    Raises:
        ConfigError: a key or value is wrong.
    """
    config: Config = made(Config, table, "")
    _check(config)
    return config


def _check(config: Config) -> None:
    """What types cannot say."""
    training, model, distil = config.training, config.model, config.distil
    sources = (*config.data.train, *config.data.valid, *config.data.held_out)
    wrong = {
        "data.train needs a source": not config.data.train,
        f"a scheme is one of {', '.join(SCHEMES)}": any(s.scheme not in SCHEMES for s in sources),
        "skip and limit are not below 0, copies not below 1": any(min(s.skip, s.limit, s.copies - 1) < 0 for s in sources),
        "model.start is e5, teacher, random or a folder (a path with / in it: ./tinybert)": model.start not in STARTS and not model.is_folder,
        "model.hidden, heads and inner are not below 0": min(model.hidden, model.heads, model.inner) < 0,
        "distil.layer_map names a layer from 1 for each of model.layers": bool(distil.layer_map)
        and (len(distil.layer_map) != len(model.layers) or min(distil.layer_map) < 1),
        "distil: epochs and weights are not below 0, one of the second stage is above": distil.intermediate_epochs < 0
        or min(distil.soft_weight, distil.label_weight, distil.score_weight) < 0 or not distil.soft_weight + distil.label_weight,
        "distil: rates and temperature are above 0": min(distil.intermediate_rate, distil.map_rate, distil.temperature) <= 0,
        "model.layers names at least one layer": not model.layers or min(model.layers) < 0,
        "model.vocabulary is at least 1000": model.vocabulary < 1000,
        "device is auto, cpu or cuda": config.device not in ("auto", "cpu", "cuda"),
        "precision is auto, float32 or bfloat16": config.precision not in ("auto", "float32", "bfloat16"),
        "training.epochs is at least 1": training.epochs < 1,
        "training.batch is at least 128 pieces": training.batch < 128,
        "threads is at least 0": config.threads < 0,
        "training.decay is not below 0, checkpoint_minutes above 0": training.decay < 0 or training.checkpoint_minutes <= 0,
        "rates, clip and beta are above 0": min(training.rate, training.head_rate, training.clip, training.beta) <= 0,
        "model.dropout and training.warm_up are at least 0, below 1": not (0 <= model.dropout < 1 and 0 <= training.warm_up < 1),
    }
    for message, is_wrong in wrong.items():
        if is_wrong:
            raise ConfigError(message)
