"""Ranges that no edit touches hold the same text after the edits as before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Edit
from incognote.text.edits import apply, carried

PIECES = st.lists(st.tuples(st.text(max_size=5), st.sampled_from(["edit", "keep", "insert", "plain"]), st.text(max_size=4)), max_size=12)


@given(PIECES)
def test_what_is_kept_is_found_again_after_the_edits(pieces: list[tuple[str, str, str]]) -> None:
    text, edits, kept = "", [], []
    for content, what, replacement in pieces:
        start, text = len(text), text + content
        if what == "edit" and content:
            edits.append(Edit(start, len(text), replacement, "mask", "NAME", None))
        elif what == "insert":
            edits.append(Edit(start, start, replacement, "pseudonym", "NAME", "header"))
        elif what == "keep" and content:
            kept.append((start, len(text)))
    output, _ = apply(text, edits)
    moved = carried(kept, edits)
    assert [output[low:high] for low, high in moved] == [text[low:high] for low, high in kept]
