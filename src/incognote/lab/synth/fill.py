"""Fill a skeleton: slots become text, and the spans of the gold come with it, exact by construction."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any, Final

from incognote.lab.synth import numbers, placing, written_times
from incognote.lab.synth.cast import Cast, Life
from incognote.lab.synth.graphs import Telling, graph
from incognote.lab.synth.pools import Country, Pools, Split
from incognote.lab.synth.skeleton import Skeleton
from incognote.lab.synth.written_names import Piece, name_piece
from incognote.labels import roles
from incognote.text.markup import Marked

FIRST_DAY: Final = date(2016, 1, 4)
_DAYS: Final = 3500
_KEEPS_STYLE: Final = 0.8
"""The share of dates that keep the note's own style; the others are in any style of the country."""
_NUMBER_SIGN: Final = "號"
_LOT: Final = "LOT "
_BORN_UNDER: Final = "屬属"
VERSION: Final = 1
Record = dict[str, Any]
"""One line of a gold file (schemas/gold.schema.json)."""


def country_of(skeleton: Skeleton) -> Country:
    """Where a skeleton was written, by its id: tw-, cn-, en-us-, en-uk-, en-au-, au-; else by its script."""
    for part in skeleton.id.lower().split("-")[:2]:
        for country in ("tw", "cn", "us", "uk", "au"):
            if part == country:
                return country
    return {"zh-TW": "tw", "zh-CN": "cn"}.get(skeleton.script, "us")  # type: ignore[return-value]


def fill(skeleton: Skeleton, *, seed: str, split: Split | None, note_id: str) -> Record:
    """One note of `skeleton`: the same seed gives the same note, whatever else is made.

    `split` chooses the pools (None: closed pools).
    """
    rng = random.Random(f"{seed}/{skeleton.id}/{note_id}")
    country = country_of(skeleton)
    day = FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
    pools = Pools(split, rng)
    return record(skeleton, Cast(skeleton, pools, country=country, day=day), note_id=note_id)


def record(skeleton: Skeleton, cast: Cast, *, note_id: str) -> Record:
    """The note of `skeleton` told with `cast`."""
    writer = _Writer(skeleton, cast)
    text, spans = writer.write()
    note: Record = {
        "version": VERSION, "id": note_id, "text": text, "spans": spans, "script": skeleton.script, "type": skeleton.type,
        "specialty": skeleton.specialty, "style": skeleton.style, "skeleton": skeleton.id, "family": skeleton.family,
        "day": cast.day.isoformat(), "people": [_person(life, spans, text) for life in cast.lives.values()],
    }  # fmt: skip
    if skeleton.facts:
        note["graph"] = graph(skeleton, writer.told, note_id=note_id)
    return note


def _person(life: Life, spans: list[Record], text: str) -> Record:
    mine = [s for s in spans if s.get("entity") == life.who.key and s["label"] in ("NAME", "DOCTOR")]
    used = dict.fromkeys(text[s["start"] : s["end"]] for s in mine)
    case_roles = sorted({s["kind"] for s in mine if s.get("kind") in ("notifier", "alleged")})
    row: Record = {
        "entity": life.who.key, "role": life.who.role, "of": life.who.of, "case_roles": case_roles,
        "names": [life.naming.full, *(n for n in used if n != life.naming.full)], "sex": life.sex,
        "birth": life.birth.isoformat(), "origin": life.naming.origin, "surname_rarity": life.naming.rarity,
    }  # fmt: skip
    return row


class _Writer:
    def __init__(self, skeleton: Skeleton, cast: Cast) -> None:
        self.skeleton, self.cast, self.rng = skeleton, cast, cast.pools.rng
        styles = written_times.MAIN_STYLES[cast.country]
        self.style = self.rng.choices([s for s, _ in styles], [w for _, w in styles])[0]
        self.values: dict[tuple[str, str], Piece] = {}
        self.told: list[Telling] = []

    def write(self) -> tuple[str, list[Record]]:
        pieces: list[str] = []
        spans: list[Record] = []
        position = length = 0
        for mark in self.skeleton.marks:
            between = self.skeleton.text[position : mark.start]
            pieces.append(between)
            length += len(between)
            position = mark.end
            for piece, value in self._pieces(mark):
                span: Record = {"start": length + piece.lead, "end": length + len(piece.text) - piece.tail, "label": mark.label}
                self._describe(span, mark, value)
                pieces.append(piece.text)
                length += len(piece.text)
                if mark.label in ("FACT", "CONTEXT") and mark.entity is not None:
                    self.told.append((mark.entity, mark.kind, span["start"], span["end"]))
                if mark.label != "FACT":
                    spans.append(span)
        pieces.append(self.skeleton.text[position:])
        return self._finish("".join(pieces), spans)

    def _finish(self, text: str, spans: list[Record]) -> tuple[str, list[Record]]:
        """A year takes the 年 that the skeleton writes behind it, two of them are one; a zodiac sign leaves out 屬."""
        for span in spans:
            if span.get("kind") == "zodiac" and text[span["start"]] in _BORN_UNDER:
                span["start"] += 1
            if span["label"] == "DATE" and span.get("form") == "year" and text[span["end"] : span["end"] + 1] == "年" and not text[: span["end"]].endswith("年"):
                span["end"] += 1
        return text, spans

    def _describe(self, span: Record, mark: Marked, value: date | None) -> None:
        who, _, form = (mark.entity or "").partition(".")
        kind = mark.kind
        if mark.label == "NAME" and kind is None and who in self.cast.lives:
            kind = roles()[self.cast.lives[who].who.role].kind or "third_party"
        if mark.label == "DATE" and kind is None and form in ("month", "year", "weekday"):
            kind = "partial" if form == "month" else form
        if kind:
            span["kind"] = kind
        if who in self.cast.lives or who in self.cast.institutions:
            span["entity"] = who
        if form:
            span["form"] = form
        if value is not None:
            span["value"] = value.isoformat()

    def _pieces(self, mark: Marked) -> list[tuple[Piece, date | None]]:
        if mark.label in ("FACT", "CONTEXT") or (not mark.is_slot and mark.entity is None):
            return [(Piece(self.skeleton.text[mark.start : mark.end]), None)]
        who, _, form = (mark.entity or "").partition(".")
        extra = None if mark.is_slot else self.skeleton.text[mark.start : mark.end]
        if mark.label == "DATE":
            return self._date(mark, who, form)
        key = (mark.label, mark.entity or str(mark.start)) if extra is None else (mark.label, f"{mark.entity}|{extra}")
        if key not in self.values:
            self.values[key] = self._piece(mark.label, who, form, extra)
        return [(self.values[key], None)]

    def _date(self, mark: Marked, who: str, form: str) -> list[tuple[Piece, date | None]]:
        country, rng = self.cast.country, self.rng
        if mark.kind == "dob" or who in self.cast.lives:
            day = self.cast.lives[who].birth if who in self.cast.lives else self.cast.day
            style = form or (self.style if self.style not in ("md", "mdhan", "yy") else "slash" if country == "tw" else "iso")
        else:
            day = self.cast.day + timedelta(days=int(who))
            style = form or self._style(is_anchor=mark.kind == "visit")
        if style.startswith("range"):
            days = int(style.removeprefix("range"))
            texts = written_times.range_texts(day, days, country=country)
            if len(texts) == 1:
                return [(Piece(texts[0]), day)]
            return [(Piece(texts[0] + "-", tail=1), day), (Piece(texts[1]), day + timedelta(days=days))]
        return [(Piece(written_times.date_text(day, style, country=country, rng=rng)), day)]

    def _style(self, *, is_anchor: bool) -> str:
        styles = written_times.MAIN_STYLES[self.cast.country]
        style = self.style if self.rng.random() < _KEEPS_STYLE else self.rng.choices([s for s, _ in styles], [w for _, w in styles])[0]
        if is_anchor and style in ("md", "mdhan"):  # a labelled visit day always tells its year
            return "slash" if self.cast.country == "tw" else "iso" if self.cast.country == "cn" else "us"
        return style

    def _piece(self, label: str, who: str, form: str, extra: str | None) -> Piece:
        cast, rng = self.cast, self.rng
        life = cast.lives.get(who)
        if label in ("NAME", "DOCTOR") and life is not None:
            return name_piece(life.naming, form, rng=rng, script=self.skeleton.script, extra=extra)
        if label == "AGE" and life is not None:
            text = written_times.age_text(life.years(cast.day), life.months(cast.day), form, script=self.skeleton.script, rng=rng)
            return Piece(text)
        if label == "ADDRESS":
            home = life.home if life else placing.home(cast.pools, cast.country)
            return Piece(home.text(form))
        if label == "LOCATION":
            if life is not None:
                return Piece(life.home.district if form == "district" else _plain_city(life.home.city))
            return Piece(cast.landmarks[who])
        if who in cast.institutions and label in ("HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG"):
            named = cast.institutions[who]
            if form == "typo":
                return Piece(placing.misspelt(named.full, rng))
            return Piece(named.short if form == "short" else named.full)
        if label == "ROOM":
            return Piece(_room(rng, form, cast.country))
        return _bare(label, self._number(label, who, form))

    def _number(self, label: str, who: str, form: str) -> str:
        base = form if form not in ("lower", "wide", "masked", "spaced", "last4", "short") else ""
        number = self.cast.number(who, label, base)
        match form:
            case "lower":
                return number.lower()
            case "wide":
                return numbers.wide(number)
            case "masked":
                return numbers.masked(number, keep=3)
            case "last4":
                return number[-4:]
            case "short":
                return number.lstrip("0") or number
            case "spaced":
                return " ".join([number[:4], number[4:7], number[7:]]).strip()
        return number


def _bare(label: str, text: str) -> Piece:
    """Words that come with a number but are no part of it (rule I1): 醫字第⟦012345⟧號, LOT ⟦7K1234567⟧."""
    if label == "LICENSE" and text.endswith(_NUMBER_SIGN):
        return Piece(text, lead=next(at for at, c in enumerate(text) if c.isdigit()), tail=1)
    if label == "DEVICE" and text.startswith(_LOT):
        return Piece(text, lead=len(_LOT))
    return Piece(text)


def _plain_city(city: str) -> str:
    return city.lstrip("0123456789 ")


def _room(rng: random.Random, form: str, country: str) -> str:
    if country in ("tw", "cn"):
        match form or "bed":
            case "ward":
                return f"{rng.randrange(3, 15)}{rng.choice('ABCW')}病房"
            case "clinic":
                return f"{rng.randrange(1, 60)}診" if country == "tw" else f"{rng.randrange(1, 60)}诊室"
            case "theatre":
                return f"{rng.randrange(1, 25)}號刀房" if country == "tw" else f"{rng.randrange(1, 25)}号手术间"
        return rng.choice([f"{rng.randrange(3, 15)}{rng.choice('ABCE')}{rng.randrange(1, 50):02d}床", f"{rng.randrange(1, 80)}床", f"{rng.randrange(301, 1499)}-{rng.randrange(1, 4)}床"])
    match form or "bed":
        case "ward":
            return f"{rng.randrange(2, 9)} {rng.choice(['West', 'East', 'North', 'South'])}"
        case "clinic":
            return f"Room {rng.randrange(1, 40)}"
        case "theatre":
            return f"OR {rng.randrange(1, 20)}" if country == "us" else f"Theatre {rng.randrange(1, 12)}"
    return rng.choice([f"Bed {rng.randrange(1, 40)}", f"Rm {rng.randrange(201, 899)}-{rng.choice('AB')}", f"Room {rng.randrange(201, 899)}"])
