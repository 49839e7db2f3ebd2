"""The 33 labels: tiers, training classes, the marks in three scripts, and maps to published schemes.

This is the only place that knows a mark. Sources: catalogue sections 1.9 and 7.1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from incognote.document import Script

SCRIPTS: Final[tuple[Script, ...]] = ("zh-TW", "zh-CN", "en")
OLDEST_TOLD: Final = 89
"""The highest age that is told in years: all above are one group (45 CFR 164.514(b)(2)(i)(C))."""


class Label(NamedTuple):
    """One row: tier, the class the tagger learns, the marks, and the type in i2b2 2014."""

    name: str
    tier: Literal["A", "B", "C"]
    training: str | None
    marks: tuple[str, str, str]
    i2b2: str | None


_ROWS: Final = (
    Label("NAME", "A", "NAME", ("姓名", "姓名", "NAME"), "PATIENT"),
    Label("DOCTOR", "A", "DOCTOR", ("醫護", "医护", "STAFF"), "DOCTOR"),
    Label("USERNAME", "A", "ID", ("帳號", "帐号", "USER"), "USERNAME"),
    Label("ADDRESS", "A", "ADDRESS", ("地址", "地址", "ADDRESS"), "STREET"),
    Label("LOCATION", "B", "LOCATION", ("地點", "地点", "PLACE"), "LOCATION-OTHER"),
    Label("ZIP", "A", "ADDRESS", ("郵遞區號", "邮编", "ZIP"), "ZIP"),
    Label("HOSPITAL", "A", "HOSPITAL", ("醫院", "医院", "HOSPITAL"), "HOSPITAL"),
    Label("SCHOOL", "A", "ORG", ("學校", "学校", "SCHOOL"), "ORGANIZATION"),
    Label("EARLYLEARN", "A", "ORG", ("幼兒園", "幼儿园", "EARLY LEARNING"), "ORGANIZATION"),
    Label("PRISON", "A", "ORG", ("矯正機關", "监管场所", "PRISON"), "ORGANIZATION"),
    Label("ORG", "B", "ORG", ("機構", "单位", "ORGANISATION"), "ORGANIZATION"),
    Label("ROOM", "B", "ROOM", ("床位", "床位", "ROOM"), "ROOM"),
    Label("DATE", "A", "DATE", ("日期", "日期", "DATE"), "DATE"),
    Label("TIME", "C", "TIME", ("時間", "时间", "TIME"), None),
    Label("AGE", "C", "AGE", ("年齡", "年龄", "AGE"), "AGE"),
    Label("PHONE", "A", "PHONE", ("電話", "电话", "PHONE"), "PHONE"),
    Label("EMAIL", "A", "NET", ("電子郵件", "电子邮件", "EMAIL"), "EMAIL"),
    Label("URL", "A", "NET", ("網址", "网址", "URL"), "URL"),
    Label("IPADDR", "A", "NET", ("IP", "IP", "IP"), "IPADDR"),
    Label("SOCIAL", "A", "ID", ("社群帳號", "社交账号", "SOCIAL"), "USERNAME"),
    Label("MRN", "A", "ID", ("病歷號", "病历号", "MRN"), "MEDICALRECORD"),
    Label("IDNO", "A", "ID", ("身分證號", "身份证号", "ID"), "IDNUM"),
    Label("HEALTHPLAN", "A", "ID", ("健保卡號", "医保卡号", "PLAN NO"), "HEALTHPLAN"),
    Label("CASENO", "A", "ID", ("編號", "编号", "NO"), "IDNUM"),
    Label("ACCOUNT", "A", "ID", ("帳戶", "账户", "ACCOUNT"), "ACCOUNT"),
    Label("LICENSE", "A", "ID", ("證號", "证号", "LICENCE"), "LICENSE"),
    Label("VEHICLE", "A", "ID", ("車牌", "车牌", "PLATE"), "VEHICLE"),
    Label("DEVICE", "A", "ID", ("序號", "序号", "SERIAL"), "DEVICE"),
    Label("BIOID", "A", "ID", ("生物識別", "生物识别", "BIOMETRIC"), "BIOID"),
    Label("ORGID", "B", "ID", ("機構代碼", "机构代码", "ORG CODE"), "IDNUM"),
    Label("OTHERID", "A", "ID", ("編號", "编号", "NO"), "IDNUM"),
    Label("PROFESSION", "C", "PROFESSION", ("職業", "职业", "PROFESSION"), "PROFESSION"),
    Label("CONTEXT", "C", None, ("情境", "情境", "CONTEXT"), None),
)
LABELS: Final[dict[str, Label]] = {row.name: row for row in _ROWS}
TIER_A: Final = frozenset(row.name for row in _ROWS if row.tier == "A")
TIER_C: Final = frozenset(row.name for row in _ROWS if row.tier == "C")
PERSON_LABELS: Final = frozenset({"NAME", "DOCTOR"})
NUMBER_LABELS: Final = frozenset(row.name for row in _ROWS if row.training == "ID")
PLACE_LABELS: Final = frozenset(row.name for row in _ROWS if row.training in {"ADDRESS", "LOCATION"})
INSTITUTION_LABELS: Final = frozenset(row.name for row in _ROWS if row.training in {"HOSPITAL", "ORG"})
FACT_LABELS: Final[dict[str, str]] = {
    "name": "NAME", "mrn": "MRN", "idno": "IDNO", "healthplan": "HEALTHPLAN", "phone": "PHONE", "email": "EMAIL", "address": "ADDRESS",
}  # fmt: skip
"""What is given of a patient (`known`, lists to enroll), and the label it has in a text."""

FOUR: Final[dict[str, str]] = {
    "NAME": "PER", "DOCTOR": "PER", "HOSPITAL": "ORG", "SCHOOL": "ORG", "EARLYLEARN": "ORG", "PRISON": "ORG",
    "ORG": "ORG", "ADDRESS": "LOC", "LOCATION": "LOC", "ZIP": "LOC", "DATE": "DAT",
}  # fmt: skip
"""Our label to the class of the Chinese EHR paper (catalogue 1.9)."""

# Equal length, equal evidence: the earlier label wins (catalogue G4).
TIE_ORDER: Final = {
    name: rank
    for rank, name in enumerate(
        ("IDNO", "HEALTHPLAN", "MRN", "LICENSE", "ACCOUNT", "CASENO", "OTHERID", "NAME", "DOCTOR",
         "HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG", "LOCATION")
    )
}  # fmt: skip


class Role(NamedTuple):
    """Who somebody is to the subject of a record; `kind` is the attribute of NAME (None for staff)."""

    name: str
    group: str
    kind: str | None
    sex: str | None
    marks: tuple[str, str, str]


@lru_cache(maxsize=1)
def roles() -> dict[str, Role]:
    """The one table of roles, `roles.tsv`: for corpora, relation tables and role marks.

    >>> roles()["mother"].marks, roles()["nurse"].kind
    (('案母', '母亲', 'mother'), None)
    """
    from importlib.resources import files

    table = files("incognote").joinpath("roles.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    none = {"-": None}
    return {
        name: Role(name, group, none.get(kind, kind), none.get(sex, sex), (tw, cn, en))
        for name, group, kind, sex, tw, cn, en in rows
    }


_TITLED = ("稱謂", "称谓", "NAME")
_AGE = ("{0}歲", "{0}岁", "age {0}")
_AGE_90 = ("90歲以上", "90岁以上", "age 90+")
_BAND: Final = 5
_HEADER = ("代號 {0}", "代号 {0}", "Code {0}")
_HEADER_JOIN = ("，", "，", ", ")


def mark(label: str, script: Script) -> str:
    """The mark that stands for a value of `label`.

    >>> mark("PHONE", "zh-TW"), mark("PHONE", "en")
    ('[電話]', '[PHONE]')
    """
    return f"[{LABELS[label].marks[SCRIPTS.index(script)]}]"


def titled_mark(script: Script) -> str:
    """The mark for a one-character name that is masked together with its title (rule N3)."""
    return f"[{_TITLED[SCRIPTS.index(script)]}]"


def age_text(years: int, script: Script) -> str:
    """The words for an age; all above `OLDEST_TOLD` are one group.

    >>> age_text(53, "en"), age_text(97, "zh-TW")
    ('age 53', '90歲以上')
    """
    column = SCRIPTS.index(script)
    return _AGE_90[column] if years > OLDEST_TOLD else _AGE[column].format(years)


def age_mark(years: int, script: Script) -> str:
    """The mark that stands for an age, or for the birth date that it was counted from.

    >>> age_mark(53, "en"), age_mark(97, "zh-TW")
    ('[age 53]', '[90歲以上]')
    """
    return f"[{age_text(years, script)}]"


def band_mark(years: int, script: Script) -> str:
    """The five years that an age lies in.

    >>> band_mark(42, "en"), band_mark(89, "en"), band_mark(90, "en")
    ('[40-44]', '[85-89]', '[age 90+]')
    """
    if years > OLDEST_TOLD:
        return age_mark(years, script)
    low = years // _BAND * _BAND
    return f"[{low}-{low + _BAND - 1}]"


def year_mark(year: int) -> str:
    """The mark that stands for a date of which the year is told.

    >>> year_mark(2024)
    '[2024]'
    """
    return f"[{year}]"


def month_mark(year: int, month: int) -> str:
    """The mark that stands for a date of which year and month are told.

    >>> month_mark(2024, 5)
    '[2024-05]'
    """
    return f"[{year}-{month:02d}]"


def zip_mark(area: str) -> str:
    """The mark that stands for a ZIP code of which the first three digits are told.

    >>> zip_mark("129")
    '[ZIP 129]'
    """
    return f"[{LABELS['ZIP'].marks[2]} {area}]"


def day_mark(days: int) -> str:
    """Days from day 0.

    >>> day_mark(0), day_mark(14), day_mark(-14)
    ('[D+0]', '[D+14]', '[D-14]')
    """
    return f"[D{days:+d}]"


def header(code: str, age: str | None, script: Script) -> str:
    """The line that stands above a patient's segment.

    >>> header("PT-0001", "55歲", "zh-TW")
    '[代號 PT-0001，55歲]'
    """
    column = SCRIPTS.index(script)
    parts = [_HEADER[column].format(code)] + ([age] if age else [])
    return f"[{_HEADER_JOIN[column].join(parts)}]"


_FAMILY: Final = ("案家", "家庭", "family")
_OR: Final = ("或", "或", " or ")
_OF: Final[dict[str, tuple[str, str, str]]] = {
    "PHONE": ("{0}的電話", "{0}的电话", "phone of {0}"),
    "ADDRESS": ("{0}的地址", "{0}的地址", "address of {0}"),
    "EMAIL": ("{0}的電子郵件", "{0}的电子邮件", "e-mail of {0}"),
}
_REPORT: Final = ("通報日", "报告日", "report day")
_UNITS: Final[dict[str, tuple[str, str, str]]] = {
    "day": ("", "", ""), "month": ("個月", "个月", " months"), "year": ("年", "年", " years"),
}  # fmt: skip


def role_words(role: str, script: Script, *, number: int | None = None, case_roles: Sequence[str] = ()) -> str:
    """Who somebody is, in words: the role with its number, then what else they are in the case.

    >>> role_words("sibling", "en", number=2), role_words("father", "en", case_roles=("alleged",)), role_words("sibling", "zh-TW", number=2)
    ('sibling 2', 'father/alleged perpetrator', '案手足2')
    """
    column = SCRIPTS.index(script)
    words = roles()[role].marks[column].split("/")[0]
    if number is not None:
        words += f" {number}" if script == "en" else str(number)
    return "/".join([words, *(roles()[case].marks[column] for case in case_roles)])


def role_mark(people: Sequence[str], script: Script) -> str:
    """The mark that stands for somebody, given in `role_words`; of several in doubt it names all, of none the family.

    >>> role_mark(["mother"], "en"), role_mark(["father", "uncle"], "en"), role_mark([], "zh-TW")
    ('[mother]', '[father or uncle]', '[案家]')
    """
    column = SCRIPTS.index(script)
    return f"[{_OR[column].join(dict.fromkeys(people)) or _FAMILY[column]}]"


def owned_mark(label: str, owner: str, script: Script) -> str:
    """The mark that stands for somebody's telephone, address or e-mail address.

    >>> owned_mark("PHONE", "mother", "en"), owned_mark("ADDRESS", "案母", "zh-TW")
    ('[phone of mother]', '[案母的地址]')
    """
    return f"[{_OF[label][SCRIPTS.index(script)].format(owner)}]"


_CLASSES: Final = {
    "HOSPITAL": "hospital", "SCHOOL": "school", "EARLYLEARN": "early learning", "PRISON": "prison", "ORG": "organisation",
}  # fmt: skip


def class_mark(label: str, script: Script, number: int | None = None) -> str:
    """The mark that stands for an institution, by its class.

    >>> class_mark("SCHOOL", "en", 2), class_mark("PRISON", "en"), class_mark("SCHOOL", "zh-TW", 2)
    ('[school 2]', '[prison]', '[學校2]')
    """
    word = _CLASSES[label] if script == "en" else LABELS[label].marks[SCRIPTS.index(script)]
    return f"[{word}{'' if number is None else f' {number}' if script == 'en' else number}]"


def report_mark(count: int, unit: Literal["day", "month", "year"], script: Script) -> str:
    """Days, months or years from the day of the report.

    >>> report_mark(0, "day", "en"), report_mark(-3, "day", "zh-TW"), report_mark(-2, "month", "en"), report_mark(1, "year", "en")
    ('[report day]', '[通報日-3]', '[report day-2 months]', '[report day+1 year]')
    """
    column = SCRIPTS.index(script)
    if unit == "day":
        return f"[{_REPORT[column]}{f'{count:+d}' if count else ''}]"
    words = _UNITS[unit][column]
    return f"[{_REPORT[column]}{count:+d}{words.removesuffix('s') if abs(count) == 1 else words}]"


def _relation_marks() -> str:
    """A pattern of what `role_mark`, `owned_mark`, `class_mark` and `report_mark` put between the brackets."""
    words = {w.split("/")[0] for role in roles().values() for w in role.marks} | set(_FAMILY)
    cases = "|".join(re.escape(w) for role in ("alleged", "notifier") for w in roles()[role].marks)
    person = rf"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?: ?\d{{1,3}})?(?:/(?:{cases}))*"
    people = rf"{person}(?:(?: or |或){person})*"
    owned = "|".join(re.escape(form).replace(r"\{0\}", person) for forms in _OF.values() for form in forms)
    units = "|".join(sorted({re.escape(w) for forms in _UNITS.values() for w in forms if w} | {" month", " year"}, key=len, reverse=True))
    classes = "|".join(sorted({*_CLASSES.values(), *(mark for name in _CLASSES for mark in LABELS[name].marks[:2])}))
    return rf"{people}|{owned}|(?:{classes})(?: ?\d{{1,3}})?|(?:{'|'.join(_REPORT)})(?:[+-]\d{{1,6}}(?:{units})?)?"


def _our_marks() -> re.Pattern[str]:
    words = {text for row in _ROWS for text in row.marks} | set(_TITLED)
    simple = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    ages = "|".join(
        [re.escape(text) for text in _AGE_90] + [re.escape(text).replace(r"\{0\}", r"\d{1,2}") for text in _AGE]
    )
    headers = "|".join(re.escape(text).replace(r"\{0\}", r"[A-Z]{1,8}-\d{4,}") for text in _HEADER)
    bands = "|".join(band_mark(low, "en")[1:-1] for low in range(0, OLDEST_TOLD, _BAND))
    year = r"(?:1[89]|2[01])\d\d"
    dates = rf"(?P<year>{year})|(?P<month>{year}-(?:0[1-9]|1[0-2]))|D[+-]\d{{1,6}}|ZIP \d{{3}}"
    return re.compile(rf"\[(?:{simple}|{dates}|{ages}|{bands}|{_relation_marks()}|(?P<header>(?:{headers})(?:(?:，|, )(?:{ages}))?))\]")


OUR_MARKS: Final = _our_marks()
"""Every mark this table can write; group `header` is set where it is a header line, `year` and `month` where it tells
one: a text may hold `[2024-05]` before anybody scrubbed it, so these two are marks only where they could be ours."""


class OldAge(NamedTuple):
    """An exact age in a mark that may not be told: where it stands in it, and the words to put there."""

    start: int
    end: int
    words: str

    def __repr__(self) -> str:
        return f"OldAge({self.start}, {self.end})"


_LONGEST_HEADER: Final = 60
_EXACT: Final = tuple(
    re.compile(re.escape(text).replace(r"\{0\}", r"(?P<years>\d\d)") + r"(?=\]\Z)") for text in _AGE
)


def exact_old_age(found: str) -> OldAge | None:
    """The age above `OLDEST_TOLD` in one of our marks or headers, if it says one exactly.

    >>> exact_old_age("[Code PT-0001, age 97]"), exact_old_age("[Code PT-0001, age 90+]"), exact_old_age("[53歲]")
    (OldAge(15, 21), None, None)
    """
    for pattern, script in zip(_EXACT, SCRIPTS, strict=True):
        if (age := pattern.search(found)) and int(age["years"]) > OLDEST_TOLD:
            return OldAge(*age.span(), age_text(int(age["years"]), script))
    return None


def age_in_mark(text: str, start: int, end: int) -> str | None:
    """What to put for an exact age that stands in one of our marks, which has its brackets already.

    >>> age_in_mark("[Code PT-0001, age 97]", 19, 21), age_in_mark("age 97", 4, 6)
    ('90+', None)
    """
    opening = text.rfind("[", max(0, start - _LONGEST_HEADER), start)
    found = OUR_MARKS.match(text, opening) if opening >= 0 else None
    age = exact_old_age(found[0]) if found else None
    if age is None:
        return None
    before, after = text[opening + age.start : start], text[end : opening + age.end]
    if not (age.words.startswith(before) and age.words.endswith(after)):
        return None
    return age.words[len(before) : len(age.words) - len(after)]
