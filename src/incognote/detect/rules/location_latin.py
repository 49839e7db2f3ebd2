"""Places in English that belong to a person: living in Duluth, moved from LA, CA, a teacher from Quarry Falls.

One level is LOCATION, city with state or country is ADDRESS (rule P2). Without such words a place is not
looked for: LA is the left atrium, MS mitral stenosis. Source: catalogue 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "LA 42 mm. She moved from LA, CA in 2019 and is living in Duluth."
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('ADDRESS', 'LA, CA'), ('LOCATION', 'Duluth')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER, WORD, is_ordinary, places, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.names.tables import first_names

SOURCE: Final = "rules/location_latin"
CUES: Final = ("living in ", "lives in ", "lived in ", "live in ", "residing in ", "resides in ", "resident of ", "moved to ", "moved from ", "relocated to ", "relocated from ", "came from ", "comes from ", "born in ",
               "grew up in ", "raised in ", "originally from ", "travel to ", "travelled to ", "traveled to ", "travelled from ", "traveled from ", "traveling to ", "travelling to ", "returned from ", "returning from ", "back from ", "trip to ",
               "immigrated from ", "emigrated from ", "immigrated to ", "native of ", "flew from ", "flew to ", "stays in ", "staying in ", "works in ", "worked in ", "working in ", "hometown: ", "visiting from ", "vacation in ", "holiday in ",
               "住在", "住", "來自", "搬到", "移居", "出生於", "去過", "前往", "旅居", "返回", "birthplace: ", "place of birth: ", "country of birth: ", "suburb: ", "city: ", "town of ", "village of ", "suburb of ", "city of ")  # fmt: skip
PEOPLE: Final = (" from ",)
WITH: Final = ("lives with ", "living with ", "lived with ", "stays with ", "staying with ", "resides with ")
_PERSON: Final = re.compile(
    r"(?:man|woman|male|female|lady|gentleman|boy|girl|patient|pt|student|native|immigrant|visitor|tourist|refugee|migrant|couple|family|mother|father|husband|wife|(?:teach|farm|work|driv|build|engine|clean|paint|min|fish|manag|soldi|plumb|bak|danc|sing|writ)er|(?:\w{3,10}ist)|"
    r"nurse|clerk|artist|veteran|retiree|chef|cook|builder|engineer|lawyer|sailor|actor|doctor|monk|nun|priest|pastor)\Z"
)
_STATES: Final = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|SA|TAS|ACT|NT|Vic|Qld|Tas|ON|QC|BC|AB|USA|UK|"
    r"Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming|"
    r"South Australia|New South Wales|Victoria|Queensland|Tasmania|Taiwan|Japan|China|Vietnam|Indonesia|Philippines|Thailand|Australia|England|Scotland|Wales|Ireland|Canada|Singapore|Malaysia|Korea|India)"
)
_PLACE: Final = re.compile(rf"(?:the )?(?P<name>(?:(?:St|Mt|Ft)\. |San |Los |Las |New |Port |North |South |East |West |Lake |El |La )?(?:[{UPPER}][A-Za-zÀ-ỿ'’]+(?:-[A-Z][a-z]+)?)(?: (?:{WORD.pattern})){{0,2}}(?: (?:City|County|District|Village|Township|Island))?)(?P<state>, {_STATES}(?![A-Za-z]))?")
_CITY_STATE: Final = re.compile(rf"(?<![A-Za-z0-9])(?P<name>{WORD.pattern}(?: {WORD.pattern}){{0,2}}), (?P<state>A[KRZ]|CO|CT|DE|FL|GA|I[ADL]|K[SY]|M[INOT]|MD(?= \d{{5}})|N[CDEHJMVY]|OH|OK|RI|TX|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|TAS)(?: \d{{4,5}})?(?![A-Za-z0-9])")
_SECOND: Final = re.compile(r", ([A-Z][A-Za-zÀ-ỿ'’-]+(?: [A-Z][a-z]+)?)(?![A-Za-z])")
_IN: Final = re.compile(r"[^.,;:\n]{1,28} in (?=[A-Z])")
_NOT_PLACE: Final = re.compile(r" (?:Hospital|Clinic|Medical|Memorial|Street|St\b|Road|Rd\b|School|University|College|Academy|Nursing|Home|Center|Centre|House|Primary|Prison|Jail|Correctional|SNF|ED\b|ER\b|ICU)|['’]s ")


_STATION: Final = re.compile(r"(?<![A-Za-z])((?:[A-Z][A-Za-z'’-]{1,14} ){1,3})\Z")


def stations(page: Page) -> Iterator[Span]:
    """Mei Foo MTR, Dingpu MRT station: a stop of a railway by its name."""
    for start, end in page.cues.get("latin_rail", NO_CUES):
        name = _STATION.search(page.text, max(0, start - 40), start + 1)
        if name and page.text[start + 1 : end].isupper() and not all(is_ordinary(word.lower()) for word in name[1].split()):
            yield page.span(name.start(), end, "LOCATION", None, SOURCE, 0.7)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, score in (("latin_place", 0.65), ("latin_from", 0.6), ("latin_with", 0.6)):
        for start, end in page.cues.get(category, NO_CUES):
            if category == "latin_from" and not _PERSON.search(text, max(0, start - 16), start):
                continue
            at = end
            if category == "latin_with":
                inside = _IN.match(text, end)
                at = inside.end() if inside else len(text)
            yield from _place(page, at + (text[at : at + 1] == " "), score)
    yield from _states(page)


def _place(page: Page, at: int, score: float) -> Iterator[Span]:
    text = page.text
    place = _PLACE.match(text, at)
    if not place:
        return
    words = place["name"].split()
    while len(words) > 1 and not place["state"] and words[-1].lower() in stops():
        words.pop()
    end = place.start("name") + len(" ".join(words))
    if place["state"]:
        yield page.span(place.start("name"), place.end(), "ADDRESS", None, SOURCE, 0.8)
        return
    if all(_is_no_place(w) for w in words) or _NOT_PLACE.match(text, end) or (words[0].lower() in first_names() and len(words) == 1 and first_names()[words[0].lower()] == 1.0):
        return
    if words[0].isupper() and len(words[0]) < 4 and words[0] not in {"USA", "UK", "NSW", "NYC"}:
        return
    second = _SECOND.match(text, end)
    if second and second[1].lower() in places():  # Cijin, Kaohsiung
        yield page.span(place.start("name"), second.end(), "ADDRESS", None, SOURCE, score)
        return
    yield page.span(place.start("name"), end, "LOCATION", None, SOURCE, score)


def _is_no_place(word: str) -> bool:
    lower = word.lower()
    return lower in stops() or (is_ordinary(lower) and lower not in {"quarry", "falls", "port", "bay", "hill", "lake", "river", "beach", "springs", "creek", "park", "ridge", "valley", "island", "mount", "grove", "harbour", "harbor", "point", "new", "north", "south", "east", "west", "turkey", "china"})


def _states(page: Page) -> Iterator[Span]:
    """Duluth, MN in running text."""
    for start, _ in page.cues.get("latin_state", NO_CUES):
        line = max(0, start - 40, page.text.rfind("\n", 0, start) + 1)
        for match in _CITY_STATE.finditer(page.text, line, min(len(page.text), start + 12)):
            if match.start("state") - 2 == start and not (match["name"].isupper() and len(match["name"]) < 4) and not any(w.lower() in stops() for w in match["name"].split()) and not all(is_ordinary(w.lower()) for w in match["name"].split()):
                yield page.span(match.start(), match.end(), "ADDRESS", None, SOURCE, 0.6)


RULES = (
    Rule("location_latin", stations, {"latin_rail": (" mtr", " mrt", " lrt")}, needs=("latin_rail",)),
    Rule(
        "location_latin",
        find,
        {"latin_place": CUES, "latin_from": PEOPLE, "latin_with": WITH,
         "latin_state": tuple(f", {s}" for s in (["ak", "ar", "az", "co", "ct", "de", "fl", "ga", "ia", "id", "il", "ks", "ky", "md", "mi", "mn", "mo", "mt", "nc", "nd", "ne", "nh", "nj", "nm", "nv", "ny", "oh", "ok", "ri", "tx", "ut", "va", "vt", "wa", "wi", "wv", "wy", "nsw", "vic", "qld", "tas"]))},
        needs=("latin_place", "latin_from", "latin_with", "latin_state"),
    ),
)  # fmt: skip
