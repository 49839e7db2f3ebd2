"""Facts given for a document whose own header says that they are somebody else's."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.config import Pipeline
from incognote.document import Candidate, Document
from incognote.vault import MemoryVault

NOTE = "姓名：李大同 病歷號：1111111"
OTHERS = {"name": "陳不在", "mrn": "2222222"}


def _kinds(text: str, known: dict[str, object]) -> tuple[str, set[str]]:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none")
    (result,) = pipeline.run_many([Document("1", text, known)])
    return result.status, {f.kind for f in result.findings if f.severity == "warning"}


def test_facts_of_another_patient_never_merge_the_two() -> None:
    documents = [Document("1", NOTE, OTHERS), Document("2", NOTE), Document("3", "姓名：陳不在 病歷號：2222222")]
    first, again, other = Pipeline.from_profile("clinic-tw", vault="none").run_many(documents)
    assert first.status == "degraded" and "known_contradicted" in {f.kind for f in first.findings}
    assert first.text == again.text and "PT-0002" in (other.text or "")
    assert (again.status, other.status) == ("clean", "clean")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (NOTE, OTHERS),
        (NOTE, {"name": "的"}),
        (NOTE, {"name": "陳不在"}),
        ("病人王小明 今日回診", {"name": "的"}),
        ("病歷號：1111111 頭痛三天", OTHERS),
        ("Patient: Dale Roper MRN: 1111111", {"name": "Tamsin Hendry", "mrn": "2222222"}),
    ],
)
def test_a_header_that_fits_neither_name_nor_number_is_told_of(text: str, known: dict[str, object]) -> None:
    status, kinds = _kinds(text, known)
    assert status == "degraded" and "known_contradicted" in kinds


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (NOTE, {"name": "李大同"}),
        (NOTE, {"name": "陳不在", "mrn": "01111111"}),
        (NOTE, {"name": "李大同", "mrn": "2222222"}),
        (NOTE, {"name": "Li, Ta-Tung"}),
        (NOTE, {"idno": "A123456789"}),
        ("病人王先生 今日回診", {"name": "王小明"}),
        ("病人：小明，今日回診", {"name": "王小明"}),
        ("Patient: Tom Reed MRN: 1111111", {"name": "Thomas Reed"}),
    ],
)
def test_facts_that_fit_in_one_of_the_two_are_taken(text: str, known: dict[str, object]) -> None:
    assert "known_contradicted" not in _kinds(text, known)[1]


def test_the_vault_holds_nothing_of_either_under_the_other() -> None:
    vault = MemoryVault(today=lambda: date(2026, 1, 1))
    from dataclasses import replace

    pipeline = replace(Pipeline.from_profile("clinic-tw", vault="none"), vault=vault)
    list(pipeline.run_many([Document("1", NOTE, OTHERS)]))
    assert not vault.find([Candidate("MRN", "2222222"), Candidate("NAME", "陳不在")])
    assert [person.names for _, person in vault.people()] == [("李大同",)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ms Wielgosz reports chest pain. Wielgosz was seen.", "Katarzyna Wielgosz"), ("Reviewed Mr Wielgosz today.", "Katarzyna Wielgosz"),
        ("病歷號：1234567 Mrs Wielgosz came", "Wielgosz, Katarzyna"), ("王先生主訴胸痛", "王小明"),
        ("first name: Katarzyna\nlast name: Wielgosz\nWielgosz came", "Katarzyna Wielgosz"),
    ],
)  # fmt: skip
def test_a_row_s_patient_is_known_by_the_surname_alone(text: str, name: str) -> None:
    (result,) = Pipeline.from_profile("clinic-tw", vault="none").run_many([Document("1", text, {"name": name})])
    assert result.status == "clean"
    assert "[NAME]" not in (result.text or "") and "PT-0001" in (result.text or "").partition("\n")[2]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Mr Wielgosz and Mrs Wielgosz came", {"name": "Katarzyna Wielgosz"}),
        ("Ms Wielgosz seen by Dr Wielgosz", {"name": "Katarzyna Wielgosz"}),
        ("Ms Wielgosz with Adam Wielgosz", {"name": "Katarzyna Wielgosz"}),
        ("Her husband Mr Wielgosz rang", {"name": "Katarzyna Wielgosz"}),
        ("Mr Wielgosz rang", {"name": "Katarzyna Wielgosz", "people": [{"name": "Adam Wielgosz", "relation": "husband"}]}),
        ("王先生與王太太來", {"name": "王小明"}),
        ("Ms Quimby came", {"name": "Katarzyna Wielgosz"}),
    ],
)
def test_a_surname_that_somebody_else_bears_is_nobody_s(text: str, known: dict[str, object]) -> None:
    status, kinds = _kinds(text, known)
    assert status == "degraded" and "subject_missing" in kinds
