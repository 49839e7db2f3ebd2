"""Serial and lot numbers of devices in or with this person, UDI strings; models, sizes and drug lots are not.

`S/N` and `SN` written right before the number belong to the span, with a colon they are a label. Issued
by makers; UDI by GS1, HIBCC, ICCBBA. Source: catalogue 2.7, I6.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Pacemaker SN: PJN204857H, stent LOT 22K1107, 疫苗 Lot AB1234"
>>> sorted({text[s.start : s.end] for s in detector(RULES)(Document("1", text))})
['22K1107', 'PJN204857H']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule, after_label, value_pattern
from incognote.detect.scan import CAPITAL_HYPHEN, hyphens
from incognote.document import Span

SERIAL_WORDS: Final = (
    "s/n", "sn", "s.n.", "serial", "serial no", "serial no.", "serial number", "serial#", "ser no", "asset no", "asset tag", "device id", "device no", "機器序號", "序號", "產品序號", "裝置序號", "儀器序號", "植入物序號", "設備編號", "儀器編號", "財產編號", "財編", "资产编号", "機號", "機台編號", "節律器序號", "助聽器序號", "電子耳序號",
    "序列号", "序列號", "产品序列号", "设备序列号", "设备编号", "仪器编号", "机身号", "机身编号", "出厂编号", "产品编号", "植入物编号", "ref/sn",
)  # fmt: skip
DECOYS: Final = (
    "就醫序號",
    "健保序號",
    "通報序號",
    "住院序號",
    "健保卡序號",
    "就診序號",
    "檢查序號",
    "報告序號",
    "健保就醫序號",
    "轉診序號",
    "分機號",
    "手機號",
    "手機號碼",
    "分機號碼",
    "司機號",
    "隨機號",
    "隨機號碼",
    "門診序號",
)
LOT_WORDS: Final = (
    "lot",
    "lot no",
    "lot no.",
    "lot number",
    "lot#",
    "批號",
    "批号",
    "產品批號",
    "植入物批號",
    "batch",
    "batch no",
)

_SERIAL: Final = value_pattern(r"[A-Z]{2,4}(?: \d{3}){2,3}(?: [A-Z])?|[A-Z]{0,8}[-/]?(?=[A-Z0-9-]{0,4}\d)[A-Z0-9]{2,20}(?:-[A-Z0-9]{1,12}){0,4}")
_LOT: Final = value_pattern(r"[A-Z]{1,3} \d{3,6}[A-Z]?(?:-\d{1,3})?|(?=[A-Z0-9-]*\d[A-Z0-9-]*\d)[A-Z0-9]{4,16}(?:-[A-Z0-9]{1,10}){0,2}")
_INSIDE: Final = re.compile(r"\s{0,2}")
_DRUG: Final = re.compile(
    r"疫苗|vaccin|藥|药|注射液|BNT|Moderna|AZ|flu|injection|vial|immuni[sz]|deltoid|hep ?b|tdap|mmr|given ?$|(?<![A-Z])(?-i:IM|SC|SQ)(?![A-Z])|試劑|试剂|reagent|錠|胶囊|血品",
    re.IGNORECASE,
)
_DRUG_ENDS: Final = ("素", "林", "針", "针", "液", "粉", "膏", "片", "丸", "散", "唑", "定", "平", "坦", "汀", "松", "肽", "霉素")
_UDI: Final = re.compile(r"\(01\)\s?\d{14}(?:\s?\(\d{2,3}\)\s?[A-Z0-9/.-]{1,20}){0,6}", re.IGNORECASE)
_ENOUGH: Final = re.compile(r"(?:\D*\d){3}")


def serials(page: Page) -> Iterator[Span]:
    """Behind a serial word, with three digits at least (SN 3 is a node count)."""
    text = page.text
    for start, end in page.cues.get("serial", NO_CUES):
        if page.lower[start:end] in DECOYS:
            continue
        for value in after_label(text, end, _SERIAL):
            if not _ENOUGH.match(value[0]) or len(value[0]) < 5:
                continue
            joined = (
                value.start() - end <= 2
                and not text[end : value.start()].strip()
                and page.lower[start:end] in {"s/n", "sn"}
            )
            yield page.span(
                start if joined else value.start(), value.end(), "DEVICE", None, "rules/device", 0.85
            )


def lots(page: Page) -> Iterator[Span]:
    """Behind a lot word, unless a drug or a vaccine was just named."""
    text = page.text
    for start, end in page.cues.get("lot", NO_CUES):
        if _DRUG.search(text, max(0, start - 24), start) or page.lower[max(0, start - 4) : start].rstrip(" :(").endswith(_DRUG_ENDS):
            continue
        for value in after_label(text, end, _LOT):
            yield page.span(*value.span(), "DEVICE", None, "rules/device", 0.85)


# PUMP-044819: the hospital's own tag on a machine
_MACHINE: Final = re.compile(r"(?<![A-Za-z0-9-])(?:PUMP|MON|MONITOR|VENT|ECMO|IABP|EKG|ECG|DEF|AED|USG|CRRT|HD|BED|CPAP|BIPAP|WHEEL|LAPTOP|PC|IPAD|PDA)$")
_TAG: Final = re.compile(r"-(?:[A-Z]{1,3}-?)?\d{4,8}(?![A-Za-z0-9-])")


def tags(page: Page) -> Iterator[Span]:
    text = page.text
    for at in hyphens(text):
        if not text[at - 1].isupper():
            continue
        tag, machine = _TAG.match(text, at), _MACHINE.search(text, max(0, at - 7), at)
        if tag and machine:
            yield page.span(machine.start(), tag.end(), "DEVICE", None, "rules/device", 0.6)


def udi(page: Page) -> Iterator[Span]:
    """GS1 element strings that begin with the device identifier (01)."""
    for value in _UDI.finditer(page.text):
        yield page.span(*value.span(), "DEVICE", None, "rules/device", 0.9)


RULES = (
    Rule("device", serials, {"serial": (*SERIAL_WORDS, *DECOYS)}, needs=("serial",)),
    Rule("device", lots, {"lot": LOT_WORDS}, needs=("lot",)),
    Rule("device", tags, needs=(CAPITAL_HYPHEN,)),
    Rule("device", udi, needs=(_UDI,)),
)
