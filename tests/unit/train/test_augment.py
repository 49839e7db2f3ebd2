"""Augmentation: lines with tags and back, the filters one by one, other mentions, and a small model from end to end."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.cli.main import OK, main
from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import ANY, read_gold, read_rows
from incognote.lab.lines import write_lines
from incognote.lab.synth import sets
from incognote.lab.synth.gate import faults
from incognote.lab.synth.pools import split_of
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.train.augment import GOLD, MODEL, REPORT, Plan, augment
from incognote.lab.train.config import Data, Source
from incognote.lab.train.linear import TAGS, BrokenLineError, Tagged, back, linearise, sentences, shape
from incognote.lab.train.mention import replaced
from incognote.lab.train.notes import ALL_CLASSES, Mention, Note, read_training, spare_mentions
from incognote.lab.train.redraw import clock_anew, number_anew
from incognote.lab.train.sieve import Sifted, names_of, seen_in, sifted, tells_mention, whole
from incognote.lab.train.wanted import Wanted, wanted
from incognote.names.tables import to_base

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed (pip install 'incognote[train]')")
PIECES = st.lists(
    st.tuples(st.sampled_from(["", *ALL_CLASSES]), st.text("王明張于院A bz09５/-年月。○·", min_size=1, max_size=9)), max_size=8
)


def tagged(pieces: list[tuple[str, str]]) -> Tagged:
    text, spans = "", []
    for name, piece in pieces:
        if name:
            spans.append((len(text), len(text) + len(piece), name))
        text += piece
    return Tagged(text, tuple(spans))


def digitless(text: str) -> str:
    return "".join("9" if c.isdecimal() else c for c in text)


@given(PIECES)
@settings(max_examples=200, deadline=None)
def test_a_sentence_comes_back_with_the_same_spans_and_the_same_text_but_for_digits(pieces: list[tuple[str, str]]) -> None:
    sentence = tagged(pieces)
    again = back(linearise(sentence))
    assert again.spans == sentence.spans
    assert digitless(again.text) == digitless(sentence.text)


@given(PIECES)
@settings(max_examples=100, deadline=None)
def test_lines_of_shapes_come_back_as_the_same_lines(pieces: list[tuple[str, str]]) -> None:
    line = linearise(tagged(pieces))
    again = back(line)
    assert linearise(again) == line


def test_tags_stand_before_their_words_and_digits_are_shapes() -> None:
    line = linearise(Tagged("王明 2024-05-07 T2DM", ((0, 2, "NAME"), (3, 13, "DATE"))))
    assert line[:4] == ["B-NAME", "王", "E-NAME", "明"]
    assert line[5:15] == ["B-DATE", "9999", "I-DATE", "-", "I-DATE", "09", "I-DATE", "-", "E-DATE", "09"]
    assert line[-1] == "T2DM"
    assert shape("0912") == "0999"


def test_no_sentence_is_cut_inside_a_span() -> None:
    note = Note("n", "住址：A。B路。今日出院", (Mention(3, 7, "ADDRESS"),), "tw", "33", {}, {})
    assert [s.text for s in sentences(note)] == ["住址：A。B路。", "今日出院"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (None, "no end"),
        (["王"], "broken tags"),
        (["<tw>", "B-NAME", "E-NAME", "王"], "broken tags"),
        (["<tw>", "I-NAME", "王"], "broken tags"),
        (["<tw>", "B-NAME", "王", "E-DATE", "明"], "broken tags"),
        (["<tw>", "B-NAME", "王", "明", "E-NAME", "明"], "broken tags"),
        (["<tw>", "S-NAME", "王", "<cn>"], "broken tags"),
        (["<tw>", "王", "B-NAME", "明"], "ends inside an entity"),
        (["<tw>", "王", "S-NAME"], "ends inside an entity"),
        (["<tw>", "出", "院"], "no entity"),
        (["<tw>", "S-NAME", "<unk>", "<unk>"], "all unknown"),
        (["<tw>", "S-NAME", "王", "<unk>"], "unknown word outside"),
    ],
)
def test_a_line_that_is_no_tagged_text_is_dropped_and_the_filter_is_named(line: list[str] | None, reason: str) -> None:
    with pytest.raises(BrokenLineError, match=reason):
        whole(line)


def line(text: str, *spans: tuple[int, int, str]) -> list[str]:
    return ["<tw>", *linearise(Tagged(text, spans))]


def fate(*lines: list[str], train: list[list[str]], most: float = 1.0) -> list[str]:
    return [x if isinstance(x, str) else "kept" for x in sifted(lines, seen_in(train), most=most)]


def test_equal_words_with_other_tags_are_dropped_in_all_lines_that_have_them() -> None:
    one, other = line("王明出院", (0, 2, "NAME")), line("王明出院", (0, 1, "NAME"))
    assert fate(one, other, one, train=[]) == ["same words, other tags"] * 3
    assert fate(one, train=[other]) == ["same words, other tags"]


def test_a_repeated_line_is_kept_once_and_a_training_line_never() -> None:
    one = line("王明出院", (0, 2, "NAME"))
    assert fate(one, one, train=[]) == ["kept", "repeated"]
    assert fate(one, train=[one]) == ["repeated"]


def test_eight_words_of_training_around_a_name_are_dropped_as_a_leak_but_not_around_a_date() -> None:
    train = [line("病人王小明昨天下午到院", (2, 5, "NAME"))]
    assert fate(line("又見王小明昨天下午到院中", (2, 5, "NAME")), train=train) == ["overlap at a name"]
    assert fate(line("又見王小明昨天下午", (2, 5, "NAME")), train=train) == ["kept"]
    dated = [line("改於5月7日上午十點見", (2, 6, "DATE"))]
    assert fate(line("再於3月9日上午十點見", (2, 6, "DATE")), train=dated) == ["kept"]


def test_too_many_runs_of_eight_words_of_training_are_dropped_as_a_copy() -> None:
    train = [line("左側股骨頸骨折術後疼痛已緩解，李明", (15, 17, "NAME"))]
    copied = line("左側股骨頸骨折術後疼痛已緩解。王", (15, 16, "NAME"))
    assert fate(copied, train=train, most=0.4) == ["overlap"]
    assert fate(copied, train=train, most=0.9) == ["kept"]
    assert isinstance(next(sifted([copied], seen_in(train), most=0.9)), Sifted)


def test_a_training_name_between_entities_is_dropped_but_not_inside_a_longer_word() -> None:
    names = names_of({("NAME", None, "tw"): ["王小明", "Anna", "7A"], ("PROFESSION", None, "tw"): ["護士"]})
    assert names == {"王小明", "Anna"}
    assert tells_mention(Tagged("李華說王小明護士", ((0, 2, "NAME"),)), names)
    assert tells_mention(Tagged("with Anna, 李", ((11, 12, "NAME"),)), names)
    assert not tells_mention(Tagged("Annals 護士 王小明", ((10, 13, "NAME"),)), names)


@pytest.mark.parametrize(
    ("label", "text", "form", "country", "expected"),
    [
        ("PER", "王小明", None, "tw", Wanted("NAME")),
        ("NAME", "陳老師", None, "tw", Wanted("NAME", "titled", "老師")),
        ("NAME", "王○明", None, "tw", Wanted("NAME", "masked")),
        ("NAME", "阿明", None, "tw", Wanted("NAME", "nick")),
        ("NAME", "SMITH, JOHN", None, "us", Wanted("NAME", "upper")),
        ("DOCTOR", "歐陽", "titled", "tw", Wanted("DOCTOR", "surname")),
        ("DOCTOR", "張叔", "titled", "tw", Wanted("DOCTOR", "titled", "叔")),
        ("DAT", "9999-99-99", None, "cn", Wanted("DATE", "iso")),
        ("DATE", "999/09/09", None, "tw", Wanted("DATE", "rocslash")),
        ("DATE", "中秋", None, "tw", None),
        ("ORGANISATION", "岚浦实验小学", None, "cn", Wanted("SCHOOL")),
        ("ORGANISATION", "岚浦妇幼", None, "cn", Wanted("HOSPITAL")),
        ("ID", "A999999999", None, "tw", Wanted("IDNO")),
        ("PROFESSION", "菜农", None, "cn", None),
    ],
)
def test_a_mention_asks_for_the_slot_that_its_writing_shows(label: str, text: str, form: str | None, country: str, expected: Wanted | None) -> None:
    assert wanted(label, text, form=form, country=country) == expected


def test_numbers_and_clocks_drawn_anew_keep_their_shape() -> None:
    rng = random.Random(3)
    for _ in range(200):
        clock = clock_anew("09:41", rng)
        assert len(clock) == 5 and int(clock[:2]) < 24 and int(clock[3:]) < 60
        assert 1 <= int(clock_anew("4 pm", rng).removesuffix(" pm")) <= 12
        made = number_anew("ZY0012-８", rng)
        assert made.startswith("ZY0") and made[6] == "-" and made[-1] in "１２３４５６７８９"


@pytest.fixture(scope="module")
def train_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty filled notes of three countries, of the train split."""
    path = tmp_path_factory.mktemp("gold") / "train.jsonl"
    rows: list[dict[str, Any]] = []
    for name in ("tw-clinic", "cn-notes", "en-notes"):
        recipe = RECIPES[name]
        made = sets.make(replace(recipe, notes={"train": 10, "valid": 0, "test": 0}, noise=0.0), splits=("train",))
        rows += ({k: v for k, v in note.items() if k != "graph"} | {"split": "train"} for note in made["train"])
    write_lines(path, rows)
    return path


@pytest.fixture(scope="module")
def notes(train_file: Path) -> list[Note]:
    return read_training(train_file).notes


def other(note: Note, notes: list[Note], *, chance: float = 1.0, seed: str = "1") -> dict[str, Any]:
    return replaced(note, chance=chance, seed=seed, spare=spare_mentions(notes), note_id=f"{note.id}-other").row


def test_replacing_mentions_changes_nothing_between_them(notes: list[Note]) -> None:
    for note in notes:
        row = other(note, notes, chance=0.5)
        kept = [note.text[a:b] for a, b in gaps(note.text, [(m.start, m.end) for m in note.mentions])]
        assert len(row["spans"]) == len(note.mentions)
        assert [s["label"] for s in row["spans"]] == [m.label for m in note.mentions]
        at = 0
        for piece in kept:  # a doubled 年 falls away with the value that ends with it
            at = row["text"].index(piece, at) + len(piece)


def gaps(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def test_notes_with_other_mentions_pass_the_release_gate(notes: list[Note]) -> None:
    rows = [other(note, notes) for note in notes]
    assert [fault.reason for fault in faults(rows)] == []


def test_most_mentions_find_another_value(notes: list[Note]) -> None:
    outcomes = [replaced(n, chance=1.0, seed="1", spare=spare_mentions(notes), note_id="x") for n in notes]
    assert sum(o.replaced for o in outcomes) > 0.95 * sum(o.chosen for o in outcomes)


def test_a_mention_is_replaced_by_the_chance_given(notes: list[Note]) -> None:
    outcomes = [replaced(n, chance=0.3, seed=str(seed), spare=spare_mentions(notes), note_id="x") for n in notes for seed in range(3)]
    share = sum(o.chosen for o in outcomes) / sum(o.mentions for o in outcomes)
    assert 0.2 < share < 0.4


def test_one_person_stays_one_in_all_writings() -> None:
    text = "病人陳怡君，陳小姐自述。怡君之父陳大文陪同。陳怡君簽名。"
    mentions = (
        Mention(2, 5, "NAME", "patient", "p1"), Mention(6, 9, "NAME", "patient", "p1", "titled"), Mention(12, 14, "NAME", "patient", "p1", "given"),
        Mention(16, 19, "NAME", "relative", "r1"), Mention(22, 25, "NAME", "patient", "p1"),
    )  # fmt: skip
    people = {"p1": {"entity": "p1", "role": "patient", "names": ["陳怡君"], "sex": "F"}, "r1": {"entity": "r1", "role": "father", "of": "p1", "names": ["陳大文"], "sex": "M"}}
    note = Note("n", text, mentions, "tw", "33", people, {"script": "zh-TW"})
    changed = 0
    for seed in range(12):
        row = other(note, [note], seed=str(seed))
        said = [row["text"][s["start"] : s["end"]] for s in row["spans"]]
        assert said[0] == said[4]
        if said[0] != "陳怡君" and len(said[0]) > 2:
            changed += 1
            assert said[1][0] == said[0][0]
            assert said[0].endswith(said[2])
            assert said[0] in next(p["names"] for p in row["people"] if p["entity"] == "p1")
    assert changed > 6


def test_a_person_is_replaced_in_all_writings_or_in_none() -> None:
    text = "陳怡君，陳小姐自述。怡君簽名。"
    mentions = (Mention(0, 3, "NAME", "patient", "p1"), Mention(4, 7, "NAME", "patient", "p1", "titled"), Mention(10, 12, "NAME", "patient", "p1", "given"))
    note = Note("n", text, mentions, "tw", "33", {"p1": {"entity": "p1", "role": "patient", "names": ["陳怡君"], "sex": "F"}}, {"script": "zh-TW"})
    whole = 0
    for seed in range(24):
        outcome = replaced(note, chance=0.5, seed=str(seed), spare=spare_mentions([note]), note_id="m")
        assert outcome.chosen in (0, 3) and outcome.replaced in (0, 3)
        whole += outcome.replaced == 3
    assert 4 < whole < 20


def test_what_no_pool_has_is_the_same_new_text_wherever_it_stood() -> None:
    jobs = ("教師", "司機", "廚師", "會計", "農夫")
    note = Note("n", "職業教師，退休教師", (Mention(2, 4, "PROFESSION"), Mention(7, 9, "PROFESSION")), "tw", "33", {}, {"script": "zh-TW"})
    others = [Note(job, job, (Mention(0, 2, "PROFESSION"),), "tw", "33", {}, {"script": "zh-TW"}) for job in jobs]
    met = set()
    for seed in range(12):
        row = other(note, [note, *others], seed=str(seed))
        first, second = (row["text"][s["start"] : s["end"]] for s in row["spans"])
        assert first == second in jobs
        met.add(first)
    assert len(met) > 2


def test_without_entities_the_same_string_gets_the_same_name() -> None:
    note = Note("n", "王淑梅述，王淑梅签。", (Mention(0, 3, "PER"), Mention(5, 8, "PER")), "cn", "4", {}, {"script": "zh-CN"})
    row = other(note, [note])
    first, second = (row["text"][s["start"] : s["end"]] for s in row["spans"])
    assert first == second != "王淑梅"


def test_an_institution_stays_of_its_type_and_one_in_full_and_short() -> None:
    text = "轉青澤耳鼻喉科診所，青澤診所回覆"
    note = Note("n", text, (Mention(1, 9, "HOSPITAL", None, "h1"), Mention(10, 14, "HOSPITAL", None, "h1", "short")), "tw", "33", {}, {"script": "zh-TW"})
    for seed in range(5):
        row = other(note, [note], seed=str(seed))
        full, short = (row["text"][s["start"] : s["end"]] for s in row["spans"])
        assert full.endswith("診所") and full[:2] == short[:2] != "青澤"


def test_every_full_name_drawn_is_of_the_train_pools(notes: list[Note]) -> None:
    met = 0
    for note in notes:
        for seed in range(3):
            row = other(note, notes, seed=str(seed))
            for span, mention in zip(row["spans"], note.mentions, strict=True):
                name = row["text"][span["start"] : span["end"]]
                is_plain = span["label"] in ("NAME", "DOCTOR") and mention.form is None and note.country in ("tw", "cn")
                if is_plain and len(name) == 3 and name != note.text[mention.start : mention.end]:
                    met += 1
                    assert split_of(name.translate(to_base())) == "train"
    assert met > 50


def test_the_same_seed_gives_the_same_file_and_another_seed_another(train_file: Path, tmp_path: Path) -> None:
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        augment(train_file, Plan("mr", seed=seed), tmp_path / folder)
    first, again, third = ((tmp_path / folder / GOLD).read_bytes() for folder in "abc")
    assert first == again != third


@pytest.mark.parametrize("split", ["test", "valid", "dev", "other", None])
def test_a_file_of_another_split_is_refused(split: str | None, tmp_path: Path) -> None:
    write_lines(tmp_path / "a.jsonl", [{"version": 1, "id": "a", "text": "王", "spans": [], "split": split}])
    with pytest.raises(UsageError, match="only a train split"):
        augment(tmp_path / "a.jsonl", Plan("mr"), tmp_path / "out")


# Lines that do not say their split


HELD = "病人王小明於五月七日入院，訴左膝疼痛三天，步行時加劇，夜間尤甚，未曾受傷，家屬陪同前來就診，由李醫師收治。"


def silent(path: Path, *texts: str, told: Mapping[str, str] = MappingProxyType({})) -> Path:
    """A file in the form of `cn-ehr` without the split; `told` goes to the first line."""
    rows = ({"id": f"n{at}", "text": text, "script": "zh-TW", "spans": [{"start": 2, "end": 5, "label": "PER"}]} for at, text in enumerate(texts))
    write_lines(path, (row | (told if at == 0 else {}) for at, row in enumerate(rows)))
    return path


def fresh(count: int) -> list[str]:
    return [f"患者王小明第{at}次復診，傷口乾燥無滲液，囑其兩週後再來。" for at in range(count)]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Data:
    """A configuration's sets: HELD is held out. Our own sets, which are compared with too, are not where this runs."""
    monkeypatch.chdir(tmp_path)
    write_lines(tmp_path / "held" / "dev.jsonl", [{"text": HELD}])
    return Data((), (), (Source(str(tmp_path / "held" / "dev.jsonl"), "any"),))


def test_a_text_of_a_held_out_set_is_left_out_and_counted(data: Data, tmp_path: Path) -> None:
    path = silent(tmp_path / "mine.jsonl", *fresh(15), f"病人王小明病歷\n{HELD}")
    found = read_training(path, data=data)
    assert (len(found.notes), found.aside) == (15, 1) and all(HELD not in note.text for note in found.notes)
    assert augment(path, Plan("mr"), tmp_path / "out", data=data)["held_out"] == 1
    assert all("疼痛三天" not in note.text for note in read_gold(tmp_path / "out" / GOLD, labels=ANY))


def test_a_file_that_is_a_held_out_set_without_saying_so_is_refused(data: Data, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="2 of 12 documents are of a held-out set"):
        read_training(silent(tmp_path / "mine.jsonl", *fresh(10), HELD, HELD.replace("，", " ")), data=data)


@pytest.mark.parametrize("name", ["cn-ehr.valid.jsonl", "TEST.jsonl", "zh-dev.jsonl.xz", "val_2.jsonl"])
def test_a_file_that_is_named_as_one_is_refused_unless_its_lines_say_train(name: str, data: Data, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="named as a valid, test or dev set"):
        read_training(silent(tmp_path / name, *fresh(2), told={"split": "train"}), data=data)
    assert len(read_training(silent(tmp_path / name, *fresh(1), told={"split": "train"})).notes) == 1


def test_where_there_is_nothing_to_compare_with_it_is_said_what_to_do(tmp_path: Path) -> None:
    path = silent(tmp_path / "mine.jsonl", *fresh(2))
    missing = Data((), (), (Source(str(tmp_path / "nowhere.jsonl"), "any"),))
    for given_sets in (None, missing):
        with pytest.raises(UsageError, match='"split": "train" in each line'):
            read_training(path, data=given_sets)


def test_the_command_compares_with_the_sets_of_its_configuration(data: Data, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held = data.held_out[0].files
    source = '[{ files = "FILE", scheme = "any" }]'.replace("FILE", held)
    text = f"[model]\nlayers = [0]\n[training]\nepochs = 1\n[data]\ntrain = {source}\nvalid = {source}\nheld_out = {source}\n"
    (tmp_path / "c.toml").write_text(text, "utf-8")
    path = silent(tmp_path / "mine.jsonl", *fresh(15), HELD)
    assert main(["train", "augment", "--gold", str(path), "--method", "mr", "--config", str(tmp_path / "c.toml"), "-o", str(tmp_path / "out")]) == OK
    assert "1 notes are left out" in capsys.readouterr().err


def test_replaced_notes_are_gold_by_the_schema(train_file: Path, tmp_path: Path) -> None:
    import jsonschema


    schema = json.loads((Path(__file__).resolve().parents[3] / "schemas" / "gold.schema.json").read_text("utf-8"))
    report = augment(train_file, Plan("mr", copies=2), tmp_path)
    for _, row in read_rows(tmp_path / GOLD):
        jsonschema.validate(row, schema)
    assert len(read_gold(tmp_path / GOLD)) == report["written"] == report["mr"]["kept"] > 40


@pytest.fixture(scope="module")
def small_file(train_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gold") / "small.jsonl"
    write_lines(path, (row for number, row in read_rows(train_file) if number % 4 == 0))
    return path


@needs_torch
def test_a_small_model_makes_gold_and_a_stopped_one_goes_on_to_the_same(small_file: Path, tmp_path: Path) -> None:
    from incognote.lab.train.language import SMOKE

    plan = Plan("both", overlap=1.0)
    quick = replace(SMOKE, epochs=3, embedding=16, hidden=32)
    report = augment(small_file, plan, tmp_path / "whole", settings=quick)
    told = report["daga"]
    assert told["sampled"] == told["sentences"] == sum(told["dropped"].values()) + told["kept"]
    assert report["written"] == told["kept"] + report["mr"]["kept"]
    assert told["perplexity"][-1] < told["perplexity"][0]
    assert json.loads((tmp_path / "whole" / REPORT).read_text("utf-8")) == report
    read_gold(tmp_path / "whole" / GOLD)
    stopped_and_gone_on(small_file, plan, quick, tmp_path)
    assert (tmp_path / "again" / GOLD).read_bytes() == (tmp_path / "whole" / GOLD).read_bytes()
    with pytest.raises(UsageError, match="another file, seed or configuration"):
        augment(small_file, replace(plan, seed=2), tmp_path / "again", settings=quick)
    (tmp_path / "again" / MODEL).write_bytes((tmp_path / "whole" / MODEL).read_bytes()[:999])
    with pytest.raises(FormatError, match="take it away"):
        augment(small_file, plan, tmp_path / "again", settings=quick)


@needs_torch
def test_a_sampled_sentence_gets_names_of_the_pools_and_digits_of_its_shapes(small_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from incognote.lab.train import daga
    from incognote.lab.train.language import SMOKE

    good = ["<cn>", *linearise(Tagged("赖柏舟 2024-05-07 出院，MRI1 次，体温 36.6", ((0, 3, "NAME"), (4, 14, "DATE"))))]
    mail = ["<cn>", *linearise(Tagged("赖柏舟 a@b.cd", ((0, 3, "NAME"),)))]
    feast = ["<cn>", *linearise(Tagged("赖柏舟在端午后", ((0, 3, "NAME"), (4, 6, "DATE"))))]
    monkeypatch.setattr(daga, "sample", lambda *_, **__: iter([good, mail, feast]))
    quick = replace(SMOKE, epochs=1, embedding=8, hidden=8)
    report = augment(small_file, Plan("daga"), tmp_path, settings=quick)
    assert report["daga"]["dropped"]["identifier outside spans"] == 1
    row = next(row for _, row in read_rows(tmp_path / GOLD))
    person, day = (row["text"][s["start"] : s["end"]] for s in row["spans"])
    assert [s["label"] for s in row["spans"]] == ["NAME", "DATE"]
    assert person != "赖柏舟" and day != "9999-09-09" and day[:2] == "20"
    assert row["text"].count("MRI1 次，体温 ") == 1 and digitless(row["text"]).endswith("99.9")


def stopped_and_gone_on(train_file: Path, plan: Plan, settings: Any, folder: Path) -> None:
    class Stop(Exception):  # noqa: N818
        pass

    def stop(what: str, done: int, of: int) -> None:
        if done == 2:
            raise Stop

    with pytest.raises(Stop):
        augment(train_file, plan, folder / "again", settings=settings, tell=stop)
    assert (folder / "again" / MODEL).exists()
    augment(train_file, plan, folder / "again", settings=settings)


@needs_torch
def test_a_language_model_stops_within_an_epoch_when_time_is_over_and_ends_as_one_that_did_not(tmp_path: Path) -> None:
    import torch

    from incognote.lab.train import daga
    from incognote.lab.train.language import SMOKE
    from incognote.lab.train.limit import TimeOverError, limit_of

    lines = [["<tw>", *f"患者第{at}次復診{'傷口乾燥'[: at % 5]}"] for at in range(60)]
    small = replace(SMOKE, epochs=2, embedding=8, hidden=8, batch=20)
    whole = daga.train(lines, small, seed=1)
    seen: list[tuple[int, int]] = []
    for _ in range(6):
        with pytest.raises(TimeOverError):
            daga.train(lines, small, seed=1, checkpoint=tmp_path / MODEL, limit=limit_of(0.0))
        told = torch.load(tmp_path / MODEL, weights_only=True)
        seen.append((told["epoch"], told["batch"]))
    assert seen == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)], "a batch at least is done each time"
    again = daga.train(lines, small, seed=1, checkpoint=tmp_path / MODEL)
    assert again.perplexities == whole.perplexities
    assert all(torch.equal(again.model.state_dict()[name], value) for name, value in whole.model.state_dict().items())


@needs_torch
def test_unknown_words_and_tags_have_their_places_in_the_vocabulary() -> None:
    from incognote.lab.train.language import vocabulary

    words = vocabulary([["<tw>", "S-NAME", "王", "好", "好"]])
    assert "王" not in words and "好" in words and "S-NAME" in words and TAGS.isdisjoint({"好"})


# Lines that do not say their script


def unsaid(path: Path, *texts: str, script: str | None = None) -> Path:
    rows = [{"id": f"n{at}", "text": text, "split": "train", "spans": [{"start": 0, "end": 3, "label": "NAME"}], **({"script": script} if script else {})} for at, text in enumerate(texts)]
    write_lines(path, rows)
    return path


@pytest.mark.parametrize("script", [None, "zh-Hant", "Chinese"])
def test_a_script_that_is_not_said_is_seen_in_the_characters(script: str | None, tmp_path: Path) -> None:
    path = unsaid(tmp_path / "a.jsonl", "王小明醫師說頭痛", "张小明医师说头痛", "Pam was seen again today", "王小明病歷", "王小明今日再來", script=script)
    found = read_training(path)
    assert [note.country for note in found.notes] == ["tw", "cn", "us", "tw", "tw"] and found.seen == {"zh-TW": 3, "zh-CN": 1, "en": 1}


def test_a_text_without_a_sign_is_written_as_most_others_are(tmp_path: Path) -> None:
    path = unsaid(tmp_path / "a.jsonl", "王小明今日可行走", "张小明医师说头痛", "王小明诊断")
    assert [note.country for note in read_training(path).notes] == ["cn", "cn", "cn"]


def test_a_line_that_says_its_script_or_skeleton_is_taken_at_its_word(tmp_path: Path) -> None:
    assert [note.country for note in read_training(unsaid(tmp_path / "a.jsonl", "王小明醫師說", script="zh-CN")).notes] == ["cn"]
    write_lines(tmp_path / "b.jsonl", [{"id": "n", "text": "Pam was seen", "split": "train", "spans": [], "skeleton": "en-au-1"}])
    found = read_training(tmp_path / "b.jsonl")
    assert found.notes[0].country == "au" and not found.seen


def test_mentions_of_an_unsaid_script_are_replaced_in_it_and_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = unsaid(tmp_path / "a.jsonl", *(f"王小明第{at}次來診，醫師說傷口乾燥。" for at in range(12)))
    assert main(["train", "augment", "--gold", str(path), "--method", "mr", "--chance", "1", "-o", str(tmp_path / "out")]) == OK
    assert "by their characters: 12 zh-TW" in capsys.readouterr().err
    rows = [row for _, row in read_rows(tmp_path / "out" / GOLD)]
    names = [row["text"][row["spans"][0]["start"] : row["spans"][0]["end"]] for row in rows]
    assert len(names) == 12 and all(row["script"] == "zh-TW" for row in rows) and not any(name.isascii() for name in names)


def test_a_locked_set_is_not_augmented_though_its_lines_say_train(tmp_path: Path) -> None:
    held = [str(row["text"]) for _, row in read_rows(Path(__file__).resolve().parents[3] / "corpora" / "tw-clinic.test.jsonl.xz")][:9]
    with pytest.raises(UsageError, match="held-out set"):
        read_training(unsaid(tmp_path / "a.jsonl", *held))
