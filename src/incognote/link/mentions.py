"""Every mention of a person to one person of the report, or to a doubt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import PERSON_LABELS
from incognote.link.bystanders import another, is_someone_else, tell_author, tell_namesakes
from incognote.link.called import FEMALE, MALE, SERVING, TITLE, candidates, decided, is_full
from incognote.link.further import more, namesakes
from incognote.link.mentions_han import candidates as candidates_han
from incognote.link.mentions_han import given_alone, kin_told, served, title_of
from incognote.link.relations import MASKS, Draft, fits
from incognote.link.spotted import apart as apart
from incognote.link.spotted import cued as cued
from incognote.link.spotted import grown, split, trimmed
from incognote.link.spotted import is_name_cell as is_name_cell
from incognote.link.spotted_han import trimmed_han
from incognote.names.compare import canonical
from incognote.names.variants import parts_of

_HEADER: Final = re.compile(r"(?:^|\n)(?:From|To|Cc|Officer|Author|Completed by|Recorded by|Prepared by|Assessed by|Screened by)\s?[:：]\s?\Z", re.IGNORECASE)
_PLURAL: Final = re.compile(r"(?:s|es)(?:[’'])?(?![A-Za-z])")
_THE: Final = re.compile(r"\b[Tt]he (?:young |whole |old |two )?\Z")
_SHARED: Final = re.compile(r"(?:\b[Aa]ll(?: (?:surname|named|called))?|[Ss]urname|[Ff]amily name|[Ll]ast name)(?: is|:)? \Z")
_FAMILY: Final = re.compile(r" (?:family|household|children|kids|boys|girls|clan|home|house|sibling group)\b")


class Found(NamedTuple):
    """The mentions in order, and for each the people it may be (by index in `drafts`): one, or more in doubt;
    none for a whole family."""

    spans: tuple[Span, ...]
    whose: tuple[tuple[int, ...], ...]
    drafts: list[Draft]

    def __repr__(self) -> str:
        return f"Found({len(self.spans)} mentions of {len(self.drafts)} people)"


def people_of(text: str, spans: Sequence[Span], seeds: Iterable[Draft] = ()) -> Found:
    """Everybody whose full name stands in the report, with its mentions; those by a part of a name are nobody's yet.

    `spans` stand in order, apart; `seeds` are people known beforehand.
    """
    drafts = list(seeds)
    persons = apart(grown(text, trimmed_han(text, trimmed(text, s)), n, spans) for n, s in enumerate(spans) if s.label in PERSON_LABELS)
    persons = split(text, [s for s in persons if s.start < s.end])
    persons = sorted([*persons, *namesakes(text, sorted({*persons, *spans}), persons)])
    short = given_alone({text[s.start : s.end] for s in persons})
    _name(text, persons, drafts, short)
    persons = sorted([*persons, *more(text, sorted({*persons, *(s for s in spans if s.label not in PERSON_LABELS)}), drafts)])
    whose: list[tuple[int, ...]] = []
    fitting: dict[str, list[int]] = {}
    for index, span in enumerate(persons):
        surface = text[span.start : span.end]
        mine = []
        if _names(surface, span, short):
            if surface not in fitting or not surface.isascii():
                fitting[surface] = _whole(surface, drafts)
            mine = fitting[surface]
        if len(mine) == 1:
            _note(text, span, drafts[mine[0]], index, surface)
        whose.append(tuple(mine))
    return Found(tuple(persons), tuple(whose), drafts)


def called(text: str, found: Found, roles_beside: Mapping[int, Collection[str]]) -> Found:
    """`found` with the mentions by a part of a name given to the people, whose roles are known by now.

    `roles_beside` are the role words beside a mention, by its index.
    """
    drafts, whose = found.drafts, list(found.whose)
    for index, span in enumerate(found.spans):
        surface = text[span.start : span.end]
        if len(whose[index]) > 1:  # 王○明 of two: the word beside it tells, or nobody
            told = [n for n in whose[index] if drafts[n].role in roles_beside.get(index, ())]
            if len(told) == 1:
                whose[index] = tuple(told)
                _note(text, span, drafts[told[0]], index, surface)
        if whose[index] or _is_family(text, span, drafts):
            continue
        mine = _called(text, span, surface, drafts, found.spans[:index], whose)
        beside = roles_beside.get(index, ())
        if len(mine) > 1 and beside:
            mine = [n for n in mine if drafts[n].role in beside] or mine
        mine = [] if is_someone_else(text, span, surface, [drafts[n] for n in mine], beside) else mine
        if not mine:
            kin = "" if surface.isascii() else kin_told(*title_of(text, span.start, span.end), drafts)
            drafts.append(Draft([surface], given_role=kin) if kin else another(text, span, surface))
            mine = [len(drafts) - 1]
        if len(mine) == 1:
            _note(text, span, drafts[mine[0]], index, surface)
        whose[index] = tuple(mine)
    tell_namesakes(text, found.spans, drafts)
    tell_author(text, found.spans, drafts)
    return Found(found.spans, tuple(whose), drafts)


def _whole(surface: str, drafts: Sequence[Draft]) -> list[int]:
    """The one person whom a name in full means, by index."""
    mine = [n for n, d in enumerate(drafts) if fits(surface, d)]
    if len(mine) > 1:
        mine = [n for n in mine if canonical(drafts[n].names[0]) == canonical(surface)] or (mine[:1] if surface.isascii() else mine)  # 王○明 of two
    return mine


def _name(text: str, persons: Sequence[Span], drafts: list[Draft], short: Collection[str]) -> None:
    """A draft for everybody whose full name stands in the report, as often as it is written right."""
    full = [text[s.start : s.end] for s in persons if _names(text[s.start : s.end], s, short)]
    fresh: list[Draft] = []
    for name in sorted(dict.fromkeys(full), key=lambda n: (not n.isascii() and not MASKS.isdisjoint(canonical(n)), -len(parts_of(n).given))):
        if not any(fits(name, d) for d in (*drafts, *fresh)):
            fresh.append(Draft([name]))
    drafts += sorted(fresh, key=lambda d: full.index(d.names[0]))


def _names(surface: str, span: Span, short: Collection[str]) -> bool:
    """Whether a mention names somebody by itself: in full, or in a name's cell of a table."""
    return (span.source == "structure" or is_full(surface)) and surface not in short and "*" not in surface


def _note(text: str, span: Span, draft: Draft, index: int, surface: str) -> None:
    draft.mentions.append(index)
    if surface not in draft.names:
        draft.names.append(surface)
    title = TITLE.search(text, max(0, span.start - 12), span.start)
    if title and title[1] in MALE | FEMALE:
        draft.sex = draft.sex or ("M" if title[1] in MALE else "F")
    if not draft.given_role and _HEADER.search(text, max(0, span.start - 24), span.start):
        draft.is_staff = True
    draft.is_staff = draft.is_staff or span.label == "DOCTOR"
    draft.is_patient = draft.is_patient or (span.kind == "patient" and is_full(surface))
    if title and title[1] in SERVING and not draft.given_role:
        draft.given_role = SERVING[title[1]] if draft.role in {"", "notifier"} else ""
    if not surface.isascii() and not draft.given_role and draft.role in {"", "social_worker", "third_party"}:
        draft.given_role = served(text, span.start, span.end)


def _is_family(text: str, span: Span, drafts: Sequence[Draft]) -> bool:
    """The Hansens, the Mazur family: all of that name."""
    surface = text[span.start : span.end]
    surnames = {parts_of(d.names[0]).surname for d in drafts} - {""}
    low = canonical(surface)
    shared = _SHARED.search(text, max(0, span.start - 16), span.start) if low in surnames else None
    if shared:
        return shared[0][:1] in "Aa" or sum(parts_of(d.names[0]).surname == low for d in drafts) > 1
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
    found = TITLE.search(text, max(0, span.start - 12), span.start)
    title = found[1] if found else ""
    mine = candidates_han(text, span.start, span.end, drafts) if parts_of(surface).han else candidates(surface, drafts, title)
    return mine if len(mine) < 2 else decided(text, span, mine, drafts, title, before, whose)
