"""Addresses, named institutions, beds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.gazetteer.loader import read_list
from incognote.verify.han_names import WORDY_SURNAMES, surnames
from incognote.verify.reading import Reading

Find = tuple[str, int, int, bool]

_N: Final = r"[0-9一二三四五六七八九十百]{1,5}(?:[-之][0-9一二三四五六七八九十]{1,3})?"
_STREET: Final = re.compile(rf"[路街道段巷弄村里鄰邻鎮镇鄉乡](?<![吸國国腸肠尿管]道)\s?(?:{_N} ?[段巷弄鄰邻組组]\s?){{0,3}}{_N} ?[號号巷弄鄰邻組组](?![線线碼码])")
_BUILDING: Final = re.compile(rf"(?:[棟栋幢座]|單元|单元)\s?{_N} ?(?:單元|单元|室|[號号])")
_DISTRICT: Final = re.compile(r"[市縣县](?![區区鄉乡鎮镇立級级政府])[\u4e00-\u9fff]{1,3}[鄉乡鎮镇區区]")
_BUILDINGS: Final = ("棟", "栋", "幢", "座", "單元", "单元")
_NO_DISTRICT: Final = re.compile("[社院地校山病轄辖疫郊市園园災灾分全該该各][區区]$")
_BEFORE_STREET: Final = re.compile(r"(?<![A-Za-z0-9])\d{1,5}[A-Za-z]?(?:/\d{1,5})?,? (?:[A-Za-z'.]{2,20} ){1,3}$")
_BED: Final = re.compile(r"(?<![A-Za-z0-9.])(?:[A-Z]{0,4}\d{0,3}[A-Z]?-)?\d{1,4}[A-Z]?(?:-\d{1,2})? ?床(?![墊垫單单旁邊边])")
_BED_LABEL: Final = re.compile(r"床(?:號|号|位)\s?[:：]?\s?([A-Za-z0-9]{1,6}(?:-[A-Za-z0-9]{1,4}){0,2})")
_HAN: Final = re.compile(r"[\u3400-\u9fff]{1,12}$")
# What a stem cannot hold: it ends there, and the name begins behind it.
_CUT: Final = re.compile(r".*(?:[某在於于到至由從从往赴送入自回離离被經经轉转返去來来是為为與与和及或因已曾於住就讀读了的之有找問问見见等給给向經请請]|考[上取]?|[錄录]取|[畢毕]業?业?|[念讀读唸上]完|附設|附设|前往|診治|任職|服務|擔任|担任|(?:患者|病患|病人|個案|个案|案主|本人|其|[父母夫妻])(?:職業|职业)|[哪那這这些個个几幾病症癌瘤炎痛好話话]|治疗|治療|正规|正規|医保|专业|專業|公立)")
_CAPITALISED: Final = re.compile(r"(?:[A-Z][A-Za-z'’.]+ ){1,4}$")
_SAINT: Final = re.compile(r"St\.? [A-Z][a-z]{2,}[’']s(?![A-Za-z]| wort)")
_DEPARTMENT: Final = re.compile(r"(?:ology|ologist|pulmonary|orthop[a-z]+|maintenance|vascular|renal|surgery|iatrics?|iatry|medicine|ics|diabetes|heart|cardiac|cancer|dental|eye|urgent|family|outpatient|health|memory|center|centre)$")
_GENERIC_EN: Final = frozenset({"the", "our", "this", "that", "a", "general", "local", "another", "outside", "public", "private", "university", "teaching", "in", "at", "from", "to", "day", "mental", "community", "referring", "sample", "american", "national", "college", "royal", "children", "children's", "pain", "wound", "memory"})  # fmt: skip
_JOINS: Final = frozenset("和與与及為为安至")
_DESCRIPTORS: Final = frozenset({"紀念", "纪念", "綜合", "综合", "醫學", "医学", "教學", "教学", "聯合", "总合", "基督", "兒童", "儿童", "專科", "专科", "中醫", "中医", "牙醫", "人民"})  # fmt: skip
_SEES: Final = frozenset("見见需用開开做示述長长課课生時时期")


def addresses(reading: Reading) -> Iterator[Find]:
    """Street and number, house numbers, city with district, English streets."""
    text = reading.text
    for found in _STREET.finditer(text):
        yield "address", *found.span(), True
    if any(map(text.__contains__, _BUILDINGS)):
        for found in _BUILDING.finditer(text):
            yield "address", *found.span(), True
    for found in _DISTRICT.finditer(text):
        if not _NO_DISTRICT.search(found[0]):
            yield "address", *found.span(), True
    for start, end in reading.cues.get("streets_en", ()):
        before = _BEFORE_STREET.search(text[max(0, start - 60) : start])
        if before and _is_street(text[start - len(before[0]) : end]):
            yield "address", start - len(before[0]), end, True


def _is_street(text: str) -> bool:
    words = text.split()
    capitals = all(w[0].isupper() for w in words[1:]) and words[-1] != "DR"
    return capitals or (words[-1] in {"street", "road", "avenue", "lane"} and len(words) >= 3)


@cache
def _generic() -> frozenset[str]:
    return frozenset(read_list("incognote.verify", "generic_stems"))


def institutions(reading: Reading) -> Iterator[Find]:
    """A proper stem before hospital, school, prison and the like."""
    text = reading.text
    for start, end in reading.cues.get("institutions", ()):
        if end < len(text) and text[end] in _SEES and text[start:end] in {"診所", "诊所", "大學", "大学", "高中", "國中"}:
            continue
        run = _HAN.search(text[max(0, start - 12) : start])
        if not run:
            continue
        stem = _stem(run[0])
        if len(stem) == 1 and stem in surnames() and text[start:end] in {"診所", "诊所"}:
            yield "institution", start - 1, end, stem not in WORDY_SURNAMES
        if len(stem) < 2 or _is_generic(stem):
            continue
        yield "institution", start - len(stem), end, len(stem) <= 8
    if "St" in text:
        for found in _SAINT.finditer(text):
            yield "institution", *found.span(), True
    for start, end in reading.cues.get("institutions_en", ()):
        before = _CAPITALISED.search(text[max(0, start - 48) : start])
        if before and text[start].isupper():
            words = before[0].lower().split()
            if any(word.strip(".'’") not in _GENERIC_EN and not _DEPARTMENT.search(word) for word in words):
                yield "institution", start - len(before[0]), end, True


def _stem(run: str) -> str:
    """The part of a run of Han that may be a proper stem: 曾在和岳 is 和岳, 他去 is nothing."""
    cut = _CUT.match(run)
    if not cut:
        return run
    at = cut.end()
    if run[at - 1] in _JOINS and len(run) - at == 1:
        earlier = _CUT.match(run[: at - 1])
        if at == 1 or (earlier and earlier.end() == at - 1):
            at -= 1
    return run[at:]


def _is_generic(stem: str) -> bool:
    """Whether only words of kind are left: 社區, 地區教學, 本; not 嵐川紀念."""
    generic = _generic()
    while stem not in generic:
        size = next((n for n in (4, 3, 2) if len(stem) > n and stem[-n:] in generic), 0)
        size = size or (2 if stem[-2:] in _DESCRIPTORS else 0)
        if not size:
            return len(stem) < 2
        if size and stem[:-size] not in generic and stem[-size:] in _DESCRIPTORS:
            return len(stem) - size < 2
        stem = stem[:-size]
    return True


def rooms(reading: Reading) -> Iterator[Find]:
    """Beds: a number right before 床 or behind 床號."""
    text = reading.text
    if "床" not in text:
        return
    for found in _BED_LABEL.finditer(text):
        if any(map(str.isdigit, found[1])):
            yield "bed", *found.span(1), True
    for found in _BED.finditer(text):
        yield "bed", *found.span(), "-" in found[0]
