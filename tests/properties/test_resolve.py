"""Coverage never shrinks: whatever detectors claim, resolve labels each covered character once."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Document, Span
from incognote.resolve import overlap, resolve
from incognote.resolve.allow import without

SPANS = st.lists(
    st.builds(
        lambda start, size, label, source, score: Span(start, start + size, label, None, source, score),
        st.integers(0, 40),
        st.integers(1, 12),
        st.sampled_from(["NAME", "DATE", "MRN", "PHONE", "ADDRESS"]),
        st.sampled_from(["known", "rules/x", "site/y", "tagger"]),
        st.floats(0.4, 1.0),
    ),
    max_size=14,
)


def covered(spans: list[Span]) -> set[int]:
    return {i for s in spans for i in range(s.start, s.end)}


@given(SPANS)
def test_overlap_covers_exactly_what_was_covered_without_overlap(spans: list[Span]) -> None:
    kept = overlap(spans)
    assert covered(kept) == covered(spans)
    assert all(a.end <= b.start for a, b in pairwise(kept))


@given(SPANS, st.randoms())
def test_the_order_in_which_detectors_ran_does_not_matter(spans: list[Span], draw) -> None:
    shuffled = list(spans)
    draw.shuffle(shuffled)
    assert overlap(shuffled) == overlap(spans)


@given(SPANS)
def test_resolve_uncovers_no_letter_and_no_digit(spans: list[Span]) -> None:
    text = ("王小明 a1-2，\n" * 9)[:60]
    inside = [s for s in spans if s.end <= len(text)]
    kept = resolve(inside, Document("1", text))
    assert {i for i in covered(inside) if text[i].isalnum()} <= covered(list(kept))


@given(SPANS, st.lists(st.tuples(st.integers(0, 40), st.integers(1, 10)), max_size=3))
def test_allowing_a_range_takes_away_that_range_and_nothing_else(spans: list[Span], cuts: list[tuple[int, int]]) -> None:
    ranges = [(start, start + size) for start, size in cuts]
    allowed = {i for low, high in ranges for i in range(low, high)}
    assert covered(without(spans, ranges)) == covered(spans) - allowed
