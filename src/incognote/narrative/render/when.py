"""When a fact was, as the slots of a sentence plan: which of onset, end and length the graph knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from incognote.narrative.graph import Node
from incognote.narrative.render.days import ago, length
from incognote.narrative.render.voice import Voice


class When(NamedTuple):
    """`sort` is since, span, ended, lasting or now; `slots` are the words for it."""

    sort: str
    slots: Mapping[str, str]

    def __repr__(self) -> str:
        return f"When({self.sort})"


def when(node: Node, voice: Voice) -> When:
    """The time of `node`; what began on the day of the visit is told as there now."""
    days = voice.graph.when(node)
    if days is None:
        return When("now", {})
    keys = (voice.seed, node.id, str(voice.again.get(node.id, 0)))
    said = {name: ago(value, voice.script, *keys, name) for name, value in (("time", days.onset), ("until", days.offset)) if value is not None and value < 0}
    if days.span is not None:
        said["length"] = length(days.span, voice.script, *keys)
    if "time" in said:
        return When("span" if "until" in said and days.offset != days.onset else "since", said)
    return When("ended" if "until" in said else "lasting" if "length" in said else "now", said)
