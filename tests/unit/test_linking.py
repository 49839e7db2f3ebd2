"""Whose is what: several patients in a paste, several visits of one, several people of one name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

import pytest

from incognote import Document, Pipeline, Result


def pipeline(**options: str) -> Pipeline:
    return Pipeline.from_profile("clinic-tw", vault="none", on=date(2026, 11, 29), **options)


def batch(*texts: str) -> list[Result]:
    return list(pipeline().run_many([Document(str(i), text) for i, text in enumerate(texts)]))


def texts(results: Sequence[Result]) -> list[str]:
    assert all(r.text is not None for r in results), [r.findings for r in results]
    return [str(r.text) for r in results]


def codes(text: str) -> list[str]:
    return re.findall(r"PT-\d{4,}", text)


def test_order_and_distance_of_three_visits_can_be_read_from_the_outputs() -> None:
    first, second, third = texts(
        batch(
            "病歷號：7654321 姓名：陳美華 看診日：113/01/10\n右膝痛。\n",
            "病歷號：7654321 姓名：陳美華 看診日：2024-01-24\n改善。\n",
            "7654321 陳美華 1130409 追蹤\n",
        )
    )
    assert "[D+0]" in first and "[D+14]" in second and "[D+90]" in third
    assert codes(first)[0] == codes(second)[0] == codes(third)[0]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("預計週五出院", "[D+1]"), ("下次週三回診", "[D+6]"), ("Plan: d/c Friday", "[D+1]"), ("will be seen Friday", "[D+1]"), ("for review Thursday", "[D+7]"),
        ("週五出院", "[D-6]"), ("discharged Friday", "[D-6]"), ("d/c Friday", "[D-6]"), ("well until Monday", "[D-3]"), ("fever from Tuesday", "[D-2]"), ("上週三預計出院", "[D-8]"),
    ],
)  # fmt: skip
def test_a_weekday_lies_ahead_only_where_a_word_says_plan(text: str, day: str) -> None:
    (result,) = texts(batch(f"病歷號：7654321 看診日：113/05/02\n{text}\n"))
    assert day in result, result


def test_an_earlier_note_that_comes_later_has_a_negative_day() -> None:
    _, earlier = texts(batch("病歷號：7654321 看診日：113/05/02\n", "病歷號：7654321 看診日：113/04/30\n"))
    assert "[D-2]" in earlier


def test_a_name_line_above_the_number_line_goes_to_the_right_patient() -> None:
    (text,) = texts(batch("姓名：林淑芬\n病歷號：0012345\n頭暈\n\n姓名：王建國\n病歷號：0067890\n胸悶\n"))
    assert text == (
        "[代號 PT-0001]\n姓名：PT-0001\n病歷號：PT-0001\n頭暈\n\n[代號 PT-0002]\n姓名：PT-0002\n病歷號：PT-0002\n胸悶\n"
    )


def test_a_number_line_above_the_name_line_works_as_well() -> None:
    (text,) = texts(batch("病歷號：0012345\n姓名：林淑芬\n頭暈\n病歷號：0067890\n姓名：王建國\n胸悶\n"))
    assert codes(text) == ["PT-0001"] * 3 + ["PT-0002"] * 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("first name: Rosalind\nlast name: Quimby\nQuimby came.\n", ["PT-0001"] * 4),
        ("Surname: Quimby Given names: Rosalind May\n", ["PT-0001"] * 3),
        ("姓：王\n名：小明\n王小明來診\n", ["PT-0001"] * 4),
        ("first name: Rosalind\nlast name: Quimby\nMRN: 8812345\nfirst name: Peter\nlast name: Quimby\nMRN: 8812346\n", ["PT-0001"] * 4 + ["PT-0002"] * 4),
    ],
)
def test_a_surname_and_a_given_name_in_two_fields_are_one_person_s(text: str, expected: list[str]) -> None:
    (result,) = texts(batch(text))
    assert codes(result) == expected, result


def test_twelve_patients_in_one_paste_get_twelve_codes() -> None:
    names = ["林淑芬", "王建國", "陳志明", "張雅婷", "李家豪", "黃美玲", "吳宗翰", "劉怡君", "蔡俊傑", "楊麗華", "許文雄", "鄭詩涵"]
    (text,) = texts(batch("".join(f"病歷號：{1000000 + i} 姓名：{name} 頭痛三天\n" for i, name in enumerate(names))))
    assert len(set(codes(text))) == 12
    assert not any(name in text for name in names)


def test_a_second_chart_number_in_passing_does_not_cut_the_note() -> None:
    (text,) = texts(batch("姓名：林淑芬 病歷號：0012345\n今日報告誤貼，屬病歷號 0099999 之病人，已更正。\n林淑芬續服藥。\n"))
    assert set(codes(text)) == {"PT-0001"}
    assert text.count("[代號") == 1
    assert "[病歷號]" in text


def test_another_patients_header_quoted_in_a_sentence_does_not_cut_the_note() -> None:
    (text,) = texts(
        batch("姓名：林淑芬 病歷號：0012345\n今日報告誤貼，應屬另一位，姓名：王建國 病歷號：0067890，已更正。\n林淑芬續服藥。\n")
    )
    assert set(codes(text)) == {"PT-0001"}
    assert "王建國" not in text and "0067890" not in text


def test_a_line_that_nobody_owns_makes_the_paste_degraded() -> None:
    (result,) = batch("今日門診摘要如下\n姓名：林淑芬 病歷號：0012345\n頭暈\n姓名：王建國 病歷號：0067890\n胸悶\n")
    assert result.status == "degraded"
    assert [f.kind for f in result.findings if f.severity == "warning"] == ["unowned_line"]


def test_one_person_with_many_identifiers_has_one_code() -> None:
    results = texts(
        batch(
            "姓名：王大明 病歷號：1234567 身分證：A100000002\n頭痛\n",
            "病歷號：01234567 姓名：王大明\n改善\n",
            "身分證字號：a100000002 姓名：王 大 明\n追蹤\n",
        )
    )
    assert {code for text in results for code in codes(text)} == {"PT-0001"}


def test_two_people_with_one_name_stay_two() -> None:
    first, second = texts(batch("姓名：陳美玲 病歷號：1111111\n頭痛\n", "姓名：陳美玲 病歷號：2222222\n胸悶\n"))
    assert codes(first)[0] != codes(second)[0]


def test_a_name_alone_never_links_to_somebody_elses_code() -> None:
    first, second = texts(batch("姓名：林淑芬 病歷號：1111111\n頭痛\n", "姓名：王建國 病歷號：2222222\n太太林淑芬陪同\n"))
    assert "林淑芬" not in second
    assert set(codes(second)) == {"PT-0002"}
    assert codes(first)[0] == "PT-0001"


def test_the_same_note_without_a_number_keeps_its_code() -> None:
    ready = pipeline()
    once = ready.run(Document("1", "病人王大明，頭痛三天。\n"))
    again = ready.run(Document("2", "病人王大明，頭痛三天。\n"))
    other = ready.run(Document("3", "病人王大明，胸悶兩天。\n"))
    assert once.text == again.text
    assert codes(str(other.text))[0] != codes(str(once.text))[0]


def test_results_do_not_depend_on_who_is_processed_when_once_the_order_of_input_is_fixed() -> None:
    notes = [f"病歷號：{n} 姓名：{name} 看診日：113/0{i + 1}/02\n{name}表示改善。\n" for i, (n, name) in enumerate([("1111111", "陳美玲"), ("2222222", "王建國"), ("1111111", "陳美玲")])]
    documents = [Document(str(i), text) for i, text in enumerate(notes)]
    together = texts(list(pipeline().run_many(documents)))
    ready = pipeline().enrol(documents)
    backwards = [ready.run(d) for d in reversed(documents)]
    assert texts(backwards)[::-1] == together


def test_who_is_named_in_one_note_of_a_batch_is_known_in_another_that_gives_no_cue() -> None:
    _, second = texts(batch("姓名：邱垂麟 病歷號：1111111\n頭痛\n", "轉介資料待補，邱垂麟已完成衛教，邱垂麟可返家。\n"))
    assert "邱垂麟" not in second


@pytest.mark.parametrize(
    ("known", "text", "gone"),
    [
        ({"name": "王大明"}, "今天王 大 明回診。", "王 大 明"),
        ({"name": "黃鐘霖"}, "黄钟霖昨日返家。", "黄钟霖"),
        ({"name": "王大明"}, "Wang, Ta-Ming came back. WANG TA MING is well.", "Ta-Ming"),
        ({"mrn": "0012345"}, "Chart 12345 reviewed", "Chart 99999"),
        ({"name": "Hat"}, "Pt Hat has high alkaline phosphatase; what that means: chat with Dr Lin.", "Pt Hat"),
        ({"name": "王大明", "people": [{"name": "林淑芬", "relation": "mother"}]}, "淑芬說他夜裡痛醒。", "淑芬"),
    ],
)
def test_given_facts_are_found_in_every_writing(known: dict[str, object], text: str, gone: str) -> None:
    result = pipeline().run(Document("1", text, known))
    assert result.text is not None, result.findings
    assert gone not in result.text
    for word in ("phosphatase", "what", "that", "chat"):
        assert word not in text or word in result.text


def test_an_expected_patient_who_is_not_found_makes_the_note_degraded() -> None:
    result = pipeline().run(Document("1", "今日無特殊。", {"name": "王大明"}))
    assert result.status == "degraded"


def test_two_patients_without_numbers_in_one_paste_are_two() -> None:
    (text,) = texts(batch("姓名：林淑芬\n頭暈三天\n姓名：王建國\n胸悶\n"))
    assert codes(text) == ["PT-0001", "PT-0001", "PT-0002", "PT-0002"]


def test_a_number_given_in_one_note_of_a_batch_is_known_in_an_earlier_one_without_a_label() -> None:
    first, second = texts(batch("7654321 檢體已收\n", "病歷號：7654321 姓名：陳美華\n"))
    assert codes(first)[:1] == codes(second)[:1] == ["PT-0001"]
    assert "7654321" not in first


def test_a_relative_with_the_patients_name_is_not_the_patient() -> None:
    (text,) = texts(batch("姓名：林淑芬 病歷號：0012345\n女兒林淑芬陪同。\n"))
    assert "女兒PT-0001" not in text and "林淑芬" not in text


def test_a_relatives_identity_number_is_not_the_patients() -> None:
    first, second = texts(
        batch("姓名：王大明 病歷號：1234567\n妻林淑芬 A200000003\n", "姓名：林淑芬 身分證：A200000003\n頭痛\n")
    )
    assert codes(first)[0] != codes(second)[0]


def test_an_unlabelled_name_line_above_the_number_line_belongs_to_that_number() -> None:
    (text,) = texts(batch("陳志遠 45歲 男\n病歷號 1234567\nHTN\n林美慧 38歲 女\n病歷號 7654321\nDM\n"))
    assert text == (
        "[代號 PT-0001，45歲]\nPT-0001 45歲 男\n病歷號 PT-0001\nHTN\n[代號 PT-0002，38歲]\nPT-0002 38歲 女\n病歷號 PT-0002\nDM\n"
    )


def test_a_patient_without_a_number_between_two_with_one_has_a_segment_of_their_own() -> None:
    (text,) = texts(
        batch("姓名：陳志遠 病歷號：1234567\nHTN\n姓名：林美慧\nDM\n姓名：周文彬 病歷號：2223334\nCKD\n")
    )
    assert text.count("[代號") == 3
    assert text.index("PT-0002") < text.index("DM") < text.index("PT-0003") < text.index("CKD")


def test_a_listed_patient_without_a_number_has_a_segment_of_their_own() -> None:
    (text,) = texts(batch("1. 1234567 陳志遠 HTN\n2. 7654321 林美慧 DM\n3. 周文彬 CKD，無病歷號\n"))
    assert text.count("[代號") == 3


def test_a_room_mates_number_in_passing_does_not_cut_the_note() -> None:
    (text,) = texts(batch("姓名：陳志遠 病歷號：1234567\nS: 頭痛\n與 7654321 林美慧 同房，資料勿混淆\nP: 陳志遠 MRI\n"))
    assert set(codes(text)) == {"PT-0001"}
    assert "P: PT-0001 MRI" in text


def test_twins_with_numbers_of_their_own_are_two() -> None:
    (text,) = texts(
        batch("姓名：王美玲之子A 病歷號：3000001 生日：113/5/2\nBW 2200g\n姓名：王美玲之子B 病歷號：3000002 生日：113/5/2\nBW 2350g\n")
    )
    assert codes(text)[0] != codes(text)[-1]


def test_one_number_under_two_names_is_shown_as_a_doubt() -> None:
    (result,) = batch("姓名：陳志遠 病歷號：1234567\nHTN\n姓名：林美慧 病歷號：1234567\nDM\n")
    assert result.status == "degraded"


def test_another_birth_date_or_name_on_a_stored_number_is_shown_as_a_doubt() -> None:
    first, second = batch("姓名：陳志遠 病歷號：1234567 生日：60/3/5\n頭痛\n", "姓名：林小雨 病歷號：1234567\n胸悶\n")
    assert (first.status, second.status) == ("clean", "degraded")
    assert "歲" not in str(second.text)


def test_two_numbers_of_known_people_on_one_line_make_no_empty_header() -> None:
    *_, result = batch("姓名：陳志遠 病歷號：1234567\n頭痛\n", "姓名：林美慧 病歷號：7654321\n胸悶\n", "1234567 7654321\n")
    assert result.text is None or "[代號 ]" not in result.text


def test_a_code_that_somebody_typed_is_not_given_to_a_new_patient_in_silence() -> None:
    result = pipeline().run(Document("1", "PT-0001 姓名 王小明 病歷號：1234567\n頭痛\n"))
    assert result.status == "degraded"


def test_an_alias_given_for_the_patient_is_the_patient() -> None:
    known = {"name": "王曉明", "mrn": "4455667", "aliases": ["阿明"]}
    result = pipeline().run(Document("1", "阿明今天來診，王曉明的主訴頭痛", known))
    assert result.text == "[代號 PT-0001]\nPT-0001今天來診，PT-0001的主訴頭痛"


def test_given_facts_too_short_to_be_safe_leave_clinical_text_alone() -> None:
    result = pipeline().run(Document("1", "陳舊性骨折 WBC 1234", {"name": "陳", "mrn": "1234"}))
    assert result.text is not None and result.text.endswith("陳舊性骨折 WBC 1234")


def test_lone_carriage_returns_end_lines_too() -> None:
    note = "病歷號：7654321 姓名：陳美華\n聯絡人：女兒 林淑芬\n生日：民國60年3月5日 看診日：113/05/02\n"
    first, second = texts(batch(note)), texts(batch(note.replace("\n", "\r")))
    assert [t.replace("\r", "\n") for t in second] == first


def test_a_name_with_its_number_in_a_bracket_behind_is_the_patients() -> None:
    (text,) = texts(batch("Mrs. Eleanor Whitcombe (MRN 0098231) was seen today. Her son Gareth reports falls.\n"))
    assert text.startswith("[Code PT-0001]\nMrs. PT-0001 (MRN PT-0001)")


def test_line_ends_of_the_document_are_used_and_kept() -> None:
    (result,) = batch("病歷號：1234567 姓名：王大明\r\n\r\n  頭痛\r\n")
    assert result.text == "[代號 PT-0001]\r\n病歷號：PT-0001 姓名：PT-0001\r\n\r\n  頭痛\r\n"


def test_the_visit_of_a_note_without_a_patient_is_day_0_whatever_date_stands_first() -> None:
    (text,) = texts(batch("2024/04/28 跌倒。\n看診日：2024/05/02\n下次 2024/05/16。\n"))
    assert text == "[D-4] 跌倒。\n看診日：[D+0]\n下次 [D+14]。\n"


def test_a_stated_age_stays_where_the_birth_date_cannot_be_right() -> None:
    (text,) = texts(batch("姓名：王大明 病歷號：1234567 生日：2030/03/05 年齡：54歲\n看診日：2024/05/02\n"))
    assert text.startswith("[代號 PT-0001，54歲]\n")


def test_an_identity_number_far_below_the_header_is_not_the_patients() -> None:
    far, other = texts(
        batch("姓名：王大明 病歷號：1234567\n" + "頭痛。\n" * 10 + "身分證：A123456789\n", "姓名：林淑芬 身分證：A123456789\n頭痛\n")
    )
    assert "A123456789" not in far
    assert codes(far)[0] != codes(other)[0]
    near, same = texts(batch("姓名：王大明 病歷號：1234567\n身分證：A123456789\n", "姓名：王大明 身分證：A123456789\n頭痛\n"))
    assert codes(near)[0] == codes(same)[0]
