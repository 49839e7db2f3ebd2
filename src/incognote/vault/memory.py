"""A vault in memory: the same answers as the stored ones, gone with the process.

For `--vault none`, which numbers people within a run, and for tests.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from incognote.document import Assignment, Candidate, Hit, Person
from incognote.errors import VaultError
from incognote.vault import codes, identity, matching
from incognote.vault.matching import Record


class MemoryVault:
    """Implements `document.Vault`. Safe under threads; a pickled copy goes its own way."""

    def __init__(self, *, prefix: str = codes.DEFAULT_PREFIX, today: Callable[[], date] = date.today) -> None:
        self.prefix = codes.checked_prefix(prefix)
        self._today = today
        self._secret = secrets.token_bytes(32)
        self._records: list[Record | None] = [None]  # the n-th person is at n; erased people leave a None
        self._merged: dict[int, int] = {}
        self._match: dict[str, int] = {}
        self._find: dict[str, dict[int, str]] = {}  # find key -> person -> label
        self._conflicts: Counter[tuple[int, str]] = Counter()
        self._joined: dict[int, list[tuple[str, str]]] = {}  # person -> kind and evidence of forced merges
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"MemoryVault({len(self._records) - 1} people)"

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.RLock()

    # -- the Vault protocol

    def assign(self, person: Person) -> Assignment:
        """Find or create the one code of `person`."""
        with self._lock:
            owner, record, conflicts = matching.decide(person, self, self._today())
            is_new = owner is None
            if owner is None:
                owner = len(self._records)
                self._records.append(None)
            if record is not None:
                self._store(owner, record)
            kinds = tuple(dict.fromkeys(conflict.kind for conflict in conflicts))
            for kind in kinds:
                self._conflicts[owner, kind] = 1
            return Assignment(codes.written(self.prefix, owner), is_new, kinds)

    def knows(self, person: Person) -> bool:
        """Whether `assign` would find `person` rather than add somebody."""
        with self._lock:
            return matching.decide(person, self, self._today())[0] is not None

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        """Which candidates are known."""
        found: dict[Candidate, tuple[Hit, ...]] = {}
        get, prefix, keys_of = self._find.get, self.prefix, identity.candidate_keys
        for candidate in candidates:
            hits: dict[int, str] = {}
            for key in keys_of(*candidate):
                if there := get(key):
                    hits = hits | there if hits else there
            if hits:
                found[candidate] = tuple([_hit(prefix, owner, label) for owner, label in sorted(hits.items())])
        return found

    def has_code(self, code: str) -> bool:
        """Whether `code` was issued here, erased and merged ones included."""
        number = codes.number_of(code, self.prefix)
        return number is not None and number < len(self._records)

    def person(self, code: str) -> Person | None:
        """What is stored under `code`."""
        owner = self._owner(code)
        record = self._records[owner] if owner else None
        return record.person if record else None

    def day_zero(self, code: str, day: date | None = None) -> date | None:
        """The person's day 0; the first `day` ever given stays."""
        with self._lock:
            owner = self._owner(code)
            record = self._records[owner] if owner else None
            if owner is None or record is None:
                raise VaultError("this vault does not know that code: check project and vault")
            if record.day_zero is None and day is not None:
                self._records[owner] = Record(record.person, day, record.seen)
                return day
            return record.day_zero

    def shift(self, code: str) -> int:
        """The person's secret shift in whole days."""
        owner = self._owner(code)
        if owner is None:
            raise VaultError("this vault does not know that code: check project and vault")
        return shift_days(hashlib.sha256(self._secret + str(owner).encode()).digest())

    def draw(self, what: str) -> bytes:
        """A secret digest of `what`."""
        return hmac.digest(self._secret, b"draw|" + what.encode("utf-8", "surrogatepass"), "sha256")

    # -- matching.Lookup

    def owners(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Match key to person."""
        return {key: self._match[key] for key in keys if key in self._match}

    def namesakes(self, keys: Sequence[str]) -> Collection[int]:
        """The people who share a name and a birth date."""
        return {owner for key in keys for owner in self._find.get(key, ())}

    def record(self, owner: int) -> Record:
        """What is stored of a person."""
        record = self._records[owner]
        if record is None:
            raise VaultError("this person was erased")
        return record

    # -- administration

    def people(self) -> Iterator[tuple[str, Person]]:
        """Every code with its person, in the order of codes."""
        for owner, record in enumerate(self._records):
            if record is not None:
                yield codes.written(self.prefix, owner), record.person

    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """Code to label to number of identifiers; erased and merged codes are left out."""
        return {
            code: dict(Counter(label for label, _ in matching.identifiers(person)))
            for code, person in self.people()
        }

    def conflicts(self) -> Mapping[str, tuple[str, ...]]:
        """Code to its open conflicts."""
        by_code: dict[str, tuple[str, ...]] = {}
        for owner, kind in sorted(self._conflicts):
            code = codes.written(self.prefix, owner)
            by_code[code] = (*by_code.get(code, ()), kind)
        return by_code

    def merge(self, kept: str, other: str, *, force: bool = False) -> tuple[str, ...]:
        """`other` is the same person as `kept`: its code stays valid and means `kept` from now on.

        The kinds of conflict that this leaves; without `force` differences are a `VaultError`.
        """
        with self._lock:
            first, second = self._live(kept), self._live(other)
            if first == second:
                raise VaultError("these two codes are one person already")
            elder, younger = self.record(first), self.record(second)
            kinds = matching.differences(elder, younger, force=force)
            joined = [*self._joined.get(first, ()), *self._joined.get(second, ())]
            joined += [(kind, matching.evidence_of(younger.person)) for kind in kinds]
            self._forget(second)
            self._merged |= {old: first for old, now in self._merged.items() if now == second} | {
                second: first
            }
            self._forget(first)
            self._store(first, matching.merged(elder, younger))
            self._join(first, joined)
            return kinds

    def split(self, code: str, chosen: Collection[int]) -> str:
        """Move the chosen identifiers, as `reveal` numbers them, to a new code, and return it."""
        with self._lock:
            owner = self._live(code)
            stays, leaves = matching.divided(self.record(owner), checked_choice(self.record(owner), chosen))
            joined = self._joined.get(owner, [])
            leaves, settled = matching.given_back(leaves, [evidence for _, evidence in joined])
            self._forget(owner)
            self._store(owner, stays)
            self._join(owner, [(kind, evidence) for kind, evidence in joined if evidence not in settled])
            self._records.append(None)
            self._store(len(self._records) - 1, leaves)
            return codes.written(self.prefix, len(self._records) - 1)

    def retain(self, since: date, *, dry_run: bool = False) -> tuple[str, ...]:
        """Erase the people last seen before `since` and return their codes, which are never issued again."""
        not_in_future(since, self._today())
        with self._lock:
            old = [
                n
                for n, r in enumerate(self._records)
                if r is not None and r.seen is not None and r.seen < since
            ]
            for owner in () if dry_run else old:
                self._forget(owner)
            return tuple(codes.written(self.prefix, owner) for owner in old)

    def _owner(self, code: str) -> int | None:
        number = codes.number_of(code, self.prefix)
        if number is None or number >= len(self._records):
            return None
        return self._merged.get(number, number)

    def _live(self, code: str) -> int:
        owner = self._owner(code)
        if owner is None or self._records[owner] is None:
            raise VaultError("this vault does not know that code: `incognote vault list` shows them")
        return owner

    def _store(self, owner: int, record: Record) -> None:
        self._records[owner] = record
        for row in identity.rows_of(record.person, owner):
            self._match[row.match] = owner
            self._find.setdefault(row.find, {})[owner] = row.label

    def _join(self, owner: int, joined: list[tuple[str, str]]) -> None:
        self._joined[owner] = joined
        for kind, _ in joined:
            self._conflicts[owner, kind] = 1

    def _forget(self, owner: int) -> None:
        for row in identity.rows_of(self.record(owner).person, owner):
            self._match.pop(row.match, None)
            self._find.get(row.find, {}).pop(owner, None)
        for key in [key for key in self._conflicts if key[0] == owner]:
            del self._conflicts[key]
        self._joined.pop(owner, None)
        self._records[owner] = None


@lru_cache(maxsize=4096)
def _hit(prefix: str, owner: int, label: str) -> Hit:
    return Hit(codes.written(prefix, owner), label)


def shift_days(digest: bytes) -> int:
    """Weeks from a keyed digest: one to fifty-two, either way, in days.

    >>> shift_days(bytes(32)), shift_days(b"\\1" * 32) % 7
    (7, 0)
    """
    weeks = 1 + int.from_bytes(digest[:8]) % 52
    return 7 * weeks * (-1 if digest[8] & 1 else 1)


def not_in_future(since: date, today: date) -> None:
    """A `VaultError` for a day that is not here yet: everybody was last seen before it."""
    if since > today:
        raise VaultError("that day lies in the future, so everybody would be erased: choose a day that has been")


def checked_choice(record: Record, chosen: Collection[int]) -> Collection[int]:
    """`chosen` if it leaves something and takes something that is there, else a `VaultError`."""
    there = set(range(1, len(matching.identifiers(record.person)) + 1))
    if not chosen or not set(chosen) < there:
        raise VaultError("choose some identifiers to move, not all, by the numbers that `vault reveal` shows")
    return chosen
