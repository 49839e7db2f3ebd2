"""Bytes to text, strictly: one of a few encodings fits and reads like Chinese, or there is no text.

A wrong decoder raises nothing: Big5 read as GB18030 is Han characters too, just not a sentence. So each
candidate is decoded strictly and then asked whether people write like that. Order of evidence: a
declared encoding, unless the bytes read like text in another one and not in it; a byte order mark; valid UTF-8; then Big5 (Windows', plain, Hong Kong's) against
GB18030. UTF-16 is read with a mark or by declaration only, since almost any bytes are UTF-16; Johab,
cp1252 and their like are never guessed, since they accept Big5.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import log10
from typing import Final, NamedTuple

from incognote.errors import DecodeError, UsageError

CANDIDATES: Final = ("cp950", "big5", "big5hkscs", "gb18030")
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_TEXT: Final = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a zip or Office file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"\x1f\x8b", "a compressed file"),
    (b"{\\rtf", "an RTF file"),
)
_SAMPLE: Final = 20_000  # characters beyond ASCII that are judged; more changes no verdict
# Mean log10 of the frequency of the characters beyond ASCII: notes, even names alone, lie above -4.4,
# wrong readings below -5. `_MARGIN` is the least difference of the sums that tells two readings apart.
_FITS: Final = -4.6
_MARGIN: Final = 1.5
_UNREADABLE: Final = 0.1
_WESTERN_AT_MOST: Final = 5
"""One character in so many, at the most, is beyond ASCII in a text of Western Europe."""
_WESTERN_SIGNS: Final = frozenset("‘’“”–—…•°±²³½¼¾€£§«»·×÷®™\u00a0µ¿¡´º")
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]+")
_SIGNS: Final = frozenset("，。、：；？！「」『』（）《》〈〉【】“”‘’…—～·‧•．％＋－＝／＜＞　℃°±×÷≧≦≥≤→←↑↓①②③④⑤⑥○●◎□■△▲※★☆√μβαγ㎎㎏㎝") | {
    chr(code) for code in range(0xFF10, 0xFF5B)
}
_OTHERS: Final = ("utf-8", "utf-16-le", "utf-16-be")
"""What a wrongly declared text may be beside the candidates."""
_PROVE_THEMSELVES: Final = frozenset({"utf-8", "utf-8-sig", "utf-16", "utf-32"})
"""Encodings that other bytes are hardly ever valid in, and those with a mark."""
_BOMLESS_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f]")
_SUSPECT: Final = re.compile("[\x00-\x08\x0e-\x1a\x7f-\x9f\ufffd\ue000-\uf8ff\U000f0000-\U0010ffff]")
# Letters of no language our notes hold. A few Chinese words are valid UTF-8 by chance: the GB18030 bytes
# of 目前 read as "Ŀǰ", of 约 as "Լ". Only where every character has two bytes can that be.
_RARE_TWO_BYTE: Final = re.compile("[\u0130-\u014a\u0180-\u019f\u01a2-\u01ae\u01b1-\u01cc\u01dd-\u02c5\u0370-\u0384\u0460-\u07ff]")
# Words no note goes without; they decide between two readings that are both made of common characters.
_BIGRAMS: Final = re.compile(
    "病人|患者|病歷|病历|主訴|主诉|診斷|诊断|姓名|生日|電話|电话|醫師|医师|醫院|医院|檢查|检查|治療|治疗|住院|門診|门诊|今日|昨日|手術|手术|藥物|药物|血壓|血压|疼痛|發燒|发热|咳嗽|頭痛|头痛|胸悶|胸闷|先生|小姐|女士|地址|身分|身份|號碼|号码|年齡|年龄|家屬|家属|追蹤|回診"
)


class Decoded(NamedTuple):
    """`text` has no byte order mark; `encoding` is a Python codec name."""

    text: str
    encoding: str

    def __repr__(self) -> str:
        return f"Decoded({self.encoding})"


class _Reading(NamedTuple):
    text: str
    encoding: str
    total: float
    mean: float
    words: int

    def __repr__(self) -> str:
        return f"_Reading({self.encoding})"


def decode(data: bytes, *, encoding: str | None = None, candidates: Sequence[str] = CANDIDATES) -> Decoded:
    """The text of `data`; DecodeError where it is no text or could be several.

    A declared encoding is checked too: Big5 declared as latin-1 would hide every name in it from everybody but
    those who undo it. With an exclamation mark (`koi8-r!`) it is believed.

    >>> tuple(decode("主訴：胸悶三天".encode("big5")))
    ('主訴：胸悶三天', 'cp950')
    >>> tuple(decode("Zoé Tan\\n".encode("utf-8-sig")))
    ('Zoé Tan\\n', 'utf-8-sig')
    """
    for magic, what in _NOT_TEXT:
        if data.startswith(magic):
            raise DecodeError(f"this is {what}, not plain text")
    if encoding is not None:
        return _declared(data, encoding, candidates)
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _strict(data, name, f"a byte order mark says {name}, but the bytes do not fit")
    if b"\x00" in data:
        raise DecodeError("this is binary, or UTF-16 without its mark: if it is text, say --encoding utf-16-le or utf-16-be")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _best(data, candidates)
    if not text.isascii() and _RARE_TWO_BYTE.search(text) and max(text) < "\u0800":
        _refuse_if_also_chinese(data, candidates)
    return _readable(Decoded(text, "utf-8"))


def _declared(data: bytes, encoding: str, candidates: Sequence[str]) -> Decoded:
    try:
        known = codecs.lookup(encoding.removesuffix("!"))
    except LookupError:
        known = None
    if known is None or not known._is_text_encoding:
        raise UsageError("--encoding names no encoding that Python knows: try utf-8, big5, gb18030 or utf-16-le")
    name = known.name
    for bom, bom_name in _BOMS:
        if data.startswith(bom) and name in (bom_name, bom_name.removesuffix("-sig"), bom_name + "-le", bom_name + "-be"):
            name = bom_name
    read = _strict(data, name, f"the bytes are not {known.name}, which --encoding says")
    if not encoding.endswith("!") and name not in _PROVE_THEMSELVES:
        _refuse_if_better(data, read, known.name, candidates)
    return read


def _refuse_if_better(data: bytes, read: Decoded, declared: str, candidates: Sequence[str]) -> None:
    """DecodeError where `read` is not what people write and another reading of the same bytes is.

    Where none is, it stands: `Müller` in cp1252, a rare character alone.
    """
    if read.text.isascii() or _judge(read.text, declared).mean >= _FITS:
        return
    better = [name for name in (*_OTHERS, *candidates) if name != declared and _fits(data, name)]
    if better:
        named = " or ".join(better[:3])
        raise DecodeError(
            f"the bytes do not read like text in {declared}, which --encoding says, but in {named}: "
            f"say so, or --encoding {declared}! if it is right all the same"
        )


def _fits(data: bytes, name: str) -> bool:
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return False
    if "\x00" in text or (name in _OTHERS[1:] and _BOMLESS_CONTROLS.search(text)):
        return False
    if name == _OTHERS[0]:
        return not _RARE_TWO_BYTE.search(text)
    return _judge(text, name).mean >= _FITS


def _strict(data: bytes, encoding: str, complaint: str) -> Decoded:
    try:
        return _readable(Decoded(data.decode(encoding), encoding))
    except UnicodeDecodeError:
        raise DecodeError(complaint) from None


def _readable(decoded: Decoded) -> Decoded:
    """Refuse what decodes but is no text: control characters, private use, replacement characters."""
    sample = decoded.text[: _SAMPLE * 10]
    if "\x00" in sample or len(_SUSPECT.findall(sample)) > _UNREADABLE * len(sample):
        raise DecodeError("this is binary, or text whose characters were lost before: too many cannot be read")
    return decoded


def _refuse_if_also_chinese(data: bytes, candidates: Sequence[str]) -> None:
    try:
        other = _best(data, candidates)
    except DecodeError:
        return
    raise DecodeError(f"the bytes could be utf-8 or {other.encoding}: say which with --encoding")


def _best(data: bytes, candidates: Sequence[str]) -> Decoded:
    readings: dict[str, _Reading] = {}
    for name in candidates:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        family = "gb" if name.startswith("gb") else "big5"
        if family not in readings:  # Big5 variants differ in rare symbols only: the first that fits
            readings[family] = _judge(text, name)
    ranked = sorted((r for r in readings.values() if r.mean >= _FITS), key=lambda r: -r.total)
    if not ranked:
        tried = ", ".join(candidates) or "none"
        western = ", cp1252 if it is Western European" if _is_western(data) else ""
        raise DecodeError(f"not UTF-8, and no other encoding gives a likely text (tried {tried}): say which with --encoding{western}")
    best = ranked[0]
    if len(ranked) > 1 and best.total - ranked[1].total < _MARGIN:
        best = max(ranked, key=lambda r: r.words)
        if all(r.words == best.words for r in ranked):
            names = " or ".join(r.encoding for r in ranked)
            raise DecodeError(f"the bytes could be {names}: say which with --encoding")
    return _readable(Decoded(best.text, best.encoding))


def _is_western(data: bytes) -> bool:
    """Whether bytes may be Windows-1252: ASCII with a few letters and curly quotes among it. Said, never taken for granted."""
    try:
        text = data[:_SAMPLE].decode("cp1252")
    except UnicodeDecodeError:
        return False
    beyond = sum(not c.isascii() for c in text)
    return beyond * _WESTERN_AT_MOST <= len(text) and all(c.isascii() or c.isalpha() or c in _WESTERN_SIGNS for c in text)


def _judge(text: str, encoding: str) -> _Reading:
    """How likely people write the characters of `text` that are not ASCII."""
    characters = "".join(_take(text))
    likely = _likelihoods()
    total = sum(likely.get(c) or _unlisted(c) for c in characters)
    mean = total / len(characters) if characters else 0.0
    return _Reading(text, encoding, total, mean, len(_BIGRAMS.findall(text[: _SAMPLE * 10])))


def _unlisted(character: str) -> float:
    """Han that is rare, signs of other scripts, and what no text holds: each less likely than the last."""
    if "\u4e00" <= character <= "\u9fff":
        return -6.0
    return -9.0 if _SUSPECT.match(character) else -7.0


def _take(text: str) -> list[str]:
    taken: list[str] = []
    length = 0
    for run in _BEYOND_ASCII.finditer(text):
        taken.append(run[0])
        length += len(run[0])
        if length >= _SAMPLE:
            break
    return taken


@cache
def _likelihoods() -> dict[str, float]:
    """log10 of the share each character has in running text; the usual signs as frequent as good Han."""
    table = dict.fromkeys(_SIGNS, -3.0)
    for line in files("incognote.text").joinpath("data", "common_han.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            character, _, per_million = line.partition("\t")
            table[character] = log10(max(float(per_million), 1.0)) - 6.0
    return table
