"""Han names without a label in lists and headers: `#12 麥品瑄 6601932 F29`, `801 黃連 DNR已簽`, `安吉 男 4B-02`.

A short stretch between borders right before a sex, an age, a chart or national number, or right behind a bed
at the start of a line, is a name also where it is a word otherwise, unless the line gives a reference range
(`血紅素 男 13-18`), a dose or a heading. Source: catalogue 3.1, 7.3; ward lists and handover sheets.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> [(s.start, s.end) for s in detector(RULES)(Document("1", "車銘信 41M SCI\\n801 黃連 DNR已簽\\n血紅素 男 13-18"))]
[(0, 3), (16, 18)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import ascii_letters, digits
from typing import Final

from incognote.detect.han_shapes import HAN, runs
from incognote.detect.name_words import ends_in_title, never, starts_right, word_names
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.scan import lines
from incognote.detect.vouched import read_expected
from incognote.document import Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import name_likelihood, surname_weight, tables, vouched_margin
from incognote.names.search import is_clinical_word
from incognote.names.tables import to_base

SOURCE: Final = "rules/name_han_list"
_RANGE: Final = r"(?![ \t:]{0,2}[<>≤≥~]|[ \t:]{0,2}\d{1,4}(?:\.\d+)?[ \t]?[-~–][ \t]?\d|[ \t:]{0,2}\d+\.\d)"
_MAY_FOLLOW: Final = frozenset(" \t,|/(、MF♂♀0123456789ABCDEFGHIJKLNOPQRSTUVWXYZ")
_BEHIND: Final = re.compile(
    rf"[ \t]{{0,3}}(?:[,|/(、][ \t]?)?"
    rf"(?:((?:[男女](?![{HAN}]|性)|[MF](?![A-Za-z.])|[♂♀]|[男女](?=[嬰婴]|,|性?,)){_RANGE}|\d{{1,3}}[ -]?(?:[歲岁]|[yY](?:/?o)?(?![A-Za-z])|[MF](?![A-Za-z])))"
    r"|(?<=[ \t|,(/])(\d{6,10})(?![\d.-])|([A-Z][12389]\d{8}|(?<!\d)\d{17}[\dXx])(?!\d))"
)
_LINE_BED: Final = re.compile(
    rf"[ \t*#]*(?:[A-Za-z]{{0,4}}\d{{1,4}}[A-Za-z]?(?:-\d{{1,2}})?|[急加隔離离觀观紅红黃黄綠绿黑]{{1,2}}\d{{1,3}}|[保護护留觀观室]{{3}}\d|[一二三四五六七八九十]{{1,2}}(?=[、.]))"
    rf"[ \t]?(?:床|[.、:)|])?[ \t]{{0,3}}(?!(?<=\d)[年月日天次歲岁週周時时])([{HAN}]{{2,4}})"
)
_LINE_BED_HEADS: Final = frozenset(" \t*#急加隔離离觀观紅红黃黄綠绿黑保留一二三四五六七八九十" + ascii_letters + digits)
_BED: Final = re.compile(rf"床[ \t]{{0,3}}([{HAN}]{{2,4}})")
_NUMBER_BEFORE: Final = re.compile(r"(?<![\d.])(?:[A-Z]?\d{1,3}|加\d{1,2}|\d{1,3}-\d{1,2})\Z")
_FIRM_BED: Final = re.compile(r"(?:\d{3,4}|[A-Z]\d{2,3}|\d{1,4}[A-Z]?-\d{1,2}|\d{1,3}床|[急加隔離离觀观]{1,2}\d{1,3}|#\d{1,3}|[紅红黃黄綠绿黑室]\d|\d{1,3}[ \t]?\|)[ \t:|]{0,3}\Z")
_SEXED: Final = re.compile(r"[ \t,/|]{1,3}[男女MF]")
_DOSE: Final = re.compile(r"[ \t]{0,2}(?:\d|[x×*]|[gG克錢钱](?![A-Za-z]))")


@cache
def _headings() -> frozenset[str]:
    """Words that stand before a sex, an age or a number and are nobody's name, in base characters."""
    listed = "成人 儿童 男性 女性 新生儿 外籍 本籍 本国 年龄 性别 参考值 正常值 早产儿 足月 未婚 已婚 离婚 丧偶 单身 婴儿 病历 病历号 电话 手机 分机 专线 传真 统编 单号 编号 序号 身分证 居留证 健保卡 护照 床号 体重 身高 预约 挂号 批号 日期 生日 出生 独居 同住 初诊 复诊 急诊 门诊 住院 出院 转入 转出 转院 入院 无名 路倒 乘客 驾驶 双胞胎 独生 足月产 剖腹产 个案 案主 病患 患者 病人 伤者 死者 案号 里程 印尼 越南 菲律宾 泰国 日本 韩国 美国 中国 台湾 汉族 回族 藏族 彝族 壮族 满族 苗族 蒙族"
    return frozenset(listed.split(" "))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    if text.isascii():
        return
    for start, end in runs(text):
        if 1 < end - start < 5 and text[end : end + 1] in _MAY_FOLLOW:
            found = _BEHIND.match(text, end)
            if found:
                yield from _before(page, start, end, found)
        elif 2 < end - start < 6 and text[end - 1] in "男女":  # 王小明男, 45
            found = _BEHIND.match(text, end - 1)
            if found:
                yield from _before(page, start, end - 1, found)
    for at in lines(text):
        if text[at : at + 1] in _LINE_BED_HEADS and (line := _LINE_BED.match(text, at)):
            yield from _behind_bed(page, line)
    for found in _BED.finditer(text):
        if _NUMBER_BEFORE.search(text, max(0, found.start() - 6), found.start()):
            yield from _behind_bed(page, found)


def _excluded(name: str, base: str) -> bool:
    return base in _headings() or base in role_of() or ends_in_title(name) or name in left_words()


def _before(page: Page, start: int, end: int, found: re.Match[str]) -> Iterator[Span]:
    """The stretch before a sex, an age or a number."""
    text = page.text
    name, number = text[start:end], found[2]
    base = name.translate(to_base())
    if _excluded(name, base) or base[:2] in _headings():
        return
    weight = surname_weight(name[:2]) or surname_weight(name[0]) or -9.0
    first = _begins(text, start)
    if base in tables().words or base in never():
        fit = base in word_names() or (name_likelihood(base)[0] > -9.3 and weight > -4.8)
        fit = fit and (first or base in word_names()) and (not number or (first and _SEXED.match(text, found.end()) is not None))
    elif number:
        fit = weight > -4.8 and vouched_margin(text, start, end) > (-0.5 if first else 0.4)
    else:
        margin = vouched_margin(text, start, end)
        fit = margin > ((-2.4 if first else -0.9) if weight > -4.8 else (0.0 if first else 1.0))
    if fit:
        yield page.span(start, end, "NAME", "patient", SOURCE, 0.85)


def _begins(text: str, start: int) -> bool:
    """Whether `start` is the start of a line, or only a number or bed stands before it there."""
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip(" \t*#-.、|:,()0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ床")


def _behind_bed(page: Page, found: re.Match[str]) -> Iterator[Span]:
    text, start = page.text, found.start(1)
    run = found[1]
    firm = _FIRM_BED.search(text, max(0, start - 9), start) is not None
    read = read_expected(text, start, prior=0.3 if firm else -0.4, least=0.4 if firm else 1.2)
    if read is None and firm:
        for size in (4, 3, 2):
            name, rest = run[:size], text[start + size : start + size + 3]
            base = name.translate(to_base())
            if len(name) < size or (rest[:1] >= "\u3400" and not starts_right(rest)) or _DOSE.match(text, start + size):
                continue
            if not _excluded(name, base) and base not in never() and _may_be_name(base):
                yield page.span(start, start + size, "NAME", "patient", SOURCE, 0.82)
                return
    if read and _DOSE.match(text, read.end) and is_clinical_word(text[start : read.end].translate(to_base())):  # 702 黃芪 15g
        return
    if read and not _excluded(text[start : read.end], text[start : read.end].translate(to_base())):
        yield page.span(start, read.end, "NAME", "patient", SOURCE, 0.82)


def _may_be_name(base: str) -> bool:
    """石斛, 黃連 behind a bed: a word with a surname that people bear."""
    return base in word_names() or (name_likelihood(base)[0] > -8.8 and not is_clinical_word(base))


RULES = (Rule("name_han_list", find),)
