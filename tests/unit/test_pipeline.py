"""The chain says what it did: status, withheld texts, failures that stay with their note."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from incognote import Document, Finding, Pipeline
from incognote.config import load_profile, make_pipeline
from incognote.detect.rules import names
from incognote.document import Number, Person
from incognote.pipeline import status_of
from incognote.vault.memory import MemoryVault

NOTE = "病歷號：1234567 姓名：王大明\n手機 0912-345-678\n"


def leaky() -> Pipeline:
    """A pipeline without the rules for telephone numbers."""
    return make_pipeline(replace(load_profile(), skip=("phone_tw", "other_id", "phone_cn", "phone_hk")), on=date(2026, 11, 29))


def finding(severity: str, kind: str = "x") -> Finding:
    return Finding(kind, "output", 0, 0, severity)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("findings", "status"),
    [
        ([], "clean"),
        ([finding("info")], "clean"),
        ([finding("warning")], "clean"),
        ([finding("warning", "subject_missing")], "degraded"),
        ([finding("residue"), finding("warning", "rule_timeout")], "residue"),
        ([finding("failure"), finding("residue")], "failed"),
    ],
)
def test_the_gravest_finding_decides_the_status(findings: list[Finding], status: str) -> None:
    assert status_of(findings) == status


def test_a_text_in_which_something_survived_is_withheld() -> None:
    result = leaky().run(Document("1", NOTE))
    assert (result.status, result.text) == ("residue", None)


def test_a_text_in_which_something_survived_is_given_when_asked_for() -> None:
    result = replace(leaky(), keep_residue=True).run(Document("1", NOTE))
    assert result.status == "residue"
    assert result.text is not None and "0912-345-678" in result.text and "王大明" not in result.text


@pytest.mark.parametrize("text", ["", "  \n\t", "\u3000\r\n"])
def test_a_note_without_text_is_empty_and_stays_as_it_is(text: str) -> None:
    result = leaky().run(Document("1", text))
    assert (result.status, result.text) == ("empty", text)


def test_one_notes_failure_does_not_end_the_batch_and_says_nothing_of_its_text() -> None:
    def broken(document: Document) -> list[Finding]:
        if "王大明" in document.text:
            raise ValueError(document.text)
        return []

    ready = replace(leaky(), detectors={"rules": broken})
    bad, good = ready.run_many([Document("1", NOTE), Document("2", "今日無特殊。")])
    assert (bad.status, bad.text, good.status) == ("failed", None, "clean")
    assert "王大明" not in repr(bad) and "王大明" not in str(bad.findings)


def test_single_and_batch_results_are_equal() -> None:
    notes = [Document(str(i), text) for i, text in enumerate([NOTE, "患者张伟，男，58岁\n", "Dr. Lin saw her on 2024/05/02.\n"])]
    single = [Pipeline.from_profile(vault="none", on=date(2026, 11, 29)).run(n) for n in notes]
    batch = list(Pipeline.from_profile(vault="none", on=date(2026, 11, 29)).run_many(notes))
    assert [r.text and r.text.replace("PT-0002", "PT-0001") for r in batch] == [r.text for r in single]
    assert [r.status for r in batch] == [r.status for r in single]


def test_no_repr_shows_what_stood_in_the_note() -> None:
    result = Pipeline.from_profile(vault="none").run(Document("note-王大明", NOTE, {"name": "王大明"}))
    shown = repr(result) + repr(Document("note-王大明", NOTE, {"name": "王大明"})) + repr(result.entities)
    assert not [secret for secret in ("王大明", "1234567", "0912", "345-678") if secret in shown]


def test_whoever_is_stored_and_still_stands_in_an_output_is_residue() -> None:
    vault = MemoryVault()
    vault.assign(Person(("林淑芬",), (Number("MRN", "QZ778812"),)))
    profile = replace(load_profile(), detectors=("rules",), skip=names(), probes=frozenset({"known"}))
    text = "檢體 QZ778812 已收。"
    result = make_pipeline(profile, vault=vault, on=date(2026, 11, 29)).run(Document("1", text))
    assert (result.status, result.text) == ("residue", None)
    assert make_pipeline(profile, on=date(2026, 11, 29)).run(Document("1", text)).text == text
