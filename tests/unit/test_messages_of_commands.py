"""What commands say where inputs or options are wrong: one line, and no value in it."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from incognote.cli.main import main
from incognote.errors import UsageError
from incognote.lab.evaluate.systems import answer_all

GOLD = '{"id": "1", "text": "病人王小明頭痛", "spans": [{"start": 2, "end": 5, "label": "%s"}]}\n{"id": "2", "text": "x", "spans": []}\n'


def _note(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


@pytest.mark.parametrize("options", [("--show", "--jsonl"), ("--text-column", "note")])
def test_options_that_do_not_go_together_are_a_usage_error(options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scrub", _note(tmp_path, "a.txt", "病人王小明"), "--vault", "none", *options]) == 1
    assert capsys.readouterr().out == ""


def test_ids_that_stand_twice_are_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scrub", _note(tmp_path, "a.jsonl", '{"id": "a", "text": "x"}\n' * 2), "--vault", "none", "--jsonl"]) == 0
    assert "1 item with an id that an earlier line has" in capsys.readouterr().err


def test_verify_does_not_call_what_it_could_not_read_free_of_residue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(range(256)) * 20)
    assert main(["verify", str(tmp_path / "a.txt"), "--vault", "none"]) == 1
    assert "0 with residue" not in capsys.readouterr().err


@pytest.mark.parametrize("more", [(), ("--jsonl",)])
def test_every_file_that_is_not_read_is_told_by_its_own_number(more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.txt").write_bytes(bytes(range(0x80, 0xFF)) * 4)
    (tmp_path / "c.pdf").write_bytes(b"%PDF-junk")
    names = [_note(tmp_path, "a.txt", "王小明"), str(tmp_path / "b.txt"), str(tmp_path / "c.pdf")]
    main(["scrub", *names, "--vault", "none", "-o", str(tmp_path / "out"), *more])
    said = [line for line in capsys.readouterr().err.splitlines() if "input " in line]
    assert [line.split("input ")[1][:2] for line in said] == ["2:", "3:"]


def test_a_binary_is_no_skeleton_file_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\x00" * 20)
    assert main(["synth", "check", str(tmp_path / "a.txt")]) == 1
    assert "not UTF-8" in capsys.readouterr().err


def test_more_notes_than_can_be_made_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["synth", "make", "tw-clinic", "--notes", "100001", "-o", str(tmp_path)]) == 1
    assert "100000" in capsys.readouterr().err


def test_the_folder_of_an_evaluation_is_looked_at_first_and_tiny_sets_have_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = _note(tmp_path, "g.jsonl", GOLD % "NAME")
    assert main(["eval", "run", "--gold", gold, "-o", gold, "--system", "rules"]) == 1
    assert capsys.readouterr().out == ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["eval", "run", "--gold", gold, "--system", "article-regex"]) == 0
    assert "nan" not in capsys.readouterr().out


def test_messages_of_evaluation_hold_no_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "run", "--gold", _note(tmp_path, "g.jsonl", GOLD % "王小明")]) == 1
    assert "王小明" not in capsys.readouterr().err
    with pytest.raises(UsageError) as error:
        answer_all(["王小明"], [])
    assert "王小明" not in str(error.value)


def test_restoring_from_what_is_no_backup_speaks_of_the_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INCOGNOTE_PASSPHRASE", "correct-horse-battery")
    bad = _note(tmp_path, "bad.db", "no database " * 100)
    assert main(["vault", "restore", bad, "--vault", f"sqlite:///{tmp_path / 'new.db'}"]) == 1
    assert "backup is damaged" in capsys.readouterr().err and not (tmp_path / "new.db").exists()
