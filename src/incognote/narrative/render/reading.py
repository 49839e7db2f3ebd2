"""What a reader of forms finds in a phrase, so that no phrase is used that would be read as another fact."""

from __future__ import annotations

from functools import lru_cache

from incognote.narrative.extract.clauses import clauses
from incognote.narrative.extract.find import find
from incognote.narrative.lexicon import canonical, folded


def adds(phrase: str, name: str) -> bool:
    """Whether a reader would find another concept than `name` in `phrase`.

    >>> adds("伴隨失眠", "headache"), adds("多在夜裡", "headache")
    (True, False)
    """
    return bool(_concepts(phrase) - {canonical(name)})


def tells(phrase: str, name: str) -> bool:
    """Whether a reader would find `name` in `phrase`, and nothing else."""
    return _concepts(phrase) == {canonical(name)}


@lru_cache(maxsize=4096)
def _concepts(phrase: str) -> frozenset[str]:
    return frozenset(canonical(found.name) for found in find(phrase, folded(phrase), clauses(phrase)))
