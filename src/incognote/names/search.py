"""Which written names are safe to look for elsewhere, and which strings are clinical words."""

from __future__ import annotations

import re
from typing import Final

from incognote.document import Span
from incognote.labels import PERSON_LABELS
from incognote.names.parse import parse
from incognote.names.tables import given_words, to_base
from incognote.names.writings import given_writings
from incognote.text.view import fold

VOUCHED: Final = 0.8
_BLANKS: Final = re.compile(r"\s+")
_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_TITLED: Final = re.compile(
    r"(?:先生|小姐|女士|太太|同[學学]|老[師师]|[媽妈]{2}|爸爸|阿[嬤公伯姨婆嫂]|伯伯|奶奶|[爺爷]{2}|大[哥姐姊媽妈爺爷叔嬸]|[師师]傅|"
    r"[哥姐姊董總总嫂叔姨伯嬸婆媽妈爸君]|警官|主任|[醫医][師师生]|大夫|[護护][士理][師师]?|社工|[教警]\w)\Z"
)


def is_titled_single(surface: str) -> bool:
    """Whether a name is one Han character with its title or affix (rule N3): 陳先生, 老王, 李阿嬤.

    >>> [is_titled_single(name) for name in ("陳先生", "老王", "李阿嬤", "王小明", "小玲", "王○明")]
    [True, True, True, False, False, False]
    """
    text = _BLANKS.sub("", fold(surface))
    if len(text) < 2 or not _HAN.match(text):
        return False
    if text[0] in "老小" and len(text) == 2:
        return parse(text[1] + "某").surname == text[1] and text[1].translate(to_base()) in _surnames()
    return len(text) <= 4 and bool(_TITLED.match(text, 1))


def is_clinical(surface: str) -> bool:
    """Whether the whole string is a clinical or everyday word that is no sign of a person by itself."""
    return fold(surface).translate(to_base()) in given_words()


def searchable_forms(surface: str, span: Span) -> tuple[str, ...]:
    """The folded lower-case forms under which a find may be looked for in the rest of its document.

    Two Han characters or four letters and digits at least, plus shorter capitalised names that had a
    title. A titled single character (陳先生) is looked for as it stands. A name that is a clinical word is not
    looked for at all: 病人何首烏 takes 何首烏 6g.
    """
    form = _BLANKS.sub(" ", fold(surface)).strip().lower()
    if span.label not in PERSON_LABELS:
        return (form,) if sum(map(str.isalnum, form)) >= 4 or len(_HAN.findall(form)) >= 2 else ()
    han = len(_HAN.findall(form))
    if han:
        return _han_forms(form.replace(" ", ""), span) if han >= 2 else ()
    letters = sum(map(str.isalnum, form))
    is_titled = span.score >= VOUCHED and surface[:1].isupper() and letters >= 3
    return (form,) if (letters >= 4 or is_titled) and form not in _WORDS else ()


def _han_forms(name: str, span: Span) -> tuple[str, ...]:
    """The name, the name with blanks, and the given name alone where something vouches for it and it is no word."""
    if is_clinical(name):
        return ()
    forms: tuple[str, ...] = (name, " ".join(name), f"{name[0]} {name[1:]}")
    if len(name) == 3 and span.label == "NAME" and span.score >= VOUCHED and not is_titled_single(name):
        forms += given_writings(name)[:1]
    return forms


# Names that are English words: found beside a title or a role only, never looked for alone.
_WORDS: Final = frozenset(
    ["april", "may", "june", "will", "grace", "hope", "faith", "joy", "rose", "summer", "mark", "bill", "frank", "drew", "chase", "art", "gene", "penny", "sandy", "dale", "glen", "robin", "guy", "pat", "sue", "bob", "carol", "eve", "ivy", "hazel", "heather", "violet", "victor", "max", "long", "young", "man", "son", "fang", "lung", "sun", "page", "bell", "graves", "wilson", "murphy", "parkinson", "wood", "woods", "hill", "lake", "stone", "brown", "white", "black", "green", "gray", "grey", "king", "price", "case", "day", "light"]
)


def _surnames() -> frozenset[str]:
    from incognote.names.tables import SURNAMES

    return frozenset(SURNAMES)
