"""The review desk on every kind of database: what it keeps, for whom, for how long, and who may write what."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from desk_work import NOTES, Clock, loaded, pipeline
from incognote.desk import correct, reviewing
from incognote.desk.reviewing import CLAIM_SECONDS, Stale
from incognote.desk.sampling import Plan, plan
from incognote.desk.store import Desk
from incognote.errors import UsageError, VaultError
from incognote.vault.sql import copies, desk_tables
from vault_kinds import STORED

stored = pytest.mark.parametrize("address", STORED, indirect=True)
TWICE = Plan(twice=None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(address: str, opened: Callable[..., object], clock: Clock) -> Desk:
    return Desk(opened(address), now=clock)  # type: ignore[arg-type]


def raw(desk: Desk) -> bytes:
    """All that the desk's tables hold, as a thief would read it."""
    cells: list[bytes] = []
    for table in desk_tables.METADATA.sorted_tables:
        rows = desk.vault.database.read(lambda c, t=table: [tuple(row) for row in c.execute(sa.select(t))])
        cells += [bytes(v) if isinstance(v, (bytes, memoryview)) else str(v).encode() for row in rows for v in row]
    return b"\n".join(cells)


@stored
def test_a_vault_without_a_desk_has_no_batches_and_none_of_its_tables(desk):
    assert desk.batches() == [] and desk.retain() == ()
    assert not desk.vault.database.read(desk_tables.has_tables)
    with pytest.raises(VaultError, match="desk list"):
        desk.batch(1)


@stored
def test_what_was_loaded_is_there_again_with_its_result(desk):
    number = loaded(desk)
    batch = desk.batch(number)
    assert (batch.name, batch.read, batch.plan, batch.settings) == ("ward 7", 6, "all", {"profile": "clinic-tw"})
    stored_ = desk.document(number, 1)
    again = pipeline(desk).run(stored_.document)
    assert stored_.document.text == NOTES[0]
    assert (stored_.result.edits, stored_.result.text, stored_.result.status) == (again.edits, again.text, again.status)
    assert stored_.result.spans == again.spans


@stored
def test_the_tables_name_nobody(desk):
    number = loaded(desk)
    review = reviewing.claim(desk, number, "林醫師")
    reviewing.finish(desk, number, review, "rejected", remark="王大明 還在")
    kept = raw(desk)
    for secret in ("王大明", "1234567", "0912-345-678", "陳美玲", "XR20461", "林醫師", "ward 7", "note-1", "還在"):
        assert secret.encode() not in kept
    assert "王大明" not in repr((desk.batch(number), review, desk.document(number, 1), desk.queue(number)))


@stored
def test_documents_that_the_plan_leaves_out_are_not_kept(desk):
    number = loaded(desk, plan=plan(["label:PHONE"]))
    assert [row.number for row in desk.queue(number)] == [1]
    assert desk.batch(number).read == 6
    with pytest.raises(VaultError):
        desk.document(number, 2)


@stored
def test_a_batch_that_breaks_off_leaves_nothing(desk, monkeypatch):
    def breaks(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Desk, "arrange", breaks)
    with pytest.raises(MemoryError):
        loaded(desk)
    assert desk.batches() == [] and b"clean" not in raw(desk)
    monkeypatch.undo()
    with pytest.raises(UsageError):
        loaded(desk, plan=plan(["label:EMAIL"]))
    assert loaded(desk) == 3  # a number is never given twice


@stored
def test_two_reviewers_get_different_documents(desk):
    number = loaded(desk)
    seen = [reviewing.claim(desk, number, name).number for name in ("Lin", "Wu", "Hsu")]
    assert len(set(seen)) == 3
    assert reviewing.claim(desk, number, "Lin").number == seen[0]  # what is begun comes first


@stored
def test_reviewers_who_ask_at_the_same_moment_get_different_documents(desk):
    number = loaded(desk)
    with ThreadPoolExecutor(4) as pool:
        claims = list(pool.map(lambda n: reviewing.claim(desk, number, f"reviewer {n}"), range(6)))
    assert sorted(claim.number for claim in claims) == [1, 2, 3, 4, 5, 6]


@stored
def test_every_document_is_reviewed_once_and_then_nothing_is_left(desk):
    number = loaded(desk)
    for turn in range(6):
        review = reviewing.claim(desk, number, ("Lin", "Wu")[turn % 2])
        reviewing.finish(desk, number, review, "accepted", spans=())
    assert reviewing.claim(desk, number, "Lin") is None
    done = reviewing.progress(desk, number)
    assert (done.documents, done.complete, done.states, done.reviewers) == (6, 6, {"accepted": 6}, {"Lin": 3, "Wu": 3})


@stored
def test_double_review_gives_a_document_to_two_and_no_third(desk):
    number = loaded(desk, NOTES[:1], plan=TWICE)
    one, two = (reviewing.claim(desk, number, name) for name in ("Lin", "Wu"))
    assert one.number == two.number
    assert reviewing.claim(desk, number, "Hsu") is None
    with pytest.raises(Stale):
        reviewing.take(desk, number, 1, "Hsu")
    reviewing.finish(desk, number, one, "accepted")
    assert reviewing.claim(desk, number, "Lin") is None  # the same person is no second opinion
    reviewing.finish(desk, number, two, "rejected")
    assert reviewing.progress(desk, number).complete == 1


@stored
def test_two_reviews_of_one_document_do_not_touch_each_other(desk):
    number = loaded(desk, NOTES[:1], plan=TWICE)
    one, two = (reviewing.claim(desk, number, name) for name in ("Lin", "Wu"))
    document = desk.document(number, 1).document
    reviewing.save(desk, number, one, [correct.mask(document, (0, 2), label="NAME")])
    reviewing.save(desk, number, two, [correct.mask(document, (2, 5), label="NAME", scope="here")])
    kept = {review.reviewer: review.corrections[0].masked for review in desk.reviews(number, 1)}
    assert kept == {"Lin": ((0, 2),), "Wu": ((2, 5),)}


@stored
def test_a_stale_write_is_refused_and_says_what_is_there_now(desk):
    number = loaded(desk)
    seen = reviewing.claim(desk, number, "Lin")
    document = desk.document(number, seen.number).document
    mine = correct.mask(document, (0, 2), label="NAME")
    reviewing.save(desk, number, seen, [mine])  # in one tab
    with pytest.raises(Stale) as refused:
        reviewing.finish(desk, number, seen, "accepted")  # in another
    assert refused.value.changed.mine.corrections == (mine,) and refused.value.changed.mine.version == seen.version + 1
    assert desk.reviews(number, seen.number)[0].state == "open"
    fresh = reviewing.take(desk, number, seen.number, "Lin")
    done = reviewing.finish(desk, number, fresh, "corrected", corrections=fresh.corrections)
    with pytest.raises(Stale):
        reviewing.save(desk, number, done, [])
    reopened = reviewing.reopen(desk, number, done)
    assert reopened.corrections == (mine,) and reopened.spans is None
    reviewing.save(desk, number, reopened, [])


@stored
def test_a_claim_runs_out_and_the_late_write_is_refused_but_the_draft_stays(desk, clock):
    number = loaded(desk, NOTES[:1])
    first = reviewing.claim(desk, number, "Lin")
    document = desk.document(number, 1).document
    draft = correct.mask(document, (0, 2), label="NAME")
    first = reviewing.save(desk, number, first, [draft])
    clock.at += CLAIM_SECONDS - 1
    assert reviewing.claim(desk, number, "Wu") is None
    clock.at += 1
    second = reviewing.claim(desk, number, "Wu")
    assert second.number == 1 and second.corrections == ()
    with pytest.raises(Stale) as refused:
        reviewing.finish(desk, number, first, "corrected", corrections=[draft])
    assert [other.reviewer for other in refused.value.changed.others] == ["Wu"]
    assert refused.value.changed.mine.corrections == (draft,) and refused.value.changed.mine.state == "lapsed"
    reviewing.release(desk, number, second)
    again = reviewing.claim(desk, number, "Lin")
    assert again.corrections == (draft,) and again.version > refused.value.changed.mine.version


@stored
def test_a_claim_that_ran_out_unnoticed_goes_on(desk, clock):
    number = loaded(desk, NOTES[:1])
    review = reviewing.claim(desk, number, "Lin")
    clock.at += 10 * CLAIM_SECONDS
    reviewing.finish(desk, number, review, "accepted")
    assert reviewing.progress(desk, number).complete == 1


@stored
def test_each_save_is_a_sign_of_life(desk, clock):
    number = loaded(desk, NOTES[:1])
    review = reviewing.claim(desk, number, "Lin")
    for _ in range(3):
        clock.at += CLAIM_SECONDS - 10
        review = reviewing.save(desk, number, review, [])
        assert reviewing.claim(desk, number, "Wu") is None


@stored
def test_who_only_reads_keeps_the_claim_and_the_version(desk, clock):
    number = loaded(desk, NOTES[:1])
    review = reviewing.claim(desk, number, "Lin")
    for _ in range(3):
        clock.at += CLAIM_SECONDS - 10
        reviewing.touch(desk, number, review)
        assert reviewing.claim(desk, number, "Wu") is None
    reviewing.finish(desk, number, review, "accepted")
    with pytest.raises(Stale):
        reviewing.touch(desk, number, review)


@stored
def test_a_number_that_no_batch_or_document_has_is_told_of(desk):
    number = loaded(desk, NOTES[:1])
    for look in (
        lambda: desk.batch(number + 1), lambda: desk.batch(0), lambda: desk.batch(2**70), lambda: desk.queue(99), lambda: desk.document(number, 2),
        lambda: desk.place(number, 2), lambda: reviewing.take(desk, number, 2, "Lin"), lambda: reviewing.claim(desk, 99, "Lin"),
    ):  # fmt: skip
        with pytest.raises(VaultError, match="desk list"):
            look()
    assert desk.counts(number) == (1, 0)


@stored
def test_a_verdict_fits_its_corrections(desk):
    number = loaded(desk)
    review = reviewing.claim(desk, number, "Lin")
    document = desk.document(number, review.number).document
    some = [correct.mask(document, (0, 2), label="NAME")]
    for verdict, corrections in (("accepted", some), ("corrected", []), ("maybe", [])):
        with pytest.raises(UsageError):
            reviewing.finish(desk, number, review, verdict, corrections=corrections)
    with pytest.raises(UsageError):
        reviewing.claim(desk, number, "  ")
    with pytest.raises(UsageError):
        reviewing.claim(desk, number, "Lin\x1b[2J")


@stored
def test_a_batch_is_deleted_after_its_last_day_and_nobody_sees_it_before_that_either(desk, clock):
    number = loaded(desk, days=2)
    review = reviewing.claim(desk, number, "Lin")
    clock.at += 2 * 86400
    reviewing.save(desk, number, review, [])
    clock.at += 86400
    for look in (lambda: desk.batch(number), lambda: desk.document(number, 1), lambda: desk.reviews(number), lambda: reviewing.claim(desk, number, "Lin")):
        with pytest.raises(VaultError, match="over"):
            look()
    assert desk.batches() == [] and desk.over() == (number,)
    assert desk.retain() == (number,) and desk.retain() == ()
    kept = desk.vault.database.read(
        lambda c: [c.scalar(sa.select(sa.func.count()).select_from(t)) for t in (desk_tables.DOCUMENT, desk_tables.REVIEW)]
    )
    assert kept == [0, 0]
    assert [entry.action for entry in desk.vault.audit()] == ["desk_load", "desk_open", "desk_retain"]


@stored
def test_what_was_broken_off_on_an_earlier_day_is_deleted_too(desk, clock):
    number = desk.begin("cut", plan="all", settings={})
    assert desk.retain() == ()
    with pytest.raises(VaultError, match="loaded"):
        desk.batch(number)
    clock.at += 86400
    assert desk.retain() == (number,)


@stored
@pytest.mark.parametrize("renew", [False, True])
def test_rekeying_keeps_the_desk_and_seals_it_anew(desk, address, opened, clock, renew):
    number = loaded(desk)
    review = reviewing.claim(desk, number, "Lin")
    document = desk.document(number, review.number)
    reviewing.save(desk, number, review, [correct.mask(document.document, (0, 2), label="NAME")])
    before, old = raw(desk), desk.vault.access.keys
    desk.vault.rekey("another passphrase", renew=renew)
    assert (raw(desk) == before) is not renew
    fresh = Desk(opened(address, passphrase="another passphrase", create=False), now=clock)
    assert fresh.document(number, review.number) == document
    assert fresh.batch(number) == desk.batch(number) and fresh.queue(number) == desk.queue(number)
    assert reviewing.claim(fresh, number, "Lin").corrections == desk.reviews(number)[0].corrections
    if renew:
        sealed = desk.vault.database.read(lambda c: bytes(c.scalar(sa.select(desk_tables.DOCUMENT.c.sealed).where(desk_tables.DOCUMENT.c.number == 1))))
        with pytest.raises(VaultError):
            old.open_text(sealed, f"desk|{number}|1")


@stored
def test_projects_have_desks_of_their_own(desk, address, opened, clock):
    number = loaded(desk)
    other = Desk(opened(address, project="study"), now=clock)
    assert other.batches() == [] and loaded(other) == number
    other.erase(number)
    assert len(desk.queue(number)) == 6


@stored
def test_a_backup_leaves_the_desk_out(desk, opened, tmp_path):
    loaded(desk)
    copies.backup(desk.vault.database, tmp_path / "copy.db")
    again = Desk(opened(f"sqlite:///{tmp_path}/copy.db", create=False))
    assert again.batches() == []


def test_a_deleted_batch_is_not_in_the_file_any_more(tmp_path, opened, clock):
    desk = Desk(opened(f"sqlite:///{tmp_path}/vault.db"), now=clock)
    number = loaded(desk)
    sealed = desk.vault.database.read(lambda c: [bytes(s) for s in c.scalars(sa.select(desk_tables.DOCUMENT.c.sealed))])
    assert len(sealed) == 6
    clock.at += 31 * 86400
    assert desk.retain() == (number,)
    desk.vault.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [cell for cell in sealed if cell in kept]
