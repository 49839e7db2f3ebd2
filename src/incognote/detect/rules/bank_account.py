"""Bank, post and card accounts: label-driven, or a card number that passes Luhn (ISO/IEC 7812).

Taiwan 10-16 digits, often with the bank's three in front (012-345-678901-2); cards 13-19 digits, UnionPay
from 62. The last digits of a card are a value too (末四碼 1234). Source: catalogue 2.2.

>>> luhn("6222020000000000018"), luhn("4111 1111 1111 1112")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, bare_pattern, number_rule, tokens
from incognote.detect.scan import fours
from incognote.document import Span

LABELS: Final = (
    "存摺", "存折", "退到", "退至", "打到", "存簿", "匯", "匯款", "退費匯款", "匯入", "匯至", "轉帳", "轉入帳戶", "撥入", "建行卡", "工行卡", "农行卡", "中行卡", "邮储卡", "招行卡", "建行", "工行", "农行", "郵局存簿", "汇款", "转账", "打款", "銀行帳戶", "銀行帳號", "匯款帳號", "匯款帳戶", "轉帳帳號", "郵局帳號", "郵局帳戶", "局帳號", "局號", "存簿帳號", "存摺帳號", "帳戶", "帳號", "帳戶號碼", "信用卡號", "信用卡", "信用卡號碼", "金融卡", "金融卡號", "提款卡", "提款卡號", "悠遊卡", "悠遊卡號", "一卡通", "扣款帳號", "付款卡", "虛擬帳號", "末五碼", "後五碼", "帳號末五碼", "末四碼", "末4碼", "後四碼", "卡號末四碼",
    "银行卡", "银行卡号", "银行账号", "银行账户", "银行帐号", "账户", "账号", "帐号", "帐户", "卡号", "信用卡号", "储蓄卡", "借记卡", "开户账号", "付款账号", "收款账号", "支付宝", "支付宝账号", "尾号", "后四位", "存折号", "一卡通号",
    "bank account", "account no", "account number", "acct no", "acct", "a/c no", "a/c", "iban", "credit card", "credit card no", "card no", "card number", "debit card", "card ending", "ending in",
)  # fmt: skip
DECOYS: Final = (
    "身分證末四碼",
    "身分證後四碼",
    "身份證末四碼",
    "身份證後四碼",
    "身份证后四位",
    "身份证尾号",
    "手機末四碼",
    "手機後四碼",
    "電話後四碼",
    "手机尾号",
    "手机后四位",
    "健保卡號",
    "ic卡號",
    "就诊卡号",
    "医保卡号",
    "社保卡号",
    "健康卡号",
    "重大傷病卡號",
    "使用者帳號",
    "登入帳號",
    "微信账号",
    "微信帐号",
    "微信帳號",
    "line帳號",
    "qq账号",
)

_SPACED: Final = bare_pattern(r"\d{3}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?", first="[3-6]")
_GROUPED: Final = re.compile(r"-(?<=\d{3}-)(?<![A-Za-z0-9./-]\d{3}-)\d{3,6}(?:-\d{3,6}){2}(?![A-Za-z0-9/-])")  # 700-0051-228-40917
_MAKERS: Final = frozenset("3456")


def luhn(number: str) -> bool:
    """Double every second digit from the right; the sum of the digits is divisible by ten."""
    digits = [int(c) for c in number if c.isdigit()]
    return (
        bool(digits)
        and sum(d if i % 2 == 0 else (2 * d - 9 if d > 4 else 2 * d) for i, d in enumerate(reversed(digits)))
        % 10
        == 0
    )


def cards(page: Page) -> Iterator[Span]:
    """Card numbers without a label: Luhn must pass, since lab columns and UIDs are as long."""
    text = page.text
    for start, end in tokens(text):
        if (
            13 <= end - start <= 19
            and text[start] in _MAKERS
            and text[start:end].isdigit()
            and luhn(text[start:end])
        ):
            yield page.span(start, end, "ACCOUNT", None, "rules/bank_account", 0.6)
    if text.count("-") >= 3:
        for value in _GROUPED.finditer(text):
            if sum(map(str.isdigit, value[0])) >= 10:  # and three before the first hyphen
                yield page.span(value.start() - 3, value.end(), "ACCOUNT", None, "rules/bank_account", 0.5)
    last = 0
    for start in fours(text):
        if start < last or text[start] not in _MAKERS:
            continue
        card = _SPACED.match(text, start)
        if card is None:
            continue
        last = card.end()
        if luhn(card[0]) or (card[0].startswith("62") and len(card[0]) > 18):  # UnionPay, mistyped or not
            yield page.span(*card.span(), "ACCOUNT", None, "rules/bank_account", 0.6)


RULES = (
    number_rule(
        "bank_account",
        "ACCOUNT",
        labels=LABELS,
        decoys=DECOYS,
        labelled_shape=r"[\d-]{3,14}[*xX]{3,10}[\d-]{0,8}|\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4}(?!/))?|\(?\d{3}\)?[- ]?\d{2,16}(?:[- ]\d{1,8}(?!/)){0,4}|\d{4,20}|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?|[\d*xX-]{8,23}\d{3,4}",
    ),
    Rule("bank_account", cards),
)
