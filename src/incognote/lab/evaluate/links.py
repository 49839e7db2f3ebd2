"""Identity links: does one person keep one code, and do two people never share one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from incognote.config import Pipeline
from incognote.document import Document, Edit
from incognote.lab.evaluate.intervals import Counts, Estimate, share
from incognote.labels import OUR_MARKS

_MOST_SHOWN: Final = 20
_CODE: Final = re.compile(r"[A-Z]{1,8}-\d{4,}")


class Links(NamedTuple):
    """Pairs of notes: `found` of the pairs of one person with one code, `wrong` pairs of two people with one.

    Intervals resample persons: three visits make three pairs, which succeed and fail together.
    """

    found: Estimate
    wrong: int
    without_code: int
    several: int
    by_change: Mapping[str, Estimate]
    missed: tuple[tuple[str, str], ...]
    merged: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        return f"Links(found={self.found}, wrong={self.wrong})"


def codes_of(notes: Sequence[Mapping[str, Any]], *, profile: str = "clinic-tw") -> dict[str, tuple[str, ...]]:
    """The codes that a profile gives to the subjects of each note, all notes as one batch."""
    pipeline = Pipeline.from_profile(profile, vault="none")
    documents = [Document(note["id"], note["text"]) for note in notes]
    return {document.id: _codes(result.edits) for document, result in zip(documents, pipeline.run_many(documents), strict=True)}


def _codes(edits: Iterable[Edit]) -> tuple[str, ...]:
    """Codes stand in the inserted header lines: one line for each subject."""
    lines = (e.replacement for e in edits if e.start == e.end)
    headers = (m["header"] for line in lines for m in OUR_MARKS.finditer(line) if m["header"])
    return tuple(dict.fromkeys(code for told in headers for code in _CODE.findall(told)))


def link(notes: Sequence[Mapping[str, Any]], codes: Mapping[str, tuple[str, ...]]) -> Links:
    """Compare codes with the gold `person` of each note (schemas/visits.schema.json)."""
    by_person: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    by_code: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for note in notes:
        by_person[note["person"]].append(note)
        for code in codes[note["id"]]:
            by_code[code].append(note)
    pairs = [(person, *pair) for person, series in by_person.items() for pair in combinations(series, 2)]
    is_found = [bool(set(codes[a["id"]]) & set(codes[b["id"]])) for _, a, b in pairs]
    missed = tuple((a["id"], b["id"]) for (_, a, b), ok in zip(pairs, is_found, strict=True) if not ok)
    merged = tuple((a["id"], b["id"]) for series in by_code.values() for a, b in combinations(series, 2) if a["person"] != b["person"])
    outcomes = [(person, ok) for (person, _, _), ok in zip(pairs, is_found, strict=True)]
    changes: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for (_, _, later), outcome in zip(pairs, outcomes, strict=True):
        for change in later.get("changed", ()):
            changes[change].append(outcome)
    return Links(
        share(_by_person(outcomes)), len(merged), sum(not codes[n["id"]] for n in notes),
        sum(len(codes[n["id"]]) > 1 for n in notes), {c: share(_by_person(told)) for c, told in sorted(changes.items())},
        missed[:_MOST_SHOWN], merged[:_MOST_SHOWN],
    )  # fmt: skip


def _by_person(outcomes: Sequence[tuple[str, bool]]) -> Counts:
    """Pairs found and pairs, a row a person: the pairs of one person are no independent draws."""
    row = {person: at for at, person in enumerate(dict.fromkeys(person for person, _ in outcomes))}
    counts = np.zeros((len(row), 2))
    for person, ok in outcomes:
        counts[row[person]] += (ok, 1)
    return counts
