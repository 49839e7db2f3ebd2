"""`incognote vault ...` and `incognote rehydrate`: exit codes, one-line errors, and who sees a name."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path

import pytest

from incognote.cli.main import main
from incognote.document import Number, Person
from incognote.vault import open_vault

PEOPLE = "name,mrn,idno,birth,sex,aliases\n王大明,0012345,A123456789,60/3/5,男,阿明;WANG TA-MING\n陳美華,7654321,,1971-03-05,F,\n"
SECRETS = (
    "王大明",
    "阿明",
    "WANG",
    "陳美華",
    "0012345",
    "12345",
    "7654321",
    "A123456789",
    "1971",
    "correct horse",
    "/3/5",
)


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, *, is_terminal: bool, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", newline="")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def raw_bytes(self) -> bytes:
        self.flush()
        return self.buffer.getvalue()  # type: ignore[attr-defined]


class Door:
    """Runs commands against one vault."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._monkeypatch, self._capsys, self.folder = monkeypatch, capsys, folder
        self.url = f"sqlite:///{folder}/vault.db"
        monkeypatch.setenv("INCOGNOTE_PASSPHRASE", "correct horse")

    def __call__(self, *arguments: str, stdin: bytes = b"", terminal: bool = False, asks: bool = False) -> tuple[int, str, str]:
        out = Terminal(is_terminal=terminal)
        source = Terminal(is_terminal=asks, content=stdin)
        with self._monkeypatch.context() as patch:
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stdin", source)
            code = main([*arguments, "--vault", self.url])
            return code, out.raw_bytes.decode(), self._capsys.readouterr().err

    def enroll(self) -> None:
        (self.folder / "people.csv").write_text(PEOPLE, "utf-8")
        assert self("vault", "init")[0] == 0
        assert self("vault", "enroll", str(self.folder / "people.csv"))[0] == 0


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Door:
    return Door(monkeypatch, capsys, tmp_path)


def test_enrolling_twice_changes_nothing(door):
    door.enroll()
    code, out, err = door("vault", "enroll", str(door.folder / "people.csv"))
    assert (code, out) == (0, "") and "0 new, 2 known" in err


def test_list_shows_codes_and_counts_and_no_name(door):
    door.enroll()
    code, out, err = door("vault", "list", terminal=True)
    assert code == 0 and out == "PT-0001\tIDNO 1 MRN 1 NAME 3\nPT-0002\tMRN 1 NAME 1\n"
    assert not [secret for secret in SECRETS if secret in out + err]


def test_conflicts_are_listed_and_make_the_enrolment_degraded(door):
    door.enroll()
    other = "name,mrn,birth\n李四,0012345,1980-01-01\n".encode()
    code, _, err = door("vault", "enroll", "-", stdin=other)
    assert code == 3 and "1 with conflicts" in err
    assert door("vault", "list", "--conflicts")[1] == "PT-0001\tIDNO 1 MRN 1 NAME 3\tconflict: birth, name\n"


@pytest.mark.parametrize("verb", [("vault", "reveal", "PT-0001"), ("vault", "export"), ("rehydrate",)])
def test_names_go_to_a_terminal_only(door, verb):
    door.enroll()
    code, out, err = door(*verb, stdin=b"PT-0001")
    assert (code, out) == (1, "") and "--to-pipe" in err and err.count("\n") == 1
    for terminal, extra in ((True, ()), (False, ("--to-pipe",))):
        code, out, _ = door(*verb, *extra, stdin=b"PT-0001", terminal=terminal)
        assert code == 0 and "王大明" in out
    journal = door("vault", "audit")[1].splitlines()
    assert len(journal) == 2 and "to=terminal" in journal[0] and "to=pipe" in journal[1]
    assert not [secret for secret in SECRETS if secret in "".join(journal)]


def test_rehydrate_changes_codes_and_no_other_byte(door):
    door.enroll()
    text = "\ufeff病人 pt 0001\r\n，ＰＴ－０００２ PT 12 sec\tPT-00010\n\n"
    code, out, err = door("rehydrate", "--to-pipe", stdin=text.encode())
    assert code == 3 and out == "\ufeff病人 王大明\r\n，陳美華 PT 12 sec\tPT-00010\n\n"
    assert "PT-00010" in err and "王" not in err


def test_rehydrate_keeps_the_encoding(door):
    door.enroll()
    text = "[代號 PT-0001] 主訴：右肩痛三個月，夜間痛醒。"
    (door.folder / "note.txt").write_bytes(text.encode("big5"))
    raw = Terminal(is_terminal=False)
    with door._monkeypatch.context() as patch:
        patch.setattr("sys.stdout", raw)
        assert main(["rehydrate", str(door.folder / "note.txt"), "--to-pipe", "--vault", door.url]) == 0
    assert raw.raw_bytes == text.replace("PT-0001", "王大明").encode("big5")


def test_an_export_can_be_enrolled_again(door):
    door.enroll()
    lines = door("vault", "export", "--to-pipe")[1]
    assert json.loads(lines.splitlines()[0])["code"] == "PT-0001"
    first, door.url = door.url, f"sqlite:///{door.folder}/second.db"
    door("vault", "init")
    assert door("vault", "enroll", "-", "--format", "jsonl", stdin=lines.encode())[0] == 0
    assert door("vault", "export", "--to-pipe")[1] == lines
    door.url = first


def test_merge_and_split_go_by_codes_and_positions(door):
    door.enroll()
    code, out, err = door("vault", "merge", "PT-0001", "PT-0002")
    assert (code, out) == (1, "") and "name" in err and "--force" in err
    assert not [secret for secret in SECRETS if secret in err]
    assert len(door("vault", "list")[1].splitlines()) == 2
    code, _, err = door("vault", "merge", "PT-0001", "PT-0002", "--force")
    assert code == 0 and "conflict" in err
    assert "conflict: name" in door("vault", "list")[1]
    assert "differ=name" in door("vault", "audit")[1]
    code, out, _ = door("vault", "split", "PT-0001", "--move", "4", "7")
    assert (code, out) == (0, "PT-0003\n")
    assert "陳美華" in door("vault", "reveal", "PT-0003", terminal=True)[1]


def test_rekey_backup_restore_and_retain(door, monkeypatch):
    door.enroll()
    assert door("vault", "backup", str(door.folder / "backup.db"))[0] == 0
    monkeypatch.setenv("INCOGNOTE_NEW_PASSPHRASE", "another horse")
    assert door("vault", "rekey", "--all")[0] == 0
    code, out, err = door("vault", "list")
    assert (code, out) == (1, "") and "passphrase" in err
    first, door.url = door.url, f"sqlite:///{door.folder}/again.db"
    assert door("vault", "restore", str(door.folder / "backup.db"))[0] == 0
    assert len(door("vault", "list")[1].splitlines()) == 2
    door.url = first
    monkeypatch.setenv("INCOGNOTE_PASSPHRASE", "another horse")
    assert len(door("vault", "list")[1].splitlines()) == 2


def enroll_long_ago(door: Door) -> None:
    """PT-0001, whom nobody has seen since 2020."""
    assert door("vault", "init")[0] == 0
    vault = open_vault(door.url, passphrase="correct horse")
    vault._today = lambda: date(2020, 1, 1)
    vault.assign(Person(("王大明",), (Number("MRN", "0012345"),)))
    vault.close()


def test_retain_asks_before_it_erases(door, monkeypatch):
    enroll_long_ago(door)
    since = ("vault", "retain", "--since", "2021-01-01")
    assert door(*since, "--dry-run")[1] == "PT-0001\n"
    code, out, err = door(*since)
    assert (code, out) == (1, "") and "--yes" in err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    for answer in (b"", b"\n", b"no\n"):
        code, out, err = door(*since, stdin=answer, asks=True)
        assert (code, out) == (0, "") and "1 person" in err and "nobody was erased" in err
    assert len(door("vault", "list")[1].splitlines()) == 1
    assert door(*since, stdin=b"y\n", asks=True)[:2] == (0, "PT-0001\n")
    assert door("vault", "list")[1] == ""


def test_retain_with_yes_asks_nothing(door):
    enroll_long_ago(door)
    assert door("vault", "retain", "--since", "2021-01-01", "--yes")[:2] == (0, "PT-0001\n")
    assert door("vault", "list")[1] == ""


@pytest.mark.parametrize("extra", [(), ("--yes",), ("--dry-run",)])
def test_retain_refuses_a_day_that_has_not_been(door, extra):
    door.enroll()
    code, out, err = door("vault", "retain", "--since", "2999-01-01", *extra)
    assert (code, out) == (1, "") and ("future" in err or not extra)
    assert len(door("vault", "list")[1].splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("list",), ("reveal", "PT-0001"), ("audit",), ("backup", "b.db"), ("enroll", "people.csv"), ("rekey",),
        ("merge", "王大明", "A123456789"), ("split", "王大明", "--move", "1"), ("retain", "--since", "王大明"),
        ("restore", "王大明.db"), ("nonsense",), ("split", "PT-0001"), (),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_line_and_exit_1(door, monkeypatch, arguments):
    monkeypatch.chdir(door.folder)
    (door.folder / "people.csv").write_text(PEOPLE, "utf-8")
    code, out, err = door("vault", *arguments, terminal=True)
    assert (code, out) == (1, "") and err.count("\n") == 1 and "Traceback" not in err
    assert not [secret for secret in SECRETS if secret in err]
    assert not (door.folder / "vault.db").exists()


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ("王大明,12345,A123456789", "cells"),
        ("王大明,12345,A123456789,1971-13-45", "birth"),
        ("王大明,12345,A123456789,bad", "birth"),
        ("王大明,12345,A123456789,王大明", "birth"),
        (",,,1971-03-05", "neither"),
    ],
)
def test_a_bad_row_is_named_by_its_number_and_nothing_is_stored(door, row, word):
    assert door("vault", "init")[0] == 0
    text = f"name,mrn,idno,birth\n陳美華,7654321,,\n{row}\n"
    code, out, err = door("vault", "enroll", "-", stdin=text.encode())
    assert (code, out) == (1, "") and "row 3" in err and word in err
    assert not [secret for secret in SECRETS if secret in err]
    assert door("vault", "list")[1] == ""


def test_an_unknown_birth_date_may_be_said_in_words(door):
    assert door("vault", "init")[0] == 0
    assert (
        door(
            "vault",
            "enroll",
            "-",
            stdin="name,mrn,birth\n王大明,1,不詳\n陳美華,2,1971\n李四,3,0600305\n".encode(),
        )[0]
        == 0
    )
    lines = door("vault", "export", "--to-pipe")[1].splitlines()
    assert [json.loads(line)["birth"] for line in lines] == [None, None, "1971-03-05"]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"name": 1.5}', '{"surname": "王大明"}', '{"numbers": [{"label": "X"}], "name": "王大明"}'],
)
def test_a_bad_line_is_named_by_its_number(door, line):
    assert door("vault", "init")[0] == 0
    code, _, err = door(
        "vault", "enroll", "-", "--format", "jsonl", stdin=f'{{"name": "陳美華"}}\n{line}\n'.encode()
    )
    assert code == 1 and ("line 2" in err or "row 2" in err) and "王大明" not in err


def test_a_short_passphrase_makes_no_vault(door, monkeypatch):
    monkeypatch.setenv("INCOGNOTE_PASSPHRASE", "short")
    code, _, err = door("vault", "init")
    assert code == 1 and "short" in err and not (door.folder / "vault.db").exists()
