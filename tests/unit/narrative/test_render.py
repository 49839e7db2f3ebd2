"""A graph told again: every kind in every language, true to its fields, a function of its seed."""

from __future__ import annotations

import re

import pytest

from incognote.document import Script
from incognote.narrative.extract.read import extract
from incognote.narrative.fidelity import compare
from incognote.narrative.graph import Duration, Edge, Graph, Node
from incognote.narrative.render.amounts import dose, value
from incognote.narrative.render.choose import pick, shuffled
from incognote.narrative.render.days import ago
from incognote.narrative.render.kinship import kinship
from incognote.narrative.render.layout import Part, layout
from incognote.narrative.render.manner import manner
from incognote.narrative.render.story import render, rendered
from incognote.narrative.render.voice import Voice

SCRIPTS: tuple[Script, ...] = ("zh-TW", "zh-CN", "en")
LIFE = {
    "zh-TW": {"age": 34, "sex": "F", "occupation": "紡織廠女工", "place": "漁港小鎮", "hobby": "摺紙"},
    "zh-CN": {"age": 34, "sex": "F", "occupation": "纺织厂女工", "place": "渔港小镇", "hobby": "折纸"},
    "en": {"age": 34, "sex": "F", "occupation": "textile mill worker", "place": "a northern fishing port", "hobby": "origami"},
}


def story(script: Script) -> Graph:
    nodes = (
        Node("f0", "Patient", {}, dict(LIFE[script])),
        Node("f1", "LifeEvent", {"class": "loss of work", "severity": "moderate"}, {}, "t1"),
        Node("f2", "Symptom", {"name": "insomnia"}, {}, "t2"),
        Node("f3", "Symptom", {"name": "auditory hallucinations", "negated": True}),
        Node("f4", "Symptom", {"name": "suicidal ideation", "negated": True}),
        Node("f5", "Diagnosis", {"name": "major depressive disorder"}),
        Node("f6", "Diagnosis", {"name": "panic disorder", "negated": True}),
        Node("f7", "Treatment", {"name": "sertraline", "dose": "50 mg daily", "response": "partial"}, {}, "t7"),
        Node("f8", "Relative", {"name": "schizophrenia"}),
        Node("f12", "Relative", {"name": "epilepsy", "negated": True}),
        Node("f9", "VisitEvent", {"name": "brain ct", "value": "normal"}),
        Node("f10", "History", {"name": "asthma"}),
    )
    edges = (Edge("f1", "causes", "f2"), Edge("f2", "supports_dx", "f5"), Edge("f7", "response_to", "f2"), Edge("f8", "relative_of", "f0"))
    return Graph("n1", script, nodes, edges, (Duration("t1", -120), Duration("t2", -90), Duration("t7", -60, -14)))


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_what_is_told_is_read_again(script: Script, seed: str) -> None:
    graph = story(script)
    fidelity = compare(graph, extract(render(graph, script=script, seed=seed), script=script).graph)
    assert fidelity.lost == ()
    assert fidelity.added == ()
    assert fidelity.changed == ()
    assert fidelity.offsets == 1.0


@pytest.mark.parametrize("script", SCRIPTS)
def test_one_seed_is_one_text_and_another_seed_another(script: Script) -> None:
    graph = story(script)
    texts = {render(graph, script=script, seed=seed) for seed in "abcdefgh"}
    assert len(texts) > 4
    assert render(graph, script=script, seed="a") == render(graph, script=script, seed="a")


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_slot_and_no_broken_mark_is_left(script: Script) -> None:
    for seed in "abcdefgh":
        text = render(story(script), script=script, seed=seed)
        assert not re.search(r"[{}]|，，|，。|。。| ,|,,|\.\.|  | \.", text)
        assert "None" not in text


def test_the_chinese_scripts_differ_in_words_and_not_only_in_characters() -> None:
    graph = Graph("n", "zh-TW", (Node("f1", "Diagnosis", {"name": "panic disorder"}), Node("f2", "Treatment", {"name": "sertraline", "dose": "50 mg daily"})))
    assert "恐慌症" in render(graph, script="zh-TW", seed="s")
    simplified = render(graph, script="zh-CN", seed="s")
    assert "惊恐障碍" in simplified
    assert "舍曲林" in simplified


def test_a_denied_fact_is_never_told_as_there() -> None:
    for script in SCRIPTS:
        for seed in "abcdefgh":
            graph = Graph("n", script, (Node("f1", "Symptom", {"name": "insomnia", "negated": True}), Node("f2", "Symptom", {"name": "headache"})))
            read = extract(render(graph, script=script, seed=seed), script=script).graph
            assert {(n.name, bool(n.clinical.get("negated"))) for n in read.nodes if n.kind == "Symptom"} == {("insomnia", True), ("headache", False)}


def test_what_is_open_is_told_as_open() -> None:
    for script in SCRIPTS:
        for seed in "abcdefgh":
            read = extract(render(Graph("n", script, (Node("f1", "Symptom", {"name": "insomnia", "uncertain": True}),)), script=script, seed=seed), script=script).graph
            assert [bool(n.clinical.get("uncertain")) for n in read.nodes if n.kind == "Symptom"] == [True]


def test_paragraphs_and_headings_stay_in_their_order() -> None:
    graph = story("zh-TW")
    parts = (Part("主訴：", ("f2",)), Part("診斷", ("f5", "f6")), Part("", ("f7",)))
    lines = render(graph, script="zh-TW", seed="s", layout=parts).split("\n")
    assert lines[0].startswith("主訴：")
    assert lines[1] == "診斷"
    assert "sertraline" in lines[3]
    assert len(lines) == 4


def test_a_heading_is_known_by_its_words_and_no_other_line_is_one() -> None:
    nodes = (Node("f1", "Symptom", {"name": "insomnia"}, spans=((4, 6),)), Node("f2", "Symptom", {"name": "headache"}, spans=((16, 18),)))
    found = layout("主訴：　失眠\n王大明說他最近頭痛", Graph("n", "zh-TW", nodes))
    assert [part.heading for part in found] == ["主訴：", ""]


def test_every_sentence_knows_its_facts() -> None:
    told = rendered(story("en"), script="en", seed="s")
    assert sorted(key for _, _, nodes in told.said for key in nodes) == sorted(n.id for n in story("en").nodes)
    assert all(told.text[end - 1] in ".。" for _, end, _ in told.said)


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_event_is_told_by_its_phrase_but_not_by_one_that_says_another_fact(script: Script) -> None:
    phrases = {"zh-TW": ("工廠關廠被資遣", "因幻聽住院"), "zh-CN": ("工厂关厂被裁员", "因幻听住院"), "en": ("made redundant at the mill", "auditory hallucinations")}[script]
    for phrase, is_told in zip(phrases, (True, False), strict=True):
        node = Node("f1", "LifeEvent", {"class": "loss of work", "severity": "moderate"}, {"event": phrase}, "t")
        text = render(Graph("n", script, (node,), (), (Duration("t", -90),)), script=script, seed="s")
        assert (phrase in text) is is_told


def test_a_long_field_of_the_source_is_never_quoted() -> None:
    said = "他一直覺得隔壁鄰居每天晚上都在牆上鑽洞想要進來拿走他的東西"
    node = Node("f1", "Symptom", {"name": "persecutory delusions", "thought": said})
    told = manner(node, Voice(Graph("n", "zh-TW", (node,)), "zh-TW", "s"))
    assert all(said[at : at + 11] not in phrase for phrase in told for at in range(len(said) - 10))


@pytest.mark.parametrize(("days", "said"), [(-90, "三個月前"), (-14, "兩週前"), (-365, "一年前"), (-1, "昨天"), (-95, "95天前")])
def test_days_are_said_as_people_say_them(days: int, said: str) -> None:
    assert ago(days, "zh-TW", "s") == said


def test_doses_and_values_keep_their_numbers() -> None:
    assert dose("300 mg twice daily", "zh-TW") == "每日兩次，每次300毫克"
    assert dose("one puff when needed", "zh-TW") == "one puff when needed"
    assert value("3.4 x 10^9/L", "zh-CN") == "3.4 x 10^9/L"


def test_kinship_is_one_plain_word_and_unknown_kin_none() -> None:
    assert kinship("my mum", "en") == "the mother"
    assert kinship("外婆", "zh-TW") == "祖母"
    assert kinship("同事", "zh-TW") == ""


def test_choices_hang_on_their_keys_alone() -> None:
    assert pick(range(1000), "s", "f1") == pick(range(1000), "s", "f1")
    assert pick(range(1000), "s", "f1") != pick(range(1000), "s", "f2")
    assert sorted(shuffled(range(9), "s")) == list(range(9))


def test_an_empty_graph_has_nothing_to_tell() -> None:
    assert render(Graph("n", "en", (Node("f0", "Patient"),)), script="en", seed="s") == ""


def test_a_heading_of_the_family_or_of_negatives_stands_over_nothing_else() -> None:
    nodes = (
        Node("f1", "Relative", {"name": "panic disorder"}, spans=((5, 8),)),
        Node("f2", "History", {"name": "migraine"}, spans=((9, 12),)),
        Node("f3", "Symptom", {"name": "insomnia"}, spans=((17, 19),)),
    )
    text = "家族：母親恐慌症；偏頭痛。\n否認：失眠"
    found = layout(text, Graph("n", "zh-TW", nodes))
    assert found == (Part("家族：", ("f1",)), Part("", ("f2",)), Part("", ("f3",)))


def test_a_score_is_rated_and_does_not_begin() -> None:
    for script, said in (("zh-TW", "評"), ("zh-CN", "评"), ("en", "rated")):
        node = Node("f1", "Symptom", {"name": "depression screening score"}, {}, "t")
        assert said in render(Graph("n", script, (node,), (), (Duration("t", -90),)), script=script, seed="s")
