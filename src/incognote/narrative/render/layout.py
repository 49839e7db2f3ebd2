"""The paragraphs of a source, as far as they stay: their order, their headings, and which facts each of them tells."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from incognote.narrative.graph import Graph
from incognote.narrative.lexicon import folded
from incognote.narrative.render.words import rows

_NUMBER: Final = r"(?:[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[)）、.．]\s*|[•●■◆*#-]\s*)?"
_NEGATIVES: Final = re.compile(r"否認|否认|未見|未见|陰性|阴性|(?i:negative)")


class Part(NamedTuple):
    """A paragraph: `heading` as the source writes it, with its number and colon; `nodes` in the order of their telling."""

    heading: str
    nodes: tuple[str, ...]


Layout = tuple[Part, ...]


def layout(text: str, graph: Graph) -> Layout:
    """The paragraphs of `text` that have a known heading or tell a fact of `graph`.

    >>> from incognote.narrative.graph import Node
    >>> nodes = (Node("f0", "Patient"), Node("f1", "Symptom", {"name": "insomnia"}, spans=((3, 5),)))
    >>> layout("主訴：失眠\\n王醫師", Graph("n", "zh-TW", nodes))
    (Part(heading='主訴：', nodes=('f0', 'f1')),)
    """
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", text)]
    places = {n.id: min((s for s, _ in n.spans), default=-1) for n in graph.nodes}
    parts: list[Part] = []
    for number, (start, end) in enumerate(lines):
        last = lines[number + 1][0] if number + 1 < len(lines) else len(text) + 1
        own = sorted((at, key) for key, at in places.items() if start <= at < last)
        heading = _heading(text[start:end])
        if own or heading:
            parts.append(Part(heading, tuple(key for _, key in own)))
    denied = {n.id for n in graph.nodes if n.clinical.get("negated")}
    return _whole(_joined(parts, denied), [n.id for n in graph.nodes if places[n.id] < 0])


def _joined(parts: Sequence[Part], denied: Collection[str]) -> list[Part]:
    """A heading alone on its line heads the paragraph behind it; left out is one without facts, and "negatives" over what is there."""
    kept: list[Part] = []
    waiting = ""
    for part in parts:
        if part.nodes:
            heading = part.heading or waiting
            kept.append(Part("" if _NEGATIVES.search(heading) and not denied.issuperset(part.nodes) else heading, part.nodes))
            waiting = ""
        else:
            waiting = part.heading
    return kept


def _whole(parts: list[Part], unplaced: Sequence[str]) -> Layout:
    """The first paragraph tells what has no place of its own."""
    if not parts:
        return (Part("", tuple(unplaced)),)
    return (Part(parts[0].heading, (*unplaced, *parts[0].nodes)), *parts[1:])


def _heading(line: str) -> str:
    found = _known().match(folded(line))
    return line[: found.end()].strip() if found is not None else ""


@cache
def _known() -> re.Pattern[str]:
    words = sorted((folded(w) for row in rows("headings", 1) for w in row), key=len, reverse=True)
    either = "|".join(map(re.escape, words))
    return re.compile(rf"\s*[【\[<]?{_NUMBER}(?:{either})(?:\s?[/&及與与和、]\s?(?:{either}))?\s*(?:[】\]>]\s*[:：]?|[:：]|(?=$)|(?<=[\u4e00-\u9fff])\s*　)")
