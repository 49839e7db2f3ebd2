"""What a rule is, and the builder for rules about numbers.

A rule file holds one identifier: what it is, who issues it, its sources, doctests, and `RULES`, a tuple
of `Rule`. Nothing needs to be registered. Evidence is graded, never gated by a check digit: a mistyped
real number fails its check and is still a person's number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.detect.page import NO_CUES, Page
from incognote.document import Span

THRESHOLD: Final = 0.4
"""A find below this score is dropped by the rule that made it."""

# Between a label and its value: 病歷號碼：1234567, MRN# 123, 身分證字號為A123456789, Chart No. (123)
LABEL_GAP: Final = re.compile(
    r"(?:\s|[:=#\-.(\[「『<>|]|\bno\b\.?|\bnumber\b|\bis\b|號碼|号码|編號|编号|號|号|碼|码|為|为|是|係|系){0,6}", re.IGNORECASE
)
UNIT: Final = re.compile(
    r"\s?(?:m?mol|m?Eq|[mµuk]?g\b|mg|mcg|m?L\b|dL|cc\b|IU|U/|mm|cm|kg|bpm|%|/uL|/min|Fr\b|Gy|歲|岁|公斤|公分|毫|次|天|顆|颗|粒|錠)", re.IGNORECASE
)


class Rule(NamedTuple):
    """`cues` are words per category, in lower case, found once a page for all rules (`page.cues`)."""

    name: str
    find: Callable[[Page], Iterable[Span]]
    cues: Mapping[str, tuple[str, ...]] = {}


def number_rule(
    name: str,
    label: str,
    *,
    labels: Sequence[str] = (),
    shape: str = "",
    labelled_shape: str = "",
    needs: str = "",
    kind: str | None = None,
    bare: float = 0.0,
    labelled: float = 0.85,
    check: Callable[[str], bool] | None = None,
) -> Rule:
    """A rule for an identifier with a shape, label words, or both.

    `labels`: words that stand before it (both scripts, English; any case). After one, `labelled_shape`
    (default: `shape`) is taken with score `labelled`. `shape` alone is worth `bare` (0: never without
    a label); a passed `check` adds 0.15, a unit right behind takes 0.3 away. Shapes are matched on the
    folded text, in any case, and may not be continued by a letter or digit on either side. `needs` is a
    literal that must occur for the shape to be tried, a mere shortcut.
    """
    source = f"rules/{name}"
    guard = r"(?<![A-Za-z0-9])(?:{})(?![A-Za-z0-9])"
    after_label = re.compile(rf"(?:{labelled_shape or shape})(?![A-Za-z0-9])", re.IGNORECASE)
    alone = re.compile(guard.format(shape), re.IGNORECASE) if shape and bare else None
    words = tuple(dict.fromkeys(word.lower() for word in labels))

    def find(page: Page) -> Iterator[Span]:
        text = page.text
        for _, end in page.cues.get(name, NO_CUES):
            gap = LABEL_GAP.match(text, end)
            value = after_label.match(text, gap.end() if gap else end)
            if value:
                bonus = 0.1 if check and check(value[0]) else 0.0
                yield page.span(*value.span(), label, kind, source, min(1.0, labelled + bonus))
        if alone is None or (needs and needs not in text):
            return
        for value in alone.finditer(text):
            score = bare + (0.15 if check and check(value[0]) else 0.0)
            if UNIT.match(text, value.end()):
                score -= 0.3
            if score >= THRESHOLD:
                yield page.span(*value.span(), label, kind, source, score)

    return Rule(name, find, {name: words} if words else {})
