"""In which order documents are looked at: the one most likely to leak first.

The key is a tuple of counts, compared from the left; nothing is weighed against anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from incognote.desk.correct import spans_of
from incognote.document import Finding, Result

LOW_SCORE: Final = 0.6
"""Below it a span has its shape alone, or the tagger's doubt."""
DOUBTS: Final = frozenset({"doubtful_person", "subject_doubtful", "several_subjects", "subject_adult", "second_name"})
"""Findings that say it is not sure who somebody is."""
NARRATIVE: Final = "narrative_risk"
LOW: Final = "low_score"
_STATUSES: Final = ("empty", "clean", "degraded", "residue", "failed")


class Risk(NamedTuple):
    """How far to the front a document belongs: `key`, greater first, and the reasons in words of ours."""

    key: tuple[int, ...]
    reasons: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Risk{self.key}"


def risk(result: Result) -> Risk:
    """What is known of a result that a person should look at.

    >>> from incognote.config import scrub
    >>> risk(scrub("病人王大明，電話0912-345-678")).reasons
    ()
    """
    severities = Counter(finding.severity for finding in result.findings)
    kinds = Counter(finding.kind for finding in _serious(result.findings))
    low = sum(span.score < LOW_SCORE for span in spans_of(result))
    key = (
        int(result.status in {"failed", "residue"}),
        severities["failure"],
        severities["residue"],
        _STATUSES.index(result.status),
        kinds[NARRATIVE],
        severities["warning"],
        sum(kinds[kind] for kind in DOUBTS),
        low,
    )
    reasons = [] if result.status in {"clean", "empty"} else [str(result.status)]
    return Risk(key, (*reasons, *kinds, *([LOW] if low else ())))


def _serious(findings: Iterable[Finding]) -> list[Finding]:
    ranked = {"failure": 0, "residue": 1, "warning": 2}
    return sorted((f for f in findings if f.severity in ranked), key=lambda f: (ranked[f.severity], f.kind))
