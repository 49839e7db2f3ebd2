"""What may not be trained on is refused or left out, and some documents are kept apart where none are named to measure by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote.errors import UsageError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.lines import write_lines
from incognote.lab.train.barred import barred_prints
from incognote.lab.train.config import Config, Data, Model, Source, Training
from incognote.lab.train.fingerprint import prints
from incognote.lab.train.held_out import held_out_prints
from incognote.lab.train.texts import Texts, read_texts, valid_texts

CORPORA = Path(__file__).resolve().parents[3] / "corpora"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own sets are not where this runs."""
    monkeypatch.chdir(tmp_path)


def rows(count: int, *, authors: int = 0, **told: str) -> list[dict[str, object]]:
    """Notes of different texts; of some authors, or each of its own."""
    made = [{"id": f"n{at}", "text": f"患者第{at}次復診，傷口乾燥無滲液，囑其{at + 2}週後再來。", "spans": [], **told} for at in range(count)]
    return [{**row, "skeleton": f"s{at % authors}"} for at, row in enumerate(made)] if authors else made


def source(name: str, given: list[dict[str, object]]) -> Source:
    write_lines(Path(name), given)
    return Source(name, "ours")


def read(train: Source, *valid: Source, held_out: tuple[Source, ...] = (), seed: int = 1) -> Texts:
    return read_texts(Config(Data((train,), valid, held_out), Model((0,)), Training(1), seed=seed))


@pytest.mark.parametrize("split", ["valid", "test", "Validation", "dev-2"])
def test_lines_that_say_valid_or_test_are_not_trained_on(split: str) -> None:
    given = rows(20)
    given[13]["split"] = split
    with pytest.raises(UsageError, match="valid or test split"):
        read(source("mine.jsonl", given))


@pytest.mark.parametrize("name", ["cn-ehr.valid.jsonl", "TEST.jsonl.xz", "zh-dev2.jsonl"])
def test_a_file_named_as_valid_or_test_is_not_trained_on_unless_all_its_lines_say_train(name: str) -> None:
    for given in (rows(20), [*rows(20, split="train")[1:], rows(1)[0]]):
        with pytest.raises(UsageError, match=f"{re.escape(name)} is named as a valid, test or dev set"):
            read(source(name, given))
    assert len(read(source(name, rows(20, split="train"))).train) == 18


@pytest.mark.parametrize("name", ["tw-clinic.test", "en-notes.valid", "cn-ehr.closed.test"])
def test_a_locked_set_under_another_name_is_not_trained_on(name: str) -> None:
    """Not all of it, and said to be of the train split; the sets themselves are not where this runs."""
    held = [row for _, row in read_rows(CORPORA / f"{name}.jsonl.xz")][::5]
    given = [{"id": str(at), "text": row["text"], "spans": [], "split": "train"} for at, row in enumerate(held)]
    with pytest.raises(UsageError, match="held-out set"):
        read(source("mine.jsonl", [*given, *rows(len(given))]))
    found = read(source("mine.jsonl", [given[0], *rows(40)]))
    assert found.told[0]["held_out"] == 1 and found.prints.isdisjoint(held_out_prints())


def test_a_file_to_train_on_is_none_to_measure_by() -> None:
    mine = source("mine.jsonl", rows(20))
    for valid in (mine, Source("*.jsonl", "ours"), Source("./mine.jsonl", "ours", skip=10)):
        with pytest.raises(UsageError, match=r"mine\.jsonl is under train and under valid"):
            read(mine, valid)


def test_what_measures_is_not_trained_on_under_another_name() -> None:
    mine, copied, other = source("mine.jsonl", rows(20)), source("copied.jsonl", rows(20)), source("other.jsonl", rows(5))
    with pytest.raises(UsageError, match="no text to train on"):
        read(mine, copied)
    found = read(mine, other)
    assert len(found.train) == 15 and len(found.valid) == 5 and found.told[0]["held_out"] == 5


@pytest.mark.parametrize(("authors", "seed"), [(0, 1), (0, 2), (12, 1), (12, 2)])
def test_without_valid_whole_documents_are_kept_apart(authors: int, seed: int) -> None:
    mine = source("mine.jsonl", rows(120, authors=authors))
    found = read(mine, seed=seed)
    assert len(found.train) + len(found.valid) == 120 and 12 <= len(found.valid) <= 20
    assert {text.author for text in found.train}.isdisjoint(text.author for text in found.valid)
    assert found.prints.isdisjoint(p for text in found.valid for p in prints(text.text))
    assert read(mine, seed=seed).valid == found.valid != read(mine, seed=seed + 1).valid
    assert valid_texts(Config(Data((mine,)), Model((0,)), Training(1), seed=seed)) == found.valid


def test_copies_of_a_text_are_never_on_both_sides() -> None:
    given = [{**row, "id": f"{row['id']}-{copy}"} for copy in range(3) for row in rows(30)]
    mine = Source(source("mine.jsonl", given).files, "ours", copies=2)
    found = read(mine)
    assert found.valid and {text.text for text in found.train}.isdisjoint(text.text for text in found.valid)


def test_sentences_of_a_document_are_kept_apart_together() -> None:
    sentences = [f"# newdoc id = d{at // 5}\n# text = 第{at}次復診，傷口乾燥無滲液。\n1\t第{at}次復診\tO\n" if at % 5 == 0 else f"# text = 第{at}次復診，傷口乾燥無滲液。\n1\t第{at}次復診\tO\n" for at in range(100)]
    Path("mine-train.iob2").write_text("\n".join(sentences), "utf-8")
    found = read(Source("mine-train.iob2", "uner"))
    assert len({text.author for text in found.valid}) == 2 and len(found.valid) == 10


def test_one_author_is_too_few_to_keep_some_apart() -> None:
    for given in (rows(1), rows(9, authors=1)):
        with pytest.raises(UsageError, match="too few"):
            read(source("mine.jsonl", given))


def test_our_own_sets_are_held_out_where_they_are_not_and_others_that_are_named_have_to_be_there() -> None:
    ours = Source("corpora/*.test.jsonl.xz", "any")
    assert barred_prints(Data((), (), (ours,))) == held_out_prints()
    for files in ("yours/*.test.jsonl.xz", "corpora/*.extra.jsonl.xz"):
        with pytest.raises(UsageError, match="there is no file"):
            barred_prints(Data((), (), (Source(files, "any"),)))
