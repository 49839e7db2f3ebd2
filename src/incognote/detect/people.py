"""How a Han name is read beside a word that announces a person, and whose name it is."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.detect.whose import role_before
from incognote.names.cues import left_words, right_words, role_of, titles
from incognote.names.likelihood import (
    VOUCHED,
    Found,
    based,
    given_weight,
    is_han,
    name_at,
    name_likelihood,
    strangeness,
    surname_weight,
    tables,
    weigh,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import in_base, rows, to_base
from incognote.names.transcribed import letter_class

HAN: Final = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
DOT: Final = "‧·・•⋅"
MASK: Final = "○〇Ｏ◯OoXx*＊Ⅹ□_●⚪⭕◎Ο"
_DOT: Final = re.compile(f"[{DOT}]")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_RUN: Final = re.compile(f"[{HAN}]{{1,12}}")
# 林 志 明, 王小 明, 王小\n明: blanks inside a name
_SPACED: Final = re.compile(f"[{HAN}]{{1,2}}(?:[ \t]{{1,2}}|\n)[{HAN}](?:[ \t]{{1,2}}[{HAN}])?(?<![ \t][男女])(?![{HAN}])|[{HAN}]\n[{HAN}]{{2}}|[{HAN}]{{2}}\n[{HAN}]")
# No blank, mask or interpunct is inside or behind the first two of these: most names, known at once.
_PLAIN: Final = re.compile(f"[{HAN}](?!某)[{HAN}]{{2}}")
DOTTED: Final = re.compile(f"[{HAN}]{{1,8}}(?:[{DOT}][{HAN}]{{1,8}}){{1,3}}")
_FIELD_DOTTED: Final = re.compile(f"[{HAN}]{{1,6}}(?:[{DOT}.][{HAN}]{{1,6}}){{1,3}}(?![{HAN}.])")
_MASKED: Final = re.compile(f"[{HAN}](?:[{MASK}]{{1,3}}[{HAN}]{{1,2}}(?![{HAN}])| [{MASK}]{{1,2}} [{HAN}](?![{HAN}])|[{MASK}]{{1,3}}[{HAN}]|[{MASK}]{{1,3}}|[{HAN}] ?[{MASK}]{{1,2}}|某某?)(?![A-Za-z0-9])")
_FIELD_SPACED: Final = re.compile(f"(?:[{HAN}]{{1,2}}[ \t]{{1,2}}[{HAN}]{{2}}|(?:[{HAN}][ \t]{{1,2}}){{1,3}}[{HAN}])(?![{HAN}])")
_STOP: Final = re.compile(
    "性[別别]|年[齡龄紀纪]|出生|生日|病[歷历案]|身[分份]|[電电][話话]|手[機机]|男性|女性|科[別别]|床[號号位]|住址|地址|住院|門診|门诊"
    "|職業|职业|[國国]籍|婚姻|民族|血型|身高|體重|体重|主[治訴诉]|[醫医][師师生]|[護护][理士]|日期|[聯联][絡系]|[關关]係|关系|[診诊][斷断]"
    "|先生|小姐|女士|病人|患者|[個个]案|醫院|医院|表示|[陳陈]述|陪同|自述|今日|今天|昨日"
)
_DOTS: Final = frozenset(DOT + ".")
_FAMILY: Final = frozenset(["家屬", "家属", "家人", "陪護", "陪护", "幼時", "幼时", "受不", "挪車", "挪车", "發藥", "发药"])
_FORMULA: Final = frozenset("湯汤散飲饮丸膏")
_NEVER_LAST: Final = frozenset("及等說说稱称問问詢询陪訴诉")
_NOT_CUT: Final = frozenset(["阿不都", "阿布都", "阿卜都"])
_JOINING: Final = frozenset("和與与及跟由從从對对向")
_NOT_GIVEN: Final = frozenset("他她它你我其此該该案父母兄弟姊姐妹爸媽妈家人友夫妻子女公婆醫医師师們们")


class Read(NamedTuple):
    start: int
    end: int
    score: float


@cache
def placeholders() -> frozenset[str]:
    """What stands in a name field in place of a name (未提供, 同上), in base characters."""
    return frozenset(word.translate(to_base()) for kind, text in rows("never_names") if kind == "placeholder" for word in text.split(" "))


@cache
def never() -> frozenset[str]:
    """Placeholders and words that stand behind a role word and are no name there, in base characters."""
    return frozenset(word.translate(to_base()) for _, text in rows("never_names") for word in text.split(" "))


@cache
def word_names() -> frozenset[str]:
    """Words that are also used as names, in base characters."""
    return frozenset(word.translate(to_base()) for row in rows("word_names") for word in row[0].split(" "))


def plausible(name: str) -> bool:
    """Whether a whole stretch may be a name although it is a word: 何首烏, 黃連, 白雪, never 黃疸."""
    base = name.translate(to_base())
    if base in never() or base in role_of():
        return False
    likelihood, surname = name_likelihood(base)
    return surname > 0 and likelihood > -10.5


def ends_in_title(name: str) -> bool:
    """張簡小姐, 林女士: what looks like the given name is a title."""
    return name[-2:] in titles()


@lru_cache(maxsize=16384)
def _mere_word(name: str) -> bool:
    """老師關心, 護理師程序, 太太張開眼, 張簡小姐: what looks like a name is a word, or ends in a title."""
    base = name.translate(to_base())
    if name[-2:] in titles() or base in never() or name[-1] in _FORMULA:
        return True
    if len(base) == 3 and (base[:2] in never() or base[:2] in tables().words):  # 宣教防, 張開眼; not 王子睿
        return given_weight(base[2]) < (-2.9 if base[:2] in never() else -3.3)
    return base in tables().words and base not in word_names()


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
        shaped = _FIELD_DOTTED.match(text, at) or DOTTED.match(text, at) or _masked(text, at) or _spaced(text, at)
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
    if len(value) <= 3 and (surname_weight(value[0]) is not None or (len(value) >= 2 and not _is_word(base))):
        return Read(at, at + len(value), 0.95)
    if len(value) == 5 and surname_weight(value[:2]) is not None and surname_weight(value[2]) is not None:
        return Read(at, at + 5, 0.95)
    if 4 <= len(value) <= 6 and not stop and strangeness(value) > 3.6 and (base[-2:] not in tables().words or min(map(given_weight, base[-2:])) > -3.3):
        return Read(at, at + len(value), 0.95)  # 辜黃月裡, 司馬李秋妹, 阿支木呷
    found = name_at(text, at, prior=1.0, fixed_left=True)
    if found and found.margin > 0 and base[:2] not in never():
        return Read(at, found.end, 0.95)
    if len(value) == 4 and not _is_word(base) and base[:2] not in never():
        return Read(at, at + 4, 0.85)
    return None


def _is_apart(value: str) -> bool:
    """Whether what stands in a field with blanks inside is one name and not two words or a name and its sex."""
    joined = re.sub(r"\s", "", value)
    if value[-1] in "男女" or not 2 <= len(joined) <= 4 or joined.translate(to_base())[-2:] in never() | role_of().keys():
        return False
    head = re.split(r"\s", value)[0]
    if surname_weight(head) is None and not (len(joined) == 4 and (surname_weight(joined[:2]) is not None or (surname_weight(joined[0]) is not None and surname_weight(joined[1]) is not None))):
        return False
    return not _STOP.search(joined) and all(given_weight(char) > -5.0 for char in joined[-1:])


def trim_dotted(text: str, start: int, end: int) -> tuple[int, int]:
    """A name with interpuncts without the words glued to it: 患者巴奈‧古穆一起 is 巴奈‧古穆.

    Only a role word or a word that leads to a name is cut off its front, only one that follows names its end.
    """
    first = min(i for i in range(start, end) if text[i] in DOT)
    last = max(i for i in range(start, end) if text[i] in DOT)
    for at in range(first - 1, start, -1):
        if text[at - 3 : at] in _NOT_CUT:
            continue
        if role_before(text, at) or text[at - 1] in "由與与和跟及請请" or text[at - 2 : at] in left_words():
            start = at
            break
    else:
        start = max(start, _sounded_from(text, first))
    for at in range(last + 3, end):
        is_sound = text[at] in letter_class() and text[at + 1] in letter_class() and text[at : at + 2] not in right_words() if at + 1 < end else False
        if starts_right(text[at : at + 3]) and not is_sound and text[at - 2 : at + 1] not in _NOT_CUT:  # 阿合|买提汗
            end = at
            break
    sounds = last + 1
    while sounds < end and text[sounds] in letter_class():
        sounds += 1
    tail = text[sounds:end].translate(to_base())
    is_tail = last + 2 < sounds and ((len(tail) > 1 and tail[:2] in tables().words) or tail[:1] in {"您", "你"})
    return start, sounds if is_tail else end  # 阿米娜·麦麦提明|您好


def _sounded_from(text: str, first: int) -> int:
    """Where the characters before the interpunct at `first` begin that names of other tongues use: 贴到|加尔肯·."""
    start = first
    while start and text[start - 1] in letter_class():
        start -= 1
    return start if first - start > 1 and is_han(text[start - 1 : start] or " ") else 0


@lru_cache(maxsize=4)
def runs(text: str) -> tuple[tuple[int, int], ...]:
    """Where unbroken stretches of Han characters stand; kept, since several rules ask for one page's.

    >>> runs("王 小明MD")
    ((0, 1), (2, 4))
    """
    return tuple([run.span() for run in _HAN_RUN.finditer(text)])


def leads_nowhere(text: str, at: int) -> bool:
    """Whether what stands behind a role is plainly a word: 媽媽表示, 家屬說. A quick answer for most places."""
    if surname_weight(text[at : at + 1]) is not None or surname_weight(text[at : at + 2]) is not None:
        return False
    return based(text)[at : at + 2] in tables().words or starts_right(text[at : at + 3])


@lru_cache(maxsize=4)
def dotted(text: str) -> bool:
    """Whether there is an interpunct at all."""
    return _DOT.search(text) is not None


def name_like(piece: str) -> bool:
    """Whether a piece without a surname looks like a given name and like no word: 芷涵, 雅婷."""
    base = piece.translate(to_base())
    if base in never() or base in role_of() or base in tables().words or any(c in _NOT_GIVEN for c in piece):
        return False
    return all(given_weight(char) > -3.6 for char in piece) and strangeness(piece) > 3.6


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
    return Read(at, run.end(), 0.85) if strange or (surname_weight(base[0]) is not None and not _is_word(base)) else None


def _is_word(base: str) -> bool:
    words = tables().words
    return base in words or (len(base) == 4 and base[:2] in words and base[2:] in words)


def read_role(text: str, at: int, *, prior: float = -0.6) -> Read | None:
    """The name right behind a role or title word, if it is likelier than words.

    >>> read_role("患者王小明今日回診", 2), read_role("患者陳述右膝痛", 2)
    (Read(start=2, end=5, score=0.9), None)
    """
    if not is_han(text[at : at + 1] or " ") or text[at] == "姓":
        return None
    is_plain = _PLAIN.match(text, at) is not None
    if not is_plain and (masked := _masked(text, at)):
        return Read(at, masked.end(), 0.9)
    shaped = DOTTED.match(text, at) if dotted(text) else None
    if shaped and len(shaped[0]) > 3:
        start, end = trim_dotted(text, *shaped.span())
        return Read(start, end, 0.9) if start == at else None
    if surname_weight(text[at]) is None and surname_weight(text[at : at + 2]) is None:
        return None
    if not is_plain and "\n" in text[at + 1 : at + 3] and (spaced := _spaced(text, at)):  # 病人陳\n志遠主訴
        return Read(at, spaced.end(), 0.85)
    found = name_at(text, at, prior=prior, fixed_left=True)
    if found and (end := without_next_word(text, at, found.end)) < found.end:
        found = found._replace(end=end)
    if found and found.end - at == 2 and text[found.end : found.end + 1] == "和" and not is_han(text[found.end + 1 : found.end + 2] or " "):
        found = found._replace(end=found.end + 1)  # 藥師 馮家和 藥字
    found = _without_verb(text, at, found) if found else None
    if found and found.margin > 0 and not _mere_word(text[at : found.end]):
        return _word_as_name(text, at, longest=found.end - at - 1) or Read(at, found.end, 0.9)
    if not is_plain and (spaced := _spaced(text, at)):
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


def without_next_word(text: str, start: int, end: int) -> int:
    """The end of a name without the first character of the word behind it: 林志強|護送, 趙啟|及社工.

    >>> without_next_word("林志強護送", 0, 4), without_next_word("王志同意", 0, 3), without_next_word("王雅婷說", 0, 3)
    (3, 2, 3)
    """
    if end - start < 3:
        return end
    words = right_words()
    if end - start == 4 and text[end - 2 : end] in words:  # 睿哲|出生
        return end - 2
    last, next_char = text[end - 1], text[end : end + 1]
    crosses = next_char >= "\u3400" and (text[end - 1 : end + 1] in words or text[end - 1 : end + 2] in words or text[end - 1 : end + 1] in _FAMILY)
    short = crosses and (end - start > 3 or given_weight(last) < -3.0 or not starts_right(text[end : end + 3]))
    if short or last in _NEVER_LAST or (end - start > 3 and last in words and given_weight(last) < -2.9):
        return without_next_word(text, start, end - 1)
    if end - start == 3 and next_char >= "\u3400" and is_clinical_word(in_base(text[end - 1 : end + 2])):  # 馬秀|高血壓
        return end - 1
    return end


def starts_right(rest: str) -> bool:
    """Whether a verb or another word that follows names begins `rest`."""
    words = right_words()
    return rest[:1] in words or rest[:2] in words or rest[:3] in words


def _masked(text: str, at: int) -> re.Match[str] | None:
    found = _MASKED.match(text, at)
    return found if found and surname_weight(found[0][0]) is not None else None


def _spaced(text: str, at: int) -> re.Match[str] | None:
    found = _SPACED.match(text, at)
    if found is None:
        return None
    cut = found[0].find("\n")
    runs_on = cut > 0 and is_han(text[found.end() : found.end() + 1] or " ")
    if runs_on and (not starts_right(text[found.end() : found.end() + 3]) or starts_right(text[at + cut + 1 : at + cut + 4])):  # 王明\n主訴
        return None
    joined = re.sub(r"\s", "", found[0])
    likelihood, surname = name_likelihood(joined.translate(to_base()))
    return found if surname and likelihood > -8.5 and len(joined) > 2 and joined not in never() else None
