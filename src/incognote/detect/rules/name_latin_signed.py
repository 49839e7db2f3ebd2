"""Who signed: the name on a line of its own at the end, a surname behind the last sentence, initials beside a task.

`Yours aye,\\nJosie Pacquing\\nGMC ...`, `Plane 1740. Capili`, `ATT: XO`, `D.M. noted`, `First assess, G.J.`; the
last lines of a note are where people sign, elsewhere initials need a task or a verb. Source: catalogue 4.15.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "Bloods sent. P.O. meds. First assess, G.J.\\nReviewed in clinic.\\nYours,\\nMira Oduya\\nGMC 1"
>>> [text[s.start : s.end] for s in sorted(detector(RULES)(Document("1", text)))]
['G.J.', 'Mira Oduya']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import is_listed, is_ordinary
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/name_latin_signed"
_LINE: Final = re.compile(r"[-–—~* \t]{0,4}(?P<name>[A-Z][A-Za-z'’-]{1,18}(?: (?:[A-Z]\.?|(?:de|van|al|el|der|von)|[A-Z][A-Za-z'’-]{1,18})){1,3}|[A-Z]\. [A-Z][A-Za-z'’-]{2,18})(?=[ \t]*(?:\n|\Z|,|\(|;| [-–—/|] )|  )")
_LAST: Final = re.compile(r"(?:[.!?)\]] |[.\n] ?[-–—~] ?|\n)(?P<name>[A-Z][a-z'’]{2,15}(?:-[A-Z][a-z]+)?)[.\s]*\Z")
_LAST_INITIALS: Final = re.compile(r"(?:[.!?] |[.\n] ?[-–—~/] ?|\n)(?P<name>(?:[A-Z]\.){2,3}|[A-Z]{2})[\s]*\Z")
_DOTTED: Final = re.compile(r"[A-Z]\.[A-Z]\.(?<![A-Za-z0-9.]....)(?:[A-Z]\.){0,2}")
_BEFORE: Final = re.compile(r"(?:(?<![A-Za-z])(?:by|NP|RN|EN|SN|CR|VS|R\d|PGY\d?|that|Mo|Fa|SC|assess|assessed|reviewed|review|noted|signed|checked|witness|crossed out|w)[,:]? ?|[;\n(] ?)\Z")
_BEHIND: Final = re.compile(r" (?:noted|stays|stayed|recorded|says|said|told|denies|reports|lives|rang|was (?!given|started)|is (?!given)|informed|aware|notified|checked|will|has|had|and (?=[A-Z]\.[A-Z]\.))|['’]s (?:mother|father|mum|partner)|[.,;)]?[ \t]*(?:\n|\Z)")
_TASK: Final = re.compile(r"(?P<name>[A-Z]{2,3}|(?:[A-Z]\.){2,3})(?= ?\(|[ \t]*\n|  | [A-Z]{3}:|[,;]|\Z| DRV)")
_NOT_NAMES: Final = frozenset("yours sincerely regards thanks kind best many warm page end total signed dictated copy dear discharge summary plan letter report form normal nil continue review stable home unit ward hospital clinic centre center service services team department health".split())
_TAIL_LINES: Final = 6


def lines(page: Page) -> Iterator[Span]:
    """A line of its own near the end, or below Yours and Regards: one word of it must be a name's."""
    text = page.text
    at, left = len(text), _TAIL_LINES
    starts = {end for _, end in page.cues.get("signed_close", NO_CUES)}
    places = {text.find("\n", end) + 1 for end in starts if text.find("\n", end) >= 0}
    while left and at > 0:
        at = text.rfind("\n", 0, at)
        places.add(at + 1)
        left -= 1
    for place in sorted(places):
        while text[place : place + 1] == "\n":
            place += 1
        line = _LINE.match(text, place)
        if line and _is_person(line["name"]):
            yield page.span(*line.span("name"), "NAME", None, SOURCE, 0.7)


def _is_person(name: str) -> bool:
    words = [w for w in name.split(" ") if len(w.rstrip(".")) > 1 and w[0].isupper()]
    lowers = [w.lower() for w in words]
    if not words or any(w in _NOT_NAMES or (w in latin.stops() and not is_listed(w)) or (v.isupper() and len(v) < 4) or w in latin.brands() for v, w in zip(words, lowers, strict=True)):
        return False
    sure = [w for w in lowers if is_listed(w) and not is_ordinary(w)]
    if sure:
        return all(is_listed(w) or (latin.is_unheard(w) and latin.places().get(w) != 1) or (len(words) > 1 and w[-1] != "s" and not latin.CLINICAL_END.search(w) and w in latin.surname_weights()) for w in lowers)
    if len(words) > 1 and latin.given_weights().get(lowers[0], 0) > 0 and latin.surname_weights().get(lowers[-1], 0) > 0:
        return True
    return len(words) > 1 and all(latin.is_unheard(w) and latin.places().get(w) != 1 for w in lowers)


def last(page: Page) -> Iterator[Span]:
    """Plane 1740. Capili: a lone surname, or initials, behind the last sentence."""
    text = page.text
    if not text.rstrip()[-2:].rstrip(".").isascii():
        return
    tail = max(0, len(text.rstrip()) - 24)
    name = _LAST.search(text, tail)
    if name:
        lower = name["name"].lower().replace("’", "'")
        if (is_listed(lower) and not is_ordinary(lower)) or (latin.is_unheard(lower) and lower not in latin.places()):
            yield page.span(*name.span("name"), "NAME", None, SOURCE, 0.6)
    initials = _LAST_INITIALS.search(text, tail)
    if initials and _may_sign(initials["name"]):
        yield page.span(*initials.span("name"), "NAME", None, SOURCE, 0.6)


def _may_sign(letters: str) -> bool:
    """Whether letters may be somebody's: neither MD nor M.D., not DM, but D.M."""
    return latin.abbreviations().get(letters.replace(".", ""), 0.0) < (1.0 if "." in letters else 0.5)


def initials(page: Page) -> Iterator[Span]:
    """First assess, G.J.; D.M. noted; done by H.L.C."""
    text = page.text
    for dotted in _DOTTED.finditer(text):
        if not _may_sign(dotted[0]) or text[dotted.end() : dotted.end() + 1].isalnum():
            continue
        before, behind = _BEFORE.search(text, max(0, dotted.start() - 14), dotted.start()), _BEHIND.match(text, dotted.end())
        if (before and (behind or before[0].strip(" ,:") not in {"", ";", "("})) or (behind and behind[0][:1] == " " and len(behind[0].strip()) > 1):
            yield page.span(*dotted.span(), "NAME", None, SOURCE, 0.65)


def crews(page: Page) -> Iterator[Span]:
    """ATT: XO (PIN 1), DRV: PH."""
    for _, end in page.cues.get("signed_crew", NO_CUES):
        name = _TASK.match(page.text, end)
        if name:
            yield page.span(*name.span("name"), "DOCTOR", None, SOURCE, 0.75)


_TYPED: Final = re.compile(r" ?([A-Z]{2,4})[/:]([a-z]{2,4}|[A-Z]{2,4})(?![A-Za-z0-9/])")


def typed(page: Page) -> Iterator[Span]:
    """Dict: RV/jkl: who dictated and who typed."""
    for _, end in page.cues.get("signed_typed", NO_CUES):
        pair = _TYPED.match(page.text, end)
        if pair:
            yield page.span(*pair.span(1), "DOCTOR", None, SOURCE, 0.8)
            yield page.span(*pair.span(2), "DOCTOR", None, SOURCE, 0.8)


RULES = (
    Rule("name_latin_signed", lines, {"signed_close": ("yours", "regards", "sincerely", "faithfully", "thanks", "signed,", "cheers", "respectfully", "thank you")}, needs=(re.compile(r"\n[-–— ]{0,3}[A-Z][a-z.]"),)),
    Rule("name_latin_signed", last),
    Rule("name_latin_signed", initials, needs=(re.compile(r"\.(?<=[A-Z]\.)[A-Z]\."),)),
    Rule("name_latin_signed", typed, {"signed_typed": ("dict:", "dictated:", "dict/typed:", "dictated/typed:", "typed:", "d/t:", "dictation:", "transcribed:", "our ref:")}, needs=("signed_typed",)),
    Rule("name_latin_signed", crews, {"signed_crew": ("att: ", "drv: ", "attendant: ", "driver: ", "crew: ", "attending: ", "initials: ", "inits: ")}, needs=("signed_crew",)),
)
