"""The work behind `verify`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from incognote.cli import inputs
from incognote.cli.main import DEGRADED, FAILED, OK, RESIDUE
from incognote.cli.tally import say
from incognote.defaults import NO_VAULT
from incognote.document import Document, Person
from incognote.errors import FormatError
from incognote.formats import jsonl
from incognote.formats.source import Item, Source, Unread, reason
from incognote.labels import FACT_LABELS
from incognote.resolve import allow
from incognote.verify import KnownValue
from incognote.verify import verify as look
from incognote.verify.automaton import VaultMatcher, build


def verify(options: argparse.Namespace) -> int:
    """Run the verb: 2 if something survived, 1 if an input could not be read, 3 if there is nothing to read."""
    batch = inputs.batch(options)
    vault = _vault(options)
    everybody = build(_values(vault.people())) if vault is not None else None
    if everybody is not None and not options.quiet:
        say(f"looking for everybody in the vault: {everybody.size} writings, about {everybody.memory / 1e6:.1f} MB")
    statuses: set[str] = set()
    number = residue = unread = 0
    for entry in batch.inputs:
        for item in _outputs(batch, entry):
            number += 1
            if isinstance(item, Unread):
                say(f"input {entry.source.number}: {item.reason}")
                statuses.add("failed")
                unread += 1
                continue
            grave = _check(item, everybody, vault)
            if grave:
                residue += 1
                statuses.add("residue")
                say(f"item {number}: residue ({', '.join(grave)})")
    if not options.quiet:
        against = "" if vault is not None else "; looked for shapes only, no vault"
        items = f"{number} item{'' if number == 1 else 's'}"
        if number and unread == number:
            say(f"{items}: nothing could be read, so nothing was looked at")
        else:
            say(f"{items}: {residue} with residue{f', {unread} could not be read' if unread else ''}{against}")
    if "residue" in statuses:
        return RESIDUE
    return FAILED if statuses else (OK if number else DEGRADED)


def _vault(options: argparse.Namespace) -> Any:
    """The vault that is named, if one is; the user's own is not opened unasked."""
    if options.vault in {None, NO_VAULT}:
        return None
    from incognote.cli.passphrase import passphrase
    from incognote.vault import open_vault

    return open_vault(options.vault, project=options.project, passphrase=passphrase(options.vault))


def _values(people: Iterable[tuple[str, Person]]) -> Iterator[KnownValue]:
    for _, person in people:
        yield from (KnownValue(name, "NAME", tied=False) for name in person.names)
        yield from (KnownValue(number.value, number.label, tied=False) for number in person.numbers)


def _check(document: Document, everybody: VaultMatcher | None, vault: Any) -> list[str]:
    """The kinds of residue in a text. Our marks count as written, and codes that the vault or a header vouches for."""
    is_code = vault.has_code if vault is not None else lambda _: False
    written, _ = allow.own_ranges(document.text, is_code)
    given = [KnownValue(value, label) for label, value in _given(document)]
    findings = list(look(document.text, known=given, written=sorted(written)))
    if everybody is not None:
        findings += everybody.find(document.text)
    return sorted({finding.kind for finding in findings if finding.severity in {"residue", "failure"}})


def _given(document: Document) -> Iterator[tuple[str, str]]:
    """What was given of the patient and of the people around them, as (label, value)."""
    known = document.known
    yield from ((label, str(known[fact])) for fact, label in FACT_LABELS.items() if known.get(fact))
    for person in (known, *(known.get("people") or ())):
        yield from (("NAME", str(alias)) for alias in person.get("aliases") or () if alias)
    yield from (("NAME", str(person["name"])) for person in known.get("people") or () if person.get("name"))


def _outputs(batch: inputs.Batch, entry: inputs.Input) -> Iterator[Item]:
    """The texts of an input; JSON Lines may be notes or results of `scrub --jsonl`."""
    if entry.format != "jsonl" or not _is_results(entry.source):
        yield from batch.items(entry)
        return
    with entry.source.open() as stream:
        try:
            for number, line in enumerate(stream, 1):
                yield _result(line, number)
        except OSError as error:
            raise FormatError(f"input {entry.source.number}: {reason(error)}") from None


def _is_results(origin: Source) -> bool:
    with origin.open() as stream:
        first = _parsed(stream.readline(1 << 25))
    return isinstance(first, dict) and "status" in first


def _result(line: bytes, number: int) -> Item:
    row = _parsed(line)
    if not isinstance(row, dict) or row.get("version") != jsonl.VERSION:
        return Unread(str(number), f"line {number}: this is no result of ours")
    text: Sequence[Any] | None = row.get("text")
    if not isinstance(text, str):
        return Unread(str(number), f"line {number}: its text was withheld")
    return Document(str(number), text)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
