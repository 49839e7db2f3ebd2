"""Mainland resident ID (居民身份证, GB 11643-1999), issued by the police: 18 characters, before 1999 15 digits.

Six of area, eight of birth date, three of sequence, one check character. Neither the check nor the date
gates a labelled number. Unlabelled 18-character forms need a province and a possible date; 15 digits too.
Source: catalogue 2.2.

>>> check_digit("11010519491231002X"), check_digit("110101198001010011")
(True, False)
"""

from __future__ import annotations

from typing import Final

from incognote.detect.rules.rule import number_rule

_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_PROVINCE: Final = r"(?:1[1-5]|2[123]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[123])"
_DAY: Final = r"(?:0[1-9]|1[0-2])[ ]?(?:0[1-9]|[12]\d|3[01])"
LABELS: Final = (
    "身份证号码", "身份证号", "身份证", "居民身份证", "公民身份号码", "身份证件号", "身份证件号码", "证件号码", "证件号", "证号", "身份号码", "社会保障号",
    "社会保障号码", "社保号", "id card", "id card no", "id no", "id number", "居住证", "居住证号",
)  # fmt: skip


def check_digit(number: str) -> bool:
    """Weighted sum modulo 11 picks the check character from `10X98765432`."""
    value = number.upper().replace(" ", "").replace("\n", "")
    if len(value) != 18 or not value[:17].isdigit():
        return False
    return "10X98765432"[sum(int(d) * w for d, w in zip(value[:17], _WEIGHTS, strict=True)) % 11] == value[17]


RULES = (
    number_rule(
        "cn_resident_id",
        "IDNO",
        labels=LABELS,
        labelled_shape=r"\d(?:[ -]?\n?\d){13,16}[ -]?\n?[\dX]|\d{13,20}X?|\d{3,14}[*xX○●]{3,14}\d{0,4}[\dX]?|[*xX]{6,16}\d{3,4}X?",
        shape=(
            rf"{_PROVINCE}\d{{4}}[ -]?\n?(?:18|19|20)\d\d{_DAY}[ -]?\n?\d{{3}}[\dX]"
            rf"|{_PROVINCE}\d{{4}}\d\d{_DAY}\d{{3}}"
            rf"|{_PROVINCE}\d{{4,12}}[*●○xX]{{4,12}}\d{{0,4}}[\dX]?"
        ),
        bare=0.75,
        check=check_digit,
    ),
)
