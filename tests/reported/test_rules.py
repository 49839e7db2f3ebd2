"""Reported: check digits that accept what cannot be, and what a label says of a number that fails them."""

from __future__ import annotations

import pytest

from incognote.detect import rules
from incognote.detect.rules import cn_resident_id, tw_national_id, tw_resident_id
from incognote.document import Document

DETECT = rules.detector(rules.load())


@pytest.mark.parametrize(
    ("number", "is_valid"),
    [
        ("11010519491231002X", True),
        ("110105194912310021", False),
        ("11010119001301001X", False),
        ("11010119000001001X", False),
        ("1101011900010100", False),  # sixteen characters
        ("11010119000101001", False),  # seventeen
    ],
)
def test_a_mainland_number_is_valid_with_its_length_and_digit_only(number: str, is_valid: bool) -> None:
    assert cn_resident_id.check_digit(number) is is_valid


@pytest.mark.parametrize(("number", "is_valid"), [("A123456789", True), ("a123456789", True), ("A123456788", False), ("A1234567", False)])
def test_a_citizens_number_is_valid_in_both_cases_of_its_letter(number: str, is_valid: bool) -> None:
    assert tw_national_id.check_digit(number) is is_valid


@pytest.mark.parametrize(("number", "is_valid"), [("A800000014", True), ("F900000007", False), ("A900000014", False)])
def test_a_residents_number_of_the_new_kind_is_checked(number: str, is_valid: bool) -> None:
    assert tw_resident_id.check_digit(number) is is_valid


@pytest.mark.parametrize(
    ("labelled", "number"),
    [("身份证号：{}（缺码）", "1101011900010100"), ("身份证号码{}", "11010119001301001X"), ("新式統一證號 {}（檢核碼錯）", "F900000007"), ("身分證字號：{}", "A123456788")],
)
def test_a_label_vouches_for_a_number_that_fails_its_check(labelled: str, number: str) -> None:
    text = labelled.format(number)
    at = text.index(number)
    spans = [s for s in DETECT(Document("1", text)) if s.start <= at and at + len(number) <= s.end]
    assert spans and max(s.score for s in spans) >= 0.8  # type: ignore[union-attr]
