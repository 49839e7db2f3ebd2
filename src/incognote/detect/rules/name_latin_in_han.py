"""Names in Latin letters inside Han text: `護照寫LUONG, NGA`, `| Putra, Yudi |`, 室友Tuyet Mai Thai接住.

English prose asks for more, since every sentence begins with a capital; between Han characters, cells and numbers two
capitalised words that no dictionary holds are a person. Source: catalogue 3.4; migrant workers, spouses and students.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "護照寫LUONG, NGA，室友Tuyet Mai Thai接住，服 Lasix, Norvasc"))]
[(3, 13), (16, 30)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import (
    LONGEST_WORD,
    brands,
    given_weights,
    is_listed,
    is_ordinary,
    is_unheard,
    surname_weights,
    two_syllables,
)
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.eponyms import eponyms, names_a_term
from incognote.names.likelihood import is_han
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_latin_in_han"
_WORD: Final = r"[A-Z][A-Za-z'’]+(?:-[A-Za-z]{1,8})?"
_SURNAME: Final = re.compile(rf"(?<![A-Za-z0-9_.'-])(?<![A-Za-z],){_WORD}\Z")
_GIVEN: Final = re.compile(rf"{_WORD}(?: {_WORD}){{0,2}}(?![A-Za-z0-9])")
_SEVERAL: Final = re.compile(rf"(?<![A-Za-z0-9_.'-])(?<![A-Za-z],){_WORD}(?: {_WORD}){{1,3}}(?![A-Za-z0-9])")
_BESIDE_COMMA: Final = re.compile(", [A-Z](?<=[A-Za-z], .)")
_BESIDE_BLANK: Final = re.compile(" [A-Z](?<=[A-Za-z'’] .)")
_MIDDLE: Final = frozenset(["van", "thi", "anh", "kim", "bin", "binti", "dewi", "sri", "do", "thai", "loc", "an", "my", "le", "hong", "minh"])
_WRITTEN: Final = re.compile(r"(?:拼[作成為为]|護照|护照|居留[證证]|姓名|[證证]件|本名|原名|英文名|卡片|卡上|[寫写印][作成的是]?|全名|指[認认][為为]|檔名|档名|病患|患者|病人)[^\nA-Za-z]{0,16}\Z")
_NUMBERED: Final = re.compile(r"[ \t]{0,2}[,(/]?[ \t]{0,2}(?:ARC|UI|護照|护照|居留|[A-Z]{1,2}\d{8}|[MF]/?\d)")
_BEHIND_HAN: Final = re.compile(r"(?<=[\u3400-\u9fff]) ?([A-Z][a-z]{2,15})(?![A-Za-z0-9]| [A-Z])")
_USUAL: Final = 0.6
"""The weight of a name that is no everyday word: behind staff a device or a sign may be called by one (醫師 Page)."""
_BESIDE: Final = frozenset(" \t\n:|([「『“\"'/,.)]_;0123456789")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    done = 0
    for comma in _BESIDE_COMMA.finditer(text):
        surname = _SURNAME.search(text, max(done, comma.start() - LONGEST_WORD), comma.start())
        given = _GIVEN.match(text, comma.end() - 1) if surname else None
        if surname and given:
            start, done = surname.start(), given.end()
            if _apart(text, start, done) and _are_names((surname[0], *given[0].split(" ")), least=1):
                yield _span(page, start, done)
    for found in _SEVERAL.finditer(text) if _BESIDE_BLANK.search(text) else ():
        start, end = found.span()
        if _is_told(text, start, end, found[0]):
            yield _span(page, start, end)


def behind_a_role(page: Page) -> Iterator[Span]:
    """One listed name right behind a Han word for a person: 外籍老師 Smith, 醫師 Watson; no eponym behind staff: 醫師 Foley."""
    text = page.text
    if text.isascii():
        return
    for found in _BEHIND_HAN.finditer(text):
        start, end = found.span(1)
        lower = found[1].lower()
        role = role_before(text, start)
        if not role or not is_listed(lower) or names_a_term(text, end) or not _apart(text, start, end):
            continue
        if role != "staff" or (lower not in eponyms() and lower not in brands() and max(given_weights().get(lower, 0), surname_weights().get(lower, 0)) >= _USUAL):
            yield _span(page, start, end)


def _span(page: Page, start: int, end: int) -> Span:
    label, kind = label_for(role_before(page.text, start) or whose(page.text, start, end))
    return page.span(start, end, label, kind, SOURCE, 0.8)


def _apart(text: str, start: int, end: int) -> bool:
    """Whether no Latin sentence runs on at either side."""
    before, after = text[start - 1 : start], text[end : end + 1]
    line = text[text.rfind("\n", 0, start) + 1 : start].rstrip(" \t")
    left = not before or is_han(before) or (before in _BESIDE and not (line[-1:].isascii() and line[-1:].isalpha()))
    return left and (not after or is_han(after) or after in _BESIDE or after == "-") and not text[end : end + 3].strip(" ,")[:1].islower()


def _are_names(words: tuple[str, ...], *, least: int) -> bool:
    """Whether no word is a mere word or a drug and `least` of them are known as names."""
    lower = [word.lower() for word in words if word.lower() not in _MIDDLE]
    if not lower or any((is_ordinary(word) and not is_listed(word)) or word in brands() for word in lower):
        return False
    if all(word.isupper() and len(word) < 4 for word in words) and lower[0] not in roman_surnames():  # LAD, DES
        return False
    return sum(is_listed(word) or two_syllables(word) for word in lower) >= least and not all(map(is_ordinary, lower))


def _is_told(text: str, start: int, end: int, name: str) -> bool:
    """Whether what stands around says that several capitalised words name a person."""
    words, shouted = name.split(" "), name.replace(" ", "").replace("-", "").isupper()
    before = text[start - 1 : start]
    if not shouted and not is_han(before or " ") and before not in ":(":
        return False
    lower = [word.lower() for word in words]
    known = sum((is_listed(word) or is_unheard(word)) and not (is_ordinary(word) or word in brands()) for word in lower)
    if not known or not _apart(text, start, end):
        return False
    if is_han(before or " ") or before in ":(":
        role = role_before(text, start)
        if role and role != "staff" and not any(is_ordinary(w) and len(w) > 4 and not is_listed(w) for w in lower):
            return True
    if not shouted or min(map(len, words)) < 2:
        return False
    strange = known >= 1 and not any(is_ordinary(w) and not is_listed(w) and len(w) > 3 for w in lower)
    written = bool(_WRITTEN.search(text, max(0, start - 28), start))
    strange = strange and (any(map(is_listed, lower)) or (written and known == len(lower)))
    alone = (not before or before == "\n") and (text[end : end + 1] in {"", "\n"})
    return strange and (alone or bool(_NUMBERED.match(text, end)) or written)


RULES = (
    Rule("name_latin_in_han", find, needs=(_BESIDE_BLANK, _BESIDE_COMMA)),
    Rule("name_latin_in_han", behind_a_role, needs=(_BEHIND_HAN,)),
)
