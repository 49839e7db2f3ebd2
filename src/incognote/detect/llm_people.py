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
from incognote.names.search import is_clinical, is_clinical_word, is_titled_single
from incognote.names.tables import first_names, given_words, to_base
from incognote.names.transcribed import transcribed_margin
from incognote.text.pieces import fold_each

READ: Final = 0.6
"""How sure a claim is held to be by what asks for a score (0 to 1)."""
_PAIR: Final = 0.9
"""The same for two words that begin like a person's name: Cole Burns, Marshall Law."""
_SHORT_NAME, _GIVEN, _SURNAMED, _LIKELIER, _SURE = -2.2, -0.8, -0.25, 1.0, 2.0
"""Below these margins Han characters are words: two that begin like a surname (光成 lies above), another given name (宜珊), three behind a
surname (寿文飞; not 樓復健), other three (健保碼), four, or what nobody called a name."""
_WORD: Final = -2.9
"""Below this margin a word that some are called is a word: 門診; not 平安, 夏天."""
_COMMON: Final = -3.5
"""Above this weight a character is a surname that many have: 小張, not 小腿."""
_CALLED: Final = frozenset("老小阿")
_RANKS: Final = frozenset("副老總总正大小")
"""What stands between one character of a name and its title (王副主任), and is no name before one (副主任)."""
_PEOPLE: Final = frozenset({"NAME", "DOCTOR"})
_UNSEEN: Final = -5.0
"""Below this weight a character stands in no given name: 肌酐."""
_DEPARTMENT: Final = frozenset("科室部院房床")
_LONGEST_SOUNDED: Final = 8
_SHORT_CAPITALS: Final = 4
_MOST_LETTERS, _MOST_WORDS = 60, 6
_NO_NAME: Final = re.compile(r"[0-9，。；;:：!！?？()（）\[\]{}<>/|=+%@#_\n\r]")
_LATIN_TITLE: Final = re.compile(r"(?:dr|doctor|prof|professor|mr|mrs|ms|miss|sir|nurse|sister|pt|patient)[.:]? +(?=[A-Z])", re.IGNORECASE)
_INTERPUNCT: Final = re.compile(r"[·‧・•．]")
_MEDICAL: Final = re.compile(
    r"(?:in|ine|ol|ase|ide|ate|one|um|us|ium|ia|sis|itis|oma|emia|logy|scope|gram|tomy|ic|al|ous|ar|ity|ban|mab|nib|pril|vir|cept|ent|ter|act|ex)\Z",
    re.IGNORECASE,
)
"""How words of medicine end: what the lists of drugs and terms do not have."""
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
    whole = start, end
    start, end = untitled(text, start, end)
    value = fold_each(text[start:end])
    if _NO_NAME.search(value) or len(value) > _MOST_LETTERS or len(value.split()) > _MOST_WORDS:
        return None
    if value.lower() in role_of() or value in titles():
        return None
    if is_said and (is_called(value) or _is_one_and_title(value) or ((start, end) == whole and _is_word_for_a_name(text, start, end))):
        return start, end
    held = _PAIR if is_said and " " in value and value.split()[0].lower() in first_names() else READ
    if is_clinical(value) or is_none(text, start, end, "NAME", held):
        return None
    if not any(map(is_han, value)):
        return (start, end) if _is_latin_name(value, is_said) else None
    if _INTERPUNCT.search(value) or is_titled_single(value) or any("A" <= c <= "z" for c in value):
        return start, end
    return (start, end) if _is_han_name(text, start, end, is_said) else None


def is_said_name(value: str, said: str) -> bool:
    """Whether an everyday word may yet be what a model calls a person: 小張, 平安; never a word of medicine (沙參)."""
    return said in _PEOPLE and not is_clinical_word(value.translate(to_base()))


def _is_one_and_title(value: str) -> bool:
    """Whether a string is one character of a name and a title: 楮主任, 王副主任; not 副主任."""
    rest = value[1:].removeprefix("副").removeprefix("老")
    return rest in titles() and is_han(value[0]) and value[0] not in _RANKS


def _is_word_for_a_name(text: str, start: int, end: int) -> bool:
    """Whether a word of two characters that is a given name too begins or ends a clause: 姓名平安，; not 心情樂觀開朗."""
    if fold_each(text[start:end]).translate(to_base()) not in given_words():
        return False
    is_clause = not text[start - 1 : start].isalnum() or not text[end : end + 1].isalnum()
    return is_clause and text[end - 1] not in _DEPARTMENT and vouched_margin(text, start, end) >= _WORD


def is_called(value: str) -> bool:
    """A surname as friends and colleagues say it.

    >>> [is_called(value) for value in ("老張", "小陈", "阿國", "小腿", "老人", "小葉", "阿姨")]
    [True, True, True, False, False, False, False]
    """
    if len(value) != 2 or value[0] not in _CALLED or is_clinical_word(value.translate(to_base())):
        return False
    weight = surname_weight(value[1])
    return (weight is not None and weight > _COMMON) or (value[0] == "阿" and given_weight(value[1]) > _UNSEEN / 2)


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
    is_surnamed = surname_weight(text[start]) is not None
    if size == 3:
        return margin >= (_SURNAMED if is_surnamed else _LIKELIER)
    if text[end - 1] in _DEPARTMENT:
        return False
    is_given = all(given_weight(character) > _UNSEEN for character in text[start:end])
    return margin >= (_SHORT_NAME if is_surnamed else _GIVEN) if is_given else margin >= _LIKELIER and is_surnamed


def _is_latin_name(value: str, is_said: bool) -> bool:
    """Capitalised words, one of them of a list of names, or all of them unheard of; one alone is no word (never Grace)."""
    words = [word for word in value.replace(",", " ").split() if len(word) > 2 or word.istitle()]
    if not words or not all(word[0].isupper() or word.lower() in _PARTICLES for word in words):
        return False
    lower = [[part.lower() for part in _LATIN_WORD.findall(word)] for word in words]
    plain = [all(map(latin.is_ordinary, parts)) for parts in lower]
    known = [all(latin.is_listed(part) or latin.two_syllables(part) for part in parts) for parts in lower]
    if len(words) == 1:
        is_capitals = words[0].isupper() and (len(words[0]) < _SHORT_CAPITALS or not known[0])  # CABG, FOLFOX
        return is_said and not plain[0] and len(words[0]) > 2 and not is_capitals and (known[0] or _is_unheard_of(words[0]) or _is_sounded(lower[0]))
    return any(known) if not any(plain) and not is_said else is_said and (any(known) or not any(plain))


def _is_sounded(parts: list[str]) -> bool:
    """Whether a hyphen joins two syllables of Chinese: Yi-Chieh; not Hoehn-Yahr."""
    return len(parts) == 2 and all(part in latin.syllables() for part in parts)


def _is_unheard_of(word: str) -> bool:
    """Whether a capitalised word that no list has is not made like a word of medicine: Raijieli; not Ferritin, ACEi, Lives, X-Ray."""
    plain = not latin.is_ordinary(word.lower().removesuffix("s")) and not _MEDICAL.search(word)
    return plain and len(word) >= _SHORT_CAPITALS and word.isalpha() and word.istitle()


def untitled(text: str, start: int, end: int) -> tuple[int, int]:
    """A name without the title or role beside it, unless one character is all that is left: 王小明醫師, 病人王小明, Dr Quorn; 陳先生, 王副主任."""
    titled = _LATIN_TITLE.match(text, start, end)
    if titled:
        return titled.end(), end
    for size in range(min(6, end - start - 2), 1, -1):
        if text[end - size : end] in titles():
            is_one = end - size - start == 2 and text[end - size - 1] in _RANKS
            return (start, end) if is_one else (start, end - size)
    for size in range(min(5, end - start - 2), 1, -1):
        if text[start : start + size] in role_of() and is_han(text[start]):
            return start + size, end
    return start, end
