"""Site rules drafted from what reviewers corrected: the same words before the same shape, again and again.

Nothing of an identifier goes into a draft: of a value only its classes of characters and their lengths are kept, the
examples are invented, and the words before it must stand before different values in different documents and touch
nothing that a reviewer marked. A value without a digit (a name) has no shape that a rule could find.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from incognote.desk.store import Desk, Review
from incognote.desk.written import Stored
from incognote.detect.rules import site
from incognote.document import Candidate, Document, Span
from incognote.text.view import View, view

LEAST: Final = 3
"""Corrected places that a rule is drafted from, in two documents and with two values at least."""
_MOST_WRONG: Final = 0.2
"""Share of finds that reviewers did not mark, above which a draft is not worth proposing."""
_VALUE: Final = re.compile(r"(?=[A-Za-z./_-]*\d)[A-Za-z0-9][A-Za-z0-9./_-]{2,38}[A-Za-z0-9]")
_TRIES: Final = 100
_EXAMPLES: Final = 2
_GAP: Final = re.compile(r"[\s:=#\-.,()\[\]「」『』【】]*\Z")
_HAN: Final = re.compile(r"[一-鿿]{2,8}\Z")
_WORDS: Final = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]{2,20} ){0,2}[A-Za-z]{2,20}\Z")
_FARTHEST: Final = 64


class Drafted(NamedTuple):
    """A rule as a TOML table; where it comes from, and what it would do to the documents that were reviewed."""

    name: str
    toml: str
    places: int
    documents: int
    finds: int
    unmarked: int

    def __repr__(self) -> str:
        return f"Drafted({self.places} places, {self.finds} finds)"


class _Place(NamedTuple):
    """A corrected value: in which document, under which label, its shape, and the words that may be its cue."""

    document: int
    start: int
    label: str
    kind: str | None
    value: str
    cues: tuple[str, ...]

    def __repr__(self) -> str:
        return f"_Place({self.document}, {self.start})"


def draft(desk: Desk, batch: int) -> list[Drafted]:
    """The rules that a batch's corrections ask for, most places first."""
    finished = list(desk.finished(batch))
    places = [place for number, stored, reviews in finished for place in _places(number, stored, reviews)]
    texts = [(stored.document, _marked(reviews)) for _, stored, reviews in finished]

    def is_somebody(cue: str) -> bool:
        return bool(desk.vault.find([Candidate("NAME", cue)]))

    drafts: list[Drafted] = []
    for some in _groups(places):
        while (found := _widest(some, is_somebody)) is not None:
            cue, held = found
            some = [place for place in some if place not in held]
            drafted = _drafted(len(drafts) + 1, cue, held, texts)
            if drafted is not None:
                drafts.append(drafted)
    return sorted(drafts, key=lambda d: -d.places)


def as_file(drafts: Sequence[Drafted], batch: int) -> str:
    """The drafts as a file of site rules, to be read before it is used."""
    head = f"# Drafted from the corrections of batch {batch}. Read each rule, then run `incognote rules test` and `rules audit`.\n"
    return "\n".join([head, *(_commented(d) for d in drafts)])


def _commented(drafted: Drafted) -> str:
    said = f"# {drafted.places} corrected places in {drafted.documents} documents; of {drafted.finds} finds in reviewed documents {drafted.unmarked} were not marked."
    return f"{said}\n{drafted.toml}"


def _places(number: int, stored: Stored, reviews: Sequence[Review]) -> Iterator[_Place]:
    text = stored.document.text
    page, marked = view(text), _marked(reviews)
    corrected = {
        (*place, correction.label, correction.kind)
        for review in reviews
        for correction in review.corrections
        if correction.label is not None
        for place in correction.masked
    }
    for start, end, label, kind in sorted(corrected, key=lambda place: place[:3]):
        low, high = page.from_source(start, end)
        value = page.text[low:high]
        if _VALUE.fullmatch(value) and any(span.start < end and start < span.end for span in marked):
            before = max((span.end for span in marked if span.end <= start), default=0)
            yield _Place(number, start, label, kind, value, _cues(page, page.from_source(before, start)[0], low))


def _marked(reviews: Sequence[Review]) -> list[Span]:
    return [span for review in reviews for span in review.spans or ()]


def _cues(page: View, low: int, high: int) -> tuple[str, ...]:
    """What may be the cue of a value that begins at `high`: the ends of the words before it, back to `low`."""
    line = _GAP.sub("", page.text[max(low, high - _FARTHEST) : high].rpartition("\n")[2])
    if han := _HAN.search(line):
        return tuple(han[0][at:] for at in range(len(han[0]) - 1))
    if words := _WORDS.search(line):
        parts = words[0].lower().split(" ")
        return tuple(" ".join(parts[at:]) for at in range(len(parts)))
    return ()


def _groups(places: Sequence[_Place]) -> Iterator[list[_Place]]:
    """Places alike in label, kind and shape."""

    def alike(place: _Place) -> tuple[str, str, str]:
        return place.label, place.kind or "", "".join(kind for kind, _ in _runs(place.value))

    for _, some in groupby(sorted(places, key=alike), key=alike):
        yield list(some)


def _widest(places: Sequence[_Place], is_somebody: Callable[[str], bool]) -> tuple[str, list[_Place]] | None:
    """The cue of most of these places, the longest of equals, with its places; None where none is met often enough."""
    by_cue: dict[str, list[_Place]] = {}
    for place in places:
        for cue in place.cues:
            by_cue.setdefault(cue, []).append(place)
    often = {cue: held for cue, held in by_cue.items() if _is_often(held) and not is_somebody(cue)}
    return max(often.items(), key=lambda item: (len(item[1]), len(item[0]), item[0]), default=None)


def _is_often(held: Sequence[_Place]) -> bool:
    return len(held) >= LEAST and len({p.document for p in held}) > 1 and len({p.value for p in held}) > 1


def _runs(value: str) -> list[tuple[str, int]]:
    """The classes of characters of a value in a row: A letter, d digit, any other sign itself.

    >>> _runs("XR20-461")
    [('A', 2), ('d', 2), ('-', 1), ('d', 3)]
    """
    classes = ("d" if c.isdigit() else "A" if c.isalpha() else c for c in value)
    return [(kind, len(list(run))) for kind, run in groupby(classes)]


def _pattern(values: Sequence[str]) -> str:
    """What values of one shape have in common, as a pattern.

    >>> _pattern(["XR20461", "Q7731"])
    '[A-Z]{1,2}\\\\d{4,5}(?![A-Za-z0-9])'
    """
    pieces = []
    for runs in zip(*map(_runs, values), strict=True):
        sizes = [size for _, size in runs]
        kind = {"A": "[A-Z]", "d": r"\d"}.get(runs[0][0], re.escape(runs[0][0]))
        few, many = min(sizes), max(sizes)
        pieces.append(kind if many == 1 else f"{kind}{{{few}}}" if few == many else f"{kind}{{{few},{many}}}")
    return "".join(pieces) + "(?![A-Za-z0-9])"


def _drafted(number: int, cue: str, held: Sequence[_Place], texts: Sequence[tuple[Document, list[Span]]]) -> Drafted | None:
    """The rule, if it passes its own tests and finds little that reviewers left alone."""
    name = f"desk-{held[0].label.lower()}-{number}"
    invented = _invented(held[0].value, "\n".join(document.text for document, _ in texts), random.Random(name))
    if len(invented) < _EXAMPLES:  # so short a shape that nearly every value of it is somebody's
        return None
    toml = _toml(name, cue, held, invented)
    rules = site.parse(toml)
    if not all(trial.passed for trial in site.test(rules)):
        return None
    finds = unmarked = 0
    detect = site.detector(rules)
    for document, marked in texts:
        for found in detect(document):
            finds += 1
            unmarked += not any(span.start < found.end and found.start < span.end for span in marked)
    if unmarked > finds * _MOST_WRONG:
        return None
    return Drafted(rules[0].name, toml, len(held), len({p.document for p in held}), finds, unmarked)


def _toml(name: str, cue: str, held: Sequence[_Place], invented: Sequence[str]) -> str:
    none = f"{cue}: none" if cue.isascii() else f"{cue}：無"
    rows = {
        "name": name,
        "label": held[0].label,
        **({"kind": held[0].kind} if held[0].kind else {}),
        "cues": [cue],
        "score": 0.9,
        "examples_positive": [f"{cue}: {value}" if cue.isascii() else f"{cue}：{value}" for value in invented],
        "examples_negative": [none, invented[0]],
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in rows.items()]
    return "\n".join(["[[rule]]", *lines[:2], f"pattern = '{_pattern([place.value for place in held])}'", *lines[2:], ""])


def _invented(value: str, seen: str, chance: random.Random) -> list[str]:
    """Other values of the same shape, which stand in no document that was reviewed; few where hardly one is free."""
    signs = {"A": "ABCDEFGHJKLMNPQRSTUVWXYZ", "d": "0123456789"}
    made: dict[str, None] = {}
    for _ in range(_TRIES):
        drawn = "".join("".join(chance.choice(signs.get(kind, kind)) for _ in range(size)) for kind, size in _runs(value))
        if drawn not in seen and len(made) < _EXAMPLES:
            made[drawn] = None
    return list(made)
