"""Every mention of a person to one person of the report, or to a doubt; and the mentions that only a name known
from elsewhere in the report gives away: short forms, initials, slips of the pen.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import OUR_MARKS, PERSON_LABELS, roles
from incognote.link.relations import SIBLINGS, Draft, fits, sex_of
from incognote.link.role_words import Hit, role_of
from incognote.names.compare import canonical
from incognote.names.eponyms import english, is_term
from incognote.names.tables import first_names
from incognote.names.variants import Parts, given_sex, initials_of, is_short_for, is_slip, parts_of

SOURCE: Final = "variants"
_SCORE: Final = 0.85
_WORD: Final = re.compile(r"[A-Z][^\W\d_]*(?:['’‑-][A-Z]?[^\W\d_]+)*")
_TITLE: Final = re.compile(r"(?<![A-Za-z])(Mr|Mrs|Ms|Miss|Dr|Prof|Sgt|Const|Constable|Officer|S/C|Fr|Pastor|Rev|Sr|Nurse|Aunty|Auntie|Aunt|Uncle|Pop|Nan|Grandma|Teacher|Judge|Det)\.? ?\Z")
_INITIALS: Final = re.compile(r"(?<![A-Za-z.])([A-Z])\.\s?(?:[A-Z]\.\s?)?([A-Z])\b\.?|(?<![A-Za-z/&-])([A-Z]{2})(?![A-Za-z/&-]|\s?\d)")
_NO_INITIALS: Final = frozenset("am pm ac ad ae ah al an as at bp ca cc cd cf ch cm cn co cp cr cs ct cv dc dj do dr dv ec ed ef eg er et ev fa fc fd fh fv ga gi gm go gp hb hc hi hr hs hx ia ic id ie if in io ip iq is it iv kg la lb ld li mg mh ml mo mr ms na nd ne nf ng no nr ns nt nz od of oh ok on or os ot pa pc pe ph pm pr ps pt pv qa ra re rf rn rr rx sa sc sd se sf si sm so sp st sw ta tb td tv tx uk un up ur us uv va vs wa wk wt yo".split())
_YOUNG: Final = SIBLINGS | {"child", "twin", "half_sibling", "step_sibling", "classmate"}
_MALE: Final = frozenset({"Mr", "Fr", "Uncle", "Pop"})
_FEMALE: Final = frozenset({"Mrs", "Ms", "Miss", "Aunty", "Auntie", "Aunt", "Nan", "Grandma"})
_SERVING: Final = {"Dr": "doctor", "Prof": "doctor", "Sgt": "police", "Const": "police", "Constable": "police", "Officer": "police", "S/C": "police", "Det": "police",
                   "Fr": "clergy", "Pastor": "clergy", "Rev": "clergy", "Nurse": "nurse"}  # fmt: skip
_HAN_SERVING: Final = {"醫師": "doctor", "医师": "doctor", "醫生": "doctor", "社工": "social_worker", "社工師": "social_worker", "社工員": "social_worker", "護理師": "nurse", "巡官": "police", "巡佐": "police", "警員": "police",
                       "警官": "police", "員警": "police", "老師": "teacher", "導師": "teacher", "督導": "social_worker", "心理師": "psychologist"}  # fmt: skip
_HEADER: Final = re.compile(r"(?:^|\n)(?:From|To|Cc|Officer|Author|Completed by|Recorded by|Prepared by|Assessed by|Screened by)\s?[:：]\s?\Z", re.IGNORECASE)
_PLURAL: Final = re.compile(r"(?:s|es)(?:[’'])?(?![A-Za-z])")
_THE: Final = re.compile(r"\b[Tt]he (?:young |whole |old |two )?\Z")
_FAMILY: Final = re.compile(r" (?:family|household|children|kids|boys|girls|clan|home|house|sibling group)\b")
_HAN_TITLE: Final = re.compile(r"(?:總醫師|住院醫師|主治醫師|醫師|醫生|護理師|社工師?|社工員|伯伯|阿姨|叔叔|爸爸|媽媽|太太|先生|小姐|女士|老師|警員|警官|巡官|巡佐|主任|奶奶|爺爺|阿嬤|阿公|伯母|督導|大哥|大姐|哥哥|姊姊|同學)\Z")
_CUED: Final = re.compile(
    r"(?:(?P<label>(?:\(s\))?\s?[:：→=]\s{0,4}|[ \t]*\n|\s?[|¦\t]\s?|,)|, | )(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?"
    r"(?P<name>(?:[A-Z]{2,}(?:[-'’][A-Z]+)?,? (?:[A-Z]{2,}|[A-Z][a-z]+)(?:[ -][A-Z]{2,})?|[A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)*(?: (?:[A-Z]\.|(?:(?:de|del|van|al|bin|el|la) )?[A-Z][a-zA-Z]+(?:[-'’][A-Z]?[a-z]+)*)){1,3}))(?![\w'’-])"
)
_NOBODY: Final = frozenset("none no not nil unknown unnamed same as see they anonymous name names na".split())
_INSTITUTION: Final = frozenset(
    "school primary college hospital clinic centre center kindy kindergarten preschool prison gaol house park street road avenue court crescent parade close drive tce oshc elc church department "
    "service services police station family report intake date network base private memorial childcare care day public high secondary community medical health gp unit ward".split()
)
_IN_A_NAME: Final = re.compile(r" (?:[A-Z][a-z]+ ){0,2}(?:School|PS|HS|Hospital|Prison|College|Kind|Preschool|Primary|Clinic|Centre|Gaol|Street|Road|OSHC|ELC|R-|Base|District|Private|Memorial)")
_GLUED: Final = re.compile(r"(?:Dr|Mr|Mrs|Ms|Sgt|Fr|Prof)(?=[A-Z][a-z])")
_LEAD: Final = re.compile(r"([A-Z][A-Za-z/]*\.?)\s+(?=[A-Z])")
_TAIL: Final = re.compile(r"\s+([A-Z]{2,})\Z")
_TITLES: Final = frozenset("Mr Mrs Ms Miss Dr Prof Sgt Const Constable Officer S/C Fr Pastor Rev Sr Aunty Auntie Aunt Uncle Pop Nan Grandma Nana Mum Dad".split())
_NAMES_TOO: Final = frozenset({"Mo", "Pa", "Pop"} - {"Pop"})
_GIVEN_BEFORE: Final = re.compile(r"(?<![A-Za-z.'’-])([A-Z][a-z]+(?:[-'’][A-Z]?[a-z]+)?) (?:[A-Z]\. )?\Z")
_ALONE: Final = re.compile(r"(?:[A-Z]\. )?[A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*(?: [A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*)?\Z")
_GIVEN_TITLES: Final = frozenset({"Aunty", "Auntie", "Aunt", "Uncle", "Pop", "Nan", "Grandma", "Sr", "Pastor", "Fr", "Nurse", "Teacher"})
"""Titles that stand before given names too."""
_OTHER: Final = re.compile(r"(?:second|other|another|different|wrong|too,) (?:girl |boy |child |one )?(?:called |named )?\Z", re.IGNORECASE)


class Found(NamedTuple):
    """The mentions in order, and for each the people it may be (by index in `drafts`): one, or more in doubt;
    none for a whole family."""

    spans: tuple[Span, ...]
    whose: tuple[tuple[int, ...], ...]
    drafts: list[Draft]

    def __repr__(self) -> str:
        return f"Found({len(self.spans)} mentions of {len(self.drafts)} people)"


def is_full(name: str) -> bool:
    """Whether a name says surname and given name.

    >>> is_full("Brown, Aaron"), is_full("Mr Brown"), is_full("王大明"), is_full("王先生"), is_full("小宏")
    (True, False, True, False, False)
    """
    parts = parts_of(name)
    if parts.han:
        bare = re.sub(r"\s", "", name)
        return (len(bare) > 1 and bool(parts.given and parts.surname) and not _HAN_TITLE.search(bare) and bare[0] not in "小阿") or "·" in bare or "‧" in bare or len(bare) > 4
    return bool(parts.given and parts.surname) and len(parts.surname) > 1


def people_of(text: str, spans: Sequence[Span], seeds: Iterable[Draft] = ()) -> Found:
    """Everybody whose full name stands in the report, with its mentions; those by a part of a name are nobody's yet.

    `spans` stand in order, apart; `seeds` are people known beforehand.
    """
    drafts = list(seeds)
    persons = apart(_grown(text, _trimmed(text, s), n, spans) for n, s in enumerate(spans) if s.label in PERSON_LABELS)
    persons = _split(text, [s for s in persons if s.start < s.end])
    _name(text, persons, drafts)
    persons = sorted([*persons, *_more(text, sorted({*persons, *(s for s in spans if s.label not in PERSON_LABELS)}), drafts)])
    whose: list[tuple[int, ...]] = []
    for index, span in enumerate(persons):
        surface = text[span.start : span.end]
        mine = [n for n, d in enumerate(drafts) if _names(surface, span) and fits(surface, d)]
        if len(mine) > 1:
            mine = [n for n in mine if canonical(drafts[n].names[0]) == canonical(surface)] or mine[:1]
        for n in mine:
            _note(text, span, drafts[n], index, surface)
        whose.append(tuple(mine))
    return Found(tuple(persons), tuple(whose), drafts)


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
    """`spans` with the names that stand right behind a word for somebody, and that no detector saw."""
    taken = [(s.start, s.end) for s in spans]
    starts = [start for start, _ in taken]
    fresh = []
    for hit in words:
        found = _CUED.match(text, hit.end)
        if found is None or _is_taken(taken, starts, *found.span("name")):
            continue
        parts = found["name"].replace(",", " ").split()
        strange = [w for w in parts if canonical(w) not in english() and len(w) > 1]
        needed = 1 if found["label"] else 2
        is_given = bool(strange) and canonical(parts[0]) in first_names()
        if len(parts) < 2 or not (is_given or (len(strange) >= needed and not role_of(parts[0]))):
            continue
        if canonical(parts[0]) in _NOBODY or any(w.lower().strip(".") in _INSTITUTION for w in parts):
            continue
        if not _IN_A_NAME.match(text, found.end("name")):
            fresh.append(Span(found.start("name"), found.end("name"), "NAME", None, "cued", 0.8))
    return apart([*spans, *fresh]) if fresh else list(spans)


def is_name_cell(name: str) -> bool:
    """Whether a cell that should hold a name does: not an institution, not "None"."""
    words = [w.lower().strip(".") for w in re.split(r"[ \n]", name)]
    return role_of(name) is None and words[0] not in _NOBODY and not any(w in _INSTITUTION or w == "cc" for w in words)


def called(text: str, found: Found, roles_beside: Mapping[int, Collection[str]]) -> Found:
    """`found` with the mentions by a part of a name given to the people, whose roles are known by now.

    `roles_beside` are the role words beside a mention, by its index.
    """
    drafts, whose = found.drafts, list(found.whose)
    for index, span in enumerate(found.spans):
        surface = text[span.start : span.end]
        if whose[index] or _is_family(text, span, drafts):
            continue
        mine = _called(text, span, surface, drafts, found.spans[:index], whose)
        beside = roles_beside.get(index, ())
        if len(mine) > 1 and beside:
            mine = [n for n in mine if drafts[n].role in beside] or mine
        if not mine:
            drafts.append(Draft([surface]))
            mine = [len(drafts) - 1]
        if len(mine) == 1:
            _note(text, span, drafts[mine[0]], index, surface)
        whose[index] = tuple(mine)
    return Found(found.spans, tuple(whose), drafts)


def _trimmed(text: str, span: Span) -> Span:
    """A name without the titles and role words at its ends: Pop Ramos, Joanna GMOTHER, DrHolland."""
    start, end = span.start, span.end
    surface = text[start:end]
    glued = _GLUED.match(surface)
    if glued:
        start += glued.end()
    while (lead := _LEAD.match(text, start, end)) and (role_of(lead[1]) or lead[1].strip(".") in _TITLES) and lead[1] not in _NAMES_TOO:
        start = lead.end()
    while (tail := _TAIL.search(text, start, end)) and tail[1].isupper() and role_of(tail[1]):
        end = tail.start()
    return span._replace(start=start, end=end) if (start, end) != (span.start, span.end) else span


def _split(text: str, persons: Sequence[Span]) -> list[Span]:
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


def _grown(text: str, span: Span, number: int, spans: Sequence[Span]) -> Span:
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
    if (is_given or is_cell) and low not in _NOBODY and not role_of(before[1]) and not _TITLE.search(before[1]):
        return span._replace(start=start)
    return span


def _name(text: str, persons: Sequence[Span], drafts: list[Draft]) -> None:
    """A draft for everybody whose full name stands in the report, as often as it is written right."""
    full = [text[s.start : s.end] for s in persons if _names(text[s.start : s.end], s)]
    fresh: list[Draft] = []
    for name in sorted(full, key=lambda n: -len(parts_of(n).given)):
        if not any(fits(name, d) for d in (*drafts, *fresh)):
            fresh.append(Draft([name]))
    drafts += sorted(fresh, key=lambda d: full.index(d.names[0]))


def _names(surface: str, span: Span) -> bool:
    """Whether a mention names somebody by itself: in full, or in a name's cell of a table."""
    return span.source == "structure" or is_full(surface)


def _note(text: str, span: Span, draft: Draft, index: int, surface: str) -> None:
    draft.mentions.append(index)
    if surface not in draft.names:
        draft.names.append(surface)
    title = _TITLE.search(text, max(0, span.start - 12), span.start)
    if title and title[1] in _MALE | _FEMALE:
        draft.sex = draft.sex or ("M" if title[1] in _MALE else "F")
    if not draft.given_role and _HEADER.search(text, max(0, span.start - 24), span.start):
        draft.is_staff = True
    draft.is_staff = draft.is_staff or span.label == "DOCTOR"
    draft.is_patient = draft.is_patient or (span.kind == "patient" and is_full(surface))
    if title and title[1] in _SERVING and not draft.given_role:
        draft.given_role = _SERVING[title[1]] if draft.role in {"", "notifier"} else ""
    if not surface.isascii() and not draft.given_role and draft.role in {"", "social_worker"}:
        draft.given_role = _HAN_SERVING.get(surface[-2:], "") or _HAN_SERVING.get(surface[-3:], "")


def _is_family(text: str, span: Span, drafts: Sequence[Draft]) -> bool:
    """The Hansens, the Mazur family: all of that name."""
    surface = text[span.start : span.end]
    surnames = {parts_of(d.names[0]).surname for d in drafts} - {""}
    low = canonical(surface)
    if not _THE.search(text, max(0, span.start - 14), span.start):
        return False
    is_plural = (low.endswith("s") and (low[:-1] in surnames or low[:-2] in surnames)) or (low in surnames and _PLURAL.match(text, span.end) is not None)
    return is_plural or (low in surnames and _FAMILY.match(text, span.end) is not None)


def family_end(text: str, end: int) -> int:
    """Where a family's name ends, the ending of the plural included."""
    plural = _PLURAL.match(text, end)
    return plural.end() if plural and text[plural.end() - 1] == "s" else end


def _called(
    text: str, span: Span, surface: str, drafts: Sequence[Draft], before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    """The people whom a part of a name, a short form or initials may mean."""
    found = _TITLE.search(text, max(0, span.start - 12), span.start)
    title = found[1] if found else ""
    mine = _candidates(surface, drafts, title)
    return mine if len(mine) < 2 else _decided(text, span, mine, drafts, title, before, whose)


def _candidates(surface: str, drafts: Sequence[Draft], title: str) -> list[int]:
    parts = parts_of(surface)
    everybody = list(enumerate(drafts))
    if parts.han:
        return _candidates_han(surface, drafts)
    word = canonical(surface)
    words = parts.given or (word,)
    known = [(n, parts_of(d.names[0])) for n, d in everybody]
    surname_only = bool(title) and title not in _GIVEN_TITLES
    tests: tuple[Callable[[Parts], bool], ...] = (
        lambda p: not surname_only and p.given[:1] == (words[0],) and (len(words) == 1 or p.given[: len(words)] == words),
        lambda p: not surname_only and "".join(p.given) == word,
        lambda p: word == p.surname or (not p.surname and (word,) == p.given),
        lambda p: word in p.given,
        lambda p: bool(p.given) and is_short_for(word, p.given[0]),
        lambda p: any(is_slip(word, part) for part in (p.given[:1] or ()) + ((p.surname,) if p.surname else ())),
    )
    if title in _SERVING:
        tests = tests[2:3]
    for test in tests:
        found = [n for n, p in known if not p.han and test(p)]
        if title in _SERVING:
            found = [n for n in found if drafts[n].given_role or drafts[n].is_staff or _is_third(drafts[n])]
        if found:
            return found
    dotted = surface.replace(".", "").replace(" ", "").lower()
    if 2 <= len(dotted) <= 3 and surface.upper() == surface:
        return [n for n, d in everybody if dotted in initials_of(d.names[0])]
    return []


def _candidates_han(surface: str, drafts: Sequence[Draft]) -> list[int]:
    bare = re.sub(r"\s", "", surface)
    title = _HAN_TITLE.search(bare)
    stem = bare[: title.start()] if title else bare
    if title:
        return [n for n, d in enumerate(drafts) if parts_of(d.names[0]).han and d.names[0].startswith(stem) and stem]
    given = stem[1:] if stem[:1] in "小阿" and len(stem) > 1 else stem
    return [n for n, d in enumerate(drafts) if (p := parts_of(d.names[0])).han and p.given and (given in p.given[0] or p.given[0] == given[::-1])]


def _is_third(draft: Draft) -> bool:
    return draft.role in {"doctor", "police", "clergy", "nurse", "psychologist", "notifier"}


def _decided(
    text: str, span: Span, mine: list[int], drafts: Sequence[Draft], title: str, before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    """`mine` narrowed by title, role word beside it and who was named last; all of them where nothing tells."""
    if title in _MALE | _FEMALE:
        sex = "M" if title in _MALE else "F"
        fitting = [n for n in mine if sex_of(drafts[n]) == sex and drafts[n].role not in _YOUNG] or [n for n in mine if sex_of(drafts[n]) in {sex, None}]
        mine = fitting or mine
    if len(mine) > 1 and not _OTHER.search(text, max(0, span.start - 30), span.start):
        family = [n for n in mine if _is_family_member(drafts[n])]
        mine = family if len(family) == 1 else mine
    if len(mine) < 2:
        return mine
    sentence = max(text.rfind(mark, 0, span.start) for mark in (". ", "\n", "。", "! ", "? "))
    for at in range(len(before) - 1, -1, -1):
        if before[at].start < sentence:
            break
        if len(whose[at]) == 1 and whose[at][0] in mine and is_full(text[before[at].start : before[at].end]):
            return [whose[at][0]]
    return mine


def _is_family_member(draft: Draft) -> bool:
    """Whether somebody is the child or kin: a part of a name alone means them, not a namesake named once in full."""
    known = roles().get(draft.role)
    return known is not None and known.group in {"kin", "subject"}


def _more(text: str, spans: Sequence[Span], drafts: Sequence[Draft]) -> Iterator[Span]:
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
        if start < last or _is_taken(taken, starts, start, end):
            continue
        word = match[0]
        if word not in words:
            words[word] = _is_somebody(word, known)
        if words[word] and not is_term(text, start, end) and not _is_in_a_name(text, start, end):
            end = _with_surname(text, end, known)
            last = end
            if not _is_taken(taken, starts, start, end):
                yield Span(start, end, "NAME", None, SOURCE, _SCORE)
    yield from _initials(text, taken, starts, drafts)


def _is_taken(taken: Sequence[tuple[int, int]], starts: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(starts, end) - 1
    return at >= 0 and taken[at][1] > start


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
        if form not in wanted or _is_taken(taken, starts, *match.span()):
            continue
        if match[3] and form in _NO_INITIALS:
            continue
        yield Span(match.start(), match.end(), "NAME", None, SOURCE, _SCORE)
