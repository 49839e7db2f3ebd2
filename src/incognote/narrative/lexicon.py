"""The clinical words of narratives: concepts, and every form in which people tell them.

A list is `data/<file>.tsv`: `name, group, zh forms, en forms` and for life events the severity, by tabs; `tellings.tsv` has further
forms of them, with the kind instead of the group, and `absences.tsv` forms which say that it is not there. Forms are divided by
` | `; in a form `(a/b)` is one of these, `(a/b)?` perhaps one, `~` a gap within a sentence of up to 8 characters (English: 4
words). Chinese characters are compared without regard to script. All first pieces of all forms are found in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Final, NamedTuple

from incognote.errors import ConfigError
from incognote.gazetteer.matcher import Matcher
from incognote.names.tables import to_base
from incognote.narrative.tables import rows

KINDS: Final = {
    "symptoms_mind": "Symptom", "symptoms_body": "Symptom", "diagnoses": "Diagnosis", "drugs": "Treatment",
    "therapies": "Treatment", "scales": "VisitEvent", "events": "LifeEvent",
}  # fmt: skip
"""What the concepts of each file are, before the context of a mention says more (a diagnosis of long ago is History)."""
ABSENCES: Final = "absences"
"""The file of forms which say that a thing is not there (teetotal, 滴酒不沾)."""
_GROUP: Final = re.compile(r"\(([^()]*)\)(\?)?")
_MOST: Final = 400
_FEW: Final = 16
"""So many writings of a first piece are looked up whole; of a longer one the beginning is."""
_LETTER: Final = re.compile(r"[a-z](?:\)\??)?$")
_ZH_GAP: Final = r"([^。！？；!?;\n]{0,8}?)"
_EN_GAP: Final = r"[,:]?\s+((?:[^\s.!?;]+\s+){0,4}?)"


class Concept(NamedTuple):
    """What a form means. `severity` is that of a life event."""

    name: str
    kind: str
    group: str
    file: str
    severity: str | None = None


class Mention(NamedTuple):
    """A form in a text; `start` and `end` are its offsets, `gaps` those of what stands between its pieces."""

    start: int
    end: int
    concept: Concept
    gaps: tuple[tuple[int, int], ...] = ()
    further: bool = False
    """The form is one of `tellings.tsv`, which were written later than the others and are more exact."""

    @property
    def weight(self) -> int:
        """How many characters of the form itself were met."""
        return self.end - self.start - sum(end - start for start, end in self.gaps)


class _Form(NamedTuple):
    concept: Concept
    further: bool
    rest: str
    """The pieces behind the first as a regular expression, compiled when the first is met."""


def folded(text: str) -> str:
    """`text` as forms are compared: lower case, one writing a character, blanks for line ends; as long as before."""
    lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lower.translate(to_base()).translate(_BLANKS)


def mentions(text: str) -> list[Mention]:
    """Every form of every concept in `text`, by start, the longest first; they may overlap.

    >>> [m.concept.name for m in mentions("否認幻聽")]
    ['auditory hallucinations']
    """
    source = folded(text)
    found: dict[Mention, None] = {}
    for start, end, forms in _matcher().find(source):
        for form in forms:
            if not form.rest:
                found[Mention(start, end, form.concept, (), form.further)] = None
            elif further := _compiled(form.rest).match(source, end):
                gaps = tuple(span for span in map(further.span, range(1, further.re.groups + 1)) if span[0] < span[1])
                found[Mention(start, further.end(), form.concept, gaps, form.further)] = None
    return sorted(found, key=lambda m: (m.start, -m.end))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def concepts() -> tuple[Concept, ...]:
    return tuple(dict.fromkeys(concept for concept, *_ in _lines()))


@cache
def canonical(name: str) -> str:
    """The name in the lexicon of what `name` is a form of, where one concept alone has it; else `name` itself, folded.

    >>> canonical("Low mood"), canonical("depressed mood")
    ('depressed mood', 'depressed mood')
    """
    plain = folded(name.strip())
    if plain in _synonyms() or plain in _names():
        return _synonyms().get(plain, plain)
    british = plain.replace("ization", "isation").replace("ized", "ised").replace("behavior", "behaviour")
    if british != plain:
        return canonical(british)
    for form in (plain, plain.removesuffix("s"), f"{plain}s"):
        meant = {m.concept.name for m in mentions(form) if (m.start, m.end) == (0, len(form))}
        if len(meant) == 1:
            return folded(meant.pop())
    return plain


@cache
def _synonyms() -> dict[str, str]:
    """Names of what a graph does not tell apart -> the one it uses (`data/synonyms.tsv`)."""
    return {folded(other): kept for kept, others in rows("synonyms", 2) for other in others.split(" | ")}


_BLANKS: Final = {ord(c): " " for c in "\n\t\r\u3000"}


@cache
def _names() -> frozenset[str]:
    return frozenset(folded(concept.name) for concept in concepts())


@cache
def _matcher() -> Matcher[tuple[_Form, ...]]:
    table: dict[str, dict[_Form, None]] = {}
    for concept, zh, en, is_further in _lines():
        for forms, gap in ((zh, _ZH_GAP), (en, _EN_GAP)):
            for form in filter(None, (f.strip() for f in forms.split(" | "))):
                first, *others = (folded(part).strip() for part in form.split("~"))
                head, tail = _divided(first)
                rest = pattern(tail) + "".join(gap + pattern(part) for part in others)
                ends_word = r"(?![a-z])" if rest and _LETTER.search(others[-1] if others else tail) else ""
                for word in _spelt(head, concept):
                    table.setdefault(word, {})[_Form(concept, is_further, rest + ends_word)] = None
    return Matcher((word, tuple(forms)) for word, forms in table.items())


def _divided(part: str) -> tuple[str, str]:
    """A piece as what is looked up in all its writings, and what is compared behind that: the first as long as that is few."""
    writings, at = 1, 0
    for group in _GROUP.finditer(part):
        writings *= len(group[1].split("/")) + bool(group[2])
        if writings > _FEW and at:
            return part[:at].strip(), part[at:]
        ends, begins = {word[-1] for word in group[1].split("/")}, part[group.end() : group.end() + 2].lstrip("(")[:1]
        has_letters = _GROUP.sub(_unless_optional, part[: group.end()]).strip()
        apart = not begins.isascii() or not any(end.isascii() for end in ends)
        if has_letters and (apart or (begins == " " and not group[2])):
            at = group.end()
    return part, ""


def _lines() -> Iterator[tuple[Concept, str, str, bool]]:
    known: dict[tuple[str, str], Concept] = {}
    for name, kind in KINDS.items():
        for columns in _columns(name, 5 if name == "events" else 4):
            concept = Concept(_kept(columns[0]), kind, columns[1], name, columns[4] if len(columns) > 4 else None)
            known.setdefault((folded(concept.name), kind), concept)
            yield concept, columns[2], columns[3], False
    for columns in _columns("tellings", 4):
        concept = known.get((folded(_kept(columns[0])), columns[1]), Concept(_kept(columns[0]), columns[1], "other", "tellings"))
        yield concept, columns[2], columns[3], True
    for columns in _columns(ABSENCES, 4):
        yield Concept(_kept(columns[0]), columns[1], "other", ABSENCES), columns[2], columns[3], True


def _kept(name: str) -> str:
    return _synonyms().get(folded(name), name)


def _columns(name: str, wide: int) -> Iterator[list[str]]:
    path = files("incognote.narrative").joinpath("data", f"{name}.tsv")
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            columns = line.split("\t")
            if len(columns) != wide:
                raise ConfigError(f"narrative/data/{name}.tsv line {number}: not as many columns as there should be")
            yield columns


def _unless_optional(group: re.Match[str]) -> str:
    return "" if group[2] else "x"


def pattern(part: str) -> str:
    """A piece of a form as a regular expression; a blank beside what may be missing may be missing too.

    >>> re.fullmatch(pattern("with (his/her)? boss"), "with boss") is not None
    True
    """
    out, at = "", 0
    for group in _GROUP.finditer(part):
        before = part[at : group.start()]
        one = f"(?:{'|'.join(map(_blanks, group[1].split('/')))})"
        at = group.end()
        if group[2] and part[at : at + 1] == " ":
            one, at = f"(?:{one}\\s+)?", at + 1
        elif group[2] and before.endswith(" "):
            before, one = before[:-1], f"(?:\\s+{one})?"
        elif group[2]:
            one += "?"
        out += _blanks(before) + one
    return out + _blanks(part[at:])


def _blanks(words: str) -> str:
    return re.sub(r"(?:\\ )+", r"\\s+", re.escape(words))


def _spelt(part: str, concept: Concept) -> list[str]:
    """Every writing of a piece without a gap."""
    choices: list[list[str]] = []
    at = 0
    for group in _GROUP.finditer(part):
        choices += [[part[at : group.start()]], [*group[1].split("/"), *([""] if group[2] else [])]]
        at = group.end()
    choices.append([part[at:]])
    spelt = [re.sub(" +", " ", "".join(one)).strip() for one in product(*choices)]
    if len(spelt) > _MOST or not all(spelt):
        raise ConfigError(f"narrative/data/{concept.file}.tsv: a form of {concept.name} has no letters or more than {_MOST} writings")
    return spelt
