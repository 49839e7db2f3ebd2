"""Another value where no skeleton writes one: digits drawn anew in the same shape, or another training mention."""

from __future__ import annotations

import random
import re
from typing import Final

from incognote.lab.synth.numbers import cn_check, is_valid_identity, luhn_is_valid
from incognote.lab.train.draws import Value
from incognote.lab.train.notes import Mention, Spare, class_of
from incognote.text.pieces import fold_each

_CLOCK: Final = re.compile(r"(?<!\d)(?P<hour>\d{1,2})(?P<mark>[:：.]?)(?P<minute>\d{2})(?!\d)")
_HOUR: Final = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_DIGITS: Final = re.compile(r"[0-9]+|[０-９]+")
_HALF_DAY: Final = re.compile(r"[ap]\.?m|[上下]午|早上|[晚]上|凌晨|[點点]", re.IGNORECASE)
_CARD_LENGTHS: Final = range(13, 20)
_NEVER_KEPT: Final = frozenset({"NAME", "DOCTOR", "PER", "ADDRESS", "LOC", "EMAIL", "NET", "URL"})
"""What is known by its letters: digits alone do not make another one of it."""


def digits_anew(text: str, rng: random.Random) -> str:
    """Each run of digits drawn again, as long as it was; none begins with 0 that did not."""

    def again(run: re.Match[str]) -> str:
        alphabet = "0123456789" if run[0].isascii() else "０１２３４５６７８９"
        keeps_zero = run[0][0] == alphabet[0] and len(run[0]) > 1
        first = alphabet[0] if keeps_zero else rng.choice(alphabet[1:])
        return first + "".join(rng.choices(alphabet, k=len(run[0]) - 1))

    return _DIGITS.sub(again, text)


def number_anew(text: str, rng: random.Random) -> str:
    """A number of the same shape that is no valid number of a person."""
    while True:
        made = digits_anew(text, rng)
        if not _is_real(re.sub(r"[^0-9A-Z]", "", fold_each(made))):
            return made


def _is_real(plain: str) -> bool:
    """Whether a number passes the check of an identity number or of a payment card."""
    if len(plain) == 18 and plain[:17].isdigit() and cn_check(plain[:17]) == plain[17]:
        return True
    return is_valid_identity(plain) or (plain.isdigit() and len(plain) in _CARD_LENGTHS and luhn_is_valid(plain))


def clock_anew(text: str, rng: random.Random) -> str:
    """Another time of the day, written as this one is.

    >>> clock_anew("99:99", random.Random(1)), clock_anew("9點", random.Random(1))
    ('05:36', '3點')
    """
    most = 12 if _HALF_DAY.search(text) else 23

    def hour(width: int) -> str:
        return f"{rng.randrange(1, most + 1):02d}" if width > 1 and (most > 12 or rng.random() < 0.5) else str(rng.randrange(1, min(10, most + 1)))

    made, count = _CLOCK.subn(lambda m: f"{hour(len(m['hour']))}{m['mark']}{rng.randrange(60):02d}", text)
    return made if count else _HOUR.sub(lambda m: hour(len(m[0])), text)


def redrawn(mention: Mention, text: str, *, country: str, spare: Spare, rng: random.Random) -> Value | None:
    """Another value for a mention; None where there is no way to one."""
    name = class_of(mention.label)
    if _DIGITS.search(text) and mention.label not in _NEVER_KEPT:
        made = clock_anew(text, rng) if name == "TIME" else number_anew(text, rng)
        return Value(made, 0, len(made))
    others = spare.get((mention.label, mention.kind, country)) if mention.label not in _NEVER_KEPT else None
    if not others:
        return None
    made = rng.choice(others)
    return Value(made, 0, len(made))
