"""Places and institutions that a preposition introduces: at Bluebonnet Diner, from Houston, @ Gidgee IGA.

A listed city or country counts alone; several capitalised words count with one that no dictionary has, or
with a kind word (diner, saloon, hall); one unheard word counts behind `at`. Departments, parts of the body
and drugs are none. Source: catalogue 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "cook at Bluebonnet Diner, back from Houston; pain at Right Knee; switched from Lasix to Bumex"
>>> [(s.label, text[s.start : s.end]) for s in sorted(detector(RULES)(Document("1", text)))]
[('ORG', 'Bluebonnet Diner'), ('LOCATION', 'Houston')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import WORD, is_ordinary, is_unheard, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.kinds import FOUR_CLASSES
from incognote.gazetteer.surroundings import label_around
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/placed_latin"
AT: Final = (" at ", " @ ", "\nat ", " at the ", "outside ", "outside the ", "behind the ", "past the ", "behind ", "opposite ", "inside the ", "works for ", "worked for ", "driver for ", "trucker for ",
             "employed by ", "complained to ", "near ", "near the ", "apply for ", "via ed ", "office: ", "sent to ", "script to ", "scripts to ", "bed search: ", "respite at ", "placement at ")  # fmt: skip
FROM: Final = (" from ", " to ", " in ", " lives ", " lived ", " outside of ", " via ", "home, ", " on ")
MOVED: Final = re.compile(r"(?:transf\w{0,8}|xfer\w{0,4}|moved|disch\w{0,6}|admi\w{0,7}|referr\w{0,3}|retriev\w{0,3}|back|return\w{0,3}|tx|adm|d/c|dc|came|fl[ey]w?|travel\w{0,4}|moving|resident)(?:d|red)?(?: back| home)?\Z", re.IGNORECASE)
KINDS: Final = frozenset(
    "diner saloon tabernacle freight barn hall cafe café restaurant store market bar pub hotel motel inn shop mall club gym casino farm farms factory mill plaza airport bridge weir reservation homes homecare shed council poultry church "
    "chapel temple mosque synagogue cottage lodge villa house court grange manor meadow meadows hollow village mission ministries bakery brewery winery salon spa studio logistics transport trucking mining steel foods foundry shipyard "
    "garage motors tavern grill kitchen bistro deli supermarket grocery bookstore library museum theater theatre cinema arena stadium zoo marina pier harbor harbour ranch estate estates apartments towers tower terrace heights gardens "
    "chemist drug drugs pharmacy imaging renal dialysis surgery practice hospice yoi prison jail middle elem elementary state primary preschool kindergarten".split()
)
GEOGRAPHY: Final = frozenset("creek flat flats gully wells falls springs valley ridge hill hills bay beach point river island islands weir dam canyon mesa heights junction crossing corner corners grove bluff bluffs lake lakes landing reservation forest woods moor glen".split())
_STATE: Final = re.compile(r", ?(?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[AEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|TAS|NT|ON|BC)(?: \d{4,5})?(?![A-Za-z0-9])")
_SECOND: Final = re.compile(rf", ({WORD.pattern}(?: [A-Z][a-z]+)?)(?![A-Za-z])")
_SWITCHED: Final = re.compile(r"(?:switch|chang|convert|titrat|wean|bridg|transition|rotat|downgrad|step)[a-z]{0,5}[^.\n]{0,24}\Z", re.IGNORECASE)
_RUN: Final = re.compile(rf"{WORD.pattern}(?:(?: (?:& |and |of (?:the )?)?|-){WORD.pattern}){{0,4}}")
_AFTER: Final = re.compile(r"(?: (?:BH|CHC|CC|IGA|RACF|WCH|YOI|SNF|DCP|CSC))?(?![A-Za-z])")
_SPOKEN_FOR: Final = 0.6
_TITLED: Final = re.compile(r" (?:and |& )?(?:Dr|Mr|Mrs|Ms|Prof)(?![A-Za-z])")  # Emu Hill Hospital and Dr Lane
_CARE: Final = re.compile(r"(?:transf|xfer|admi|disch|inpt|nicu|icu|stent|cabg|surg|cath|x\d|bed search|seen|ed\b|hosp|HD|rehab)[^.\n]{0,24}\Z", re.IGNORECASE)
_CLINICAL: Final = frozenset(
    "department unit ward floor team service services station room care therapy records right left upper lower lobe knee hip arm leg chest head neck back abdomen bedside triage recovery theatre clinic office consult rounds "
    "baseline admission discharge presentation time home day night week review follow intensive emergency medical nursing physical occupational outpatient inpatient general internal new".split()
)
_PAUSE: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter".split())


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category, strict in (("latin_at", False), ("latin_where", True)):
        done = 0
        for start, end in page.cues.get(category, NO_CUES):
            if end < done or not text[end : end + 1].isupper():
                continue
            run = _RUN.match(text, end)
            if run is None or names_a_term(text, run.end()) or latin.is_eponym(text, latin.plain(run[0]).lower(), run.end()):
                continue
            name = _without_codes(run[0])
            end = run.end() - len(run[0]) + run[0].index(name)
            found = _placed(text, start, name, strict=strict) if name else None
            if found:
                label, size = found
                label, done = _end(text, label, end + size)
                yield page.span(end, done, label, None, SOURCE, 0.65 if label in {"LOCATION", "ADDRESS"} else 0.55)


def _without_codes(run: str) -> str:
    """A run without the short capitals at its ends: PET Larchmere Imaging, Jaylen RN."""
    words = _TITLED.split(run, maxsplit=1)[0].split(" ")
    while words and len(words[0]) < 5 and words[0].isupper() and len(words) > 1:
        words.pop(0)
    while words and len(words[-1]) < 4 and words[-1].isupper():
        words.pop()
    return " ".join(words)


def _end(text: str, label: str, end: int) -> tuple[str, int]:
    """The label and the end with what joins: a state, a second place, the short kind behind an institution."""
    state = _STATE.match(text, end)
    if state:
        return "ADDRESS", state.end()
    if label != "LOCATION":
        tail = _AFTER.match(text, end)
        return label, tail.end() if tail else end
    more = _SECOND.match(text, end)
    return ("ADDRESS", more.end()) if more and more[1].lower() in latin.places() else (label, end)


def _placed(text: str, start: int, run: str, *, strict: bool) -> tuple[str, int] | None:
    """The label and the length of the name at the head of `run`, if it is a place or an institution."""
    words = re.split(r"[ -]", run)
    lower = [latin.plain(w).lower() for w in words]
    place, last = _listed(run), lower[-1]
    unheard = any(map(is_unheard, lower))
    if place and (len(words) <= place.count(" ") + 1 or is_ordinary(lower[place.count(" ") + 1])) and last not in KINDS:
        return "LOCATION", len(place)
    if lower[0] in _PAUSE or (latin.given_weights().get(lower[0], 0) >= 0.6 and last not in KINDS | GEOGRAPHY):
        return None
    if any(w in _CLINICAL for w in lower) and not (last in KINDS | GEOGRAPHY and unheard):
        return None
    if last in GEOGRAPHY and len(words) > 1 and not all(w in stops() for w in lower[:-1]):
        what = label_around(text, start, start + len(run), FOUR_CLASSES, least=_SPOKEN_FOR) if len(words) == 2 else None
        return what or "LOCATION", len(run)
    said = label_around(text, start, start + len(run), FOUR_CLASSES, least=_SPOKEN_FOR)
    kind = said or ("HOSPITAL" if _CARE.search(text, max(0, start - 32), start) else "ORG")
    if last in KINDS and len(words) > 1 and not all(w in stops() for w in lower[:-1]) and (unheard or not strict):
        return kind, len(run)
    moved = MOVED.search(text, max(0, start - 14), start)
    if len(words) == 1:
        return (kind, len(run)) if (moved or not strict) and unheard and not run.isupper() else None
    from_there = moved or (text.startswith((" from", " lives"), start) and not _SWITCHED.search(text, max(0, start - 40), start))
    return (kind, len(run)) if unheard and (from_there or not strict) else None


def _listed(run: str) -> str:
    """The listed place at the head of `run`, two words before one."""
    words = run.split(" ")
    for size in (3, 2, 1):
        head = " ".join(words[:size])
        if len(words) >= size and head.lower() in latin.places():
            return head
    return ""


_STAYS: Final = re.compile(r"(?<![A-Za-z])(?:he|she|they|dad|mum|father|mother|fa|mo|brother|uncle|[A-Z][a-z]{2,14}) (?:is|was|has been|had been|is still|is back|is currently|is now|was back|['’]s)\Z|(?<![A-Za-z])(?:['’]s|remanded|locked up|in custody|imprisoned|incarcerated)\Z", re.IGNORECASE)
_JAILED: Final = re.compile(r"(?: again)?(?: until|,? on remand| on (?:bail|parole)| for (?:assault|theft|drug|armed|breach|robbery|driving|murder|dv|a breach|\d)|,? serving|,? awaiting)", re.IGNORECASE)
_THERE: Final = re.compile(rf"(?P<name>{WORD.pattern})(?= until| for|,? on |,? serving|[.;,)]|\n|\Z)(?! [A-Z])")

_STATE_OF: Final = re.compile(r"(?:[a-z](?:emia|sia|mia|xia|thmia|phoria|psia|plegia)|sis|tis|miny|tole|tion|sion|pathy|oma|lepsy|ades)\Z")
"""How words for states of health end: in Bigeminy, in Torsades."""


def stays(page: Page) -> Iterator[Span]:
    """Dad is in Yarrabee until Christmas, he has been in Tallawong: a word of no dictionary where somebody is."""
    text = page.text
    for start, end in page.cues.get("latin_where", NO_CUES):
        if text[start:end] != " in " or not text[end : end + 1].isupper() or not _STAYS.search(text, max(0, start - 36), start):
            continue
        there = _THERE.match(text, end)
        if there is None or len(there["name"]) < 5 or not there["name"][1:].islower() or _STATE_OF.search(there["name"]) or not is_unheard(latin.plain(there["name"]).lower()) or names_a_term(text, there.end()):
            continue
        last = end + len(latin.plain(there["name"]))
        label = "PRISON" if _JAILED.match(text, last) or text[:start].endswith(("remanded", "locked up", "custody")) else "LOCATION"
        yield page.span(end, last, label, None, SOURCE, 0.6)


RULES = (Rule("placed_latin", stays, needs=("latin_where",)), Rule("placed_latin", find, {"latin_at": AT, "latin_where": FROM}, needs=("latin_at", "latin_where")),)
