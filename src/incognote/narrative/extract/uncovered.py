"""What sounds clinical and no fact covers: sentences that a person should look at, since nothing of them is told again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from incognote.names.tables import in_base

_CLINICAL: Final = re.compile(
    in_base(
        r"症|病|痛|药|治疗|疗法|诊断|剂量|副作用|毫克|睡|失眠|胃口|食欲|体重|情绪|心情|想死|轻生|自杀|自伤|幻|妄想|焦虑|抑郁|忧郁|恐惧|害怕|紧张|发作|昏|晕|抖|麻|吐|血|量表|检查|正常|异常|意识|记忆|注意力|酒|毒品|吸食|过敏|手术|骨折|感染|癌|怀孕|住院|复发|"
    )
    + r"(?<![a-z])(?:symptoms?|pains?|aches?|drugs?|medicines?|medication|tablets?|doses?|mg|treatments?|therap(?:y|ies)|diagnos\w+|disorders?|illness|disease|sleep\w*|insomnia|appetite|weight|moods?|suicid\w*|self-harm\w*|voices?|"
    r"hallucinat\w+|delusion\w*|anxi\w+|depress\w+|panic\w*|fear\w*|seizures?|faint\w*|tremors?|numb\w*|nausea|vomit\w*|blood|scales?|scored?|scan|normal|abnormal|memory|concentration|alcohol|drink\w*|allerg\w+|surgery|operation|fractures?|"
    r"infection|cancer|pregnan\w+|admitted|admission|relapse\w*|risk|agitat\w+|irritab\w+|restless\w*|confus\w+)(?![a-z])"
)


def uncovered(folded: str, sentences: Sequence[tuple[int, int]], covered: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The sentences with a clinical word in which no fact is told.

    >>> uncovered("他睡不好。头也痛", [(0, 4), (5, 8)], [(1, 4)])
    ((5, 8),)
    """
    told = sorted(covered)
    return tuple((start, end) for start, end in sentences if _CLINICAL.search(folded, start, end) and not any(s < end and start < e for s, e in told))
