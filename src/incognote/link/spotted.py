"""The spans of names as a report writes them: behind the words for somebody, without titles, two side by side, with the given name before."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from incognote.document import Span
from incognote.link.called import TITLE
from incognote.link.role_words import Hit, role_of
from incognote.names.compare import canonical
from incognote.names.eponyms import english
from incognote.names.tables import first_names
from incognote.names.variants import given_sex

_CUED: Final = re.compile(
    r"(?:(?P<label>(?:\(s\))?\s?[:：→=]\s{0,4}|, [a-z][a-z' -]{2,30}\n|[ \t]*\n|\s?[|¦\t]\s?|,)|, | )(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?"
    r"(?P<name>(?:[A-Z]{2,}(?:[-'’][A-Z]+)?,? (?:[A-Z]{2,}|[A-Z][a-z]+)(?:[ -][A-Z]{2,})?|[A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*(?: (?:[A-Z]\.|(?:(?:de|del|van|al|bin|el|la) )?[A-Z][a-zA-Z]+(?:[-'’][A-Z]?[a-z]+)*)){1,3}))(?![\w'’-])"
)
_LED: Final = re.compile(
    r"(?<![\w'’-])(?P<name>[A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*(?: [A-Z]\.)?(?: [A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*){1,2})"
    r"(?: \(|, | - )(?:the |her |his |our |their |my |an? )?(?:[a-z]{2,12} )?\Z"
)
_INITIALS: Final = re.compile(r"(?:: ?| ?\[|: ?\[| \()([A-Z]\. ?[A-Z]\.)(?=[\])\s|,;])")
_CALLED: Final = re.compile(r" (?P<name>[A-Z][a-z]{2,}(?:[-'’][A-Z]?[a-z]+)?)(?![\w'’-]| [A-Z&])")
_SENDER: Final = re.compile(r"(?m)^(?:From|To|Cc|CC):[ \t]{0,4}([A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*(?: [A-Z]\.)?(?: [A-Z][A-Za-z]*[a-z](?:[-'’][A-Z]?[a-z]+)*){1,2}) ?[<\[(]")
_SURNAME: Final = re.compile(r", (?:with the )?(?:sur|family |last )name ([A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*)")
_OFF: Final = re.compile(r"(?P<lead>[A-Za-z]+ )??(?P<name>[A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*(?: [A-Z]\.)?(?: [A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*){0,2}) (?:of|for|from|at) (?:the )?(?=[A-Z])")
"""What a detector took for the beginning of an institution's name: Palmer of Galah Creek School."""
_LESS: Final = frozenset({"ROOM", "BED"})
"""Labels that a cue for a name overrules: From: Doreen Ward."""
_INSTITUTIONS: Final = frozenset({"SCHOOL", "EARLYLEARN", "HOSPITAL", "PRISON", "ORG"})
_LISTED: Final = re.compile(r"(?:\A|\n)(?:\d{1,2}|n/a|\?) {1,3}\Z")
_DAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december easter christmas".split())
_WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_NOBODY: Final = frozenset("none no not nil unknown unnamed same as see they anonymous name names na age ages dob sex gender phone mobile address contact relation relationship ethnicity language occupation status suburb postcode".split())
_INSTITUTION: Final = frozenset(
    "school primary college hospital clinic centre center kindy kindergarten preschool prison gaol house park street road avenue court crescent parade close drive tce oshc elc church department "
    "service services police station family report intake date network base private memorial childcare care day public high secondary community medical health gp unit ward ambulance".split()
)
_IN_A_NAME: Final = re.compile(r" (?:[A-Z][a-z]+ ){0,2}(?:School|PS|HS|Hospital|Prison|College|Kind|Preschool|Primary|Clinic|Centre|Gaol|Street|Road|OSHC|ELC|R-|Base|District|Private|Memorial)")
_GLUED: Final = re.compile(r"(?:Dr|Mr|Mrs|Ms|Sgt|Fr|Prof)(?=[A-Z][a-z])")
_LEAD: Final = re.compile(r"([A-Z][A-Za-z/]*\.?)\s+(?=[A-Z])")
_TAIL: Final = re.compile(r"\s+([A-Z]{2,})\Z")
_TITLES: Final = frozenset("Mr Mrs Ms Miss Mdm Madam Dr Prof Sgt Const Constable Officer S/C Fr Pastor Rev Sr Aunty Auntie Aunt Uncle Pop Nan Grandma Nana Mum Dad".split())
_NAMES_TOO: Final = frozenset({"Mo", "Pa", "Pop"} - {"Pop"})
_GIVEN_BEFORE: Final = re.compile(r"(?<![A-Za-z.'’-])([A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)?|(?:Jas|Wm|Chas|Geo|Thos|Robt|Edw|Saml|Danl|Benj|Jno|Jos|Alex)\.) (?:[A-Z]\. )?\Z")
_SMALL: Final = frozenset("re on in at the a an and but or so then when if as by to for from with of her his she he it we i yesterday today tonight last this that after before since while about".split())
"""Words that begin a sentence before somebody's surname and are nobody's given name."""
_PARAGRAPH: Final = re.compile(r"\S(?:(?!\n\n)[\s\S])*(?<!\s)")
_ALONE: Final = re.compile(r"(?:[A-Z]\. )?[A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*(?: [A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*)?\Z")


def apart(spans: Iterable[Span]) -> list[Span]:
    """`spans` in order; of two that overlap, the surer."""
    kept: list[Span] = []
    for span in sorted(spans):
        if kept and kept[-1].end > span.start:
            if span.score > kept[-1].score:
                kept[-1] = span
        else:
            kept.append(span)
    return kept


def cued(text: str, words: Sequence[Hit], spans: Sequence[Span]) -> list[Span]:
    """`spans` with the names that stand right behind or before a word for somebody, and that no detector saw."""
    spans = list(split_off(text, spans))
    taken = [(s.start, s.end) for s in spans if s.label not in _LESS]
    starts = [start for start, _ in taken]
    fresh = []
    for hit in words:
        for place in (_behind(text, hit), _before(text, hit)):
            if place is not None and not is_taken(taken, starts, *place):
                fresh.append(Span(*place, "NAME", None, "cued", 0.8))
    fresh += [Span(*m.span(1), "NAME", None, "cued", 0.8) for m in _SENDER.finditer(text) if not is_taken(taken, starts, *m.span(1))] if "From:" in text or "To:" in text else []
    fresh += [Span(*place, "NAME", None, "cued", 0.8) for place in _surnames(text) if not is_taken(taken, starts, *place)]
    return apart([*spans, *fresh]) if fresh else list(spans)


def _surnames(text: str) -> list[tuple[int, int]]:
    """Surnames that stand alone behind the word: a second Jonathan, surname Callaghan."""
    return [m.span(1) for m in _SURNAME.finditer(text)] if "name " in text else []


def split_off(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """`spans` where somebody of an institution is not a part of its name: Mr Palmer of Galah Creek School."""
    for span in spans:
        found = _OFF.match(text, span.start, span.end) if span.label in _INSTITUTIONS else None
        if found is None or not _may_be_somebody(text, span, found):
            yield span
            continue
        yield Span(*found.span("name"), "NAME", None, "cued", 0.8)
        yield span._replace(start=found.end())


def _may_be_somebody(text: str, span: Span, found: re.Match[str]) -> bool:
    """Whether what stands before "of" and the institution is a person: a title or a role word before, a given name first."""
    if found["lead"] and not role_of(found["lead"].strip()):
        return False
    parts = found["name"].split()
    if any(w.lower().strip(".") in _INSTITUTION for w in parts):
        return False
    is_led = bool(found["lead"]) or TITLE.search(text, max(0, span.start - 12), span.start) is not None
    first = canonical(parts[0])
    return is_led or (len(parts) > 1 and (first in first_names() or first in given_sex() or not any(canonical(w) in english() for w in parts)))


def _behind(text: str, hit: Hit) -> tuple[int, int] | None:
    """The name right behind a word for somebody."""
    found = _CUED.match(text, hit.end)
    if found is None:
        initials = _INITIALS.match(text, hit.end)
        return initials.span(1) if initials else _given_behind(text, hit)
    parts = found["name"].replace(",", " ").split()
    strange = [w for w in parts if canonical(w) not in english() and len(w) > 1]
    needed = 1 if found["label"] else 2
    first = canonical(parts[0])
    is_given = (bool(strange) and first in first_names()) or (first in given_sex() and text[hit.end : hit.end + 1] == " ")
    if len(parts) < 2 or not (is_given or (len(strange) >= needed and not role_of(parts[0]))) or _is_no_name(text, parts, found.end("name")):
        return None
    return found.span("name")


def _given_behind(text: str, hit: Hit) -> tuple[int, int] | None:
    """A given name alone behind a word in small letters for somebody: her mate Indra."""
    found = _CALLED.match(text, hit.end) if hit.word[-1:].islower() and hit.word.islower() else None
    if found is None:
        return None
    low = canonical(found["name"])
    is_given = low in first_names() or low in given_sex()
    is_given = is_given or (bool(hit.of) and low not in english() and not role_of(found["name"]))
    return found.span("name") if is_given and not _is_no_name(text, [found["name"]], found.end()) else None


def _before(text: str, hit: Hit) -> tuple[int, int] | None:
    """The name that a word for somebody follows in brackets or behind a comma: Mere Palelei (community nurse)."""
    if text[hit.start - 1 : hit.start] not in {"(", " "}:
        return None
    found = _LED.search(text, max(0, hit.start - 60), hit.start)
    if found is None:
        return None
    parts = found["name"].split()
    strange = [w for w in parts if canonical(w) not in english() and len(w) > 1]
    is_given = canonical(parts[0]) in first_names() or canonical(parts[0]) in given_sex()
    if not strange or not (is_given or canonical(parts[-1]) not in english()) or _is_no_name(text, parts, found.end("name")):
        return None
    return found.span("name") if not any(role_of(w) for w in parts) else None


def _is_no_name(text: str, parts: Sequence[str], end: int) -> bool:
    """Whether words are nobody's name: an institution's, "None"."""
    return canonical(parts[0]) in _NOBODY or any(w.lower().strip(".") in _INSTITUTION for w in parts) or _IN_A_NAME.match(text, end) is not None


def is_name_cell(name: str) -> bool:
    """Whether a cell that should hold a name does: not an institution, not "None"."""
    words = [w.lower().strip(".") for w in re.split(r"[ \n]", name)]
    return role_of(name) is None and words[0] not in _NOBODY and not any(w in _INSTITUTION or w == "cc" for w in words)


def trimmed(text: str, span: Span) -> Span:
    """A name without the titles and role words at its ends: Pop Ramos, Joanna GMOTHER, DrHolland."""
    start, end = span.start, span.end
    surface = text[start:end]
    glued = _GLUED.match(surface)
    if glued:
        start += glued.end()
    while (lead := _LEAD.match(text, start, end)) and (lead[1].lower() in _SMALL or (lead[1].lower() in _WEEKDAYS) or role_of(lead[1]) or lead[1].strip(".") in _TITLES) and lead[1] not in _NAMES_TOO:
        start = lead.end()
    while (tail := _TAIL.search(text, start, end)) and tail[1].isupper() and role_of(tail[1]):
        end = tail.start()
    return span._replace(start=start, end=end) if (start, end) != (span.start, span.end) else span


def at_paragraphs(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """`spans` with names that a detector drew over the end of a paragraph as one name on each side of it."""
    for span in spans:
        if span.label != "NAME" or "\n\n" not in text[span.start : span.end]:
            yield span
            continue
        for part in _PARAGRAPH.finditer(text, span.start, span.end):
            yield span._replace(start=part.start(), end=part.end())


def split(text: str, persons: Sequence[Span]) -> list[Span]:
    """Two full names that stand side by side, found as one, where the second is named elsewhere too."""
    surfaces = {text[s.start : s.end] for s in persons}
    out: list[Span] = []
    for span in persons:
        words = [m.span() for m in re.finditer(r"\S+", text[span.start : span.end])]
        surface = text[span.start : span.end]
        if len(words) == 4 and "," not in surface and (surface[words[2][0] :] in surfaces or surface[: words[1][1]] in surfaces):
            out += [span._replace(end=span.start + words[1][1]), span._replace(start=span.start + words[2][0])]
        else:
            out.append(span)
    return out


def grown(text: str, span: Span, number: int, spans: Sequence[Span]) -> Span:
    """A surname that a detector found alone, with the given name before it."""
    surface = text[span.start : span.end]
    before = _GIVEN_BEFORE.search(text, max(0, span.start - 24), span.start)
    if before is None or not _ALONE.match(surface) or "," in surface:
        return span
    start, low = before.start(1), canonical(before[1])
    if number and spans[number - 1].end > start:
        return span
    is_cell = not start or text[start - 1] in "|¦\t:;(," or text[start - 2 : start] in {"| ", ": ", "; ", ", ", "- ", "( "}
    is_given = low in first_names() or low in given_sex() or (low not in english() and not role_of(before[1]))
    is_cell = is_cell or _LISTED.search(text, max(0, start - 8), start) is not None
    is_mid = " " in surface and text[start - 1 : start] == " " and text[start - 2 : start - 1].islower() and low not in _DAYS
    if before[1].endswith("."):
        return span._replace(start=start)
    if (is_given or is_cell or is_mid) and low not in _NOBODY | _SMALL | _DAYS and not role_of(before[1]) and not TITLE.search(before[1]):
        return span._replace(start=start)
    return span


def is_taken(taken: Sequence[tuple[int, int]], starts: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(starts, end) - 1
    return at >= 0 and taken[at][1] > start
