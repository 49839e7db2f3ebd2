"""A vault of the first release is opened by today's program: copied first, upgraded whole or not at all.

`tests/data/vault-first.db` was made by `build` when there was one step; it is never made again. Its people are invented.
"""

from __future__ import annotations

import shutil
import sqlite3
import stat
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

from incognote.document import Number, Person
from incognote.errors import KeyRefused, VaultError
from incognote.vault import open_stored
from incognote.vault.sql import tables
from incognote.vault.sql.copies import restore
from incognote.vault.sql.first_tables import FIRST

FIXTURE = Path(__file__).parents[2] / "data" / "vault-first.db"
PASSPHRASE = "correct horse battery"
WANG = Person(("王大明", "WANG, TA-MING"), (Number("MRN", "0012345"), Number("IDNO", "A123456789")), date(1971, 3, 5), "M")
CHEN = Person(("陳美華",), (Number("MRN", "7654321"),), date(1960, 12, 31), "F")


def build(path: Path) -> None:
    """How the fixture was made."""
    vault = open_stored(f"sqlite:///{path}", project="ward", passphrase=PASSPHRASE, create=True)
    vault.assign(WANG)
    vault.assign(CHEN)
    vault.day_zero("PT-0001", date(2024, 5, 2))
    vault.reveal("PT-0002", to="terminal")
    vault.close()


def add_note(connection: sa.Connection) -> None:
    """A step as a later release might have one."""
    connection.exec_driver_sql("ALTER TABLE vault_project ADD COLUMN remark TEXT")


def fail(connection: sa.Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE vault_project ADD COLUMN half TEXT")
    raise sqlite3.OperationalError("disk I/O error")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "vault.db"
    shutil.copy(FIXTURE, path)
    path.chmod(0o600)
    return path


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[sa.Connection], None]], None]:
    def add(work: Callable[[sa.Connection], None]) -> None:
        monkeypatch.setattr(tables, "STEPS", (*tables.STEPS, ("later step", work)))

    return add


def columns(path: Path) -> set[str]:
    with sqlite3.connect(path) as connection:
        found = {row[1] for row in connection.execute("PRAGMA table_info(vault_project)")}
    connection.close()
    return found


def opened(path: Path) -> dict[str, object]:
    vault = open_stored(f"sqlite:///{path}", project="ward", passphrase=PASSPHRASE)
    try:
        told = dict(vault.people())
        assert vault.check() == ()
        return {"people": told, "zero": vault.day_zero("PT-0001"), "shift": vault.shift("PT-0001"), "audit": [e.action for e in vault.audit()]}  # type: ignore[union-attr]
    finally:
        vault.close()


def test_a_vault_of_the_first_release_holds_what_it_held(old: Path) -> None:
    told = opened(old)
    assert told["people"] == {"PT-0001": WANG, "PT-0002": CHEN}
    assert told["zero"] == date(2024, 5, 2)


def test_an_upgrade_leaves_a_copy_keeps_everything_and_is_in_the_journal(old: Path, step: Callable[..., None]) -> None:
    before = opened(old)
    step(add_note)
    after = opened(old)
    assert "remark" in columns(old)
    assert {**after, "audit": None} == {**before, "audit": None}
    assert after["audit"] == [*before["audit"], "upgrade"]  # type: ignore[misc]
    copy = old.with_name("vault.db.step1.bak")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "remark" not in columns(copy)
    opened(old)
    assert [p.name for p in old.parent.glob("*.bak*")] == [copy.name], "what is current is not copied again"


def test_a_copy_of_an_older_vault_can_be_restored_and_is_not_changed(old: Path, step: Callable[..., None], tmp_path: Path) -> None:
    held = old.read_bytes()
    step(add_note)
    restore(old, f"sqlite:///{tmp_path}/new.db", PASSPHRASE)
    assert old.read_bytes() == held
    assert opened(tmp_path / "new.db")["people"] == {"PT-0001": WANG, "PT-0002": CHEN}
    with pytest.raises(KeyRefused):
        restore(old, f"sqlite:///{tmp_path}/other.db", "wrong")


def test_an_upgrade_that_fails_leaves_the_vault_as_it_was(old: Path, step: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    steps = tables.STEPS
    step(fail)
    with pytest.raises(VaultError):
        opened(old)
    assert "half" not in columns(old)
    monkeypatch.setattr(tables, "STEPS", steps)
    assert opened(old)["people"] == {"PT-0001": WANG, "PT-0002": CHEN}


def test_no_copy_no_upgrade(old: Path, step: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    step(add_note)
    monkeypatch.setattr("incognote.vault.sql.upgrade.free_name", lambda path, steps: path.parent / "gone" / "copy.bak")
    with pytest.raises((VaultError, OSError)):
        opened(old)
    assert "remark" not in columns(old)


def test_a_vault_of_a_newer_release_is_refused_before_its_keys_are_read(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        connection.execute("INSERT INTO vault_step VALUES ('of tomorrow', '2030-01-01')")
        connection.execute("DROP TABLE vault_key")
    connection.close()
    with pytest.raises(VaultError, match="newer incognote"):
        opened(old)
    with pytest.raises(VaultError, match="newer incognote"):
        restore(old, f"sqlite:///{old.parent}/new.db", PASSPHRASE)
    assert not [p for p in old.parent.iterdir() if p.suffix == ".bak" or p.name == "new.db"]


def test_the_steps_lead_to_the_tables_that_the_program_uses() -> None:
    def shape(connection: sa.Connection) -> dict[str, object]:
        seen = sa.inspect(connection)
        return {
            name: (
                [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(name)],
                seen.get_pk_constraint(name)["constrained_columns"],
                sorted((i["name"], tuple(i["column_names"])) for i in seen.get_indexes(name)),
                sorted(tuple(u["column_names"]) for u in seen.get_unique_constraints(name)),
            )
            for name in seen.get_table_names()
        }

    with sa.create_engine("sqlite://").begin() as stepped, sa.create_engine("sqlite://").begin() as meant:
        tables.migrate(stepped)
        tables.METADATA.create_all(meant)
        assert shape(stepped) == shape(meant)


def test_the_first_step_is_as_it_was_released() -> None:
    """What the fixture holds is what the first step still makes."""
    with sqlite3.connect(f"file:{FIXTURE}?mode=ro", uri=True) as connection:
        released = {row[0]: row[1].split() for row in connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")}
    connection.close()
    with sa.create_engine("sqlite://").begin() as now:
        tables.STEPS[0][1](now)
        made = {row[0]: row[1].split() for row in now.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")}
    assert made == released
    assert set(FIRST.tables) <= set(made)
