"""What a life event is called: by its phrase of this life where that is read as the same class, else by the class."""

from __future__ import annotations

from incognote.narrative.graph import Node
from incognote.narrative.render.manner import adds
from incognote.narrative.render.voice import Voice


def event(node: Node, voice: Voice) -> str:
    """The noun phrase of an event."""
    return voice.call(node)


def detail(node: Node, voice: Voice) -> str:
    """The phrase of this life for an event; empty where there is none or where it would tell another fact."""
    said = str(node.context.get("event", "")).strip(" ，。；、,.;:：")
    return "" if not said or adds(said, node.name) else said
