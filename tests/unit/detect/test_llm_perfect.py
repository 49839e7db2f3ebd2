"""A model that answers with the gold itself: what its checks keep of that, and that nothing invented is kept beside it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from incognote.detect.llm_asking import Way, find
from incognote.detect.llm_prompt import answer, type_of
from incognote.detect.llm_types import claim
from incognote.lab.evaluate.gold import GoldNote, read_gold
from incognote.llm.client import Request
from incognote.llm.scripted import Scripted
from incognote.names.search import is_clinical

CORPORA = Path(__file__).resolve().parents[3] / "corpora"
INVENTED = (("NAME", "甘沛岑"), ("DOCTOR", "Tessaly Quorn"), ("PHONE", "0933-218-607"), ("HOSPITAL", "澄禾醫院"), ("MRN", "3307518"))


def replies(notes: list[GoldNote], extra: tuple[tuple[str, str], ...] = ()) -> Scripted:
    """A model that knows every answer, as the study's scripted row has it, and says `extra` besides."""

    def say(request: Request) -> str:
        asked = request.messages[-1].content
        note = next(note for note in notes if asked in note.text)
        said = [(type_of(span.label), note.text[span.start : span.end]) for span in note.spans]
        return answer([*((kind, text) for kind, text in said if kind is not None and text in asked), *extra])

    return Scripted(say, context=100_000)


@pytest.mark.parametrize(("name", "least"), [("tw-clinic", 0.98), ("cn-notes", 0.98), ("en-notes", 0.955)])
def test_the_checks_keep_what_a_perfect_model_says(name: str, least: float) -> None:
    notes = random.Random(7).sample(read_gold(CORPORA / f"{name}.train.jsonl.xz"), 30)
    kept = told = 0
    for note, found in zip(notes, find(replies(notes), (note.text for note in notes), way=Way(longest=100_000)), strict=True):
        places = {(span.start, span.end) for span in found.spans}
        wanted = [s for s in note.spans if type_of(s.label) is not None and not is_clinical(note.text[s.start : s.end])]
        told += len(wanted)
        kept += sum((span.start, span.end) in places for span in wanted)
        assert found.invented == 0 and not found.unread
    assert told > 200 and kept / told >= least, f"{kept} of {told}"


def test_what_is_invented_beside_a_perfect_answer_is_never_kept() -> None:
    notes = [note for note in read_gold(CORPORA / "tw-clinic.train.jsonl.xz")[:10] if not any(text in note.text for _, text in INVENTED)]
    pure = list(find(replies(notes), (note.text for note in notes), way=Way(longest=100_000)))
    mixed = list(find(replies(notes, INVENTED), (note.text for note in notes), way=Way(longest=100_000)))
    assert notes and [found.spans for found in mixed] == [found.spans for found in pure]
    assert all(found.invented == len(INVENTED) for found in mixed)


@pytest.mark.parametrize(
    ("note", "wanted", "said"),
    [
        ("賣魚的老張借他一台", "老張", "NAME"),
        ("早上跟阿國泡茶", "阿國", "NAME"),
        ("检讨会由楮主任主持", "楮主任", "DOCTOR"),
        ("放术后；王副主任已知", "王副主任", "DOCTOR"),
        ("全名：平安。", "平安", "NAME"),
        ("来访者虎艳丽同来", "虎艳丽", "NAME"),
        ("mine her once Raijieli had sung", "Raijieli", "NAME"),
        ("家裡電話(03)450-6713、女兒", "(03)450-6713", "PHONE"),
        ("Liu 617.555.0159), keeps", "617.555.0159", "PHONE"),
        ("phone us, 5O3-555-0140 or", "5O3-555-0140", "PHONE"),
        ("most recent 10/9/23 left deltoid", "10/9/23", "DATE"),
        ("第2支 04/30 打完", "04/30", "DATE"),
        ("等週六再封橋", "週六", "DATE"),
        ("Handed over Currawong Bay ED", "Currawong Bay", "HOSPITAL"),
    ],
)
def test_kinds_that_were_dropped_are_kept(note: str, wanted: str, said: str) -> None:
    start = note.index(wanted)
    made = claim(note, start, start + len(wanted), said)
    assert made is not None and (made.start, made.end) == (start, start + len(wanted))


@pytest.mark.parametrize(
    ("note", "wanted", "said"),
    [
        ("左小腿水腫", "小腿", "NAME"),
        ("老人照顧老人", "老人", "NAME"),
        ("肺小葉增厚", "小葉", "NAME"),
        ("請副主任看過", "副主任", "DOCTOR"),
        ("鄭重告知風險", "風險", "NAME"),
        ("住院14天、昨晚、今天", "昨晚", "NAME"),
        ("沙參 9g 麥冬 9g", "沙參", "NAME"),
        ("Ferritin 300 today", "Ferritin", "NAME"),
        ("She Lives with husband", "Lives", "NAME"),
        ("5樓復健病房", "樓復健", "NAME"),
        ("每週六洗腎", "週六", "DATE"),
        ("周二上午门诊", "周二", "DATE"),
        ("Sun exposure and Sat 95%", "Sun", "DATE"),
        ("pain 3/10 and power 5/5", "3/10", "DATE"),
        ("Insulin 10-10-10", "10-10-10", "DATE"),
        ("WBC 12500 and 6/12 vision", "6/12", "DATE"),
        ("Small Bowel Series", "Small Bowel", "HOSPITAL"),
    ],
)
def test_their_look_alikes_are_not(note: str, wanted: str, said: str) -> None:
    start = note.index(wanted)
    assert claim(note, start, start + len(wanted), said) is None


def test_one_character_is_kept_where_a_rule_claims_just_it_and_nowhere_else() -> None:
    note = "夏天門診。主治醫師：夏。"
    kept = [found.spans for found in find(Scripted([answer([("DOCTOR", "夏")])]), [note])]
    assert all(note[span.start : span.end] == "夏" and span.start > 5 for spans in kept for span in spans)
