"""A text with its facts marked, `{f1 Symptom insomnia|words}`, as a reader would hand it on."""

from __future__ import annotations

import re

from incognote.document import Span
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.said import Said, Telling
from incognote.narrative.graph import Node
from incognote.narrative.lexicon import folded

_MARK = re.compile(r"\{(\w+) (\w+) ([^|{}]+)\|([^{}]*)\}|<([^<>]*)>")


def said_of(marked, *, script="en", day=None, **clinical):
    """`<...>` marks a written date; `clinical` gives further fields by the id of a node."""
    text, tellings, nodes, spans, at = "", [], {"f0": Node("f0", "Patient")}, [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        at = mark.end()
        if mark[5] is not None:
            spans.append(Span(len(text), len(text) + len(mark[5]), "DATE", None, "test", 1.0))
            text += mark[5]
            continue
        key, kind, name, words = mark.groups()[:4]
        fields = {"class" if kind == "LifeEvent" else "name": name.strip(), **clinical.get(key, {})}
        nodes.setdefault(key, Node(key, kind, fields))
        tellings.append((key, len(text), len(text) + len(words)))
        text += words
    text += marked[at:]
    said = Said(text, folded(text), script, clauses(text), tuple(nodes.values()), (), tuple(spans), day)
    told = tuple(Telling(key, start, end, said.clause_at(start)) for key, start, end in tellings)
    return Said(said.text, said.folded, script, said.clauses, said.nodes, told, said.spans, day)
