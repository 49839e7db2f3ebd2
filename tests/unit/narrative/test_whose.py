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
