"""A folded copy of a text with a map back to the original offsets.

Rules match on the folded copy and act on the original. Folding changes width (full width to half
width), drops what cannot be seen (zero-width characters, soft hyphens, direction marks), maps
look-alike Cyrillic and Greek letters in a Latin word or a number to Latin, never half a word of their own script,
and writes the radicals that PDF exports hold in place of characters (⼩ for 小) as the characters they look like,
a letter with its accents apart (e and U+0301) as the one letter (é), and letters dressed up (𝐉, Ⓙ) as plain ones. It never converts
scripts and never touches other compatibility characters (①, ㎎): those are content.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

_INVISIBLE: Final = "\u00ad\u034f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff" + "".join(
    map(chr, range(0x202A, 0x202F))
)
_LOOK_ALIKE: Final = dict(
    zip("АВЕЅІЈКМНОРСТУХЗаеорсухіј" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABESIJKMHOPCTYX3aeopcyxij" + "ABEZHIKMNOPTYX", strict=True)
)
_ALIKE: Final = str.maketrans(_LOOK_ALIKE)
_WORD_ALIKE: Final = re.compile("[A-Za-z0-9\u00c0-\u024f\u0300-\u0373\u0376-\u037d\u037f\u0386\u0388-\u052f]+")
_OWN: Final = re.compile(f"[\u0386-\u03ff\u0400-\u052f](?<![{''.join(_LOOK_ALIKE)}])")
_TRUE: Final = re.compile(f"[\u0410-\u044f\u0401\u0451](?<![{''.join(_LOOK_ALIKE)}])")
_MIXED: Final = re.compile("[A-Za-z0-9\u00c0-\u024f]")
_TITLED: Final = re.compile("[\u0391-\u03a9\u0400-\u042f][\u03b1-\u03c9\u0430-\u045f]{3,}\\Z")
_DASHES: Final = "‐‑‒–−﹣"  # hyphens and dashes of one column; the em dash (—) is punctuation and stays


# Characters of the Kangxi radicals, in the order of the block, and of the CJK radicals supplement.
_KANGXI: Final = "".join(normalize("NFKC", chr(code)) for code in range(0x2F00, 0x2FD6))
_RADICALS: Final = (
    "⺁⺄⺅⺆⺈⺉⺊⺋⺌⺍⺎⺏⺐⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿"
    "⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳"
)
_OF_RADICALS: Final = (
    "厂乙亻冂刀刂卜㔾小小兀尣尢巳幺彑彐忄㣺扌攵旡日月歺母民氵氺灬爫爫丬牛犭王疋罒示礻竹糹纟罓罒羊羊羊耂肀聿肉臼艹艹"
    "艹虎衤覀西见角角讠贝足车辶辶辶邑钅長镸长门阜阝雨青韦页风飞食飠飠饣首马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟"
)

_DRESSED: Final = ((0x249C, 0x24EA), (0x1D400, 0x1D800), (0x1F110, 0x1F12A), (0x1F130, 0x1F14A), (0x1F150, 0x1F16A), (0x1F170, 0x1F18A))
"""Letters and digits as people dress them up where they may write freely: bold, script, in a ring, in a box. Ringed numbers count a list and stay."""
_NAME_FORMS: Final = str.maketrans("𠮷髙﨑𣘺𡈽栁濵", "吉高崎橋土柳濱")
"""Forms of characters that surnames are written with and no list has: 𠮷田."""


class Folding(dict[int, int | str | None]):
    """A table for `str.translate` that remembers which characters stay as they are.

    A character missing from a plain dictionary costs an exception inside `translate`; here it costs
    that once.
    """

    def __missing__(self, code: int) -> int:
        self[code] = code
        return code


def _table() -> Folding:
    table = Folding({code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)})
    table.update({0x3000: " ", 0x00A0: " "})
    table.update({ord(c): None for c in _INVISIBLE})
    table.update({ord(c): "-" for c in _DASHES})
    table.update({0x2F00 + at: c for at, c in enumerate(_KANGXI)})
    table.update({ord(c): plain for c, plain in zip(_RADICALS, _OF_RADICALS, strict=True)})
    table.update({code: one for code in range(0xF900, 0xFADA) if (one := normalize("NFKC", chr(code))) != chr(code)})
    table.update({code: chr(to) for code, to in _NAME_FORMS.items()})
    table.update({code: one for low, high in _DRESSED for code in range(low, high) if (one := _undressed(chr(code)))})
    return table


def _undressed(char: str) -> str:
    """The plain letter of one of another cut or in a ring: 𝐉, 𝓙, Ⓙ; "" for what is none.

    >>> [_undressed(char) for char in "𝐉𝓙Ⓙ🅹𝟗𝛼"]
    ['J', 'J', 'J', 'J', '9', '']
    """
    if 0x1F150 <= ord(char) < 0x1F16A or 0x1F170 <= ord(char) < 0x1F18A:
        return chr(ord("A") + (ord(char) - 0x1F150) % 32)
    one = normalize("NFKC", char).strip("()")
    return one if len(one) == 1 and one.isascii() and one.isalnum() and one != char else ""


_FOLD: Final[Folding] = _table()
_FOLDED: Final = {chr(code): chr(to) if isinstance(to, int) else to or "" for code, to in _FOLD.items()}
_RANGES: Final = "".join(f"{chr(low)}-{chr(high - 1)}" for low, high in _DRESSED)  # each single one of them would be compared with each character
_SINGLE: Final = "".join(re.escape(char) for char in _FOLDED if not any(low <= ord(char) < high for low, high in _DRESSED))
_TO_FOLD: Final = re.compile(f"[{_SINGLE}{''.join(_LOOK_ALIKE)}{_RANGES}]")
_ACCENTS: Final = re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff][\u0300-\u036f]+")
_ACCENT: Final = re.compile("[\u0300-\u036f]")


class View(NamedTuple):
    """`text` is folded; `lower` the same in lower case, of equal length; `offsets` is None where the
    view has the length of the source, else the source offset of each folded character."""

    text: str
    lower: str
    source: str
    offsets: tuple[int, ...] | None

    def __repr__(self) -> str:
        return f"View({len(self.text)} characters)"

    def to_source(self, start: int, end: int) -> tuple[int, int]:
        """The source range of a folded range, invisible characters inside it and accents of its last letter included."""
        if self.offsets is None:
            return start, end
        if start >= end:
            at = self.offsets[start] if start < len(self.offsets) else len(self.source)
            return at, at
        last = self.offsets[end - 1] + 1
        stop = self.offsets[end] if end < len(self.offsets) else len(self.source)
        while stop > last and not "\u0300" <= self.source[stop - 1] <= "\u036f":
            stop -= 1  # what cannot be seen, unless an accent stands behind it
        return self.offsets[start], stop

    def from_source(self, start: int, end: int) -> tuple[int, int]:
        """The folded range that holds a source range."""
        if self.offsets is None:
            return start, end
        return bisect_left(self.offsets, start), bisect_left(self.offsets, end)


def fold(text: str) -> str:
    """`text` folded, without the map.

    >>> fold("Ａ１２３\\u200b４５（６）")
    'A12345(6)'
    >>> fold("王⼩明 ⻩⻰")
    '王小明 黄龙'
    >>> fold("МRN ВР Сергей")
    'MRN ВР Сергей'
    >>> fold("Rene\\u0301e") == "Ren\\u00e9e"
    True
    """
    if text.isascii():
        return text
    is_alike = False
    for character in set(_TO_FOLD.findall(text)):  # a dozen replacements cost a quarter of one `translate`
        if character in _LOOK_ALIKE:
            is_alike = True
        else:
            text = text.replace(character, _FOLDED.get(character, character))
    if is_alike:
        text = _as_latin(text)
    return _ACCENTS.sub(_joined, text) if _ACCENT.search(text) else text


def _as_latin(text: str) -> str:
    """`text` with look-alike letters as Latin ones, of equal length.

    A word that holds a letter of its own script is left alone (Сергей), unless most of it is Latin. One that is all
    look-alikes is Latin in disguise (ВР 120/80, СТ), but not in a text that is written in that script, nor where
    it is written like a name (Сара).
    """
    is_theirs = _TRUE.search(text) is not None

    def latin(found: re.Match[str]) -> str:
        word = found[0]
        if word.isascii():
            return word
        mixed = len(_MIXED.findall(word))
        if _OWN.search(word):
            alike = 2 * mixed > len(word)
        else:
            alike = mixed > 0 or not (is_theirs or _TITLED.match(word))
        return word.translate(_ALIKE) if alike else word

    return _WORD_ALIKE.sub(latin, text)


def _joined(found: re.Match[str]) -> str:
    """A letter and its accents as one character, if there is one: else no folded character would have a range of its own."""
    one = normalize("NFC", found[0])
    return one if len(one) == 1 else found[0]


def _offsets(text: str) -> tuple[int, ...]:
    """The source offset of each character that `fold` leaves."""
    kept = [i for i, c in enumerate(text) if _FOLDED.get(c) != ""]
    if not _ACCENT.search(text):
        return tuple(kept)
    single = _as_latin("".join([_FOLDED.get(text[i], text[i]) for i in kept]))
    apart: set[int] = set()
    for found in _ACCENTS.finditer(single):
        apart.update(range(found.start() + len(_joined(found)), found.end()))
    return tuple([i for n, i in enumerate(kept) if n not in apart])


@lru_cache(maxsize=4)
def view(text: str) -> View:
    """The folded view of `text`; the last few are remembered, since several detectors ask for one."""
    folded = fold(text)
    offsets = None
    if len(folded) != len(text):
        offsets = _offsets(text)
    lower = folded.lower()
    if len(lower) != len(folded):  # "İ" is one character in upper case and two in lower case
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)
    return View(folded, lower, text, offsets)
