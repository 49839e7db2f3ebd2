"""What a life event is called: its class, and the phrase of this life where that would not be read as another fact."""

from __future__ import annotations

from typing import Final

from incognote.narrative.graph import Node
from incognote.narrative.render.reading import adds, tells
from incognote.narrative.render.voice import Voice

_MOST: Final = 40
"""A longer phrase is no phrase but a piece of the source."""


def detail(node: Node, voice: Voice) -> str:
    """The phrase of this life for an event; empty where there is none, or where it would tell another fact or the source's words."""
    said = str(node.context.get("event", "")).strip(" ，。；、,.;:：\n")
    if not said or len(said) > _MOST * (1 + voice.latin) or "\n" in said or voice.again.get(node.id) or adds(said, node.name):
        return ""
    return said


def alone(said: str, node: Node) -> bool:
    """Whether the phrase says by itself what happened."""
    return tells(said, node.name)
