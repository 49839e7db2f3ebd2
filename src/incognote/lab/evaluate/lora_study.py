"""The study of language models: prompt-only, LoRA, rules, tagger and their unions on one gold set, told as data.

Every row is asked in a process of its own and its answers are kept note by note, so that a killed study goes on. The
result holds figures and sentences, and no text of a note.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from incognote.detect.llm_asking import FREE, OUTCOMES, Way
from incognote.document import Document, Span
from incognote.errors import FormatError
from incognote.lab.evaluate import article
from incognote.lab.evaluate.answer_file import AnswerFile, read_answers
from incognote.lab.evaluate.asking import Tell, Text, ask_detectors, ask_model, hear, package_digest, spans_of
from incognote.lab.evaluate.classes import SCHEMES, by_class
from incognote.lab.evaluate.clinical import clinical_of
from incognote.lab.evaluate.compare import MEASURES, difference
from incognote.lab.evaluate.figures import recalls, summary
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.intervals import Estimate, wilson
from incognote.lab.evaluate.lora_rows import Row, compared, scripted
from incognote.lab.evaluate.lora_standing import Caution
from incognote.lab.evaluate.measures import Score, score
from incognote.lab.evaluate.own_process import run_apart
from incognote.lab.evaluate.predictions import Answer, Predicted
from incognote.lab.evaluate.utility import touched
from incognote.resolve import resolve
from incognote.resolve.overlap import DEFAULT_PRECEDENCE

VERSION: Final = 1
SCHEME: Final = "8"
_RANKS: Final = {**DEFAULT_PRECEDENCE, "article-regex": 0, "llm": len(DEFAULT_PRECEDENCE)}


class Kept(NamedTuple):
    """What is kept of an asked row: its answers by note, and what its sittings took."""

    answers: Mapping[str, Mapping[str, Any]]
    peak: int

    def __repr__(self) -> str:
        return f"Kept({len(self.answers)} answers)"


def sample(notes: Sequence[GoldNote], count: int | None, *, seed: int = 0) -> list[GoldNote]:
    """Notes of whole skeletons, drawn until there are `count` (None: all, in their order). A larger sample holds a smaller."""
    if count is None or count >= len(notes):
        return list(notes)
    by_skeleton: dict[str, list[GoldNote]] = {}
    for note in notes:
        by_skeleton.setdefault(skeleton(note), []).append(note)
    order = sorted(by_skeleton)
    random.Random(seed).shuffle(order)
    drawn: list[GoldNote] = []
    for name in order:
        if len(drawn) >= count:
            break
        drawn += by_skeleton[name]
    return drawn


def skeleton(note: GoldNote) -> str:
    return str(note.meta.get("skeleton", note.id))


def digest(notes: Iterable[GoldNote]) -> str:
    """One hash for a gold set."""
    found = hashlib.sha256()
    for note in notes:
        found.update(json.dumps([note.id, note.text, note.spans], ensure_ascii=False).encode())
    return found.hexdigest()[:16]


def ask_all(
    rows: Sequence[Row], notes: Sequence[GoldNote], folder: Path, *, gold: str, cap: int | None = None, tell: Tell | None = None,
    took: Callable[[str, Mapping[str, Any]], None] | None = None,
) -> None:  # fmt: skip
    """Ask every row that is not a union what its file in `folder` does not have. `gold` is the whole set's digest; `tell` hears how far
    a row is, `took` what each took. Rows are independent: several processes may ask different ones at once.

    Raises:
        UsageError: a file has answers to other questions, or a row's process failed.
    """
    texts = [Text(note.id, note.text) for note in notes]
    for row in rows:
        path = folder / row.file
        if row.kind == "model":
            run_apart(ask_model, row.name, row.asking, texts, path, gold, tell, what=row.name)
        elif row.kind == "detectors":
            run_apart(ask_detectors, row.name, texts, path, gold, tell, what=row.name)
        elif row.kind == "scripted":
            budget = cap or FREE
            with AnswerFile(path, {"row": row.name, "gold": gold, "cap": budget, "package": package_digest()}, is_cheap=True) as file:
                hear(row.name, scripted(row.name, notes, cap=budget), Way(form="free", examples=False, reply=budget), texts, file)
        if took is not None and row.kind != "union":
            kept, _ = _kept([row], notes, folder)
            if row.name in kept:
                took(row.name, _cost(row, notes, kept))


def result(
    name: str, rows: Sequence[Row], notes: Sequence[GoldNote], folder: Path, *, of: int, cautions: Mapping[str, Sequence[Caution]]
) -> dict[str, Any]:
    """The study as data. Rows that do not have every note yet are named in `missing`; `of` are the notes of the whole set,
    `cautions` what has to be said of each model."""
    kept, missing = _kept(rows, notes, folder)
    spans = {row.name: _spans(row, notes, kept) for row in rows if _is_told(row, kept)}
    by_skeleton = len({skeleton(n) for n in notes}) < len(notes)
    answers = {row.name: _answers(row, notes, spans[row.name], kept) for row in rows if row.name in spans}
    scores = {row: score(row, notes, told, label_map=SCHEMES[SCHEME]) for row, told in answers.items()}
    clinical = clinical_of(notes)
    told = {row.name: _row(row, notes, scores[row.name], by_skeleton) for row in rows if row.name in scores}
    for row in rows:
        if row.name in told:
            mine = told[row.name]
            mine["figures"]["clinical strings touched"] = _plain(touched(notes, answers[row.name], clinical, by_skeleton=by_skeleton))
            mine["article"] = article.figures(notes, _strings(row, notes, spans, kept), label_map=SCHEMES[SCHEME])
            mine["cost"] = _cost(row, notes, kept)
            mine["cautions"] = list(dict.fromkeys(said for part in (row.name, *row.parts) for said in cautions.get(part, ())))
            if row.kind in ("model", "scripted"):
                mine["replies"] = _replies(notes, kept[row.name])
    pairs = [_pair(scores[a], scores[b], told, measure, by_skeleton) for a, b in compared(list(scores)) for measure in MEASURES]
    return {
        "version": VERSION, "set": name, "notes": len(notes), "of": of, "skeletons": len({skeleton(n) for n in notes}),
        "spans": sum(SCHEMES[SCHEME](s.label) is not None for n in notes for s in n.spans), "unit": "skeleton" if by_skeleton else "note",
        "is_synthetic": any("skeleton" in n.meta for n in notes), "missing": missing, "rows": told, "comparisons": pairs,
    }  # fmt: skip


def _kept(rows: Sequence[Row], notes: Sequence[GoldNote], folder: Path) -> tuple[dict[str, Kept], dict[str, int]]:
    kept: dict[str, Kept] = {}
    missing: dict[str, int] = {}
    for row in rows:
        if row.kind == "union":
            continue
        path = folder / row.file
        try:
            _, answers, sittings = read_answers(path)
        except FormatError:
            answers, sittings = {}, []
        have = sum(note.id in answers for note in notes)
        if have < len(notes):
            missing[row.name] = have
        else:
            kept[row.name] = Kept(answers, max((int(s.get("peak", 0)) for s in sittings), default=0))
    return kept, missing


def _is_told(row: Row, kept: Mapping[str, Kept]) -> bool:
    return all(part in kept for part in row.parts or (row.name,))


def _spans(row: Row, notes: Sequence[GoldNote], kept: Mapping[str, Kept]) -> dict[str, list[Span]]:
    """The spans of each note; a union's have one label a character, and cover what any of its parts covers."""
    if not row.parts:
        return {note.id: spans_of(kept[row.name].answers[note.id]) for note in notes}
    return {
        note.id: list(resolve([s for part in row.parts for s in spans_of(kept[part].answers[note.id])], Document(note.id, note.text), _RANKS, is_spread=False))
        for note in notes
    }  # fmt: skip


def _answers(row: Row, notes: Sequence[GoldNote], spans: Mapping[str, Sequence[Span]], kept: Mapping[str, Kept]) -> dict[str, Answer]:
    """As the laboratory scores them; a model's note that has an unread window is no valid answer, a union's is."""
    answers = {}
    for note in notes:
        unread = not row.parts and bool(kept[row.name].answers[note.id].get("unread"))
        found = tuple(Predicted(s.start, s.end, s.label, note.text[s.start : s.end]) for s in spans[note.id])
        answers[note.id] = Answer(found, is_valid=not unread, failure="not read whole" if unread else "")
    return answers


def _row(row: Row, notes: Sequence[GoldNote], of: Score, by_skeleton: bool) -> dict[str, Any]:
    key = by_class(SCHEMES[SCHEME])
    covered = recalls(of, key, by_skeleton=by_skeleton)
    worst = min(covered, key=lambda label: covered[label].value) if covered else None
    return {
        "kind": row.kind, "figures": {name: _plain(e) for name, e in summary(of, by_skeleton=by_skeleton).items()},
        "by type (string)": {label: _plain(e) for label, e in recalls(of, key, figure="by_string", by_skeleton=by_skeleton).items()},
        "by type (full cover)": {label: _plain(e) for label, e in covered.items()}, "worst type": worst,
    }  # fmt: skip


def _plain(of: Estimate) -> list[float]:
    return [round(of.value, 5), round(of.low, 5), round(of.high, 5), of.of]


def _strings(row: Row, notes: Sequence[GoldNote], spans: Mapping[str, Any], kept: Mapping[str, Kept]) -> dict[str, article.Strings | None]:
    """What the article's evaluator is given: a model's strings as it said them, a detector's of the eight types."""
    told: dict[str, article.Strings | None] = {}
    for note in notes:
        strings: set[str] = set()
        is_valid = True
        for part in row.parts or (row.name,):
            answer = kept[part].answers[note.id]
            if "replies" in answer:
                said = article.strings_of(answer["replies"]) if answer["replies"] else frozenset()
                is_valid = is_valid and said is not None
                strings |= said or frozenset()
            else:
                strings |= {note.text[s.start : s.end] for s in spans[part][note.id] if SCHEMES[SCHEME](s.label) is not None}
        told[note.id] = frozenset(strings) if is_valid or row.parts else None
    return told


def _cost(row: Row, notes: Sequence[GoldNote], kept: Mapping[str, Kept]) -> dict[str, Any]:
    """Seconds a note and the most memory; a union takes what its parts take, one after the other."""
    parts = [kept[part] for part in row.parts or (row.name,)]
    seconds = sum(float(of.answers[note.id]["seconds"]) for of in parts for note in notes)
    own = [_mean([float(of.answers[n.id]["processor"]) for n in notes if "processor" in of.answers[n.id]]) for of in parts]
    tokens = [sum(int(of.answers[note.id].get(key, 0)) for of in parts for note in notes) for key in ("prompt_tokens", "reply_tokens")]
    return {
        "seconds a note": round(seconds / len(notes), 5), "notes a second": round(len(notes) / seconds, 3) if seconds else None,
        "processor seconds a note": None if None in own else round(sum(filter(None, own)), 5), "prompt tokens": tokens[0], "reply tokens": tokens[1], "tokens a second": round(sum(tokens) / seconds, 2) if seconds and tokens[1] else None,
        "reply tokens a second": round(tokens[1] / seconds, 2) if seconds and tokens[1] else None,
        "peak MB": round(sum(of.peak for of in parts) / 1e6) if all(of.peak for of in parts) else None, "is a sum": bool(row.parts),
    }  # fmt: skip


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _replies(notes: Sequence[GoldNote], kept: Kept) -> dict[str, Any]:
    """What became of a model's replies. `valid JSON` is of notes, all whose first replies were valid."""
    rows = [(note, kept.answers[note.id]) for note in notes]
    first, again = (Counter(outcome for _, row in rows for outcome in row[key]) for key in ("first", "again"))
    valid = sum(not row["replies"] or article.strings_of(row["replies"]) is not None for _, row in rows)
    outside = sum(not 0 <= s.start < s.end <= len(note.text) for note, row in rows for s in spans_of(row))
    return {
        "valid JSON": _plain(wilson(valid, len(notes))), "outcomes": {name: first[name] for name in OUTCOMES},
        "asked again": {name: again[name] for name in OUTCOMES if again[name]}, "notes with an unread window": sum(bool(row["unread"]) for _, row in rows),
        "strings said": sum(row["said"] for _, row in rows), "invented": sum(row["invented"] for _, row in rows),
        "dropped": sum(row["dropped"] for _, row in rows), "invented kept": outside,
    }  # fmt: skip


def _pair(first: Score, second: Score, told: Mapping[str, Any], measure: str, by_skeleton: bool) -> dict[str, Any]:
    """One paired difference; what stands beside the figures of either stands in its sentence."""
    found = difference(first, second, measure=measure, by_skeleton=by_skeleton)
    a, b = (told[of.system]["figures"][measure] for of in (first, second))
    cautions = dict.fromkeys(text for of in (first, second) for _, text in told[of.system]["cautions"])
    overlap = a[1] <= b[2] and b[1] <= a[2]
    sentence = " ".join([found.sentence, *(f"{caution[0].upper()}{caution[1:]}." for caution in cautions)])
    return {**found._asdict(), "sentence": sentence, "first_system": first.system, "second_system": second.system, "intervals overlap": overlap}
