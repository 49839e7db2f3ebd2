"""Mentions that no detector saw, of people whose full name stands in the report: short forms, initials, slips of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import OUR_MARKS
from incognote.link.relations import Draft
from incognote.link.role_words import role_of
from incognote.link.spotted import is_taken
from incognote.names.compare import canonical
from incognote.names.eponyms import english, is_term
from incognote.names.tables import first_names
from incognote.names.variants import Parts, given_sex, initials_of, is_short_for, is_slip, nicknames, parts_of

_GIVEN: Final = re.compile(r"(?<![\w'’-])(?:(?P<first>[A-Z][^\W\d_]+(?:['’-][A-Z]?[^\W\d_]+)*) )?(?P<last>[A-Z][^\W\d_]+(?:['’-][A-Z]?[^\W\d_]+)*) (?:[A-Z]\. )?\Z")
_NO_NAMES: Final[frozenset[str]] = frozenset()
_TITLES: Final = frozenset("mr mrs ms miss dr prof sgt const constable officer fr pastor rev sr nurse".split())
_CLOSING: Final = re.compile(r"(?i:cheers|regards|rgds|thanks|thx|ta|sincerely|faithfully),?\s{1,3}\Z")
_TASK: Final = re.compile(r"(?:\A|\n)[ \t]*(?:[a-z]|\d{1,2}|[ivx]{1,4})[).] \Z")
_LONGER: Final = re.compile(r"[ ](?:[A-Z][a-z]+ ){0,2}(?:Street|St|Road|Rd|Ave|Avenue|Court|Ct|Cres|Crescent|Parade|Close|Drive|Dr|Lane|Terrace|Tce|Way|Place|Pl|School|PS|HS|Hospital|Prison|College|Kindergarten|Kindy|Preschool|Primary|Clinic|Centre|Gaol|Park|Creek|Hill|House|Church|Day|Week)\b")
_SURNAME: Final = re.compile(r" ([A-Z][^\W\d_]+(?:['’-][A-Z]?[^\W\d_]+)*)")
SOURCE: Final = "variants"
_SCORE: Final = 0.85
_WORD: Final = re.compile(r"[A-Z][^\W\d_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W\d_]*)*(?:['’‑-][A-Z]?[^\W\d_]+)*")
_INITIALS: Final = re.compile(r"[A-Z](?:\.\s?(?:[A-Z]\.\s?)?(?P<last>[A-Z])\b\.?|[A-Z](?![A-Za-z/&-]|\s?\d))")
_NO_INITIALS: Final = frozenset("am pm ac ad ae ah al an as at bp ca cc cd cf ch cm cn co cp cr cs ct cv dc dj do dr dv ec ed ef eg er et ev fa fc fd fh fv ga gi gm go gp hb hc hi hr hs hx ia ic id ie if in io ip iq is it iv kg la lb ld li mg mh ml mo mr ms na nd ne nf ng no nr ns nt nz od of oh ok on or os ot pa pc pe ph pm pr ps pt pv qa ra re rf rn rr rx sa sc sd se sf si sm so sp st sw ta tb td tv tx uk un up ur us uv va vs wa wk wt yo".split())


def more(text: str, spans: Sequence[Span], drafts: Sequence[Draft]) -> Iterator[Span]:
    """Mentions that no detector saw, of people whose full name stands in the report."""
    if not drafts:
        return
    taken = sorted((s.start, s.end) for s in spans)
    taken += [m.span() for m in OUR_MARKS.finditer(text)] if "[" in text else []
    taken.sort()
    starts = [start for start, _ in taken]
    known = [parts_of(d.names[0]) for d in drafts]
    forms = _forms(known)
    words: dict[str, bool] = {}
    last = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        if start < last or is_taken(taken, starts, start, end):
            continue
        word = match[0]
        if word not in words:
            words[word] = _is_somebody(word, forms)
        if words[word] and not is_term(text, start, end) and not _is_in_a_name(text, start, end):
            end = _with_surname(text, end, known)
            last = end
            if not is_taken(taken, starts, start, end):
                yield Span(start, end, "NAME", None, SOURCE, _SCORE)
    yield from _initials(text, taken, starts, drafts)


def namesakes(text: str, spans: Sequence[Span], persons: Sequence[Span]) -> Iterator[Span]:
    """Names in full that no detector saw, of people who bear the surname of one whom a detector did: Dean Hill."""
    named = {text[s.start : s.end] for s in persons}
    surnames = {form for name in named if name.isascii() and len(low := parts_of(name).surname) > 2 for form in (low.capitalize(), low.upper(), name.split()[-1]) if canonical(form) == low}
    taken = sorted((s.start, s.end) for s in spans)
    starts = [start for start, _ in taken]
    for surname in sorted(surnames):
        at = text.find(surname)
        while at >= 0:
            end = at + len(surname)
            led = _GIVEN.search(text, max(0, at - 40), at) if text[at - 1 : at] == " " and not text[end : end + 1].isalpha() else None
            if led is not None and not is_taken(taken, starts, led.start("last"), end) and not _is_in_a_name(text, at, end):
                start = _first_name(text, led)
                if start >= 0 and not is_taken(taken, starts, start, end):
                    yield Span(start, end, "NAME", None, SOURCE, _SCORE)
            at = text.find(surname, end)


def _first_name(text: str, led: re.Match[str]) -> int:
    """Where the given names before a surname begin, -1 where those words are none."""
    last, first = led["last"], led["first"]
    if not _is_given(last) or role_of(last):
        return -1
    if first is None or role_of(first) or canonical(first) in _TITLES:
        return led.start("last")
    before = text[max(0, led.start("first") - 2) : led.start("first")]
    is_mid = before[-1:] == " " and before[:1] not in {"", ".", "!", "?", "\n", ":"}
    return led.start("first") if _is_given(first) or is_mid else led.start("last")


def _is_given(word: str) -> bool:
    low = canonical(word)
    return low in first_names() or low in given_sex()


class _Forms(NamedTuple):
    """How the people of a report may be written: the words that are theirs; given names by their first three letters,
    for short forms; parts of names by how they begin and by what follows the first letter, for slips."""

    exact: frozenset[str]
    surnames: frozenset[str]
    given: Mapping[str, Sequence[str]]
    parts: Mapping[str, Sequence[str]]

    def __repr__(self) -> str:
        return f"_Forms({len(self.parts)})"


def _forms(known: Sequence[Parts]) -> _Forms:
    latin = [p for p in known if not p.han]
    names = {p.given[0] for p in latin if p.given}
    joined = {whole for p in latin if len(whole := "".join(p.given[:2])) > 4}
    surnames = frozenset(p.surname for p in latin if len(p.surname) > 2)
    given: dict[str, list[str]] = {}
    for name in names:
        given.setdefault(name[:3], []).append(name)
    parts: dict[str, list[str]] = {}
    for part in names | surnames:
        for key in (part[:1], part[1:2], part[1:], part):
            parts.setdefault(key, []).append(part)
    return _Forms(frozenset(names | joined), surnames, given, parts)


def _is_somebody(word: str, forms: _Forms) -> bool:
    """Whether a word with a capital is a part of somebody's name, a short form of it, or a slip."""
    low = word.lower() if word.isascii() and word.isalpha() else canonical(word)
    if low.endswith("s") and word[-2:-1] in "'’":
        low = low[:-1]
    if len(low) < 2:
        return False
    if low in forms.exact:
        return True
    if low in english():
        return False
    if low in forms.surnames or any(is_short_for(low, g) for g in forms.given.get(low[:3], ())) or not nicknames().get(low, _NO_NAMES).isdisjoint(forms.exact):
        return True
    return any(is_slip(low, part) for key in (low[:1], low[1:]) for part in forms.parts.get(key, ()))


def _is_in_a_name(text: str, start: int, end: int) -> bool:
    """Whether the word belongs to a longer name in capitals: Karri Hill Dental, Young Street."""
    return text[end : end + 1] == " " and _LONGER.match(text, end, end + 40) is not None


def _with_surname(text: str, end: int, known: Sequence[Parts]) -> int:
    """`end`, or the end of the surname behind a given name, a slip in it forgiven."""
    behind = _SURNAME.match(text, end, end + 30)
    if behind is None:
        return end
    low = canonical(behind[1])
    if any(low == p.surname or (p.surname and is_slip(low, p.surname)) for p in known if not p.han):
        return behind.end()
    return end


def _initials(text: str, taken: Sequence[tuple[int, int]], starts: Sequence[int], drafts: Sequence[Draft]) -> Iterator[Span]:
    wanted: dict[str, int] = {}
    for draft in drafts:
        for form in initials_of(draft.names[0]):
            wanted[form] = wanted.get(form, 0) + 1
    if not wanted:
        return
    for match in _INITIALS.finditer(text):
        before = text[match.start() - 1 : match.start()]
        if (before.isascii() and before.isalpha()) or (before == "." if match["last"] else before in {"/", "&", "-"}):
            continue
        form = (match[0][0] + match["last"] if match["last"] else match[0]).lower()
        if form not in wanted or is_taken(taken, starts, *match.span()):
            continue
        if not match["last"] and form in _NO_INITIALS and not _is_signed(text, *match.span()):
            continue
        yield Span(match.start(), match.end(), "NAME", None, SOURCE, _SCORE)


def _is_signed(text: str, start: int, end: int) -> bool:
    """Whether two capitals sign a letter, or begin a task that is given to somebody: cheers, SW; a) PC visits."""
    before = text[max(0, start - 24) : start]
    return (text[end : end + 1] in {"", "\n"} and _CLOSING.search(before) is not None) or (_TASK.search(before) is not None and text[end : end + 1] == " ")
