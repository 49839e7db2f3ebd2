"""What the pages tell the reader to write is accepted by the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote.detect.rules import detector as detect_with
from incognote.detect.rules import site
from incognote.document import Document, Span

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "add-a-rule.md").read_text("utf-8")


def block(language: str, page: str = PAGE) -> str:
    """The first block of code in `language`."""
    found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert found, f"the page has no {language} block"
    return found[1]


@pytest.mark.parametrize("where", ["page", "docstring"])
def test_the_site_rule_that_is_shown_loads_and_passes_its_examples(where: str, tmp_path: Path) -> None:
    page = PAGE if where == "page" else str(site.__doc__)
    path = tmp_path / "site.toml"
    path.write_text(block("toml", page), "utf-8")
    rules = site.load(path)
    assert rules
    assert [t for t in site.test(rules) if not t.passed] == []


def test_the_rule_file_that_is_shown_finds_what_its_cases_mark() -> None:
    from incognote.text import markup

    names: dict[str, object] = {}
    exec(compile(block("python"), "ward_card.py", "exec"), names)  # noqa: S102
    detect = detect_with(names["RULES"])  # type: ignore[arg-type]
    cases = [line for line in PAGE.split("```\n# labels: OTHERID\n")[1].split("```")[0].splitlines() if line]
    assert len(cases) == 3
    for line in cases:
        text, marks = markup.read(line)
        found = [(s.start, s.end, s.label) for s in detect(Document("1", text)) if isinstance(s, Span)]
        assert found == [(m.start, m.end, m.label) for m in marks], line
