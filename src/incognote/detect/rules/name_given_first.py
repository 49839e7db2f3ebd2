"""Asian and Pacific names with the given name first: Meina Ouyang, Van Anh Vo, Te Ariki Sopoaga.

A given name of two pinyin syllables before a surname, Vietnamese words that end in a Vietnamese surname, and `Te`
before a capital. Formulas end like surnames do (Xiaoyao San, Guizhi Tang) and are none. Source: catalogue 3.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "sent on Meina Ouyang's word; Van Anh Vo rang; Te Ariki had sung; Guizhi Tang, Te Whatu Ora, Vitamin Li"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['Meina Ouyang', 'Van Anh Vo', 'Te Ariki']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import TITLE_PAIR, is_ordinary, title_pairs, two_syllables
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.tables import roman_surnames

SOURCE: Final = "rules/name_given_first"
_FORMULA: Final = frozenset("tang wan san yin gao dan jiu pian ye sha he ling jing shi bai mai men hui guan qiu quan".split())
_COMPOUND: Final = frozenset(("ouyang", "szeto", "situ", "shangguan", "zhuge", "sima", "huangfu", "xiahou", "dongfang", "linghu", "gongsun", "murong", "zhongli", "duanmu", "xuanyuan", "auyeung"))
_VIETNAMESE: Final = re.compile(
    r"(?<![A-Za-z])(?P<given>(?:Van|Thu|Thi|Ngoc|Minh|Duc|Xuan|Thanh|Quang|Hong|Kim|Huu|Bich|Bao|Tuan|Hoang|Phuong|Lan|Anh|Mai|Linh|Hoa|Quoc|Trung|Hai|My|Cam|Ngan|Thuy|Thao|Trang|Dieu|Gia|Nhat|Khanh|Tam|Thien|Tien|Van|Viet|Quynh|Nhu)(?: [A-Z][a-z]{1,5}){0,2}) "
    r"(?:Nguyen|Tran|Le|Pham|Huynh|Hoang|Phan|Vu|Vo|Dang|Bui|Do|Ho|Ngo|Duong|Ly|Trinh|Dinh|Doan|Dao|Truong|Luong|Mai|Cao|Phung|Quach|Ton|Ta|Lam|Thach|Tong|Trieu|Dong|To)(?![A-Za-z'’-]|['’][a-rt-z])"
)
_HEAD: Final = re.compile(r" (?<=[a-z] )(?:Nguyen|Tran|Le|Pham|Huynh|Hoang|Phan|V[uo]|D[ao]|Bui|Ho|Ngo|Duong|Ly|Tri|Din|Tru|Luong|Mai|Cao|Phung|Quach|T[oa]|Lam|Thach)")
_TE: Final = re.compile(r"(?<![A-Za-z])Te (?P<name>[A-Z][a-z]{2,14})(?: [A-Z][a-z]{2,18})?(?![A-Za-z])")
_TE_HEAD: Final = re.compile(r"Te [A-Z]")
_NOT_TE: Final = frozenset("Whatu Aka Toka Reo Tiriti Puni Ora Papa Manawa Pou Hiringa Tumu Kete Ao Wao Pae Rapa Kaha Awamutu Anau Puke Kuiti Aroha Atatu".split())


def pinyin(page: Page) -> Iterator[Span]:
    """Meina Ouyang, Xiaoting Ai: two syllables in one word, then a surname."""
    for given, surname in title_pairs(page.text):
        if surname.lower in _FORMULA or (surname.lower not in _COMPOUND and surname.lower not in roman_surnames()) or not _is_given(given.lower):
            continue
        if f"{given.lower} {surname.lower}" not in latin.two_word_terms():
            yield page.span(given.start, surname.end, "NAME", None, SOURCE, 0.65)


@lru_cache(maxsize=4096)
def _is_given(lower: str) -> bool:
    return 4 <= len(lower) <= 12 and two_syllables(lower) and not is_ordinary(lower) and lower not in latin.stops() and not latin.is_listed(lower) and lower not in latin.brands()


def vietnamese(page: Page) -> Iterator[Span]:
    for name in _VIETNAMESE.finditer(page.text):
        words = name["given"].split(" ")
        if len(words) > 1 and all(word.lower() not in latin.english() or len(word) < 4 for word in words[1:]):
            yield page.span(*name.span(), "NAME", None, SOURCE, 0.65)


def te(page: Page) -> Iterator[Span]:
    """Te Ariki Sopoaga; Te Whatu Ora is an authority."""
    for name in _TE.finditer(page.text):
        if name["name"] not in _NOT_TE:
            yield page.span(*name.span(), "NAME", None, SOURCE, 0.7)


RULES = (
    Rule("name_given_first", pinyin, needs=(TITLE_PAIR,)),
    Rule("name_given_first", vietnamese, needs=(_HEAD,)),
    Rule("name_given_first", te, needs=(_TE_HEAD,)),
)
