"""Addresses of machines: IPv4, IPv6, MAC, IMEI, and the unique identifiers of studies (OID, UUID).

Confusers: version strings, blood gases (7.35/45/80), lineages (B.1.1.7), outline numbers. Of four single
digits (1.2.3.4) nothing is an address without its word. Source: catalogue 2.7; RFC 5737, RFC 4122.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "IP 192.0.2.44, B.1.1.7, v1.2.3.4, MAC 00:00:5E:00:53:01"
>>> sorted({(text[s.start : s.end], s.label) for s in detector(RULES)(Document("1", text))})
[('00:00:5E:00:53:01', 'DEVICE'), ('192.0.2.44', 'IPADDR')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule, bare_pattern, number_rule
from incognote.document import Span

_DOTTED: Final = bare_pattern(r"(?<![/.-].)\d{0,8}(?:\.\d{1,20}){3,30}(?!-|\.\d)", first=r"\d")
_VERSION: Final = re.compile(
    r"(?:EC|ver(?:sion)?|v|rev|release|firmware|build|版本?|韌體|固件)[\s.:]{0,2}$", re.IGNORECASE
)
_IP_WORD: Final = re.compile(r"(?:ip|address|addr|host|位址|地址)[\s.:=]{0,3}$", re.IGNORECASE)
_HEX: Final = "[0-9A-Fa-f]"
# Each begins with the mark that a search can leap to; what stands before it is looked at afterwards.
_MAC: Final = re.compile(rf":{_HEX}{{2}}(?::{_HEX}{{2}}){{4}}(?![A-Za-z0-9:])")
_DASHED_MAC: Final = re.compile(rf"-{_HEX}{{2}}(?:-{_HEX}{{2}}){{4}}(?![A-Za-z0-9-])")
_GROUPS: Final = re.compile(rf":(?:{_HEX}{{1,4}}:){{5}}")
_UUID: Final = re.compile(rf"-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}(?![A-Za-z0-9])")
_HEAD: Final = re.compile(rf"(?<![A-Za-z0-9:-])(?:{_HEX}{{2}}|{_HEX}{{8}})$")
_IP6: Final = re.compile(
    rf"(?<![A-Za-z0-9:.])(?={_HEX}{{1,4}}:)(?:{_HEX}{{1,4}}:){{1,7}}(?::?{_HEX}{{1,4}}){{0,7}}(?:::)?(?![A-Za-z0-9:])"
)


def dotted(page: Page) -> Iterator[Span]:
    """Four octets are an address, six and more numbers an object identifier."""
    text = page.text
    for value in _DOTTED.finditer(text):
        parts = value[0].split(".")
        before = text[max(0, value.start() - 10) : value.start()]
        if len(parts) == 4:
            outline = value.start() == 0 or text[value.start() - 1] == "\n"
            long = len(value[0]) > 7 and not (outline and max(map(int, parts)) < 30)
            octets = all(len(p) <= 3 and int(p) < 256 for p in parts)
            if octets and not _VERSION.search(before) and (long or _IP_WORD.search(before)):
                yield page.span(*value.span(), "IPADDR", None, "rules/ip_mac", 0.85)
        elif len(parts) >= 6 and len(value[0]) >= 12:
            yield page.span(*value.span(), "OTHERID", None, "rules/ip_mac", 0.85)


def hexadecimal(page: Page) -> Iterator[Span]:
    """MAC addresses, UUID and IPv6."""
    text = page.text
    colons = text.count(":")
    if colons >= 5 or text.count("-") >= 4:
        for shape, size, label in ((_MAC, 2, "DEVICE"), (_DASHED_MAC, 2, "DEVICE"), (_UUID, 8, "OTHERID")):
            for tail in shape.finditer(text):
                head = _HEAD.search(text, max(0, tail.start() - size - 1), tail.start())
                if head and head.end() - head.start() == size:
                    yield page.span(head.start(), tail.end(), label, None, "rules/ip_mac", 0.85)
    if "::" in text or (colons >= 7 and _GROUPS.search(text)):
        for value in _IP6.finditer(text):
            if "::" in value[0] or value[0].count(":") == 7:
                yield page.span(*value.span(), "IPADDR", None, "rules/ip_mac", 0.85)


RULES = (
    number_rule(
        "ip_mac", "IPADDR", labels=("ip", "ip位址", "ip地址", "來源ip", "登入ip"), category="ip_word", labelled_shape=r"\d{1,3}(?:\.\d{1,3}){3}", labelled=0.9,
    ),
    Rule("ip_mac", dotted, needs=(re.compile(r"\.\d{1,20}\.\d{1,20}\.\d"),)),
    Rule("ip_mac", hexadecimal, needs=(re.compile(rf":{_HEX}{{0,4}}:"), re.compile(rf"-{_HEX}{{2,4}}-{_HEX}{{2,4}}-"))),
    number_rule(
        "ip_mac",
        "DEVICE",
        labels=("imei", "imei no", "meid", "mac address", "mac addr", "手機序號"),
        labelled_shape=r"\d{14,16}|\d{2}-\d{6}-\d{6}-\d|[0-9A-F]{12}|[0-9A-F]{4}\.[0-9A-F]{4}\.[0-9A-F]{4}",
    ),
)
