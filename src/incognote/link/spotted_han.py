"""The spans of Chinese names as a report writes them: behind labels, in lists of the family, without the department before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import PERSON_LABELS
from incognote.link.role_words import Hit, role_of
from incognote.link.short_han import aliases, latin_behind, short_forms, without_lead
from incognote.names.lexicon import surname_weight, tables
from incognote.names.search import cuts_a_word, is_clinical, is_clinical_word
from incognote.names.tables import to_base
from incognote.names.variants import parts_of

_SCORE: Final = 0.8
_LABELLED: Final = re.compile(r"[ \t　]{0,2}(?:[：:]|為(?!了)|是(?!否|不|因))[ \t　]{0,3}([\u3400-\u9fff]{2,4}?)(?=[ \t　]*(?:[，,、；;。（(|｜/\n]|\Z)|[ 　]+[\d男女]|[ 　]+[\u3400-\u9fff])")
_SPACED: Final = re.compile(r"(?:\A|[\n|｜\t])[ 　]*([\u3400-\u9fff](?:[ 　]{0,6}[\u3400-\u9fff]){0,5})[ 　]*[：:|｜\t][ 　]*([\u3400-\u9fff](?:[ 　]{1,2}[\u3400-\u9fff]){1,3})(?=[ 　]*(?:[\n|｜\t（(，,；;]|\Z))")
_NAME_LABELS: Final = frozenset({"姓名", "案主姓名", "中文姓名"})
_KIN_ENDS: Final = frozenset("母父兄弟姊姐妹嬤公婆爺奶伯叔姑姨舅嬸人師工員媽爸爹娘童導")
_GRAMMAR: Final = frozenset("但由和與及跟把被讓叫帶向對為是而後前時使請問說稱及且或並")
_BEHIND: Final = re.compile(r"([\u3400-\u9fff]{3})(?=[係為是遭被於在說稱因與和及同所將，。、；（(：:,\n ]|\Z)")
_ONE_CHILD: Final = re.compile(r"[一二兩三](?:子|女)([\u3400-\u9fff]{3})(?=[，。、；（(]|\Z)")
_IN_CASE: Final = frozenset({"alleged", "child", "notifier"})
_COMMON: Final = -4.5
"""The logarithm of a surname's share above which it is believed beside a word for somebody."""
_HAN_ONLY: Final = re.compile(r"[\u3400-\u9fff]+")
_TITLED: Final = re.compile(r"(?:先生|小姐|女士|太太|醫師|老師|主任|社工|媽媽|爸爸|阿姨|伯伯|叔叔|阿嬤|阿公|同學)\Z")
_VERB: Final = re.compile(r"(?<=[；;，,。、\n 　])([\u3400-\u9fff]{2,3})[ 　](?=被|遭|說|稱|表示|由)")
_VICTIMS: Final = re.compile(r"被害|受害|案主|兒少|目睹")
_DEPARTMENT: Final = re.compile(r"(?:骨|外|內|小兒|兒|眼|牙|婦產|急診|精神|神經外|神經內|復健|放射|身心|皮膚|泌尿|耳鼻喉|家醫|心智|整形外|小兒外|一般外|心臟內|胸腔內)科")
_DOTS: Final = re.compile("[·‧・.]")
_NOT_NAMES: Final = frozenset(
    "同父異母 同母異父 不詳 未知 無業 無職 不明 同上 同左 高中 高職 高工 高齡 高雄 安置 安全 安靜 否認 拒絕 許可 成年 方面 連絡 應召 簡易 單親 商人 農民 工人 平常 萬華 溫和 祝福 康復 文盲 易怒 "
    "白天 白班 黃昏 水電 金融 施工 包商 詹姆 江湖 關係 關切 計程 常客 成員 相關 相處 全家 全職 全日 時常 時而 時薪 何時 何人 何處 於家 于家 應為 能力 能夠 連續 連假 任職 任教 甘願 巫醫 "
    "房東 房客 店員 支援 支持 管教 管理 解離 解決 向來 向警 路過 路人 路邊 車禍 車主 車上 班長 班導 班級 馬上 牛肉 羊肉 花蓮 邊緣 樓上 樓下 包括 包含 應該 應予 從事 從未 別人 別居 利用 查無 查訪 查證 練習".split()
)


def cued_han(text: str, words: Sequence[Hit], spans: Sequence[Span]) -> list[Span]:
    """`spans` with the names that stand behind a label for somebody or, of a family named elsewhere, before a verb.

    >>> text = "戶內兒童為茹允澈，母"
    >>> [(s.start, s.end) for s in cued_han(text, [Hit(2, 5, "child", "兒童為")], [])]
    [(5, 8)]
    """
    if not any(not hit.word.isascii() for hit in words):
        return list(spans)
    spans = _without_words(text, words, spans)
    starts = [s.start for s in spans]
    fresh: list[Span] = [s for s in _apart(text) if _is_free(spans, starts, s.start, s.end)]
    for hit in words:
        begin = hit.end - 1 if hit.word.endswith("為") else hit.end
        found = None if hit.word.isascii() else _LABELLED.match(text, begin)
        if found and _is_free(spans, starts, *found.span(1)) and _may_be_name(found[1]):
            fresh.append(Span(*found.span(1), "NAME", None, "cued", _SCORE))
    fresh += [s for s in _beside(text, words) if _is_free(spans, starts, s.start, s.end)]
    surnames = {text[s.start] for s in (*spans, *fresh) if s.label in PERSON_LABELS and s.end - s.start in {2, 3}}
    if surnames:
        for found in _VERB.finditer(text):
            line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if found[1][0] in surnames and _is_free(spans, starts, *found.span(1)) and _may_be_name(found[1], is_listed=bool(_VICTIMS.search(line))):
                fresh.append(Span(*found.span(1), "NAME", None, "cued", _SCORE))
    fresh += (s for s in latin_behind(text, words) if _is_free(spans, starts, s.start, s.end))
    fresh += (s for s, _ in aliases(text, [*spans, *fresh]) if _is_free(spans, starts, s.start, s.end))
    fresh += _again(text, [*spans, *fresh])
    whole = [s for n, s in enumerate(fresh) if all(s.start >= other.end or s.end <= other.start for other in fresh[:n])]
    return short_forms(text, words, sorted([*spans, *whole]))


def _without_words(text: str, words: Sequence[Hit], spans: Sequence[Span]) -> list[Span]:
    """Names without the end of a word for somebody, or a word of grammar, that a detector took for the surname:
    案伯｜母毛玉珍, 但宇軒 where 駱宇軒 is named; no name where the whole is such a word."""
    starts = [h.start for h in words]
    given = {text[s.start + 1 : s.end] for s in spans if s.label in PERSON_LABELS and s.end - s.start == 3}
    whole = {text[s.start : s.end] for s in spans if s.label in PERSON_LABELS}
    kept = []
    for span in spans:
        if span.label in PERSON_LABELS and text[span.start] >= "\u3400":
            span = without_lead(text, span)
            at = bisect_left(starts, span.start) - 1
            if at >= 0 and span.start < words[at].end < span.end and words[at].word[-1] in _KIN_ENDS:
                span = span._replace(start=words[at].end)
            elif span.end - span.start == 3 and text[span.start] in _GRAMMAR and text[span.start + 1 : span.end] in given - {text[span.start + 1 : span.end] if sum(w.endswith(text[span.start + 1 : span.end]) for w in whole) < 2 else ""}:
                span = span._replace(start=span.start + 1)
            at = bisect_left(starts, span.start)
            if at < len(words) and words[at].start == span.start and words[at].end == span.end and len(words[at].word) > 1:
                continue
        kept.append(span)
    return kept


def _beside(text: str, words: Sequence[Hit]) -> Iterator[Span]:
    """Names right behind a word for somebody in the case, or right before one in brackets, that words do not explain:
    犯嫌甘文隆係, 指著巴志中（媽媽的男友）, 育有一女安可昕."""
    for match in _ONE_CHILD.finditer(text):
        if _is_no_words(match[1]):
            yield Span(*match.span(1), "NAME", None, "cued", _SCORE)
    for hit in words:
        if hit.word.isascii() or len(hit.word) < 2:
            continue
        behind = _BEHIND.match(text, hit.end) if hit.role in _IN_CASE else None
        if behind and _is_no_words(behind[1]):
            yield Span(*behind.span(1), "NAME", None, "cued", _SCORE)
        if text[hit.start - 1 : hit.start] in {"（", "("} and text[hit.end : hit.end + 1] in {"）", ")", "，", "、"}:
            name = text[max(0, hit.start - 4) : hit.start - 1]
            if len(name) == 3 and _HAN_ONLY.fullmatch(name) and _is_no_words(name):
                yield Span(hit.start - 4, hit.start - 1, "NAME", None, "cued", _SCORE)


def _is_no_words(name: str) -> bool:
    """Whether three characters may be a name and no two of them are a word."""
    base = name.translate(to_base())
    return len(name) == 3 and (surname_weight(name[0]) or -9.0) > _COMMON and _may_be_name(name) and not any(base[n : n + 2] in tables().words for n in (0, 1))


def _again(text: str, spans: Sequence[Span]) -> list[Span]:
    """The full and given names of people, where they stand again and nothing takes them: 彭郁涵 … 郁涵常沒洗澡."""
    people = {text[s.start : s.end] for s in spans if s.label in PERSON_LABELS and s.end - s.start in {3, 4} and text[s.start] >= "\u3400"}
    wanted = {form for name in people if (parts := parts_of(name)).han and parts.surname and not _TITLED.search(name) for form in (name, name[len(parts.surname) :]) if len(form) > 1}
    wanted = {form for form in wanted if not is_clinical(form) and form.translate(to_base()) not in tables().words}
    if not wanted:
        return []
    taken = sorted(spans)
    starts = [s.start for s in taken]
    found = []
    for match in re.finditer("|".join(sorted(map(re.escape, wanted), key=len, reverse=True)), text):
        if _is_free(taken, starts, *match.span()) and not cuts_a_word(text, match.end()):
            found.append(Span(*match.span(), "NAME", None, "variants", _SCORE))
    return found


def _apart(text: str) -> list[Span]:
    """The spaced names behind spaced labels of a form: 父　　親：巫 俊 賢."""
    found = []
    for match in _SPACED.finditer(text) if " " in text or "　" in text else ():
        label, name = re.sub(r"\s", "", match[1]), re.sub(r"\s", "", match[2])
        if (label in _NAME_LABELS or role_of(label)) and _may_be_name(name):
            found.append(Span(*match.span(2), "NAME", None, "cued", _SCORE))
    return found


def _is_free(spans: Sequence[Span], starts: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(starts, end) - 1
    return at < 0 or spans[at].end <= start


def _may_be_name(name: str, *, is_listed: bool = False) -> bool:
    """Whether a word in a name's place may be one: a surname first, no word for somebody, no charting word unless it is
    listed behind a victim of that family: 被害：鄭雅真 …；葉片 被打."""
    base = name.translate(to_base())
    if name in _NOT_NAMES or role_of(name) or (is_clinical_word(base) and not is_listed):
        return False
    size = 2 if len(name) > 2 and surname_weight(name[:2]) is not None else 1
    if surname_weight(name[:size]) is None:
        return False
    return len(name) - size in {1, 2} and not (len(name) == 4 and size == 1)


def trimmed_han(text: str, span: Span) -> Span:
    """A name in syllables without the department that a detector took for its beginning: 骨科督古·卡基浪."""
    surface = text[span.start : span.end]
    if _DOTS.search(surface) and (led := _DEPARTMENT.match(surface)) and led.end() + 2 < len(surface):
        return span._replace(start=span.start + led.end())
    return span
