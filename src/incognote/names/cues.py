"""The words that stand beside people's names: field labels, titles, roles, kinship, verbs."""

from __future__ import annotations

from functools import cache
from typing import Final

from incognote.names.tables import rows, to_base

# Phrases in English hold blanks, so they cannot stand in the list, whose separator is a blank.
_PHRASES: Final = {
    "field_patient": ("patient name", "name of patient"),
    "field_relative": ("emergency contact", "next of kin"),
    "field_staff": (
        "attending physician", "signed by", "written by", "dictated by", "reported by", "resident in charge",
        "1st asst", "2nd asst", "scrub nurse", "circulating nurse", "seen by", "performed by", "updated by",
        "follow up with", "f/u with", "consult",
    ),
    "field_alleged": ("alleged perpetrator",),
}  # fmt: skip


@cache
def words(category: str) -> tuple[str, ...]:
    """The words of one category, in the traditional and the base writing, lower case.

    >>> "醫師" in words("title_staff"), "医师" in words("title_staff")
    (True, True)
    """
    listed = [word for name, text in rows("people_cues") if name == category for word in text.lower().split(" ")]
    listed += _PHRASES.get(category, ())
    return tuple(dict.fromkeys(form for word in listed for form in (word, word.translate(to_base()))))


@cache
def role_of() -> dict[str, str]:
    """Role word -> the kind of person it announces; `staff` for words of staff."""
    table: dict[str, str] = {}
    for category in ("role_relative", "role_third_party", "role_other_patient", "role_patient", "role_notifier",
                     "role_alleged"):  # fmt: skip
        table |= dict.fromkeys(words(category), category.partition("_")[2])
    for word in words("title_staff"):
        table.setdefault(word, "staff")
    return table


@cache
def titles() -> frozenset[str]:
    """Titles and honorifics of two characters or more: no given name ends in one."""
    return frozenset(word for word in words("title_staff") + words("title_person") if len(word) > 1)


@cache
def third_parties() -> frozenset[str]:
    """Titles of people outside the family: a teacher, police, a landlord."""
    return frozenset(words("title_third_party"))


@cache
def left_words() -> frozenset[str]:
    return frozenset(words("left_word"))


@cache
def right_words() -> frozenset[str]:
    return frozenset(words("right_word"))


@cache
def latin_words(category: str) -> tuple[str, ...]:
    """What stands before a name in Latin letters, in lower case, blanks and line ends included.

    >>> latin_words("latin_person_weak")[:2]
    (' w ', ' w/ ')
    """
    return tuple(
        word.replace("_", " ").replace("\\n", "\n")
        for kind, listed in rows("latin_person_words")
        if category == f"latin_person_{kind}"
        for word in listed.split(" ")
    )
