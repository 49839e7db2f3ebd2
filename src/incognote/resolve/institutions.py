"""An institution that is named in full once is found by its short, bare and misspelt names in the same document.

Kurrajong Point Prison is then Kurrajong Point and KP Prison; Wallaby Rise Family Day Care is Wallaby Rise FDC and WRFDC;
禾穗綜合醫院 is 禾穗醫院. Where two institutions share what is left without class words, the words around decide.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from incognote.document import Document, Span
from incognote.gazetteer.kinds import FOUR_CLASSES, labels_of, split
from incognote.gazetteer.short_forms import SHORTEST_SLIP, fold, has_kind, initials, short_forms
from incognote.gazetteer.surroundings import label_around, stands_as_home
from incognote.names.eponyms import english
from incognote.resolve.overlap import VOUCHED
from incognote.text.slips import is_slip
from incognote.text.view import view

SURE: Final = 0.85
BARE: Final = 0.81
_MOST: Final = 48
"""More institutions than this a text hardly has."""
_LONG_OWN: Final = 10
"""A name without class words is long enough that one slip makes no other word or name."""
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9'’-]*")
_YIELDS: Final = frozenset(("NAME", "DOCTOR", "LOCATION", "ADDRESS", "ORG", *FOUR_CLASSES))
"""Labels that a rule may have given to what is a known institution's short name."""
_TRUSTED: Final = frozenset(("known", "site", "lists"))


class _Named(NamedTuple):
    """The label and the source of an institution that is named in full, and how sure one of its writings is."""

    label: str
    source: str
    is_sure: bool

    def __repr__(self) -> str:
        return f"_Named(sure={self.is_sure})"


def again(spans: Sequence[Span], document: Document) -> tuple[list[Span], frozenset[Span]]:
    """Further mentions of the institutions among `spans` (in order, apart), and those of `spans` that give way to them."""
    origins = list(islice(_origins(spans, document.text), _MOST))
    if not origins:
        return [], frozenset()
    page = view(document.text)
    forms: defaultdict[str, dict[str, _Named]] = defaultdict(dict)
    capitals: dict[str, _Named] = {}
    full: dict[str, _Named] = {}
    for name, span in sorted(origins, key=lambda item: len(labels_of().get(split(fold(item[0]))[1], ()))):
        if any(label != span.label for label in forms.get(fold(name), ())):
            continue  # Emu Hill CC, and Emu Hill Children's Centre elsewhere
        for form, is_sure in short_forms(name).items():
            if is_sure or _is_own(form):
                forms[form].setdefault(span.label, _Named(span.label, span.source, is_sure))
        if letters := initials(name):
            capitals.setdefault(letters, _Named(span.label, span.source, True))
        full.setdefault(fold(name), _Named(span.label, span.source, True))
        own = split(fold(name))[0]
        if len(own) >= _LONG_OWN and _is_own(own):
            full.setdefault(own, _Named(span.label, span.source, False))
    text = page.text
    found = [*_han(text, forms), *_latin(text, forms, capitals), *_slips(text, full)]
    new = [_span(*page.to_source(start, end), named) for start, end, named in _apart(found)]
    return _settled(new, spans)


def _origins(spans: Iterable[Span], text: str) -> Iterator[tuple[str, Span]]:
    """Institutions with their class words, each name once."""
    seen = set()
    for span in spans:
        if span.label in FOUR_CLASSES:
            name = text[span.start : span.end]
            if (span.label, name) not in seen and has_kind(name):
                seen.add((span.label, name))
                yield name, span


def _is_own(form: str) -> bool:
    """Whether a name without class words is one by itself: two words, or one that no dictionary has."""
    if not form.isascii():
        return len(form) >= 2
    words = form.split(" ")
    return (len(words) > 1 and not all(w in english() for w in words)) or (len(form) > 5 and form not in english())


def _latin(
    text: str, forms: dict[str, dict[str, _Named]], capitals: dict[str, _Named]
) -> Iterator[tuple[int, int, _Named]]:
    firsts: defaultdict[str, list[str]] = defaultdict(list)
    for form in forms:
        if form.isascii():
            firsts[form.split(" ")[0]].append(form)
    if not firsts:
        return
    lower = text.lower().replace("’", "'")
    for word in _WORD.finditer(text):
        start = word.start()
        if word[0] in capitals:
            yield start, word.end(), capitals[word[0]]
        if not text[start].isupper():
            continue
        for form in firsts.get(lower[start : word.end()], ()):
            end = start + len(form)
            if lower.startswith(form, start) and not text[end : end + 1].isalnum():
                named = _chosen(text, start, end, forms[form])
                if named is not None:
                    yield start, end, named


def _han(text: str, forms: dict[str, dict[str, _Named]]) -> Iterator[tuple[int, int, _Named]]:
    for form, labels in forms.items():
        if form.isascii():
            continue
        at = text.find(form)
        while at >= 0:
            named = _chosen(text, at, at + len(form), labels)
            if named is not None:
                yield at, at + len(form), named
            at = text.find(form, at + 1)


def _chosen(text: str, start: int, end: int, labels: dict[str, _Named]) -> _Named | None:
    """Which institution a writing means here; none where a bare name stands as a place to live."""
    named = next(iter(labels.values()))
    if len(labels) > 1:
        label = label_around(text, start, end, labels)
        named = labels[label] if label else named
    if not named.is_sure and stands_as_home(text, start, end):
        return None
    return named


def _slips(text: str, full: dict[str, _Named]) -> Iterator[tuple[int, int, _Named]]:
    """Full names with one slip: a letter left out, put in, changed, or swapped with the next."""
    names = [(name, named) for name, named in full.items() if name.isascii() and len(name) >= SHORTEST_SLIP and " " in name]
    if not names:
        return
    words = [(m.start(), m.end()) for m in _WORD.finditer(text)]
    lower = text.lower().replace("’", "'")
    firsts = [(name, named, name.split(" ")[0], name.split(" ")[1], name.count(" ")) for name, named in names]
    for at, (start, end) in enumerate(words[:-1]):
        one, two = lower[start:end], lower[words[at + 1][0] : words[at + 1][1]]
        for name, named, first, second, blanks in firsts:
            if (one == first or two == second) and at + blanks < len(words):
                stop = words[at + blanks][1]
                written = lower[start:stop]
                if abs(len(written) - len(name)) > 1 or not is_slip(written, name):
                    continue
                if named.is_sure or (written != name and text[start].isupper() and not stands_as_home(text, start, stop)):
                    yield start, stop, named


def _apart(found: Iterable[tuple[int, int, _Named]]) -> Iterator[tuple[int, int, _Named]]:
    """The longest of those that overlap."""
    last = -1
    for start, end, named in sorted(found, key=lambda f: (f[0], -f[1])):
        if start >= last:
            last = end
            yield start, end, named


def _span(start: int, end: int, named: _Named) -> Span:
    return Span(start, end, named.label, None, f"spread/{named.source}", SURE if named.is_sure else BARE)


def _settled(new: Sequence[Span], spans: Sequence[Span]) -> tuple[list[Span], frozenset[Span]]:
    """Without what is known already, and with the claims that give way: those inside that no identity vouches for."""
    more: list[Span] = []
    dropped: set[Span] = set()
    starts, ends = [s.start for s in spans], [s.end for s in spans]
    for span in new:
        touching = spans[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        if any(s.start <= span.start and s.end >= span.end and not _gives_way(s, span) for s in touching):
            continue
        more.append(span)
        dropped.update(s for s in touching if _gives_way(s, span))
    return more, frozenset(dropped)


def _gives_way(claim: Span, span: Span) -> bool:
    """Whether a claim is no larger than a known institution's name and says another thing, from its shape."""
    is_inside = span.start <= claim.start and claim.end <= span.end
    is_trusted = claim.source in _TRUSTED and claim.score >= VOUCHED
    return is_inside and claim.label in _YIELDS and not is_trusted and (claim.label, claim.start, claim.end) != (span.label, span.start, span.end)
