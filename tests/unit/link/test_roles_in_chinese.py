"""Chinese reports of every layout: who is who, by forms, tables, titles and the words beside names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from incognote.config import load_profile, make_pipeline
from incognote.document import Document
from incognote.labels import PERSON_LABELS

_MARK: Final = re.compile(r"⟦([a-z_]+(?:\|[a-z_]+)*)((?:\+[a-z]+)*)\|([^⟧|]+)⟧")


def _reports() -> list[tuple[str, str]]:
    whole = Path(__file__).with_name("reports_han.txt").read_text("utf-8")
    parts = re.split(r"^=== (.+)\n", whole, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture(scope="module")
def pipeline():
    return make_pipeline(load_profile("child-protection"), keep_residue=True)


def unread(marked: str) -> tuple[str, list[tuple[int, int, str, str]]]:
    """The text without markup, and the names in it: start, end, role, cases."""
    text, at, wanted = "", 0, []
    for found in _MARK.finditer(marked):
        text += marked[at : found.start()]
        wanted.append((len(text), len(text) + len(found[3]), found[1], found[2]))
        text += found[3]
        at = found.end()
    return text + marked[at:], wanted


def told(pipeline, marked: str) -> list[str]:
    """What is said otherwise than wanted, a line for each name."""
    text, wanted = unread(marked)
    result = pipeline.run(Document("1", text))
    behind = [(m.start, m.end, e.value) for e in result.entities if e.label in PERSON_LABELS for m in e.mentions]
    wrong = []
    for start, end, role, cases in wanted:
        value = next((v for s, e, v in behind if s < end and start < e), None)
        people = getattr(value, "people", (value,) if value else ())
        said = "|".join("+".join([p.role, *p.case_roles]) for p in people) or "nobody"
        if said != role + cases:
            wrong.append(f"{text[start:end]}: {role + cases}, said {said}")
    return wrong


@pytest.mark.parametrize(("kind", "marked"), _reports(), ids=lambda part: part if "\n" not in part else "")
def test_every_person_of_a_chinese_report_becomes_who_they_are(pipeline, kind: str, marked: str) -> None:
    assert told(pipeline, marked) == []
