"""Addresses in Latin letters, American, Australian, British, Hong Kong and Taiwanese order, in any case.

`12 Orchard Ln, Apt 4B, Quarry Falls, NY 12999`; `7/21 Wandoo Cres, Kestrel Flat SA 5999`; `14 Chapel Row,
Abercwm, SA9 1XX`; `5F., No. 100, Sec. 1, Wenhua Rd., Banqiao Dist., New Taipei City 220, Taiwan`. The
street word is the way in; from it the parts between commas join to both sides. Source: catalogue 7.4.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "home to 12 Orchard Ln, Apt 4B, Quarry Falls, NY 12999. Walks 5 days in a row."
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['12 Orchard Ln, Apt 4B, Quarry Falls, NY 12999']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.address_lines import australian, lines_below, town_before, town_behind
from incognote.detect.latin import is_ordinary, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.postcodes import INWARD, postcodes
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/address_latin"
WHOLE: Final = ("street", "road", "avenue", "lane", "drive", "boulevard", "crescent", "terrace", "highway", "parade", "parkway", "court", "place", "close", "grove", "gardens", "circuit",
                "esplanade", "mews", "row", "square", "circle", "trail", "way", "walk", "rise", "quay", "hill", "green", "alley", "loop", "heights", "turnpike", "wynd", "track", "strip", "vale", "brae", "crossing", "track")  # fmt: skip
SHORT: Final = ("st", "st.", "rd", "rd.", "ave", "ave.", "ln", "ln.", "dr", "dr.", "blvd", "blvd.", "ct", "ct.", "cres", "cres.", "pl", "pl.", "tce", "hwy", "pde", "pkwy", "cct", "cir", "sq", "trl", "aly.", "gr", "cl", "tk", "trk", "tpke", "wy", "rte", "av", "av.", "crt", "crt.", "bvd", "gve", "gve.", "terr", "terr.", "esp", "gdns", "str.")  # fmt: skip
_FIRM: Final = frozenset(("street", "road", "avenue", "lane", "drive", "boulevard", "crescent", "highway"))
_HEAD: Final = re.compile(
    r"(?:(?:rear of|behind|back of|c/o) )?(?:(?:flat|unit|apt|apartment|suite|shop|room|rm|lot|level)\.? ?[A-Za-z0-9]{1,4}[,/]? ?)?"
    r"(?<![A-Za-z0-9./-])\d{1,5}[A-Za-z]?(?:[-/]\d{1,5}[A-Za-z]?)?,? (?P<name>(?:[A-Za-z0-9À-ỿ.'’-]{1,18} ){1,4})\Z",
    re.IGNORECASE,
)
_NEARER: Final = re.compile(r"(?:\A(?:to|and|or|&|-)|[.;] [A-Za-z]{1,12}(?: [a-z]{1,4})?) (?P<number>\d{1,5}[A-Za-z]?) (?P<name>(?:[A-Z][A-Za-z'’-]* ){1,3})\Z")
_DIGIT: Final = re.compile(r"[0-9]")
_STREETS: Final = frozenset(("street", "road", "rd", "avenue", "ave", "lane", "ln", "highway", "hwy", "boulevard", "blvd", "crescent", "cres", "parade", "turnpike"))
_ON_ROAD: Final = re.compile(r"(?<![A-Za-z])(?:on|at|near|along|off|in|to|from) (?P<name>[A-Z][A-Za-z'’-]{2,18}(?: [A-Z][A-Za-z'’-]{1,18}){0,2}) \Z")
_HOUSE: Final = re.compile(r"(?<![A-Za-z0-9./-])\d{1,5}[A-Za-z]? \Z")
_ROUTE: Final = re.compile(r" \d{1,4}(?: Box \d{1,5})?(?![\d/.%])")
_VIA: Final = re.compile(r",? via [A-Z][A-Za-z'’]+(?: [A-Z][A-Za-z'’]+){0,2}(?: \d{4})?(?![A-Za-z0-9])")
_BOX_TOWN: Final = re.compile(r" [A-Z][a-z]{2,14}(?: (?:North|South|East|West|Park|Hill|Hills|Bay|Beach|Vale|Gardens|Heights|Plains|Flat))?(?: (?:(?:0[89]|[2-7]\d)\d\d))?(?=[,;.)|\t]| {2}|[ ]?(?:\n|\Z))")
"""The town behind a box at the end of its clause: PO Box 12 Renmark."""
_OF_STREETS: Final = frozenset("high main new old north south east west long first second third fourth fifth park church station mill bridge market".split())
_LOT: Final = re.compile(r"(?:Lot|Site|Rmb|RMB|RSD) \Z")
_LANE: Final = re.compile(r"Ln|Aly")
_DISTRICT: Final = re.compile(r"Dist|City|County|Township")
_ROAD_NAME: Final = re.compile(r"(?P<name>(?:[A-Z][A-Za-z'’-]{1,18} |[NSEW]\. ){1,4})\Z")
_NUMBERED: Final = r"No\.? ?\d{1,5}(?:-\d{1,4})?|Sec\. ?\d{1,2}|Ln\. ?\d{1,4}|Aly\. ?\d{1,4}|Lane ?\d{1,4}|Alley ?\d{1,4}|R(?:m|oom)\.? ?[A-Z0-9-]{1,5}|Flat ?[A-Z0-9]{1,4}|Block ?[A-Z0-9]{1,3}|Tower ?[A-Z0-9]{1,3}|Phase ?\d|Unit ?[A-Z0-9-]{1,5}|Shop ?[A-Z0-9-]{1,5}|Apt\.? ?[A-Z0-9-]{1,5}|Suite ?\d{1,4}|House ?\d{1,4}"
_NAMED: Final = r"[A-Z][A-Za-z'’]{1,14}(?: [A-Z][A-Za-z'’]{1,14}){0,2} (?:Building|Bldg\.?|House|Court|Mansion|Garden|Gardens|Estate|Est|Plaza|Mall|Arcade|Centre|Center|Tower|Lodge|Cottage|Chapel|Barn|Mill|Rectory|Vicarage|Farm|Stables|Mews)"
_PART: Final = rf"(?:\d{{1,3}} ?F\.?(?:-\d{{1,3}})?|\d{{1,2}}/F\.?|{_NUMBERED}|{_NAMED})"
_PART_UPPER: Final = rf"(?:{re.sub(r'(?<=[A-Z])[a-z]+', lambda m: m[0].upper(), _NUMBERED)})"
_LEFT: Final = re.compile(rf"(?<![A-Za-z0-9])(?:(?:{_PART}|{_PART_UPPER})(?:, ?| )){{1,6}}\Z")
_STATE: Final = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|SA|TAS|ACT|NT|Vic|Qld|Tas|ON|QC|BC|AB|MB|SK|NS|NB)"
)
_UK: Final = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d(?:[A-Z]{2}))"
_INSTITUTION: Final = re.compile(
    r" (?:(?:East|West|North|South|Junior|Senior|St) )?(?:Early|Learning|Primary|High|School|Kindy|Kindergarten|Pre-?[Ss]chool|Hospital|Prison|Gaol|Jail|Correctional|Remand|College|Child ?[Cc]are|Children|Community|Middle|Area|Public|Secondary|"
    r"Youth|Women|Family|Health|Medical|Base|Memorial|R-7|R-12|B-12|ELC|PS|HS|OSHC)(?![a-z])"
)
_SCHOOL_YEAR: Final = re.compile(r"(?<![A-Za-z])(?:years?|yrs?|grade|gr|class|form|stage|term|tier|week|wk|day|bed|ward|room)\.? \Z", re.IGNORECASE)
_UNIT: Final = re.compile(r",? (?:(?:apt|apartment|unit|trlr|trailer|spc|space|suite|ste|flat|fl|floor|rm|room|level|bldg|building|block|tower|lot)\.? ?#?[A-Za-z0-9-]{1,5}|#\d{1,5}(?:-\d{1,5})?[A-Za-z]?|\d{1,2}(?:st|nd|rd|th) (?:floor|fl\.?))(?![A-Za-z0-9])", re.IGNORECASE)
_STATE_ZIP: Final = re.compile(rf",? {_STATE}\.?(?:,? (?:\d{{5}}(?:-\d{{4}})?|\d{{4}}|[A-Z]\d[A-Z] ?\d[A-Z]\d))?(?![A-Za-z0-9-])")
_POSTCODE: Final = re.compile(rf",? (?:{_UK}|\d{{5}}(?:-\d{{4}})?|[A-Z]\d[A-Z] \d[A-Z]\d|\d{{3}}(?:\d{{2,3}})?|\d{{4}})(?![A-Za-z0-9]|[/.-]\d|[/-]| \d{{4}}(?!\d))")
_CITY: Final = re.compile(r"(?P<gap>, ?| )(?P<city>[A-ZÀ-Þ][A-Za-zÀ-ỿ'’-]{1,18}(?:[ -](?!(?:NSW|VIC|Vic|QLD|Qld|SA|WA|TAS|Tas|NT|ACT)(?![A-Za-z]))[A-Z][A-Za-zÀ-ỿ'’-]{1,18}){0,2})(?P<kind>\.| (?:City|Dist\.|District|County|Township|Village|Province|Shire))?(?![A-Za-z0-9])")
_SUFFIX: Final = re.compile(r"(?:City|Dist|District|County|Township|Village|Province|Kowloon|Taiwan|Australia|Taipei|Kong|USA|UK|China|Singapore|Canada|Ireland|England|Scotland|Wales|Zealand|Territories|Island)\Z", re.IGNORECASE)
_LABELLED: Final = re.compile(r"(?:ess)?[ ]?[:=][ \t]{0,3}(?P<value>[A-Za-z0-9#][^\n;|<>]{4,110})")
_CUT: Final = re.compile(r"[ ,]*(?:\b(?:phone|tel|ph|mobile|cell|fax|dob|mrn|email|e-mail|postcode|contact|occupation)\b|  |\. [A-Z]|[。，；、（(]| / )", re.IGNORECASE)
_PLACED: Final = re.compile(r"(?:\bat|addr[a-z]*:?|lives|lived|住|住址:?|地址:?) ?\Z", re.IGNORECASE)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    for category in ("latin_street", "latin_street_short"):
        for start, end in page.cues.get(category, NO_CUES):
            begin = _begin(text, start, end, category == "latin_street_short")
            if begin < start:
                stop = _extend(text, end)
                yield page.span(begin, stop, "ADDRESS", None, SOURCE, 0.85)
                yield from (page.span(*line, "ADDRESS", None, SOURCE, 0.82) for line in lines_below(text, stop))
            elif text[start].isupper() and page.lower[start:end].rstrip(".") in _STREETS and (road := _ON_ROAD.search(text, max(0, start - 40), start)):
                yield _road(page, road.start(), road.start("name"), end)
    for start, end in page.cues.get("latin_route", NO_CUES):
        before, number = _HOUSE.search(text, max(0, start - 12), start), _ROUTE.match(text, end)
        if number and (before or text[start].isupper()):
            yield page.span(before.start() if before else start, _extend(text, number.end()), "ADDRESS", None, SOURCE, 0.8)
    for start, end in page.cues.get("latin_box", NO_CUES):
        box = re.compile(r"(?:P\.? ?O\.? |GPO |Locked )?(?:Bag|Box) \d{1,6}(?![A-Za-z0-9])", re.IGNORECASE).match(text, start)
        if box and box.end() > end:
            stop = _extend(text, box.end())
            town = _BOX_TOWN.match(text, stop) if stop == box.end() else None
            yield page.span(start, town.end() if town else stop, "ADDRESS", None, SOURCE, 0.85)


_SMALL_NUMBER: Final = r"(?:\d{1,4}[A-Za-z]?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)"
_SAID_NUMBER: Final = re.compile(rf"(?<![A-Za-z])(?:number|no\.?|unit|flat|house) {_SMALL_NUMBER},? (?:it['’]?s |it is |that['’]?s |they['’]?re |and it['’]?s )?\Z", re.IGNORECASE)
_SAID_TOWN: Final = re.compile(r",? (?:in )?(?P<town>[A-Z][a-z]{2,14}(?: [A-Z][a-z]{2,12})?)(?=[.,;)\n]|\Z)")
_SAID_UNIT: Final = re.compile(rf"[.,;] (?:unit|flat|apartment) {_SMALL_NUMBER}(?![A-Za-z0-9])", re.IGNORECASE)


def _road(page: Page, at: int, name: int, end: int) -> Span:
    """A street without a number; an address where somebody says the number before or the unit behind: number 6, it's on Gum Avenue, Renmark. Unit four."""
    text = page.text
    number = _SAID_NUMBER.search(text, max(0, at - 40), at)
    town = _SAID_TOWN.match(text, end)
    last = town.end() if town and not all(map(is_ordinary, town["town"].lower().split(" "))) else end
    unit = _SAID_UNIT.match(text, last)
    if number or unit:
        return page.span(number.start() if number else name, unit.end() if unit else last, "ADDRESS", None, SOURCE, 0.85)
    return page.span(name, end, "LOCATION", None, SOURCE, 0.6)


def _begin(text: str, start: int, end: int, short: bool) -> int:
    """Where the address around the street word at `[start, end)` begins; `start` where there is none."""
    word = text[start:end]
    window = max(0, start - 64)
    cut = max(text.rfind("\n", window, start), text.rfind("。", window, start), text.rfind("|", window, start)) + 1
    window = max(window, cut)
    numbered = _DIGIT.search(text, window, start) is not None
    if not numbered and not _LANE.match(word) and not _DISTRICT.search(text, end, end + 30):
        return start
    road = _ROAD_NAME.search(text, window, start)
    if road:
        left = _LEFT.search(text, window, road.start())
        if left and any(map(str.isdigit, left[0])):
            return left.start()
    head = _HEAD.search(text, window, start) if numbered else None
    is_street = head is not None and _is_street(head["name"], word, text, (head.start(), end), short)
    if head and not is_street and (nearer := _NEARER.search(head["name"])):  # from 3 to 5 Gum St; ext 12. Lives at 5 Gum St
        is_street = _is_street(nearer["name"], word, text, (head.start("name") + nearer.start("number"), end), short)
        if nearer.start():  # another sentence
            head = _HEAD.search(text, head.start("name") + nearer.start("number") - 1, start)
    if head and is_street:
        begin = head.start()
        if lot := _LOT.search(text, max(window, begin - 5), begin):
            begin = lot.start()
        left = _LEFT.search(text, window, begin)
        return left.start() if left else begin
    if re.match(r"Ln|Aly", word) or (road and re.match(r",? [A-Z][a-z]+ (?:Dist|City|County|Township)", text[end : end + 30])):
        return road.start() if road else start
    return start


def _is_street(name: str, word: str, text: str, at: tuple[int, int], short: bool) -> bool:
    """Whether `12 <name> <word>` at `at` is a street: `12 Orchard Ln`, not `5 days in a row` or `4 Phase CT`."""
    words, after = name.split(), text[at[1] : at[1] + 40]
    if any(w.replace(".", "", 1).isdecimal() and "." in w for w in words):
        return False  # Na 138 K 4.2 Cl 101
    if words[0].lower() in {"of", "out", "and", "in", "or"} or _SCHOOL_YEAR.search(text, max(0, at[0] - 8), at[0]):
        return False  # absent 8 of 10. Wallaby Vale ..., Year 2, Magpie Vale ...
    if word.lower() not in _STREETS and _INSTITUTION.match(after):
        return False  # 3 Bluebush Hill Early Learning
    capital = all(w[0].isupper() or w[0].isdigit() or w in {"of", "the", "de", "la"} for w in words)
    tail = bool(_UNIT.match(after) or _STATE_ZIP.match(after) or _POSTCODE.match(after))
    city = bool(re.match(r",? [A-Z]", after))
    if short and word.isupper() and word.strip(".") in {"ST", "CT", "DR", "PL", "SQ", "CL", "GR", "AV", "CRT", "ESP", "STR"} and not tail:
        return False
    if capital and word[0].isupper():
        return words[0].lower() not in stops() - _OF_STREETS or len(words) > 1 or tail or city or any(lines_below(text, at[1]))
    if short and not word[0].isupper():
        return tail
    return tail or (word.lower() in _FIRM and len(words) <= 2 and bool(_PLACED.search(text, max(0, at[0] - 12), at[0])))


def _extend(text: str, end: int) -> int:
    """Unit, city, state and postcode behind the street."""
    if via := _VIA.match(text, end):
        end = via.end()
    for _ in range(8):
        if text[end : end + 1] == "." and re.match(r"\.,? ?(?:[A-Z0-9])", text[end : end + 3]) and text[end - 2 : end].islower() and text[end + 1 : end + 2] == ",":
            end += 1
        unit = _UNIT.match(text, end) or _STATE_ZIP.match(text, end) or _POSTCODE.match(text, end)
        if unit:
            end = unit.end()
            continue
        city = _CITY.match(text, end)
        if not city or not _is_city(text, city):
            return town_behind(text, end) or end
        if city["kind"] == "." and text[city.end() : city.end() + 1] != ",":  # ... Ave, Renmark. Fa came
            return city.end("city")
        end = city.end()
    return end


def _is_city(text: str, city: re.Match[str]) -> bool:
    name, after = city["city"], city.end()
    if (city["kind"] and city["kind"] != ".") or _SUFFIX.search(name):
        return True
    if _STATE_ZIP.match(text, after) or re.match(rf",? (?:{_UK}|\d{{5}})(?![\d-])", text[after : after + 10]) or australian(text, after, name):
        return True
    if "," not in city["gap"]:
        return False
    words = [w.lower() for w in re.split(r"[ -]", name)]
    if any(w in stops() for w in words):
        return False
    return not all(map(is_ordinary, words)) or text[after : after + 1] in {"", ",", ".", ";", ")", "\n"}


def labelled(page: Page) -> Iterator[Span]:
    """Address: and whatever stands there, if it holds a number and two words."""
    for _, end in page.cues.get("latin_address", NO_CUES):
        match = _LABELLED.match(page.text, end)
        if not match:
            continue
        value = match["value"]
        cut = _CUT.search(value)
        value = (value[: cut.start()] if cut else value).rstrip(" .,")
        if any(map(str.isdigit, value)) and re.search(r"[A-Za-z]{3}", value) and " " in value and "@" not in value:
            start = match.start("value")
            yield page.span(start, start + len(value), "ADDRESS", None, SOURCE, 0.8)


_TOWN: Final = re.compile(r", (?!Tel|Ph|Occ|DOB|Mob|Fax|Age|Sex|Lives)[A-Z][a-z]{1,11}(?: [A-Z][a-z]{1,11}){0,2}(?=[.,;)\s]|\Z)")
_FLAT: Final = re.compile(rf"{_PART}(?:, ?{_PART}){{1,5}}")


def flats(page: Page) -> Iterator[Span]:
    """Flat C, 15/F, Block B, Sunshine Garden, Ma On Shan: no street at all."""
    for start, _ in page.cues.get("latin_flat", NO_CUES):
        flat = _FLAT.match(page.text, start)
        if flat:
            end = _extend(page.text, flat.end())
            town = _TOWN.match(page.text, end)  # Kwun Tong, Sha Tin: words that stop names elsewhere
            yield page.span(start, town.end() if town else end, "ADDRESS", None, SOURCE, 0.85)


_BLOCK: Final = re.compile(
    r"(?:Blk|Block|BLK) ?\d{1,4}[A-Z]?,? (?:[A-Z][A-Za-z'’.]{1,18} ){0,3}[A-Z][A-Za-z'’.]{1,18}(?: \d{1,3}(?![\d/.-]))?(?:,? #\d{1,3}-\d{1,5}[A-Z]?)?(?:,? (?:Singapore |S ?)\(?\d{6}\)?)?"
)
_BRITISH: Final = re.compile(
    r"(?:(?:Flat|Unit|Apt) \w{1,4},? )?(?:\d{1,4}[A-Za-z]?,? |The |[A-Z][a-z]{2,14} (?:House|Cottage|Farm|Lodge|Barn|Mill),? ?)[A-Za-z'’ ]{0,28}(?:, [A-Z][A-Za-z'’ -]{1,24}){1,4},? \Z"
)


def blocks(page: Page) -> Iterator[Span]:
    """Blk 417 Serangoon Ave 9 #08-233 S(559417); a British address by its postcode."""
    text = page.text
    for start, _ in page.cues.get("latin_block", NO_CUES):
        block = _BLOCK.match(text, start)
        if block and not is_ordinary(block[0].split()[-1].lower()):
            yield page.span(*block.span(), "ADDRESS", None, SOURCE, 0.85)
    for start, end in postcodes(text):
        left = _BRITISH.search(text, max(text.rfind("\n", 0, start) + 1, start - 80), start)
        if left:
            yield page.span(left.start(), end, "ADDRESS", None, SOURCE, 0.85)
        elif (town := town_before(text, start)) < start:
            yield page.span(town, end, "ADDRESS", None, SOURCE, 0.7)


RULES = (
    Rule("address_latin", blocks, {"latin_block": ("blk", "block")}, needs=("latin_block", INWARD)),
    Rule("address_latin", find, {"latin_street": WHOLE, "latin_street_short": SHORT, "latin_route": ("rural route", "county road", "state route", "highway", "hwy", "farm road", "county rd"), "latin_box": ("po box", "p.o. box", "p.o.box", "gpo box", "p. o. box", "locked bag")}, needs=("latin_street", "latin_street_short", "latin_route", "latin_box")),
    Rule("address_latin", labelled, {"latin_address": ("address", "addr", "addr.", "home address", "residential address", "mailing address", "current address")}, needs=("latin_address",)),
    Rule("address_latin", flats, {"latin_flat": ("flat", "room", "unit", "rm", "rm.")}, needs=("latin_flat",)),
)
