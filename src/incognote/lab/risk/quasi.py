"""What a note tells of a person beside identifiers: the quasi-identifiers that the detectors can tell.

Each is compared by its wording in folded form; values stay inside this module's callers and are never written out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.detect.context import FLAG, code_of, score
from incognote.document import Finding, Span
from incognote.text.view import fold
from incognote.text.written_ages import years_of

FIELDS: Final = ("age band", "sex", "occupation", "place", "institution", "event")
BAND: Final = 5
"""Years of a band; from 90 on there is one."""
_OLDEST: Final = 90
_LABELS: Final[Mapping[str, frozenset[str]]] = {
    "occupation": frozenset({"PROFESSION"}),
    "place": frozenset({"LOCATION", "ADDRESS"}),
    "institution": frozenset({"HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG"}),
}
_EVENTS: Final = ("public_event", "news", "mechanism", "court")
_SEX: Final = (
    re.compile(r"(?:性別|性别|sex|gender)\s*[:：]?\s*(男|女|male|female|[mf](?![a-z]))", re.IGNORECASE),
    re.compile(r"[歲岁]\s*[,，、]?\s*(?:的)?\s*(男|女)"),
    re.compile(r"(?:year[- ]old|y/?o)\s+(?:[a-z-]+\s+){0,2}(man|woman|male|female|boy|girl|gentleman|lady)(?![a-z])", re.IGNORECASE),
    re.compile(r"(?<![\u4e00-\u9fff])(男|女)性?\s*[,，、/／]?\s*\d{1,3}\s*[歲岁]"),  # 女 42歲; not 次女 42歲, who is another
    re.compile(r"(男|女)性?\s*[,，、]\s*\d"),
    re.compile(r"\d\s*y/?o\s*([mf])(?![a-z])", re.IGNORECASE),  # a bare 14F may be a catheter
)
_WOMEN: Final = frozenset({"女", "f", "female", "woman", "girl", "lady"})


class Told(NamedTuple):
    """What one document tells: `values` by field (absent: not told), and its marks."""

    values: Mapping[str, str]
    reasons: tuple[str, ...] = ()
    score: float = 0.0
    severity: str | None = None

    def __repr__(self) -> str:
        return f"Told({len(self.values)} values, {len(self.reasons)} reasons)"


def told(text: str, spans: Sequence[Span], findings: Iterable[Finding]) -> Told:
    """The quasi-identifiers of a note, from what was found in it.

    >>> told("男，67歲，公車司機", [Span(2, 5, "AGE", None, "rules", 0.9), Span(6, 10, "PROFESSION", None, "rules", 0.9)], [])
    Told(3 values, 0 reasons)
    """
    found = list(findings)
    codes = {finding: code for finding in found if (code := code_of(finding)) is not None}
    read: Mapping[str, Callable[[], str | None]] = {
        "age band": lambda: _age_band(text, spans),
        "sex": lambda: _sex(text),
        "event": lambda: next((_word(text, f.start, f.end) for f, code in codes.items() if code in _EVENTS), None),
    }
    values = {name: value for name in FIELDS if (value := read[name]() if name in read else _first(text, spans, _LABELS[name]))}
    severity = next((finding.severity for finding in found if finding.kind == FLAG), None)
    return Told(values, tuple(sorted(set(codes.values()))), score(found), severity)


def _first(text: str, spans: Sequence[Span], labels: frozenset[str]) -> str | None:
    return next((_word(text, span.start, span.end) for span in sorted(spans) if span.label in labels), None)


def _word(text: str, start: int, end: int) -> str:
    return re.sub(r"\s+", "", fold(text[start:end])).casefold()


def _age_band(text: str, spans: Sequence[Span]) -> str | None:
    for span in sorted(spans):
        if span.label == "AGE" and (years := years_of(text[span.start : span.end])) is not None:
            low = min(years, _OLDEST) // BAND * BAND
            return f"{low}"
    return None


def _sex(text: str) -> str | None:
    for pattern in _SEX:
        if said := pattern.search(text):
            return "F" if said[1].lower() in _WOMEN else "M"
    return None
