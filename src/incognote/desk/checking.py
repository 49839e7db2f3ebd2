"""What `verify` says of one text, asked by somebody who did not see how it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incognote.document import Document, Finding
from incognote.labels import FACT_LABELS
from incognote.resolve import allow
from incognote.values import Stores, values
from incognote.vault.codes import DEFAULT_PREFIX
from incognote.vault.memory import MemoryVault
from incognote.vault.sql.custody import StoredVault
from incognote.verify import KnownValue, verify


def checked(document: Document, vault: StoredVault | None) -> tuple[Finding, ...]:
    """What should not be in the text: shapes, what was `known`, and whomever the vault knows by a string in it."""
    store = vault if vault is not None else MemoryVault()
    prefixes = {DEFAULT_PREFIX, store.prefix}
    written, _ = allow.own_ranges(document.text, store.has_code, prefixes=prefixes)
    stored = values(document, (), (), Stores((store,)), document.text)
    return verify(document.text, known=[*given(document.known), *stored], written=sorted(written))


def given(known: Mapping[str, Any]) -> Iterator[KnownValue]:
    """What was given of the patient and of the people around them."""
    yield from (KnownValue(str(known[fact]), label) for fact, label in FACT_LABELS.items() if known.get(fact))
    for person in (known, *(known.get("people") or ())):
        yield from (KnownValue(str(alias), "NAME") for alias in person.get("aliases") or () if alias)
    yield from (KnownValue(str(person["name"]), "NAME") for person in known.get("people") or () if person.get("name"))
