"""Slips of the hand: one letter left out, put in, changed, or swapped with the next (Damerau 1964, distance one)."""

from __future__ import annotations


def without_one(word: str) -> frozenset[str]:
    """What is left of `word` with each of its letters left out: two words one slip apart share one of these or a word.

    >>> sorted(without_one("gaol"))
    ['aol', 'gal', 'gao', 'gol']
    """
    return frozenset(word[:at] + word[at + 1 :] for at in range(len(word)))


def is_slip(one: str, other: str) -> bool:
    """Whether two writings are equal or one letter left out, put in, changed or swapped with the next apart.

    >>> is_slip("hospital", "hopsital"), is_slip("prison", "pison"), is_slip("gully", "gulley"), is_slip("school", "cshoool")
    (True, True, True, False)
    """
    if one == other:
        return True
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    return one[at + 1 :] == other[at + 1 :] or (
        one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    )
