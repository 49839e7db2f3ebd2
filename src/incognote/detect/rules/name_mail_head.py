"""Names before an address in the heads of mails: From: Obadiah Farthing <of@x.example>, Cc: "Lin, Mei-Hua" <...>, 王大明 <...>.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = 'From: Obadiah Farthing <of@x.example>'
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text)) if s.label == "NAME"]
['Obadiah Farthing']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/name_mail_head"
_WORD: Final = rf"[{UPPER}][A-Za-zÀ-ỿ'’.-]{{0,20}}"
_SHOWN: Final = re.compile(rf"(?P<name>{_WORD}(?:,? {_WORD}){{1,3}}|[\u3400-\u9fff]{{2,4}})[\"'”]? ?<(?=[^<>\s@]{{1,64}}@[^<>\s]{{3,80}}>)")
_DESKS: Final = frozenset(
    "admin administration admissions appointments billing booking clinic clinical department desk emergency enquiries frontdesk general health helpdesk hospital human info "
    "information intake it laboratory manager medical notifications office outpatient pharmacy radiology reception records referrals reply resources secretary service services support team unit ward".split()
)
_DESK: Final = re.compile("[部科室處处組组中心院所櫃柜]|客服|病房|系統|系统|通知")


def find(page: Page) -> Iterator[Span]:
    if "@" not in page.text or "<" not in page.text:
        return
    for shown in _SHOWN.finditer(page.text):
        name = shown["name"]
        words = {word.strip(".,").lower() for word in name.split()}
        if words & _DESKS or (name[0] >= "\u3400" and _DESK.search(name)):
            continue
        yield page.span(shown.start("name"), shown.end("name"), "NAME", None, SOURCE, 0.9)


RULES = (Rule("name_mail_head", find, {}),)
