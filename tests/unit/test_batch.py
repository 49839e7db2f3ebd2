"""The parts of a batch: workers that die, the manifest, names of outputs, the report."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from batch_work import Making, again, lost
from incognote.batch.folder import Folder
from incognote.batch.manifest import NAME, Entry, Manifest
from incognote.batch.processes import Crew
from incognote.batch.report import Report, page
from incognote.batch.settled import Unsettled, settled
from incognote.batch.summary import Summary, of_json, summarise
from incognote.batch.work import Done, Task
from incognote.document import Document, Finding, Number, Person, Result
from incognote.errors import FormatError, IncognoteError, UsageError
from incognote.formats.source import LEFT_OUT
from incognote.vault.memory import MemoryVault


def tasks(*texts: str) -> list[Task]:
    return [Task(number, 1, Document(str(number), text)) for number, text in enumerate(texts, 1)]


def statuses(tmp_path: Path, items: list[Any], size: int = 2) -> list[str]:
    with Crew(Making(tmp_path), size, lost=lost, again=again) as crew:
        return [item.summary.status if isinstance(item, Done) else item for item in crew.map(items)]


def test_answers_come_in_the_order_of_the_tasks_and_what_is_no_task_keeps_its_place(tmp_path: Path) -> None:
    texts = [f"t{n}" for n in range(60)]
    assert statuses(tmp_path, ["first", *tasks(*texts), "last"]) == ["first", *texts, "last"]


def test_a_task_that_kills_every_worker_costs_only_itself(tmp_path: Path) -> None:
    assert statuses(tmp_path, tasks("a", "die", "b", "once", "c", "d")) == ["a", "lost", "b", "once", "c", "d"]


def test_an_error_that_concerns_the_run_ends_it(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the disk is full"):
        statuses(tmp_path, tasks("a", "full"))


def test_workers_that_cannot_start_are_not_started_for_ever(tmp_path: Path) -> None:
    with Crew(Making(tmp_path, dies=True), 1, lost=lost, again=again) as crew, pytest.raises(IncognoteError, match="--workers 1"):
        list(crew.map(tasks("a")))


def test_the_inputs_are_read_a_bounded_stretch_ahead_of_the_outputs(tmp_path: Path) -> None:
    """Memory does not grow with the batch: what is neither written nor under way has not been read yet."""
    read = 0

    def many() -> Iterator[Task]:
        nonlocal read
        for number in range(1, 601):
            read += 1
            yield Task(number, 1, Document(str(number), "x" * 200))

    ahead = 0
    with Crew(Making(tmp_path), 2, lost=lost, again=again) as crew:
        for written, _ in enumerate(crew.map(many()), 1):
            ahead = max(ahead, read - written)
    assert read == 600 and ahead <= 128


def test_a_worker_in_a_vault_adds_nobody() -> None:
    vault = MemoryVault()
    known, new = Person(("王大明",), (Number("MRN", "1234567"),)), Person(("李小華",), (Number("MRN", "7654321"),))
    code = vault.assign(known).code
    copy = settled(vault)
    assert copy.assign(known).code == code
    with pytest.raises(Unsettled):
        copy.assign(new)
    vault.assign(new)  # the copy stays as it was
    with pytest.raises(Unsettled):
        copy.assign(new)


def entry(path: str, content: str = "c", item: int = 1, output: str | None = None) -> Entry:
    return Entry(path, content, item, Summary("clean", {"NAME": 2}, {"warning": {"bare_name": 1}}), output)


def test_a_manifest_gives_back_the_last_entry_of_an_item(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    manifest.begin("2026-11-29")
    manifest.add([entry("a", output="note_001.txt"), entry("b")])
    manifest.add([entry("a", "d", output="note_002.txt")])
    manifest.close()
    again = Manifest(tmp_path)
    assert again.find("a") == entry("a", "d", output="note_002.txt")
    assert again.find("b") == entry("b") and again.find("c") is None
    assert again.outputs == {"note_001.txt": "a", "note_002.txt": "a"}
    assert (again.day, bool(again.salt)) == ("2026-11-29", True)
    again.close()


def test_a_line_that_a_kill_cut_short_is_dropped_and_written_over(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    manifest.begin("2026-11-29")
    manifest.add([entry("a"), entry("b")])
    manifest.close()
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:-20])
    manifest = Manifest(tmp_path)
    assert manifest.find("a") is not None and manifest.find("b") is None
    manifest.add([entry("b")])
    manifest.close()
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    first = Manifest(tmp_path)
    with pytest.raises(UsageError, match="another run"):
        Manifest(tmp_path)
    first.close()
    Manifest(tmp_path).close()


def test_a_manifest_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("[1, 2]\n")
    with pytest.raises(FormatError, match="damaged"):
        Manifest(tmp_path)


def test_a_name_is_never_given_twice_and_an_input_keeps_its_own(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    manifest.begin("2026-11-29")
    manifest.add([entry("a", output="note_001.txt")])
    (tmp_path / "note_002.txt").write_text("somebody else's")
    folder = Folder(tmp_path, manifest)
    assert folder.claim("note", ".txt", manifest.find("a")) == "note_001.txt"
    assert [folder.claim("note", ".txt", None) for _ in range(2)] == ["note_003.txt", "note_004.txt"]
    assert folder.claim("PT-0001", ".txt", manifest.find("a")) == "PT-0001_001.txt"
    manifest.close()


def test_what_was_not_read_of_a_document_is_told_as_its_format_words_it() -> None:
    document = Document("1", "text", {}, {LEFT_OUT: "1 picture, 2 embedded files"})
    assert summarise(Result("1", "clean", "text", {}, (), (), (), "f"), document).left_out == "1 picture, 2 embedded files"


def test_a_summary_holds_counts_and_survives_the_manifest() -> None:
    found = (Finding("bare_name", "output", 0, 2, "warning"), Finding("known_name", "output", 3, 5, "residue"))
    summary = summarise(Result("1", "residue", None, {}, (), (), found, "f"))
    assert summary.findings == {"residue": {"known_name": 1}, "warning": {"bare_name": 1}} and summary.kinds == ["known_name"]
    assert of_json(json.loads(json.dumps(summary.to_json()))) == summary


def test_the_list_for_review_begins_with_the_gravest() -> None:
    report = Report("p", "f", "2026-11-29")
    report.add(Summary("clean"), "note_001.txt")
    report.add(Summary("clean", low=2), "note_002.txt")
    report.add(Summary("degraded", findings={"warning": {"report_day_missing": 1}}), "note_003.txt")
    report.add(Summary("degraded", findings={"warning": {"doubtful_person": 1}}), "note_004.txt")
    report.add(Summary("failed", findings={"failure": {"unread": 1}}, reason="the PDF is damaged", is_withheld=True), None)
    report.add(Summary("residue", findings={"residue": {"known_name": 1}}, is_withheld=True), None)
    told = report.to_json()
    assert [row["risk"] for row in told["review"]] == ["residue", "unread", "person", "degraded", "low"]
    assert told["unread"] == [{"item": 5, "output": None, "why": "the PDF is damaged"}]
    shown = page(told)
    assert shown.index("note_004.txt") < shown.index("note_003.txt") < shown.index("note_002.txt")
    assert "$" not in shown and "http" not in shown and "prefers-color-scheme: dark" in shown and "<script" not in shown


def test_no_thread_is_left_behind(tmp_path: Path) -> None:
    before = threading.active_count()
    statuses(tmp_path, tasks("a"), size=1)
    assert threading.active_count() == before
