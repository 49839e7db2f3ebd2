"""A life is changed, an illness is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import UsageError
from incognote.narrative.graph import EDGES, KINDS, Duration, Edge, Graph, Node, problems
from incognote.narrative.lexicon import mentions
from incognote.narrative.perturb import age as ages
from incognote.narrative.perturb.change import ANCHOR
from incognote.narrative.perturb.constraints import broken, circumstances
from incognote.narrative.perturb.fits import Person, needs
from incognote.narrative.perturb.life import asked
from incognote.narrative.perturb.ontology import FILES, entries, shape, shares
from incognote.narrative.perturb.perturb import perturb
from incognote.narrative.perturb.rarity import rarities, reasons
from incognote.narrative.perturb.upward import kind_of, upward

_LIVES = {
    "zh-TW": {"occupation": "羊毛廠作業員", "place": "靠海的小漁村", "hobby": "養鴿子", "education": "高職畢業", "family": "已婚，兩個孩子", "institution": "冷凍食品廠"},
    "zh-CN": {"occupation": "公交车司机", "place": "老城区的巷子", "hobby": "下象棋", "education": "大专毕业", "family": "独居", "institution": "一所中学"},
    "en": {"occupation": "bus driver", "place": "a fishing village", "hobby": "keeping pigeons", "education": "history degree", "family": "lives with his sister", "institution": "a bakery"},
}  # fmt: skip


def _graph(script="zh-TW", *, age=34, sex="F", life=None, more=(), durations=(), edges=()):
    patient = Node("f0", "Patient", {}, {"age": age, "sex": sex, **(_LIVES[script] if life is None else life)})
    return Graph("n1", script, (patient, *more), edges, durations)


def _symptoms():
    word = st.sampled_from(("insomnia", "low mood", "ideas of reference", "weight loss"))
    clinical = st.fixed_dictionaries({"name": word}, optional={"negated": st.booleans(), "dose": st.just("5 mg daily"), "thought": st.just("媽媽在罵我")})
    context = st.fixed_dictionaries({}, optional={"event": st.sampled_from(("罐頭工廠收掉", "laid off by the cannery", "被主管罵"))})
    return st.tuples(st.sampled_from(KINDS[1:]), clinical, context, st.integers(-12000, 0) | st.none())


@st.composite
def _graphs(draw):
    script = draw(st.sampled_from(tuple(_LIVES)))
    life = {k: v for k, v in _LIVES[script].items() if draw(st.booleans())}
    drawn = draw(st.lists(_symptoms(), min_size=1, max_size=8))
    nodes, durations = [], []
    for n, (kind, clinical, context, onset) in enumerate(drawn, 1):
        if onset is not None:
            durations.append(Duration(f"t{n}", onset))
        if kind == "LifeEvent":
            clinical = {"class": draw(st.sampled_from(("loss of work", "conflict with a superior", "unheard-of class")))}
        nodes.append(Node(f"f{n}", kind, clinical, context, f"t{n}" if onset is not None else None, ((n, n + 1),)))
    graph = _graph(script, age=draw(st.integers(0, 99)), sex=draw(st.sampled_from(("F", "M", ""))), life=life, more=tuple(nodes), durations=tuple(durations))
    ends = st.sampled_from([n.id for n in graph.nodes])
    edges = draw(st.lists(st.builds(Edge, ends, st.sampled_from(EDGES), ends), max_size=8))
    kept: tuple[Edge, ...] = ()
    for edge in edges:
        if not problems(replace(graph, edges=(*kept, edge))):
            kept = (*kept, edge)
    return replace(graph, edges=kept)


@settings(max_examples=60, deadline=None)
@given(_graphs(), st.sampled_from(("a", "b")))
def test_nothing_frozen_changes_and_no_circumstance_stays_whatever_the_graph(graph, seed):
    after, log = perturb(graph, seed=seed)
    assert broken(graph, after) == ()
    assert after.edges == graph.edges and after.durations == graph.durations
    assert [(n.id, n.kind, n.clinical) for n in after.nodes] == [(n.id, n.kind, n.clinical) for n in graph.nodes]
    old = [shape(value) for value in circumstances(graph)]
    assert not any(shares(shape(value), one) for value in circumstances(after) for one in old)
    assert {(c.node, c.field) for c in log if c.after == ""} == {(n.id, k) for n in graph.nodes for k in n.context if k not in after.node(n.id).context}


@settings(max_examples=30, deadline=None)
@given(_graphs())
def test_the_same_seed_makes_the_same_life(graph):
    assert perturb(graph, seed="a") == perturb(graph, seed="a")


@settings(max_examples=30, deadline=None)
@given(_graphs())
def test_every_change_is_in_the_log_with_what_was_and_what_is(graph):
    after, log = perturb(graph, seed="a")
    told = {(c.node, c.field): (c.before, c.after) for c in log if c.node != ANCHOR}
    for node in graph.nodes:
        for name, value in node.context.items():
            now = after.node(node.id).context.get(name, "")
            assert (now == value and (node.id, name) not in told) or told[node.id, name] == (value, now)


@settings(max_examples=60, deadline=None)
@given(_graphs())
def test_an_age_stays_in_its_band_and_on_its_side_of_every_onset(graph):
    after = perturb(graph, seed="a").graph
    old, new = (ages.years(g.node("f0").context.get("age", "")) for g in (graph, after))
    assert (old < 12) == (new < 12) and (old < 18) == (new < 18) and (old < 65) == (new < 65)
    for node in graph.nodes:
        when = graph.when(node)
        if node.kind != "Relative" and when is not None and when.onset is not None and old + when.onset / 365.25 >= 0:
            assert new + when.onset / 365.25 >= 0
            assert (old + when.onset / 365.25 < 12) == (new + when.onset / 365.25 < 12)


def test_another_seed_makes_another_life():
    lives = {tuple(perturb(_graph(), seed=seed).graph.node("f0").context.items()) for seed in "abcdef"}
    assert len(lives) == 6


def test_what_happens_to_one_fact_does_not_change_what_happens_to_another():
    event = Node("f5", "LifeEvent", {"class": "loss of work"}, {"event": "罐頭工廠收掉"})
    alone, beside = _graph(), _graph(more=(event,))
    assert perturb(alone, seed="a").graph.node("f0") == perturb(beside, seed="a").graph.node("f0")


def test_two_events_of_a_class_do_not_become_one():
    events = tuple(Node(f"f{n}", "LifeEvent", {"class": "loss of work"}, {"event": f"丟了差事{n}"}) for n in range(1, 5))
    after = perturb(_graph(more=events), seed="a").graph
    assert len({n.context["event"] for n in after.nodes if n.kind == "LifeEvent"}) == 4


def test_values_are_in_the_language_of_the_graph():
    for script in _LIVES:
        told = "".join(circumstances(perturb(_graph(script), seed="a").graph))
        assert told.isascii() == (script == "en")


@pytest.mark.parametrize("value", ["全國唯一的女燈塔員", "里長", "上過新聞的廚師", "the town's mayor", "the only falconer in the county"])
def test_what_only_few_are_is_told_one_level_up(value):
    assert reasons(value)
    script = "en" if value.isascii() else "zh-TW"
    change = next(c for c in perturb(_graph(script, life={"occupation": value}), seed="a").log if c.field == "occupation")
    assert change.operator == "one level up" and not reasons(str(change.after))


@pytest.mark.parametrize("value", ["公車司機", "護理師", "a bus driver", "lives alone", "種蘭花", "a fishing village"])
def test_what_many_are_is_no_rarity(value):
    assert reasons(value) == ()


def test_a_rarity_in_the_words_of_a_symptom_is_named_and_left_to_a_person():
    graph = _graph(life={}, more=(Node("f1", "Symptom", {"name": "guilt", "thought": "上過新聞的那件事都怪我"}),))
    assert [(r.node, r.field, r.reason) for r in rarities(graph)] == [("f1", "thought", "news")]
    assert perturb(graph, seed="a").graph.node("f1") == graph.node("f1")


def test_a_man_does_not_become_a_widow_nor_a_pupil_a_pensioner():
    for script in _LIVES:
        for seed in "abcdefgh":
            man = perturb(_graph(script, age=71, sex="M", life={"occupation": "退休教師", "family": "喪偶，獨居"}), seed=seed)
            told = [needs(str(v)) for k, v in man.graph.node("f0").context.items() if k not in ("age", "sex")]
            assert all(ask.sex in ("", "M") for ask in told)
            child = perturb(_graph(script, age=14, sex="F", life={"occupation": "國中二年級學生"}), seed=seed).graph.node("f0")
            assert needs(str(child.context["occupation"])).met_by(Person("F", int(child.context["age"])))


def test_a_relative_stays_as_far_from_the_patient_in_age():
    graph = _graph(life={}, more=(Node("f1", "Relative", {"name": "depression"}, {"age": 61}),), edges=(Edge("f1", "relative_of", "f0"),))
    after = perturb(graph, seed="a").graph
    assert int(after.node("f1").context["age"]) - int(after.node("f0").context["age"]) == 27


def test_a_mother_whom_frozen_words_name_stays_in_the_family():
    frozen = Node("f1", "Symptom", {"name": "auditory hallucinations", "thought": "母親叫他去死"})
    for seed in "abcdef":
        family = perturb(_graph(age=25, sex="M", life={"family": "未婚，跟媽媽住"}, more=(frozen,)), seed=seed).graph.node("f0").context["family"]
        assert "母" in str(family) or "家人" in str(family) or "家裡" in str(family)


def test_names_in_frozen_words_get_the_surrogates_that_are_handed_in():
    graph = _graph(life={}, more=(Node("f1", "Symptom", {"name": "guilt", "thought": "阿美會怪我"}),))
    after, log = perturb(graph, seed="a", naming=lambda words: words.replace("阿美", "阿珠"))
    assert after.node("f1").clinical["thought"] == "阿珠會怪我"
    assert [c.operator for c in log if c.node == "f1"] == ["surrogate"]


def test_an_age_that_cannot_be_read_is_left_out_and_said():
    after, log = perturb(_graph(age="中年"), seed="a")
    assert "age" not in after.node("f0").context
    assert [c.operator for c in log if c.field == "age"] == ["left out"]


def test_a_visit_moves_by_whole_weeks_into_the_past():
    moved = perturb(_graph(), seed="a")
    assert moved.days % 7 == 0 and -1200 < moved.days < -250


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"clinical": {"name": "lithium", "dose": "900 mg"}}, "node f1: clinical field dose"),
        ({"clinical": {"name": "lithium"}}, "node f1: clinical field dose"),
        ({"kind": "Symptom"}, "node f1: kind"),
        ({"duration": None}, "node f1: it has another duration"),
        ({"context": {"place": "a port"}}, "node f1: context field place is new"),
    ],
)
def test_each_constraint_names_its_node_and_no_value(change, said):
    lithium = Node("f1", "Treatment", {"name": "lithium", "dose": "600 mg"}, {}, "t1")
    graph = _graph("en", life={}, more=(lithium,), durations=(Duration("t1", -90),))
    found = broken(graph, replace(graph, nodes=(graph.node("f0"), replace(lithium, **change))))
    assert any(one.startswith(said) for one in found)
    assert not any("900" in one or "port" in one for one in found)


def test_days_edges_and_nodes_may_not_change():
    more = (Node("f1", "Symptom", {"name": "insomnia"}, {}, "t1"), Node("f2", "Diagnosis", {"name": "depression"}))
    graph = _graph("en", life={}, more=more, durations=(Duration("t1", -90),), edges=(Edge("f1", "supports_dx", "f2"),))
    assert broken(graph, replace(graph, durations=(Duration("t1", -91),))) == ("node f1: days are not what they were",)
    assert broken(graph, replace(graph, edges=())) == ("node f1: edge supports_dx is not what it was",)
    assert broken(graph, replace(graph, nodes=graph.nodes[:2], edges=())) == ("nodes are others or in another order",)


def test_an_age_across_an_onset_is_broken():
    graph = _graph("en", age=20, life={}, more=(Node("f1", "Symptom", {"name": "inattention"}, {}, "t1"),), durations=(Duration("t1", -4000),))
    older = replace(graph, nodes=(replace(graph.nodes[0], context={"age": 30, "sex": "F"}), graph.nodes[1]))
    assert broken(graph, older) == ("node f0: age crosses a band or an onset",)


def test_a_graph_that_goes_in_a_circle_is_refused_by_its_nodes():
    more = (Node("f1", "Symptom", {"name": "insomnia"}), Node("f2", "Symptom", {"name": "guilt"}))
    graph = _graph(more=more, edges=(Edge("f1", "precedes", "f2"), Edge("f2", "precedes", "f1")))
    with pytest.raises(UsageError, match="f1") as caught:
        perturb(graph, seed="a")
    assert "漁村" not in str(caught.value)


def test_no_word_of_a_life_is_in_a_repr():
    moved = perturb(_graph(), seed="a")
    assert "漁村" not in repr(moved) and str(moved.graph.node("f0").context["hobby"]) not in repr(moved)


@pytest.mark.parametrize("field", sorted(FILES))
def test_every_entry_of_the_lists_is_possible_for_somebody(field):
    for entry in entries(field):
        ask = asked(entry)
        assert ask.ages[0] <= ask.ages[1], entry.said[2]


@pytest.mark.parametrize("field", [field for field in sorted(FILES) if field not in ("event", "stressor")])
def test_what_is_one_level_up_is_there_for_every_class_and_says_nothing_of_its_own(field):
    for script in _LIVES:
        for kind in (None, *{entry.kind for entry in entries(field)}):
            told = upward(field, kind, script)
            assert len(told) == 2 and not any(reasons(value) for value in told), (script, kind)
            assert all(mention.concept.kind == "LifeEvent" for value in told for mention in mentions(value)), (script, kind)


def test_a_class_is_read_from_the_list_from_words_that_speak_for_it_or_not_at_all():
    assert kind_of("occupation", "退休的公車司機") == "retired"
    assert kind_of("occupation", "國中三年級") == "pupil and student"
    assert kind_of("family", "未婚，跟媽媽住") == "lives with parents"
    assert kind_of("occupation", "前吃到現在") is None
    assert kind_of("hobby", "12") is None


def test_an_occupation_of_no_known_class_is_told_as_any_of_that_age():
    told = {age: perturb(_graph("en", age=age, life={"occupation": "zzyzx"}), seed="a").graph.node("f0").context["occupation"] for age in (8, 15, 40, 80)}
    assert told[8] in ("a schoolchild", "early education") and told[80] in ("no longer at work", "a pensioner")
    assert told[15] in ("full-time education", "a young person in education") and told[40] in ("paid work", "an ordinary job")


def test_an_event_of_no_known_class_is_left_out():
    event = Node("f5", "LifeEvent", {"class": "unheard-of class"}, {"event": "罐頭工廠收掉"})
    after, log = perturb(_graph(more=(event,)), seed="a")
    assert "event" not in after.node("f5").context and ("f5", "event", "left out") in {(c.node, c.field, c.operator) for c in log}


def _proposed(*values):
    return perturb(_graph("en", sex="F", life={"occupation": "bus driver"}), seed="a", proposing=lambda field, kind, script: values)


def test_what_is_proposed_is_taken_where_it_is_of_the_class():
    change = next(c for c in _proposed("schoolteacher", "long-haul trucker").log if c.field == "occupation")
    assert (change.operator, change.after) == ("proposed within class", "long-haul trucker")


@pytest.mark.parametrize("value", ["", "bus driver", "a driver of buses", "schoolteacher", "快遞員", "the only woman trucker of the county", "trucker with schizophrenia", "trucker " * 20])
def test_what_is_proposed_and_breaks_a_rule_is_not_taken(value):
    change = next(c for c in _proposed(value).log if c.field == "occupation")
    assert change.operator != "proposed within class" and change.after != value


def test_a_child_goes_to_no_school_for_older_ones_and_nobody_is_sent_to_prison():
    for seed in "abcdefghijkl":
        child = perturb(_graph(age=9, life={"institution": "寄宿學校"}), seed=seed).graph.node("f0")
        assert not any(word in str(child.context["institution"]) for word in ("中學", "高中", "職業"))
        elder = perturb(_graph(age=70, life={"place": "榮民之家"}), seed=seed).graph.node("f0")
        assert "監" not in str(elder.context["place"])
