"""Names without a surname or with a peculiar shape: 阿明, 小玲, 老王, 妞妞, 王○明, 巴奈‧古穆, 阮氏蘭, 我叫阿努.

A nickname in running text needs a border, a quotation mark or a cue on its left; behind a role word a given
name alone is enough. Kinship (阿嬤) and words (小便, 老年) are none. Source: catalogue 3.2, 3.4, 7.3 N4, N9.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "王○明與阿明、巴奈‧古穆一起小便"))]
[(0, 3), (7, 12), (4, 6)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.han_shapes import DOT, DOTTED, HAN, dotted, trim_dotted
from incognote.detect.masked import masked
from incognote.detect.name_words import name_like, never, starts_right, without_next_word, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_han_role import CATEGORIES
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import (
    around,
    given_weight,
    is_han,
    stands_alone,
    strangeness,
    surname_characters,
    surname_weight,
    tables,
    usual_given,
    words_cost,
)
from incognote.names.search import is_clinical_word
from incognote.names.tables import rows, to_base, variants
from incognote.names.transcribed import letter_class, transcribed_margin

SOURCE: Final = "rules/name_nickname"
_DISEASE: Final = frozenset("症病徵征菌法式氏試试綜综檢检囊細细瘤線线體体腺")
_KINDRED: Final = "伯嬸婶婆姨叔哥姐姊嫂公嬤嬷仔妹弟桑"
_OLD_NICK: Final = re.compile(rf"阿[{HAN}][{_KINDRED}]")
_ELDER: Final = re.compile("[哥姐姊嫂嬸婶仔]")
_NOT_BEFORE_KIN: Final = frozenset("大小二三四五六七表堂親亲師师帥帅的我你他她這这那老學学阿空個个幾几帶带找陪叫對对跟和與与為为是有給给請请問问說说嫁同其之案胞繼继長长么幺公爺爷姑姨舅乾干義义兩两各男女護护醫医")
_NICK: Final = re.compile(f"[阿小老「『“\"'](?:(?<=[阿小老])(?=[{HAN}])|(?<=[「『“\"'])(?=([{HAN}])\\1))")
_VIETNAMESE: Final = re.compile(f"[阮黎范武裴鄧邓吳吴胡楊杨陳陈黃黄潘何段杜梁張张丁鄭郑馮冯]氏[{HAN}]{{1,2}}")
_NICKNAMED: Final = re.compile(f"[是為为叫:]{{0,2}}[ ]?(?:[「『“\"']([^」』”\"'\n]{{1,8}})[」』”\"']|([{HAN}]{{2,4}})(?![{HAN}]))")
_CALLED: Final = {
    "nicknamed": (
        "暱稱", "昵称", "綽號", "绰号", "外號", "外号", "小名", "乳名", "暫叫", "暂叫", "都叫他", "都叫她", "家人叫他", "家人叫她",
        "大家叫他", "大家叫她", "人家叫他", "人家叫她", "自稱", "自称", "化名", "真名", "本名",
    ),
    "introduced": ("我叫", "我叫做", "我名叫", "名字叫", "名字是", "名叫", "姓名叫", "姓名是", "人稱", "人称", "原名", "叫做"),
}  # fmt: skip
_INTRODUCED: Final = re.compile(f"[做是]?[ :「『\"“]{{0,2}}([{HAN}]{{2,4}})(?![{HAN}])")
_FIELD_GAP: Final = re.compile(r"[ \t]{0,2}:?[ \t]{0,2}")
_LISTED: Final = frozenset(["、"])
_MOST_PARTS: Final = 24
_PLACES: Final = frozenset(["急診", "急诊", "病房", "門診", "门诊", "藥局", "药房", "藥房", "櫃檯", "柜台", "批價", "檢驗"])
_AFFIX: Final = frozenset("阿小老大")
_GAP: Final = re.compile(r"[ \t]{0,2}(?:[\"'「『“(][ \t]?)?")
# What two people do together: 與芷涵訂婚, 和雅婷吵架
_TOGETHER: Final = (
    "訂婚", "订婚", "結婚", "结婚", "離婚", "离婚", "分手", "交往", "同居", "復合", "复合", "爭執", "争执", "爭吵", "争吵", "吵架",
    "口角", "同住", "聊天", "見面", "见面", "通話", "通话", "相處", "相处", "相戀", "相恋", "和好",
)  # fmt: skip
_RUN: Final = re.compile(f"[{HAN}]{{2,8}}")
_ASPECT: Final = frozenset("著着過过了")
_QUOTES: Final = frozenset("「『“\"'")
_KIN: Final = frozenset("公嬤嬷媽妈伯姨婆叔嫂姑舅爸爹哥姐姊弟妹嬸婶爺爷嗎吗啊呀是們们的了個个")


# One of these stands in every name that no cue announces; letters that mask stand behind a surname.
_SIGN: Final = re.compile(f"[阿小老大哥姐姊嫂嬸婶仔氏{DOT}「『“\"'○〇◯□●⭕◎ＯOoXＸx*＊某](?:(?<![ＯOoXＸx*＊])|(?<=[{HAN}].))")


@cache
def _married() -> re.Pattern[str]:
    """王张氏, 赵王氏: two surnames of a woman of old."""
    usual = surname_characters(-2.8)
    return re.compile(f"(?<![{HAN}])[{usual}]{{2}}氏(?![{HAN}])|(?<=[{HAN}])[{surname_characters(-2.2)}]{{2}}氏(?![{HAN}])")


@cache
def _parts(kind: str) -> frozenset[str]:
    listed = [part for name, text in rows("minority_names") if name == kind for part in text.split(" ")]
    first = str.maketrans({base: others[0] for base, others in variants().items()})
    return frozenset({*listed, *(part.translate(first) for part in listed)})


def _tibetan(page: Page) -> Iterator[Span]:
    """Two parts of a Tibetan name side by side; one part alone is a name only with a cue."""
    before: tuple[int, int] | None = None
    text = page.text
    for start, end in page.cues.get("tibetan", NO_CUES):
        linked = start and text[start - 1] in "由與与和跟及" and starts_right(text[end : end + 3])
        if linked:
            yield page.span(start, end, "NAME", None, SOURCE, 0.6)
        if before and before[1] == start:
            yield page.span(before[0], end, "NAME", _kind(page.text, before[0], end), SOURCE, 0.82)
        before = start, end


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    yield from _shaped(page)
    for category, kind in CATEGORIES.items():
        for start, end in page.cues.get(category, NO_CUES):
            if end - start == 1:
                continue
            gap = _GAP.match(text, end)
            at = gap.end() if gap else end
            if text[at : at + 1] >= "\u3400":
                yield from _given_only(page, at, kind)
                if text[at : at + 1] == text[at + 1 : at + 2]:
                    yield from _nickname(page, at)
    for category in ("field_staff", "field_relative", "rank"):
        for _, end in page.cues.get(category, NO_CUES):
            gap = _FIELD_GAP.match(text, end)
            at = gap.end() if gap else end
            if text[at : at + 1] in _AFFIX and is_han(text[at + 1 : at + 2] or " "):
                yield from _nickname(page, at, role="relative" if category == "field_relative" else "staff")
    for titled in _OLD_NICK.finditer(text):  # 阿土伯, 阿水嬸
        if text[titled.start() + 1] not in _KIN and stands_alone(text, titled.start()):
            yield page.span(*titled.span(), "NAME", _kind(text, *titled.span()), SOURCE, 0.82)
    for elder in _ELDER.finditer(text):
        yield from _elder(page, elder.start() - 1, elder.end())
    for nick in _NICK.finditer(text):
        yield from _nickname(page, nick.start() + (nick[1] is not None))


def _shaped(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in masked(text):
        yield page.span(start, end, "NAME", _kind(text, start, end), SOURCE, 0.82)
    if dotted(text):
        looked_for: set[str] = set()
        for found in DOTTED.finditer(text):
            start, end = trim_dotted(text, *found.span())
            parts = re.split(f"[{DOT}]", text[start:end])
            odd = any(strangeness(part) > 3.9 for part in parts if len(part) > 1) or _is_sounded(text, (start, end))
            if odd and text[start - 1 : start] != "《" and text[end : end + 1] not in _DISEASE:
                kind = _kind(text, start, end)
                yield page.span(start, end, "NAME", kind, SOURCE, 0.85)
                for part in (parts[0], parts[-1]):
                    if part not in looked_for and len(looked_for) < _MOST_PARTS:
                        looked_for.add(part)
                        yield from _alone(page, part, (start, end), kind)
        for found in _apart().finditer(text):
            if sum(transcribed_margin(part, 0, len(part)) for part in found.groups()) > 3:
                yield page.span(*found.span(), "NAME", _kind(text, *found.span()), SOURCE, 0.8)
    yield from _tibetan(page)
    for start, _ in page.cues.get("together", NO_CUES):  # 與芷涵訂婚
        for at in (start - 3, start - 4):
            if at >= 0 and text[at] in "與和跟与" and name_like(text[at + 1 : start]):
                yield page.span(at + 1, start, "NAME", "third_party", SOURCE, 0.6)
    if "氏" in text:
        for found in _married().finditer(text):
            yield page.span(*found.span(), "NAME", _kind(text, *found.span()), SOURCE, 0.82)
        for found in _VIETNAMESE.finditer(text):
            end = found.start() + (4 if given_weight(found[0][3:4]) > -4.6 and not _is_word_start(text, found.start() + 3) else 3)
            if given_weight(found[0][2]) > -4.8 and found[0][2] not in "症病徵征菌時时後后":
                yield page.span(found.start(), min(end, found.end()), "NAME", _kind(text, *found.span()), SOURCE, 0.82)
    yield from _called(page)


@cache
def _apart() -> re.Pattern[str]:
    """徹摩斯 · 卡阿斯: blanks around the interpunct."""
    letters = "".join(sorted(letter_class()))
    return re.compile(f"([{letters}]{{2,6}}) [{DOT}] ([{letters}]{{2,6}})(?![{HAN}])")


def _is_sounded(text: str, place: tuple[int, int]) -> bool:
    """买买提·热合曼, 麥可·威克斯: all characters but the interpunct are such as write other tongues."""
    return all(char in DOT or char in letter_class() for char in text[slice(*place)].replace("不都", ""))


def _alone(page: Page, part: str, whole: tuple[int, int], kind: str | None) -> Iterator[Span]:
    """巴奈 of 巴奈‧古穆 wherever it stands again in the note, if no words explain it."""
    text = page.text
    if len(part) < 2 or strangeness(part) < 3.7:
        return
    at = text.find(part)
    while at >= 0:
        end = at + len(part)
        if not whole[0] <= at < whole[1] and text[at - 1 : at] not in DOT and text[end : end + 1] not in DOT:
            yield page.span(at, end, "NAME", kind, SOURCE, 0.8)
        at = text.find(part, end)


def _called(page: Page) -> Iterator[Span]:
    """Behind 我叫, 暱稱, 乳名."""
    text = page.text
    for _, end in page.cues.get("introduced", NO_CUES):
        found = _INTRODUCED.match(text, end)
        base = found[1].translate(to_base()) if found else ""
        if found and (base not in tables().words or base in word_names()) and base not in never() and base not in role_of() and strangeness(base) > 3.0:
            yield page.span(*found.span(1), "NAME", None, SOURCE, 0.82)
    for _, end in page.cues.get("nicknamed", NO_CUES):
        found = _NICKNAMED.match(text, end)
        if found:
            which = 1 if found[1] else 2
            base = found[which].translate(to_base())
            if base not in never() and base not in role_of() and (which == 1 or base[:1] not in "无不未是有姓住"):
                yield page.span(*found.span(which), "NAME", None, SOURCE, 0.82)


def _elder(page: Page, start: int, end: int) -> Iterator[Span]:
    """凱哥, 曼姊 behind a role or verb, before a border or verb."""
    text = page.text
    if start < 1 or text[start] < "\u3400":
        return
    after = text[end : end + 1]
    if text[start] in _NOT_BEFORE_KIN or text[start] == text[start + 1] or given_weight(text[start]) < -4.0:
        return
    if text[end - 1] == "仔" and _is_dear(text, start, end):
        yield page.span(start, end, "NAME", None, SOURCE, 0.8)
        return
    role = role_before(text, start)
    if role in {None, "staff"} and "\u3400" <= after < "\ufa00" and not starts_right(text[end : end + 3]):
        return
    left = text[start - 1]
    if text[start:end].translate(to_base()) not in tables().words and (role not in {None, "staff"} or left in left_words() or text[start - 2 : start] in left_words()):
        yield page.span(start, end, "NAME", role if role != "staff" else None, SOURCE, 0.8)


def _is_dear(text: str, start: int, end: int) -> bool:
    """「慧仔」, (輝仔一天兩包, 兒翔仔: a character of given names and 仔 behind a quotation mark, a bracket or kin."""
    left = text[start - 1]
    if left not in _QUOTES and left not in "(兒儿媳跟和":
        return False
    return given_weight(text[start]) > -4.0 and text[start:end].translate(to_base()) not in tables().words and text[start] not in "牛豬猪公狗雞鸡打細细古靚靓飛飞擔担"


def _kind(text: str, start: int, end: int) -> str | None:
    kind = whose(text, start, end)
    return None if kind == "staff" else kind


def _is_word_start(text: str, at: int) -> bool:
    return text[at : at + 2].translate(to_base()) in tables().words


def _given_only(page: Page, at: int, kind: str) -> Iterator[Span]:
    """A given name alone right behind a role word: 友人芷涵, 先生達拉, 其弟扎西次仁."""
    text = page.text
    run = _RUN.match(text, at)
    if run is None:
        return
    single, tibetan = _parts("single"), _parts("tibetan")
    for size in range(min(5, len(run[0])), 1, -1):
        part = run[0][:size]
        if (part in single or part in tibetan) and (len(run[0]) == size or starts_right(run[0][size:])):
            yield page.span(at, at + size, "NAME", kind, SOURCE, 0.8)
            return
    pair = run[0][:2].translate(to_base())
    if (pair in tables().words and pair not in usual_given()) or run[0][0] == "姓" or _led_by_kin(run[0]):
        return
    for size in (4, 3, 2):
        piece = run[0][:size]
        rest = run[0][size:]
        if len(piece) < size or piece[0] in left_words() or (rest and not starts_right(rest) and rest[:2] not in role_of()):
            continue
        base = piece.translate(to_base())
        if piece[-1] in _ASPECT:
            continue
        usual = base in usual_given() and kind != "patient"
        if base in never() or base in role_of() or (base in tables().words and not usual):
            continue
        if kind == "patient":
            fit = all(given_weight(c) > -3.3 for c in piece) and strangeness(piece) > (3.9 if size > 2 else 4.1)
        else:
            fit = min(map(given_weight, piece)) > -4.3 and sum(map(given_weight, piece)) > -3.7 * size and strangeness(piece) > 3.8
        if usual or fit:
            yield page.span(at, without_next_word(text, at, at + size), "NAME", kind, SOURCE, 0.8)
            return


def _led_by_kin(run: str) -> bool:
    """家屬(女何佳穎), 家屬(姊姊穆芳): a word of kinship stands before the name; other rules read behind it."""
    return run[:2] in role_of() or (run[0] in "女子媳婿夫妻兒儿孫孙" and len(run) > 2 and (surname_weight(run[1]) or -9.0) > -3.4)


def _nickname(page: Page, start: int, *, role: str | None = None) -> Iterator[Span]:
    text = page.text
    first, second = text[start], text[start + 1]
    if second in _KIN or (first + second).translate(to_base()) in never() or (first + second).translate(to_base()) in role_of():
        return
    told = role or ("staff" if text[max(0, start - 2) : start] in _PLACES else None)
    role = told or role_before(text, start)
    pair = (first + second).translate(to_base())
    is_nick = first in "小老" and (surname_weight(second) or -9.0) > -2.8
    if first == "大" and first != second and (surname_weight(second) or -9.0) < -2.8:  # 家屬大吵
        return
    if role and first in "小大老" and first != second and pair in tables().words and pair not in word_names() and not is_nick:  # 孕婦小心, 助理大家
        return
    is_word = not role and pair in tables().words and pair not in word_names() and not (is_nick and text[start - 1 : start] in _LISTED)
    if is_word and (first != "阿" or given_weight(second) < -3.2 or is_clinical_word(pair)):
        return
    share = given_weight(second)
    if first in "小老" and first != second:
        weight = surname_weight(second) or -9.0
        share = max(share - (1.5 if first == "老" else 0.4), weight if weight > -2.6 else -9.0)
    after = text[start + 2 : start + 3]
    if "\u3400" <= after < "\ufa00" and not role and not starts_right(text[start + 2 : start + 5]) and text[start - 1 : start] not in _QUOTES:
        return
    prior = _border(text, start, role) + (0.8 if first == "阿" else 0.0)
    left, right = around(text, start, start + 2)
    window = text[left:right].translate(to_base())
    named = words_cost(window[: start - left]) + share + words_cost(window[start + 2 - left :])
    if first == second:
        if not role and text[start - 1 : start] not in _QUOTES:
            return
        prior -= 0.3
    if named + prior - words_cost(window) > 0:
        label, kind = label_for(told or whose(text, start, start + 2))
        yield page.span(start, start + 2, label, kind, SOURCE, 0.8 if role else 0.6)


def _border(text: str, start: int, role: str | None) -> float:
    """The prior for a nickname by what stands on its left and right."""
    prior = -3.6
    before = text[start - 1] if start else "\n"
    if role:
        prior += 2.2
    elif before in _QUOTES:
        prior += 1.8
    elif before < "\u3400" or before in left_words() or text[max(0, start - 2) : start] in left_words():
        prior += 0.9
    else:
        prior -= 1.0
    after = text[start + 2 : start + 3]
    if not after or after < "\u3400" or after > "\ufa00":
        return prior + 0.8
    return prior + (0.6 if starts_right(text[start + 2 : start + 5]) else -0.8)


RULES = (
    Rule("name_nickname", find, {"tibetan": tuple(sorted(_parts("tibetan"))), "together": _TOGETHER, **_CALLED}, needs=(*CATEGORIES, "tibetan", "together", *_CALLED, _SIGN)),
)
