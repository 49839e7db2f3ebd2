"""A desk in a vault of its own, opened without the wait that a passphrase takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from desk_work import open_desk, sqlite
from incognote.desk.store import Desk
from incognote.vault import seal

_stretched = lru_cache(maxsize=None)(seal.stretch)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(seal, "stretch", _stretched)
    desk = open_desk(sqlite(tmp_path))
    yield desk
    desk.vault.close()
