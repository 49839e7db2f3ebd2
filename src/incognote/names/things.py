"""Whether what looks like a person is a thing that is called so: an eponym without its noun, a grade, an organism, a blood group, a drug, a people.

One question for rules, the tagger and the residue check. A full name that is an eponym too (Ivor Lewis, Cornelia de
Lange) gives way to what says that a person is meant: a title or label before it (score), a verb of people behind it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from incognote.names.chores import is_chore
from incognote.names.drugs import is_drug
from incognote.names.grades import ROMAN, is_graded, is_variant
from incognote.names.han_eponyms import is_gloss, is_han_eponym
from incognote.names.help_lines import is_help_line
from incognote.names.lexicon import based
from incognote.names.remedies import is_remedy
from incognote.names.street import is_street_drug
from incognote.names.studies import is_study
from incognote.names.tables import first_names, in_base, rows

_VOUCHED: Final = 0.8
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_JOINT: Final = re.compile(r"(?:\.? |-|–|‐|\u2011| ?& ?| and |\. ?|, )")
_REACH: Final = 34
_LONGEST: Final = 5
_DOES: Final = re.compile(r",? (?:is|was|came|has|had|says|said|reports?|reported|states?|stated|called|attended|presented|lives|rang|phoned|who|aged?|wants?|denies|asked|told|reviewed|saw|sees|will|advised|ordered|noted|examined|phoned|discussed|\(?\d{2} ?y|y/o|DOB|M\.?D|RN)(?![A-Za-z])|['’]s (?!syndrome|disease|op)")
_CALLED: Final = re.compile(r"(?:Mrs?|Ms|Miss|Dr|Prof|Sir|name|named|called|by|wife|husband|mother|father|son|daughter|sister|brother|patient|partner|friend|with|told|cc|client|from|uncle|aunt|carer)[.:]{0,2} \Z", re.IGNORECASE)


_PRONOUN: Final = re.compile(r"(?:I|It|He|She|We|They|You|That|There|What|Who|Here)['’](?:m|ve|ll|d|re|s)")
_OWNED: Final = frozenset(["parkinson", "alzheimer", "crohn", "hodgkin", "huntington", "asperger", "tourette", "hashimoto", "cushing", "addison", "raynaud", "sjogren", "meniere", "kawasaki", "wilson"])
_HAS: Final = re.compile(r"(?:(?<![A-Za-z])(?:has|have|had|with|of|for|[hd]x|hist(?:ory)?|and|or|no|from|known|possible|probable|early|query)|[?:,;/(])[ ]?\Z", re.IGNORECASE)
_OWNS: Final = re.compile(r"['’]s(?=[.,;:)\n]|\Z| (?:and|or|with|since|dx|diagnosed|meds|medication|on|but|for|is|was|has|affecting|in)(?![a-z]))")
_VESSEL: Final = re.compile(r"(?<![A-Za-z])(?:LAD|LCX|LCx|RCA|SVG|LIMA|RIMA) \Z")
"""A coronary vessel in capitals: what stands behind it is a stent (her LAD Onyx), while his lad Kit is a boy."""


def is_thing(text: str, start: int, end: int, score: float = 0.5) -> bool:
    """Whether `[start, end)`, held for a person with `score`, is called something that is nobody.

    >>> [is_thing(text, 0, len(text)) for text in ("Ehlers-Danlos", "Brown-Séquard", "ASA III", "K. Oxytoca", "Fijian", "Alan Brown", "Brown III")]
    [True, True, True, True, True, False, False]
    >>> is_thing("Ivor Lewis performed", 0, 10), is_thing("Ivor Lewis attended", 0, 10), is_thing("Ivor Lewis", 0, 10, 0.85)
    (True, False, False)
    """
    if end <= start or text[start : start + 1] == "[":
        return False
    if is_drug(text, start, end, score) or is_help_line(text, start, end) or is_study(text, start, end, score) or is_street_drug(text, start, end, score):
        return True
    if text[start] >= "\u3400":
        return _is_people_han(text, start, end) or is_remedy(text, start, end, score) or is_han_eponym(text, start, end, score) or is_chore(text, start, end, score)
    if _PRONOUN.fullmatch(text, start, end) or _VESSEL.search(text, max(0, start - 5), start):
        return True
    return is_graded(text, start, end, score, _pair_names()) or is_variant(text, start, end, score) or is_gloss(text, start, end, score) or _is_owned(text, start, end, score) or _is_eponym_pair(text, start, end, score) or _is_organism(text, start, end) or _is_blood_group(text, start, end, score) or _is_people(text, start, end, score)


def _is_owned(text: str, start: int, end: int, score: float) -> bool:
    """has Parkinson's., ?Tourette's: a disease without its noun; not Parkinson's wife."""
    return score < _VOUCHED and text[start:end].lower() in _OWNED and _OWNS.match(text, end) is not None and _HAS.search(text[max(0, start - 9) : start]) is not None


@cache
def _pairs() -> dict[str, str]:
    """Eponyms of several names, joined by blanks and without accents -> their kind."""
    return {pair: kind for kind, cell in rows("eponym_pairs") for pair in cell.split(" | ")}


@cache
def _pair_names() -> frozenset[str]:
    return frozenset(_pairs())


@cache
def _pair_words() -> frozenset[str]:
    return frozenset(word for pair in _pairs() for word in pair.split(" "))


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A word in lower case without accents: Séquard -> sequard."""
    lower = word.lower().replace("’", "'")
    if lower.isascii():
        return lower
    return "".join(c for c in unicodedata.normalize("NFD", lower.replace("ø", "o").replace("ł", "l")) if not unicodedata.combining(c))


def _is_eponym_pair(text: str, start: int, end: int, score: float) -> bool:
    """Whether `[start, end)` is an eponym of several names, or lies inside one."""
    first = _TOKEN.search(text, start, end)
    if first is None or plain(first[0]) not in _pair_words():
        return False
    low = max(0, start - _REACH)
    tokens = [(found.start() + low, found.end() + low, plain(found[0])) for found in _TOKEN.finditer(text[low : end + _REACH])]
    inside = [place for place, token in enumerate(tokens) if token[0] < end and token[1] > start]
    if not inside:
        return False
    while len(inside) > 1 and ROMAN.fullmatch(tokens[inside[-1]][2].upper()):
        inside.pop()
    for at in range(max(0, inside[-1] - _LONGEST + 1), inside[0] + 1):
        for last in range(inside[-1], min(len(tokens), at + _LONGEST)):
            kind = _pairs().get(" ".join(word for _, _, word in tokens[at : last + 1]))
            if kind and last > at and _joined(text, tokens[at : last + 1]) and _stands(text, tokens[at][0], tokens[last][1], kind, score):
                return True
    return False


def _joined(text: str, tokens: list[tuple[int, int, str]]) -> bool:
    return all(_JOINT.fullmatch(text, one[1], two[0]) for one, two in pairwise(tokens))


def _stands(text: str, start: int, end: int, kind: str, score: float) -> bool:
    """Whether an eponym of `kind` at `[start, end)` is no person there."""
    if _DOES.match(text, end):
        return False
    if kind == "brand":
        return True
    if score >= _VOUCHED or _CALLED.search(text, max(0, start - 10), start):
        return False
    return kind == "full" or " " not in text[start:end] or plain(text[start:end].split(" ")[0]) not in first_names()


_SPECIES: Final = re.compile(r"(?P<initial>[A-Z])(?:[a-z]{0,3}\.)? ?(?P<word>[A-Z]?[a-z]+)")
_GENUS: Final = re.compile(r"(?:Salmonella|S\.|serovar|serotype|ser\.|subsp\.)(?: enterica)? ?\Z")
_CULTURE: Final = re.compile(r"grew|grown|isolat|culture|stool|serovar|serotyp|outbreak|salmonell|spp|bacter|infection|resist|sensitiv|CFU", re.IGNORECASE)


@cache
def _species() -> frozenset[str]:
    return frozenset(word for kind, cell in rows("organisms") if kind == "species" for word in cell.split(" "))


@cache
def _serovars(kind: str) -> frozenset[str]:
    return frozenset(word for found, cell in rows("organisms") if found == kind for word in cell.split(" "))


def _is_organism(text: str, start: int, end: int) -> bool:
    """K. Oxytoca, C. Diff, S. Newport, Salmonella Newport and its second word alone; not S. Thompson who called."""
    value = text[start:end]
    words = value.split(" ")
    last = words[-1].lower()
    if last in _serovars("serovar") or last in _serovars("person"):
        size = len(words[-1])
        before = text[max(0, end - size - 24) : end - size]
        if not _GENUS.search(before):
            return False
        if before.endswith(("S. ", "S.")):
            return last in _serovars("serovar") or _CULTURE.search(text, max(0, start - 40), end + 40) is not None
        return True
    found = _SPECIES.fullmatch(value)
    if found is None:
        return False
    return f"{found['initial'].lower()}:{found['word'].lower()}" in _species() and (value[1:2] in ". ")


_GROUP: Final = frozenset(["diego", "duffy", "kidd", "kell", "lewis", "lutheran", "cartwright", "dombrock", "colton", "cromer", "knops", "scianna", "gerbich", "yt", "vel", "lan", "jr"])
_ANTIGEN: Final = re.compile(r" ?\(?(?:[abxy]\)?[+-]|[abxy][+-][abxy]|(?:neg|pos)(?:ative|itive)?(?![a-z])(?! (?:for|about|towards?|to)(?![a-z]))|null|antigens?|antibod(?:y|ies)|blood group|system|phenotype|[ab]\))")


def _is_blood_group(text: str, start: int, end: int, score: float) -> bool:
    """Lewis a+b-, Diego neg; not Lewis negative for COVID."""
    return score < _VOUCHED and text[start:end].lower() in _GROUP and _ANTIGEN.match(text, end) is not None


_SPOKEN: Final = re.compile(r"(?:speaks?|spoken|speaking|languages?|interpreter|ethnicity|ethnic|dialect|fluent in|nationality|race|background|origin|heritage|born|翻譯|翻译|語言|语言|族別|族别|民族|籍)(?: ?(?:needed|required|used|at home|only|mainly|both|group))?[^\w\n]{0,3}(?:[A-Z]?[a-z]+(?:, ?| and | or |/| & )){0,4}\Z", re.IGNORECASE)
_SPEAKS: Final = re.compile(r"[- )]{0,2}(?:[- /](?:and|or) \w{3,12})?[ -]?(?:speak|interpret|language|dialect|translat|people|ethnic|communit|background|descent|origin|heritage|only|woman|man|male|female)", re.IGNORECASE)
_SURNAMED: Final = re.compile(r"(?:Mrs?|Ms|Miss|Dr|Prof|surname|given name|first name|last name)[.:]{0,2} {0,2}\Z", re.IGNORECASE)
_HAN_TONGUE: Final = frozenset("語语話话族文人裔")


@cache
def _peoples(kind: str) -> frozenset[str]:
    return frozenset(in_base(word) for found, cell in rows("peoples") if found == kind for word in cell.split(" "))


def _is_people(text: str, start: int, end: int, score: float) -> bool:
    """Nahuatl, (Kazakh), speaks Tagalog; a people that is a name too beside a word of language only."""
    value = text[start:end].lower().strip("()")
    if value in _peoples("latin"):
        return _SURNAMED.search(text, max(0, start - 14), start) is None
    if value in _peoples("shared") and score < 0.9:
        return _SPOKEN.search(text, max(0, start - 60), start) is not None or _SPEAKS.match(text, end) is not None
    return False


def _is_people_han(text: str, start: int, end: int) -> bool:
    """維吾爾語, 阿美族, and 維吾爾 before 語."""
    base = based(text)[start:end]
    if base[-1] in _HAN_TONGUE:
        return base[:-1] in _peoples("han")
    return len(base) > 1 and base in _peoples("han") and (text[end : end + 1] in _HAN_TONGUE or len(base) > 2)


_SCORE: Final = re.compile(r" (?:[a-z]+ )?(?:score|scale|criteria|index|classification|staging|risk (?:score|calculator)|prediction|nomogram|equation|formula)(?![a-z])")


def names_a_score(text: str, end: int) -> bool:
    """Whether the institution that ends at `end` is one that a score is called after: Cleveland Clinic score.

    >>> names_a_score("Cleveland Clinic score 5", 16), names_a_score("Cleveland Clinic on Monday", 16)
    (True, False)
    """
    return text[end : end + 1] == " " and _SCORE.match(text, end) is not None
