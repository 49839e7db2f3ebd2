"""What holds for every text: views map back, edits change nothing else, markup reads what it wrote."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from incognote.document import Edit
from incognote.text import markup
from incognote.text.edits import apply
from incognote.text.view import fold, view

TEXT = st.text(st.sampled_from("王小明aB1２Ａ　\u200b\u2060\r\n。，⟦⟧é\u0301ﬁ𠮷😀АС-–"), max_size=60)


@given(TEXT)
def test_every_folded_range_maps_to_the_source_it_came_from(text: str) -> None:
    seen = view(text)
    assert len(seen.lower) == len(seen.text)
    for start in range(len(seen.text)):
        low, high = seen.to_source(start, start + 1)
        assert fold(text[low:high]) == seen.text[start]
        assert seen.from_source(low, high) == (start, start + 1)


@given(TEXT)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(TEXT, st.data())
def test_outside_the_edits_the_text_is_untouched_and_the_edits_can_be_undone(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits = [Edit(a, b, "[M]", "mask", "NAME", None) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    edited, written = apply(text, edits)
    back, position = [], 0
    for (low, high), edit in zip(written, sorted(edits, key=lambda e: (e.start, e.end)), strict=True):
        back += [edited[position:low], text[edit.start : edit.end]]
        assert edited[low:high] == edit.replacement
        position = high
    assert "".join([*back, edited[position:]]) == text


@given(TEXT.map(lambda t: t.replace("⟧", "")), st.data())
def test_markup_reads_back_what_it_wrote(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    marks = tuple(
        markup.Marked(a, b, "NAME", "patient", "p1", False)
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
        if "⟦" not in text[a:b]
    )
    assert markup.read(markup.write(text, marks)) == (text, marks)
