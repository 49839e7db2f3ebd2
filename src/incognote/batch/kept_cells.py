"""Cells that a table keeps as they stand are output too: they are looked at before they are written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from incognote.document import Document, Finding, Result
from incognote.formats.columns import KEPT, KEPT_CELL
from incognote.labels import NUMBER_LABELS
from incognote.pipeline import Pipeline, status_of
from incognote.values import values
from incognote.verify import KnownValue, verify

_A_PERSON: Final = NUMBER_LABELS | {"NAME", "PHONE", "EMAIL"}
"""A hospital or a doctor may be why the column is kept; the patient never is."""


def with_kept_cells(pipeline: Pipeline, document: Document, result: Result) -> Result:
    """`result` with what the kept cells of its row show of people who are known; withheld if it is residue."""
    if result.status == "failed":
        return result
    grades = {finding.severity for cell in document.meta[KEPT] for finding in _looked_at(pipeline, document, result, cell)}
    if not grades:
        return result
    findings = (*result.findings, *(Finding(KEPT_CELL, "output", 0, 0, grade) for grade in sorted(grades)))
    status = result.status if result.status == "empty" and "residue" not in grades else status_of(findings)
    is_withheld = status == "residue" and not pipeline.keep_residue
    return replace(result, findings=findings, status=status, text=None if is_withheld else result.text)


def _looked_at(pipeline: Pipeline, document: Document, result: Result, cell: str) -> tuple[Finding, ...]:
    found = values(document, result.entities, result.edits, pipeline.lookup, cell)
    known = [*(value for value in found if value.label in _A_PERSON), *_given(document)]
    return verify(cell, known=known, written=(), probes=frozenset({"known"}))


def _given(document: Document) -> list[KnownValue]:
    """What the row itself says of its patient, for a note that names nobody."""
    names = [document.known.get("name"), *document.known.get("aliases", ())]
    numbers = [(label, document.known.get(fact)) for fact, label in (("mrn", "MRN"), ("idno", "IDNO"), ("phone", "PHONE"))]
    given = [KnownValue(str(name), "NAME") for name in names if name]
    return given + [KnownValue(str(number), label) for label, number in numbers if number]
