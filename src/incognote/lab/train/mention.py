"""Mention replacement: the entities of a note become others of the same class, the words between them stay.

For each mention b ~ Bernoulli(p), as Dai and Adel have it (COLING 2020, `augment.py` of its code); unlike there the
draws come from outside pools and not from the training mentions, and what stands for one person or place in a
document is drawn once, so that they stay one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from incognote.lab.train.draws import Person, Slot, Value, draw, key
from incognote.lab.train.notes import SCRIPTS, Mention, Note, Spare, class_of
from incognote.lab.train.redraw import redrawn
from incognote.lab.train.wanted import ANY_ORGANISATION, Wanted, double_surnames, wanted
from incognote.labels import INSTITUTION_LABELS, LABELS, PERSON_LABELS

_ATTEMPTS: Final = 6
_HAN: Final = re.compile(r"[\u3400-\u9fff\ufffd]")
_KEPT: Final = ("type", "specialty", "style", "skeleton", "family")
_PEOPLE: Final = PERSON_LABELS | {"PER"}
_CLASS_LABELS: Final = {"ID": "OTHERID", "NET": "URL"}
"""Classes that are no label of ours, and the label where the text of a mention does not say one."""
Group = tuple[str, str]


class Outcome(NamedTuple):
    """A note with other entities; how many mentions there were, were chosen, and found another value."""

    row: dict[str, Any]
    mentions: int
    chosen: int
    replaced: int

    def __repr__(self) -> str:
        return f"Outcome({self.replaced} of {self.mentions})"


class _Plan(NamedTuple):
    """Per mention: what it belongs to, what may stand for it, whether it is chosen; and the people to be cast."""

    groups: tuple[Group, ...]
    wants: tuple[Wanted | None, ...]
    chosen: tuple[bool, ...]
    keys: Mapping[Group, str]
    people: Mapping[str, Person]

    def __repr__(self) -> str:
        return f"_Plan({len(self.groups)} mentions)"


def replaced(note: Note, *, chance: float, seed: str, spare: Spare, note_id: str) -> Outcome:
    """`note` with each mention replaced by the chance given, the same for the same seed."""
    seed = f"{seed}/{note.id}/{note_id}"
    rng = random.Random(seed)
    plan = _planned(note, chance, rng)
    values = _drawn(note, plan, seed)
    _fill_gaps(note, plan, values, spare, rng)
    values = [v if v and not _sticks(note.text, m, v) else None for m, v in zip(note.mentions, values, strict=True)]
    text, spans = _written(note, plan, values)
    row: dict[str, Any] = {"version": 1, "id": note_id, "text": text, "spans": spans, "script": note.meta.get("script", SCRIPTS[note.country])}
    row |= {name: note.meta[name] for name in _KEPT if name in note.meta} | {"split": "train"}
    if note.people:
        row["people"] = _people(note, plan, values)
    trained = sum(class_of(m.label) is not None for m in note.mentions)
    return Outcome(row, trained, sum(plan.chosen), sum(value is not None for value in values))


def _planned(note: Note, chance: float, rng: random.Random) -> _Plan:
    groups: list[Group] = []
    wants = []
    for mention in note.mentions:
        text = note.text[mention.start : mention.end]
        is_one = mention.entity is not None and mention.label in _PEOPLE | INSTITUTION_LABELS
        kind = "person" if mention.label in _PEOPLE else "place" if is_one else mention.label
        groups.append((kind, str(mention.entity) if is_one else text))
        label = ANY_ORGANISATION if mention.label == "ORG" and note.scheme != "33" else mention.label
        names = note.people.get(str(mention.entity), {}).get("names") or ("",)
        wants.append(wanted(label, text, form=mention.form, country=note.country, full=str(names[0])))
    picked = {group: rng.random() < chance for group in dict.fromkeys(groups)}
    chosen = [picked[g] and class_of(m.label) is not None for g, m in zip(groups, note.mentions, strict=True)]
    persons = dict.fromkeys([*(("person", entity) for entity in note.people), *(g for g in groups if g[0] == "person")])
    keys = {group: key(number) for number, group in enumerate(persons)}
    keys |= {group: key(number, of="x") for number, group in enumerate(g for g in dict.fromkeys(groups) if g not in persons)}
    people = {keys[group]: _person(note, group, keys, groups) for group in persons}
    return _Plan(tuple(groups), tuple(wants), tuple(chosen), keys, people)


def _person(note: Note, group: Group, keys: Mapping[Group, str], groups: Sequence[Group]) -> Person:
    """Who is cast for a person: role, sex, age and origin stay, and a surname of two characters stays one."""
    texts = [(note.text[m.start : m.end], m.form) for m, g in zip(note.mentions, groups, strict=True) if g == group]
    origin = "compound" if any(form in ("surname", "titled", "prefixed") and text in double_surnames() for text, form in texts) else None
    row = note.people.get(group[1])
    if row is None:
        dotted = any("·" in text for text, _ in texts)
        return Person(origin=origin or (("indigenous" if note.country == "tw" else "minority") if dotted else None))
    born, day = str(row.get("birth") or "")[:4], str(note.meta.get("day") or "")[:4]
    age = max(0, min(98, int(day) - int(born))) if born.isdigit() and day.isdigit() else None
    of = keys.get(("person", str(row.get("of"))))
    return Person(str(row.get("role", "")), of, row.get("sex"), age, origin or row.get("origin"))


def _drawn(note: Note, plan: _Plan, seed: str) -> list[Value | None]:
    """Values for the chosen mentions; the attempt in which most of them fit."""
    asked = [at for at, is_chosen in enumerate(plan.chosen) if is_chosen and plan.wants[at] is not None]
    best: list[Value | None] = [None] * len(plan.chosen)
    if not asked:
        return best
    for attempt in range(_ATTEMPTS):
        slots = [_slot(note, plan, at) for at in asked]
        found = draw(slots, plan.people, country=note.country, seed=f"{seed}/{attempt}")
        if len(asked) > 1 and not any(found):  # one slot that cannot be filled spoils all: ask one by one
            found = [draw([slot], plan.people, country=note.country, seed=f"{seed}/{attempt}")[0] for slot in slots]
        values: list[Value | None] = [None] * len(plan.chosen)
        for at, value in zip(asked, found, strict=True):
            values[at] = value
        _keep_whole(note, plan, values)
        if sum(v is not None for v in values) > sum(v is not None for v in best):
            best = values
        if all(best[at] is not None for at in asked):
            break
    return best


def _slot(note: Note, plan: _Plan, at: int) -> Slot:
    mention, want, group = note.mentions[at], plan.wants[at], plan.groups[at]
    person = plan.keys.get(("person", str(mention.entity)))
    is_birth = mention.kind == "dob" and want is not None and "md" not in want.form
    who = person if person and (is_birth or mention.label in ("AGE", "EMAIL", "SOCIAL", "USERNAME")) else plan.keys[group]
    return Slot(want or Wanted(mention.label), who, is_birth, note.text[mention.start : mention.end])


def _keep_whole(note: Note, plan: _Plan, values: list[Value | None]) -> None:
    """Take back what does not fit; a person or a place with one mention that does not fit is not replaced at all."""
    for at, mention in enumerate(note.mentions):
        value, want = values[at], plan.wants[at]
        old = note.text[mention.start : mention.end]
        if value is None or want is None or mention.label not in _PEOPLE or _fits(old, value, want):
            continue
        values[at] = None
    spoilt = {g for g, value, is_chosen in zip(plan.groups, values, plan.chosen, strict=True) if is_chosen and value is None and g[0] in ("person", "place")}
    for at, group in enumerate(plan.groups):
        if group in spoilt:
            values[at] = None


def _fits(old: str, value: Value, want: Wanted) -> bool:
    """The script stays, and beside a title that stands outside the span no single character may come (rule N3)."""
    new = value.text[value.start : value.end]
    if bool(_HAN.search(old)) != bool(_HAN.search(new)):
        return False
    return want.form != "surname" or len(old) == 1 or len(new) > 1 or not _HAN.search(old)


def _fill_gaps(note: Note, plan: _Plan, values: list[Value | None], spare: Spare, rng: random.Random) -> None:
    """What no pool has: the same text gets the same new one."""
    made: dict[Group, Value | None] = {}
    for at, mention in enumerate(note.mentions):
        group = plan.groups[at]
        if not plan.chosen[at] or values[at] is not None or group[0] in ("person", "place", *INSTITUTION_LABELS):
            continue
        if mention.label in ("DATE", "DAT") and any(c.isdigit() for c in note.text[mention.start : mention.end]):
            continue  # digits by chance are no day
        if group not in made:
            made[group] = redrawn(mention, note.text[mention.start : mention.end], country=note.country, spare=spare, rng=rng)
        values[at] = made[group]


def _sticks(text: str, mention: Mention, value: Value) -> bool:
    """Whether a letter or digit of the new value would touch one outside, where the old one's did not."""

    def touches(edge: str, beside: str) -> bool:
        return edge.isascii() and edge.isalnum() and beside.isascii() and beside.isalnum()

    before, after = text[mention.start - 1 : mention.start], text[mention.end : mention.end + 1]
    left = touches(value.text[:1], before) and not touches(text[mention.start], before)
    return left or (touches(value.text[-1:], after) and not touches(text[mention.end - 1], after))


def _written(note: Note, plan: _Plan, values: Sequence[Value | None]) -> tuple[str, list[dict[str, Any]]]:
    pieces: list[str] = []
    spans: list[dict[str, Any]] = []
    at = length = 0
    for mention, want, value in zip(note.mentions, plan.wants, values, strict=True):
        old = note.text[mention.start : mention.end]
        new = value or Value(old, 0, len(old))
        if value and new.text.endswith("年") and note.text[mention.end : mention.end + 1] == "年":
            new = Value(new.text[:-1], new.start, new.end - 1, new.day)
        pieces += [note.text[at : mention.start], new.text]
        length += mention.start - at
        span: dict[str, Any] = {"start": length + new.start, "end": length + new.end, "label": _label(note, mention, want)}
        span |= {name: told for name in ("kind", "entity", "form") if (told := getattr(mention, name))}
        if new.day:
            span["value"] = new.day
        spans.append(span)
        length += len(new.text)
        at = mention.end
    return "".join([*pieces, note.text[at:]]), spans


def _label(note: Note, mention: Mention, want: Wanted | None) -> str:
    if note.scheme != "14" or mention.label == "DOCTOR":
        return mention.label
    label = want.label if want else mention.label
    return label if label in LABELS else _CLASS_LABELS[label]


def _people(note: Note, plan: _Plan, values: Sequence[Value | None]) -> list[dict[str, Any]]:
    """The people with the names they have now; whoever got another name has no birth date and no rarity told."""
    rows = []
    for entity, row in note.people.items():
        mine = [v.text[v.start : v.end] for v, g in zip(values, plan.groups, strict=True) if v and g == ("person", entity)]
        if mine:
            kept = {name: row[name] for name in ("entity", "role", "of", "case_roles", "sex", "origin") if name in row}
            rows.append({**kept, "names": sorted(dict.fromkeys(mine), key=len, reverse=True)})
        else:
            rows.append(dict(row))
    return rows
