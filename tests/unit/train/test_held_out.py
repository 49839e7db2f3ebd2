"""No configuration of the package trains on what measures a tagger: told by fingerprint, text by text.

Their prints come with the package (`lab/train/data/held_out.txt`), so that what is trained on is looked for among them
anywhere; where the sets are there, the prints are made anew and compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed (pip install 'incognote[train]')")

from incognote.lab.train import fingerprint, sources
from incognote.lab.train import texts as reading
from incognote.lab.train.barred import is_named_so
from incognote.lab.train.config import Config, Data, Model, Source, Training, config_names, load_config
from incognote.lab.train.held_out import held_out_sets
from incognote.lab.train.texts import Texts, read_texts

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "data"
MEASURES = {
    "catalogue-notes": Source("../shared/data/catalogue-notes/*.jsonl", "any", is_optional=True),
    "twsyn-valid": Source("../shared/data/twsyn-valid/*.jsonl", "any", is_optional=True),
    "our valid sets": Source("corpora/*.valid.jsonl.xz", "any"),
    "our test sets": Source("corpora/*.test.jsonl.xz", "any"),
    "UNER dev": Source("../shared/data/ner/*/*-dev.iob2", "uner", is_optional=True),
    "Weibo dev": Source("../shared/data/ner/*/*.dev", "weibo", is_optional=True),
    "cMedQANER dev": Source("../shared/data/clinical/chineseblue-cmedqaner/dev.json", "answers", is_optional=True),
    "cMedQANER behind the first 1,000": Source("../shared/data/clinical/chineseblue-cmedqaner/train.json", "answers", skip=1000, is_optional=True),
}
COMMITTED = ("catalogue-notes", "twsyn-valid")


@pytest.fixture(scope="module", autouse=True)
def once() -> Iterator[None]:
    """The same files, for five configurations, are read and printed once; from the project's own folder."""
    read, prints = cache(lambda source: tuple(READ(source))), cache(lambda text: tuple(PRINT(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setattr(sources, "read", read)
        patch.setattr(reading, "prints", prints)
        patch.setattr(fingerprint, "prints", prints)
        yield


READ, PRINT = sources.read, fingerprint.prints


@cache
def texts_of(data: Data) -> Texts:
    """What the configurations with these sets train on."""
    return read_texts(Config(data, Model((0,)), Training(1)))


@cache
def measured(name: str) -> frozenset[str]:
    """The prints of a set that measures; the committed ones where the set is not there."""
    found = fingerprint.all_prints(text.text for text in sources.read(MEASURES[name]))
    return found or held_out_sets().get(name, frozenset())


def leaks(texts: Texts, name: str) -> int:
    """How many texts that are trained on share a text or long line with a set, by the texts themselves."""
    barred = measured(name)
    if not barred:
        pytest.skip(f"{name} is not here: it does not come with this project")
    return sum(not barred.isdisjoint(reading.prints(text.text)) for text in texts.train)


@pytest.mark.parametrize(("config", "name"), [(config, name) for config in config_names() for name in MEASURES])
def test_no_configuration_trains_on_what_measures_a_tagger(config: str, name: str) -> None:
    texts = texts_of(load_config(config).data)
    assert texts.train and leaks(texts, name) == 0
    assert texts.prints.isdisjoint(measured(name)), "what a run's prints.txt says"


@pytest.mark.parametrize("config", config_names())
def test_the_prints_of_a_run_are_those_of_its_texts(config: str) -> None:
    texts = texts_of(load_config(config).data)
    assert texts.prints == fingerprint.all_prints(text.text for text in texts.train)


@pytest.mark.parametrize("config", config_names())
def test_no_file_is_trained_on_whose_name_says_valid_test_or_dev(config: str) -> None:
    files = [path for source in load_config(config).data.train for path in sources.paths(source)]
    assert files and not any(is_named_so(path) or not set(COMMITTED).isdisjoint(path.parts) for path in files)


@pytest.mark.parametrize("name", sorted(held_out_sets()))
def test_the_prints_that_come_with_the_package_are_those_of_the_sets(name: str) -> None:
    source = MEASURES[name] if name in MEASURES else Source(f"corpora/{name}", "any")
    found = fingerprint.all_prints(text.text for text in sources.read(source))
    if not found and name in MEASURES:
        pytest.skip(f"{name} is not here: it does not come with this project")
    assert held_out_sets()[name] == found, "python scripts/make_held_out.py writes them"


def test_the_package_knows_every_set_that_measures() -> None:
    ours = {path.name for part in ("valid", "test") for path in (ROOT / "corpora").glob(f"*.{part}.jsonl.xz")}
    assert set(held_out_sets()) == ours | {"catalogue-notes", "twsyn-valid", "UNER dev", "Weibo dev", "cMedQANER dev"}


# That a broken guard is seen


def test_without_the_guard_the_same_check_finds_texts_that_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    told = load_config("student4").data
    shared_twice = tuple(source for source in told.train if "cn-ehr" in source.files)
    config = Config(replace(told, train=shared_twice, held_out=()), Model((0,)), Training(1))
    assert leaks(read_texts(config), "our test sets") == 0, "whatever a configuration names, they are held out"
    monkeypatch.setattr(reading, "barred_prints", lambda data: frozenset())
    assert leaks(read_texts(config), "our test sets") > 0


@pytest.mark.parametrize("spoil", [lambda text: text, lambda text: f"Another head\n{text}\nand end", lambda text: text.upper().replace(" ", "  ")])
def test_a_text_that_is_held_out_is_not_trained_on(spoil: Callable[[str], str], tmp_path: Path) -> None:
    held = "The patient walked to the ward at noon and told the nurse of the pain in her left knee."
    for name, texts in (("train", [spoil(held), "She was seen again in June."]), ("held", [held]), ("other", ["The ward was quiet."])):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts), "utf-8")
    train, held_out, other = (Source(str(tmp_path / f"{name}.jsonl"), "any") for name in ("train", "held", "other"))
    for data in (Data((train,), (other,), (held_out,)), Data((train,), (held_out,))):
        check_left_out(read_texts(Config(data, Model((0,)), Training(1))), held)


def check_left_out(texts: Texts, held: str) -> None:
    assert [text.text for text in texts.train] == ["She was seen again in June."]
    assert texts.told[0]["held_out"] == 1 and texts.prints.isdisjoint(fingerprint.all_prints([held]))
