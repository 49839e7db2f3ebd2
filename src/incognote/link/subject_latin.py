"""Who is the subject of an English report that calls nobody so: the one whom it says it is about, who lives with their
mother, who is the boy, the student, the baby of it. Being named first or most says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.called import TITLE
from incognote.link.evidence import Range
from incognote.link.relations import Draft
from incognote.names.variants import parts_of

_YOUNG: Final = (
    r"(?:boy|girl|baby|bub|bubba|student|pupil|youth|young (?:man|woman|person|lad|girl|boy|fella)|lad|lass|teen|teenager|toddler|infant|newborn|little (?:one|fella)|kid|patient|child|schoolgirl|schoolboy|minor|bubs)"
)
_OTHERS: Final = "".join(f"(?<!{word} )" for word in ("older", "elder", "eldest", "oldest", "other", "another", "big", "bigger", "second"))
"""The older girl is somebody beside the one whom it is about."""
_KIN: Final = r"(?:step)?-?(?:mum|mom|mother|mo|mam|dad|father|fa|parents?|nan|nana|nanna|nanny|gran|grandma|grandmother|grandfather|grandad|pop|carers?|foster \w+|family|brothers?|sisters?|siblings?|twin|aunty?|auntie|uncle)"
_DONE_TO: Final = (
    r"hits?|hitting|smack(?:s|ed|ing)|slap(?:s|ped)|punch(?:es|ed)|kick(?:s|ed)|grab(?:s|bed)|shook|shak(?:es|ing)|chok(?:es|ed|ing)|strangled|belt(?:s|ed)|bash(?:es|ed)|lock(?:s|ed|ing)|burn(?:s|ed|t)|"
    r"left|leav(?:es|ing)|collect(?:s|ed|ing)?|pick(?:s|ed|ing)? up|took|tak(?:es|ing)|mind(?:s|ed|ing)|look(?:s|ed|ing)? after|car(?:es|ed|ing) for|care of|custody of|touch(?:es|ed|ing)|abus(?:es|ed|ing)|"
    r"assault(?:s|ed|ing)|threw|throws|drag(?:s|ged)|hurts?|hurting|removed?|plac(?:ed|ement of)|feed(?:s|ing)?|fed|bath(?:es|ed|ing)|drop(?:s|ped) off|enrol(?:s|led)|brought|carr(?:ies|ied)|examin(?:es|ed)|"
    r"taught|teach(?:es)?|for|disclosure by|birth of|born|named|called|safety of|welfare of|see(?:s|n|ing)?|saw"
)
_BEFORE: Final = (
    (re.compile(r"(?:worried|worries|worry|concern(?:ed|s|ing)?|fears?|fearful|report(?:ing)?(?: is)?|notification(?: is)?|notif(?:y|ying)|ring(?:ing)?|call(?:ing)?|referral|notice|writ(?:e|ing)|letter|alert|enquir(?:y|ies)) (?:is )?(?:about|for|re|regarding|on|that)(?: is)?(?: baby| young| little)? \Z", re.IGNORECASE), 2.5),
    (re.compile(r"(?:^|\n)[ \t*#>-]{0,4}(?:re|regarding|about|concerning|subject|name of child|who is this about\??)[ \t]?[:–-]?[ \t]+(?:the )?(?:baby |young |little )?\Z", re.IGNORECASE), 3.0),
    (re.compile(rf"(?<![A-Za-z]){_OTHERS}{_YOUNG}(?: (?:called|named|by the name of|known as))?[,:]? (?:is |was )?\Z", re.IGNORECASE), 1.4),
    (re.compile(rf"(?<![A-Za-z]){_YOUNG}(?:[’']s)? (?:full |first |real |proper )?name (?:is|was) \Z", re.IGNORECASE), 2.0),
    (re.compile(r"(?:report|referral|notification|letter|form|alert|record|note|notice) (?:mainly |only )?concerns(?: baby| young| little)? \Z", re.IGNORECASE), 2.5),
    (re.compile(r"(?<![A-Za-z])(?:mum|mother|mo|dad|father|fa|parents?|nan|grandmother|grandfather|teacher|carer|guardian) (?:of|to) \Z", re.IGNORECASE), 1.5),
    (re.compile(rf"(?<![A-Za-z])(?:{_DONE_TO}) \Z", re.IGNORECASE), 0.7),
    (re.compile(r"(?i:full|real|proper|first|own) (?i:name) (?:is|was|:) ?\Z"), 1.0),
)  # fmt: skip
_REMARK: Final = r"(?: ?[\[(][^\[\]()\n]{1,30}[\])]|,? (?:aged? |b\.? |born |dob:? )?\d{1,2}(?:[/. ][\d/. A-Za-z]{3,14})?,?(?: \d{1,2}[/.]\d{1,2}[/.]\d{2,4},?)?)?"
_BEHIND: Final = (
    (re.compile(rf"{_REMARK},? (?:lives?|living|lived|resides?|stays?|staying|is|was|came|comes|attended|arrived|presented|seen) (?:at home |here |in |home )?(?:with|w/|w\.|w|by) (?:his|her|their|both|two)(?: [a-z]+)? {_KIN}(?![a-z])", re.IGNORECASE), 2.5),
    (re.compile(rf"{_REMARK},? (?:and|&|\+|with) (?:his|her|their)(?: [a-z]+)? {_KIN}(?![a-z])", re.IGNORECASE), 2.0),
    (re.compile(rf"[^.!?\n]{{0,90}}[.!?][\"”]? (?:His|Her|Their) (?:own )?{_KIN}(?![A-Za-z])"), 1.5),
    (re.compile(r"[^.!?\n]{0,90}[.!?][\"”]? (?:He|She|They)(?:[’']s| is| are| was| turned| has just turned) (?:only |just |about |almost |nearly )?(?:\d|1[0-7]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?![\dA-Za-z])"), 2.0),
    (re.compile(rf"[’']s? {_KIN}(?![A-Za-z])", re.IGNORECASE), 1.0),
    (re.compile(r"[’']s? (?:teacher|class|classroom|school|kindy|backpack|school bag|lunch|lunchbox|uniform|nappy|cot|bassinet|feeds?|bottle|mates?|drawings?)(?![A-Za-z])", re.IGNORECASE), 1.5),
    (re.compile(rf"{_REMARK},? (?:is|was|who is)? ?(?:an? |the )?(?:young |little )?{_YOUNG}(?![A-Za-z])", re.IGNORECASE), 1.5),
    (re.compile(rf"{_REMARK},? (?:is |was |who is )?(?:in |attends |at |currently in )?(?:yr|year|grade|reception|prep|kindy|preschool|class)(?![A-Za-z])", re.IGNORECASE), 1.5),
    (re.compile(r",? (?:is |was |turned |who is |just turned |only )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?![A-Za-z])", re.IGNORECASE), 2.0),
    (re.compile(r"(?:[’']s)? (?:herself |himself |then |also |has |had |often |always |sometimes )?(?:told|disclosed|said|says|cried|was crying|came to school|came in|(?:was|were) (?:seen|found|brought|observed|hit|picked|left|sent|absent|wearing|admitted)|has not been|presented|arrived|stated) ", re.IGNORECASE), 0.5),
    (re.compile(r"(?:[’']s| has| had| with)(?: an?| two| three| some| several| multiple| linear| old| new)* (?:bruis|marks?|welts?|burns?|cuts?|injur|black eye|lump|swelling|nits|scabies|rash|weight|arm|leg|face|cheek|back)", re.IGNORECASE), 1.5),
    (re.compile(r" \((?:m|f|male|female|he/him|she/her|they/them)[,)]", re.IGNORECASE), 0.5),
)  # fmt: skip
_TOO: Final = re.compile(r",? (?:as well|too|also)(?![A-Za-z])")
_ADULT: Final = frozenset({"mother", "father", "parent", "partner", "husband", "wife", "ex_partner", "stepmother", "stepfather", "mothers_partner", "fathers_partner", "grandmother", "grandfather", "aunt", "uncle"})
_YEARS: Final = 18
_LEAST: Final = 2.0
_LEAST_ALONE: Final = 0.5
"""What is asked where nobody else may be a child."""
_LEAST_UNRIVALLED: Final = 1.5
"""What is asked where nobody else shows a sign of being one: more than a word that calls somebody young."""
_MARGIN: Final = 1.0


def subject_latin(text: str, places: Sequence[Range], drafts: Sequence[Draft]) -> list[Draft]:
    """The one of `drafts` whom the report is about; nobody where two may be it, or nothing says so.

    >>> one, other = Draft(["Ivo Hale"], [0]), Draft(["Cy Hale"], [1])
    >>> found = subject_latin("I am worried about Ivo Hale. Cy Hale is fine.", [(19, 27), (29, 36)], [one, other])
    >>> [d.names for d in found]
    [['Ivo Hale']]
    """
    scored = sorted(((score_latin(text, places, draft), -number) for number, draft in enumerate(drafts)), reverse=True)
    if not scored or (len(scored) > 1 and scored[0][0] - scored[1][0] < _MARGIN):
        return []
    is_alone = sum(may_be_child(text, places, d) for d in drafts) == 1
    if scored[0][0] < (_LEAST_ALONE if is_alone else _LEAST if len(scored) > 1 and scored[1][0] else _LEAST_UNRIVALLED):
        return []
    return [drafts[-scored[0][1]]]


def may_be_child(text: str, places: Sequence[Range], draft: Draft) -> bool:
    """Whether nothing says that somebody is grown up or there by their calling."""
    is_someone = draft.is_staff or draft.case_roles or draft.given_role not in {"", "child"} or _is_grown(draft)
    return not is_someone and not any(TITLE.search(text, max(0, places[n][0] - 12), places[n][0]) for n in draft.mentions)


def score_latin(text: str, places: Sequence[Range], draft: Draft) -> float:
    """How much a report says of somebody that it says of the child whom it is about."""
    if parts_of(draft.names[0]).han or not may_be_child(text, places, draft):
        return 0.0
    found: dict[object, float] = {}
    for index in draft.mentions:
        start, end = places[index]
        if _TOO.match(text, end):
            continue
        before = text[max(0, start - 60) : start]
        found |= {pattern: weight for pattern, weight in _BEFORE if pattern.search(before)}
        found |= {pattern: weight for pattern, weight in _BEHIND if pattern.match(text, end, end + 80)}
    return sum(found.values()) + (1.5 if draft.age is not None else 0.0) + (0.5 if draft.is_patient else 0.0)


def _is_grown(draft: Draft) -> bool:
    """Whether an age or a word says that somebody is no child."""
    table = roles()
    if draft.age is not None and draft.age >= _YEARS:
        return True
    return any(c.role in table and c.role not in {"child", "son", "daughter", "sibling", "twin", "minor"} and c.cost < 1.4 and (c.of < 0 or c.role in _ADULT) for c in draft.claims)
