"""The types of FHIR that mean somebody or hold a text of their own, laid down each as people write it.

Each function answers with the places that it laid down; what else stands in the element is walked like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from incognote.formats.fhir.attached import lay_data
from incognote.formats.fhir.html import lay_page
from incognote.formats.fhir.ids import pointer
from incognote.formats.fhir.page import Page
from incognote.formats.fhir.people import as_list, fact_of, names_of
from incognote.formats.fhir.slot import Slot
from incognote.formats.fhir.words import label
from incognote.formats.json.text import Number
from incognote.labels import OLDEST_TOLD
from incognote.text.script import han_count

NAME: Final = frozenset({"family", "given", "prefix", "suffix"})
ADDRESS: Final = frozenset({"line", "city", "district", "postalCode"})
POINTS: Final = frozenset({"phone", "fax", "email", "pager", "url", "sms", "other"})
PERSONAL: Final = frozenset("Patient RelatedPerson Person Practitioner PractitionerRole Organization".split())
PERSONAL_ELEMENTS: Final = frozenset(
    "subject patient beneficiary subscriber generalPractitioner performer author attester authenticator requester recorder asserter actor individual practitioner"
    " interpreter resultsInterpreter enterer provider sender recipient managingOrganization serviceProvider organization custodian assigner payor insurer onBehalfOf who".split()
)
"""Elements whose references name people or institutions, whatever type they say."""
_LARGE_FIRST: Final = ("country", "postalCode", "state", "city", "district", "line")
_SMALL_FIRST: Final = ("line", "district", "city", "state", "postalCode", "country")
_HASH: Final = re.compile(r"[A-Za-z0-9+/=]{1,90}")


def contact_point(value: dict[str, Any], page: Page) -> list[Slot]:
    slot = Slot(value, "value")
    page.own(slot)
    page.line(("telecom", str(value.get("system", "telecom"))), slot)
    return [slot]


def identifier(value: dict[str, Any], path: tuple[str, ...], page: Page) -> list[Slot]:
    if isinstance(value["value"], Number):
        value["value"] = str(value["value"])
    slot = Slot(value, "value")
    if not isinstance(slot.value, str):
        return []
    fact = fact_of(value) if path[0] in PERSONAL else "other"
    page.own(slot)
    page.line((fact.upper() if fact != "other" else "MRN" if path[0] == "Patient" else "OTHERID",), slot)
    return [slot]


def human_name(value: dict[str, Any], path: tuple[str, ...], page: Page) -> list[Slot]:
    """A HumanName on one line, in the order of its script; its `text` on another."""
    words = label(path, page.script) or label(("HumanName",), page.script)
    whole = _texts(value, ("text",))
    is_han = any(han_count(str(part)) for key in ("family", "given") for part in as_list(value.get(key)))
    parts = [*_texts(value, ("prefix",)), *_texts(value, ("family", "given") if is_han else ("given", "family")), *_texts(value, ("suffix",))]
    for slots in (whole, parts):
        page.laid.joint(words if slots else "")
        for number, slot in enumerate(slots):
            page.laid.joint(" " if number and not (is_han and slots[number - 1].name != "prefix") else "")
            page.laid.add(slot.value, slot.write)
            if slot.name in {"text", "family", "given"}:
                page.own(slot)
        page.laid.joint("\n" if slots else "")
    return whole + parts


def address(value: dict[str, Any], page: Page) -> list[Slot]:
    """An Address on one line, from the large to the small where it is Chinese; its `text` on another."""
    words = label(("address",), page.script)
    is_han = any(han_count(str(part)) for key in ("line", "city") for part in as_list(value.get(key)))
    whole, parts = _texts(value, ("text",)), _texts(value, _LARGE_FIRST if is_han else _SMALL_FIRST)
    for slots in (whole, parts):
        for number, slot in enumerate(slots):
            page.laid.joint(words if not number else "" if is_han else ", ")
            page.laid.add(slot.value, slot.write)
            if slot.name not in {"state", "country"}:
                page.own(slot)
        page.laid.joint("\n" if slots else "")
    return whole + parts


def _texts(value: dict[str, Any], keys: Iterable[str]) -> list[Slot]:
    """The places of texts under some keys of an element."""
    found = []
    for key in keys:
        held = value.get(key)
        if isinstance(held, list):
            found += [Slot(value, key, index) for index, item in enumerate(held) if isinstance(item, str)]
        elif isinstance(held, str):
            found.append(Slot(value, key))
    return [slot for slot in found if slot.value]


def reference(value: dict[str, Any], path: tuple[str, ...], page: Page) -> list[Slot]:
    """What a reference shows; where it points is a link."""
    slot = Slot(value, "display")
    if not isinstance(slot.value, str):
        return []
    found = pointer(str(value.get("reference", "")))
    kind = found.key[0] if found and found.key[0] != "#" else str(value.get("type", ""))
    if kind in PERSONAL or (path[-1] in PERSONAL_ELEMENTS and not kind):
        page.own(slot)
    page.line((path[-1],), slot)
    return [slot]


def narrative(value: dict[str, Any], page: Page) -> list[Slot]:
    slot = Slot(value, "div")
    page.laid.joint("\n")
    page.finish.append(lay_page(slot.value, page.laid, slot.set))
    return [slot]


def attachment(value: dict[str, Any], page: Page) -> list[Slot]:
    done = [Slot(value, "size")] if isinstance(value.get("size"), Number) else []
    if isinstance(value.get("hash"), str) and _HASH.fullmatch(value["hash"]):
        done.append(Slot(value, "hash"))
        page.guarded.append(done[-1])
    before = value.get("data")
    if isinstance(before, str):
        done.append(Slot(value, "data"))
        data(done[-1], str(value.get("contentType", "")), page)
    page.finish.append(partial(_measured_anew, value, before))
    return done


def _measured_anew(value: dict[str, Any], before: Any) -> None:
    """Size and hash are those of data that are not there any more."""
    if value.get("data") != before:
        for key in ("hash", "size"):
            value.pop(key, None)


def data(slot: Slot, content_type: str, page: Page) -> None:
    """Text in base64; what is no text is dropped when the file is written, and named."""
    told = lay_data(slot.value, content_type, page.laid, slot.set)
    if isinstance(told, str):
        page.left_out.append(told)
        page.finish.append(slot.mask)
    else:
        page.finish.append(told)


def age(value: dict[str, Any], page: Page) -> None:
    """An Age: all above the highest that is told are one group."""
    number = value.get("value")
    if isinstance(number, Number) and _years(value) and float(number) > OLDEST_TOLD:
        page.finish.append(partial(value.update, {"value": Number(OLDEST_TOLD + 1), "comparator": ">="}))


def _years(value: dict[str, Any]) -> bool:
    return str(value.get("code", value.get("unit", "a"))).lower().rstrip("s") in {"a", "yr", "year", "歲", "岁"}


def names_around(resource: dict[str, Any], page: Page) -> None:
    """The names of a person or a place of another document, for this one to know."""
    kind = str(resource.get("resourceType", ""))
    for name in as_list(resource.get("name")):
        for written in list(names_of(name))[:1]:
            page.say((kind, "name"), written)
