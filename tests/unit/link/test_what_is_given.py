"""People, forms and registers that a department gives beside its reports, and what a form declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.errors import FormatError
from incognote.link.given_people import check_people
from incognote.link.layout import load_layout
from incognote.link.structure import read_structure
from incognote.pipeline import Pipeline

COURT = '[columns]\nname = ["Party"]\nrole = ["Standing"]\ndob = ["Nativity"]\n[fields]\nreport_number = ["File no"]\n[roles]\nfather = ["First respondent", "Paternal figure"]\n'
HEAD = "Report date: 01/05/2023\n"
PROSE = "Narrative\nBram Kestrel hit Wren Hollis. Bram left.\n"


def pipeline(*layouts: str) -> Pipeline:
    from dataclasses import replace

    profile = load_profile("child-protection")
    return make_pipeline(replace(profile, layouts=(*layouts, *profile.layouts)), keep_residue=True)


def told(people: list[dict[str, object]]) -> str:
    return pipeline().run(Document("1", HEAD + PROSE, {"people": people})).text or ""


@pytest.mark.parametrize("role", ["stepfather", "step-father", "Stepfather", "stepdad", "案繼父"])
def test_a_given_role_is_a_key_or_a_word_of_reports(role: str) -> None:
    assert "[stepfather] hit [subject child]. [stepfather] left." in told([{"name": "Bram Kestrel", "role": role}, {"name": "Wren Hollis", "relation": "child"}])


def test_case_roles_and_aliases_are_given_too() -> None:
    people: list[dict[str, object]] = [{"name": "Bram Kestrel", "aliases": ["Bram"], "role": "father", "case_roles": ["alleged"], "birth": "1980-02-01"}]
    assert "[father/alleged perpetrator] left." in told(people)


def test_a_wrong_role_is_named_with_close_ones_unless_it_may_be_a_name() -> None:
    with pytest.raises(FormatError, match=r"person 1: unknown role 'mothr'; did you mean mother"):
        check_people({"people": [{"name": "x", "role": "mothr"}]})
    with pytest.raises(FormatError, match="person 2: a role that is none") as error:
        check_people({"people": [{"name": "x"}, {"name": "mother", "role": "Bram Kestrel"}]})
    assert "Kestrel" not in str(error.value)
    with pytest.raises(FormatError, match="unknown case role 'mother'; there are alleged, notifier"):
        check_people({"people": [{"name": "x", "case_roles": ["mother"]}]})


@pytest.mark.parametrize("word", ["First respondent", "Paternal figure"])
def test_the_words_of_a_form_say_who_somebody_is(tmp_path: Path, word: str) -> None:
    (tmp_path / "court.toml").write_text(COURT, "utf-8")
    text = f"{HEAD}Party | Standing\nMaree Hollis | Mother\nBram Kestrel | {word}\nWren Hollis | Subject child\n\n{PROSE}"
    assert "[father] hit [subject child]. [father] left." in (pipeline(str(tmp_path / "court.toml")).run(Document("1", text)).text or "")


def test_without_the_form_its_words_are_not_known() -> None:
    text = f"{HEAD}Party | Standing\nBram Kestrel | Paternal figure\nWren Hollis | Subject child\n\n{PROSE}"
    assert "[father]" not in (pipeline().run(Document("1", text)).text or "")


@pytest.mark.parametrize("number", ["FC/2211/23", "2211-B-9", "FC 22117"])
def test_a_declared_number_is_masked_whatever_it_looks_like(tmp_path: Path, number: str) -> None:
    (tmp_path / "court.toml").write_text(COURT, "utf-8")
    done = pipeline(str(tmp_path / "court.toml")).run(Document("1", f"{HEAD}File no: {number}\nMother: Maree Hollis\n{PROSE}"))
    assert number[-4:] not in (done.text or "") and done.status != "residue"


def test_a_date_in_a_column_of_birth_dates_is_one() -> None:
    text = "兒少保護通報表\n通報日期：113年5月6日\n姓名\t關係\t生日\n林小彤\t案主\t106/09/08\n何美娟\t案母\t74/3/5\n\n案母打案主。\n"
    done = pipeline().run(Document("1", text)).text or ""
    assert "[通報日-" not in done and "歲]" in done


@pytest.mark.parametrize("text", ["On 3/4/2020 mum called and said that all was fine.", "She was well that week. " * 12])
def test_what_is_told_alone_has_no_structure(text: str) -> None:
    assert not read_structure(text, [load_layout("au-intake")])


@pytest.mark.parametrize("text", ["Mother: Maree Hollis\nShe left.", "Name | Rel\nMaree Hollis | Mo\n", "Notifier\nMaree Hollis\n"])
def test_a_label_a_table_and_a_heading_are_structure(text: str) -> None:
    assert read_structure(text, [load_layout("au-intake")])
