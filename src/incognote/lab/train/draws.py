"""Values from the pools of the train split, drawn together so that they fit: one small skeleton is filled.

Whatever `lab/synth` can write can be asked for, people keep their kin and one name in all its writings, and nobody
of the valid or the test split is ever drawn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.lab.synth.fill import fill
from incognote.lab.synth.pools import table, words
from incognote.lab.synth.skeleton import Skeleton, read
from incognote.lab.synth.vocabulary import INSTITUTIONS, ORIGINS
from incognote.lab.train.wanted import Wanted
from incognote.labels import roles

_SCRIPTS: Final = {"tw": "zh-TW", "cn": "zh-CN"}
_GROUPS: Final = {"HOSPITAL": "hospital", "SCHOOL": "school", "EARLYLEARN": "earlylearn", "PRISON": "prison", "ORG": "org"}
_OF_A_LIFE: Final = frozenset({"ADDRESS", "AGE", "PHONE", "IDNO", "MRN", "HEALTHPLAN", "EMAIL", "SOCIAL", "USERNAME"})
_FARTHEST: Final = 500
"""Days that a drawn date lies from the drawn day of the note, at most."""
_BREAKING: Final = frozenset("⟦⟧|\n")


class Person(NamedTuple):
    """Somebody to be cast: what of a person the drawn one keeps."""

    role: str = "patient"
    of: str | None = None
    sex: str | None = None
    age: int | None = None
    origin: str | None = None

    def __repr__(self) -> str:
        return f"Person({self.age})"

    def head(self) -> str:
        """The line of a skeleton's head."""
        role = self.role if self.role in roles() else "patient"
        words = [f"{role} of {self.of}" if self.of else role]
        words += [{"M": "male", "F": "female"}[self.sex]] if self.sex in ("M", "F") else []
        words += [str(self.age)] if self.age is not None else []
        return ", ".join([*words, *([self.origin] if self.origin in ORIGINS else [])])


class Slot(NamedTuple):
    """A value that is wanted; slots of one `who` are of one person, or of one institution."""

    wanted: Wanted
    who: str
    is_birth: bool = False
    like: str = ""
    """How it is written now: an institution stays of its type."""

    def __repr__(self) -> str:
        return f"Slot({self.wanted!r})"


class Value(NamedTuple):
    """A drawn value: the span lies at `start` to `end` of `text` (a title may stand outside); `day` of a date."""

    text: str
    start: int
    end: int
    day: str | None = None

    def __repr__(self) -> str:
        return f"Value({self.start}, {self.end})"


def key(number: int, *, of: str = "p") -> str:
    """A key that heads of skeletons know, for number 0 and up."""
    return f"{of}{chr(ord('a') + number // 99)}{number % 99 + 1}"


def draw(slots: Sequence[Slot], people: Mapping[str, Person], *, country: str, seed: str) -> list[Value | None]:
    """A value for each slot, in order; None where this kind of text has no such value.

    `people` are those whose keys the slots name; a slot of another key gets a person or a place of its own.
    """
    rng = random.Random(f"{seed}/slots")
    heads = {who: person.head() for who, person in people.items()}
    lines = [_slot(slot, heads, rng, country) for slot in slots]
    block = "\n".join([
        f"id: {country}-drawn", "type: outpatient", f"script: {_SCRIPTS.get(country, 'en')}",
        *(f"{who}: {head}" for who, head in heads.items()), "---", *lines,
    ])  # fmt: skip
    try:
        note = fill(_skeleton(block), seed=seed, split="train", note_id="drawn")
    except (ValueError, LookupError):  # a form that this country's texts do not have; a pool without a value
        return [None] * len(slots)
    return _values(note["text"], note["spans"], len(slots))


@lru_cache(maxsize=512)
def _skeleton(block: str) -> Skeleton:
    return read(block)


def _slot(slot: Slot, heads: dict[str, str], rng: random.Random, country: str) -> str:
    """The markup of a slot; whoever it needs is declared in `heads`."""
    label, form, title = slot.wanted
    ending = f".{form}" if form else ""
    if title and _BREAKING.isdisjoint(title):
        ending += f"|{title}"
    if label == "DATE":
        if slot.is_birth:
            heads.setdefault(slot.who, Person().head())
            return f"⟦DATE/dob#{slot.who}{ending}⟧"
        return f"⟦DATE#{rng.randrange(-_FARTHEST, _FARTHEST)}{ending}⟧"
    if label in _GROUPS:
        group = _GROUPS[label]
        heads.setdefault(slot.who, f"{group}, {_type_of(group, slot.like, country) or rng.choice(sorted(INSTITUTIONS[group]))}")
    elif label == "LOCATION" and not form:
        heads.setdefault(slot.who, f"place, {_kind_of(slot.like, country) or rng.choice(sorted(INSTITUTIONS['place']))}")
    elif label in _OF_A_LIFE or label in ("NAME", "DOCTOR", "LOCATION"):
        heads.setdefault(slot.who, Person().head())
    return f"⟦{label}#{slot.who}{ending}⟧"


@lru_cache(maxsize=4096)
def _type_of(group: str, like: str, country: str) -> str | None:
    """The type of an institution by the end of its name, the longest that the patterns of the pools have."""
    ends = ((pattern.rpartition("}")[2].strip(), row[2]) for row in table("institutions") if row[:2] == (country, group) for pattern in row[3:5])
    found = [(len(end), kind) for end, kind in ends if end and like.endswith(end)]
    return max(found)[1] if found else None


@lru_cache(maxsize=4096)
def _kind_of(like: str, country: str) -> str | None:
    """The kind of a place that the pools know, or that ends as one of theirs does."""
    kinds = {row[1]: words("landmarks", country, row[1]) for row in table("landmarks") if row[0] == country}
    known = next((kind for kind, names in kinds.items() if like in names), None)
    end = like[-1:] if not like.isascii() else like.rpartition(" ")[2]
    return known or next((kind for kind, names in kinds.items() if any(name.endswith(end) for name in names)), None)


def _values(text: str, spans: Sequence[Mapping[str, object]], count: int) -> list[Value | None]:
    """The lines of the filled skeleton; a line with two spans (a range over a month's end) is none."""
    values: list[Value | None] = []
    at = 0
    for line in text.split("\n")[:count]:
        held = [s for s in spans if at <= int(str(s["start"])) < at + len(line) + 1]
        if len(held) == 1:
            start, end = int(str(held[0]["start"])) - at, int(str(held[0]["end"])) - at
            day = held[0].get("value")
            values.append(Value(line, start, end, str(day) if day else None))
        else:
            values.append(None)
        at += len(line) + 1
    return values
