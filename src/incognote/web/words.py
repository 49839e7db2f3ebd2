"""The words of the pages in three languages, from `texts/*.toml`, and which language somebody reads."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import Request

from incognote.document import Script
from incognote.labels import SCRIPTS

COOKIE: Final = "incognote-language"
NAMES: Final[Mapping[Script, str]] = {"zh-TW": "繁體中文", "zh-CN": "简体中文", "en": "English"}
_TAGS: Final[Mapping[Script, str]] = {"zh-TW": "zh-Hant-TW", "zh-CN": "zh-Hans-CN", "en": "en"}
_SIMPLIFIED: Final = ("zh-cn", "zh-sg", "zh-hans")


class Words(NamedTuple):
    """One language. `words("work.copy")` is a text; a key that is missing shows itself, so that a page still opens."""

    script: Script
    table: Mapping[str, Mapping[str, str]]

    def __call__(self, key: str) -> str:
        section, _, name = key.partition(".")
        return self.table.get(section, {}).get(name, name)

    def __repr__(self) -> str:
        return f"Words({len(self.table)} sections)"

    def has(self, key: str) -> bool:
        section, _, name = key.partition(".")
        return name in self.table.get(section, {})

    def counted(self, key: str, number: int) -> str:
        """`3 patients`, `1 patient`, `3 位病人`."""
        return f"{number} {self(key + '_one' if number == 1 else key)}"

    @property
    def tag(self) -> str:
        """For the `lang` of a page."""
        return _TAGS[self.script]


@cache
def words(script: Script) -> Words:
    """The words of a language.

    >>> words("en")("work.undo"), words("zh-TW").counted("work.people", 2)
    ('Undo', '2 位病人')
    """
    raw = files("incognote.web").joinpath("texts", f"{script}.toml").read_text("utf-8")
    return Words(script, tomllib.loads(raw))


def tag_of(script: Script) -> str:
    """The `lang` for a text in a script."""
    return _TAGS[script]


def language(request: Request) -> Script:
    """What somebody chose, else what the browser asks for first, else Traditional Chinese."""
    chosen = request.cookies.get(COOKIE)
    if chosen in SCRIPTS:
        return next(script for script in SCRIPTS if script == chosen)
    return preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> Script:
    """The language of an Accept-Language header, by its order.

    >>> preferred("en-GB,en;q=0.9"), preferred("zh-CN,zh;q=0.9"), preferred("zh-TW"), preferred("fr, zh-HK"), preferred("")
    ('en', 'zh-CN', 'zh-TW', 'zh-TW', 'zh-TW')
    """
    for item in header[:500].lower().split(","):
        tag = item.partition(";")[0].strip()
        if tag.startswith("en"):
            return "en"
        if tag.startswith(_SIMPLIFIED):
            return "zh-CN"
        if tag.startswith("zh"):
            return "zh-TW"
    return "zh-TW"
