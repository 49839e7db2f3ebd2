"""The last look at an output, by somebody who does not know how it was made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from incognote.document import Finding
from incognote.names.help_lines import is_public_number
from incognote.names.things import is_thing, names_a_score
from incognote.verify import (
    encoded,
    known_values,
    shapes_dates,
    shapes_free_names,
    shapes_latin,
    shapes_names,
    shapes_numbers,
    shapes_places,
)
from incognote.verify.known_values import KnownValue
from incognote.verify.reading import Reading, read

Probe = Callable[[Reading], Iterable[tuple[str, int, int, bool]]]

# A probe yields (kind, start, end, certain) in the reading; certain finds are residue, others warnings.
PROBES: Final[Mapping[str, Probe]] = {
    "numbers": shapes_numbers.identifiers,
    "contacts": shapes_numbers.contacts,
    "dates": shapes_dates.dates,
    "ages": shapes_dates.ages,
    "addresses": shapes_places.addresses,
    "institutions": shapes_places.institutions,
    "rooms": shapes_places.rooms,
    "names": shapes_names.names,
    "free_names": shapes_free_names.names,
    "latin_names": shapes_latin.names,
    "encoded": encoded.encoded_text,
}
ALL_PROBES: Final = frozenset({"known", *PROBES})


def verify(
    text: str,
    *,
    known: Iterable[KnownValue],
    written: Sequence[tuple[int, int]],
    kept: Sequence[tuple[int, int]] = (),
    chosen: Sequence[tuple[int, int]] = (),
    probes: frozenset[str] = ALL_PROBES,
) -> tuple[Finding, ...]:
    """What in the output `text` should not be there, by position.

    `written` are the output ranges that our edits wrote: shapes are not looked for in them, known values
    are, unless the written text is exactly a mark or a code. Nor are shapes looked for in `kept`, what the
    policy keeps by choice; nothing at all is reported in `chosen`, what a person left after looking at it. A range found as several kinds is named
    by the gravest, then by the longest.

    >>> [(f.kind, f.severity) for f in verify("姓名：[姓名] 病歷號：1234567", known=(), written=((3, 7),))]
    [('labelled_number', 'residue')]
    >>> verify("BP 120/80, MMT 5/5, 高血壓", known=(KnownValue("王小明", "NAME"),), written=())
    ()
    """
    findings: list[Finding] = []
    reading = read(text, written, sorted((*kept, *chosen)))
    if "known" in probes:
        seen = reading.view if reading.is_cleared else known_values.cleared(text, written)
        findings += known_values.search(seen, known, kept)
    to_source = reading.view.to_source
    for start, end, kind, certain in _widest(_shapes(reading, probes)):
        low, high = to_source(start, end)
        findings.append(Finding(kind, "output", low, high, "residue" if certain else "warning"))
    open_ = {f for f in findings if not any(low <= f.start and f.end <= high for low, high in chosen)}
    return tuple(sorted(open_, key=lambda f: (f.start, f.end, f.kind)))


def _shapes(reading: Reading, probes: frozenset[str]) -> Iterator[tuple[int, int, str, bool]]:
    for name, probe in PROBES.items():
        if name in probes:
            for kind, start, end, certain in probe(reading):
                if not _is_thing(reading.text, kind, start, end):
                    yield start, end, kind, certain


_NUMBERS: Final = frozenset({"phone", "labelled_number", "long_number", "bare_number"})


def _is_thing(text: str, kind: str, start: int, end: int) -> bool:
    """Whether a find is a drug, an eponym, an organism, a help line: see `names/things.py`."""
    if kind in _NUMBERS:
        return is_public_number(text, start, end)
    return ("name" in kind and is_thing(text, start, end)) or (kind == "institution" and names_a_score(text, end))


def _widest(found: Iterable[tuple[int, int, str, bool]]) -> list[tuple[int, int, str, bool]]:
    """One finding a place: certain before uncertain, then longer before shorter."""
    starts: list[int] = []
    kept: list[tuple[int, int, str, bool]] = []
    for find in sorted(set(found), key=lambda f: (not f[3], f[0] - f[1], f[2].startswith("bare"), f)):
        at = bisect_left(starts, find[1])
        if at and kept[at - 1][1] > find[0]:
            continue
        at = bisect_left(starts, find[0])
        starts.insert(at, find[0])
        kept.insert(at, find)
    return kept
