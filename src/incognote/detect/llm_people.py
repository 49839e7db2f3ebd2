"""Whether a string that a language model points at is somebody's name.

A model that says so has read the sentence, so less is asked of such a string than where it called a name a number. What is
a drug, a disease, a role or an everyday word is nobody, whatever was said.
"""

from __future__ import annotations

import re
from typing import Final

from incognote.detect import latin
from incognote.detect.nobody import is_none
from incognote.names.cues import role_of, titles
from incognote.names.lexicon import given_weight, surname_weight
from incognote.names.likelihood import is_han, vouched_margin, weigh
from incognote.names.search import is_clinical, is_titled_single
from incognote.names.transcribed import transcribed_margin
from incognote.text.pieces import fold_each

READ: Final = 0.6
"""How sure a claim is held to be by what asks for a score (0 to 1)."""
_LIKELY, _LIKELIER, _SURE = -0.8, 1.0, 2.0
"""Below these margins Han characters are words: a given name (宜珊 lies above), three (健保碼), four, or what nobody called a name."""
_UNSEEN: Final = -5.0
"""Below this weight a character stands in no given name: 肌酐."""
_DEPARTMENT: Final = frozenset("科室部院房床")
_LONGEST_SOUNDED: Final = 8
_SHORT_CAPITALS: Final = 4
_MOST_LETTERS, _MOST_WORDS = 60, 6
_NO_NAME: Final = re.compile(r"[0-9，。；;:：!！?？()（）\[\]{}<>/|=+%@#_\n\r]")
_LATIN_TITLE: Final = re.compile(r"(?:dr|doctor|prof|professor|mr|mrs|ms|miss|sir|nurse|sister|pt|patient)[.:]? +(?=[A-Z])", re.IGNORECASE)
_INTERPUNCT: Final = re.compile(r"[·‧・•．]")
_BLANKS: Final = re.compile(r"\s+")
_LATIN_WORD: Final = re.compile(r"[A-Za-z'’]+")
_PARTICLES: Final = frozenset({"van", "von", "de", "da", "di", "del", "der", "den", "la", "le", "bin", "binti", "bte", "al", "el", "dos", "do", "of"})
Range = tuple[int, int]


def person(text: str, start: int, end: int, *, is_said: bool = True) -> Range | None:
    """The bounds of a name at `[start, end)`, without title and role; None where it is none.

    `is_said`: the model called it a person. What it called something else has to look like a full name.

    >>> person("主治醫師卓硯青", 0, 7), person("胸悶頭痛", 2, 4), person("宜珊陪同", 0, 2), person("宜珊陪同", 0, 2, is_said=False)
    ((4, 7), None, (0, 2), None)
    """
    start, end = untitled(text, start, end)
    value = fold_each(text[start:end])
    if _NO_NAME.search(value) or len(value) > _MOST_LETTERS or len(value.split()) > _MOST_WORDS or is_clinical(value):
        return None
    if is_none(text, start, end, "NAME", READ) or value.lower() in role_of() or value in titles():
        return None
    if not any(map(is_han, value)):
        return (start, end) if _is_latin_name(value, is_said) else None
    if _INTERPUNCT.search(value) or is_titled_single(value) or any("A" <= c <= "z" for c in value):
        return start, end
    return (start, end) if _is_han_name(text, start, end, is_said) else None


def _is_han_name(text: str, start: int, end: int, is_said: bool) -> bool:
    """Two to four characters that are likelier a name than words (four: two surnames, or one of two), or up to eight that write sounds."""
    joined = _BLANKS.sub("", text[start:end])
    if len(joined) < end - start:  # 黃 婉 芬
        text, start, end = joined, 0, len(joined)
    size = end - start
    if is_said and 4 <= size <= _LONGEST_SOUNDED and transcribed_margin(text, start, end) > _SURE:
        return True
    if size > 4 or size < 2:
        return False
    if not is_said or size == 4:
        found = weigh(text, start, end, prior=0.0)
        return found is not None and found.margin >= _SURE
    margin = vouched_margin(text, start, end)
    if size == 3:
        return margin >= _LIKELIER
    if text[end - 1] in _DEPARTMENT:
        return False
    is_given = all(given_weight(character) > _UNSEEN for character in text[start:end])
    return margin >= _LIKELY if is_given else margin >= _LIKELIER and surname_weight(text[start]) is not None


def _is_latin_name(value: str, is_said: bool) -> bool:
    """Capitalised words, one of them of a list of names, or all of them unheard of; one alone is listed and no word (never Grace)."""
    words = [word for word in value.replace(",", " ").split() if len(word) > 2 or word.istitle()]
    if not words or not all(word[0].isupper() or word.lower() in _PARTICLES for word in words):
        return False
    lower = [[part.lower() for part in _LATIN_WORD.findall(word)] for word in words]
    plain = [all(map(latin.is_ordinary, parts)) for parts in lower]
    known = [all(latin.is_listed(part) or latin.two_syllables(part) for part in parts) for parts in lower]
    if len(words) == 1:
        is_capitals = words[0].isupper() and len(words[0]) < _SHORT_CAPITALS
        return is_said and known[0] and not plain[0] and len(words[0]) > 2 and not is_capitals
    return any(known) if not any(plain) and not is_said else is_said and (any(known) or not any(plain))


def untitled(text: str, start: int, end: int) -> tuple[int, int]:
    """A name without the title or role beside it, unless one character is all that is left: 王小明醫師, 病人王小明, Dr Quorn; 陳先生."""
    titled = _LATIN_TITLE.match(text, start, end)
    if titled:
        return titled.end(), end
    for size in range(min(6, end - start - 2), 1, -1):
        if text[end - size : end] in titles():
            return start, end - size
    for size in range(min(5, end - start - 2), 1, -1):
        if text[start : start + size] in role_of() and is_han(text[start]):
            return start + size, end
    return start, end
