"""The lists of the renderer: every phrase is read as what it says, every plan has its slots, every script its own words."""

from __future__ import annotations

import re

import pytest

from incognote.narrative.lexicon import canonical, concepts
from incognote.narrative.render.manner import FIELDS
from incognote.narrative.render.reading import adds, tells
from incognote.narrative.render.words import calls, plans, rows

KEYS = [row[0] for row in rows("plans", 4)]
FREQUENT = (
    "insomnia", "initial insomnia", "suicidal ideation", "auditory hallucinations", "visual hallucinations", "persecutory delusions", "panic attacks", "palpitations", "social withdrawal", "guilt",
    "weight loss", "tremor", "nausea", "nightmares", "major depressive disorder", "schizophrenia", "panic disorder", "obsessive-compulsive disorder", "bipolar disorder", "dementia", "delirium",
    "sertraline", "risperidone", "olanzapine", "cognitive behavioural therapy", "exposure and response prevention", "hypertension", "asthma", "migraine",
)  # fmt: skip


@pytest.mark.parametrize("name", FREQUENT)
def test_a_frequent_concept_is_called_by_phrases_that_are_read_as_it(name: str) -> None:
    for script in ("zh-TW", "zh-CN", "en"):
        ways = calls(name, script)
        assert ways
        assert all(tells(way, name) for way in ways), (script, ways)


def test_nearly_every_concept_of_the_lists_has_a_line() -> None:
    said = {row[0].split("/")[0].casefold() for row in rows("said", 4)}
    names = {concept.name.casefold() for concept in concepts()}
    assert len(names - said) <= len(names) // 20


def test_chinese_is_called_in_chinese_but_for_drugs_and_scales() -> None:
    latin = {c.name for c in concepts() if c.file in ("drugs", "scales")}
    bare = [row[0] for row in rows("said", 4) if row[0].split("/")[0] not in latin and not any(re.search("[一-鿿]", cell) for cell in row[1:3])]
    assert len(bare) < 60


def test_no_phrase_has_the_signs_of_a_form_of_the_lexicon() -> None:
    assert not [row[0] for row in rows("said", 4) if any(c in cell for cell in row[1:] for c in "~()")]


@pytest.mark.parametrize("key", KEYS)
def test_the_plans_of_a_key_have_the_same_slots_in_every_script(key: str) -> None:
    slots = [{frozenset(re.findall(r"\{(\w+)\}", way)) - {"he"} for way in plans(key, script)} for script in ("zh-TW", "zh-CN", "en")]
    if key != "happened":
        assert slots[0] == slots[1]
        assert set.union(*map(set, slots[0])) == set.union(*map(set, slots[2]))


@pytest.mark.parametrize("key", KEYS)
def test_no_plan_tells_a_clinical_fact_by_itself(key: str) -> None:
    for script in ("zh-TW", "zh-CN", "en"):
        for way in plans(key, script):
            assert not adds(re.sub(r"\{\w+\}", "、", way), ""), way


def test_themes_are_of_known_fields_and_read_as_patterns() -> None:
    for row in rows("themes", 6):
        assert row[0] in FIELDS
        re.compile(f"{row[1]}|{row[2]}")


def test_a_name_that_no_list_has_goes_by_itself() -> None:
    assert calls("xyzzy syndrome", "zh-TW") == ("xyzzy syndrome",)
    assert canonical("xyzzy syndrome") == "xyzzy syndrome"
