"""Which script a text is written in: it chooses the marks, never the content."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from incognote.document import Script

__all__ = ["ONLY_SIMPLIFIED", "ONLY_TRADITIONAL", "Script", "han_count", "script_of"]

_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]{2,}")
# Frequent in clinical prose and written in one of the two scripts only.
_TRADITIONAL: Final = "醫師歷號診無與過藥術後來頭腫壓體檢驗開時間說個這們還會當點種處單門認識識話轉護養歲與於兒產婦東車馬長見觀現將應對為從電聯絡網產員實學習義務園請讓證"
_SIMPLIFIED: Final = "医师历号诊无与过药术后来头肿压体检验开时间说个这们还会当点种处单门认识话转护养岁儿产妇东车马长见观现将应对为从电联络网员实学习义务园请让证"
ONLY_TRADITIONAL: Final = re.compile(f"[{''.join(sorted(set(_TRADITIONAL) - set(_SIMPLIFIED)))}]")
ONLY_SIMPLIFIED: Final = re.compile(f"[{''.join(sorted(set(_SIMPLIFIED) - set(_TRADITIONAL)))}]")


_SHORT: Final = 2_000
"""Characters of a text whose script is remembered: a batch asks three times for that of each note."""


def han_count(text: str) -> int:
    return sum(map(len, _HAN.findall(text)))


def script_of(text: str, *, default: Script = "zh-TW") -> Script:
    """The script a reader would say `text` is in; `default` where Chinese gives no sign which.

    >>> script_of("患者张伟，男，58岁"), script_of("病人說頭痛"), script_of("Pt 王小明 reported pain since last night")
    ('zh-CN', 'zh-TW', 'en')
    """
    return _remembered(text, default) if len(text) <= _SHORT else _judged(text, default)


def _judged(text: str, default: Script) -> Script:
    traditional, simplified = len(ONLY_TRADITIONAL.findall(text)), len(ONLY_SIMPLIFIED.findall(text))
    latin = len(_LATIN_WORD.findall(text))
    if traditional + simplified < max(latin, 1):  # else there are more ideographs than words: no need to count
        han = han_count(text)
        if han < latin or (not han and not default.startswith("zh")):
            return "en"
    if traditional == simplified:
        return default if default != "en" else "zh-TW"
    return "zh-TW" if traditional > simplified else "zh-CN"


_remembered = lru_cache(maxsize=1024)(_judged)
