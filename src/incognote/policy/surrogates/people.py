"""The people of a document: which mentions are one person, what tells their sex and generation, and who they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from incognote.document import Person, Span
from incognote.names.compare import canonical, may_be_same
from incognote.policy.surrogates import han, latin, lists
from incognote.policy.surrogates.han import HAN, Full
from incognote.policy.surrogates.latin import LatinName
from incognote.policy.surrogates.lists import base, written
from incognote.policy.surrogates.stream import Stream

_WOMAN: Final = re.compile(r"小姐|女士|太太|阿[嬤婆姨嫂姑]|奶奶|[媽妈娘姊姐嬸婆]|(?:^|[^a-z])(?:mrs|ms|miss|nana|aunt(?:y|ie)?|grandma)(?:[^a-z]|$)", re.IGNORECASE)
_MAN: Final = re.compile(r"先生|阿[公伯]|[爺爷伯叔爸哥]|(?:^|[^a-z])(?:mr|sir|uncle|grandpa|pop)(?:[^a-z]|$)", re.IGNORECASE)
_SEX_SAID: Final = re.compile(
    r"(?:性[別别][:： ]{0,2}|[,，、\s(（|/])(?P<han>[男女])(?:性)?(?=[,，、\s)）。|/\d]|$)|(?:[歲岁])(?:之)?(?P<after>[男女])|"
    r"(?<![A-Za-z])(?P<latin>[Mm]ale|[Ff]emale|gentleman|woman|man|lady|boy|girl|(?<=\d)[MF](?![A-Za-z0-9])|(?<=y/o )[MF](?![A-Za-z]))(?![A-Za-z])"
)
_WOMEN: Final = frozenset(("女", "female", "woman", "lady", "girl", "f"))
COHORTS: Final = (1930, 1950, 1970, 1990, 2010)
NURSES: Final = re.compile(r"(?:[護护]|nurse|RN)", re.IGNORECASE)


def sex_said(text: str) -> str | None:
    """The sex that a header or a first sentence states: F, M, or None.

    >>> sex_said("王小明，男，53歲"), sex_said("A 65-year-old female, 陳美玲"), sex_said("復健科門診")
    ('M', 'F', None)
    """
    found = _SEX_SAID.search(text, 0, 400)
    if found is None:
        return None
    return "F" if (found["han"] or found["after"] or found["latin"]).lower() in _WOMEN else "M"


def cohort_of(born: int) -> str:
    """The generation of given names that somebody born in the year `born` has."""
    return str(max((c for c in COHORTS if c <= born + 10), default=COHORTS[0]))


@dataclass(slots=True, repr=False)
class Somebody:
    """One person of a document: mentions as written, the names that decide, whose key the draws come from."""

    id: str
    kind: str | None
    label: str
    surfaces: list[str] = field(default_factory=list, repr=False)
    names: list[str] = field(default_factory=list, repr=False)
    sex: str | None = None
    cohort: str | None = None

    def __repr__(self) -> str:
        return f"Somebody({len(self.surfaces)} mentions)"

    @property
    def best(self) -> str:
        """The fullest name: one in Han characters if there is one."""
        cores = [core for name in (*self.names, *self.surfaces) if (core := bare(name))]
        whole = [c for c in cores if HAN.search(c) and len(c) >= 2 and not any(x in han.MASKS for x in c) and c[0] not in "阿小老"]
        return max(whole or cores, key=len, default="")


def bare(surface: str) -> str:
    """A mention without its title; a Latin one as it stands."""
    return han.core_of(surface.strip()).text if HAN.search(surface) else surface.strip()


def everybody(spans: Sequence[tuple[Span, str]], subjects: Sequence[tuple[Somebody, frozenset[Span]]]) -> dict[Span, Somebody]:
    """Who is meant by each mention; `subjects` are the patients with their own mentions."""
    found: dict[Span, Somebody] = {span: who for who, own in subjects for span in own}
    people = [who for who, _ in subjects]
    loose = sorted((item for item in spans if item[0] not in found), key=lambda item: (-len(bare(item[1])), item[0].start))
    for span, surface in loose:
        who = next((p for p in people if _fits(bare(surface), p)), None)
        if who is None:
            who = Somebody("", span.kind, span.label)
            people.append(who)
        who.surfaces.append(surface)
        found[span] = who
    return found


def _fits(core: str, who: Somebody) -> bool:
    best = who.best
    if not core or not best:
        return False
    if HAN.search(core) and HAN.search(best):
        if len(core) == 1:
            return base(core) == base(han.split(best).surname)
        if len(core) == 2 and core[0] in "阿小老":
            return base(core[1]) in base(best)
    said = latin.split(core)
    if said.family and not said.given and not HAN.search(core + best):
        return latin.split(best).family[-len(said.family) :] == said.family
    return any(may_be_same(core, name) for name in (best, *who.names))


class Persona:
    """The invented person: names in both scripts, made as mentions ask for them and then the same."""

    def __init__(self, who: Somebody, stream: Callable[[str], Stream], *, traditional: bool, region: str, family: Persona | None = None) -> None:
        self.old_text = who.best
        self._stream, self._traditional, self._region, self._family = stream, traditional, region, family
        self.sex = who.sex or self._guessed(who)
        self.cohort = who.cohort
        self.old = han.named(self.old_text) if HAN.search(self.old_text) else Full("", "")
        self.new = self._han() if self.old.text else Full("", "")
        self.old_latin, self.new_latin = self._latin(who)

    def __repr__(self) -> str:
        return "Persona(...)"

    def _guessed(self, who: Somebody) -> str:
        said = " ".join(who.surfaces)
        if _WOMAN.search(said) or _MAN.search(said):
            return "F" if _WOMAN.search(said) else "M"
        told = han.told_sex(han.split(self.old_text).given) if HAN.search(self.old_text) else latin.sex_of(latin.split(self.old_text))
        if told:
            return told
        return "F" if NURSES.search(said) or self._stream("sex").chance(0.5) else "M"

    def _han(self) -> Full:
        stream = self._stream("han")
        old = self.old
        if len(old.text) > 1 and han.kind_of(old.text) != "chinese":
            return Full("", han.foreign(stream, old.text, traditional=self._traditional))
        surname = ""
        if old.surname:
            shared = self._family is not None and base(self._family.old.surname) == base(old.surname)
            surname = self._family.new.surname if shared and self._family else han.draw_surname(stream, old.surname, self._region)
        given = han.draw_given(stream, old.given, self._region, sex=self.sex, cohort=self.cohort) if old.given else ""
        return Full(written(surname, traditional=self._traditional), written(given, traditional=self._traditional))

    def _latin(self, who: Somebody) -> tuple[LatinName, LatinName]:
        mentions = [s for s in (*who.surfaces, *who.names) if not HAN.search(s)]
        if not mentions:
            return LatinName((), ()), LatinName((), ())
        like = max(mentions, key=len)
        old = latin.split(like)
        if self.new.surname and (latin.is_romanised(old) or len(old.given) == 0):
            told = latin.roman_of(self.new.text, like, region=self._region)
            if told:
                return old, told
        if latin.is_romanised(old):
            stream = self._stream("han")
            size = max(1, sum(len(latin.syllables(word)) if len(word) > 1 else 1 for word in old.given))
            given = "".join(lists.characters(self.sex, int(at == size - 1)).draw(stream) for at in range(size))
            told = latin.roman_of(lists.surnames(self._region, 0, 1).draw(stream) + given, like, region=self._region)
            if told:
                return old, told
        new = latin.draw(self._stream("latin"), old, sex=self.sex)
        if self._family is not None and old.family and old.family == self._family.old_latin.family:
            new = LatinName(self._family.new_latin.family, new.given)
        return old, new

    def mention(self, surface: str) -> str:
        """The mention that stands for `surface`."""
        if not HAN.search(surface):
            return latin.rewritten(surface, self.old_latin, self.new_latin)
        core = han.core_of(surface)
        return core.put(han.rewritten(core.text, self.old, self.new, self._other))

    def _other(self, core: str) -> str:
        """A mention that is no part of the name: another nickname or name of the same length."""
        stream = self._stream(f"other|{canonical(core)}")
        if len(core) == 1:
            if base(core) in lists.table_surnames():
                return written(han.draw_surname(stream, core, self._region), traditional=self._traditional)
            return written(stream.pick(lists.words("han_nick")), traditional=self._traditional)
        if han.kind_of(core) != "chinese":
            return han.foreign(stream, core, traditional=self._traditional)
        parts = han.split(core)
        surname = self.new.surname if parts.surname and base(parts.surname) == base(self.old.surname) else ""
        if parts.surname and not surname:
            surname = han.draw_surname(stream, parts.surname, self._region)
        given = han.draw_given(stream, parts.given, self._region, sex=self.sex, cohort=self.cohort) if parts.given else ""
        return written(surname + given, traditional=self._traditional)


def subject_of(code: str, person: Person, stored: Person | None) -> Somebody:
    """The patient of a code, with all names that are known."""
    names = dict.fromkeys((*(stored.names if stored else ()), *person.names))
    sex = person.sex or (stored.sex if stored else None)
    return Somebody(code, "patient", "NAME", names=list(names), sex=sex)
