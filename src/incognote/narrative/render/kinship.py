"""Which relative has an illness, in one plain word a kinship: 阿母, 媽媽 and "her mum" are the mother."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from incognote.document import Script
from incognote.narrative.lexicon import folded
from incognote.narrative.tables import rows


class _Kin(NamedTuple):
    cue: re.Pattern[str]
    never: re.Pattern[str]
    words: dict[Script, str]


def kinship(said: str, script: Script) -> str:
    """The word for the relative whom `said` names; empty where no word of the list fits.

    >>> kinship("阿母", "zh-TW"), kinship("her older sister", "en"), kinship("親戚", "zh-TW")
    ('母親', 'an older sister', '')
    """
    plain = folded(said)
    return next((kin.words[script] for kin in _list() if kin.cue.search(plain) and not kin.never.search(plain)), "")


@cache
def _list() -> tuple[_Kin, ...]:
    return tuple(
        _Kin(re.compile(folded(row[0])), re.compile(folded(row[4])), {"zh-TW": row[1], "zh-CN": row[2], "en": row[3]}) for row in rows("kin", 5)
    )
