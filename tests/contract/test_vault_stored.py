"""What only a stored vault can get wrong: keys, projects, copies, races, kills, theft."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path

import pytest
import sqlalchemy as sa

from incognote.document import Candidate, Number, Person
from incognote.errors import KeyRefused, VaultError
from incognote.vault import open_vault
from incognote.vault.sql import copies, journal
from incognote.vault.sql.tables import AUDIT, IDENTIFIER, PROJECT
from vault_kinds import PASSPHRASE, STORED

BIRTH = date(1971, 3, 5)
WANG = Person(
    ("王大明", "WANG, TA-MING"), (Number("MRN", "0012345"), Number("IDNO", "A123456789")), BIRTH, "M"
)
CHEN = Person(("陳美華",), (Number("MRN", "7654321"),), date(1960, 12, 31), "F")
stored = pytest.mark.parametrize("address", STORED, indirect=True)
sqlite_only = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


def crowd(size: int) -> list[Person]:
    return [
        Person((f"病人{n:05d}",), (Number("MRN", f"{n:07d}"),), date(1950, 1, 1 + n % 28))
        for n in range(1, size + 1)
    ]


# -- keys and projects


@stored
def test_what_was_stored_is_there_when_it_is_opened_again(address, opened):
    first = opened(address)
    first.assign(WANG)
    first.day_zero("PT-0001", date(2024, 5, 2))
    again = opened(address, create=False)
    assert again.assign(WANG) == ("PT-0001", False, ())
    assert again.person("PT-0001") == WANG
    assert again.day_zero("PT-0001") == date(2024, 5, 2)
    assert again.shift("PT-0001") == first.shift("PT-0001")


@stored
def test_a_wrong_passphrase_is_refused_and_tells_nothing(address, opened):
    opened(address).assign(WANG)
    with pytest.raises(KeyRefused) as one:
        open_vault(address, project="ward", passphrase="wrong")
    with pytest.raises(KeyRefused) as other:
        open_vault(address, project="no such project", passphrase=PASSPHRASE + " ")
    assert str(one.value) == str(other.value)
    with pytest.raises(KeyRefused):
        open_vault(address, project="ward", passphrase="")


@stored
def test_a_vault_that_is_not_there_is_not_made_unasked(address, tmp_path):
    with pytest.raises(VaultError, match="vault init"):
        open_vault(address, project="ward", passphrase=PASSPHRASE)
    assert not list(tmp_path.iterdir())


@stored
def test_a_project_that_is_not_there_is_not_made_unasked(address, opened):
    opened(address)
    with pytest.raises(VaultError, match="project"):
        opened(address, project="wrad", create=False)


@stored
def test_projects_number_for_themselves_and_know_nothing_of_each_other(address, opened):
    one, two = opened(address), opened(address, project="study", prefix="ST")
    two.assign(CHEN)
    assert (one.assign(WANG).code, two.assign(WANG).code) == ("PT-0001", "ST-0002")
    assert not one.find([Candidate("NAME", "陳美華"), Candidate("MRN", "7654321")])
    assert not one.has_code("ST-0001") and one.person("ST-0001") is None


@stored
def test_a_stolen_index_does_not_link_projects(address, opened):
    one, two = opened(address), opened(address, project="study")
    one.assign(WANG)
    two.assign(WANG)

    def look(connection: sa.Connection) -> list[bytes]:
        rows = connection.execute(sa.select(IDENTIFIER.c.match, IDENTIFIER.c.find)).all()
        return [bytes(match) for match, _ in rows] + [bytes(find) for _, find in rows]

    tags = one.database.read(look)
    assert len({tags[i] for i in range(len(tags) // 2)}) == len(tags) // 2
    assert {one.access.keys.tag(k) for k in ("@王大明", "#12345")}.isdisjoint(
        two.access.keys.tag(k) for k in ("@王大明", "#12345")
    )
    assert one.shift("PT-0001") != two.shift("PT-0001") or one.access.keys.shift != two.access.keys.shift


@stored
def test_a_worker_process_gets_keys_but_no_passphrase(address, opened):
    vault = opened(address)
    vault.assign(WANG)
    packed = pickle.dumps(vault)
    assert PASSPHRASE.encode() not in packed and vault.ring.wrapping not in packed
    assert vault.ring.root.data_key not in packed and vault.ring.named["project:1"] not in packed
    copy = pickle.loads(packed)
    assert copy.assign(WANG).code == "PT-0001" and not hasattr(copy, "ring")
    copy.close()


def test_the_file_is_the_owners_alone(tmp_path, opened):
    opened(f"sqlite:///{tmp_path}/new/vault.db").assign(WANG)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "new").iterdir()}
    assert set(modes.values()) == {0o600} and "vault.db" in modes
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "url", ["vault.db", "sqlite://", "sqlite:///", "mysql://x/y", "", "postgresql://[::1"]
)
def test_a_url_of_another_kind_is_refused(url):
    with pytest.raises(VaultError):
        open_vault(url, project="ward", passphrase=PASSPHRASE)


# -- theft


def wordings(person: Person) -> list[bytes]:
    values = [*person.names, *(n.value for n in person.numbers)]
    values += [v.lstrip("0") for v in values] + [v.lower() for v in values]
    values += [person.birth.isoformat(), f"{person.birth:%Y%m%d}", f"{person.birth:%Y/%m/%d}"]
    encoded = [
        v.encode(e, "ignore") for v in values for e in ("utf-8", "utf-16-le", "utf-16-be", "big5", "gb18030")
    ]
    encoded += [str(v.encode()).encode() for v in values] + [v.encode("unicode_escape") for v in values]
    return [raw for raw in encoded if len(raw) >= 4]


@sqlite_only
def test_a_stolen_file_holds_no_name_number_or_birth_date(address, opened, tmp_path):
    vault = opened(address, project="王大明案")
    vault.assign(WANG)
    vault.assign(CHEN)
    vault.assign(
        Person(("李四",), (Number("MRN", "0012345"),), date(1981, 7, 9))
    )  # a conflict keeps its evidence
    vault.day_zero("PT-0001", date(2024, 5, 2))
    vault.reveal("PT-0001", to="terminal")
    copies.backup(vault.database, tmp_path / "backup.db")
    stranger = Person(("李四", "王大明案"), (), date(1981, 7, 9))
    for path in tmp_path.iterdir():  # with the write-ahead log, and once more after it was folded in
        raw = path.read_bytes()
        for words in (
            wordings(WANG),
            wordings(CHEN),
            wordings(stranger),
            [b"2024-05-02", PASSPHRASE.encode()],
        ):
            assert not [w for w in words if w in raw], path.suffix
    vault.close()
    assert not [
        w for p in (WANG, CHEN, stranger) for w in wordings(p) if w in (tmp_path / "vault.db").read_bytes()
    ]


@pytest.mark.parametrize("address", [STORED[1]], indirect=True)
def test_a_stolen_table_holds_no_name_number_or_birth_date(address, opened):
    vault = opened(address)
    vault.assign(WANG)
    vault.assign(Person(("李四",), WANG.numbers[:1], date(1981, 7, 9)))
    for table in copies.COPIED:
        rows = vault.database.read(lambda c, table=table: [tuple(r) for r in c.execute(sa.select(table))])
        raw = b"\n".join(v if isinstance(v, bytes) else str(v).encode() for row in rows for v in row)
        assert not [
            w for p in (WANG, Person(("李四",), (), date(1981, 7, 9))) for w in wordings(p) if w in raw
        ]


@stored
def test_records_of_short_and_long_names_look_alike(address, opened):
    vault = opened(address)
    vault.assign(Person(("王明",), (Number("MRN", "1"),)))
    vault.assign(Person(("歐陽大明明",), (Number("MRN", "1234567"),)))
    from incognote.vault.sql.tables import PERSON

    sizes = vault.database.read(lambda c: {len(bytes(s)) for s in c.scalars(sa.select(PERSON.c.sealed))})
    assert len(sizes) == 1


@stored
def test_a_sealed_row_opens_in_its_own_place_only(address, opened):
    from incognote.vault.sql.tables import PERSON

    vault = opened(address)
    vault.assign(WANG)
    vault.assign(CHEN)

    def swap(connection: sa.Connection) -> None:
        one, two = connection.scalars(sa.select(PERSON.c.sealed).order_by(PERSON.c.number))
        for number, sealed in ((1, two), (2, one)):
            connection.execute(sa.update(PERSON).where(PERSON.c.number == number).values(sealed=sealed))

    vault.database.write(swap)
    with pytest.raises(VaultError, match="damaged"):
        vault.person("PT-0001")
    assert vault.check() == ("PT-0001", "PT-0002")


def test_no_repr_or_error_says_who(tmp_path, opened):
    vault = opened(f"sqlite:///{tmp_path}/王大明.db")
    vault.assign(WANG)
    shown = f"{vault!r} {vault.access!r} {vault.ring!r} {vault.database!r} {vault.assign(WANG)!r} {vault.access.keys!r}"
    for secret in ("王大明", "A123456789", "1971", PASSPHRASE, repr(vault.access.keys.data)):
        assert secret not in shown
    with pytest.raises(VaultError) as error:
        vault.merge("王大明", "A123456789")
    assert "王" not in repr(error.value) and "A123" not in repr(error.value)


# -- new keys


@stored
@pytest.mark.parametrize("renew", [False, True])
def test_rekeying_changes_the_passphrase_and_nothing_else(address, opened, renew):
    vault, study = opened(address), opened(address, project="study")
    vault.assign(WANG)
    vault.assign(Person(("李四",), WANG.numbers[:1], date(1981, 7, 9)))
    study.assign(CHEN)
    before = vault.counts(), vault.conflicts(), vault.shift("PT-0001"), vault.person("PT-0001")
    vault.rekey("another passphrase", renew=renew)
    with pytest.raises(KeyRefused):
        open_vault(address, project="ward", passphrase=PASSPHRASE)
    fresh = opened(address, passphrase="another passphrase", create=False)
    for same in (vault, fresh):
        assert (same.counts(), same.conflicts(), same.shift("PT-0001"), same.person("PT-0001")) == before
        assert same.assign(WANG) == ("PT-0001", False, ())
    again = opened(address, project="study", passphrase="another passphrase", create=False)
    assert again.person("PT-0001") == CHEN and not again.assign(CHEN).is_new
    assert [entry.action for entry in fresh.audit()] == ["rekey"]


@stored
def test_old_keys_open_nothing_new_after_all_keys_were_renewed(address, opened):
    vault = opened(address)
    vault.assign(WANG)
    worker = pickle.loads(pickle.dumps(vault))
    old = vault.access.keys
    vault.rekey("another passphrase", renew=True)
    assert vault.access.keys.data != old.data and vault.access.keys.index != old.index
    for verb in (lambda: worker.find([Candidate("MRN", "12345")]), lambda: worker.assign(CHEN), lambda: worker.person("PT-0001"),
                 lambda: worker.has_code("PT-0001"), lambda: worker.day_zero("PT-0001"), lambda: worker.shift("PT-0001")):  # fmt: skip
        with pytest.raises(VaultError, match="renewed"):
            verb()
    worker.close()


def test_no_old_key_stays_in_the_file(tmp_path, opened):
    from incognote.vault.sql.tables import KEY

    vault = opened(f"sqlite:///{tmp_path}/vault.db")
    vault.assign(WANG)
    old = vault.database.read(lambda c: list(c.scalars(sa.select(KEY.c.wrapped))))
    assert vault.rekey("another passphrase", renew=True)
    vault.close()
    raw = (tmp_path / "vault.db").read_bytes()
    assert not [wrapped for wrapped in old if wrapped in raw]


# -- copies


@stored
def test_a_backup_restores_everything(address, opened, tmp_path):
    vault, study = opened(address), opened(address, project="study")
    vault.assign(WANG)
    study.assign(CHEN)
    vault.note("backup")
    counts = copies.backup(vault.database, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == 0o600
    vault.assign(CHEN)
    assert copies.restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/again.db", PASSPHRASE) == counts
    again = opened(f"sqlite:///{tmp_path}/again.db", create=False)
    assert list(again.people()) == [("PT-0001", WANG)]
    assert again.shift("PT-0001") == vault.shift("PT-0001")
    assert [entry.action for entry in again.audit()] == ["backup", "restore"]
    assert again.assign(CHEN).code == "PT-0002"
    assert opened(f"sqlite:///{tmp_path}/again.db", project="study", create=False).person("PT-0001") == CHEN


@pytest.mark.parametrize("address", [STORED[1]], indirect=True)
def test_a_backup_moves_a_vault_from_sqlite_to_postgresql(address, opened, tmp_path):
    vault = opened(f"sqlite:///{tmp_path}/vault.db")
    list(vault.enroll(crowd(300)))
    copies.backup(vault.database, tmp_path / "backup.db")
    copies.restore(tmp_path / "backup.db", address, PASSPHRASE)
    moved = opened(address, create=False)
    assert list(moved.people()) == list(vault.people())
    assert moved.assign(WANG).code == "PT-0301"


@stored
def test_a_copy_never_replaces_anything(address, opened, tmp_path):
    vault = opened(address)
    vault.assign(WANG)
    (tmp_path / "there").write_text("mine")
    with pytest.raises(VaultError, match="already"):
        copies.backup(vault.database, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    copies.backup(vault.database, tmp_path / "backup.db")
    with pytest.raises(VaultError, match="already"):
        copies.restore(tmp_path / "backup.db", address, PASSPHRASE)
    with pytest.raises(KeyRefused):
        copies.restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/again.db", "wrong")
    with pytest.raises(VaultError):
        copies.restore(tmp_path / "there", f"sqlite:///{tmp_path}/again.db", PASSPHRASE)
    with pytest.raises(VaultError):
        copies.restore(tmp_path / "nothing", f"sqlite:///{tmp_path}/again.db", PASSPHRASE)
    assert not (tmp_path / "again.db").exists()


# -- the journal


@stored
def test_every_reveal_is_in_the_journal_before_the_name_is_seen(address, opened):
    vault = opened(address)
    vault.assign(WANG)
    vault.assign(CHEN)
    assert vault.reveal("pt 0001", to="terminal") == WANG
    vault.export(to="pipe")
    vault.merge("PT-0001", "PT-0002", force=True)
    vault.split("PT-0001", {2})
    vault.retain(date(1990, 1, 1))
    entries = vault.audit()
    assert [entry.action for entry in entries] == ["reveal", "export", "merge", "split", "retain"]
    assert entries[0].detail["code"] == "PT-0001" and entries[0].detail["to"] == "terminal"
    assert [entry.seq for entry in entries] == [1, 2, 3, 4, 5]
    with pytest.raises(VaultError):
        vault.reveal("PT-0009", to="terminal")


@stored
@pytest.mark.parametrize(
    "statement", ["UPDATE vault_audit SET action = 'nothing'", "DELETE FROM vault_audit"]
)
def test_the_journal_takes_no_change(address, opened, statement):
    vault = opened(address)
    vault.note("reveal")
    with pytest.raises(VaultError):
        vault.database.write(lambda c: c.execute(sa.text(statement)))
    assert len(vault.audit()) == 1


@sqlite_only
@pytest.mark.parametrize("statement", [
    "UPDATE vault_audit SET action = 'nothing' WHERE seq = 2",
    "UPDATE vault_audit SET at = '2020' WHERE seq = 2",
    "DELETE FROM vault_audit WHERE seq = 2",
    "UPDATE vault_audit SET sealed = (SELECT sealed FROM vault_audit WHERE seq = 1) WHERE seq = 2",
    "UPDATE vault_audit SET hash = zeroblob(32) WHERE seq = 2",
])  # fmt: skip
def test_a_forged_journal_is_noticed(address, opened, tmp_path, statement):
    vault = opened(address)
    for action in ("reveal", "export", "reveal"):
        vault.note(action)
    vault.close()
    raw = sqlite3.connect(tmp_path / "vault.db")
    for verb in ("UPDATE", "DELETE"):
        raw.execute(f"DROP TRIGGER vault_audit_no_{verb}")
    raw.execute(statement)
    raw.commit()
    raw.close()
    assert vault.audit()[-1] == journal.Broken(2)


# -- another version


@stored
def test_the_index_is_rebuilt_when_the_canonical_form_has_changed(address, opened):
    vault = opened(address)
    vault.assign(WANG)

    def age(connection: sa.Connection) -> None:
        connection.execute(sa.update(PROJECT).values(index_version=1))
        connection.execute(sa.update(IDENTIFIER).values(find=b"old", version=1))

    vault.database.write(age)
    with pytest.raises(VaultError, match="version"):
        vault.find([Candidate("MRN", "12345")])
    again = opened(address, create=False)
    assert len(again.find([Candidate("MRN", "12345"), Candidate("NAME", "王大明")])) == 2
    assert again.assign(WANG).code == "PT-0001"


@stored
def test_a_vault_of_a_newer_version_is_left_alone(address, opened):
    vault = opened(address)
    vault.database.write(lambda c: c.execute(sa.text("INSERT INTO vault_step VALUES ('later', 'now')")))
    with pytest.raises(VaultError, match="newer"):
        opened(address, create=False)


# -- races


def enroll_shuffled(url: str, seed: int, size: int) -> dict[str, str]:
    people = crowd(size)
    random.Random(seed).shuffle(people)
    vault = open_vault(url, project="ward", passphrase=PASSPHRASE)
    codes = {person.numbers[0].value: vault.assign(person).code for person in people}
    vault.close()
    return codes


@stored
def test_processes_that_enroll_the_same_people_give_each_one_code(address, opened):
    size, processes = 40, 4
    vault = opened(address)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        answers = list(pool.map(enroll_shuffled, [address] * processes, range(processes), [size] * processes))
    assert all(answer == answers[0] for answer in answers)
    assert sorted(answers[0].values()) == [f"PT-{n:04d}" for n in range(1, size + 1)]
    assert [code for code, _ in vault.people()] == sorted(answers[0].values())


@stored
def test_threads_that_introduce_one_patient_get_one_code(address, opened):
    vault = opened(address)
    with ThreadPoolExecutor(20) as pool:
        codes = list(pool.map(lambda _: vault.assign(CHEN).code, range(20)))
    assert codes == ["PT-0001"] * 20 and len(vault.counts()) == 1


@stored
def test_the_first_day_wins_among_threads(address, opened):
    vault = opened(address)
    vault.assign(CHEN)
    with ThreadPoolExecutor(8) as pool:
        days = set(pool.map(lambda n: vault.day_zero("PT-0001", date(2024, 1, n)), range(1, 9)))
    assert days == {vault.day_zero("PT-0001")}


@stored
def test_a_forked_process_opens_its_own_connections(address, opened):
    vault = opened(address)
    vault.assign(WANG)
    child = os.fork()
    if child == 0:  # pragma: no cover - no pytest in here
        os._exit(0 if vault.assign(CHEN).code == "PT-0002" else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert vault.assign(CHEN).code == "PT-0002"


@stored
def test_two_makers_of_one_project_make_one(address, opened):
    opened(address)
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda _: opened(address, project="study").assign(WANG).code, range(4)))
    assert codes == ["PT-0001"] * 4


@sqlite_only
def test_two_makers_of_one_vault_make_one(address):
    with ThreadPoolExecutor(2) as pool:

        def make(_: int) -> str:
            try:
                vault = open_vault(address, project="ward", passphrase=PASSPHRASE, create=True)
            except VaultError:
                return "refused"
            vault.assign(WANG)
            vault.close()
            return "made"

        assert "made" in set(pool.map(make, range(2)))
    vault = open_vault(address, project="ward", passphrase=PASSPHRASE)
    assert vault.assign(WANG) == ("PT-0001", False, ())
    vault.close()


# -- killed midway

def retain_all(vault: object) -> None:
    vault._today = lambda: date(2999, 1, 1)
    vault.retain(date(2999, 1, 1))


VERBS = {
    "assign": lambda v, _: v.assign(Person(("新名",), (Number("MRN", "99"), *WANG.numbers), BIRTH)),
    "create": lambda v, _: v.assign(Person(("新名",), (Number("MRN", "99"),))),
    "day_zero": lambda v, _: v.day_zero("PT-0001", date(2024, 1, 1)),
    "enroll": lambda v, _: list(v.enroll(crowd(20))),
    "merge": lambda v, _: v.merge("PT-0001", "PT-0002", force=True),
    "split": lambda v, _: v.split("PT-0001", {2}),
    "retain": lambda v, _: retain_all(v),
    "rekey": lambda v, _: v.rekey("another passphrase", renew=True),
    "project": lambda v, _: open_vault(v.access.url, project="new", passphrase=PASSPHRASE, create=True),
    "reveal": lambda v, _: v.reveal("PT-0001", to="terminal"),
    "backup": lambda v, folder: copies.backup(v.database, folder / "copy.db"),
    "restore": lambda v, folder: copies.restore(folder / "before.db", f"sqlite:///{folder}/copy.db", PASSPHRASE),
    "make": lambda v, folder: open_vault(f"sqlite:///{folder}/made.db", project="ward", passphrase=PASSPHRASE, create=True),
}  # fmt: skip


def killed(verb: str, moment: int, vault: object, folder: Path) -> bool:
    """Run a verb in a child that kills itself after its `moment`-th write, or (0) just before its first commit."""
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        writes = 0

        def count(connection, cursor, statement, parameters, context, executemany):
            nonlocal writes
            writes += statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))
            if writes and writes == moment:
                os.kill(os.getpid(), signal.SIGKILL)

        def end(connection):
            if moment == 0 and writes:
                os.kill(os.getpid(), signal.SIGKILL)

        sa.event.listen(sa.Engine, "after_cursor_execute", count)
        sa.event.listen(sa.Engine, "commit", end)
        try:
            VERBS[verb](vault, folder)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def state(vault) -> object:
    return (
        list(vault.people()), vault.counts(), vault.conflicts(), len(vault.audit()), vault.check(),
        [vault.day_zero(code) for code in vault.counts()],
        vault.database.read(lambda c: c.scalar(sa.select(sa.func.count()).select_from(PROJECT))),
        vault.database.read(lambda c: c.scalar(sa.select(sa.func.count()).select_from(AUDIT))),
    )  # fmt: skip


@stored
@pytest.mark.parametrize(
    ("verb", "moments"),
    [("assign", (1, 2, 0)), ("create", (1, 2, 3, 0)), ("day_zero", (1, 0)), ("enroll", (10, 0)), ("merge", (2, 5, 0)),
     ("split", (2, 4, 0)), ("retain", (2, 3, 0)), ("rekey", (1, 4, 9, 12, 0)), ("project", (1, 2, 0)), ("reveal", (1, 0)),
     ("backup", (3, 5, 0)), ("restore", (3, 5, 0))],
)  # fmt: skip
def test_a_verb_killed_midway_leaves_the_vault_as_it_was(address, opened, tmp_path, verb, moments):
    vault = opened(address)
    vault.assign(WANG)
    vault.assign(CHEN)
    vault.assign(Person(("李四",), CHEN.numbers, date(1981, 7, 9)))
    if verb == "restore":
        copies.backup(vault.database, tmp_path / "before.db")
    before = state(vault)
    for moment in moments:
        vault.close()
        assert killed(verb, moment, vault, tmp_path)
        assert state(vault) == before
        assert not (tmp_path / "copy.db").exists()
    again = opened(address, create=False)
    assert state(again) == before
    assert again.assign(WANG) == ("PT-0001", False, ())
    assert again.assign(Person((), (Number("MRN", "4711"),))).code == "PT-0003"


def test_a_vault_killed_while_it_is_made_is_not_there(tmp_path, opened):
    for moment in (1, 4, 0):
        assert killed("make", moment, None, tmp_path)
        assert not (tmp_path / "made.db").exists()
    assert opened(f"sqlite:///{tmp_path}/made.db").assign(WANG).code == "PT-0001"


# -- what can go wrong with a file


def test_a_damaged_file_is_told_of_in_one_line(tmp_path, opened):
    path = tmp_path / "vault.db"
    vault = opened(f"sqlite:///{path}")
    list(vault.enroll(crowd(40)))
    vault.assign(WANG)
    vault.close()
    whole = path.read_bytes()
    draw = random.Random(3)
    for _ in range(25):
        raw = bytearray(whole)
        start = draw.randrange(len(raw))
        length = draw.choice([1, 16, 300, 5000])
        raw[start : start + length] = draw.randbytes(len(raw[start : start + length]))
        path.write_bytes(raw)
        use_and_accept_only_our_errors(path)
    for raw in (
        b"",
        b"not a database, but longer than a header would be" * 20,
        whole[: len(whole) // 2],
        whole[:100],
    ):
        path.write_bytes(raw)
        use_and_accept_only_our_errors(path)


def use_and_accept_only_our_errors(path: Path) -> None:
    vault = None
    try:
        vault = open_vault(f"sqlite:///{path}", project="ward", passphrase=PASSPHRASE)
        vault.assign(WANG)
        vault.find([Candidate("NAME", "王大明"), Candidate("MRN", "0000012")])
        vault.assign(CHEN)
        list(vault.people())
        vault.counts()
        vault.conflicts()
        vault.audit()
        vault.check()
    except VaultError as error:
        assert "\n" not in str(error) and len(str(error)) < 130
        assert not [secret for secret in ("王", "A123456789", "1971", "病人") if secret in str(error)]
    finally:
        if vault is not None:
            vault.close()
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)


def test_a_full_disk_loses_nothing(tmp_path, opened):
    vault = opened(f"sqlite:///{tmp_path}/vault.db")
    vault.assign(WANG)
    pages = vault.database.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar())

    @sa.event.listens_for(vault.database.engine, "begin")
    def limit(connection: sa.Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")

    with pytest.raises(VaultError, match="disk is full"):
        list(vault.enroll(crowd(400)))
    vault.close()
    assert vault.assign(WANG) == ("PT-0001", False, ())
    assert len(vault.counts()) < 400


def test_a_place_without_permission_is_told_of(tmp_path):
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(VaultError):
        open_vault(f"sqlite:///{tmp_path}/folder.db", project="ward", passphrase=PASSPHRASE, create=True)
    (tmp_path / "file").write_text("x")
    with pytest.raises(VaultError):
        open_vault(f"sqlite:///{tmp_path}/file/vault.db", project="ward", passphrase=PASSPHRASE, create=True)


def test_a_server_that_is_not_there_is_told_of_without_the_password(tmp_path):
    pytest.importorskip("psycopg")
    with pytest.raises(VaultError, match="reached") as error:
        open_vault(f"postgresql://me:s3cret@/x?host={tmp_path}", project="ward", passphrase=PASSPHRASE)
    assert "s3cret" not in str(error.value) and "me" not in str(error.value).split()
