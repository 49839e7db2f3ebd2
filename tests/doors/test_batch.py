"""`scrub -o DIR` as a batch: workers, kills, files that are no use, and going on."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import START, incognote

SURNAMES = "王李張陳林黃吳劉蔡楊"
GUARD = f"if __name__ == '__main__':\n    {START}\n"


def notes(folder: Path, size: int) -> Path:
    """Notes of about a third as many patients, each with several visits."""
    folder.mkdir()
    for number in range(size):
        patient = number % (size // 3 + 1)
        name = SURNAMES[patient % 10] + "大明"
        text = f"姓名：{name} 病歷號：{2000000 + patient} 看診日：113/05/{1 + number % 28:02d}\n主訴：頭痛{number}天，{name}訴電話 0912-345-{number:03d}。\n"
        (folder / f"{number:04d}_{name}.txt").write_text(text, "utf-8")
    return folder


def outputs(folder: Path) -> dict[str, bytes]:
    """All that is to be the same; the manifest has a salt of its own."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "manifest.jsonl"}


def scrub(home: Path, *arguments: str | Path, code: int = 0, vault: str = "none") -> str:
    env = {"INCOGNOTE_PASSPHRASE": "correct horse battery"}
    answer = incognote("scrub", *arguments, "--vault", vault, "--no-tagger", "--on", "2026-11-29", home=home, env=env)
    assert answer.code == code, answer.err
    return answer.err


def started(home: Path, *arguments: str | Path) -> subprocess.Popen[bytes]:
    script = home / "start.py"
    script.write_text(GUARD)
    given = ["scrub", *map(str, arguments), "--vault", "none", "--no-tagger", "--on", "2026-11-29"]
    env = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    with (home / "said").open("wb") as said:
        return subprocess.Popen([sys.executable, str(script), *given], stderr=said, env=env)


def finished(out: Path) -> int:
    """How many items a run has recorded so far."""
    path = out / "manifest.jsonl"
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def stop_when(run: subprocess.Popen[bytes], out: Path, at: int, number: int = signal.SIGKILL) -> None:
    for _ in range(12_000):
        if finished(out) >= at or run.poll() is not None:
            break
        time.sleep(0.005)
    assert run.poll() is None, "it was done before it could be stopped"
    run.send_signal(number)
    run.wait()


def test_two_workers_write_what_one_writes(tmp_path: Path) -> None:
    folder = notes(tmp_path / "in", 70)
    scrub(tmp_path, folder, "-o", tmp_path / "one")
    scrub(tmp_path, folder, "-o", tmp_path / "two", "--workers", "2")
    one = outputs(tmp_path / "one")
    assert len(one) == 72 and one == outputs(tmp_path / "two")
    report = json.loads(one["run.json"])
    assert report["items"] == 70 and report["statuses"] == {"clean": 70}


def test_a_stored_vault_gives_two_workers_the_codes_of_one(tmp_path: Path) -> None:
    folder = notes(tmp_path / "in", 12)
    for workers in ("1", "2"):
        vault = f"sqlite:///{tmp_path}/vault{workers}.db"
        scrub(tmp_path, folder, "-o", tmp_path / workers, "--workers", workers, "--create", vault=vault)
    assert outputs(tmp_path / "1") == outputs(tmp_path / "2")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_killed_twice_ends_as_one_that_is_not(workers: str, tmp_path: Path) -> None:
    folder, out = notes(tmp_path / "in", 160), tmp_path / "out"
    draw = random.Random(workers)
    for low, high in ((1, 30), (40, 90)):
        run = started(tmp_path, folder, "-o", out, "--workers", workers)
        stop_when(run, out, draw.randint(low, high))
        before = {path.name: path.stat().st_mtime_ns for path in out.glob("*.txt")}
    said = scrub(tmp_path, folder, "-o", out, "--workers", workers, "--resume")
    after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.txt")}
    assert before and before.items() <= after.items(), "a finished document was done twice"
    assert "items were done before" in said
    scrub(tmp_path, folder, "-o", tmp_path / "whole", "--workers", workers)
    assert outputs(out) == outputs(tmp_path / "whole")


def test_a_second_run_does_what_has_changed_and_nothing_else(tmp_path: Path) -> None:
    folder, out = notes(tmp_path / "in", 8), tmp_path / "out"
    scrub(tmp_path, folder, "-o", out)
    before = {path.name: path.stat().st_mtime_ns for path in out.glob("*.txt")}
    changed = sorted(folder.iterdir())[3]
    changed.write_text(changed.read_text("utf-8") + "追加：無發燒。\n", "utf-8")
    said = scrub(tmp_path, folder, "-o", out)
    after = {path.name: path.stat().st_mtime_ns for path in out.glob("*.txt")}
    assert "7 of 8 items" in said and before.keys() == after.keys()
    (other,) = [name for name in after if after[name] != before[name]]
    assert "無發燒" in (out / other).read_text("utf-8")
    assert "8 of 8 items" in scrub(tmp_path, folder, "-o", out)
    assert "items were done before" not in scrub(tmp_path, folder, "-o", out, "--dates", "mask")


@pytest.mark.parametrize("options", [(), ("--jsonl",)])
def test_lines_are_done_again_when_more_is_known_of_them(options: tuple[str, ...], tmp_path: Path) -> None:
    lines, known, out = tmp_path / "lines.jsonl", tmp_path / "known.csv", tmp_path / "out"
    lines.write_text('{"id": "a1", "text": "今日回診，小蝶說好多了。"}\n', "utf-8")
    known.write_text("id,name\na1,林若蝶\n", "utf-8")
    scrub(tmp_path, lines, "-o", out, "--known", known, *options, code=3)
    known.write_text("id,name,aliases\na1,林若蝶,小蝶\n", "utf-8")
    said = scrub(tmp_path, lines, "-o", out, "--known", known, *options)
    assert "were done before" not in said and "小蝶" not in next(out.glob("*_001.jsonl")).read_text("utf-8")
    assert "1 of 1 items" in scrub(tmp_path, lines, "-o", out, "--known", known, *options)


def test_a_file_that_no_reader_can_read_costs_only_itself(tmp_path: Path) -> None:
    folder, out = notes(tmp_path / "in", 9), tmp_path / "out"
    (folder / "0004_王大明.pdf").write_bytes(b"%PDF-1.4\n\x00\xff broken")
    (folder / "0005_王大明.txt").write_bytes(b"\x00\x01\x02\xff")
    said = scrub(tmp_path, folder, "-o", out, "--workers", "2", code=1)
    report = json.loads((out / "run.json").read_text("utf-8"))
    assert report["statuses"] == {"clean": 9, "failed": 2} and len(list(out.glob("*.txt"))) == 9
    assert [row["risk"] for row in report["review"]] == ["unread", "unread"]
    assert all(row["output"] is None for row in report["unread"]) and "input" in said


def test_a_folder_of_results_names_nobody(tmp_path: Path) -> None:
    folder, out = notes(tmp_path / "in", 4), tmp_path / "out"
    said = scrub(tmp_path, folder, "-o", out)
    told = said + "".join(path.read_text("utf-8") for path in out.iterdir()) + "".join(path.name for path in out.iterdir())
    assert not [word for word in ("大明", "2000000", "0912", "113/05") if word in told]
    assert not list(out.glob(".incognote-*"))


def test_lines_go_on_where_a_kill_stopped_them(tmp_path: Path) -> None:
    source, out = tmp_path / "notes.jsonl", tmp_path / "out"
    rows = [{"id": f"n{i}", "text": f"姓名：{SURNAMES[i % 10]}大明 病歷號：{2000000 + i}\n主訴：頭痛。\n"} for i in range(240)]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    stop_when(started(tmp_path, source, "-o", out, "--workers", "2"), out, 100)
    assert not list(out.glob("notes_*"))
    left = b"".join(path.read_bytes() for path in out.iterdir()).decode("utf-8", "replace")
    assert "大明" not in left
    said = scrub(tmp_path, source, "-o", out, "--workers", "2")
    assert "items were done before" in said
    written = [json.loads(line) for line in (out / "notes_001.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in written] == [f"n{i}" for i in range(240)]
    scrub(tmp_path, source, "-o", tmp_path / "whole")
    assert outputs(out) == outputs(tmp_path / "whole")


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder, out = notes(tmp_path / "in", 160), tmp_path / "out"
    run = started(tmp_path, folder, "-o", out, "--workers", "2")
    stop_when(run, out, 10, signal.SIGINT)
    said = (tmp_path / "said").read_text("utf-8")
    assert run.returncode == 130 and "the same command goes on" in said and "Traceback" not in said
    assert not list(out.glob(".incognote-*"))


def test_what_cannot_be_a_batch_says_so(tmp_path: Path) -> None:
    folder = notes(tmp_path / "in", 2)
    for arguments in ((folder, "--jsonl", "--workers", "2"), (folder, "-o", tmp_path / "out", "--workers", "0"), (folder, "-o", tmp_path / "out", "--resume")):
        assert scrub(tmp_path, *arguments, code=1).count("\n") == 1


def test_results_in_the_folder_of_the_notes_are_no_input(tmp_path: Path) -> None:
    folder = notes(tmp_path / "in", 3)
    for _ in range(2):
        scrub(tmp_path, folder, "-o", folder / "out")
    assert json.loads((folder / "out" / "run.json").read_text("utf-8"))["items"] == 3
