"""Enrolment with the looking done elsewhere comes to what it comes to here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from incognote.batch.apart import Enrolment, Look, documents_of, first_look, second_look
from incognote.batch.settled import settled
from incognote.batch.work import Task
from incognote.config import load_profile, make_pipeline
from incognote.document import Document, Person
from incognote.formats.source import Unread
from incognote.vault import open_stored
from incognote.vault.memory import MemoryVault

make = partial(make_pipeline, load_profile(), on=date(2026, 11, 29), tagger=False)
NOTES = [
    "姓名：王大明 病歷號：2000001 看診日：113/05/03\n主訴：頭痛3天。",
    "姓名：李小華 病歷號：2000002 看診日：113/04/03\n王大明陪同，與 PT-0001 同住。",
    "病歷號：2000001\n家屬表示王大明近日頭痛，PT-0002 與 PT-0003 亦同。",
    "患者：王大明，身分證字號 A123456789，病歷號 2000001，113/06/01 回診。",
    "身分證字號 A123456789 之患者今日回診，王大明訴頭痛。",
    "姓名：陳美玲 病歷號：2000003 看診日：113/05/09",
    "",
    "無名氏 頭痛",
]


def documents() -> list[Document]:
    known = {3: {"aliases": ["王阿明"]}, 5: {"name": "陳美玲", "mrn": "2000009"}}
    return [Document(str(n), text, known.get(n, {})) for n, text in enumerate(NOTES * 2)]


def apart(vault: object, notes: Sequence[Document], *, looked_before: int) -> Enrolment:
    """Looks are made `looked_before` documents ahead of the codes, as workers do."""
    pipeline = make(vault=vault)
    away = replace(pipeline, vault=settled(pipeline.vault))
    enrolment = Enrolment(pipeline)
    for document in notes:
        enrolment.first(first_look(away, document))
    away = replace(away, batch=enrolment.everybody)
    for start in range(0, len(notes), looked_before):
        part = notes[start : start + looked_before]
        for document, look in [(document, second_look(away, document)) for document in part]:
            enrolment.second(look, lambda document=document: document)
    return enrolment


def people(vault: MemoryVault) -> list[tuple[str, Person, date | None]]:
    return [(code, person, vault.day_zero(code)) for code, person in vault.people()]


@pytest.mark.parametrize("ahead", [1, 3, 100])
def test_everybody_gets_the_code_and_day_that_one_process_would_give(ahead: int) -> None:
    here, there = MemoryVault(), MemoryVault()
    everybody = make(vault=here).enrol(documents()).batch
    enrolment = apart(there, documents(), looked_before=ahead)
    assert people(there) == people(here)
    assert people(enrolment.everybody) == people(everybody)  # type: ignore[arg-type]


def test_a_vault_that_knows_some_of_them_gives_the_same_codes(tmp_path: Path) -> None:
    told = []
    for name in ("here", "there"):
        vault = open_stored(f"sqlite:///{tmp_path}/{name}.db", passphrase="correct horse battery", create=True)
        make(vault=vault).enrol(documents()[2:4])
        if name == "here":
            make(vault=vault).enrol(documents())
        else:
            apart(vault, documents(), looked_before=100)
        told.append([(code, person, vault.day_zero(code)) for code, person in vault.people()])
        vault.close()
    assert told[0] == told[1]


def test_a_document_that_names_a_code_given_meanwhile_is_looked_at_again() -> None:
    enrolment = apart(MemoryVault(), documents(), looked_before=100)
    assert 0 < enrolment.again < len(NOTES) * 2


def test_a_look_that_fails_enrols_nobody_and_goes_on() -> None:
    enrolment = Enrolment(make(vault=MemoryVault()))
    assert first_look(enrolment.ready, Document("1", None)) == Look()  # type: ignore[arg-type]
    assert second_look(enrolment.ready, Document("1", None)) == Look()  # type: ignore[arg-type]
    enrolment.second(Look(), lambda: None)
    assert list(enrolment.ready.vault.people()) == []  # type: ignore[attr-defined]


def test_the_documents_of_a_file_are_those_that_can_be_read() -> None:
    def read() -> Iterator[Document | Unread]:
        yield Document("1", "a")
        yield Unread("2", "no text")
        raise ValueError("the rest is gone")

    assert [d.known for d in documents_of(Task(1, 1, read=read, known={"name": "王大明"}))] == [{"name": "王大明"}]


def test_what_a_look_holds_is_not_shown() -> None:
    assert "王" not in repr(first_look(make(vault=MemoryVault()), documents()[0]))
