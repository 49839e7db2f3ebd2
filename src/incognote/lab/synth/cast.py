"""The people of one note: lives that fit each other, drawn before a slot is filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from incognote.lab.synth import numbers, placing
from incognote.lab.synth.naming import HAN_COUNTRIES, Naming, Sex, name
from incognote.lab.synth.pools import Country, Pools
from incognote.lab.synth.skeleton import Skeleton, Someone
from incognote.labels import roles
from incognote.names.tables import to_base

_PARENTS: Final = frozenset("mother father stepmother stepfather mothers_partner fathers_partner foster_carer guardian mother_in_law father_in_law aunt uncle".split())
_CHILDREN: Final = frozenset("son daughter niece nephew daughter_in_law son_in_law".split())
_GRANDPARENTS: Final = frozenset(
    "grandmother grandfather maternal_grandmother maternal_grandfather paternal_grandmother paternal_grandfather".split()
)
_PATERNAL: Final = frozenset(
    "father brother older_brother younger_brother sister older_sister younger_sister sibling twin son daughter "
    "paternal_grandfather grandfather grandchild".split()
)
_MARRIED: Final = frozenset("mother wife husband paternal_grandmother grandmother".split())
"""Share the surname too where a wife takes her husband's."""
_BY_MARRIAGE: Final = frozenset(
    "husband wife partner ex_partner mothers_partner fathers_partner stepmother stepfather mother_in_law father_in_law "
    "daughter_in_law son_in_law sibling_in_law foster_carer guardian".split()
)


@dataclass(slots=True)
class Life:
    """One invented person; numbers are drawn when a slot first asks for them and stay."""

    who: Someone
    naming: Naming
    sex: Sex
    birth: date
    home: placing.Home
    drawn: dict[tuple[str, str], str] = field(default_factory=dict)

    def years(self, day: date) -> int:
        return day.year - self.birth.year - ((day.month, day.day) < (self.birth.month, self.birth.day))

    def months(self, day: date) -> int:
        return (day.year - self.birth.year) * 12 + day.month - self.birth.month - (day.day < self.birth.day)


class Cast:
    """All lives and institutions of a note."""

    def __init__(self, skeleton: Skeleton, pools: Pools, *, country: Country, day: date, lives: Mapping[str, Life] | None = None) -> None:
        """`lives` are people met before: the patient of a series of visits."""
        self.pools, self.country, self.day = pools, country, day
        self.lives: dict[str, Life] = dict(lives or {})
        self._skeleton = skeleton
        for someone in skeleton.people.values():
            self._live(someone)
        self.institutions = {
            key: placing.institution(pools, country, place) for key, place in skeleton.places.items() if place.group != "place"
        }
        self.landmarks = {
            key: placing.landmark(pools, country, place.type) for key, place in skeleton.places.items() if place.group == "place"
        }
        self._shapes: dict[str, tuple[str, int, str]] = {}
        self._loose: dict[tuple[str, str], str] = {}

    def _live(self, someone: Someone) -> Life:
        if someone.key in self.lives:
            return self.lives[someone.key]
        of = self._skeleton.people.get(someone.of or "")
        kin = self._live(of) if of is not None and of.key != someone.key else None
        rng = self.pools.rng
        sex: Sex = self._sex(someone, kin)
        birth = self._birth(someone, kin)
        is_kin = roles()[someone.role].group == "kin" and kin is not None
        surname = dict(self._shared(someone)).get("surname") or (self._surname(someone, kin) if is_kin else self._borrowed(someone))
        blood = kin.naming if is_kin and kin is not None and someone.role not in _BY_MARRIAGE and someone.origin is None else None
        source = next((self.lives[key].naming for part, key in someone.shares if part == "surname"), blood)
        follows = source is not None and (source.people or (source.is_han and self.country not in HAN_COUNTRIES))
        origin = someone.origin or (source.origin if source and follows else None)
        naming = self._named(sex, birth.year, origin=origin, surname=surname, people=blood.people if blood else "")
        given = dict(self._shared(someone)).get("given")
        if given and not naming.whole:
            naming = self._namesake(naming, given, sex, birth.year)
        lives_together = is_kin and kin is not None and rng.random() < 0.6
        home = kin.home if lives_together and kin else placing.home(self.pools, self.country)
        life = Life(someone, naming, sex, birth, home)
        self.lives[someone.key] = life
        return life

    def _named(self, sex: Sex, born: int, *, origin: str | None, surname: str | None, people: str) -> Naming:
        """A name that nobody else of this note has."""
        taken = {life.naming.full for life in self.lives.values()}
        for _ in range(20):
            naming = name(self.pools, self.country, sex=sex, born=born, origin=origin, surname=surname, people=people)
            if naming.full not in taken:
                break
            people = ""
        return naming

    def _namesake(self, naming: Naming, given: str, sex: Sex, born: int) -> Naming:
        """`naming` with another's given name, under a surname that keeps the pair in this split."""
        for _ in range(30):
            pair = (naming.surname + given).translate(to_base()) if naming.is_han else f"{given} {naming.surname}"
            if self.pools.holds(pair) and not naming.whole:
                return replace(naming, given=given, latin=())
            naming = name(self.pools, self.country, sex=sex, born=born)
        return naming

    def _shared(self, someone: Someone) -> list[tuple[str, str]]:
        """The parts of a name that the head says are another's: (`surname` or `given`, text)."""
        named = [(part, self.lives[key].naming) for part, key in someone.shares]
        return [(part, getattr(naming, part)) for part, naming in named if getattr(naming, part) and not naming.whole]

    def _sex(self, someone: Someone, kin: Life | None) -> Sex:
        told = someone.sex or {"M": "male", "F": "female"}.get(roles()[someone.role].sex or "")
        if told:
            return "M" if told == "male" else "F"
        if someone.role == "nurse":
            return "F" if self.pools.rng.random() < 0.9 else "M"
        if someone.role in ("mothers_partner", "fathers_partner", "partner", "ex_partner") and kin:
            return "M" if someone.role == "mothers_partner" or (kin.sex == "F" and someone.role != "fathers_partner") else "F"
        return "M" if self.pools.rng.random() < 0.5 else "F"

    def _birth(self, someone: Someone, kin: Life | None) -> date:
        rng, day = self.pools.rng, self.day
        if someone.age is not None:
            if someone.is_months:
                return day - timedelta(days=int(someone.age * 30.44) + rng.randrange(1, 28))
            return self._years_ago(someone.age)
        role = someone.role
        if role in ("patient", "other_patient"):
            is_young = self._skeleton.specialty in ("paediatrics", "pediatrics", "neonatology")
            return self._years_ago(rng.randrange(1, 15) if is_young else rng.choice((rng.randrange(18, 60), rng.randrange(50, 93))))
        if role in ("child", "classmate"):
            return self._years_ago(rng.randrange(2, 17))
        if kin is not None:
            offset = self._offset(role)
            if offset is not None:
                return self._years_ago(max(1, min(98, kin.years(day) + offset)))
        return self._years_ago(rng.randrange(23, 64))

    def _offset(self, role: str) -> int | None:
        rng = self.pools.rng
        if role in _PARENTS:
            return rng.randrange(20, 40)
        if role in _CHILDREN:
            return -rng.randrange(20, 40)
        if role in _GRANDPARENTS:
            return rng.randrange(44, 66)
        if role == "grandchild":
            return -rng.randrange(44, 66)
        if role.startswith("older_"):
            return rng.randrange(1, 9)
        if role.startswith("younger_"):
            return -rng.randrange(1, 9)
        if role in ("husband", "wife", "partner", "ex_partner") or roles()[role].group == "kin":
            return rng.randrange(-5, 6)
        return None

    def _years_ago(self, years: int) -> date:
        back = self.pools.rng.randrange(3, 360)
        day = self.day - timedelta(days=back)
        year = day.year - years
        return date(year, day.month, min(day.day, 28))

    def _surname(self, someone: Someone, kin: Life | None) -> str | None:
        if kin is None or kin.naming.whole or not kin.naming.surname or someone.origin is not None or len(kin.naming.surname) > 2:
            return None
        is_western = not kin.naming.is_han
        shares = someone.role in _PATERNAL or (is_western and someone.role in _MARRIED)
        if someone.role in ("son", "daughter") and kin.sex == "F" and not is_western:
            shares = False
        if someone.role in ("son", "daughter") and not shares:
            return next((life.naming.surname for life in self.lives.values() if life.who.role in ("son", "daughter") and life.who.of == someone.of), None)
        return kin.naming.surname if shares and self.pools.rng.random() < (0.75 if is_western else 0.97) else None

    def _borrowed(self, someone: Someone) -> str | None:
        """Placement 7: a doctor with the patient's surname."""
        if 7 not in self._skeleton.placements or someone.role != "doctor" or someone.origin:
            return None
        first = next(iter(self.lives.values()), None)
        return first.naming.surname if first and first.naming.is_han and first.naming.surname else None

    def number(self, key: str, label: str, form: str) -> str:
        """The number of `label` that belongs to `key`: drawn once, the same ever after."""
        life = self.lives.get(key)
        slot = (label, form)
        store = life.drawn if life else self._loose
        slot = slot if life else (label, key)
        while slot not in store:
            drawn = self._draw(life, key, label, form)
            if not numbers.is_valid_identity(drawn):
                store[slot] = drawn
        return store[slot]

    def _draw(self, life: Life | None, key: str, label: str, form: str) -> str:
        rng, country = self.pools.rng, self.country
        sex, born = (life.sex, life.birth) if life else ("M", date(1970, 1, 1))
        match label:
            case "IDNO":
                return numbers.identity(rng, country, sex=sex, born=born, form=form)
            case "HEALTHPLAN":
                return numbers.healthplan(rng, country)
            case "MRN":
                place = form if form in self.institutions else "here"
                prefix, size, suffix = self._shapes.setdefault(place, numbers.chart_shape(rng, country))
                return prefix + numbers.digits(rng, size) + suffix
            case "PHONE":
                return numbers.phone(rng, country, form)
            case "CASENO":
                return numbers.case_number(rng, country, form)
            case "LICENSE":
                return numbers.licence(rng, country, form)
            case "EMAIL" | "SOCIAL" | "USERNAME":
                return self._handle(life, label)
            case "URL":
                return f"https://www.{rng.choice(['care', 'clinic', 'ward', 'med'])}-{numbers.digits(rng, 3)}.example/{rng.choice(['p', 'result', 'opd'])}/{numbers.digits(rng, 5)}"
            case "ZIP":
                return life.home.postcode if life and "#" not in life.home.postcode else numbers.digits(rng, 5)
        return numbers.other(rng, label, country)

    def _handle(self, life: Life | None, label: str) -> str:
        rng = self.pools.rng
        stem = "user" if life is None or not life.naming.latin else "".join(c for c in "".join(life.naming.latin).lower() if c.isascii() and c.isalpha())
        if label == "EMAIL":
            return f"{stem}{rng.choice(['', '.', '_'])}{numbers.digits(rng, 2)}@{rng.choice(['mail.example', 'post.example.com', 'inbox.example.org'])}"
        if label == "USERNAME":
            return rng.choice([f"{stem[:6]}{numbers.digits(rng, 2)}", f"{rng.choice('DRNK')}{numbers.digits(rng, 5)}"])
        return f"{rng.choice(['', '@'])}{stem[:8]}{rng.choice(['_', '', '.'])}{numbers.digits(rng, 3)}"
