"""A narrative told anew: nothing of the person, nothing of the wording, all of the illness, and every doubt said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from incognote.document import Span
from incognote.errors import UsageError
from incognote.narrative.extract.read import Extraction, extract
from incognote.narrative.fidelity import MOST, longest_common_run
from incognote.narrative.graph import Graph
from incognote.narrative.rewrite import rewrite

TAIWAN = """主訴：三個月前開始失眠
林志明，45歲，男性，在造船廠上班。四個月前被公司資遣，之後三個月前開始失眠、食慾差，並且心情低落。否認幻聽、妄想及自殺意念。
診斷：重鬱症。已排除恐慌症。
治療：兩個月前開始服用sertraline 50毫克每日一次，效果良好。母親有雙極性疾患。"""
ENGLISH = """Mr Daniel Hart, 52 years old, works as a lighthouse keeper. Four months ago he was made redundant. Insomnia began three months ago, and poor appetite two months ago.
He has no hallucinations or suicidal ideation. The diagnosis is major depressive disorder. Sertraline 50 mg daily was started six weeks ago, with a good response. His mother has bipolar disorder."""


def spans(text: str, *names: str) -> list[Span]:
    return [Span(text.index(name), text.index(name) + len(name), "NAME", None, "known", 1.0) for name in names]


def another_life(graph: Graph, *, seed: str) -> tuple[Graph, Sequence[Any]]:
    return replace(graph, nodes=tuple(replace(n, context={k: v for k, v in n.context.items() if k == "sex"}) for n in graph.nodes)), ("changed",)


@pytest.mark.parametrize(("text", "script", "name"), [(TAIWAN, "zh-TW", "林志明"), (ENGLISH, "en", "Daniel Hart")])
def test_the_illness_is_told_again_and_the_person_is_not(text: str, script: Any, name: str) -> None:
    new = rewrite(text, script=script, seed="s", spans=spans(text, name), perturb=another_life)
    assert new.fidelity.facts >= 0.9
    assert new.fidelity.changed == ()
    assert name not in new.text
    assert "造船" not in new.text
    assert "lighthouse" not in new.text


@pytest.mark.parametrize(("text", "script"), [(TAIWAN, "zh-TW"), (ENGLISH, "en")])
def test_no_run_of_the_source_is_longer_than_allowed(text: str, script: Any) -> None:
    for seed in "abcd":
        new = rewrite(text, script=script, seed=seed, perturb=another_life)
        assert longest_common_run(new.text, text, script=script, fixed=()) <= MOST[script] + 4
        assert not [f for f in new.findings if f.kind == "narrative_long_run"]


def test_the_same_seed_gives_the_same_text_and_another_another() -> None:
    one, again, other = (rewrite(TAIWAN, script="zh-TW", seed=seed, perturb=another_life) for seed in ("a", "a", "b"))
    assert one.text == again.text
    assert one.text != other.text
    assert one.graph == other.graph


def test_headings_stay_before_what_they_head() -> None:
    lines = rewrite(TAIWAN, script="zh-TW", seed="s", perturb=another_life).text.split("\n")
    assert [line[:3] for line in lines if line[:3] in ("主訴：", "診斷：", "治療：")] == ["主訴：", "診斷：", "治療："]


def test_a_life_that_is_left_is_a_finding() -> None:
    kept = rewrite(TAIWAN, script="zh-TW", seed="s", perturb=None)
    if any("造船廠" in str(v) for n in kept.graph.nodes for v in n.context.values()):
        assert any(f.kind == "narrative_context_left" for f in kept.findings)


def test_a_text_that_is_no_narrative_is_refused_without_its_words() -> None:
    with pytest.raises(UsageError) as refused:
        rewrite("今天天氣很好，林志明去買菜。", script="zh-TW", seed="s")
    assert "林志明" not in str(refused.value)
    assert "no narrative" in str(refused.value)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(UsageError):
        rewrite("", script="en", seed="s")


def test_findings_name_places_and_hold_no_words() -> None:
    new = rewrite(TAIWAN, script="zh-TW", seed="s", perturb=another_life)
    for finding in new.findings:
        assert finding.start <= finding.end <= max(len(TAIWAN), len(new.text))
    assert "失眠" not in repr(new)


def test_a_denial_that_comes_back_as_a_complaint_is_a_failure() -> None:
    calls: list[int] = []

    def careless(text: str, **more: Any) -> Extraction:
        read = extract(text, **more)
        calls.append(1)
        if len(calls) == 1:
            return read
        turned = tuple(replace(n, clinical={k: v for k, v in n.clinical.items() if k != "negated"}) for n in read.graph.nodes)
        return read._replace(graph=replace(read.graph, nodes=turned))

    text = "She has had low mood and insomnia for two months. She denied suicidal ideation. Diagnosis: major depressive disorder."
    told = rewrite(text, script="en", seed="1", extracting=careless)
    assert "failure" in {f.severity for f in told.findings if f.kind == "narrative_fact_changed"}
    assert not [f for f in rewrite(text, script="en", seed="1").findings if f.severity == "failure"]
