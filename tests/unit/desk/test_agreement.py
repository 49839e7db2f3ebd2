"""Agreement between two reviewers, against figures worked out by hand."""

from __future__ import annotations

import pytest

from desk_work import NOTES, loaded, pipeline
from incognote.desk import reviewing
from incognote.desk.agreement import agreement, compare
from incognote.desk.correct import corrected, mask
from incognote.desk.replay import replaying
from incognote.desk.sampling import Plan
from incognote.desk.store import Desk

NAME, DATE = "NAME", "DATE"


def test_readings_that_are_alike_agree_wholly() -> None:
    found = compare([(20, ((0, 3, NAME), (5, 9, DATE)), ((0, 3, NAME), (5, 9, DATE)))] * 3)
    assert [found.exact.value, found.placed.value, found.covered.value, found.kappa.value] == [1.0, 1.0, 1.0, 1.0]
    assert (found.pairs, found.disputed) == (3, 0)


def test_the_figures_are_those_of_a_small_table() -> None:
    # 10 characters: both NAME 2, one NAME and the other nothing 1, DATE against NAME 2, both nothing 5.
    found = compare([(10, ((0, 3, NAME), (5, 7, DATE)), ((0, 2, NAME), (5, 7, NAME)))])
    assert found.exact.value == 0.0
    assert found.placed.value == 0.5
    assert found.covered.value == pytest.approx(2 * 4 / 9)
    chance = (3 * 4 + 2 * 0 + 5 * 6) / 100
    assert found.kappa.value == pytest.approx((0.7 - chance) / (1 - chance))
    assert found.disputed == 1


def test_a_label_alone_parts_exact_from_placed() -> None:
    found = compare([(9, ((0, 3, NAME),), ((0, 3, "DOCTOR"),))])
    assert (found.exact.value, found.placed.value, found.covered.value) == (0.0, 1.0, 1.0)


def test_where_nothing_is_marked_there_is_nothing_to_count() -> None:
    found = compare([(9, (), ())])
    assert (found.exact, found.placed, found.covered, found.kappa) == (None, None, None, None)
    assert compare([]).pairs == 0


def test_intervals_hold_the_figure_and_are_the_same_every_time() -> None:
    readings = [(9, ((0, 3, NAME),), ((0, 3, NAME),) if n % 3 else ()) for n in range(60)]
    one, again = compare(readings), compare(readings)
    assert one == again
    for figure in (one.exact, one.kappa, one.covered):
        assert 0 < figure.low < figure.value < figure.high < 1


def test_a_batch_read_by_two_is_compared_document_by_document(desk: Desk) -> None:
    number = loaded(desk, NOTES[:3], plan=Plan(twice=None))
    for name in ("Lin", "Wu"):
        while (review := reviewing.claim(desk, number, name)) is not None:
            stored = desk.document(number, review.number)
            corrections = [mask(stored.document, (3, 10), label="CASENO")] if (name, review.number) == ("Wu", 3) else []
            result = corrected(replaying(pipeline(desk), stored), stored.document, corrections)
            spans = [span for spans in result.spans.values() for span in spans]
            reviewing.finish(desk, number, review, "corrected" if corrections else "accepted", corrections=corrections, spans=spans)
    found = agreement(desk, number)
    assert (found.pairs, found.disputed) == (3, 1)
    assert 0 < found.exact.value < 1
