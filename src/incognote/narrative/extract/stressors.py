"""Which of the events that are named happened in the story: those with a time or a consequence, not what somebody is.

"Widowed, retired" in a line of particulars is a life, no event of this story; "her flat was condemned four months ago" is one. Of
what is told in one sentence the nearest to the person counts (the loss of the home before the storm).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.document import Span
from incognote.names.tables import in_base
from incognote.narrative.extract.assertion import Assertion
from incognote.narrative.extract.find import Found
from incognote.narrative.extract.times import times
from incognote.narrative.extract.whose import told_of
from incognote.narrative.wordings import any_of

_STATES: Final = frozenset((
    "hospital admission", "retirement", "graduation", "exam", "family celebration", "public performance", "military service", "marriage", "migration", "operation", "posting away from home", "house purchase", "arrest",
    "death of a partner", "death of a parent", "death of a sibling", "death of a relative", "separation or divorce", "parental divorce", "change of working hours", "pregnancy", "difficult birth", "childhood sexual abuse",
    "childhood abuse", "childhood neglect", "epidemic", "injury", "complication of treatment", "burglary or theft", "sports or hobby loss", "return from abroad", "testifying in court", "anniversary of a loss", "new job",
    "separation by distance", "conflict with in-laws", "caring for a relative", "opening a business", "defeat in a competition", "abnormal test result", "custody dispute",
))  # fmt: skip
"""What is as often a circumstance as an event."""
_NEVER: Final = frozenset(("hospital admission", "retirement", "operation", "change of working hours", "family celebration", "public performance", "graduation", "exam", "pregnancy", "return from abroad", "domestic violence", "marriage"))
"""What is named in nearly every chart, or in words of other things, and hardly ever as what it began with."""
_PERSONAL: Final = frozenset(("work", "study", "money", "health", "law", "violence"))
"""Groups of events that befall one person; of those of families and of houses nobody is without."""
_CAUSE: Final = re.compile(
    in_base(r"之后|后来|因此|此后|从此|于是|起因|诱因|源头|原因|怎么来|起头|导致|引发|受此|打击|诱发|导火|自那|从那|因为|都是|触发|说起|发病前")
    + r"|(?<![a-z])(?:since|after|because|trigger\w*|caused|led to|brought on|following|started|began|onset|precipitat\w+|blames?|ever since|why now|prompting|stressor)(?![a-z])"
)
_OF_IT: Final = re.compile(rf"(?:{any_of('causes', 'from')}|{any_of('causes', 'after')}|{any_of('causes', 'makes')})[\s了其他她的]*(?:(?:a|an|the|his|her|their|he|she|being|having|was|had)\s+){{0,3}}$")
_FROM_IT: Final = re.compile(rf"[\s了的，,]{{0,3}}(?:(?:and|this|that|which|it|事件|一事|之事|这件事|此事)\s*)?(?:{any_of('causes', 'makes')}|{any_of('causes', 'behind')}|{any_of('causes', 'then')})")
_DATE: Final = re.compile(r"\d[/.\-]\d|\d\s?[年月日]")
_MOST: Final = 3
_ENOUGH: Final = 2.0
_BOUND: Final = 3.0
_MADE: Final = re.compile(any_of("causes", "makes"))


def happened(folded: str, sentences: Sequence[tuple[int, int]], events: Sequence[Found], *, spans: Sequence[Span] = ()) -> list[Found]:
    """Those of `events` that are told as having happened, at most three, by start."""
    dates = [s for s in spans if s.label == "DATE"]
    scored: list[tuple[float, Found]] = []
    for event in events:
        if _is_others(folded, sentences, event):
            continue
        if event.assertion != Assertion.ABSENT and event.name not in _NEVER and (score := _score(folded, sentences, event, dates)) >= _ENOUGH:
            scored.append((score, event))
    best: dict[tuple[int, int], tuple[float, Found]] = {}
    for score, event in scored:
        place = event.sentence, event.start if _tied(folded, sentences[event.sentence], event) else -1
        if place not in best or (score, event.mention.weight) > (best[place][0], best[place][1].mention.weight):
            best[place] = score, event
    by_name: dict[str, tuple[float, Found]] = {}
    for score, event in best.values():
        if event.name not in by_name or score > by_name[event.name][0]:
            by_name[event.name] = score, event
    kept = sorted(by_name.values(), key=lambda one: (-one[0], one[1].start))[:_MOST]
    return sorted((event for _, event in kept), key=lambda event: event.start)


def _is_others(folded: str, sentences: Sequence[tuple[int, int]], event: Found) -> bool:
    """Whether an event that befalls one person befell another: her husband lost his job."""
    return event.mention.concept.group in _PERSONAL and told_of(folded, sentences[event.sentence], (event.start, event.end)) is not None


def _score(folded: str, sentences: Sequence[tuple[int, int]], event: Found, dates: Sequence[Span]) -> float:
    start, end = sentences[event.sentence]
    near = max(start, event.start - 30), min(end, event.end + 30)
    score = 0.0
    if times(folded[slice(*near)]) or _dated(folded, near, dates):
        score += 3
    elif times(folded[start:end]) or _dated(folded, (start, end), dates):
        score += 2
    following = sentences[event.sentence + 1] if event.sentence + 1 < len(sentences) else (end, end)
    score += bool(_CAUSE.search(folded, start, end)) + 0.5 * bool(_CAUSE.search(folded, following[0], min(following[1], following[0] + 40)))
    if _dated(folded, following, dates) and not score:
        score += 1
    if _tied(folded, (start, end), event) or (not folded[event.end : end].strip() and _MADE.match(folded, *following)):
        score += _BOUND
    if event.name in _STATES and score < _ENOUGH:
        score -= 1.5
    if event.mention.concept.group == "disaster":
        score -= 0.7
    return score


def _tied(folded: str, sentence: tuple[int, int], event: Found) -> bool:
    """Whether words right beside an event say that something came of it, or it of something."""
    before, behind = folded[max(sentence[0], event.start - 24) : event.start], folded[event.end : min(sentence[1], event.end + 24)]
    return bool(_OF_IT.search(before) or _FROM_IT.match(behind))


def _dated(folded: str, stretch: tuple[int, int], dates: Sequence[Span]) -> bool:
    return any(s.start < stretch[1] and stretch[0] < s.end for s in dates) or bool(_DATE.search(folded, *stretch))
