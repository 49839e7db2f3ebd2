"""The people given for a document, checked: in JSON, or in a table with a row for each of them.

Who they are is said by `role` (or `relation`): a key of `roles.tsv`, or the word a report uses. Profiles that make
roles of people check the word; here it is any text.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from incognote.errors import FormatError
from incognote.formats.source import Source
from incognote.text.decode import decode
from incognote.text.nearest import meant

PERSON: Final = ("name", "aliases", "role", "relation", "case_roles", "birth")
"""The keys of a person; `relation` is another word for `role`."""
_LISTS: Final = ("aliases", "case_roles")
_SAYABLE: Final = re.compile(r"[a-z][a-z_-]{0,23}\Z")
"""A key of this form is no name, so a message may say it."""
_SEPARATORS: Final = re.compile(r"[;；|、]")
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("person", "name", "fullname", "party", "姓名", "人名", "當事人"),
    "role": ("role", "relation", "relationship", "relationshiptochild", "capacity", "關係", "與案主關係", "稱謂", "身分", "角色"),
    "aliases": ("aliases", "alias", "aka", "othernames", "knownas", "別名", "綽號", "化名"),
    "case_roles": ("caseroles", "caserole", "案件角色"),
    "birth": ("birth", "dob", "birthdate", "dateofbirth", "born", "生日", "出生日期", "出生年月日"),
}  # fmt: skip
_BY_HEADING: Final = {heading: key for key, headings in _HEADINGS.items() for heading in headings}
_KEYS: Final = ("id", "file", "filename", "path", "note_id")
NEEDED: Final = "the people need a header line with id (or file), person and role; aliases, case_roles and birth may be there"


def check_people(value: Any, day: Callable[[str], str | None]) -> list[dict[str, Any]]:
    """`known.people` as it is given in JSON; `day` writes a birth date as ISO 8601. FormatError names a wrong key."""
    if not isinstance(value, list):
        raise FormatError("'known.people' is not a list")
    return [_person(person, number, day) for number, person in enumerate(value, 1)]


def _person(person: Any, number: int, day: Callable[[str], str | None]) -> dict[str, Any]:
    if not isinstance(person, Mapping):
        raise FormatError(f"'known.people', person {number} is not an object")
    checked: dict[str, Any] = {}
    for key, item in person.items():
        if key not in PERSON:
            said = f"unknown key {key!r}; {meant(key, PERSON)}" if _SAYABLE.match(str(key)) else f"a key that is none of {', '.join(PERSON)}"
            raise FormatError(f"'known.people', person {number}: {said}")
        if item is None:
            continue
        checked[key] = [_text(one, f"known.people.{key}") for one in _list(item, key)] if key in _LISTS else _text(item, f"known.people.{key}")
    if checked.get("birth"):
        checked["birth"] = day(checked["birth"])
        if checked["birth"] is None:
            raise FormatError(f"'known.people', person {number}: 'birth' is not a date: write it as 1971-03-05")
    return checked


def _list(value: Any, key: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise FormatError(f"'known.people.{key}' is not a list")
    return value


def _text(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise FormatError(f"'{where}' is not a text")
    return str(value).strip()


def is_people(header: Sequence[str]) -> bool:
    """Whether the headings are those of a table of people: whose, who, and what they are.

    >>> is_people(["file", "person", "role"]), is_people(["id", "name", "mrn"])
    (True, False)
    """
    told = {_BY_HEADING.get(_plain(column)) for column in header}
    return {"name", "role"} <= told and any(column.strip().lower() in _KEYS for column in header)


def _plain(column: str) -> str:
    return re.sub(r"[\s_\-]+", "", column).lower()


def read_people(source: Source, day: Callable[[str], str | None], *, encoding: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """A CSV with a row for each person: whose (`id` or `file`) -> the people; several aliases in one cell with ; or | between."""
    rows = csv.reader(io.StringIO(decode(source.read(), encoding=encoding).text, newline=""))
    header = [column.strip() for column in next(rows, [])]
    if not is_people(header):
        raise FormatError(NEEDED)
    at = next(i for i, column in enumerate(header) if column.lower() in _KEYS)
    told = [(i, key) for i, column in enumerate(header) if (key := _BY_HEADING.get(_plain(column))) and i != at]
    table: dict[str, list[dict[str, Any]]] = {}
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if len(row) != len(header):
            raise FormatError(f"the people, row {number}: {len(row)} cells under {len(header)} headings")
        person: dict[str, Any] = {}
        for i, key in told:
            if cell := row[i].strip():
                person[key] = [part.strip() for part in _SEPARATORS.split(cell) if part.strip()] if key in _LISTS else cell
        if not person.get("name"):
            raise FormatError(f"the people, row {number}: no name")
        if person.get("birth") and (born := day(person.pop("birth"))):  # 不詳 and its like say nothing
            person["birth"] = born
        table.setdefault(row[at].strip(), []).append(person)
    return table
