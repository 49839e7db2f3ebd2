"""A vault as workers see it: what stands is told, and nothing comes to stand."""

from __future__ import annotations

from datetime import date

import pytest

from incognote.batch.settled import Unsettled, settled
from incognote.document import Person
from incognote.vault.memory import MemoryVault

WANG = Person(("王大明",), ())
DAY = date(2024, 3, 1)


def test_a_worker_sets_nobodys_first_day() -> None:
    vault = MemoryVault()
    code = vault.assign(WANG).code
    seen = settled(vault)
    with pytest.raises(Unsettled):
        seen.day_zero(code, DAY)
    assert seen.day_zero(code) is None and vault.day_zero(code) is None


def test_a_first_day_that_stands_is_told_whatever_is_asked() -> None:
    vault = MemoryVault()
    code = vault.assign(WANG).code
    vault.day_zero(code, DAY)
    assert settled(vault).day_zero(code, date(2024, 5, 1)) == DAY


def test_a_copy_of_a_vault_in_memory_does_not_see_who_comes_later() -> None:
    vault = MemoryVault()
    seen = settled(vault)
    code = vault.assign(WANG).code
    assert seen.person(code) is None
    assert "王" not in repr(seen)
