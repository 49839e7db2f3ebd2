"""What the training of an adapter is told, from TOML: notes, adapter, training. A key that is not known is an error.

`article` has the settings that the Taiwanese experiment states for its notebook; `cpu` is for a small model on a processor,
`smoke` for a look at the whole way. Any of them is named without `.toml`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from typing import Any, Final

from incognote.errors import ConfigError
from incognote.lab.train.settings import made, names_in, table_of, text_of

MODULES: Final = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
"""The matrices of attention and of the layers between, as Qwen, Llama and Mistral call them."""
DEVICES: Final = ("auto", "cpu", "cuda")
PRECISIONS: Final = ("auto", "float32", "bfloat16")


@dataclass(frozen=True, slots=True)
class Reading:
    """`notes` are drawn by chance (0: all); `measured` ones, of other authors or skeletons, are kept apart to measure the
    loss by. `longest` are the tokens of one example, prompt and answer: what is longer is cut as a model's windows are."""

    notes: int = 0
    measured: int = 16
    longest: int = 2048


@dataclass(frozen=True, slots=True)
class Adapter:
    """A matrix W of `modules` becomes W + alpha / rank * B A, B and A of `rank` columns and rows."""

    rank: int = 16
    alpha: int = 16
    dropout: float = 0.0
    modules: tuple[str, ...] = field(default=MODULES, repr=False)


@dataclass(frozen=True, slots=True)
class Training:
    """A step of the optimiser reads `batch` examples side by side, `accumulation` times; the rate rises for `warm_up` steps and
    then falls in a line to nothing. A checkpoint is written every `checkpoint_minutes`, the loss on the notes kept apart
    is measured every `measure_steps` (0: at the ends of epochs alone)."""

    epochs: int = 2
    batch: int = 2
    accumulation: int = 4
    rate: float = 1e-4
    warm_up: int = 5
    decay: float = 0.001
    clip: float = 1.0
    measure_steps: int = 0
    checkpoint_minutes: float = 5.0


@dataclass(frozen=True, slots=True)
class Plan:
    """One training. `threads = 0` leaves the number to torch; `device` is auto, cpu or cuda. `precision` is auto, float32 or
    bfloat16: auto takes bfloat16 where the processor multiplies it by itself."""

    data: Reading = Reading()
    adapter: Adapter = Adapter()
    training: Training = Training()
    seed: int = 3407
    threads: int = 0
    device: str = field(default="auto", repr=False)
    precision: str = field(default="auto", repr=False)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def digest(self) -> str:
        """SHA-256 of all but where it runs, so that a run may go on elsewhere (rounding differs then)."""
        table = self.as_dict()
        del table["threads"], table["device"], table["precision"]
        return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()


PLANS: Final = files("incognote.lab.train.lora").joinpath("configs")


def plan_names() -> tuple[str, ...]:
    """The plans that come with the package.

    >>> plan_names()
    ('article', 'cpu', 'smoke')
    """
    return names_in(PLANS)


def load_plan(name_or_path: str) -> Plan:
    """A plan of the package by name, or one from a file (a path that ends in .toml).

    >>> load_plan("article") == Plan()
    True

    Raises:
        ConfigError: says which key is missing, not known or of the wrong kind.
    """
    return from_table(table_of(text_of(name_or_path, PLANS, "configuration"), "configuration"))


def from_table(table: Mapping[str, Any]) -> Plan:
    """The plan that `as_dict` wrote, read back from JSON or TOML. ConfigError where a key or value is wrong."""
    plan: Plan = made(Plan, table, "")
    _check(plan)
    return plan


def _check(plan: Plan) -> None:
    """What types cannot say."""
    data, adapter, training = plan.data, plan.adapter, plan.training
    wrong = {
        "data.notes and measured are not below 0": min(data.notes, data.measured) < 0,
        "data.longest is at least 512 tokens": data.longest < 512,
        "adapter.rank and alpha are at least 1": min(adapter.rank, adapter.alpha) < 1,
        "adapter.dropout is at least 0, below 1": not 0 <= adapter.dropout < 1,
        f"adapter.modules names some of {', '.join(MODULES)}": not adapter.modules or not set(adapter.modules) <= set(MODULES),
        "training: epochs, batch and accumulation are at least 1": min(training.epochs, training.batch, training.accumulation) < 1,
        "training: rate and clip are above 0": min(training.rate, training.clip) <= 0,
        "training: warm_up, decay and measure_steps are not below 0": min(training.warm_up, training.decay, training.measure_steps) < 0,
        "training.checkpoint_minutes is not below 0": training.checkpoint_minutes < 0,
        "threads is not below 0": plan.threads < 0,
        f"device is {', '.join(DEVICES)}": plan.device not in DEVICES,
        f"precision is {', '.join(PRECISIONS)}": plan.precision not in PRECISIONS,
    }
    for message, is_wrong in wrong.items():
        if is_wrong:
            raise ConfigError(message)
