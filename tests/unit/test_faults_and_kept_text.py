"""What the chain promises beside its stages: one fault costs one note, what is kept is no residue."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from incognote import Document, Pipeline
from incognote.config import load_profile, make_pipeline
from incognote.document import Span

TODAY = date(2026, 11, 29)
NOTE = "病歷號碼：1234567 姓名：王大明\n王大明今日回診，電話 0912-345-678。"


def broken_on(word: str, error: type[Exception]) -> Pipeline:
    """A pipeline with one more detector, which fails on texts that hold `word` and quotes them."""

    def detect(document: Document) -> Iterator[Span]:
        if word in document.text:
            raise error(document.text)
        yield from ()

    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    return replace(pipeline, detectors={**pipeline.detectors, "broken": detect})


@pytest.mark.parametrize("error", [ValueError, KeyError, RecursionError, UnicodeError])
def test_a_fault_on_one_note_fails_that_note_and_no_other(error: type[Exception], caplog: pytest.LogCaptureFixture) -> None:
    notes = [Document("1", NOTE), Document("2", "姓名：李小華 病歷號：7654321 特殊"), Document("3", "姓名：陳美玲")]
    with caplog.at_level(logging.DEBUG):
        one, two, three = broken_on("特殊", error).run_many(notes)
    assert (one.status, two.status, three.status) == ("clean", "failed", "clean")
    assert two.text is None and not two.edits and not two.spans
    assert [f.kind for f in two.findings] == [f"error_{error.__name__}"]
    assert "李小華" not in repr(two) + caplog.text and "7654321" not in caplog.text
    assert "test_faults_and_kept_text.py" in caplog.text


def test_one_note_asked_for_alone_raises_its_fault() -> None:
    with pytest.raises(ValueError):
        broken_on("王大明", ValueError).run(Document("1", NOTE))


def test_the_same_text_with_other_facts_is_looked_at_again() -> None:
    text = "今日Hat來診，與Ash同行。"
    documents = [Document("1", text, {"people": [{"name": "Hat"}]}), Document("1", text, {"people": [{"name": "Ash"}]})]
    one, two = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run_many(documents)
    assert one.text is not None and two.text is not None
    assert "Hat" not in one.text and "Ash" not in two.text


def test_relatives_given_without_a_patient_do_not_make_a_note_degraded() -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=TODAY)
    assert pipeline.run(Document("1", "陳美玲陪同。", {"people": [{"name": "陳美玲"}]})).status == "clean"
    assert pipeline.run(Document("2", "無人陪同。", {"name": "陳美玲"})).status == "degraded"


@pytest.mark.parametrize("text", ["Home zip code: 62704. Seen 2024-05-02.", "住址 郵遞區號 10617，看診日 113/05/02"])
def test_the_limited_data_set_keeps_dates_and_postal_codes_and_they_are_no_residue(text: str) -> None:
    result = make_pipeline(load_profile("limited-dataset"), on=TODAY).run(Document("1", text))
    assert result.status == "clean", result.findings
    assert result.text is not None
    assert ("62704" in result.text or "10617" in result.text) and ("2024-05-02" in result.text or "113/05/02" in result.text)


def test_what_a_profile_keeps_hides_nothing_else() -> None:
    profile = load_profile("limited-dataset")
    policy = replace(profile.policy, operators={**profile.policy.operators, "PHONE": "keep"})
    blind = replace(make_pipeline(replace(profile, policy=policy), on=TODAY), detectors={})
    seeing = make_pipeline(replace(profile, policy=policy), on=TODAY)
    note = Document("1", "姓名：王大明 電話 0912-345-678")
    assert seeing.run(note).status == "clean"
    assert blind.run(note).status == "residue"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("母親生日 50/3/5，看診日：113/05/02，4/18 曾來", "母親生日 [63歲]，看診日：[D+0]，[D-14] 曾來"),
        ("DOB: 8/14/62; visit 5/1/24", "DOB: [age 61]; visit [D+0]"),
        ("生日 60/3/5，4/18 曾來", "生日 [55歲]，[日期] 曾來"),
    ],
)
def test_a_note_without_a_patient_counts_from_its_own_day(text: str, wanted: str) -> None:
    assert Pipeline.from_profile("clinic-tw", vault="none", on=TODAY).run(Document("1", text)).text == wanted
