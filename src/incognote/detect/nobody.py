"""What a tagger takes for an identifier though its words say that it is none: Male, Multiple Myeloma, Toujeo 20U, 敬啟.

A tagger reads the sentence, dictionaries read the word; where the word leaves no doubt it decides. A word that is a name
too (Grace, Mark, Will) leaves doubt, and so does one that no dictionary has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from incognote.detect import latin
from incognote.detect.code_lists import CODE_LISTS
from incognote.detect.name_words import mere_word, placeholders
from incognote.detect.walk import known
from incognote.detect.whose import role_before
from incognote.names.cues import role_of
from incognote.names.eponyms import english, eponyms, is_term, names_a_term, sounded_terms
from incognote.names.help_lines import is_public_number
from incognote.names.lexicon import drug_ends
from incognote.names.likelihood import based, is_han, surname_weight, tables, weigh
from incognote.names.search import is_clinical_word
from incognote.names.tables import in_base
from incognote.names.things import is_thing as is_called_thing

_WORD: Final = re.compile(r"[A-Za-z]+")
_DOSE: Final = re.compile(r"\s{0,2}\d+(?:\.\d+)?\s?(?:U|IU|units?|m[gl]|mcg|ug|g|%|tabs?|caps?)(?![A-Za-z])", re.IGNORECASE)
"""Behind the name of a drug."""
_PRODUCT: Final = re.compile(r"[A-Z][a-z]+[A-Z][A-Za-z]*\Z")
_PREFIXED: Final = re.compile(r"(?:Ma?c|Fitz|Van|Von|De|Di|Du|La|Le|Del|Jo|Mary|Ann?a?|Sue|Lee)[A-Z]")
_PEOPLE: Final = frozenset({"NAME", "DOCTOR", "HOSPITAL"})
"""A place may well be called by everyday words alone (Walnut Corners); a person or hospital is not (Neurosurgery clinic)."""
_TITLES: Final = frozenset(["md", "do", "rn", "np", "pa", "phd", "doctor", "doctors", "dr", "drs", "nurse", "nurses", "therapist", "consultant", "registrar", "resident", "intern", "attending"])
_NUMBERS: Final = frozenset({"PHONE", "ID"})
_LEVEL: Final = re.compile(r"[CTL](?:1[0-2]|[1-9])(?:[-/~–][CTLS]?(?:1[0-2]|[1-9])){1,3}|S1[-/]S?2", re.IGNORECASE)
_WARD_BEFORE: Final = re.compile(r"(?:bed|room|ward|rm|unit|level|床|病房|房|室)[\s:：#]{0,2}\Z", re.IGNORECASE)
_WARD_BEHIND: Final = re.compile(r"\s?(?:病房|床|房|室|ward|bed|room)", re.IGNORECASE)
_COMPOUND: Final = re.compile(r"-(?:colou?red|shaped|sided|like|based|tinged|stained|related|free|positive|negative|induced)(?![a-z])")
_NUMBER: Final = re.compile(r"[(（]?0?\d")
_RARE: Final = -3.4
_ACTS: Final = frozenset("開开述訴诉會会應应常有示告到來来看說说也已曾")
"""What a surname alone may do, though the two are a word: 張開立醫囑."""
_SHORT: Final = 6
_SURE: Final = 0.88
"""From this score on, a word is not held to be everyday by its ending alone (Ijeoma ends as Myeloma does)."""
_RULED: Final = 0.7
_SURER: Final = 0.92
"""From this score on, a name that diseases are called after and no list has may be a person's (Crohn; Smith may be at any)."""


def is_none(text: str, start: int, end: int, name: str, score: float) -> bool:
    """Whether `[start, end)`, of class `name` with `score` (0 to 1), is no identifier by its words."""
    if is_thing(text, start, end, score):
        return True
    if name in _NUMBERS or text[start:end].replace(" ", "").isdigit():
        return is_public_number(text, start, end)
    if name == "ROOM":
        return is_no_room(text, start, end)
    if name in _PEOPLE:
        return is_nobody(text, start, end, score)
    if name == "ORG":
        return is_everyday_place(text, start, end, score)
    return name == "LOCATION" and (is_term(text, start, end) or names_a_term(text, _before_last(text[start:end], start)))


def is_no_room(text: str, start: int, end: int) -> bool:
    """Whether a room is a level of the spine, a joint of it, or a score: T11-12, L5/S1, Norton 12; not bed T4.

    >>> [is_no_room(text, 0, len(text)) for text in ("T11-12", "L5-S1", "Norton 12", "3A", "B12")]
    [True, True, True, False, False]
    >>> is_no_room("bed T4", 4, 6), is_no_room("T4-5 病房", 0, 4)
    (False, False)
    """
    value = text[start:end]
    if _LEVEL.fullmatch(value):
        return not _WARD_BEFORE.search(text, max(0, start - 8), start) and not _WARD_BEHIND.match(text, end)
    return is_called_thing(text, start, end, _RULED)


def is_thing(text: str, start: int, end: int, score: float) -> bool:
    """Whether `[start, end)` of any class is a drug, or names a public code list: 美羅培南, Vicryl Rapide, RxNorm 860975.

    A word with a dose behind it is a drug, unless it is a name, or the tagger is sure: 王小明 5 mg is a line of a list.

    >>> [is_thing(text, 0, len(text), 0.8) for text in ("美羅培南", "Vicryl Rapide", "RxNorm 860975", "美玲", "Rapid Creek")]
    [True, True, True, False, False]
    >>> [is_thing(text, 0, text.index(" "), 0.8) for text in ("Zelofen 20 mg", "Grace 20 mg", "王小明 20 mg")]
    [True, False, False]
    """
    value = text[start:end]
    if is_called_thing(text, start, end, min(score, _RULED)):  # a tagger's score is no title or label
        return True
    based = in_base(value)
    if (len(based) > 2 and based[-2:] in drug_ends()) or based in sounded_terms("drug") or _begins(text, start, end, is_clinical_word):
        return True
    words = _WORD.findall(value.lower())
    if not words or latin.is_listed(words[0]):  # Smith is a name, and half the name of a maker
        return False
    if words[0] in latin.brands() or words[0] in CODE_LISTS:
        return True
    return value.isascii() and len(words) == 1 and score < _SURE and _DOSE.match(text, end) is not None


def is_nobody(text: str, start: int, end: int, score: float) -> bool:
    """Whether `[start, end)`, held for a person with `score`, is a term, a product, a role or everyday words.

    >>> [is_nobody(text, 0, len(text), 0.9) for text in ("Male", "Multiple Myeloma", "Mark", "Ijeoma", "Stevens-Johnson Syndrome")]
    [True, True, False, False, True]
    >>> is_nobody("胡蘿蔔", 0, 2, 0.7), is_nobody("總醫師", 0, 3, 0.7), is_nobody("苗栗", 0, 2, 0.7), is_nobody("胡立偉", 0, 3, 0.7)
    (True, True, True, False)
    """
    value = text[start:end]
    lower = value.lower()
    if is_term(text, start, end) or in_base(value) in placeholders() or lower in role_of() or lower.replace("-", " ") in latin.two_word_terms() or lower.replace(".", "") in _TITLES:
        return True
    if is_han(value[0]):
        if end - start == 1:
            base = based(text)
            return ((surname_weight(value) or -9.0) < _RARE or text[end : end + 1] not in _ACTS) and (is_clinical_word(base[start : start + 2]) or is_clinical_word(base[start : start + 3]))  # 發 of 發燒; not 張 of 張開立
        if known().get(value, 0.0) >= 1 and (score < _SURE or _NUMBER.match(text, end)):  # 苗栗037-322-150
            return True
        return score < _SURE and (value in role_of() or mere_word(value) or _begins(text, start, end, tables().words.__contains__) or _is_cut_of_words(text, start, end))
    words = _WORD.findall(value)
    if _is_described(text, start, value, score):
        return True
    if not value.replace("–", "-").isascii() or max(map(len, words), default=0) < 2:
        return False
    return (
        (score < _SURER and all(word.lower() in eponyms() and not latin.is_listed(word.lower()) for word in words))
        or (value.isupper() and (value in latin.abbreviations() or all(word in latin.abbreviations() for word in words) or (score < _SURER and _is_abbreviation(words))))
        or _are_everyday([word.lower() for word in words if len(word) > 1], score)
        or (len(words) > 1 and names_a_term(text, _before_last(value, start)))
        or (_PRODUCT.match(value) is not None and not _PREFIXED.match(value))
    )


def is_everyday_place(text: str, start: int, end: int, score: float) -> bool:
    """Whether an organisation is two everyday words at most: Primary Care, Sheltered Accommodation."""
    value = text[start:end]
    words = _WORD.findall(value.lower())
    return value.isascii() and 0 < len(words) < 3 and _are_everyday(words, score)


def _begins(text: str, start: int, end: int, is_word: Callable[[str], bool]) -> bool:
    """Whether a word of base characters begins with `[start, end)` and goes on behind it: 日本 of 日本腦炎, 胡蘿 of 胡蘿蔔."""
    if end - start < 2 or not is_han(text[start]):
        return False
    based = in_base(text[start : end + 3])
    return any(is_word(based[:size]) for size in range(end - start + 1, len(based) + 1))


def _is_described(text: str, start: int, value: str, score: float) -> bool:
    """Rose-coloured macules, joy and faith: a compound with a common second half, or an everyday word in small letters behind nobody."""
    if _COMPOUND.search(value):
        return True
    return score < _SURE and value.isascii() and value.islower() and value in english() and role_before(text, start) is None


def _is_cut_of_words(text: str, start: int, end: int) -> bool:
    """Whether a name of three characters is a word and the first character of another, and no likely name: 簡易智 of 簡易智能."""
    base, words = based(text), tables().words
    if end - start != 3 or base[start : end - 1] not in words or base[end - 1 : end + 1] not in words:
        return False
    found = weigh(text, start, end, prior=0.0)
    return found is None or found.margin < 0


def _is_abbreviation(words: Sequence[str]) -> bool:
    """Whether capitals are one short word that is no name of any list and no syllables of one: TBSA, not LUONG."""
    lower = words[0].lower()
    return len(words) == 1 and len(lower) < _SHORT and not latin.is_listed(lower) and not latin.two_syllables(lower) and lower not in latin.syllables()


def _are_everyday(words: Sequence[str], score: float) -> bool:
    """All of them everyday words that are no names; where it is less sure, one of them is enough: General Ward."""
    plain = [_is_everyday(word, score) for word in words]
    return all(plain) or (score < _SURE and any(plain) and all(map(latin.is_ordinary, words)))


def _is_everyday(lower: str, score: float) -> bool:
    if lower in latin.given_weights() or lower in latin.surname_weights():
        return False
    return lower in latin.stops() or lower in english() or lower in latin.brands() or (score < _SURE and latin.is_ordinary(lower))


def _before_last(value: str, start: int) -> int:
    """Where what stands before the last word of `value` ends."""
    last = max(value.rfind(" "), value.rfind("\n"))
    return start + (last if last > 0 else len(value))
