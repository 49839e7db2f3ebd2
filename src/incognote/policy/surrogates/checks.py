"""Check digits, to be broken: a number that fails its check, or lies where none is issued, is nobody's.

Rules: catalogue section 3 (Taiwan's ID and resident certificate, GB 11643, Luhn, NHS, TFN, Medicare of Australia).
"""

from __future__ import annotations

from typing import Final

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVXYWZIO"
_CN_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
CN_CHECKS: Final = "10X98765432"


def tw_is_valid(number: str) -> bool:
    """The check of Taiwan's ID and of its resident certificate.

    >>> tw_is_valid("A123456789"), tw_is_valid("A123456788")
    (True, False)
    """
    code = f"{_LETTERS.index(number[0]) + 10}{number[1:]}"
    return sum(int(d) * w for d, w in zip(code, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


def cn_check(head: str) -> str:
    """The check character behind seventeen digits of a resident identity number.

    >>> cn_check("11010519491231002")
    'X'
    """
    return CN_CHECKS[sum(int(d) * w for d, w in zip(head, _CN_WEIGHTS, strict=True)) % 11]


def luhn_is_valid(digits: str) -> bool:
    """The check of payment cards.

    >>> luhn_is_valid("4111111111111111"), luhn_is_valid("4111111111111112")
    (True, False)
    """
    doubled = (int(d) * (2 if at % 2 else 1) for at, d in enumerate(reversed(digits)))
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def nhs_is_valid(digits: str) -> bool:
    """The check of an NHS number, ten digits, modulus 11.

    >>> nhs_is_valid("9434765919"), nhs_is_valid("9434765918")
    (True, False)
    """
    return sum(int(d) * w for d, w in zip(digits, range(10, 0, -1), strict=True)) % 11 == 0


def tfn_is_valid(digits: str) -> bool:
    """The check of an Australian tax file number, nine digits, modulus 11."""
    return sum(int(d) * w for d, w in zip(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10), strict=True)) % 11 == 0


def medicare_is_valid(digits: str) -> bool:
    """The check of an Australian Medicare number: the ninth digit by the eight before it."""
    return digits[0] in "23456" and sum(int(d) * w for d, w in zip(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9), strict=True)) % 10 == int(digits[8])


def passes(digits: str) -> bool:
    """Whether a row of digits passes any check that is made on its length."""
    size = len(digits)
    return (
        (13 <= size <= 19 and luhn_is_valid(digits))
        or (size == 10 and (nhs_is_valid(digits) or medicare_is_valid(digits)))
        or (size == 11 and medicare_is_valid(digits))
        or (size == 9 and tfn_is_valid(digits))
        or (size == 18 and cn_check(digits[:17]) == digits[17])
    )
