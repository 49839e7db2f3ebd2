"""A profile does what its page and its case file say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from incognote.config import load_profile, make_pipeline, profile_names
from incognote.document import Document, Result
from incognote.labels import LABELS
from incognote.vault.memory import MemoryVault

TESTS = Path(__file__).resolve().parents[2]
CASES = TESTS / "cases" / "profiles"
PAGES = TESTS.parent / "docs" / "profiles"
ROW = re.compile(r"^\| (?P<labels>`[^|]+`) \| (?P<operator>[a-z_0-9]+) \|", re.MULTILINE)
EXAMPLE = re.compile(r"```note\n(?P<note>.*?)\n```\s+```scrubbed\n(?P<becomes>.*?)\n```", re.DOTALL)


def scrubbed(profile: str, text: str, *, secret: bytes = b"cases") -> Result:
    """The note under a profile, with a vault whose secret is always the same."""
    vault = MemoryVault()
    vault._secret = secret
    return make_pipeline(load_profile(profile), vault=vault, on=date(2026, 11, 29), tagger=False).run(Document("case", text))


def cases() -> Iterator[tuple[str, str, str]]:
    for path in sorted(CASES.glob("*.txt")):
        for block in path.read_text("utf-8").split("## note\n")[1:]:
            note, _, becomes = block.partition("\n## becomes\n")
            yield path.stem, note, becomes.removesuffix("\n")


@pytest.mark.parametrize(("profile", "note", "becomes"), list(cases()))
def test_a_note_becomes_exactly_what_the_case_file_says(profile: str, note: str, becomes: str) -> None:
    result = scrubbed(profile, note)
    assert (result.status, result.text) == ("clean", becomes)


def test_every_profile_has_a_case_file_and_a_page() -> None:
    names = set(profile_names())
    assert {path.stem for path in CASES.glob("*.txt")} >= names
    assert {path.stem for path in PAGES.glob("*.md")} >= names


@pytest.mark.parametrize("profile", profile_names())
def test_the_table_of_a_page_is_the_profile(profile: str) -> None:
    page = (PAGES / f"{profile}.md").read_text("utf-8")
    told = {label: row["operator"] for row in ROW.finditer(page) for label in re.findall(r"`([A-Z/a-z]+)`", row["labels"])}
    assert told == dict(load_profile(profile).policy.operators)
    assert set(told) >= set(LABELS)


@pytest.mark.parametrize("profile", profile_names())
def test_the_example_of_a_page_is_what_comes_out(profile: str) -> None:
    examples = list(EXAMPLE.finditer((PAGES / f"{profile}.md").read_text("utf-8")))
    assert examples
    for example in examples:
        assert scrubbed(profile, example["note"]).text == example["becomes"]


@pytest.mark.parametrize("profile", profile_names())
def test_a_page_says_what_the_profile_does_not_claim(profile: str) -> None:
    assert "## What it does not claim" in (PAGES / f"{profile}.md").read_text("utf-8")
