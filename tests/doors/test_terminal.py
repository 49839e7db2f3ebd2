"""What happens on a terminal, through pipes, and when somebody stops it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from command import START, incognote

NAME, PHONE = "王大明", "0912-345-678"
NOTE = f"病歷號碼：1234567 姓名：{NAME}\n電話 {PHONE}\n"


def on_terminal(*arguments: str | Path, typed: bytes, home: Path) -> tuple[int, str]:
    """The exit code and all that the screen shows."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("INCOGNOTE")}
    env |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    main, side = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", START, *map(str, arguments)], stdin=side, stdout=side, stderr=side, env=env, start_new_session=True
    )
    os.close(side)
    watchdog = threading.Timer(60, run.kill)
    watchdog.start()
    os.write(main, typed)
    screen = b""
    while True:
        try:
            chunk = os.read(main, 65536)
        except OSError:
            break
        if not chunk:
            break
        screen += chunk
    os.close(main)
    watchdog.cancel()
    return run.wait(), screen.decode("utf-8", "replace")


def test_show_puts_the_original_beside_the_result_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text(NOTE, "utf-8")
    code, screen = on_terminal("scrub", path, "--show", "--vault", "none", typed=b"", home=tmp_path)
    assert code == 0
    assert NAME in screen and "PT-0001" in screen and "\x1b[" in screen


def test_scrub_offers_to_make_a_vault_on_a_terminal_and_no_is_no(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text(NOTE, "utf-8")
    code, screen = on_terminal("scrub", path, typed=b"\n", home=tmp_path)
    assert code == 0
    assert "Make one now?" in screen and "within this run only" in screen
    assert not (tmp_path / "data" / "incognote" / "vault.db").exists()


def test_a_note_can_be_pasted(tmp_path: Path) -> None:
    code, screen = on_terminal("scrub", "--vault", "none", typed=NOTE.encode() + b"\x04", home=tmp_path)
    assert code == 0
    assert "Ctrl-D" in screen and "[電話]" in screen


def test_a_named_pipe_is_read_once_and_used_as_often_as_needed(tmp_path: Path) -> None:
    pipe = tmp_path / "notes"
    os.mkfifo(pipe)
    writer = subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w', encoding='utf-8').write({NOTE!r})"])
    answer = incognote("scrub", pipe, home=tmp_path)
    assert writer.wait() == 0
    assert answer.code == 0 and answer.out.endswith("電話 [電話]\n")


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", START, "scrub", "--jsonl", "--quiet", "--vault", "none"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert run.stdout is not None and run.stdin is not None and run.stderr is not None
    run.stdout.close()
    run.stdin.write(NOTE.encode())
    run.stdin.close()
    complaints = run.stderr.read()
    run.stderr.close()
    assert run.wait() == 1
    assert complaints == b""


def test_an_interrupt_ends_with_130_and_one_line(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", START, "scrub", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(1)  # it waits for input
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out, err) == (130, b"", b"incognote: interrupted\n")


@pytest.mark.parametrize("encoding", ["ascii", "big5"])
def test_a_terminal_that_cannot_show_a_character_still_gets_an_answer(encoding: str, tmp_path: Path) -> None:
    env = {"PYTHONIOENCODING": encoding}
    answer = incognote("rules", "list", home=tmp_path, env=env) if encoding == "ascii" else None
    assert answer is None or answer.code == 0
    shown = incognote("scrub", "--quiet", stdin=NOTE.encode(), home=tmp_path, env=env)
    assert shown.code == 0 and shown.out.endswith("電話 [電話]\n")  # notes are UTF-8 whatever the terminal is


def test_a_table_of_facts_in_a_folder_belongs_to_its_notes(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "note1.txt").write_text("今日阿明來診，主訴頭痛。\n", "utf-8")
    (folder / "index.csv").write_text(f"file,name,mrn,aliases\nnote1.txt,{NAME},1234567,阿明\nnote9.txt,李小華,7654321,\n", "utf-8")
    answer = incognote("scrub", folder, "-o", tmp_path / "out", home=tmp_path)
    assert answer.code == 0
    (path,) = (tmp_path / "out").glob("*.txt")
    assert path.name == "PT-0001_001.txt" and "阿明" not in path.read_text("utf-8")
    assert "1 rows of the known facts" in answer.err
