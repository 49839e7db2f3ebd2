"""A FHIR resource laid down: every text of it, whatever type it has, with the way back to its place.

What is known to say nothing of anybody is left out (`_STRUCTURE`, terminologies, numbers); everything else is text,
also in elements and resource types that nobody has heard of. What identifies by what it is (names, identifiers,
addresses, telephone numbers) is listed in `Page.owned`: it goes whether somebody was found in it or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from incognote.formats.fhir import parts
from incognote.formats.fhir.ids import is_terminology, pointer
from incognote.formats.fhir.page import Page
from incognote.formats.fhir.slot import DATE, Slot
from incognote.formats.fhir.words import label
from incognote.formats.json.coded import is_coded
from incognote.formats.json.text import Number

_STRUCTURE: Final = frozenset(
    "resourceType status use gender intent priority mode criticality severity verificationStatus clinicalStatus category language comparator"
    " active rank relationship outcome lifecycleStatus achievementStatus docStatus availability operator type kind class versionId method"
    " doNotPerform confidentiality direction activity subtype purpose system code unit contentType creation hash size"
    " valueCode numberOfSeries orientation pathType fhirVersion periodUnit durationUnit when dayOfWeek timezone etag".split()
)
"""Elements whose values are codes of FHIR, if they have the form of one."""
_POINT_KEYS: Final = frozenset({"telecom", "valueContactPoint"})
_TERM: Final = re.compile(r"[!-~]{1,40}")
_NO_TERM: Final = re.compile(r"\d{5}|@|\A[\u3400-\u9fff]{2,4}\Z")
"""What a term of a terminology does not hold, or a name could be as well: its display is read like any text."""
_YEAR: Final = 4
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z]{0,24}(?:[-_/+.][A-Za-z0-9]{1,20}){0,4}|[0-9]{1,4}|[A-Za-z]{1,3}[0-9]{1,3}")
_UNIT: Final = re.compile(r"[^\s\u3400-\u9fff]{1,16}(?: [A-Za-z0-9/]{1,10}){0,2}")
_URIS: Final = frozenset(
    "system url uri profile source fullUrl reference implicitRules definition location valueUri valueUrl valueCanonical valueOid valueUuid".split()
)
_URI: Final = re.compile(r"(?:https?|urn|ftp|file|mailto|tel|oid):\S*", re.IGNORECASE)
_OWN_NUMBERS: Final = frozenset({"subscriberId", "serialNumber", "carrierHRF", "deviceIdentifier", "distinctIdentifier", "ifNoneExist"})
_OWN_NAMES: Final = frozenset({("Organization", "name"), ("Organization", "alias")})
_EXTENSION: Final = re.compile(r"(?:\A|/)([A-Za-z][A-Za-z-]{2,59})\Z")
"""What an extension is called, by the end of its URL."""
_OWN_EXTENSIONS: Final = frozenset(
    "patient-mothersMaidenName mothersMaidenName humanname-own-name humanname-fathers-family humanname-mothers-family humanname-partner-name".split()
)
SEARCH: Final = re.compile(r"[A-Z][A-Za-z]{2,40}(?=\?)")
"""A search in place of an address, as transactions have it: what is searched for may be a number of somebody's."""
_REQUEST: Final = ("Bundle", "entry", "request", "url")
_TYPE: Final = re.compile(r"[A-Z][A-Za-z]{2,40}")
_SAMPLES: Final = re.compile(r"[-+0-9.eEUL ]*")
_PLAIN_KEY: Final = re.compile(r"_?[A-Za-z][A-Za-z0-9]{0,63}")
_LAST: Final = ("contained", "text", "id")
_LONG_NUMBER: Final = 7


def lay(resource: dict[str, Any], page: Page, *, is_contained: bool = False) -> None:
    """Lay a resource down: its elements in their order, then what is contained in it, narrative, id and meta."""
    kind = str(resource.get("resourceType", ""))
    page.laid.joint("\n" if page.laid.size else "")
    for key in sorted(resource, key=lambda key: _LAST.index(key) if key in _LAST else -1):
        if key == "id" and isinstance(resource[key], str):
            page.keys.append((Slot(resource, key), ("#" if is_contained else kind, resource[key])))
            page.say_id(kind, resource[key])
        elif key == "meta":
            page.metas.append(resource)
        elif not (kind == "Bundle" and key == "entry"):
            _element(resource, key, (kind,), page)


def lay_metas(page: Page) -> None:
    """What servers say of the resources, behind all of them: when one was stored is not when somebody was seen."""
    page.laid.joint("\n" if page.metas else "")
    for resource in page.metas:
        _element(resource, "meta", (str(resource.get("resourceType", "")),), page)


def lay_entry(entry: dict[str, Any], page: Page) -> None:
    """What a Bundle says of a resource beside it: its address, the request."""
    _elements(entry, ("Bundle", "entry"), page, done=[Slot(entry, "resource")])


def _element(owner: dict[str, Any], key: str, path: tuple[str, ...], page: Page, done: frozenset[int | None] = frozenset()) -> None:
    value = owner[key]
    if not _PLAIN_KEY.fullmatch(key):
        page.laid.add(key, partial(_renamed, owner, key, page))
        page.laid.joint("\n")
    path = (*path, key.removeprefix("_"))
    if isinstance(value, list):
        for index in range(len(value)):
            if index not in done:
                _value(Slot(owner, key, index), path, page)
    else:
        _value(Slot(owner, key), path, page)


def _renamed(owner: dict[str, Any], key: str, page: Page, new: str) -> None:
    def rename() -> None:
        if key in owner:
            owner[new if new not in owner else f"{new} {len(owner)}"] = owner.pop(key)

    page.finish.append(rename)


def _value(slot: Slot, path: tuple[str, ...], page: Page) -> None:
    value = slot.value
    if isinstance(value, dict):
        _object(value, slot, path, page)
    elif isinstance(value, list):  # FHIR has no lists in lists: whatever it is, it is read
        for index, item in enumerate(value):
            _value(Slot({path[-1]: item} if not isinstance(item, str) else _Held(value, index), path[-1]), path, page)
    elif isinstance(value, Number):
        if sum(map(str.isdigit, value)) >= _LONG_NUMBER and value.isdigit():
            page.line(path, slot, lambda new: slot.mask(new))
    elif isinstance(value, str):
        _text(value, slot, path, page)


class _Held(dict[str, Any]):
    """An item of a list as if it were an element."""

    def __init__(self, held: list[Any], index: int) -> None:
        super().__init__({"": held[index]})
        self._held, self._index = held, index

    def get(self, key: str, default: Any = None) -> Any:
        return self._held[self._index]

    def __setitem__(self, key: str, value: Any) -> None:
        self._held[self._index] = value

    def pop(self, key: str, *default: Any) -> Any:
        self._held[self._index] = None
        return None


def _object(value: dict[str, Any], slot: Slot, path: tuple[str, ...], page: Page) -> None:
    """An element: what its type is shows in its keys, and sometimes in its name."""
    key, keys = path[-1], value.keys()
    if isinstance(value.get("resourceType"), str):
        lay(value, page, is_contained=key == "contained")
        return
    done: list[Slot] = []
    guarded: tuple[str, ...] = ()
    if key == "text" and isinstance(value.get("div"), str):
        done = parts.narrative(value, page)
    elif parts.NAME & keys or (key in {"name", "valueHumanName"} and "text" in keys):
        done = parts.human_name(value, path, page)
    elif parts.ADDRESS & keys or (key in {"address", "valueAddress"} and "text" in keys):
        done = parts.address(value, page)
    elif isinstance(value.get("value"), str) and not isinstance(value["value"], Number) and (value.get("system") in parts.POINTS or key in _POINT_KEYS):
        done = parts.contact_point(value, page)
    elif key.lower().endswith("identifier") and "value" in keys:
        done = parts.identifier(value, path, page)
    elif {"contentType", "data"} & keys and "dimensions" not in keys:
        done = parts.attachment(value, page)
    elif "reference" in keys or (key in parts.PERSONAL_ELEMENTS and "display" in keys):
        done = parts.reference(value, path, page)
    elif isinstance(value.get("text"), str) and isinstance(value.get("answer"), list):
        done = _question(value, path, page)
    elif isinstance(value.get("value"), Number):
        done = [Slot(value, "value")]
        guarded = tuple(k for k in ("unit", "code") if _UNIT.fullmatch(str(value.get(k, ""))))
        if key.endswith("Age"):
            parts.age(value, page)
    elif isinstance(value.get("system"), str) and is_terminology(value["system"]):
        guarded = tuple(k for k in ("code", "version") if _TERM.fullmatch(str(value.get(k, ""))))
        guarded += ("display",) if not _NO_TERM.search(str(value.get("display", ""))) else ()
    _elements(value, path, page, guarded=guarded, done=done)


def _question(value: dict[str, Any], path: tuple[str, ...], page: Page) -> list[Slot]:
    """What was asked, as the label of the texts that were answered."""
    slot = Slot(value, "text")
    answers = [item for item in value["answer"] if isinstance(item, dict) and type(item.get("valueString")) is str]
    if not answers or not slot.value.strip():
        return []
    page.laid.add(slot.value, slot.write)
    page.laid.joint(": " if slot.value.isascii() else "：")
    for number, item in enumerate(answers):
        page.laid.joint(", " if number else "")
        page.laid.add(item["valueString"], Slot(item, "valueString").write)
    page.laid.joint("\n")
    for item in answers:
        _elements(item, (*path, "answer"), page, done=[Slot(item, "valueString")])
    told = {id(item) for item in answers}
    return [slot, *(Slot(value, "answer", index) for index, item in enumerate(value["answer"]) if id(item) in told)]


def _elements(value: dict[str, Any], path: tuple[str, ...], page: Page, *, guarded: Iterable[str] = (), done: Iterable[Slot] = ()) -> None:
    """The elements of an element but those that are `done`; `guarded` ones are codes."""
    places = {(slot.name, slot.place) for slot in done}
    for key in list(value):
        if key in guarded and isinstance(value[key], str):
            page.guarded.append(Slot(value, key))
        elif (key, None) not in places:
            _element(value, key, path, page, frozenset(index for name, index in places if name == key))


def _text(value: str, slot: Slot, path: tuple[str, ...], page: Page) -> None:
    key = path[-1]
    if not value.strip() or value == "#":  # the resource that contains this one
        return
    if DATE.fullmatch(value) and key not in {"id", "value", "versionId"}:
        page.dates.append((slot, value))
        page.line(("year",) if len(value) == _YEAR else path if label(path[-1:], page.script) else ("DATE",), slot, slot.write_date)
    elif _URI.fullmatch(value) or (key in _URIS and (pointer(value) or SEARCH.match(value))):
        page.links.append((slot, value))
        page.say_link(value)
    elif (key in _STRUCTURE and _CODE.fullmatch(value)) or (path == _REQUEST and _TYPE.fullmatch(value)):
        page.guarded.append(slot)
    elif (key in {"data", "valueBase64Binary"} or is_coded(value)) and not (_SAMPLES.fullmatch(value) and "dimensions" in slot.owner):
        parts.data(slot, str(slot.owner.get("contentType", "")), page)
    else:
        extended = _EXTENSION.search(str(slot.owner.get("url", ""))) if key.startswith("value") else None
        if key in _OWN_NUMBERS or path in _OWN_NAMES or (extended and extended[1] in _OWN_EXTENSIONS):
            page.own(slot)
        page.line((extended[1],) if extended else path, slot)
