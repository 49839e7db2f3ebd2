"""The rows of one project as seen within one transaction: what is looked up, and what is written."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from incognote.document import Person
from incognote.errors import VaultError
from incognote.vault import identity
from incognote.vault.matching import Conflict, Record
from incognote.vault.seal import ProjectKeys
from incognote.vault.sql.tables import CONFLICT, IDENTIFIER, PERSON, PROJECT

T = TypeVar("T")
_CHUNK: Final = 400
_DAMAGED: Final = "the vault is damaged: restore the last backup with `incognote vault restore`"

_STAMP: Final = sa.select(PROJECT.c.epoch, PROJECT.c.index_version, PROJECT.c.last_number).where(
    PROJECT.c.id == sa.bindparam("project")
)
_LOCK: Final = _STAMP.with_for_update()
_OWNERS: Final = sa.select(IDENTIFIER.c.match, IDENTIFIER.c.number).where(
    IDENTIFIER.c.match.in_(sa.bindparam("tags", expanding=True))
)
_FINDS: Final = sa.select(IDENTIFIER.c.find, IDENTIFIER.c.number, IDENTIFIER.c.label).where(
    IDENTIFIER.c.find.in_(sa.bindparam("tags", expanding=True))
)
_PERSON: Final = sa.select(PERSON.c.sealed, PERSON.c.merged).where(
    PERSON.c.project == sa.bindparam("project"), PERSON.c.number == sa.bindparam("number")
)


@dataclass(frozen=True)
class Access:
    """What opens one project: handed to worker processes as it is; it holds no passphrase."""

    url: str = field(repr=False)
    project: int
    prefix: str
    keys: ProjectKeys


class Rows:
    """Implements `matching.Lookup` on a connection."""

    def __init__(self, connection: sa.Connection, access: Access) -> None:
        self.connection = connection
        self.project = access.project
        self.keys = access.keys

    # -- reading

    def check(self) -> int:
        """The number of the last person; a `VaultError` where the keys were renewed since they were handed out."""
        return self._stamp(_STAMP)

    def lock(self) -> int:
        """The same, keeping other writers of the project out until the transaction ends."""
        return self._stamp(_LOCK)

    def _stamp(self, statement: sa.Select[Any]) -> int:
        row = self.connection.execute(statement, {"project": self.project}).first()
        if row is None or not isinstance(row.last_number, int):
            raise VaultError(_DAMAGED)
        if row.epoch != self.keys.epoch:
            raise VaultError("the vault's keys were renewed meanwhile: start this command again")
        if row.index_version != identity.INDEX_VERSION:
            raise VaultError("another version of incognote renewed the index: use one version at a time")
        return row.last_number

    def owners(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Match key to person."""
        by_tag = {self.keys.tag(key): key for key in keys}
        return {
            by_tag[bytes(row.match)]: row.number
            for row in self._rows(_OWNERS, by_tag)
            if bytes(row.match) in by_tag
        }

    def namesakes(self, keys: Sequence[str]) -> Collection[int]:
        """The people who share a name and a birth date."""
        return {row.number for row in self._rows(_FINDS, [self.keys.tag(key) for key in keys])}

    def found(self, tags: Iterable[bytes]) -> dict[bytes, dict[int, str]]:
        """Find tag to the people it may mean, with the label under which they have it."""
        hits: dict[bytes, dict[int, str]] = {}
        for row in self._rows(_FINDS, tags):
            hits.setdefault(bytes(row.find), {})[row.number] = row.label
        return hits

    def _rows(self, statement: sa.Select[Any], tags: Iterable[bytes]) -> Iterator[Any]:
        for chunk in chunks(tags, _CHUNK):
            yield from self.connection.execute(statement, {"tags": chunk})

    def owner(self, number: int) -> int:
        """The person a number stands for today: itself, or the one it was merged into."""
        return self._person(number)[1]

    def record(self, owner: int) -> Record:
        """What is stored of a person; a `VaultError` for an erased one."""
        record = self.find_record(owner)
        if record is None:
            raise VaultError("this person was erased from the vault")
        return record

    def find_record(self, number: int) -> Record | None:
        """What is stored under a number, None where it was never issued or was erased."""
        sealed, owner = self._person(number)
        if owner != number:
            sealed, _ = self._person(owner)
        return None if sealed is None else self.keys.open_record(sealed, owner)

    def _person(self, number: int) -> tuple[bytes | None, int]:
        row = self.connection.execute(_PERSON, {"project": self.project, "number": number}).first()
        if row is None:
            return None, number
        return row.sealed, number if row.merged is None else row.merged

    def everybody(self) -> Iterator[tuple[int, Record]]:
        """Every person in the order of codes, a page in memory at a time; rows may be changed on the way."""
        last = 0
        while page := self.page(last):
            yield from page
            last = page[-1][0]

    def page(self, after: int) -> list[tuple[int, Record]]:
        """The next people whose numbers are greater than `after`."""
        statement = sa.select(PERSON.c.number, PERSON.c.sealed).where(
            PERSON.c.project == self.project, PERSON.c.number > after, PERSON.c.sealed.is_not(None)
        )
        found = self.connection.execute(statement.order_by(PERSON.c.number).limit(_CHUNK))
        return [(number, self.keys.open_record(sealed, number)) for number, sealed in found]

    def damaged(self) -> list[int]:
        """The people whose record does not open."""
        statement = sa.select(PERSON.c.number, PERSON.c.sealed).where(
            PERSON.c.project == self.project, PERSON.c.sealed.is_not(None)
        )
        broken = []
        for number, sealed in self.connection.execution_options(yield_per=_CHUNK).execute(statement):
            try:
                self.keys.open_record(sealed, number)
            except VaultError:
                broken.append(number)
        return broken

    def counts(self) -> dict[int, dict[str, int]]:
        """Person to label to number of identifiers, from the index alone."""
        people = sa.select(PERSON.c.number).where(
            PERSON.c.project == self.project, PERSON.c.sealed.is_not(None)
        )
        by_number: dict[int, dict[str, int]] = {
            n: {} for n in self.connection.scalars(people.order_by(PERSON.c.number))
        }
        labels = sa.select(IDENTIFIER.c.number, IDENTIFIER.c.label, sa.func.count()).where(
            IDENTIFIER.c.project == self.project,
            IDENTIFIER.c.label.not_in((identity.NAMESAKE, identity.NOTE)),
        )
        for number, label, count in self.connection.execute(
            labels.group_by(IDENTIFIER.c.number, IDENTIFIER.c.label)
        ):
            by_number.setdefault(number, {})[label] = count
        return by_number

    def conflicts(self) -> list[tuple[int, str]]:
        """Person and kind of every open conflict."""
        statement = sa.select(CONFLICT.c.number, CONFLICT.c.kind).where(CONFLICT.c.project == self.project)
        return [
            (n, kind)
            for n, kind in self.connection.execute(statement.order_by(CONFLICT.c.number, CONFLICT.c.kind))
        ]

    def joined(self, number: int) -> list[tuple[str, int | None, str]]:
        """Kind, second person and evidence of the conflicts that a merge in spite of differences left."""
        mine = (CONFLICT.c.project == self.project, CONFLICT.c.number == number)
        found = []
        for row in self.connection.execute(sa.select(CONFLICT).where(*mine).order_by(CONFLICT.c.tag)):
            detail = json.loads(self.keys.open_text(row.sealed, f"conflict|{bytes(row.tag).hex()}"))
            if detail.get("merge"):
                found.append((row.kind, detail["other"], detail["evidence"]))
        return found

    # -- writing

    def add(self, record: Record) -> int:
        """Store a new person under the next number; the caller holds the lock."""
        number = self.lock() + 1
        self.connection.execute(
            sa.update(PROJECT).where(PROJECT.c.id == self.project).values(last_number=number)
        )
        sealed = self.keys.seal_record(record, number)
        self.connection.execute(
            sa.insert(PERSON), {"project": self.project, "number": number, "sealed": sealed, "merged": None}
        )
        self._insert(record.person, number, known=())
        return number

    def store(self, number: int, record: Record) -> None:
        """Replace what is stored of a person and add index rows for what is new in it."""
        where = (PERSON.c.project == self.project, PERSON.c.number == number)
        sealed = self.keys.seal_record(record, number)
        self.connection.execute(sa.update(PERSON).where(*where).values(sealed=sealed))
        present = sa.select(IDENTIFIER.c.match).where(
            IDENTIFIER.c.project == self.project, IDENTIFIER.c.number == number
        )
        self._insert(record.person, number, known=set(self.connection.scalars(present)))

    def _insert(self, person: Person, number: int, *, known: Collection[bytes]) -> None:
        rows = [row for row in self._index_rows(person, number) if row["match"] not in known]
        if rows:
            self.connection.execute(sa.insert(IDENTIFIER), rows)

    def _index_rows(self, person: Person, number: int) -> list[dict[str, Any]]:
        return [
            {
                "project": self.project,
                "match": self.keys.tag(row.match),
                "find": self.keys.tag(row.find),
                "number": number,
                "label": row.label,
                "version": identity.INDEX_VERSION,
            }
            for row in identity.rows_of(person, number)
        ]

    def relist(self, number: int, record: Record, taken: set[bytes]) -> None:
        """Index a person anew, leaving out what another has `taken`; that is a conflict to be shown."""
        rows = self._index_rows(record.person, number)
        free = [row for row in rows if row["match"] not in taken]
        if len(free) < len(rows):
            self.note_conflicts(number, (Conflict("several", None),), record.person)
        taken.update(row["match"] for row in free)
        if free:
            self.connection.execute(sa.insert(IDENTIFIER), free)

    def unlist(self, *numbers: int) -> None:
        """Take people out of the index."""
        self.connection.execute(
            sa.delete(IDENTIFIER).where(
                IDENTIFIER.c.project == self.project, IDENTIFIER.c.number.in_(numbers)
            )
        )

    def empty(self, number: int, *, into: int | None) -> None:
        """Erase a person's record; the number stays taken, and stands for `into` if given."""
        where = (PERSON.c.project == self.project, PERSON.c.number == number)
        self.connection.execute(sa.update(PERSON).where(*where).values(sealed=None, merged=into))
        if into is not None:
            follows = (PERSON.c.project == self.project, PERSON.c.merged == number)
            self.connection.execute(sa.update(PERSON).where(*follows).values(merged=into))
        self.settle(number)

    def settle(self, *numbers: int) -> None:
        """Close the conflicts of these people."""
        self.connection.execute(
            sa.delete(CONFLICT).where(CONFLICT.c.project == self.project, CONFLICT.c.number.in_(numbers))
        )

    def note_conflicts(self, number: int, conflicts: Iterable[Conflict], offered: Person) -> None:
        """Record evidence that did not fit, once for each kind of it."""
        for conflict in conflicts:
            self.write_conflict(number, conflict.kind, conflict.other, _evidence(conflict, offered))

    def write_conflict(
        self, number: int, kind: str, other: int | None, evidence: str, *, is_merge: bool = False
    ) -> None:
        """One conflict, sealed for its row; the same one again changes nothing."""
        tag = self.keys.tag(f"conflict|{number}|{kind}|{other}|{evidence}")
        where = (CONFLICT.c.project == self.project, CONFLICT.c.tag == tag)
        if self.connection.execute(sa.select(CONFLICT.c.kind).where(*where)).first() is not None:
            return
        detail = {"other": other, "evidence": evidence} | ({"merge": True} if is_merge else {})
        text = json.dumps(detail, ensure_ascii=False)
        sealed = self.keys.seal_text(text, f"conflict|{tag.hex()}")
        row = {"project": self.project, "tag": tag, "number": number, "kind": kind, "sealed": sealed}
        self.connection.execute(sa.insert(CONFLICT), row)


def _evidence(conflict: Conflict, offered: Person) -> str:
    if conflict.kind == "birth":
        return offered.birth.isoformat() if offered.birth else ""
    if conflict.kind == "name":
        return "|".join(identity.name_keys(offered.names))
    return "|".join(identity.strong_keys(offered))


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size` items."""
    everything = list(items)
    for start in range(0, len(everything), size):
        yield everything[start : start + size]
