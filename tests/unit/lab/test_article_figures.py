"""The article's arithmetic, remade: a stored prediction file scored by `lab.evaluate` and, apart, by this file.

The stored file is `incognote eval run --gold twsyn-valid/valid.jsonl --system article-regex --scheme 8 --hashed`:
the notes stay outside the project. The second implementation below shares no code with the first.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from pathlib import Path

import pytest

from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.figures import summary
from incognote.lab.evaluate.gold import read_gold
from incognote.lab.evaluate.measures import score
from incognote.lab.evaluate.predictions import read_predictions

ROOT = Path(__file__).resolve().parents[3]
GOLD = ROOT.parent / "shared" / "data" / "twsyn-valid" / "valid.jsonl"
STORED = ROOT / "tests" / "data" / "evaluation" / "twsyn-valid.article-regex.jsonl"
needs_data = pytest.mark.skipif(not GOLD.exists(), reason="needs ../shared/data/twsyn-valid")


def second_implementation():
    """Recall with its interval, unique precision and clean notes, in plain loops."""
    said = {row["id"]: set(row["hashes"]) for row in map(json.loads, STORED.read_text("utf-8").splitlines())}
    caught, gold, right, told, clean = [], [], 0, 0, 0
    for note in map(json.loads, GOLD.read_text("utf-8").splitlines()):
        strings = [note["text"][s["start"] : s["end"]] for s in note["spans"]]
        hashes = [hashlib.sha256(text.encode()).hexdigest()[:16] for text in strings]
        found = [value in said[note["id"]] for value in hashes]
        caught.append(sum(found))
        gold.append(len(found))
        right += len(said[note["id"]] & set(hashes))
        told += len(said[note["id"]])
        clean += all(found)
    draw = random.Random(0)
    ratios = []
    for _ in range(2000):
        sample = draw.choices(range(len(gold)), k=len(gold))
        ratios.append(sum(caught[i] for i in sample) / max(1, sum(gold[i] for i in sample)))
    ratios.sort()
    share, n, z = clean / len(gold), len(gold), 1.959963984540054
    root = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    wilson = ((share + z * z / (2 * n) - root) / (1 + z * z / n), (share + z * z / (2 * n) + root) / (1 + z * z / n))
    return sum(caught) / sum(gold), (ratios[49], ratios[1949]), right / told, share, wilson


@needs_data
def test_a_stored_prediction_file_scores_as_a_second_implementation_says() -> None:
    notes = read_gold(GOLD)
    figures = summary(score("stored", notes, read_predictions(STORED, notes), label_map=SCHEMES["8"]))
    recall, interval, precision, clean, wilson = second_implementation()
    assert figures["string recall"].value == pytest.approx(recall)
    assert (figures["string recall"].low, figures["string recall"].high) == pytest.approx(interval)
    assert figures["unique precision"].value == pytest.approx(precision)
    assert figures["clean notes"].value == pytest.approx(clean)
    assert (figures["clean notes"].low, figures["clean notes"].high) == pytest.approx(wilson, abs=1e-9)


@needs_data
def test_the_regex_baseline_scores_as_on_the_day_it_was_stored() -> None:
    """0.5241 of 706 spans on this split; the article reports about 0.549 on its test split."""
    recall, interval, precision, clean, _ = second_implementation()
    assert (round(recall, 4), round(precision, 4), clean) == (0.5241, 0.8756, 0.0)
    assert tuple(round(edge, 4) for edge in interval) == (0.4978, 0.55)
