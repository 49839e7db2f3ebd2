"""The vault's verbs, one function each: open, do, say what was done in codes and counts."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from incognote.cli.custodian import address, agrees, destination, open_stored
from incognote.cli.main import DEGRADED, FAILED, OK
from incognote.cli.passphrase import long_enough, passphrase
from incognote.cli.tally import say
from incognote.document import Person
from incognote.errors import UsageError

NEW_PASSPHRASE: Final = "INCOGNOTE_NEW_PASSPHRASE"


def init(options: argparse.Namespace) -> int:
    """Make what is missing of vault and project."""
    from incognote.vault import open_stored as open_it

    url = address(options)
    secret = passphrase(url, is_new=True)
    vault = open_it(url, project=options.project, passphrase=secret, create=True, prefix=options.prefix)
    count = len(vault.counts())
    vault.close()
    place = f" in {url.removeprefix('sqlite:///')}" if url.startswith("sqlite:///") else ""
    say(f"the vault is ready{place}; this project has {_people(count)}, its codes begin with {vault.prefix}-")
    say("keep the passphrase safe: without it nobody can turn codes back into names")
    return OK


def enroll(options: argparse.Namespace) -> int:
    """Store people from a list; 3 where some evidence does not fit."""
    from incognote.cli.enrolling import read_people

    people = read_people(options.path, form=options.format, encoding=options.encoding)
    new = conflicts = 0
    with open_stored(options) as vault:
        for done, assignment in enumerate(vault.enroll(people), 1):
            new += assignment.is_new
            conflicts += bool(assignment.conflicts)
            if sys.stderr.isatty() and done % 1000 == 0:
                sys.stderr.write(f"\r{done} of {len(people)}")
    if sys.stderr.isatty() and len(people) >= 1000:
        sys.stderr.write("\r\033[K")
    say(
        f"{_people(len(people))} read: {new} new, {len(people) - new} known already, {conflicts} with conflicts"
    )
    if conflicts:
        say("nothing stored was overwritten: see `incognote vault list --conflicts`")
    return DEGRADED if conflicts else OK


def show(options: argparse.Namespace) -> int:
    """Codes and counts, tab-separated."""
    with open_stored(options) as vault:
        counts, conflicts = vault.counts(), vault.conflicts()
    for code, labels in counts.items():
        kinds = conflicts.get(code, ())
        if options.conflicts and not kinds:
            continue
        cells = [code, " ".join(f"{label} {n}" for label, n in sorted(labels.items()))]
        sys.stdout.write("\t".join(cells + ([f"conflict: {', '.join(kinds)}"] if kinds else [])) + "\n")
    say(f"{_people(len(counts))}, {len(conflicts)} with conflicts")
    return OK


def reveal(options: argparse.Namespace) -> int:
    """Who a code is: every identifier with the number by which `split` takes it."""
    from incognote.vault.matching import identifiers

    to = destination(options)
    with open_stored(options) as vault:
        person = vault.reveal(options.code, to=to)
    for number, (label, value) in enumerate(identifiers(person), 1):
        sys.stdout.write(f"{number}\t{label}\t{value}\n")
    if person.birth is not None:
        sys.stdout.write(f"\tbirth\t{person.birth.isoformat()}\n")
    if person.sex is not None:
        sys.stdout.write(f"\tsex\t{person.sex}\n")
    return OK


def merge(options: argparse.Namespace) -> int:
    """Two codes, one person."""
    with open_stored(options) as vault:
        kinds = vault.merge(options.kept, options.other, force=options.force)
    say("merged: the second code stays valid and means the first from now on")
    if kinds:
        say(f"what does not fit is kept as a conflict ({', '.join(kinds)}): see `incognote vault list --conflicts`")
    return OK


def split(options: argparse.Namespace) -> int:
    """Some identifiers to a new code, which is printed."""
    with open_stored(options) as vault:
        new = vault.split(options.code, frozenset(options.move))
    sys.stdout.write(new + "\n")
    return OK


def rekey(options: argparse.Namespace) -> int:
    """A new passphrase, and with --all new keys."""
    with open_stored(options) as vault:
        is_wiped = vault.rekey(long_enough(_new_passphrase()), renew=options.renew)
    say(
        "the vault has its new passphrase"
        + (" and new keys; codes and shifts are unchanged" if options.renew else "")
    )
    if not is_wiped:
        say("another process has the file open, so old bytes may remain in it: close it and rekey once more")
    return OK


def export(options: argparse.Namespace) -> int:
    """Everybody, in the form that `enroll` reads."""
    to = destination(options)
    with open_stored(options) as vault:
        people = vault.export(to=to)
    for code, person in people:
        sys.stdout.write(
            json.dumps({"version": 1, "code": code, **_fields(person)}, ensure_ascii=False) + "\n"
        )
    return OK


def backup(options: argparse.Namespace) -> int:
    """A sealed copy in a new file."""
    from incognote.vault.sql.copies import backup as copy

    with open_stored(options) as vault:
        vault.note("backup")
        counts = copy(vault.database, options.path)
    say(f"backed up: {_rows(counts)}; it opens with today's passphrase")
    return OK


def restore(options: argparse.Namespace) -> int:
    """A vault from a backup."""
    from incognote.vault.sql.copies import restore as copy

    url = address(options)
    counts = copy(options.path, url, passphrase(url))
    say(f"restored: {_rows(counts)}")
    return OK


def retain(options: argparse.Namespace) -> int:
    """Erase who was not seen for long; with --dry-run the codes are only printed."""
    is_asked = not (options.dry_run or options.yes)
    if is_asked and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("nothing brings back who is erased: add --yes, or see who it is with --dry-run")
    with open_stored(options) as vault:
        codes = vault.retain(options.since, dry_run=True)
        if is_asked and codes and not agrees(f"erase {_people(len(codes))} for good?"):
            say("nobody was erased")
            return OK
        if not options.dry_run:
            codes = vault.retain(options.since)
    sys.stdout.writelines(code + "\n" for code in codes)
    say(
        f"{_people(len(codes))} {'would be' if options.dry_run else 'were'} erased; their codes are never given again"
    )
    return OK


def audit(options: argparse.Namespace) -> int:
    """The journal, and whether chain and records are whole: 1 where they are not."""
    from incognote.vault.sql.journal import Broken

    with open_stored(options) as vault:
        entries, head, damaged = vault.audit(), vault.audit_head(), vault.check()
    broken = False
    for entry in entries:
        if isinstance(entry, Broken):
            broken = True
            say(f"the journal was changed at entry {entry.seq}: what follows cannot be trusted")
            continue
        detail = " ".join(f"{key}={_shown(value)}" for key, value in entry.detail.items())
        sys.stdout.write(f"{entry.seq}\t{entry.at}\t{entry.action}\t{detail}\n")
    if damaged:
        say(f"{len(damaged)} records are damaged, the first is {damaged[0]}: restore the last backup")
    if not broken:
        say(
            f"the journal is whole: {len(entries)} entries, head {head}; note the head down elsewhere to notice a cut"
        )
    return FAILED if broken or damaged else OK


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _fields(person: Person) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "name": person.names[0] if person.names else None,
        "aliases": [*person.names[1:]],
    }
    for number in person.numbers:
        fields.setdefault("numbers", []).append(
            {"label": number.label, "value": number.value, "issuer": number.issuer}
        )
    return fields | {"birth": person.birth.isoformat() if person.birth else None, "sex": person.sex}


def _new_passphrase() -> str:
    given = os.environ.get(NEW_PASSPHRASE)
    if given is not None:
        return given
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(f"the new passphrase is missing: set {NEW_PASSPHRASE}, or run on a terminal")
    typed = getpass.getpass("new passphrase: ", stream=sys.stderr)
    if getpass.getpass("once more: ", stream=sys.stderr) != typed:
        raise UsageError("the two passphrases differ")
    return typed


def _people(count: int) -> str:
    return f"{count} {'person' if count == 1 else 'people'}"


def _rows(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.removeprefix('vault_')} {count}" for name, count in counts.items())


VERBS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "init": init,
    "enroll": enroll,
    "list": show,
    "reveal": reveal,
    "merge": merge,
    "split": split,
    "rekey": rekey,
    "export": export,
    "backup": backup,
    "restore": restore,
    "retain": retain,
    "audit": audit,
}
