"""Who is the subject of a Chinese report that calls nobody so: the one whose mother, class, wounds it speaks of."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from incognote.labels import roles
from incognote.link.called import is_full
from incognote.link.evidence import Range
from incognote.link.mentions_han import title_of
from incognote.link.relations import SIBLINGS, Draft
from incognote.names.variants import parts_of

_BEHIND: Final = (
    (re.compile(r"的?(?:媽媽|爸爸|母親|父親|阿嬤|阿公|外婆|外公|奶奶|爺爺|繼父|繼母|導師|家長|監護人|父母)"), 2.0),
    (re.compile(r"之(?:生|養|繼)?[母父]|的?(?:生母|生父|養母|養父|姊姊|姐姐|哥哥|弟弟|妹妹|同學|老師|班導|社工)"), 1.5),
    (re.compile(r"的?(?:身上|手臂|左|右|雙|臉|頭|背|腿|腳|傷|額|脖|頸|眼|嘴|瘀)"), 1.5),
    (re.compile(r"[（(，,、 |｜　]{0,3}[男女]?[，,、 |｜]{0,2}(?:\d|1[0-7])[ ]?(?:歲|足歲|y|Y|個月|個多月)"), 2.5),
    (re.compile(r"[（(，,、 　]{0,3}(?:現?就讀|讀|念|國小|國中|高中|高職|幼兒園|小[一二三四五六]|[一二三四五六七八九]年|國[一二三]|高[一二三]|大班|中班|小班|幼幼班)"), 2.0),
    (re.compile(r"(?:今[早日天]|昨[天日晚]|又|都|已|連續|多次|再度|曾|常|在校|上週|當時|[一二三四五]日)?(?:被|遭|未到校|沒來上學|放學|上學|上課|哭|躲|離家|逃家|自傷|割腕|受傷|說爸|說媽|說阿|說不想|到這個家|剛來|安置|到院|送醫|就醫|住院|入院)"), 1.0),
    (re.compile(r"(?:哭著)?(?:說|表示|自述|稱)[：:，]?[「『]"), 0.8),
)  # fmt: skip
_BEFORE: Final = (
    (re.compile(r"(?:孩子|小孩|學生|女兒|兒子|男童|女童|孫子|孫女|外孫|外孫女|孫|姪女|姪子|少女|少年|該生|嬰|幼兒|寶寶|囝仔|囡仔|小男生|小女生|男孩|女孩|小弟|小妹)[：:， 「]?(?:叫|名叫)?\Z"), 2.0),
    (re.compile(r"(?:毆打|責打|打|踢|掐|虐待|性侵|猥褻|抱|帶|接|照顧|扶養|獨留|丟下|罵|體罰|管教|訪視|探視|安置|保護|評估|詢問|會談|晤談|帶著)(?:了|過|案主)?\Z"), 1.2),
    (re.compile(r"(?<![報話絡親人長父母員])(?:姓名|名字)[：: 　|｜\t]{0,3}\Z"), 2.0),
    (re.compile(r"(?:關於|有關|針對|【|《)\Z"), 1.0),
    (re.compile(r"(?:病歷號?碼?|床號|床|\d{5,10}|[A-Z]\d{5,10})[：:， 　]{0,2}\Z"), 1.5),
)
_LEAST: Final = 1.0
_BLOOD: Final = frozenset({"father", "paternal_grandfather", "uncle", *SIBLINGS}) - {"half_sibling", "step_sibling"}
_MINOR: Final = 18


def subject_han(text: str, places: Sequence[Range], free: Sequence[Draft], drafts: Sequence[Draft]) -> list[Draft]:
    """The one of `free` (people without a role) whom the report is about, two where nothing tells them apart, none
    without a sign of it."""
    surnames = {parts_of(d.names[0]).surname for d in drafts if d.role in _BLOOD} - {""}
    scored = sorted(((_score(text, places, draft, surnames), -number, draft) for number, draft in enumerate(free)), key=lambda s: s[:2], reverse=True)
    scored = [s for s in scored if s[0] >= _LEAST]
    return [scored[0][2]] if scored else []


def _score(text: str, places: Sequence[Range], draft: Draft, surnames: Collection[str]) -> float:
    if draft.is_staff or draft.case_roles or not _may_be_child(draft):
        return 0.0
    score = 0.25 * min(len(draft.mentions), 6) + (0.5 if draft.is_patient else 0.0) + (1.0 if parts_of(draft.names[0]).surname in surnames else 0.0)
    if draft.age is not None:
        score += 2.5 if draft.age < _MINOR else -5.0
    for index in draft.mentions:
        start, end = places[index]
        if title_of(text, start, end)[1] and not _BEHIND[0][0].match(text, end):
            return 0.0
        score += next((weight for pattern, weight in _BEHIND if pattern.match(text, end)), 0.0)
        before = text[max(0, start - 12) : start]
        score += next((weight for pattern, weight in _BEFORE if pattern.search(before)), 0.0)
    return score


def _may_be_child(draft: Draft) -> bool:
    """Whether no word says that somebody is grown up or another's child."""
    table = roles()
    return all(claim.role not in table for claim in draft.claims) and (is_full(draft.names[0]) or len(draft.mentions) > 0)
