"""Reviewed documents as gold: a text with the spans that its reviewers left standing.

Two forms: our gold JSON Lines (schemas/gold.schema.json), which `eval run --gold` and `train` read, and the inline
markup of `text/markup`. Where two reviewers differ there is no gold until one of them is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from incognote.desk.store import Desk, Review
from incognote.document import Span
from incognote.errors import UsageError
from incognote.text import markup

VERSION: Final = 1


class GoldDocument(NamedTuple):
    """A document and its truth. `id` is made of the numbers of batch and document: never the id it came with."""

    id: str
    text: str
    spans: tuple[Span, ...]

    def __repr__(self) -> str:
        return f"GoldDocument({len(self.text)} characters, {len(self.spans)} spans)"


class Gold(NamedTuple):
    """The documents that are agreed on, and the numbers of those that are not."""

    documents: tuple[GoldDocument, ...]
    disputed: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Gold({len(self.documents)} documents, {len(self.disputed)} disputed)"


def gold(desk: Desk, batch: int, *, reviewer: str | None = None) -> Gold:
    """What a batch's reviewers agree on; `reviewer` decides where they differ and that reviewer finished too.

    Raises:
        UsageError: nobody finished anything, or there is no such reviewer.
    """
    documents: list[GoldDocument] = []
    disputed: list[int] = []
    names: set[str] = set()
    for number, stored, reviews in desk.finished(batch):
        names.update(review.reviewer for review in reviews)
        spans = _agreed(reviews, reviewer)
        if spans is None:
            disputed.append(number)
        else:
            documents.append(GoldDocument(f"{batch}-{number}", stored.document.text, spans))
    if not names:
        raise UsageError("no document of this batch was accepted or corrected yet")
    if reviewer is not None and reviewer not in names:
        raise UsageError("nobody of that name finished a document of this batch")
    return Gold(tuple(documents), tuple(disputed))


def _agreed(reviews: Sequence[Review], reviewer: str | None) -> tuple[Span, ...] | None:
    named = [review for review in reviews if review.reviewer == reviewer]
    said = {truth(review): review for review in named or reviews}
    return separate(next(iter(said.values())).spans or ()) if len(said) == 1 else None


def truth(review: Review) -> tuple[tuple[int, int, str], ...]:
    """What a review says is where, without who found it or how sure it was."""
    return tuple((span.start, span.end, span.label) for span in separate(review.spans or ()))


def separate(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order of which none overlaps another: the longer stays, as what says occupations lies over what masks."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, s.start)):
        if span.start < span.end and all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return tuple(sorted(kept))


def gold_rows(documents: Iterable[GoldDocument]) -> Iterator[Mapping[str, Any]]:
    """A JSON object for each document, as gold files have them."""
    for document in documents:
        spans = [{"start": s.start, "end": s.end, "label": s.label, "kind": s.kind} for s in document.spans]
        yield {"version": VERSION, "id": document.id, "text": document.text, "spans": spans}


def marked_rows(documents: Iterable[GoldDocument]) -> Iterator[Mapping[str, Any]]:
    """A JSON object for each document with its text in our markup; a span that holds the closing bracket is left unmarked."""
    for document in documents:
        marks = [
            markup.Marked(s.start, s.end, s.label, s.kind, None, False)
            for s in document.spans
            if "⟧" not in document.text[s.start : s.end]
        ]
        yield {"id": document.id, "marked": markup.write(document.text, marks)}
