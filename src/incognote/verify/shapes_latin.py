"""Latin names: behind a title, a label or a role, `Surname, First`, initials with a degree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from incognote.names.eponyms import eponyms, is_term
from incognote.names.tables import first_names, readings, roman_surnames
from incognote.verify.reading import Reading

Find = tuple[str, int, int, bool]

_NAME: Final = r"(?:(?:van der|van den|van|von|de la|de|der|al|bin) )?(?:[A-Z]\.-?){0,3} ?[A-Z][A-Za-z'’\-]{1,40}(?:,? (?:[A-Z]\.|[A-Z][A-Za-z'’\-]{1,40})){0,3}"
_BEHIND_TITLE: Final = re.compile(rf"\.? {{0,2}}({_NAME})")
_BEHIND_LABEL: Final = re.compile(rf" ?[:#] {{0,3}}({_NAME})|, ({_NAME})|  ?(?=[A-Z]{{2,}}, ?[A-Z])({_NAME})")
_BEHIND_ROLE: Final = re.compile(r" {0,2}[(\"“]?([A-Z][a-z'’]+[A-Za-z\-]*(?: [A-Z][a-z'’]+[A-Za-z\-]*)?)(?![A-Za-z0-9])")
_COMMA: Final = re.compile(r"([A-Z][A-Za-z'’\-]{1,40}), ?([A-Z][A-Za-z\-]+|[A-Z]\.(?:-?[A-Z]\.)?)(?![A-Za-z0-9])")
_DEGREE: Final = re.compile(r"((?:[A-Z]\.[ -]?){1,3}[A-Z][a-z]+|[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z'’\-]+|[A-Z][a-z]+, [A-Z]\.[A-Z]?\.?),? (?:MD|M\.D\.|RN|NP|PA-C|DO|PhD)(?![A-Za-z])")  # fmt: skip
# Capitalised words that follow a title, a label or a role and are no names.
_NO_NAME: Final = frozenset(
    ["the", "this", "that", "she", "he", "her", "his", "him", "it", "they", "patient", "pt", "mr", "mrs", "ms", "dr", "and", "or", "with", "was", "is", "has", "had", "who", "denies", "reports", "reported", "states", "stated", "no", "not", "none", "unknown", "yes", "dept", "department", "service", "consult", "consultation", "medicine", "internal", "family", "surgery", "cardiology", "neurology", "emergency", "general", "clinic", "hospital", "ward", "icu", "er", "ed", "ccu", "male", "female", "mother", "father", "son", "daughter", "wife", "husband", "history", "date", "age", "sex", "note", "report", "summary", "plan", "type", "stage", "grade", "right", "left", "am", "pm", "asian", "chinese", "japanese", "taiwanese", "vietnamese", "indonesian", "american", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "fri", "sat", "sun", "id", "name", "info", "information", "number", "diagnosis", "allergy", "review", "primary", "care", "team", "attending", "resident", "physician", "oncology", "psychiatry", "pediatrics", "radiology", "nursing", "aware", "imaging", "notified", "statement", "angiography", "contin", "staff", "home", "admit", "admitted", "discharged", "discharge", "follow", "re"]
)


_NOUNS: Final = frozenset(["disease", "syndrome", "sign", "test", "score", "scale", "criteria", "classification", "hospital", "clinic", "street", "road", "avenue", "lane", "drive", "court", "centre", "center", "school", "medical", "memorial", "university", "college"])
_MONTHS: Final = frozenset({"april", "may", "june", "august"})
_WEAK: Final = frozenset({"cc", "from", "re", "contact", "provider", "signed", "signature", "patient", "client"})
_INITIALS: Final = re.compile(r"[\"“']((?:[A-Z]\.){2,3})[\"”']")
_CELL: Final = re.compile(r"\| {0,4}([A-Z][A-Za-z'’\-]{1,40}(?:,? [A-Z][A-Za-z'’\-.]{1,40}){1,3})(?= {0,4}[|(])")
_SIGNED: Final = re.compile(r"[: ]{1,3}([A-Z]{1,3}\d{1,4})(?![A-Za-z0-9])")
_SPLIT: Final = re.compile(r"[ ,.\-’']+")
_DEGREES: Final = frozenset({"md", "rn", "np", "phd", "do", "pa"})
_RUN: Final = re.compile(r"[A-Z][A-Za-z'’.\-]*(?:,? ?[A-Z][A-Za-z'’.\-]*)+")
_FULL: Final = re.compile(r"([A-Z][a-z]+) (?:[A-Z]\. |[A-Z][a-z]+ )?([A-Z][A-Za-z'’\-]{2,})(?! [A-Z][a-z])")
_ROMAN: Final = re.compile(r"(?<![A-Za-z])([A-Z][A-Za-z]+) ([A-Z][A-Za-z]+)(?:[- ]([A-Z][A-Za-z]+|[a-z]+(?![A-Za-z])))?")


@cache
def _first() -> dict[str, float]:
    return first_names()


def names(reading: Reading) -> Iterator[Find]:
    text = reading.text
    cues = reading.cues
    for start, end in cues.get("titles_en", ()):
        found = _BEHIND_TITLE.match(text, end)
        if found and text[start].isupper() and text[start:end] not in {"MR", "MS", "DR"} and _is_name(found[1]) and end < len(text) and text[end] in ". ":
            yield "name_after_title", *found.span(1), True
        signed = _SIGNED.match(text, end)
        if signed and reading.lower[start:end].endswith(" by"):
            yield "staff_code", *signed.span(1), True
    for start, end in cues.get("name_labels_en", ()):
        found = _BEHIND_LABEL.match(text, end)
        if found:
            group = found.lastindex or 1
            person = _is_person(found[group])
            if _is_name(found[group]) and (person or found[group][1:2] == "." or (group == 1 and reading.lower[start:end] not in _WEAK)):
                yield "labelled_name", *found.span(group), True
    for start, end in cues.get("roles_en", ()):
        found = _BEHIND_ROLE.match(text, end)
        if found and _is_named(text, found) and not (start and text[start - 1] in "-'"):
            yield "name_after_role", *found.span(1), _is_person(found[1])
    yield from _free(text)


def _is_named(text: str, found: re.Match[str]) -> bool:
    """A word behind a role is a name; a month is one unless a day follows (daughter April, since June 5)."""
    if found[1].lower().removesuffix("'s") in _MONTHS:
        return not text[found.end(1) : found.end(1) + 2].strip().isdigit()
    return _is_name(found[1])


def _words(name: str) -> list[str]:
    return [word.strip(".,'’").lower() for word in name.split()]


def _is_name(name: str) -> bool:
    first = _words(name)[0]
    return first not in _NO_NAME and not (name.isupper() and len(name) <= 3 and first not in roman_surnames())


def _is_person(name: str) -> bool:
    """Whether a word of it is a given name or a romanised surname."""
    return any(_first().get(word, 0) >= 0.2 or word in roman_surnames() for word in re.split(r"[ ,\-.]+", name.lower()))


def _free(text: str) -> Iterator[Find]:
    """Names that nothing announces: a table cell, a given name with a surname, a romanised name."""
    if "|" in text:
        for found in _CELL.finditer(text):
            if _is_person(found[1]) and _is_name(found[1]):
                yield "name_in_table", *found.span(1), True
    for found in _INITIALS.finditer(text) if '"' in text or "“" in text else ():
        yield "initials", *found.span(1), True
    for run in _RUN.finditer(text):
        if not run.start() or not text[run.start() - 1].isalpha():
            yield from _in_run(text, *run.span())


def _in_run(text: str, low: int, high: int) -> Iterator[Find]:
    """Names among capitalised words that follow each other."""
    run = text[low:high].lower()
    if " " not in run and "," not in run:
        return  # HTN, MRI: every name below has two parts
    if "'" not in run and _hints().isdisjoint(_SPLIT.split(run)) and _DEGREES.isdisjoint(_SPLIT.split(text[high : high + 4].lower())):
        return
    for found in _COMMA.finditer(text, low, high):
        if _is_surname_first(found[1], found[2]):
            yield "surname_first", *found.span(), True
    for found in _DEGREE.finditer(text, low, high):
        if _is_name(found[1]):
            yield "name_with_degree", *found.span(1), True
    for found in _FULL.finditer(text, low, high):
        if _first().get(found[1].lower(), 0) >= 1 and found[2].lower() not in _NO_NAME | _NOUNS and not is_term(text, *found.span(1)):
            yield "full_name", *found.span(), True
    for found in _ROMAN.finditer(text, low, high):
        if found[1].lower() in roman_surnames() and _is_roman(found):
            yield "romanised_name", *found.span(), found[1].isupper() or found[3] is not None


def _is_roman(found: re.Match[str]) -> bool:
    known = _known_syllables()
    given = [part.lower() for part in (found[2], found[3]) if part]
    whole = found[1].isupper() == found[2].isupper()
    return whole and all(part in known for part in given) and sum(map(len, given)) >= 4


@cache
def _people() -> frozenset[str]:
    return frozenset(roman_surnames()) | {name for name, weight in _first().items() if weight >= 0.5}


@cache
def _hints() -> frozenset[str]:
    """Words that make a run of capitalised words worth a closer look."""
    return _people() | _DEGREES


@cache
def _known_syllables() -> frozenset[str]:
    return frozenset(readings().wade) | {told.replace("'", "") for told in readings().wade.values()}


def _is_surname_first(surname: str, given: str) -> bool:
    family = surname.lower()
    rest = given.lower().strip(".")
    roman = family in roman_surnames() and (surname.isupper() or len(surname) >= 4 or "-" in given)
    if not surname.strip("IVX"):
        return False  # NYHA III, Forrest
    if "." in given:
        return (roman or "'" in surname) and len(surname) > 1
    if roman:
        syllables = all(part in _known_syllables() for part in re.split("[- ]", rest))
        return rest in _first() or (syllables and ("-" in rest or (surname.isupper() and given.isupper())))
    if given.isupper() and not (surname.isupper() and len(given) >= 4):
        return False  # CVA, TIA
    return _first().get(rest, 0) >= 0.5 and rest not in _NO_NAME and rest not in eponyms() and family not in _first()
