"""Latin words of a page and how far each may be a name: lists give weight, the caller gives context.

Used by every rule about names in Latin letters, so that a page is cut into capitalised words once.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.gazetteer.loader import read_list
from incognote.names.tables import first_names, readings, roman_surnames

LETTER: Final = r"A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f"
UPPER: Final = r"A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪİĶĹĻĽŁŃŅŇŌŐŘŚŞŠŢŤŪŮŰŹŻŽƠƯ"
WORD: Final = re.compile(rf"[{UPPER}][{LETTER}]*(?:['’-][{LETTER}]+)*")
_CAPITALS: Final = re.compile(rf"(?<![{LETTER}0-9]){WORD.pattern}")
INITIALS: Final = re.compile(r"(?:[A-Z]\.[ -]?|(?:Ph|Chr|Th|Ch|Sh|Ts)\. ?){1,3}(?=[A-Za-z])|[A-Z]\.-[A-Z]\. ?")
_LAST_INITIAL: Final = re.compile(r"(?:[A-Z]\.[ -]?){0,2}[A-Z]\.")
_DEGREES: Final = frozenset(("M.D.", "R.N.", "D.O.", "N.P.", "B.S.", "M.S.", "P.T.", "O.T."))
_POSSESSIVE: Final = re.compile(r"['’]s\Z")
_CLINICAL_END: Final = re.compile(
    r"(?:itis|osis|[ae]mia|oma|pathy|ectomy|otomy|ostomy|plasty|scopy|graphy|gram|uria|algia|pnoea|pnea|plegia|paresis|trophy|"
    r"cillin|mycin|azole|sartan|pril|olol|statin|mab|nib|vir|dipine|[dz]epam|zolam|azine|oxetine|tidine|cycline|oxacin|gliptin|"
    r"gliflozin|parin|caine|phylline|terol|sone|solone|setron|triptan|profen|coxib|prazole|formin|platin|rubicin|taxel|trexate|"
    r"tion|sion|ment|ness|ology|ologists?|iatrists?|icians?|esthetists?|ological|istic|\w{3,}ing|\w{4,}ed|ically|ative|ular|eous|able|ible|ized|ised|ically)\Z"
)
CLINICAL_SHAPE: Final = re.compile(
    r"(?:hyper|hypo|thromb|myo|myas|neur|cardi|gastr|hepat|neph|pulm|derm|oste|arthr|chondr|hem[ao]|haem|leuk|lymph|erythr|cyto|endo|epi|peri|retro|supra|infra|trans|poly|oligo|micro|macro|pseudo|immun|"
    r"onc|radi|psych|enceph|mening|cereb|spondyl|lapar|thora|bronch|laryng|pharyn|trach|esoph|oesoph|duoden|jejun|cholecyst|pancrea|splen|cyst|uter|ovar|vagin|prost|orchi|phleb|angi|methyl|ethyl|hydro|chlor|sulf|dexa|predni|levo|cef|ceph)"
    r"|.*(?:ic|al|ar|ous|sis|ium|oid|ase|ide|ate|ol|yl|um|ae|ism|ive|ent|ity|ary|ory|gram|scope|meter|pura|plasia|trophy|penia|vis|ral|tis|oma|pathy|cin|lin|xin|zin|pin|tin|fen|zol|sol|pam|lax|vir|mab|tex|flex|plus|max|pak|care|med)\Z"
)
"""A word that is shaped like a term of medicine or the name of a drug."""
EPONYM_NOUN: Final = re.compile(
    r"(?:['’]s?)?[ -](?:(?:and|or|&) \w+ )?(?:(?:\w+ )?(?:disease|syndrome|sign|test|palsy|phenomenon|contracture|fracture|"
    r"catheter|drain|tube|scale|score|classification|criteria|grade|grading|stage|staging|reflex|response|maneuver|manoeuvre|procedure|"
    r"repair|operation|incision|position|disorder|lymphoma|sarcoma|tumou?r|cyst|hernia|node|nodule|body|bodies|dementia|"
    r"esophagus|oesophagus|ulcer|spot|line|ligament|triangle|point|angina|anaemia|anemia|thyroiditis|ophthalmopathy|gait|"
    r"aphasia|encephalopathy|area|plexus|index|chart|stain|agar|solution|needle|wire|pin|nail|plate|splint|brace|collar|frame|"
    r"clamp|forceps|retractor|blade|valve|ring|murmur|pulse|breathing|respiration|respirations|nystagmus|pupil|paralysis|chorea|ataxia|"
    r"dystrophy|atrophy|deformity|exercises?|manual|formula|rule|law|curve|equation|lavage|bypass|pouch|shunt|view|projection|space|cell|cells)\b)",
    re.IGNORECASE,
)
TITLED, CUED, FIELD = "titled", "cued", "field"
_MODALS: Final = frozenset(("may", "will", "can", "march", "mark", "bill", "chase", "hope", "trip", "grant"))
_AFTER_MODAL: Final = re.compile(r"(?:['’]s\b)?[ ]?(?:[^a-z ]|\Z|(?:and|or|who|was|is|has|had|said|says|told|in|at|on|to|with|from|for|when|found|reported|came|states|stated|works|lives|died|aged|did|does)\b)")
_MONTHS: Final = frozenset(("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "summer", "spring", "autumn", "winter", "sunday", "monday"))
_PARTICLE: Final = re.compile(rf" (?:(?:van|von|de|del|der|den|della|di|da|dos|du|la|le|ter|ten|bin|binti|binte|al|el|y)[ ]){{1,3}}(?=[{UPPER}])")
_BLANKS: Final = re.compile(r" {0,3}")
_SUFFIX: Final = re.compile(r",? (?:Jr|Sr)\b\.?|,? (?:II|III|IV)(?![A-Za-z])")


class Capital(NamedTuple):
    start: int
    end: int
    word: str
    lower: str


@lru_cache(maxsize=4)
def capitals(text: str) -> tuple[Capital, ...]:
    """The capitalised Latin words that may be part of a name; hyphens in, possessive out."""
    found = []
    for match in _CAPITALS.finditer(text):
        word, lower = _kept(match[0])
        if lower:
            start = match.start()
            found.append(Capital(start, start + len(word), word, lower))
    return tuple(found)


@lru_cache(maxsize=16384)
def _kept(word: str) -> tuple[str, str]:
    """The word without its possessive and its lower case, which is empty for an everyday word."""
    if word[-1] == "s" and len(word) > 2 and word[-2] in "'’":
        word = word[:-2]
    lower = word.lower()
    if len(lower) > 3 and is_ordinary(lower) and not is_listed(lower) and lower not in syllables():
        return word, ""
    return word, lower


@cache
def given_weights() -> dict[str, float]:
    return read_list("incognote.detect", "latin_given") | first_names()


@cache
def surname_weights() -> dict[str, float]:
    return read_list("incognote.detect", "latin_surnames")


@cache
def stops() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "latin_stops"))


@cache
def english() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "english_words"))


@cache
def eponyms() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "eponyms"))


@cache
def brands() -> frozenset[str]:
    """Words of two-word terms that no dictionary has: Gore Tex, Pars Plana."""
    return frozenset(read_list("incognote.detect", "latin_terms"))


@cache
def syllables() -> frozenset[str]:
    """Romanised syllables, Mandarin by table, Cantonese and others as far as they are surnames."""
    wade = readings().wade
    return frozenset(wade) | {w.replace("'", "") for w in wade.values()} | frozenset(wade.values()) | frozenset(roman_surnames())


@lru_cache(maxsize=4096)
def is_ordinary(lower: str) -> bool:
    """Whether a word is everyday English or clinical, whatever else it may be."""
    if lower in stops() or lower in english():
        return True
    if "-" in lower:
        return all(part in english() or part in stops() for part in lower.split("-"))
    if lower in given_weights() or lower in surname_weights() or not _CLINICAL_END.search(lower):
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


def may_begin(word: str, mode: str) -> bool:
    """Whether a name may begin with `word` after a title, a role word or a field label."""
    lower = word.lower()
    if word.isupper() and len(word) < 4 and lower in stops():
        return False
    if lower in given_weights() or lower in roman_surnames():
        return len(lower) > 2 or mode != CUED
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
    if word.isupper() and not first.isupper():
        return len(word) > 3 and not (lower in stops() or lower in english()) or lower in surname_weights() and len(word) > 3
    if lower in given_weights() or lower in roman_surnames() or lower in surname_weights():
        return lower not in stops() or given_weights().get(lower, 0) > 0
    if word.isupper() and len(word) < 5:
        return lower in syllables()
    return not is_ordinary(lower) and len(lower) > 1


def plain(word: str) -> str:
    """A word without its possessive ending."""
    return _POSSESSIVE.sub("", word)


def _is_word_surname(word: str, first: str) -> bool:
    """Justin Beet: an everyday word in title case right behind a sure given name is the surname."""
    lower = word.lower()
    return (
        word[1:].islower() and lower not in stops() and not lower.endswith(("ed", "ing", "ly", "es")) and not _CLINICAL_END.search(lower)
        and first[1:].islower() and given_weights().get(first.lower(), 0) >= 0.9
    )  # fmt: skip


def name_end(text: str, pos: int, mode: str) -> int:
    """Where the name that begins at `pos` ends; `pos` itself where none begins.

    >>> text = "Kathleen M. Jones had pain"
    >>> text[: name_end(text, 0, CUED)]
    'Kathleen M. Jones'
    """
    initials = INITIALS.match(text, pos)
    start = initials.end() if initials else pos
    if text[start : start + 1].islower():
        particle = _PARTICLE.match(" " + text[start : start + 24])
        start += particle.end() - 1 if particle else 0
    first = WORD.match(text, start)
    if not first:
        return pos
    word = plain(first[0])
    end = start + len(word)
    if initials and (len(word) < 2 or is_stop(word)):  # Dr. F. She came
        return pos + len(initials[0].rstrip()) if mode == TITLED and initials[0].rstrip().endswith(".") else pos
    if not (initials and mode != CUED) and not may_begin(word, mode):
        return pos
    if word.lower() in _MODALS and mode == CUED and not _AFTER_MODAL.match(text, end):
        return pos
    comma = _after_comma(text, end, word, mode)
    return comma if comma else extend(text, end, word)


def extend(text: str, end: int, first: str) -> int:
    """The end of the name whose first word ends at `end`: initials, particles and further words join."""
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
        if not _may_follow(plain_word, first) and not (count == 0 and _is_word_surname(plain_word, first)):
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


def is_eponym(text: str, lower: str, end: int) -> bool:
    """Whether the word that ends at `end` stands in a test, sign, disease, scale or device."""
    return bool(EPONYM_NOUN.match(text, end)) or (lower in eponyms() and not text[end : end + 2].strip(" ,.").isupper())
