"""What a claim says more exactly than its word: half-siblings by another parent, kin seen from somebody else."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.evidence import Claim
from incognote.link.relations import SIBLINGS
from incognote.link.role_words import hits

VIEW: Final = "view"
"""`Hit.of` where a word is relative to somebody who is not the child, and of whom nothing may be known."""
_OTHER_PARENT: Final = re.compile(
    r"[^\n|\t;]{0,12}?[(,\t|–-]\s?(?:(?:by |with |has )?(?:an?)?(?:other|different|diff\.?)|not (?:the )?same) (?:dad|father|fa|mum|mother|mo|parent)\b|[^\n|\t;]{0,12}?[(,]\s?(?:same (?:mum|mother|mo|dad|father|fa)|half)\b(?! and)",
    re.IGNORECASE,
)
_ANOTHER: Final = re.compile(r"\b(?:other|different|diff\.?|same)\s(?:(?:dad|father|fa|mum|mother|mo|parents?)\W{0,4})?\Z", re.IGNORECASE)
_PARENTS: Final = frozenset({"mother", "father", "parent"})
_WHO: Final = "prisoner|inmate|detainee|remandee|offender|tenant|notifier|caller|reporter|resident|accused|suspect"
_POSSESSED: Final = re.compile(r"['’]s?[ \t]")
_FROM: Final = re.compile(rf"(?<![A-Za-z])({_WHO})s?\Z", re.IGNORECASE)
_CALLED: Final = re.compile(rf"(?:^|(?<=[\n|;]))[ \t*•-]{{0,4}}({_WHO})(?:[ ]\([^()\n]{{1,20}}\))?(?: name)?[ \t]?[:=|][ \t]*", re.IGNORECASE)
_BEFORE: Final = re.compile(r"[ \t]*[,|(\t¦–-]+[ \t]*(?:the )?\Z")
_BEHIND: Final = re.compile(r"[ \t]*[:|,(\t¦–-]?[ \t]*\Z")


def seen(text: str, places: Sequence[tuple[int, int]], claims: Iterable[Claim]) -> Iterator[Claim]:
    """`claims`, made as exact as the words about theirs allow; what is said from somebody's view, as of that person."""
    viewed = {claim.hit.start: claim for claim in _viewed(text, places)}
    for claim in claims:
        hit = claim.hit
        remark = text.rfind("(", max(0, hit.start - 40, text.rfind("\n", 0, hit.start - 1)), hit.start) if hit.start == hit.end else hit.end
        if claim.role in SIBLINGS and remark >= 0 and _OTHER_PARENT.match(text, remark, min(len(text), remark + 48)):
            yield claim._replace(role="half_sibling")
        elif hit.start not in viewed and not (claim.role in _PARENTS and _ANOTHER.search(text, max(0, hit.start - 24), hit.start)):
            yield claim
    yield from viewed.values()


def _viewed(text: str, places: Sequence[tuple[int, int]]) -> Iterator[Claim]:
    """Kin of the prisoner, the caller ...: the name before or behind "prisoner's mother"."""
    starts = [start for start, _ in places]
    owners: dict[str, int] | None = None
    for end in _POSSESSED.finditer(text):
        found = _FROM.search(text, max(0, end.start() - 12), end.start())
        word = next((h for h in hits(text[end.end() : end.end() + 32]) if not h.start and _is_kin(h.role)), None) if found else None
        if found is None or word is None:
            continue
        hit = word._replace(start=end.end(), end=end.end() + word.end, of=VIEW)
        owners = _owners(text, places) if owners is None else owners
        of = owners.get(found[1].lower(), -1)
        at = bisect_left(starts, found.start()) - 1
        if at >= 0 and _BEFORE.match(text[places[at][1] : found.start()]):
            yield Claim(at, hit.role, -0.4, hit, of)
        elif at + 1 < len(places) and _BEHIND.match(text[hit.end : starts[at + 1]]):
            yield Claim(at + 1, hit.role, 0.0, hit, of)


def _is_kin(role: str) -> bool:
    known = roles().get(role)
    return known is not None and known.group in {"kin", "subject"}


def _owners(text: str, places: Sequence[tuple[int, int]]) -> dict[str, int]:
    """Who is called the prisoner, the caller ... by a label: the index of the name behind it."""
    starts = [start for start, _ in places]
    found: dict[str, int] = {}
    for label in _CALLED.finditer(text):
        at = bisect_left(starts, label.end())
        if at < len(places) and starts[at] - label.end() <= 8:
            found.setdefault(label[1].lower(), at)
    return found
