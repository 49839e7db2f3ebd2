"""A Han name where a name must be expected: right behind a rank, a role of staff, a kinship word, a field label.

There any stretch that words do not explain is a name, whatever its surname: 禚立誠, 鄂文瀚, 管逸; one
character is one too (值班閻, R3 姬), unless it is what else follows such a word (麻醉後, 記錄單).
"""

from __future__ import annotations

import re
from typing import Final

from incognote.detect.han_shapes import HAN
from incognote.detect.name_words import (
    ends_in_title,
    leads_nowhere,
    never,
    starts_right,
    without_next_word,
    word_names,
)
from incognote.detect.people import Read, read_role
from incognote.names.cues import left_words, right_words, role_of
from incognote.names.likelihood import (
    given_weight,
    name_likelihood,
    strangeness,
    surname_weight,
    tables,
    usual_given,
    vouched_margin,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base

_RUN: Final = re.compile(f"[{HAN}]{{1,9}}")
_NOT_FIRST: Final = frozenset("依姓科之他她你我它您其此該该因且並并已未無无有是為为於于在與与及或的了不也都又再將将被把請请說说稱称及訴诉述如若但而由從从經经給给")
_NOT_INSIDE: Final = frozenset("沒没不的了是在被將将也都與与及把請请說说為为於但且並并很太這这那他她它著着過过給给")
_NOT_LAST: Final = frozenset("的了們们者後后時时中前內内外上下率量器機机藥药科室站部院組组班人員员師师長长表單单卡處处等式法性期度號号碼码湯汤散丸膏劑剂素酸")
_WEAK_SINGLE: Final = frozenset("曲單时時全來来言過过明成和有由于於後后代應应易向解施任管利查申常強强水初冷滿满都相空那從从須须平安方容計计商時原來用支丰無无同未已及或的了是為为在與与即請请需談谈")
_NEVER_SINGLE: Final = frozenset("無无有同全已未的了是為为在與与及或即請请需不可否已後后前中時时者科師师單单藥药機机完室人表本站長长略均皆另上下左右男女床號号日年月歲岁次")
_OPEN: Final = 3.5
"""What a name needs more where neither a border nor a verb stands behind it."""
_LIKELY: Final = -10.0
_STRANGE: Final = 4.6
_RARE_WORD: Final = -5.9


def read_expected(text: str, at: int, *, prior: float = -0.6, least: float = 0.0) -> Read | None:
    """The name behind a word that announces one: by likelihood, else whatever words do not explain.

    >>> read_expected("苗雨潔 N10772", 0)
    Read(start=0, end=3, score=0.9)
    """
    if leads_nowhere(text, at):
        return None
    likely = read_role(text, at, prior=prior)
    if likely and likely.end - at == 3 and _is_double(text, at):
        return Read(at, at + 4, likely.score)
    if likely and (likely.end - at != 2 or text[at + 1] == "某"):
        return likely
    vouched = read_vouched(text, at, least=least)
    return vouched if vouched and (likely is None or vouched.end == at + 3) else likely


def _is_double(text: str, at: int) -> bool:
    """潘余秀滿, 詹古玉妹: two surnames and two characters that given names use."""
    if (surname_weight(text[at + 1 : at + 2]) or -9.0) < -3.6 or (surname_weight(text[at]) or -9.0) < -3.6:
        return False
    name = text[at : at + 4]
    run = _RUN.match(text, at)
    if run is None or len(run[0]) < 4:
        return False
    rest = run[0][4:]
    if rest and not starts_right(rest):
        return False
    base = name.translate(to_base())
    return given_weight(name[3]) > -4.2 and base[2:] not in tables().words and vouched_margin(text, at, at + 4) > 2.0


def read_vouched(text: str, at: int, *, least: float = 0.0) -> Read | None:
    """The name of two to four characters that begins at `at` and ends at a border or before a verb.

    `least` is added to the margin that is asked for.

    >>> read_vouched("禚立誠 / VS", 0), read_vouched("主訴頭痛", 0)
    (Read(start=0, end=3, score=0.85), None)
    """
    run = _RUN.match(text, at)
    if run is None or run[0][0] in _NOT_FIRST:
        return None
    if _nicknamed(run[0]):
        return Read(at, at + 2, 0.85)
    best: tuple[float, int] | None = None
    for size in (2, 3, 4):
        piece, rest = run[0][:size], run[0][size:]
        if len(piece) < size or not _may_be(piece):
            continue
        if size == 2 and text[at + 1 : at + 3] in right_words() and given_weight(piece[1]) < -3.0:  # 社工林陪同
            continue
        is_open = bool(rest) and not starts_right(rest) and not _role(rest)
        if is_open and (size < 3 or name_likelihood(piece.translate(to_base()))[0] < _LIKELY):
            continue
        over = vouched_margin(text, at, at + size) - _asked(piece, bordered=not rest) - least - (_OPEN if is_open else 0.0)
        if over > 0 and (best is None or over > best[0]):
            best = over, size
    if best:
        return Read(at, without_next_word(text, at, at + best[1]), 0.85)
    return _long(text, at, run[0]) or _given(at, run[0])


def _given(at: int, run: str) -> Read | None:
    """A given name alone: 督導明玉說, 护士雪儿已知."""
    base = run[:2].translate(to_base())
    if len(base) < 2 or (run[2:] and not starts_right(run[2:])) or base in never() or base in role_of() or run[1:3] in right_words():
        return None
    if base in tables().words and base not in usual_given():
        return None
    fit = given_weight(base[0]) + given_weight(base[1]) > -7.4 and not any(char in _NOT_INSIDE for char in run[:2])
    return Read(at, at + 2, 0.8) if base in usual_given() or (fit and strangeness(base) > 3.8) else None


def _long(text: str, at: int, run: str) -> Read | None:
    """A name of four to six characters that no words explain: 吉克拉火, 古再努爾, 許楊罔腰."""
    for size in (6, 5, 4):
        piece, rest = run[:size], run[size:]
        if len(piece) < size or (rest and not starts_right(rest)):
            continue
        if strangeness(piece) > _STRANGE and not any(char in _NOT_INSIDE for char in piece) and not ends_in_title(piece):
            return Read(at, without_next_word(text, at, at + size), 0.82)
    return None


def _nicknamed(run: str) -> bool:
    """技师大刘, 規培小付: an affix and a surname, and nothing that runs on."""
    if run[0] not in "小大老阿" or len(run) < 2 or (run[2:] and not starts_right(run[2:])):
        return False
    return (surname_weight(run[1]) or -9.0) > -3.4 and run[:2].translate(to_base()) not in tables().words and run[:2] not in never()


def _role(rest: str) -> bool:
    roles = role_of()
    return rest[:2] in roles or rest[:3] in roles or rest[:4] in roles


def _may_be(piece: str) -> bool:
    base = piece.translate(to_base())
    if base in never() or base in role_of() or piece in left_words() or ends_in_title(piece):
        return False
    if piece[-1] in _NOT_LAST and len(piece) < 4 and surname_weight(piece[0]) is None:
        return False
    if any(char in _NOT_INSIDE for char in piece[1:]) or (piece[-1] in right_words() and given_weight(base[-1]) < -3.5):
        return False
    known = tables().words
    if len(base) == 3 and base[2] in "中后时前" and base[:2] in never():  # 康復中
        return False
    if len(base) == 3 and piece[1:] in right_words():  # 余討論, 閻解釋
        return False
    if len(base) == 3:
        listed = surname_weight(piece[0]) is not None
        if base[:2] in known and (not listed or given_weight(base[2]) < -3.2):
            return False
        return listed or base[1:] not in known
    if base not in known or base in word_names():
        return True
    return len(base) == 2 and known[base] < _RARE_WORD and (surname_weight(piece[0]) or -9.0) > -3.4 and not is_clinical_word(base)


def _asked(piece: str, *, bordered: bool) -> float:
    """The margin a name needs: less with a usual surname and with a border behind it."""
    base = piece.translate(to_base())
    weight = surname_weight(piece[:2]) if len(piece) > 2 else None
    weight = weight or surname_weight(piece[0]) or -9.0
    if bordered and base in word_names() and weight > -5:
        return -9.0
    if bordered and base in tables().words:
        return -2.5
    if weight > -3.4:
        return (-3.0 if len(piece) > 2 else -0.9) if bordered else -0.5
    if weight > -4.8:
        return -0.6 if bordered else 0.4
    return 0.6 if bordered else 1.8


def read_single(text: str, at: int, *, is_glued: bool) -> int | None:
    """The end of a surname that stands alone at `at` (值班閻解釋, 登記 衛), None if there is none.

    `is_glued`: nothing stands between it and the word before, which it may then only end (記錄單).

    >>> read_single("閻解釋", 0, is_glued=True), read_single("中，", 0, is_glued=True)
    (1, None)
    """
    run = _RUN.match(text, at)
    if run is None or run[0][0] in _NEVER_SINGLE:
        return None
    rest = run[0][1:]
    weight = surname_weight(run[0][0]) or -9.0
    if is_glued and (weight < -4.5 or run[0][0] in _WEAK_SINGLE):
        return None
    if weight < -5.3 or (rest and (weight < -4.2 or not starts_right(rest) or run[0][:2].translate(to_base()) in tables().words)):
        return None
    return at + 1
