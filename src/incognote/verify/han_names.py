"""Whether Han characters are a name: by their shape where they stand alone, else weighed against words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.names.drugs import is_plain_drug
from incognote.names.likelihood import (
    given_characters,
    name_at,
    surname_characters,
    surname_weight,
    tables,
    weigh,
    words_cost,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base
from incognote.names.wording import AROUND

Find = tuple[str, int, int, bool]

HAN: Final = "\u3400-\u9fff\U00020000-\U0003ffff"
JOINTS: Final = " ,，:：/、("
TITLE_AFFIX: Final = frozenset("董總总哥姐姊嫂伯叔姨媽妈爸君")
# Behind a name, one of these goes on with the sentence.
GOES_ON: Final = frozenset("主訴诉自表示今昨前於于因由的說说稱称與与和及陪在來来已有為为是就住生代護护送簽签男女性先小醫医主護护老君等到將将曾從从也都並并會会要請请後后之行電电並轉转開开給给行右左簽签回返帶带協协聽听代")
# Surnames that mostly are function words: never a name beside a title or a role alone.
FUNCTION: Final = frozenset("由於于和與与及連连經经由時时應应對对任當当曾向請请各有其老小主副總总也常祝易必能可會会要才又再更最很但上前原得")
# Before a name, one of these leads up to it.
LEADS: Final = frozenset("絡络系由找請请予給给知科班介診诊室與与和跟及為为是叫名被對对向的說说於于同")
# Surnames that begin many words: they need more evidence.
WORDY_SURNAMES: Final = frozenset("於于和與向連连經经時时應应對对常平方高水金石白黃黄江安成全明文路單单任何包關关解管項项牛馬马毛花葉叶周溫温康易左右車车華华國国童家許许曾簡简樂乐都宗官區区海年祝查也應应易左右也")


RARE_SURNAME: Final = -3.3
"""Surnames below this share (one in 2,000) name no one on their looks alone."""
_KIN: Final = frozenset("公婆嬤嬷姨伯叔嬸婶姑舅爸媽妈妹弟姐姊哥爺爷奶孫孙")
_KIN_ENDS: Final = _KIN | frozenset("子女兒儿")


def is_kin(text: str) -> bool:
    """Whether characters that a function word or 阿 begins are a relative and no name: 阿公, 和妹妹, 由孫子."""
    if text[:1] == "阿":
        return text[1:2] in _KIN
    return text[:2] == "小姐" or (text[:1] in "由和與与跟及" and text[1:2] in _KIN and text[2:3] in _KIN_ENDS)


@cache
def surnames() -> frozenset[str]:
    return frozenset(surname_characters())


@cache
def given() -> frozenset[str]:
    return frozenset(given_characters(-3.4))


@cache
def is_word(text: str) -> bool:
    base = text.translate(to_base())
    return base in tables().words or is_clinical_word(base) or is_plain_drug(base)


@cache
def is_rare(text: str) -> bool:
    """Whether few people have the surname that `text` begins with: 理, 術, 談 are words before they are names."""
    weight = surname_weight(text[:2]) or surname_weight(text[:1])
    return weight is None or weight < RARE_SURNAME


def is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def run_end(text: str, at: int, longest: int) -> int:
    """Where the Han characters from `at` end, `longest` of them at most."""
    end = at
    while end < len(text) and end - at < longest and is_han(text[end]):
        end += 1
    return end


def run_before(text: str, at: int) -> tuple[int, int]:
    """The Han characters before `at`, five at most, past blanks and commas."""
    while at and text[at - 1] in JOINTS:
        at -= 1
    low = at
    while low and at - low < 5 and is_han(text[low - 1]):
        low -= 1
    return low, at


def unlike_words(text: str) -> bool:
    """Whether characters make no words together: 達拉, 扎西次仁; not 不同意."""
    return words_cost(text.translate(to_base())) < -3.4 * len(text)


def margin(text: str, start: int, end: int, *, prior: float, fixed_left: bool = False) -> float:
    """How much likelier `text[start:end]` is a name than words; below nothing where it is none.

    Only as much of the text is weighed as words may reach: a clean output is never read as a whole.
    """
    low = max(0, start - AROUND)
    found = weigh(text[low : end + AROUND], start - low, end - low, prior=prior, fixed_left=fixed_left)
    return found.margin if found else -1.0


def judge(text: str, start: int, kind: str, *, sure: bool) -> Iterator[Find]:
    """A name that begins at `start`: by its shape if it stands alone, else by weighing it against words."""
    if text[start] not in surnames() or is_kin(text[start : start + 3]):
        return
    run = run_end(text, start, 8)
    if text[start : start + 2] == "阮氏" and run - start >= 3:
        yield kind, start, start + 3, True
        return
    if run - start >= 2 and text[start + 1] in TITLE_AFFIX and (run - start == 2 or text[start + 2] in GOES_ON):
        yield kind, start, start + 2, True
        return
    double = surname_weight(text[start : start + 2]) is not None
    rare = is_rare(text[start:run])
    for size in (4, 3) if double else (3, 2, 4):
        end = start + size
        if end > run:
            continue
        stands = end == run or text[end] in GOES_ON
        if not stands or is_word(text[start:end]) or (not double and is_word(text[start : start + 2]) and not (size == 3 and text[end - 1] in given() and end == run)):
            continue
        good = sum(c in given() for c in text[start + 1 : end])
        if good == size - 1 or (size == 4 and good >= 2) or (sure and good):
            # 父：安然 may say how he is, 父：陳明 may not.
            fits = sure or (not rare and (size > 2 or (end == run and text[start] not in WORDY_SURNAMES)))
            yield kind, start, end, fits or margin(text, start, end, prior=1.0 if rare else -1.0, fixed_left=True) > 0
            return
    bare = sure is False and run - start == 2 and text[start] not in WORDY_SURNAMES and text[start + 1] in given()
    if bare and margin(text, start, run, prior=0.5, fixed_left=True) > 0:
        yield kind, start, run, True
        return
    found = name_at(text, start, prior=-0.5 if sure else -1.5, fixed_left=True, longest=4 if double else 3)
    if found and found.margin > (0 if sure or text[start] not in WORDY_SURNAMES else 1) and (sure or text[start] not in FUNCTION):
        yield kind, start, found.end, found.end - start > 2 or sure
