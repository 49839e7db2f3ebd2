"""What a run tells of rules that found nothing, and of items to be tried again."""

from __future__ import annotations

import json
from pathlib import Path

from incognote.batch.report import FAILED, Report, page
from incognote.batch.summary import Summary, of_json, summarise
from incognote.document import Result, Span


def test_the_rules_that_never_found_anything_are_named() -> None:
    report = Report("p", "f", "2026-11-29", rules=["email", "mrn_tw", "phone_tw"])
    report.add(Summary("clean", rules=("mrn_tw",)), "note_001.txt")
    report.add(Summary("degraded", rules=("mrn_tw", "site")), "note_002.txt")
    report.add(Summary("empty"), None)
    assert report.to_json()["rules"] == {"documents": 2, "found": {"mrn_tw": 2, "site": 1}, "never": ["email", "phone_tw"]}
    shown = page(report.to_json())
    assert "email, phone_tw" in shown and "2 documents" in shown


def test_all_rules_are_asked_after_where_none_are_named() -> None:
    from incognote.detect.rules import names

    assert Report("p", "f", "2026-11-29").to_json()["rules"]["never"] == sorted(names())


def test_a_summary_keeps_the_rules_and_no_other_detector() -> None:
    spans = {source: (Span(0, 1, "NAME", None, source, 1.0),) for source in ("rules/name_han", "known", "tagger", "rules/mrn_tw")}
    summary = summarise(Result("1", "clean", "a", spans, (), (), (), "f"))
    assert summary.rules == ("mrn_tw", "name_han")
    assert of_json(json.loads(json.dumps(summary.to_json()))) == summary


def test_items_without_a_text_are_listed_for_another_try(tmp_path: Path) -> None:
    report = Report("p", "f", "2026-11-29", rules=[])
    report.add(Summary("clean"), "note_001.txt")
    report.add(Summary("failed", findings={"failure": {"unread": 1}}, reason="line 9: this is not JSON", is_withheld=True), None)
    report.add(Summary("failed", findings={"failure": {"error_MemoryError": 1}}, is_withheld=True), None)
    report.add(Summary("residue", findings={"residue": {"known_name": 1}}, is_withheld=True), None)
    report.write(tmp_path)
    rows = [json.loads(line) for line in (tmp_path / FAILED).read_text("ascii").splitlines()]
    assert rows == [
        {"version": 1, "item": 2, "status": "failed", "why": ["unread"], "reason": "line 9: this is not JSON", "passing": False},
        {"version": 1, "item": 3, "status": "failed", "why": ["error_MemoryError"], "passing": True},
        {"version": 1, "item": 4, "status": "residue", "why": ["known_name"], "passing": False},
    ]
    again = Report("p", "f", "2026-11-29", rules=[])
    again.add(Summary("clean"), "note_001.txt")
    again.write(tmp_path)
    assert not (tmp_path / FAILED).exists()
