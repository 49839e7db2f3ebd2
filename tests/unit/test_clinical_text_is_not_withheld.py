"""The verifier withholds what it takes for a survivor: clinical text must not be among it."""

from __future__ import annotations

import pytest

from case_files import CASES, Case, read_cases
from incognote import scrub
from incognote.config import Pipeline
from incognote.document import Document
from incognote.verify import verify

NEGATIVE = [case for path in sorted((CASES / "negative").glob("*.txt")) for case in read_cases(path)]


def survivors(text: str) -> list[tuple[str, str]]:
    return [(f.kind, text[f.start : f.end]) for f in verify(text, known=(), written=()) if f.severity == "residue"]


@pytest.mark.parametrize("case", NEGATIVE, ids=lambda c: c.where)
def test_text_that_no_rule_may_touch_is_no_residue(case: Case) -> None:
    assert survivors(case.text) == []


@pytest.mark.parametrize(
    "text",
    [
        "主刀醫師、牙醫師、班主任、公衛護理師到場", "老先生、小姐、女士", "阿嬤、阿公、阿姨，姊姊和妹妹", "由孫子背下山", "護理師 社工師 藥師",
        "張老師專線1980", "大樓3樓復健", "單號 未開立", "張力高，血壓低", "衛署藥製字第012345號", "衛部醫器輸字第012345號",
        "職業國小代課老師，先生擔任國中教師", "患者职业高中老师，曾担任大学讲师", "胸部X光正常。膝部X光檢查，脆折X染色體，母O型", "Ranson 3/11, Alvarado 7/10", "Mar 3 days supply", "每年5月2日以外", "NYHA II/III, Forrest I/IV", "ISBN 9789861234567", "full ext 120",
        "0600 1200 1800 2400 q6h", "曾看 PT-0003 的病歷，曾赴 PT-0003",
    ],
)  # fmt: skip
def test_roles_states_scores_and_product_numbers_are_no_residue(text: str) -> None:
    assert survivors(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "紀錄少 D 班三格。", "午餐：滷豆腐、青花菜。", "初診為疑似，班表已排", "但爸爸不肯，前媽媽來過", "會中老太太與男醫師、女醫師談", "手冊上先生沒簽", "兩位媽媽都知道了",
        "改服布洛芬，芬太尼貼片", "轉來照X光，手O型血", "（出生 3120），配方奶", "她念過小學，退休前小學護士", "音樂學院畢業", "張力可。",
    ],
)  # fmt: skip
def test_words_that_begin_with_a_rare_surname_are_no_residue(text: str) -> None:
    assert survivors(text) == []


@pytest.mark.parametrize("text", ["卜醫師會診", "家屬 覃秀英 到場", "案母車美玲來電", "（出生 1120305）", "出生 1987", "她念過新興小學"])
def test_rare_surnames_and_births_that_are_told_still_are(text: str) -> None:
    assert survivors(text)


@pytest.mark.parametrize(
    "text",
    [
        "牙王醫師", "張老師來訪", "3樓 王大明", "字第012345號", "on 3/11 seen", "Mar 3 seen", "Wong, Forrest", "王大明家屬來訪",
        "電話 0800 123 456", "分機 1204",
    ],
)  # fmt: skip
def test_what_lies_beside_them_still_is(text: str) -> None:
    assert survivors(text)


@pytest.mark.parametrize(
    "text",
    [
        "根據《醫師法》第25條",
        "《医师法》第25条",
        "藥師法、護理師法修正",
        "身分證 A123456789（補發）",
        "健保卡 000012345678（補發）",
        "父：安然。患儿昨晚安然入睡。",
    ],
)
def test_laws_and_remarks_behind_numbers_are_no_names(text: str) -> None:
    assert scrub(text).status == "clean"


@pytest.mark.parametrize("text", ["社工吳", "專師陳，", "身分證 [身分證號]（陳美）", "父：陳明。"])
def test_names_in_their_place_are_seen_all_the_same(text: str) -> None:
    assert verify(text, known=(), written=())


def test_a_kept_date_with_the_digits_of_a_chart_number_is_no_residue() -> None:
    pipeline = Pipeline.from_profile("limited-dataset", vault="none")
    result = pipeline.run(Document("1", "姓名：王小明 病歷號：20240502 就診日期：2024/05/02\n頭痛"))
    assert result.status == "clean" and "2024/05/02" in (result.text or "")


@pytest.mark.parametrize("text", ["斯蒂尔病，桥本甲状腺炎", "巴彬斯基征（-），巴氏涂片", "貝賽特氏症、修格蘭氏症候群"])
def test_what_is_named_after_somebody_is_nobody_here(text: str) -> None:
    assert Pipeline.from_profile("clinic-tw", vault="none").run(Document("d", text)).status == "clean"


def test_somebody_who_is_ill_is_still_somebody() -> None:
    assert any(f.kind == "name_in_prose" for f in verify("王美玲病了。", known=(), written=()))
