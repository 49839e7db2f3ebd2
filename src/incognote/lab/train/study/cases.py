"""Two kinds of case that the paper tells of: a bare number taken for a date, an organisation built on a disease word.

The sentences are invented, in the markup of `text/markup`, in `cases.tsv`. NUMBER marks what is no identifier of the
four classes; all other marks are of the four.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from incognote.lab.train.schemes import CLASS_OF
from incognote.lab.train.sources import Labelled
from incognote.text.markup import read

KINDS: Final = ("number", "organisation")


class Case(NamedTuple):
    """A sentence of a kind; `asked` are the places it asks about: numbers that are no date, or organisations."""

    id: str
    kind: str
    labelled: Labelled
    asked: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"Case({len(self.asked)} places)"


@lru_cache(maxsize=1)
def read_cases() -> tuple[Case, ...]:
    """All cases in the order of the file."""
    text = files("incognote.lab.train.study").joinpath("cases.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(_case(at, kind, marked_up) for at, (kind, marked_up) in enumerate(rows, 1))


def _case(at: int, kind: str, marked_up: str) -> Case:
    text, marks = read(marked_up)
    asked = tuple((m.start, m.end) for m in marks if m.label == ("NUMBER" if kind == "number" else "ORG"))
    spans = tuple((m.start, m.end, (CLASS_OF[m.label],)) for m in marks if m.label != "NUMBER")
    return Case(f"{kind}-{at:02}", kind, Labelled(text, spans, ()), asked)


def passed(case: Case, found: list[tuple[int, int, str]]) -> bool:
    """Whether no number is (part of) a date, or every organisation is found as one from end to end."""
    if case.kind == "number":
        return not any(start < last and first < end for start, end, of in found if of == "DAT" for first, last in case.asked)
    return all((start, end, "ORG") in found for start, end in case.asked)
