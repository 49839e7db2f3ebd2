"""Whom a part of a Chinese name means: the given name alone, 小X and 阿X, a surname with a title, a family's 爸爸."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from incognote.labels import roles
from incognote.link.relations import SIBLINGS, Draft, sex_of
from incognote.names.compare import canonical
from incognote.names.tables import to_base
from incognote.names.variants import parts_of

_BLANKS: Final = re.compile(r"\s+")
_SERVING: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("醫師 医师 醫生 医生 大夫 主治 總醫師 住院醫師 主治醫師", frozenset({"doctor", "dentist", "psychologist"})),
    ("護理師 護士 護理長 校護", frozenset({"nurse"})),
    ("社工 社工師 社工員 督導", frozenset({"social_worker", "case_manager"})),
    ("老師 老师 導師 教師 園長 校長 主任 組長", frozenset({"teacher", "school_counsellor", "carer", "social_worker", "doctor"})),
    ("員警 警員 警官 巡官 巡佐 偵查佐 小隊長 所長 副所長", frozenset({"police"})),
    ("心理師", frozenset({"psychologist"})),
    ("律師", frozenset({"lawyer"})),
    ("里長 鄰長", frozenset({"neighbour"})),
)  # fmt: skip
_ROLE: Final = {"醫": "doctor", "医": "doctor", "大": "doctor", "護": "nurse", "校": "nurse", "社": "social_worker", "員": "police", "警": "police", "巡": "police", "偵": "police", "心": "psychologist", "律": "lawyer", "里": "neighbour", "鄰": "neighbour"}
_MEN: Final = frozenset("先生 爸爸 叔叔 伯伯 爺爺 阿公 大哥 阿伯 阿叔 哥哥 弟弟 舅舅".split())
_WOMEN: Final = frozenset("女士 小姐 太太 媽媽 阿姨 阿嬤 奶奶 大姐 大姊 伯母 嬸嬸 姊姊 姐姐 妹妹 阿婆 大嫂".split())
_PARENTS: Final = {"爸爸": "father", "媽媽": "mother", "爸": "father", "媽": "mother", "把拔": "father", "馬麻": "mother"}
_KIN_OF_CHILD: Final = {"阿嬤": "grandmother", "奶奶": "paternal_grandmother", "外婆": "maternal_grandmother", "阿公": "grandfather", "爺爺": "paternal_grandfather", "外公": "maternal_grandfather", "哥哥": "older_brother", "姊姊": "older_sister", "姐姐": "older_sister", "弟弟": "younger_brother", "妹妹": "younger_sister"}
_MINORS: Final = SIBLINGS | {"child", "twin", "half_sibling", "step_sibling", "classmate"}
_BY_SEX: Final = {"男": "M", "女": "F", "父": "M", "母": "F", "叔": "M", "伯": "M", "舅": "M", "姨": "F", "姑": "F", "嬸": "F", "嫂": "F"}
_ELDERS: Final = {"父": frozenset({"father", "paternal_grandfather", "grandfather"}), "母": frozenset({"mother", "paternal_grandmother", "grandmother"})}
_KIN_WORDS: Final = {"叔": frozenset({"uncle"}), "伯": frozenset({"uncle"}), "舅": frozenset({"uncle"}), "姨": frozenset({"aunt"}), "姑": frozenset({"aunt"}), "嬸": frozenset({"aunt"}), "嫂": frozenset({"aunt"})}
_SMALL: Final = 12
_POLITE: Final = frozenset("先生 女士 小姐".split())


@cache
def _titles() -> tuple[re.Pattern[str], dict[str, frozenset[str]]]:
    serving = {word: group for words, group in _SERVING for word in words.split(" ")}
    every = sorted({*serving, *_MEN, *_WOMEN, *_PARENTS, "外婆", "外公", "同學"}, key=len, reverse=True)
    return re.compile("(?:" + "|".join(every) + ")"), serving


def title_of(text: str, start: int, end: int) -> tuple[str, str]:
    """The name without the title at its end or right behind it, and the title.

    >>> title_of("李總醫師看片", 0, 4), title_of("張廖總醫師看片", 0, 2), title_of("王小明說", 0, 3)
    (('李', '總醫師'), ('張廖', '總醫師'), ('王小明', ''))
    """
    surface = _BLANKS.sub("", text[start:end])
    pattern, _ = _titles()
    for at in range(1, len(surface)):
        if pattern.fullmatch(surface, at):
            return surface[:at], surface[at:]
    behind = pattern.match(text, end)
    return surface, behind[0] if behind and len(surface) < 3 else ""


def given_alone(surfaces: Iterable[str]) -> frozenset[str]:
    """Those of `surfaces` that are the given name of a longer one, so that they name nobody else by themselves.

    >>> sorted(given_alone(["林宥廷", "宥廷", "許雅", "陳太太"]))
    ['宥廷']
    """
    every = {s for s in surfaces if not s.isascii()}
    given = {part for s in every for part in parts_of(s).given if len(part) > 1 and parts_of(s).surname}
    return frozenset(s for s in every if _BLANKS.sub("", s).translate(to_base()) in given)


def candidates(text: str, start: int, end: int, drafts: Sequence[Draft]) -> list[int]:
    """The people whom a part of a Chinese name may mean; a title never means somebody who cannot bear it."""
    stem, title = title_of(text, start, end)
    surface = _BLANKS.sub("", text[start:end])
    if (same := [n for n, d in enumerate(drafts) if surface in d.names]) and (not title or title in surface):
        return same
    if named := [n for n, d in enumerate(drafts) if any(canonical(surface) in {a, *(parts_of(a).given if len(a) == 3 else ())} for a in d.aliases)]:
        return named
    base = surface.translate(to_base())
    if len(base) > 1 and base[-1] in _BY_SEX and not title and base[0] not in "小阿":
        return _by_sex(base[:-1], base[-1], drafts)
    base = stem.translate(to_base())
    han = [(n, d) for n, d in enumerate(drafts) if (p := parts_of(d.names[0])).han and p.given]
    if title and not (title not in surface and title in _PARENTS and len(base) > 1 and any(base in parts_of(d.names[0]).given for _, d in han)):
        return _titled(base, title, han)  # 采潔媽媽 with the span on 采潔 alone names the child
    core = base[1:] if base[:1] in "小阿" and len(base) > 1 else base[:-1] if base[-1:] == "仔" and len(base) > 1 else base
    if len(base) == 2 and base[0] == base[1]:
        return [n for n, d in han if base[0] in parts_of(d.names[0]).given[0] and d.role in roles() and roles()[d.role].group in {"kin", "subject"}]
    found = [n for n, d in han if core in parts_of(d.names[0]).given[0] or parts_of(d.names[0]).given[0] == core[::-1]]
    young = [n for n in found if drafts[n].role in _MINORS]
    return young if len(found) > 1 and young else found


def is_doubtful_form(surface: str) -> bool:
    """Whether a form that fits several stays in doubt whoever is named beside it: 黃男, 鄭母, 心心.

    >>> is_doubtful_form("黃男"), is_doubtful_form("心心"), is_doubtful_form("心柔")
    (True, True, False)
    """
    return len(surface) > 1 and (surface[-1] in _BY_SEX or surface[0] == surface[-1]) and parts_of(surface).han


def _by_sex(surname: str, word: str, drafts: Sequence[Draft]) -> list[int]:
    """Those whom 黃男, 陳女, 鄭父 may mean: of that surname and that sex as far as it is known, no small child."""
    family = [(n, d) for n, d in enumerate(drafts) if any(p.han and p.surname == surname and p.given for p in map(parts_of, (d.names[0], *d.aliases)))]
    family = [(n, d) for n, d in family if sex_of(d) in {_BY_SEX[word], None} and not (d.age is not None and d.age < _SMALL)]
    family = [(n, d) for n, d in family if (parts_of(d.names[0]).given[:1] and parts_of(d.names[0]).given[0] not in _BY_SEX) or d.aliases]
    if word in _KIN_WORDS:
        return [n for n, d in family if d.role in _KIN_WORDS[word]]
    if word in "男女":
        family = [(n, d) for n, d in family if d.role not in {"", "third_party"} or d.case_roles] or family
        parties = [n for n, d in family if "alleged" in d.case_roles]
        return parties if len(parties) == 1 and all(sex_of(d) is not None for n, d in family) and all(d.role in _MINORS for n, d in family if n not in parties) else [n for n, _ in family]
    known = [n for n, d in family if d.role in _ELDERS[word]]
    is_grown = any(d.role in _ELDERS[word] and d.role not in {"father", "mother"} for d in drafts)
    return known if len(known) > 1 or not is_grown else [n for n, d in enumerate(drafts) if d.role in _ELDERS[word]]


def _titled(stem: str, title: str, han: Sequence[tuple[int, Draft]]) -> list[int]:
    _, serving = _titles()
    family = [(n, d) for n, d in han if parts_of(d.names[0]).surname == stem or d.names[0].translate(to_base()) == stem]
    if title in serving:
        return [n for n, d in family if d.role in serving[title]]
    if title == "太太":
        return []  # her husband's surname
    if title == "同學":
        family = [(n, d) for n, d in han if stem in {parts_of(d.names[0]).surname, parts_of(d.names[0]).given[0], d.names[0].translate(to_base())}]
        return [n for n, d in family if d.role in _MINORS]
    if title in _PARENTS:
        role = _PARENTS[title]
        is_home = any(stem in {parts_of(d.names[0]).surname, *parts_of(d.names[0]).given, f"小{parts_of(d.names[0]).given[0][-1]}"} for _, d in han if d.role in {"child", "sibling"})
        return [n for n, d in han if d.role == role] if is_home else []
    sex = "M" if title in _MEN else "F"
    fitting = [(n, d) for n, d in family if sex_of(d) in {sex, None} and d.role not in _MINORS and d.role in roles()]
    if title in _POLITE:
        return [n for n, d in fitting]
    return [n for n, d in fitting if d.role in {"neighbour", "aunt", "uncle", "grandmother", "grandfather", "friend"}]


def served(text: str, start: int, end: int) -> str:
    """The role that a title of office says: 李總醫師 is a doctor; empty for other titles.

    >>> served("張廖總醫師看片", 0, 2), served("陳太太", 0, 3)
    ('doctor', '')
    """
    _, title = title_of(text, start, end)
    if title not in _titles()[1]:
        return ""
    if title in {"督導"}:
        return "social_worker"
    if title[:1] in "主總住" and title[-2:] in {"醫師", "主治"}:
        return "doctor"
    if title in {"老師", "老师", "導師", "教師", "校長"}:
        return "teacher"
    return _ROLE.get(title[:1], "")


def kin_told(stem: str, title: str, drafts: Sequence[Draft]) -> str:
    """What 小宏媽媽 and 采潔阿嬤 are to the child of that name; empty where no child bears it."""
    role = _PARENTS.get(title) or _KIN_OF_CHILD.get(title, "")
    if not role:
        return ""
    core = stem[1:] if stem[:1] in "小阿" and len(stem) > 1 else stem
    for draft in drafts:
        parts = parts_of(draft.names[0])
        if draft.role == "child" and parts.han and parts.given and (core.translate(to_base()) in {parts.given[0], parts.given[0][-1:], draft.names[0].translate(to_base())}):
            return role
    return ""
