"""Layouts: a department's own words for sections, columns and fields; what is wrong in one is named by its key."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.errors import ConfigError
from incognote.link.layout import built_in, layout_names, load_layout, plain
from incognote.link.structure import read_structure

COURT = """
[sections]
family_network = ["Schedule of parties"]
narrative = ["Reasons"]

[columns]
name = ["Party"]
role = ["Standing"]
dob = ["Nativity"]

[fields]
report_date = ["Delivered"]

[roles]
father = ["First respondent"]
"""


def layout(tmp_path: Path, text: str) -> str:
    path = tmp_path / "court.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_every_layout_of_the_package_is_read() -> None:
    assert {found.name for found in built_in()} == set(layout_names()) >= {"au-intake", "tw-intake", "police-report"}


def test_a_layout_of_one_s_own_is_enough(tmp_path: Path) -> None:
    text = "Delivered 3 March 2020\nSCHEDULE OF PARTIES\nStanding | Party | Nativity\nFirst respondent | Ned Clark | 1/2/1980\n\nREASONS\nHe came late.\n"
    found = read_structure(text, [load_layout(layout(tmp_path, COURT))])
    assert [section.kind for section in found.sections] == ["family_network", "narrative"]
    assert [(c.column, text[c.start : c.end]) for c in found.tables[0].rows[0].cells] == [("role", "First respondent"), ("name", "Ned Clark"), ("dob", "1/2/1980")]
    assert [(f.kind, text[f.start : f.end]) for f in found.fields] == [("report_date", "3 March 2020")]


def test_the_first_layout_wins_where_two_disagree(tmp_path: Path) -> None:
    text = "Name | Party | Standing\nx | Ned Clark | father\n"
    own = load_layout(layout(tmp_path, '[columns]\nname = ["Party"]\nrole = ["Standing"]\nother = ["Name"]'))
    found = read_structure(text, [own, load_layout("au-intake")])
    assert [(c.column, text[c.start : c.end]) for c in found.tables[0].rows[0].cells] == [("other", "x"), ("name", "Ned Clark"), ("role", "father")]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[section]\nchild = ['x']", "'section'"),
        ("[sections]\nkids = ['x']", "'sections.kids'"),
        ("[columns]\nnmae = ['x']", "'columns.nmae'"),
        ("[fields]\nreport_day = ['x']", "'fields.report_day'"),
        ("[roles]\nmum = ['x']", "'roles.mum'"),
        ("[columns]\nname = 'Party'", "'columns.name'"),
        ("[columns]\nname = []", "'columns.name'"),
        ("[columns]\nname = ['...']", "'columns.name'"),
        ("[columns]\nname = [3]", "'columns.name'"),
        ("columns = 3", "'columns'"),
    ],
)
def test_what_is_wrong_is_named_by_its_key(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ConfigError, match=key):
        load_layout(layout(tmp_path, text))


def test_no_toml_an_empty_layout_and_an_unknown_name_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not TOML"):
        load_layout(layout(tmp_path, "[sections"))
    with pytest.raises(ConfigError, match="says nothing"):
        load_layout(layout(tmp_path, ""))
    with pytest.raises(ConfigError, match="au-intake"):
        load_layout("nowhere")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_layout(str(tmp_path / "none.toml"))


def test_words_are_compared_without_case_signs_and_numbers_at_their_ends() -> None:
    assert {plain(word) for word in ("Family network", "1/ FAMILY  NETWORK:", "**Family-network**", "# family network")} == {"family network"}
