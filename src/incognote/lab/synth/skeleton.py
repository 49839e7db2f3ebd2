"""Skeletons: written notes in which every person, place, number and day is a slot.

A skeleton file holds notes parted by a line `=====`. Each note has head lines `key: value`, a line `---`,
and the text in the project's markup (`text/markup`). A slot's entity is `<who>.<form>`: who is declared in
the head (or is a number of days for a DATE), the form says how it is written. `docs/skeletons.md` explains
the format to writers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from incognote.document import Script
from incognote.errors import FormatError
from incognote.lab.synth.vocabulary import (
    CLINICAL,
    CONTEXT_FIELDS,
    EDGES,
    FORMS,
    INSTITUTIONS,
    LITERAL,
    NODE_KINDS,
    ORIGINS,
    STYLES,
    TIMES,
    TYPES,
)
from incognote.labels import LABELS, SCRIPTS, roles
from incognote.text import markup

_LITERAL_DATES: Final = frozenset({"lunar", "holiday", "zodiac", "weekday", "year"})
_HELD: Final = frozenset({"NAME", "DOCTOR"})
_OPEN: Final = frozenset(
    "VEHICLE DEVICE BIOID ORGID OTHERID IPADDR URL USERNAME SOCIAL EMAIL ACCOUNT CASENO LICENSE ZIP ROOM TIME".split()
)
_DAYS: Final = re.compile(r"-?\d{1,5}\Z")
_RANGE: Final = re.compile(r"range(\d{1,2})\Z")
_FACT: Final = re.compile(r"f\d{1,2}\Z")
_SHARES: Final = re.compile(r"(surname|given)=([a-z]{1,2}\d{1,2})")
_TITLES: Final = tuple(
    "先生 小姐 女士 太太 醫師 医生 医师 主任 護理 护士 護士 社工 老師 老师 師傅 师傅 教授 院長 院长 護長 警官 媽媽 妈妈 爸爸 阿嬤 阿公 奶奶 爷爷 爺爺 伯 姐 哥 嬸 董".split()
)
_WHO: Final = re.compile(r"[a-z]{1,2}\d{1,2}\Z")


class Someone(NamedTuple):
    """A person of the head: `daughter of p1, female, 41, indigenous`. Age in months where `is_months`."""

    key: str
    role: str
    of: str | None
    sex: str | None
    age: int | None
    is_months: bool
    origin: str | None
    shares: tuple[tuple[str, str], ...] = ()
    """(`surname` or `given`, key): a part of the name that is somebody else's too (placement 7)."""


class Somewhere(NamedTuple):
    """An institution or place of the head: `hospital, clinic`; `is_here` for the one that writes the note."""

    key: str
    group: str
    type: str
    is_here: bool


class Fact(NamedTuple):
    """A node of a narrative's gold graph: `f1: symptom; name=insomnia; onset=-60; negated=no`."""

    key: str
    kind: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """One note with slots; `marks` lie in `text`, a slot has no width."""

    id: str
    type: str
    specialty: str
    style: str
    script: Script
    family: str
    placements: tuple[int, ...]
    people: dict[str, Someone]
    places: dict[str, Somewhere]
    text: str
    marks: tuple[markup.Marked, ...]
    facts: tuple[Fact, ...] = ()
    edges: tuple[tuple[str, str, str], ...] = ()


def read_file(path: Path) -> Iterator[Skeleton]:
    """The skeletons of one file, checked.

    Raises:
        FormatError: a head line or a slot that is not understood; the message names file, note and reason.
    """
    for number, block in blocks(path):
        try:
            yield read(block)
        except ValueError as wrong:
            raise FormatError(f"{path.name}, note {number}: {wrong}") from None


def blocks(path: Path) -> Iterator[tuple[int, str]]:
    """The notes of a file as they are written, with their numbers."""
    for number, block in enumerate(re.split(r"(?m)^=====[ \t]*\n", path.read_text("utf-8")), 1):
        if block.strip():
            yield number, block


def read(block: str) -> Skeleton:
    """One skeleton.

    Raises:
        ValueError: what is wrong with it.
    """
    head, parting, body = block.partition("\n---\n")
    if not parting:
        raise ValueError("no line `---` between head and text")
    fields: dict[str, str] = {}
    people: dict[str, Someone] = {}
    places: dict[str, Somewhere] = {}
    facts: list[Fact] = []
    for line in head.strip().splitlines():
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise ValueError(f"head line without a colon: {line!r}")
        if _FACT.match(key):
            facts.append(_fact(key, value))
        elif _WHO.match(key):
            _declare(key, value, people, places)
        else:
            fields[key] = value
    text, marks = markup.read(body.strip("\n") + "\n")
    edges = _edges(fields.pop("edges", ""), {fact.key for fact in facts})
    made = replace(_skeleton(fields, people, places, text, marks), facts=tuple(facts), edges=edges)
    for mark in marks:
        _check_slot(made, mark)
    return made


def _skeleton(fields: dict[str, str], people: dict[str, Someone], places: dict[str, Somewhere], text: str, marks: tuple[markup.Marked, ...]) -> Skeleton:  # fmt: skip
    known = {"id", "type", "specialty", "style", "script", "family", "placements"}
    if unknown := set(fields) - known:
        raise ValueError(f"unknown head key {sorted(unknown)[0]!r}")
    for needed in ("id", "type", "script"):
        if needed not in fields:
            raise ValueError(f"head lacks `{needed}`")
    script = next((known_script for known_script in SCRIPTS if known_script == fields["script"]), None)
    if script is None:
        raise ValueError("script is zh-TW, zh-CN or en")
    if fields["type"] not in TYPES:
        raise ValueError(f"unknown type {fields['type']!r}; one of {' '.join(sorted(TYPES))}")
    style = fields.get("style", "mixed")
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}")
    placements = tuple(int(n) for n in re.findall(r"\d+", fields.get("placements", "")))
    return Skeleton(
        fields["id"], fields["type"], fields.get("specialty", ""), style, script,
        fields.get("family", fields["id"]), placements, people, places, text, marks,
    )  # fmt: skip


def _declare(key: str, value: str, people: dict[str, Someone], places: dict[str, Somewhere]) -> None:
    words = [word.strip() for word in value.split(",")]
    if key in people or key in places:
        raise ValueError(f"{key} is declared twice")
    group = words[0]
    if group in INSTITUTIONS:
        types = [word for word in words[1:] if word != "here"]
        if len(types) > 1 or (types and types[0] not in INSTITUTIONS[group]):
            raise ValueError(f"{key}: {group} is one of {' '.join(sorted(INSTITUTIONS[group]))}")
        default = "hospital" if group == "hospital" else sorted(INSTITUTIONS[group])[0]
        places[key] = Somewhere(key, group, types[0] if types else default, "here" in words)
        return
    role, _, of = group.partition(" of ")
    if role not in roles():
        raise ValueError(f"{key}: unknown role {role!r}; one of {' '.join(sorted(roles()))}, or {' '.join(INSTITUTIONS)}")
    sex = age = origin = None
    is_months = False
    shares = []
    for word in words[1:]:
        if word in ("male", "female"):
            sex = word
        elif found := re.fullmatch(r"(\d{1,3})(m?)", word):
            age, is_months = int(found[1]), bool(found[2])
        elif word in ORIGINS:
            origin = word
        elif shared := _SHARES.fullmatch(word):
            if shared[2] not in people:
                raise ValueError(f"{key}: {shared[2]} is not declared above it")
            shares.append((shared[1], shared[2]))
        else:
            raise ValueError(f"{key}: unknown word {word!r}; an age, male, female, or one of {' '.join(sorted(ORIGINS))}")
    people[key] = Someone(key, role, of or None, sex, age, is_months, origin, tuple(shares))


def _fact(key: str, value: str) -> Fact:
    kind, *rest = (part.strip() for part in value.split(";"))
    if kind not in NODE_KINDS:
        raise ValueError(f"{key}: unknown kind of fact {kind!r}; one of {' '.join(NODE_KINDS)}")
    fields = []
    for part in filter(None, rest):
        name, sign, told = (piece.strip() for piece in part.partition("="))
        if not sign or name not in CLINICAL | CONTEXT_FIELDS | TIMES | {"of"}:
            raise ValueError(f"{key}: unknown field {name!r}; clinical {' '.join(sorted(CLINICAL))}; context {' '.join(sorted(CONTEXT_FIELDS))}; times {' '.join(sorted(TIMES))}")
        if name in TIMES and not re.fullmatch(r"-?\d+", told):
            raise ValueError(f"{key}: {name} is a number of days")
        fields.append((name, told))
    return Fact(key, NODE_KINDS[kind], tuple(fields))


def _edges(line: str, known: set[str]) -> tuple[tuple[str, str, str], ...]:
    edges = []
    for part in filter(None, (piece.strip() for piece in line.split(";"))):
        source, kind, target = part.split() if len(part.split()) == 3 else ("", part, "")
        if kind not in EDGES or source not in known or target not in known:
            raise ValueError(f"edge {part!r}: write `f1 causes f2`; kinds {' '.join(sorted(EDGES))}")
        edges.append((source, kind, target))
    return tuple(edges)


def _check_slot(of: Skeleton, mark: markup.Marked) -> None:
    facts = {fact.key for fact in of.facts}
    if mark.label == "FACT" or (mark.label == "CONTEXT" and mark.entity is not None):
        if mark.is_slot or mark.entity not in facts | set(of.people):
            raise ValueError(f"{mark.label}#{mark.entity}: it marks words of a fact that the head declares")
        if mark.label == "CONTEXT" and mark.kind not in CONTEXT_FIELDS:
            raise ValueError(f"CONTEXT/{mark.kind}#{mark.entity}: the kind is a context field: {' '.join(sorted(CONTEXT_FIELDS))}")
        return
    if mark.label not in LABELS:
        raise ValueError(f"unknown label {mark.label}")
    if not mark.is_slot and mark.entity is None:
        if mark.label not in LITERAL or (mark.label == "DATE" and mark.kind not in _LITERAL_DATES):
            raise ValueError(f"{mark.label} may not be written out: use a slot")
        return
    if not mark.is_slot and not (mark.entity or "").endswith((".titled", ".prefixed")):
        raise ValueError(f"{mark.label}#{mark.entity}: only .titled and .prefixed carry a text")
    if mark.entity is None:
        if mark.label not in _OPEN:
            raise ValueError(f"{mark.label} needs an entity (#p1 ...)")
        return
    who, _, form = mark.entity.partition(".")
    days = mark.label == "DATE" and _DAYS.match(who)
    if not days and who not in of.people and who not in of.places and not (mark.label in _OPEN and who.isalnum()):
        raise ValueError(f"{mark.label}#{mark.entity}: {who} is not declared in the head")
    if mark.label in _HELD and who not in of.people:
        raise ValueError(f"{mark.label}#{mark.entity}: {who} is no person")
    if form and not _is_form(of, mark.label, form):
        raise ValueError(f"{mark.label}#{mark.entity}: unknown form .{form}; one of {' '.join(sorted(FORMS.get(mark.label, ())))}")
    if mark.label in _HELD and form == "surname" and of.text.startswith(_TITLES, mark.end):
        raise ValueError(f"{mark.label}#{mark.entity} touches a title: write ⟦{mark.label}#{who}.titled|TITLE⟧")


def _is_form(of: Skeleton, label: str, form: str) -> bool:
    if form in FORMS.get(label, ()):
        return True
    if label == "DATE":
        return bool(_RANGE.match(form))
    return label in ("MRN", "CASENO") and form in of.places
