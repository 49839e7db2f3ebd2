"""Taiwan national ID (國民身分證統一編號), issued by the household offices: a letter and nine digits.

The second character is 1 (male) or 2 (female); the letter names the place of first registration. Alone
the shape counts only so: NHI drug codes share it with a 0 (A048332100). Source: catalogue 2.1, decision 3.

>>> check_digit("A100000001"), check_digit("F200000008"), check_digit("A100000002")
(True, True, False)
"""

from __future__ import annotations

from typing import Final

from incognote.detect.rules.rule import number_rule

_LETTERS: Final = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33),
        strict=True,
    )
)
_WEIGHTS: Final = (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)
LABELS: Final = (
    "身分證字號", "身份證字號", "身分證統一編號", "身份證統一編號", "國民身分證統一編號", "身分證號碼", "身份證號碼", "身分證號", "身份證號",
    "身分證", "身份證", "身分証字號", "身份証字號", "身分証", "身份証", "身證字號", "身字號", "身分字號", "證件號碼", "證號", "字號", "國民身分證", "統一編號",
    "id no", "id number", "id#", "idno", "id", "national id", "twid", "roc id", "identity card", "identity no", "i.d.",
)  # fmt: skip
DECOYS: Final = tuple(
    f"{word} id" for word in "student staff user device line wechat subject study encounter member participant case exam face biobank sample dna visit facility employee operator login tech inmate wristband customer specimen specimens".split()
) + ("醫師證號", "保險證號", "被保險人證號", "員工證號", "執照字號", "證書字號", "發文字號", "勞保證號", "榮民證號", "學生證號", "社工證號", "診斷書字號", "死亡證明書字號", "裁定字號", "證明書字號", "低收入戶證明字號", "身心障礙證明字號", "入出境許可證號", "重大傷病證號", "駕駛證號")


def check_digit(number: str) -> bool:
    """Letter as two digits, weights 1 9 8 7 6 5 4 3 2 1 1, sum divisible by ten."""
    value = number.upper().replace(" ", "")
    if len(value) != 10 or value[0] not in _LETTERS or not value[1:].isdigit():
        return False
    digits = f"{_LETTERS[value[0]]}{value[1:]}"
    return sum(int(d) * w for d, w in zip(digits, _WEIGHTS, strict=True)) % 10 == 0


# Labelled: any letter and 8-10 digits, blanks and one line wrap inside, l I O typed for digits, masked forms.
_LABELLED: Final = (
    r"[A-Z]\s?[0-9lIO*xX○●](?:[ -]?\n?[0-9lIO]){7,9}"
    r"|[A-Z][ -]?[0-9lI]?[0-9]{0,5}[*xX○●•_]{2,8}[0-9]{0,6}"
    r"|[*xX○●]{3,8}[0-9]{3,6}"
)
RULES = (
    number_rule(
        "tw_national_id",
        "IDNO",
        labels=LABELS,
        decoys=DECOYS,
        labelled_shape=_LABELLED,
        shape=r"[A-Z][ -]?[12](?:[ -]?\n?\d){8}|[A-Z][12]\d{0,4}[*xX○●]{2,7}\d{2,5}|[A-Z] ?[l1I](?:[0-9Oo]){8}",
        bare=0.65,
        check=check_digit,
    ),
)
