"""`SqlVault`: one project of a stored vault, as the pipeline sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from incognote.document import Assignment, Candidate, Hit, Person
from incognote.errors import VaultError
from incognote.vault import codes, identity, matching
from incognote.vault.matching import Record
from incognote.vault.memory import shift_days
from incognote.vault.sql.database import Database
from incognote.vault.sql.rows import Access, Rows, chunks

T = TypeVar("T")
_UNKNOWN: Final = "this vault does not know that code: check project and vault"
_PEOPLE_A_TRANSACTION: Final = 200


class SqlVault:
    """Implements `document.Vault`. It may be pickled to a worker process: the keys of its project go along,
    the passphrase and the vault's other keys do not."""

    def __init__(
        self,
        database: Database,
        access: Access,
        *,
        today: Callable[[], date] = date.today,
    ) -> None:
        self.database = database
        self.access = access
        self._today = today

    def __repr__(self) -> str:
        return f"SqlVault({self.database!r}, project {self.access.project})"

    def __reduce__(self) -> tuple[Any, ...]:
        return open_access, (self.access,)

    @property
    def prefix(self) -> str:
        return self.access.prefix

    # -- the Vault protocol

    def assign(self, person: Person) -> Assignment:
        """Find or create the one code of `person`; a person already known takes no write lock."""
        today = self._today()

        def look(connection: sa.Connection) -> matching.Decision:
            return matching.decide(person, self._checked(connection), today)

        decision = self.database.read(look)
        if decision.owner is not None and decision.record is None and not decision.conflicts:
            return Assignment(codes.written(self.prefix, decision.owner), False, ())
        return self.database.write(lambda connection: self._assign(self._rows(connection), person, today))

    def knows(self, person: Person) -> bool:
        """Whether `assign` would find `person` rather than add somebody."""
        today = self._today()
        return self.database.read(lambda c: matching.decide(person, self._checked(c), today).owner is not None)

    def enroll(self, people: Sequence[Person]) -> Iterator[Assignment]:
        """`assign` for many, some hundreds a transaction; what was yielded is stored."""
        today = self._today()
        for chunk in chunks(people, _PEOPLE_A_TRANSACTION):

            def work(connection: sa.Connection, chunk: list[Person] = chunk) -> list[Assignment]:
                return [self._assign(self._rows(connection), person, today) for person in chunk]

            yield from self.database.write(work)

    def _assign(self, rows: Rows, person: Person, today: date) -> Assignment:
        rows.lock()
        owner, record, conflicts = matching.decide(person, rows, today)
        is_new = owner is None
        if owner is None:
            if record is None:
                raise VaultError("nothing to store of this person")
            owner = rows.add(record)
        elif record is not None:
            rows.store(owner, record)
        rows.note_conflicts(owner, conflicts, person)
        kinds = tuple(dict.fromkeys(conflict.kind for conflict in conflicts))
        return Assignment(codes.written(self.prefix, owner), is_new, kinds)

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        """Which candidates are known, in one query for a note."""
        tags: dict[Candidate, tuple[bytes, ...]] = {
            candidate: tuple(
                map(self.access.keys.tag, identity.candidate_keys(candidate.label, candidate.value))
            )
            for candidate in candidates
        }

        def look(connection: sa.Connection) -> dict[bytes, dict[int, str]]:
            return self._checked(connection).found({tag for some in tags.values() for tag in some})

        hits = self.database.read(look) if any(tags.values()) else {}
        found: dict[Candidate, tuple[Hit, ...]] = {}
        for candidate, some in tags.items():
            people = {number: label for tag in some for number, label in hits.get(tag, {}).items()}
            if people:
                found[candidate] = tuple(
                    Hit(codes.written(self.prefix, number), label) for number, label in sorted(people.items())
                )
        return found

    def has_code(self, code: str) -> bool:
        """Whether `code` was issued in this project, erased and merged ones included."""
        number = codes.number_of(code, self.prefix)
        if number is None:
            return False
        return number <= self.database.read(lambda connection: self._rows(connection).check())

    def person(self, code: str) -> Person | None:
        """What is stored under `code`."""
        number = codes.number_of(code, self.prefix)
        if number is None:
            return None

        record = self.database.read(lambda connection: self._checked(connection).find_record(number))
        return record.person if record else None

    def day_zero(self, code: str, day: date | None = None) -> date | None:
        """The person's day 0; the first `day` ever given stays, whoever gives it."""

        def work(connection: sa.Connection) -> date | None:
            rows = self._rows(connection)
            rows.lock()
            owner = rows.owner(codes.number_of(code, self.prefix) or 0)
            record = rows.record(owner)
            if record.day_zero is None:
                rows.store(owner, Record(record.person, day, record.seen))
                return day
            return record.day_zero

        stored = self._look(code, lambda rows, number: rows.record(number).day_zero)
        return stored if stored is not None or day is None else self.database.write(work)

    def shift(self, code: str) -> int:
        """The person's secret shift in whole days."""
        owner = self._look(code, lambda rows, number: rows.owner(number))
        return shift_days(self.access.keys.shift_digest(owner))

    def draw(self, what: str) -> bytes:
        """A secret digest of `what`."""
        return self.access.keys.draw_digest(what)

    def _look(self, code: str, work: Callable[[Rows, int], T]) -> T:
        """Read something of a code that was issued; `VaultError` for any other."""
        number = codes.number_of(code, self.prefix)

        def look(connection: sa.Connection) -> T:
            rows = self._rows(connection)
            if number is None or number > rows.check():
                raise VaultError(_UNKNOWN)
            return work(rows, number)

        return self.database.read(look)

    # -- what a custodian sees

    def people(self) -> Iterator[tuple[str, Person]]:
        """Every code with its person, in the order of codes; a page in memory at a time."""
        last = 0
        while page := self._page(last):
            yield from ((codes.written(self.prefix, number), record.person) for number, record in page)
            last = page[-1][0]

    def _page(self, after: int) -> list[tuple[int, Record]]:
        return self.database.read(lambda connection: self._checked(connection).page(after))

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Code to label to number of identifiers; erased and merged codes are left out."""
        found = self.database.read(lambda connection: self._checked(connection).counts())
        return {codes.written(self.prefix, number): labels for number, labels in found.items()}

    def conflicts(self) -> Mapping[str, tuple[str, ...]]:
        """Code to its open conflicts."""
        by_code: dict[str, tuple[str, ...]] = {}
        for number, kind in self.database.read(lambda connection: self._checked(connection).conflicts()):
            code = codes.written(self.prefix, number)
            by_code[code] = tuple(dict.fromkeys((*by_code.get(code, ()), kind)))
        return by_code

    # -- within

    def _checked(self, connection: sa.Connection) -> Rows:
        rows = self._rows(connection)
        rows.check()
        return rows

    def close(self) -> None:
        """Give the connections back."""
        self.database.close()

    def _rows(self, connection: sa.Connection) -> Rows:
        return Rows(connection, self.access)


def open_access(access: Access) -> SqlVault:
    """The vault in a worker process."""
    return SqlVault(Database(access.url), access)
