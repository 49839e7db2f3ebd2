"""What a model calls a string is checked: by its shape, by the words it is made of, and by what the rules know of its place."""

from __future__ import annotations

import pytest

from incognote.detect.llm_places import places
from incognote.detect.llm_types import claim

NOTE = (
    "病人王小明，病歷號1234567，於113/04/05至澄禾醫院急診，肌力 5/5，BP 120/80，WBC 12500 /uL，電話0912-345-678，主治醫師卓硯青。10/12回診，"
    "本院骨科，家屬承勳陪同。Insulin 10-10-10，三總檢查，住台北市中山路27號3樓，8837261 追蹤。Dr. Tessaly Quorn reviewed. 高血壓, Parkinson disease, "
    "aspirin 100 mg. 拉娃谷·哈勇與陳先生，Admitted to General Hospital, then Larkmere Hospital. K 3.5, T 36.8, 2018 s/p CABG, 72歲, mail orla@fenwright.example"
)


def told(wanted: str, said: str, note: str = NOTE) -> set[tuple[str, str]]:
    claims = [claim(note, *place, said) for place in places(note, wanted).places]
    return {(note[c.start : c.end], c.label) for c in claims if c is not None}


@pytest.mark.parametrize(
    ("wanted", "said", "label"),
    [
        ("王小明", "NAME", "NAME"),
        ("王小明", "MRN", "NAME"),
        ("承勳", "NAME", "NAME"),
        ("拉娃谷·哈勇", "NAME", "NAME"),
        ("陳先生", "NAME", "NAME"),
        ("卓硯青", "DOCTOR", "DOCTOR"),
        ("Tessaly Quorn", "DOCTOR", "DOCTOR"),
        ("1234567", "MRN", "MRN"),
        ("1234567", "DATE", "MRN"),
        ("8837261", "MRN", "OTHERID"),
        ("113/04/05", "DATE", "DATE"),
        ("113/04/05", "PHONE", "DATE"),
        ("10/12", "DATE", "DATE"),
        ("0912-345-678", "DATE", "PHONE"),
        ("0912-345-678", "MRN", "PHONE"),
        ("0912-345-678", "ADDRESS", "PHONE"),
        ("澄禾醫院", "HOSPITAL", "HOSPITAL"),
        ("澄禾醫院", "NAME", "HOSPITAL"),
        ("Larkmere Hospital", "HOSPITAL", "HOSPITAL"),
        ("三總", "HOSPITAL", "HOSPITAL"),
        ("台北市中山路27號3樓", "ADDRESS", "ADDRESS"),
        ("orla@fenwright.example", "NAME", "EMAIL"),
    ],
)
def test_a_string_gets_the_label_of_what_it_is(wanted: str, said: str, label: str) -> None:
    assert told(wanted, said) == {(wanted, label)}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("5/5", "DATE"), ("120/80", "DATE"), ("120/80", "PHONE"), ("12500", "MRN"), ("12500", "PHONE"), ("10-10-10", "DATE"), ("10-10-10", "MRN"), ("3.5", "MRN"), ("36.8", "DATE"),
        ("100", "MRN"), ("72歲", "DATE"), ("回診", "DATE"), ("肌力", "NAME"), ("高血壓", "NAME"), ("Parkinson", "NAME"), ("aspirin", "NAME"),
        ("Insulin", "NAME"), ("家屬", "NAME"), ("主治醫師", "DOCTOR"), ("急診", "HOSPITAL"), ("骨科", "HOSPITAL"), ("骨科", "NAME"), ("本院", "HOSPITAL"),
        ("General Hospital", "HOSPITAL"), ("病人", "NAME"), ("reviewed", "NAME"), ("高血壓", "ADDRESS"), ("急診", "ADDRESS"), ("CABG", "NAME"), ("WBC", "NAME"),
        ("12500", "DATE"), ("骨科", "MRN"),
    ],
)  # fmt: skip
def test_what_identifies_nobody_is_nothing_whatever_it_is_called(wanted: str, said: str) -> None:
    assert told(wanted, said) == set()


@pytest.mark.parametrize(("wanted", "name"), [("病人王小明", "王小明"), ("主治醫師卓硯青", "卓硯青"), ("Dr. Tessaly Quorn", "Tessaly Quorn")])
def test_a_title_or_role_is_no_part_of_a_name(wanted: str, name: str) -> None:
    assert {surface for surface, _ in told(wanted, "NAME")} == {name}


def test_nothing_that_a_model_says_is_as_sure_as_a_label() -> None:
    scores = {made.score for wanted in ("王小明", "1234567", "113/04/05") for said in ("NAME", "MRN", "DATE") if (made := claim(NOTE, *places(NOTE, wanted).places[0], said))}
    assert scores == {0.5, 0.6}


@pytest.mark.parametrize(
    ("note", "wanted", "said", "label"),
    [
        ("患者李秀兰于2024年5月2日入院", "2024年5月2日", "DATE", "DATE"),
        ("Seen Apr 17, 2023 in clinic", "Apr 17, 2023", "DATE", "DATE"),
        ("住院号：88-12345", "88-12345", "MRN", "MRN"),
        ("身分證 A123456789", "A123456789", "IDNO", "IDNO"),
        ("送往恩祥診所", "恩祥診所", "HOSPITAL", "HOSPITAL"),
        ("家住花蓮縣秀林鄉", "花蓮縣秀林鄉", "ADDRESS", "ADDRESS"),
        ("與拿答弗福多爾同住", "拿答弗福多爾", "NAME", "NAME"),
        ("宜珊今日陪同", "宜珊", "NAME", "NAME"),
        ("家屬 黃 婉 芬 陪同", "黃 婉 芬", "NAME", "NAME"),
        ("Daughter Orla Fenwright rang", "Orla Fenwright", "DOCTOR", "NAME"),
    ],
)
def test_notes_of_other_scripts_are_read_alike(note: str, wanted: str, said: str, label: str) -> None:
    assert told(wanted, said, note) == {(wanted, label)}


@pytest.mark.parametrize(
    ("note", "wanted", "said"),
    [
        ("SNOMED CT 38341003 hypertension", "38341003", "MRN"),
        ("PLT 234000, no bleeding", "234000", "MRN"),
        ("NDC 0002-8215-01 insulin", "0002-8215-01", "PHONE"),
        ("BI-RADS 4a", "BI-RADS", "NAME"),
        ("Chest X-Ray Clear today", "Clear", "NAME"),
        ("Ferritin 300, FOLFOX cycle 3", "FOLFOX", "NAME"),
        ("至候診區等候", "候診區", "ADDRESS"),
        ("血中肌酐上升", "肌酐", "NAME"),
        ("健保碼與藥碼", "健保碼", "NAME"),
        ("另有腦波檢查", "腦波", "PHONE"),
    ],
)
def test_look_alikes_are_left_alone(note: str, wanted: str, said: str) -> None:
    assert told(wanted, said, note) == set()
