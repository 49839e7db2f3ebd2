"""What a data custodian does with a stored vault: every verb one transaction, every one in the journal.

A process killed midway leaves the vault as it was before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any, Final

import sqlalchemy as sa

from incognote.document import Person
from incognote.errors import VaultError
from incognote.vault import codes, matching, seal
from incognote.vault.memory import checked_choice, not_in_future
from incognote.vault.sql import journal
from incognote.vault.sql.copies import counts_of
from incognote.vault.sql.database import Database
from incognote.vault.sql.desk_seals import reseal
from incognote.vault.sql.index import lock_makers, project_tag, rebuild_index, seal_project_name
from incognote.vault.sql.ring import Ring, rewrap, unwrap
from incognote.vault.sql.rows import Access, Rows
from incognote.vault.sql.store import SqlVault
from incognote.vault.sql.tables import CONFLICT, PERSON, PROJECT

_UNKNOWN: Final = "this vault does not know that code: `incognote vault list` shows them"


class StoredVault(SqlVault):
    """A vault opened with its passphrase; a pickled copy in a worker process is a plain `SqlVault`."""

    def __init__(
        self, database: Database, access: Access, ring: Ring, *, today: Callable[[], date] = date.today
    ) -> None:
        super().__init__(database, access, today=today)
        self.ring = ring

    def note(self, action: str, **detail: Any) -> None:
        """Put a line in the journal: before names are shown, so that none is shown without it."""
        self.database.write(lambda connection: self._note(connection, action, detail))

    def reveal(self, code: str, *, to: str) -> Person:
        """Who a code is; `to` says where the answer goes (terminal, pipe), for the journal."""
        person = self.person(code)
        if person is None:
            raise VaultError(_UNKNOWN)
        self.note("reveal", code=self._proper(code), to=to)
        return person

    def merge(self, kept: str, other: str, *, force: bool = False) -> tuple[str, ...]:
        """`other` is the same person as `kept`: its code stays valid and means `kept` from now on.

        The kinds of conflict that this leaves; without `force` differences are a `VaultError`.
        """

        def work(connection: sa.Connection) -> tuple[str, ...]:
            rows = self._rows(connection)
            rows.lock()
            first, second = self._live(rows, kept), self._live(rows, other)
            if first == second:
                raise VaultError("these two codes are one person already")
            elder, younger = rows.record(first), rows.record(second)
            kinds = matching.differences(elder, younger, force=force)
            joined = [*rows.joined(first), *rows.joined(second)]
            joined += [(kind, second, matching.evidence_of(younger.person)) for kind in kinds]
            rows.unlist(first, second)
            rows.settle(first)
            rows.empty(second, into=first)
            rows.store(first, matching.merged(elder, younger))
            for kind, origin, evidence in joined:
                rows.write_conflict(first, kind, origin, evidence, is_merge=True)
            codes_of = {"kept": self._written(first), "other": self._written(second)}
            self._note(connection, "merge", codes_of | ({"differ": list(kinds)} if kinds else {}))
            return kinds

        return self.database.write(work)

    def split(self, code: str, chosen: Collection[int]) -> str:
        """Move the chosen identifiers, as `reveal` numbers them, to a new code, and return it."""

        def work(connection: sa.Connection) -> str:
            rows = self._rows(connection)
            rows.lock()
            owner = self._live(rows, code)
            record = rows.record(owner)
            stays, leaves = matching.divided(record, checked_choice(record, chosen))
            joined = rows.joined(owner)
            leaves, settled = matching.given_back(leaves, [evidence for _, _, evidence in joined])
            rows.unlist(owner)
            rows.settle(owner)
            rows.store(owner, stays)
            for kind, origin, evidence in joined:
                if evidence not in settled:
                    rows.write_conflict(owner, kind, origin, evidence, is_merge=True)
            new = self._written(rows.add(leaves))
            self._note(connection, "split", {"code": self._written(owner), "new": new, "moved": len(chosen)})
            return new

        return self.database.write(work)

    def retain(self, since: date, *, dry_run: bool = False) -> tuple[str, ...]:
        """Erase the people last seen before `since` and return their codes, which are never issued again."""
        not_in_future(since, self._today())

        def work(connection: sa.Connection) -> tuple[str, ...]:
            rows = self._rows(connection)
            rows.lock()
            old = [number for number, record in rows.everybody() if record.seen and record.seen < since]
            for number in () if dry_run else old:
                rows.unlist(number)
                rows.empty(number, into=None)
            if not dry_run:
                self._note(connection, "retain", {"since": since.isoformat(), "erased": len(old)})
            return tuple(map(self._written, old))

        erased = self.database.read(work) if dry_run else self.database.write(work)
        if erased and not dry_run:
            self.database.tidy()
        return erased

    def export(self, *, to: str) -> Sequence[tuple[str, Person]]:
        """Everybody with their codes, for the journal with where they go."""
        people = list(self.people())
        self.note("export", people=len(people), to=to)
        return people

    def rekey(self, passphrase: str, *, renew: bool) -> bool:
        """Put the keys under a new passphrase; `renew` also makes new keys for data and index.

        Codes, days and shifts stay. All or nothing: interrupted, the old passphrase opens the old vault.
        Returns whether the old bytes could be wiped from the file at once.
        """

        def work(connection: sa.Connection) -> Ring:
            lock_makers(connection)
            current = unwrap(connection, self.ring.wrapping)  # projects may have been added since
            connection.execute(sa.select(PROJECT.c.id).with_for_update())
            before = counts_of(connection)
            fresh = rewrap(connection, current, passphrase, renew=renew)
            if renew:
                for project in list(connection.execute(sa.select(PROJECT))):
                    _renew_project(connection, project, current, fresh)
            if counts_of(connection) != before:
                raise VaultError("re-keying would have lost rows and was undone: run `incognote vault audit`")
            journal.record(connection, fresh, "rekey", {"renewed": renew})
            return fresh

        self.ring = self.database.write(work)
        self.access = Access(
            self.access.url, self.access.project, self.access.prefix, self.ring.project(self.access.project)
        )
        return self.database.tidy()

    def audit(self) -> list[journal.Entry | journal.Broken]:
        """The journal; its last item is `Broken` where the chain is."""
        return self.database.read(lambda connection: list(journal.read(connection, self.ring)), snapshot=True)

    def audit_head(self) -> str:
        """The hash of the newest row, to be noted down somewhere else."""
        return self.database.read(journal.head)

    def check(self) -> tuple[str, ...]:
        """Open every record of the project; the codes of those that are damaged."""
        return tuple(
            map(self._written, self.database.read(lambda connection: self._checked(connection).damaged()))
        )

    # -- within

    def _note(self, connection: sa.Connection, action: str, detail: Mapping[str, Any]) -> None:
        journal.record(connection, self.ring, action, {"project": self.access.project, **detail})

    def _written(self, number: int) -> str:
        return codes.written(self.prefix, number)

    def _proper(self, code: str) -> str:
        return self._written(codes.number_of(code, self.prefix) or 0)

    def _live(self, rows: Rows, code: str) -> int:
        number = codes.number_of(code, self.prefix)
        if number is None or rows.find_record(number) is None:
            raise VaultError(_UNKNOWN)
        return rows.owner(number)


def _renew_project(connection: sa.Connection, project: Any, old: Ring, fresh: Ring) -> None:
    """Seal a project's rows under new keys and hash its index anew; the caller's transaction holds it all."""
    name = json.loads(seal.unseal(old.root.data_key, project.sealed, f"project|{project.id}".encode()))
    values = {"tag": project_tag(fresh, name), "sealed": seal_project_name(fresh, project.id, name)}
    connection.execute(sa.update(PROJECT).where(PROJECT.c.id == project.id).values(**values))
    before = Rows(connection, Access("", project.id, project.prefix, old.project(project.id)))
    access = Access("", project.id, project.prefix, fresh.project(project.id))
    for number, record in before.everybody():
        where = (PERSON.c.project == project.id, PERSON.c.number == number)
        sealed = access.keys.seal_record(record, number)
        connection.execute(sa.update(PERSON).where(*where).values(sealed=sealed))
    _renew_conflicts(connection, before, Rows(connection, access))
    reseal(connection, project.id, before.keys, access.keys)
    rebuild_index(connection, access)


def _renew_conflicts(connection: sa.Connection, before: Rows, after: Rows) -> None:
    mine = CONFLICT.c.project == before.project
    stored = list(connection.execute(sa.select(CONFLICT).where(mine)))
    connection.execute(sa.delete(CONFLICT).where(mine))
    for row in stored:
        detail = json.loads(before.keys.open_text(row.sealed, f"conflict|{bytes(row.tag).hex()}"))
        is_merge = bool(detail.get("merge"))
        after.write_conflict(row.number, row.kind, detail["other"], detail["evidence"], is_merge=is_merge)
