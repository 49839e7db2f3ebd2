"""Organisations with a short name of their own before the word for the house: 青岙浸信會, 澄岙貨運行, 岙岭交警大队.

The name is two characters that are no word. Long words for a house are enough; temples (寺, 廟, 观) also need a
mark or a word that leads to a place before the name, and nothing behind that goes on (觀察, 宮頸, 庙会). Source:
catalogue 7.4 O1, O4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "她在青岙浸信會聚會，去澄岙寺拜拜，情緒悲觀，里民活動中心"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['澄岙寺', '青岙浸信會']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.hospital_brief import brief_name
from incognote.detect.rules.hospital_han import in_words
from incognote.detect.rules.rule import Rule
from incognote.detect.walk import is_han
from incognote.document import Span

_SOURCE: Final = "rules/org_brief"
_HOUSES: Final = (
    "浸信會", "浸信会", "長老會", "靈糧堂", "天主堂", "福音堂", "基督徒聚會所", "福德祠", "福德宮", "代天府", "天后宮", "慈惠堂", "清真寺", "道觀", "王爺廟", "土地公廟", "媽祖廟",
    "便當店", "機車行", "汽車行", "貨運行", "洗衣店", "五金行", "水電行", "理髮店", "理发店", "雜貨店", "麵包店", "檳榔攤", "小吃部", "餐館", "餐馆", "修理廠", "修理厂", "汽修厂", "印刷厂", "砖厂", "磚廠",
    "住宿長照機構", "長照機構", "活動中心", "身心障礙服務中心", "服務中心", "服务中心", "就業中心", "庇護工場", "老年公寓", "养老公寓", "養老公寓", "康养", "康養", "養護", "老人院",
    "居服單位", "居服中心", "居服所", "救助站", "社工站", "教養院", "關懷據點", "关怀站", "分局婦幼隊", "分局偵查隊", "分局交通隊", "分局交通組", "偵查隊", "交警大队", "刑侦大队", "交警中队", "交警支队", "巡警大队", "慈善会", "慈善會", "残疾人联合会", "残联", "塑膠工業", "電子工業", "食品工業", "金屬工業", "塑膠廠", "针织厂", "漁業", "渔业公司", "砂石場", "砂石場", "果園", "茶行", "米行", "銀樓",
)  # fmt: skip
_TEMPLES: Final = ("寺", "廟", "庙", "宮", "宫", "觀", "观", "祠", "庵")
_LEADS: Final = frozenset("在到去往回由從从於于自係系是拜為为")
_NEXT: Final = frozenset("察點点念感測测頸颈縮缩腔外內内體体底口壁腺器旁前後后景看望賞赏光摩會会廟庙堂庭殿")
_NOT_OWN: Final = frozenset(("里民", "老人", "社區", "社区", "學生", "学生", "青年", "婦女", "妇女", "客戶", "客户", "校內", "村民", "兒童", "儿童", "家屬", "病人", "就業", "家庭", "社會", "長照", "居家", "日間"))


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get("house", NO_CUES):
        left = brief_name(text, start) if start >= 2 else None
        if left is not None and text[start - 2 : start] not in _NOT_OWN:
            yield page.span(left, end, "ORG", None, _SOURCE, 0.83)
    for start, end in page.cues.get("temple", NO_CUES):
        if start < 2 or text[end : end + 1] in _NEXT or (start > 2 and is_han(text[start - 3]) and text[start - 3] not in _LEADS) or in_words(text[start - 1 : end]) or in_words(text[start - 2 : end]):
            continue
        left = brief_name(text, start)
        if left == start - 2 and (left == 0 or not is_han(text[left - 1]) or text[left - 1] in _LEADS) and not _NUMBER.match(text, left):
            yield page.span(left, end, "ORG", None, _SOURCE, 0.6)


_NUMBER: Final = re.compile(r"[一二三四五六七八九十兩两]")

RULES = (Rule("org_brief", find, {"house": _HOUSES, "temple": _TEMPLES}, needs=("house", "temple")),)
