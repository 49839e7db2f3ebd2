"""The structure of a report: sections, tables in every form, fields, all as places in the text."""

from __future__ import annotations

import pytest

from incognote.link.layout import built_in, load_layout
from incognote.link.structure import Structure, read_structure

AU = (load_layout("au-intake"),)


def read(text: str) -> Structure:
    return read_structure(text, built_in())


def people(text: str) -> list[dict[str, str]]:
    """Each row of each table: column -> what stands there, line ends as blanks."""
    tables = read(text).tables
    return [{c.column: " ".join(text[c.start : c.end].split()) for c in row.cells if c.column != "other"} for t in tables for row in t.rows]


def fields(text: str) -> list[tuple[str, str]]:
    return [(f.kind, text[f.start : f.end]) for f in read(text).fields]


def sections(text: str) -> list[tuple[str, str]]:
    return [(s.kind, text[s.start : s.end]) for s in read(text).sections]


MAREE = {"name": "Maree Costa", "role": "Mo", "dob": "12/12/1987"}
HAZEL = {"name": "Hazel Young", "role": "sister", "dob": "24/4/2013"}


@pytest.mark.parametrize(
    "text",
    [
        "Name,Relationship,DOB\nMaree Costa,Mo,12/12/1987\nHazel Young,sister,24/4/2013",
        "DOB | Rel to SC | Name\n12/12/1987 | Mo | Maree Costa\n24/4/2013 | sister | Hazel Young",
        "| DOB | Relationship to subject child | Name |\n| :-- | :-- | --- |\n| 12/12/1987 | Mo | Maree Costa |\n| 24/4/2013 | sister | Hazel Young |",
        "Name\tRole\tDOB\n\nMaree Costa\tMo\t12/12/1987\nHazel Young\tsister\t24/4/2013\n\nNARRATIVE\n",
        "Name / DOB / Relationship\nMaree Costa / 12/12/1987 / Mo\nHazel Young / 24/4/2013 / sister",
        "Role - Name - DOB\nMo - Maree Costa - 12/12/1987\nsister - Hazel Young - 24/4/2013",
        "Name              DOB            Relationship\nMaree Costa     12/12/1987      Mo\nHazel Young     24/4/2013       sister",
        "¦ Mo ¦ Maree Costa ¦ 12/12/1987 ¦\n¦ sister ¦ Hazel Young ¦ 24/4/2013 ¦",
        "Mo ........ Maree Costa ........ 12/12/1987\nsister ........ Hazel Young ........ 24/4/2013",
        "Maree Costa | Mo | 12/12/1987\nHazel Young | sister | 24/4/2013\n(name | relationship | DOB)",
        "Name: Maree Costa\nDOB: 12/12/1987\nRelationship: Mo\n\nName: Hazel Young\nDOB: 24/4/2013\nRelationship: sister\n\nNarrative",
        "Relationship: Mo\nName: Maree Costa\nDOB: 12/12/1987\nRelationship: sister\nName: Hazel Young\nDOB: 24/4/2013",
        "Relationship\nDOB\nName\nMo\n12/12/1987\nMaree\nCosta\nsister\n24/4/2013\nHazel Young\nNarrative\nHe said so.",
    ],
)
def test_a_table_is_read_in_every_form(text: str) -> None:
    assert people(text) == [MAREE, HAZEL]


def test_a_row_that_a_page_broke_is_put_together() -> None:
    text = (
        "Name | Address | Relationship | Phone\n"
        "Maree Costa | Unit 7, 136 Little Saddler Street, Karragang North via Warrabool QLD | Mo | 0491\n570 110\n"
        "Hazel Young | as above, in the granny flat behind the house with the green fence and\nthe dog | sister | 0491 570 111\n"
    )
    assert people(text) == [
        {"name": "Maree Costa", "address": "Unit 7, 136 Little Saddler Street, Karragang North via Warrabool QLD", "role": "Mo", "phone": "0491 570 110"},
        {"name": "Hazel Young", "address": "as above, in the granny flat behind the house with the green fence and the dog", "role": "sister", "phone": "0491 570 111"},
    ]


def test_a_table_flattened_to_single_blanks_is_read_by_its_roles() -> None:
    text = "Person Age Relationship Whereabouts\nJason\nHansen 4/12 Subject infant inpatient\nKerry-Anne Turner 22 Mother boarding\n\nNarrative"
    assert [(row["name"], row["role"]) for row in people(text)] == [("Jason Hansen", "Subject infant"), ("Kerry-Anne Turner", "Mother")]


def test_the_column_that_says_who_somebody_is_needs_no_heading() -> None:
    text = "| # | who | name | yrs |\n| 1 | boy | Quang Ung | 2 |\n| 2 | mother | Tam Khuu | 30-35? |\n| 3 | father | | |"
    assert [(row.get("name"), row["role"]) for row in people(text)] == [("Quang Ung", "boy"), ("Tam Khuu", "mother"), (None, "father")]


def test_a_table_that_stands_on_its_side_is_turned() -> None:
    text = "欄位 | 被害人 | 相對人\n姓名 | 林思妤 | 戴育翰\n關係 | 妻 | 夫\n電話 | 0911755283 | 拒填\n"
    assert [(row["name"], row["role"]) for row in people(text)] == [("林思妤", "妻"), ("戴育翰", "夫")]


@pytest.mark.parametrize(
    "text",
    [
        "Mother, who was crying, said that Ann, her sister, had gone.\nThe father, Mr Lee, left.",
        "Na 158, K 4.1, Cl 101\nWBC 12.3, Hb 88, Plt 240",
        "Diagnosis | Date | Status\nAsthma | 2019 | active\n",
        "WBC\tHb\tPlt\n12.3\t88\t240\n",
        "Mother and baby unit | Ward 3 | Bed 4",
        "A dash - and another - in a sentence about mother - and so on.",
    ],
)
def test_what_is_no_table_of_people_is_none(text: str) -> None:
    assert read(text).tables == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mother: Maree Costa (dob 12/12/1987)", ("mother", "Maree Costa (dob 12/12/1987)")),
        ("MO: Florrie Milera\nFA: x", ("mother", "Florrie Milera")),
        ("2.4 Caregiver's mother [Karolina W] phone [0491 571 804]", ("phone", "0491 571 804")),
        ("Mother.............. O'CONNELL, HEIDI\n", ("mother", "O'CONNELL, HEIDI")),
        ("Stepfather\nTrevor Williams\nSister\nAlison King", ("stepfather", "Trevor Williams")),
        ("Field: Parent → x\nField: Step-father → Fa'afetai T\n", ("stepfather", "Fa'afetai T")),
        ("案父：王叡　職業：遠洋漁工", ("father", "王叡")),
        ("案母：陳美玲\n", ("mother", "陳美玲")),
        ("通報人：喇美玲　　單位：國小", ("notifier", "喇美玲")),
        ("受理編號 1149223207\n", ("report_number", "1149223207")),
        ("Intake ID no. I8905290   Report made 1/9/18 at 10.15", ("report_number", "I8905290")),
        ("Notifier: Lucy Smith-Jones, NUM\n", ("notifier", "Lucy Smith-Jones, NUM")),
    ],
)
def test_a_field_is_the_value_behind_its_label(text: str, found: tuple[str, str]) -> None:
    assert found in fields(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Report date 11/07/2016 0915\nDOB 1/2/2010", "11/07/2016"),
        ("REPORT DATE2023/11/28 TIME23:15", "2023/11/28"),
        ("Date of report: Monday 19 August 2024", "Monday 19 August 2024"),
        ("Recd: 21/2/21 0930", "21/2/21"),
        ("Intake ID\nI1\nReported on\n6 Mar 2025", "6 Mar 2025"),
        ("report date=20221204 | user=x", "20221204"),
        ("2020.8.27 / intake no I6226795", "2020.8.27"),
        ("Call taken 21:07 on 2024/01/02. ID of intake: I5543389.", "2024/01/02"),
        ("通報日期：112年9月1日\n案主生日103.8.18", "112年9月1日"),
    ],
)
def test_the_report_s_day_is_told_from_other_days(text: str, day: str) -> None:
    assert [value for kind, value in fields(text) if kind == "report_date"] == [day]


def test_a_birthday_is_not_the_report_s_day() -> None:
    assert [kind for kind, _ in fields("Child: Ann, DOB 1/2/2010\nShe was seen.")].count("report_date") == 0


def test_sections_follow_their_headings() -> None:
    story = "The worker went to the house and nobody was there. " * 5
    text = f"FAMILY NETWORK\nName | Role\nMaree Costa | Mo\n\nNOTIFIER\nDorothy Hughes, manager\n\nAPR\nAlice Flanagan\n\n1/ NARRATIVE\n{story}\n"
    assert [kind for kind, _ in sections(text)] == ["family_network", "notifier", "alleged", "narrative"]
    assert dict(sections(text))["alleged"] == "APR\nAlice Flanagan"


def test_what_is_told_without_a_heading_is_narrative() -> None:
    story = "At breakfast she drank from a cordial bottle in the fridge door and was floppy by eight. " * 3
    assert [kind for kind, _ in sections(f"Alleged: both parents\nNotifier: Lucy\n\n{story}\n\nShort.")] == ["alleged", "notifier", "narrative"]


def test_a_sentence_that_begins_like_a_heading_is_none() -> None:
    assert sections("Family network of the mother was drawn on the board.") == []


def test_a_table_is_of_the_section_it_stands_in() -> None:
    text = "ALLEGED PERSONS\nName | Relationship\nNed Clark | father\n\nFAMILY NETWORK\nName | Relationship\nAnn Clark | mother\n"
    assert [table.kind for table in read(text).tables] == ["alleged", "family_network"]


def test_all_parts_are_places_in_the_text_in_order() -> None:
    text = "Family network\nName | Role | DOB\nMaree Costa | Mo | 12/12/1987\n\nMother: Maree Costa\nNarrative\nx"
    found = read(text)
    places = [*found.sections, *found.fields, *found.tables, *(c for t in found.tables for r in t.rows for c in r.cells)]
    assert all(0 <= part.start < part.end <= len(text) for part in places)
    for ordered in (found.sections, found.tables, found.fields):
        assert list(ordered) == sorted(ordered, key=lambda part: part.start)


def test_a_text_without_layout_has_no_structure() -> None:
    assert not read("She was well. No fever.")
    assert not read("")


def test_carriage_returns_end_lines_too() -> None:
    assert people("Name | Role | DOB\r\nMaree Costa | Mo | 12/12/1987\r\n") == [MAREE]


HOSTILE = (
    "|", "a|", "- ", "-", "\t", "Mother: ", ":", "Mother\n", "Name\n", "Name | Role\n", "Mother | Ann Lee | 1/2/2001\n", "Mother, Ann Lee\n", "\n", " ",
    "report date ", "1.1.1.", "王", "(", ".", "-> ", "Name: Ann\nRole: Mo\n", "a [", "案母：", "　", "Name Age Role\nAnn 3 mother\n", "1. ",
    "Mother |  Ann - b, c .... d -> e / f\n", "İ", "Family network\n",
)  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_hostile_report_is_read_to_its_end(unit: str) -> None:
    text = (unit * (200_000 // len(unit) + 1))[:200_000]
    found = read(text)
    assert all(0 <= part.start <= part.end <= len(text) for part in (*found.sections, *found.tables, *found.fields))
