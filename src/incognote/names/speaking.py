"""The patient's given name or surname alone, as the one who speaks, feels or is seen to: 大同說痛, SMITH DENIES CP.

Only for somebody whom a label named in the same note. A given name that is a word (大同) and a surname in small
letters are never looked for alone; what goes on behind them vouches for them here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.names.eponyms import english, eponyms, is_term
from incognote.names.parse import parse
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base

_HAN: Final = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]{2}\Z")
_ADVERB: Final = (
    "今日|今天|今早|今晨|昨日|昨天|昨晚|昨夜|目前|現在|现在|剛剛|刚刚|剛才|刚才|後來|后来|一直|常常|經常|经常|有時|有时|再次|多次|"
    "自己|只|也|仍|都|常|又|再|便|則|则|才|就|並|并|均|皆|曾|不斷|不断|突然"
)
_SPEAKS: Final = (
    "[說说](?![明服])|表示|否認|否认|自訴|自诉|主訴|主诉|自述|訴|诉|覺得|觉得|感到|感覺|感觉|抱怨|提到|提及|認為|认为|聲稱|声称|"
    "自覺|自觉|回答|回應|回应|哭|喊|拒絕|拒绝|希望|想要|擔心|担心|害怕|生氣|生气|笑著|笑着|問[：:說道我起]|问[：:说道我起]"
)
_BEHIND: Final = re.compile(rf"(?:{_ADVERB})?(?:{_SPEAKS})")
_LEADS: Final = re.compile(
    r"(?:[^\u3400-\u9fff\U00020000-\U0003ffff]|病人|病患|患者|個案|个案|個案|學生|学生|今日|今天|昨日|昨天|昨晚|目前|但|而|因|由|據|据|後|后|且|並|并|時|时|問|问|故)\Z"
)
_LONGEST_LEAD: Final = 2
# What only a person does, in the third person: behind a name that is a word too, where may and will could stand.
_PERSONAL: Final = "denies|denied|complains|complained|says|said|states|stated|admits|admitted to|endorses|endorsed|feels|felt|reports that|reports feeling|refuses|refused|c/o"
_CLINICAL: Final = (
    _PERSONAL + "|reports|reported|describes|described|presents|presented|is|was|has|had|well|stable|comfortable|alert|awake|seen|examined|"
    "doing|tolerating|tolerated|ambulating|ambulated|resting|sleeping|slept|remains|remained|continues|continued|wants|wanted|requests|"
    "requested|declines|declined|notes|noted|discharged|admitted|transferred|arrived|looks|appears|appeared|lives|lived|came|went|will|did|does|underwent"
)
_ANY: Final = re.compile(rf",? (?:{_CLINICAL})(?![A-Za-z])", re.IGNORECASE)
_OF_PEOPLE: Final = re.compile(rf",? (?:{_PERSONAL})(?![A-Za-z])", re.IGNORECASE)
_LETTER: Final = re.compile(r"[A-Za-z0-9À-ɏ'’-]")
_SHORTEST: Final = 3
_FAMILY: Final = frozenset({"smith", "martin", "murphy", "clark", "parker", "cooper", "miller"})
"""Words in the list of English ones that notes hardly use but as names."""


def speaking(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where in the folded `text` the bearer of `name` is called by a part of it that would not be looked for alone.

    >>> text = "大同說痛，大同否認發燒。天下大同。大同電鍋。"
    >>> [text[a:b + 2] for a, b in speaking(text, "王大同")]
    ['大同說痛', '大同否認']
    >>> text = "SMITH DENIES CP. smith well. Smith fracture. smith machine"
    >>> sorted(text[a:b + 5] for a, b in speaking(text, "John Smith"))
    ['SMITH DENI', 'smith well']
    >>> text = "BROWN DENIES pain, brown sputum, brown is the colour"
    >>> [text[a:b] for a, b in speaking(text, "Jane Brown")]
    ['BROWN']
    """
    given, surname = called_by(name)
    if given and given in text:
        yield from _han(text, given)
    if surname:
        yield from _latin(text, surname)


@lru_cache(maxsize=2048)
def called_by(name: str) -> tuple[str, str]:
    """The given name of a Han name, or the surname of a Latin one in lower case; empty where there is none."""
    parsed = parse(name)
    if parsed.han:
        is_given = bool(parsed.surname) and _HAN.match(parsed.given) is not None
        return (parsed.given, "") if is_given and not is_clinical_word(parsed.given.translate(to_base())) else ("", "")
    surname = parsed.surname.lower()
    return "", surname if len(surname) >= _SHORTEST and surname.isalpha() and surname.isascii() else ""


def _han(text: str, given: str) -> Iterator[tuple[int, int]]:
    at = text.find(given)
    while at >= 0:
        end = at + len(given)
        if _BEHIND.match(text, end) and (not at or _LEADS.search(text, max(0, at - _LONGEST_LEAD), at)):
            yield at, end
        at = text.find(given, end)


def _latin(text: str, surname: str) -> Iterator[tuple[int, int]]:
    goes_on = _OF_PEOPLE if _is_word(surname) else _ANY
    for shape in dict.fromkeys((surname, surname.capitalize(), surname.upper())):
        at = text.find(shape)
        while at >= 0:
            end = at + len(shape)
            alone = not (at and _LETTER.match(text[at - 1])) and goes_on.match(text, end) is not None
            if alone and not is_term(text, at, end):
                yield at, end
            at = text.find(shape, end)


def _is_word(surname: str) -> bool:
    return surname not in _FAMILY and (surname in english() or surname in eponyms())
