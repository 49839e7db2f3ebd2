"""Whether a real value that was missed can be told from the invented ones around it: `python benchmarks/surrogates.py`.

Of the gold spans of every document a share stays as it was (a miss of the detectors), the others become what the
operator `surrogate` writes. A classifier learns from one half of the documents which are real, by the characters of the
span and of the text around it, and is asked about the other half. An area under the curve of 0.5 is a coin. Then the
values are drawn 100,000 times, each time under another secret, and compared with every real value of the sets.

Needs `../shared/data` and scikit-learn. Nothing that the operator draws from was made from these sets.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import hstack
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from incognote.document import Document, Number, Person, Policy, Span
from incognote.labels import LABELS
from incognote.link import link
from incognote.names.search import squeeze
from incognote.policy import decide
from incognote.text.edits import apply
from incognote.text.script import script_of
from incognote.vault.memory import MemoryVault

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"
LEAKED = 0.3
WINDOW = 12
RESAMPLES = 1000
UNER = {"PER": "NAME", "LOC": "LOCATION", "ORG": "ORG"}
DRAWN = ("surrogate", "date_shift")
POLICY = Policy("surrogates", dict.fromkeys(LABELS, "surrogate") | {"DATE": "date_shift", "TIME": "keep", "AGE": "keep", "PROFESSION": "keep", "CONTEXT": "keep"})


class Note(NamedTuple):
    """A document with its gold spans; `source` names the set."""

    source: str
    document: Document
    spans: tuple[Span, ...]


class Seen(NamedTuple):
    """One span of an output: what the classifier sees, and whether the value is real."""

    note: str
    label: str
    text: str
    before: str
    after: str
    is_real: bool

    @property
    def group(self) -> str:
        """The document, or for a sentence the block of the file that it comes from."""
        return self.note.split("/")[0]


def gold_notes(name: str) -> Iterator[Note]:
    for row in map(json.loads, (SHARED / name).read_text("utf-8").splitlines()):
        spans = sorted(Span(s["start"], s["end"], s["label"], s.get("kind") or s.get("attr"), "gold", 1.0) for s in row["spans"])
        yield Note(name.split("/")[0], Document(row["id"], row["text"]), tuple(apart(spans)))


def apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Spans that do not overlap: of those that do, the first."""
    end = 0
    for span in spans:
        if span.start >= end:
            end = span.end
            yield span


def sentences(name: str) -> Iterator[Note]:
    """The sentences of a UNER file as documents; `id` begins with the article they stand in."""
    article = ""
    blocks = (list(lines) for filled, lines in groupby((SHARED / "ner" / name).read_text("utf-8").splitlines(), key=bool) if filled)
    for number, lines in enumerate(blocks, 1):
        article = next((line.split("= ")[1] for line in lines if line.startswith("# newdoc")), article)
        text = next(line.split("= ", 1)[1] for line in lines if line.startswith("# text ="))
        spans: list[Span] = []
        at = 0
        for row in (line.split("\t") for line in lines if not line.startswith("#")):
            start = text.index(row[1], at)
            at = start + len(row[1])
            kind = row[2].split("-")[-1]
            if row[2].startswith("B-") and kind in UNER:
                spans.append(Span(start, at, UNER[kind], None, "gold", 1.0))
            elif row[2].startswith("I-") and spans and spans[-1].end <= start:
                spans[-1] = spans[-1]._replace(end=at)
        yield Note(name.split("/")[0], Document(f"{article or name}/{number}", text), tuple(spans))


def notes() -> list[Note]:
    return [
        *gold_notes("twsyn-valid/valid.jsonl"),
        *gold_notes("catalogue-notes/notes.jsonl"),
        *sentences("UNER_Chinese-GSD/zh_gsd-ud-dev.iob2"),
        *sentences("UNER_Chinese-GSDSIMP/zh_gsdsimp-ud-dev.iob2"),
    ]


def vault_of(batch: Sequence[Note], secret: bytes) -> MemoryVault:
    """A vault that knows everybody whom the batch names."""
    vault = MemoryVault()
    vault._secret = secret  # so that the figures can be had again
    names = {note.document.text[s.start : s.end] for note in batch for s in note.spans if s.label in ("NAME", "DOCTOR")}
    for name in sorted(names):
        vault.assign(Person((name,), (Number("NOTE", name),)))
    return vault


def hidden(note: Note, vault: MemoryVault, leak: random.Random) -> Iterator[Seen]:
    """The spans of the output in which a share of the values stayed."""
    document = note.document
    edits, _ = decide(document, link(document, note.spans)[0], POLICY, vault, today=date(2026, 11, 29))
    drawn = sorted(e for e in edits if e.operator in DRAWN and e.end > e.start)
    real = [leak.random() < LEAKED for _ in drawn]
    mixed = [e._replace(replacement=document.text[e.start : e.end]) if stays else e for e, stays in zip(drawn, real, strict=True)]
    text, places = apply(document.text, mixed)
    for edit, stays, (start, end) in zip(drawn, real, places, strict=True):
        if edit.replacement[:1] == "[":  # masked: everybody sees that it is no real value
            MASKED[note.source] += 1
            continue
        yield Seen(document.id, edit.label, text[start:end], text[max(0, start - WINDOW) : start], text[end : end + WINDOW], stays)


MASKED: Counter[str] = Counter()


def features(seen: Sequence[Seen], fitted: list[TfidfVectorizer] | None) -> tuple[object, list[TfidfVectorizer]]:
    columns = [[f"\x02{s.text}\x03" for s in seen], [s.before for s in seen], [s.after for s in seen], [f"{s.before[-2:]}\x02{s.text}\x03{s.after[:2]}" for s in seen]]
    if fitted is None:
        fitted = [TfidfVectorizer(analyzer="char", ngram_range=(1, 3), min_df=2, sublinear_tf=True, lowercase=False).fit(column) for column in columns]
    return hstack([f.transform(column) for f, column in zip(fitted, columns, strict=True)]).tocsr(), fitted


def halves(seen: Sequence[Seen], seed: int) -> tuple[list[Seen], list[Seen]]:
    """The spans of one half of the documents and those of the other; sentences of one article stay together."""
    names = sorted({s.group for s in seen})
    random.Random(seed).shuffle(names)
    first = set(names[: len(names) // 2])
    return [s for s in seen if s.group in first], [s for s in seen if s.group not in first]


def told_apart(seen: Sequence[Seen], others: Sequence[Seen], seed: int) -> tuple[list[Seen], np.ndarray]:
    """The spans of the second half with how surely each is held to be real; `others` are spans of the same documents
    under other secrets, from which those of the first half are learned too."""
    train, test = halves(seen, seed)
    first = {s.group for s in train}
    train = [*train, *(s for s in others if s.group in first)]
    matrix, fitted = features(train, None)
    model = LogisticRegression(C=1.0, class_weight="balanced", max_iter=2000).fit(matrix, [s.is_real for s in train])
    return test, model.decision_function(features(test, fitted)[0])


def area(real: np.ndarray, scores: np.ndarray) -> float:
    """The area under the curve, by ranks; ties share theirs."""
    _, at, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[at]
    hits = int(real.sum())
    return float((ranks[real].sum() - hits * (hits + 1) / 2) / (hits * (len(real) - hits)))


def auc(seen: Sequence[Seen], scores: np.ndarray, *, resamples: int = RESAMPLES) -> str:
    """Area under the curve with a bootstrap 95 % interval over documents."""
    real = np.array([s.is_real for s in seen], dtype=bool)
    if real.all() or not real.any():
        return "none"
    by_note: dict[str, list[int]] = defaultdict(list)
    for at, s in enumerate(seen):
        by_note[s.note].append(at)
    groups = [np.array(group) for group in by_note.values()]
    draw = np.random.default_rng(0)
    found = []
    for _ in range(resamples):
        at = np.concatenate([groups[g] for g in draw.integers(0, len(groups), len(groups))])
        if 0 < real[at].sum() < len(at):
            found.append(area(real[at], scores[at]))
    told = f" ({np.percentile(found, 2.5):.3f}-{np.percentile(found, 97.5):.3f})" if found else ""
    return f"{area(real, scores):.3f}{told}, {len(seen)} spans, {int(real.sum())} real, {len(groups)} documents"


def collisions(batch: Sequence[Note], draws: int) -> str:
    """How many of so many drawn values are real ones of the batch."""
    real = {squeeze(n.document.text[s.start : s.end]) for n in batch for s in n.spans if s.label not in ("DATE", "TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT")}
    real_people = {squeeze(n.document.text[s.start : s.end]) for n in batch for s in n.spans if s.label in ("NAME", "DOCTOR")}
    real_people = {name for name in real_people if len(name) >= 3}
    done = people = people_hit = other = other_hit = unchanged = 0
    hit: Counter[str] = Counter()
    turn = 0
    while done < draws:
        vault = vault_of(batch, turn.to_bytes(4))
        turn += 1
        for note in batch:
            edits, _ = decide(note.document, link(note.document, note.spans)[0], POLICY, vault, today=date(2026, 11, 29))
            for edit in (e for e in edits if e.operator == "surrogate" and e.end > e.start and e.replacement[:1] != "["):
                done += 1
                form = squeeze(edit.replacement)
                unchanged += edit.replacement == note.document.text[edit.start : edit.end]
                if edit.label in ("NAME", "DOCTOR"):
                    people += 1
                    people_hit += form in real_people
                else:
                    other += 1
                    other_hit += form in real
                    hit[edit.label] += form in real
            if done >= draws:
                break
    return f"{done} draws: people {people_hit} of {people}, everything else {other_hit} of {other} ({dict(+hit)}), unchanged {unchanged}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--copies", type=int, default=1, help="how often the half that is learned from is made, each time under another secret")
    parser.add_argument("--worst", action="store_true", help="print what tells real values from invented ones")
    asked = parser.parse_args()
    batch = notes()
    leak = random.Random(asked.seed)
    seen: dict[str, list[Seen]] = defaultdict(list)
    others: dict[str, list[Seen]] = defaultdict(list)
    for copy in range(asked.copies):
        vaults = {source: vault_of([n for n in batch if n.source == source], b"benchmark%d" % copy) for source in {n.source for n in batch}}
        for note in batch:
            script = script_of(note.document.text, default="en")
            found = list(hidden(note, vaults[note.source], leak))
            for name in (script, f"{script} {note.source}"):
                (others if copy else seen)[name] += found
    for name, spans in sorted(seen.items()):
        if len(spans) < 100:
            print(f"{name}: {len(spans)} spans are too few")
            continue
        test, scores = told_apart(spans, others[name], asked.seed)
        print(f"{name}: {auc(test, scores)}")
        for label, _ in Counter(s.label for s in test).most_common(8):
            at = [i for i, s in enumerate(test) if s.label == label]
            print(f"    {label}: {auc([test[i] for i in at], scores[at], resamples=0)}")
        if asked.worst:
            order = np.argsort(scores)
            print("    held invented:", [(test[i].text, test[i].is_real) for i in order[:40]])
            print("    held real:", [(test[i].text, test[i].is_real) for i in order[-40:]])
    print("masked:", dict(MASKED))
    if asked.draws:
        print(collisions(batch, asked.draws))


if __name__ == "__main__":
    main()
