"""Who a message of HL7 v2 is about, and whom it names around them, as facts for `Document.known`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from incognote.formats.hl7.message import Message, Repetition, Segment, text_of

_DAY: Final = re.compile(r"((?:18|19|20|21)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")
_HAN: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ROLES: Final = {
    "MTH": "mother", "FTH": "father", "SIB": "sibling", "BRO": "brother", "SIS": "sister", "GRD": "guardian", "SPO": "partner", "DOM": "partner", "SON": "son", "DAU": "daughter",
}  # fmt: skip
"""Table 0063 (NK1-3), as far as it says who somebody is to the patient."""
_OTHERS: Final = (("NK1", 2), ("NK1", 30), ("GT1", 3), ("GT1", 4), ("IN1", 16), ("IN2", 3))
_FACTS: Final = {"MR": "mrn", "MRT": "mrn", "PI": "mrn", "PT": "mrn", "NI": "idno", "SS": "idno", "HC": "healthplan", "NH": "healthplan", "MC": "healthplan"}


def known(message: Message) -> dict[str, Any]:
    """Facts of the patient of the first PID; whoever else is named stands in `people`."""
    segments = message.segments
    patient = next((s for s in segments if s.name == "PID"), None)
    facts: dict[str, Any] = {}
    names: list[str] = []
    if patient is not None:
        names = [*_names(patient, 5), *_names(patient, 9), *(n for s in segments if s.name == "MRG" for n in _names(s, 7))]
        facts = _patient(patient)
    for segment in segments:
        if segment.name == "IN1" and (number := _first(segment, 49)):
            facts.setdefault("healthplan", number)
    names = list(dict.fromkeys(names))
    if names:
        facts["name"] = names[0]
    if names[1:]:
        facts["aliases"] = names[1:]
    people = [p for p in _people(segments, patient) if p["name"] not in names]
    if people:
        facts["people"] = list({(p["name"], p.get("role")): p for p in people}.values())
    return facts


def _patient(segment: Segment) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    numbers = [r for n in (3, 2, 4) for r in _field(segment, n)]
    for repetition in numbers:
        value, code = _at(repetition, 0), _at(repetition, 4)
        fact = _FACTS.get(code, "idno" if code.startswith("NN") else "")
        if value and fact:
            facts.setdefault(fact, value)
    if "mrn" not in facts and (bare := next((_at(r, 0) for r in numbers if not _at(r, 4)), "")):
        facts["mrn"] = bare
    rest = {"idno": _first(segment, 19), "phone": _phone(segment, 13), "address": _address(segment), "sex": _first(segment, 8)}
    if found := _DAY.match(_first(segment, 7)):
        facts["birth"] = "-".join(found.groups())
    for fact, value in rest.items():
        if value and (fact != "sex" or value in {"M", "F"}):
            facts.setdefault(fact, value)
    return facts


def _people(segments: Iterable[Segment], patient: Segment | None) -> Iterator[dict[str, str]]:
    if patient is not None:
        yield from ({"name": name, "role": "mother"} for name in _names(patient, 6) if len(name) > 1)
    for segment in segments:
        for place, number in _OTHERS:
            if segment.name == place:
                role = _ROLES.get(_first(segment, 3)) if (place, number) == ("NK1", 2) else None
                yield from ({"name": name, **({"role": role} if role else {})} for name in _names(segment, number))
        if segment.name == "PID" and segment is not patient:
            yield from ({"name": name} for name in _names(segment, 5))


def _names(segment: Segment, number: int) -> Iterator[str]:
    """Names as people say them: 王大明, Ta-Ming Wang."""
    for repetition in _field(segment, number):
        surname, given, more = (_at(repetition, place) for place in range(3))
        is_han = bool(_HAN.search(surname + given))
        name = "".join((surname, given, more)) if is_han else " ".join(filter(None, (given, more, surname)))
        if name:
            yield name


def _field(segment: Segment, number: int) -> list[Repetition]:
    return segment.fields[number] if number < len(segment.fields) else []


def _at(repetition: Repetition, place: int) -> str:
    """A component without `""`, which says that there is nothing."""
    text = " ".join(filter(None, map(text_of, repetition[place]))).strip() if place < len(repetition) else ""
    return "" if text == '""' else text


def _first(segment: Segment, number: int) -> str:
    return next((value for repetition in _field(segment, number) if (value := _at(repetition, 0))), "")


def _phone(segment: Segment, number: int) -> str:
    for repetition in _field(segment, number):
        whole = _at(repetition, 0) or _at(repetition, 11) or "-".join(filter(None, (_at(repetition, 5), _at(repetition, 6))))
        if whole and "@" not in whole:
            return whole
    return ""


def _address(segment: Segment) -> str:
    for repetition in _field(segment, 11):
        street, other, city, state = (_at(repetition, place) for place in range(4))
        if street:
            return "".join((state, city, street, other)) if _HAN.search(street) else street
    return ""
