"""How a person may be called in a report: by parts of the name, short forms, initials, and with a slip of the pen."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from incognote.names.compare import canonical
from incognote.names.eponyms import english
from incognote.names.parse import parse
from incognote.names.tables import first_names, rows, to_base

SHORTEST_SLIP: Final = 4
"""Letters a part needs for one slip in it to be forgiven."""
_TWO_SLIPS: Final = 9
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ENDED: Final = re.compile(r"(?:ie|ey|y|o|s|a|ers|za)$")
_DOUBLED: Final = re.compile(r"(.)\1")
_ABBREVIATED: Final = {"jas": "james", "wm": "william", "chas": "charles", "geo": "george", "thos": "thomas", "robt": "robert", "edw": "edward", "saml": "samuel", "danl": "daniel", "benj": "benjamin", "jno": "john"}
"""Given names as they are cut in writing, a full stop behind them: Jas. Whitmore."""
_GENERATION: Final = re.compile(r",? \(?(?:snr|senior|jnr|jr|junior)\.?\)?$", re.IGNORECASE)
_TITLE: Final = re.compile(r"^(?:mr|mrs|ms|miss|mx|mdm|madam|dr|prof|sgt|const|constable|sr|fr|pastor|aunty|aunt|uncle|auntie|nan|pop|sir|officer|rev|sister|father)\.?\s+", re.IGNORECASE)


class Parts(NamedTuple):
    """The parts of a name in lower case, without accents; `given` are its words, first name first."""

    given: tuple[str, ...]
    surname: str
    han: bool

    def __repr__(self) -> str:
        return f"Parts({len(self.given)}, han={self.han})"


@lru_cache(maxsize=4096)
def parts_of(name: str) -> Parts:
    """The parts of `name`, a title before it aside.

    >>> tuple(parts_of("MARTIN, Brad")), tuple(parts_of("Mrs Lukasik")), tuple(parts_of("王大明"))
    ((('brad',), 'martin', False), ((), 'lukasik', False), (('大明',), '王', True))
    """
    bare = _TITLE.sub("", name.strip())
    bare = without_generation(bare)
    parsed = parse(bare)
    if parsed.han:
        base = re.sub(r"\s", "", parsed.given).translate(to_base())
        return Parts((base,) if base else (), parsed.surname.translate(to_base()), True)
    words = tuple(_ABBREVIATED.get(canonical(w), canonical(w)) for w in re.split(r"\s+", parsed.given) if canonical(w))
    if not parsed.surname and len(words) == 1 and bare != name.strip():
        return Parts((), words[0], False)
    return Parts(words, canonical(parsed.surname), False)


def without_generation(name: str) -> str:
    """A name without senior or junior behind it.

    >>> without_generation("James Whitmore Snr"), without_generation("James Jr."), without_generation("Baker")
    ('James Whitmore', 'James', 'Baker')
    """
    return _GENERATION.sub("", name) if name[-1:] in "rR.)" and " " in name else name


@cache
def nicknames() -> dict[str, frozenset[str]]:
    """Short form -> the given names it may stand for."""
    table: dict[str, set[str]] = {}
    for given, short in rows("nicknames"):
        for form in short.split(" "):
            table.setdefault(form, set()).add(given)
    return {form: frozenset(names) for form, names in table.items()}


@cache
def given_sex() -> dict[str, str]:
    """Given names that are a woman's or a man's alone: `F` or `M`.

    >>> given_sex()["hannah"], given_sex().get("alex")
    ('F', None)
    """
    return {row[0]: row[1] for row in rows("given_sex")}


def is_short_for(short: str, given: str) -> bool:
    """Whether somebody called `given` may be called `short`: from the table, or its beginning with an ending of endearment.

    >>> is_short_for("kath", "kathleen"), is_short_for("wends", "wendy"), is_short_for("tom", "peter"), is_short_for("sompy", "sompong")
    (True, True, False, True)
    """
    if given in nicknames().get(short, ()):
        return True
    if short[:3] != given[:3]:
        return False
    stem = _ENDED.sub("", short)
    return len(stem) >= 3 and len(given) > len(stem) and given.startswith(stem) and short not in first_names()


def slips(one: str, other: str) -> int:
    """How many slips of the pen lie between two words (a letter more, less, other, or two turned); 3 is many.

    >>> slips("aaron", "aaorn"), slips("bessie", "besssie"), slips("kaet", "kate"), slips("anna", "peter")
    (1, 1, 1, 3)
    """
    if abs(len(one) - len(other)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        current = [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > 2:
            return 3
        before, row = row, current
    return min(row[-1], 3)


def is_slip(written: str, meant: str) -> bool:
    """Whether `written` may be `meant` with a slip: one, or two in a long word; never a word or another name.

    >>> is_slip("aaorn", "aaron"), is_slip("mary", "mark"), is_slip("cutima", "chutima"), is_slip("kat", "kate"), is_slip("bean", "dean")
    (True, False, True, False, False)
    """
    if written == meant or min(len(written), len(meant)) < SHORTEST_SLIP - 1 or max(len(written), len(meant)) < SHORTEST_SLIP:
        return False
    if abs(len(written) - len(meant)) > 2 or (written[0] != meant[0] and written[:2] != meant[1::-1] and written[1:] != meant[1:] and written[1:] != meant):
        return False
    if written in english() or written in first_names():
        return False
    if written in given_sex() or written in nicknames():
        return False
    return slips(written, meant) <= (2 if len(meant) >= _TWO_SLIPS else 1)


def is_slip_in_full(written: str, meant: str) -> bool:
    """Whether a given name may be the other one, written wrong, where the surnames agree: a letter left out, doubled
    or turned; of two that are names both, a letter doubled alone: Jayden and Hayden, Luca and Lucas are two people each.

    >>> is_slip_in_full("mathew", "matthew"), is_slip_in_full("tryo", "troy"), is_slip_in_full("hayden", "jayden"), is_slip_in_full("lucas", "luca")
    (True, True, False, False)
    """
    if is_slip(written, meant):
        return True
    if min(len(written), len(meant)) < SHORTEST_SLIP or slips(written, meant) != 1:
        return False
    if is_given_name(written) and is_given_name(meant):
        return len(written) != len(meant) and _DOUBLED.sub(r"\1", written) == _DOUBLED.sub(r"\1", meant)
    return (len(written) != len(meant) and written[0] == meant[0]) or (len(written) == len(meant) and sorted(written) == sorted(meant))


def is_given_name(word: str) -> bool:
    """Whether a word, in lower case, is a given name that many bear, a short one included."""
    return word in first_names() or word in given_sex() or word in nicknames()


def is_turned(written: str, meant: str) -> bool:
    """Whether two letters side by side are turned in a short name.

    >>> is_turned("lna", "lan"), is_turned("cahu", "chau"), is_turned("ana", "ann")
    (True, True, False)
    """
    apart = [i for i, (a, b) in enumerate(zip(written, meant, strict=False)) if a != b]
    return len(written) == len(meant) > 2 and len(apart) == 2 and apart[1] - apart[0] == 1 and written[apart[0]] == meant[apart[1]] and written[apart[1]] == meant[apart[0]]


def initials_of(name: str) -> frozenset[str]:
    """The initials somebody may be written with, in lower case.

    >>> sorted(initials_of("Lorna Jane Shaw")), initials_of("王大明")
    (['ljs', 'ls'], frozenset())
    """
    parts = parts_of(name)
    if parts.han or not parts.given or not parts.surname:
        return frozenset()
    first, last = parts.given[0][0], parts.surname[0]
    return frozenset({first + last, "".join(g[0] for g in parts.given) + last})
