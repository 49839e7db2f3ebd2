"""Which forms of the lexicon stand in a text, which of two that overlap is meant, and how each is asserted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.narrative.extract.assertion import Assertion, assertions
from incognote.narrative.extract.said import Clause
from incognote.narrative.lexicon import ABSENCES, Mention, mentions

_OPEN_LABELS: Final = frozenset(("DATE", "AGE", "PROFESSION", "CONTEXT", "TIME"))
"""What may lie around a clinical form; a name or an institution may not (the clinic's name is no diagnosis)."""


_RANK: Final = {"Diagnosis": 0, "LifeEvent": 2}


class Found(NamedTuple):
    mention: Mention
    assertion: Assertion
    sentence: int

    @property
    def start(self) -> int:
        return self.mention.start

    @property
    def end(self) -> int:
        return self.mention.end

    @property
    def name(self) -> str:
        return self.mention.concept.name


def find(text: str, folded: str, clauses: Sequence[Clause], *, spans: Sequence[Span] = ()) -> list[Found]:
    """Every form that counts, by start, none within another."""
    blocked = sorted((s.start, s.end) for s in spans if s.label not in _OPEN_LABELS)
    chosen = _chosen([m for m in mentions(text) if not _lies_in(m, blocked)])
    sentences = sentence_spans(clauses)
    starts = [start for start, _ in sentences]
    said = assertions(folded, sentences, chosen, text=text)
    return [Found(m, _turned(folded, m, how), max(bisect_right(starts, m.start) - 1, 0)) for m, how in zip(chosen, said, strict=True)]


def _turned(folded: str, mention: Mention, how: Assertion) -> Assertion:
    """A form that says by itself that a thing is absent, unless it is half of a question (想不想死？)."""
    if mention.concept.file != ABSENCES:
        return how
    start = mention.start
    if start and folded[start] in "不没" and folded[start - 1] == folded[start + 1 : start + 2]:
        return max(how, Assertion.OPEN)
    return Assertion.ABSENT


def sentence_spans(clauses: Sequence[Clause]) -> list[tuple[int, int]]:
    """The offsets of each sentence, by its number."""
    spans: list[tuple[int, int]] = []
    for clause in clauses:
        if clause.sentence == len(spans):
            spans.append((clause.start, clause.end))
        else:
            spans[-1] = (spans[-1][0], clause.end)
    return spans


def _lies_in(mention: Mention, blocked: Sequence[tuple[int, int]]) -> bool:
    return any(start < mention.end and mention.start < end for start, end in blocked)


def _chosen(every: Sequence[Mention]) -> list[Mention]:
    """Of forms that share a character, the one of which more was met; of equal ones a diagnosis that is called one."""
    taken: set[int] = set()
    kept: list[Mention] = []
    for mention in sorted(every, key=lambda m: (-m.weight, m.end - m.start, m.start, m.concept.file != ABSENCES, not m.further, _RANK.get(m.concept.kind, 1))):
        own = set(range(mention.start, mention.end))
        for start, end in mention.gaps:
            own.difference_update(range(start, end))
        if taken.isdisjoint(own):
            taken |= own
            kept.append(mention)
    return sorted(kept, key=lambda m: (m.start, m.end))
