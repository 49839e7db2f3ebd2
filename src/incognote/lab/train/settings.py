"""Settings in TOML, of the package or of the user's own: found by name, read, and made into dataclasses by their types."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from incognote.errors import ConfigError


def names_in(folder: Traversable) -> tuple[str, ...]:
    """The TOML files of a folder of the package, without their ending."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def text_of(name_or_path: str, folder: Traversable, what: str) -> str:
    """The TOML text that is named, of `folder` or in a file; `what` it is, for who named another thing.

    Raises:
        ConfigError: there is none of that name, or the file cannot be read.
    """
    if not name_or_path.endswith(".toml"):
        if name_or_path not in names_in(folder):
            raise ConfigError(f"there is no such {what}: there are {', '.join(names_in(folder))}, or a .toml file")
        return folder.joinpath(f"{name_or_path}.toml").read_text("utf-8")
    try:
        return Path(name_or_path).read_text("utf-8")
    except OSError as error:
        raise ConfigError(f"the {what} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"the {what} is not UTF-8") from None


def table_of(text: str, what: str) -> dict[str, Any]:
    """TOML as a table. ConfigError where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the {what} is not TOML: {error}") from None


def made(kind: Any, table: Any, where: str) -> Any:
    """A dataclass of `kind` from a table, its fields checked by their types.

    Raises:
        ConfigError: names the key that is missing, not known or of the wrong type; `where` is what leads to it.
    """
    if not isinstance(table, Mapping):
        raise ConfigError(f"{where} is a table")
    hints = get_type_hints(kind)
    at = f"{where}." if where else ""
    for key in table:
        if key not in hints:
            raise ConfigError(f"unknown key {at}{key}")
    for each in fields(kind):
        if each.name not in table and each.default is MISSING and each.default_factory is MISSING:
            raise ConfigError(f"{at}{each.name} is missing")
    return kind(**{key: _value(hints[key], value, f"{at}{key}") for key, value in table.items()})


def _value(kind: Any, value: Any, where: str) -> Any:
    if is_dataclass(kind):
        return made(kind, value, where)
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ConfigError(f"{where} is a list")
        return tuple(_value(get_args(kind)[0], item, f"{where}[{at}]") for at, item in enumerate(value))
    if get_origin(kind) is Mapping:
        if not isinstance(value, Mapping):
            raise ConfigError(f"{where} is a table")
        return {key: _value(get_args(kind)[1], item, f"{where}.{key}") for key, item in value.items()}
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise ConfigError(f"{where} is of type {kind.__name__}")
    if kind is float and not isfinite(value):  # nan passes every comparison that asks whether it is wrong
        raise ConfigError(f"{where} is not finite")
    return value
