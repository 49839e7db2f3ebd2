"""Addresses, places and institutions in Latin letters: general words stay, capitalised others are invented."""

from __future__ import annotations

import re
from typing import Final

from incognote.policy.surrogates import numbers
from incognote.policy.surrogates.lists import words
from incognote.policy.surrogates.stream import Stream

_US_STATES: Final = "OH PA TX IL MI GA NC TN KY MO MN WI KS OR WA".split()
_AU_STATES: Final = "SA NSW VIC QLD WA TAS NT ACT".split()
_STATE: Final = re.compile(r"(?<![A-Za-z])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?=,? \d{5}(?!\d))")
_AU_STATE: Final = re.compile(r"(?<![A-Za-z])(?:NSW|VIC|QLD|TAS|ACT|SA|WA|NT)(?![A-Za-z])", re.IGNORECASE)
_UK_CODE: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?![A-Za-z0-9])")
_WORD: Final = re.compile(r"(?:[^\W\d_]+(?:['’.-][^\W\d_]+)*)")
_LATIN_GENERAL: Final = frozenset(
    "st street rd road ave avenue ln lane dr drive ct court cres crescent pl place tce terrace hwy highway blvd boulevard way row close cl pde parade sq square "
    "apt apartment unit suite ste floor fl rm room lot po box flat level house building bldg block county city town village north south east west upper lower new old "
    "hospital hosp hospitals medical centre center clinic infirmary polyclinic sanatorium asylum health care healthcare memorial general community regional district university college school academy primary high secondary public state "
    "infants junior senior middle elementary kindergarten kindy preschool elc early learning childcare child prison gaol jail correctional corrections centre detention remand youth nursing home aged hospice "
    "rehabilitation rehab snf practice surgery pharmacy dental services service group inc ltd llc pty limited company co corp corporation bank church parish council department dept police station court of the and for at in on "
    "ps hs catholic christian lutheran anglican grammar women's children's royal national international saint mercy river lake mount mt beach park bay hill point island creek ck flat".split()
)


def latin_place(stream: Stream, text: str) -> str:
    """Capitalised words that are no general ones become others; states and postcodes others of their form."""
    pieces: dict[tuple[int, int], str] = {}
    for found in _STATE.finditer(text):
        pieces[found.span()] = stream.pick(_US_STATES)
    for found in _AU_STATE.finditer(text):
        pieces.setdefault(found.span(), stream.pick(_AU_STATES[:6]))
    for found in _UK_CODE.finditer(text):
        pieces[found.span()] = numbers.shaped(stream, found[0])
    for found in _WORD.finditer(text):
        word = found[0]
        if not any(low <= found.start() < high for low, high in pieces) and word.lower().strip(".") not in _LATIN_GENERAL:
            pieces[found.span()] = _word(stream, word, text[found.end() :]) if len(word) > 1 else numbers.shaped(stream, word)
    for found in re.finditer(r"\d+", text):
        if not any(low <= found.start() < high for low, high in pieces):
            pieces[found.span()] = numbers.shaped(stream, found[0])
    for low, high in sorted(pieces, reverse=True):
        text = text[:low] + pieces[low, high] + text[high:]
    return text


def _word(stream: Stream, word: str, behind: str) -> str:
    if word.isupper() and 2 <= len(word) <= 5:
        return numbers.shaped(stream, word)
    if not word[0].isupper():
        return word
    street = re.match(r" (?:St|Rd|Ave|Ln|Lane|Street|Road|Avenue|Dr|Drive|Row|Cres|Ct|Tce|Way|Pl)", behind)
    made = stream.pick(words("streets_en")) if street else stream.pick(words("town_first_en")) + stream.pick(words("town_last_en"))
    return made.upper() if word.isupper() else made
