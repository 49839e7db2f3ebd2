"""One evaluation as data: the figures of every system, broken down, compared, with every miss.

The HTML page, the JSON and the Markdown are three writings of this one value.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from incognote.lab.evaluate.classes import PERSON_TRAITS, SCHEMES, by_class, by_meta, by_person, tier_a
from incognote.lab.evaluate.compare import difference
from incognote.lab.evaluate.figures import needs_places, recalls, summary
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.intervals import Estimate
from incognote.lab.evaluate.measures import Caught, LabelMap, Score, score
from incognote.lab.evaluate.predictions import Answers
from incognote.labels import TIER_C

VERSION: Final = 1
_COMPARED: Final = ("string recall", "full-cover recall", "unique precision")
_AROUND: Final = 24
"""Characters of context beside a miss."""
SYNTHETIC: Final = "Synthetic notes: figures say how a system does on text made for this purpose, not on a hospital's."


def evaluation(
    name: str, notes: Sequence[GoldNote], answers: Mapping[str, Answers], *, scheme: str = "33", tier_c: bool = False,
    by_skeleton: bool = False, note: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Everything that is said of `answers` to the notes of the set `name`.

    `scheme` maps labels (classes.SCHEMES); tier C (times, ages, occupations, context) is scored only if asked for.
    """
    ignore = () if tier_c else tuple(TIER_C)
    to = SCHEMES[scheme]
    scores = {system: score(system, notes, given, label_map=to, ignore=ignore) for system, given in answers.items()}
    systems = {system: _system(of, notes, answers[system], to=to, by_skeleton=by_skeleton) for system, of in scores.items()}
    names = list(scores)
    pairs = [
        difference(scores[first], scores[second], measure=measure, by_skeleton=by_skeleton)._asdict() | {"first_system": first, "second_system": second}
        for at, first in enumerate(names) for second in names[at + 1 :] for measure in _COMPARED
        if not needs_places(measure) or (scores[first].has_places and scores[second].has_places)
    ]  # fmt: skip
    return {
        "version": VERSION, "set": name, "notes": len(notes), "skeletons": len({n.meta.get("skeleton", n.id) for n in notes}),
        "spans": sum(len(n.spans) for n in notes), "scheme": scheme, "scored": "all tiers" if tier_c else "tiers A and B",
        "unit": "skeleton" if by_skeleton else "note", "remark": note, "digest": _digest(notes),
        "systems": systems, "comparisons": pairs,
    }  # fmt: skip


def _digest(notes: Sequence[GoldNote]) -> str:
    digest = hashlib.sha256()
    for note in notes:
        digest.update(json.dumps([note.id, note.text, note.spans], ensure_ascii=False).encode())
    return digest.hexdigest()


def _system(of: Score, notes: Sequence[GoldNote], answers: Answers, *, to: LabelMap, by_skeleton: bool) -> dict[str, Any]:
    by_label = by_class(to)
    breakdowns: dict[str, Callable[[Caught], str | None]] = {
        "tier": tier_a, "label": by_label, "type": by_meta(notes, "type"), "script": by_meta(notes, "script"),
        **{trait: by_person(notes, trait) for trait in PERSON_TRAITS},
    }  # fmt: skip
    by = {name: _rounded(recalls(of, key, by_skeleton=by_skeleton)) for name, key in breakdowns.items()} if of.has_places else {}
    by["label (string)"] = _rounded(recalls(of, by_label, figure="by_string", by_skeleton=by_skeleton))
    if of.has_places:
        by["label (exact, typed)"] = _rounded(recalls(of, by_label, figure="typed", by_skeleton=by_skeleton))
    labels = by.get("label", {})
    worst = min(labels, key=lambda label: labels[label][0]) if labels else None
    macro = sum(row[0] for row in labels.values()) / len(labels) if labels else None
    return {
        "figures": _rounded(summary(of, by_skeleton=by_skeleton)), "by": {k: v for k, v in by.items() if v},
        "macro full-cover recall": macro, "worst label": worst, "confusion": _confusion(of, notes, answers, to),
        "misses": _misses(of, notes), "false alarms": _false_alarms(of, notes), "failures": list(of.failures),
        "seconds": of.seconds,
    }  # fmt: skip


def _rounded(estimates: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {name: [round(e.value, 5), round(e.low, 5), round(e.high, 5), e.of] for name, e in estimates.items()}


def _confusion(of: Score, notes: Sequence[GoldNote], answers: Answers, to: LabelMap) -> dict[str, dict[str, int]]:
    """Gold class by the class of the prediction that covers most of it; `missed` where none touches it.

    A label that the scheme has no class for stands as it is.
    """
    table: dict[str, Counter[str]] = {}
    for fate in of.fates:
        answer = answers.get(notes[fate.note].id)
        span = fate.span
        touching = [(min(p.end, span.end) - max(p.start, span.start), p.label) for p in (answer.spans if answer else ()) if p.start < span.end and span.start < p.end]
        said = (to(max(touching)[1]) or max(touching)[1]) if touching else ("string alone" if fate.by_string else "missed")
        table.setdefault(to(span.label) or span.label, Counter())[said] += 1
    return {label: dict(counts.most_common()) for label, counts in sorted(table.items())}


def _context(text: str, start: int, end: int) -> list[str]:
    return [text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND]]


def _misses(of: Score, notes: Sequence[GoldNote]) -> list[dict[str, Any]]:
    rows = []
    for fate in of.fates:
        if fate.covered if of.has_places else fate.by_string:
            continue
        note, span = notes[fate.note], fate.span
        person = note.people.get(span.entity or "", {})
        rows.append({"id": note.id, "label": span.label, "kind": span.kind, "start": span.start, "end": span.end, "origin": person.get("origin"), "context": _context(note.text, span.start, span.end)})
    return rows


def _false_alarms(of: Score, notes: Sequence[GoldNote]) -> list[dict[str, Any]]:
    return [
        {"id": notes[at].id, "label": label, "start": start, "end": end, "context": _context(notes[at].text, start, end)}
        for at, start, end, label in of.spurious
    ]


def markdown(result: Mapping[str, Any]) -> str:
    """The headline figures as a table, the comparisons as sentences."""
    names = list(next(iter(result["systems"].values()))["figures"])
    lines = [f"### {result['set']}", "", f"{result['notes']} notes, {result['skeletons']} skeletons, {result['spans']} spans; {result['scored']}; intervals 95 %, bootstrap over {result['unit']}s (clean notes and valid answers: Wilson). {result['remark']}".rstrip(), ""]
    lines += ["| system | " + " | ".join(names) + " | worst label |", "|---" * (len(names) + 2) + "|"]
    for system, rows in result["systems"].items():
        cells = [_cell(rows["figures"][name]) for name in names]
        worst = rows["worst label"]
        told = f"{worst} {_cell(rows['by']['label'][worst])} of {rows['by']['label'][worst][3]}" if worst else "-"
        lines.append(f"| {system} | " + " | ".join(cells) + f" | {told} |")
    lines += ["", *(f"- {pair['sentence']}" for pair in result["comparisons"])]
    return "\n".join(lines).rstrip() + "\n"


def _cell(row: Sequence[float]) -> str:
    value, low, high, of = row
    return "-" if of == 0 else f"{value:.3f} ({low:.3f}-{high:.3f})"
