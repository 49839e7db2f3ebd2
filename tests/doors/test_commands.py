"""Every command from outside: help, exit codes, no text of a note where none belongs, no network."""

from __future__ import annotations

import json
import re
import resource
from pathlib import Path

import pytest

import incognote as package
from command import incognote

NAME, CHART, PHONE = "王大明", "1234567", "0912345678"
NOTE = f"病歷號碼：{CHART} 姓名：{NAME}\n電話 {PHONE}\n"
VERBS = ("scrub", "detect", "verify", "rules")
NO_NETWORK = """
import socket
def refuse(self, address, *rest):
    host = address[0] if isinstance(address, tuple) else ""
    if isinstance(host, str) and host not in ("127.0.0.1", "::1", "localhost", ""):
        raise RuntimeError("outgoing connection")
    return original(self, address, *rest)
original = socket.socket.connect
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
def no_lookup(host, *rest, **more):
    raise RuntimeError("outgoing lookup")
socket.getaddrinfo = no_lookup
"""


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_explains_itself(verb: str, tmp_path: Path) -> None:
    answer = incognote(verb, "--help", home=tmp_path)
    assert answer.code == 0 and answer.err == ""
    assert answer.out.startswith(f"usage: incognote {verb}")


def test_help_lists_the_verbs_and_is_quick(tmp_path: Path) -> None:
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = incognote("--help", home=tmp_path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        assert all(re.search(rf"^    {verb} ", answer.out, re.MULTILINE) for verb in VERBS)
    assert min(times) < 0.4


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert incognote("--version", home=tmp_path)[:2] == (0, f"incognote {package.__version__}\n")


@pytest.mark.parametrize("arguments", [(), (NAME,), ("scrub", "-", NAME, f"--{NAME}"), ("--colour",), ("rules",), ("rules", NAME), ("detect", "--with"), ("scrub", "--jso")])
def test_wrong_usage_is_1_and_one_line_that_quotes_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    answer = incognote(*arguments, home=tmp_path)
    assert answer.code == 1 and answer.out == ""
    assert answer.err.count("\n") == 1 and answer.err.startswith("incognote: ")
    assert NAME not in answer.err and "Traceback" not in answer.err


def test_detect_says_where_and_only_if_asked_what(tmp_path: Path) -> None:
    answer = incognote("detect", "--jsonl", stdin=NOTE.encode(), home=tmp_path)
    row = json.loads(answer.out)
    assert (answer.code, list(row), row["version"]) == (0, ["version", "id", "spans"], 1)
    assert {tuple(span) for span in row["spans"]} == {("start", "end", "label", "kind", "source", "score")}
    assert {NOTE[span["start"] : span["end"]] for span in row["spans"]} == {CHART, NAME, PHONE}
    assert NAME not in answer.out and PHONE not in answer.out
    with_text = incognote("detect", "--jsonl", "--with-text", stdin=NOTE.encode(), home=tmp_path)
    assert {span["text"] for span in json.loads(with_text.out)["spans"]} == {CHART, NAME, PHONE}
    plain = incognote("detect", stdin=NOTE.encode(), home=tmp_path)
    assert plain.out.startswith("5\t12\tMRN\t")


def test_detect_fails_where_it_could_not_read(tmp_path: Path) -> None:
    answer = incognote("detect", "--format", "jsonl", "--jsonl", stdin=b'{"id":"a"}\n', home=tmp_path)
    assert answer.code == 1
    assert json.loads(answer.out)["spans"] is None


def test_verify_tells_a_scrubbed_text_from_one_that_is_not(tmp_path: Path) -> None:
    scrubbed = incognote("scrub", stdin=NOTE.encode(), home=tmp_path)
    assert incognote("verify", stdin=scrubbed.out.encode(), home=tmp_path).code == 0
    leaking = incognote("verify", stdin=NOTE.encode(), home=tmp_path)
    assert leaking.code == 2 and "residue" in leaking.err
    assert NAME not in leaking.err and CHART not in leaking.err
    results = incognote("scrub", "--jsonl", stdin=NOTE.encode(), home=tmp_path)
    assert incognote("verify", "--format", "jsonl", stdin=results.out.encode(), home=tmp_path).code == 0


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ({"healthplan": "kx7720q"}, "今日 kx7720q 已過。"),
        ({"people": [{"name": "Poppy", "relation": "mother"}]}, "She said poppy is fine."),
        ({"people": [{"name": "林淑芬", "aliases": ["Poppy Lin"]}]}, "Poppy Lin came along."),
        ({"name": "王大明", "aliases": ["阿明仔"]}, "阿明仔今日回診。"),
        ({"address": "青禾莊"}, "今日回青禾莊。"),
    ],
)
def test_verify_looks_for_all_that_was_given_of_a_patient_and_the_people_around(
    known: dict[str, object], text: str, tmp_path: Path
) -> None:
    def code(**more: object) -> int:
        return incognote("verify", "--format", "jsonl", stdin=json.dumps({"text": text, **more}).encode(), home=tmp_path).code

    other = {"name": "周文彬", "healthplan": "000087654321", "people": [{"relation": "mother"}]}
    assert code(known=known) == 2
    assert code(known=other) == code() == 0


def test_verify_does_not_make_a_vault_that_is_not_there(tmp_path: Path) -> None:
    answer = incognote(
        "verify", "--vault", f"sqlite:///{tmp_path}/none.db", stdin=b"ok", home=tmp_path, env={"INCOGNOTE_PASSPHRASE": "correct horse"}
    )
    assert answer.code == 1 and list(tmp_path.glob("none*")) == []


def test_rules_are_listed_with_their_sources(tmp_path: Path) -> None:
    from incognote.detect import rules

    answer = incognote("rules", "list", home=tmp_path)
    assert answer.code == 0
    assert all(f"\n{name} (" in f"\n{answer.out}" for name in rules.names())


def test_rules_of_ones_own_are_tested_and_audited(tmp_path: Path) -> None:
    rules, notes = tmp_path / "site.toml", tmp_path / "note.txt"
    rules.write_text(
        "[[rule]]\nname = 'slip'\nlabel = 'CASENO'\npattern = 'LS\\d{8}'\nexamples_positive = ['LS20240611']\nexamples_negative = ['LS1']\n"
    )
    notes.write_text(f"{NAME} LS20240611", "utf-8")
    assert incognote("rules", "test", rules, home=tmp_path).code == 0
    audited = incognote("rules", "audit", rules, notes, home=tmp_path)
    assert audited.code == 0 and "slip (CASENO): 1 hits" in audited.out
    assert NAME not in audited.out + audited.err  # off a terminal there is no context
    rules.write_text(rules.read_text().replace("['LS1']", "['LS20240611']"))
    assert incognote("rules", "test", rules, home=tmp_path).code == 1


@pytest.mark.parametrize(
    "arguments",
    [("scrub",), ("scrub", "--show", "--audit"), ("scrub", "--jsonl"), ("detect",), ("verify",), ("rules", "list")],
)
def test_no_command_reaches_out_and_none_prints_a_person(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    env = {"PYTHONPATH": str(tmp_path), "INCOGNOTE_DEBUG": "1"}
    answer = incognote(*arguments, stdin=NOTE.encode(), home=tmp_path, env=env)
    assert answer.code == (2 if arguments == ("verify",) else 0)
    assert "outgoing" not in answer.err
    assert arguments == ("rules", "list") or not any(value in answer.out + answer.err for value in (NAME, CHART, PHONE))


def test_a_fault_inside_is_one_line_and_where_it_was_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import incognote.pipeline as p\ndef run(self, document):\n    raise KeyError(document.text)\np.Pipeline.run = run\n"
    )
    quiet = incognote("scrub", stdin=NOTE.encode(), home=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert quiet.code == 1 and quiet.out == "" and quiet.err.count("\n") == 1 and NAME not in quiet.err
    loud = incognote("scrub", stdin=NOTE.encode(), home=tmp_path, env={"PYTHONPATH": str(tmp_path), "INCOGNOTE_DEBUG": "1"})
    assert "sitecustomize.py" in loud.err and NAME not in loud.err and PHONE not in loud.err


def test_a_text_in_which_something_survived_is_withheld(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import incognote.pipeline as p\nfrom incognote.document import Finding\n"
        "p.verify = lambda text, **rest: (Finding('known_name', 'output', 0, 1, 'residue'),)\n"
    )
    env = {"PYTHONPATH": str(tmp_path)}
    plain = incognote("scrub", stdin=NOTE.encode(), home=tmp_path, env=env)
    assert (plain.code, plain.out) == (2, "")
    assert "item 1: residue (known_name), withheld" in plain.err
    lines = incognote("scrub", "--jsonl", stdin=NOTE.encode(), home=tmp_path, env=env)
    row = json.loads(lines.out)
    assert (lines.code, row["status"], row["text"]) == (2, "residue", None)
    asked = incognote("scrub", "--keep-residue", stdin=NOTE.encode(), home=tmp_path, env=env)
    assert asked.code == 2 and "PT-0001" in asked.out
    files = incognote("scrub", "-o", tmp_path / "out", stdin=NOTE.encode(), home=tmp_path, env=env)
    assert files.code == 2 and list((tmp_path / "out").iterdir()) == []
    table = incognote("scrub", "--format", "csv", stdin=b"id,text\n1,Mr Tan seen\n", home=tmp_path, env=env)
    assert (table.code, table.out) == (2, "id,text\n1,\n")
    mixed = b'{"id":"a","text":"Mr Tan seen"}\n{"id":"b"}\n{"id":"c","text":""}\n'
    assert incognote("scrub", "--format", "jsonl", stdin=mixed, home=tmp_path, env=env).code == 2  # the worst wins
