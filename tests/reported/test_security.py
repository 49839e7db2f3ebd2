"""Reported: names of files, hashes that can be tried out, paths that lead elsewhere, logs that name people."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest

from command import Answer, incognote

NOTES = {
    "traditional": ("病歷號碼：7654321 姓名：王大明 A123456789 電話0912345678\n", ("王大明", "A123456789", "0912345678", "7654321")),
    "simplified": ("患者张建国，住院号20240611003，手机13800138000\n", ("张建国", "20240611003", "13800138000")),
    "english": ("Pt: Mary Wu, MRN: 87654321, phone 0223456789\n", ("Mary", "87654321", "0223456789")),
}
PASSPHRASE = {"INCOGNOTE_PASSPHRASE": "correct horse battery"}

ABOUT_THE_RUN = {"manifest.jsonl", "run.html", "run.json"}


def everything(folder: Path) -> bytes:
    """All bytes and all names below a folder."""
    return b"\n".join(str(p.relative_to(folder)).encode() + b"\n" + (p.read_bytes() if p.is_file() else b"") for p in sorted(folder.rglob("*")))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("王大明_A123456789_1130305.txt", ("王大明", "A123456789", "1130305")),
        ("Wang, Da-Ming (MRN 1234567).txt", ("Wang", "Ming", "1234567")),
        ("Jo\u0308rg.txt", ("rg", "Jo", "\u0308")),
        ("陈静 住院.jsonl", ("陈静",)),
    ],
)
def test_a_person_in_the_name_of_a_file_is_in_no_name_of_an_output(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    note = NOTES["traditional"][0]
    is_lines = name.endswith(".jsonl")
    (folder / name).write_text(json.dumps({"id": name, "text": note}) + "\n" if is_lines else note, "utf-8")
    answer = incognote("scrub", folder / name, "-o", out, "--quiet", home=tmp_path)
    assert answer.code == 0
    (written,) = (path for path in out.iterdir() if path.name not in ABOUT_THE_RUN)
    assert written.name in {"PT-0001_001.txt", "notes_001.jsonl"}
    for word in words:
        assert word not in written.name + answer.out + answer.err
        assert word not in written.read_text("utf-8")


def digests(value: str) -> set[bytes]:
    found = set()
    for algorithm in ("md5", "sha1", "sha256", "sha512"):
        digest = hashlib.new(algorithm, value.encode()).digest()
        found |= {digest, digest.hex().encode(), digest.hex().upper().encode(), base64.b64encode(digest), digest.hex()[:16].encode()}
    return found


@pytest.mark.parametrize(
    ("note", "values"),
    [
        ("姓名：王大明 病歷號：1234567 手機 0900012345\n", [f"{900_012_000 + n:010d}" for n in range(1000)] + ["王大明"]),
        ("姓名：陳美玲 病歷號：7654321\n", [f"{7_654_000 + n}" for n in range(1000)] + ["陳美玲"]),
        ("姓名：林志豪 身分證字號：A123456789\n", [f"A{123_456_000 + n}" for n in range(1000)] + ["林志豪"]),
    ],
)
def test_no_hash_that_can_be_tried_out_is_left_anywhere(note: str, values: list[str], tmp_path: Path) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault.db"
    arguments = ("-o", out, "--jsonl", "--vault", f"sqlite:///{vault}", "--create", "--audit")
    answer = incognote("scrub", *arguments, stdin=note.encode(), home=tmp_path, env=PASSPHRASE)
    assert answer.code == 0
    left = everything(tmp_path) + (answer.out + answer.err).encode()
    assert b"PT-0001" in left and vault.stat().st_size > 0
    for value in values:
        assert not [d for d in digests(value) if d in left]


@pytest.mark.parametrize(
    "ids",
    [
        ["../../../tmp/evil.txt", "..\\..\\evil.txt", "/etc/x.txt"],
        ["CON.txt", "王大明\r\nX-Evil: 1.txt", "n" * 300],
        ["a\u0000b.txt", "", "\u202etxt.live"],
    ],
)
def test_an_id_is_never_a_path(ids: list[str], tmp_path: Path) -> None:
    source, out = tmp_path / "deep" / "in.jsonl", tmp_path / "deep" / "out"
    source.parent.mkdir()
    source.write_text("".join(json.dumps({"id": i, "text": NOTES["traditional"][0]}) + "\n" for i in ids), "utf-8")
    before = set(tmp_path.rglob("*"))
    answer = incognote("scrub", source, "-o", out, home=tmp_path)
    assert answer.code == 0
    assert set(tmp_path.rglob("*")) - before == {out, out / "notes_001.jsonl", *(out / name for name in ABOUT_THE_RUN)}
    rows = [json.loads(line) for line in (out / "notes_001.jsonl").read_text("utf-8").splitlines()]
    assert all(row["id"] in {f"item-{n:04d}", "CON.txt"} for n, row in enumerate(rows, 1))


@pytest.mark.parametrize("name", ["up\\..\\..\\evil.txt", "CON.txt", "王大明\r\nX-Evil: 1.txt", "-o.txt", "x" * 251 + ".txt"])
def test_a_file_of_any_name_goes_to_a_name_of_ours(name: str, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / name).write_text(NOTES["traditional"][0], "utf-8")
    answer = incognote("scrub", folder, "-o", out, home=tmp_path)
    assert answer.code == 0
    assert [p.name for p in out.iterdir() if p.name not in ABOUT_THE_RUN] == ["PT-0001_001.txt"]
    assert "Evil" not in answer.err and "evil" not in answer.err


BREAKS = """
import logging, sys
logging.basicConfig(level=logging.DEBUG)
import incognote.pipeline as p
def fail(*given, **named):
    raise {error}(repr(given) + repr(named) + str([getattr(g, "text", g) for g in given]))
{target} = fail
"""
STAGES = {
    "link": "p.link",
    "decide": "p.decide",
    "apply": "p.apply",
    "verify": "p.verify",
    "resolve": "p.resolve",
    "values": "p.values",
    "run": "p.Pipeline.run",
}


def silent(answer: Answer, values: tuple[str, ...]) -> bool:
    return not any(value in answer.out + answer.err for value in values)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("script", NOTES)
def test_a_fault_in_any_stage_names_nobody_anywhere(stage: str, script: str, tmp_path: Path) -> None:
    note, values = NOTES[script]
    (tmp_path / "sitecustomize.py").write_text(BREAKS.format(error="ValueError", target=STAGES[stage]))
    env = {"PYTHONPATH": str(tmp_path), "INCOGNOTE_DEBUG": "1"}
    answer = incognote("scrub", "--audit", "--jsonl", stdin=note.encode(), home=tmp_path, env=env)
    assert answer.code == 1
    if stage != "resolve":  # nothing can be detected then, not even in the id: the command itself ends
        assert json.loads(answer.out)["status"] == "failed"
    assert "ValueError" in answer.err and silent(answer, values)


@pytest.mark.parametrize("script", NOTES)
def test_no_command_that_works_logs_a_person(script: str, tmp_path: Path) -> None:
    note, values = NOTES[script]
    (tmp_path / "sitecustomize.py").write_text("import logging\nlogging.basicConfig(level=logging.DEBUG)\n")
    env = {"PYTHONPATH": str(tmp_path), "INCOGNOTE_DEBUG": "1", **PASSPHRASE}
    vault = ("--vault", f"sqlite:///{tmp_path}/vault.db")
    for arguments in (("scrub", *vault, "--create", "--audit"), ("detect", "--jsonl"), ("verify", *vault), ("rehydrate", *vault), ("vault", "list", *vault)):
        answer = incognote(*arguments, stdin=note.encode() if arguments[0] != "vault" else b"", home=tmp_path, env=env)
        assert silent(Answer(answer.code, "" if arguments[0] == "rehydrate" else answer.out, answer.err), values), arguments
        assert "Traceback" not in answer.err


@pytest.mark.parametrize("names", [("王大明.txt", "李小華.txt", "陳美玲.txt"), ("张伟.txt", "李娜.txt", "赵敏.txt"), ("Wu, Mary.txt", "Tan John.txt", "Lin.txt")])
def test_lines_about_a_batch_speak_of_numbers(names: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in names[:2]:
        (folder / name).write_text(NOTES["traditional"][0], "utf-8")
    (folder / names[2]).write_bytes(b"\x00\x01\x02\xff")
    answer = incognote("scrub", folder, "-o", tmp_path / "out", home=tmp_path)
    assert answer.code == 1
    number = sorted(names).index(names[2]) + 1
    assert f"input {number}" in answer.err
    assert not [n for n in names if Path(n).stem in answer.err or Path(n).stem in answer.out]
