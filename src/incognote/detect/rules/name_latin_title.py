"""Latin names beside a title, a rank or a degree: Dr. Wilson, Mrs. O'Brien, RN Summer Grace, Frank Mark, MD.

The title stays outside (rule N2). DOCTOR for care staff, NAME for Mr, Mrs, police, teachers. MR and MS
in capitals are also an imaging method, mitral regurgitation, mitral stenosis and multiple sclerosis: they
need a dot or a listed name. Source: catalogue 3.3, 7.3.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "seen by Dr Wilson and Mrs. Graves; Wilson disease"
>>> [(s.label, text[s.start : s.end]) for s in detector(RULES)(Document("1", text))]
[('DOCTOR', 'Wilson'), ('NAME', 'Graves')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.detect.latin import WORD, is_listed, is_ordinary, is_stop, syllables
from incognote.detect.latin_name import CUED, TITLED, may_begin, name_end
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span
from incognote.gazetteer.loader import read_list

SOURCE: Final = "rules/name_latin_title"
STAFF: Final = ("vs ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "pgy1 ", "pgy2 ", "pgy3 ", "cr ", "dr ", "dr.", "drs ", "drs.", "doctor ", "prof ", "prof.", "professor ", "assoc. prof.", "rn ", "lvn ", "lpn ", "np ", "nurse practitioner ",
                "nurse ", "pa-c ", "physician ", "surgeon ", "attending ", "consultant ", "registrar ", "rmo ", "resident ", "intern ", "num ",
                "midwife ", "pharmacist ", "therapist ", "physiotherapist ", "psychologist ", "psychiatrist ", "social worker ", "counselor ",
                "counsellor ", "case manager ", "case worker ", "caseworker ", "dietitian ", "paramedic ", "anaesthetist ", "anesthesiologist ",
                "sw ", "radiologist ", "pathologist ", "gp ", "pcp ", "scrub nurse ", "charge nurse ", "chaplain ")  # fmt: skip
PEOPLE: Final = ("mister ", "mr ", "mr.", "mrs ", "mrs.", "ms ", "ms.", "miss ", "mx ", "mx.", "messrs ", "rev ", "rev.", "fr.", "constable ", "const ", "const. ", "snr const ", "insp ", "insp. ", "cst ",  "det. ", "detective ",
                 "sgt ", "sgt.", "sergeant ", "officer ", "magistrate ", "judge ", "principal ", "lt.", "lieutenant ", "master ", "madam ", "mdm ", "sir ")  # fmt: skip
THIRD: Final = frozenset(("const ", "const. ", "snr const ", "insp ", "insp. ", "cst ", "rev ", "rev.", "fr.", "constable ", "det. ", "detective ", "sgt ", "sgt.", "sergeant ", "officer ", "magistrate ", "judge ", "principal ", "lt.", "lieutenant "))
BARE: Final = frozenset(("vs ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 ", "cr ", "pgy1 ", "pgy2 ", "pgy3 ", "rn ", "lvn ", "lpn ", "np ", "nurse ", "num ", "sw ", "gp ", "pcp ", "attending ", "resident ", "intern ", "surgeon ", "consultant ", "physician ", "officer ", "master ", "principal ", "therapist ", "registrar ", "pathologist ", "radiologist ", "chaplain "))
DEGREE: Final = re.compile(
    r"(?:, ?|\s|[(])(?:M\.?D\.?|D\.?O\.?|R\.?N\.?|N\.?P\.?|PA-C|FNP(?:-BC)?|MBBS|MBChB|FRACP|FRCS|FRCP|FRACS|FRANZCP|Ph\.?D\.?|DDS|LCSW|LMFT|LVN|LPN|MSW|PsyD|OTR/L|CRNA|CNM|DPT|RPh|PharmD)(?![A-Za-z0-9])"
)
_BEFORE: Final = re.compile(r"[ ]?\Z")
_GAP: Final = re.compile(r"\s?")
_PARTICLES: Final = re.compile(r"(?:(?:van|von|de|del|der|den|della|di|da|du|la|le|ter|ten|bin|al|el) ){1,3}")
_LETTER_ONLY: Final = re.compile(r"[A-Z]\.(?= [a-z\u3400-\u9fff]|,|\)|\n|\Z)|[A-Z](?= (?:was|is|has|had|said|came)\b)")
_TERM: Final = re.compile(r"['’]?s? (?:triad|tetrad|tetralogy|syndrome|disease)(?![A-Za-z])")  # Dr. Hakim triad
_NEXT_WORD: Final = re.compile(r"[ -]([A-Z][a-z]{2,10})(?![A-Za-z])(?! (?:syndrome|disease|sign|attack|bite|test|scan)(?![a-z]))")
_NEXT_TITLE: Final = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof|Nurse|Doctor)\b\.?\s?")


def find(page: Page) -> Iterator[Span]:
    yield from _after_titles(page, "latin_title_staff", "DOCTOR")
    yield from _after_titles(page, "latin_title_people", "NAME")


def _after_titles(page: Page, category: str, label: str) -> Iterator[Span]:
    text = page.text
    for start, end in page.cues.get(category, NO_CUES):
        title = page.lower[start:end]
        at = _GAP.match(text, end).end()  # type: ignore[union-attr]
        more = _NEXT_TITLE.match(text, at)
        at = more.end() if more else at
        letter = _LETTER_ONLY.match(text, at)
        if letter and title.rstrip(". ") in {"mr", "mrs", "ms", "miss", "mx"}:
            yield page.span(at, letter.end(), label, None, SOURCE, 0.8)
            continue
        particle = _PARTICLES.match(text, at)
        word = WORD.match(text, particle.end() if particle else at)
        if not word or not _fits(text[start:end], title, word[0]):
            continue
        stop = name_end(text, at, CUED if title in BARE else TITLED)
        if stop > at and not _TERM.match(text, stop):
            stop = _with_nature(text, at, stop)
            kind = "third_party" if title in THIRD else None
            yield page.span(at, stop, label, kind, SOURCE, 0.85)
            yield from _others(page, stop, label)


@cache
def _nature() -> frozenset[str]:
    return frozenset(read_list("incognote.detect", "latin_nature"))


def _with_nature(text: str, at: int, stop: int) -> int:
    """The end of Yellow Horse, Little Crow Feather: an everyday word and one or two of nature behind a title."""
    if not is_ordinary(text[at:stop].lower()):
        return stop
    for _ in range(2):
        more = _NEXT_WORD.match(text, stop)
        if more is None or more[1].lower() not in _nature():
            break
        stop = more.end()
    return stop


def _others(page: Page, end: int, label: str) -> Iterator[Span]:
    """Drs Smith and Jones; Mr Lee & Mr Wu is found by its own title."""
    joint = re.compile(r"(?:,? (?:and|&) |/)").match(page.text, end)
    if joint and page.lower[max(0, end - 40) : end].find("drs") >= 0:
        stop = name_end(page.text, joint.end(), TITLED)
        if stop > joint.end():
            yield page.span(joint.end(), stop, label, None, SOURCE, 0.8)


def _fits(written: str, title: str, word: str) -> bool:
    """MR, MS and DR in capitals without a dot are mostly no title; lower case `dr lin` is one."""
    if title in {"mr ", "ms ", "sw ", "num ", "np ", "rn ", "gp ", "pcp ", "rmo "} and written.strip().isupper():
        lower = word.lower()
        if title in {"mr ", "ms "}:
            return is_listed(lower) and not is_ordinary(lower) and len(lower) > 2
        return may_begin(word, CUED) or (title == "np " and word[1:].islower() and is_listed(word.lower()))
    if title in {"vs ", "cr ", "r1 ", "r2 ", "r3 ", "r4 ", "r5 "}:
        return written.strip().isupper() and is_listed(word.lower()) and not is_ordinary(word.lower()) and not word.isupper()
    return not (title in BARE and word.isupper() and len(word) < 4)


def degrees(page: Page) -> Iterator[Span]:
    """`Frank Mark, MD`, `K.C. Wong M.D.`, `Hsieh, C.Y. MD`: the words before a degree."""
    text = page.text
    for start, _ in page.cues.get("latin_degree", NO_CUES):
        at = start
        while at and text[at - 1] in " ,(":
            at -= 1
        if at == start or not DEGREE.match(text, at):
            continue
        begin = _name_begin(text, at)
        if begin is not None:
            yield page.span(begin, at, "DOCTOR", None, SOURCE, 0.85)
            given = _GIVEN_BEHIND.match(text, DEGREE.match(text, at).end()) if text[begin:at].isupper() and " " not in text[begin:at] else None  # type: ignore[union-attr]
            if given and may_begin(given[1].partition("-")[0], TITLED) and all(part.lower() in syllables() for part in given[1].split("-")):
                yield page.span(*given.span(1), "DOCTOR", None, SOURCE, 0.82)  # CHANG, MD HSIN-YI


_GIVEN_BEHIND: Final = re.compile(r",? ([A-Z]{2,6}(?:-[A-Z]{2,6})?)(?![A-Za-z0-9'’-])")
_NAME_BEFORE: Final = re.compile(
    rf"(?:(?:[A-Z]\.[ -]?){{1,3}} ?{WORD.pattern}|{WORD.pattern}, ?(?:[A-Z]\.[ -]?){{1,3}}|{WORD.pattern}(?: (?:[A-Z]\.|{WORD.pattern})){{0,3}})\Z"
)


def _name_begin(text: str, end: int) -> int | None:
    """Where the name that ends at `end` begins."""
    window = text[max(0, end - 48) : end]
    cut = max(window.rfind("\n"), window.rfind(":"), window.rfind(";"), window.rfind("。"))
    window = window[cut + 1 :]
    for match in re.finditer(rf"(?<![A-Za-z0-9])(?:[A-Z]\.|{WORD.pattern})", window):
        rest = window[match.start() :]
        if not _NAME_BEFORE.match(rest):
            continue
        first = match[0]
        stop = name_end(rest, 0, CUED if "." not in first and len(first) > 1 else TITLED)
        if stop and rest[stop:].strip(" .,") == "":
            return end - len(rest)
    return None


_GRADED: Final = re.compile(rf"(?<![A-Za-z0-9])(?P<name>(?:[A-Z]\.? )?{WORD.pattern}(?: {WORD.pattern})?) \Z")


def graded(page: Page) -> Iterator[Span]:
    """Patel (Cons) / Hughes (SpR); Bob (bro): the grade or the kinship stands in brackets behind."""
    text = page.text
    for category, label, kind in (("latin_grade", "DOCTOR", None), ("latin_kin_behind", "NAME", "relative")):
        for start, _ in page.cues.get(category, NO_CUES):
            at = start - (text[start - 1 : start] == "(")
            before = _GRADED.search(text, max(0, at - 40), at) if at < start else None
            if before and name_end(text, before.start("name"), TITLED) == before.end("name") and not is_stop(before["name"].split()[-1]):
                yield page.span(*before.span("name"), label, kind, SOURCE, 0.8)


RULES = (
    Rule(
        "name_latin_title",
        graded,
        {
            "latin_grade": ("cons)", "spr)", "sho)", "reg)", "rmo)", "jmo)", "fy1)", "fy2)", "f1)", "f2)", "st3)", "ct1)", "consultant)", "registrar)", "intern)", "gp)", "rn)", "cns)", "anp)", "cpn)", "hv)", "physio)", "ot)", "sw)", "slt)", "radiographer)", "midwife)", "psychologist)"),
            "latin_kin_behind": ("bro)", "sis)", "dtr)", "mum)", "dad)", "mom)", "mother)", "father)", "son)", "daughter)", "wife)", "husband)", "partner)", "sister)", "brother)", "aunt)", "uncle)", "nan)", "gran)", "carer)", "nok)", "boyfriend)", "girlfriend)", "friend)", "neighbour)", "neighbor)"),
        },
        needs=("latin_grade", "latin_kin_behind"),
    ),
    Rule("name_latin_title", find, {"latin_title_staff": STAFF, "latin_title_people": PEOPLE}, needs=("latin_title_staff", "latin_title_people")),
    Rule(
        "name_latin_title",
        degrees,
        {"latin_degree": ("md", "m.d.", "m.d", "d.o.", "rn", "r.n.", "np", "pa-c", "fnp", "mbbs", "mbchb", "fracp", "frcs", "frcp", "fracs", "franzcp",
                    "phd", "ph.d", "lcsw", "lmft", "msw", "psyd", "crna", "pharmd", "lvn", "lpn", "fnp-bc")},
        needs=("latin_degree",),
    ),
)  # fmt: skip
