"""Han names: what a mention is made of, and the same made of another name.

A mention is a core with what stands around it: a title, `阿` or `小`, blanks between the characters, `○` for a hidden
one. The core is written anew, the rest stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from incognote.names.lexicon import usual_given
from incognote.names.parse import parse
from incognote.names.tables import SURNAMES, compound_surnames
from incognote.policy.surrogates import lists, spoken
from incognote.policy.surrogates.lists import base, written
from incognote.policy.surrogates.stream import Stream

HAN: Final = re.compile(r"(?:[\u3400-\u9fff\U00020000-\U0003ffff])")
MASKS: Final = frozenset("○〇ＯOoXxＸ*＊")
_DOTS: Final = re.compile(r"(?:[·‧・•．])")
_BEFORE: Final = re.compile(
    r"(?:[RrVv][1-9S]?|VS|NP|RN|Dr\.?|社工[師师员員]?|[護护][士理][師师]?|[醫医][師师生]|主任|主治|[醫医]|教授|督導|督导|個管[師师]?|老師|老师)[ :：]*(?=[\u3400-\u9fff])"
)
_AFTER: Final = re.compile(
    r"(?:先生|小姐|女士|太太|[醫医][師师生]|大夫|主任|主治(?:[醫医][師师])?|教授|[護护]理?[師师長长]|[護护]士[長长]?|[藥药][師师]|心理[師师]|治[療疗][師师]|社工[師师員员]?|個管[師师]|督[導导]|"
    r"老[師师]|同[學学]|校[長长]|院[長长]|[組组][長长]|警官|[員员]警|[檢检]察官|法官|律[師师]|[經经]理|[總总]|董|阿[嬤公伯姨婆嫂姑]|伯伯|奶奶|[爺爷]{2}|[媽妈]{1,2}|爸爸?|[師师]傅|"
    r"[哥姐姊叔嫂姨伯嬸婆君]|大[哥姐姊媽妈爺爷叔嬸]|之[子女])\Z"
)
_AFFIX: Final = frozenset("阿小老大")


class Core(NamedTuple):
    """A mention taken apart; `gap` stands between the characters of `text`."""

    before: str
    text: str
    after: str
    gap: str

    def __repr__(self) -> str:
        return "Core(...)"

    def put(self, text: str) -> str:
        return self.before + self.gap.join(text) + self.after


class Full(NamedTuple):
    """A surname (one character, two, or none) and a given name."""

    surname: str
    given: str

    def __repr__(self) -> str:
        return f"Full({len(self.surname)}, {len(self.given)})"

    @property
    def text(self) -> str:
        return self.surname + self.given


def core_of(surface: str) -> Core:
    """The mention without its title.

    >>> core_of("林 志 明")[1:], core_of("王醫師")[1:3], core_of("R2 黃")[:2]
    (('林志明', '', ' '), ('王', '醫師'), ('R2 ', '黃'))
    """
    before = _BEFORE.match(surface)
    head = before[0] if before else ""
    rest = surface[len(head) :]
    after = _AFTER.search(rest, 1) if len(rest) > 1 else None
    tail = rest[after.start() :] if after else ""
    rest = rest[: len(rest) - len(tail)]
    bare = rest.rstrip()
    rest, tail = bare, rest[len(bare) :] + tail
    gap = next((c for c in (" ", "\u3000") if c in rest), "")
    return Core(head, rest.replace(gap, "") if gap else rest, tail, gap)


@cache
def _surnames() -> frozenset[str]:
    return frozenset(SURNAMES) | frozenset(row[1] for row in lists.table("surnames"))


def split(text: str) -> Full:
    """Surname and given name; a married woman's two surnames are one.

    >>> tuple(split("王小明")), split("陳林秀英").surname, tuple(split("淑芬"))
    (('王', '小明'), '陳林', ('', '淑芬'))
    """
    parsed = parse(text)
    surname, given = parsed.surname, parsed.given
    if len(surname) == 1 and len(given) == 3 and base(surname) in _surnames() and base(given[0]) in _surnames():
        return Full(text[:2], text[2:])
    if len(text) == 2 and (base(text[0]) not in frozenset(SURNAMES) or text[0] == text[1] or (base(text) in lists.cohorts_of() and lists.band_of(text[0]) == 2)):
        return Full("", text)
    return Full(text[: len(surname)], text[len(surname) :])


def named(text: str) -> Full:
    """What a mention tells of the name: 小陳 and 老陳 a surname, 阿明 a given name.

    >>> tuple(named("小陳")), tuple(named("阿明")), tuple(named("王"))
    (('陳', ''), ('', '明'), ('王', ''))
    """
    if len(text) == 2 and text[0] in "小老阿" and text[1] != text[0]:
        return Full(text[1], "") if text[0] != "阿" and base(text[1]) in lists.table_surnames() else Full("", text[1])
    return split(text)


def kind_of(text: str) -> str:
    """How a core is written: `dotted`, `spoken`, `japanese`, `people` (of a minority) or `chinese`."""
    if _DOTS.search(text):
        return "dotted"
    size = len(text)
    plain = base(text)
    if size >= 4 and _japanese(text):
        return "japanese"
    if size >= 4 and plain[:2] not in compound_surnames() and not (size == 4 and split(text).surname[1:]):
        return "spoken"
    if size >= 3 and spoken.is_spoken(text) and lists.band_of(text[0]) == 2:
        return "spoken"
    return "chinese"


def _japanese(text: str) -> str:
    return next((s for s in spoken.parts_of("japanese") if text.startswith(s) and len(text) > len(s)), "")


def foreign(stream: Stream, text: str, *, traditional: bool) -> str:
    """Another name for one that is no Chinese one, part by part and of the same length."""
    if (surname := _japanese(text)) and not _DOTS.search(text):
        families = [s for s in spoken.parts_of("japanese") if len(s) == len(surname)]
        size = len(text) - len(surname)
        givens = [g for g in lists.words("japanese_given") if len(g) == size] or [g for g in lists.words("japanese_given") if len(g) == 2]
        return written(stream.pick(families) + stream.pick(givens), traditional=traditional)
    pieces = re.split(r"([·‧・•．])", text)
    made = []
    for piece in pieces:
        if _DOTS.fullmatch(piece) or not HAN.search(piece):
            made.append(piece)
        else:
            said = spoken.minority(stream, piece)
            said = lists.traditional(base(said)) if said else spoken.chain(stream, len(piece))
            made.append(written(said, traditional=traditional))
    return "".join(made)


def draw_surname(stream: Stream, original: str, region: str) -> str:
    """A surname of the same length, about as common, never the same; traditional."""
    size = len(original)
    if size == 2 and base(original) not in compound_surnames():
        return "".join(draw_surname(stream, char, region) for char in original)
    pool = lists.surnames(region, lists.band_of(original) if size == 1 else 0, size)
    for _ in range(30):
        made = pool.draw(stream)
        if base(made) != base(original):
            return made
    return made


def draw_given(stream: Stream, original: str, region: str, *, sex: str, cohort: str | None) -> str:
    """A given name of the same length; a usual one for a usual one, of the same generation; traditional or as the region writes."""
    size = len(original)
    if size == 2 and original[0] == original[1]:
        return stream.pick(lists.words("han_nick")) * 2
    usual = lists.cohorts_of().get(base(original), ())
    if not usual and base(original) in usual_given():
        usual = ((sex, stream.pick(("1950", "1970", "1970", "1990"))),)
    if usual and size in (1, 2):
        told = sorted({c for s, c in usual if s == sex} or {c for _, c in usual})
        generation = cohort if cohort and size == 2 else told[len(told) // 2]
        pool = lists.usual_names(region, sex, generation, size, original[0] == "阿")
        if pool.choices:
            return pool.draw(stream)
    return "".join(lists.characters(sex, int(at == size - 1)).draw(stream) for at in range(size))


def told_sex(given: str) -> str | None:
    """F or M where the given name tells it.

    >>> told_sex("淑芬"), told_sex("志豪")
    ('F', 'M')
    """
    plain = base(given)
    usual = {sex for sex, _ in lists.cohorts_of().get(plain, ())}
    if len(usual) == 1:
        return usual.pop()
    said = {sex for char in plain if (sex := lists.sex_of_character().get(char))}
    return said.pop() if len(said) == 1 else None


def rewritten(core: str, old: Full, new: Full, draw: Callable[[str], str]) -> str:
    """`core`, a mention of somebody called `old`, of somebody called `new`; `draw` finds another character or name.

    >>> rewritten("王○明", Full("王", "小明"), Full("李", "大同"), str), rewritten("阿明", Full("王", "小明"), Full("李", "大同"), str)
    ('李○同', '阿同')
    """
    told = {base(a): b for a, b in zip(old.text, new.text, strict=False)}
    if any(char in MASKS for char in core):
        if len(core) == len(old.text) == len(new.text):
            return "".join(c if c in MASKS else n for c, n in zip(core, new.text, strict=True))
        return "".join(c if c in MASKS else told.get(base(c)) or draw(c) for c in core)
    plain = base(core)
    for part, other in ((old.text, new.text), (old.given, new.given), (old.surname, new.surname)):
        if part and plain == base(part) and len(part) == len(other):
            return other
    if len(core) == 2 and core[0] in _AFFIX:
        return core[0] + (told.get(plain[1]) or draw(core[1]))
    if len(core) == 2 and core[0] == core[1]:
        return (told.get(plain[0]) or draw(core[0])) * 2
    if len(core) == 1:
        return told.get(plain) or draw(core)
    return draw(core)
