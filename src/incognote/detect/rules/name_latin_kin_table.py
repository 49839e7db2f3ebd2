"""Names in tables of a family whose columns have no head: brother | Ruby Flowers | 9; 41 <tab> mum <tab> Grace Storm.

A row with a cell that is only a kinship or role holds a name in another cell: one to four words in title case or
capitals, one of them a name's, or two words of which neither is grammar or a state of affairs. Source: catalogue 4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "brother | Ruby Flowers | 9 | same house\\nmum | as above | Grace Storm | Shared Care\\nUrea | High | Repeat Test"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['Ruby Flowers', 'Grace Storm']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect import latin
from incognote.detect.latin import LETTER, UPPER
from incognote.detect.page import Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/name_latin_kin_table"
_BORDER: Final = re.compile(r"\t|\||¦| {2,}| ?\.{4,} ?| → | -- | ?; (?=[A-Za-z])")
_CELL: Final = re.compile(r"(?:(?!\t|\||¦| {2,}| ?\.{4,}| → ).)+")
_ROLE: Final = re.compile(
    r"[*•\s-]{0,3}(?:(?:alleged |subject |half[- ]?|step[- ]?|foster |twin |elder |older |younger |big |little |maternal |paternal |great |ex-?|de facto |her |his |the )*"
    r"(?:mother|father|mum|mom|dad|brother|sister|sibling|sib|son|daughter|aunt|uncle|auntie|aunty|cousin|niece|nephew|grandmother|grandfather|grandma|grandpa|nan|nanna|pop|partner|husband|wife|spouse|boyfriend|girlfriend|carer|guardian|friend|"
    r"mgm|mgf|pgm|pgf|ma|mo|fa|sc|subject|child|children|infant|baby|bub|twin|stepfather|stepmother|stepdad|stepmum|notifier|apr|ap|poc|neighbour|neighbor|lodger|boarder|flatmate|cousin|nephew|kin|carer)s?"
    r"(?:[ '’]?s? (?:partner|boyfriend|girlfriend|mother|father|brother|sister|friend|child|cousin|in law|in-law|\d))?)(?: ?\([^()]{1,24}\)| ?\d| of \w{1,4}|, [a-z ]{2,20})?:?\s*\Z",
    re.IGNORECASE,
)
_NAME: Final = re.compile(rf"\s*(?P<name>[{UPPER}][{LETTER}'’.-]*(?:,? (?:(?:de|van|von|del|da|bin|al|el|la|dos) )?[{UPPER}][{LETTER}'’.-]*){{0,3}}(?: [\u4e00-\u9fff]{{1,2}})?)\s*(?:\(|\"|“|,|\Z)")
_STATES: Final = frozenset(
    "unknown nil none same above nfa deceased shared care home no yes not contact address custody school kindy preschool year grade high primary ward bed room icu ed nicu hospital interstate overseas aboriginal torres strait islander english interpreter working unemployed pension "
    "male female adult child dob age name relationship whereabouts address phone lives with school role status details date report subject notifier alleged family network id ref street road avenue drive lane court close crescent terrace parade place way highway unit flat lot nsw qld vic tas act".split()
)


def find(page: Page) -> Iterator[Span]:
    text = page.text
    at = 0
    for line in text.split("\n"):
        if 5 < len(line) < 240 and _BORDER.search(line):
            yield from _row(page, at, line)
        at += len(line) + 1


def _row(page: Page, at: int, line: str) -> Iterator[Span]:
    cells = list(_CELL.finditer(line))
    roles = [cell for cell in cells if len(cell[0]) < 48 and _ROLE.match(cell[0])]
    if not 2 <= len(cells) <= 14 or not roles or len(roles) == len(cells):
        return
    for cell in cells:
        if cell in roles:
            continue
        name = _NAME.match(cell[0])
        if name and _is_name(name["name"]):
            role = roles[0][0].strip().lower()
            kind = "patient" if role.startswith(("sc", "subject", "child", "infant")) else "notifier" if role.startswith("notif") else "relative"
            yield page.span(at + cell.start() + name.start("name"), at + cell.start() + name.end("name"), "NAME", kind, SOURCE, 0.8)


def _is_name(name: str) -> bool:
    words = [w for w in re.split(r"[, ]+", name) if len(w.rstrip(".")) > 1 and w[0].isupper()]
    lowers = [latin.plain(w).lower().rstrip(".") for w in words]
    if not words or any(w in _STATES or w in _ROLES or (w in latin.stops() and not latin.is_listed(w)) or (latin.CLINICAL_END.search(w) and not latin.is_listed(w)) for w in lowers):
        return False
    if any(latin.places().get(w) == 1 and not latin.is_listed(w) for w in lowers) or (len(words) == 1 and words[0].isupper() and len(words[0]) < 4):
        return False
    if any(latin.is_listed(w) and not latin.is_ordinary(w) for w in lowers):
        return True
    if len(words) == 1:
        return latin.given_weights().get(lowers[0], 0) > 0 or latin.is_unheard(lowers[0])
    return any(map(latin.is_listed, lowers)) or all(map(latin.is_unheard, lowers))


_ROLES: Final = frozenset("mother father mum mom dad brother sister sibling son daughter aunt uncle cousin nan pop partner mo fa sc mgm mgf pgm pgf baby child subject rec record".split())

RULES = (Rule("name_latin_kin_table", find, needs=tuple(map(re.compile, ("\t", r"\|", "¦", "→", "   ", r"\.\.\.\.")))),)
