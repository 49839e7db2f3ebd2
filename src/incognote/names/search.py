"""Which written names are safe to look for elsewhere, in which forms, and which strings are clinical words.

Forms are squeezed (`text/squeeze`): folded, lower case, without separators, variant characters as one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from incognote.names.cues import right_words
from incognote.names.lexicon import tables
from incognote.names.likelihood import usual_given
from incognote.names.parse import Name, parse
from incognote.names.romanise import romanised
from incognote.names.tables import SURNAMES, given_words, in_base, readings, rows, to_base
from incognote.names.writings import given_writings, writings
from incognote.text.squeeze import SEPARATORS, Squeezed
from incognote.text.view import Folding, fold, view

_EVERYDAY: Final = -4.3
"""Words more frequent than this are no sign even of somebody known: 美國, 國家."""
_BLANKS: Final = re.compile(r"\s+")
_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_TITLED: Final = re.compile(
    r"(?:先生|小姐|女士|太太|同[學学]|老[師师]|[媽妈]{2}|爸爸|阿[嬤公伯姨婆嫂]|伯伯|奶奶|[爺爷]{2}|大[哥姐姊媽妈爺爷叔嬸]|[師师]傅|"
    r"[哥姐姊董總总嫂叔姨伯嬸婆媽妈爸君]|警官|主任|[醫医][師师生]|大夫|[護护][士理][師师]?|社工|[教警]\w)\Z"
)
# Names that are English words: found beside a title or a role only, never looked for alone.
_WORDS: Final = frozenset(
    ["april", "may", "june", "will", "grace", "hope", "faith", "joy", "rose", "summer", "mark", "bill", "frank", "drew", "chase", "art", "gene", "penny", "sandy", "dale", "glen", "robin", "guy", "pat", "sue", "bob", "carol", "eve", "ivy", "hazel", "heather", "violet", "victor", "max", "long", "young", "man", "son", "fang", "lung", "sun", "page", "bell", "graves", "wilson", "murphy", "parkinson", "wood", "woods", "hill", "lake", "stone", "brown", "white", "black", "green", "gray", "grey", "king", "price", "case", "day", "light"]
)


@cache
def _table() -> Folding:
    return Folding({**to_base(), **dict.fromkeys(map(ord, SEPARATORS))})


@lru_cache(maxsize=4)
def squeezed(text: str) -> Squeezed:
    """The squeezed copy of `text` in which forms are looked for."""
    seen = view(text)
    return Squeezed(seen, _squeezed(seen.lower))


def _squeezed(lower: str) -> str:
    """`lower` with `_table` applied, quickly."""
    for separator in SEPARATORS:
        lower = lower.replace(separator, "")
    return in_base(lower)


@lru_cache(maxsize=4096)
def squeeze(surface: str) -> str:
    """One surface as a form.

    >>> squeeze("（02）2345-6789"), squeeze("WANG, Ta-Ming"), squeeze("黃 鐘")
    ('0223456789', 'wangtaming', '黄钟')
    """
    return fold(surface).lower().translate(_table())


@lru_cache(maxsize=4096)
def is_titled_single(surface: str) -> bool:
    """Whether a name is one Han character with its title or affix (rule N3): 陳先生, 老王, 李阿嬤.

    >>> [is_titled_single(name) for name in ("陳先生", "老王", "李阿嬤", "王小明", "小玲", "王○明")]
    [True, True, True, False, False, False]
    """
    text = _BLANKS.sub("", fold(surface))
    if len(text) < 2 or not _HAN.match(text):
        return False
    if text[0] in "老小" and len(text) == 2:
        return text[1].translate(to_base()) in SURNAMES
    return len(text) <= 4 and bool(_TITLED.match(text, 1))


def cuts_a_word(text: str, end: int) -> bool:
    """Whether a given name that ends at `end` would cut a word in two: 大明 in 水腫大明顯, never in 大明說.

    >>> cuts_a_word("水腫大明顯改善", 4), cuts_a_word("大明說腳痛", 2), cuts_a_word("大明今日來診", 2)
    (True, False, False)
    """
    after = text[end : end + 3]
    follows = right_words()
    if not _HAN.match(after) or after[:1] in follows or after[:2] in follows or after in follows:
        return False
    return text[end - 1 : end + 1].translate(to_base()) in tables().words


@lru_cache(maxsize=4096)
def is_clinical(surface: str) -> bool:
    """Whether the whole string is a clinical or everyday word that is no sign of a person by itself."""
    return fold(surface).translate(to_base()) in _clinical()


def is_clinical_word(base: str) -> bool:
    """Whether `base` (base characters) is in the list of clinical and charting words."""
    return base in _charting()


@cache
def _charting() -> frozenset[str]:
    return frozenset(word.translate(to_base()) for row in rows("clinical_words") for cell in row for word in cell.split(" "))


@cache
def _clinical() -> frozenset[str]:
    return _charting() | given_words()


@lru_cache(maxsize=4096)
def name_forms(name: str, *, is_vouched: bool = False, with_given: bool = False) -> tuple[str, ...]:
    """Forms under which a found name may be looked for in the rest of its document.

    Two Han characters or four letters at least, plus shorter capitalised names that something vouches
    for. A titled single character (陳先生) is looked for as it stands. A name that is a clinical word is not looked
    for at all: 病人何首烏 takes 何首烏 6g.

    >>> name_forms("王小明"), name_forms("何首烏"), name_forms("Lin", is_vouched=True), name_forms("May", is_vouched=True)
    (('王小明',), (), ('lin',), ())
    """
    form = squeeze(name)
    if _HAN.search(form):
        if len(form) < 2 or is_clinical(form):
            return ()
        is_full = len(form) == 3 and not is_titled_single(name)
        return (form, *(map(squeeze, given_writings(name)[:1]) if with_given and is_full else ()))
    is_long_enough = len(form) >= 4 or (len(form) >= 3 and is_vouched and name[:1].isupper())
    return (form,) if is_long_enough and form not in _WORDS else ()


def known_forms(name: str, text: Squeezed, *, with_given: bool = True) -> tuple[str, ...]:
    """Every form of a known person's name that could stand in `text`, the given name alone too if it is safe.

    A Han name is also looked for in Latin letters, but only where its surname stands in the text in some
    spelling: most texts hold none, and the table of spellings is long.
    """
    forms = _own_forms(name, with_given)
    spellings = _surname_spellings(name)
    if spellings:
        there = _surnames_there(text)
        if spellings not in there:
            there[spellings] = any(spelling in text.text for spelling in spellings)
        if there[spellings]:
            forms += _roman_forms(name)
    return forms


@lru_cache(maxsize=4)
def _surnames_there(text: Squeezed) -> dict[tuple[str, ...], bool]:
    """Which surnames' spellings stand in `text`, filled as they are asked for: thousands of names share a few."""
    return {}


def every_form(name: str) -> tuple[str, ...]:
    """Every form of a name, whatever text it may stand in; the given name alone is none of them."""
    return _own_forms(name, False) + (_roman_forms(name) if _surname_spellings(name) else ())


@lru_cache(maxsize=4096)
def _own_forms(name: str, with_given: bool) -> tuple[str, ...]:
    parsed = parse(name)
    whole = squeeze(name)
    found = [whole, *((*map(squeeze, given_writings(name)), *_known_given(parsed)) if with_given else ())]
    if not parsed.han:
        found += [squeeze(form) for form in writings(name)]
    return tuple(dict.fromkeys(f for f in found if len(f) >= 4 or (_HAN.search(f) and len(f) >= 2)))


def _known_given(parsed: Name) -> tuple[str, ...]:
    """The given name of two characters of somebody known, unless charts use it as a word: 大明, never 安全.

    A name that is told is bolder than one that is found: 今日大明來診 is about the patient.

    >>> _known_given(parse("王大明")), _known_given(parse("王安全"))
    (('大明',), ())
    """
    given = parsed.given
    if not parsed.han or not parsed.surname or len(given) != 2 or not all(map(_HAN.match, given)):
        return ()
    base = given.translate(to_base())
    is_word = is_clinical_word(base) or (tables().words.get(base, -9.0) > _EVERYDAY and base not in usual_given())
    return () if is_word else (squeeze(given),)


@lru_cache(maxsize=4096)
def _surname_spellings(name: str) -> tuple[str, ...]:
    parsed = parse(name)
    return _spellings(parsed.surname.translate(to_base())) if parsed.han and parsed.surname else ()


@cache
def _spellings(surname: str) -> tuple[str, ...]:
    table = readings()
    syllables = [table.of[c][0] for c in surname if c in table.of]
    told = [table.wade.get(s, s).replace("'", "") for s in syllables]
    return tuple(dict.fromkeys(("".join(syllables), "".join(told)))) if len(syllables) == len(surname) else ()


@lru_cache(maxsize=4096)
def _roman_forms(name: str) -> tuple[str, ...]:
    found = []
    for roman in romanised(name):
        given = "".join(roman.given).replace("'", "")
        surname = roman.surname.replace("'", "")
        found += [surname + given, given + surname] if given else []
    return tuple(dict.fromkeys(f for f in found if len(f) >= 6))
