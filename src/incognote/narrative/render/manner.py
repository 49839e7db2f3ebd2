"""How a symptom is told, in words of our own: in what situation, with what thought, feeling and behaviour (data/themes.tsv).

The fields of a graph hold words of the source. Their theme is looked up and told by a phrase that says the same more
generally; what has no theme is quoted where it is short, and else left out.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.narrative.graph import Node
from incognote.narrative.lexicon import folded
from incognote.narrative.render.reading import adds
from incognote.narrative.render.voice import Voice
from incognote.narrative.tables import rows

FIELDS: Final = ("thought", "situation", "emotion", "behaviour")
MOST_HAN: Final = 6
MOST_WORDS: Final = 4
_LABELS: Final = {
    "zh-TW": {"thought": "想的是「{}」", "situation": "情境為「{}」", "behaviour": "表現為「{}」", "emotion": "感受為「{}」"},
    "zh-CN": {"thought": "想法为“{}”", "situation": "情境为“{}”", "behaviour": "表现为“{}”", "emotion": "感受为“{}”"},
    "en": {"thought": 'with the thought "{}"', "situation": 'in the situation "{}"', "behaviour": 'with the behaviour "{}"', "emotion": 'with the feeling "{}"'},
}  # fmt: skip
_HAN: Final = re.compile(r"[\u4e00-\u9fff]+")


class _Theme(NamedTuple):
    field: str
    cue: re.Pattern[str]
    phrases: dict[Script, tuple[str, ...]]


def manner(node: Node, voice: Voice) -> tuple[str, ...]:
    """What is told with `node`, a phrase a field; a phrase that another concept would be read from is not used."""
    return tuple(phrase for field in FIELDS if (said := node.clinical.get(field)) and (phrase := _phrase(field, str(said), node, voice)))


def _phrase(field: str, said: str, node: Node, voice: Voice) -> str:
    plain = folded(said)
    for theme in _themes():
        if theme.field == field and theme.cue.search(plain):
            ways = [way for way in theme.phrases[voice.script] if not adds(way, node.name)]
            if ways:
                return voice.draw(ways, node.id, field)
    return _quoted(field, said, node, voice)


def _quoted(field: str, said: str, node: Node, voice: Voice) -> str:
    """A short quotation; empty where it is long, of another language or says another concept."""
    bare = said.strip(" ，。；、,.;:「」『』“”\"'")
    han = sum(len(run) for run in _HAN.findall(bare))
    fits = 2 < len(bare.split()) <= MOST_WORDS and not han if voice.latin else 2 <= han <= MOST_HAN and len(bare) <= MOST_HAN + 2
    if not fits or any(c.isdigit() for c in bare) or re.search(r"[,，。；;「」“”\"]", bare) or adds(bare, node.name):
        return ""
    return _LABELS[voice.script][field].format(bare)


@cache
def _themes() -> tuple[_Theme, ...]:
    return tuple(
        _Theme(row[0], re.compile(folded(f"{row[1]}|(?<![a-z])(?:{row[2]})")), {"zh-TW": tuple(row[3].split(" | ")), "zh-CN": tuple(row[4].split(" | ")), "en": tuple(row[5].split(" | "))})
        for row in rows("themes", 6)
    )
