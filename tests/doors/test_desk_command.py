"""`incognote desk` as a custodian types it."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from command import Answer
from desk_work import NOTES
from incognote.cli.main import main
from incognote.desk import reviewing
from incognote.desk.store import Desk
from incognote.lab.evaluate.gold import read_gold
from incognote.vault import open_stored, seal

PASSPHRASE = "correct horse battery"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """The command in this process: what a process of its own does is tested for every verb elsewhere."""
    vault = f"sqlite:///{tmp_path}/vault.db"
    monkeypatch.setenv("INCOGNOTE_PASSPHRASE", PASSPHRASE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(seal, "stretch", lru_cache(maxsize=None)(seal.stretch))

    def run(*arguments: str | Path) -> Answer:
        code = main(["desk", *map(str, arguments), "--vault", vault])
        return Answer(code, *capfd.readouterr())

    open_stored(vault, passphrase=PASSPHRASE, create=True).close()
    run.vault = vault  # type: ignore[attr-defined]
    return run


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.jsonl"
    path.write_text("".join(json.dumps({"id": f"n{n}", "text": text}, ensure_ascii=False) + "\n" for n, text in enumerate(NOTES)), "utf-8")
    return path


def review_all(vault: str, *names: str) -> None:
    """Every document accepted by each reviewer."""
    opened = open_stored(vault, passphrase=PASSPHRASE)
    desk = Desk(opened)
    for name in names:
        while (review := reviewing.claim(desk, 1, name)) is not None:
            spans = [span for spans in desk.document(1, review.number).result.spans.values() for span in spans]
            reviewing.finish(desk, 1, review, "accepted", spans=spans)
    opened.close()


def test_a_batch_from_loading_to_gold(run, notes: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    answer = run("load", notes, "--no-tagger", "--name", "ward 7", "--twice", "all")
    assert answer.code == 0 and "6 of 6 documents to review, 6 of them by two people" in answer.err
    listed = run("list")
    assert listed.code == 0 and listed.out.startswith("1\tward 7\t6 of 6 (all)\t0 done\tnobody yet\tuntil ")
    assert run("export", "1", "-o", tmp_path / "gold.jsonl").code == 1
    assert run("agreement", "1").code == 1
    review_all(run.vault, "Lin", "Wu")
    assert "6 done\tLin 6, Wu 6" in run("list").out
    queue = run("list", "1").out
    assert len(queue.splitlines()) == 6 and "Lin: accepted; Wu: accepted" in queue
    exported = run("export", "1", "-o", tmp_path / "gold.jsonl")
    assert exported.code == 0 and len(read_gold(tmp_path / "gold.jsonl")) == 6
    assert (tmp_path / "gold.jsonl").stat().st_mode & 0o777 == 0o600
    assert run("export", "1", "-o", tmp_path / "gold.jsonl").code == 1  # never written over
    assert run("export", "1", "-o", tmp_path / "marked.jsonl", "--form", "markup").code == 0
    assert "⟦NAME/patient|王大明⟧" in (tmp_path / "marked.jsonl").read_text("utf-8")
    figures = run("agreement", "1")
    assert figures.code == 0 and "1.000 (1.000-1.000)" in figures.out
    assert run("rules", "1").code == 0
    for said in (answer, listed, exported, figures):
        assert not [secret for secret in ("王大明", "0912", "陳美玲", "XR20461") if secret in said.out + said.err]
    assert "王大明" not in queue


def test_what_is_deleted_is_named_and_agreed_to(run, notes: Path) -> None:  # type: ignore[no-untyped-def]
    assert run("load", notes, "--no-tagger", "--sample", "random:2", "--seed", "5").code == 0
    assert "2 of 6 (random:2)" in run("list").out
    assert run("retain", "1").code == 1
    assert "batch 1" in run("retain", "1", "--dry-run").err
    assert run("retain", "1", "--yes").code == 0
    assert run("list").out == "" and run("list", "1").code == 1


def test_what_cannot_be_is_one_line(run, notes: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for arguments in (
        ("load", notes, "--sample", "some"), ("load", notes, "--sample", "label:EMAIL", "--no-tagger"), ("load", notes, "--keep-days", "0"),
        ("list", "9"), ("export", "9", "-o", tmp_path / "x"), ("rules", "9"), ("retain", "9", "--yes"), ("load", notes, "--twice", "x"),
    ):  # fmt: skip
        answer = run(*arguments)
        assert answer.code == 1 and answer.err.count("\n") == 1, arguments
    assert not (tmp_path / "x").exists()
