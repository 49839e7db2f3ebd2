"""Layouts: the words by which a department's reports call their sections, columns and fields, one TOML each.

Tables of a layout: `[sections]`, `[columns]`, `[fields]`, `[roles]`; each key names a kind, each value lists words.
Whoever has other forms adds a file (`docs/add-a-layout.md`). What is not known is an error that names the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from incognote.errors import ConfigError
from incognote.labels import roles
from incognote.text.nearest import meant

COLUMNS: Final = ("name", "role", "dob", "age", "sex", "address", "phone", "other")
SECTIONS: Final = ("report", "child", "family_network", "alleged", "notifier", "narrative", "other")
FIELDS: Final = ("report_date", "report_number", "dob", "age", "sex", "address", "phone", "other")
_TABLES: Final = ("sections", "columns", "fields", "roles")
_SIGNS: Final = re.compile(r"[\W_]+")
_ENDS: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LONGEST: Final = 60
_ROLES_IN: Final = "; the keys of roles are listed in docs/add-a-layout.md"

Words = tuple[tuple[str, str], ...]


class Layout(NamedTuple):
    """One layout: pairs of word and kind, words as `plain` writes them."""

    name: str
    sections: Words
    columns: Words
    fields: Words
    roles: Words


class Vocabulary(NamedTuple):
    """The words of several layouts, ready to be looked up; `first`: how words of columns begin."""

    sections: Mapping[str, str]
    columns: Mapping[str, str]
    fields: Mapping[str, str]
    roles: Mapping[str, str]
    first: frozenset[str]
    headings: re.Pattern[str]
    dates: re.Pattern[str]
    numbers: re.Pattern[str]


def plain(words: str) -> str:
    """A heading or label as it is looked up: lower case, without signs and digits at its ends.

    >>> plain("**1. Family  network:**"), plain("姓　名："), plain("Rel. to SC")
    ('family network', '姓名', 'rel to sc')
    """
    spaced = _SIGNS.sub(" ", _ENDS.sub("", words)).lower()
    return spaced.replace(" ", "") if _HAN.search(spaced) else spaced


def layout_names() -> tuple[str, ...]:
    """The layouts that come with the package.

    >>> "au-intake" in layout_names()
    True
    """
    folder = files("incognote.link").joinpath("layouts")
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def load_layout(name_or_path: str) -> Layout:
    """A built-in layout by name, or one from a file (a path that ends in .toml)."""
    raw, where = _raw(name_or_path)
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the layout {where} is not TOML: {error}") from None
    for key in table:
        if key not in _TABLES:
            raise ConfigError(f"the layout {where}: unknown key {key!r}; {meant(key, _TABLES)}")
    known: dict[str, Iterable[str]] = {"sections": SECTIONS, "columns": COLUMNS, "fields": FIELDS, "roles": roles()}
    parts = [tuple(_words(table, part, known[part], where)) for part in _TABLES]
    if not any(parts):
        raise ConfigError(f"the layout {where} says nothing: it needs one of {', '.join(_TABLES)}")
    return Layout(Path(where).stem, *parts)


def _raw(name_or_path: str) -> tuple[bytes, str]:
    if not name_or_path.endswith(".toml"):
        if name_or_path not in layout_names():
            raise ConfigError(f"there is no layout {name_or_path!r}: there are {', '.join(layout_names())}, or a .toml file")
        return files("incognote.link").joinpath("layouts", f"{name_or_path}.toml").read_bytes(), f"{name_or_path}.toml"
    try:
        return Path(name_or_path).read_bytes(), Path(name_or_path).name
    except OSError as error:
        raise ConfigError(f"the layout {Path(name_or_path).name} cannot be read: {error.strerror}") from None


def _words(table: Mapping[str, Any], part: str, known: Iterable[str], where: str) -> Iterator[tuple[str, str]]:
    kinds = table.get(part, {})
    if not isinstance(kinds, Mapping):
        raise ConfigError(f"the layout {where}: {part!r} must be a table")
    for kind, words in cast(Mapping[str, Any], kinds).items():
        key = f"{part}.{kind}"
        if kind not in known:
            raise ConfigError(f"the layout {where}: unknown key {key!r}; {meant(kind, known)}{_ROLES_IN if part == 'roles' else ''}")
        if not isinstance(words, list) or not words:
            raise ConfigError(f"the layout {where}: {key!r} must list at least one word")
        for word in words:
            if not isinstance(word, str) or not plain(word) or len(word) > _LONGEST:
                raise ConfigError(f"the layout {where}: {key!r} lists what is no word of at most {_LONGEST} letters")
            yield plain(word), kind


@lru_cache(maxsize=16)
def vocabulary(layouts: tuple[Layout, ...]) -> Vocabulary:
    """The words of all `layouts`; where two disagree, the first one's."""
    earlier_wins = layouts[::-1]
    sections = dict(pair for layout in earlier_wins for pair in layout.sections)
    columns = dict(pair for layout in earlier_wins for pair in layout.columns)
    fields = dict(pair for layout in earlier_wins for pair in layout.fields)
    more = dict(pair for layout in earlier_wins for pair in layout.roles)
    return Vocabulary(
        sections, columns, fields, more,
        frozenset(word.split(" ")[0] if word.isascii() else word[0] for word in columns),
        _any_of(sections),
        _any_of(word for word, kind in fields.items() if kind == "report_date"),
        _any_of(word for word, kind in fields.items() if kind == "report_number"),
    )  # fmt: skip


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern for the words in lower case, signs and blanks between their parts as they come."""
    longest_first = sorted(words, key=len, reverse=True)
    if not longest_first:
        return re.compile(r"(?!)")
    choices = "|".join(
        r"[ ./'’-]{1,3}".join(map(re.escape, word.split(" "))) if word.isascii() else "[ 　]{0,2}".join(map(re.escape, word))
        for word in longest_first
    )
    return re.compile(rf"({choices})(?![a-z])")


def stretches(pattern: re.Pattern[str], lower: str, stop: int) -> Iterator[re.Match[str]]:
    """Where one of the words stands in `lower[:stop]`, a text in lower case, and not at the end of another word.

    The look behind is no part of the pattern: without it the search leaps from first letter to first letter.
    """
    for found in pattern.finditer(lower, 0, stop):
        if not ("a" <= lower[max(0, found.start() - 1)] <= "z") or not found.start():
            yield found


@cache
def built_in() -> tuple[Layout, ...]:
    """Every layout that comes with the package."""
    return tuple(load_layout(name) for name in layout_names())
