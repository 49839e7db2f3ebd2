"""Names in scripts that are neither Han nor Latin: 配偶エミリ, 田中さくら, 김민수, Светлана Иванова, محمد علي, สมศรี.

A run of one to four words in Kana, Hangul, Cyrillic, Greek, Hebrew, Arabic, Thai, Devanagari and the like is a name by
its script alone: charts here are not written in it. Han right before Kana belongs to it (田中さくら) if it is no word.
A longer run is a sentence that nobody here can read: it is told as the finding `other_script`, unless the whole text
is written so. Not a name: single letters (α, の, Д), words of grammar, what ends like a disease or a drug (クローン病).

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "配偶エミリ、田中さくら、Светлана Иванова；α波，小新の家"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['エミリ', '田中さくら', 'Светлана Иванова']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.name_words import starts_right
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.detect.whose import label_for, role_before, whose
from incognote.document import Finding, Span
from incognote.names.cues import left_words, role_of
from incognote.names.likelihood import based, is_han, surname_weight, tables
from incognote.names.search import is_clinical_word

SOURCE: Final = "rules/name_other_scripts"
KIND: Final = "other_script"
_KANA: Final = "\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9f"
# Scripts that write no blanks between words: there the letters count, not the words.
_UNSPACED: Final = _KANA + "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0f40-\u0fbc\u1000-\u103f\u1780-\u17d3"
_SPACED: Final = (
    "\u0386\u0388-\u03ff\u0400-\u052f\u0531-\u0587\u0591-\u05f4\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06ee\u06ef"
    "\u06fa-\u06ff\u0700-\u07bf\u0900-\u0963\u0971-\u09e3\u0a01-\u0a5e\u0a70-\u0ae3\u0b01-\u0b63\u0b71-\u0be3\u0c00-\u0c63"
    "\u0c80-\u0ce3\u0d00-\u0d63\u0d7a-\u0df4\u10a0-\u10ff\u1200-\u135f\u1820-\u18aa\u1f00-\u1fff\uac00-\ud7a3\ufb1d-\ufdff\ufe70-\ufefc"
)
_OTHER: Final = _UNSPACED + _SPACED
_PAIR: Final = re.compile(f"[{_OTHER}]{{2}}")
_RUN: Final = re.compile(f"[{_OTHER}]+(?:[ \t·・.'’‐-]{{1,2}}[{_OTHER}]+)*")
_WORD: Final = re.compile(f"[{_OTHER}]+")
_LETTERS_A_WORD: Final = 7
_UNSPACED_HEAD: Final = re.compile(f"[{_UNSPACED}]")
_SHORT: Final = re.compile("[\u0400-\u052f]{2}")
_GREEK: Final = re.compile("[\u0370-\u03ff\u1f00-\u1fff]")
_GREEK_NAME: Final = re.compile("[\u0386-\u03ab][\u03ac-\u03ce\u1f00-\u1fff]{3,}")
_KANA_ONLY: Final = re.compile(f"[{_KANA}]+")
_HIRAGANA: Final = re.compile("[\u3041-\u3096\u30fc]+")
_MOST: Final = 4
_LATIN_LETTERS: Final = re.compile("[A-Za-z\u00c0-\u024f\u3400-\u9fff]")
_OF_TEXT: Final = 0.7
_JAPANESE: Final = 0.4
"""The share of Kana in what Kana and Han write of a text in Japanese."""
_TITLE_BEFORE: Final = re.compile(
    r"(?<![a-z])(?:husband|wife|mother|father|mum|mom|dad|son|daughter|brother|sister|partner|spouse|carer|aunt|uncle|friend|fianc[eé]e?|"
    r"patient|pt|client|child|baby|name[ds]?|called|mrs?|ms|miss|dr|by|interpreter|nurse)[.:, (\"']{0,3}\Z",
    re.IGNORECASE,
)
_JAPANESE_ROLE: Final = re.compile(r"(?:看[護护]|患者|配偶|[護护]士|介[護护]|主治|氏名|名前)[: ]?\Z")
_HONORIFIC: Final = re.compile(r"(?:さん|ちゃん|くん|さま)\Z")
_BEHIND: Final = re.compile(r"[ \t]?(?:先生|小姐|女士|太太|同[學学]|[醫医][師生]|さん|様|樣|様|氏|선생|씨)")
_NO_NAME: Final = re.compile(r"[病症法線线剤劑剂薬藥药型錠锭膜菌癌炎式率值値]|[ \t]?\d+(?:\.\d+)?[ \t]?(?:m?g|ml|mcg|%|錠|锭|片|T)(?![A-Za-z])")
_GRAMMAR: Final = re.compile(
    r"(?:です|ます|でした|ました|ません|ください|ありがとう|こんにちは|おはよう|こんばんは|もしもし|すみません|ごめん|かわいい|から|まで|より|ので|のに|けど|という|する|した|して|"
    r"ない|なし|あり|いる|ある|これ|それ|あれ|この|その|あの|の|と|は|が|を|に|で|も|や|へ|ね|よ|か|な|さん|ちゃん|くん|さま|お|ご|ー)+\Z"
)
_WORDS: Final = frozenset(
    "カルテ オペ ナース リハビリ レントゲン ドクター クリニック ツボ アレルギー インフルエンザ ウイルス ワクチン アスピリン ロキソニン パブロン ビタミン カロリー タクシー バス コンビニ スーパー ホテル マンション アニメ マンガ ゲーム "
    "カラオケ コスプレ サービス セット メニュー アルバイト ホスト キャラ ストレス パート デイサービス ケアマネ ショートステイ ラーメン おでん うどん すし さくらんぼ まんが おたく オタク かわいい カワイイ ありがとう "
    "한국 한국어 안녕하세요 감사합니다 오빠 언니 아빠 엄마 なし".split()
)


def find(page: Page) -> Iterator[Span | Finding]:
    """The names of a page, then, where a sentence in such a script stands in it, one finding."""
    text = page.text
    found = [run for run in _RUN.finditer(text) if _PAIR.search(run[0])]
    if not found:
        return
    sizes = [_size(run[0]) for run in found]
    is_written_so = sum(sizes) > _MOST and _is_written_so(text)
    is_japanese = _kana_runs(text) > _MOST
    sentence: tuple[int, int] | None = None
    for run, size in zip(found, sizes, strict=True):
        start, end = run.span()
        if size > _MOST:
            sentence = sentence or (start, end)
        elif not _is_no_name(text, start, end):
            cued = _is_cued(text, start, end)
            if cued or not (is_written_so or (is_japanese and _HIRAGANA.fullmatch(run[0]))):
                yield from _name(page, start, end, is_cued=cued)
    if is_japanese:
        sentence = sentence or (found[0].start(), found[-1].end())
    if sentence and not is_written_so:
        place = page.span(*sentence, "NAME", None, SOURCE, 0.5)
        yield Finding(KIND, "source", place.start, place.end, "warning")


def _size(run: str) -> int:
    """How many words a run holds, those of scripts without blanks by their letters."""
    return sum(1 + (len(word) - 1) // _LETTERS_A_WORD if _UNSPACED_HEAD.match(word) else 1 for word in _WORD.findall(run))


def _is_written_so(text: str) -> bool:
    """Whether the whole text is in such a script: most of its letters are."""
    theirs = sum(map(len, _WORD.findall(text)))
    kana = sum(map(len, _KANA_ONLY.findall(text)))
    others = len(_LATIN_LETTERS.findall(text))
    return theirs > _OF_TEXT * (theirs + others) or kana > _JAPANESE * (kana + others)


def _kana_runs(text: str) -> int:
    return len(_HIRAGANA.findall(text))


def _is_no_name(text: str, start: int, end: int) -> bool:
    run = text[start:end]
    if _GREEK.match(run):
        return _GREEK_NAME.match(run) is None
    if _NO_NAME.match(text, end) or ((len(set(run)) < 2 or _SHORT.fullmatch(run)) and not _is_cued(text, start, end)):
        return True
    return all(word in _WORDS or (_KANA_ONLY.fullmatch(word) and (_GRAMMAR.match(word) or len(word.strip("ー")) < 2)) for word in _WORD.findall(run))


def _is_cued(text: str, start: int, end: int) -> bool:
    if role_before(text, start) or _BEHIND.match(text, end) or _HONORIFIC.search(text, start, end):
        return True
    before = text[max(0, start - 16) : start]
    return _TITLE_BEFORE.search(before) is not None or _JAPANESE_ROLE.search(before) is not None


def _name(page: Page, start: int, end: int, *, is_cued: bool) -> Iterator[Span]:
    text = page.text
    if _KANA_ONLY.match(text, start):
        polite = _HONORIFIC.search(text, start, end)
        end = polite.start() if polite and polite.start() - start > 1 else end
        start, end = _with_surname(text, start), _with_ending(text, end)
    label, kind = label_for(whose(text, start, end))
    yield page.span(start, end, label, kind, SOURCE, 0.85 if is_cued else 0.5)


def _with_surname(text: str, start: int) -> int:
    """Where a name in Kana begins with the Han before it: 田中さくら, 患者田中さくら, never 配偶エミリ."""
    for size in (3, 2, 1):
        at = start - size
        if at < 0 or not all(map(is_han, text[at:start])):
            continue
        begins = at == 0 or not is_han(text[at - 1]) or role_before(text, at) is not None or text[at - 1] in left_words() or text[max(0, at - 2) : at] in left_words()
        base = based(text)[at:start]
        if begins and base not in role_of() and text[at:start] not in left_words() and not is_clinical_word(base):
            if _JAPANESE_ROLE.search(text, at, start) or (size == 1 and surname_weight(base) is None) or (size > 1 and base in tables().words):
                return start
            return at
    return start


def _with_ending(text: str, end: int) -> int:
    """エミ子, まさ美: the Han character that ends a given name."""
    is_end = text[end : end + 1] in {"子", "美", "江", "代", "郎", "恵"}
    return end + 1 if is_end and (not is_han(text[end + 1 : end + 2] or " ") or starts_right(text[end + 1 : end + 4])) else end


RULES = (Rule("name_other_scripts", find, needs=(_PAIR,)),)
