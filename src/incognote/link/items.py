"""Items of lists: any line or cell that pairs a word for somebody with a name, in whatever order and with whatever signs.

    Mum – Kirra Doyle (DOB 3/4/1990)      3) Kirra Doyle; works nights; mother of both      母；林美惠；護理師

A line is read piece by piece, parted by its signs. A word counts where it opens a piece and the piece ends behind it, or
goes on as what is said of somebody: mother of both, not "lives with mother". Where the line begins with a word, each
word speaks of the name behind it; where it begins with a name, of the name before it. What is told in sentences is left
to `evidence`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.line_claims import Claim, Range
from incognote.link.role_words import Hit

_COST: Final = 0.6
_PAIRED: Final = -0.7
_BOTH: Final = re.compile(r"\s?(?:&|and|/|\+|,|、|和|與)\s?")
"""Mum & Dad: Tess Cole / Ian Cole."""
_FURTHER: Final = 1.1
"""What a second word for the same name costs: mother; also her carer."""
_NOT_BLANK: Final = re.compile(r"\S")
_LONGEST: Final = 220
_FARTHEST: Final = 60
_WORDY: Final = 14
"""Words in small letters from which on a line is told, not listed."""
_WORDS: Final = re.compile(r"(?<![A-Za-z'’-])[a-z]{2,}")
_SENTENCES: Final = re.compile(r"[a-z0-9)]{2}[.!?] +[A-Z]|。.")
_SIGNS: Final = r"|¦│｜\t;；,，、:：()（）\[\]【】/／=<>→»•*#&+…–—－─―\"“”"
_OPENS: Final = re.compile(
    rf"(?:^|[{_SIGNS}]|(?<=\s)-|->|  |[.?!](?= )|　)[\s\d.)#*-]*"
    r"(?:(?:the|a|an|her|his|their|my|our|own|big|little|baby|eldest|elder|oldest|youngest|middle|older|younger|new|late|possible|putative|bio|biological|natural|current|alleged|also|is|was|adult|only|other)[ -])*\Z",
    re.IGNORECASE,
)
_OPENS_JOB: Final = re.compile(_OPENS.pattern.removesuffix(r"\Z") + r"(?:(?!with|from|to|by|for|of|and|the)[a-z]+ ){0,2}\Z", re.IGNORECASE)
"""The word for a calling may be led by what kind it is: psychiatry registrar."""
_CLOSES: Final = re.compile(rf"(?:\(s\))?[ ]?(?:$|[{_SIGNS}.?!]|-[ >]|  |　|(?:of|to|in|by|not|and|on|aged?|nee|n[ée]e|name|called|b|dob|born)(?![A-Za-z])|\d)", re.IGNORECASE)
_LEADS_TO: Final = re.compile(r"(?:(?:\s?\([^()\n]*\))?[^,;.?!()\n]{0,40}[:：=|｜│/／–—－─>→•…(（\[【\t»#-]+|(?: (?:of|to|in) [^,;.?!()\n]{1,30})?\s?[,，;；、]|\s?\.{2,}|\s*\(?\d{0,2}\)?)\s*[\"“‘「]?\Z")
"""What may stand between a word and the name behind it: signs, a remark before a sign; not "mum 7, Ann"."""
_NEXT_NAME: Final = re.compile(r"[,:–—-]? ?(?:is )?[A-Z][a-z]+ [A-Z]")
"""A name that nobody saw, of whom the word speaks: Ben Hill, 4; their mother Jo Hill."""
_HEADING: Final = re.compile(
    r"\W{0,8}(?:(?:box|part|section|field|step|item|page|q|question|no)\.? ?)?(?:\d{1,2}[a-z]?|[A-Z]|[ivx]{1,4})?[.):\s–-]{0,4}"
    r"(?:(?:who|what|which)(?:[’']s| is| are| was)? )?(?:(?:it )?(?:about|re|regarding|concerning|details (?:of|about)|names? of|information (?:on|about)|particulars of):? )?(?:the |this |our |your |her |his |their )?(?:other )?(?:(?:家長|監護人|照顧者|法定代理人|成員)[（(])?\Z",
    re.IGNORECASE,
)
_HEADED: Final = re.compile(r"(?:之?的?(?:姓名|名字|資料))?(?:[’']?s?[’']?|\(s\))(?: (?:details?|information|particulars|names?|concerned|of concern|involved|this is about|(?:you|we) are (?:worried|concerned) about|reported|in question|at risk|is it|in (?:the )?(?:home|house|household|family)|known))?\W{0,4}\Z", re.IGNORECASE)
_LONGEST_HEADING: Final = 70
_IN_BRACKET: Final = re.compile(r"[ \t\u3000]*[(（][^()（）\n]*\Z")
_BULLET: Final = re.compile(r"[\W\d]{0,8}(?:(?i:name|full name|姓名)[ \t]?[:：][ \t]?)?\Z")
_OWNS: Final = re.compile(r"[’']s? (?:(?:new|ex|older|younger|little|big|own|late) )?")
_PARTS: Final = re.compile(r"(?:[;；|/]|[.!?] [Tt]he)[ ]?\Z")
"""Before a word that stands right before a name: Ann Hill, 4; mother Tess Brandt. The older girl, Una Brandt."""
_KIN: Final = frozenset({"kin", "subject"})


def item_claims(text: str, places: Sequence[Range], words: Sequence[Hit], tables: Sequence[Range]) -> Iterator[Claim]:
    """What the lines that list people say of the names at `places` (in order, apart); what stands in `tables` is read there."""
    starts, begins = [start for start, _ in places], [hit.start for hit in words]
    rows = [start for start, _ in tables]
    at = 0
    while at < len(places):
        low = text.rfind("\n", 0, starts[at]) + 1
        high = text.find("\n", low)
        high = len(text) if high < 0 else high
        after = max(at + 1, bisect_left(starts, high))
        inside = words[bisect_left(begins, low) : bisect_left(begins, high)]
        row = bisect_left(rows, low + 1) - 1
        is_read = row >= 0 and tables[row][1] > low
        if inside and not is_read and high - low <= _LONGEST and not _is_told(text[low:high]):
            yield from _of_line(text, (low, high), list(range(at, after)), places, inside)
        at = after


def headed_claims(text: str, places: Sequence[Range], words: Sequence[Hit]) -> Iterator[Claim]:
    """The name that begins the line below a heading which asks for somebody or calls them: Box 1 The young person."""
    starts = [start for start, _ in places]
    for hit in words:
        known = roles().get(hit.role)
        if known is None or (known.group not in _KIN and hit.role not in {"notifier", "alleged"}):
            continue
        low = text.rfind("\n", max(0, hit.start - _LONGEST_HEADING), hit.start) + 1
        high = text.find("\n", hit.end, hit.end + _LONGEST_HEADING)
        if not low and hit.start > _LONGEST_HEADING:
            continue
        if _IN_BRACKET.match(text, low, hit.start) and text[low - 2 : low - 1].strip():  # a remark on the line below a name
            continue
        if high < 0 or high - low > _LONGEST_HEADING or not _HEADING.match(text[low : hit.start]) or not _HEADED.match(text[hit.end : high]):
            continue
        below = _NOT_BLANK.search(text, high)
        at = bisect_left(starts, high)
        if below and at < len(places) and starts[at] - below.start() < _LONGEST_HEADING and text.count("\n", high, starts[at]) < 4 and _BULLET.match(text[text.rfind("\n", 0, starts[at]) + 1 : starts[at]]) and not text[high : text.rfind("\n", 0, starts[at]) + 1].strip():
            yield Claim(at, hit.role, 0.0, hit)


def _is_told(line: str) -> bool:
    return len(_WORDS.findall(line)) > _WORDY or _SENTENCES.search(line) is not None


def _of_line(text: str, line: Range, names: Sequence[int], places: Sequence[Range], words: Sequence[Hit]) -> Iterator[Claim]:
    theirs = {n: h for n in names for h in words if _OWNS.fullmatch(text, places[n][1], h.start)}
    names = [n for n in names if n not in theirs] if len(theirs) < len(names) else names
    owners = {h: n for n, h in theirs.items()}
    free = [h for h in words if not any(places[n][0] < h.end and h.start < places[n][1] for n in names)]
    said = [h for h in free if _is_said(text, line, names, places, h, is_owned=h in owners)]
    if not said:
        return
    is_led = said[0].start < places[names[0]][0]
    told: dict[int, int] = {}
    if is_led and len(said) > 1 and len(names) > 1 and _BOTH.fullmatch(text, said[0].end, said[1].start) and _BOTH.fullmatch(text, places[names[0]][1], places[names[1]][0]):
        yield from (Claim(n, hit.role, _PAIRED, hit) for n, hit in zip(names[:2], said[:2], strict=True))
        said = said[2:]
        names = names[2:]
    for hit in said:
        at = _name_of(text, places, names, hit, is_led=is_led)
        if at is None or not _is_beside(text, places[at], hit):
            continue
        told[at] = told.get(at, 0) + 1
        yield Claim(at, hit.role, _COST if told[at] == 1 else _FURTHER, hit, owners.get(hit, -1))


def _is_said(text: str, line: Range, names: Sequence[int], places: Sequence[Range], hit: Hit, *, is_owned: bool) -> bool:
    """Whether a word is a piece of the line, or what a piece begins with."""
    low = max([line[0], *(places[n][1] for n in names if places[n][1] <= hit.start)])
    high = min([line[1], *(places[n][0] for n in names if places[n][0] >= hit.end)])
    known = roles().get(hit.role)
    if known is None or (known.group not in _KIN and not hit.word.isascii()):
        return False
    if is_owned:
        return _CLOSES.match(text[hit.end : high]) is not None
    is_open = (_OPENS if known.group in _KIN else _OPENS_JOB).search(text[low : hit.start]) is not None
    behind = text[hit.end : high]
    is_closed = _CLOSES.match(behind) is not None or (high < line[1] and not behind.strip(" 　"))
    return is_open and is_closed


def _name_of(text: str, places: Sequence[Range], names: Sequence[int], hit: Hit, *, is_led: bool) -> int | None:
    following = next((n for n in names if places[n][0] >= hit.end), None)
    if is_led or (following is not None and text[hit.end : places[following][0]] in {" ", ", "} and _PARTS.search(text, max(0, hit.start - 6), hit.start)):
        return following
    return next((n for n in reversed(names) if places[n][1] <= hit.start), None)


def _is_beside(text: str, place: Range, hit: Hit) -> bool:
    if hit.end <= place[0]:
        return place[0] - hit.end <= _FARTHEST and _LEADS_TO.match(text[hit.end : place[0]]) is not None
    return hit.start - place[1] <= _FARTHEST and not (hit.of and _NEXT_NAME.match(text, hit.end))
