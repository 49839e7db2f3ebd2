"""Han names that nothing announces: alone, in prose, beside a masked number, half masked, dotted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.names.likelihood import given_characters, surname_characters
from incognote.verify.han_names import (
    GOES_ON,
    HAN,
    JOINTS,
    LEADS,
    WORDY_SURNAMES,
    Find,
    given,
    is_han,
    is_kin,
    is_rare,
    is_word,
    margin,
    run_before,
    run_end,
    surnames,
    unlike_words,
)
from incognote.verify.reading import NUMBER, Reading

_NUMBERS: Final = re.compile(f"{NUMBER}+")
_FIELD_ENDS: Final = frozenset("號号卡證证編编碼码單单主")
_REMARK_ENDS: Final = frozenset("發发件領领換换辦办失繳缴寄")  # A123456789（補發）: what became of the card
_NAMED_AFTER: Final = re.compile(r"[\u3400-\u9fff]?(?:氏(?!族)|病(?=[，,、。；;）) 或及和与與]|$)|征(?=[（(，,。、 ])|徵(?!求)|症候|综合征|反射|體徵|体征)")
"""What is named after somebody whose name was written by sound: 斯蒂尔病, 巴彬斯基征, 貝賽特氏症."""
_PLACE_ENDS: Final = frozenset("部局署處处院所科室鎮镇鄉乡區区市縣县路街腔村里班卡")
_PRONOUNS: Final = frozenset("其他她它我你您自")  # 由其母, 和他妹: what stands before them is no surname
_RELATED: Final = ("家屬", "家属", "家人", "太太", "先生", "小姐", "女士", "之母", "之父", "之子", "之女", "母親", "母亲", "父親", "父亲")
_STATES: Final = frozenset("高低大小強强弱差佳好可")  # behind a word: 張力高
_DOTS: Final = re.compile("[‧·]")
_DOTTED: Final = re.compile(rf"[{HAN}]{{2,6}}[‧·][{HAN}]{{2,6}}(?:[‧·][{HAN}]{{2,6}})?")


@cache
def _half_masked() -> re.Pattern[str]:
    return re.compile(rf"[{surname_characters()}](?:[\u3400-\u9fff]?[○〇*]{{1,2}}[\u3400-\u9fff]?|[OX](?![光線线型染])[\u3400-\u9fff]|[\u3400-\u9fff][OX](?![A-Za-z0-9光線线型染])|某某)")


@cache
def _short_run() -> re.Pattern[str]:
    return re.compile(f"[{surname_characters()}][\u3400-\u9fff]{{1,3}}(?![\u3400-\u9fff])")


@cache
def _in_prose() -> re.Pattern[str]:
    given = given_characters(-3.4)
    return re.compile(f"[{surname_characters()}][{given}][{given}]")


@cache
def _staff() -> re.Pattern[str]:
    return re.compile(rf"(?:Dr\.?|R[1-6]|VS|CR|NP|N[1-4]|PGY) ?([{surname_characters()}][\u3400-\u9fff]{{0,2}})(?![\u3400-\u9fff])")


def names(reading: Reading) -> Iterator[Find]:
    """Names by their shape alone."""
    text = reading.text
    if NUMBER in text:
        yield from _by_mark(text)
    yield from _masked_halves(text)
    if "‧" in text or "·" in text:
        yield from _dotted(text)
    yield from _alone(text)
    yield from _prose(text)
    for found in _staff().finditer(text):
        start = found.start()
        glued = start and text[start - 1].isascii() and text[start - 1].isalpha()
        if not glued and (len(found[1]) == 1 or not is_word(found[1])):
            yield "name_after_title", *found.span(1), True


def _dotted(text: str) -> Iterator[Find]:
    for found in _DOTTED.finditer(text):
        if not any(is_word(part) for part in _DOTS.split(found[0])):
            yield "dotted_name", *found.span(), unlike_words(_DOTS.sub("", found[0]))


def _by_mark(text: str) -> Iterator[Find]:
    family = surnames()
    for mark in _NUMBERS.finditer(text):
        for low, high in (_behind(text, mark.end()), run_before(text, mark.start())):
            if text[low : low + 1] not in family or not 2 <= high - low <= 4:
                continue
            if text[low + 1] in _PRONOUNS or is_kin(text[low:high]) or text[high - 1] in _FIELD_ENDS:
                continue
            if high - low == 2 and text[low - 1 : low] == "(" and text[high - 1] in _REMARK_ENDS:
                continue
            if high - low == 2 and text[low] in WORDY_SURNAMES and text[low + 1] not in given():
                continue  # 曾看 PT-0003
            if margin(text, low, high, prior=1.5, fixed_left=True) > 0:
                yield "name_beside_number", low, high, True


def _behind(text: str, at: int) -> tuple[int, int]:
    while at < len(text) and text[at] in JOINTS:
        at += 1
    return at, run_end(text, at, 5) if text[at : at + 1] in surnames() else at


def _masked_halves(text: str) -> Iterator[Find]:
    for found in _half_masked().finditer(text):
        if found[0][0] in surnames():
            yield "masked_name", *found.span(), "○" in found[0] or "〇" in found[0] or "某" in found[0] or found[0][0] not in WORDY_SURNAMES


def _alone(text: str) -> Iterator[Find]:
    """A run of two to four Han characters between blanks, Latin or line ends that reads as a name."""
    for run in _short_run().finditer(text):
        size = run.end() - run.start()
        if (run.start() and is_han(text[run.start() - 1])) or is_word(run[0]) or run[0][-1] in _PLACE_ENDS:
            continue
        if run[0][0] == "未" or is_kin(run[0]) or (run[0][0] in "樓楼" and text[run.start() - 1 : run.start()].isdigit()):
            continue
        if run[0][1] in _PRONOUNS or (run[0][-1] in _STATES and is_word(run[0][:-1])):
            continue
        plain = run[0][0] not in WORDY_SURNAMES and size == 3 and not is_rare(run[0])
        fits = plain and all(c in given() for c in run[0][1:])
        if margin(text, *run.span(), prior=1.5 if fits else 0.5 if plain else -1.0, fixed_left=True) > 0:
            yield "bare_name", *run.span(), size > 2


def _prose(text: str) -> Iterator[Find]:
    """A name inside running text that is far likelier a name than words."""
    margins: dict[str, float] = {}  # repeated text is weighed once
    for run in _in_prose().finditer(text):
        if run[0][-1] in _PLACE_ENDS and not is_han(text[run.end() : run.end() + 1]):
            continue
        if _NAMED_AFTER.match(text, run.end()):
            continue
        window = text[max(0, run.start() - 3) : run.end() + 3]
        weight = margins.get(window)
        if weight is None:
            weight = margins[window] = margin(text, *run.span(), prior=-2.0)
        if weight > 0:
            before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
            fits = not is_han(before) or before in LEADS, not is_han(after) or after in GOES_ON or text.startswith(_RELATED, run.end())
            yield "name_in_prose", *run.span(), all(fits) or (any(fits) and weight > 1)
