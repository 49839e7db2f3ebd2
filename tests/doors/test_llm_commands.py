"""`--llm` asks a server of the house, says what came of it, and never lets a note pass that the model did not read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import incognote
from incognote.detect.llm_prompt import answer
from model_server import Script, completion, http, says, serving
from small_model import SMALL, needs_small_model

NOTE = "承勳健康，昨日與瑞芬同來。\n"
FOUND = says(http(200, completion(answer([("NAME", "承勳"), ("NAME", "瑞芬"), ("PHONE", "0933-218-607")]))))


def scrub(script: Script, home: Path, *more: str) -> tuple[int, str, str, int]:
    with serving(script) as server:
        done = incognote("scrub", "--vault", "none", "--no-tagger", "--llm", server.named, *more, "-", stdin=NOTE.encode(), home=home)
    return done.code, done.out, done.err, sum(asked.line.startswith("POST") for asked in server.asked)


def test_scrub_takes_away_what_only_the_model_found(tmp_path: Path) -> None:
    code, out, err, asked = scrub(FOUND, tmp_path)
    assert code == 0, err
    assert "承勳" not in out and "瑞芬" not in out and "健康" in out
    assert "model: 1 invented, 1 valid" in err and asked == 1


def test_detect_says_who_found_it(tmp_path: Path) -> None:
    with serving(FOUND) as server:
        done = incognote("detect", "--no-tagger", "--llm", server.named, "--with-text", "-", stdin=NOTE.encode(), home=tmp_path)
    assert done.code == 0 and "\tllm\t" in done.out and "承勳" in done.out


@pytest.mark.parametrize("script", [says(http(200, completion("I cannot help with that."))), says(http(200, completion(""))), says(http(401, b"{}")), says(b"garbage\r\n\r\n")])
def test_a_note_that_was_not_read_comes_out_degraded_and_says_so(script: Script, tmp_path: Path) -> None:
    code, out, err, _ = scrub(script, tmp_path)
    assert code == 3 and "model_unread" in err and out
    assert "承勳" not in err and "cannot help" not in err


def test_a_profile_may_withhold_such_a_note(tmp_path: Path) -> None:
    from importlib.resources import files

    with serving(says(http(200, completion("no")))) as server:
        text = files("incognote").joinpath("profiles", "clinic-tw.toml").read_text("utf-8")
        table = f'use = ["rules", "llm"]\n[detect.llm]\nmodel = "{server.named}"\non_failure = "failed"\n'
        (tmp_path / "mine.toml").write_text(text.replace('use = ["known", "rules", "site", "tagger"]', table), "utf-8")
        done = incognote("scrub", "--vault", "none", "--profile", tmp_path / "mine.toml", "-", stdin=NOTE.encode(), home=tmp_path)
    assert done.code == 1 and not done.out


def test_detect_fails_where_the_model_did_not_read(tmp_path: Path) -> None:
    with serving(says(http(200, completion("no")))) as server:
        done = incognote("detect", "--no-tagger", "--llm", server.named, "-", stdin=NOTE.encode(), home=tmp_path)
    assert done.code == 1 and "model_unread" in done.err


def test_a_folder_is_read_by_workers_too(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for n in range(4):
        (notes / f"{n}.txt").write_text(f"第{n}床，{NOTE}", "utf-8")
    with serving(FOUND) as server:
        done = incognote("scrub", notes, "-o", tmp_path / "out", "--workers", "2", "--vault", "none", "--no-tagger", "--llm", server.named, home=tmp_path)
    assert done.code == 0, done.err
    written = [path.read_text("utf-8") for path in (tmp_path / "out").glob("*.txt")]
    assert len(written) == 4 and not any("承勳" in text or "瑞芬" in text for text in written)
    report = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    assert report["findings"]["info"]["model_valid"] == 4 and report["findings"]["info"]["model_invented"] == 4


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--llm", "no-such-model"], "no model has this name"),
        (["--llm", "http://8.8.8.8/v1#m"], "public address"),
        (["--llm", "/nowhere/at-all.gguf"], "not there"),
        (["--adapter", "x.gguf"], "--llm"),
        (["--llm", "http://127.0.0.1:9/v1#m", "--adapter", "x.gguf"], "adapter"),
    ],
)
def test_what_cannot_be_asked_is_said_before_a_note_is_read(options: list[str], said: str, tmp_path: Path) -> None:
    done = incognote("scrub", "--vault", "none", *options, "-", stdin=NOTE.encode(), home=tmp_path)
    assert done.code == 1 and said in done.err and not done.out
    assert "nowhere" not in done.err and "no-such" not in done.err


@needs_small_model
def test_the_small_model_reads_a_note(tmp_path: Path) -> None:
    """Its strings stand in the note by construction; what it finds is not promised."""
    from incognote.detect.llm_asking import Way, find
    from incognote.llm.models import open_client

    client = open_client(SMALL, threads=1)
    note = "病人王大明，電話0912-345-678，於澄禾醫院就診。"
    (read,) = find(client, [note], way=Way(reply=120, examples=False))
    client.close()
    assert read.outcomes["valid"] == 1 and read.invented == 0 and all(text.strip() in note for _, text in read.items)
