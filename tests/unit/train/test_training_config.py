"""Configurations: what is wrong is said, nothing is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.errors import ConfigError
from incognote.lab.train.config import config_names, load_config, parse

LEAST = """
[data]
train = [{ files = "a", scheme = "ours" }]
valid = [{ files = "b", scheme = "ours" }]
[model]
layers = [0]
[training]
epochs = 1
"""


@pytest.mark.parametrize("name", config_names())
def test_the_configurations_of_the_package_are_right(name: str) -> None:
    assert load_config(name).training.epochs >= 1


def test_the_names_are_those_that_the_issue_asks_for() -> None:
    assert {"smoke", "teacher", "student4"} <= set(config_names())
    assert load_config("teacher").model.layers == tuple(range(12))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[model]", "[model]\nlayer = 2", "unknown key model.layer"),
        ("[data]", "sed = 1\n[data]", "unknown key sed"),
        ('{ files = "a", scheme', '{ path = "a", files = "a", scheme', "unknown key data.train[0].path"),
        ("epochs = 1", "", "training.epochs is missing"),
        ("epochs = 1", 'epochs = "1"', "training.epochs is of type int"),
        ("epochs = 1", "epochs = true", "training.epochs is of type int"),
        ("layers = [0]", "layers = 0", "model.layers is a list"),
        ("layers = [0]", "layers = []", "model.layers names at least one layer"),
        ('scheme = "ours" }]', 'scheme = "theirs" }]', "a scheme is one of"),
        ("[data]", "[data", "not TOML"),
        ("epochs = 1", "epochs = 1\nrate = nan", "training.rate is not finite"),
        ("epochs = 1", "epochs = 1\nbeta = inf", "training.beta is not finite"),
        ("epochs = 1", "epochs = 1\ndecay = -0.1", "training.decay is not below 0"),
        ("epochs = 1", "epochs = 1\ncheckpoint_minutes = 0", "checkpoint_minutes above 0"),
        ("[data]", "threads = -1\n[data]", "threads is at least 0"),
    ],
)
def test_what_is_wrong_is_an_error_that_names_the_key(before: str, after: str, said: str) -> None:
    assert before in LEAST
    with pytest.raises(ConfigError) as caught:
        parse(LEAST.replace(before, after, 1))
    assert said in str(caught.value)


def test_the_digest_tells_configurations_apart_but_not_machines() -> None:
    digest = parse(LEAST).digest()
    assert parse("threads = 1\n" + LEAST).digest() == digest
    assert parse("seed = 2\n" + LEAST).digest() != digest


def test_a_file_that_is_not_there_and_a_name_that_is_not_known_are_errors(tmp_path: Path) -> None:
    for name in ("enormous", str(tmp_path / "none.toml")):
        with pytest.raises(ConfigError):
            load_config(name)


def test_the_configuration_that_the_page_shows_is_right() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "training.md").read_text("utf-8")
    config = parse(page.split("```toml\n")[1].split("```")[0])
    assert config.model.layers == (2, 5, 8, 11) and config.data.train[1].copies == 2
