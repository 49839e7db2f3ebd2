"""One driver for every case file under `cases/`."""

from __future__ import annotations

import pytest

from case_files import CASES, Case, read_cases
from incognote.detect import rules
from incognote.document import Document, Span
from incognote.labels import LABELS, TIER_C
from incognote.resolve import resolve

DETECT = rules.detector(rules.load())
EDITED = frozenset(LABELS) - TIER_C


def found(text: str) -> list[Span]:
    document = Document("case", text)
    return list(resolve(DETECT(document), document))


def rule_cases() -> list[Case]:
    return [case for path in sorted((CASES / "rules").glob("*.txt")) for case in read_cases(path)]


def negative_cases() -> list[Case]:
    return [case for path in sorted((CASES / "negative").glob("*.txt")) for case in read_cases(path)]


@pytest.mark.parametrize("case", rule_cases(), ids=lambda c: c.where)
def test_a_rule_finds_what_is_marked_and_nothing_else(case: Case) -> None:
    spans = [s for s in found(case.text) if s.label in case.labels]
    marks = [m for m in case.marks if m.label in case.labels]
    missed = [m for m in marks if not any(s.label == m.label and s.start <= m.start and m.end <= s.end for s in spans)]
    extra = [s for s in spans if not any(m.start < s.end and s.start < m.end for m in marks)]
    assert not missed, f"missed {[(m.label, case.text[m.start : m.end]) for m in missed]} in {case.text!r}"
    assert not extra, f"masked {[(s.label, case.text[s.start : s.end], s.source) for s in extra]} in {case.text!r}"


@pytest.mark.parametrize("case", negative_cases(), ids=lambda c: c.where)
def test_clinical_text_survives(case: Case) -> None:
    masked = [(s.label, case.text[s.start : s.end], s.source) for s in found(case.text) if s.label in EDITED]
    assert not masked
