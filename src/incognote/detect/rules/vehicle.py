"""Number plates and VIN. Taiwan and Hong Kong plates look like specimen codes and need a driving word; the
mainland's carry a province character and speak for themselves. Issued by the transport authorities.
Source: catalogue 2.1, 2.2, 2.7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "騎車(123-ABC)，车牌京A12345，粤B·12345"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['123-ABC', '京A12345', '粤B·12345']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule, number_rule
from incognote.document import Span

LABELS: Final = (
    "車牌", "車牌號碼", "車牌號", "車號", "牌照號碼", "牌照", "騎車", "騎機車", "騎乘機車", "騎乘", "騎", "駕駛", "駕車", "開車", "自小客", "自小客車", "自用小客車", "機車", "重機", "汽車", "轎車", "計程車", "貨車", "肇事車輛", "對方車號", "肇事車", "車輛", "救護車", "公務車", "復康巴士", "遊覽車", "公車", "電動車", "拖板車", "休旅車", "小客車", "小貨車", "廂型車", "卡車", "砂石車", "聯結車", "外交車", "拖吊車", "肇逃車", "肇逃車輛",
    "车牌", "车牌号", "车牌号码", "车号", "牌照号", "驾驶", "开车", "驾车", "摩托车", "轿车", "电动车牌", "救护车",
    "對方車", "对方车", "接送", "停車", "停车", "乘", "搭乘", "搭", "坐", "撞", "車", "车", "toyota", "honda", "nissan", "mazda", "ford", "bmw", "benz", "yamaha", "kymco", "gogoro", "plate no", "plate number", "license plate", "licence plate", "number plate", "car plate", "vehicle no", "reg no", "car reg",
)  # fmt: skip
VIN_LABELS: Final = ("vin", "車身號碼", "车架号", "引擎號碼", "发动机号", "車架號")

# EAB-2075, 2877-LT, 123-ABC, only beside a word of driving
_PLATE: Final = re.compile(r"(?<![A-Za-z0-9-])(?!GCS|HLA|BCL|DCP|LCP|NRS|VAS|CVC|PICC|ICD|BMI|MMT|ADL)(?:[A-Z]{2,3}-\d{4}|\d{4}-[A-Z]{2}|[A-Z]{3}-\d{3}|\d{3}-[A-Z]{3})(?![A-Za-z0-9-])")
_BEFORE, _BEHIND = 20, 12


def near_car(page: Page) -> Iterator[Span]:
    """Plate shapes in a clause that speaks of a car."""
    text = page.text
    if "-" not in text:
        return
    cars = page.cues.get("car", NO_CUES)
    last = -1
    for start, end in cars:
        for value in _PLATE.finditer(text, max(last, start - _BEHIND), min(len(text), end + _BEFORE)):
            between = text[min(end, value.end()) : max(start, value.start())]
            if "\n" not in between and "。" not in between:
                last = value.end()
                yield page.span(*value.span(), "VEHICLE", None, "rules/vehicle", 0.8)


RULES = (
    Rule("vehicle", near_car, {"car": ("車", "车", "騎", "骑", "駕駛", "驾驶", "接送", "停放", "國道", "国道", "逆向", "肇逃")}, needs=("car",)),
    number_rule(
        "vehicle",
        "VEHICLE",
        labels=LABELS,
        labelled_shape=(
            r"[A-Z]{2,3} ?[-·]? ?\d{4}|\d{4} ?[-·]? ?[A-Z]{2}|[A-Z]{3} ?- ?\d{3}|\d{3} ?- ?[A-Z]{3}|[A-Z]\d ?-? ?\d{3,4}|\d{3,4} ?- ?[A-Z]\d|\d{3} ?- ?[A-Z]{2}|[A-Z]{2,3}\d{3}|\d{3}[A-Z]{3}"
            r"|軍[A-Z]?-?\d{5}|[A-Z]{2} ?\d{3,4}|[\u4e00-\u9fff]{2}[A-Z]\d{5}|[使外][A-Z]?-?\d{3,5}|試[A-Z]?-?\d{4,5}"
        ),
    ),
    number_rule(
        "vehicle",
        "VEHICLE",
        first="[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]",
        shape=r"[A-Za-z][·. -]?(?=[A-Za-z0-9]{0,3}\d{2})[A-Za-z0-9]{4,7}[挂学警港澳领]?",
        bare=0.85,
    ),
    number_rule(
        "vehicle",
        "VEHICLE",
        labels=VIN_LABELS,
        category="vin",
        labelled_shape=r"[A-HJ-NPR-Z0-9]{17}|[A-Z0-9-]{6,17}",
    ),
)
