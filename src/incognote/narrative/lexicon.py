"""The clinical words of narratives: concepts, and every form in which people tell them.

A list is `data/<file>.tsv`: `name, group, zh forms, en forms` and for life events the severity, by tabs. Forms are divided by
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

KINDS: Final = {
    "symptoms_mind": "Symptom", "symptoms_body": "Symptom", "diagnoses": "Diagnosis", "drugs": "Treatment",
    "therapies": "Treatment", "scales": "VisitEvent", "events": "LifeEvent",
}  # fmt: skip
"""What the concepts of each file are, before the context of a mention says more (a diagnosis of long ago is History)."""
_GROUP: Final = re.compile(r"\(([^()]*)\)(\?)?")
_MOST: Final = 400
_ZH_GAP: Final = r"([^。！？；!?;\n]{0,8}?)"
_EN_GAP: Final = r"\s+((?:[^\s.!?;]+\s+){0,4}?)"


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

    @property
    def weight(self) -> int:
        """How many characters of the form itself were met."""
        return self.end - self.start - sum(end - start for start, end in self.gaps)


class _Form(NamedTuple):
    concept: Concept
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
                found[Mention(start, end, form.concept)] = None
            elif further := _compiled(form.rest).match(source, end):
                gaps = tuple(span for span in map(further.span, range(1, further.re.groups + 1)) if span[0] < span[1])
                found[Mention(start, further.end(), form.concept, gaps)] = None
    return sorted(found, key=lambda m: (m.start, -m.end))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def concepts() -> tuple[Concept, ...]:
    return tuple(dict.fromkeys(concept for concept, *_ in _lines()))


@cache
def canonical(name: str) -> str:
    """The name in the lexicon of what `name` is a form of, where one concept alone has it; else `name` itself, folded."""
    plain = folded(name.strip())
    if plain in _names():
        return plain
    meant = {m.concept.name for m in mentions(plain) if (m.start, m.end) == (0, len(plain))}
    return meant.pop() if len(meant) == 1 else plain


_BLANKS: Final = {ord(c): " " for c in "\n\t\r\u3000"}


@cache
def _names() -> frozenset[str]:
    return frozenset(concept.name for concept in concepts())


@cache
def _matcher() -> Matcher[tuple[_Form, ...]]:
    table: dict[str, dict[_Form, None]] = {}
    for concept, zh, en in _lines():
        for forms, gap, is_word in ((zh, _ZH_GAP, False), (en, _EN_GAP, True)):
            for form in filter(None, (f.strip() for f in forms.split(" | "))):
                first, *others = (folded(part) for part in form.split("~"))
                rest = "".join(gap + _pattern(part) for part in others) + (r"(?![a-z])" if is_word else "") if others else ""
                for word in _spelt(first.strip(), concept):
                    table.setdefault(word, {})[_Form(concept, rest)] = None
    return Matcher((word, tuple(forms)) for word, forms in table.items())


def _lines() -> Iterator[tuple[Concept, str, str]]:
    for name, kind in KINDS.items():
        path = files("incognote.narrative").joinpath("data", f"{name}.tsv")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            columns = line.split("\t")
            if len(columns) != (5 if name == "events" else 4):
                raise ConfigError(f"narrative/data/{name}.tsv line {number}: not as many columns as there should be")
            yield Concept(columns[0], kind, columns[1], name, columns[4] if len(columns) > 4 else None), columns[2], columns[3]


def _pattern(part: str) -> str:
    """A piece of a form as a regular expression."""
    out, at = "", 0
    for group in _GROUP.finditer(part.strip()):
        out += re.escape(part.strip()[at : group.start()]) + f"(?:{'|'.join(map(re.escape, group[1].split('/')))}){group[2] or ''}"
        at = group.end()
    return out + re.escape(part.strip()[at:])


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
