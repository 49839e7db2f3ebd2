"""What is kept of a result once its text is written: counts and kinds, nothing that was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from incognote.document import Document, Result
from incognote.formats.source import LEFT_OUT, RECOGNISED

LOW: Final = 0.6
"""A span that was found by its shape alone scores less than this; a person may want to look."""
RULES: Final = "rules/"
"""How the source of a span begins that a rule file found."""
_FAULTS: Final = ("error_", "worker_died")
_GRADES: Final = {"residue": ("residue",), "failed": ("failure",)}


@dataclass(frozen=True)
class Summary:
    """One item: `labels` counts edits by label, `findings` kinds by severity (`warning` to kind to count).

    `low` counts edits that rest on a score below `LOW`; `reason` says why an item was not read, `left_out`
    which parts of it were not. `rules` are the rule files that something in it was found by.
    """

    status: str = field(repr=False)
    labels: Mapping[str, int] = field(default_factory=dict, repr=False)
    findings: Mapping[str, Mapping[str, int]] = field(default_factory=dict, repr=False)
    low: int = 0
    has_code: bool = False
    is_withheld: bool = False
    reason: str | None = field(default=None, repr=False)
    left_out: str | None = field(default=None, repr=False)
    rules: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_passing(self) -> bool:
        """Whether the item failed of something that the next try may not meet: a fault, a worker that died."""
        return self.status == "failed" and any(kind.startswith(_FAULTS) for kind in self.findings.get("failure", ()))

    @property
    def kinds(self) -> list[str]:
        """The kinds of finding that explain the status."""
        grades = _GRADES.get(self.status, ("warning",))
        return sorted(kind for grade in grades for kind in self.findings.get(grade, ()))

    def to_json(self) -> dict[str, Any]:
        """Only what differs from nothing."""
        row = {
            "status": self.status, "labels": dict(self.labels), "findings": {g: dict(k) for g, k in self.findings.items()},
            "low": self.low, "has_code": self.has_code, "withheld": self.is_withheld, "reason": self.reason, "left_out": self.left_out, "rules": list(self.rules),
        }  # fmt: skip
        return {key: value for key, value in row.items() if value}


def of_json(row: Mapping[str, Any]) -> Summary:
    """The inverse of `Summary.to_json`.

    >>> of_json(Summary("clean", {"NAME": 2}, low=1).to_json()) == Summary("clean", {"NAME": 2}, low=1)
    True
    """
    return Summary(
        str(row["status"]), row.get("labels", {}), row.get("findings", {}), int(row.get("low", 0)), bool(row.get("has_code")),
        bool(row.get("withheld")), row.get("reason"), row.get("left_out"), tuple(row.get("rules", ())),
    )  # fmt: skip


def summarise(result: Result, document: Document | None = None, *, reason: str | None = None) -> Summary:
    """The summary of a result and, where there is one, of what could not be read of its document."""
    labels = Counter(edit.label for edit in result.edits if edit.start < edit.end)
    grades: dict[str, Counter[str]] = {}
    for finding in result.findings:
        grades.setdefault(finding.severity, Counter())[finding.kind] += 1
    low = {span[:2] for spans in result.spans.values() for span in spans if span.score < LOW}
    return Summary(
        status=result.status,
        labels=dict(sorted(labels.items())),
        findings={grade: dict(sorted(grades[grade].items())) for grade in sorted(grades)},
        low=sum(edit[:2] in low for edit in result.edits),
        has_code=any(edit.start == edit.end for edit in result.edits),
        is_withheld=result.text is None,
        reason=reason,
        left_out=_left_out(document) if document is not None else None,
        rules=tuple(sorted(source.removeprefix(RULES) for source in result.spans if source.startswith(RULES))),
    )


def _left_out(document: Document) -> str | None:
    """What was not read of a document, and what a program guessed at."""
    said = [document.meta.get(LEFT_OUT), document.meta.get(RECOGNISED)]
    return "; ".join(str(part) for part in said if part) or None
