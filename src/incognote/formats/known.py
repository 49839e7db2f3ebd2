"""The facts given for a document, checked: who the patient is and who is known around them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from incognote.errors import FormatError, IncognoteError
from incognote.formats.known_people import check_people, is_people, read_people
from incognote.formats.source import Source
from incognote.text import calendar
from incognote.text.decode import decode
from incognote.text.script import han_count

TEXT_FACTS: Final = ("name", "mrn", "idno", "birth", "sex", "healthplan", "phone", "email", "address")
FACTS: Final = (*TEXT_FACTS, "aliases", "people")
_SEPARATORS: Final = re.compile(r"[;；|、]")
# What tables call these facts; compared in lower case without blanks, `_` and `-`.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "patientname", "fullname", "姓名", "病人姓名", "患者姓名", "病患姓名"),
    "surname": ("surname", "lastname", "familyname", "patientsurname", "patientlastname"),
    "given": ("given", "givenname", "givennames", "firstname", "forename", "patientfirstname", "patientgivenname"),
    "mrn": ("mrn", "chartno", "chartnumber", "medicalrecordnumber", "urn", "urno", "urnumber", "hospitalno", "hospitalnumber", "病歷號", "病歷號碼", "病历号", "病案号", "住院号", "住院號"),
    "idno": ("idno", "nationalid", "idnumber", "身分證", "身分證號", "身分證字號", "身份證字號", "身份证", "身份证号", "身份证号码"),
    "birth": ("birth", "dob", "birthdate", "birthday", "dateofbirth", "生日", "出生日期", "出生年月日"),
    "sex": ("sex", "gender", "性別", "性别"),
    "healthplan": ("healthplan", "insuranceno", "健保卡號", "医保卡号"),
    "phone": ("phone", "mobile", "tel", "電話", "手機", "电话", "手机"),
    "email": ("email", "mail", "電子郵件", "邮箱"),
    "address": ("address", "地址", "住址"),
    "aliases": ("aliases", "alias", "別名", "别名", "曾用名"),
}
TEXT_COLUMNS: Final = frozenset(
    "text note notes content report narrative body notetext freetext reporttext clinicalnote clinicalnotes progressnote progressnotes nursingnote nursingnotes dischargesummary"
    " 內容 內文 病歷 病歷內容 報告 報告內容 記錄 紀錄 病程記錄 病程紀錄 護理記錄 護理紀錄 病歷摘要 出院病摘 主訴 現病史 交班事項 交班內容"
    " 报告 报告内容 病历 病历内容 内容 记录 病程记录 护理记录 病历摘要 出院小结 主诉 现病史 交班事项 交班内容".split()
)
"""What tables call their notes."""
_BY_COLUMN: Final = {column: fact for fact, columns in COLUMNS.items() for column in columns}
_KEYS: Final = ("id", "file", "filename", "path", "note_id")


def fact_of(column: str) -> str | None:
    """The fact that a column of this name holds.

    >>> fact_of("Patient Name"), fact_of("病歷號"), fact_of("note")
    ('name', 'mrn', None)
    """
    return _BY_COLUMN.get(_plain(column))


def _plain(column: str) -> str:
    return re.sub(r"[\s_\-]+", "", column).lower()


def check(known: Any) -> dict[str, Any]:
    """`known` as it is given in JSON: numbers become text; FormatError names a key that is not known."""
    if not isinstance(known, Mapping):
        raise FormatError("'known' is not an object")
    checked: dict[str, Any] = {}
    for key, value in known.items():
        if key not in FACTS:
            raise FormatError(f"'known' holds a key that is none of {', '.join(FACTS)}")
        if value is None:
            continue
        if key == "aliases":
            checked[key] = _texts(value, "known.aliases")
        elif key == "people":
            checked[key] = check_people(value, _iso)
        else:
            checked[key] = _text(value, f"known.{key}")
    if checked.get("birth") and _iso(checked["birth"]) is None:
        raise FormatError("'known.birth' is not a date: write it as 1971-03-05")
    return _with_day(checked)


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise FormatError(f"'{where}' is not a text")
    return str(value).strip()


def _texts(value: Any, where: str) -> list[str]:
    if not isinstance(value, list):
        raise FormatError(f"'{where}' is not a list")
    return [_text(item, where) for item in value]


def from_cells(cells: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """`known` from `(fact, cell)` pairs of a table; several aliases stand in one cell, with ; or | between.

    A name in two columns is one; a surname alone, or a given name, may be any word.
    """
    known: dict[str, Any] = {}
    for fact, cell in cells:
        value = cell.strip()
        if value:
            known[fact] = [a.strip() for a in _SEPARATORS.split(value) if a.strip()] if fact == "aliases" else value
    surname, given = known.pop("surname", ""), known.pop("given", "")
    if surname and given:
        known.setdefault("name", surname + given if han_count(surname) else f"{given} {surname}")
    return _with_day(known)


def _with_day(known: dict[str, Any]) -> dict[str, Any]:
    """The birth date as ISO 8601, however it was written; in tables, 不詳 and its like say nothing."""
    if known.get("birth"):
        day = _iso(known.pop("birth"))
        if day is not None:
            known["birth"] = day
    return known


def _iso(written: str) -> str | None:
    """A date as ISO 8601, less what is not said of it.

    >>> _iso("民國60年3月5日"), _iso("1971/03/05"), _iso("1971"), _iso("不詳")
    ('1971-03-05', '1971-03-05', '1971', None)
    """
    value = calendar.value_of(written, calendar.Reading())
    day = calendar.day_of(value, None)
    if day is not None:
        return day.isoformat()
    return str(value.year) if value is not None and value.year else None


def is_table(source: Source) -> bool:
    """Whether a CSV has the headings of known facts, and none of notes."""
    try:
        _, header, keys, facts = _open(source, None)
    except IncognoteError:
        return False
    return bool(keys and facts) and not any(_plain(column) in TEXT_COLUMNS for column in header)


def is_table_of_people(source: Source) -> bool:
    """Whether a CSV has the headings of people, one a row: id (or file), person, role."""
    try:
        return _is_people(_open(source, None)[1])
    except IncognoteError:
        return False


def _is_people(header: list[str]) -> bool:
    """A table with chart numbers is one of patients, whoever else its columns name."""
    return is_people(header) and not any(fact_of(column) in {"mrn", "idno", "healthplan"} for column in header)


def people_of(source: Source, *, encoding: str | None = None) -> dict[str, dict[str, Any]]:
    """A CSV of people, one a row, as facts: whose they are -> `people`."""
    return {key: {"people": people} for key, people in read_people(source, _iso, encoding=encoding).items()}


def _open(
    source: Source, encoding: str | None
) -> tuple[Iterator[list[str]], list[str], list[int], list[tuple[int, str]]]:
    rows = csv.reader(io.StringIO(decode(source.read(), encoding=encoding).text, newline=""))
    header = [column.strip() for column in next(rows, [])]
    keys = [i for i, column in enumerate(header) if column.lower() in _KEYS]
    return rows, header, keys, [(i, fact) for i, column in enumerate(header) if (fact := fact_of(column)) is not None]


def read_table(source: Source, *, encoding: str | None = None) -> dict[str, dict[str, Any]]:
    """A CSV of facts beside the notes: column `id` or `file` says whose, the others what is known."""
    rows, header, keys, facts = _open(source, encoding)
    if any(_plain(column) == "people" for column in header):
        raise FormatError("people stand in a table of their own, one a row (file, person, role, aliases): give it with --people")
    if not keys or not facts:
        raise FormatError("the known facts need a header line with id (or file) and name, mrn, idno, birth ...")
    table: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if len(row) != len(header):
            raise FormatError(f"the known facts, row {number}: {len(row)} cells under {len(header)} headings")
        table[row[keys[0]].strip()] = from_cells((fact, row[i]) for i, fact in facts)
    return table
