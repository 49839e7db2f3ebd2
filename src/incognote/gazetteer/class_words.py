"""Class words behind a name, as they are written: Family Day Care, FDC, aFmily Day Care."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.gazetteer.kinds import MOST_WORDS, by_full, labels_of
from incognote.names.eponyms import english
from incognote.text.slips import is_slip, without_one

_TOKEN: Final = re.compile(r" ([A-Za-z0-9][A-Za-z0-9'’&-]*|&)")
_LONGEST: Final = 20
_SMALL: Final = frozenset(("and", "of", "to", "the", "&"))


class Ending(NamedTuple):
    """Class words behind a name: where they end, the labels they may have, and whether a slip was mended."""

    end: int
    labels: tuple[str, ...]
    is_mended: bool

    def __repr__(self) -> str:
        return f"Ending({self.end}, mended={self.is_mended})"


def ending_behind(text: str, at: int) -> Ending | None:
    """The class words that follow the name ending at `at`, one of them perhaps with a slip of a letter.

    >>> ending_behind("Emu Rise Family Day Care rang", 8), ending_behind("Emu Hill Women's Pison.", 8)
    (Ending(24, mended=False), Ending(22, mended=True))
    """
    words: list[str] = []
    ends: list[int] = []
    while len(words) < MOST_WORDS and (token := _TOKEN.match(text, at)):
        words.append(token[1].replace("’", "'"))
        ends.append(at := token.end())
    if not words or not _may_open(words[0]):
        return None
    lower = [word.lower() for word in words]
    for size in range(len(words), 0, -1):
        if not _may_open(words[size - 1]) or (size > 1 and any(_is_prose(w) for w in words[:size])):
            continue
        labels = labels_of().get(" ".join(lower[:size]))
        if labels and all(map(_may_open, (words[0], words[size - 1]))):
            return Ending(ends[size - 1], labels, False)
        for place in range(size):
            for word in mends(lower[place]):
                phrase = " ".join([*lower[:place], word, *lower[place + 1 : size]])
                if phrase in by_full():
                    return Ending(ends[size - 1], labels_of()[phrase], True)
    return None


def _may_open(word: str) -> bool:
    """Capitals, and the slip that leaves a small letter before one or takes the capital away: aFmily, entre."""
    return word[:1].isupper() or word[:1].isdigit() or word[1:2].isupper() or bool(mends(word.lower()))


def _is_prose(word: str) -> bool:
    return word[0].islower() and word not in _SMALL and not _may_open(word)


@lru_cache(maxsize=4096)
def mends(word: str) -> tuple[str, ...]:
    """The words of kinds that `word` may be with one letter left out, put in, changed or swapped; none for a word itself.

    >>> mends("hopsital"), mends("entre"), mends("school"), mends("poison")
    (('hospital',), ('centre',), (), ())
    """
    if word in _vocabulary() or not 3 <= len(word) <= _LONGEST or word in english():
        return ()
    index = _deletions()
    near = {w: None for key in (word, *without_one(word)) for w in index.get(key, ())}
    return tuple(w for w in near if is_slip(word, w) and word != f"{w}s")


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(w for writing in by_full() if writing.isascii() for w in writing.split(" ") if w not in _SMALL)


@cache
def _deletions() -> Mapping[str, tuple[str, ...]]:
    """What is left of each word of four and more letters with one letter out, and the word -> the words."""
    found: dict[str, list[str]] = {}
    for word in _vocabulary():
        if len(word) > 3:
            for key in {word, *without_one(word)}:
                found.setdefault(key, []).append(word)
    return {key: tuple(sorted(words)) for key, words in found.items()}
