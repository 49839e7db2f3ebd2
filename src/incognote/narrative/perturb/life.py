"""Another job, home, schooling, family, pastime or misfortune, of the class of the old one and possible for the same person."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from incognote.document import Script
from incognote.narrative.graph import Node
from incognote.narrative.lexicon import canonical, mentions
from incognote.narrative.perturb.fits import Needs, Person, kin_in, needs
from incognote.narrative.perturb.ontology import Entry, Shape, listed, of_class, shape, shares, words
from incognote.narrative.perturb.rarity import reasons
from incognote.narrative.perturb.upward import ages, kind_of, upward
from incognote.narrative.render.choose import number

SWAP: Final = "swap within class"
UP: Final = "one level up"
DROP: Final = "left out"
GIVEN: Final = "proposed within class"
EVENTS: Final = ("event", "stressor")
_GROWN: Final = 18
_MOST: Final = 60
"""So many characters a proposal may have."""


Proposing = Callable[[str, str, Script], Sequence[str]]
"""What proposes values for a field of a class in a language, as a language model may; they are held to what the lists are."""


def no_proposal(field: str, kind: str, script: Script) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Draw:
    """What a choice knows: the seed, the language, every value of the first graph (none may come back), those already given
    to others, the relatives that must stay because something frozen names them, and who else proposes values."""

    seed: str = dataclasses.field(repr=False)
    script: Script
    old: tuple[Shape, ...]
    taken: Sequence[str] = dataclasses.field(default=(), repr=False)
    kin: frozenset[str] = dataclasses.field(default=frozenset(), repr=False)
    proposing: Proposing = no_proposal


@dataclass(frozen=True, slots=True)
class Chosen:
    """`value` is "" where the field is left out."""

    operator: str = dataclasses.field(repr=False)
    value: str = dataclasses.field(repr=False)


def circumstance(node: Node, field: str, person: Person, draw: Draw) -> Chosen:
    """What `field` of `node` becomes for `person`: a thing of its class without a word of the old, else its class.

    >>> node = Node("f0", "Patient", {}, {"occupation": "羊毛廠作業員"})
    >>> circumstance(node, "occupation", Person("F", 40), Draw("s", "zh-TW", ())).operator
    'swap within class'
    """
    old = str(node.context[field])
    kind = _kind(node, field, old)
    if not reasons(old) or field in EVENTS:
        kin, own = kin_in(old), frozenset(words(old))
        if given := [value for value in _proposed(field, kind, person, draw) if own.isdisjoint(words(value))]:
            return Chosen(GIVEN, min(given, key=lambda value: (value in draw.taken, _order(draw.seed, node, field, value))))
        fitting = [value for value in _fitting(field, kind, old, person, draw) if field in EVENTS or own.isdisjoint(_spelt(value))]
        if fitting:
            return Chosen(SWAP, min(fitting, key=lambda value: (_apart(value, kind, kin, own, draw), _order(draw.seed, node, field, value))))
    if field not in EVENTS:
        general = [value for value in upward(field, kind, draw.script, age=person.age) if not _back(value, draw)]
        if general:
            return Chosen(UP, min(general, key=lambda value: _order(draw.seed, node, field, value)))
    return Chosen(DROP, "")


def _kind(node: Node, field: str, old: str) -> str | None:
    if field in EVENTS and node.kind == "LifeEvent":
        named = canonical(node.name)
        return next((name for name in (node.name, named) if of_class(field, name)), None)
    return kind_of(field, old)


def _fitting(field: str, kind: str | None, old: str, person: Person, draw: Draw) -> Iterable[str]:
    if kind is None or (field not in EVENTS and person.age is not None and not ages(field, kind)[0] <= person.age <= ages(field, kind)[1]):
        return
    must = draw.kin & kin_in(old) if field == "family" else frozenset[str]()
    for entry in of_class(field, kind):
        value, asks = entry.in_script(draw.script), asked(entry)
        if field == "institution" and person.age is not None and person.age < _GROWN and not asked_of_pupil(entry).met_by(person):
            continue
        if asks.met_by(person) and must <= asks.kin and (field in EVENTS or _usual(value)) and not _back(value, draw):
            yield value


def _proposed(field: str, kind: str | None, person: Person, draw: Draw) -> Iterable[str]:
    """What is proposed and is of the class, possible for the person, rare for nobody and tells no other fact."""
    for value in draw.proposing(field, kind, draw.script) if kind is not None else ():
        named = {mention.concept.name for mention in mentions(value)}
        of_kind = named == {kind} if field in EVENTS else not named and kind_of(field, value) == kind
        fits = needs(value).met_by(person) and (value.isascii() == (draw.script == "en"))
        if of_kind and fits and 0 < len(value) <= _MOST and not reasons(value) and not any(shares(shape(value), old) for old in draw.old):
            yield value


def _back(value: str, draw: Draw) -> bool:
    """Whether `value` would bring an old circumstance back."""
    return any(shares(listed(value), old) for old in draw.old)


@cache
def asked_of_pupil(entry: Entry) -> Needs:
    """What a school asks of somebody who attends it: 國小 what a 國小生 is."""
    return needs(f"{entry.said[0]}生")


@cache
def asked(entry: Entry) -> Needs:
    """What an entry asks of the person, in whichever language it says so."""
    return needs(*entry.said)


@cache
def _concepts(value: str) -> frozenset[tuple[str, str]]:
    """The facts that a reader would find in `value`, as kind and name."""
    return frozenset((mention.concept.kind, mention.concept.name) for mention in mentions(value))


def _clinical(value: str) -> bool:
    """Whether `value` tells an illness or a treatment, as "cares for a husband after a stroke" does."""
    return any(kind != "LifeEvent" for kind, _ in _concepts(value))


@cache
def _usual(value: str) -> bool:
    """Whether `value` is what many are and tells no illness: what may be said of anybody."""
    return not _clinical(value) and not reasons(value)


def _other_facts(value: str, kind: str | None) -> int:
    """0 where `value` tells no fact but the event that it is, 1 where it tells another event, 2 where it tells an illness."""
    return 2 * _clinical(value) or int(bool(_concepts(value) - {("LifeEvent", kind)}))


def _apart(value: str, kind: str | None, kin: frozenset[str], own: frozenset[str], draw: Draw) -> tuple[bool, int, bool, bool]:
    """What is better comes first: not given to another fact, no fact beside it, the same relatives, no word in common."""
    return value in draw.taken, _other_facts(value, kind), _named(value) != kin, not own.isdisjoint(_spelt(value))


@cache
def _named(value: str) -> frozenset[str]:
    return kin_in(value)


@cache
def _spelt(value: str) -> frozenset[str]:
    return frozenset(words(value))


def _order(seed: str, node: Node, field: str, value: str) -> int:
    return number(seed, node.id, field, value)
