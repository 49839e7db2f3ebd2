"""How far a Latin name goes that begins at a place: initials, particles, further words, `Surname, Given`.

How strict it is depends on what stood before: a title, a role word in a sentence, or a field label.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from incognote.detect.latin import (
    CLINICAL_END,
    LETTER,
    UPPER,
    WORD,
    english,
    given_weights,
    is_ordinary,
    is_stop,
    is_unheard,
    plain,
    southern,
    stops,
    surname_weights,
    syllables,
)
from incognote.names.tables import roman_surnames

INITIALS: Final = re.compile(r"(?:[A-Z]\.[ -]?|(?:Ph|Chr|Th|Ch|Sh|Ts)\. ?){1,3}(?=[A-Za-z])|[A-Z]\.-[A-Z]\. ?")
_BARE_INITIALS: Final = re.compile(rf"(?:[A-Z] ){{1,3}}(?=[{UPPER}][A-Za-z'’-]{{2,}})")  # Dr A E Sandhu
_LAST_INITIAL: Final = re.compile(r"(?:[A-Z]\.[ -]?){0,2}[A-Z]\.")
_DEGREES: Final = frozenset(("M.D.", "R.N.", "D.O.", "N.P.", "B.S.", "M.S.", "P.T.", "O.T."))
_MODALS: Final = frozenset(("may", "will", "can", "march", "mark", "bill", "chase", "hope", "trip", "grant"))
_POST_NOMINALS: Final = frozenset("PA-C FNP FNP-C FNP-BC AGNP-C ACNP-BC PMHNP-BC RN-BC MSN BSN DNP MSW LCSW LMFT LPCC LMHC PsyD PharmD RPh CRNA CNM CNS FRCP MRCP FRCS MRCS MBBS MBChB MBBCh FRACP FRACS FRANZCP FANZCA FRCA MRCPsych MRCGP FACS FACP FAAP FACOG FACEP FCCP DPM DDS DMD DPT OTR CCC-SLP MPH MBA FIFO".split())
_KIN_WORDS: Final = frozenset(("rec", "spr", "int", "clk", "ward", "nan", "nana", "nanna", "pop", "geri", "psych", "mum", "dad", "mom", "aunty", "auntie", "uncle", "granny", "grandma", "grandpa", "poppa"))
_PARENTS: Final = frozenset(("mama", "papa", "dada", "baba", "nene"))
_CLASS: Final = re.compile(r"[IVX]{1,4}[abc]?")  # Forrest IIa
_LITTLE: Final = frozenset(("an", "he", "she", "so", "no", "to", "do", "we", "on", "in", "me", "go", "be", "men", "pan", "can", "per", "ran", "man", "let"))
_AFTER_MODAL: Final = re.compile(r"(?:['’]s\b)?[ ]?(?:[^a-z ]|\Z|(?:and|or|re|may|will|can|who|was|is|has|had|said|says|told|in|at|on|to|with|from|for|when|found|reported|came|states|stated|works|lives|died|aged|did|does)\b)")
_MONTHS: Final = frozenset(("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "summer", "spring", "autumn", "winter", "sunday", "monday"))
_PARTICLE: Final = re.compile(
    rf" (?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]el|[Dd]er|[Dd]en|della|[Dd]i|[Dd]a|[Dd]os|[Dd]u|dela|delos|ap|[Ll]a|[Ll]e|ter|ten|[Bb]in|[Bb]inti|[Bb]inte|[Bb]te|bt|[sd]/o|a/[lp]|al|el|y|St\.?)[ ]){{1,3}}(?=[{UPPER}])"
)
_CLOSED: Final = re.compile(r"[ \t]{0,3}(?:[,;()|\n\t]|\.(?![A-Za-z0-9])|\Z|[-–—:]? ?\+?\d|[-–—] |(?:ext|tel|ph|phone|mob|mobile|cell|m|t|h|w|home|work|on)\b[.:]? ?[(+]?\d)", re.IGNORECASE)
"""What ends a field: its line, a mark, a phone number."""
_NO_SURNAMES: Final = frozenset("mother father wife husband son daughter brother sister partner spouse guardian parent carer aunt uncle cousin niece nephew friend neighbour neighbor mobile phone home work landline unknown nil none present absent aware contacted here there visiting alone".split())
_CARETS: Final = re.compile(r"(?:\^[A-Za-z'’-]{0,30}){1,4}")  # MBEKI^T
_SYLLABLE: Final = re.compile(r" ([A-Z][a-z]{1,4})(?=[,.;:)\n]|\Z)")  # Li Na, Na 128
_TWO_SYLLABLES: Final = re.compile(rf" ([A-Z][a-z]{{1,5}})[ -]([A-Za-z][a-z]{{1,5}})(?![{LETTER}])")  # Lo Chi Kin
_NEXT_WORD: Final = re.compile(rf" ([{UPPER}][a-z]{{2,20}})(?![{LETTER}'’])")
_ONE_LETTER: Final = re.compile(r" (?:[B-HJ-Z]|[AI](?=  |\n|\Z))(?![A-Za-z0-9'’./+-]| (?:spine|section|diff|sheet|wave|tube|cell))")  # Tyler V
_SHORT_GIVEN: Final = re.compile(r" ([A-Z]{2}|[A-Z] [A-Z])(?![A-Za-z0-9'’/-])")
_NOT_GIVEN: Final = frozenset(("MD", "RN", "NP", "PA", "DO", "ER", "ED", "OR", "PT", "OT", "GI", "GU", "CV", "CM", "GS", "NS", "IV", "PO", "BP", "HR", "RR", "BT", "VS", "ID", "DM", "CT", "MR", "US", "PR", "AM", "PM"))
_CHILD_PROTECTION: Final = re.compile(r"(?<![A-Za-z])(?:Fa|SC|MGM|MGF|PGM|PGF|DCP|APR)(?![A-Za-z])|[Ss]ubject child|[Nn]otifier")
_MOTHER: Final = re.compile(r"(?:Mo|Fa)(?![A-Za-z-]| [A-Z][a-z])")
_BLANKS: Final = re.compile(r" {0,3}")
_SUFFIX: Final = re.compile(r",? (?:Jr|Sr|Jnr|Snr)\b\.?|,? (?:II|III|IV)(?![A-Za-z])")
TITLED, CUED, FIELD = "titled", "cued", "field"


@lru_cache(maxsize=4)
def writes_mo(text: str) -> bool:
    """Whether `Mo` is short for the mother on this page, as child protection writes: Mo and Fa, SC, MGM.

    >>> writes_mo("SC lives with Mo. MGM rang"), writes_mo("my friend Mo")
    (True, False)
    """
    return _CHILD_PROTECTION.search(text) is not None


def may_begin(word: str, mode: str) -> bool:
    """Whether a name may begin with `word` after a title, a role word or a field label."""
    lower = word.lower()
    if (word.isupper() and len(word) < 4 and lower in stops() and (mode == CUED or lower not in roman_surnames())) or word[1:2] + word[2:] in {"'t", "’t"}:  # R't ankle
        return False
    if mode == CUED and len(word) > 3 and word[1:].islower() and lower in syllables() and lower not in stops():
        return True
    if mode == CUED and word.isupper() and len(word) < 5 and given_weights().get(lower, 0) < 0.9 and (lower not in roman_surnames() or len(word) < 3):  # baby ASA
        return False
    if mode == CUED and lower in _KIN_WORDS:
        return False
    if mode == CUED and len(lower) == 4 and lower[:2] == lower[2:] and lower not in _PARENTS:  # Coco, Momo
        return True
    if lower in given_weights() or lower in roman_surnames():
        return len(lower) > 2 or mode != CUED or (word[1:].islower() and not is_ordinary(lower) and lower not in _LITTLE)
    if lower in stops():
        return surname_weights().get(lower, 0) >= 1
    if mode == TITLED:
        return len(lower) > 1
    if surname_weights().get(lower, 0) >= 1:
        return True
    if is_ordinary(lower) or (word.isupper() and len(word) < 5 and mode == CUED):
        return False
    return len(lower) > 2


def _may_follow(word: str, first: str) -> bool:
    lower = word.lower()
    if _CLASS.fullmatch(word) or word in _POST_NOMINALS:
        return False
    if word.isupper() and not first.isupper():
        return (len(word) > 3 and not (lower in stops() or lower in english())) or (lower in surname_weights() and len(word) > 3)
    if lower in given_weights() or lower in roman_surnames() or lower in surname_weights():
        return lower not in stops() or given_weights().get(lower, 0) > 0
    if word.isupper() and len(word) < 5:
        return lower in syllables()
    return not is_ordinary(lower) and len(lower) > 1


def _is_word_surname(word: str, first: str, least: float) -> bool:
    """Justin Beet: an everyday word in title case right behind a sure given name is the surname."""
    lower = word.lower()
    return (
        word[1:].islower() and lower not in stops() and not lower.endswith(("ed", "ing", "ly", "es")) and not CLINICAL_END.search(lower)
        and first[1:].islower() and given_weights().get(first.lower(), 0) >= least
    )  # fmt: skip


def _closes(text: str, end: int, word: str, first: str) -> bool:
    """Obadiah Farthing 0412 556 731: an everyday word in title case between a word that is nothing but a name and the end of the field."""
    lower = word.lower()
    if not (word[1:].islower() and len(word) > 3 and first[1:].islower()) or lower in stops() or lower in _NO_SURNAMES or lower.endswith(("ed", "ly")):
        return False
    if lower.endswith("ing") and (lower[:-3] in english() or lower[:-3] + "e" in english() or lower[:-4] in english()):
        return False  # Naaman Visiting, Asha Coping
    given = given_weights().get(first.lower(), 0)
    if CLINICAL_END.search(lower) and not lower.endswith("ing"):
        return False
    return (given >= 0.6 or is_unheard(first.lower())) and _CLOSED.match(text, end) is not None


def name_end(text: str, pos: int, mode: str) -> int:
    """Where the name that begins at `pos` ends; `pos` itself where none begins.

    >>> text = "Kathleen M. Jones had pain"
    >>> text[: name_end(text, 0, CUED)]
    'Kathleen M. Jones'
    """
    initials = INITIALS.match(text, pos) or (_BARE_INITIALS.match(text, pos) if mode != CUED else None)
    start = initials.end() if initials else pos
    if text[start : start + 1].islower():
        particle = _PARTICLE.match(" " + text[start : start + 24])
        start += particle.end() - 1 if particle else 0
    first = WORD.match(text, start)
    if not first:
        return pos
    word = plain(first[0])
    end = start + len(word)
    if word in {"Mo", "Fa"} and _MOTHER.match(text, start) and writes_mo(text):
        return pos
    if initials and (len(word) < 2 or is_stop(word)):  # Dr. F. She came
        return pos + len(initials[0].rstrip()) if mode == TITLED and initials[0].rstrip().endswith(".") else pos
    if not (initials and mode != CUED) and not may_begin(word, mode) and not (mode == FIELD and _is_turned(text, end, word)) and not _has_surname(text, end, word):
        return pos
    if word.lower() in _MODALS and mode == CUED and not _AFTER_MODAL.match(text, end):
        return pos
    if mode == FIELD and text[end : end + 1] == "^":
        return _CARETS.match(text, end).end()  # type: ignore[union-attr]
    comma = _after_comma(text, end, word, mode)
    end = comma if comma else extend(text, end, word, least=0.2 if mode != CUED else 0.9)
    if mode == FIELD and (comma or given_weights().get(word.lower(), 0) >= 0.6) and (letter := _ONE_LETTER.match(text, end)):
        return letter.end()
    return end


def _is_turned(text: str, end: int, surname: str) -> bool:
    """RE: Ransom, Chase W.; name: Zulu, Unknown: an everyday word before a comma and a given name."""
    given = re.compile(rf", ?({WORD.pattern})").match(text, end)
    return given is not None and not is_stop(surname) and (given[1].lower() in given_weights() or given[1].lower() == "unknown")


def _has_surname(text: str, end: int, given: str) -> bool:
    """doula Moonbeam Harris: an everyday word in title case before a sure surname."""
    after = _NEXT_WORD.match(text, end)
    if after is None or not given[1:].islower() or is_stop(given) or CLINICAL_END.search(given.lower()):
        return False
    return surname_weights().get(after[1].lower(), 0) >= 1 and not is_ordinary(after[1].lower())


def extend(text: str, end: int, first: str, *, least: float = 0.9) -> int:
    """The end of the name whose first word ends at `end`: initials, particles and further words join."""
    if first.lower() in roman_surnames():
        short = _SHORT_GIVEN.match(text, end)  # Lin YJ
        if short and short[1] not in _NOT_GIVEN and not first.isupper():
            return short.end()
        given = _TWO_SYLLABLES.match(text, end) or _SYLLABLE.match(text, end)
        if given and all(part.lower() in syllables() or part.lower() in southern() for part in given.groups()) and given[given.lastindex or 1].lower() not in _MODALS | _LITTLE:
            return given.end()
    for count in range(4):
        at = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
        if at == end:
            break
        initial = _LAST_INITIAL.match(text, at)
        if initial and initial[0] not in _DEGREES:
            end = initial.end()
            continue
        if re.match(rf"[A-Z] (?=[{UPPER}][a-z])", text[at : at + 4]) and not first.isupper():
            end = at + 1
            continue
        particle = _PARTICLE.match(text, end)
        word = WORD.match(text, particle.end() if particle else at)
        if not word or len(word[0]) < 2:
            break
        plain_word = plain(word[0])
        if plain_word.lower() in _MONTHS and re.match(r",? \d", text[word.end() : word.end() + 3]):
            break
        if not _may_follow(plain_word, first) and not (count == 0 and (_is_word_surname(plain_word, first, least) or _closes(text, word.end(), plain_word, first))):
            break
        end = word.start() + len(plain_word)
        if plain_word != word[0]:
            break
    suffix = _SUFFIX.match(text, end)
    return suffix.end() if suffix else end


def _after_comma(text: str, end: int, surname: str, mode: str) -> int:
    """The end of `Surname, Given M.`, or 0."""
    if text[end : end + 1] != ",":
        return 0
    at = end + 1 + (text[end + 1 : end + 2] == " ")
    initial = _LAST_INITIAL.match(text, at)
    if initial and not re.match(r"M\.D|R\.N|D\.O|N\.P", text[at : at + 3]):
        return initial.end()
    given = WORD.match(text, at)
    if not given or len(given[0]) < 2:
        return 0
    lower = given[0].lower()
    chinese = surname.lower() in roman_surnames() and all(part in syllables() for part in lower.replace("'", "").split("-"))
    if mode != FIELD and not surname.isupper() and not chinese:
        return 0
    if not chinese and not may_begin(given[0], CUED):
        return 0
    return extend(text, given.end(), given[0])
