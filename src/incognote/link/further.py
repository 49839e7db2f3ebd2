"""Mentions that no detector saw, of people whose full name stands in the report: short forms, initials, slips of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import OUR_MARKS
from incognote.link.relations import Draft
from incognote.link.role_words import role_of
from incognote.link.spotted import is_taken
from incognote.names.compare import canonical
from incognote.names.eponyms import english, is_term
from incognote.names.tables import first_names
from incognote.names.variants import Parts, given_sex, initials_of, is_short_for, is_slip, parts_of

_TITLES: Final = frozenset("mr mrs ms miss dr prof sgt const constable officer fr pastor rev sr nurse".split())
_CLOSING: Final = re.compile(r"(?i:cheers|regards|rgds|thanks|thx|ta|sincerely|faithfully),?\s{1,3}\Z")
_TASK: Final = re.compile(r"(?:\A|\n)[ \t]*(?:[a-z]|\d{1,2}|[ivx]{1,4})[).] \Z")
SOURCE: Final = "variants"
_SCORE: Final = 0.85
_WORD: Final = re.compile(r"[A-Z][^\W\d_]*(?:['’‑-][A-Z]?[^\W\d_]+)*")
_INITIALS: Final = re.compile(r"(?<![A-Za-z.])([A-Z])\.\s?(?:[A-Z]\.\s?)?([A-Z])\b\.?|(?<![A-Za-z/&-])([A-Z]{2})(?![A-Za-z/&-]|\s?\d)")
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
    words: dict[str, bool] = {}
    last = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        if start < last or is_taken(taken, starts, start, end):
            continue
        word = match[0]
        if word not in words:
            words[word] = _is_somebody(word, known)
        if words[word] and not is_term(text, start, end) and not _is_in_a_name(text, start, end):
            end = _with_surname(text, end, known)
            last = end
            if not is_taken(taken, starts, start, end):
                yield Span(start, end, "NAME", None, SOURCE, _SCORE)
    yield from _initials(text, taken, starts, drafts)


def namesakes(text: str, spans: Sequence[Span], persons: Sequence[Span]) -> Iterator[Span]:
    """Names in full that no detector saw, of people who bear the surname of one whom a detector did: Dean Hill."""
    surnames = {parts_of(text[s.start : s.end]).surname for s in persons} - {""}
    taken = sorted((s.start, s.end) for s in spans)
    starts = [start for start, _ in taken]
    last: list[re.Match[str]] = []
    for match in _WORD.finditer(text):
        if last and text[last[-1].end() : match.start()] not in {" ", ". "}:
            last = []
        word = canonical(match[0])
        if last and word in surnames and len(word) > 2 and not is_taken(taken, starts, last[-1].start(), match.end()) and not _is_in_a_name(text, match.start(), match.end()):
            start = _first_name(text, last)
            if start >= 0 and not is_taken(taken, starts, start, match.end()):
                yield Span(start, match.end(), "NAME", None, SOURCE, _SCORE)
        last = [*last[-1:], match]


def _first_name(text: str, words: Sequence[re.Match[str]]) -> int:
    """Where the given names before a surname begin, -1 where `words` are none."""
    given = [m for m in words if canonical(m[0]) in first_names() or canonical(m[0]) in given_sex() or len(m[0]) == 1]
    if not given or given[-1] is not words[-1] or role_of(words[-1][0]):
        return -1
    first = words[0]
    is_mid = text[max(0, first.start() - 2) : first.start()][:1] not in {"", ".", "!", "?", "\n", ":"} and text[first.start() - 1 : first.start()] == " "
    is_one = first in given or (len(words) > 1 and is_mid and role_of(first[0]) is None and canonical(first[0]) not in _TITLES)
    if len(words) > 1 and not is_one:
        first = words[-1]
    return first.start() if len(first[0]) > 1 else -1


def _is_somebody(word: str, known: Sequence[Parts]) -> bool:
    """Whether a word with a capital is a part of somebody's name, a short form of it, or a slip."""
    low = canonical(word)
    if low.endswith("s") and word[-2:-1] in "'’":
        low = low[:-1]
    if len(low) < 2:
        return False
    is_word = low in english()
    for parts in known:
        if parts.han:
            continue
        if low in parts.given[:1] and len(low) > 1:
            return True
        if low == parts.surname and not is_word and len(low) > 2:
            return True
        if low == "".join(parts.given[:2]) and len(low) > 4:
            return True
        if parts.given and not is_word and is_short_for(low, parts.given[0]):
            return True
        if not is_word and (any(is_slip(low, g) for g in parts.given[:1]) or (parts.surname and is_slip(low, parts.surname))):
            return True
    return False


def _is_in_a_name(text: str, start: int, end: int) -> bool:
    """Whether the word belongs to a longer name in capitals: Karri Hill Dental, Young Street."""
    after = re.match(r"[ ](?:[A-Z][a-z]+ ){0,2}(?:Street|St|Road|Rd|Ave|Avenue|Court|Ct|Cres|Crescent|Parade|Close|Drive|Dr|Lane|Terrace|Tce|Way|Place|Pl|School|PS|HS|Hospital|Prison|College|Kindergarten|Kindy|Preschool|Primary|Clinic|Centre|Gaol|Park|Creek|Hill|House|Church|Day|Week)\b", text[end : end + 40])
    return after is not None


def _with_surname(text: str, end: int, known: Sequence[Parts]) -> int:
    """`end`, or the end of the surname behind a given name, a slip in it forgiven."""
    behind = re.match(r" ([A-Z][^\W\d_]+(?:['’-][A-Z]?[^\W\d_]+)*)", text[end : end + 30])
    if behind is None:
        return end
    low = canonical(behind[1])
    if any(low == p.surname or (p.surname and is_slip(low, p.surname)) for p in known if not p.han):
        return end + behind.end()
    return end


def _initials(text: str, taken: Sequence[tuple[int, int]], starts: Sequence[int], drafts: Sequence[Draft]) -> Iterator[Span]:
    wanted: dict[str, int] = {}
    for draft in drafts:
        for form in initials_of(draft.names[0]):
            wanted[form] = wanted.get(form, 0) + 1
    if not wanted:
        return
    for match in _INITIALS.finditer(text):
        form = re.sub(r"[^A-Za-z]", "", match[0]).lower()
        if form not in wanted or is_taken(taken, starts, *match.span()):
            continue
        if match[3] and form in _NO_INITIALS and not _is_signed(text, *match.span()):
            continue
        yield Span(match.start(), match.end(), "NAME", None, SOURCE, _SCORE)


def _is_signed(text: str, start: int, end: int) -> bool:
    """Whether two capitals sign a letter, or begin a task that is given to somebody: cheers, SW; a) PC visits."""
    before = text[max(0, start - 24) : start]
    return (text[end : end + 1] in {"", "\n"} and _CLOSING.search(before) is not None) or (_TASK.search(before) is not None and text[end : end + 1] == " ")
