"""Latin words of a page and how far each may be a name: lists give weight, the caller gives context.

Used by every rule about names in Latin letters, so that a page is cut into capitalised words once.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from incognote.gazetteer.loader import read_list
from incognote.names.eponyms import english as english
from incognote.names.eponyms import eponyms as eponyms
from incognote.names.eponyms import names_a_term
from incognote.names.tables import first_names, readings, roman_surnames

LETTER: Final = r"A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f"
UPPER: Final = r"A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĮİĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƠƯȘȚẀẂẄẠẢẤẦẨẬẮẰẶẸẺẾỀỂỆỊỌỎỐỒỔỘỚỜỢỤỦỨỪỰỲỴỶỸ"
WORD: Final = re.compile(rf"[{UPPER}][{LETTER}]*(?:['’-][{LETTER}]+)*")
_CAPITALS: Final = re.compile(rf"[{UPPER}](?<![{LETTER}0-9].)[{LETTER}]*(?:['’-][{LETTER}]+)*")
_POSSESSIVE: Final = re.compile(r"['’]s\Z")
CLINICAL_END: Final = re.compile(
    r"(?:itis|osis|[ae]mia|oma|pathy|ectomy|otomy|ostomy|plasty|scopy|graphy|gram|uria|algia|pnoea|pnea|plegia|paresis|trophy|"
    r"cillin|mycin|azole|sartan|pril|olol|statin|mab|nib|vir|dipine|[dz]epam|zolam|azine|oxetine|tidine|cycline|oxacin|gliptin|"
    r"gliflozin|parin|caine|phylline|terol|sone|solone|setron|triptan|profen|coxib|prazole|formin|platin|rubicin|taxel|trexate|"
    r"tion|sion|ment|ness|ology|ologists?|iatrists?|icians?|esthetists?|ological|istic|\w{3,}ing|\w{4,}ed|ically|ative|ular|eous|able|ible|ized|ised|ically)\Z"
)
CLINICAL_SHAPE: Final = re.compile(
    r"(?:hyper|hypo|thromb|myo|myas|neur|cardi|gastr|hepat|neph|pulm|derm|oste|arthr|chondr|hem[ao]|haem|leuk|lymph|erythr|cyto|endo|epi|peri|retro|supra|infra|trans|poly|oligo|micro|macro|pseudo|immun|"
    r"onc|radi|psych|enceph|mening|cereb|spondyl|lapar|thora|bronch|laryng|pharyn|trach|esoph|oesoph|duoden|jejun|cholecyst|pancrea|splen|cyst|uter|ovar|vagin|prost|orchi|phleb|angi|methyl|ethyl|hydro|chlor|sulf|dexa|predni|levo|cef|ceph)"
    r"|.*(?:ic|al|ar|ous|sis|ium|oid|ase|ide|ate|ol|yl|um|ae|ism|ive|ent|ity|ary|ory|gram|scope|meter|globin|pura|plasia|trophy|penia|vis|ral|tis|oma|pathy|cin|lin|xin|zin|pin|tin|fen|zol|sol|pam|lax|vir|mab|tex|flex|plus|max|pak|care|med)\Z"
)
"""A word that is shaped like a term of medicine or the name of a drug."""
_CLASS: Final = re.compile(r" (?:[IVX]{1,4}|[A-D])[abc]?(?![A-Za-z])")  # Forrest IIa
LONGEST_WORD: Final = 40
"""A longer run of letters is no name; it would cost quadratic time."""


class Capital(NamedTuple):
    start: int
    end: int
    word: str
    lower: str

    def __repr__(self) -> str:
        return f"Capital({self.start}, {self.end})"


@lru_cache(maxsize=4)
def capitals(text: str) -> tuple[Capital, ...]:
    """The capitalised Latin words that may be part of a name; hyphens in, possessive out."""
    found = []
    for match in _CAPITALS.finditer(text):
        word, lower = _kept(match[0])
        if lower:
            start = match.start()
            found.append(_NEW(Capital, (start, start + len(word), word, lower)))
    return tuple(found)


@lru_cache(maxsize=4)
def title_pairs(text: str) -> tuple[tuple[Capital, Capital], ...]:
    """Capitalised words side by side, both in small letters behind the capital: Hazel Wood.

    >>> [(one.word, two.word) for one, two in title_pairs("Hazel Wood, MRI Brain")]
    [('Hazel', 'Wood')]
    """
    return tuple([
        (one, two)
        for one, two in pairwise(capitals(text))
        if two.start - one.end == 1 and text[one.end] == " " and one.word[1:].islower() and two.word[1:].islower()
    ])  # fmt: skip


TITLE_PAIR: Final = re.compile(" (?<=[a-z] )[A-Z][a-z]")
"""What `Rule.needs` of rules that read `title_pairs`."""
_NEW: Final = tuple.__new__  # half the time of the constructor, and pages have many words


@lru_cache(maxsize=16384)
def _kept(word: str) -> tuple[str, str]:
    """The word without its possessive and its lower case, which is empty for an everyday word."""
    if word[-1] == "s" and len(word) > 2 and word[-2] in "'’":
        word = word[:-2]
    if len(word) > LONGEST_WORD:
        return word, ""
    lower = word.lower()
    if len(lower) > 3 and is_ordinary(lower) and not is_listed(lower) and lower not in syllables():
        return word, ""
    return word, lower


@cache
def given_weights() -> dict[str, float]:
    return read_list("incognote.detect", "latin_given") | first_names() | read_list("incognote.detect", "latin_world_given")


@cache
def surname_weights() -> dict[str, float]:
    return read_list("incognote.detect", "latin_census") | read_list("incognote.detect", "latin_world_surnames") | read_list("incognote.detect", "latin_surnames")


@cache
def abbreviations() -> dict[str, float]:
    """Capitals that are nobody's initials: 1.0 however they are written, less where no points stand between."""
    return read_list("incognote.detect", "latin_abbreviations")


@cache
def stops() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "latin_stops"))


@cache
def places() -> dict[str, float]:
    """Countries, states and cities, in lower case; 0.5 for one that is a given name too (Dallas, Austin)."""
    return read_list("incognote.detect", "latin_places")


@cache
def brands() -> frozenset[str]:
    """Words of terms and trade names that no dictionary has: Gore Tex, Pars Plana, Zosyn, Vicryl."""
    return frozenset(read_list("incognote.detect", "latin_terms")) | frozenset(read_list("incognote.detect", "latin_drugs"))


@cache
def two_word_terms() -> frozenset[str]:
    """Two syllables that are a herb, a formula, a point, a practice or a place: Huang Qi, He Gu, Hong Kong."""
    return frozenset(read_list("incognote.detect", "two_word_terms"))


@cache
def syllables() -> frozenset[str]:
    """Romanised syllables, Mandarin by table, Cantonese and others as far as they are surnames."""
    wade = readings().wade
    return frozenset(wade) | {w.replace("'", "") for w in wade.values()} | frozenset(wade.values()) | frozenset(roman_surnames()) | frozenset(read_list("incognote.detect", "tongyong_syllables"))


@cache
def southern() -> frozenset[str]:
    """Syllables of Cantonese and Hokkien given names: Lo Chi Kin, Tan Ah Kow."""
    return frozenset(read_list("incognote.detect", "cantonese_syllables"))


@lru_cache(maxsize=4096)
def is_ordinary(lower: str) -> bool:
    """Whether a word is everyday English or clinical, whatever else it may be."""
    if lower in stops() or lower in english() or len(lower) > LONGEST_WORD:
        return True
    if "-" in lower:
        return all(part in english() or part in stops() for part in lower.split("-"))
    if lower in given_weights() or lower in surname_weights() or not CLINICAL_END.search(lower):
        return False
    if not lower.isascii():  # Ærøskøbing; a term that is written so is listed (Ménière, Sjögren) or a word of English (naïve)
        return False
    return not (lower.endswith("ing") and two_syllables(lower))


def two_syllables(lower: str) -> bool:
    """Whether a word is two romanised syllables written as one: daming, meiling."""
    known = syllables()
    return any(lower[:i] in known and lower[i:] in known for i in range(2, len(lower) - 1))


def is_stop(word: str) -> bool:
    """Whether a word never goes on with a name: She, The, Reviewed; May and Mark may."""
    lower = word.lower()
    return lower in stops() and lower not in surname_weights() and lower not in given_weights()


def is_listed(lower: str) -> bool:
    return lower in given_weights() or lower in surname_weights() or lower in roman_surnames()


@lru_cache(maxsize=8192)
def is_unheard(lower: str) -> bool:
    """Whether a word is in no dictionary, no common given name and not shaped like a term or a drug."""
    if len(lower) < 4 and lower not in syllables():
        return False
    return not (is_ordinary(lower) or CLINICAL_SHAPE.match(lower) or lower in brands() or lower in eponyms() or given_weights().get(lower, 0) >= 0.6)


def plain(word: str) -> str:
    """A word without its possessive ending."""
    return _POSSESSIVE.sub("", word)


def is_eponym(text: str, lower: str, end: int) -> bool:
    """Whether the word that ends at `end` stands in a test, sign, disease, scale or device."""
    return names_a_term(text, end) or (lower in eponyms() and (not text[end : end + 2].strip(" ,.").isupper() or bool(_CLASS.match(text, end))))
