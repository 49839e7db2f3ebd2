"""A graph told again: `render` is a function of the graph, the seed and the layout, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from incognote.document import Script
from incognote.narrative.graph import Graph
from incognote.narrative.render.blocks import blocks
from incognote.narrative.render.layout import Layout, Part
from incognote.narrative.render.person import opening
from incognote.narrative.render.tell import Sentence, tell
from incognote.narrative.render.ties import Told
from incognote.narrative.render.voice import Voice


class Rendered(NamedTuple):
    """`said` are the stretches of `text` that are sentences, with the nodes that each tells."""

    text: str
    said: tuple[tuple[int, int, tuple[str, ...]], ...]

    def __repr__(self) -> str:
        return f"Rendered({len(self.text)} characters)"


def render(graph: Graph, *, script: Script, seed: str, layout: Layout = (), again: Mapping[str, int] | None = None) -> str:
    """`graph` as a narrative in `script`.

    >>> from incognote.narrative.graph import Node
    >>> nodes = (Node("f1", "Diagnosis", {"name": "insomnia disorder"}),)
    >>> render(Graph("n", "zh-TW", nodes), script="zh-TW", seed="s") in ("診斷為失眠症。", "診斷：失眠症。", "診斷為失眠障礙症。", "診斷：失眠障礙症。")
    True
    """
    return rendered(graph, script=script, seed=seed, layout=layout, again=again).text


def rendered(graph: Graph, *, script: Script, seed: str, layout: Layout = (), again: Mapping[str, int] | None = None) -> Rendered:
    """`render` with the place of every sentence."""
    voice = Voice(graph, script, seed, again or {})
    parts = layout or (Part("", tuple(n.id for n in graph.nodes)),)
    told = Told()
    text, said = "", []
    for part in parts:
        sentences, told = _paragraph(part, replace(voice, heading=part.heading), told)
        if not sentences:
            continue
        text += ("\n" if text else "") + _headed(part.heading, script)
        for number, sentence in enumerate(sentences):
            text += " " if script == "en" and number else ""
            said.append((len(text), len(text) + len(sentence.text), sentence.nodes))
            text += sentence.text
    return Rendered(text, tuple(said))


def _paragraph(part: Part, voice: Voice, told: Told) -> tuple[list[Sentence], Told]:
    """The sentences of one paragraph, and what is told by its end."""
    sentences = []
    told = Told(told.keys)
    for nodes in blocks([voice.graph.node(key) for key in part.nodes], voice, told):
        if nodes[0].kind == "Patient":
            sentence = Sentence(opening(nodes[0], voice), (nodes[0].id,))
        else:
            sentence = tell(nodes, voice, told)
        told = told.and_then(*(n.id for n in nodes))
        if sentence.text:
            sentences.append(sentence)
    return sentences, told


def _headed(heading: str, script: Script) -> str:
    if not heading:
        return ""
    return heading + (" " if script == "en" else "") if heading[-1] in ":：】]>" else heading + "\n"
