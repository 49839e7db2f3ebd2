"""Made of a word and a landform: Galah Vale Base, Antler Bend Pediatrics, Wombat Scrub; states; initials of institutions.

The landform (vale, gully, bluff, crossing) makes two capitalised words a place; what follows it in capitals says what
stands there (Base, R-7 School, House of Correction, Earthmoving). Landforms that are words of a chart too (point, rise,
gap) need a preposition before or a kind behind. Source: catalogue 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "seen at Galah Vale Base; Emu Reach Family Services rang; Anion Gap 12, Trigger Point; people are in WA; kids at GVELC"
>>> [(s.label, text[s.start : s.end]) for s in sorted(detector(RULES)(Document("1", text)))]
[('HOSPITAL', 'Galah Vale Base'), ('ORG', 'Emu Reach Family Services'), ('LOCATION', 'WA'), ('EARLYLEARN', 'GVELC')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.class_words import ending_behind
from incognote.gazetteer.kinds import FOUR_CLASSES
from incognote.gazetteer.surroundings import label_around
from incognote.names.eponyms import names_a_term

SOURCE: Final = "rules/toponym_latin"
STRONG: Final = ("vale", "gully", "downs", "gulch", "hollow", "bluff", "prairie", "junction", "landing", "siding", "beck", "lea", "scrub", "waters", "outstation", "showgrounds", "lookout", "plains", "soak", "meadows", "crossing", "springs", "falls", "glen", "moor", "flats", "wells", "heath", "heights", "grove", "mere", "fell", "combe", "brook", "ford", "hamlet", "billabong", "waterhole", "homestead")
WEAK: Final = ("reach", "rise", "point", "flat", "bay", "park", "hill", "creek", "gap", "bend", "fork", "ridge", "dale", "well", "hut", "common", "valley", "lake", "river", "island", "wood", "green", "cove", "harbour", "harbor", "mount", "end", "cross", "bridge", "mile")
_LABELS: Final = {
    "HOSPITAL": "Private Base Pediatrics Peds Hospital Hosp Medical Practice Surgery Dental Clinic HASU General District Infirmary Memorial Pharmacy Hospice CAMHS Health",
    "SCHOOL": "School Primary High Secondary College Academy Grammar AS PS HS Elementary Middle Public R-7 R-6 R-12 P-12 K-12 Area Christian Special",
    "EARLYLEARN": "FDC ELC Kindy Kindergarten Preschool Childcare Nursery Playgroup OSHC Creche",
    "PRISON": "Correction Correctional Immigration Detention Remand Prison Jail Gaol Penitentiary",
    "LOCATION": "Lookout Showgrounds Outstation Bridge Station Hut Soak Roadhouse Community Homelands Beach Estate Caravan",
}
_KINDS: Final = {word: label for label, words in _LABELS.items() for word in words.split()}
_FURTHER: Final = frozenset(
    "Recovery Poultry Adult Day Program Grill Transport Group Sons Highway Patrol Post Legal Aid Earthmoving Paper Mill Senior Center Centre Lutheran Market Family Services Service Connect Catholic Parish Disability Support Real Estate Violence Unit Crisis Accommodation "
    "House Methodist Baptist Anglican Presbyterian Uniting Church Council Police Fire Rescue Mission Meats Motors Timber Logistics Foods Dairy Farms Farm Orchards Vineyards Winery Hotel Motel Tavern Inn Pub Bakery Cafe Diner Hardware Plumbing Electrical Roofing Cleaning Security Staffing Housing Trust Women's Shelter Refuge Home Care Lodge Manor Court Gardens Village Rehab Rehabilitation Nursing Corporation Aboriginal Youth Children's Child Mental Outreach Cricket Football Netball Golf Bowls Club RSL Library Mall Plaza Mine Quarry Abattoir Cannery Sawmill Freight Haulage Lines Air Royal University of and & Inn".split()
)
_OWN: Final = re.compile(r"(?:(?:[A-Z][a-z]+['’]s (?:Hospital )?)|St\.? )?(?P<own>[A-Z][a-z]{2,14}(?:['’]s)?(?: [A-Z][a-z]{2,12})?) \Z")
_MORE: Final = re.compile(r"(?: (?:&|of|and))? (?:R-7|R-6|R-12|P-12|K-12|[A-Z][A-Za-z'’]+)(?![A-Za-z-])")
_PLACE_WORD: Final = re.compile(r"(?:(?<![A-Za-z])(?:at|in|from|of|to|near|via|through|by|for|with|strip|left|attends|past|outside|around|station|people|says|has|was in|If):? |[,(|] |\n)\Z", re.IGNORECASE)
_CLINICAL: Final = frozenset("anion trigger end cut set power focal pressure boiling melting entry exit bed fluid air care treatment osmolar trough base mid high low mean peak time start turning tender dry wet left right upper lower first second third no the this that st foot chair hospital ward clinic blood iron urea sleep".split())
_STATE_CUE: Final = re.compile(r"(?P<state>NSW|QLD|TAS|VIC|ACT(?! [a-z])|SA|WA|NT|A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|SC|SD|T[NX]|UT|V[AT]|W[IVY])(?![A-Za-z0-9-])")
_STATE_CELL: Final = re.compile(r"(?:[|\t]|  |Address: ?|address: ?)[ ]?(?P<state>NSW|QLD|TAS|VIC|SA|WA|NT)(?=[ ]?(?:[|\t\n]|\Z)|  )")
_STATE_WORD: Final = re.compile(r"(?<![A-Za-z0-9-])(?:NSW|QLD)(?![A-Za-z0-9-]| (?:Health|Police|Ambulance))")
_TOWN: Final = re.compile(r"(?P<town>[A-Z][a-z]{3,15}(?: [A-Z][a-z]{3,12})?)(?![A-Za-z'’-])")
_CARE: Final = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z]{2,3}ELC|[A-Z]{3}MC|[A-Z]{4}MC)(?![A-Za-z0-9-])")
_INITIALISM: Final = re.compile(r"(?P<name>(?P<school>[A-Z]{2,3}(?:PS|HS))|[A-Z]{1,3}(?:GH|PH|DH|WC|BH|RH)|R[A-Z]{2}H)(?![A-Za-z0-9/-])")
_SPOKEN_FOR: Final = 0.6
"""How strongly the words around a bare place must speak for what stands there."""
_IN_CARE: Final = re.compile(r"(?<![A-Za-z0-9])(?:[A-Z]{2}WC|R[A-Z]{1,2}H|[A-Z]{2}[BDGPR]H)(?= (?:ED|ward|NICU|ICU|paeds?|maternity|OPD)(?![A-Za-z]))")
_NOT_INITIALS: Final = frozenset("PBMC BMMC EMMC OSHC EHS OHS IHS NHS DHS CHS UPS GPS EPS APS TIPS HPS WPS WHS HHS PPH PIH ICH SAH PAH DPH OPH BPH MPH LMWH EDH SDH APH RPH GNRH".split())


def places(page: Page) -> Iterator[Span]:
    """Galah Vale Base, Wombat Scrub."""
    text = page.text
    for category in ("topo_strong", "topo_weak"):
        for start, end in page.cues.get(category, NO_CUES):
            if not text[start + 1].isupper() or text[end : end + 1].isalpha():
                continue
            own = _OWN.search(text, max(0, start - 34), start + 1)
            if own is None or (own.start() and text[own.start() - 1].isalnum()):
                continue
            begin, words = _trimmed(own)
            if not words or any(w in _CLINICAL or w in latin.stops() or latin.CLINICAL_END.search(w) for w in words) or words[-1] in latin.eponyms() or names_a_term(text, end):
                continue
            stop, label, score = _stands_there(text, begin, end)
            if category == "topo_weak" and stop == end and not _PLACE_WORD.search(text, max(0, begin - 10), begin):
                continue
            yield page.span(begin, stop, label, None, SOURCE, score)


def _trimmed(own: re.Match[str]) -> tuple[int, list[str]]:
    """Where the place begins and its words, without a first word of grammar: Near Galah Vale."""
    words = own["own"].split(" ")
    begin = own.start()
    if len(words) > 1 and (words[0].lower() in latin.stops() or words[0].endswith("ed")):
        begin = own.start("own") + len(words[0]) + 1
        words = words[1:]
    return begin, [latin.plain(word).lower() for word in words]


def _stands_there(text: str, begin: int, end: int) -> tuple[int, str, float]:
    """The end, the label and the score of what stands at a place that ends at `end`: Emu Rise Family Day Care."""
    stop, label = _kind(text, end)
    ending = ending_behind(text, end)
    if ending is not None and ending.end >= stop:
        stop = ending.end
        said = ending.labels[0] if len(ending.labels) == 1 else label_around(text, begin, stop, ending.labels)
        return stop, said or ending.labels[-1], 0.84 if said else 0.6
    if stop == end and text[begin - 2 : begin] != ", " and (said := label_around(text, begin, end, FOUR_CLASSES, least=_SPOKEN_FOR)):
        return stop, said, 0.6  # let out of Emu Crossing
    return stop, label, 0.82 if stop > end else 0.5


def _kind(text: str, end: int) -> tuple[int, str]:
    """The end of the capitals behind a landform, and what they say stands there."""
    label, at = "LOCATION", end
    for _ in range(5):
        more = _MORE.match(text, at)
        if more is None:
            break
        word = more[0].rsplit(" ", 1)[-1].replace("’", "'")
        if word not in _KINDS and word not in _FURTHER:
            break
        at = more.end()
        label = _KINDS.get(word, "ORG") if word in _KINDS or label == "LOCATION" else label
    return at, label


def states(page: Page) -> Iterator[Span]:
    """born in OR, people are in WA, | QLD |, and towns behind the same words: grew up in Fife."""
    text = page.text
    for start, end in page.cues.get("topo_from", NO_CUES):
        found = _STATE_CUE.match(text, end)
        if found:
            yield page.span(*found.span("state"), "LOCATION", None, SOURCE, 0.7)
        elif text[start] != "," and (town := _TOWN.match(text, end)) and not any(w.lower() in latin.stops() for w in town["town"].split(" ")):
            yield page.span(*town.span("town"), "LOCATION", None, SOURCE, 0.6)
    for cell in _STATE_CELL.finditer(text):
        yield page.span(*cell.span("state"), "LOCATION", None, SOURCE, 0.65)
    for word in _STATE_WORD.finditer(text):
        yield page.span(*word.span(), "LOCATION", None, SOURCE, 0.55)


def initialisms(page: Page) -> Iterator[Span]:
    """GVELC, CBRMC by their ends; LVPS, GCGH behind a preposition."""
    text = page.text
    for found in _CARE.finditer(text):
        if found[0] not in _NOT_INITIALS:
            yield page.span(*found.span(), "EARLYLEARN" if found[0].endswith("ELC") else "HOSPITAL", None, SOURCE, 0.6)
    for ward in _IN_CARE.finditer(text):
        if ward[0] not in _NOT_INITIALS and ward[0].lower() not in latin.stops():
            yield page.span(*ward.span(), "HOSPITAL", None, SOURCE, 0.6)
    for _, end in page.cues.get("topo_at", NO_CUES):
        name = _INITIALISM.match(text, end)
        if name and name["name"] not in _NOT_INITIALS and len(name["name"]) > 3 and name["name"].lower() not in latin.stops():
            yield page.span(*name.span("name"), "SCHOOL" if name["school"] else "HOSPITAL", None, SOURCE, 0.6)


RULES = (
    Rule("toponym_latin", places, {"topo_strong": tuple(f" {w}" for w in STRONG), "topo_weak": tuple(f" {w}" for w in WEAK)}, needs=("topo_strong", "topo_weak")),
    Rule(
        "toponym_latin",
        states,
        {"topo_from": ("born in ", "driven from ", "drove from ", "drove up from ", "drove down from ", "up from ", "down from ", "people are in ", "family in ", "flying in from ", "flew in from ", "grew up in ", "raised in ", "home in ", "mum in ", "dad in ", "over from ", "back in ", ", in ")},
        needs=("topo_from", re.compile(r"(?:NSW|QLD|TAS|VIC|SA|WA|NT|ACT)(?![A-Za-z0-9])")),
    ),
    Rule(
        "toponym_latin",
        initialisms,
        {"topo_at": (" at ", " from ", " left ", " that ", " attends ", " through ", " via ", " start at ", "sw, ", " to ", " says ", " rung ", " in ", " admitted ", " rang ", " took her to ", " took him to ", "seen at ")},
        needs=(re.compile(r"[CSH](?:(?<=[A-Z]{2}ELC)|(?<=[A-Z]{2}(?:MC|PS|HS|GH|PH|DH|WC|BH|RH|CH|SH|KH|LH|MH|NH|TH|VH|WH)))(?![A-Za-z0-9])"),),
    ),
)  # fmt: skip
