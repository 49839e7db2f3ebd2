"""The paragraphs of a source, as far as they stay: their order, their headings, and which facts each of them tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from incognote.narrative.graph import Graph, Node
from incognote.narrative.lexicon import folded
from incognote.narrative.tables import rows

_NUMBER: Final = r"(?:[（(]?(?:[一二三四五六七八九十]{1,3}|\d{1,2})[)）、.．]\s*|[•●■◆*#-]\s*)?"
_ONLY: Final[tuple[tuple[re.Pattern[str], Callable[[Node], bool]], ...]] = (
    (re.compile(r"家族|家系|(?i:family|fhx?)"), lambda node: node.kind == "Relative"),
    (re.compile(r"否認|否认|未見|未见|陰性|阴性|(?i:negative)"), lambda node: bool(node.clinical.get("negated"))),
    (re.compile(r"過去|过去|既往|(?i:past|pmh|medical history)"), lambda node: node.kind == "History"),
)
"""Headings that speak of each fact below them, and the facts they may stand over."""


class Part(NamedTuple):
    """A paragraph: `heading` as the source writes it, with its number and colon; `nodes` in the order of their telling."""

    heading: str
    nodes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Part({len(self.nodes)} nodes)"


Layout = tuple[Part, ...]


def layout(text: str, graph: Graph) -> Layout:
    """The paragraphs of `text` that have a known heading or tell a fact of `graph`.

    >>> from incognote.narrative.graph import Node
    >>> nodes = (Node("f0", "Patient"), Node("f1", "Symptom", {"name": "insomnia"}, spans=((3, 5),)))
    >>> layout("主訴：失眠\\n王醫師", Graph("n", "zh-TW", nodes))
    (Part(2 nodes),)
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
    nodes = {n.id: n for n in graph.nodes}
    return _whole([one for part in _joined(parts) for one in _fitting(part, nodes)], [n.id for n in graph.nodes if places[n.id] < 0])


def _joined(parts: Sequence[Part]) -> list[Part]:
    """A heading alone on its line heads the paragraph behind it; a heading without facts is left out."""
    kept: list[Part] = []
    waiting = ""
    for part in parts:
        if part.nodes:
            kept.append(Part(part.heading or waiting, part.nodes))
            waiting = ""
        else:
            waiting = part.heading
    return kept


def _fitting(part: Part, nodes: Mapping[str, Node]) -> Iterator[Part]:
    """A heading over the facts that it may stand over, the others behind them without it."""
    fits = next((may for pattern, may in _ONLY if pattern.search(part.heading)), None)
    below = tuple(key for key in part.nodes if fits is None or fits(nodes[key]))
    if below:
        yield Part(part.heading, below)
    if others := tuple(key for key in part.nodes if key not in below):
        yield Part("", others)


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
