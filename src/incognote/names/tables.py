"""Reads the tables under `names/data/`: variants, syllables, romanised surnames, words that are no names."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from incognote.text.view import Folding

# The usual one-character surnames, base characters; data for romanised surnames.
SURNAMES: Final = (
    "陈林黄张李王吴刘蔡杨许郑谢洪郭邱曾廖赖徐周叶苏庄吕江何萧罗高潘简朱锺钟彭游詹胡施沈余赵卢梁颜柯翁魏孙戴范方宋邓杜傅侯曹薛"
    "丁卓马阮董唐温蓝蒋石古纪姚连冯欧程汤田康邹尤姜白涂巫韩严龚袁黎金陆倪夏童邵柳钱贺龙陶毛郝万顾孟尹贾崔任秦史汪于段雷钱武"
    "常乔赖文葛齐伍庞樊兰殷施洪翟安倪季祝俞章鲁岳路单鲍管关申聂辛阎费曲焦霍房裴成左华梅宁柴甘柳穆巩邢牛谷莫耿岑向熊易盛毕"
)


_MANY: Final = 48
"""Different variants in one text, from which on one `translate` is quicker than so many replacements."""
_BRIEF: Final = 64
"""Characters up to which `translate` is quicker than looking for what to replace: three times, for a name."""


class Readings(NamedTuple):
    """`of[char]` are its syllables, usual one first; `wade[syllable]` is Wade-Giles with apostrophe."""

    of: dict[str, tuple[str, ...]]
    wade: dict[str, str]


def rows(name: str, *, package: str = "incognote.names") -> list[list[str]]:
    """The lines of `data/<name>.tsv` of a package, split at tabs, without blank ones and comments."""
    text = files(package).joinpath("data", f"{name}.tsv").read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def variants() -> dict[str, str]:
    """Base character (mostly the simplified one) -> the other ways to write it, frequent ones first."""
    return {row[0]: row[1] for row in rows("variants")}


@cache
def to_base() -> Folding:
    """A table for `str.translate` that turns every variant into its base character."""
    return Folding({ord(other): base for base, others in variants().items() for other in others})


@cache
def _written() -> tuple[re.Pattern[str], frozenset[str]]:
    """A class of all variants, and those of them whose base character is itself a variant."""
    bases = {chr(code): base for code, base in to_base().items() if isinstance(base, str)}
    return re.compile(f"[{''.join(map(re.escape, bases))}]"), frozenset(c for c, base in bases.items() if base in bases)


def in_base(text: str) -> str:
    """`text` with every variant turned into its base character: of a longer text by replacing what occurs, quicker while that is little.

    >>> in_base("陳醫師")
    '陈医师'
    """
    table = to_base()
    if len(text) < _BRIEF:
        return text.translate(table)
    variants_of, chained = _written()
    found = set(variants_of.findall(text))
    if len(found) > _MANY or not found.isdisjoint(chained):
        return text.translate(table)
    for character in found:
        text = text.replace(character, str(table[ord(character)]))
    return text


@cache
def readings() -> Readings:
    of: dict[str, tuple[str, ...]] = {}
    wade: dict[str, str] = {}
    for syllable, told, usual, other in rows("syllables"):
        wade[syllable] = told
        for char in usual:
            of[char] = (syllable, *of.get(char, ()))
        for char in other:
            of[char] = (*of.get(char, ()), syllable)
    return Readings(of, wade)


@cache
def roman_surnames() -> dict[str, str]:
    """Romanised surname -> the base characters (or the compound surname) it may stand for."""
    found: dict[str, str] = {}
    table = readings()
    for char in dict.fromkeys(SURNAMES):
        usual = table.of[char][0] if char in table.of else ""
        for word in {usual, table.wade.get(usual, "").replace("'", ""), table.wade.get(usual, "")} - {""}:
            if len(word) < 2:  # Wade-Giles writes yi as i
                continue
            found[word] = found.get(word, "") + char
    for word, characters in rows("surnames_roman"):
        found[word] = "".join(dict.fromkeys(characters + found.get(word, "")))
    return found


@cache
def given_words() -> frozenset[str]:
    """Two-character words that are no safe sign of a person, in base characters."""
    return frozenset(row[0] for row in rows("given_words"))


@cache
def compound_surnames() -> frozenset[str]:
    return frozenset(row[0] for row in rows("surnames_compound"))


@cache
def first_names() -> dict[str, float]:
    """English given names, lower case -> how surely the capitalised word is one (May 0.2, Kathleen 1.0)."""
    return {row[0]: float(row[1]) if len(row) > 1 else 1.0 for row in rows("first_names")}
