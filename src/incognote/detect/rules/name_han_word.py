"""Han names that are words, beside a role or a title: 病人何首烏服何首烏6g, 石膏先生, 記錄者：馬尾, 患者方便，男.

The role alone is not enough (病人安全, 病人康復中, 家屬焦慮): what stands behind decides. A sex or an age, a verb of
speech, the same word once more right after, or the end of a signature make the word a name. Source: catalogue 3.2.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "江山說昨夜未睡。江山如畫"))]
[(0, 2)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.name_words import never, placeholders, starts_right, word_names
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.name_han_role import CATEGORIES
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for
from incognote.document import Span
from incognote.names.cues import left_words, right_words, role_of, titles
from incognote.names.likelihood import based, given_weight, is_han, surname_characters, surname_weight, tables
from incognote.names.search import is_clinical_word
from incognote.names.tables import rows, to_base, variants

SOURCE: Final = "rules/name_han_word"
_KINDS: Final = {**CATEGORIES, "field_staff": "staff", "title_staff": "staff"}
_LEAST: Final = -4.9
_GAP: Final = re.compile(r"[ \t]{0,3}:?[ \t]{0,2}")
_SEXED: Final = re.compile(r"[ \t]{0,2}[,(/]?[ \t]?(?:[男女](?![\u3400-\u9fff]|性[病化])|[男女]性?[,，]|\d{1,3}[ -]?[歲岁])")
_SPEAKS: Final = re.compile(
    r"(?:[說说](?![明法服成])|表示|主[訴诉]|自[述訴诉]|否[認认]|[訴诉](?![求訟讼])|[稱称](?![呼職职])|[簽签][名字收]|陪[同伴]|代[述訴诉]|[來来](?:[電电][告詢]|[診诊]|[訪访])|裁定|[護护]送|到院|就[醫医])"
)
_WHEN: Final = re.compile(r"[於于](?:[\d昨今前]|[一二三]天)|今[晨早日天]|昨[晚夜日天]|夜[間间]|[一二三兩两0-9]{1,2}天前")
_DOES: Final = re.compile(
    r"[醒][來来]第|[遲迟]到|平日|[係系][^ \n,。]{1,6}之|已?(?:[報报]修|[訪访][視视]|到[場场])|[技手][術术法][好佳差]|[ ]?[說说](?![明法服成])|[(](?:朋友|友人|老[大二三四]|室友|同事)|背[藥药包]|[帶带][著着了]|被[^ ,。]{1,8}打"
)
_FIRMLY: Final = re.compile(r"本人|女士|[(](?:小名|乳名|街坊|[綽绰]|[暱昵]|外[號号]|[家大])")
_SINCE: Final = re.compile(r"[於于](?:\d{1,2}[天日月周小年]|昨[日晚夜天]|今[日晨早])")
_ENDS: Final = re.compile(r"[ \t]*(?:[,。;、)/\n]|\Z|[ \t]{2}|[ \t](?=[\u3400-\u9fff]{2,5}[: ]|\d{2,4}[./-]\d))")
_RECORDED: Final = re.compile(r"(?:[者人]|[簽签][名章字])\Z")
_CHECKED: Final = re.compile(r"(?:[審审覆複复]核|核[對对]|[記记紀纪][錄录])\Z")
_SIGNED: Final = re.compile(r"(?:巡[回迴]|器械|刷手|流動|流动|主刀|助手|[一二三]助|[者人]|[師师医]|[醫医]生|大夫|主治|[轉转]介|志工|[護护]士|[簽签][名章字])\Z")
_DOSED: Final = re.compile(r"[吃喝用服及和或與与][^一-鿿]?|[ \t]{0,2}\d+(?:\.\d+)?[ \t]?(?:m?g|克|錢|钱|ml|片|粒)")
_NEXT: Final = re.compile(r"[ \t]{0,2}[、,]?[ \t]{0,2}(?:[技護护醫医藥药]?[師师士]|[護护]士|技[師师]|一助|二助|[審审]核|[寶宝][寶宝]|媳[婦妇]|女[兒儿]|[兒儿]子|[(（]?(?:朋友|老[大二三四五]))")
_VAGUE: Final = frozenset(["家屬", "家属", "家人", "親屬", "亲属", "手足", "親友", "亲友", "民眾", "民众", "男子", "女子", "記錄", "记录", "紀錄", "評估", "评估", "登記", "登记", "執行", "指導", "指导", "對象", "对象"])
_APART: Final = frozenset("與与和及跟同、或以的是為为即乃等\n")
_COURTESY: Final = frozenset(["先生", "小姐", "女士", "伯伯", "奶奶", "阿嬤", "阿公", "大哥", "大姐", "大姊", "同學", "同学"])


@cache
def _opens() -> re.Pattern[str]:
    """The start of a sentence before what may be a surname and one of the words that people are called."""
    second = "".join(sorted({char for word in word_names() for char in word[1] + variants().get(word[1], "")}))
    return re.compile(rf"[。;,\n(][ \t]*(?=[{surname_characters(_LEAST)}](?:[{second}]|[\u3400-\u9fff][於于]))")


@cache
def _usage(kind: str) -> frozenset[str]:
    """Words of one kind of `word_usage`, in base characters."""
    return frozenset(word.translate(to_base()) for name, text in rows("word_usage") if name == kind for word in text.split(" "))


@cache
def _mere() -> frozenset[str]:
    return _usage("state") | _usage("act")


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for category, kind in _KINDS.items():
        for start, end in page.cues.get(category, NO_CUES):
            if end - start > 1:
                yield from _behind(page, start, end, kind)
    yield from _opening(page)
    yield from _themselves(page)
    for start, end in page.cues.get("title_person", NO_CUES):
        if text[start:end] in _COURTESY and start > 1 and is_han(text[start - 1]) and is_han(text[start - 2]):
            yield from _before(page, start)


def _is_firm(base: str) -> bool:
    """何必, 江山: a word that people are called and that says nothing about a patient."""
    return base in word_names() and base not in never()


def _is_unexplained(base: str) -> bool:
    return base not in tables().words or (base in word_names() and base not in _mere() and not is_clinical_word(base))


def _opening(page: Page) -> Iterator[Span]:
    """于洋于3天前, 安然今晨訴頭暈, 江山說: a word that people are called at the start of a sentence, then when or a verb of speech."""
    text = page.text
    first = len(text) - len(text.lstrip(" \t"))
    for at in (first, *[found.end() for found in _opens().finditer(text)]):
        if not is_han(text[at + 1 : at + 2] or " "):
            continue
        if (surname_weight(text[at]) or -9.0) < _LEAST:
            continue
        if _SINCE.match(text, at + 2) and given_weight(text[at + 1]) > -3.6 and _is_unexplained(based(text)[at : at + 2]):
            yield page.span(at, at + 2, "NAME", None, SOURCE, 0.8)  # 于安於昨日
            continue
        for size in (3, 2):
            base = based(text)[at : at + size]
            if base in word_names() and (_FIRMLY.match(text, at + size) or (base not in _mere() and _DOES.match(text, at + size))):
                yield page.span(at, at + size, "NAME", None, SOURCE, 0.8)
                break
            if base in word_names() and base not in _mere():
                if _SPEAKS.match(text, at + size) or (_WHEN.match(text, at + size) and not is_clinical_word(base)):
                    yield page.span(at, at + size, "NAME", None, SOURCE, 0.8)
                break


def _themselves(page: Page) -> Iterator[Span]:
    """舒暢本人未接, 李敏本人: what stands between a border and 本人 is a name, if it begins like one."""
    text, at = page.text, page.text.find("本人")
    while at >= 0:
        for size in (3, 2):
            start = at - size
            if start < 0 or not all(map(is_han, text[start:at])) or (start and is_han(text[start - 1])) or (surname_weight(text[start]) or -9.0) < _LEAST:
                continue
            base = based(text)[start:at]
            if base not in role_of() and base not in placeholders() and base not in _usage("act") and given_weight(text[at - 1]) > -4.6:
                yield page.span(start, at, "NAME", None, SOURCE, 0.82)
                break
        at = text.find("本人", at + 2)


def _word(text: str, start: int, end: int) -> str | None:
    """`text[start:end]` in base characters if it is a word that begins like a name and no role or placeholder."""
    base = based(text)[start:end]
    if len(base) < end - start or base not in tables().words or base in placeholders() or base in role_of():
        return None
    piece = text[start:end]
    return None if piece in titles() or piece[-2:] in titles() or piece in left_words() or piece in right_words() else base


def _behind(page: Page, start: int, end: int, kind: str) -> Iterator[Span]:
    text = page.text
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at + 1 >= len(text) or (surname_weight(text[at]) or -9.0) < _LEAST or not is_han(text[at + 1]):
        return
    if _SINCE.match(text, at + 2) and given_weight(text[at + 1]) > -3.6 and based(text)[at : at + 2] not in tables().words:
        label, attribute = label_for(kind)
        yield page.span(at, at + 2, label, attribute, SOURCE, 0.85)
        return
    for size in (3, 2):
        base = _word(text, at, at + size)
        if base and _is_name(text, (start, end), (at, at + size), base, kind):
            label, attribute = label_for(kind)
            yield page.span(at, at + size, label, attribute, SOURCE, 0.85)
            return


def _is_name(text: str, cue: tuple[int, int], word: tuple[int, int], base: str, kind: str) -> bool:
    at, end = word
    if base not in _usage("act") and _SEXED.match(text, end):
        return True
    if _echoes(text, at, end, base):
        return True
    if base not in _mere() and _SPEAKS.match(text, end):
        return True
    if base not in _mere() and not is_clinical_word(base) and (_WHEN.match(text, end) or (_is_firm(base) and _ENDS.match(text, end))):
        return True
    if kind != "patient" and base in word_names() and base not in _mere() and text[cue[0] : cue[1]] not in _VAGUE and _acts(text, end, base):
        return True
    if kind != "staff" or at == cue[1] or base in _usage("act") or not _ENDS.match(text, end):
        return False
    if _SIGNED.search(text, cue[0], cue[1]) is None and not (base in word_names() and base not in _mere() and ":" in text[cue[1] : at] and _CHECKED.search(text, cue[0], cue[1])):
        return False
    if ":" in text[cue[1] : at]:
        return base not in _usage("state") or _RECORDED.search(text, cue[0], cue[1]) is not None
    return base not in _usage("state") and (not cue[0] or not is_han(text[cue[0] - 1]))


def _acts(text: str, end: int, base: str) -> bool:
    """Whether what stands behind is what a person does: 兒子石榴接手, 技師華麗 護士林娜, never 太太杜仲 15g."""
    rest = text[end : end + 3]
    if _DOSED.match(text, end):
        return False
    return starts_right(rest) or bool(_NEXT.match(text, end)) or (not is_clinical_word(base) and bool(_ENDS.match(text, end)) and base not in never())


def _echoes(text: str, at: int, end: int, base: str) -> bool:
    """何首烏服何首烏6g, 单纯，单纯疱疹: the word again within three characters; a state needs no pause between."""
    if base in _usage("act"):
        return False
    seen = based(text)
    again = seen.find(base, end, end + 3 + len(base))
    between = text[end:again]
    if again < 0 or any(char in _APART for char in between):
        return False
    return bool(between.strip(" ,")) if base in _usage("state") and between[:1] != "," else base not in _usage("state")


def _before(page: Page, end: int) -> Iterator[Span]:
    """石膏先生, 今由施打先生陪同: a word that begins like a name before a courtesy title, with a border to its left."""
    text = page.text
    for start in (end - 3, end - 2):
        if start < 0 or (surname_weight(text[start]) or -9.0) < _LEAST:
            continue
        left = text[start - 1] if start else "\n"
        if is_han(left) and left not in left_words() and text[start - 2 : start] not in left_words():
            continue
        base = _word(text, start, end)
        if base and (base not in _mere() or _echoed(text, end, base)):
            yield page.span(start, end, "NAME", None, SOURCE, 0.85)
            return


def _echoed(text: str, end: int, base: str) -> bool:
    return based(text).find(base, end, end + 6 + len(base)) >= 0


RULES = (Rule("name_han_word", find),)
