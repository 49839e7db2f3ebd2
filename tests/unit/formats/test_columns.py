"""What is written in the columns of a table: a row whose text is withheld for a kept cell shows that cell to nobody."""

from __future__ import annotations

import pytest

from incognote.document import Finding, Result
from incognote.formats.columns import KEPT_CELL, Columns, cells, choose

HEADER = ["id", "name", "text", "ward"]
ROW = ["7", "王大明", "主訴頭痛", "9A 王大明"]


def result(text: str | None, *findings: Finding) -> Result:
    return Result("7", "clean" if text else "residue", text, {}, (), (), findings, "")


def test_a_kept_cell_stands_as_it_was() -> None:
    choice = choose(HEADER, Columns(keep=("ward",)))
    assert cells(choice, ROW, [result("主訴頭痛")]) == {0: "7", 1: "", 2: "主訴頭痛", 3: "9A 王大明"}


@pytest.mark.parametrize("kind", [KEPT_CELL, "known"])
def test_a_kept_cell_goes_with_the_text_that_was_withheld_for_it(kind: str) -> None:
    choice = choose(HEADER, Columns(keep=("ward",)))
    found = cells(choice, ROW, [result(None, Finding(kind, "output", 0, 0, "residue"))])
    assert (found[2], found[3]) == ("", "" if kind == KEPT_CELL else "9A 王大明")


def test_a_column_that_is_kept_holds_no_code() -> None:
    assert choose(HEADER, Columns(keep=("name",))).coded == set()
    assert choose(HEADER, Columns()).coded == {1}
