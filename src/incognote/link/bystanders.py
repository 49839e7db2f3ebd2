"""Who is not of the family though the name is: another child of the same given name, a teacher of the same surname;
and who wrote a report that names no notifier.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import roles
from incognote.link.called import OTHER
from incognote.link.relations import Draft
from incognote.link.role_words import hits
from incognote.names.compare import canonical
from incognote.names.variants import parts_of

_SURNAME: Final = re.compile(r",? (?:with )?(?:the )?(?:sur|family |last )name (?P<name>[A-Z][^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+)*)")
_TITLED: Final = re.compile(r"(?<![A-Za-z])(?:Mr|Mrs|Ms|Miss)\.? \Z")
_PUPILS: Final = re.compile(r"(?i:\b(?:class|classes|room|school|kindy|kindergarten|preschool|pupil|pupils|enrol\w*|year \d|two (?:boys|girls|children)|same (?:first )?name|right child|wrong (?:child|boy|girl)|record)\b)")
_PATIENTS: Final = re.compile(r"(?i:\b(?:ward|waiting room|next bed|other bed|bay|inpatient|clinic list)\b)")
_AROUND: Final = 120
_AUTHOR: Final = re.compile(r"(?i:completed by|submitted by|form filled in by|written and signed by|signed)[:,]? ?\n?\Z")
_CLOSED: Final = re.compile(r"(?i:yours (?:faithfully|sincerely|truly)|(?:kind(?:est)? |warm |best )?regards|sincerely|respectfully)[,.]?[ \t]*\n{1,3}[ \t]*\Z")
_NOT_THEIRS: Final = frozenset({"", "social_worker", "third_party", "child", "police"})


def is_other_child(text: str, start: int) -> bool:
    """Whether the words before a given name say that somebody else is meant: a second Jonathan."""
    return OTHER.search(text, max(0, start - 30), start) is not None


def is_someone_else(text: str, span: Span, surface: str, mine: Sequence[Draft], beside: Collection[str]) -> bool:
    """Whether a part of a name that fits one of the family means nobody of it: a second Jonathan; her teacher, Mrs Hill."""
    if len(mine) != 1:
        return False
    table = roles()
    role = table.get(mine[0].role)
    if role is None or role.group not in {"kin", "subject"}:
        return False
    if role.group == "subject" and is_other_child(text, span.start):
        return True
    groups = {table[r].group for r in beside if r in table}
    title = _TITLED.search(text, max(0, span.start - 6), span.start)
    if title is None or canonical(surface) != parts_of(mine[0].names[0]).surname:
        return False
    return (bool(groups) and groups <= {"staff", "third"}) or _is_announced(text[max(0, title.start() - 40) : title.start()])


def _is_announced(before: str) -> bool:
    """Whether what stands before a title and a comma says what somebody does: her home group teacher, Mrs Hill."""
    said = hits(before) if before[-2:] == ", " else []
    known = roles().get(said[-1].role) if said and said[-1].end == len(before) - 2 else None
    return known is not None and known.group in {"staff", "third"}


def another(text: str, span: Span, surface: str) -> Draft:
    """Somebody of whom a part of a name is all that is known so far; another child of the name is told by where they are."""
    if not is_other_child(text, span.start):
        return Draft([surface])
    behind = _SURNAME.match(text, span.end)
    return Draft([f"{surface} {behind['name']}" if behind else surface], given_role=_met(text, span))


def _met(text: str, span: Span) -> str:
    around = text[max(0, span.start - _AROUND) : span.end + _AROUND]
    return "other_patient" if _PATIENTS.search(around) else "classmate" if _PUPILS.search(around) else ""


def tell_namesakes(text: str, spans: Sequence[Span], drafts: Sequence[Draft]) -> None:
    """A role for those of whom nothing is known but that they bear a child's given name and another surname."""
    children = [parts_of(d.names[0]) for d in drafts if d.role == "child"]
    for draft in drafts:
        parts = parts_of(draft.names[0])
        if draft.role not in {"", "third_party"} or draft.given_role or draft.case_roles or parts.han or not draft.mentions or not parts.surname:
            continue
        if any(parts.given[:1] == c.given[:1] != () and c.surname and c.surname != parts.surname for c in children):
            draft.given_role = _met(text, spans[draft.mentions[0]])


def tell_author(text: str, spans: Sequence[Span], drafts: Sequence[Draft]) -> None:
    """Who completed a report is its notifier where nobody else is, and they are no worker of the line itself."""
    if any("notifier" in d.case_roles or d.role == "notifier" for d in drafts):
        return
    for draft in drafts:
        before = [text[max(0, spans[n].start - 40) : spans[n].start] for n in draft.mentions]
        has_signed = draft.role not in {"social_worker", "child"} and any(_CLOSED.search(b) for b in before)
        if has_signed or (draft.role not in _NOT_THEIRS and any(_AUTHOR.search(b) for b in before)):
            draft.case_roles.add("notifier")
