"""What should not be in an output even if nobody knows it; and what must never be called residue."""

from __future__ import annotations

import time

import pytest

from incognote.document import Finding
from incognote.labels import SCRIPTS, mark
from incognote.verify import ALL_PROBES, verify


def residue(text: str, written: tuple[tuple[int, int], ...] = (), probes: frozenset[str] = ALL_PROBES) -> list[Finding]:
    return [f for f in verify(text, known=(), written=written, probes=probes) if f.severity == "residue"]


def surfaces(text: str) -> list[str]:
    return [text[f.start : f.end] for f in residue(text)]


NUMBERS = [
    ("陪同者 A123456789 來", "A123456789"),
    ("身分證 A1000 00001", "A1000 00001"),
    ("居留證 A800000014", "A800000014"),
    ("居留證號：AC01234567", "AC01234567"),
    ("身份证310105196211110056。", "310105196211110056"),
    ("HKID A123456(3)", "A123456(3)"),
    ("SSN 212-34-5678", "212-34-5678"),
    ("SSN xxx-xx-5678", "xxx-xx-5678"),
    ("ID A10****001", "A10****001"),
    ("病歷號1234567住院", "1234567"),
    ("病患MRN:87654321", "87654321"),
    ("MRN # 00412387", "00412387"),
    ("健保卡號 0000-1234-5678", "0000-1234-5678"),
    ("住院号：ZY0012345", "ZY0012345"),
    ("Medicare 2950 11123 1", "2950 11123 1"),
    ("NHS no. 999 765 4323", "999 765 4323"),
    ("Medicare 1EG4-TE5-MK73", "1EG4-TE5-MK73"),
    ("帳戶012-345-678901-2遭凍結", "012-345-678901-2"),
    ("[姓名] (83321079), 22F", "83321079"),
    ("22 y/o male, 20128494, [ID]", "20128494"),
    ("付款卡6222020000000000018", "6222020000000000018"),
    ("案號：113年度家護字第123號", "113年度家護字第123號"),
    ("LOT: 22K1107", "22K1107"),
    ("車號 MAB-1234", "MAB-1234"),
    ("独自驾车（粤B12345）", "粤B12345"),
    ("邮编514000", "514000"),
]
CONTACTS = [
    ("電話0912345678", "0912345678"),
    ("手機0912－345　678", "0912－345　678"),
    ("聯絡02-2345-6789#123", "02-2345-6789"),
    ("(02)2345-6789", "(02)2345-6789"),
    ("037-123-456", "037-123-456"),
    ("打給139 1234 5678", "139 1234 5678"),
    ("+886 912-345-678", "+886 912-345-678"),
    ("cell 415-555-0132", "415-555-0132"),
    ("(415) 555-0199", "(415) 555-0199"),
    ("ph 0491 570 006", "0491 570 006"),
    ("分機 2034", "2034"),
    ("wang@test.example寫信", "wang@test.example"),
    ("LINE：demo_meiyu_00", "demo_meiyu_00"),
    ("微信 wx_demo_guli", "wx_demo_guli"),
    ("home monitor 192.0.2.44.", "192.0.2.44"),
    ("https://a.example/p?id=7", "https://a.example/p?id=7"),
]
DATES = [
    ("於2024/05/02就診", "2024/05/02"),
    ("2024.5.2", "2024.5.2"),
    ("看診日113/05/02", "113/05/02"),
    ("1130502NS門診", "1130502"),
    ("檢查20240502完成", "20240502"),
    ("民國113年5月2日", "113年5月2日"),
    ("二〇二四年五月二日", "二〇二四年五月二日"),
    ("生日：60/8/5", "60/8/5"),
    ("DOB: 03/14/1931", "03/14/1931"),
    ("May 2, 2024 seen", "May 2, 2024"),
    ("on 12th March", "12th March"),
    ("Friday 14 June", "14 June"),
    ("下次 5/30(四) 見", "5/30(四)"),
    ("60年次", "60年次"),
    ("出生600502", "600502"),
]
PLACES = [
    ("住新北市板橋區文化路一段100號5樓", "路一段100號"),
    ("住青禾路12之3號", "路12之3號"),
    ("花蓮縣秀林鄉", "縣秀林鄉"),
    ("12 Orchard Ln, Quarry Falls", "12 Orchard Ln"),
    ("addr: 12 test street apt 5b", "12 test street"),
    ("曾在和岳診所拿藥", "和岳診所"),
    ("轉嵐川紀念醫院", "嵐川紀念醫院"),
    ("at Brindle Creek Hospital.", "Brindle Creek Hospital"),
    ("就讀雲嶺國小", "雲嶺國小"),
    ("現於北勢監獄服刑", "北勢監獄"),
    ("交班15-2床", "15-2床"),
    ("床號：0812-A", "0812-A"),
    ("98歲", "98歲"),
    ("a 93-year-old man", "93-year-old"),
]
NAMES = [
    ("姓名：王小明", "王小明"),
    ("姓名：林 志 明　身分證", "林 志 明"),
    ("患者张伟，男", "张伟"),
    ("案母林美玉代述", "林美玉"),
    ("由護理師陳怡君轉介", "陳怡君"),
    ("轉介 王醫師 RHB", "王醫師"),
    ("蔡承叡醫師行 LC", "蔡承叡醫師"),
    ("Pt 王小明 reported", "王小明"),
    ("[身分證號] 李小華", "李小華"),
    ("李小華[身分證號]", "李小華"),
    ("病人王○明", "王○明"),
    ("病人小明主訴痛", "小明"),
    ("看護Yanti表示", "Yanti"),
    ("社工吳（", "社工吳"),
    ("急會診 R3 洪 到", "洪"),
    ("房東蔡董來", "蔡董"),
    ("母親古‧巴奈，", "古‧巴奈"),
    ("患者欧阳淑贞，", "欧阳淑贞"),
    ("Dr. Lai saw him", "Lai"),
    ("Mrs. O'Brien is", "O'Brien"),
    ("Name: Kathleen Doyle", "Kathleen Doyle"),
    ("PATIENT: O'Brien, Kathleen M.", "O'Brien, Kathleen M."),
    ("CHEN,MEI-LING came", "CHEN,MEI-LING"),
    ("ID 1: LIN YU-HSUAN M", "LIN YU-HSUAN"),
    ("her daughter April (cell", "April"),
    ("| Tamsin HENDRY | 1991 |", "Tamsin HENDRY"),
]


@pytest.mark.parametrize(("text", "surface"), NUMBERS + CONTACTS + DATES + PLACES + NAMES)
def test_a_survivor_is_residue(text: str, surface: str) -> None:
    assert any(surface in found or found in surface for found in surfaces(text)), surfaces(text)


NEVER = """BP 120/80 mmHg|T/P/R 36.8/92/20|GCS E3VtM5|MMT 5/5, 4/5|1-0-1|10-10-10 U insulin|100mg 1# qid ac & hs x 28天|L4/5 spondylolisthesis
SNOMED CT 38341003|ATC N02BE01|LOINC 2345-7|健保藥碼 AC45856100|健保碼 18001C、A048332100|ABG 7.35/45/80/24|Na 140/K 4.0/Cl 100
WBC 12,500/uL|PLT 250000|COVID-19、H1N1、B.1.1.7|version 1.2.3.4|HLA-B*15:02|5-FU 1000 mg|135/85-80-72-37.0|PSA 4.12 ng/mL
Gleason 3+4=7|Wilson disease、Graves' disease|Murphy sign|Parkinson's disease|CVA, TIA, and Parkinson's|史蒂芬強生症候群|盧戈氏碘液
高血壓 20 年|陳舊性骨折|黃疸、黃斑部病變|白血球 12000、白蛋白 3.5|石膏固定|何首烏 6g、杜仲 9g|葛根湯 tid pc|周邊動脈阻塞|溫熱療法
案母、案主、主責社工|病人高燒三天|患者周邊水腫|患者陳述右膝痛|媽媽高血壓|病人方便時回診|由護理師轉介|由先生（[姓名]）送來|經醫師說明|請主任評估
113 保護專線、1925 安心專線|術後第3天、住院14天、三天前|于3天前、应予、常规|血压180/110mmHg，服氨氯地平5mg qd|患者于2小时前误服
本院、外院、他院、社區醫院、地區醫院|轉至醫學中心|門診所見|護理之家|國小畢業|就近至診所就醫|Dermatology Clinic|the hospital
家屬會議：案妻、長子[姓名]、社工師|姓名：性別：男|姓名：|病歷號：無|電話：不詳|Name: ______|CC: Chest pain|From: Nephrology|Subject: Re: Hyponatremia
0830 mL|2015 cc|FiO2 40%, PEEP 5|EF 35-40%|VAS 6/10|NIHSS 12 → 4|1號刀片|Foley 16號|第3段|89歲|骨齡12歲|95%|90 mmHg|90 years of data
I10、E11.9|pT3N1aM0|EBV DNA 120000 copies/mL|Troponin 0.012|6u-6u-8u 餐前|rate 0.6V@0.4ms|Ki-67 60%|①止痛 ②冰敷|WBC 4111　1111"""


@pytest.mark.parametrize("text", NEVER.replace("\n", "|").split("|"))
def test_a_clinical_string_is_no_residue(text: str) -> None:
    assert not surfaces(text)


@pytest.mark.parametrize("kin", ["由姊姊", "由妹妹", "和哥哥", "與爺爺"])
def test_a_relative_behind_a_word_of_grammar_is_no_name_beside_a_number(kin: str) -> None:
    assert not surfaces(f"病歷號 PT-0001，{kin}[姓名]陪同。")
    assert surfaces("病歷號 PT-0001，游若涵陪同。") == ["游若涵"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_our_own_marks_and_codes_are_no_residue_whether_written_or_found(script: str) -> None:
    words = " ".join(mark(label, script) for label in ("NAME", "MRN", "PHONE", "HOSPITAL", "DATE", "ADDRESS"))  # type: ignore[arg-type]
    assert not surfaces(f"[代號 PT-0001，55歲]\n病歷號碼：PT-0001 姓名：PT-0001 出生：[55歲] 看診日：[D+14] {words}")
    assert not surfaces("[Code PT-0006, age 53]\nPt PT-0006 reported. MRN: PT-0006, DOB [age 53]. Seen by Dr. [STAFF] on [D-3]")


def test_shapes_are_not_looked_for_in_written_ranges() -> None:
    text = "姓名：陳美玲 電話 0987-654-321"
    assert len(residue(text)) == 2
    assert not residue(text, written=((3, 6), (10, 22)))


def test_a_plate_that_looks_like_a_code_is_residue_behind_its_label_only() -> None:
    assert surfaces("車牌 ABC-1234") == ["ABC-1234"]
    assert not surfaces("姓名：ABC-1234")


def test_dates_are_kept_where_the_profile_keeps_them() -> None:
    text = "看診日2024/05/02 電話0912345678"
    assert [text[f.start : f.end] for f in residue(text, probes=ALL_PROBES - {"dates"})] == ["0912345678"]


def test_positions_are_those_of_the_output() -> None:
    text = "\u200b電話\u200b：０９１２－３４５－６７８。"
    (found,) = residue(text)
    assert text[found.start : found.end] == "０９１２－３４５－６７８"


def test_one_place_is_reported_once() -> None:
    found = residue("身分證號：A123456789")
    assert len(found) == 1


def test_every_probe_has_a_name_and_can_be_switched_off() -> None:
    text = "姓名：王小明 A123456789 0912345678 2024/05/02 98歲 文化路100號 和岳診所 15-2床 Dr. Lai"
    assert residue(text)
    assert not verify(text, known=(), written=(), probes=frozenset())
    for probe in ALL_PROBES - {"known"}:
        verify(text, known=(), written=(), probes=frozenset({probe}))


@pytest.mark.parametrize("unit", ["1.1.1.", "0912-", "王", "(", "姓名：", "Dr. A ", "一", "路1", "1-", "PT-0001", "a@", "%E7", "AB, ", "A1", "床"])
def test_repetition_stays_linear(unit: str) -> None:
    text = unit * (60_000 // len(unit.encode()))
    start = time.perf_counter()
    verify(text, known=(), written=())
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("text", ["", " ", "\n", "\u200b", "🙂", "[", "]]", "⟦"])
def test_small_outputs_are_nothing_special(text: str) -> None:
    assert verify(text, known=(), written=()) == ()


def test_codes_of_another_prefix_are_ours_where_a_header_or_a_written_code_shows_it() -> None:
    assert surfaces("病歷號：XY-20441") == ["XY-20441"]
    assert not surfaces("[代號 XY-20441，55歲]\n病歷號：XY-20441")
    assert not residue("病歷號：XY-20441 住院號：XY-20441", written=((4, 12),))
