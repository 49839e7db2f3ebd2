"""How a Han name is read beside a word that announces a person, and whose name it is."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from incognote.detect.han_shapes import DOT, DOTTED, HAN, dotted, masked_at, spaced_at, trim_dotted
from incognote.detect.name_words import (
    is_word,
    mere_word,
    never,
    placeholders,
    plausible,
    starts_right,
    without_next_word,
    word_names,
)
from incognote.names.cues import right_words, role_of, titles
from incognote.names.likelihood import (
    VOUCHED,
    Found,
    based,
    given_weight,
    is_han,
    name_at,
    strangeness,
    surname_weight,
    tables,
    weigh,
)
from incognote.names.tables import to_base

_RUN: Final = re.compile(f"[{HAN}]{{1,12}}")
# No blank, mask or interpunct is inside or behind the first two of these: most names, known at once.
_PLAIN: Final = re.compile(f"[{HAN}](?!某)[{HAN}]{{2}}")
_FIELD_DOTTED: Final = re.compile(f"[{HAN}]{{1,6}}(?:[{DOT}.][{HAN}]{{1,6}}){{1,3}}(?![{HAN}.])")
_FIELD_SPACED: Final = re.compile(f"(?:[{HAN}]{{1,2}}[ \t]{{1,2}}[{HAN}]{{2}}|(?:[{HAN}][ \t]{{1,2}}){{1,3}}[{HAN}])(?![{HAN}])")
_STOP: Final = re.compile(
    "性[別别]|年[齡龄紀纪]|出生|生日|病[歷历案]|身[分份]|[電电][話话]|手[機机]|男性|女性|科[別别]|床[號号位]|住址|地址|住院|門診|门诊"
    "|職業|职业|[國国]籍|婚姻|民族|血型|身高|體重|体重|主[治訴诉]|[醫医][師师生]|[護护][理士]|日期|[聯联][絡系]|[關关]係|关系|[診诊][斷断]"
    "|先生|小姐|女士|病人|患者|[個个]案|醫院|医院|表示|[陳陈]述|陪同|自述|今日|今天|昨日"
)
_DOTS: Final = frozenset(DOT + ".")
_JOINING: Final = frozenset("和與与及跟由從从對对向")


class Read(NamedTuple):
    start: int
    end: int
    score: float


def read_field(text: str, at: int) -> Read | None:
    """The name in a labelled field that begins at `at`: the label vouches for any Han value of its size.

    >>> text = "姓名：王小明性別：男"
    >>> read_field(text, 3)
    Read(start=3, end=6, score=0.95)
    >>> read_field("姓名：未提供", 3) is None
    True
    """
    run = _RUN.match(text, at)
    if run is None or text[run.end() : run.end() + 1] in _DOTS or not _PLAIN.match(text, at):
        shaped = _FIELD_DOTTED.match(text, at) or DOTTED.match(text, at) or masked_at(text, at) or spaced_at(text, at)
        if shaped:
            return Read(at, shaped.end(), 0.95)
    apart = _FIELD_SPACED.match(text, at)
    if apart and _is_apart(apart[0]):  # 張簡 嘉偉, 杭 石 頭
        return Read(at, apart.end(), 0.95)
    if run is None:
        return None
    value = run[0]
    if value[0] in "及之":
        return None
    stop = _STOP.search(value, 1)
    if stop:
        value = value[: stop.start()]
    if text[run.end() : run.end() + 1] == ":" and not stop:  # an empty field: the run is the next label
        return None
    if len(value) == 4 and value[3] in "男女" and surname_weight(value[:2]) is None:
        value = value[:3]
    base = based(text)[at : at + len(value)]
    if base in placeholders() or base in role_of() or len(base) < 2:
        return None
    if len(value) <= 3 and (surname_weight(value[0]) is not None or (len(value) >= 2 and not is_word(base))):
        return Read(at, at + len(value), 0.95)
    if len(value) == 5 and surname_weight(value[:2]) is not None and surname_weight(value[2]) is not None:
        return Read(at, at + 5, 0.95)
    if 4 <= len(value) <= 6 and not stop and strangeness(value) > 3.6 and (base[-2:] not in tables().words or min(map(given_weight, base[-2:])) > -3.3):
        return Read(at, at + len(value), 0.95)  # 辜黃月裡, 司馬李秋妹, 阿支木呷
    found = name_at(text, at, prior=1.0, fixed_left=True)
    if found and found.margin > 0 and base[:2] not in never():
        return Read(at, found.end, 0.95)
    if len(value) == 4 and not is_word(base) and base[:2] not in never():
        return Read(at, at + 4, 0.85)
    return None


def _is_apart(value: str) -> bool:
    """Whether what stands in a field with blanks inside is one name and not two words or a name and its sex."""
    joined = re.sub(r"\s", "", value)
    last = joined.translate(to_base())[-2:]
    if value[-1] in "男女" or not 2 <= len(joined) <= 4 or last in never() or last in role_of():
        return False
    head = re.split(r"\s", value)[0]
    if surname_weight(head) is None and not (len(joined) == 4 and (surname_weight(joined[:2]) is not None or (surname_weight(joined[0]) is not None and surname_weight(joined[1]) is not None))):
        return False
    return not _STOP.search(joined) and all(given_weight(char) > -5.0 for char in joined[-1:])


def read_announced(text: str, at: int) -> Read | None:
    """The name behind a role or title word and a colon: 病人：王小明, 主治醫師：林正軒, never 家屬：要求轉院."""
    read = read_role(text, at, prior=VOUCHED - 0.1)
    if read:
        return read
    run = _RUN.match(text, at)
    if run is None or not 2 <= len(run[0]) <= 3 or run[0][0] in "及其與与和":
        return None
    base = run[0].translate(to_base())
    if base in never() or base in role_of() or base in titles():
        return None
    strange = strangeness(base) > 4.3
    return Read(at, run.end(), 0.85) if strange or (surname_weight(base[0]) is not None and not is_word(base)) else None


def read_role(text: str, at: int, *, prior: float = -0.6) -> Read | None:
    """The name right behind a role or title word, if it is likelier than words.

    >>> read_role("患者王小明今日回診", 2), read_role("患者陳述右膝痛", 2)
    (Read(start=2, end=5, score=0.9), None)
    """
    if not is_han(text[at : at + 1] or " ") or text[at] == "姓":
        return None
    is_plain = _PLAIN.match(text, at) is not None
    if not is_plain and (masked := masked_at(text, at)):
        return Read(at, masked.end(), 0.9)
    shaped = DOTTED.match(text, at) if dotted(text) else None
    if shaped and len(shaped[0]) > 3:
        start, end = trim_dotted(text, *shaped.span())
        return Read(start, end, 0.9) if start == at else None
    if surname_weight(text[at]) is None and surname_weight(text[at : at + 2]) is None:
        return None
    if not is_plain and "\n" in text[at + 1 : at + 3] and (spaced := spaced_at(text, at)):  # 病人陳\n志遠主訴
        return Read(at, spaced.end(), 0.85)
    found = name_at(text, at, prior=prior, fixed_left=True)
    if found and (end := without_next_word(text, at, found.end)) < found.end:
        found = found._replace(end=end)
    if found and found.end - at == 2 and text[found.end : found.end + 1] == "和" and not is_han(text[found.end + 1 : found.end + 2] or " "):
        found = found._replace(end=found.end + 1)  # 藥師 馮家和 藥字
    found = _without_verb(text, at, found) if found else None
    if found and found.margin > 0 and not mere_word(text[at : found.end]):
        return _word_as_name(text, at, longest=found.end - at - 1) or Read(at, found.end, 0.9)
    if not is_plain and (spaced := spaced_at(text, at)):
        return Read(at, spaced.end(), 0.85)
    return _word_as_name(text, at)


def _without_verb(text: str, at: int, found: Found) -> Found | None:
    """A find without the verb that its last character is; None if nothing but a surname stands before a verb."""
    verbs, last = right_words(), text[found.end - 1]
    if found.end - at > 2 and last in verbs and last != "和" and given_weight(last) < -3.5 and (last not in _JOINING or is_han(text[found.end : found.end + 1] or " ")):
        found = found._replace(end=found.end - 1)  # 沈柔隨, 明達接
    if found.end - at == 2:  # 組長高帶, 社工王說
        return None if text[at + 1] in verbs and given_weight(text[at + 1]) < -3.5 else found
    return None if text[at + 1 : at + 3] in verbs or text[at + 1] in "不沒没" else found  # R1 余討論, 主任涂巡房


def _word_as_name(text: str, at: int, *, longest: int = 3) -> Read | None:
    """A word that is a name because a role word stands before it and nothing but a border or verb behind.

    護理師黃連已告知 is 黃連, not 黃連已: `longest` is given where a longer name was read already.
    """
    if longest < 2 or (longest == 2 and based(text)[at : at + 2] not in word_names()):
        return None
    run = _RUN.match(text, at)
    if run is None:
        return None
    whole = based(text)[at : run.end()]
    for size in (3, 2):
        if size > longest or ((longest < 3 or len(whole) > size) and whole[:size] not in word_names()):
            continue
        piece, rest, base = run[0][:size], run[0][size:], whole[:size]
        if len(piece) < size or (rest and not starts_right(rest)):
            continue
        if (base in tables().words and base not in word_names()) or piece[1:] in right_words() or (size == 3 and piece[2] in "中後后時时前內内"):
            continue
        bonus = 5.5 if base in word_names() and base not in never() else VOUCHED - 0.1
        if not plausible(piece) or base[:2] in never():
            continue
        found = weigh(text, at, at + size, prior=bonus, fixed_left=True)
        if found and found.margin > 0:
            return Read(at, at + size, 0.85)
    return None
