"""All writings of a known name that are safe to look for."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product
from typing import Final

from incognote.names.parse import Name, parse
from incognote.names.romanise import orders, romanised
from incognote.names.tables import first_names, given_words, to_base, variants
from incognote.text.view import fold

SHORTEST_LATIN: Final = 4
"""Fewer letters than this are no safe search word."""
MOST_VARIANTS: Final = 16
WORD_NAME: Final = 0.5
"""Given names up to this weight are everyday words (May, Will): never looked for alone."""
_SPACE: Final = re.compile(r"\s+")


@lru_cache(maxsize=2048)
def writings(name: str, *, given: bool = False) -> tuple[str, ...]:
    """Folded, lower-case writings of `name`, longest first; `given` adds the given name alone where safe.

    >>> {"王大明", "王 大 明", "wang ta-ming", "daming wang"} <= set(writings("王大明"))
    True
    >>> "kathleen o'brien" in writings("O'Brien, Kathleen M."), "o brien, kathleen" in writings("O'Brien, Kathleen M.")
    (True, True)
    """
    parsed = parse(name)
    forms = [_SPACE.sub(" ", fold(name)).strip().lower()]
    forms += _han(parsed, name) if parsed.han else _latin(parsed)
    if given:
        forms += given_writings(name)
    kept = {f for f in forms if sum(map(str.isalnum, f)) >= (SHORTEST_LATIN if f.isascii() else 2)}
    return tuple(sorted(kept or set(forms[:1]) - {""}, key=lambda f: (-len(f), f)))


@lru_cache(maxsize=2048)
def given_writings(name: str) -> tuple[str, ...]:
    """The given name alone, where it is no everyday word: two characters, or four letters and more.

    >>> given_writings("林淑芬"), given_writings("王安全"), given_writings("O'Brien, Kathleen M."), given_writings("May Lin")
    (('淑芬',), (), ('kathleen',), ())
    """
    parsed = parse(name)
    if parsed.han:
        if len(parsed.given) != 2 or not parsed.surname or parsed.given.translate(to_base()) in given_words():
            return ()
        return _variants(parsed.given)
    first = parsed.given.lower().split(" ")[0].strip(".,")
    return (first,) if len(first) >= SHORTEST_LATIN and first_names().get(first, 1.0) > WORD_NAME else ()


def surname_writings(name: str) -> tuple[str, ...]:
    """The surname alone (Latin, four letters and more): for use beside a title only.

    >>> surname_writings("O'Brien, Kathleen M."), surname_writings("王大明")
    (("o'brien", 'o brien', 'obrien'), ())
    """
    parsed = parse(name)
    if parsed.han or len(parsed.surname) < SHORTEST_LATIN:
        return ()
    return _apostrophes(parsed.surname.lower())


def _han(parsed: Name, name: str) -> list[str]:
    whole = _SPACE.sub("", fold(name)).lower()
    forms = []
    for form in _variants(whole):
        forms += [form, " ".join(form)]
        if parsed.surname:
            size = len(parsed.surname)
            forms.append(f"{form[:size]} {form[size:]}".strip())
    if parsed.given:
        forms += [order for roman in romanised(name) for order in orders(roman) if len(order) >= 6]
    return forms


def _variants(text: str) -> tuple[str, ...]:
    """`text` with every character in its other writings, its own first."""
    choices = []
    for char in text:
        base = char.translate(to_base())
        choices.append(dict.fromkeys((char, base, *variants().get(base, "")[:2])))
    return tuple("".join(p) for p in islice(product(*choices), MOST_VARIANTS))


def _apostrophes(word: str) -> tuple[str, ...]:
    """O'Bannon, O Bannon, Obannon; also with the curly mark."""
    plain = word.replace("\u2019", "'")
    return tuple(dict.fromkeys((plain, plain.replace("'", " "), plain.replace("'", ""))))


def _latin(parsed: Name) -> list[str]:
    if not parsed.surname:
        return list(_apostrophes(parsed.given.lower()))
    given = parsed.given.lower()
    first = given.split(" ")[0]
    full = [g for g in dict.fromkeys((given, given.replace(".", ""), given.replace("-", " "), given.replace("-", ""), given.replace(" ", "-"), given.replace(" ", "")))
            if g and not (len(g) < SHORTEST_LATIN and "." in g)]  # fmt: skip
    if len(first.strip(".")) > 1:
        full.append(first)
    if not any(len(w.strip(".")) > 1 for w in re.split(r"[ -]", given)):  # T.M. Wang: initials are no safe writing
        return []
    forms = []
    for surname in _apostrophes(parsed.surname.lower()):
        for g in dict.fromkeys(full):
            forms += [f"{surname}, {g}", f"{surname},{g}", f"{surname} {g}", f"{g} {surname}"]
    return forms
