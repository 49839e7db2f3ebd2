"""From some labelled documents to suggestions for the rest: part, train, mark, order, write.

The folder then holds `corrections.jsonl`, and the training in `run/`, in which lies no text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import GoldNote, GoldSpan, read_gold
from incognote.lab.train.barred import barred_prints, sieve
from incognote.lab.train.config import Config, Data, Source
from incognote.lab.train.fingerprint import all_prints
from incognote.lab.train.fit import Outcome, Tell
from incognote.lab.train.limit import NONE, Limit
from incognote.lab.train.measure import cut
from incognote.lab.train.model import load_model
from incognote.lab.train.prelabel.corrections import Draft, check_free, write_drafts
from incognote.lab.train.prelabel.doubt import Place, mean, places
from incognote.lab.train.prelabel.draw import BY_PEOPLE, Row, read_documents
from incognote.lab.train.prelabel.labelling import ALL_LABELS, for_training, label_of, labels_of, scheme_of
from incognote.lab.train.run import train_on
from incognote.lab.train.shares import author, drawn
from incognote.lab.train.sources import Labelled
from incognote.lab.train.texts import Texts

CORRECTIONS: Final = "corrections.jsonl"
RUN: Final = "run"
DOUBTFUL: Final = 0.5
"""From this doubt on a place is named as one to look at: the tag stands less than half before the next."""
_MEASURED: Final = 0.2
"""Of the labelled documents, by author: the best epoch is chosen on them."""
_ROUND: Final = 256
"""Documents that are cut and looked at together."""


class Suggested(NamedTuple):
    """What came of it; `outcome` says whether the training is done: nothing is written before."""

    outcome: Outcome
    documents: int = 0
    spans: int = 0
    doubtful: int = 0
    aside: int = 0
    labelled: int = 0

    def __repr__(self) -> str:
        return f"Suggested({self.documents} documents, {self.spans} spans)"


def suggest(labelled: Path, rest: Path, folder: Path, *, config: Config, tell: Tell = lambda now: None, limit: Limit = NONE) -> Suggested:
    """Train on the labelled documents as `config` says (not on its data), and write what the tagger would mark in the rest.

    Documents of the rest whose id is labelled already are left out.

    Raises:
        UsageError: a file is of a test or dev set, there is a file to correct already, or there are too few documents.
        FormatError: a line is no gold or no document, or labels of both schemes are mixed.
    """
    check_free(folder / CORRECTIONS)
    notes = read_gold(labelled, labels=ALL_LABELS)
    scheme = scheme_of(span.label for note in notes for span in note.spans)
    _check(notes, scheme)
    barred = barred_prints(config.data)
    sieve(({"text": note.text, **note.meta} for note in notes), barred, refusal=BY_PEOPLE)
    known = {note.id for note in notes}
    found = sieve((row for row in read_documents(rest) if row["id"] not in known), barred, refusal=BY_PEOPLE)
    if not found.rows:
        raise UsageError("every document of the rest is labelled already or held out")
    outcome = teach(notes, folder / RUN, config=config, scheme=scheme, barred=barred, tell=tell, limit=limit)
    if not outcome.is_done:
        return Suggested(outcome)
    drafts = sorted(_drafts(folder / RUN, found.rows, scheme), key=lambda draft: -(draft.doubt or 0.0))
    write_drafts(folder / CORRECTIONS, drafts, scheme=scheme)
    return Suggested(outcome, len(drafts), sum(len(d.spans) for d in drafts), sum(len(d.doubtful) for d in drafts), found.aside, len(notes))


def _check(notes: Sequence[GoldNote], scheme: str) -> None:
    """Raises FormatError where labels of the other scheme are among those of the four."""
    if any(span.label not in labels_of(scheme) for note in notes for span in note.spans):
        raise FormatError("the labelled file mixes our labels with those of the four classes")


def teach(notes: Sequence[GoldNote], run: Path, *, config: Config, scheme: str, barred: frozenset[str] = frozenset(), tell: Tell = lambda now: None, limit: Limit = NONE) -> Outcome:
    """A tagger trained on `notes`, those of some authors kept to choose the best epoch by.

    Texts that share a print with `barred` are left out. Raises UsageError where one author wrote all.
    """
    clean = [note for note in notes if barred.isdisjoint(all_prints([note.text]))]
    authors = [author(note.meta, note.id) for note in clean]
    aside = drawn(authors, _MEASURED, key=f"prelabel/{config.seed}")
    parts: tuple[list[Labelled], list[Labelled]] = ([], [])
    for note, name in zip(clean, authors, strict=True):
        parts[name in aside].append(for_training(note, scheme))
    if not all(parts):
        raise UsageError("the labelled documents are too few: two of two authors at least")
    named = (Source("labelled", scheme),)
    own = replace(config, data=Data(named, named))
    texts = Texts(*parts, all_prints(each.text for each in parts[0]), [{"files": "labelled", "scheme": scheme, "texts": len(parts[0]), "held_out": len(notes) - len(clean)}])
    labels = hashlib.sha256(repr([[(tuple(p.spans), len(p.text)) for p in part] for part in parts]).encode()).hexdigest()
    return train_on(texts, own, run, tell=tell, limit=limit, labels=labels)


def look(run: Path, texts: Sequence[str]) -> list[list[Place]]:
    """The places of each text, by the tagger of a run."""
    model, vocabulary = load_model(run)
    cutter = vocabulary.cutter()
    found = []
    for at in range(0, len(texts), _ROUND):
        found += places(model, cut((Labelled(text, (), ()) for text in texts[at : at + _ROUND]), cutter))
    return found


def _drafts(run: Path, rows: Sequence[Row], scheme: str) -> list[Draft]:
    return [as_draft(row, found, scheme=scheme) for row, found in zip(rows, look(run, [row["text"] for row in rows]), strict=True)]


def as_draft(row: Row, found: Sequence[Place], *, scheme: str) -> Draft:
    """A document with its places as marks, and those that are doubtful by their offsets."""
    spans, doubtful, told = [], [], []
    for place in found:
        label = label_of(row["text"], (place.start, place.end), place.name, scheme=scheme)
        if label is None:
            continue
        told.append(place)
        if place.is_marked:
            spans.append(GoldSpan(place.start, place.end, *label))
        if place.doubt >= DOUBTFUL:
            doubtful.append((place.start, place.end, label[0], place.doubt, place.is_marked))
    doubtful.sort(key=lambda each: -each[3])
    return Draft(row["id"], row["text"], tuple(spans), row, round(mean(told), 4), tuple(doubtful))
