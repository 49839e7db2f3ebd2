"""Which role word goes with which name: by what stands between the two on their line."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.contrary import MORE_EXACT
from incognote.link.line_claims import Claim as Claim
from incognote.link.line_claims import Range as Range
from incognote.link.line_claims import is_label as is_label
from incognote.link.line_claims import labelled as labelled
from incognote.link.role_words import PLURAL, Hit, hits
from incognote.link.workplaces import introduced, worked
from incognote.names.compare import canonical
from incognote.names.variants import given_sex

_TITLE: Final = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Sgt|Const|Fr|Prof|S/C|Sr|Rev|Pastor)\.? ?)?"
_BEFORE: Final = tuple(
    (re.compile(pattern + _TITLE + r"\Z"), cost)
    for pattern, cost in (
        (r"\s?\**\s?", 0.05),
        (r"[\u4e00-\u9fff]{1,6}的", 1.2),
        (r"(?: at home| in (?:the )?(?:home|house|household|care)| concerned| details)?\s{0,4}\)?[:：=→>\]】》）]+\s{0,6}[\"“‘「]?", 0.0),
        (r"\s?[.;,|]\s?(?:[Ff]ull )?[Nn]ame\s?[:：]\s?", 0.1),
        (r"(?: [a-z]{2,}){1,4} [-–—] ", 1.6),
        (r",? who [a-z ]{2,30} (?:is|was) ", 1.0),
        (r" (?:today|on duty|on call|tonight|again) ", 0.4),
        (r"\s?(?:'s name|name|is|was|named|called|known as|，即|為|是|即|叫)(?: is)?(?: an?(?= ))?[:：]?\s?", 0.3),
        (r"[，,]?(?:大家|孩子們?|小孩|鄰居|她|他|我們)?(?:都|均)?(?:喊|叫|稱|稱呼|名|名為)(?:他|她|伊)?(?:為|做|作)?[「『\"]?", 0.4),
        (r"(?:[’']s)? (?:surname|first names?|given names?|last name|family name|full name|name)[:：]?\s*", 0.2),
        (r"(?:\(s\)|\(SC\)| \d)?\s?[:：]?\s?[\[(（]\s?", 0.3),
        (r"\s*[.…·]{2,}\s*", 0.5),
        (r"\s?#?(?:\(\d{1,3}\)|\d{1,3}[:.]?)\s", 0.6),
        (r" \([^()\n]{1,40}\)[:：]?\s*", 0.8),
        (r"\s*(?:[-–—－─―|¦/／;；]|\t|->)+\s*", 1.0),
        (r" {2,}", 1.0),
        (r"[:：]?[ \t]*\n[ \t]*", 1.4),
        (r"(?:, [a-z][a-z' -]{2,30}|[ \t]*\n(?:in (?:her|his|their) \d0s|\d{1,3}|nil|unknown|n/k|n/a|\?))[ \t]*\n[ \t]*", 1.5),
        (r",\s?", 1.5),
        (r":? (?:an? |the )?[a-z][a-z ,'’]{2,45}, ", 1.7),
        (r" (?:from|at|with|of) (?:[^,.;:()\n|]{2,40}, |(?:the )?(?:[A-Z0-9][\w'’&-]* ){1,5})", 2.4),
    )
)
_SAID: Final = 1.7
"""The cost of a clause between a name and what its bearer does: it says nothing of kin."""
_SAID_NEXT: Final = 1.3
"""The cost of what the next sentence says of the one who was named: Nanna Ann Burns came. She is mum's mum."""
_ELSEWHERE: Final = "(?:until|till|when|while|after|before|because|from|by|to|for|if|that|and|or|waiting|via|per) "
"""Words behind a name from which on somebody else may be spoken of: holding the children until police arrive."""
_AFTER: Final = tuple(
    (re.compile(pattern + r"\Z", re.IGNORECASE), cost)
    for pattern, cost in (
        (r"[\"'”’」]?(?:\s?|[ \t]*\n[ \t\u3000]*)[\[(（]\s?(?:the |her |his |our |their |my |an? |aka |their )?", 0.1),
        (r"(?:,? \(?\d{1,2}\)?)?,? (?:who |she |he |which )?(?:is |was |being )?(?:the |her |his |our |their |my |an? )", 0.4),
        (r"\s?[(（][^()（）\n]{0,45}[,;，；、/]\s?(?:the |an? |her |his )?", 0.4),
        (r"\s*[.…·]{2,}\s*", 0.9),
        (r",? ?\(?(?:aged? )?\d{1,2}(?:/12)?(?:\s?(?:y|yo|y/o|yrs?|years old|years|months|歲|岁))?\)?,? ?(?:the |her |his |an? )?", 1.0),
        (r"[,，]\s?(?:the other |another |(?:b|born|dob|d\.o\.b)[.: ]{1,2}[\d/.-]{4,10},? ?)?(?:her |his )?", 1.1),
        (r"\s*(?:[-–—－─―|¦/／=]|\t)+\s*", 1.1),
        (r" {2,}", 1.2),
        (r", [^,.;:\n()|]{2,30}, (?:the |her |his |an? )?", 1.8),
        (r",? (?:who|which) [a-z' -]{3,40} ", _SAID),
        (r"\s?(?:是|為|係)\s?", 0.4),
        (r"[^.!?\n]{1,60}[.!?] (?:s?he)(?:[’']s| is| was) (?:the |an? |her |his )?", _SAID_NEXT),
        (rf",? ?\(?(?:(?:an?|the) )?(?:(?!{_ELSEWHERE})[A-Za-z&/'’-]+ ){{1,3}}", 1.6),
        (r"[ \t]*\n[ \t]*", 2.2),
    )
)
_IN_PROSE: Final = frozenset({"child", "children", "kids", "baby", "boy", "girl", "infant", "sc", "the child", "herself", "himself", "patient", "the patient", "young man", "young woman", "youth", "minor", "pt", "bub", "student"})
_LOOSE: Final = 1.6
"""The cost of a few words between a name and what its bearer does: it says nothing of kin."""
_BRACKET_BELOW: Final = re.compile(r"[ \t]*\n[ \t\u3000]*[(（]\s?\Z")
"""A remark in brackets on the line below a name."""
_OUT_OF_BRACKETS: Final = re.compile(r"[^()（）]*[)）][ \t]*\n")
"""The way from a word in such a remark to the next line: it speaks of the name above."""
_BEGUN_BELOW: Final = re.compile(r"\n[ \t\u3000]*[(（]\Z")
_PLAIN: Final = re.compile(r" ?\Z")
_APPOSED: Final = 1.0
"""The cost of a name that stands between commas behind the word: the mother, Ann Cole, rang."""
_COMMA_GAP: Final = re.compile(r", " + _TITLE)
_BETWEEN: Final = re.compile(r"[\"”)]?\s?(?:[,.;:()\[\n–—]|-\s|\Z)")
_DOES: Final = re.compile(r" (?:plans|says|reports|advises|asks|wants|notes|states|confirms|recommends|to|will|has|reviewed|saw|advised|thinks|feels|rang|called)(?![A-Za-z])")
"""What somebody whose calling stands behind the name does: J Noske paed plans discharge."""
_NEXT: Final = re.compile(r"(?:\s?[(（\[][^()（）\n]{0,60}[)）\]])?(?:,? aged? \d{1,2}|,? \d{1,2})?\s?(?:[,;/&、，；+]|\band\b|和|與|及)\s?(?:and |& )?\Z")
_FARTHEST: Final = 75
_ALONE: Final = re.compile(r"[\s\W\d]*(?:[(（][^()（）\n]{0,40}[)）])?[\s\W]*")
_FIELD: Final = re.compile(r"(?:relationship[^:|\n]{0,30}|(?<!no )relation(?: to [^:\n]{2,20})?|occupation|job|role|position|capacity|rel\.? to [^:\n]{2,20}|title|關係|職稱|身分)\W{1,4}(?:the |a |an |[\u4e00-\u9fff ]{1,18})?\Z", re.IGNORECASE)
_NAME_NEXT: Final = re.compile(r"[^\n:]{0,30}[.;,|\n ]{1,3}\s*(?:full )?name\s?[:：]", re.IGNORECASE)
_SIBLINGS_OF: Final = frozenset({"sister", "brother", "older_sister", "older_brother", "younger_sister", "younger_brother"})
_OF_NAME: Final = re.compile(r" (?:of|to) (?:([A-Z]\d)(?!\w)|(?=[A-Z][a-z]))")
_NEW_SENTENCE: Final = re.compile(r"[^.!?\n]*[.!?] (?:[Hh]er|[Hh]is) ")
_BEGINS: Final = re.compile(r"(?:\A|\n|[.!?]['\"”]? )\Z")
_POSSESSOR: Final = re.compile(r"[’']s? (?:(?:new|ex|older|younger|little|big|own) )?\Z")


def claims(text: str, places: Sequence[Range], words: Sequence[Hit], tables: Sequence[Range] = ()) -> list[Claim]:
    """For the names at `places` (in order, apart), what `words` say of them; each word speaks of one name,
    but one in the plural of all that are listed behind it. What stands in `tables` is left to who read those."""
    starts = [start for start, _ in places]
    rows = [start for start, _ in tables]
    ends = [h.end for h in words]
    outside = [h for h in words if not _is_inside(places, starts, h) and not _is_inside(tables, rows, h)]
    pairs = sorted((cost, at, number, side) for number, hit in enumerate(outside) for cost, at, side in _near(text, places, starts, hit))
    told: dict[int, int] = {}
    spoken_for: dict[tuple[int, str], float] = {}
    said_of: dict[int, set[str]] = {}
    found: list[Claim] = []
    for hit in outside:
        found += _headed(text, places, starts, hit)
    for cost, at, number, side in pairs:
        hit = outside[number]
        group = _group(hit.role)
        if number in told or (spoken_for.get((at, group), 9.0) + 0.6 < cost and not _says_more(hit.role, said_of.get(at, ()))):
            continue
        if hit.role == "child" and cost >= (1.0 if side > 0 else 1.5) and hit.word.lower() in _IN_PROSE:
            continue
        told[number] = at
        spoken_for.setdefault((at, group), cost)
        said_of.setdefault(at, set()).add(hit.role)
        found.append(Claim(at, hit.role, cost, hit, _owner(text, places, starts, ends, hit)))
        if side < 0 and PLURAL.search(hit.word):
            found += _listed(text, places, at, hit, cost)
    found += [Claim(at, role, cost, hit) for at, role, cost, hit in (*worked(text, places), *introduced(text, places))]
    return found


def _says_more(role: str, known: Collection[str]) -> bool:
    """Whether a role is a more exact word for one that is told already: Grandma, Babcia Ida, father's mother."""
    return any(less in known and role in more for less, more in MORE_EXACT)


def _group(role: str) -> str:
    known = roles().get(role)
    return known.group if known else "kin"


def _is_inside(places: Sequence[Range], starts: Sequence[int], hit: Hit) -> bool:
    at = bisect_left(starts, hit.end) - 1
    return at >= 0 and places[at][1] > hit.start


def _near(text: str, places: Sequence[Range], starts: Sequence[int], hit: Hit) -> Iterator[tuple[float, int, int]]:
    """The names right behind and right before a word, with the cost of what lies between."""
    at = bisect_left(starts, hit.end)
    if at < len(places) and starts[at] - hit.end <= _FARTHEST:
        gap = text[hit.end : starts[at]]
        is_remark = _OUT_OF_BRACKETS.match(gap) and _BEGUN_BELOW.search(text, max(0, hit.start - 8), hit.start)
        for pattern, cost in _BEFORE if not is_remark else ():
            if pattern.match(gap):
                if "\n" not in gap or _is_alone(text, hit) or (cost == 1.5 and text[hit.start - 1 : hit.start] in {"", "\n"}):
                    yield (_APPOSED if _COMMA_GAP.fullmatch(gap) and cost > _APPOSED and _BETWEEN.match(text, places[at][1]) else cost), at, -1
                break
    at = bisect_left(starts, hit.start) - 1
    if at >= 0 and hit.start - places[at][1] <= 2 * _FARTHEST:
        gap = text[places[at][1] : hit.start]
        if _FIELD.search(gap) and len(gap) < 2 * _FARTHEST and "\n\n" not in gap and not _NAME_NEXT.match(text, hit.end):
            yield 0.2, at, 1
            return
        for pattern, cost in _AFTER if len(gap) <= _FARTHEST else ():
            if pattern.match(gap):
                if ("\n" not in gap or _is_alone(text, hit) or _heads_a_line(text, hit) or _BRACKET_BELOW.match(gap)) and (cost not in {_LOOSE, _SAID} or ("," in gap and _group(hit.role) in {"staff", "third"}) or (cost == _SAID and _group(hit.role) == "third")):
                    yield cost, at, 1
                return
        if gap == " " and _group(hit.role) == "staff" and hit.word.islower() and _DOES.match(text, hit.end):
            yield 1.5, at, 1
        elif _PLAIN.match(gap) and (hit.word.isupper() or text[hit.end : hit.end + 1] in {"", "\n", ",", ";", ")", "|"} or not hit.word.isascii()):
            yield 1.3, at, 1


def _is_alone(text: str, hit: Hit) -> bool:
    """Whether a word is all that its line holds, numbers, signs and a remark in brackets aside."""
    line = text.rfind("\n", 0, hit.start) + 1
    end = text.find("\n", hit.end)
    rest = text[line : hit.start] + text[hit.end : len(text) if end < 0 else end]
    return _ALONE.fullmatch(rest) is not None


def _heads_a_line(text: str, hit: Hit) -> bool:
    """Whether the word for what somebody is begins the line below the name, a comma behind it: Nurse, home visits."""
    if _group(hit.role) not in {"staff", "third"} or text[hit.start - 1] != "\n":
        return False
    end = text.find("\n", hit.end)
    return text[hit.end : hit.end + 1] in {",", "|", ""} or (text[hit.end : hit.end + 4] in {" at ", " - A"} and (len(text) if end < 0 else end) - hit.start < 70)


def _headed(text: str, places: Sequence[Range], starts: Sequence[int], hit: Hit) -> Iterator[Claim]:
    """The names that begin the lines below a heading in the plural: kids, children."""
    if not PLURAL.search(hit.word) or not _is_alone(text, hit):
        return
    at = bisect_left(starts, hit.end)
    line = text.find("\n", hit.end)
    while 0 <= line < len(text) - 1 and at < len(places):
        end = text.find("\n", line + 1)
        end = len(text) if end < 0 else end
        if starts[at] >= end or starts[at] - line > 8:
            return
        yield Claim(at, hit.role, 0.5, hit)
        at = bisect_left(starts, end)
        line = end


def _listed(text: str, places: Sequence[Range], at: int, hit: Hit, cost: float) -> Iterator[Claim]:
    """The names that are listed behind the one at index `at`: brothers Alan (9) and Ben."""
    is_label = cost <= 0.1 and text[hit.end : hit.end + 2].strip()[:1] in {":", "："}
    while at + 1 < len(places):
        gap = text[places[at][1] : places[at + 1][0]]
        if not (_NEXT.match(gap) or (is_label and "\n" not in gap and ". " not in gap and not hits(gap))):
            return
        at += 1
        yield Claim(at, hit.role, cost + 0.2, hit)


def _possessor(text: str, places: Sequence[Range], starts: Sequence[int], hit: Hit) -> int:
    """The index of the name whose mother, friend ... a word means: Ben's mother."""
    at = bisect_left(starts, hit.start) - 1
    if at >= 0 and hit.start - places[at][1] < 14 and _POSSESSOR.match(text[places[at][1] : hit.start]):
        return at
    return -1


def _owner(text: str, places: Sequence[Range], starts: Sequence[int], ends: Sequence[int], hit: Hit) -> int:
    """The index of the name whose brother, sister ... a word means, by what stands before it or behind; `ends` are the
    ends of all such words: Ben's mother; Nancy is cross. Her sister; sister of Nancy; sister of W1."""
    at = _possessor(text, places, starts, hit)
    if at >= 0 or hit.role not in _SIBLINGS_OF:
        return at
    behind = _OF_NAME.match(text, hit.end)
    if behind:
        if behind[1]:
            listed = re.search(rf"(?:^|\n)[ \t]*{behind[1]}[ .:=-]{{1,3}}", text)
            at = bisect_left(starts, listed.end()) if listed else len(starts)
            return at if listed and at < len(starts) and starts[at] == listed.end() else -1
        at = bisect_left(starts, behind.end())
        return at if at < len(starts) and starts[at] == behind.end() else -1
    at = bisect_left(starts, hit.start) - 1
    if hit.of not in {"her", "his"} or at < 0 or hit.start - places[at][1] > _FARTHEST or bisect_left(ends, hit.start) != bisect_left(ends, places[at][1]):
        return -1
    between = text[places[at][1] : hit.start]
    given = given_sex().get(canonical(text[places[at][0] : places[at][1]].split()[0]), "")
    is_new = _NEW_SENTENCE.fullmatch(between) is not None and _BEGINS.search(text, max(0, places[at][0] - 3), places[at][0]) is not None
    return at if is_new and given in {"", "F" if hit.of == "her" else "M"} else -1


