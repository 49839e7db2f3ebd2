"""Latin names after a field label and in the Name column of a table.

`PATIENT: O'Brien, Kathleen M.`, `ATTENDING: Frank Mark`, `Notifier: Penny Marsh`, `Re: T. HENDRY`,
`| Kaylee Rose Hendry | 02/03/2016 |`. The label decides whose name it is. Source: catalogue 4.15-4.17.

>>> from incognote.detect.rules import detector
>>> from incognote.document import Document
>>> text = "PATIENT: O'Brien, Kathleen M. MRN: 00412387 ATTENDING: Frank Mark, MD"
>>> [(s.label, s.kind, text[s.start : s.end]) for s in detector(RULES[:1])(Document("1", text))]
[('NAME', 'patient', "O'Brien, Kathleen M."), ('DOCTOR', None, 'Frank Mark')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.detect.latin import UPPER, WORD, given_weights, is_listed, is_ordinary, stops
from incognote.detect.latin_name import FIELD, TITLED, name_end
from incognote.detect.page import NO_CUES, Page
from incognote.detect.rules.rule import Rule
from incognote.document import Span

SOURCE: Final = "rules/name_latin_field"
PATIENT: Final = ("patient", "patient name", "patient's name", "name of patient", "pt name", "pt", "pt id", "patient id", "name", "full name", "client", "client name",
                  "child", "subject child", "child's name", "re", "regarding", "resident name", "preferred name", "participant", "applicant",
                  "last name", "first name", "surname", "family name", "given name", "given names", "maiden name", "legal name", "student", "consumer")  # fmt: skip
RELATIVE: Final = ("mother", "father", "mom", "mum", "dad", "spouse", "husband", "wife", "son", "daughter", "sister", "brother", "partner", "guardian", "parent",
                   "parents", "carer", "caregiver", "nok", "next of kin", "emergency contact", "contact person", "contact name", "siblings", "sibling", "hcp",
                   "health care proxy", "healthcare proxy", "poa", "mgm", "mgf", "pgm", "pgf", "foster carer", "grandmother", "grandfather", "informant", "guarantor",
                   "subscriber", "insured", "policy holder", "contact")  # fmt: skip
STAFF: Final = ("attending", "attending physician", "attending md", "surgeon", "primary surgeon", "assistant surgeon", "1st asst", "2nd asst", "first assistant", "assistant",
                "anesthesiologist", "anaesthetist", "anesthesia", "anes", "anesth", "asst", "tech", "technician", "technologist", "physician", "doctor", "provider", "pcp", "primary care physician", "primary care provider", "gp", "cc",
                "resident", "intern", "fellow", "consultant", "registrar", "radiologist", "pathologist", "nurse", "scrub nurse", "circulating nurse", "scrub", "circulator", "therapist",
                "case manager", "case worker", "caseworker", "social worker", "worker", "support worker", "assist", "first assist", "referring physician", "referring doctor", "ordering physician", "ordering provider", "author",
                "signature", "signed", "dictated", "dictating", "transcribed", "scribe", "referring", "referrer", "reporting", "verified", "ep", "cons", "on call", "on-call", "oncall", "anaes", "anaesth", "s/b", "consultant in charge", "named nurse", "keyworker", "key worker", "care coordinator", "operator", "endoscopist", "cardiologist", "psychiatrist", "psychologist", "pharmacist", "vs", "np", "rn", "cnm", "midwife", "rc", "secretary", "medical secretary", "receptionist", "practice manager", "practice nurse", "office manager", "ward clerk", "clerk")  # fmt: skip
BY: Final = ("dictated by", "transcribed by", "reported by", "signed by", "electronically signed by", "esigned by", "reviewed by", "seen by", "referred by", "performed by",
             "interpreted by", "ordered by", "admitted by", "discharged by", "verified by", "approved by", "read by", "assessed by", "written by", "entered by", "prepared by",
             "attended by", "authored by", "completed by", "documented by", "recorded by", "examined by", "operated by", "treated by", "d/w", "discussed with", "under the care of",
             "supervised by", "administered by", "collected by", "noted by", "notified", "witnessed by", "handover to", "care of")  # fmt: skip
NOTIFIER: Final = ("notifier", "notifier name", "reporter", "name of notifier", "informant name", "referrer", "caller")
ALLEGED: Final = ("alleged person responsible", "alleged persons responsible", "person alleged responsible", "alleged person", "person responsible", "alleged perpetrator", "alleged offender", "person of concern", "perpetrator", "offender", "ap", "suspect", "poc")
THIRD: Final = ("teacher", "landlord", "employer", "interpreter", "friend", "neighbour", "neighbor", "witness", "police officer", "lawyer", "solicitor", "class teacher")
GROUPS: Final = (
    ("latin_field_patient", PATIENT, "NAME", "patient"),
    ("latin_field_relative", RELATIVE, "NAME", "relative"),
    ("latin_field_staff", STAFF, "DOCTOR", None),
    ("latin_field_by", BY, "DOCTOR", None),
    ("latin_field_notifier", NOTIFIER, "NAME", "notifier"),
    ("latin_field_alleged", ALLEGED, "NAME", "alleged"),
    ("latin_field_third", THIRD, "NAME", "third_party"),
)
_COLON: Final = re.compile(r"(?:['’]s name| name| \(s\)|\(s\))?[ \t]{0,3}[:=][ \t]{0,4}(?:(?:Dr|Prof)\b\.?[ ]?)?[\"“]?")
_BY_GAP: Final = re.compile(r"[ \t]?:?[ \t]{0,2}(?:(?:Dr|Prof)\b\.?[ ]?)?")
_CODE: Final = re.compile(r"(?!PGY|POD|ICU|ER\d|OPD|HD\d|CT\d|ASA|VS\d)[A-Z]{2,4}\d{1,4}(?![A-Za-z0-9])")
_JOINT: Final = re.compile(r"(?:,? (?:and|&) | ?[;/] ?|, )(?!(?:Mr|Mrs|Ms|Miss)\b)(?:(?:Dr|Prof)\b\.?[ ]?)?")


_REMARK: Final = re.compile(r"(?:May|Will) (?:be|not|have|also)(?![A-Za-z])|Hope to(?![A-Za-z])")
"""What begins like a name and is a verb: Father: May be in custody."""


def find(page: Page) -> Iterator[Span]:
    for category, _, label, kind in GROUPS:
        for begin, end in page.cues.get(category, NO_CUES):
            gap = (_BY_GAP if category == "latin_field_by" else _COLON).match(page.text, end)
            if not gap or gap.end() == end:
                continue
            yield from _names(page, gap.end(), label, kind)
            if category == "latin_field_by" and page.lower[begin:end] in _CHECKED:
                yield from _checkers(page, gap.end())


_CHECKED: Final = frozenset(("verified by", "entered by", "witnessed by", "transcribed by", "signed by", "collected by", "administered by", "documented by", "recorded by", "prepared by", "approved by"))
_CHECKERS: Final = re.compile(r"[A-Z]{2,3}(?:(?:/| and | & )[A-Z]{2,3})?(?![A-Za-z0-9'’.-]| [A-Z][a-z])")


def _checkers(page: Page, at: int) -> Iterator[Span]:
    """ID verified by JM/TK; not verified by CT, entered by RN."""
    match = _CHECKERS.match(page.text, at)
    if match and not any(part in {"RN", "MD", "NP", "PA", "DO", "EN", "LPN"} or part.lower() in stops() or is_ordinary(part.lower()) for part in re.findall("[A-Z]+", match[0])):
        yield page.span(*match.span(), "DOCTOR", None, SOURCE, 0.7)


def _names(page: Page, at: int, label: str, kind: str | None) -> Iterator[Span]:
    """One name, and what `and`, `;` or a comma adds to it."""
    for _ in range(4):
        end = _value_end(page.text, at)
        if end == at:
            code = _CODE.match(page.text, at) if label == "DOCTOR" else None
            if code:
                yield page.span(at, code.end(), label, kind, SOURCE, 0.85)
            return
        yield page.span(at, end, label, kind, SOURCE, 0.9)
        joint = _JOINT.match(page.text, end)
        if not joint:
            return
        at = joint.end()


def _value_end(text: str, at: int) -> int:
    end = name_end(text, at, FIELD)
    if end == at:
        return at
    if _REMARK.match(text, at):
        return at
    value = text[at:end]
    if " " not in value and value.isupper() and len(value) < 5 and not is_listed(value.lower()):
        return at
    return end


_NAME_HEADS: Final = frozenset(("name", "full name", "child name", "child's name", "person name", "patient name", "surname", "first name", "last name", "given name", "given names"))
_CELL: Final = re.compile(r"\|")
_CELL_NAME: Final = re.compile(rf"\s*(?P<name>[{UPPER}][^|()\"“\n]{{1,60}}?)\s*(?=\||\(|\"|“|\n|\Z)")


def tables(page: Page) -> Iterator[Span]:
    """The cells under a head `Name`, down to the first line that is no row of the table."""
    text = page.text
    if text.count("|") < 4:
        return
    columns: list[int] = []
    relation: int | None = None
    at = 0
    for line in text.split("\n"):
        if line.count("|") < 2:
            columns = []
        elif columns:
            yield from _row(page, at, line, columns, relation)
        elif "ame" in line or "AME" in line:
            cells = [cell.strip().lower() for cell in line.strip().strip("|").split("|")]
            columns = [i for i, cell in enumerate(cells) if cell in _NAME_HEADS]
            relation = next((i for i, cell in enumerate(cells) if "relation" in cell or "role" in cell), None)
        at += len(line) + 1


def _row(page: Page, at: int, row: str, columns: list[int], relation: int | None) -> Iterator[Span]:
    bounds, start = [], row.index("|") + 1 if row.lstrip().startswith("|") else 0
    for part in row[start:].split("|"):
        bounds.append((start, start + len(part)))
        start += len(part) + 1
    role = row[slice(*bounds[relation])].lower() if relation is not None and relation < len(bounds) else ""
    kind = "patient" if "subject" in role or "patient" in role or "self" in role else "relative" if role.strip() else None
    for column in columns:
        if column < len(bounds):
            name = _CELL_NAME.match(row, bounds[column][0])
            if name and name.end() <= bounds[column][1] and not _STATED.search(name["name"]) and name_end(name["name"], 0, TITLED):
                yield page.span(at + name.start("name"), at + name.end("name"), "NAME", kind, SOURCE, 0.85)


_STATED: Final = re.compile(r", ?(?:not|no|is|was|see|as|same|on) ")  # Fa, not on birth certificate
_SMALL_NAME: Final = re.compile(r"([a-z]{3,14})(?: ([a-z]{3,16}))?(?![A-Za-z])")


def spoken(page: Page) -> Iterator[Span]:
    """my name is oliver: written small, and then the name must be listed."""
    for _, end in page.cues.get("latin_spoken", NO_CUES):
        word = _SMALL_NAME.match(page.text, end)
        if word and given_weights().get(word[1], 0) > 0 and word[1] not in stops():
            goes_on = word[2] and is_listed(word[2]) and not is_ordinary(word[2])
            yield page.span(end, word.end(2 if goes_on else 1), "NAME", None, SOURCE, 0.8)


def aliases(page: Page) -> Iterator[Span]:
    """aka "Micky", née Brown, known as Bob."""
    for _, end in page.cues.get("latin_alias", NO_CUES):
        gap = re.compile(r":?[ ]?[\"“'‘]?").match(page.text, end)
        at = gap.end() if gap else end
        word = WORD.match(page.text, at)
        stop = name_end(page.text, at, FIELD) if word else at
        if stop > at:
            yield page.span(at, stop, "NAME", None, SOURCE, 0.85)


RULES = (
    Rule("name_latin_field", find, {category: words for category, words, _, _ in GROUPS}, needs=tuple(category for category, *_ in GROUPS)),
    Rule("name_latin_field", tables, needs=(_CELL,)),
    Rule("name_latin_field", spoken, {"latin_spoken": ("my name is ", "my name's ", "my names ", "i'm called ", "name is ", "call me ", "我叫", "我是")}, needs=("latin_spoken",)),
    Rule("name_latin_field", aliases, {"latin_alias": ("aka", "a.k.a.", "a.k.a", "latin_alias", "known as", "née", "nee", "formerly", "nickname", "nicknamed", "羅馬拼音", "羅馬字", "羅馬名", "拼音", "英文名", "英文姓名", "族名", "原住民名",
                                                 "my name is", "name is", "named", "goes by", "introduced herself as", "introduced himself as")}, needs=("latin_alias",)),
)  # fmt: skip
