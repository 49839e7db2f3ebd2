"""`incognote scrub` from outside: what goes in, what comes out, what is said, how it ends."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest

from command import Answer, incognote

NAME, CHART, PHONE = "王大明", "1234567", "0912-345-678"
NOTE = f"病歷號碼：{CHART} 姓名：{NAME} 出生：1971/03/05\n主訴：右肩痛三個月。{NAME}說夜間痛醒。\n電話 {PHONE}\n"
CLEAN = "[代號 PT-0001，55歲]\n病歷號碼：PT-0001 姓名：PT-0001 出生：[55歲]\n主訴：右肩痛三個月。PT-0001說夜間痛醒。\n電話 [電話]\n"
ON = ("--on", "2026-11-29")


def scrub(home: Path, *arguments: str | Path, stdin: bytes = b"", **env: str) -> Answer:
    return incognote("scrub", *arguments, *ON, stdin=stdin, home=home, env=env)


def is_one_line(answer: Answer) -> bool:
    return answer.err.count("\n") == 1 and answer.err.startswith("incognote: ") and "Traceback" not in answer.err


def has_no_person(*texts: str) -> bool:
    return not any(value in text for text in texts for value in (NAME, CHART, PHONE, "0912345678", "大明"))


def test_a_note_from_standard_input_comes_out_without_its_people(tmp_path: Path) -> None:
    answer = scrub(tmp_path, stdin=NOTE.encode())
    assert (answer.code, answer.out) == (0, CLEAN)
    assert has_no_person(answer.err)
    assert "1 clean" in answer.err and "NAME 2" in answer.err


def test_quiet_says_nothing(tmp_path: Path) -> None:
    assert scrub(tmp_path, "-", "--quiet", stdin=NOTE.encode()) == Answer(0, CLEAN, "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", "\n \t\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "big5", "gb18030", "utf-16"])
def test_line_ends_blank_lines_and_encodings_come_through(tmp_path: Path, end: str, encoding: str) -> None:
    if encoding != "utf-8" and end not in {"\r\n", "\r"}:
        pytest.skip("one encoding is enough for this line end")
    answer = scrub(tmp_path, stdin=NOTE.replace("\n", end).encode(encoding))
    assert answer.code == 0
    first = end if end in {"\r\n", "\r"} else "\n"
    header, _, rest = CLEAN.partition("\n")
    assert answer.out == header + first + rest.replace("\n", end)


def test_a_long_crlf_note_is_masked_on_its_last_line(tmp_path: Path) -> None:
    text = "主訴：頭痛，無發燒。\r\n" * 199 + f"姓名：{NAME}\r\n"
    answer = scrub(tmp_path, stdin=text.encode())
    assert has_no_person(answer.out)
    assert answer.out.count("\r\n") == 201 and answer.out.replace("\r\n", "").count("\n") == 0


def test_a_file_whose_name_is_a_person_is_never_named(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    paths = [folder / f"{NAME}_A123456789_1130305.txt", folder / "Wang, Da-Ming (MRN 1234567).txt", folder / "Jo\u0308rg.txt"]
    for path in paths:
        path.write_text(NOTE, "utf-8")
    paths[2].write_bytes(b"\x00\x01")
    answer = scrub(tmp_path, *paths, "-o", tmp_path / "out")
    assert answer.code == 1
    assert sorted(p.name for p in (tmp_path / "out").glob("*.txt")) == ["PT-0001_001.txt", "PT-0001_002.txt"]
    assert (tmp_path / "out" / "PT-0001_001.txt").read_bytes().decode() == CLEAN
    for word in (NAME, "A123456789", "1130305", "Wang", "rg.txt"):
        assert word not in answer.out + answer.err
    assert "input 3" in answer.err


def test_results_never_overwrite_earlier_ones(tmp_path: Path) -> None:
    for _ in range(2):
        assert scrub(tmp_path, "-o", tmp_path / "out", stdin=NOTE.encode()).code == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["PT-0001_001.txt", "PT-0001_002.txt"]


def test_a_folder_is_read_and_other_files_are_counted_not_copied(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("note1.txt", "note1.txt.bak", ".DS_Store", "Thumbs.db", "~$note.docx", "DICOMDIR"):
        (folder / name).write_text(NOTE, "utf-8")
    answer = scrub(tmp_path, folder, "-o", tmp_path / "out")
    assert answer.code == 0
    assert [p.name for p in (tmp_path / "out").glob("*.txt")] == ["PT-0001_001.txt"]
    assert "5 files" in answer.err


def test_several_inputs_need_a_place_to_go(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(NOTE, "utf-8")
    answer = scrub(tmp_path, tmp_path / "a.txt", tmp_path / "a.txt")
    assert answer.code == 1 and answer.out == "" and is_one_line(answer)
    answer = scrub(tmp_path, tmp_path / "a.txt", tmp_path / "a.txt", "--jsonl")
    assert answer.code == 0
    assert [json.loads(line)["text"] for line in answer.out.splitlines()] == [CLEAN, CLEAN]


def test_json_lines_out_keep_the_contract(tmp_path: Path) -> None:
    answer = scrub(tmp_path, "--jsonl", stdin=NOTE.encode())
    row = json.loads(answer.out)
    assert list(row) == ["version", "id", "status", "text", "findings", "edits", "fingerprint"]
    assert (row["version"], row["id"], row["status"], row["text"]) == (1, "1", "clean", CLEAN)
    assert {tuple(edit) for edit in row["edits"]} == {("start", "end", "label", "kind", "operator", "replacement")}
    position, pieces = 0, []
    for edit in row["edits"]:
        pieces += [NOTE[position : edit["start"]], edit["replacement"]]
        position = edit["end"]
    assert "".join([*pieces, NOTE[position:]]) == CLEAN
    assert has_no_person(answer.out)


def test_json_lines_in_fail_line_by_line(tmp_path: Path) -> None:
    lines = [
        r'{"id":"n1","text":"病人王大明\udcb2 電話0912345678"}',
        "{not json",
        "",
        '{"id":"n3","text":"a","patient":"王大明"}',
        '{"id":"n4","text":"今日王大明來診","known":{"name":"王大明","colour":"red"}}',
        '{"id":"n5","text":17}',
        '["n6"]',
        '{"id":"n7","text":"今日王大明來診","known":{"name":"王大明","mrn":1234567}}',
    ]
    answer = incognote("scrub", "--format", "jsonl", stdin="\n".join(lines).encode(), home=tmp_path)
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 1
    assert [row["status"] for row in rows] == ["clean", "failed", "failed", "failed", "failed", "failed", "clean"]
    assert (rows[0]["id"], rows[6]["id"]) == ("n1", "n7")
    assert "\ufffd" in rows[0]["text"]
    assert all(row["text"] is None for row in rows if row["status"] == "failed")
    assert has_no_person(answer.out, answer.err)
    for number in (2, 4, 5, 6, 7):
        assert f"line {number}:" in answer.err


def test_an_id_that_identifies_is_replaced(tmp_path: Path) -> None:
    ids = ["note-1", NAME, "A123456789", "MRN1234567", CHART, "Wang Da-Ming", "0912345678", "7f3c9a52-1111-4222-8333-444455556666"]
    lines = "".join(json.dumps({"id": i, "text": NOTE}, ensure_ascii=False) + "\n" for i in ids)
    answer = scrub(tmp_path, "--format", "jsonl", stdin=lines.encode())
    written = [json.loads(line)["id"] for line in answer.out.splitlines()]
    assert written == ["note-1", *(f"item-{n:04d}" for n in range(2, 8)), ids[-1]]


def test_order_and_blank_rows_of_a_batch_stay(tmp_path: Path) -> None:
    texts = ["", f"姓名：{NAME}", "無名字", "  ", "姓名：李小華", "", "姓名：陳美玲", ""]
    lines = "".join(json.dumps({"id": f"r{i}", "text": t}, ensure_ascii=False) + "\n" for i, t in enumerate(texts))
    answer = scrub(tmp_path, "--format", "jsonl", stdin=lines.encode())
    rows = [json.loads(line) for line in answer.out.splitlines()]
    assert [row["id"] for row in rows] == [f"r{i}" for i in range(8)]
    assert [row["status"] for row in rows] == ["empty", "clean", "clean", "empty", "clean", "empty", "clean", "empty"]
    assert answer.code == 3
    assert rows[2]["text"] == "無名字"


def test_a_table_comes_out_as_a_table(tmp_path: Path) -> None:
    cells = ["=cmd|x", "+3 edema", "-5 dB", "@home", f'{NAME}說,\r\n"痛"']
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["id", "note", "ward nurse"])
    writer.writerows([str(i), cell, "陳美玲"] for i, cell in enumerate(cells))
    answer = scrub(tmp_path, "--format", "csv", "--known", tmp_path / "known.csv", stdin=table.getvalue().encode())
    assert answer.code == 1  # there is no such file of known facts
    (tmp_path / "known.csv").write_text(f"id,姓名\n4,{NAME}\n", "utf-8")
    answer = scrub(tmp_path, "--format", "csv", "--known", tmp_path / "known.csv", stdin=table.getvalue().encode())
    assert answer.code == 0
    rows = list(csv.reader(io.StringIO(answer.out, newline="")))
    assert rows[0] == ["id", "note"]
    assert [row[1] for row in rows[1:5]] == cells[:4]
    assert rows[5][1].endswith('PT-0001說,\r\n"痛"')
    assert "1 column was not copied" in answer.err and has_no_person(answer.out, answer.err) and "陳美玲" not in answer.out


def test_identity_columns_are_known_and_come_out_as_codes(tmp_path: Path) -> None:
    table = f"編號;姓名;病歷號;病歷內容\n1;{NAME};{CHART};{NAME}今日複診\n2;;;無異常\n".encode("utf-8-sig")
    answer = scrub(tmp_path, "--format", "csv", stdin=table)
    assert answer.out.startswith("\ufeff編號;姓名;病歷號;病歷內容\n1;PT-0001;PT-0001;")
    assert answer.out.endswith("2;;;無異常\n")
    assert has_no_person(answer.out, answer.err)


@pytest.mark.parametrize(
    "arguments",
    [
        (f"/nowhere/{NAME}.txt",),
        (f"{NAME}\x01.txt",),
        ("x" * 300,),
        ("--profile", NAME + ".toml"),
        ("--dates", NAME),
        ("--on", NAME),
        ("--vault", f"sqlite:////nowhere/{NAME}.db"),
        ("--rules", f"/nowhere/{NAME}.toml"),
        ("--known", f"/nowhere/{NAME}.csv"),
        (f"--colour={NAME}",),
        ("--format", NAME),
        ("--encoding", "no-such"),
        ("-o", "/dev/null"),
        ("-", "-"),
    ],
)
def test_what_cannot_be_ends_with_one_line_and_1(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    answer = scrub(tmp_path, *arguments, stdin=NOTE.encode(), INCOGNOTE_PASSPHRASE="correct horse")
    assert answer.code == 1 and answer.out == ""
    assert is_one_line(answer), answer.err
    assert "--profile" in arguments or has_no_person(answer.err)


def test_bytes_that_are_no_text_end_with_one_line(tmp_path: Path) -> None:
    for data in (b"\x00\x01\x02", os.urandom(4000), NOTE.encode("utf-16-le"), b"%PDF-1.4\n", NOTE.encode("big5")[:-2] + b"\xff\n"):
        answer = scrub(tmp_path, stdin=data)
        assert answer.code == 1 and answer.out == "" and is_one_line(answer) and "input 1" in answer.err


def test_a_text_of_50_mb_is_refused_quickly(tmp_path: Path) -> None:
    answer = scrub(tmp_path, stdin=b"a1 " * 17_000_000)
    assert answer.code == 1 and is_one_line(answer) and "split it" in answer.err


def test_a_full_disk_ends_with_one_line(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    import subprocess
    import sys

    from command import START

    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", START, "scrub", "--quiet"], input=NOTE.encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "incognote: the disk is full\n"


def test_an_empty_text_is_empty(tmp_path: Path) -> None:
    answer = scrub(tmp_path, stdin=b"")
    assert answer.code == 3 and answer.out == "" and "empty" in answer.err


@pytest.mark.parametrize(
    ("pattern", "positive", "negative", "said"),
    [
        ("(a|aa)+$", "a", "b", "can take forever"),
        ("王大明", "李大華", "b", "positive example 1"),
        ("LS[0-9]+", "LS1", "LS2", "negative example 1"),
    ],
)
@pytest.mark.parametrize("verb", ["scrub", "detect"])
def test_a_rule_that_fails_its_own_test_is_not_taken(
    tmp_path: Path, verb: str, pattern: str, positive: str, negative: str, said: str
) -> None:
    rules = tmp_path / "site.toml"
    rules.write_text(
        f"[[rule]]\nname = 'mine'\nlabel = 'CASENO'\npattern = '{pattern}'\nexamples_positive = ['{positive}']\nexamples_negative = ['{negative}']\n",
        "utf-8",
    )
    answer = incognote(verb, "--rules", rules, stdin=NOTE.encode(), home=tmp_path)
    assert answer.code == 1 and answer.out == "" and is_one_line(answer)
    assert "mine" in answer.err and said in answer.err and has_no_person(answer.err.replace("mine", ""))
    assert positive not in answer.err or positive == "a"


def test_rules_that_pass_their_own_test_are_taken(tmp_path: Path) -> None:
    rules = tmp_path / "site.toml"
    rules.write_text(
        "[[rule]]\nname = 'mine'\nlabel = 'CASENO'\npattern = 'LS[0-9]{4}'\nexamples_positive = ['LS1234']\nexamples_negative = ['LS1']\n"
    )
    fine = scrub(tmp_path, "--rules", rules, stdin=NOTE.encode())
    assert (fine.code, fine.out) == (0, CLEAN)


def test_show_puts_both_sides_and_reasons_and_a_pipe_gets_no_original(tmp_path: Path) -> None:
    answer = scrub(tmp_path, "--show", stdin=NOTE.encode())
    assert answer.code == 0
    assert "original" in answer.out and "PT-0001" in answer.out and "rules/" in answer.out and "pseudonym" in answer.out
    assert has_no_person(answer.out, answer.err)


def test_audit_lists_what_was_left_and_why(tmp_path: Path) -> None:
    answer = scrub(tmp_path, "--audit", stdin="BP 120/80，WBC 12500 /uL，高血壓病史\n".encode())
    assert answer.code == 0
    assert "12500" in answer.err and "unit" in answer.err and "高血壓" in answer.err


def test_the_same_patient_is_the_same_code_in_the_same_vault(tmp_path: Path) -> None:
    vault = ("--vault", f"sqlite:///{tmp_path}/vault.db")
    secret = {"INCOGNOTE_PASSPHRASE": "correct horse battery"}
    missing = scrub(tmp_path, *vault, stdin=NOTE.encode(), **secret)
    assert missing.code == 1 and is_one_line(missing) and not (tmp_path / "vault.db").exists()
    assert scrub(tmp_path, *vault, "--create", stdin="姓名：李小華 病歷號：7654321\n".encode(), **secret).code == 0
    for _ in range(2):
        answer = scrub(tmp_path, *vault, stdin=NOTE.encode(), **secret)
        assert answer.code == 0 and answer.out == CLEAN.replace("PT-0001", "PT-0002")
    wrong = scrub(tmp_path, *vault, stdin=NOTE.encode(), INCOGNOTE_PASSPHRASE="wrong")
    assert wrong.code == 1 and is_one_line(wrong)
    assert is_one_line(scrub(tmp_path, *vault, stdin=NOTE.encode()))  # no passphrase and no terminal


def test_a_killed_run_leaves_nothing_under_a_name_and_nobody_anywhere(tmp_path: Path) -> None:
    import subprocess
    import sys
    import time

    from command import START

    source = tmp_path / "notes.jsonl"
    source.write_text("".join(json.dumps({"id": f"n{i}", "text": NOTE}) + "\n" for i in range(4000)), "utf-8")
    out = tmp_path / "out"
    run = subprocess.Popen(
        [sys.executable, "-c", START, "scrub", str(source), "-o", str(out), "--vault", "none"], stderr=subprocess.DEVNULL
    )
    time.sleep(1.5)
    is_running = run.poll() is None
    run.kill()
    run.wait()
    assert is_running
    left = [path for path in out.iterdir() if path.name != "manifest.jsonl"] if out.exists() else []
    assert all(path.name.startswith(".incognote-") and has_no_person(path.read_text("utf-8")) for path in left)


def kept(home: Path, dx: str, *arguments: str | Path) -> tuple[Answer, list[list[str]]]:
    table = f"姓名,text,dx,醫院\n{NAME},HTN 追蹤，血壓穩定。,{dx},\n李小華,DM 追蹤。,糖尿病,\n".encode()
    answer = scrub(home, "--format", "csv", "--keep-column", "dx", *arguments, stdin=table)
    return answer, list(csv.reader(io.StringIO(answer.out, newline="")))


def test_a_kept_cell_without_a_person_is_written_as_it_stands(tmp_path: Path) -> None:
    answer, rows = kept(tmp_path, "高血壓 1234")
    assert answer.code == 3 and "kept_cell" not in answer.err  # the notes name nobody
    assert "HTN" in rows[1][1] and [row[2] for row in rows[1:]] == ["高血壓 1234", "糖尿病"]


@pytest.mark.parametrize("cell", [NAME, f"{NAME}的高血壓", "王 大 明", "李小華轉介"])
def test_a_kept_cell_that_names_a_known_patient_is_residue(tmp_path: Path, cell: str) -> None:
    answer, rows = kept(tmp_path, cell)
    assert answer.code == 2 and "kept_cell" in answer.err
    assert has_no_person(answer.out, answer.err) and "李小華" not in answer.out
    assert rows[1][1:3] == ["", ""] and rows[2][2] == "糖尿病"
    answer, rows = kept(tmp_path, cell, "--keep-residue")
    assert answer.code == 2 and rows[1][2] == cell


def test_kept_cells_are_no_output_of_json_lines(tmp_path: Path) -> None:
    answer, _ = kept(tmp_path, NAME, "--jsonl")
    assert answer.code == 3 and has_no_person(answer.out) and "kept_cell" not in answer.err
