"""Reviews as gold: what the laboratory reads, what the markup says, and what is left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desk_work import NOTES, finish, loaded, missed
from incognote.desk import reviewing
from incognote.desk.correct import unmask
from incognote.desk.gold import gold, gold_rows, marked_rows, separate
from incognote.desk.sampling import Plan
from incognote.desk.store import Desk
from incognote.document import Span
from incognote.errors import UsageError
from incognote.lab.evaluate.gold import read_gold
from incognote.text import markup


def test_corrections_become_gold_that_the_laboratory_reads(desk: Desk, tmp_path: Path) -> None:
    batch = loaded(desk)
    finish(desk, batch, 1, "Lin")
    finish(desk, batch, 3, "Lin", missed("XR20461", "CASENO"))
    finish(desk, batch, 2, "Wu", lambda document, result: unmask(document, result, (0, 3)))
    review = reviewing.take(desk, batch, 6, "Wu")
    reviewing.finish(desk, batch, review, "rejected")
    found = gold(desk, batch)
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in gold_rows(found.documents)), "utf-8")
    notes = {note.id: note for note in read_gold(path)}
    assert list(notes) == ["1-1", "1-2", "1-3"]  # what was rejected or not looked at is no gold
    said = {key: {note.text[s.start : s.end]: s.label for s in note.spans} for key, note in notes.items()}
    assert said["1-3"]["XR20461"] == "CASENO"
    assert said["1-1"]["王大明"] == "NAME" and "陳美玲" not in said["1-2"]


def test_gold_fits_its_schema(desk: Desk) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(__file__).parents[3] / "schemas" / "gold.schema.json").read_text("utf-8"))
    batch = loaded(desk, NOTES[:1])
    finish(desk, batch, 1, "Lin")
    for row in gold_rows(gold(desk, batch).documents):
        jsonschema.validate(row, schema)


def test_the_markup_reads_back_as_the_same_spans(desk: Desk) -> None:
    batch = loaded(desk, ("病人王大明，⟦註⟧ 電話0912-345-678",))
    finish(desk, batch, 1, "Lin", missed("⟦註⟧", "CONTEXT"))
    found = gold(desk, batch)
    (row,) = marked_rows(found.documents)
    text, marks = markup.read(row["marked"])
    assert text == found.documents[0].text
    kept = [s for s in found.documents[0].spans if "⟧" not in text[s.start : s.end]]
    assert [(m.start, m.end, m.label, m.kind) for m in marks] == [(s.start, s.end, s.label, s.kind) for s in kept]


def test_where_reviewers_differ_there_is_no_gold_until_one_of_them_is_named(desk: Desk) -> None:
    batch = loaded(desk, NOTES[:3], plan=Plan(twice=None))
    for name in ("Lin", "Wu"):
        finish(desk, batch, 1, name)
    finish(desk, batch, 3, "Lin", missed("XR20461", "CASENO"))
    finish(desk, batch, 3, "Wu")
    found = gold(desk, batch)
    assert [document.id for document in found.documents] == ["1-1"] and found.disputed == (3,)
    named = gold(desk, batch, reviewer="Lin")
    assert not named.disputed and any(span.label == "CASENO" for span in named.documents[1].spans)
    with pytest.raises(UsageError):
        gold(desk, batch, reviewer="Hsu")


def test_nothing_finished_is_no_gold(desk: Desk) -> None:
    batch = loaded(desk, NOTES[:1])
    with pytest.raises(UsageError):
        gold(desk, batch)


def test_of_spans_that_overlap_the_longer_stays() -> None:
    def span(start: int, end: int) -> Span:
        return Span(start, end, "NAME", None, "x", 0.9)

    assert separate([span(0, 3), span(2, 8), span(8, 9), span(4, 4)]) == (span(2, 8), span(8, 9))


def test_no_value_of_the_desk_shows_text(desk: Desk) -> None:
    batch = loaded(desk, NOTES[:1])
    finish(desk, batch, 1, "Lin", missed("胸悶", "CONTEXT"))
    shown = repr((gold(desk, batch), desk.reviews(batch), desk.batches(), list(desk.finished(batch)), reviewing.progress(desk, batch)))
    assert not [secret for secret in ("王大明", "胸悶", "Lin", "ward 7") if secret in shown]
