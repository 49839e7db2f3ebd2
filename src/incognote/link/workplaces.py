"""What somebody is, by where they are said to work or live and by what they do: X from our team, X of a hospital, X from
next door, in Ms X's class.

It says less than any word for somebody: it counts where nothing else does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.role_words import Hit, hits

_PATIENCE: Final = 90
_CLASSES: Final = (
    ("teacher", r"(?:[Ss]chool|PS|HS|AS|R-[67]|R-12|College|Primary|Secondary|Kindergarten|Kindy|Preschool|ELC|OSHC|FDC|Early Learning|Child ?care|Children['’]s Centre|Day Care|Kindergym)"),
    ("doctor", r"(?:[Hh]ospital|Memorial|Base|Private|Women['’]s and Children['’]s|Medical Centre)"),
    ("landlord", r"(?:Real Estate|Realty|Property|Properties|Housing|Tenancies|Rentals)"),
)  # fmt: skip
_NAMED: Final = r"(?:[A-Z][\w'’-]*,? (?:and )?){1,4}?"
_WORK: Final = re.compile(
    r"(?P<said>,? (?:who is )?(?:from|of|with|for) (?:our (?:own )?team|the (?:intake|day|duty|after-hours|night|assessment|local) team|social work|DCP|the [Dd]epartment|intake)(?![A-Za-z]))"
    r"|(?:,? (?:who works (?:at|for)|from|for|of|at)|,) (?:the )?" + _NAMED + "(?:" + "|".join(f"(?P<{role}>{words})" for role, words in _CLASSES) + r")(?![A-Za-z])"
    r"|,[^.;:\n|]{2,30}, " + _NAMED + "(?P<firm>Real Estate|Realty|Housing|Tenancies|Rentals)"
)
_NEAR_BY: Final = r"next door|(?:across|over|down|up) the (?:road|street|hall|fence|back fence|lane|way)|upstairs|downstairs|(?:two|three|a few) doors (?:down|up|along)|(?:no\.?|number|unit|flat) ?\d{1,4}(?! [A-Z])"
_AFTER: Final = re.compile(
    rf"(?P<neighbour>,? (?:who (?:lives?|is) |lives |living )?(?:from |at |in |on )?(?:{_NEAR_BY}))(?![A-Za-z])"
    r"|(?P<teacher>[’']s? (?:class|classroom|room|home group|form|lessons?|maths|science|reception)(?![A-Za-z])|,? (?:who )?(?:teaches|taught)(?![A-Za-z]))"
    r"|(?P<carer>,? who (?:minds|minded|babysits|babysat|was minding|was babysitting|does the babysitting)(?![A-Za-z]))"
    r"|(?P<witness>,? who (?:saw|witnessed|filmed|watched|heard) (?:it|this|the|him|her|them|what)(?![A-Za-z]))"
    r"|(?P<interpreter>,? (?:who )?(?:interpreted|interpreting|translated)(?![A-Za-z]))"
)
_BEFORE: Final = re.compile(
    rf"(?P<neighbour>(?:from|(?:[Mm]an|[Ww]oman|[Cc]ouple|[Pp]erson) (?:at|in|from)) (?:{_NEAR_BY})(?:,| is| was)? (?:called |named )?)\Z"
    r"|(?P<teacher>(?:taught by|in the class of|home group of) )\Z"
    r"|(?P<carer>(?:minded by|babysat by) )\Z"
    r"|(?P<doctor>(?:examined|operated on|assessed in ED|referred to us) by )\Z"
    r"|(?P<lawyer>(?:represented by|legal advice from) )\Z"
    r"|(?P<interpreter>(?:interpreted by|interpreting:|interpreting by|translated by|with the help of) )\Z"
    r"|(?P<witness>(?:witnessed|filmed|also seen) by )\Z"
    r"|(?P<notifier>(?<![\w\"“'‘])(?:[Mm]y name is|I am|I'm|I’m|[Tt]his is) )\Z"
)
_LEADS: Final = frozenset("by to from of off with is am i'm i’m called named was interpreting".split())
_LIVED: Final = frozenset({"from", "at", "in"})
_NOTIFIER: Final = re.compile(r"(?i:notifier|notified by|reported by|caller)[ \t]*[:→=|-]?[ \t\n]*\Z")
_IN_CLASS: Final = re.compile(r" \((?:Year|Yr|Reception|Rec|Room|Grade)[ \d/A-Z-]{0,6}, [^()\n]{3,60}\)")
_AMENDED: Final = re.compile(r"(?:amended|updated|entered|typed|corrected|recorded|screened|assessed|approved|closed|allocated)(?: on)? [\d/. -]{0,12}by \Z")
_TITLED: Final = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr)\.? \Z")
_FAR: Final = 2.5


def _may_lead(before: str) -> bool:
    """Whether it is worth looking at what stands before a name: most names follow other words."""
    words = before.split()
    return bool(words) and (words[-1].lower().strip(",:") in _LEADS or not _LIVED.isdisjoint(words))


_I_AM: Final = re.compile(r"(?i:(?:my name is|i am|i['’]m|this is) )\Z")
_AND_I: Final = re.compile(r",?(?: and)?[.]? I(?: am|['’]m) (?:the |a |an )?(?:(?:his|her|their|the [a-z]{3,8}['’]s|[A-Z][a-z]+(?: [A-Z][a-z]+)?['’]s) )?(?:own )?(?=[a-z])")
_WITH_CHILDREN: Final = re.compile(r",? (?:and|with|&|\+) (her|his) (?:[a-z]+ )?(?:children|kids|sons?|daughters?|baby|boys?|girls?|child|toddler|infant)(?![A-Za-z])")


def introduced(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str, float, Hit]]:
    """What those who write say of themselves, and parents told by their children: I am her nan; Tess and her children."""
    for at, (start, end) in enumerate(places):
        theirs = _WITH_CHILDREN.match(text, end)
        if theirs:
            role = "mother" if theirs[1] == "her" else "father"
            yield at, role, 1.0, Hit(end, theirs.end(), role, role)
        me = _AND_I.match(text, end) if _I_AM.search(text, max(0, start - 14), start) else None
        word = next((h for h in hits(text[me.end() : me.end() + 40]) if not h.start), None) if me else None
        if me and word:
            yield at, word.role, 0.3, word._replace(start=me.end(), end=me.end() + word.end)


def worked(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str, float, Hit]]:
    """For the names at `places`: the index, a role, what it costs, and the words that say it."""
    for at, (start, end) in enumerate(places):
        if _AMENDED.search(text, max(0, start - 40), start):
            yield at, "social_worker", _FAR, Hit(start, start, "social_worker", "")
            continue
        led = _BEFORE.search(text, max(0, start - 36), start) if _may_lead(text[max(0, start - 36) : start]) else None
        if led is not None and led.lastgroup is not None and not (led["notifier"] and text[end : end + 1] in {"'", "’"}):
            yield at, led.lastgroup, 1.0 if led["notifier"] else _FAR, Hit(start, start, led.lastgroup, "")
            continue
        follows = text[end : end + 1]
        done = _AFTER.match(text, end, end + _PATIENCE) if follows in {" ", ",", "'", "’"} else None
        if done is not None and done.lastgroup is not None:
            yield at, done.lastgroup, _FAR, Hit(end, end, done.lastgroup, "")
            continue
        if follows not in {" ", ","}:
            continue
        found = _WORK.match(text, end, end + _PATIENCE)
        if found:
            if not found["said"] and " " not in text[start:end] and _TITLED.search(text, max(0, start - 6), start) is None:
                continue  # a child is fetched from a kindergarten
            role = next((r for r, _ in _CLASSES if found[r]), "landlord" if found["firm"] else "social_worker")
            yield at, role, 1.0 if found["said"] else _FAR, Hit(found.start(), found.end(), role, "")
        elif follows == " " and _IN_CLASS.match(text, end, end + _PATIENCE) and _NOTIFIER.search(text, max(0, start - 16), start):
            yield at, "teacher", _FAR, Hit(end, end, "teacher", "")
