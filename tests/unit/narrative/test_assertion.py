"""Whether a fact is told as there, absent or open: cues before and behind, lists, heads, answers, and words that only look so."""

from __future__ import annotations

import pytest

from incognote.narrative.extract.assertion import Assertion
from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.find import find
from incognote.narrative.lexicon import folded

THERE, OPEN, ABSENT = Assertion.THERE, Assertion.OPEN, Assertion.ABSENT


def _told(text):
    return {f.name: f.assertion for f in find(text, folded(text), clauses(text))}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("否認幻聽、被害妄想及自殺意念。", ("auditory hallucinations", "persecutory delusions", "suicidal ideation")),
        ("否認幻聽，自殺意念。", ("auditory hallucinations", "suicidal ideation")),
        ("幻聽：否認。", ("auditory hallucinations",)),
        ("自杀意念无。", ("suicidal ideation",)),
        ("幻視(-)。", ("visual hallucinations",)),
        ("未見抽動。", ("tics",)),
        ("她沒有自殺意念。", ("suicidal ideation",)),
        ("(4) 未見：抽動；暴食。", ("tics", "binge eating")),
        ("No voices, paranoid delusions or suicidal thoughts.", ("auditory hallucinations", "persecutory delusions", "suicidal ideation")),
        ("She denies palpitations, nausea and headaches.", ("palpitations", "nausea", "headache")),
        ("Headaches: denied.", ("headache",)),
        ("Pertinent negatives: nausea, diarrhoea.", ("nausea", "diarrhoea")),
        ("PTSD has been ruled out.", ("post-traumatic stress disorder",)),
        ("甲狀腺亢進已排除。", ("hyperthyroidism",)),
        ("想自殺嗎？沒有。", ("suicidal ideation",)),
        ("He is teetotal.", ("increased alcohol use",)),
        ("失眠、頭痛均否認。", ("insomnia", "headache")),
        ("失眠，頭痛均否認。", ("insomnia", "headache")),
        ("失智症可能性低。", ("dementia",)),
        ("She is neither frightened nor low.", ("anxiety",)),
    ],
)
def test_what_is_denied_is_absent_with_all_that_is_listed(text, names):
    told = _told(text)
    assert {name: told.get(name) for name in names} == dict.fromkeys(names, ABSENT)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("R/O bipolar II disorder。", "bipolar ii disorder"),
        ("疑似恐慌症。", "panic disorder"),
        ("強迫症待排除。", "obsessive-compulsive disorder"),
        ("囤積，說不準。", "hoarding"),
        ("有沒有幻聽？她答「不確定」。", "auditory hallucinations"),
        ("Possible PTSD.", "post-traumatic stress disorder"),
        ("PTSD cannot be ruled out.", "post-traumatic stress disorder"),
        ("Panic disorder?", "panic disorder"),
        ("幻視：說牆上有影子，可疑。", "visual hallucinations"),
    ],
)
def test_what_is_only_thought_of_is_open(text, name):
    assert _told(text).get(name) == OPEN


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("沒有工作，但有幻聽。", "auditory hallucinations"),
        ("無故頭痛。", "headache"),
        ("不只頭痛。", "headache"),
        ("不斷頭痛。", "headache"),
        ("他沒有食慾不振，卻有頭痛。", "headache"),
        ("Not only nausea.", "nausea"),
        ("No doubt about the panic attacks.", "panic attacks"),
        ("No fever but headaches.", "headache"),
        ("無發燒，頭痛兩天。", "headache"),
        ("無發燒、咳嗽，有頭痛。", "headache"),
        ("否認自傷，頭痛加重。", "headache"),
        ("否认自伤、幻听，惟头痛明显。", "headache"),
        ("She denied nausea but admitted headaches.", "headache"),
        ("頭痛三天，恐慌症待排除。", "headache"),
        ("診斷恐慌症，甲狀腺亢進不考慮。", "panic disorder"),
        ("The drug did not help. Headaches since May.", "headache"),
        ("否認自傷。頭痛三天。", "headache"),
        ("Fluoxetine had no effect on the headaches.", "headache"),
    ],
)
def test_what_stands_behind_a_turn_or_a_word_that_only_looks_negative_is_there(text, name):
    assert _told(text).get(name) == THERE
