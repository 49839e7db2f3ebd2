"""Gold spans to tags to windows to batches; and what may not be trained on is not."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.lab.train.config import Source, load_config  # noqa: E402
from incognote.lab.train.examples import Example, as_batch, batched, examples, possible_tags, shuffled  # noqa: E402
from incognote.lab.train.fingerprint import prints  # noqa: E402
from incognote.lab.train.measure import cut, measure  # noqa: E402
from incognote.lab.train.sources import Labelled, read  # noqa: E402
from incognote.lab.train.texts import read_texts  # noqa: E402
from incognote.text.pieces import Pieces  # noqa: E402
from incognote.text.tags import CLASSES, TAGS, begin, spans_of  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "data"
CUTTER = Pieces({c: (at, -1.0) for at, c in enumerate("王小明住院於李醫師。今天abc", 4)}, unknown=1)
NAME, DOCTOR = begin("NAME"), begin("DOCTOR")


def bits(*tags: int) -> int:
    return sum(1 << tag for tag in tags)


def test_known_spans_allow_one_tag_a_piece() -> None:
    text = "王小明 住院。李醫師"
    labelled = Labelled(text, ((0, 3, ("NAME",)), (7, 8, ("DOCTOR",))), ())
    found = possible_tags(list(CUTTER.cut(text)), labelled)
    assert found == [bits(NAME), bits(NAME + 1), bits(NAME + 1), *[bits(0)] * 3, bits(DOCTOR), *[bits(0)] * 2]


def test_tags_of_gold_spans_turn_back_into_them() -> None:
    text = "今天 王小明 於abc住院。"
    spans = ((0, 2, ("DATE",)), (3, 6, ("NAME",)), (8, 11, ("HOSPITAL",)))
    pieces = list(CUTTER.cut(text))
    tags = [possible.bit_length() - 1 for possible in possible_tags(pieces, Labelled(text, spans, ()))]
    assert spans_of(tags, pieces) == [(start, end, names[0]) for start, end, names in spans]


def test_a_span_of_several_classes_may_be_any_and_what_nobody_labelled_may_be_anything_of_it() -> None:
    found = possible_tags(list(CUTTER.cut("王小住")), Labelled("王小住", ((0, 2, ("NAME", "DOCTOR")),), ("AGE",)))
    assert found == [bits(NAME, DOCTOR), bits(NAME + 1, DOCTOR + 1), bits(0, begin("AGE"), begin("AGE") + 1)]


def test_a_span_that_says_nothing_allows_every_tag() -> None:
    assert possible_tags(list(CUTTER.cut("王小")), Labelled("王小", ((0, 1, ()),), ())) == [(1 << len(TAGS)) - 1, bits(0)]


def test_a_window_that_starts_inside_a_span_begins_it_anew() -> None:
    text = "王" * 300
    first, second, *_ = examples(Labelled(text, ((0, 300, ("NAME",)),), ()), CUTTER)
    assert (first.possible[0], first.possible[1]) == (bits(NAME), bits(NAME + 1))
    assert (second.possible[0], second.possible[1]) == (bits(NAME), bits(NAME + 1))


def test_a_batch_is_padded_and_holds_begin_and_end() -> None:
    batch = as_batch([Example((5, 6, 7), (1, 1, 2)), Example((8,), (4,))])
    assert batch.ids.tolist() == [[2, 5, 6, 7, 3], [2, 8, 3, 0, 0]] and batch.lengths.tolist() == [3, 1]
    assert batch.possible.shape == (2, 3, len(TAGS)) and bool(batch.possible[1, 1:].all())


def test_batches_hold_everything_once_and_no_more_than_they_may() -> None:
    lengths = [(at * 37) % 126 + 1 for at in range(500)]
    for batches in (batched(lengths, 512), shuffled(lengths, 512, seed=3)):
        assert sorted(at for batch in batches for at in batch) == list(range(500))
        assert all(len(batch) * (max(lengths[at] for at in batch) + 2) <= 512 for batch in batches)
    assert shuffled(lengths, 512, seed=3) == shuffled(lengths, 512, seed=3) != shuffled(lengths, 512, seed=4)


def test_exact_spans_are_counted_and_unlabelled_classes_are_not() -> None:
    texts = cut([Labelled("王小明住院", ((0, 3, ("NAME", "DOCTOR")),), ("AGE",))], CUTTER)
    row = measure(texts, [[(0, 3, "DOCTOR"), (3, 4, "AGE"), (4, 5, "ORG")]])
    assert (row["right"], row["said"], row["gold"]) == (1, 2, 1)
    assert row["classes"]["NAME"]["f1"] == 1.0 and row["classes"]["ORG"]["precision"] == 0.0
    assert measure(texts, [[]])["f1"] == 0.0


@pytest.mark.parametrize(("many", "is_few"), [(49, True), (50, False)])
def test_a_class_of_fewer_than_fifty_spans_is_told(many: int, is_few: bool) -> None:
    texts = cut([Labelled("王小明住院", ((0, 3, ("NAME", "DOCTOR")),), ())] * many, CUTTER)
    few = measure(texts, [[] for _ in texts])["few"]
    assert ("NAME" in few) is is_few and "ROOM" in few and len(few) >= len(CLASSES) - 1


def test_no_text_shows_in_a_repr() -> None:
    labelled = Labelled("王小明", (), ())
    assert "王" not in repr([labelled, *cut([labelled], CUTTER), *examples(labelled, CUTTER)])


@pytest.mark.parametrize("name", ["smoke", "teacher", "student4"])
def test_nothing_of_a_measure_is_in_the_training_data(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fingerprints of whole texts and long lines: valid and test splits, and all of ../shared that is no train part."""
    monkeypatch.chdir(ROOT)
    texts = read_texts(load_config(name))
    assert len(texts.prints) > 100 and texts.prints == {p for text in texts.train for p in prints(text.text)}
    splits = ("valid",) if name == "smoke" else ("valid", "test")
    kept_out = [Source(f"corpora/*.{split}.jsonl.xz", "any") for split in splits]
    kept_out += [
        Source(str(SHARED / "catalogue-notes" / "*.jsonl"), "any", is_optional=True),
        Source(str(SHARED / "twsyn-valid" / "*.jsonl"), "any", is_optional=True),
        Source(str(SHARED / "ner" / "*" / "*-dev.iob2"), "uner", is_optional=True),
        Source(str(SHARED / "ner" / "*" / "*.dev"), "weibo", is_optional=True),
        Source(str(SHARED / "clinical" / "chineseblue-cmedqaner" / "train.json"), "answers", skip=1000, is_optional=True),
        Source(str(SHARED / "clinical" / "chineseblue-cmedqaner" / "dev.json"), "answers", is_optional=True),
    ]
    for source in kept_out:
        found = [text for text in read(source) if not texts.prints.isdisjoint(prints(text.text))]
        assert not found, f"{len(found)} texts of {source.files}"
    assert set(CLASSES) >= {c for text in texts.train for _, _, names in text.spans for c in names}
