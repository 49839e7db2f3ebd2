"""Ids of resources and what points to them: one that may be somebody's number is replaced wherever it stands.

`Bundle.fullUrl`, `request.url`, `Reference.reference`, `#contained` and the address of a server that an id stands in
change together, so that what resolved before resolves afterwards. An id is kept if it is random (a UUID) or a
counter; an address is kept if a terminology or a standard lives there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_RANDOM: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_COUNTER: Final = re.compile(r"(?:(?P<word>[A-Za-z]+)[-.]?)?(?:\d{1,4})?(?:[-.](?:\d{1,3}|[a-z]))?")
_WORDS: Final = frozenset(
    "pat patient pt obs observation enc encounter cond condition proc procedure med medication medreq req request report rep note doc document org organization"
    " pr prac practitioner dr loc location example sample test bundle comp composition spec specimen img imaging imm immunization allergy care plan team goal list"
    " rel related person diag diagnostic service serv appt appointment cov coverage claim flag task comm communication dev device bin binary quest response prov provenance".split()
)
_REFERENCE: Final = re.compile(
    r"(?:(?P<base>https?://[^\s?#]+?)/)?(?P<type>[A-Z][A-Za-z]{2,40})/(?P<id>[^/\s?#|]+)(?:/_history/(?P<version>[^/\s?#]+))?(?P<rest>[#?|].*)?"
)
_KNOWN_HOSTS: Final = re.compile(
    r"https?://(?:[a-z0-9-]+\.)*(?:hl7\.org|fhir\.org|hl7\.org\.tw|loinc\.org|snomed\.info|unitsofmeasure\.org|nlm\.nih\.gov|who\.int|whocc\.no|cdc\.gov|ihe\.net|nema\.org|nucc\.org|ama-assn\.org|fda\.gov|iso\.org|ietf\.org|rfc-editor\.org|w3\.org|hl7\.eu|mohw\.gov\.tw|nhi\.gov\.tw|moi\.gov\.tw|gov\.cn|nhs\.uk|hl7\.org\.au|digitalhealth\.gov\.au|openehr\.org|example\.(?:org|com|net)|[a-z0-9-]+\.invalid)(?:[/:?#|]|\Z)",
    re.IGNORECASE,
)
_KNOWN_URN: Final = re.compile(
    r"urn:(?:oid:2\.16\.840\.1\.113883\.[0-9.]+|oid:1\.2\.840\.10008\.[0-9.]+|iso:[a-z0-9:.-]+|ietf:(?:bcp|rfc):[0-9]+|dicom:uid|incognote:[a-z0-9-]+|ietf:rfc:3986)",
    re.IGNORECASE,
)
_EXAMPLE: Final = re.compile(r"https?://(?:[a-z0-9-]+\.)*(?:example\.(?:org|com|net)|[a-z0-9-]+\.invalid)", re.IGNORECASE)
_PLAIN_PATH: Final = re.compile(r"(?:https?|urn):[A-Za-z0-9./_:#|$=%-]{0,200}")
_LONG: Final = re.compile(r"\d{6}")
_ID: Final = re.compile(r"[A-Za-z0-9.-]{1,64}")

Key = tuple[str, str]
"""A resource: its type (`#` for one that is contained) and its id."""


def is_plain(identifier: str) -> bool:
    """Whether an id says nothing of anybody by its form.

    >>> [is_plain(i) for i in ("obs-1", "f001", "5b0a1c4e-6d0f-4d4a-9d5e-0c8f1a2b3c4d", "1234567", "wang-daming", "A123456789")]
    [True, True, True, False, False, False]
    """
    found = _COUNTER.fullmatch(identifier)
    return bool(_RANDOM.fullmatch(identifier) or (found and (len(found["word"] or "") < 2 or found["word"].lower() in _WORDS)))


def is_random_urn(uri: str) -> bool:
    """Whether a URI is a random number: twelve digits of one may look like somebody's, and say nothing of anybody."""
    return uri.startswith("urn:uuid:") and _RANDOM.fullmatch(uri.removeprefix("urn:uuid:")) is not None


def is_known_uri(uri: str) -> bool:
    """Whether a URI belongs to a terminology or a standard, and holds no long number.

    >>> is_known_uri("http://loinc.org"), is_known_uri("http://chart.example-hospital.tw/mrn")
    (True, False)
    """
    is_known = _KNOWN_HOSTS.match(uri) or _KNOWN_URN.fullmatch(uri)
    return bool(is_known and _PLAIN_PATH.fullmatch(uri) and (uri.startswith("urn:") or not _LONG.search(uri)))


def is_terminology(uri: str) -> bool:
    """Whether codes of a system are terms that a standard fixes, with what they are shown as.

    >>> is_terminology("http://snomed.info/sct"), is_terminology("http://example.org/wards")
    (True, False)
    """
    return is_known_uri(uri) and not _EXAMPLE.match(uri)


class Pointer(NamedTuple):
    """What a text points to: `base` is the server's address, `version` the one of the resource."""

    base: str
    key: Key
    version: str
    rest: str

    def __repr__(self) -> str:
        return "Pointer(...)"


def pointer(text: str) -> Pointer | None:
    """What a reference, or the address of a resource, points to.

    >>> pointer("http://h.example/fhir/Patient/1"), pointer("#p1"), pointer("Patient?name=x")
    (Pointer(...), Pointer(...), None)
    """
    if text.startswith("#") and len(text) > 1:
        return Pointer("", ("#", text[1:]), "", "")
    found = _REFERENCE.fullmatch(text)
    if not found:
        return None
    return Pointer(found["base"] or "", (found["type"], found["id"]), found["version"] or "", found["rest"] or "")


class Ids:
    """The new ids of a file. `codes`: those that patients' ids become; `removed` says what may stand in no id."""

    def __init__(self, keys: Iterable[Key], codes: dict[Key, str] | None = None, removed: Iterable[str] = ()) -> None:
        self._new: dict[Key, str] = {}
        self._uris: dict[str, str] = {}
        self._bases: dict[str, str] = {}
        self._removed = frozenset(filter(None, map(squeezed, removed)))
        self._codes = codes or {}
        self._counts: dict[str, int] = {}
        every = list(dict.fromkeys(keys))
        self._taken = {(kind, name) for kind, name in every if self._is_kept(name)}
        for key in every:
            self.id(key)

    def __repr__(self) -> str:
        return f"Ids({len(self._new)})"

    def _is_kept(self, identifier: str) -> bool:
        return is_plain(identifier) and squeezed(identifier) not in self._removed

    def id(self, key: Key) -> str:
        """The id that a resource has afterwards."""
        if key not in self._new:
            self._new[key] = key[1] if self._is_kept(key[1]) else self._fresh(key)
        return self._new[key]

    def _fresh(self, key: Key) -> str:
        kind = key[0] if key[0] != "#" else "contained"
        if (code := self._codes.get(key)) and _ID.fullmatch(code) and (kind, code) not in self._taken:
            self._taken.add((kind, code))
            return code
        while True:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            made = f"{kind.lower()}-{self._counts[kind]}"
            if (key[0], made) not in self._taken:
                self._taken.add((key[0], made))
                return made

    def reference(self, text: str) -> str | None:
        """`text` pointing to where its target is now; None where what it says cannot be said."""
        found = pointer(text)
        if found is None:
            return text if _RANDOM.fullmatch(text.removeprefix("urn:uuid:")) else None
        if found.key[0] == "#":
            return f"#{self.id(found.key)}"
        base = f"{self._base(found.base)}/" if found.base else ""
        version = f"/_history/{found.version}" if found.version.isdigit() and len(found.version) < 5 else ""
        rest = f"#{self.id(('#', found.rest[1:]))}" if found.rest.startswith("#") else ""
        return f"{base}{found.key[0]}/{self.id(found.key)}{version}{rest}"

    def _base(self, base: str) -> str:
        if is_known_uri(base):
            return base
        return self._bases.setdefault(base, f"https://server-{len(self._bases) + 1}.invalid/fhir")

    def uri(self, text: str) -> str:
        """A URI: as it is where a standard lives there, else a name of ours, the same for the same one."""
        if is_known_uri(text) and squeezed(text) not in self._removed:
            return text
        if pointer(text) is not None:
            return self.reference(text) or ""
        if is_random_urn(text):
            return text
        return self._uris.setdefault(text, f"urn:incognote:uri-{len(self._uris) + 1}")


def squeezed(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(filter(str.isalnum, text)).lower()
