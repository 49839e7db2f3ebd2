"""Occupations in English where a sentence gives them to somebody: former schoolteacher, a 29-year-old violist.

Staff titles in their function are none (rule Q1). The word alone is no evidence. Source: catalogue 7.7.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "a 29-year-old violist and former schoolteacher; seen by nurse"
>>> [text[s.start : s.end] for s in detector(RULES)(Document("1", text))]
['violist', 'schoolteacher']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

WORDS: Final = tuple(
    "accountant actor actress architect artist astronomer athlete attorney auctioneer author baker banker barber barista barrister bartender beautician blacksmith boilermaker bookkeeper bricklayer builder butcher cabinetmaker carpenter "
    "cashier caterer cellist chef chemist cleaner clerk coach composer conductor contractor courier cowboy dancer dealer designer developer director diver drummer economist editor electrician engineer entrepreneur worker farmer "
    "firefighter fireman fisherman florist foreman gardener geologist glazier guard guitarist hairdresser handyman historian housekeeper housewife hunter janitor jeweller jeweler journalist judge juggler laborer labourer landscaper lawyer lecturer "
    "librarian lifeguard locksmith logger machinist magician mailman maid manager mason mathematician mechanic merchant metalworker miner minister model monk musician novelist nun painter pastor pharmacist photographer physicist pianist "
    "pilot plasterer plumber poet policeman policewoman politician porter postman potter priest principal printer producer professor programmer psychologist publisher puppeteer racer realtor receptionist reporter researcher roofer sailor "
    "salesman saleswoman salesperson schoolteacher scientist sculptor seamstress secretary shepherd shoemaker shopkeeper singer soldier solicitor statistician steelworker stonemason student supervisor surveyor tailor driver teacher technician "
    "tiler tradesman trader translator trucker tutor typist undertaker vendor veterinarian vicar violinist violist waiter waitress warden weaver welder woodworker writer zookeeper veteran engraver beekeeper".split()  # noqa: SIM905
)
PHRASES: Final = ("truck driver", "bus driver", "taxi driver", "factory worker", "construction worker", "lighthouse keeper", "police officer", "flight attendant", "office worker", "shop assistant", "real estate agent", "security guard", "civil servant", "software engineer", "school teacher", "high school teacher", "bank teller", "crane operator", "train driver", "forklift driver", "army officer", "social media manager", "project manager")  # fmt: skip
_BEFORE: Final = re.compile(
    r"(?:year[- ]old|y/?o|former|retired|ex-|semi-retired|unemployed|works? as|worked as|working as|employed as|employment as|occupation|profession|job|career as|trained as|trade|is an?|was an?|is the only|as an?|as the)"
    r"[\s:,-]{0,3}(?:an? |the )?(?:(?:right|left)-handed |married |single |divorced |widowed |male |female |retired |former |[a-z]{3,12} ){0,2}\Z",
    re.IGNORECASE,
)


def find(page: Page) -> Iterator[Span]:
    for start, end in page.cues.get("latin_job", NO_CUES):
        if _BEFORE.search(page.text, max(0, start - 48), start):
            yield page.span(start, end, "PROFESSION", None, "rules/profession_latin", 0.6)


RULES = (Rule("profession_latin", find, {"latin_job": tuple(w for w in WORDS if len(w) > 3 and w not in {"model", "guard"}) + PHRASES}),)
