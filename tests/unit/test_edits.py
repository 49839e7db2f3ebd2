"""Edits are applied once, in place, and may not touch one another."""

from __future__ import annotations

import pytest

from incognote.document import Edit
from incognote.text.edits import apply


def edit(start: int, end: int, replacement: str) -> Edit:
    return Edit(start, end, replacement, "mask", "NAME", None)


def test_edits_may_come_in_any_order() -> None:
    assert apply("abcdef", [edit(4, 6, "2"), edit(0, 2, "1")]) == ("1cd2", ((0, 1), (3, 4)))


def test_an_insertion_stands_before_the_edit_at_its_place() -> None:
    assert apply("abc", [edit(0, 1, "X"), edit(0, 0, "H\n")])[0] == "H\nXbc"


@pytest.mark.parametrize("edits", [[edit(0, 3, "x"), edit(2, 4, "y")], [edit(0, 9, "x")], [edit(3, 2, "x")]])
def test_edits_that_overlap_or_leave_the_text_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edit"):
        apply("abcdef", edits)


def test_a_replacement_is_never_edited_again() -> None:
    assert apply("王大明與林志成", [edit(0, 3, "林志成"), edit(4, 7, "周文傑")])[0] == "林志成與周文傑"
