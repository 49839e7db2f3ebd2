"""Numbers that name somebody: by their own shape, or by a label right before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.verify.reading import FILLERS, NUMBER, PERSON, Reading

Find = tuple[str, int, int, bool]

_GAP: Final = re.compile(r"(?:[\s:=.,、，;#*\"'「]|No\b|是|為|为|号|號|碼|码|字第|第|[】\]|～~]|->|\([^()]{1,4}\)[:：]|\((?=[\w*])){0,5}", re.IGNORECASE)
_FURTHER: Final = re.compile(r" ?[,，、/;及和] ?([A-Za-z]{0,4}\d{5,}[\d-]*)(?![A-Za-z0-9.])")
_VALUE: Final = re.compile(r"\+?\(?(?:[A-Z]{2,4} (?=\d)|[A-Za-z]{0,4}[-/]?)\d[0-9A-Za-z*\-/_()]*(?:[ \n](?=\d)[0-9][0-9\-()*]*){0,4}")
_UNIT: Final = re.compile(
    r" ?(?:m[gLlm]\b|mcg|g/|cc\b|mm|cm|kg|%|/[uμµmdh]|bpm|u\b|IU|cop|次|天|顆|颗|粒|歲|岁|元|萬|月|年|小時|分鐘)"
)
_ALONE: Final = re.compile(
    r"(?P<national>(?:[A-Z] ?[1289]\d{3} ?\d{5}|[A-Za-z][ -]?[1289]\d{8})(?!\d))"
    r"|(?P<resident>\d{6} ?(?:1[89]|20)\d{6} ?\d{3}[\dXx])"
    r"|(?P<hkid>[A-Z]{1,2} ?\d{6} ?\([\dA]\))"
    r"|(?P<ssn>\d{3}-\d{2}-\d{4}(?!\d))"
    r"|(?P<groups>\d{4}[- ]\d{4}[- ]\d{4}(?:[- ]\d{4})?(?![\d-]))"
    r"|(?P<medicare>[2-6]\d{3}[- ]\d{5}[- ]\d(?!\d))"
    r"|(?P<nino>[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z]))"
    r"|(?P<legacy>[A-Z][A-D]\d{8}(?!\d))"
    r"|(?P<long>\d{9,}[A-Za-z]?|[A-Z]{1,4}-?\d{8,}(?:-\d{1,6})?|[A-Z]{1,4}\d{5,8}-\d{2,6}(?![\d-])|(?:19|20)\d\d-\d{5,}(?!\d)|[A-Z]{1,3}-?(?:2\d|1\d\d)-\d{4,6}(?![\d-]))"
)
_PHONE: Final = re.compile(
    r"\+\d{1,3}[ -]?\(?\d{1,4}\)?(?:[ -]?\d{2,4}){2,4}"
    r"|09\d\d[-. \n]?\d{3}[-. \n]?\d{3}(?!\d)|\(09\d\d\)\s?\d{3}-?\d{3}"
    r"|1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)"
    r"|\(0\d{1,3}\)\s?\d{3,4}[- ]?\d{3,4}|0\d{1,2}\(\d{3,4}\)\d{3,4}|09\d\d/\d{3}/\d{3}(?!\d)|0\d{1,3}[- ]\d{3,4}[- ]?\d{3,4}(?![\d-])|0[2-8]\d{7,8}(?!\d)|08\d\d-\d{5}(?!\d)"
    r"|\(\d{3}\) ?\d{3}-\d{4}|[2-9]\d\d([-. ])\d{3}\1\d{4}(?!\d)|04\d\d \d{3} \d{3}(?!\d)|07\d{3} ?\d{6}(?!\d)"
)
_MASKED: Final = re.compile(
    r"(?<![A-Za-z0-9])[A-Z][12][\dxX*]{6,}\d(?![A-Za-z0-9])|\d{6}\*{4,8}\d{2,4}|(?:xxx|XXX|\*\*\*)-(?:xx|XX|\*\*)-(\d{4})(?!\d)"
)
_MBI: Final = re.compile(r"(?<![A-Za-z0-9])[1-9][A-Z][A-Z\d]\d-?[A-Z][A-Z\d]\d-?[A-Z]{2}\d\d(?![A-Za-z0-9])")
_EMAIL: Final = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,24}")
_URL: Final = re.compile(r"(?:https?://|www\.)[^\s<>，。；、]{3,}")
_IP: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)")
_ACCOUNT: Final = re.compile(r"(?:\s?(?:id|号|號|帳號|账号))?\s?[:=：]\s?(@?[A-Za-z0-9][\w.\-]{3,30})|(?:id|号|號)?[ (]{0,2}(?=@|[A-Za-z0-9.\-]*[_0-9])(?<![A-Za-z] )(@?[A-Za-z0-9][\w.\-]{3,30})", re.IGNORECASE | re.ASCII)
_PLATE: Final = re.compile(r"[:： (]{0,2}([A-Z]{2,3}-?\d{3,4}|\d{3,4}-?[A-Z]{2,3}|[A-Z]\d{2,3}[A-Z]{2,3}|[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]·?[A-Z0-9]{5,6})(?![A-Za-z0-9])")  # fmt: skip
_PROVINCE_PLATE: Final = re.compile(r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]·?[A-Z0-9]{5,6}(?![A-Za-z0-9])")
_CAR_PLATE: Final = re.compile(r"[車车][( :]{0,2}(?:[A-Z]{2,3}-\d{3,4}|\d{3,4}-[A-Z]{2,3})(?![A-Za-z0-9])")
_COURT_CASE: Final = re.compile(r"\d{2,4} ?年度?[\u4e00-\u9fff]{1,6}字?第 ?\d{1,10} ?[號号]")
_NUMBERED: Final = re.compile(r"(?<![製制輸输])字第 ?\d{4,} ?[號号]")
_BRACKET_CASE: Final = re.compile(r"[(\[〔]\d{4}[)\]〕][\u4e00-\u9fff]{0,6}\d{0,4}[\u4e00-\u9fff]{0,3}第?\d{2,}号")
# Kind, pattern, and a character or two of which one must occur; the provinces are found by their class.
_GATED: Final = (
    ("plate", _PROVINCE_PLATE, ""),
    ("plate", _CAR_PLATE, "車车"),
    ("case_number", _COURT_CASE, "第"),
    ("case_number", _NUMBERED, "第"),
    ("case_number", _BRACKET_CASE, "号"),
)
_CLOCK_TIMES: Final = re.compile(r"(?:(?:[01]\d|2[0-4])[0-5]\d(?: |$)){3,}")
_JOINT: Final = re.compile(r"(?:full|knee|elbow|hip|wrist|flex|flexion|active|passive)[ ,]+$")
_EXTENSION: Final = re.compile(r"[\s:：.#]{0,3}(\d{3,6})(?!\d|[./-]\d| ?(?:m[gl]|cc|cm|mm))")
_WORD_START: Final = re.compile(r"[0-9A-Za-z](?<![0-9A-Za-z].)")
_NOT_AFTER: Final = 30
_STAGE: Final = re.compile(r"[acpry]{0,2}T(?:[0-4]|is|x)[a-d]?\(?m?\)?N[0-3x]", re.IGNORECASE)  # pT2N1(2/19)M0
_LOCUS: Final = re.compile(r"chr(?:\d{1,2}|[xym]):\Z", re.IGNORECASE)  # chr7:117480025-117480095
_PLAIN_WORDS: Final = frozenset({"line", "ig", "sign", "user", "打字", "記錄者", "簽章", "password", "密碼", "fb", "賴", "login", "x帳號"})
_HOTLINE: Final = frozenset({"113", "1925", "1966", "1922", "1957", "1995", "1980", "110", "119", "12345", "12320", "120"})
# Labels that are also plain words: the number must be long, or a colon or number sign must stand between.
_WEAK: Final = frozenset({"lot", "ur", "dea", "cell", "ph", "chart", "sn", "medicare", "代號", "序號", "序号", "編號", "编号", "條碼", "条码", "病歷", "mobile", "fax", "pager", "crn", "ihi", "檢查單", "病理檢體", "pir", "批號"})  # fmt: skip


def identifiers(reading: Reading) -> Iterator[Find]:
    """Numbers behind an identity label, and number shapes that stand for themselves."""
    text = reading.text
    for start, end in reading.cues.get("number_labels", ()):
        yield from _labelled(reading, start, end)
    for _, end in reading.cues.get("plate_labels", ()):
        value = _PLATE.match(text, end)
        if value:
            yield "plate", *value.span(1), True
    for low, high in reading.clusters:
        yield from _alone(reading, low, high)
    yield from _by_gate(text)
    if "*" in text or "xx" in reading.lower:
        for value in _MASKED.finditer(text):
            if sum(map(str.isdigit, value[0])) >= 3:
                yield "masked_number", *value.span(), True
    if "medicare" in reading.lower or "mbi" in reading.lower:
        for value in _MBI.finditer(text):
            yield "id_number", *value.span(), True


def _by_gate(text: str) -> Iterator[Find]:
    for kind, pattern, gate in _GATED:
        if not gate or any(character in text for character in gate):
            for value in pattern.finditer(text):
                yield kind, *value.span(), True


def _labelled(reading: Reading, start: int, end: int) -> Iterator[Find]:
    text = reading.text
    gap = _GAP.match(text, end)
    value = _VALUE.match(text, gap.end() if gap else end)
    if not value or _after_code_word(reading, start) or _STAGE.match(value[0]):
        return
    digits = sum(map(str.isdigit, value[0]))
    masked = value[0].count("*") + value[0].count("x")
    last = value.end()
    while text[last - 1] in "-/_(":
        last -= 1
    plain = text[value.start() : last].strip("()+ ")
    if plain in _HOTLINE or (digits < 4 and not (digits >= 3 and masked)) or _UNIT.match(text, value.end()):
        return
    word = reading.lower[start:end]
    if word in _WEAK and digits < 6 and not any(c in ":：#" for c in text[end : value.start()]):
        return
    if _is_date(plain):
        return
    yield "labelled_number", value.start(), last, True
    further = _FURTHER.match(text, last)
    while further:
        yield "labelled_number", *further.span(1), True
        further = _FURTHER.match(text, further.end())


def _is_date(value: str) -> bool:
    parts = re.split("[-/.]", value)
    return len(parts) == 3 and all(p.isdigit() and len(p) <= 4 for p in parts) and len(value) <= 10 and int(parts[1]) <= 12


def _after_code_word(reading: Reading, at: int) -> bool:
    return any(0 <= at - end <= 6 or (start <= at < end) for start, end in reading.cues.get("clinical_codes", ()))


def _explained(reading: Reading, at: int) -> bool:
    """Whether a code of medicine is announced shortly before: SNOMED CT 38341003, 健保藥碼 AC45856100."""
    return any(0 <= at - end <= _NOT_AFTER for _, end in reading.cues.get("clinical_codes", ()))


def _alone(reading: Reading, low: int, high: int) -> Iterator[Find]:
    text = reading.text
    at = low
    while low - at < 4 and at and text[at - 1].isascii() and text[at - 1].isalpha():
        at -= 1
    if low > 1 and at == low and text[low - 1] == " " and "A" <= text[low - 2] <= "Z":
        at = low - 2
    elif low > 0 and at == low and text[low - 1] in "+(":
        at = low - 1
    if at and _word(text[at - 1]):
        at = low
        if _word(text[at - 1]):
            return
    if _explained(reading, at) or (text[low - 1 : low] == ":" and _LOCUS.search(text, max(0, low - 8), low)):
        return
    position = at
    while position < high:
        found = _ALONE.match(text, position)
        before = text[position - 1] if position else " "
        if found and not (_word(before) and _word(text[position])) and not _is_harmless(text, found, before):
            yield _kind_of(found), *found.span(), found.lastgroup != "legacy"
            position = found.end()
            continue
        position = _next_start(text, position, high)
    yield from _beside_person(reading, low, high)


def _is_harmless(text: str, found: re.Match[str], before: str) -> bool:
    """Parts of a UID, quantities with a unit, dosing times, trial and gene numbers."""
    value = found[0]
    if found.lastgroup == "groups":
        return all(part.endswith("00") for part in re.split("[- ]", value))
    if found.lastgroup == "ssn":
        return value.startswith("000")
    if len(value) == 10 and value[1] == "0" and value[0].isalpha():
        return True  # an order code of the national health insurance: A048332100
    return before == "." or value.startswith(("NCT", "ENS")) or _UNIT.match(text, found.end()) is not None


def _kind_of(found: re.Match[str]) -> str:
    return "long_number" if found.lastgroup == "long" else "id_number"


def _word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _next_start(text: str, position: int, high: int) -> int:
    """The next place in a cluster where a number begins."""
    found = _WORD_START.search(text, position + 1, high)
    return found.start() if found else high


def _beside_person(reading: Reading, low: int, high: int) -> Iterator[Find]:
    """A run of six to eight digits right behind a masked person: `[姓名] (83321079)`."""
    text = reading.text
    end = low
    while end < high and text[end].isdigit():
        end += 1
    size = end - low
    if 6 <= size <= 8 and not (low and _word(text[low - 1])) and not (end < len(text) and _word(text[end])):
        before = text[max(0, low - 3) : low].rstrip(" (,/:，、")
        after = text[end : end + 3].lstrip(" ),/，、")
        if (before and before[-1] in NUMBER + PERSON) or (after and after[0] == PERSON):
            yield "number_beside_person", low, end, True
        elif size >= 7:
            yield "bare_number", low, end, _stands_as_field(text, low, end)


def _stands_as_field(text: str, low: int, end: int) -> bool:
    """Whether nothing but punctuation or a line end is beside it: `22 y/o male, 20128494,`."""
    before = text[max(0, low - 2) : low].rstrip(" ")
    after = text[end : end + 1]
    return (not before or before[-1] in "\n,，(、。.:/" + FILLERS) and (not after or after in "\n\r,，)、。.:;" + FILLERS)


def contacts(reading: Reading) -> Iterator[Find]:
    """Phones, e-mail, web and IP addresses, accounts."""
    text = reading.text
    for low, high in reading.clusters:
        yield from _phones(reading, low, high)
    for start, end in reading.cues.get("extension_labels", ()):
        value = _EXTENSION.match(text, end)
        if value and not (start and text[start - 1] in "/-n") and not _JOINT.search(reading.lower[max(0, start - 10) : start]) and text[value.end() : value.end() + 2].strip()[:1] not in {"度", "°"}:
            yield "extension", *value.span(1), True
    for start, end in reading.cues.get("account_labels", ()):
        value = _ACCOUNT.match(text, end)
        if value and not (start and text[start - 1] in "-") and not _is_plain(reading, start, end, value[value.lastindex or 1]):
            yield "account", *value.span(value.lastindex or 1), True
    if "@" in text:
        for value in _EMAIL.finditer(text):
            yield "email", *value.span(), True
    if "://" in text or "www." in text:
        for value in _URL.finditer(text):
            yield "url", *value.span(), "?" in value[0] or "@" in value[0]


def _is_plain(reading: Reading, start: int, end: int, value: str) -> bool:
    """`PICC line: right`, `IG: 1250`: words that also mean something else need a mixed token."""
    mixed = "_" in value or "@" in value or (any(map(str.isdigit, value)) and any(map(str.isalpha, value)))
    return reading.lower[start:end] in _PLAIN_WORDS and not mixed


def _phones(reading: Reading, low: int, high: int) -> Iterator[Find]:
    text = reading.text
    if _explained(reading, low) or (low and _word(text[low - 1])):
        return
    position = low
    while position < high:
        opening = position - 1 if position and text[position - 1] in "+(" else position
        found = _PHONE.match(text, opening) or _PHONE.match(text, position)
        if found and not (found.end() < len(text) and _word(text[found.end()])) and not _CLOCK_TIMES.fullmatch(found[0]):
            yield "phone", *found.span(), True
            position = max(found.end(), position + 1)
            continue
        address = _IP.match(text, position)
        told = text[max(0, position - 5) : position].rstrip(" :：").endswith("IP")
        if address and (told or _is_address(address[0])) and not (position and text[position - 1] in "./"):
            yield "ip_address", *address.span(), True
            position = address.end()
            continue
        position = _next_start(text, position, high)


def _is_address(value: str) -> bool:
    parts = [int(part) for part in value.split(".")]
    return all(part <= 255 for part in parts) and sum(part >= 10 for part in parts) >= 2 and parts[0] > 0
