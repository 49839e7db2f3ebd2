"""The order of the queue, and which documents a plan draws."""

from __future__ import annotations

import pytest

from incognote.desk.queue import risk
from incognote.desk.sampling import Facts, Plan, places, plan
from incognote.document import Finding, Result, Span
from incognote.errors import UsageError

CLEAN = Span(0, 3, "NAME", None, "rules/x", 0.9)
LOW = Span(4, 6, "NAME", None, "rules/x", 0.5)


def result(status: str, *findings: Finding, spans: tuple[Span, ...] = (CLEAN,)) -> Result:
    return Result("1", status, "", {"rules/x": spans}, (), (), findings, "")  # type: ignore[arg-type]


def finding(kind: str, severity: str) -> Finding:
    return Finding(kind, "source", 0, 1, severity)  # type: ignore[arg-type]


IN_ORDER = (
    result("failed", finding("error_ValueError", "failure")),
    result("residue", finding("known_value", "residue"), finding("known_value", "residue")),
    result("residue", finding("known_value", "residue")),
    result("degraded", finding("narrative_risk", "warning")),
    result("degraded", finding("doubtful_person", "warning"), finding("doubtful_person", "warning")),
    result("degraded", finding("doubtful_person", "warning")),
    result("degraded", finding("subject_missing", "warning")),
    result("clean", finding("literal_code", "warning"), spans=(LOW, CLEAN)),
    result("clean", finding("literal_code", "warning")),
    result("clean", spans=(LOW,)),
    result("clean", finding("allowed", "info")),
)


def test_what_may_leak_comes_before_what_is_in_doubt_and_that_before_low_scores() -> None:
    keys = [risk(one).key for one in IN_ORDER]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


def test_reasons_are_words_of_ours_the_gravest_first() -> None:
    one = result("residue", finding("second_name", "warning"), finding("known_value", "residue"), finding("allowed", "info"), spans=(LOW,))
    assert risk(one).reasons == ("residue", "known_value", "second_name", "low_score")
    assert risk(IN_ORDER[-1]).reasons == ()


BATCH = [Facts(n, (int(n % 10 == 0),), n % 10 == 0, frozenset({"PHONE"} if n % 3 == 0 else {"NAME"})) for n in range(1, 101)]


def test_the_whole_batch_is_queued_by_risk_and_then_as_it_came() -> None:
    queue = sorted(places(Plan(), BATCH).items(), key=lambda item: item[1])
    assert [number for number, _ in queue][:12] == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 1, 2]
    assert [place for _, (place, _) in queue] == list(range(1, 101))


def test_a_random_sample_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    one, same, other = (set(places(plan(["random:20"], seed=seed), BATCH)) for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == len(other) == 20


def test_samples_are_put_together() -> None:
    chosen = places(plan(["findings", "label:PHONE:5"]), BATCH)
    assert set(range(10, 101, 10)) <= set(chosen)
    assert 10 < len(chosen) <= 15
    assert set(places(plan(["label:PHONE"]), BATCH)) == set(range(3, 101, 3))
    assert set(places(plan(["random:500"]), BATCH)) == set(range(1, 101))


def test_some_documents_are_reviewed_twice() -> None:
    for twice, count in ((0, 0), (7, 7), (None, 100), (1000, 100)):
        wanted = [reviews for _, reviews in places(Plan(twice=twice), BATCH).values()]
        assert wanted.count(2) == count and wanted.count(1) == 100 - count


@pytest.mark.parametrize("sample", ["", "some", "random", "random:0", "random:x", "random:-1", "label", "label:PERSON", "label:NAME:0", "all:3", "findings:2", "random:1:2"])
def test_a_sample_that_is_none_is_refused_without_quoting_it(sample: str) -> None:
    with pytest.raises(UsageError) as refused:
        plan([sample])
    assert "PERSON" not in str(refused.value)
