"""The catalogue of rules: one identifier, one file; a file is found by being here."""

from __future__ import annotations

import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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

    asked = gate(ordered)

    def detect(document: Document) -> Iterator[Span]:
        page = Page(document, matcher)
        for rule in asked(page):
            yield from rule.find(page)

    return detect


def gate(rules: Sequence[Rule]) -> Callable[[Page], Iterator[Rule]]:
    """Which of `rules` have anything to look for on a page, in their order: see `Rule.needs`."""
    always = frozenset(place for place, rule in enumerate(rules) if not rule.needs)
    by_category: defaultdict[str, set[int]] = defaultdict(set)
    by_pattern: defaultdict[re.Pattern[str], set[int]] = defaultdict(set)
    for place, rule in enumerate(rules):
        for need in rule.needs:
            if isinstance(need, str):
                by_category[need].add(place)
            else:
                by_pattern[need].add(place)
    searches = [(pattern.search, places) for pattern, places in by_pattern.items()]

    def asked(page: Page) -> Iterator[Rule]:
        awake = set(always)
        for category in by_category.keys() & page.cues.keys():
            awake |= by_category[category]
        for search, places in searches:
            if search(page.text):
                awake |= places
        return map(rules.__getitem__, sorted(awake))

    return asked
