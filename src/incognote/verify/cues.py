"""The cue words of the shapes: found by the first character in Chinese, by the first word in Latin.

Latin words are looked up once a word, not once a letter; the one matcher of `gazetteer` is made for
lists that are far longer than these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from incognote.gazetteer.loader import read_list

Cues = Mapping[str, list[tuple[int, int]]]

LISTS: Final = (
    "number_labels", "extension_labels", "account_labels", "plate_labels", "dob_labels", "date_labels", "name_labels",
    "roles", "titles", "institutions", "institutions_en", "streets_en", "months", "titles_en", "roles_en",
    "name_labels_en", "clinical_codes",
)  # fmt: skip
_LETTERS: Final = re.compile("[a-zé]+")


class Word(NamedTuple):
    """`text` as it must stand there, `lead` and `trail` characters of it are no part of the cue."""

    text: str
    lead: int
    trail: int
    lists: tuple[str, ...]


class Table(NamedTuple):
    """`heads[key]` are the words that begin with it, longest first: a Latin word, two Chinese characters, or a
    single one that is a word. `firsts` finds where a Chinese one may begin."""

    heads: dict[str, tuple[Word, ...]]
    firsts: re.Pattern[str]


@cache
def table() -> Table:
    """All lists. In them `_` is a blank that must stand there; it and a colon are no part of the cue."""
    lists: dict[str, list[str]] = {}
    for name in LISTS:
        for listed in read_list("incognote.verify", name):
            lists.setdefault(listed.lower().replace("_", " "), []).append(name)
    heads: dict[str, list[Word]] = {}
    for text in sorted(lists, key=lambda listed: (-len(listed), listed)):
        bare = text.lstrip(" ")
        letters = _LETTERS.match(bare)
        cue = Word(text, len(text) - len(bare), len(text) - len(text.rstrip(" :")), tuple(lists[text]))
        heads.setdefault(letters[0] if letters else bare[:2], []).append(cue)
    pairs = [key for key in heads if len(key) == 2 and not _LETTERS.match(key)]
    first, second = (_class(key[at] for key in pairs) for at in (0, 1))
    single = _class(key for key in heads if len(key) == 1 and not _LETTERS.match(key))
    return Table({key: tuple(words) for key, words in heads.items()}, re.compile(f"{first}(?={second})|{single}"))


def _class(characters: Iterable[str]) -> str:
    return f"[{''.join(sorted(map(re.escape, set(characters))))}]"


def find(lower: str) -> Cues:
    """Where the words of each list stand in a lower-case text, the longest of those that overlap.

    >>> sorted(find("病患mrn:87 病歷號碼")["number_labels"])
    [(2, 5), (9, 13)]
    """
    heads, firsts = table()
    cues: dict[str, list[tuple[int, int]]] = {}
    get = heads.get
    for found in firsts.finditer(lower):
        start = found.start()
        for cue in get(lower[start : start + 2], ()):
            if lower.startswith(cue.text, start):
                _note(cues, cue, start, start + len(cue.text))
        for cue in get(lower[start], ()):
            _note(cues, cue, start, start + 1)
    for found in [run for run in _LETTERS.finditer(lower) if run[0] in heads]:
        for cue in heads[found[0]]:
            start = found.start() - cue.lead
            end = start + len(cue.text)
            if start >= 0 and lower.startswith(cue.text, start) and not _runs_on(lower, end):
                _note(cues, cue, start, end)
    return cues


def _note(cues: dict[str, list[tuple[int, int]]], word: Word, start: int, end: int) -> None:
    start, end = start + word.lead, end - word.trail
    for name in word.lists:
        noted = cues.setdefault(name, [])
        if not noted or end > noted[-1][1] or start < noted[-1][0]:
            noted.append((start, end))


def _runs_on(text: str, end: int) -> bool:
    return end < len(text) and "a" <= text[end] <= "z" and "a" <= text[end - 1] <= "z"
