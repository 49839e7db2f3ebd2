"""A vault into which nobody new comes: after the enrolment, workers read codes and give none.

Two workers that met a new person at once would each give the next code to another one. So a document with
somebody new fails here, and is done again by the one process that may give codes, when it is its turn.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final, Protocol, cast

from incognote.document import Assignment, Candidate, Hit, Person, Vault
from incognote.errors import VaultError
from incognote.vault.identity import candidate_keys
from incognote.vault.memory import MemoryVault


class Unsettled(VaultError):  # noqa: N818 - it reads as what happened
    """Somebody is not enrolled yet."""


LATE: Final = f"error_{Unsettled.__name__}"
"""The finding that `Pipeline.attempt` makes of it."""


class Knowing(Vault, Protocol):
    """A vault that can say whether it would find a person."""

    def knows(self, person: Person) -> bool:
        """Whether `assign` would find the person rather than add one."""


class Settled:
    """`vault` as workers see it: `assign` and `day_zero` find, and never add."""

    def __init__(self, vault: Knowing) -> None:
        self._vault = vault

    def __repr__(self) -> str:
        return f"Settled({self._vault!r})"

    def assign(self, person: Person) -> Assignment:
        """The code of a person who is there."""
        if not self._vault.knows(person):
            raise Unsettled("somebody is not enrolled yet")
        return self._vault.assign(person)

    def day_zero(self, code: str, day: date | None = None) -> date | None:
        """The day that stands; where none does and one is given, it is not for a worker to set."""
        stored = self._vault.day_zero(code)
        if stored is None and day is not None:
            raise Unsettled("a first day is not set yet")
        return stored

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        return self._vault.find(candidates)

    def has_code(self, code: str) -> bool:
        return self._vault.has_code(code)

    def person(self, code: str) -> Person | None:
        return self._vault.person(code)

    def shift(self, code: str) -> int:
        return self._vault.shift(code)

    def draw(self, what: str) -> bytes:
        return self._vault.draw(what)


class Heard(Settled):
    """The same vault, and what it was asked for: `asked` has find keys and codes.

    Who looked at a document before an earlier one was enrolled is told by it whether that makes a difference.
    """

    def __init__(self, vault: Vault) -> None:
        super().__init__(cast(Knowing, vault))  # it is asked, and adds nobody
        self.asked: set[str] = set()

    def find(self, candidates: Iterable[Candidate]) -> Mapping[Candidate, tuple[Hit, ...]]:
        wanted = tuple(candidates)
        for candidate in wanted:
            self.asked.update(candidate_keys(*candidate))
        return super().find(wanted)

    def has_code(self, code: str) -> bool:
        self.asked.add(code)
        return super().has_code(code)


def settled(vault: Knowing) -> Settled:
    """A vault in memory is copied as it stands now; a stored one stays the one it is."""
    if isinstance(vault, MemoryVault):
        copied: MemoryVault = pickle.loads(pickle.dumps(vault))  # our own object: nothing foreign is read
        return Settled(copied)
    return Settled(vault)
