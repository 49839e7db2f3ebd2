"""`cn-ehr`: sentences in the proportions of the Chinese EHR paper, four classes, split two ways.

The paper has PER 2,707, ORG 1,424, LOC 509 and DAT 5,046 entities in about 7,500 sentences, split 6:2:2 by
sentence. Here the split is by document (skeleton and pools); the paper's way, which lets templates, patients and
names leak, is made too and called `closed`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from incognote.lab.synth.fill import Record, fill
from incognote.lab.synth.pools import SPLITS, Split
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.sets import parted
from incognote.labels import FOUR

TARGETS: Final = {"PER": 2707, "ORG": 1424, "LOC": 509, "DAT": 5046}
SENTENCES: Final = 7500
SHARES: Final[dict[Split, float]] = {"train": 0.6, "valid": 0.2, "test": 0.2}
_END: Final = re.compile(r"(?<=[。！？；])|\n+")
_ROUNDS: Final = 400
_SHORTEST: Final = 4


def sentences(note: Record) -> Iterator[dict[str, Any]]:
    """The sentences of a note with their spans in four classes; a span never crosses a sentence's end."""
    start = 0
    text: str = note["text"]
    cuts = [m.end() for m in _END.finditer(text) if not any(s["start"] < m.end() < s["end"] or (s["start"] <= m.start() < s["end"]) for s in note["spans"])]
    for number, end in enumerate([*cuts, len(text)]):
        piece = text[start:end].strip()
        offset = start + len(text[start:end]) - len(text[start:end].lstrip())
        if piece:
            spans = [
                {"start": s["start"] - offset, "end": s["end"] - offset, "label": FOUR[s["label"]]}
                for s in note["spans"] if s["label"] in FOUR and offset <= s["start"] and s["end"] <= offset + len(piece)
            ]  # fmt: skip
            yield {"version": 1, "id": f"{note['id']}-{number}", "text": piece, "spans": spans, "script": note["script"], "skeleton": note["skeleton"], "family": note["family"]}
        start = end


def by_document(*, seed: str = "cn-ehr-1") -> dict[Split, list[dict[str, Any]]]:
    """The sets split by document: skeletons, names, institutions and streets are met in one split only."""
    by_split = parted(RECIPES["cn-notes"])
    return {split: _chosen(_notes(by_split[split], split, seed), SHARES[split], seed) for split in SPLITS}


def by_sentence(*, seed: str = "cn-ehr-1") -> dict[Split, list[dict[str, Any]]]:
    """The sets split by sentence, as the paper did: closed, since what is tested was seen."""
    every = [s for of in parted(RECIPES["cn-notes"]).values() for s in of]
    chosen = _chosen(_notes(every, None, seed), 1.0, seed)
    random.Random(f"{seed}/sentence").shuffle(chosen)
    first, second = int(len(chosen) * 0.6), int(len(chosen) * 0.8)
    return {"train": chosen[:first], "valid": chosen[first:second], "test": chosen[second:]}


def _notes(of: Iterable[Any], split: Split | None, seed: str) -> Iterator[Record]:
    skeletons = list(of)
    for number in range(_ROUNDS):
        for skeleton in skeletons:
            yield fill(skeleton, seed=seed, split=split, note_id=f"cn-ehr-{split or 'closed'}-{skeleton.id}-{number}")


def _chosen(notes: Iterable[Record], share: float, seed: str) -> list[dict[str, Any]]:
    """Sentences until every class has its count; one that would overfill a class is passed over."""
    targets = {name: round(count * share) for name, count in TARGETS.items()}
    have: Counter[str] = Counter()
    seen: set[str] = set()
    chosen: list[dict[str, Any]] = []
    plain: list[dict[str, Any]] = []
    for note in notes:
        for sentence in sentences(note):
            counts = Counter(s["label"] for s in sentence["spans"])
            if sentence["text"] in seen or len(sentence["text"]) < _SHORTEST:
                continue
            if any(have[name] + count > targets[name] for name, count in counts.items()):
                continue
            seen.add(sentence["text"])
            have.update(counts)
            (chosen if counts else plain).append(sentence)
        if all(have[name] >= count for name, count in targets.items()):
            break
    rng = random.Random(f"{seed}/{share}")
    without = max(0, min(len(plain), round(SENTENCES * share) - len(chosen)))
    return sorted([*chosen, *rng.sample(plain, without)], key=lambda s: str(s["id"]))
