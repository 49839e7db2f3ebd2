"""What a cell of a table of people looks like it holds, where no heading says so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from incognote.link.layout import plain
from incognote.link.role_words import hits, role_of

_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
DATE: Final = re.compile(
    r"(?<![\d/.])(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s)?"
    rf"(?:\d{{1,4}}([/.-])\d{{1,2}}\1\d{{1,4}}|\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH}(?:,?\s\d{{2,4}})?|{_MONTH}\s\d{{1,2}}(?:,?\s\d{{4}})?|(?:19|20)\d{{6}}|"
    r"(?:民國\s?)?\d{2,4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?[日號]?|1[01]\d[01]\d[0-3]\d)(?!\d)",
    re.IGNORECASE,
)
_SHORT_DATE: Final = re.compile(r"\d{1,2}[/.-]\d{1,4}\Z")
_AGE: Final = re.compile(
    r"(?:(?:about|abt|approx|aged?|c|in (?:her|his|their)|not yet|mid|early|late)[. ]{0,2}){0,2}[~?]?"
    r"\d{1,3}(?:/12)?(?:s|\+|ish|-\d{1,3}\??|\s?(?:y|yo|y/o|yrs?|years?(?: old)?|m|mo|mths?|months?(?: old)?|weeks?|足?[歲岁]|個月)(?:\d{1,2}m)?)?\??\Z",
    re.IGNORECASE,
)
_PHONE: Final = re.compile(r"[+(]?\d[\d ()/+#轉-]{5,28}\d\Z")
_SEX: Final = frozenset({"m", "f", "male", "female", "男", "女", "boy", "girl"})
_ADDRESS: Final = re.compile(
    r"as (?:above|below|for |father|mother|mo\b|fa\b|child|sc\b)|same(?: address)?\Z|同[上左址]|(?:no fixed|nfa)\b|"
    r"(?:unit |flat |lot )?\d{1,4}[a-z]?(?:[/,] ?\d{1,4})?,? [A-Z][a-z]+ |[縣市區鄉鎮].{0,12}[路街巷段號]",
    re.IGNORECASE,
)
_LED: Final = re.compile(r"(?:(?:her|his|their|the|a|an|my|own|big|little|baby|great|natural|new|other)[ -]){0,3}\Z", re.IGNORECASE)
_ENDED: Final = re.compile(r"['’]?s?(?:\s*(?:$|[,(;/:?.–-]|\d)|\s(?:not|of|to|and|in|on|sc|p)\b|[\u3400-\u9fff])", re.IGNORECASE)
_LATIN_NAME: Final = re.compile(
    r"(?:(?:Mrs?|Ms|Miss|Dr|Sgt)\.? )?[\"“'‘(]?[A-ZÀ-Þ][\w'’.À-ÿ-]*[\"”'’)]?,?"
    r"(?: [\"“'‘(]?(?:[A-ZÀ-Þ][\w'’.À-ÿ-]*|de|da|dos|van|von|der|bin|binti|al|el|la|del|di|le|ng)[\"”'’)]?,?){0,5}(?: \(\w[^()]{0,20}\))?\Z"
)
_HAN_NAME: Final = re.compile(r"[\u3400-\u9fff](?: ?[\u3400-\u9fff○Ｘ〇]){1,4}\Z|[\u3400-\u9fff]{1,6}(?:[·‧・][\u3400-\u9fff]{1,8}){1,2}\Z")
_LONGEST: Final = 160
_SIGN: Final = re.compile(r"[^a-z0-9]+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


@cache
def _first_words() -> frozenset[str]:
    """Words with which the words for people begin: a cell without one needs no closer look."""
    table = files("incognote.link").joinpath("data", "role_words.tsv").read_text("utf-8")
    phrases = (phrase for line in table.splitlines() if line[:1] != "#" for phrase in line.partition("\t")[2].split("|"))
    return frozenset(word for phrase in phrases for part in [_SIGN.split(phrase)] for word in (part[0], "".join(part[:2])) if word)


def may_be_role(text: str) -> bool:
    """Whether a word for somebody may stand among the first words of `text`: cheap, and never wrongly no."""
    if not text.isascii() and _HAN.search(text):
        return True
    firsts = _first_words()
    for word in _SIGN.split(text[:48].lower())[:6]:
        if word in firsts or word.rstrip("s0123456789") in firsts or word.startswith(("step", "ex")):
            return True
    return False


def is_role(text: str, more: Mapping[str, str]) -> bool:
    """Whether the cell says who somebody is, more words behind it allowed: "Mo's partner, not Fa"."""
    if plain(text) in more:
        return True
    if not may_be_role(text):
        return False
    found = hits(text[:_LONGEST])
    if not found or found[0].start > 24 or not _LED.match(text[: found[0].start].lstrip("- ")):
        return False
    return bool(_ENDED.match(text, found[0].end))


def is_role_alone(text: str, more: Mapping[str, str]) -> bool:
    """Whether the cell says who somebody is and nothing else."""
    return plain(text) in more or (may_be_role(text) and role_of(text) is not None)


def column_of(text: str, more: Mapping[str, str]) -> str:
    """The column that a cell without a heading belongs to. `more`: role words of the layouts.

    >>> [column_of(cell, {}) for cell in ("Mo's bf", "12/07/17", "late 30s", "0491 575 789", "F", "as above", "Yvonne Irene Alcott")]
    ['role', 'dob', 'age', 'phone', 'sex', 'address', 'name']
    """
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return "other"
    if text[0] in "0123456789(+~?" or text[-1].isdigit():
        if DATE.match(text) or _SHORT_DATE.match(text):
            return "dob"
        if _AGE.match(text):
            return "age"
        if _PHONE.match(text):
            return "phone"
    if text.lower() in _SEX:
        return "sex"
    if _ADDRESS.match(text):
        return "address"
    if is_role(text, more):
        return "role"
    if _AGE.match(text):
        return "age"
    return "name" if is_name(text) else "other"


def is_name(text: str) -> bool:
    """Whether it is written like a name: capitals, or two to five ideographs. Nobody is looked up."""
    return bool(_LATIN_NAME.match(text) or _HAN_NAME.match(text)) and (" " in text or len(text) > 2 or not text.isascii())
