"""One evaluation of a relations profile: what is hidden, by class; whom the marks name; which days they tell.

Headline: the F1 of each class, pooled over the reports as published evaluations of intake reports pool it. Recall asks
that marks of the class cover every letter and digit of a gold span, precision that a mark touches a gold span of its
class. The exact F1 asks for the same offsets. Reports of one skeleton are no independent draws: skeletons are resampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.intervals import RESAMPLES, Counts, Estimate, by_group, resampled, share
from incognote.lab.evaluate.measures import Score, score
from incognote.lab.evaluate.offsets import BIRTH, Offset, ages_kept, is_anchored, offsets
from incognote.lab.evaluate.per_class import MACRO, MICRO, per_class
from incognote.lab.evaluate.reports import Report, Scrubbed, answers
from incognote.lab.evaluate.said_roles import Mention, mentions, one_mark_each
from incognote.labels import TIER_C

VERSION: Final = 1
NINE: Final = "macro without prison"
INSTITUTIONS: Final = ("school", "early learning", "hospital", "prison")
RIGHT, TRUE, WRONG, FLAGGED = "right role", "right role or a less exact one", "wrong person named", "doubtful names: a person is asked to look"
OFFSETS: Final = "days from the report exact"
UNSCORED: Final = TIER_C - {"TIME"}
"""Labels of tier C that are no class of intake reports: ages are kept, and counted apart."""


class Hit(NamedTuple):
    """One outcome that counts in a share."""

    figure: str
    report: int
    is_hit: bool

    def __repr__(self) -> str:
        return f"Hit({self.report}, {self.is_hit})"


def evaluation(name: str, reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> dict[str, Any]:
    """Everything that is said of `scrubbed`; no text of a report is in it."""
    notes = [r.note for r in reports]
    scored = score(name, notes, answers(reports, scrubbed), label_map=SCHEMES["10"], ignore=UNSCORED)
    groups = scored.groups
    found, dated = list(mentions(reports, scrubbed)), list(offsets(reports, scrubbed))
    classes = _classes(scored)
    return {
        "version": VERSION, "set": name, "reports": len(reports), "skeletons": len(set(groups)), "unit": "skeleton",
        "classes": classes, "worst class": min((c for c in classes if c not in {MACRO, MICRO, NINE}), key=lambda c: classes[c]["F1"][0], default=None),
        "hidden": _told(shares(_hidden(scored), groups)),
        "by form": _told(shares(_by_form(reports, scored), groups)),
        "people": _told(shares(_people(found), groups)),
        "right role by form": _told(shares((Hit(m.form, m.report, m.right) for m in found), groups)),
        "right role by role": _told(shares((Hit(m.person.role, m.report, m.right) for m in found), groups)),
        "said": _said(found),
        "dates": _told(shares(_dates(dated, reports, scrubbed), groups)),
        "statuses": dict(Counter(s.result.status for s in scrubbed).most_common()),
        "findings": dict(Counter(f.kind for s in scrubbed for f in s.result.findings).most_common()),
        "characters": sum(len(n.text) for n in notes), "seconds": round(sum(s.seconds for s in scrubbed), 3),
    }  # fmt: skip


def _classes(scored: Score) -> dict[str, dict[str, list[float]]]:
    rows = per_class(scored, by_skeleton=True)
    nine = per_class(scored, by_skeleton=True, without=("prison",)).get(MACRO)
    if "prison" in rows and nine is not None:
        rows[NINE] = nine
    return {name: _told(row) for name, row in rows.items()}


def _hidden(scored: Score) -> Iterator[Hit]:
    """Full cover by marks of whatever class: what is left here can be read in the output."""
    to = SCHEMES["10"]
    return (Hit(str(to(f.span.label)), f.note, f.covered) for f in scored.fates)


def _by_form(reports: Sequence[Report], scored: Score) -> Iterator[Hit]:
    """Recall of names and institutions by how they are written: institutions together and each class alone."""
    to = SCHEMES["10"]
    for fate in scored.fates:
        name, form = to(fate.span.label), reports[fate.note].detail(fate.span).form
        if name in INSTITUTIONS:
            yield Hit(f"institution, {form}", fate.note, fate.of_class)
        if name in INSTITUTIONS or name == "name":
            yield Hit(f"{name}, {form}", fate.note, fate.of_class)


def _people(found: Sequence[Mention]) -> Iterator[Hit]:
    for m in found:
        at = m.report
        has_case = bool(m.person.case_roles or m.person.role in {"notifier", "alleged"})
        yield Hit(RIGHT, at, m.right)
        yield Hit(TRUE, at, m.true)
        yield Hit(WRONG, at, m.wrong)
        yield Hit(f"{WRONG}: another's role", at, m.wrong_role)
        yield Hit(f"{WRONG}: another's mark, whatever its role", at, m.wrong_one)
        yield Hit("notifier or alleged, told so" if has_case else "neither, and told so of neither", at, m.case if m.said != "nobody" else not has_case)
        if m.doubtful:
            yield Hit(FLAGGED, at, m.flagged)
            yield Hit("doubtful names: rightly decided, nobody asked", at, not m.flagged and m.right and not m.wrong)
            yield Hit("doubtful names: a wrong person named, nobody asked", at, not m.flagged and m.wrong)
        yield Hit("all names: a person is asked to look", at, m.flagged)
    yield from (Hit("one mark for all of a person's names", at, is_one) for at, is_one in one_mark_each(found))


def _dates(dated: Iterable[Offset], reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[Hit]:
    for found in dated:
        if found.what == BIRTH:
            yield Hit("birth dates: the age exact" if found.is_anchored else "birth dates where no day of the report is written: the age exact all the same", found.report, found.exact)
        elif found.is_anchored:
            yield Hit(OFFSETS, found.report, found.exact)
            yield Hit(found.what, found.report, found.exact)
        else:
            yield Hit("no day of the report is written: no days told", found.report, not found.said or not any(c.isdigit() for c in found.said))
    for at, (report, of) in enumerate(zip(reports, scrubbed, strict=True)):
        if not is_anchored(report):
            yield Hit("reports without their day: not called clean", at, of.result.status != "clean")
    yield from (Hit("ages kept as written", at, is_kept) for at, is_kept in ages_kept(reports, scrubbed))


def _said(found: Iterable[Mention]) -> dict[str, dict[str, int]]:
    """The gold role, and what was said of it."""
    table: dict[str, Counter[str]] = {}
    for m in found:
        table.setdefault(m.person.role, Counter())[m.said] += 1
    return {role: dict(counts.most_common()) for role, counts in sorted(table.items())}


def shares(hits: Iterable[Hit], groups: Sequence[str]) -> dict[str, Estimate]:
    """The share of hits in each figure, skeletons resampled; figures in the order they come in."""
    outcomes = list(hits)
    at = {name: number for number, name in enumerate(dict.fromkeys(h.figure for h in outcomes))}
    if not at:
        return {}
    counts: Counts = np.zeros((len(groups), len(at), 2))
    for figure, report, is_hit in outcomes:
        counts[report, at[figure]] += (is_hit, 1)
    table = by_group(counts.reshape(len(groups), -1), groups)
    sums = resampled(table).reshape(RESAMPLES, len(at), 2)
    return {name: share(table[:, 2 * n : 2 * n + 2], sums[:, n]) for name, n in at.items()}


def _told(estimates: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {name: [round(e.value, 5), round(e.low, 5), round(e.high, 5), e.of] for name, e in estimates.items()}
