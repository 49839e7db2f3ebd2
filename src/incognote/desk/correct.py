"""What a person changes in a result, as data: a tuple of corrections; undo is one fewer.

A correction holds places of the original text and no text. It is worked out once, from the result that the
person saw, so that replaying a list of them needs nothing but the document; the whole chain runs again each time,
the check of the output included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from incognote.document import Document, Entity, Finding, Result, Script, Span
from incognote.errors import UsageError
from incognote.labels import LABELS, PERSON_LABELS
from incognote.names.search import squeeze, squeezed
from incognote.pipeline import BY_HAND, Detector, Linked, Linker, Pipeline
from incognote.resolve.allow import without
from incognote.resolve.spread import SPREAD_LABELS
from incognote.text.view import view

SOURCE: Final = "review"
"""What `Span.source` says of a span that a person drew."""
Action = Literal["unmask", "relabel", "extend", "mask", "relate"]
Scope = Literal["here", "everywhere", "person"]
Range = tuple[int, int]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


class Correction(NamedTuple):
    """One decision: the ranges `masked` hold `label`, those of `spared` are left as they are; who stands at `named` has the `role`
    (desk/people)."""

    action: Action
    masked: tuple[Range, ...] = ()
    spared: tuple[Range, ...] = ()
    label: str | None = None
    kind: str | None = None
    role: str | None = None
    named: tuple[Range, ...] = ()


def unmask(document: Document, result: Result, at: Range, *, scope: Scope = "everywhere") -> Correction:
    """Leave what stands at `at` readable: `here`, wherever the same text was covered, or all of that person."""
    at = _checked(document, at)
    if scope == "person":
        return Correction("unmask", spared=_with(at, same_person(result, at)))
    covered = {span[:2] for span in spans_of(result)}
    same = [place for place in same_text(document.text, at) if scope == "everywhere" and place in covered]
    return Correction("unmask", spared=_with(at, same))


def mask(document: Document, at: Range, *, label: str, kind: str | None = None, scope: Scope = "everywhere") -> Correction:
    """Cover what was missed at `at`. A name, number or institution is found wherever else it stands in any case."""
    at = _checked(document, at)
    return Correction("mask", _with(at, _again(document.text, at, label, scope)), (), _label(label), kind)


def relabel(
    document: Document, result: Result, at: Range, *, label: str, kind: str | None = None, scope: Scope = "everywhere"
) -> Correction:
    """Call what stands at `at` by another label, `here`, wherever the same text stands, or all of that person."""
    at = _checked(document, at)
    more = same_person(result, at) if scope == "person" else _again(document.text, at, label, scope)
    return Correction("relabel", _with(at, more), (), _label(label), kind)


def extend(document: Document, result: Result, old: Range, new: Range, *, scope: Scope = "everywhere") -> Correction:
    """Let the span at `old` reach over `new` instead, wider or narrower; so too where the same text was covered."""
    old, new = _checked(document, old), _checked(document, new)
    if new[1] <= old[0] or old[1] <= new[0]:
        raise UsageError("the new bounds must touch the span that they are for")
    span = next((s for s in spans_of(result) if s.start < old[1] and old[0] < s.end), None)
    if span is None:
        raise UsageError("nothing was covered there")
    covered = {s[:2] for s in spans_of(result)}
    alike = [place for place in same_text(document.text, old) if scope == "everywhere" and place in covered]
    moved = [(start + new[0] - old[0], start + new[1] - old[0]) for start, _ in alike]
    text, wanted = document.text, document.text[slice(*new)]
    fitting = [i for i, place in enumerate(moved) if place[0] >= 0 and text[slice(*place)] == wanted]
    olds, news = [old, *(alike[i] for i in fitting)], [new, *(moved[i] for i in fitting)]
    masked = _with(new, [*news, *_again(text, new, span.label, scope)])
    return Correction("extend", masked, tuple(_minus(sorted(set(olds)), masked)), span.label, span.kind)


def corrected(pipeline: Pipeline, document: Document, corrections: Sequence[Correction]) -> Result:
    """`document` through the whole chain, with `corrections` heeded; without any it is `pipeline.attempt`."""
    return (heeding(pipeline, corrections) if corrections else pipeline).attempt(document)


def heeding(pipeline: Pipeline, corrections: Sequence[Correction]) -> Pipeline:
    """A pipeline for the one document that `corrections` were made for."""
    claims, spared = settled(corrections)
    return replace(
        pipeline,
        detectors={**pipeline.detectors, SOURCE: lambda _: claims},
        precedence={**pipeline.precedence, SOURCE: -1},
        linker=_heeding(pipeline.linker, spared),
    )


def steady(pipeline: Pipeline, document: Document) -> Pipeline:
    """A pipeline for `document` alone whose detectors look at it once: correcting it costs no second look."""
    return replace(pipeline, detectors={name: _once(detector, document) for name, detector in pipeline.detectors.items()})


def settled(corrections: Iterable[Correction]) -> tuple[tuple[Span, ...], tuple[Range, ...]]:
    """What is covered and what is spared after all of them; of two about one place the later one holds.

    >>> first = Correction("mask", ((0, 3),), (), "NAME", None)
    >>> settled([first, Correction("unmask", (), ((0, 3),))])
    ((), ((0, 3),))
    >>> [span[:3] for span in settled([Correction("unmask", (), ((0, 3),)), first])[0]]
    [(0, 3, 'NAME')]
    """
    claims: list[Span] = []
    spared: list[Range] = []
    for correction in corrections:
        changed = [*correction.masked, *correction.spared]
        claims, spared = without(claims, changed), _minus(spared, changed)
        if correction.label is not None:
            claims += [Span(*place, correction.label, correction.kind, SOURCE, 1.0) for place in correction.masked]
        spared += correction.spared
    return tuple(sorted(claims)), tuple(sorted(spared))


def spans_of(result: Result) -> Iterator[Span]:
    """Every span of a result, by source."""
    for found in result.spans.values():
        yield from found


def same_text(text: str, at: Range) -> list[Range]:
    """Where the very text of `at` stands, itself included, as a token of its own."""
    surface = text[slice(*at)]
    places, start = [], text.find(surface)
    while start >= 0:
        end = start + len(surface)
        if not (_cuts(text, start) or _cuts(text, end)):
            places.append((start, end))
        start = text.find(surface, end)
    return places


def same_person(result: Result, at: Range) -> list[Range]:
    """Where the person, number or place that `at` belongs to is mentioned, by spans of the same nature."""
    for entity in result.entities:
        mentions = _parted(entity)[1]
        touched = next((m for m in mentions if m.start < at[1] and at[0] < m.end), None)
        if touched is not None:
            return [m[:2] for m in mentions if _nature(m) == _nature(touched)]
    return []


def _once(detector: Detector, document: Document) -> Detector:
    looked = cache(lambda: tuple(detector(document)))
    return lambda _: looked()


def _heeding(linker: Linker, spared: tuple[Range, ...]) -> Linker:
    """`linker`, told nothing of what was spared, and saying what was left by hand."""

    def link(document: Document, spans: tuple[Span, ...], script: Script) -> Linked:
        left, entities, findings = linker(document, tuple(without(spans, spared)), script)
        by_hand = (Finding(BY_HAND, "source", *place, "warning") for place in spared)
        entities = tuple(_lessened(_with_own_names(entities), spared))
        return tuple(without(left, spared)), entities, (*findings, *by_hand)

    return link


def _lessened(entities: Iterable[Entity], spared: tuple[Range, ...]) -> Iterator[Entity]:
    """Entities without their mentions in `spared`: a linker may find names of its own."""
    for entity in entities:
        head, rest = _parted(entity)
        if not any(low < m.end and m.start < high for m in rest for low, high in spared):
            yield entity
        elif mentions := (*head, *without(rest, spared)):
            yield entity._replace(mentions=mentions)


def _with_own_names(entities: Iterable[Entity]) -> list[Entity]:
    """The names that a person gave to the patient are the patient's, however they are written."""
    found = list(entities)
    patients = [e for e in found if e.role == "subject" and _parted(e)[0]]
    for patient in patients:
        (bounds,), own = _parted(patient)
        given = [m for e in found if e is not patient for m in _parted(e)[1] if _is_given(m) and bounds.start <= m.start < bounds.end]
        if given:
            found = [e._replace(mentions=tuple(m for m in e.mentions if m not in given)) for e in found if e is not patient]
            found.insert(patient.id, patient._replace(mentions=(bounds, *sorted([*own, *given]))))
    return [entity for entity in found if entity.mentions]


def _is_given(span: Span) -> bool:
    return span.source == SOURCE and span.label == "NAME" and span.kind == "patient"


def _parted(entity: Entity) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The stretch of the text that is a patient's own, if it is one's, and the mentions."""
    size = 1 if entity.role == "subject" and entity.mentions[0].kind == "segment" else 0
    return entity.mentions[:size], entity.mentions[size:]


def _again(text: str, at: Range, label: str, scope: Scope) -> list[Range]:
    """Where else `at` is to be covered; names and numbers in any spacing, days and ages as they are written."""
    if scope == "here":
        return []
    form = squeeze(text[slice(*at)])
    if label not in SPREAD_LABELS or len(form) < 2:
        return same_text(text, at)
    places = squeezed(text).find(form, is_number=label not in PERSON_LABELS)
    return [view(text).to_source(*place) for place in places]


def _with(first: Range, more: Iterable[Range]) -> tuple[Range, ...]:
    """`first` and those of `more` that do not touch it, in order."""
    return tuple(sorted({first, *(place for place in more if place[1] <= first[0] or first[1] <= place[0])}))


def _minus(ranges: Iterable[Range], less: Iterable[Range]) -> list[Range]:
    drawn = [Span(*place, "CONTEXT", None, SOURCE, 1.0) for place in ranges]
    return [span[:2] for span in without(drawn, list(less))]


def _cuts(text: str, at: int) -> bool:
    """Whether a border at `at` would part two letters or digits of one word."""
    return 0 < at < len(text) and all(c.isascii() and c.isalnum() for c in text[at - 1 : at + 1])


def _nature(span: Span) -> str:
    return "person" if span.label in PERSON_LABELS else span.label


def _label(label: str) -> str:
    if label not in LABELS:
        raise UsageError(f"there is no such label; there are {', '.join(LABELS)}")
    return label


def _checked(document: Document, at: Range) -> Range:
    """`at` without blanks at its edges; a `UsageError` where it is empty or leaves the text."""
    start, end = at
    if not 0 <= start < end <= len(document.text):
        raise UsageError("those places are not in this document")
    surface = document.text[start:end]
    start, end = end - len(surface.lstrip()), start + len(surface.rstrip())
    if start >= end:
        raise UsageError("there is nothing but blanks")
    return start, end
