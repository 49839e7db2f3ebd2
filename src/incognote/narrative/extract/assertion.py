"""Whether a fact is told as there, not there, or perhaps there.

A cue speaks of the form next to it and of what is listed with that form. Some stand before (否認幻聽, "no voices"), some
behind (幻聽：否認, "voices: denied", 待排除), some on either side; a scope ends with the sentence, and at a turn (但, except). What
is only asked (有沒有幻聽？) is as the answer says, and open without one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from incognote.narrative.extract.assertion_words import LIST, words
from incognote.narrative.lexicon import Mention
from incognote.narrative.wordings import any_of


class Assertion(IntEnum):
    THERE = 0
    OPEN = 1
    ABSENT = 2


class Cue(NamedTuple):
    """Words that assert; `group` is one of `assertion_words.CUES`, which say how, `reach` how far."""

    start: int
    end: int
    group: str
    reach: int


_HEAD: Final = re.compile(
    rf"(?P<absent>(?:[(（][-−–－—][)）]|{any_of(LIST, 'head absent')})\s*[：:\n])|(?P<open>(?:{any_of(LIST, 'head open')})\s*[：:\n])|(?P<end>[。\n]|\.\s)"
)
"""Heads of lists: 未見：抽動；妄想, "Negatives: voices, low mood"."""
_ANSWER: Final = re.compile(
    r"[\s」』”\"]*[？?]?[\s」』”\"]*(?:[^。！？\n.]{0,8}?[，、,：: ]\s*)?[「『“\"]?"
    rf"(?:(?P<absent>{any_of(LIST, 'answer absent')})|(?P<open>{any_of(LIST, 'answer open')})|(?P<there>{any_of(LIST, 'answer there')}))"
)
_REACH: Final = {"不": 1, "不会": 4, "非": 3, "未": 6, "没": 8, "无": 10}
"""How far behind a short word the form may begin: a character counts 1, a Latin word 2."""
_FAR: Final = {"open behind": 30, "not behind": 16, "asked": 16, "open": 16, "denied": 24, "not": 14}
_WINDOW: Final = 240
"""Further from a cue no form is looked for, however long the list."""
_CLOSE: Final = 1
"""So near behind a word of doubt a form is what the word speaks of (疑似恐慌症, "possible PTSD"), not the form before it."""
_TURN: Final = re.compile(rf"[。！？\n;；]|{any_of(LIST, 'turn')}")
_COMMA: Final = re.compile(r"[,，:：]")
_SIGNS: Final = r"[\s、,，/&和与或及跟兼」』”\"「『“]*"
_LISTED: Final = re.compile(rf"{_SIGNS}(?:(?:{any_of(LIST, 'between')}){_SIGNS}){{0,5}}")
_JOINED: Final = re.compile(r"[、/&和与或及跟]|(?<![a-z])(?:and|or|nor)(?![a-z])")
_ALL: Final = re.compile(r"[皆均都俱全也]|all(?![a-z])|both(?![a-z])|(?:were|are)(?![a-z])")
_ENDS: Final = re.compile(r"\s*(?:$|[，。；、,;.:：!！?？()（）」”和与或及]|等)")
_JUDGED: Final = frozenset(("Diagnosis", "Symptom"))
"""What words behind it may rule out or leave open; between them a test may stand that did so."""
_UNIT: Final = re.compile(r"[a-z0-9'’-]+|[一-鿿]")


def assertions(folded: str, sentences: Sequence[tuple[int, int]], mentions: Sequence[Mention], *, text: str = "") -> list[Assertion]:
    """How each of `mentions` is told; they stand by start, as do `sentences`, the offsets of the sentences of `folded`.

    `text` is the same with its line ends.
    """
    told = [Assertion.THERE] * len(mentions)
    at = 0
    for start, end in sentences:
        first = at
        while at < len(mentions) and mentions[at].start < end:
            at += 1
        if first < at:
            _assert(folded, (start, end), (first, at), mentions, told)
            _answer(folded, end, (first, at), mentions, told)
    _share(sentences, mentions, told)
    starts = [m.start for m in mentions]
    for start, end, says in _heads(folded if not text else _with_lines(folded, text)):
        for number in range(bisect_left(starts, start), bisect_left(starts, end)):
            told[number] = max(told[number], says)
    return told


def _share(sentences: Sequence[tuple[int, int]], mentions: Sequence[Mention], told: list[Assertion]) -> None:
    """What is told twice in one sentence is told once as it is asserted: "VH: shadows on the wall, doubtful"."""
    strongest: dict[tuple[int, str], Assertion] = {}
    places = [(max(bisect_right(sentences, (m.start, 1 << 60)) - 1, 0), m.concept.name) for m in mentions]
    for place, how in zip(places, told, strict=True):
        strongest[place] = max(strongest.get(place, how), how)
    for number, place in enumerate(places):
        told[number] = strongest[place]


def _with_lines(folded: str, text: str) -> str:
    return "".join("\n" if sign == "\n" else same for sign, same in zip(text, folded, strict=True))


def _heads(folded: str) -> Iterator[tuple[int, int, Assertion]]:
    """The stretches that stand under a head which says so of all in it: to the next head, stop or line end."""
    open_head: tuple[int, Assertion] | None = None
    for found in _HEAD.finditer(folded):
        if open_head is not None:
            if found["end"] and not folded[open_head[0] : found.start()].strip():
                continue
            yield open_head[0], found.start(), open_head[1]
        open_head = None if found["end"] else (found.end(), Assertion.ABSENT if found["absent"] else Assertion.OPEN)
    if open_head is not None:
        yield open_head[0], len(folded), open_head[1]


def _answer(folded: str, end: int, own: tuple[int, int], mentions: Sequence[Mention], told: list[Assertion]) -> None:
    """What was only asked is as the answer behind it says."""
    if not folded[end : end + 1] or folded[end] not in "?？":
        return
    found = _ANSWER.match(folded, end)
    last = mentions[own[1] - 1]
    if found is None or end - last.end > 12:
        return
    says = Assertion.ABSENT if found["absent"] else Assertion.OPEN if found["open"] else Assertion.THERE
    told[own[1] - 1] = says
    for number in range(own[1] - 2, own[0] - 1, -1):
        if not _LISTED.fullmatch(folded, mentions[number].end, mentions[number + 1].start):
            break
        told[number] = says


def _assert(
    folded: str,
    sentence: tuple[int, int],
    own: tuple[int, int],
    mentions: Sequence[Mention],
    told: list[Assertion],
) -> None:
    starts = [m.start for m in mentions[own[0] : own[1]]]
    for cue in _cues(folded, *sentence):
        first = own[0] + bisect_left(starts, cue.start - _WINDOW)
        inside = mentions[first : own[0] + bisect_right(starts, cue.end + _WINDOW)]
        if cue.group == "open behind" and any(0 <= m.start - cue.end <= _CLOSE for m in inside):
            cue = cue._replace(group="open")
        if any(m.start <= cue.start and cue.end <= m.end and not _in_gap(m, cue) for m in inside):
            continue
        says = Assertion.OPEN if cue.group in ("open", "open behind", "asked") else Assertion.ABSENT
        governed = list(_governed(folded, cue, inside))
        if not governed and cue.group == "open behind":
            governed = list(_governed(folded, cue._replace(group="open", reach=_FAR["open"]), inside))
        for number in governed:
            told[first + number] = says if cue.group == "open behind" else max(told[first + number], says)


def _cues(folded: str, start: int, end: int) -> Iterator[Cue]:
    for word in words(folded, start, min(end + 2, len(folded))):
        if word.group != "looks":
            yield Cue(*word, _REACH.get(folded[word.start : word.end], _FAR[word.group]))


def _in_gap(mention: Mention, cue: Cue) -> bool:
    return any(start <= cue.start and cue.end <= end for start, end in mention.gaps)


def _governed(folded: str, cue: Cue, inside: Sequence[Mention]) -> Iterator[int]:
    """The numbers of the forms that `cue` speaks of: the nearest on its side, and those listed with it."""
    within = [number for number, m in enumerate(inside) if _in_gap(m, cue)]
    if within:
        yield from within
        return
    behind = cue.group.endswith("behind")
    signed = folded[cue.start] in "(（"
    order = [
        n
        for n, m in enumerate(inside)
        if (not behind or signed or m.concept.kind in _JUDGED)
        and (m.end <= cue.start if behind else m.start > cue.start and m.end > cue.end)
    ]
    if behind:
        order.reverse()
    edge, joined = (cue.start if behind else cue.end), False
    for number, which in enumerate(order):
        m = inside[which]
        gap = folded[m.end : edge] if behind else folded[edge : max(m.start, edge)]
        if not (_near(gap, cue) if number == 0 else _LISTED.fullmatch(gap) and _goes_on(folded, cue, m, gap, joined)):
            return
        joined = bool(_JOINED.search(gap)) if number else joined
        yield which
        edge = m.start if behind else max(edge, m.end)


def _goes_on(folded: str, cue: Cue, mention: Mention, gap: str, joined: bool) -> bool:
    """Whether a list goes on over a comma: 無幻聽，失眠 and "A, B ruled out" are two tellings; 否認幻聽，自殺意念 and "no A, B or C" one."""
    if cue.group.endswith("behind"):
        return joined or bool(_JOINED.search(gap)) or not _COMMA.search(gap) or bool(_ALL.match(folded, cue.start))
    if "，" not in gap or joined or _JOINED.search(gap):
        return True
    return cue.group == "denied" and bool(_ENDS.match(folded, mention.end))


def _near(gap: str, cue: Cue) -> bool:
    if sum(1 if unit > "一" else 2 for unit in _UNIT.findall(gap)) > cue.reach:
        return False
    if _TURN.search(gap):
        return False
    if cue.reach <= 1 and "、" in gap:
        return False
    return cue.group in ("denied", "open behind", "not behind", "asked") or not _COMMA.search(gap)
