"""Han names: behind a label, a role or a title, before a title, beside what was masked, or standing alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.names.likelihood import (
    given_characters,
    name_at,
    name_before,
    surname_characters,
    surname_weight,
    tables,
    weigh,
    words_cost,
)
from incognote.names.tables import first_names, to_base
from incognote.verify.reading import NUMBER, Reading

Find = tuple[str, int, int, bool]

_HAN: Final = re.compile(r"[\u3400-\u9fff]+")
_GAP: Final = re.compile(r"[ \t\u3000]?[:(「『\"、/,，]?[ \t\"「]?")
_LABEL_GAP: Final = re.compile(r"[ \t]{0,3}[:(]?[ \t\"「]{0,3}")
_DOTTED: Final = re.compile(r"[\u3400-\u9fff]{1,6}[‧·・•][\u3400-\u9fff]{1,6}(?:[‧·・•][\u3400-\u9fff]{1,6})?")
_TITLE_AFFIX: Final = frozenset("董總总哥姐姊嫂伯叔姨媽妈爸君")
_NICKNAME: Final = re.compile("[阿小老][\u3400-\u9fff]")
_SPACED: Final = re.compile(r"([\u3400-\u9fff])[ \t]([\u3400-\u9fff])(?:[ \t]([\u3400-\u9fff]))?(?![\u3400-\u9fff])")
_NUMBERS: Final = re.compile(f"{NUMBER}+")
_JOINTS: Final = " ,，:：/、("
_EMPTY: Final = frozenset("性年出生不未無无同如見见電电身病住地職职男女聯联關关與与和或及已本")
# Behind a name, one of these goes on with the sentence.
_GOES_ON: Final = frozenset("主訴诉自表示今昨前於于因由的說说稱称與与和及陪在來来已有為为是就住生代護护送簽签男女性先小醫医主護护老君等到將将曾從从也都並并會会要請请後后之行電电並轉转開开給给行右左簽签回返帶带協协聽听代")
_PATIENTS: Final = frozenset({"病人", "患者", "病患", "個案", "个案", "病童", "患儿", "患兒", "家屬", "家属", "先生", "小姐"})
_STAFF_LAST: Final = frozenset({"社工", "護理師", "護士", "护士", "專師", "醫師", "医师", "主治", "督導", "藥師", "技師"})
_GIVEN_LATIN: Final = re.compile(r"[A-Z][a-z]{2,}")
_NO_NICKNAME: Final = frozenset("便時时腿腸肠腦脑孩兒儿學学組组心姐弟妹產产聲声指趾板細细量於于年人師师化花姨嬤嬷公伯婆爸媽妈斯托莫片")
_FUNCTION: Final = frozenset("由於于和與与及連连經经由時时應应對对任當当曾向請请各有其老小主副總总")
_LEADS: Final = frozenset("絡络系由找請请予給给知科班介診诊室與与和跟及為为是叫名被對对向的說说於于同")
_WORDY_SURNAMES: Final = frozenset("於于和與向連连經经時时應应對对常平方高水金石白黃黄江安成全明文路單单任何包關关解管項项牛馬马毛花葉叶周溫温康易左右車车華华國国童家許许曾簡简樂乐都宗官區区海年祝查也應应易左右")


@cache
def _half_masked() -> re.Pattern[str]:
    return re.compile(rf"[{surname_characters()}](?:[\u3400-\u9fff]?[○〇*]{{1,2}}[\u3400-\u9fff]?|[OX][\u3400-\u9fff]|[\u3400-\u9fff][OX](?![A-Za-z0-9])|某某)")


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


@cache
def _surnames() -> frozenset[str]:
    return frozenset(surname_characters())


@cache
def _given() -> frozenset[str]:
    return frozenset(given_characters(-3.4))


@cache
def _is_word(text: str) -> bool:
    return text.translate(to_base()) in tables().words


def names(reading: Reading) -> Iterator[Find]:
    text = reading.text
    for _, end in reading.cues.get("name_labels", ()):
        yield from _after_label(text, end)
    for start, end in reading.cues.get("roles", ()):
        yield from _after_role(text, start, end)
    for start, end in reading.cues.get("titles", ()):
        yield from _before_title(text, start, end)
        yield from _after_title(text, start, end)
    if NUMBER in text:
        yield from _by_mark(text)
    yield from _masked_halves(text)
    if "‧" in text or "·" in text:
        for dotted in _DOTTED.finditer(text):
            if not any(_is_word(part) for part in re.split("[‧·・•]", dotted[0])):
                yield "dotted_name", *dotted.span(), _unlike_words(re.sub("[‧·・•]", "", dotted[0]))
    yield from _alone(text)
    yield from _prose(text)
    for found in _staff().finditer(text):
        if not (found.start() and text[found.start() - 1].isascii() and text[found.start() - 1].isalpha()) and (len(found[1]) == 1 or not _is_word(found[1])):
            yield "name_after_title", *found.span(1), True


def _han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def _run(text: str, at: int, longest: int) -> int:
    end = at
    while end < len(text) and end - at < longest and "\u3400" <= text[end] <= "\u9fff":
        end += 1
    return end


def _after_label(text: str, at: int) -> Iterator[Find]:
    gap = _LABEL_GAP.match(text, at)
    start = gap.end() if gap else at
    has_colon = any(c in text[at:start] for c in ":( ")
    dotted = _DOTTED.match(text, start)
    if dotted:
        yield "labelled_name", *dotted.span(), True
        return
    spaced = _SPACED.match(text, start)
    if spaced and spaced[1] in _surnames():
        yield "labelled_name", *spaced.span(), True
        return
    end = _run(text, start, 6)
    if end - start == 1 and start > at and text[start] in _surnames():
        yield "labelled_name", start, end, True
    if end - start < 2 or text[start] in _EMPTY:
        return
    yield from _judge(text, start, "labelled_name", sure=has_colon)


def _judge(text: str, start: int, kind: str, *, sure: bool) -> Iterator[Find]:
    """A name that begins at `start`: by its shape if it stands alone, else by weighing it against words."""
    if text[start] not in _surnames():
        return
    run = _run(text, start, 8)
    if run - start >= 2 and text[start + 1] in _TITLE_AFFIX and (run - start == 2 or text[start + 2] in _GOES_ON):
        yield kind, start, start + 2, True
        return
    double = surname_weight(text[start : start + 2]) is not None
    for size in (4, 3) if double else (3, 2, 4):
        end = start + size
        if end > run:
            continue
        stands = end == run or text[end] in _GOES_ON
        if not stands or _is_word(text[start:end]) or not double and _is_word(text[start : start + 2]) and not (size == 3 and text[end - 1] in _given() and end == run):
            continue
        good = sum(c in _given() for c in text[start + 1 : end])
        if good == size - 1 or (size == 4 and good >= 2) or (sure and good):
            fits = size > 2 or sure or end == run
            weighed = None if fits else weigh(text, start, end, prior=-1.0, fixed_left=True)
            yield kind, start, end, fits or bool(weighed and weighed.margin > 0)
            return
    found = name_at(text, start, prior=-0.5 if sure else -1.5, fixed_left=True, longest=4 if double else 3)
    if found and found.margin > (0 if sure or text[start] not in _WORDY_SURNAMES else 1):
        yield kind, start, found.end, found.end - start > 2 or sure


def _after_role(text: str, start: int, end: int) -> Iterator[Find]:
    if text[start:end] in {"母", "父", "妻", "夫"} and start and "\u3400" <= text[start - 1] <= "\u9fff":
        return
    if start > 2 and text[start - 1] == "(":
        yield from _before_bracket(text, start - 1)
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at < len(text) and "A" <= text[at] <= "Z" and text[start:end] not in _PATIENTS:
        yield from _latin(text, at, attached=at == end)
    if at >= len(text) or not _han(text[at]):
        return
    if "(" in text[end:at]:
        last = _run(text, at, 5)
        if text[last : last + 1] == ")" and last - at >= 2 and _unlike_words(text[at:last]):
            yield "name_after_role", at, last, True
            return
    dotted = _DOTTED.match(text, at)
    if dotted and dotted[0][0] not in _EMPTY:
        yield "name_after_role", *dotted.span(), True
        return
    nickname = _NICKNAME.match(text, at)
    if nickname and text[at + 1] not in _NO_NICKNAME and (text[at + 2 : at + 3] in _GOES_ON or not _is_word(text[at + 1 : at + 3])):
        yield "name_after_role", *nickname.span(), True
        return
    yield from _judge(text, at, "name_after_role", sure=False)


def _unlike_words(text: str) -> bool:
    """Whether characters make no words together: 達拉, 扎西次仁; not 不同意."""
    return words_cost(text.translate(to_base())) < -3.4 * len(text)


def _before_bracket(text: str, at: int) -> Iterator[Find]:
    """小玲(案女), 陳美玲(母)."""
    low = _before(text, at)[0]
    name = text[low:at]
    if 2 <= len(name) <= 4 and (_NICKNAME.fullmatch(name) and name[1] not in _NO_NICKNAME or name[0] in _surnames() and not _is_word(name)):
        yield "name_before_role", low, at, True


def _latin(text: str, at: int, *, attached: bool) -> Iterator[Find]:
    """看護Yanti, 專師Amy: a capitalised word behind a Chinese role or title."""
    name = _GIVEN_LATIN.match(text, at)
    if name and not text[name.end() : name.end() + 2].strip().isascii() or name and text[name.end() : name.end() + 1] in ",.;:)":
        yield "name_after_role", *name.span(), attached or first_names().get(name[0].lower(), 0) >= 0.5


def _before_title(text: str, start: int, end: int) -> Iterator[Find]:
    """王醫師, 蔡承叡醫師; not 石膏室護理師, not 於醫師."""
    at = start - 1 if start and text[start - 1] == " " else start
    if not at or not "\u3400" <= text[at - 1] <= "\u9fff":
        return
    surnames, given = _surnames(), _given()
    for size in (3, 2):
        low = at - size
        if low >= 0 and text[low] in surnames and all(c in given for c in text[low + 1 : at]):
            name = text[low:at]
            wordy = _is_word(name) or _is_word(name[:2])
            if size == 3 and not wordy and _is_word(name[1:]):
                found = weigh(text, low, at, prior=0.0)
                wordy = not found or found.margin <= 0
            if not wordy and _HAN.match(name) and (size == 3 or not low or not "\u3400" <= text[low - 1] <= "\u9fff"):
                yield "name_before_title", low, end, True
                return
    first = text[at - 1]
    if first == "于" and at > 1 and text[at - 2].isascii():
        yield "name_before_title", at - 1, end, text[at - 2].isalpha()
    if first in surnames and first not in _FUNCTION and text[start:end] not in {"君", "董", "總", "某某"}:
        before = text[at - 2] if at > 1 else " "
        free = not "\u3400" <= before <= "\u9fff"
        if free or not _is_word(before + first):
            yield "name_before_title", at - 1, end, free or first not in _WORDY_SURNAMES or before in _LEADS
            return
    if first in given or any(c in surnames for c in text[max(0, at - 3) : at - 1]):
        found = name_before(text, at, prior=0.0)
        if found and found.margin > 0:
            yield "name_before_title", found.start, end, True


def _after_title(text: str, start: int, end: int) -> Iterator[Find]:
    if text[start:end] in {"先生", "小姐", "女士", "太太", "君", "董", "總", "主任", "教授"}:
        return
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at >= len(text):
        return
    if "A" <= text[at] <= "Z":
        yield from _latin(text, at, attached=at == end)
    elif text[at] in _surnames():
        if at == end and text[at] not in _FUNCTION and not _han(text[at + 1 : at + 2]) and text[start:end] in _STAFF_LAST:
            yield "name_after_title", start, at + 1, True  # 社工吳
        yield from _judge(text, at, "name_after_title", sure=False)


def _by_mark(text: str) -> Iterator[Find]:
    for mark in _NUMBERS.finditer(text):
        for low, high in (_behind(text, mark.end()), _before(text, mark.start())):
            name = text[low:high]
            if 2 <= len(name) <= 4 and name[0] in _surnames() and not _is_word(name) and any(c in _given() for c in name[1:]):
                yield "name_beside_number", low, high, True


def _behind(text: str, at: int) -> tuple[int, int]:
    while at < len(text) and text[at] in _JOINTS:
        at += 1
    return at, _run(text, at, 5)


def _before(text: str, at: int) -> tuple[int, int]:
    while at and text[at - 1] in _JOINTS:
        at -= 1
    low = at
    while low and at - low < 5 and _han(text[low - 1]):
        low -= 1
    return low, at


def _masked_halves(text: str) -> Iterator[Find]:
    for found in _half_masked().finditer(text):
        if found[0][0] in _surnames():
            yield "masked_name", *found.span(), "○" in found[0] or "〇" in found[0] or "某" in found[0] or found[0][0] not in _WORDY_SURNAMES


def _alone(text: str) -> Iterator[Find]:
    """A run of two to four Han characters between blanks, Latin or line ends that reads as a name."""
    for run in _short_run().finditer(text):
        size = run.end() - run.start()
        if (run.start() and _han(text[run.start() - 1])) or _is_word(run[0]):
            continue
        plain = run[0][0] not in _WORDY_SURNAMES and size == 3
        fits = plain and all(c in _given() for c in run[0][1:])
        found = weigh(text, *run.span(), prior=1.5 if fits else 0.5 if plain else 0.0, fixed_left=True)
        if found and found.margin > 0:
            yield "bare_name", *run.span(), size > 2


def _prose(text: str) -> Iterator[Find]:
    """A name inside running text that is far likelier a name than words."""
    for run in _in_prose().finditer(text):
        found = weigh(text, *run.span(), prior=-2.0)
        if found and found.margin > 0:
            before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
            fits = not _han(before) or before in _LEADS, not _han(after) or after in _GOES_ON
            yield "name_in_prose", *run.span(), all(fits) or (any(fits) and found.margin > 1)
