"""The catalogue of rules: one identifier, one file; a file is found by being here."""

from __future__ import annotations

import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Document, Finding, Span
from incognote.gazetteer.matcher import Matcher
from incognote.names.help_lines import is_public_number
from incognote.names.things import is_thing, names_a_score

_ENGINE = frozenset({"rule", "site"})
_NUMBERS: Final = frozenset({"PHONE", "MRN", "OTHERID"})
_ASKED: Final = frozenset({"NAME", "DOCTOR", "HOSPITAL"}) | _NUMBERS
"""Labels whose finds are asked whether they are a drug, an eponym, an organism, a help line: rules of every file find those."""


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


def detector(rules: Iterable[Rule]) -> Callable[[Document], Iterator[Span | Finding]]:
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

    def detect(document: Document) -> Iterator[Span | Finding]:
        page, text = Page(document, matcher), document.text
        for rule in asked(page):
            for found in rule.find(page):
                if isinstance(found, Finding) or found.label not in _ASKED or found.source[:6] != "rules/" or not _is_thing(text, found):
                    yield found

    return detect


def _is_thing(text: str, span: Span) -> bool:
    if span.label == "HOSPITAL":
        return names_a_score(text, span.end)
    if span.label in _NUMBERS:
        return is_public_number(text, span.start, span.end)
    return is_thing(text, span.start, span.end, span.score)


def gate(rules: Sequence[Rule]) -> Callable[[Page], tuple[Rule, ...]]:
    """Which of `rules` have anything to look for on a page, in their order: see `Rule.needs`."""
    by_category: defaultdict[str, int] = defaultdict(int)
    by_pattern: defaultdict[re.Pattern[str], int] = defaultdict(int)
    always = 0  # a set of rules is a number: one bit for each
    for place, rule in enumerate(rules):
        if not rule.needs:
            always |= 1 << place
        for need in rule.needs:
            if isinstance(need, str):
                by_category[need] |= 1 << place
            else:
                by_pattern[need] |= 1 << place
    wakes = by_category.get
    literals = [(literal, bits) for pattern, bits in by_pattern.items() if (literal := _literal(pattern))]
    searches = [(pattern.search, bits) for pattern, bits in by_pattern.items() if not _literal(pattern)]

    @lru_cache(maxsize=1024)
    def listed(awake: int) -> tuple[Rule, ...]:
        return tuple([rule for place, rule in enumerate(rules) if awake >> place & 1])

    def asked(page: Page) -> tuple[Rule, ...]:
        awake, text = always, page.text
        for category in page.cues:
            awake |= wakes(category, 0)
        for literal, bits in literals:
            if literal in text:
                awake |= bits
        for search, bits in searches:
            if search(text):
                awake |= bits
        return listed(awake)

    return asked


def _literal(pattern: re.Pattern[str]) -> str:
    """What a pattern looks for that is mere text, with no class or choice in it; empty for any other.

    >>> _literal(re.compile(r"\\*\\*")), _literal(re.compile("a|b"))
    ('**', '')
    """
    return "" if _CHOICE.search(pattern.pattern) or pattern.flags & re.IGNORECASE else _ESCAPE.sub("", pattern.pattern)


_ESCAPE: Final = re.compile(r"\\(?=\W)")
_CHOICE: Final = re.compile(r"(?<!\\)[][.^$*+?{}|()]|\\\w")
