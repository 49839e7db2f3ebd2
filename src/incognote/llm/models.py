"""Which models there are, where their files lie, and how one is opened."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from incognote.errors import ConfigError
from incognote.llm.client import Client, ModelError
from incognote.llm.hashes import file_hash as file_hash
from incognote.text.nearest import meant


@dataclass(frozen=True, slots=True)
class Model:
    """One model that can be had by name: `size` in bytes, `packages` whose parts make its file, `context` in
    tokens as its maker states it."""

    id: str
    name: str
    size: int
    sha256: str
    licence: str
    maker: str
    parameters: int
    context: int
    version: str
    packages: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"{self.id}.gguf"


@cache
def models() -> tuple[Model, ...]:
    """Every model that is known by name, the smallest first.

    >>> [model.id for model in models()][0]
    'qwen2.5-coder-0.5b-instruct-q4_k_m'
    """
    rows = tomllib.loads(files("incognote.llm").joinpath("data", "models.toml").read_text("utf-8"))["model"]
    found = (Model(size=row.pop("bytes"), packages=tuple(row.pop("packages")), **row) for row in rows)
    return tuple(sorted(found, key=lambda model: model.size))


def model(named: str) -> Model:
    """The model of an id. ConfigError where there is none."""
    for one in models():
        if one.id == named:
            return one
    raise ConfigError(f"no model has this name; {meant(named, [one.id for one in models()])}")


def cache_folder() -> Path:
    """Where models lie that nobody put elsewhere: the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("incognote") / "models"


def is_here(one: Model, folder: Path | None = None) -> bool:
    """Whether a file of the model's name and size lies in `folder` (default: the cache). Its hash is not asked."""
    path = (folder or cache_folder()) / one.file
    return path.is_file() and path.stat().st_size == one.size


def locate(one: Model, folder: Path | None = None) -> Path:
    """The file of a model, its hash checked.

    Raises:
        ModelError: there is no file, or its hash is another's.
    """
    path = (folder or cache_folder()) / one.file
    if not path.is_file():
        raise ModelError(f"the model is not here: incognote models pull {one.id}")
    if file_hash(path) != one.sha256:
        raise ModelError(f"the model's file is not the model (its SHA-256 is another): delete it, then incognote models pull {one.id}")
    return path


def open_client(
    named: str,
    *,
    folder: Path | None = None,
    adapter: Path | None = None,
    context: int | None = None,
    slots: int | None = None,
    threads: int | None = None,
    seconds: float | None = None,
    allow_public: bool = False,
) -> Client:
    """The client of a model.

    `named` is an id (`models()`), a path of a GGUF file, or a server's address with the model's name behind `#`
    (`http://127.0.0.1:11434/v1#qwen3:8b`). `folder` is where files of ids lie, `adapter` a LoRA adapter (GGUF) for
    a file. `context` is in tokens for prompt and reply together; `slots` are requests under way at once; `threads`
    the processor's that a file may use, `seconds` the time for one reply. `allow_public` lets a server have a public address: notes then leave the house.

    Raises:
        ConfigError: no model has this id, the address is not one that may be used, or a runtime is missing.
        ModelError: the model's file is not here or not the model.
        Unreachable: the server's name has no address.
    """
    if named.startswith(("http://", "https://")):
        from incognote.llm.exchange import Limits
        from incognote.llm.server import Server

        if adapter is not None:
            raise ConfigError("an adapter goes with a model's file; a server is told its own")
        limits = Limits(read=seconds, total=seconds) if seconds else None
        return Server.at(named, context=context, slots=slots, limits=limits, allow_public=allow_public)
    from incognote.llm.local import Local

    path = Path(named).expanduser() if named.endswith(".gguf") else locate(model(named), folder)
    for needed in (path, *([adapter] if adapter else [])):
        if not needed.is_file():
            raise ModelError("the model's file is not there" if needed == path else "the adapter's file is not there")
    return Local(path, adapter, context=context, slots=slots, threads=threads, seconds=seconds)
