"""The catalogue of rules: one identifier, one file; a file is found by being here."""

from __future__ import annotations

import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Document, Span
from incognote.gazetteer.matcher import Matcher

_ENGINE = frozenset({"rule", "site"})


@cache
def names() -> tuple[str, ...]:
    """The rule files, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name not in _ENGINE))


def load(skip: Iterable[str] = ()) -> tuple[Rule, ...]:
    """The rules of every file but those in `skip`."""
    left_out = set(skip)
    return tuple(
        rule for name in names() if name not in left_out for rule in import_module(f"{__name__}.{name}").RULES
    )


def detector(rules: Iterable[Rule]) -> Callable[[Document], Iterator[Span]]:
    """One detector that runs `rules` over a page made once a document."""
    ordered = tuple(rules)
    categories: defaultdict[str, list[str]] = defaultdict(list)
    for rule in ordered:
        for category, words in rule.cues.items():
            for word in words:
                if category not in categories[word]:
                    categories[word].append(category)
    matcher = Matcher((word, tuple(found)) for word, found in categories.items())

    always = [place for place, rule in enumerate(ordered) if not rule.needs]
    woken: defaultdict[str, list[int]] = defaultdict(list)
    for place, rule in enumerate(ordered):
        if rule.needs:
            woken[rule.needs].append(place)

    def detect(document: Document) -> Iterator[Span]:
        page = Page(document, matcher)
        awake = always.copy()
        for category in page.cues:
            awake += woken.get(category, ())
        for place in sorted(awake):
            yield from ordered[place].find(page)

    return detect
