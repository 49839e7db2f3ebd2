"""Every mention of a person to one person of the report, or to a doubt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from incognote.document import Span
from incognote.labels import PERSON_LABELS, roles
from incognote.link.bystanders import another, is_someone_else, tell_author, tell_namesakes
from incognote.link.called import FEMALE, MALE, SERVING, TITLE, candidates, decided, is_full
from incognote.link.further import more, namesakes
from incognote.link.mentions_han import candidates as candidates_han
from incognote.link.mentions_han import given_alone, is_doubtful_form, kin_told, served, title_of
from incognote.link.nicknamed import (
    generation,
    nicknames_behind,
    plain,
    tell_aliases,
    with_nicknames,
)
from incognote.link.relations import MASKS, Draft, fits, is_same_name
from incognote.link.role_words import role_of
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
    spans = with_nicknames(text, spans)
    persons = apart(grown(text, trimmed_han(text, trimmed(text, s)), n, spans) for n, s in enumerate(spans) if s.label in PERSON_LABELS)
    persons = split(text, [s for s in persons if s.start < s.end])
    persons = sorted([*persons, *namesakes(text, sorted({*persons, *spans}), persons)])
    behind = {nick: owner for owner, nick in nicknames_behind(text, persons)}
    persons = apart([*(p for p in persons if not any(n.start < p.end and p.start < n.end for n in behind)), *behind])
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
        owner = behind.get(span)
        if owner is not None and (at := _at(persons, owner)) is not None and at < index:
            mine = list(whose[at])
            if len(mine) == 1:
                drafts[mine[0]].aliases.add(canonical(surface))
        if len(mine) == 1:
            _note(text, span, drafts[mine[0]], index, surface)
        whose.append(tuple(mine))
    tell_aliases(text, drafts, {span: mine[0] for span, mine in zip(persons, whose, strict=True) if len(mine) == 1})
    return Found(tuple(persons), tuple(whose), drafts)


def _at(persons: Sequence[Span], owner: Span) -> int | None:
    return next((n for n, span in enumerate(persons) if span.start <= owner.start < span.end), None)


def called(text: str, found: Found, roles_beside: Mapping[int, Collection[str]], owners: Mapping[int, int]) -> Found:
    """`found` with the mentions by a part of a name given to the people, whose roles are known by now.

    `roles_beside` are the role words beside a mention, by its index; `owners` the mention whose kin a mention is: Abdi's
    son Abdi is not Abdi himself.
    """
    drafts, whose = found.drafts, list(found.whose)
    for index, span in enumerate(found.spans):
        surface = text[span.start : span.end]
        beside = roles_beside.get(index, ())
        if len(whose[index]) > 1:  # two of the same name: what stands beside it tells, or nobody
            told = _told(text, span, list(whose[index]), drafts, beside, found.spans[:index], whose)
            if len(told) == 1:
                whose[index] = tuple(told)
                _note(text, span, drafts[told[0]], index, surface)
        if whose[index] or _is_family(text, span, drafts):
            continue
        mine = _called(text, span, surface, drafts, beside, found.spans[:index], whose)
        mine = [n for n in mine if whose[owners[index]] != (n,)] if index in owners else mine
        mine = [] if is_someone_else(text, span, surface, [drafts[n] for n in mine], beside) else mine
        if not mine:
            kin = "" if surface.isascii() else kin_told(*title_of(text, span.start, span.end), drafts)
            kin = kin or _kin_word(surface)
            drafts.append(Draft([surface], given_role=kin) if kin else another(text, span, surface))
            mine = [len(drafts) - 1]
        if len(mine) == 1:
            _note(text, span, drafts[mine[0]], index, surface)
        whose[index] = tuple(mine)
    tell_namesakes(text, found.spans, drafts)
    tell_author(text, found.spans, drafts)
    return Found(found.spans, tuple(whose), drafts)


def _kin_word(surface: str) -> str:
    """The role of a name that is a word for kin and nobody's whom the report names: Nan said so."""
    role = role_of(surface) if surface.isascii() and " " not in surface else None
    return role if role and role in roles() and roles()[role].group == "kin" else ""


def _whole(surface: str, drafts: Sequence[Draft]) -> list[int]:
    """The one person whom a name in full means, by index."""
    surface = plain(surface)
    mine = [n for n, d in enumerate(drafts) if fits(surface, d)]
    if len(mine) > 1:
        mine = [n for n in mine if is_same_name(drafts[n].names[0], surface)] or mine  # 王○明 of two
    return mine


def _name(text: str, persons: Sequence[Span], drafts: list[Draft], short: Collection[str]) -> None:
    """A draft for everybody whose full name stands in the report, as often as it is written right."""
    full = [plain(text[s.start : s.end]) for s in persons if _names(text[s.start : s.end], s, short)]
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
    text: str, span: Span, surface: str, drafts: Sequence[Draft], beside: Collection[str], before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    """The people whom a part of a name, a short form or initials may mean."""
    other = [n for n, d in enumerate(drafts) if d.aliases and surface.isascii() and parts_of(d.names[0]).han and canonical(surface) in d.aliases]
    if parts_of(surface).han or other:
        mine = other or candidates_han(text, span.start, span.end, drafts)
    else:
        mine = candidates(surface, drafts, _title(text, span), generation(text, span))
    return _told(text, span, mine, drafts, beside, before, whose) if mine else mine


def _told(
    text: str, span: Span, mine: list[int], drafts: Sequence[Draft], beside: Collection[str], before: Sequence[Span], whose: Sequence[tuple[int, ...]]
) -> list[int]:
    if is_doubtful_form(text[span.start : span.end]):
        return mine
    if not parts_of(text[span.start : span.end]).han:
        return decided(text, span, mine, drafts, _title(text, span), beside, before, whose)
    by_word = [n for n in mine if drafts[n].role in beside]
    return by_word if len(mine) > 1 and len(by_word) == 1 else mine if len(mine) < 2 else decided(text, span, mine, drafts, "", (), before, whose)


def _title(text: str, span: Span) -> str:
    found = TITLE.search(text, max(0, span.start - 12), span.start)
    return found[1] if found else ""
