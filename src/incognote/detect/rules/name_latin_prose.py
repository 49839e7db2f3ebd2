"""Latin names in running text without a word that announces them: Kaylee told her teacher, Hope Young's mother.

The word is a given name that means little else, does what people do, or stands beside a surname. A capital letter at
the head of a sentence is no evidence, and a name inside a test, sign, disease or device is none. Source: catalogue
3.4, 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Kaylee told her teacher. May relapse. Will follow. Wilson disease."
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Kaylee']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import Capital, capitals, is_eponym, is_ordinary
from incognote.detect.latin_name import extend, writes_mo
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.eponyms import names_a_term
from incognote.names.tables import first_names, roman_surnames

SOURCE: Final = "rules/name_latin_prose"
# San Diego, Port Augusta; pouch of Douglas, circle of Willis, tetralogy of Fallot
_PLACE_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])(?:San|Santa|Los|Las|Saint|St\.?|Fort|Port|Lake|Mount|Mt\.?|Point|Cape|El)|(?:ouch|ircle|hincter|pulla|alogy|slets?|iangle|angle|anal|gament|ligament|area|crypts?|ulcus|foramen|node|band|sinus|valve|vein|nerve|cells?|layer|sign|test) of) \Z")
# No name has an article; a drug is taken, tried and started.
_ARTICLE: Final = re.compile(r"(?<![A-Za-z])(?:an?|the|took|taking|take|takes|tried|using|started|on|of|for|no|under|acute|chronic|use|used) \Z", re.IGNORECASE)
_CALENDAR: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december".split())
_ON: Final = re.compile(r"(?<![A-Za-z])(?:on|in|by|since|until|till|last|next|this|from|every|during|before|after|late|early|mid) \Z", re.IGNORECASE)
_TURNED: Final = re.compile(r"([A-ZÀ-Þ][A-Za-zÀ-ỿ'’-]+), ?\Z")
_CELTIC: Final = re.compile(r"(?:O['’][A-Za-z]|(?:Mc|Mac|D['’]|Fitz)[A-Z])[A-Za-z]{2,}\Z")
_APOSTROPHES: Final = frozenset(("'", "’"))
_VERB_HEADS: Final = frozenset("stdrpawlbchnu")
_MODAL_NAMES: Final = frozenset(("will", "may", "mark", "grace", "hope", "joy", "april", "june", "bill", "rose"))
_KIN_BEHIND: Final = re.compile(r"['’]s (?:mother|father|mum|mom|dad|sister|brother|wife|husband|son|daughter|partner|family|parents|nan|gran|cousin|aunt|uncle|boyfriend|girlfriend|teacher|school|house|home|birthday|mobile|phone|GP)(?![A-Za-z])")
_INITIAL_GAP: Final = re.compile(r" [A-Z]\.? ")
_NUMBER_AFTER: Final = re.compile(r" ?[0-9]| \(")
_PERSON_VERB: Final = re.compile(r" (?:said|says|told|denies|denied|states|stated|rang|phoned|texted|agrees|agreed|wants|wishes|lives|went|thinks|believes|worries|worried|asked|asks|disclosed|tried|consented|refused|declined|notified|will|herself|himself)(?![A-Za-z])")
_AGENT: Final = re.compile(r"(?:er|or|ant|ent|ist|ee|ian|eur|ess|staff)\Z")  # notifier, informant: people without names
_BACK: Final = re.compile(r"([A-ZÀ-Þ][A-Za-zÀ-ỿ'’-]*) \Z")


def listed(page: Page) -> Iterator[Span]:
    """Given names that mean little else, with what follows them; unlisted given name + listed surname."""
    text, words = page.text, capitals(page.text)
    done = 0
    for index, word in enumerate(words):
        if not _may_open(word.word, word.lower) or word.start < done or (word.lower in _CALENDAR and _ON.search(text, max(0, word.start - 8), word.start)):
            continue  # On Tuesday Brody hit her: Tuesday is the day
        after = words[index + 1] if index + 1 < len(words) and words[index + 1].start - word.end < 5 else None
        if after is None and not _given(word.lower) and not _goes_on(text, word):
            continue
        end = _listed_end(text, word, after)
        if end and not _PLACE_BEFORE.search(text, max(0, word.start - 14), word.start):
            start = _backward(text, word.start)
            done = end
            yield page.span(start, end, "NAME", None, SOURCE, 0.6)


@lru_cache(maxsize=16384)
def _may_open(word: str, lower: str) -> bool:
    """Whether a word without cue may begin a name at all: a quick answer for most words of a page."""
    if latin.given_weights().get(lower, 0.0) or latin.given_weights().get(lower.partition("-")[0], 0.0):
        return True
    return len(word) > 2 and not word.isupper() and not is_ordinary(lower)


@lru_cache(maxsize=16384)
def _given(lower: str) -> bool:
    return bool(latin.given_weights().get(lower, 0.0) or latin.given_weights().get(lower.partition("-")[0], 0.0))


def _goes_on(text: str, word: Capital) -> bool:
    """Whether a word that is no given name and stands alone may yet be one: says, 's mother, O'Neill."""
    behind = text[word.end : word.end + 1]
    if behind == " ":
        return text[word.end + 1 : word.end + 2] in _VERB_HEADS or word.word[0] == "O"
    return behind in _APOSTROPHES or word.word[0] == "O"


def _listed_end(text: str, word: Capital, after: Capital | None) -> int:
    if text[word.end : word.end + 1].isdigit():
        return 0
    if "-" in word.lower and word.lower.replace("-", " ") in latin.two_word_terms():  # Jackson-Pratt
        return 0
    if after and (f"{word.lower} {after.lower}" in latin.two_word_terms() or (word.lower in latin.brands() and after.lower in latin.brands())):
        return 0
    if text[word.end + 1 : word.end + 2].islower() and _PERSON_VERB.match(text, word.end) and word.word[1:].islower() and (len(word.word) > 2 or (word.lower in roman_surnames() and word.lower != "mo")) and _is_subject(text, word):
        return word.end
    if text[word.end : word.end + 1] in _APOSTROPHES and word.word[1:].islower() and _KIN_BEHIND.match(text, word.end) and word.lower not in latin.eponyms() and not (word.word == "Mo" and writes_mo(text)) and _is_subject(text, word):
        return word.end
    if after and word.word[1:].islower() and after.word.isupper() and len(after.word) > 3 and text[word.end : after.start] == " " and _is_subject(text, word) and after.lower in latin.surname_weights() and after.lower not in latin.stops():
        return after.end  # Indi WALKER
    weight = latin.given_weights().get(word.lower, 0.0)
    shouted = word.word.isupper()
    if not weight and "-" in word.lower:
        weight = latin.given_weights().get(word.lower.partition("-")[0], 0.0) * 0.9
    if weight:
        if word.lower in latin.stops() and not (after and _is_surname(text, word, after)):
            return 0
        if weight < 0.6 and not (after and _is_surname(text, word, after)):
            return 0
        if weight >= 0.6 and is_ordinary(word.lower) and weight < 1 and not (after and _is_surname(text, word, after)):
            return 0
        if word.lower in latin.eponyms() and names_a_term(text, word.end):
            return 0
        end = extend(text, word.end, word.word)
        if weight < 1 and end == word.end and len(word.word) < 6 and word.lower in latin.syllables():  # Dong quai
            return 0
        if len(word.word) < 4 and end == word.end and (shouted or word.lower not in first_names()):
            return 0
        if shouted and end == word.end and (len(word.word) < 5 or weight < 1):
            return 0
        if end == word.end and is_eponym(text, word.lower, end):
            return 0
        return 0 if names_a_term(text, end) else end
    if _CELTIC.match(word.word) and word.word[0] == "O" and not names_a_term(text, word.end):
        return extend(text, word.end, word.word)
    if after and _both_unknown(text, word, after):
        end = extend(text, word.end, word.word)
        return 0 if names_a_term(text, end) else end
    if after and len(word.word) > 2 and not shouted and not is_ordinary(word.lower) and _is_surname(text, word, after):
        end = extend(text, word.end, word.word)
        return 0 if names_a_term(text, end) or word.lower in latin.eponyms() else end
    return 0


def _is_subject(text: str, word: Capital) -> bool:
    """May said, Will will, Oyinkansola denies: a given name or a word of no dictionary does what people do."""
    if word.lower in latin.stops() and word.lower not in _MODAL_NAMES:
        return False
    if word.lower in latin.given_weights() or latin.surname_weights().get(word.lower, 0) >= 1 or (word.lower in roman_surnames() and not is_ordinary(word.lower)):
        return True
    if _AGENT.search(word.lower):
        return False
    return latin.is_unheard(word.lower) and latin.places().get(word.lower) != 1 and word.word.isalpha()


def _both_unknown(text: str, word: Capital, after: Capital) -> bool:
    """Two title-case words that are in no dictionary: Panay Kumu, Mohmad R. Vizirov."""
    gap = text[word.end : after.start]
    if gap != " " and not _INITIAL_GAP.fullmatch(gap):
        return False
    if not (_is_unknown(word.word, word.lower) and _is_unknown(after.word, after.lower)):
        return False
    return not (_ARTICLE.search(text, max(0, word.start - 10), word.start) or _NUMBER_AFTER.match(text, after.end))


@lru_cache(maxsize=8192)
def _is_unknown(word: str, lower: str) -> bool:
    if len(lower) < 4 or not word[1:].islower():
        return False
    if lower in latin.brands():
        return False
    if lower in latin.surname_weights() or lower in latin.given_weights():
        return not is_ordinary(lower) and lower not in latin.eponyms()
    return not (is_ordinary(lower) or lower in latin.eponyms() or latin.CLINICAL_SHAPE.match(lower))


def _is_surname(text: str, word: Capital, after: Capital) -> bool:
    """Whether the next word stands right behind and is a surname that means nothing else."""
    gap = text[word.end : after.start]
    if gap != " " and not _INITIAL_GAP.fullmatch(gap):
        return False
    if after.lower in latin.eponyms() and names_a_term(text, after.end):
        return False
    if _CELTIC.match(after.word):
        return True
    return latin.surname_weights().get(after.lower, 0) >= 1 and not is_ordinary(after.lower)


def _backward(text: str, start: int) -> int:
    """`U-ui Taro`: an unknown capitalised word right before joins."""
    turned = _TURNED.search(text, max(0, start - 24), start)
    if turned and (turned.start() == 0 or text[turned.start() - 1] == "\n") and not is_ordinary(turned[1].lower()):
        return turned.start()
    before = _BACK.search(text[max(0, start - 20) : start])
    if before and len(before[1]) > 2 and not is_ordinary(before[1].lower()) and not before[1].isupper() and before[1].lower() not in latin.eponyms():
        return start - len(before[0])
    return start


RULES = (Rule("name_latin_prose", listed),)
