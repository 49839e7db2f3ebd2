"""What a text states to be the cause points the way its words point, and a word alone makes no cause."""

from __future__ import annotations

import pytest

from incognote.narrative.extract.read import extract


def _causes(text):
    graph = extract(text, script="en" if text.isascii() else "zh-TW").graph
    names = {n.id: n.name for n in graph.nodes}
    return {(names[e.source], names[e.target]) for e in graph.edges if e.kind == "causes"}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("因失業而情緒低落。", ("loss of work", "depressed mood")),
        ("情绪低落，因失业。", ("loss of work", "depressed mood")),
        ("離婚導致她失眠、食慾不振。", ("separation or divorce", "poor appetite")),
        ("失眠是因為離婚。", ("separation or divorce", "insomnia")),
        ("车祸后噩梦不断。", ("road accident", "nightmares")),
        ("由于焦虑，他一直失眠。", ("anxiety", "insomnia")),
        ("碳酸鋰每日600毫克，手抖考慮鋰鹽所致。", ("lithium", "tremor")),
        ("由利培酮引起的静坐不能。", ("risperidone", "akathisia")),
        ("被解僱。因此情緒低落。", ("loss of work", "depressed mood")),
        ("After losing her job she became low.", ("loss of work", "depressed mood")),
        ("She is low because her mother died.", ("death of a parent", "depressed mood")),
        ("He lost his job, which brought on panic attacks.", ("loss of work", "panic attacks")),
        ("Nausea, brought on by the sertraline, passed.", ("sertraline", "nausea")),
        ("Her insomnia and palpitations were caused by the divorce.", ("separation or divorce", "palpitations")),
        ("Haloperidol was stopped because it gave him tremor.", ("haloperidol", "tremor")),
        ("He could not sleep, so he was drinking heavily.", ("insomnia", "increased alcohol use")),
    ],
)
def test_what_is_stated_is_a_cause_in_the_direction_of_its_words(text, cause):
    told = _causes(text)
    assert cause in told
    assert cause[::-1] not in told


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("失業與情緒低落無關。", ("loss of work", "depressed mood")),
        ("失眠不是因為離婚。", ("separation or divorce", "insomnia")),
        ("因失業而來，否認情緒低落。", ("loss of work", "depressed mood")),
        ("因幻聽服用risperidone，有嗜睡。", ("auditory hallucinations", "drowsiness")),
        ("因焦慮、失眠入院。", ("anxiety", "insomnia")),
        ("头痛后失眠。", ("headache", "insomnia")),
        ("The divorce did not lead to insomnia.", ("separation or divorce", "insomnia")),
        ("Since the divorce she denies insomnia.", ("separation or divorce", "insomnia")),
        ("She worries about money, and because of the visits she cannot sleep.", ("insomnia", "excessive worry")),
        ("Palpitations after insomnia.", ("insomnia", "palpitations")),
        ("He has had a headache so far, and insomnia.", ("headache", "insomnia")),
    ],
)
def test_what_only_looks_so_is_none(text, cause):
    assert cause not in _causes(text)


@pytest.mark.parametrize("text", ["因" * 4000, "失眠因" * 300, "insomnia because " * 200, "導致、" * 2000])
def test_a_hostile_text_is_read_in_time(text):
    assert isinstance(_causes(text), set)
