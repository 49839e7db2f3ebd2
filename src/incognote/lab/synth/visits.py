"""Series of visits with gold identities: the same person through changed headers, and others who look alike."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from incognote.lab.synth.cast import Cast, Life
from incognote.lab.synth.fill import FIRST_DAY, Record, country_of, record
from incognote.lab.synth.pools import Pools, Split
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.sets import parted, skeletons
from incognote.lab.synth.skeleton import Skeleton, Someone
from incognote.text.markup import Marked

SEED: Final = "visits-1"
VISITS: Final = 3
_TWINS: Final = 0.08
"""The share of people who bear the name of somebody else in the set: another birth date, other numbers."""
_GAPS: Final = (7, 14, 28, 28, 56, 84, 90, 180)
_BODIES: Final = {"tw": "tw-clinic", "cn": "cn-notes", "us": "en-notes"}
_TYPES: Final = frozenset({"outpatient", "progress", "consult", "emergency", "nursing", "rehabilitation", "phone"})


def series(people: int, *, kind: str = "tw", split: Split | None = "test", seed: str = SEED) -> Iterator[Record]:
    """The notes of `people` persons, `VISITS` each, in order of the calendar over all of them.

    A visit is a header (skeletons of the folder `visit-header`) above the body of a note. What differs from the
    visit before is told in `changed` (schemas/visits.schema.json).
    """
    rng = random.Random(f"{seed}/{kind}/{split}")
    headers = [h for h in skeletons("visit-header") if country_of(h) == kind and _is_plain(h, is_header=True) and (split is None or _half(h) == split)]
    bodies = [s for s in parted(RECIPES[_BODIES[kind]])[split or "test"] if s.type in _TYPES and _is_plain(s) and country_of(s) == kind]
    notes: list[Record] = []
    names: list[Life] = []
    for number in range(people):
        pools = Pools(split, random.Random(f"{seed}/{kind}/{split}/{number}"))
        twin = rng.choice(names) if names and rng.random() < _TWINS else None
        notes += _person(number, pools, headers, bodies, twin=twin, names=names, kind=kind)
    yield from sorted(notes, key=lambda note: (note["day"], note["id"]))


def _half(header: Skeleton) -> Split:
    """Headers of one half are for work on the rules, those of the other for measuring; `-tr-` ones came after the lock."""
    if "-tr-" in header.id:
        return "train"
    return "test" if hashlib.sha256(header.id.encode()).digest()[0] % 2 else "train"


def _is_plain(skeleton: Skeleton, *, is_header: bool = False) -> bool:
    """A header that fits any patient (it fixes neither sex nor age); a body that brings no numbers of its own."""
    patient = skeleton.people.get("p1")
    if is_header:
        return patient is not None and patient.sex is None and patient.age is None
    return patient is not None and not any(m.label in ("MRN", "IDNO", "HEALTHPLAN") or m.kind == "dob" for m in skeleton.marks)


def _tells(header: Skeleton, by: str) -> bool:
    """Whether a header tells the birth date (`dob`) or the identity number (`IDNO`)."""
    return any(m.label == by or m.kind == by for m in header.marks)


def _person(number: int, pools: Pools, headers: Sequence[Skeleton], bodies: Sequence[Skeleton], *, twin: Life | None, names: list[Life], kind: str) -> list[Record]:  # fmt: skip
    rng = pools.rng
    day = FIRST_DAY + timedelta(days=rng.randrange(3000))
    country = country_of(headers[0])
    life: Life | None = None
    notes = []
    before = ""
    by = rng.choice(["dob", "IDNO"])  # what all visits of a person have in common, beside the name
    headers = [h for h in headers if _tells(h, by)]
    for visit in range(1, VISITS + 1):
        header = rng.choice([h for h in headers if h.id != before])
        before = header.id
        changed = ["header"] if visit > 1 else []
        header, more = _changed(header, visit, rng)
        whole = _stacked(header, rng.choice(bodies))
        if life is None:
            life = Cast(_only_patient(whole), pools, country=country, day=day).lives["p1"]
            if twin is not None:
                life = replace(life, naming=twin.naming)
            names.append(life)
        if "new_mrn" in more:
            life.drawn.pop(("MRN", ""), None)
        cast = Cast(whole, pools, country=country, day=day, lives={"p1": life})
        note = record(whole, cast, note_id=f"visits-{kind}-{number:04d}-{visit}")
        notes.append({
            "version": 1, "id": note["id"], "person": f"{kind}-{number:04d}", "visit": visit, "day": note["day"],
            "text": note["text"], "spans": note["spans"], "changed": [*changed, *more],
        })  # fmt: skip
        day = date.fromordinal(day.toordinal() + rng.choice(_GAPS))
    return notes


def _only_patient(skeleton: Skeleton) -> Skeleton:
    patient = Someone("p1", "patient", None, None, None, False, None)
    return replace(skeleton, people={"p1": patient}, places={}, marks=())


def _changed(header: Skeleton, visit: int, rng: random.Random) -> tuple[Skeleton, list[str]]:
    """Visit 2 writes the identity number in lower case or full width, or the name with blanks; visit 3 has a new chart number."""
    if visit == 2:
        label, form, told = rng.choice([("IDNO", "lower", "id_case"), ("IDNO", "wide", "id_width"), ("NAME", "spaced", "name_spacing")])
        marks = tuple(_reformed(m, label, form) for m in header.marks)
        return replace(header, marks=marks), [told] if marks != header.marks else []
    return header, ["new_mrn"] if visit == 3 else []


def _reformed(mark: Marked, label: str, form: str) -> Marked:
    return mark._replace(entity=f"p1.{form}") if mark.label == label and mark.entity == "p1" else mark


def _stacked(header: Skeleton, body: Skeleton) -> Skeleton:
    """The header above the body, as one skeleton."""
    shift = len(header.text)
    marks = (*header.marks, *(m._replace(start=m.start + shift, end=m.end + shift) for m in body.marks))
    return replace(
        body, id=f"{header.id}+{body.id}", text=header.text + body.text, marks=marks,
        people={**body.people, **{k: v for k, v in header.people.items() if k not in body.people}},
        places={**body.places, **{k: v for k, v in header.places.items() if k not in body.places}},
    )  # fmt: skip
