"""No repr shows text: every value type of the package is built with a sentinel, which its repr must not hold."""

from __future__ import annotations

import collections.abc
import dataclasses
import importlib
import inspect
import pkgutil
import re
import types
import typing
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

import incognote

SENTINEL = "Wang Ta-Ming 0912-345-678"
DAY = date(1871, 3, 5)
# What profiles, rules and lists are made of: text of ours or of the site, never of a note.
CONFIGURED = {
    "Profile", "Policy", "Parts", "Rule", "_Spec", "SiteRule", "Trial", "Kind", "Label", "Pipeline", "Chain", "Stores",
    "Tables", "Readings", "_Odds", "Word", "Table", "Role", "Recipe", "Settings", "Exported",
    "Config", "Data", "Source", "Model", "Training", "Scheme", "ColumnMap", "Imported", "Layout", "Vocabulary", "Services",
    "Address", "Loaded",  # where a language model is
    "Constellation", "Reason", "Concept", "_Form", "_Tie", "_Kin", "_Theme",  # of the lists for narratives and their risk
}  # fmt: skip
INVENTED = ("incognote.lab.synth.",)
"""Modules whose people, places and texts are all made up."""
# Fields that hold our own words: labels, kinds, codes, statuses. Every other field is taken to hold text.
OURS = {
    "Span": {"label", "kind", "source"},
    "Edit": {"replacement", "operator", "label", "kind"},
    "Finding": {"kind"},
    "Number": {"label"},
    "Entity": {"label", "role"},
    "Result": {"spans", "fingerprint"},
    "Candidate": {"label"},
    "Hit": {"code", "label"},
    "Assignment": {"code", "conflicts"},
    "Row": {"label", "name"},  # of the vault, and of a plot
    "Context": {"script", "today", "code", "kind"},
    "Decoded": {"encoding"},
    "_Reading": {"encoding"},
    "Marked": {"label", "kind", "entity"},
    "Reading": {"short_year", "order"},
    "Unread": {"reason"},
    "Input": {"format"},
    "Batch": {"encoding"},
    "KnownValue": {"label"},
    "Mention": {"code"},
    "Record": {"seen"},  # the day the vault last met somebody: of the run, not of the note
    "Conflict": {"kind"},
    "Rehydrated": {"restored", "unknown"},
    "Entry": {"at", "action", "detail"},
    "Access": {"prefix"},
    "Score": {"system"},
    "Difference": {"measure", "sentence"},
    "Learned": {"target", "sentence"},
    "Correction": {"action", "label", "kind", "role"},  # all checked against our own lists
    "Somebody": {"role"},  # a key of the table of roles
    "Survivor": {"looks", "why", "label"},
    "Mark": {"label", "kind", "operator"},
    "Note": {"kind"},
    # of narratives: ids of nodes, kinds, names of concepts and of fields, all from our lists
    "Node": {"id", "kind", "duration"}, "Edge": {"source", "kind", "target"}, "Duration": {"id"}, "Graph": {"script"},
    "Cue": {"group"}, "Draft": {"kind", "name"}, "Meant": {"kind", "name"}, "Telling": {"node"}, "Field": {"kind", "name"}, "_Box": {"node"},
    "Change": {"node", "field", "operator"}, "Rarity": {"node", "field", "reason"}, "Fidelity": {"lost", "added", "changed"},
    "Circumstance": {"field", "operator"}, "Fact": {"state"}, "Piece": {"nodes"}, "Rewritten": {"said"},
    "Told": {"keys", "last"}, "Sentence": {"nodes"}, "When": {"sort"},
    "Combination": {"fields"}, "Said": {"script"}, "Voice": {"script", "again"}, "Concept": {"name", "kind", "group", "file", "severity"}, "Kin": {"word"},
    "Claim": {"label", "kind"}, "Asked": {"outcome"}, "Found": {"outcomes"},  # of what a language model says: our words
    "Cell": {"column"}, "Table": {"kind"}, "Section": {"kind"}, "Structure": {"roles"},  # of a report's layout: our words and the form's
}


def value_types() -> Iterator[type]:
    for module in pkgutil.walk_packages(incognote.__path__, "incognote."):
        if module.name.endswith("__main__") or module.name.startswith(INVENTED):
            continue
        for name, found in sorted(vars(importlib.import_module(module.name)).items()):
            if inspect.isclass(found) and found.__module__ == module.name and name not in CONFIGURED and is_value(found):
                yield found


def is_value(found: type) -> bool:
    return dataclasses.is_dataclass(found) or (issubclass(found, tuple) and hasattr(found, "_fields"))


def filled(hint: Any) -> Any:
    """A value of this type, with the sentinel wherever it can hold one."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return inner[0]
    if origin in {typing.Union, types.UnionType}:
        return filled(next(kind for kind in inner if kind is not type(None)))
    if origin in {tuple, list, set, frozenset}:
        return origin([filled(kind) for kind in inner if kind is not ...])
    if origin in {dict, collections.abc.Mapping}:
        return {filled(inner[0]): filled(inner[1])}
    if origin is re.Pattern:
        return re.compile("x")
    if origin is collections.abc.Callable:
        return len
    if inspect.isclass(hint) and is_value(hint):
        return built(hint)
    plain = {str: SENTINEL, Any: SENTINEL, date: DAY, bytes: SENTINEL.encode(), int: 7, float: 0.5, bool: True}
    return plain.get(hint, hint)


def built(kind: type) -> Any:
    hints = typing.get_type_hints(kind)
    names = getattr(kind, "_fields", None) or [f.name for f in dataclasses.fields(kind) if f.init]
    ours = OURS.get(kind.__name__, set())
    return kind(**{name: "word" if name in ours else filled(hints[name]) for name in names})


@pytest.mark.parametrize("kind", [*value_types()], ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_value_hides_its_text_from_its_repr(kind: type) -> None:
    shown = repr(built(kind)) + str(built(kind))
    assert "Wang" not in shown and "0912" not in shown
    assert "1871" not in shown


def test_the_types_that_matter_are_among_those_built() -> None:
    assert {"Candidate", "Document", "View", "Name", "Decoded", "Row", "Day", "Subject"} <= {kind.__name__ for kind in value_types()}
