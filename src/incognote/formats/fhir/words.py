"""The words before what is read of a FHIR resource, in the script of its texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from incognote.formats.json.text import Number
from incognote.labels import SCRIPTS
from incognote.text.script import Script, han_count, script_of

_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ENOUGH: Final = 20_000


def script_of_all(resources: Iterable[dict[str, Any]]) -> Script:
    """The script of the texts of resources: what holds ideographs or is several words, not their codes."""
    found: list[str] = []
    size = 0
    for resource in resources:
        for text in _texts(resource):
            found.append(text)
            size += len(text)
            if size > _ENOUGH:
                break
    return script_of("\n".join(found), default="en")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, held in value.items():
            if key not in {"coding", "meta"}:
                yield from _texts(held)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str) and not isinstance(value, Number) and (han_count(value) or " " in value):
        yield re.sub(r"<[^>]{0,500}>", " ", value)


def label(path: tuple[str, ...], script: Script) -> str:
    """What stands before an element: that of its full path, else of its name.

    >>> label(("Patient", "name"), "en"), label(("Observation", "note"), "zh-TW"), label(("Basic", "favouriteColour"), "en")
    ('Name: ', '備註：', 'favourite colour: ')
    """
    table = _table()
    row = next((table[key] for key in (".".join(path), ".".join(path[-2:]), path[-1]) if key in table), None)
    if row is None:
        words = " ".join(word if word.isupper() else word.lower() for word in _PARTS.findall(path[-1]))
    else:
        words = row[SCRIPTS.index(script)]
    if words in {"-", ""}:
        return ""
    return f"{words}: " if words.isascii() else f"{words}："


@cache
def _table() -> dict[str, tuple[str, ...]]:
    lines = files("incognote.formats").joinpath("data", "fhir_labels.tsv").read_text("utf-8").splitlines()
    return {key: tuple(words) for key, *words in (line.split("\t") for line in lines if line and not line.startswith("#"))}
