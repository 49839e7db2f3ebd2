"""One evaluation as data: the figures of every system, broken down, compared, with every miss.

The HTML page, the JSON and the Markdown are three writings of this one value.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from incognote.lab.evaluate.classes import (
    PERSON_TRAITS,
    SCHEMES,
    by_class,
    by_meta,
    by_person,
    directness,
    tier_a,
)
from incognote.lab.evaluate.clinical import Clinical, clinical_of
from incognote.lab.evaluate.compare import difference
from incognote.lab.evaluate.decoys import altered
from incognote.lab.evaluate.figures import entity_recalls, needs_places, recalls, summary
from incognote.lab.evaluate.gold import GoldNote
from incognote.lab.evaluate.intervals import Estimate
from incognote.lab.evaluate.laying import LabelMap
from incognote.lab.evaluate.measures import Caught, Score, score
from incognote.lab.evaluate.per_class import CLASS_FIGURES, MACRO, per_class
from incognote.lab.evaluate.predictions import Answers
from incognote.lab.evaluate.utility import ALL, touched_by_kind
from incognote.labels import TIER_C

VERSION: Final = 1
_COMPARED: Final = ("string recall", "full-cover recall", "unique precision")
_AROUND: Final = 24
"""Characters of context beside a miss."""
NOT_TOLD: Final = (0.0, 0.0, 1.0, 0)
"""The row of a figure that a system does not have."""
SYNTHETIC: Final = "Synthetic notes: figures say how a system does on text made for this purpose, not on a hospital's."


def evaluation(
    name: str, notes: Sequence[GoldNote], answers: Mapping[str, Answers], *, scheme: str = "33", tier_c: bool = False,
    also: Iterable[str] = (), by_skeleton: bool = False, note: str = "", decoys: Sequence[GoldNote] = (),
) -> dict[str, Any]:  # fmt: skip
    """Everything that is said of `answers` to the notes of the set `name`, and to `decoys`.

    `scheme` maps labels (classes.SCHEMES); of tier C (times, ages, occupations, context) all is scored with `tier_c`,
    and what `also` names.
    """
    scored = frozenset(TIER_C if tier_c else also) & TIER_C
    to = SCHEMES[scheme]
    given = {system: {n.id: all_of[n.id] for n in notes if n.id in all_of} for system, all_of in answers.items()}
    scores = {system: score(system, notes, told, label_map=to, ignore=TIER_C - scored) for system, told in given.items()}
    protected = clinical_of(notes)
    systems = {system: _system(of, notes, given[system], to=to, by_skeleton=by_skeleton) for system, of in scores.items()}
    for system, rows in systems.items():
        if scores[system].has_places:
            _add_utility(rows, notes, given[system], protected, by_skeleton=by_skeleton)
        if decoys:
            _add_decoys(rows, decoys, answers[system])
    names = list(scores)
    pairs = [
        difference(scores[first], scores[second], measure=measure, by_skeleton=by_skeleton)._asdict() | {"first_system": first, "second_system": second}
        for at, first in enumerate(names) for second in names[at + 1 :] for measure in _COMPARED
        if not needs_places(measure) or (scores[first].has_places and scores[second].has_places)
    ]  # fmt: skip
    return {
        "version": VERSION, "set": name, "notes": len(notes), "skeletons": len({n.meta.get("skeleton", n.id) for n in notes}),
        "spans": sum(len(n.spans) for n in notes), "scheme": scheme, "scored": _scored(scored),
        "unit": "skeleton" if by_skeleton else "note", "remark": note, "digest": _digest(notes),
        "systems": systems, "comparisons": pairs,
    }  # fmt: skip


def _scored(of_tier_c: frozenset[str]) -> str:
    if of_tier_c == TIER_C:
        return "all tiers"
    return "tiers A and B" + (f" and {', '.join(sorted(of_tier_c))}" if of_tier_c else "")


def _add_utility(rows: dict[str, Any], notes: Sequence[GoldNote], answers: Answers, protected: Sequence[Sequence[Clinical]], *, by_skeleton: bool) -> None:
    found = [[(kind, c) for c in of for kind in (ALL, c.kind)] for of in protected]
    rows["clinical"] = _rounded(touched_by_kind(notes, answers, found, by_skeleton=by_skeleton))
    rows["figures"]["clinical strings touched"] = rows["clinical"][ALL]


def _add_decoys(rows: dict[str, Any], decoys: Sequence[GoldNote], answers: Answers) -> None:
    told = altered(decoys, answers)
    rows["figures"] |= _rounded({"decoys altered": told.share})
    rows["decoys"] = list(told.texts)


def _digest(notes: Sequence[GoldNote]) -> str:
    digest = hashlib.sha256()
    for note in notes:
        digest.update(json.dumps([note.id, note.text, note.spans], ensure_ascii=False).encode())
    return digest.hexdigest()


def _system(of: Score, notes: Sequence[GoldNote], answers: Answers, *, to: LabelMap, by_skeleton: bool) -> dict[str, Any]:
    by_label = by_class(to)
    breakdowns: dict[str, Callable[[Caught], str | None]] = {
        "tier": tier_a, "identifier": directness, "label": by_label, "type": by_meta(notes, "type"), "script": by_meta(notes, "script"),
        **{trait: by_person(notes, trait) for trait in PERSON_TRAITS},
    }  # fmt: skip
    by = {name: _rounded(recalls(of, key, by_skeleton=by_skeleton)) for name, key in breakdowns.items()} if of.has_places else {}
    by["label (string)"] = _rounded(recalls(of, by_label, figure="by_string", by_skeleton=by_skeleton))
    if of.has_places:
        by["identifier (entities)"] = _rounded(entity_recalls(of, directness, by_skeleton=by_skeleton))
        by["label (exact, typed)"] = _rounded(recalls(of, by_label, figure="typed", by_skeleton=by_skeleton))
    classes = per_class(of, by_skeleton=by_skeleton) if of.has_places else {}
    labels = by.get("label", {})
    worst = min(labels, key=lambda label: labels[label][0]) if labels else None
    macro = sum(row[0] for row in labels.values()) / len(labels) if labels else None
    return {
        "figures": _rounded(summary(of, by_skeleton=by_skeleton)), "by": {k: v for k, v in by.items() if v},
        "classes": {name: _rounded(row) for name, row in classes.items()}, "macro full-cover recall": macro, "worst label": worst, "confusion": _confusion(of, notes, answers, to),
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
    """The headline figures as a table, each system's classes, the comparisons as sentences."""
    systems: Mapping[str, Any] = result["systems"]
    names = list(dict.fromkeys(name for of in systems.values() for name in of["figures"]))
    lines = [f"### {result['set']}", "", f"{result['notes']} notes, {result['skeletons']} skeletons, {result['spans']} spans; {result['scored']}. {resampling(result['unit'])} {result['remark']}".rstrip(), ""]
    lines += ["| system | " + " | ".join(names) + " | worst label |", "|---" * (len(names) + 2) + "|"]
    for system, rows in systems.items():
        cells = [_cell(rows["figures"].get(name, NOT_TOLD)) for name in names]
        worst = rows["worst label"]
        told = f"{worst} {_cell(rows['by']['label'][worst])} of {rows['by']['label'][worst][3]}" if worst else "-"
        lines.append(f"| {system} | " + " | ".join(cells) + f" | {told} |")
    for system, rows in systems.items():
        if rows["classes"]:
            lines += ["", f"#### {system}, by class", "", *class_table(rows["classes"])]
    lines += ["", *(f"- {pair['sentence']}" for pair in result["comparisons"])]
    return "\n".join(lines).rstrip() + "\n"


def resampling(unit: str) -> str:
    """How the intervals were made, in a sentence."""
    return f"Intervals 95 %, bootstrap over {unit}s" + (" (shares of notes: Wilson)." if unit == "note" else ", for shares of notes too.")


def class_table(classes: Mapping[str, Mapping[str, Sequence[float]]]) -> list[str]:
    """The lines of a table of classes: precision, recall, F1 and exact F1, macro and micro last."""
    lines = ["| class | in the gold | " + " | ".join(CLASS_FIGURES) + " |", "|---" * (len(CLASS_FIGURES) + 2) + "|"]
    for name, row in classes.items():
        held = f"{row['recall'][3]} classes" if name == MACRO else str(row["recall"][3])
        lines.append(f"| {name} | {held} | " + " | ".join(_cell(row[figure]) for figure in CLASS_FIGURES) + " |")
    return lines


def _cell(row: Sequence[float]) -> str:
    value, low, high, of = row
    return "-" if of == 0 else f"{value:.3f} ({low:.3f}-{high:.3f})"
