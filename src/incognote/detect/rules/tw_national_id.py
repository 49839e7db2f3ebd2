"""Taiwan national ID (國民身分證統一編號), issued by the household offices: a letter and nine digits.

The second character is 1 (male) or 2 (female); the letter names the place of first registration. Alone
the shape counts only so: NHI drug codes share it with a 0 (A048332100). Source: catalogue 2.1, decision 3.

>>> check_digit("A100000001"), check_digit("F200000008"), check_digit("A100000002")
(True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import OTHER_IDS, Rule, number_rule, tokens
from incognote.document import Span

_LETTERS: Final = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            10,
            11,
            12,
            13,
            14,
            15,
            16,
            17,
            34,
            18,
            19,
            20,
            21,
            22,
            35,
            23,
            24,
            25,
            26,
            27,
            28,
            29,
            32,
            30,
            31,
            33,
        ),
        strict=True,
    )
)
_WEIGHTS: Final = (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)
LABELS: Final = (
    "身分證字號", "身份證字號", "身分證統一編號", "身份證統一編號", "國民身分證統一編號", "身分證號碼", "身份證號碼", "身分證號", "身份證號",
    "身分證", "身份證", "身分証字號", "身份証字號", "身分証", "身份証", "身證字號", "身字號", "身分字號", "證件號碼", "證號", "字號", "國民身分證", "統一編號",
    "id no", "id number", "id#", "idno", "id", "national id", "twid", "roc id", "identity card", "identity no", "i.d.",
)  # fmt: skip
DECOYS: Final = (
    *OTHER_IDS,
    "patient id", "pt id", "病人id", "病患id", "患者id",
    "醫師證號", "保險證號", "被保險人證號", "員工證號", "執照字號", "證書字號", "發文字號", "勞保證號", "榮民證號", "學生證號", "社工證號", "診斷書字號", "死亡證明書字號", "裁定字號", "證明書字號", "低收入戶證明字號", "身心障礙證明字號", "入出境許可證號", "重大傷病證號", "駕駛證號",
)  # fmt: skip


def check_digit(number: str) -> bool:
    """Letter as two digits, weights 1 9 8 7 6 5 4 3 2 1 1, sum divisible by ten."""
    value = number.upper().replace(" ", "")
    if len(value) != 10 or value[0] not in _LETTERS or not value[1:].isdigit():
        return False
    digits = f"{_LETTERS[value[0]]}{value[1:]}"
    return sum(int(d) * w for d, w in zip(digits, _WEIGHTS, strict=True)) % 10 == 0


# Labelled: any letter and 8-10 digits, blanks and one line wrap inside, l I O typed for digits, masked forms.
_LABELLED: Final = (
    r"[A-Z]\s?[0-9lIO*xX○●](?:[ -]?\n?[0-9lIO]){7,8}[0-9lIO]?"
    r"|[A-Z][ -]?[0-9lI]?[0-9]{0,5}[*xX○●•_]{2,8}[0-9]{0,6}"
    r"|[*xX○●]{3,8}[0-9]{3,6}"
)
# Without a label: in one piece through `tokens`; split, wrapped, masked or mistyped from the second character on.
_WHOLE: Final = re.compile(r"[A-Z][12]\d{8}", re.IGNORECASE)
_REST: Final = r"(?:(?:[ -]?\n?\d){8}(?!/\d)|\d{0,4}[*xX○●]{2,7}\d{2,5}|\d{2,6}[*○●]{2,7}\d{0,3}|[\dOo]{8})(?![A-Za-z0-9])"
_IRREGULAR: Final = re.compile(
    rf"[1289](?<=[A-Za-z -].)(?:(?<=[A-Za-z].){_REST}|(?<=[A-Za-z][ -][12])(?:[ -]?\n?\d){{8}}(?![A-Za-z0-9]))"
)
_MISTYPED: Final = re.compile(
    rf"[lI](?=[ -]?\n?\d|[*xX○●]{{2}}|[Oo][\dOo])(?:(?<=[A-Za-z].){_REST}|(?<=[A-Za-z] .)[\dOo]{{8}}(?![A-Za-z0-9]))"
)


def bare(page: Page) -> Iterator[Span]:
    """The shape without a label; a passed check digit is as good as one."""
    text = page.text
    for start, end in tokens(text):
        if end - start == 10 and text[start].isalpha() and _WHOLE.fullmatch(text, start, end):
            yield page.span(
                start, end, "IDNO", None, "rules/tw_national_id", 0.8 if check_digit(text[start:end]) else 0.7
            )
    for at, end in _irregular(text):
        if not at or not (text[at - 1] in "/-" or (text[at - 1].isascii() and text[at - 1].isalnum())):
            yield page.span(at, end, "IDNO", None, "rules/tw_national_id", 0.65)


def _irregular(text: str) -> Iterator[tuple[int, int]]:
    """A letter and digits that are split, wrapped, masked or mistyped."""
    for value in _IRREGULAR.finditer(text):
        at = value.start() - 1
        yield at - (text[at] in " -"), value.end()
    if "l" in text or "I" in text:
        for value in _MISTYPED.finditer(text):
            at = value.start() - 1
            yield at - (text[at] == " "), value.end()


_TAIL: Final = re.compile(r"(?:[A-Z](?=[*●]{4}))?[*●]{3,8}\d{3,5}(?![\d*A-Za-z]|[.%]\d)")


def tails(page: Page) -> Iterator[Span]:
    """`****4471`, `G******685` alone: only the last digits of a number are left."""
    text = page.text
    for value in _TAIL.finditer(text):
        at = value.start()
        if not at or not (text[at - 1].isascii() and text[at - 1].isalnum()):
            yield page.span(at, value.end(), "IDNO", None, "rules/tw_national_id", 0.5)


TAIL_LABELS: Final = (
    "身分證末四碼", "身分證後四碼", "身分證末4碼", "身分證字號末四碼", "身份證末四碼", "身份證後四碼", "身分證末三碼", "id末四碼", "id後四碼", "身份证后四位", "身份证后四位数", "身份证尾号", "身份证后六位", "身份证末四位",
    "證件尾號", "證件末四碼", "證件後四碼", "证件尾号", "证件后四位", "身分證尾號", "身份證尾號", "身分證尾碼", "證號末四碼", "證號後四碼", "證號尾號", "尾號", "尾碼", "id尾號",
)  # fmt: skip
RULES = (
    number_rule(
        "tw_national_id", "IDNO", labels=LABELS, decoys=DECOYS, labelled_shape=_LABELLED, check=check_digit
    ),
    number_rule(
        "tw_national_id",
        "IDNO",
        labels=TAIL_LABELS,
        category="id_tail",
        labelled_shape=r"[*xX○●]{0,8}\d{2,5}[\dX]",
        labelled=0.92,
    ),
    Rule("tw_national_id", bare),
    Rule("tw_national_id", tails, needs=(re.compile(r"\*\*"), re.compile("●●"))),
)
