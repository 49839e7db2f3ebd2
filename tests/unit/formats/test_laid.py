"""Edits of a text go back to the places it came from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Edit
from incognote.formats.laid import Laid

_PIECES = st.lists(st.tuples(st.text("abc", min_size=1, max_size=5), st.sampled_from(["", " ", "\t"])), min_size=1, max_size=6)


def _edit(start: int, end: int, new: str) -> Edit:
    return Edit(start, end, new, "mask", "NAME", None)


def _laid(pieces: list[tuple[str, str]]) -> tuple[Laid, dict[int, str]]:
    laid, put = Laid(), {}
    for number, (text, joint) in enumerate(pieces):
        laid.add(text, lambda new, number=number: put.__setitem__(number, new))
        laid.joint(joint)
    return laid, put


def test_what_no_edit_touches_is_not_put_anew() -> None:
    laid, put = _laid([("王小明", "\t"), ("acute MI", "\t"), ("stable", "")])
    laid.apply([_edit(0, 3, "[姓名]")])
    assert put == {0: "[姓名]"}


def test_an_edit_over_two_stretches_is_written_once_in_the_first() -> None:
    laid, put = _laid([("Mr Wa", ""), ("ng", ""), (" rests", "")])
    laid.apply([_edit(3, 7, "[NAME]")])
    assert put == {0: "Mr [NAME]", 1: ""}


def test_as_many_words_as_before_go_each_where_one_stood() -> None:
    laid, put = _laid([("Mary Ann", " "), ("Hartwell", " "), ("rests", "")])
    laid.apply([_edit(0, 17, "Jo Eve Doyle")])
    assert put == {0: "Jo Eve", 1: "Doyle"}


def test_a_word_in_two_runs_is_not_shared_out() -> None:
    laid, put = _laid([("Ann Hart", ""), ("well", "")])
    laid.apply([_edit(0, 12, "Jo Eve Doyle")])
    assert put == {0: "Jo Eve Doyle", 1: ""}


def test_an_edit_over_a_tab_leaves_the_tab_to_the_table() -> None:
    laid, put = _laid([("03", "\t"), ("05", "")])
    laid.apply([_edit(0, 5, "D+3")])
    assert put == {0: "D+3", 1: ""}
    assert laid.text == "03\t05"


def test_an_insertion_goes_to_the_stretch_that_ends_there() -> None:
    laid, put = _laid([("P001", "\n"), ("note", "")])
    laid.apply([_edit(4, 4, "!"), _edit(5, 5, "?")])
    assert put == {0: "P001!", 1: "?note"}


def test_a_stretch_without_a_way_back_is_left() -> None:
    laid = Laid()
    laid.add("Wang")
    laid.apply([_edit(0, 4, "[NAME]")])
    assert laid.text == "Wang"


@given(_PIECES, st.data())
def test_every_replacement_is_written_once_and_nothing_covered_is_left(pieces: list[tuple[str, str]], data: st.DataObject) -> None:
    laid, put = _laid(pieces)
    size, edits, at = len(laid.text), [], 0
    while at < size and data.draw(st.booleans()):
        start = data.draw(st.integers(at, size - 1))
        end = data.draw(st.integers(start + 1, size))
        edits.append(_edit(start, end, f"<{len(edits)}>"))
        at = end
    laid.apply(edits)
    covered = {place for edit in edits for place in range(edit.start, edit.end)}
    wanted, place = [], 0
    for text, joint in pieces:
        wanted += [c for i, c in enumerate(text) if place + i not in covered]
        place += len(text) + len(joint)
    whole = "".join(put.get(number, text) for number, (text, _) in enumerate(pieces))
    for edit in edits:
        assert whole.count(edit.replacement) == 1
        whole = whole.replace(edit.replacement, "")
    assert whole == "".join(wanted)
