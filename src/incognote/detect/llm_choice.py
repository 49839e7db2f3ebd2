"""Which language model a profile asks, and how: its `[detect.llm]`.

    [detect.llm]
    model = "qwen2.5-coder-0.5b-instruct-q4_k_m"   # an id, a .gguf file, or http://127.0.0.1:11434/v1#name
    adapter = "ward.gguf"      # what the model was taught on top; it is then shown no worked examples
    on_failure = "degraded"    # degraded | failed: a note of which the model did not read all
    grammar = true             # answers are strings of the note by construction, where the runtime can
    allow_public = false       # true: notes may go to a server with a public address
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.detect.llm_spans import Reader
    from incognote.llm.client import Client

KEYS: Final = frozenset({"model", "adapter", "on_failure", "allow_public", "grammar", "examples"})
_SWITCHES: Final = ("allow_public", "grammar", "examples")
UNREAD: Final = "model_unread"
"""The finding of a window that the model did not read."""
FAILURES: Final = ("degraded", "failed")


@dataclass(frozen=True, slots=True)
class Llm:
    """A model and how it is asked. `examples`: worked ones are shown; None: unless there is an adapter."""

    model: str = field(repr=False)
    adapter: Path | None = field(default=None, repr=False)
    on_failure: Literal["degraded", "failed"] = "degraded"
    allow_public: bool = False
    grammar: bool = True
    examples: bool | None = None


def read(table: Mapping[str, Any], where: str) -> Llm | None:
    """The choice that a profile's `[detect.llm]` makes; None where it makes none. `where` names the profile in errors.

    >>> read({"model": "http://127.0.0.1:8080/v1#small", "on_failure": "failed"}, "x.toml").on_failure
    'failed'

    Raises:
        ConfigError: a value that is none of its key's.
    """
    if not table:
        return None
    model, adapter = table.get("model"), table.get("adapter")
    if not isinstance(model, str) or not model:
        raise ConfigError(f"{where}: 'detect.llm.model' must be a model's id, a .gguf file or a server's address")
    if adapter is not None and (not isinstance(adapter, str) or not adapter):
        raise ConfigError(f"{where}: 'detect.llm.adapter' must be a file")
    for key in _SWITCHES:
        if not isinstance(table.get(key, False), bool):
            raise ConfigError(f"{where}: 'detect.llm.{key}' must be true or false")
    on_failure = table.get("on_failure", "degraded")
    if on_failure not in FAILURES:
        raise ConfigError(f"{where}: 'detect.llm.on_failure' must be one of {', '.join(FAILURES)}")
    return Llm(
        model, Path(adapter).expanduser() if adapter else None, on_failure,
        table.get("allow_public", False), table.get("grammar", True), table.get("examples"),
    )  # fmt: skip


def client(llm: Llm) -> Client:
    """The client of the model; nothing is loaded before it is asked.

    Raises:
        ConfigError: no such model, an address that may not be used, or a runtime that is missing.
        ModelError: the model's file is not here, or not the model.
    """
    opened: Client = import_module("incognote.llm.models").open_client(llm.model, adapter=llm.adapter, allow_public=llm.allow_public)
    return opened


def detector(llm: Llm) -> Reader:
    """The detector that asks the model."""
    spans = import_module("incognote.detect.llm_spans")
    examples = llm.adapter is None if llm.examples is None else llm.examples
    way = spans.Way(form="grammar" if llm.grammar else "schema", examples=examples)
    made: Reader = spans.detector(client(llm), way=way, is_strict=llm.on_failure == "failed")
    return made


def fingerprint(llm: Llm) -> str:
    """What results depend on: the model's and the adapter's bytes, or the server's model, and how it is asked."""
    return f"{client(llm).name} {llm!r}"
