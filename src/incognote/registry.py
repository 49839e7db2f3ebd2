"""Detectors by the names that profiles use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.detect.llm_choice import Llm
from incognote.document import Document, Finding, Span
from incognote.errors import ConfigError

Detector = Callable[[Document], Iterable[Span | Finding]]


class Parts(NamedTuple):
    """What a detector may be made of: rule files left out, site rules, the tagger's model (None: the package's), imported
    registers (None: all there are) and the folder they lie in (None: the user's), and the language model to ask."""

    skip: tuple[str, ...] = ()
    site_rules: tuple[Any, ...] = ()
    model: Path | None = None
    registers: tuple[str, ...] | None = None
    register_folder: Path | None = None
    llm: Llm | None = None


def _rules(parts: Parts) -> Detector | None:
    rules = import_module("incognote.detect.rules")
    marks = import_module("incognote.detect.context.marks")
    detector: Detector = marks.apart(rules.detector((*rules.load(parts.skip), *marks.RULES)))
    return detector


def _site(parts: Parts) -> Detector | None:
    if not parts.site_rules:
        return None
    detector: Detector = import_module("incognote.detect.rules.site").detector(parts.site_rules)
    return detector


def _lists(parts: Parts) -> Detector | None:
    registers = import_module("incognote.gazetteer.registers")
    loaded = registers.load(parts.register_folder or registers.default_folder(), parts.registers)
    if not loaded.size:
        return None
    detector: Detector = import_module("incognote.detect.lists").detector(loaded)
    return detector


def _tagger(parts: Parts) -> Detector | None:
    detector: Detector = import_module("incognote.detect.tagger").detector(parts.model)
    return detector


def _llm(parts: Parts) -> Detector | None:
    if parts.llm is None:
        raise ConfigError("the detector llm needs a model: 'model' in [detect.llm], or --llm")
    detector: Detector = import_module("incognote.detect.llm_choice").detector(parts.llm)
    return detector


DETECTORS: Final[Mapping[str, Callable[[Parts], Detector | None] | None]] = {
    "known": None,
    "rules": _rules,
    "site": _site,
    "lists": _lists,
    "tagger": _tagger,
    "llm": _llm,
}
"""`known` has no factory: it needs the vault at hand, so the pipeline makes it anew for each batch. A factory
gives None where it has nothing to look for."""


def make_detectors(names: Iterable[str], parts: Parts) -> dict[str, Detector]:
    """The detectors of a profile by name, in its order, without `known`."""
    factories = {name: factory for name in names if (factory := DETECTORS[name]) is not None}
    made = {name: factory(parts) for name, factory in factories.items()}
    return {name: detector for name, detector in made.items() if detector is not None}
