"""What a mention asks for: the label and the form of a slot, told by the gold or guessed by how it is written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from incognote.lab.synth.pools import table
from incognote.lab.synth.vocabulary import FORMS

_HAN_TITLES: Final = (
    "先生|小姐|女士|太太|醫師|医师|医生|醫生|主任|副主任|護理師|護士|护士|社工|社工師|老師|老师|師傅|师傅|教授|院長|院长|"
    "護長|护士长|警官|大夫|媽媽|妈妈|爸爸|阿嬤|阿公|奶奶|爷爷|爺爺|伯伯?|阿姨|姐|哥|嬸|董|总|總|P|Dr\\.?"
)
_TITLED: Final = re.compile(rf"[\u3400-\u9fff](?P<title>{_HAN_TITLES})\Z")
_MASK: Final = re.compile(r"[○＊*〇]|(?<=[\u3400-\u9fff])[XO]")
_HAN: Final = re.compile(r"[\u3400-\u9fff\ufffd]")
_DATES: Final = tuple((form, re.compile(pattern)) for form, pattern in (
    ("iso", r"\d{4}-\d{1,2}-\d{1,2}"), ("slash", r"\d{4}/\d{1,2}/\d{1,2}"), ("dotted", r"\d{4}\.\d{1,2}\.\d{1,2}"),
    ("compact", r"\d{8}"), ("roccompact", r"\d{7}"), ("han", r"\d{4}年\d{1,2}月\d{1,2}日"),
    ("roc", r"(?:民國)? ?\d{2,3} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日"), ("rocdot", r"\d{2,3}\.\d{1,2}\.\d{1,2}"),
    ("mdhan", r"\d{1,2}月\d{1,2}日"), ("month", r"\d{2,4}年\d{1,2}月|\d{4}[-/.]\d{1,2}|[A-Z][a-z]{2,8} \d{4}"),
    ("range4", r"\d{1,2}/\d{1,2}-\d{1,2}"), ("md", r"\d{1,2}/\d{1,2}"), ("year", r"\d{4}年?|(?:民國)?\d{2,3}年"),
    ("weekday", r"(?:星期|禮拜|週|周)[一二三四五六日]|(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?"),
    ("english", r"\d{1,2} [A-Z][a-z]{2,8} \d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}"),
    ("english_md", r"\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2}"),
))  # fmt: skip
_THREE: Final = re.compile(r"\d{1,3}/\d{1,2}/\d{2,4}")
_ORGANISATIONS: Final = tuple((label, re.compile(pattern)) for label, pattern in (
    ("EARLYLEARN", r"幼[兒儿]|托[嬰育]|早教|[親亲]子[園园]|公共托育|家[園园]\Z|Kinder|Child ?[Cc]are|Preschool|Early Learning|OSHC"),
    ("PRISON", r"看守所|[監监][獄狱]|戒[治毒]所|矯正|少年輔育|Jail|Gaol|Prison|Remand|Correction|Detention|Juvenile"),
    ("SCHOOL", r"[國国中小大][學学中小]\Z|[學学]校|[學学]院\Z|高中|高[級级]中|教[學学][點点]|School|Primary|College|Universit|Academy"),
    ("HOSPITAL", r"[醫医]|[診诊]所|[婦妇]幼|[衛卫]生|[藥药][局房]|榮院|[療疗]|精[衛卫]|Hospital|Clinic|Medical|Infirmary|Urgent Care"),
))  # fmt: skip
ANY_ORGANISATION: Final = "ORGANISATION"
"""For a class that holds institutions of all labels: the label is guessed by the name."""
_INSTITUTIONS: Final = frozenset({"HOSPITAL", "SCHOOL", "EARLYLEARN", "PRISON", "ORG"})
_PEOPLE: Final = frozenset({"NAME", "DOCTOR", "PER"})


class Wanted(NamedTuple):
    """A slot of a skeleton: `form` empty for the default, `title` the words a titled or prefixed name carries."""

    label: str
    form: str = ""
    title: str = ""

    def __repr__(self) -> str:
        return f"Wanted({'titled' if self.title else ''})"


def wanted(label: str, text: str, *, form: str | None, country: str, full: str = "") -> Wanted | None:
    """The slot that may stand for a mention of a label, or of a class; None where no pool has such values.

    `full` is the full name of the person, where it is known.
    """
    if label in _PEOPLE:
        return _person("DOCTOR" if label == "DOCTOR" else "NAME", text, form, country, full)
    if label in ("DATE", "DAT"):
        return _date(text, form, country)
    if label == ANY_ORGANISATION or label in _INSTITUTIONS:
        return Wanted(_institution(text) if label == ANY_ORGANISATION else label, form or "")
    if label in ("LOC", "LOCATION", "ADDRESS"):
        return Wanted(label, form) if form else _place(label, text, country)
    if label == "PHONE" and form is None:
        return Wanted("PHONE", "ext" if sum(c.isdigit() for c in text) < 6 else "intl" if text.startswith("+") else "")
    if label in ("ID", "NET"):
        return _number(text)
    if form in FORMS.get(label, ()) or (form is None and label not in ("TIME", "AGE", "ROOM", "PROFESSION", "CONTEXT")):
        return Wanted(label, form or "")
    return Wanted(label) if form and label in ("MRN", "CASENO") else None


def _person(label: str, text: str, form: str | None, country: str, full: str) -> Wanted | None:
    is_han = bool(_HAN.search(text))
    if form in ("titled", "prefixed") and is_han:
        return _titled(label, text, form, full)
    if form in ("titled", "prefixed"):
        return Wanted(label, "surname")
    if form is not None:
        return Wanted(label, form)
    return _guessed_han(label, text, country) if is_han else _guessed_latin(label, text, country)


def _titled(label: str, text: str, form: str, full: str) -> Wanted | None:
    """A title in the span with a one-character surname, or a longer surname alone (rule N3); None where it is unclear."""
    title = text[1:] if form == "titled" else text[:-1]
    edge = title[:1] if form == "titled" else title[-1:]
    if not title or text in double_surnames() or full.startswith(text):
        return Wanted(label, "surname")
    if len(text) == 2 or (full and full[0] == text[0 if form == "titled" else -1]) or not _HAN.match(edge) or _TITLED.match(text):
        return Wanted(label, form, title)
    return None


@lru_cache(maxsize=1)
def double_surnames() -> frozenset[str]:
    """Surnames of two characters, in both scripts."""
    return frozenset(surname for row in table("han_surnames") for surname in row[:2] if len(surname) == 2)


def _guessed_han(label: str, text: str, country: str) -> Wanted:
    if titled := _TITLED.match(text):
        return Wanted(label, "titled", titled["title"])
    if _MASK.search(text):
        return Wanted(label, "masked")
    if country not in ("tw", "cn"):
        return Wanted(label, "han")
    if len(text) == 1:
        return Wanted(label, "surname")
    if " " in text or "\u3000" in text:
        return Wanted(label, "spaced")
    if text[0] in "阿小" or text.endswith("仔") or (len(text) == 2 and text[0] == text[1]):
        return Wanted(label, "nick")
    return Wanted(label)


def _guessed_latin(label: str, text: str, country: str) -> Wanted | None:
    if not any(c.isalpha() for c in text):
        return None
    if re.fullmatch(r"(?:[A-Z]\.-?){1,4}|[A-Z]{1,3}", text):
        return Wanted(label, "initials")
    if "*" in text:
        return None
    if text.isupper():
        return Wanted(label, "upper")
    if "," in text:
        return Wanted(label, "reversed")
    if " " not in text:
        return Wanted(label, "roman_given" if country in ("tw", "cn") else "given")
    return Wanted(label, "roman" if country in ("tw", "cn") else "")


def _date(text: str, form: str | None, country: str) -> Wanted | None:
    if form is not None:  # one end of a range over a month's end is a day
        return Wanted("DATE", "md" if form.startswith("range") and "-" not in text else form)
    if _THREE.fullmatch(text):
        first = text.split("/")[0]
        return Wanted("DATE", "rocslash" if country == "tw" and len(first) > 1 else "yy" if country in ("tw", "cn") else "us" if country == "us" else "uk")
    found = next((name for name, pattern in _DATES if pattern.fullmatch(text)), None)
    return Wanted("DATE", found) if found else None


def _institution(text: str) -> str:
    return next((label for label, pattern in _ORGANISATIONS if pattern.search(text)), "ORG")


def _place(label: str, text: str, country: str) -> Wanted:
    has_number = any(c.isdigit() for c in text)
    if re.fullmatch(r"\d{3,6}", text):
        return Wanted("ZIP")
    if label == "ADDRESS" or has_number:
        starts_high = re.match(r"(?:\d{3,6})?[^\d]{2,6}[縣县市省州區区]", text) if country in ("tw", "cn") else "," in text or not has_number
        return Wanted("ADDRESS", "" if starts_high and has_number else "street" if has_number else "partial")
    if country in ("tw", "cn") and re.search(r"[省市州縣县區区].+[市縣县區区]\Z", text):
        return Wanted("ADDRESS", "partial") if label == "LOC" else Wanted("LOCATION", "city")
    if text.endswith(("市", "縣", "县")) and country in ("tw", "cn"):
        return Wanted("LOCATION", "city")
    if text.endswith(("區", "区", "鄉", "乡", "鎮", "镇")):
        return Wanted("LOCATION", "district")
    return Wanted("LOCATION")


def _number(text: str) -> Wanted | None:
    """The label of a number by its shape alone; None: its digits are drawn anew and its letters stay."""
    if "@" in text[1:]:
        return Wanted("EMAIL")
    if text.startswith("http") or "www" in text:
        return Wanted("URL")
    if re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}", text):
        return Wanted("IPADDR")
    if re.fullmatch(r"[A-Z]\d{9}|\d{17}[\dXx]", text):
        return Wanted("IDNO")
    return None
