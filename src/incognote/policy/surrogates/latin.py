"""Names in Latin letters: which word is the surname, and the same mention made of other words.

Case, order, commas, hyphens, dots, titles and particles stay; words and initials are written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from incognote.names.parse import looks_chinese, parse
from incognote.names.romanise import romanised
from incognote.names.tables import first_names, readings, rows
from incognote.policy.surrogates import lists
from incognote.policy.surrogates.stream import Stream

_WORD: Final = re.compile(r"(?:[^\W\d_]+(?:['’][^\W\d_]+)*)")
_KEPT: Final = frozenset(
    "dr drs mr mrs ms miss mx prof sir dame md rn np do phd esq jr sr ii iii iv nurse sister matron constable officer sgt sergeant "
    "detective det const judge rev fr aunt aunty auntie uncle nana nanna grandma grandpa nan pop baby of boy girl pt vs cr pgy sw "
    "van von der den de del della di da dos du la le ter ten bin binti binte al el ap and the".split()
)
_SYLLABLES_MOST: Final = 3
ENGLISH: Final = ("us", "uk", "au")


class LatinName(NamedTuple):
    """Family names and given names, in the order they are written in; lower case."""

    family: tuple[str, ...]
    given: tuple[str, ...]

    def __repr__(self) -> str:
        return f"LatinName({len(self.family)}, {len(self.given)})"


def words_of(text: str) -> list[str]:
    """The words of a name that are no title and no particle, in lower case."""
    return [word for found in _WORD.finditer(text) if (word := found[0].lower()) not in _KEPT]


def split(text: str) -> LatinName:
    """Which words are which; a lone word is a given name if it is a usual one.

    >>> split("O'BRIEN, Kathleen M.").family, tuple(split("Dr. Hsieh, C.Y.")), split("Kaylee").given
    (("o'brien",), (('hsieh',), ('c', 'y')), ('kaylee',))
    """
    bare = " ".join(piece for piece in text.split() if piece.strip(".,").lower() not in _KEPT) or text
    parsed = parse(bare)
    family, given = words_of(parsed.surname), words_of(parsed.given)
    if not family and len(given) == 1:
        word = given[0]
        titled = any(found[0].lower() in _KEPT for found in _WORD.finditer(text))
        if titled or looks_chinese(word) or (word not in first_names() and word not in lists.sexes()):
            return LatinName((word,), ())
    return LatinName(tuple(family), tuple(given))


@cache
def _syllables() -> frozenset[str]:
    wade = readings().wade
    return frozenset(wade) | {told.replace("'", "") for told in wade.values()} | {"szu", "tzu", "yi"}


def syllables(word: str) -> tuple[str, ...]:
    """The Chinese syllables that a word is made of, none where it is not.

    >>> syllables("daming"), syllables("kathleen")
    (('da', 'ming'), ())
    """
    if not word:
        return ()
    for size in range(min(6, len(word)), 0, -1):
        if word[:size] in _syllables():
            if size == len(word):
                return (word,)
            rest = syllables(word[size:])
            if rest and len(rest) < _SYLLABLES_MOST:
                return (word[:size], *rest)
    return ()


def is_romanised(name: LatinName) -> bool:
    """Whether a name is a Chinese one in Latin letters."""
    if not name.family or not looks_chinese(name.family[-1]):
        return False
    written_out = [word for word in name.given if len(word) > 1]
    return all(syllables(word) and word not in first_names() for word in written_out) and bool(name.given)


def roman_of(han: str, like: str, *, region: str) -> LatinName | None:
    """A Han name in Latin letters, spelt as `like` is: a hyphen or Taiwan means Wade-Giles without marks."""
    told = romanised(han)
    if not told:
        return None
    spelt = told[min(3, len(told) - 1)] if "-" in like or (region == "tw" and not _is_pinyin(like)) else told[0]
    return LatinName((spelt.surname.replace("'", ""),), tuple(part.replace("'", "") for part in spelt.given))


def _is_pinyin(text: str) -> bool:
    return any(re.match(r"(?:zh|x|q|b|d|g|r)", word) for word in words_of(text))


def group_of(name: LatinName) -> str:
    """The list whose names are of the same origin; empty where no list has any of its words."""
    for part, found in (("family", name.family), ("given", name.given)):
        table = lists.groups_of(part)
        for word in found:
            if word in table:
                return table[word]
    return ""


def sex_of(name: LatinName) -> str | None:
    """F or M where the first given name tells it."""
    return next((sex for word in name.given[:1] if (sex := lists.sexes().get(word))), None)


def draw(stream: Stream, old: LatinName, *, sex: str) -> LatinName:
    """Another name with as many words, of the same origin and sex."""
    group = group_of(old)
    drawn_from = (group,) if group and group not in ENGLISH else ENGLISH
    families = [name for g in drawn_from for name in lists.latin(g, "family") if name.isalpha() or "'" in name]  # one word for one: St John would be cut
    givens = [name for g in drawn_from for name in lists.latin(g, sex)]
    taken = {*old.family, *old.given}

    def other(pool: list[str]) -> str:
        for _ in range(20):
            made = stream.pick(pool).lower().split(" ")[0]
            if made not in taken:
                break
        taken.add(made)
        return made

    if old.family and looks_chinese(old.family[-1]) and group in ("", *ENGLISH):
        surname = lists.surnames("tw", 0, 1)
        for _ in range(20):
            told = romanised(surname.draw(stream) + "明")
            if told and told[-1].surname not in taken:
                break
        family: tuple[str, ...] = (told[-1].surname,)
    else:
        family = tuple(other(families) for _ in old.family)
    return LatinName(family, tuple(other(givens) for _ in old.given))


@cache
def _called() -> dict[str, tuple[str, ...]]:
    return {row[0]: tuple(word for word in row[1].split() if len(word) > 2) for row in rows("nicknames") if len(row) > 1}


def is_nickname(word: str, given: Iterable[str]) -> bool:
    """Whether `word` is what bearers of one of the names are called."""
    return any(word in _called().get(name, ()) for name in given)


def nickname(given: str) -> str:
    """What a bearer of `given` is called; the name itself where nothing is known."""
    return _called().get(given, (given,))[0]


def rewritten(surface: str, old: LatinName, new: LatinName) -> str:
    """A mention of somebody called `old` as one of somebody called `new`.

    >>> rewritten("SMITH, Jane Q.", LatinName(("smith",), ("jane", "q")), LatinName(("doyle",), ("mary", "ann")))
    'DOYLE, Mary A.'
    """
    here = split(surface)
    role = {word: ("family", at) for at, word in enumerate(here.family)} | {word: ("given", at) for at, word in enumerate(here.given)}
    known = {word: ("family", at) for at, word in enumerate(old.family)} | {word: ("given", at) for at, word in enumerate(old.given)}
    spelt = _spelt(here.given, new.given)

    def put(found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in _KEPT or word not in role:
            return found[0]
        part, at = known.get(word) or role[word]
        if part == "family":
            made = new.family[min(at, len(new.family) - 1)] if new.family else new.given[0]
        elif is_nickname(word, old.given):
            made = nickname(new.given[0])
        elif word in spelt and word not in known:
            made = spelt[word]
        else:
            made = new.given[min(at, len(new.given) - 1)] if new.given else new.family[0]
        return _cased(_short(found[0], made, new), found[0])

    return _WORD.sub(put, surface)


def _short(word: str, made: str, new: LatinName) -> str:
    """Initials stay initials: one letter, or two or three capitals for as many given names."""
    if len(word) == 1:
        return made[0]
    if word.isupper() and len(word) <= 3 and len(new.given) == len(word) and not syllables(word.lower()):
        return "".join(name[0] for name in new.given)
    return made


def _spelt(old: tuple[str, ...], new: tuple[str, ...]) -> dict[str, str]:
    """Romanised given names: which syllables of the new one stand where, however they are joined."""
    found: dict[str, str] = {}
    at = 0
    for word in old:
        size = max(1, len(syllables(word)) if len(word) > 1 else 1)
        found[word] = "".join(new[at : at + size]) or (new[-1] if new else word)
        at += size
    return found


def _cased(made: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return made.upper()
    if like.islower():
        return made
    return "".join(part.capitalize() if part[:1].isalpha() else part for part in re.split(r"(['’-])", made)) if made != made.capitalize() else made.capitalize()


