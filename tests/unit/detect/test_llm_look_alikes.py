"""A model that calls every word of a clinical text an identifier is believed in few of them."""

from __future__ import annotations

import re

import pytest

from case_files import CASES, read_cases
from incognote.detect.llm_types import claim

NEGATIVE = [case.text for path in sorted((CASES / "negative").glob("*.txt")) for case in read_cases(path)]
PIECE = re.compile(r"[A-Z][a-zA-Z'-]{2,}|\d[\d/.,:-]*\d|[\u4e00-\u9fff]{2,4}")
"""Capitalised words, numbers, and Han characters cut anyhow, as a bad model cuts them."""


@pytest.mark.parametrize(("said", "most"), [("NAME", 0.015), ("MRN", 0.01), ("DATE", 0.005)])
def test_of_clinical_texts_that_hold_nobody_hardly_a_piece_is_kept(said: str, most: float) -> None:
    pieces = [(text, found.span()) for text in NEGATIVE[::2] for found in PIECE.finditer(text)]
    kept = [text[start:end] for text, (start, end) in pieces if claim(text, start, end, said) is not None]
    assert len(pieces) > 1_000 and len(kept) / len(pieces) <= most, kept
