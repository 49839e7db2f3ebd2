"""Whose illness is told: a relative's, or the patient's where a relative only tells it."""

from __future__ import annotations

import pytest

from incognote.narrative.extract.read import extract


def _relatives(text, script="zh-TW"):
    return [n.name for n in extract(text, script=script).graph.nodes if n.kind == "Relative"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("母親罹患憂鬱症。", "major depressive disorder"),
        ("家族史：姊姊王小美，思覺失調症。", "schizophrenia"),
        ("他大哥也有恐慌症。", "panic disorder"),
        ("妹妹患抑郁症。", "major depressive disorder"),
        ("Her father had bipolar disorder.", "bipolar disorder"),
        ("FH: mother, schizophrenia.", "schizophrenia"),
        ("Diagnosis: panic disorder. His brother has that illness.", "panic disorder"),
        ("診斷思覺失調症。姑姑也是這個病。", "schizophrenia"),
    ],
)
def test_an_illness_behind_a_kinship_word_is_the_relatives(text, name):
    assert name in _relatives(text, "en" if text.isascii() else "zh-TW")


@pytest.mark.parametrize("text", ["母親說他有憂鬱症。", "母親陪同，診斷為憂鬱症。", "Her mother thinks she has panic disorder.", "診斷憂鬱症。母親住台中。", "His wife brought him: schizophrenia."])
def test_a_relative_who_only_tells_has_not_the_illness(text):
    assert _relatives(text, "en" if text.isascii() else "zh-TW") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("No family history of depression.", "major depressive disorder"),
        ("Nobody in the family has epilepsy.", "epilepsy"),
        ("無癲癇家族史。", "epilepsy"),
        ("家族中无人患有精神分裂症。", "schizophrenia"),
    ],
)
def test_what_no_relative_has_stays_denied(text, name):
    told = {n.name: (n.kind, n.clinical.get("negated")) for n in extract(text, script="en" if text.isascii() else "zh-TW").graph.nodes}
    assert told[name] == ("Relative", True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("His wife is depressed.", "depressed mood"),
        ("Her daughter self-harms.", "self-harm"),
        ("他的女兒最近失眠。", "insomnia"),
        ("她丈夫有高血压。", "hypertension"),
        ("Her husband lost his job two months ago.", "loss of work"),
        ("丈夫三个月前失业。", "loss of work"),
        ("Her husband lost his job two months ago.", "death of a partner"),
    ],
)
def test_what_somebody_else_has_is_not_the_patients(text, name):
    assert name not in {n.name for n in extract(text, script="en" if text.isascii() else "zh-TW").graph.nodes}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("His wife says he is depressed.", "depressed mood"),
        ("Arguments with his wife make him anxious.", "anxiety"),
        ("丈夫去世后失眠。", "insomnia"),
        ("與母親爭吵後割腕。", "self-harm"),
        ("媽媽陪同，他失眠三天。", "insomnia"),
        ("Her husband left her and she lost her job two months ago.", "loss of work"),
    ],
)
def test_what_is_told_beside_somebody_else_stays_the_patients(text, name):
    assert name in {n.name for n in extract(text, script="en" if text.isascii() else "zh-TW").graph.nodes}
