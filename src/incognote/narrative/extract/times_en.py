"""English expressions of time: eighteen months ago, a month on, for the past fortnight, the next day, when she was seven."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.narrative.extract.moment import MONTH, YEAR, Kind, Time, length

_UNIT_DAYS: Final = {
    "day": 1, "night": 1, "d": 1, "evening": 1, "morning": 1, "week": 7, "wk": 7, "w": 7, "fortnight": 14, "month": MONTH, "mo": MONTH, "mth": MONTH, "m": MONTH,
    "year": YEAR, "yr": YEAR, "y": YEAR, "decade": 10 * YEAR,
}  # fmt: skip
_ONES: Final = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS: Final = (
    {word: n for n, word in enumerate(_ONES, 1)}
    | {word: 10 * n for n, word in enumerate(_TENS, 2)}
    | {f"{tens}{dash}{one}": 10 * n + m for n, tens in enumerate(_TENS, 2) for m, one in enumerate(_ONES[:9], 1) for dash in "- "}
    | {"a": 1, "an": 1, "a couple of": 2, "a couple": 2, "couple of": 2, "a few": 3, "few": 3, "several": 3, "a single": 1, "a dozen": 12, "the": 1, "hundred": 100, "a hundred": 100, "a twelve": 12}
    | {f"{one} hundred": 100 * n for n, one in enumerate(_ONES[:9], 1)}
)
_NUMBER: Final = "|".join(sorted((re.escape(w) for w in _WORDS if w not in ("the", "few", "couple of")), key=len, reverse=True))
_UNITS: Final = r"day|night|week|wk|fortnight|month|mth|mo|year|yr|decade"
_TOLD: Final = re.compile(
    r"(?<![a-z0-9/.:])"
    r"(?P<lead>(?:from|since|starting|beginning|until|till|til|to|up to|ending|over|for|in|during|within|after|across|these|this|those|another|next|all|the|past|last|previous|whole|first|further"
    r"|about|around|some|roughly|nearly|almost|just|more than|less than|at least|under|well|good|a good|now|x|×|in its|in his|in her|and)\s+){0,5}?"
    rf"(?:(?P<half>half)(?: of)? an? |(?P<n>\d{{1,3}}(?:\.\d)?|{_NUMBER})(?P<more> and a half(?= )| or (?:so|{_NUMBER}|\d+)|(?: to |[-–]){_NUMBER}(?= )|[-–]\d{{1,3}})?(?P<odd> odd| whole| full| solid| short| long| consecutive| more| further| good)?[ -]?|(?P<none>(?<=past )|(?<=last )|(?<=this )))"
    rf"(?P<unit>{_UNITS})(?P<plural>s)?(?P<and> and a half)?(?P<own>['’]s?)?(?![a-z])"
    r"(?P<tail>\s?(?:or so )?(?:ago|earlier|before(?=[ ,.;:)])|back|prior|previously|since(?=[,;.:) ])|later|after(?:wards?)?|now|so far|in(?=[,;.:)]|$)|on(?=[,;.:) ])|old|long|running|into|history|hx|-?old|前|後|后|來|来|了|apart))?(?![a-z])"
)
_SHORT: Final = re.compile(r"(?<![a-z0-9/.])(?P<n>\d{1,2})(?P<unit>[dwmy])(?P<tail> ago|前|後|后| hx| history)(?![a-z])|(?<![\d/])(?P<n2>\d{1,2})/(?P<unit2>7|52|12)(?P<tail2> ago| history| hx)")
_AGE: Final = re.compile(
    rf"(?<![a-z])(?:at the age of|from the age of|since the age of|at age|since age|from age|age|aged|since (?:he|she|they) (?:was|were)|when (?:he|she|they) (?:was|were)|from (?:when )?(?:he|she) was)\s+(?P<n>\d{{1,2}}|{_NUMBER})(?![a-z0-9/])(?! (?:months?|weeks?|days?))"
)
_DAY: Final = {
    "yesterday": -1, "last night": -1,  "last week": -7, "last month": -MONTH, "last year": -YEAR, "the day before yesterday": -2, "day before yesterday": -2, "the night before last": -2,
    "the year before last": -2 * YEAR, "the week before last": -14, "last fortnight": -14,
}  # fmt: skip
_LATER: Final = {
    "the next day": 1, "next day": 1, "the following day": 1, "the day after": 1, "a day later": 1, "the next morning": 1, "the following morning": 1, "the morning after": 1, "overnight": 1,
    "the following week": 7, "the next week": 7, "the week after": 7, "the week following": 7, "the day following": 1, "the month following": MONTH, "the following month": MONTH, "the next month": MONTH, "the month after": MONTH, "the following year": YEAR,
    "the year after": YEAR, "the next year": YEAR, "the same day": 0, "same day": 0, "that same day": 0, "that very day": 0, "that night": 0, "the same week": 0, "that week": 0, "the same month": 0, "that month": 0,
    "the day before": -1, "the week before": -7, "the month before": -MONTH, "the year before": -YEAR, "the night before": -1, "from day one": 0, "from its first day": 0, "straight on": 0, "straight away": 0, "at once": 0, "immediately": 0,
}  # fmt: skip
_SAME: Final = (
    "since then", "ever since", "from then on", "since that", "from that day", "from that age", "since that age", "at the same time", "the same time", "as long", "all along", "from the start", "that day", "since that date", "from that date", "those days", "since the same",
    "began together", "from this", "these both", "ever after", "the whole time", "throughout", "from then", "from that time",
)  # fmt: skip
_FIXED: Final = re.compile(r"(?<![a-z])(?:" + "|".join(sorted((*_DAY, *_LATER, *_SAME), key=len, reverse=True)) + r")(?![a-z])|(?<![a-z])since(?=[.,;:)]|$)")
_NTH: Final = re.compile(rf"(?<![a-z])(?:in its|in the|in his|in her|on the|by the|on)\s+(?P<n>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(?P<unit>{_UNITS})(?![a-z])")
_FIRST: Final = re.compile(rf"(?<![a-z])(?:for|during) the first (?:(?P<n>\d{{1,2}}|{_NUMBER}) )?(?P<unit>{_UNITS})s?(?![a-z])(?! time)")
_AT_ONCE: Final = re.compile(r"(?<![a-z])(?:from the (?:very )?first (?:day|hour|moment|week)|from the outset|(?:was|were|is) immediate)(?![a-z])")
_NTHS: Final = {w: n for n, w in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)}
_LETTER: Final = re.compile("[a-z]")
_BEFORE: Final = frozenset(("ago", "earlier", "before", "back", "prior", "previously", "前"))
_AFTER: Final = frozenset(("later", "after", "afterward", "afterwards", "on", "into", "後", "后"))
_SINCE: Final = frozenset(("now", "so far", "old", "long", "running", "history", "hx", "in", "來", "来", "了"))
_AGO: Final = re.compile(r"(?:until|till|til|to|up to|ending)\b")
_LEADS_SINCE: Final = re.compile(r"(?:past|last|previous|these|this|now|whole|all)\b|(?:since|starting)$")


def english(text: str) -> Iterator[Time]:
    """Every English expression of time in `text`, in no order; they may overlap.

    >>> [(t.kind, t.days) for t in english("eighteen months ago, a year and a half ago, a month on, until two weeks ago, three weeks in, a 10-year history, the past fortnight")]
    [('at', -540), ('at', -545), ('after', 30), ('until', -14), ('since', -21), ('since', -3650), ('since', -14)]
    """
    if not _LETTER.search(text):
        return
    for found in _FIXED.finditer(text):
        word = found[0]
        kind: Kind = "at" if word in _DAY else "after" if word in _LATER else "same"
        yield Time(found.start(), found.end(), kind, _DAY.get(word, _LATER.get(word, 0)))
    yield from filter(None, (_read(found, text) for found in _TOLD.finditer(text)))
    for found in _SHORT.finditer(text):
        unit = _UNIT_DAYS[found["unit"]] if found["unit"] else {"7": 1, "52": 7, "12": MONTH}[found["unit2"]]
        tail = (found["tail"] or found["tail2"]).strip()
        days = int(found["n"] or found["n2"]) * unit
        short: Kind = "at" if tail in _BEFORE else "after" if tail in _AFTER else "since"
        yield Time(found.start(), found.end(), short, days if short == "after" else -days)
    for found in _AGE.finditer(text):
        yield Time(found.start(), found.end(), "age", int(_WORDS.get(found["n"], 0) or found["n"]) * YEAR)
    for found in _AT_ONCE.finditer(text):
        yield Time(found.start(), found.end(), "first", 0)
    for found in _FIRST.finditer(text):
        yield Time(found.start(), found.end(), "first", int(_WORDS.get(found["n"] or "", 0) or found["n"] or 1) * _UNIT_DAYS[found["unit"]])
    for found in _NTH.finditer(text):
        unit = _UNIT_DAYS[found["unit"]]
        days = (_NTHS[found["n"]] - 1) * unit
        if not days and found[0].startswith("in "):
            continue
        goes_on = found[0].startswith("in ") and unit > 1
        yield Time(found.start(), found.end(), "since" if goes_on else "nth", -days if goes_on else days, unit)


def _read(found: re.Match[str], text: str) -> Time | None:
    lead, tail = " ".join((found.group(0)[: found.start("unit") - found.start()]).split()), (found["tail"] or "").strip().removeprefix("or so").strip()
    if _is_rate(found, text, tail) or _is_age(found, text, tail):
        return None
    if not found["n"] and not found["half"] and found["unit"] in ("day", "night"):
        return None
    unit = _UNIT_DAYS[found["unit"]]
    number = 0.5 if found["half"] else 1.0 if not found["n"] else float(_WORDS.get(found["n"]) or found["n"])
    if tail == "before" and re.match(r" (?!he|she|they|i\b|we|and)[a-z]", text[found.end() : found.end() + 40]):
        return Time(found.start(), found.end(), "after", -length(number, unit))
    number += 0.5 if found["and"] or found["more"] == " and a half" else 0
    days = length(number, unit)
    kind = _kind(found, text, lead, tail)
    if kind in ("at", "since") and _AGO.match(lead):
        kind = "until"
    if not days:
        return None
    return Time(found.start(), found.end(), kind, -days if kind in ("at", "since", "until") else days)


def _kind(found: re.Match[str], text: str, lead: str, tail: str) -> Kind:
    if tail in _BEFORE or (tail == "since" and not lead.startswith("the")):
        return "until" if _AGO.match(lead) else "at"
    if tail == "on" and not re.match(r"[,;.:)]| (?:and|that|came|he|she|they|it|the|as|in|when|a)\b", text[found.end() : found.end() + 40]):
        return "lasting"
    if ((tail == "in" and text[found.end() : found.end() + 1] == ",") or lead.startswith("within")) and re.search(r"(?:^|[.!?\n]) *$", _before(text, found.start())):
        return "after"
    if tail in _AFTER or re.match(r"(?:another|after|the next|the following)\b", lead):
        return "after"
    if tail in _SINCE or tail == "since" or _LEADS_SINCE.search(re.sub(r"\b(?:the|for|in|over|during|some|about)\s+", "", lead)):
        return "since"
    return "lasting"


def _before(text: str, end: int) -> str:
    """The words before a place, as many as matter."""
    return text[max(0, end - 40) : end]


def _is_rate(found: re.Match[str], text: str, tail: str) -> bool:
    """Twice a day, 20 mg a night, three days a week, five nights out of seven: how much, not how long."""
    if found["n"] in ("a", "an") and re.search(r"(?:\d|mg|mcg|micrograms?|g|ml|units?|times|once|twice|thrice|pills?|tablets?|patch|drinks?|hours|one|two|three|four|five|six|cups|bottles?|miles) ?$", _before(text, found.start("n"))):
        return True
    if re.match(r"\s?(?:a|per|each|every|out of|/)(?![a-z])\s?(?:day|week|month|year|seven|\d)?", text[found.end() : found.end() + 40]) and not tail and re.match(
        r"\s?(?:a|per|each|every) (?:day|week|month|year|fortnight)|\s?out of|/", text[found.end() : found.end() + 40]
    ):
        return True
    if found["half"] or tail or found["and"] or found["unit"] in ("fortnight", "decade"):
        return False
    single = found["n"] in ("a", "an", "one", "1") and not found["more"]
    return single and not re.search(r"(?:for|over|in|within|after|another|these|from|first|about|lasted|of|took|past|last|given)\s+(?:just |about |a whole )?$|(?:^|[,(:;.!?\n] ?)$", _before(text, found.start("n"))) and not found["own"]


_BONDS: Final = re.compile(r"(?:wife|husband|spouse|partner|companion|friend|bloke|mate|marriage|married|wed|together|colleague|career|girlfriend|boyfriend|union|service|work|teaching|driving|retired|daughter|son|child|baby|boy|girl|widow(?:er|ed)?)(?: of| for|,)? $")


def _is_age(found: re.Match[str], text: str, tail: str) -> bool:
    if tail not in _BEFORE and _BONDS.search(_before(text, found.start()) + (text[found.start() : found.start("n")] if found["n"] else "")):
        return True
    return bool(tail in ("old", "-old") and found["unit"] in ("year", "yr")) or tail == "-old"
