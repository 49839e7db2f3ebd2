"""Named institutions in English: Lindenfield Memorial Hospital, St. Brigid's, Kestrel Flat Primary (KFPS).

The kind word ends the name (hospital, academy, ELC, correctional centre, SNF) and decides the label; the
capitalised words before it are the name. Generic ones stay: the hospital, our clinic, General Hospital,
Memory Clinic, American College of Cardiology. Source: catalogue 7.4 O1-O5.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "from St. Brigid's to Golden Meadow SNF; Pain Clinic; expelled from Holloway Academy"
>>> [(s.label, text[s.start : s.end]) for s in sorted(detector(RULES)(Document("1", text)))]
[('HOSPITAL', "St. Brigid's"), ('ORG', 'Golden Meadow SNF'), ('SCHOOL', 'Holloway Academy')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from incognote.detect.latin import WORD, is_listed, is_ordinary, is_unheard, stops
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.kinds import labels_of
from incognote.gazetteer.surroundings import label_around

SOURCE: Final = "rules/institution_latin"
HOSPITAL: Final = ("hospital", "hosp", "hosp.", "memorial", "medical center", "medical centre", "med ctr", "med center", "medical ctr", "clinic", "infirmary", "health centre", "health center",
                   "health service", "polyclinic", "pharmacy", "hospice", "medical group", "cancer center", "cancer centre", "heart center", "heart institute", "cancer institute", "dental",
                   "dental clinic", "surgery center", "health system", "medical practice", "family practice", "rehabilitation hospital", "children's hospital", "women's hospital", "health network", "healthcare",
                   "general", "mercy", "surgery", "imaging", "renal", "chc", "bh", "wch", "mem", "children's", "women's imaging", "dialysis", "chemist", "drug", "urgent care", "emergency & trauma", "emergency and trauma",
                   "child development centre", "child development center", "radiology", "walk-in centre", "birthing center", "birth centre", "cottage hospital", "behavioral health", "imaging associates", "medical associates", "practice", "med", "health campus", "women's health", "oncology",
                   "women's and children's", "womens and childrens", "super clinic", "superclinic", "primary health care centre", "aboriginal health service", "base", "private", "gp", "day surgery", "district", "soldiers memorial", "pathology", "laboratory", "laboratories", "diagnostics", "pharmacies", "chemists", "optometrist", "optometrists", "physiotherapy")  # fmt: skip
SCHOOL: Final = ("primary school", "primary", "high school", "elementary", "elementary school", "middle school", "junior high", "junior high school", "secondary school", "secondary college", "college",
                 "academy", "university", "school", "grammar", "grammar school", "institute of technology", "polytechnic", "high", "cram school", "area school", "christian college", "special school", "elem", "elem.", "middle", "state", "c of e primary", "rc primary", "community college", "boarding school", "tafe", "ps", "hs", "public", "r-7 school", "r-7", "r-6", "r-10", "r-12", "b-12", "p-12", "r-6 school", "r-10 school", "r-12 school", "b-12 school", "p-12 school", "p-12 college", "6-12 school", "7-12 school", "8-12 school", "coaching college", "maths tutors", "tutors", "tutoring", "learning centre", "junior school", "central school", "community school", "public school", "state school")  # fmt: skip
EARLY: Final = ("elc", "kindergarten", "kindy", "preschool", "pre-school", "childcare", "childcare centre", "childcare center", "child care", "child care centre", "child care center", "nursery", "nursery school",
                "daycare", "day care", "daycare center", "early learning", "early learning centre", "early learning center", "early childhood centre", "oshc", "playgroup", "kinder", "montessori", "family day care", "fdc", "children's centre", "children's center", "childrens centre", "creche", "day nursery", "long day care", "early years centre", "early years center", "early childhood center", "occasional care", "head start")  # fmt: skip
PRISON: Final = ("correctional centre", "correctional center", "correctional facility", "correctional institution", "prison", "jail", "gaol", "penitentiary", "detention centre", "detention center", "remand centre",
                 "youth justice centre", "youth training centre", "juvenile hall", "youth detention centre", "prison complex", "remand", "yoi", "cc", "juvenile justice centre", "juvenile justice center", "youth justice center", "juvenile detention centre", "juvenile detention center", "immigration centre", "immigration detention centre", "watch house", "watchhouse", "prison farm", "training centre", "pre-release centre", "correctional complex")  # fmt: skip
ORG: Final = ("snf", "nursing home", "care home", "aged care", "assisted living", "rehab", "rehabilitation center", "rehabilitation centre", "inc", "inc.", "ltd", "ltd.", "llc", "pty ltd", "corp", "corp.", "corporation", "co.",
              "foundation", "church", "temple", "police station", "shelter", "group home", "company", "industries", "trust", "residential care", "retirement village", "residence", "lodge", "manor", "house", "women's shelter", "fire station", "rescue mission",
              "skilled nursing", "skilled nursing facility", "care center", "care centre", "hostel", "electronics", "textiles", "enterprises", "logistics", "construction", "co., ltd.", "association", "society", "charity", "mosque", "refuge", "institute", "homecare", "home care", "council", "mobile crisis", "mutual health", "mutual", "& co", "csc", "care & attention home", "care and attention home", "care agency", "home health", "c&a home", "associates",  "football club", "netball club", "cricket club", "bowls club", "rugby club", "tigers", "rovers", "wanderers", "bulldogs", "panthers", "magpies", "housing", "racf", "legal", "insurance", "law firm", "realty", "re", "office")  # fmt: skip
GROUPS: Final = (("latin_hospital", HOSPITAL, "HOSPITAL"), ("latin_school", SCHOOL, "SCHOOL"), ("latin_early", EARLY, "EARLYLEARN"), ("latin_prison", PRISON, "PRISON"), ("latin_org", ORG, "ORG"))
# Kind words that need more than one capital before them, or a preposition: they are ordinary words too.
_WEAK: Final = frozenset(("primary", "high", "general", "house", "lodge", "manor", "residence", "college", "school", "dental", "trust", "company", "institute", "co.", "rehab", "elementary", "grammar", "nursery", "memorial", "society", "association",
                          "construction", "shelter", "temple", "church", "jail", "remand", "mercy", "foundation", "electronics", "refuge", "charity", "healthcare", "pharmacy", "child care", "day care", "daycare", "childcare", "early learning", "aged care"))  # fmt: skip
# Kind words that need a word no dictionary has: Thistledown Surgery, not Cardiac Surgery.
_OWN: Final = frozenset(("base", "private", "gp", "fdc", "district", "head start", "tutors", "tutoring", "learning centre", "training centre", "ps", "hs", "public", "associates", "practice", "surgery", "imaging", "renal", "chc", "bh", "wch", "mem", "children's", "dialysis", "chemist", "drug", "radiology", "med", "elem", "elem.", "middle", "state", "cc", "council", "mutual", "& co", "csc", "office", "housing", "legal", "insurance", "re", "tigers", "rovers", "wanderers", "bulldogs", "panthers", "magpies", "oncology", "women's health", "urgent care", "behavioral health", "pathology", "laboratory", "laboratories", "diagnostics", "pharmacies", "chemists", "optometrist", "optometrists", "physiotherapy"))
_SHOPS: Final = frozenset(("chemist", "chemists", "optometrist", "optometrists"))
"""Kinds that no term of medicine is called by: a word that is no everyday one is the name."""
_FOUNDED: Final = frozenset(("foundation", "company", "trust", "society", "association", "charity", "church", "temple", "pharmacy", "healthcare", "college", "electronics", "construction"))
_HOMES: Final = frozenset(("house", "lodge", "manor"))
_AT: Final = re.compile(r"(?:\b(?:at|to|from|attends|attending|attended|in|of|via|enrolled|student|by|for|joined|visits|near|the|entered|via ED|via|outside|behind)\b|[:|(\n]) ?(?:the )?\Z", re.IGNORECASE)
_GENERIC: Final = frozenset(
    ["general", "university", "teaching", "community", "day", "mental", "local", "regional", "district", "referral", "tertiary", "private", "public", "military", "veterans", "children's", "women's", "children", "women", "pain", "memory", "diabetes", "sleep", "wound", "fertility", "antenatal", "prenatal", "fracture", "stroke", "cancer", "breast", "asthma", "allergy", "heart", "travel", "std", "tb", "hiv", "anticoagulation", "warfarin", "coumadin", "pre", "post", "outside", "other", "same", "new", "old", "base", "country", "rural", "major", "family", "gp", "specialist", "walk-in", "aged", "nursing", "the", "our", "this", "that", "his", "her", "their", "your", "my", "a", "an", "american", "national", "international", "royal", "world", "central", "city", "state", "county", "metropolitan", "federal", "high", "junior", "senior", "middle", "primary", "secondary", "elementary", "public", "grade", "medical", "medicine", "health", "psychiatric", "rehabilitation", "convalescent", "field", "vaccine", "infusion", "renal", "dialysis", "foot", "eye", "ear", "skin", "hand", "spine", "joint", "headache", "epilepsy", "voiding", "urology", "surgical", "follow-up", "followup", "well-baby", "baby", "chest", "methadone", "dental", "orthodontic", "hospital", "clinic", "mum's", "dad's", "mom's", "mother's", "father's", "nan's", "gran's", "grandma's", "grandpa's", "aunt's", "uncle's", "parents'"]
)
# Departments: Pulmonary Medicine Clinic, Neurosurgery Clinic, Maintenance Clinic
_DEPARTMENT: Final = re.compile(r"(?:ology|ological|iatry|iatrics?|surgery|surgical|ary|opa?edics?|metrics?|tetrics|acic|onal|ance|ation|ment|ancy|care|vascular|cardiac|internal|neuro|ortho|wellness|foot|nutrition|ulcer|spine|rheum|uro|gyn|endo|onc|derm)\Z")
_BY_ITSELF: Final = frozenset(("women's and children's", "womens and childrens"))
"""Generic words that are one hospital's name where they are written large."""
_LED_BY_EARLY: Final = frozenset(("learning centre",))
_SHARED: Final = frozenset(("cc",))
"""Kind words of several classes: children's centre, correctional centre, Christian college."""
_ANY_KIND: Final = frozenset(word.rsplit(" ", 1)[-1] for _, words, _ in GROUPS for word in words if len(word) > 4) - {"women's", "children's", "district", "private", "state"}
_BEFORE_AND: Final = re.compile(r"([A-Za-z0-9'’-]{2,20}) \Z")
_SHORT_KINDS: Final = frozenset("PS HS SC ELC OSHC FDC CC WCH High Kindy Area R-6 R-7 R-10 R-12 B-12 P-12 RS".split())
"""Short kind words, as they are written, behind which another name begins: Emu Hill PS and Emu Bay Kindy."""
_SMALL: Final = frozenset(("clinic", "hospital", "preschool", "kindergarten", "school", "church", "surgery", "pharmacy", "nursing home", "care home", "daycare", "office", "shelter", "refuge", "hostel"))
"""Kind words that may be written small behind a name of its own: Ho Hsin clinic."""
_MOST_SHORT_NAMES: Final = 24
"""More institutions than this a text hardly has; each one is one more search of it."""
_CHILDREN: Final = frozenset(("preschool", "kindergarten", "daycare"))
_CITED: Final = re.compile(r"\.? (?:19|20)\d\d ?[;:]")  # N Engl J Med 2020;382
_PIECE: Final = re.compile(rf"(?:(?:St|Mt|Ft|Ste)\.? |&|of|the|and|de|la|for|[A-Z]\.|{WORD.pattern}) ?\Z")
_INITIALISM: Final = re.compile(r" ?\(([A-Z]{2,7})\)")
_OF: Final = re.compile(rf" (?:of|at|for) (?:the )?((?:{WORD.pattern})(?: {WORD.pattern}){{0,3}})")
_BRANCH: Final = re.compile(rf",? ?\(?({WORD.pattern} (?:Branch|[Cc]ampus|Site))\)?")
SAINT: Final = re.compile(r"S(?:ain)?t\.? (?:[A-Z][a-z]+ (?:and |& )?){0,2}[A-Z][a-z]+['’]?s(?![A-Za-z])")
_NOT_SAINT: Final = re.compile(r"(?:['’]s)? (?:wort|fire|dance|Church|School|College|Street|Road|Primary|Catholic|Day|Island|Square|Lucia|Louis)")
INITIALISMS: Final = ("ntuh", "cgmh", "vgh", "tvgh", "vghtpe", "vghks", "vghtc", "mmh", "femh", "skh", "kmuh", "cmuh", "nckuh", "tsgh", "tmuh", "csmuh", "qmh", "qeh", "mgh", "bwh", "bidmc", "ucsf", "ucla", "upmc", "uclh", "gosh", "nuh", "sgh", "ttsh")  # fmt: skip


def find(page: Page) -> Iterator[Span]:
    text = page.text
    short_names: dict[str, str] = {}
    begins: set[int] = set()
    for category, _, label in GROUPS:
        for start, end in page.cues.get(category, NO_CUES):
            is_small = not text[start].isupper() and not text[start].isdigit()
            if is_small and (text[start:end] not in _SMALL or text[start - 1 : start] != " " or not text[start - 2 : start - 1].isalnum()):
                continue
            if _CITED.match(text, end) or (page.lower[start:end] in _LED_BY_EARLY and page.lower[max(0, start - 6) : start] == "early "):
                continue
            if page.lower[start:end] in _BY_ITSELF and text[start].isupper():
                yield page.span(start, end + len(" Hospital") * text.startswith(" Hospital", end), label, None, SOURCE, 0.8)
                continue
            begin = name_begin(text, start, text[start:end])
            if begin == start and page.lower[start:end] == "university" and (of := _OF.match(text, end)) and any(map(is_unheard, of[1].lower().split())):
                begins.add(start)
                yield page.span(start, of.end(), label, None, SOURCE, 0.8)  # University of Emu Bay
                continue
            if begin < start and is_small and text[start:end] in _CHILDREN and text[begin:start].istitle() and text[begin:start].count(" ") > 1:
                yield page.span(begin, end, label, None, SOURCE, 0.7)  # Happy Bear preschool
                continue
            if begin == start or (is_small and (text[start - 3 : start - 1] in {"'s", "’s"} or not any(map(is_unheard, text[begin:start].lower().split())))):
                continue
            if text[start - 3 : start - 1] in {"'s", "’s"} and _TITLED.search(text, max(0, begin - 8), begin):
                continue  # Mrs Walker-Jones's GP: hers, and called after nobody
            begins.add(begin)
            short_names.update(dict.fromkeys(_short_names(text, begin, start, end), label))
            if page.lower[start:end] in _SHARED:
                said = label_around(text, begin, end, labels_of()[page.lower[start:end]])
                yield page.span(begin, end, said or label, None, SOURCE, 0.8 if said else 0.6)
                continue
            end = _end(text, end, label)
            yield page.span(begin, end, label, None, SOURCE, 0.8)
            short = _INITIALISM.match(text, end)
            if short:
                yield page.span(*short.span(1), label, None, SOURCE, 0.8)
    for name, label in islice(short_names.items(), _MOST_SHORT_NAMES):
        yield from _again(page, name, label, begins)


def _short_names(text: str, begin: int, start: int, end: int) -> list[str]:
    """An institution without its kind word (Cypress Grove) and its initials (FVWCH)."""
    own, kind = text[begin:start].rstrip(" ,&"), text[start:end]
    words = own.split(" ")
    initials = "".join(w[0] for w in words if w[0].isupper()) + (kind if kind.isupper() else kind[0].upper())
    is_sure = (len(words) > 1 and not all(w.lower() in _GENERIC for w in words)) or (len(own) > 5 and is_unheard(own.lower()))
    names = [own] if is_sure else []
    if len(initials) > 2 and initials.lower() not in stops() and not is_ordinary(initials.lower()):
        names.append(initials)
    return names


def _again(page: Page, name: str, label: str, begins: set[int]) -> Iterator[Span]:
    """Where the short form of an institution stands alone."""
    text = page.text
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if at not in begins and not text[at - 1 : at].isalnum() and not text[end : end + 1].isalnum():
            yield page.span(at, end, label, None, SOURCE, 0.55)
        at = text.find(name, end)


def _end(text: str, end: int, label: str) -> int:
    branch = _BRANCH.match(text, end)
    if branch:
        return branch.end(1)
    of = _OF.match(text, end) if label in {"HOSPITAL", "SCHOOL"} else None
    if of and not any(w.lower() in stops() for w in of[1].split()):
        return of.end()
    return end


def name_begin(text: str, start: int, word: str) -> int:
    """Where the name before the kind word begins; `start` where it has none of its own."""
    at, begin, words = start, start, []
    for _ in range(7):
        piece = _PIECE.search(text, max(0, at - 24), at)
        if not piece or (piece.end() == piece.start()):
            break
        token = piece[0].strip()
        if piece.start() and (text[piece.start() - 1].isascii() and text[piece.start() - 1].isalnum()):
            break
        if token[0].isupper() and token.lower().rstrip(".") in _LEAVE:
            break
        if token in _JOINS and (led := _BEFORE_AND.search(text, max(0, piece.start() - 21), piece.start())):
            led_by = led[1].lower()
            if ((led_by in _ANY_KIND or led[1] in _SHORT_KINDS) and token != "of") or (token == "of" and is_listed(led_by) and led[1] != led_by and not is_ordinary(led_by)):
                break  # Emu Hill Kindergarten and Emu Hill Primary; Harper Morris of Emu Hill Hospital
        at = piece.start()
        if token[0].isupper():
            begin = at
            words.append(token)
        if at == 0 or text[at - 1] != " ":
            break
    while words and _drops(words[-1], len(words)) and not (words[-1] == "All" and words[-2] in _ALL):
        begin += len(words.pop()) + 1
        while text.startswith(("of ", "the ", "and ", "& ", "for "), begin):
            begin += text[begin:].index(" ") + 1
    return begin if words and _is_name(text, (begin, start), words, word) else start


_TITLED: Final = re.compile(r"(?<![A-Za-z])(?:Mrs?|Ms|Miss|Mx|Mdm|Dr|Prof)\.? \Z")
_AT_STREET: Final = re.compile(r",? (?:at |of )?(?:(?:Shop|Suite|Unit|Level) \d{1,3}[A-Za-z]?,? )?\d{1,5}[A-Za-z]?(?:[-/]\d{1,5})? (?:[A-Z][A-Za-z'’-]{1,18} ){1,3}(?:St|Street|Rd|Road|Ave|Avenue|Tce|Terrace|Pde|Parade|Hwy|Highway|Dr|Drive|Ln|Lane|Pl|Place|Cres|Crescent|Ct|Court|Blvd|Boulevard|Sq|Square|Mall|Way)(?![A-Za-z])")
_SCHOOL_SIGNS: Final = frozenset(("PS", "HS"))
_ATTENDS: Final = re.compile(r"(?<![A-Za-z])(?:at|to|attends|attending|attended|enrolled at|enrolled in) \Z")
_AND_ANOTHER: Final = re.compile(r"(?:[A-Z][A-Za-z'’]{2,18} ){1,3}(?:PS|HS)(?: and|,| &) (?:[A-Z][A-Za-z'’]{2,18} ){1,3}(?:PS|HS|ELC|OSHC|Kindy|Kindergarten|Primary|High|R-7|School|College)(?![A-Za-z])")
_ALL: Final = frozenset(("Saints", "Souls", "Hallows"))
_JOINS: Final = frozenset(("and", "&", "of", "for"))
_LEAVE: Final = frozenset("from at to attends visits enters joins transferred visited seen patient pt admitted discharged referred the our this his her their my dr mr mrs ms in on by for with and or was is via hospital clinic she he they mother father mum dad ed er icu opd name facility".split())


def _drops(token: str, count: int) -> bool:
    """A capitalised verb at the head of a sentence is no part of the name: Attended Holloway Academy."""
    lower = token.lower()
    return count > 1 and lower.rstrip(".") not in {"st", "mt", "ft", "ste", "saint"} and lower not in _GENERIC and is_ordinary(lower) and (lower in stops() or lower.endswith(("ed", "ing")))


def _is_name(text: str, place: tuple[int, int], words: list[str], word: str) -> bool:
    begin, start = place
    own = [w for w in words if w.lower() not in _GENERIC and not (is_ordinary(w.lower()) and _DEPARTMENT.search(w.lower())) and not (w.lower() in stops() and w.isupper() and len(w) < 6)]
    if not own:
        return False
    kind = word.lower()
    strange = [w for w in own if not is_ordinary(w.lower()) or w.startswith(("St.", "St ", "Mt"))]
    if kind in _WEAK and not any(is_unheard(w.lower()) for w in own):
        placed = bool(_AT.search(text, max(0, begin - 12), begin)) or (begin == 0 and kind in _HOMES)
        if kind in _FOUNDED and len(own) > 1:
            return True
        return placed and (bool(strange) or len(words) > 1) and not all(w.lower() in stops() for w in own)
    if word in _SCHOOL_SIGNS and words[-1].istitle() and (_ATTENDS.search(text, max(0, begin - 16), begin) or _AND_ANOTHER.match(text, begin)):
        return True
    if (kind in _OWN or kind in _WEAK) and _AT_STREET.match(text, start + len(word)) and not all(w.lower() in stops() for w in own):
        return True  # Dromedary Chemist, 4 Hume St
    if kind in _SHOPS:
        return bool(strange)
    if kind in _OWN:
        return any(len(w) > 3 and is_unheard(w.lower().removesuffix("'s")) for w in own)
    if strange:
        return True
    return not all(w.lower() in stops() for w in own) and (len(own) > 1 or word[0].isupper())


def saints(page: Page) -> Iterator[Span]:
    """St. Brigid's, St Mary's: alone they are a hospital."""
    for start, _ in page.cues.get("latin_saint", NO_CUES):
        name = SAINT.match(page.text, start)
        if name and name[0][-1] == "s" and ("'" in name[0] or "’" in name[0]) and not _NOT_SAINT.match(page.text, name.end()):
            yield page.span(start, name.end(), "HOSPITAL", None, SOURCE, 0.7)


_INITIALS: Final = re.compile(r" ?((?:[A-Z]{2,4}H|[A-Z]{1,3}MC)(?:-[A-Z])?)(?=[,;)\n]|\.(?!\d)|\Z| (?:for|in|on|with|ED|ER|ICU|then|\d)(?![a-z]))")
_NO_HOUSE: Final = frozenset(("ICH", "SAH", "EVH", "IVH", "LVH", "RVH", "BPH", "PTH", "TSH", "FSH", "ADH", "ETOH", "NPH", "DIH", "MCH", "PIH", "CAH", "DISH", "LAH", "RAH", "BMC", "SMH", "PAH", "FAH", "TPH", "IMC", "WITH", "BOTH", "EACH", "HIGH"))


def initials(page: Page) -> Iterator[Span]:
    """Admitted at KFMH, transferred to UMC-W: initials that end like a hospital's; ICH and BPH are none."""
    text = page.text
    for start, end in page.cues.get("hospital_cue", NO_CUES):
        name = _INITIALS.match(text, end) if text[start] < "\u3400" else None
        if name and name[1] not in _NO_HOUSE:
            yield page.span(*name.span(1), "HOSPITAL", None, SOURCE, 0.6)


_CHILDREN_HOSPITAL: Final = re.compile(r"(?:(?<![A-Za-z])(?:at|to|from|via|the|in|near)|@|(?<![A-Za-z])no,) \Z", re.IGNORECASE)


def short_forms(page: Page) -> Iterator[Span]:
    """NTUH, CGMH; and the place of a stay: (Lindenfield, 41 days)."""
    text = page.text
    for start, end in page.cues.get("latin_hospital_short", NO_CUES):
        if text[start:end].isupper() and not text[end : end + 1].isdigit():
            yield page.span(start, end, "HOSPITAL", None, SOURCE, 0.8)
    for start, end in page.cues.get("latin_wch", NO_CUES):  # WCH is white coat hypertension too
        if text[start:end].isupper() and _CHILDREN_HOSPITAL.search(text, max(0, start - 6), start):
            yield page.span(start, end, "HOSPITAL", None, SOURCE, 0.6)
    for start, end in page.cues.get("latin_prison_prefix", NO_CUES):
        name = re.compile(rf" ({WORD.pattern}(?: [A-Z][a-z]+)?)").match(text, end)
        if name and text[start:end].isupper():
            yield page.span(start, name.end(), "PRISON", None, SOURCE, 0.8)
    for _, end in page.cues.get("latin_stay", NO_CUES):
        stay = re.compile(rf"[^.\n]{{0,24}}\(((?:{WORD.pattern})(?: {WORD.pattern}){{0,2}}), \d{{1,3}} (?:days?|nights?|weeks?)\)").match(text, end)
        if stay and not all(is_ordinary(w.lower()) for w in stay[1].split()):
            yield page.span(*stay.span(1), "HOSPITAL", None, SOURCE, 0.6)


RULES = (
    Rule("institution_latin", find, {category: words for category, words, _ in GROUPS}, needs=tuple(category for category, _, _ in GROUPS)),
    Rule("institution_latin", initials, needs=("hospital_cue",)),
    Rule("institution_latin", saints, {"latin_saint": ("st. ", "st ", "saint ")}, needs=("latin_saint",)),
    Rule("institution_latin", short_forms, {"latin_wch": ("wch", "w&ch", "wchn"), "latin_hospital_short": INITIALISMS, "latin_prison_prefix": ("hmp", "hmyoi", "hmp & yoi"), "latin_stay": ("admission", "hospitalization", "hospitalisation", "admitted", "stay")}, needs=("latin_wch", "latin_hospital_short", "latin_prison_prefix", "latin_stay")),
)
