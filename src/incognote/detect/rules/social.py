"""Messaging and social accounts: LINE, 微信, QQ, IG, FB, Telegram, WhatsApp ... The account alone is the value.

Some words have clinical doubles (A-line, IG, TG 150, FB in the ear): these need a colon, an `ID` or a
value with a digit or an underscore. Source: catalogue 2.2, 2.7, I5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "LINE：demo_meiyu_00，微信号wx_demo1，PICC line: radial"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['demo_meiyu_00', 'wx_demo1']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule, value_pattern
from incognote.document import Span

STRONG: Final = (
    "line id", "lineid", "加line", "加我line", "x帳號", "ptt帳號", "line帳號", "line號", "賴id", "賴的id", "加賴", "微信", "微信号", "微信號", "微信账号", "微信帐号", "微信帳號", "同微信", "微信id", "wechat", "wechat id", "weixin", "vx", "wx",
    "instagram", "facebook", "臉書", "脸书", "fb帳號", "ig帳號", "telegram", "whatsapp", "twitter", "推特", "抖音", "抖音号", "抖音號", "小红书", "小红书号", "小紅書", "快手", "微博", "dcard", "tiktok", "snapchat", "discord", "messenger", "threads帳號", "ptt帳號", "kakaotalk", "kakao", "zalo", "skype", "钉钉", "twitch", "b站",
)  # fmt: skip
WEAK: Final = ("line", "賴", "ig", "fb", "tg", "ptt", "threads", "viber")
QQ: Final = ("qq", "qq号", "qq號", "qq号码", "扣扣", "企鹅号")

_GAP: Final = re.compile(
    r"(?P<gap>(?:[\s:=#(\[「『【<\"'/]|id\b|(?-i:ID)(?=[a-z]{3})|account\b|帳號|帐号|账号|號|号|名稱|名称|暱稱|昵称|為|为|是|叫|同|handle\b|user\b|page\b|粉絲頁|粉专|加){0,6})",
    re.IGNORECASE,
)
_ACCOUNT: Final = value_pattern(r"@?[A-Za-z0-9_][A-Za-z0-9_.-]{2,29}(?:#\d{4})?")
_QQ: Final = value_pattern(r"[1-9]\d{4,10}")
_ODD: Final = re.compile(r"[\d_@]")
_MIXED: Final = re.compile(r"[a-z]{3,15}\.[a-z]{1,12}\d{1,6}")  # LINE yujie.zz88
_HANDLE: Final = re.compile(
    r"@(?<![A-Za-z0-9._%+-].)[A-Za-z](?=[A-Za-z.]{0,20}[\d_.][A-Za-z0-9_])[A-Za-z0-9_.]{3,29}", re.DOTALL
)
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_CLINICAL_BEFORE: Final = re.compile(r"[A-Za-z0-9-]\s?$")
_NOT_ACCOUNTS: Final = frozenset(
    [
        "group",
        "call",
        "chat",
        "video",
        "app",
        "account",
        "id",
        "name",
        "none",
        "nil",
        "unknown",
        "message",
        "phone",
        "mobile",
        "tel",
        "friend",
        "page",
        "post",
        "live",
        "user",
        "contact",
        "via",
        "and",
        "the",
        "with",
        "for",
        "yes",
        "not",
        "https",
        "http",
        "www",
    ]
)


def strong(page: Page) -> Iterator[Span]:
    """Behind a word that names only a service."""
    last = 0
    for _, end in page.cues.get("social", NO_CUES):
        value = _after(page.text, end, _ACCOUNT)
        if (
            value
            and end > last
            and value[0].lower() not in _NOT_ACCOUNTS
            and (_ODD.search(value[0]) or _asked(page.text, end, value))
        ):
            if value[0].isdigit() and len(value[0]) < 5:  # VX 770 is a drug
                continue
            last = value.end()
            yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.85)
    for _, end in page.cues.get("social_qq", NO_CUES):
        value = _after(page.text, end, _QQ)
        if value:
            yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.9)


def weak(page: Page) -> Iterator[Span]:
    """Behind a word that is also clinical."""
    text = page.text
    for start, end in page.cues.get("social_weak", NO_CUES):
        value = _after(text, end, _ACCOUNT)
        if value is None or value[0].lower() in _NOT_ACCOUNTS or not re.search("[A-Za-z@_]", value[0]):
            continue
        if value.start() == end and value[0].startswith("_"):
            continue  # FB_removal
        asked = _asked(text, end, value)
        if (
            text[start].isascii()
            and _CLINICAL_BEFORE.search(text, max(0, start - 2), start)
            and not (asked and text[start:end].isupper())
        ):
            continue
        odd = "_" in value[0] or "@" in value[0] or (text[start:end].isupper() and _MIXED.fullmatch(value[0]) is not None)
        if (
            asked
            and len(value[0]) >= 5
            and (text[start:end].isupper() or _HAN.search(text, max(0, start - 12), end + 16))
        ):
            odd = odd or bool(_ODD.search(value[0])) or "." in value[0]
        if (
            odd
            or any(word in text[end : value.start()] for word in ("帳號", "帐号", "账号"))
            or (
                asked
                and text[start:end] in {"LINE", "IG", "FB", "賴", "Line"}
                and len(value[0]) >= 5
                and not value[0].isupper()
            )
        ):
            yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.82)


def nameless(page: Page) -> Iterator[Span]:
    """An account behind the bare word, where it is written like one of a social service: 帳號 mei_1109."""
    for _, end in page.cues.get("account_word", NO_CUES):
        value = _after(page.text, end, _ACCOUNT)
        if value and re.search("[A-Za-z]{2}", value[0]) and _ODD.search(value[0]):
            yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.82)


# 臉書叫「思念的海」, LINE暱稱「小太陽」
_SHOWN: Final = re.compile(r" ?(?:帳號|账号|名稱|名称|暱稱|昵称|名字|粉專|粉絲頁)?(?:叫|是|為|为|:)? ?[「『\"“](?P<name>[^「」『』\"“”\n]{1,20})[」』\"”]")


def shown(page: Page) -> Iterator[Span]:
    """The name that an account shows, in quotation marks."""
    for category in ("social", "social_weak"):
        for start, end in page.cues.get(category, NO_CUES):
            value = _SHOWN.match(page.text, end)
            if value and (len(value[0]) > len(value["name"]) + 2 or page.text[start:end] in ("臉書", "脸书")):
                yield page.span(*value.span("name"), "SOCIAL", None, "rules/social", 0.82)


def handles(page: Page) -> Iterator[Span]:
    """@ming_w without a word; `@80` and `@ KVO` are pump rates."""
    for value in _HANDLE.finditer(page.text):
        yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.55)


# anjing_890：他名字打錯了: who writes in a chat
_CHAT: Final = re.compile(r"[a-z](?<=\n.)[a-z]{2,14}(?:[._][a-z]{0,10}\d{1,4}|\d{2,5})(?=[:：] ?[\u4e00-\u9fff])", re.DOTALL)


def chatting(page: Page) -> Iterator[Span]:
    """The account that heads a line of a chat."""
    for value in _CHAT.finditer(page.text):
        yield page.span(*value.span(), "SOCIAL", None, "rules/social", 0.6)


def _after(text: str, end: int, shape: re.Pattern[str]) -> re.Match[str] | None:
    gap = _GAP.match(text, end)
    return shape.match(text, gap.end() if gap else end)


def _asked(text: str, end: int, value: re.Match[str]) -> bool:
    """Whether a colon, an `ID` or the like stands between the word and the account."""
    between = text[end : value.start()].lower()
    return any(sign in between for sign in (":", "=", "id", "同", "號", "号", "是", "為", "为", "叫", "("))


RULES = (
    Rule("social", chatting, needs=(re.compile(r":(?<=[a-z._\d]\d:)(?= ?[\u4e00-\u9fff])"),)),
    Rule("social", strong, {"social": STRONG, "social_qq": QQ}, needs=("social", "social_qq")),
    Rule("social", handles, needs=(_HANDLE,)),
    Rule("social", shown, needs=("social", "social_weak")),
    Rule("social", nameless, {"account_word": ("帳號", "帐号", "账号")}, needs=("account_word",)),
    Rule("social", weak, {"social_weak": WEAK}, needs=("social_weak",)),
)
