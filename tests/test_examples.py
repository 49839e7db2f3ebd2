"""The exact examples: one vault, in order, `--on 2026-11-29`."""

from __future__ import annotations

from datetime import date

import pytest

from incognote import Document, Pipeline, Result

NOTES = {
    "the article's note": (
        "病歷號碼：1234567 姓名：王大明 出生：1971/03/05\n主訴：右肩痛三個月，夜間痛醒。王大明表示上個月在李阿嬤介紹的推拿館推過。\n電話 0912-345-678，住新北市板橋區文化路一段100號5樓。\n",
        "[代號 PT-0001，55歲]\n病歷號碼：PT-0001 姓名：PT-0001 出生：[55歲]\n主訴：右肩痛三個月，夜間痛醒。PT-0001表示上個月在[稱謂]介紹的推拿館推過。\n電話 [電話]，住[地址]。\n",
    ),
    "a visit": (
        "病歷號：7654321 姓名：陳美華 生日：民國60年3月5日 看診日：113/05/02\nS: 右膝痛兩週，4/18 曾在仁愛診所打針。\nP: 下次 5/16 回診。 VS 林志強\n",
        "[代號 PT-0002，53歲]\n病歷號：PT-0002 姓名：PT-0002 生日：[53歲] 看診日：[D+0]\nS: 右膝痛兩週，[D-14] 曾在[醫院]打針。\nP: 下次 [D+14] 回診。 VS [醫護]\n",
    ),
    "her next visit, without a label": (
        "7654321 陳美華 1130801 s/p injection，疼痛改善，BP 120/80\n",
        "[代號 PT-0002，53歲]\nPT-0002 PT-0002 [D+91] s/p injection，疼痛改善，BP 120/80\n",
    ),
    "a paste of two patients": (
        "姓名：林淑芬 病歷號：0012345 女 45歲\nC/O 頭暈三天\n姓名：王建國 病歷號：0067890 男 62歲\nC/O 胸悶，太太林淑芬陪同\n",
        "[代號 PT-0003，45歲]\n姓名：PT-0003 病歷號：PT-0003 女 45歲\nC/O 頭暈三天\n[代號 PT-0004，62歲]\n姓名：PT-0004 病歷號：PT-0004 男 62歲\nC/O 胸悶，太太[姓名]陪同\n",
    ),
    "a mainland note": (
        "患者张伟，男，58岁，住院号20240611003，因“反复胸闷3天”于2024-06-11 14:30入院。\n联系人：妻子李娜 13800138000\n主治医师：赵敏\n",
        "[代号 PT-0005，58岁]\n患者PT-0005，男，58岁，住院号PT-0005，因“反复胸闷3天”于[D+0] 14:30入院。\n联系人：妻子[姓名] [电话]\n主治医师：[医护]\n",
    ),
    "English with a Chinese name": (
        "Pt 王小明 reported chest tightness since last night. MRN: 87654321, DOB 1971/03/05. Seen by Dr. Lin on 2024/05/02, BP 120/80.\n",
        "[Code PT-0006, age 53]\nPt PT-0006 reported chest tightness since last night. MRN: PT-0006, DOB [age 53]. Seen by Dr. [STAFF] on [D+0], BP 120/80.\n",
    ),
}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))
    return {name: pipeline.run(Document(name, note)) for name, (note, _) in NOTES.items()}


@pytest.mark.parametrize("name", NOTES)
def test_the_example_comes_out_exactly(name: str, results: dict[str, Result]) -> None:
    assert results[name].status == "clean", results[name].findings
    assert results[name].text == NOTES[name][1]


@pytest.mark.parametrize("name", NOTES)
def test_scrubbing_twice_is_scrubbing_once(name: str, results: dict[str, Result]) -> None:
    pipeline = Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29))
    once = results[name].text
    assert once is not None
    assert pipeline.run(Document("again", once)).text == once


def test_an_age_counted_at_the_run_date_is_said(results: dict[str, Result]) -> None:
    findings = results["the article's note"].findings
    assert [f.severity for f in findings if f.kind == "age_at_run_date"] == ["info"]
    assert not [f for f in results["a visit"].findings if f.kind == "age_at_run_date"]
