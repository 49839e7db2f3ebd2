"""The article's own evaluator, exactly, beside ours: strings alone, whatever their type and place.

A span is caught if its text is in the set of strings that were predicted for its note. span recall is the share of
spans caught; precision is over distinct strings, note by note; F1 of the two; a note is clean if all its spans are
caught; a reply is valid if its outermost braces hold a list `phi`, thinking text left out. Interval: whole notes are
resampled, `random.Random(0)`, 2,000 times, elements 49 and 1949 of the sorted values. Source: methods 1.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.intervals import bootstrap, ratio
from incognote.lab.evaluate.laying import LabelMap
from incognote.lab.evaluate.predictions import read_reply
from incognote.llm.json_reply import without_thinking

Strings = frozenset[str]


def strings_of(replies: Iterable[str]) -> Strings | None:
    """The strings of a note's replies, None where one of them is no valid JSON: the note counts as not answered.

    >>> sorted(strings_of(['<think>{}</think>{"phi": [{"type": "NAME", "text": "x"}]}', '{"phi": []}']))
    ['x']
    >>> strings_of(['{"phi": []}', '{"phi": [{"type"']) is None
    True
    """
    answers = [read_reply(without_thinking(reply)) for reply in replies]
    if not answers or not all(answer.is_valid for answer in answers):
        return None
    return frozenset(span.text for answer in answers for span in answer.spans)


def figures(notes: Sequence[GoldNote], told: Mapping[str, Strings | None], *, label_map: LabelMap) -> dict[str, Any]:
    """The article's figures. `told`: the strings predicted for each note, None where the reply was invalid.

    Spans whose label `label_map` does not know are not scored. `span recall` is value, low, high, spans; the others
    are shares, as the article gives them, `recall by type` among them.
    """
    caught = np.zeros((len(notes), 2))
    by_type: dict[str, list[int]] = {}
    right = said = clean = valid = 0
    for at, note in enumerate(notes):
        strings = told.get(note.id)
        predicted = strings or frozenset()
        wanted = [(label, note.text[s.start : s.end]) for s in note.spans if (label := label_map(s.label)) is not None]
        for label, text in wanted:
            hit = text in predicted
            caught[at] += (hit, 1)
            of_type = by_type.setdefault(label, [0, 0])
            of_type[0] += hit
            of_type[1] += 1
        right += len(predicted & {text for _, text in wanted})
        said += len(predicted)
        clean += bool(caught[at, 0] == caught[at, 1])
        valid += strings is not None
    recall = bootstrap(caught, ratio)
    precision = right / max(1, said)
    return {
        "span recall": [round(recall.value, 5), round(recall.low, 5), round(recall.high, 5), recall.of],
        "precision (unique)": round(precision, 5),
        "F1": round(2 * precision * recall.value / max(1e-12, precision + recall.value), 5),
        "clean notes": round(clean / len(notes), 5), "valid JSON": round(valid / len(notes), 5),
        "recall by type": {label: [round(hit / of, 5), of] for label, (hit, of) in sorted(by_type.items())},
    }  # fmt: skip
