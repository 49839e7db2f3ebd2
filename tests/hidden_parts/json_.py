"""JSON of no known shape, with an identity in each place that a reader of `text` passes over."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any

from hidden_parts.crafted import Crafted


def _made(name: str, value: Any, identities: dict[str, str], **how: Any) -> Crafted:
    return Crafted(name, ".json", json.dumps(value, **how).encode(), identities)


def _coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def files() -> Iterator[Crafted]:
    """Six files of the kinds that systems write."""
    yield _made("record", {
        "patient": {"name": "林志偉", "mrn": 7654321, "birthDate": "1965-01-02", "phones": ["0922333444", 912000111]},
        "吳佩珊": {"relation": "女兒"}, "vitals": [120, 80, 36.50], "note": {"author": "陳美玲醫師", "text": "病人林志偉今日回診\n家屬：許文彬"},
    }, {"name": "林志偉", "a number": "7654321", "a list": "0922333444", "a key": "吳佩珊", "author": "陳美玲", "a text": "許文彬"})  # fmt: skip
    yield _made("escaped", {"報告": "病人鄭雅文今日回診", "meta": {"by": "護理師：周建宏"}}, {"escapes": "鄭雅文", "meta": "周建宏"}, ensure_ascii=True, indent=2)
    yield _made("rows", [
        {"text": "Mr Finchley seen", "name": "Harold Finchley", "mrn": "A778812"}, {"text": "Mrs Ingram rang +1 555 867 5309", "name": "Nathalie Ingram"},
    ], {"first row": "Finchley", "its number": "A778812", "second row": "Nathalie Ingram", "its telephone": "867 5309"})  # fmt: skip
    yield _made("within", {
        "payload": json.dumps({"patientName": "蔡孟儒", "tel": "0933222111"}), "file": _coded("姓名：劉冠廷，同病房"), "body": {"html": "<p>家屬：<b>謝佳蓉</b></p>"},
    }, {"JSON in a text": "蔡孟儒", "a number in it": "0933222111", "base64": "劉冠廷", "tags": "謝佳蓉"}, ensure_ascii=False)  # fmt: skip
    yield _made("scan", {"note": "病人回診", "image": base64.b64encode(b"\x89PNG\r\n\x1a\n Samuel Groves" * 4).decode()}, {"an attachment": "Samuel Groves"}, ensure_ascii=False)
    yield _made("deep", {"a": {"b": [{"c": [[{"d": "姓名：黃俊傑"}]]}]}, "e": None, "f": True, "id_number": "A123456789"}, {"far below": "黃俊傑", "id_number": "A123456789"}, ensure_ascii=False)
