"""Two graphs and two texts compared: what was lost, added, changed, and how much of the wording is left."""

from __future__ import annotations

from incognote.narrative.fidelity import (
    MOST,
    compare,
    cosine,
    fixed,
    left_over,
    long_runs,
    longest_common_run,
    matched,
)
from incognote.narrative.graph import Duration, Graph, Node


def graph(*nodes: Node, durations: tuple[Duration, ...] = ()) -> Graph:
    return Graph("n", "zh-TW", nodes, (), durations)


def test_a_graph_is_wholly_true_to_itself() -> None:
    one = graph(Node("f1", "Symptom", {"name": "insomnia"}, {}, "t"), Node("f2", "Diagnosis", {"name": "panic disorder"}), durations=(Duration("t", -90),))
    assert compare(one, one)[:6] == (1.0, 1.0, 1.0, (), (), ())


def test_a_fact_that_is_missing_is_lost_and_one_too_many_is_added() -> None:
    found = compare(graph(Node("f1", "Symptom", {"name": "insomnia"})), graph(Node("g1", "Symptom", {"name": "headache"})))
    assert (found.lost, found.added, found.facts) == (("f1",), ("g1",), 0.0)


def test_a_fact_with_the_other_sign_is_changed() -> None:
    found = compare(graph(Node("f1", "Symptom", {"name": "insomnia", "negated": True})), graph(Node("g1", "Symptom", {"name": "insomnia"})))
    assert found.changed == ("f1 negated",)


def test_another_side_and_another_dose_are_changes() -> None:
    before = graph(Node("f1", "History", {"name": "rib fracture", "side": "left"}), Node("f2", "Treatment", {"name": "sertraline", "dose": "50 mg daily"}))
    after = graph(Node("g1", "History", {"name": "rib fracture", "side": "right"}), Node("g2", "Treatment", {"name": "sertraline", "dose": "5 mg daily"}))
    assert compare(before, after).changed == ("f1 side", "f2 dose")


def test_days_must_be_exact() -> None:
    node = Node("f1", "Symptom", {"name": "insomnia"}, {}, "t")
    assert compare(graph(node, durations=(Duration("t", -90),)), graph(node, durations=(Duration("t", -91),))).offsets == 0.0


def test_of_two_regimens_each_meets_its_own_dose() -> None:
    low, high = (Node(f"f{n}", "Treatment", {"name": "sertraline", "dose": f"{n}0 mg daily"}) for n in (5, 9))
    assert matched(graph(low, high), graph(high, low)) == {"f5": "f5", "f9": "f9"}


def test_a_run_is_counted_over_marks_and_without_what_must_stay() -> None:
    assert longest_common_run("他聽到鄰居，在罵他", "他聽到鄰居在罵他") == 8
    assert longest_common_run("服用50 mg daily後好轉", "服用50 mg daily後好轉", fixed=("50 mg daily",)) == 5
    assert longest_common_run("完全不同", "沒有一樣的字", script="zh-TW") == 0


def test_only_runs_longer_than_allowed_are_named() -> None:
    source = "一二三四五六七八九十甲乙丙丁"
    assert long_runs(source[: MOST["zh-TW"]], source, script="zh-TW") == ()
    found = long_runs("前" + source, source, script="zh-TW")
    assert (found[0].start, found[0].length) == (1, 13)
    assert long_runs("one two three four five six seven eight", "one two three four five six seven eight nine", script="en") == ()


def test_what_must_stay_are_doses_sides_values_and_diagnoses_but_no_symptoms() -> None:
    told = fixed(graph(Node("f1", "Symptom", {"name": "insomnia", "side": "left"}), Node("f2", "Diagnosis", {"name": "panic disorder"})))
    assert told == ("left", "panic disorder")


def test_a_phrase_of_the_old_life_is_found_in_either_script_and_a_new_one_is_not() -> None:
    assert left_over(("燈塔管理員", "公車司機"), "他是灯塔管理员") == (0,)
    assert left_over(("公車司機",), "他是郵差") == ()


def test_texts_are_alike_by_their_characters() -> None:
    assert round(cosine("三個月前開始失眠", "三個月前開始失眠"), 6) == 1.0
    assert cosine("三個月前開始失眠", "完全不一樣") == 0.0
    assert cosine("", "完全不一樣") == 0.0
