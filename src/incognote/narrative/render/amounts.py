"""Doses and values as notes write them: the graph's "10 mg daily" is 每日10毫克 in Chinese; what is not understood stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from incognote.document import Script

_OFTEN: Final[Mapping[str, tuple[str, str]]] = {
    "daily": ("每日", "每日"), "a day": ("每日", "每日"), "once daily": ("每日", "每日"), "nightly": ("每晚", "每晚"), "at night": ("每晚", "每晚"), "a night": ("每晚", "每晚"),
    "at bedtime": ("睡前", "睡前"), "twice daily": ("每日兩次，每次", "每日两次，每次"), "three times daily": ("每日三次，每次", "每日三次，每次"),
    "four times daily": ("每日四次，每次", "每日四次，每次"), "every morning": ("每日早上", "每日早上"), "weekly": ("每週一次", "每周一次"), "fortnightly": ("每兩週一次", "每两周一次"),
    "monthly": ("每月一次", "每月一次"), "twice weekly": ("每週兩次", "每周两次"), "every six hours": ("每六小時", "每六小时"), "once": ("單次", "单次"),
    "per minute": ("每分鐘", "每分钟"),
}  # fmt: skip
_UNITS: Final[Mapping[str, tuple[str, str]]] = {"mg": ("毫克", "毫克"), "micrograms": ("微克", "微克"), "g": ("克", "克"), "kg": ("公斤", "公斤"), "ml": ("毫升", "毫升"), "kcal": ("大卡", "千卡")}
_WAYS: Final[Mapping[str, tuple[str, str]]] = {"raised": ("加", "加"), "reduced": ("減", "减")}
_AMOUNT: Final = re.compile(r"(?P<n>\d+(?:\.\d+)?) ?(?P<unit>[A-Za-z]+)?(?: (?P<way>raised|reduced) to (?P<n2>\d+(?:\.\d+)?) (?P<unit2>[A-Za-z]+))?(?: (?P<often>[a-z][a-z ]*))?")
_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "normal": ("正常", "正常"), "negative": ("陰性", "阴性"), "positive": ("陽性", "阳性"), "mild": ("輕度", "轻度"), "moderate": ("中度", "中度"), "severe": ("重度", "重度"),
    "low": ("低", "低"), "high": ("高", "高"), "left": ("左側", "左侧"), "right": ("右側", "右侧"), "bilateral": ("雙側", "双侧"),
}  # fmt: skip


def dose(said: str, script: Script, *, behind: bool = False) -> str:
    """A dose of a graph in the words of `script`; with how often `behind` the amount where the name before it says a rate (a patch).

    >>> dose("10 mg nightly", "zh-TW"), dose("25 mg raised to 100 mg daily", "zh-CN"), dose("weekly", "zh-CN"), dose("10 mg daily", "en")
    ('每晚10毫克', '由25毫克加至每日100毫克', '每周一次', '10 mg daily')
    """
    if script == "en" or not said:
        return said
    which = script == "zh-CN"
    if said in _OFTEN:
        return _OFTEN[said][which]
    found = _AMOUNT.fullmatch(said)
    if found is None or (found["often"] or "") not in ("", *_OFTEN):
        return said
    often = _OFTEN[found["often"]][which] if found["often"] else ""
    amount = found["n"] + _unit(found["unit"] or "", which)
    if found["n2"]:
        return f"由{amount}{_WAYS[found['way']][which]}至{often}{found['n2']}{_unit(found['unit2'], which)}"
    return f"{amount}，{often.removesuffix('，每次')}" if behind and often else often + amount


def value(said: str, script: Script) -> str:
    """A value of a test in the words of `script`: numbers stay, normal is 正常.

    >>> value("normal", "zh-TW"), value("28", "zh-CN"), value("492 ms", "zh-TW"), value("6 kg", "zh-TW")
    ('正常', '28', '492 ms', '6公斤')
    """
    if script == "en":
        return said
    if said in _WORDS:
        return _WORDS[said][script == "zh-CN"]
    if (found := re.fullmatch(r"(\d+(?:\.\d+)?) (kg|ml)", said)) is not None:
        return found[1] + _unit(found[2], script == "zh-CN")
    if (found := re.fullmatch(r"(\d+) per minute", said)) is not None:
        return _OFTEN["per minute"][script == "zh-CN"] + found[1] + "次"
    return said


def word(said: str, script: Script) -> str:
    """A side, a severity or a risk in the words of `script`."""
    return said if script == "en" or said not in _WORDS else _WORDS[said][script == "zh-CN"]


def _unit(unit: str, which: bool) -> str:
    return _UNITS[unit][which] if unit in _UNITS else f" {unit}" if unit else ""
