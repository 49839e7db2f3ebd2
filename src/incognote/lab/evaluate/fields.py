"""What a line of our gold files may hold, field by field: what schemas/gold.schema.json says, without its library."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from incognote.errors import FormatError

Check = Callable[[Any], bool]
_LABEL: Final = re.compile(r"[A-Z]+")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _one_of(*values: str | None) -> Check:
    return lambda value: _text_or_none(value) and value in values


def _list_of(check: Check, *, least: int = 0) -> Check:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(check, value))


def _number(least: int) -> Check:
    """A whole number; JSON's 1.0 is one, true is none."""
    return lambda value: type(value) in (int, float) and value == int(value) >= least


_SPAN: Final[Mapping[str, Check]] = {
    "start": _number(0), "end": _number(1), "label": lambda value: _text(value) and bool(_LABEL.fullmatch(value)),
    "kind": _text_or_none, "entity": _text_or_none, "form": _text_or_none, "value": _text_or_none,
}  # fmt: skip
_PERSON: Final[Mapping[str, Check]] = {
    "entity": _text, "role": _text, "of": _text_or_none, "case_roles": _list_of(_one_of("notifier", "alleged")),
    "names": _list_of(_text, least=1), "sex": _one_of("M", "F", None), "birth": _text_or_none, "origin": _text_or_none,
    "surname_rarity": _one_of("common", "uncommon", "compound", "rare", "none"),
}  # fmt: skip


def _object(fields: Mapping[str, Check], *required: str) -> Check:
    def check(value: Any) -> bool:
        return isinstance(value, dict) and set(required) <= value.keys() <= fields.keys() and all(fields[key](each) for key, each in value.items())

    return check


LINE: Final[Mapping[str, Check]] = {
    "version": lambda value: type(value) in (int, float) and value == 1, "id": _text, "text": _text,
    "spans": _list_of(_object(_SPAN, "start", "end", "label")), "script": _one_of("zh-TW", "zh-CN", "en"),
    "type": _text, "specialty": _text, "style": _text, "skeleton": _text, "family": _text, "split": _one_of("train", "valid", "test"),
    "day": _text_or_none, "people": _list_of(_object(_PERSON, "entity", "role", "names")),
}  # fmt: skip
REQUIRED: Final = ("version", "id", "text", "spans")
ALSO: Final = frozenset({"graph", "person", "visit", "changed"})
"""Fields of narratives and visits, of which graph.schema.json and visits.schema.json speak."""


def check_line(row: Mapping[str, Any], where: str) -> None:
    """Look whether a line that says its version is one of ours.

    Raises:
        FormatError: names the field that is missing, not known or of another kind; `where` is the line.
    """
    for field in REQUIRED:
        if field not in row:
            raise FormatError(f"{where}: {field} is missing")
    for field, value in row.items():
        if field in ALSO:
            continue
        if field not in LINE:
            raise FormatError(f"{where}: there is a field that gold lines of version 1 do not have")
        if not LINE[field](value):
            raise FormatError(f"{where}: {field} is not as schemas/gold.schema.json has it")
