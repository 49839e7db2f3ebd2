"""A loaded result is made again from its spans, whatever the detectors would find today."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desk_work import NOTES, loaded, pipeline
from incognote.desk.correct import corrected, mask, unmask
from incognote.desk.replay import replaying
from incognote.desk.store import Desk

HARD = (
    "病人王大明，55歲，王大明之妻陳美玲來電，王先生今日發燒。\n電話：0912-345-678\n轉診：林口長庚醫院 李醫師",
    "Mr. John Smith, MRN 1234567, seen on 2024-05-02. Mr. Smith has Parkinson disease. Smith's wife Mary called.",
    "姓名：何首烏　病歷號：00123456\n處方：何首烏 10g、當歸 5g。何首烏先生一週後回診。",
    "陳美玲\n5/2 MMT 5/2\n2026/11/20 複診，身分證A123456789。",
)


@pytest.mark.parametrize("note", [*NOTES, *HARD])
def test_the_same_result_comes_of_it(desk: Desk, note: str) -> None:
    batch = loaded(desk, (note,))
    stored = desk.document(batch, 1)
    again = replaying(pipeline(desk), stored).run(stored.document)
    assert (again.text, again.edits, again.status) == (stored.result.text, stored.result.edits, stored.result.status)
    assert again.spans == stored.result.spans
    assert sorted(again.findings) == sorted(stored.result.findings)


def test_what_detectors_would_find_today_does_not_matter(desk: Desk) -> None:
    batch = loaded(desk, NOTES[:1])
    stored = desk.document(batch, 1)
    blind = replace(pipeline(desk), detectors={})
    assert replaying(blind, stored).run(stored.document).text == stored.result.text


def test_corrections_are_followed_through_the_document(desk: Desk) -> None:
    batch = loaded(desk, ("冊頁 XR20461 已上傳。XR20461 無異常。陳美玲女士回診。",))
    stored = desk.document(batch, 1)
    run = replaying(pipeline(desk), stored)
    start = stored.document.text.index("XR20461")
    result = corrected(run, stored.document, [mask(stored.document, (start, start + 7), label="CASENO")])
    assert "XR20461" not in str(result.text)
    name = stored.document.text.index("陳美玲")
    spared = corrected(run, stored.document, [unmask(stored.document, run.run(stored.document), (name, name + 3))])
    assert "陳美玲" in str(spared.text)


def test_what_was_covered_stays_covered_though_a_clinical_word_is_written_like_it(desk: Desk) -> None:
    batch = loaded(desk, ("姓名：何首烏　病歷號：00123456\n處方：當歸 5g。",))
    stored = desk.document(batch, 1)
    doubted = {source: tuple(s._replace(score=0.5) for s in spans) for source, spans in stored.result.spans.items()}
    weak = stored._replace(result=replace(stored.result, spans=doubted))
    assert "何首烏" not in str(replaying(pipeline(desk), weak).run(weak.document).text)
