"""What a run is told as: `run.json` for programs, `run.html` for whoever has to look at something, `failed.jsonl`
for whoever tries again what gave no text.

Counts, kinds and names of outputs only. Nothing in it depends on how long the run took, on workers or on kills,
so two reports of the same batch are the same bytes.
"""

from __future__ import annotations

import html
import json
import os
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from incognote.batch.manifest import NAME as MANIFEST
from incognote.batch.summary import Summary
from incognote.batch.work import HIDDEN, PART
from incognote.detect.rules import names
from incognote.errors import FormatError
from incognote.formats.source import reason

VERSION: Final = 1
JSON: Final = "run.json"
HTML: Final = "run.html"
FAILED: Final = "failed.jsonl"
"""Items without a text, one a line: number, why, and whether another run may do better. Absent where there are none."""
OWN_FILES: Final = frozenset({JSON, HTML, FAILED, MANIFEST})
"""What a batch says of itself beside its results."""
SHOWN: Final = 1_000
"""Rows of the page; the JSON has all."""
_PERSONS: Final = frozenset({"doubtful_person", "several_subjects", "subject_doubtful", "subject_adult", "second_name", "conflict_name", "conflict_birth", "conflict_several", "known_contradicted"})
_RISKS: Final = {
    "residue": "something survived in the text",
    "unread": "it was not read, or not to its end",
    "person": "whose the text is, or who somebody in it is, is doubtful",
    "degraded": "a detector did not look, or something that was expected was not found",
    "low": "edits rest on the shape of a word alone",
}
"""Why a person should look, the gravest first."""


class Report:
    """Counts items as they are published; `earlier` counts inputs of earlier runs that this one did not name.

    `rules` are the rule files that were at work: which of them never found anything is told.
    """

    def __init__(self, profile: str, fingerprint: str, day: str, *, rules: Sequence[str] | None = None) -> None:
        self._rules = names() if rules is None else tuple(rules)
        self._fired: Counter[str] = Counter()
        self._failed: list[dict[str, Any]] = []
        self.profile, self.fingerprint, self.day = profile, fingerprint, day
        self.items = 0
        self.earlier = 0
        self.statuses: Counter[str] = Counter()
        self._labels: Counter[str] = Counter()
        self._findings: dict[str, Counter[str]] = {}
        self._unread: list[dict[str, Any]] = []
        self._review: list[dict[str, Any]] = []

    def __repr__(self) -> str:
        return f"Report({self.items} items)"

    def add(self, summary: Summary, output: str | None) -> None:
        """The next item in the order of the inputs, and the file its text is in."""
        self.items += 1
        self.statuses[summary.status] += 1
        self._labels.update(summary.labels)
        self._fired.update(summary.rules)
        if summary.status in _NO_TEXT:
            row = {"item": self.items, "status": summary.status, "why": summary.kinds, "reason": summary.reason, "passing": summary.is_passing}
            self._failed.append({"version": VERSION} | {key: value for key, value in row.items() if value is not None})
        for grade, counts in summary.findings.items():
            self._findings.setdefault(grade, Counter()).update(counts)
        if why := summary.reason or summary.left_out:
            self._unread.append({"item": self.items, "output": output, "why": why})
        if (risk := _risk(summary)) is not None:
            kinds = sorted({kind for grade in ("residue", "failure", "warning") for kind in summary.findings.get(grade, ())})
            row = {"risk": risk, "item": self.items, "output": output, "status": summary.status, "withheld": summary.is_withheld}
            self._review.append(row | {"why": kinds, "low": summary.low})

    def to_json(self) -> dict[str, Any]:
        """The report; `review` is sorted by risk."""
        return {
            "version": VERSION,
            "profile": self.profile,
            "fingerprint": self.fingerprint,
            "day": self.day,
            "items": self.items,
            "statuses": dict(sorted(self.statuses.items())),
            "labels": dict(sorted(self._labels.items())),
            "findings": {grade: dict(sorted(kinds.items())) for grade, kinds in sorted(self._findings.items())},
            "unread": self._unread,
            "review": sorted(self._review, key=_order),
            "rules": {"documents": self.items - self.statuses["empty"], "found": dict(sorted(self._fired.items())), "never": self._never},
            "inputs_of_earlier_runs": self.earlier,
        }

    @property
    def _never(self) -> list[str]:
        return sorted(set(self._rules) - self._fired.keys())

    def write(self, folder: Path) -> None:
        """The files, each in place of the last run's in one step."""
        report = self.to_json()
        _replace(folder, JSON, json.dumps(report, ensure_ascii=False, indent=1) + "\n")
        _replace(folder, HTML, page(report))
        if self._failed:
            _replace(folder, FAILED, "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in self._failed))
        else:
            (folder / FAILED).unlink(missing_ok=True)


_NO_TEXT: Final = frozenset({"failed", "residue"})


def _risk(summary: Summary) -> str | None:
    """The gravest reason to look at an item; None where there is none."""
    if summary.status == "residue":
        return "residue"
    if summary.status == "failed" or summary.left_out:
        return "unread"
    if _PERSONS & {kind for kinds in summary.findings.values() for kind in kinds}:
        return "person"
    if summary.status == "degraded":
        return "degraded"
    return "low" if summary.low else None


def _order(row: dict[str, Any]) -> tuple[int, int, int, int]:
    return list(_RISKS).index(row["risk"]), -len(row["why"]), -row["low"], row["item"]


def page(report: dict[str, Any]) -> str:
    """The report as a page that needs nothing from elsewhere."""
    template = Template(files("incognote.batch").joinpath("page.html").read_text("utf-8"))
    review = report["review"]
    hidden = len(review) - SHOWN
    return template.substitute(
        profile=html.escape(report["profile"]),
        fingerprint=html.escape(report["fingerprint"]),
        day=html.escape(report["day"]),
        items=report["items"],
        tiles="".join(f'<div class="tile {html.escape(name)}"><b>{n}</b>{html.escape(name)}</div>' for name, n in report["statuses"].items()),
        review="".join(map(_review_row, review[:SHOWN])) or '<tr><td colspan="5">nothing</td></tr>',
        more=f"<p>{hidden} more are in {JSON}.</p>" if hidden > 0 else "",
        risks="".join(f"<dt>{name}</dt><dd>{html.escape(text)}</dd>" for name, text in _RISKS.items()),
        unread=_rows((row["item"], row["output"] or "", row["why"]) for row in report["unread"][:SHOWN]),
        labels=_rows(sorted(report["labels"].items(), key=lambda row: (-row[1], row[0]))),
        rules=_rules(report["rules"]),
        findings=_rows((kind, grade, n) for grade, kinds in report["findings"].items() for kind, n in kinds.items()),
    )


def _review_row(row: dict[str, Any]) -> str:
    where = f'<a href="{html.escape(row["output"])}">{html.escape(row["output"])}</a>' if row["output"] else "withheld" if row["withheld"] else ""
    why = "; ".join(filter(None, (", ".join(row["why"]), f"{row['low']} by shape alone" if row["low"] else "")))
    return f'<tr class="{row["risk"]}"><td>{row["risk"]}</td><td>{row["item"]}</td><td>{where}</td><td>{row["status"]}</td><td>{html.escape(why)}</td></tr>'


def _rules(rules: dict[str, Any]) -> str:
    never = ", ".join(map(html.escape, rules["never"])) or "none"
    return f"{len(rules['found'])} of {len(rules['found']) + len(rules['never'])} found something in {rules['documents']} documents. Never: {never}."


def _rows(rows: Any) -> str:
    cells = ["".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in rows]
    return "".join(f"<tr>{row}</tr>" for row in cells) or "<tr><td>none</td></tr>"


def _replace(folder: Path, name: str, text: str) -> None:
    part = folder / f"{HIDDEN}{name}{PART}"
    try:
        with part.open("wb") as out:
            out.write(text.encode("utf-8"))
            out.flush()
            os.fsync(out.fileno())
        part.replace(folder / name)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FormatError(f"the report cannot be written: {reason(error)}") from None
