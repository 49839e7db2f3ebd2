"""Whose name it is: the kind of person that the words around a name announce."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from incognote.names.cues import role_of

_STAFF_BEHIND: Final = re.compile(r"[ \t]?(?:[記记][錄录]?[ \t]*(?:\n|\Z)|(?:RN|RT|NP|OT|PT|ST|SW|PGY)(?![A-Za-z])|[醫医護护藥药心社](?:理|技|檢|检)?字|[缮繕代][打筆笔](?=[ \t\n,。]|\Z)|追[蹤踪]|主刀|[執执]行|[會会][診诊]|[複复][查核]|[開开]立|[診诊]察|[查巡]房|操刀|requesting|M\.?D\b|/ ?打字)")
_STAFF_BEHIND_HEADS: Final = frozenset("記记RNOPS醫医護护藥药心社缮繕代追主執执會会複复開开診诊查巡操rM/")
"""What `_STAFF_BEHIND` begins with behind its blank."""
# Behind a full stop and before the end of the line: who wrote the entry.
_ENTRY_END: Final = re.compile(r"[ \t]*(?:\n|\Z)")
_ENDS: Final = frozenset(["", " ", "\t", "\n"])
_ENTRY: Final = frozenset(["。", ".", ";", "!", ")"])
_STAFF_BEFORE: Final = re.compile(r"(?:\bconsult\b[^.\n]{0,34}\(|\bdear |\bto: ?|\bcc: ?|\bdiscussed with )\Z", re.IGNORECASE)
# Shifts, trades and offices that no role word covers, right before a name.
_POST: Final = re.compile(
    r"(?:[大小]夜|白班|交班|職護|职护|共照|主護|刷手|流動|流动|巡[回迴]|器械|麻醉|[調调][劑剂]|[請请]假|值班|心[內内]|[內内外婦妇兒儿骨]科|放射科|[檢检][驗验]科|助手|[一二三]助"
    r"|研究生|助理|志工|義工|代班|[櫃柜][檯台臺]|[記记][錄录]|主刀|交[大小]夜|(?<![A-Za-z])(?:Int|R|PGY|NP|RN|OT|PT|ST|EMT|Anes|Asst|asst))[ \t:,/-]{0,2}\Z"
    r"|(?:R\d|VS|CR|PGY\d?|NP|Dr\.?|Prof\.?)[ .]?[\u3400-\u9fff]{1,3} ?[/,、] ?\Z"
)
_POST_ENDS: Final = frozenset("夜班交護护照主手動动迴回械醉劑剂假內内科驗验助生理工檯台臺錄录刀tRYPNTs/、,")
"""What `_POST` ends with before its blanks and signs."""
_ADDRESSED: Final = ("dear ", "to:", "to: ", "cc:", "cc: ", "discussed with ")
_ADDRESSED_ENDS: Final = frozenset(" :(")
_PATIENT_BEHIND: Final = re.compile(
    r"[ \t]?[,(;]?[ \t]?(?:[A-Z][12]\d{8}|\d{6,10}(?!\d)|MRN|[男女](?:[性,; \d]|\Z)|[MF][ /,]\d|\d{1,3}[ -]?(?:[歲岁yMF]|/[MF])|病人|患者|案主\b)"
)
_ID: Final = re.compile(r"[ \t,(:]{0,2}[A-Z][A-Z0-9]\d{8}[) \t,:]{0,2}")


@cache
def _role_sizes() -> dict[str, tuple[int, ...]]:
    """The last character of a role word -> the lengths of the words that end so, longest first."""
    sizes: dict[str, set[int]] = {}
    for role in role_of():
        sizes.setdefault(role[-1], set()).add(len(role))
    return {last: tuple(sorted(found, reverse=True)) for last, found in sizes.items()}


def role_before(text: str, start: int) -> str | None:
    """The kind of person that the word right before `start` announces (`staff` for staff)."""
    end = start
    while end and text[end - 1] in " \t:(「『\"'":
        end -= 1
    roles = role_of()
    for size in _role_sizes().get(text[end - 1 : end].lower(), ()):
        if size <= end and (kind := roles.get(text[end - size : end].lower())) is not None:
            return kind
    return None


def whose(text: str, start: int, end: int) -> str | None:
    """The kind of the person whose name stands at `[start, end)`, by what stands around it.

    >>> whose("小玲(案女)代述", 0, 2), whose("由陳聰明追蹤", 1, 4), whose("陳林秀英 F/78", 0, 4)
    ('relative', 'staff', 'patient')
    """
    kind = role_before(text, start)
    if kind is not None:
        return kind
    behind = text[end : end + 24]
    if behind[:1] == "(" and ")" in behind:
        told = role_of().get(behind[1 : behind.index(")")])
        if told is not None:
            return told
    if (behind.lstrip(" \t")[:1] in _STAFF_BEHIND_HEADS and _STAFF_BEHIND.match(behind)) or _is_addressed(text, start) or _is_posted(text, start):
        return "staff"
    if behind[:1] in _ENDS and _ENTRY_END.match(text, end) and text[max(0, start - 8) : start].rstrip(" \t")[-1:] in _ENTRY:
        return "staff"
    return "patient" if _PATIENT_BEHIND.match(behind) else None


def _is_addressed(text: str, start: int) -> bool:
    """Whether a letter's head or a consultation stands before: dear, cc:, discussed with, consult CV (."""
    if text[start - 1 : start] not in _ADDRESSED_ENDS:
        return False
    tail = text[max(0, start - 48) : start].lower()
    if not tail.endswith(_ADDRESSED) and not (tail.endswith("(") and "consult" in tail):
        return False
    return _STAFF_BEFORE.search(text, max(0, start - 48), start) is not None


def _is_posted(text: str, start: int) -> bool:
    """Whether a shift, a trade or an office stands right before."""
    before = text[max(0, start - 12) : start]
    return (before.rstrip(" \t:,/-")[-1:] in _POST_ENDS or before.rstrip(" ")[-1:] in _POST_ENDS) and _POST.search(before) is not None


def label_for(kind: str | None) -> tuple[str, str | None]:
    """Label and kind of a span: staff are DOCTOR."""
    return ("DOCTOR", None) if kind == "staff" else ("NAME", kind)


def skip_role(text: str, at: int) -> tuple[int, str | None]:
    """Past a role word that begins at `at` (聯絡人：妻子李娜), with its kind."""
    roles = role_of()
    for size in range(5, 0, -1):
        kind = roles.get(text[at : at + size]) if len(text) >= at + size else None
        if kind is not None:
            return at + size + (text[at + size : at + size + 1] in " :("), kind
    return at, None


def is_part_of_role(text: str, start: int, end: int) -> bool:
    """Whether a longer role word begins where `[start, end)` begins: 案主孫, not 案主."""
    roles = role_of()
    return any(text[start : start + size] in roles for size in range(end - start + 1, 6) if start + size <= len(text))


def skip_id(text: str, at: int) -> int:
    """Past a national number between role word and name (陪同者 A123456789 李小華)."""
    found = _ID.match(text, at)
    return found.end() if found else at
