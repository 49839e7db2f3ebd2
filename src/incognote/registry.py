"""Detectors by the names that profiles use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from incognote.document import Candidate, Document, Finding, Hit, Span

Detector = Callable[[Document], Iterable[Span | Finding]]
Lookup = Callable[[Iterable[Candidate]], Mapping[Candidate, tuple[Hit, ...]]]


class Parts(NamedTuple):
    """What a detector may be made of: rule files left out, site rules, the vault's `find`."""

    skip: tuple[str, ...] = ()
    site_rules: tuple[Any, ...] = ()
    lookup: Lookup | None = None


def _rules(parts: Parts) -> Detector | None:
    rules = import_module("incognote.detect.rules")
    detector: Detector = rules.detector(rules.load(parts.skip))
    return detector


def _site(parts: Parts) -> Detector | None:
    if not parts.site_rules:
        return None
    detector: Detector = import_module("incognote.detect.rules.site").detector(parts.site_rules)
    return detector


def _known(parts: Parts) -> Detector | None:
    detector: Detector = import_module("incognote.detect.known").detector(parts.lookup)
    return detector


DETECTORS: Final[Mapping[str, Callable[[Parts], Detector | None]]] = {
    "known": _known,
    "rules": _rules,
    "site": _site,
}
"""A factory gives None where it has nothing to look for (no site rules)."""


def make_detectors(names: Iterable[str], parts: Parts) -> tuple[Detector, ...]:
    """The detectors of a profile, in its order."""
    made = (DETECTORS[name](parts) for name in names)
    return tuple(detector for detector in made if detector is not None)
