"""Which font writes which character: Latin, both Chinese scripts, signs; what none has is written as its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

Run = tuple[str, str]
"""A font's name and the letters it writes."""
_LATIN: Final = "Helvetica"
_TRADITIONAL, _SIMPLIFIED, _JAPANESE = "MSung-Light", "STSong-Light", "HeiseiMin-W3"
_CODES: Final = {_TRADITIONAL: "big5", _SIMPLIFIED: "gbk", _JAPANESE: "shift_jis"}
"""Every character of the encoding is in the collection that the font is made for (Adobe-CNS1, GB1, Japan1)."""
_SIGNS: Final = ("DejaVuSans", "DejaVuSans.ttf")
_BREAK: Final = re.compile(r"[\x21-\x7e\u00a1-\u02af]+[ ]?|.", re.DOTALL)
_UNDRAWN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")


class Fonts:
    """Fonts in the order in which they are asked; `script` says which kind of Chinese is asked first."""

    def __init__(self, script: str) -> None:
        chinese = (_SIMPLIFIED, _TRADITIONAL) if script == "zh-CN" else (_TRADITIONAL, _SIMPLIFIED)
        self._order = (*chinese, _JAPANESE)
        self._signs = _signs()
        _register()

    def runs(self, text: str) -> list[Run]:
        """`text` in stretches of one font each."""
        drawn = _UNDRAWN.sub("", text).replace("\u00a0", " ")
        placed = [(self._font(character), character) for character in drawn]
        pairs = [(font, character) if font else (_LATIN, f"<U+{ord(character):04X}>") for font, character in placed]
        return [(font, "".join(character for _, character in group)) for font, group in groupby(pairs, key=lambda pair: pair[0])]

    def width(self, text: str, size: float) -> float:
        return self.width_of(self.runs(text), size)

    def width_of(self, runs: Sequence[Run], size: float) -> float:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(sum(stringWidth(text, font, size) for font, text in runs))

    def wrapped(self, text: str, size: float, room: float) -> list[list[Run]]:
        """`text` in lines that fit into `room`; between words, or anywhere between ideographs."""
        return [self.runs(line) for line in self._broken(text, size, room)]

    def _broken(self, text: str, size: float, room: float) -> Iterator[str]:
        line, used = "", 0.0
        for word in _BREAK.findall(text):
            width = self.width(word, size)
            if used + self.width(word.rstrip(" "), size) > room and line:
                yield line.rstrip(" ")
                line, used = "", 0.0
            while width > room and len(word) > 1:  # a word longer than a line: a link, a number of a sample
                fits = max(1, int(len(word) * room / width) - 1)
                yield word[:fits]
                word = word[fits:]
                width = self.width(word, size)
            line, used = line + word, used + width
        yield line.rstrip(" ")

    def _font(self, character: str) -> str:
        if "\x20" <= character <= "\x7e" or _has(character, "latin-1"):
            return _LATIN
        font = next((font for font in self._order if _has(character, _CODES[font])), "")
        return font or (_SIGNS[0] if ord(character) in self._signs else "")


@lru_cache(maxsize=65_536)
def _has(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return character >= "\x20" and len(character.encode("utf-16-le")) == 2


@lru_cache(maxsize=1)
def _register() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    for name in _CODES:
        pdfmetrics.registerFont(UnicodeCIDFont(name))


@lru_cache(maxsize=1)
def _signs() -> frozenset[int]:
    """The characters of an open font of this machine, if it has it."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(*_SIGNS)
    except TTFError:
        return frozenset()
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)
