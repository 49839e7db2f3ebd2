"""How a drawn name is written: the forms of NAME and DOCTOR that slots ask for."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.lab.synth.naming import Naming
from incognote.lab.synth.pools import table, words
from incognote.names.tables import readings, to_base

_MASKS: Final = ("○", "O", "＊", "*", "X")


class Piece(NamedTuple):
    """A written value; the span leaves out `lead` characters at its start and `tail` at its end."""

    text: str
    lead: int = 0
    tail: int = 0


def name_piece(naming: Naming, form: str, *, rng: random.Random, script: str, extra: str | None = None) -> Piece:
    """A name in one of the forms of `skeleton.NAME_FORMS`; `extra` is the title of titled and prefixed.

    An English text writes a Han name in Latin letters unless the form says `han`.
    """
    if form == "han":
        return Piece(naming.full)
    if script == "en" and naming.is_han and naming.latin:
        naming = Naming(naming.latin[0], naming.latin[-1], False, naming.latin, origin=naming.origin, rarity=naming.rarity)
    if form == "titled":
        return _titled(naming, extra or "")
    if form == "prefixed":
        return _prefixed(naming, extra or "")
    if naming.whole:
        return Piece(_whole(naming, form, rng, script))
    return Piece(_han(naming, form, rng, script) if naming.is_han else _latin(naming, form, rng))


def _titled(naming: Naming, title: str) -> Piece:
    """Rule N3: one character takes its title into the span, more leave it out."""
    stem = _stem(naming)
    if naming.is_han and len(stem) == 1:
        return Piece(stem + title)
    if naming.is_han:
        return Piece(stem + title, tail=len(title))
    return Piece(f"{stem}{title}", tail=len(title))


def _stem(naming: Naming) -> str:
    """What a title stands beside: the surname, the first character of an undotted whole name (阮氏翠: 阮小姐)."""
    if naming.whole and "·" not in naming.whole and len(naming.whole) <= 4:
        return naming.whole[0]
    return naming.surname or naming.given


def _prefixed(naming: Naming, title: str) -> Piece:
    stem = _stem(naming)
    if naming.is_han and len(stem) == 1:
        return Piece(title + stem)
    return Piece(title + stem, lead=len(title))


def _whole(naming: Naming, form: str, rng: random.Random, script: str) -> str:
    """Names without a surname: Latin forms keep their order, a mask keeps the dot."""
    latin = " ".join(reversed(naming.latin)) if naming.latin else ""
    match form:
        case "roman" | "roman_reversed" | "reversed" | "english" if latin:
            return latin
        case "upper" if latin:
            return latin.upper()
        case "roman_given" if latin:
            return naming.latin[-1]
        case "initials" if latin:
            return "".join(f"{word[0].upper()}." for word in latin.split())
        case "given" | "nick":
            return naming.given
        case "spaced" if "·" in naming.whole:
            return naming.whole.replace("·", " · ")
        case "masked":
            inner = "".join("·" if c == "·" else "○" for c in naming.whole[1:-1])
            return naming.whole[0] + inner + naming.whole[-1]
        case "typo" | "homophone":
            return _han_typo(naming.whole, rng, from_=0, script=script)
    return naming.whole


def _han(naming: Naming, form: str, rng: random.Random, script: str) -> str:
    surname, given = naming.surname, naming.given
    if form in ("roman", "roman_reversed", "upper", "roman_given", "reversed", "initials"):
        if not naming.latin:
            return surname + given
        family, first = naming.latin
        if form == "initials":
            return ".".join([*(part[0].upper() for part in first.split("-")), family[0]]) + "."
        return _roman_form(family, first, form)
    if form == "given":
        return given if len(given) > 1 else surname + given
    if form == "surname":
        return surname
    if form == "nick":
        return rng.choice([f"阿{given[-1]}", f"小{given[-1]}", f"阿{given[0]}", given[-1] * 2, f"{given[-1]}仔"])
    if form == "english":
        return naming.english or rng.choice(words("latin_names", "us", rng.choice("MF")))
    if form == "masked":
        mask = rng.choice(_MASKS)
        return surname + mask + given[1:] if len(given) > 1 else surname[:1] + mask
    if form in ("typo", "homophone"):
        return _han_typo(surname + given, rng, from_=len(surname), script=script)
    if form == "spaced":
        return rng.choice([" ".join(surname + given), f"{surname} {given}", f"{surname}　{given}"])
    return surname + given


def _roman_form(family: str, given: str, form: str) -> str:
    match form:
        case "roman_reversed":
            return f"{given} {family}"
        case "roman_given":
            return given
        case "upper" | "reversed":
            return f"{family.upper()}, {given.upper() if form == 'upper' else given}"
        case _:
            return f"{family} {given}"


def _latin(naming: Naming, form: str, rng: random.Random) -> str:
    first, family = naming.given, naming.surname
    match form:
        case "given" | "roman_given" | "english":
            return first
        case "surname":
            return family
        case "nick":
            short = {row[0]: row[1].split() for row in table("nicknames")}
            return rng.choice(short[first]) if first in short else first.split()[0]
        case "upper":
            return rng.choice([f"{family.upper()}, {first.upper()}", f"{first.upper()} {family.upper()}"])
        case "reversed" | "roman":
            return rng.choice([f"{family.upper()}, {first}", f"{family}, {first}"])
        case "initials":
            return rng.choice([f"{first[0]}.{family[0]}.", f"{first[0]}{family[0]}"])
        case "masked":
            return f"{first[0]}{'*' * max(2, len(first) - 1)} {family[0]}{'*' * max(2, len(family) - 1)}"
        case "typo" | "homophone":
            return _latin_typo(first, rng) + (f" {family}" if rng.random() < 0.5 else "")
        case _:
            return naming.full


def _latin_typo(word: str, rng: random.Random) -> str:
    """One edit inside a word of four letters and more: two letters swapped, one doubled or one left out."""
    if len(word) < 4:
        return word
    at = rng.randrange(1, len(word) - 1)
    return rng.choice(
        [word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at] + word[at:], word[:at] + word[at + 1 :]]
    )


def _han_typo(name: str, rng: random.Random, *, from_: int, script: str) -> str:
    """One character behind `from_` replaced by another of the same sound."""
    spots = list(range(from_, len(name)))
    rng.shuffle(spots)
    for at in spots:
        same = same_sound(name[at], script=script)
        if same:
            return name[:at] + rng.choice(same) + name[at + 1 :]
    if len(name) > from_:  # nothing sounds alike: another character of a name, as a wrong choice of the input method
        return name[:-1] + rng.choice([c for c in "文明華美玉志偉英芳成" if c != name[-1]])
    return name


@lru_cache(maxsize=4096)
def same_sound(character: str, *, script: str) -> tuple[str, ...]:
    """Characters of given names in the pools of `script` that are read as `character` is."""
    of = readings().of
    said = of.get(character.translate(to_base()), ())[:1]
    if not said:
        return ()
    region = "cn" if script == "zh-CN" else "tw"
    pool = {c for row in table("han_given") if row[0] == region for word in row[-1].split() for c in word}
    return tuple(sorted(c for c in pool if c != character and of.get(c.translate(to_base()), ())[:1] == said))
