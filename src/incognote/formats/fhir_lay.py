"""A FHIR resource laid down: every text of it, whatever type it has, with the way back to its place.

What is known to say nothing of anybody is left out (`_STRUCTURE`, terminologies, numbers); everything else is text,
also in elements and resource types that nobody has heard of. What identifies by what it is (names, identifiers,
addresses, telephone numbers) is listed in `Page.owned`: it goes whether somebody was found in it or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from incognote.document import Script
from incognote.formats.fhir_attached import lay_data
from incognote.formats.fhir_html import lay_page
from incognote.formats.fhir_ids import Key, is_known_uri, is_plain, pointer
from incognote.formats.fhir_people import as_list, fact_of, names_of
from incognote.formats.fhir_slot import DATE, Slot
from incognote.formats.fhir_words import label
from incognote.formats.json_text import Number
from incognote.formats.laid import Laid
from incognote.text.script import han_count

_STRUCTURE: Final = frozenset(
    "resourceType status use gender intent priority mode criticality severity verificationStatus clinicalStatus category language comparator"
    " active rank relationship outcome lifecycleStatus achievementStatus docStatus availability operator type kind class versionId method"
    " doNotPerform confidentiality direction activity subtype purpose system code unit contentType url creation hash size"
    " valueCode numberOfSeries orientation pathType fhirVersion periodUnit durationUnit when dayOfWeek timezone etag".split()
)
"""Elements whose values are codes of FHIR, if they have the form of one."""
_CODE: Final = re.compile(r"[A-Za-z][A-Za-z]{0,24}(?:[-_/+.][A-Za-z0-9]{1,20}){0,4}|[0-9]{1,4}|[A-Za-z]{1,3}[0-9]{1,3}")
_UNIT: Final = re.compile(r"[^\s\u3400-\u9fff]{1,16}(?: [A-Za-z0-9/]{1,10}){0,2}")
_URIS: Final = frozenset(
    {
        "system",
        "url",
        "uri",
        "profile",
        "source",
        "fullUrl",
        "reference",
        "implicitRules",
        "definition",
        "location",
        "ifNoneExist",
        "valueUri",
        "valueUrl",
        "valueCanonical",
        "valueOid",
        "valueUuid",
    }
)
_URI: Final = re.compile(r"(?:https?|urn|ftp|file|mailto|tel|oid):\S*", re.IGNORECASE)
_NAMES: Final = frozenset({"family", "given", "prefix", "suffix"})
_ADDRESS: Final = frozenset({"line", "city", "district", "postalCode"})
_POINTS: Final = frozenset({"phone", "fax", "email", "pager", "url", "sms", "other"})
_OWN_NUMBERS: Final = frozenset({"subscriberId", "serialNumber", "carrierHRF", "deviceIdentifier", "distinctIdentifier", "ifNoneExist"})
_OWN_NAMES: Final = frozenset({("Organization", "name"), ("Organization", "alias")})
_PERSONAL: Final = frozenset("Patient RelatedPerson Person Practitioner PractitionerRole Organization".split())
_PERSONAL_ELEMENTS: Final = frozenset(
    "subject patient beneficiary subscriber generalPractitioner performer author attester authenticator requester recorder asserter actor individual practitioner"
    " interpreter resultsInterpreter enterer provider sender recipient managingOrganization serviceProvider organization custodian assigner payor insurer onBehalfOf who".split()
)
SEARCH: Final = re.compile(r"[A-Z][A-Za-z]{2,40}(?=\?)")
"""A search in place of an address, as transactions have it: what is searched for may be a number of somebody's."""
_SAMPLES: Final = re.compile(r"[-+0-9.eEUL ]*")
_PLAIN_KEY: Final = re.compile(r"_?[A-Za-z][A-Za-z0-9]{0,63}")
_LAST: Final = ("contained", "text", "id")
_LONG_NUMBER: Final = 6


class Page:
    """What is gathered while resources are laid down.

    `owned`: places that identify by what they are, with the text there; `guarded`: places that are not text, in which
    something removed must not stand; `keys` and `links`: ids and what points to them; `finish`: what is to be called
    when all edits are put; `left_out`: what was not read, in words.
    """

    def __init__(self, script: Script) -> None:
        self.laid, self.script = Laid(), script
        self.owned: list[tuple[Slot, str]] = []
        self.guarded: list[Slot] = []
        self.links: list[tuple[Slot, str]] = []
        self.keys: list[tuple[Slot, Key]] = []
        self.finish: list[Callable[[], None]] = []
        self.dates: list[tuple[Slot, str]] = []
        self.left_out: list[str] = []
        self.metas: list[dict[str, Any]] = []
        self._said: set[tuple[str, ...]] = set()

    def __repr__(self) -> str:
        return f"Page({self.laid!r})"

    def line(self, path: tuple[str, ...], slot: Slot, put: Callable[[str], None] | None = None) -> None:
        """A text on a line of its own, behind the word for it."""
        words = label(path, self.script)
        text = str(slot.value)
        self.laid.joint(f"{words.strip()}\n" if "\n" in text and words else words)
        self.laid.add(text, put or slot.write)
        self.laid.joint("\n")

    def say(self, path: tuple[str, ...], text: str) -> None:
        """A line that is read once and replaced by other means."""
        if (*path, text) in self._said:
            return
        self._said.add((*path, text))
        self.laid.joint(label(path, self.script))
        self.laid.add(text)
        self.laid.joint("\n")

    def say_id(self, kind: str, identifier: str) -> None:
        """The id of a resource, if it may be somebody's number."""
        if not is_plain(identifier):
            self.say((kind, "id"), identifier)


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
    _elements(entry, ("Bundle", "entry"), page, but=frozenset({"resource"}))


def _element(owner: dict[str, Any], key: str, path: tuple[str, ...], page: Page) -> None:
    value = owner[key]
    if not _PLAIN_KEY.fullmatch(key):
        page.laid.add(key, partial(_renamed, owner, key, page))
        page.laid.joint("\n")
    path = (*path, key.removeprefix("_"))
    if isinstance(value, list):
        for index in range(len(value)):
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

    def pop(self, key: str, *default: Any) -> Any:  # type: ignore[override]
        self._held[self._index] = None
        return None


def _object(value: dict[str, Any], slot: Slot, path: tuple[str, ...], page: Page) -> None:
    key = path[-1]
    if isinstance(value.get("resourceType"), str):
        lay(value, page, is_contained=key == "contained")
    elif key == "text" and isinstance(value.get("div"), str) and len(path) == 2:
        _narrative(value, path, page)
    elif _NAMES & value.keys() or (key in {"name", "valueHumanName"} and "text" in value):
        _name(value, path, page)
    elif _ADDRESS & value.keys() or (key in {"address", "valueAddress"} and "text" in value):
        _address(value, path, page)
    elif isinstance(value.get("value"), str) and (value.get("system") in _POINTS or key in {"telecom", "valueContactPoint"}):
        _own(value, ("telecom", str(value.get("system", "telecom"))), page)
    elif key.lower().endswith("identifier") and "value" in value:
        _identifier(value, path, page)
    elif {"contentType", "data"} & value.keys() and isinstance(value.get("data", ""), str) and "dimensions" not in value:
        _attachment(value, path, page)
    elif "reference" in value or (key in _PERSONAL_ELEMENTS and "display" in value):
        _reference(value, path, page)
    elif "value" in value and isinstance(value["value"], Number):
        _elements(value, path, page, guarded=tuple(k for k in ("unit", "code") if _UNIT.fullmatch(str(value.get(k, "")))))
    elif isinstance(value.get("system"), str) and is_known_uri(value["system"]):
        _elements(value, path, page, guarded=("code", "display", "version"))
    else:
        _elements(value, path, page)


def _elements(
    value: dict[str, Any], path: tuple[str, ...], page: Page, *, guarded: tuple[str, ...] = (), but: frozenset[str] = frozenset()
) -> None:
    for key in list(value):
        if key in guarded and isinstance(value[key], str):
            page.guarded.append(Slot(value, key))
        elif key not in but:
            _element(value, key, path, page)


def _text(value: str, slot: Slot, path: tuple[str, ...], page: Page) -> None:
    key = path[-1]
    if not value.strip():
        return
    if DATE.fullmatch(value) and key not in {"id", "value", "versionId"}:
        page.dates.append((slot, value))
        page.line(("year",) if len(value) == 4 else path if label(path[-1:], page.script) else ("DATE",), slot, slot.write_date)
    elif _URI.fullmatch(value) or (key in _URIS and (pointer(value) or SEARCH.match(value))):
        page.links.append((slot, value))
        _say_link(value, page)
    elif value == "#":  # the resource that contains this one
        return
    elif key in _STRUCTURE and _CODE.fullmatch(value):
        page.guarded.append(slot)
    elif key in {"data", "valueBase64Binary"} and not (_SAMPLES.fullmatch(value) and "dimensions" in slot.owner):
        _data(slot, str(slot.owner.get("contentType", "")), page)
    elif key in _OWN_NUMBERS or path in _OWN_NAMES:
        page.owned.append((slot, value))
        page.line(path, slot)
    else:
        page.line(path, slot)


def _say_link(value: str, page: Page) -> None:
    """Read what a link says of anybody: the server, the id of what it points to."""
    found = pointer(value)
    if is_known_uri(value):
        return
    if found is None:
        page.say(("URI",), value)
        return
    if found.base and not is_known_uri(found.base):
        page.say(("URI",), found.base)
    page.say_id(*found.key)


def _own(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    """A ContactPoint."""
    slot = Slot(value, "value")
    page.owned.append((slot, value["value"]))
    page.line(path, slot)
    _elements(value, path, page, guarded=("system",), but=frozenset({"value"}))


def _identifier(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    held = value["value"]
    if isinstance(held, Number):
        value["value"] = held = str(held)
    if isinstance(held, str):
        fact = fact_of(value) if path[0] in _PERSONAL else "other"
        words = fact.upper() if fact != "other" else "MRN" if path[0] == "Patient" else "OTHERID"
        slot = Slot(value, "value")
        page.owned.append((slot, held))
        page.line((words,), slot)
    _elements(value, path, page, but=frozenset({"value"}))


def _name(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    """A HumanName on one line, in the order of its script; its `text` on another."""
    words = label(path, page.script) or label(("HumanName",), page.script)
    if isinstance(value.get("text"), str) and value["text"]:
        slot = Slot(value, "text")
        page.owned.append((slot, value["text"]))
        page.laid.joint(words)
        page.laid.add(value["text"], slot.write)
        page.laid.joint("\n")
    is_han = any(han_count(str(part)) for key in ("family", "given") for part in as_list(value.get(key)))
    parts = _parts(value, ("family", "given") if is_han else ("given", "family"))
    parts = [*_parts(value, ("prefix",)), *parts, *_parts(value, ("suffix",))]
    page.laid.joint(words if parts else "")
    for number, slot in enumerate(parts):
        page.laid.joint(" " if number and not (is_han and parts[number - 1].name != "prefix") else "")
        page.laid.add(slot.value, slot.write)
        if slot.name in {"family", "given"}:
            page.owned.append((slot, slot.value))
    page.laid.joint("\n" if parts else "")
    _elements(value, path, page, but=_NAMES | {"text"})


def _parts(value: dict[str, Any], keys: tuple[str, ...]) -> list[Slot]:
    """The places of texts under some keys of an element."""
    found = []
    for key in keys:
        held = value.get(key)
        if isinstance(held, str):
            found.append(Slot(value, key))
        elif isinstance(held, list):
            found += [Slot(value, key, index) for index, item in enumerate(held) if isinstance(item, str)]
    return [slot for slot in found if slot.value]


def _address(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    """An Address on one line, from the large to the small where it is Chinese; its `text` on another."""
    words = label(("address",), page.script)
    whole = _parts(value, ("text",))
    is_han = any(han_count(str(part)) for key in ("line", "city") for part in as_list(value.get(key)))
    order = (
        ("country", "postalCode", "state", "city", "district", "line")
        if is_han
        else ("line", "district", "city", "state", "postalCode", "country")
    )
    for slots, joint in ((whole, ""), (_parts(value, order), "" if is_han else ", ")):
        for number, slot in enumerate(slots):
            page.laid.joint(joint if number else words)
            page.laid.add(slot.value, slot.write)
            if slot.name not in {"state", "country"}:
                page.owned.append((slot, slot.value))
        page.laid.joint("\n" if slots else "")
    _elements(value, path, page, but=frozenset({"text", *order}))


def _reference(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    found = pointer(str(value.get("reference", "")))
    if isinstance(value.get("display"), str):
        slot = Slot(value, "display")
        element = path[-1]
        kind = found.key[0] if found and found.key[0] != "#" else str(value.get("type", ""))
        if kind in _PERSONAL or (element in _PERSONAL_ELEMENTS and kind in {"", "#"}):
            page.owned.append((slot, value["display"]))
        page.line((element,), slot)
    _elements(value, path, page, but=frozenset({"display"}))


def _narrative(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    slot = Slot(value, "div")
    page.laid.joint("\n")
    page.finish.append(lay_page(value["div"], page.laid, slot.set))
    _elements(value, path, page, but=frozenset({"div"}))


def _attachment(value: dict[str, Any], path: tuple[str, ...], page: Page) -> None:
    _elements(value, path, page, guarded=("contentType",), but=frozenset({"data", "hash", "size"}))
    data = value.get("data")
    if isinstance(data, str):
        _data(Slot(value, "data"), str(value.get("contentType", "")), page)
    page.finish.append(partial(_measured_anew, value, data))


def _measured_anew(value: dict[str, Any], data: Any) -> None:
    """Size and hash are those of the data that are not there any more."""
    if value.get("data") != data:
        for key in ("hash", "size"):
            value.pop(key, None)


def _data(slot: Slot, content_type: str, page: Page) -> None:
    told = lay_data(slot.value, content_type, page.laid, slot.set)
    if isinstance(told, str):
        page.left_out.append(told)
        page.finish.append(slot.mask)
    else:
        page.finish.append(told)


def names_around(resource: dict[str, Any], page: Page) -> None:
    """The names of a person or a place of another document, for this one to know."""
    kind = str(resource.get("resourceType", ""))
    for name in as_list(resource.get("name")):
        for written in list(names_of(name))[:1]:
            page.say((kind, "name"), written)
