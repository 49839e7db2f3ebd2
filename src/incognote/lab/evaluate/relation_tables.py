"""A relations evaluation as Markdown, and its misses as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.measures import score
from incognote.lab.evaluate.offsets import offsets
from incognote.lab.evaluate.per_class import CLASS_FIGURES, MACRO
from incognote.lab.evaluate.relations import UNSCORED
from incognote.lab.evaluate.reports import Report, Scrubbed, answers
from incognote.lab.evaluate.said_roles import mentions

MISSES: Final = ("role", "wrong", "date", "class", "extra")
"""What misses there are: not the right role; another person named; a day not exact; not covered by marks of its
class; a mark where the gold has nothing of its class."""
_AROUND: Final = 40
_SECTIONS: Final = {
    "people": "Whom the marks name (shares of gold mentions)", "dates": "Days", "by form": "Recall by how it is written",
    "right role by form": "Right role by how the name is written", "right role by role": "Right role by gold role", "hidden": "Hidden under a mark of any class",
}  # fmt: skip


def markdown(result: Mapping[str, Any]) -> str:
    """The classes first, F1 as the headline, then the shares."""
    speed = result["reports"] / result["seconds"] if result["seconds"] else 0.0
    lines = [
        f"### {result['set']}", "",
        f"{result['reports']} reports of {result['skeletons']} skeletons. Headline: F1, pooled over reports within a class (recall: covered in full by "
        "marks of the class; precision: marks that touch a gold span of their class). Intervals 95 %, bootstrap over skeletons. "
        "Synthetic reports: figures say how the method does on text made for this purpose.", "",
        "| class | in the gold | " + " | ".join(CLASS_FIGURES) + " |", "|---" * (len(CLASS_FIGURES) + 2) + "|",
    ]  # fmt: skip
    for name, row in result["classes"].items():
        held = f"{row['recall'][3]} classes" if name.startswith(MACRO) else str(row["recall"][3])
        lines.append(f"| {name} | {held} | " + " | ".join(_cell(row[figure]) for figure in CLASS_FIGURES) + " |")
    if result["worst class"]:
        lines += ["", f"Worst class: {result['worst class']}, F1 {_cell(result['classes'][result['worst class']]['F1'])}."]
    for key, title in _SECTIONS.items():
        if result[key]:
            lines += ["", f"#### {title}", "", "| what | share | of |", "|---|---|---|"]
            rows = sorted(result[key].items()) if key == "by form" else result[key].items()
            lines += [f"| {name} | {_cell(row)} | {row[3]} |" for name, row in rows]
    told = ", ".join(f"{kind} {many}" for kind, many in result["statuses"].items())
    found = ", ".join(f"{kind} {many}" for kind, many in result["findings"].items()) or "none"
    lines += ["", f"Statuses: {told}. Findings: {found}. {speed:.1f} reports a processor second, {result['characters'] / result['reports']:.0f} characters each."]
    return "\n".join(lines) + "\n"


def _cell(row: Sequence[float]) -> str:
    return f"{row[0]:.4f} ({row[1]:.4f}-{row[2]:.4f})"


def misses(kinds: Sequence[str], reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[str]:
    """A line for each miss of `kinds` (of `MISSES`, or the name of a class): for sets that one may learn from.

    It holds text of the reports.
    """
    wanted = set(kinds)
    if wanted & {"role", "wrong"}:
        for m in mentions(reports, scrubbed):
            kind = "wrong" if m.wrong and "wrong" in wanted else "role" if not m.right and "role" in wanted else ""
            if kind:
                more = (" doubtful" if m.doubtful else "") + (" flagged" if m.flagged else "")
                yield f"{kind}\t{_where(reports[m.report], m.span.start, m.span.end)}\t{m.form}\t{m.person.role} -> {m.said}{more}"
    if "date" in wanted:
        for o in offsets(reports, scrubbed):
            if not o.exact:
                yield f"date\t{_where(reports[o.report], o.span.start, o.span.end)}\t{o.what}\t{o.wanted} -> {o.said or '-'}{'' if o.is_anchored else ' (no day written)'}"
    yield from _of_classes(wanted - {"role", "wrong", "date"}, reports, scrubbed)


def _of_classes(wanted: set[str], reports: Sequence[Report], scrubbed: Sequence[Scrubbed]) -> Iterator[str]:
    if not wanted:
        return
    to = SCHEMES["10"]
    given = answers(reports, scrubbed)
    scored = score("misses", [r.note for r in reports], given, label_map=to, ignore=UNSCORED)
    for f in scored.fates:
        name = str(to(f.span.label))
        if not f.of_class and wanted & {"class", name}:
            report = reports[f.note]
            yield f"missed {name}\t{_where(report, f.span.start, f.span.end)}\t{report.detail(f.span).form}\t{'under another class' if f.covered else 'can be read'}"
    for report in reports:
        for p in given[report.note.id].spans:
            name = str(to(p.label))
            touched = [s for s in report.note.spans if s.start < p.end and p.start < s.end]
            if to(p.label) and wanted & {"extra", name} and not any(to(s.label) in {name, None} or s.label in UNSCORED for s in touched):
                yield f"extra {name}\t{_where(report, p.start, p.end)}\t{'on ' + ', '.join(s.label for s in touched) if touched else 'on nothing'}"


def _where(report: Report, start: int, end: int) -> str:
    text = report.note.text
    around = f"{text[max(0, start - _AROUND) : start]}[[{text[start:end]}]]{text[end : end + _AROUND]}"
    return f"{report.note.id}\t{around!r}"
