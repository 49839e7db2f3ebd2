"""Who a group of resources is about, as the facts that are given for a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from incognote.formats import known as facts
from incognote.text.script import han_count

_TYPES: Final = {
    "MR": "mrn",
    "PI": "mrn",
    "PT": "mrn",
    "NI": "idno",
    "SS": "idno",
    "NNTWN": "idno",
    "NNCHN": "idno",
    "PRC": "idno",
    "HC": "healthplan",
    "SN": "healthplan",
    "MB": "healthplan",
    "JHN": "healthplan",
}
_NATIONAL: Final = re.compile(r"[A-Z][12789A-D]\d{8}|\d{17}[\dXx]")
_NATIONAL_SYSTEMS: Final = ("moi.gov.tw", "us-ssn", "nationalid", "national-id")
_STAFF: Final = {"Practitioner": "doctor", "PractitionerRole": "doctor"}
_RELATIONS: Final = {
    "MTH": "mother", "FTH": "father", "WIFE": "wife", "HUSB": "husband", "SPS": "partner", "SON": "son", "DAU": "daughter", "BRO": "brother", "SIS": "sister",
    "SIB": "sibling", "GRMTH": "grandmother", "GRFTH": "grandfather", "AUNT": "aunt", "UNCLE": "uncle", "GUARD": "guardian", "DOMPART": "partner", "FRND": "friend",
    "NBOR": "neighbour", "NMTH": "mother", "NFTH": "father", "STPMTH": "stepmother", "STPFTH": "stepfather", "COUSN": "cousin", "N": "relative", "E": "employer",
}  # fmt: skip


def names_of(name: Any) -> Iterator[str]:
    """A HumanName as people write it, in one or more ways.

    >>> list(names_of({"family": "王", "given": ["大明"]})), list(names_of({"family": "Tan", "given": ["Mei", "Lin"]}))
    (['王大明'], ['Mei Lin Tan', 'Mei Tan'])
    """
    if isinstance(name, str):
        yield name
        return
    if not isinstance(name, dict):
        return
    if isinstance(name.get("text"), str) and name["text"].strip():
        yield name["text"].strip()
    family = name.get("family") if isinstance(name.get("family"), str) else ""
    given = [part for part in as_list(name.get("given")) if isinstance(part, str)]
    if family and given:
        if han_count(str(family)):
            yield str(family) + "".join(given)
        else:
            yield from dict.fromkeys((" ".join([*given, str(family)]), f"{given[0]} {family}"))


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def codes_of(concept: Any) -> Iterator[str]:
    """The codes of a CodeableConcept, or of several."""
    for one in as_list(concept):
        if isinstance(one, dict):
            yield from (str(c["code"]) for c in as_list(one.get("coding")) if isinstance(c, dict) and isinstance(c.get("code"), str))


def fact_of(identifier: dict[str, Any]) -> str:
    """The fact that an Identifier holds; `other` where neither its type nor its form tells.

    >>> fact_of({"type": {"coding": [{"code": "MR"}]}, "value": "1234567"}), fact_of({"value": "A123456789"}), fact_of({"value": "77"})
    ('mrn', 'idno', 'other')
    """
    for code in codes_of(identifier.get("type")):
        if code in _TYPES:
            return _TYPES[code]
        if re.fullmatch(r"NN[A-Z]{2,3}", code):
            return "idno"
    system, value = str(identifier.get("system", "")).lower(), str(identifier.get("value", ""))
    if _NATIONAL.fullmatch(value) or any(word in system for word in _NATIONAL_SYSTEMS):
        return "idno"
    return "mrn" if re.search(r"mrn|medical-?record|chart", system) else "other"


def known_of(patients: Iterable[dict[str, Any]], others: Iterable[dict[str, Any]], patient_id: str = "") -> dict[str, Any]:
    """`known` of a document: its patient from Patient resources, its people from all others."""
    cells: dict[str, str] = {}
    aliases: list[str] = []
    people: list[dict[str, Any]] = []
    for patient in patients:
        names = [written for name in _official_first(patient.get("name")) for written in names_of(name)]
        if names:
            cells.setdefault("name", names[0])
            aliases += names[1:]
        _number_facts(patient, cells)
        for key, fact in (("birthDate", "birth"), ("gender", "sex")):
            if isinstance(patient.get(key), str):
                cells.setdefault(fact, patient[key])
        for point in as_list(patient.get("telecom")):
            if isinstance(point, dict) and point.get("system") in {"phone", "sms", "email"} and isinstance(point.get("value"), str):
                cells.setdefault("email" if point["system"] == "email" else "phone", point["value"])
        for address in as_list(patient.get("address")):
            if isinstance(address, dict) and isinstance(address.get("text"), str):
                cells.setdefault("address", address["text"])
        for contact in as_list(patient.get("contact")):
            if isinstance(contact, dict):
                people += _person(contact, None)
    if patient_id and "mrn" not in cells:
        cells["mrn"] = patient_id
    for other in others:
        people += _person(other, _STAFF.get(str(other.get("resourceType"))))
    known = facts.from_cells(cells.items())
    if aliases := [alias for alias in dict.fromkeys(aliases) if alias != known.get("name")]:
        known["aliases"] = aliases
    if people:
        known["people"] = people
    return known


def _official_first(names: Any) -> list[Any]:
    order = {"official": 0, "usual": 1, None: 2}
    return sorted(as_list(names), key=lambda name: order.get(name.get("use"), 3) if isinstance(name, dict) else 4)


def _number_facts(patient: dict[str, Any], cells: dict[str, str]) -> None:
    rest: list[str] = []
    for identifier in as_list(patient.get("identifier")):
        if isinstance(identifier, dict) and isinstance(identifier.get("value"), str):
            fact = fact_of(identifier)
            if fact == "other":
                rest.append(identifier["value"])
            else:
                cells.setdefault(fact, identifier["value"])
    if rest:
        cells.setdefault("mrn", rest[0])


def _person(resource: dict[str, Any], role: str | None) -> list[dict[str, Any]]:
    """A RelatedPerson, a contact or a member of the staff as one of the people; nothing where they have no name."""
    if resource.get("resourceType") not in {None, "RelatedPerson", "Practitioner", "Person"}:
        return []
    names = list(dict.fromkeys(written for name in as_list(resource.get("name")) for written in names_of(name)))
    if not names:
        return []
    person: dict[str, Any] = {"name": names[0]}
    if names[1:]:
        person["aliases"] = names[1:]
    role = role or next((_RELATIONS[c] for c in codes_of(resource.get("relationship")) if c in _RELATIONS), None)
    if role:
        person["role"] = role
    return [person]
