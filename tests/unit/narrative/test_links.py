"""Edges join the facts that a text ties, and no others."""

from __future__ import annotations

import pytest

from incognote.narrative.extract.links import links
from incognote.narrative.extract.ties import tied
from incognote.narrative.extract.when import durations
from incognote.narrative.graph import Graph, problems
from unit.narrative.said_of import said_of

ZH = {"script": "zh-TW"}


def _links(marked, **more):
    said = said_of(marked, **more)
    return {tuple(edge) for edge in links(said, durations(said))}


@pytest.mark.parametrize(
    ("marked", "more", "edge"),
    [
        (
            "三個月前{f1 LifeEvent loss of work|被裁員}，兩週後他因此{f2 Symptom depressed mood|悶悶不樂}，說就是丟了工作害的。",
            ZH,
            ("f1", "causes", "f2"),
        ),
        ("六週前起{f1 Treatment risperidone|理思必妥 4 mg}，次日{f2 Symptom akathisia|坐立不安}，是藥的副作用。", ZH, ("f1", "causes", "f2")),
        (
            "{f1 LifeEvent bereavement|Her son died} eight weeks ago, and because of this {f2 Symptom depressed mood|she has been low} since then.",
            {},
            ("f1", "causes", "f2"),
        ),
        (
            "{f1 Treatment olanzapine|Olanzapine 10 mg} was begun six weeks ago; it caused {f2 Symptom weight gain|weight gain}.",
            {},
            ("f1", "causes", "f2"),
        ),
        ("{f1 Symptom weight loss|She lost 15 kg}, and as a result {f2 Symptom amenorrhoea|her periods stopped}.", {}, ("f1", "causes", "f2")),
        (
            "Impression: {f1 Diagnosis schizophrenia|schizophrenia}, given {f2 Symptom auditory hallucinations|the voices}.",
            {},
            ("f2", "supports_dx", "f1"),
        ),
    ],
)
def test_what_a_text_ties_is_joined(marked, more, edge):
    assert edge in _links(marked, **more)


def test_an_illness_that_was_excluded_is_a_differential_of_the_one_that_was_found():
    marked = "診斷：{f1 Diagnosis panic disorder|恐慌症}；{f2 Diagnosis hyperthyroidism|甲亢}已排除。"
    assert ("f2", "differential_of", "f1") in _links(marked, f2={"negated": True}, **ZH)


def test_a_relative_belongs_to_the_patient():
    assert _links("{f1 Relative schizophrenia|His aunt has schizophrenia}.") == {("f1", "relative_of", "f0")}


def test_what_is_denied_makes_nothing_and_is_made_by_nothing():
    marked = "三個月前{f1 LifeEvent loss of work|被裁員}，因此{f2 Symptom suicidal ideation|想死}，他否認。"
    assert not any("f2" in (source, target) for source, _, target in _links(marked, f2={"negated": True}, **ZH))


@pytest.mark.parametrize(
    ("marked", "more"),
    [
        ("{f1 History asthma|氣喘}多年。六週前開始{f2 Symptom insomnia|失眠}。", ZH),
        ("{f1 Symptom auditory hallucinations|Voices} for a year. He once had {f2 History migraine|migraine}.", {}),
        ("{f1 VisitEvent brain ct|Brain CT} was clear. {f2 Symptom insomnia|Sleep is poor}.", {}),
        ("{f1 Treatment sertraline|Sertraline 50 mg} since May. {f2 History appendicitis|Appendix out} as a boy.", {}),
    ],
)
def test_facts_that_nothing_ties_stay_apart(marked, more):
    assert not {edge for edge in _links(marked, **more) if edge[1] == "causes"}


def test_the_edges_make_a_graph_without_a_circle():
    marked = (
        "Three months ago {f1 LifeEvent divorce|he was divorced}. Then {f2 Symptom insomnia|he lay awake}, then {f3 Symptom fatigue|he was tired}, "
        "later {f4 Symptom depressed mood|low}, after that {f5 Symptom social withdrawal|he saw nobody}."
    )
    said = said_of(marked)
    when = durations(said)
    assert problems(Graph("n", "en", said.nodes, links(said, when), tuple(when.values()))) == ()


def test_a_text_without_facts_has_no_edges():
    assert _links("Nothing to report.") == set()


def test_a_tie_is_found_by_the_beginnings_of_words_and_by_the_group_of_a_drug():
    assert tied("effect", "haloperidol", "akathisia")
    assert tied("makes", "washing compulsions", "rash")
    assert not tied("makes", "rash", "washing compulsions")
    assert not tied("effect", "fluoxetine", "road accident")
    assert not tied("treats", "bereavement", "insomnia")
