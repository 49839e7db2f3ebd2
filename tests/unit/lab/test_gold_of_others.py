"""Gold in the formats of others: BRAT standoff, i2b2 2006 and 2014."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.errors import FormatError
from incognote.lab.evaluate import brat
from incognote.lab.evaluate.gold import GoldSpan, read_gold

TEXT = "病人王大明，Dr Grace Okafor 看診。\n電話 0912-345-678\n"


def _brat(folder: Path, ann: str, text: str = TEXT) -> Path:
    (folder / "n1.txt").write_bytes(text.encode("utf-8"))
    (folder / "n1.ann").write_bytes(ann.encode("utf-8"))
    return folder


def _i2b2(folder: Path, tags: str, text: str = "Record of John Doe,\nMRN 778812") -> Path:
    xml = f'<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{tags}\n</TAGS>\n</deIdi2b2>\n'
    (folder / "220-01.xml").write_text(xml, "utf-8")
    return folder


def test_brat_gives_spans_with_kinds_and_entities(tmp_path: Path) -> None:
    ann = (
        "T1\tNAME 2 5\t王大明\nA1\tkind T1 patient\n#1\tAnnotatorNotes T1\twho is this\n"
        "T2\tDOCTOR 9 14;15 21\tGrace Okafor\nR1\tSeenBy Arg1:T1 Arg2:T2\nA2\tSure T2\n"
        "T3\tPHONE 29 41\t0912-345-678\nE1\tVisit:T3\n"
    )
    (note,) = read_gold(_brat(tmp_path, ann))
    assert note.id == "n1" and note.text == TEXT
    assert note.spans == (
        GoldSpan(2, 5, "NAME", "patient"),
        GoldSpan(9, 14, "DOCTOR", None, "T2"),
        GoldSpan(15, 21, "DOCTOR", None, "T2"),
        GoldSpan(29, 41, "PHONE"),
    )


def test_brat_offsets_count_carriage_returns_and_characters_beyond_the_plane(tmp_path: Path) -> None:
    text = "𠮷野\r\nMary Ng\r\n"
    (note,) = read_gold(_brat(tmp_path, "T1\tPATIENT 4 11\tMary Ng\nT2\tPERSON 0 2\t𠮷野\n", text))
    assert [note.text[s.start : s.end] for s in note.spans] == ["𠮷野", "Mary Ng"]
    assert {s.label for s in note.spans} == {"NAME"}


@pytest.mark.parametrize(
    ("ann", "said"),
    [
        ("T1\tNAME 2 5\t王大明\nT7\tPHONE 29 99\t0912-345-678\n", "note 1, tag T7: offsets outside"),
        ("T4\tNAME 3 6\t王大明\n", "note 1, tag T4: the text at its offsets"),
        ("T4\tNAME\t王大明\n", "note 1, tag T4: it needs"),
        ("T4\tGADGET 2 5\t王大明\n", "note 1, tag T4: its type"),
        ("T1\tNAME 2 5\t王大明\nT2\tNAME 3 5\t大明\n", "overlap"),
        ("T1\tNAME 2 5\t王大明\nT1\tNAME 2 5\t王大明\n", "tag T1: it is there twice"),
        ("hello\n", "none of BRAT"),
    ],
)
def test_wrong_brat_is_an_error_that_names_the_tag_and_no_text(tmp_path: Path, ann: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_gold(_brat(tmp_path, ann))
    assert said in str(caught.value)
    assert "王" not in str(caught.value) and "n1" not in str(caught.value)


def test_a_text_without_annotation_file_is_an_error_and_an_empty_one_is_nobody(tmp_path: Path) -> None:
    assert read_gold(_brat(tmp_path, ""))[0].spans == ()
    (tmp_path / "n2.txt").write_text("a", "utf-8")
    with pytest.raises(FormatError, match=r"no \.ann"):
        read_gold(tmp_path)


def test_what_is_written_as_brat_is_read_as_it_was(tmp_path: Path) -> None:
    spans = [GoldSpan(29, 41, "PHONE", "fax"), GoldSpan(2, 5, "NAME", "patient"), GoldSpan(9, 21, "DOCTOR")]
    (note,) = read_gold(_brat(tmp_path, brat.written(TEXT, spans)))
    assert note.spans == tuple(sorted(spans))


def test_i2b2_2014_is_mapped_to_our_labels(tmp_path: Path) -> None:
    tags = (
        '<NAME id="P0" start="10" end="18" text="John Doe" TYPE="PATIENT" comment="" />\n'
        '<ID id="P1" start="24" end="30" text="778812" TYPE="MEDICALRECORD" comment="" />'
    )
    (note,) = read_gold(_i2b2(tmp_path, tags))
    assert note.id == "220-01"
    assert note.spans == (GoldSpan(10, 18, "NAME"), GoldSpan(24, 30, "MRN"))


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ('<NAME id="P0" start="10" end="180" text="John Doe" TYPE="PATIENT"/>', "file 1, tag 1: offsets outside"),
        ('<NAME id="P0" start="11" end="19" text="John Doe" TYPE="PATIENT"/>', "file 1, tag 1: the text at its offsets"),
        ('<NAME id="P0" end="19" text="John Doe" TYPE="PATIENT"/>', "file 1, tag 1: it needs start"),
        ('<NAME id="P0" start="10" end="18" text="John Doe" TYPE="SPLEEN"/>', "file 1, tag 1: its type"),
    ],
)
def test_wrong_i2b2_is_an_error_that_names_the_tag(tmp_path: Path, tag: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_gold(_i2b2(tmp_path, tag))
    assert said in str(caught.value) and "John" not in str(caught.value)


def test_i2b2_2006_marks_within_the_text(tmp_path: Path) -> None:
    xml = '<ROOT><RECORD ID="7"><TEXT>Seen by <PHI TYPE="DOCTOR">Dr Ng</PHI> at <PHI TYPE="HOSPITAL">KCH</PHI>.</TEXT></RECORD></ROOT>'
    (tmp_path / "a.xml").write_text(xml, "utf-8")
    (note,) = read_gold(tmp_path / "a.xml")
    assert (note.id, note.text) == ("a:7", "Seen by Dr Ng at KCH.")
    assert note.spans == (GoldSpan(8, 13, "DOCTOR"), GoldSpan(17, 20, "HOSPITAL"))


@pytest.mark.parametrize("xml", ['<!DOCTYPE a [<!ENTITY b "c">]><ROOT/>', "<ROOT", "<other/>", "<deIdi2b2/>"])
def test_xml_that_is_none_of_theirs_is_an_error(tmp_path: Path, xml: str) -> None:
    (tmp_path / "a.xml").write_text(xml, "utf-8")
    with pytest.raises(FormatError, match="file 1"):
        read_gold(tmp_path)
