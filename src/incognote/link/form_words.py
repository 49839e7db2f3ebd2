"""Words for people that a form of one's own has (`[roles]` of a layout), beside those that all reports use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from incognote.link.evidence import Claim
from incognote.link.layout import plain
from incognote.link.parts import Structure
from incognote.link.role_words import Hit, role_of

_SHORTEST: Final = 5
"""Letters of a word that is read within sentences too: `off` and `acc` are codes of columns."""


@lru_cache(maxsize=16)
def _own(pairs: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """A pattern for the words of a layout that no report uses in another sense, and the role of each."""
    own = {word: role for word, role in pairs if (len(word) >= _SHORTEST or not word.isascii()) and len(word) > 1 and role_of(word) is None}
    choices = "|".join(re.escape(word).replace(r"\ ", r"[ -]") for word in sorted(own, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z])(?:{choices})(?![A-Za-z])", re.IGNORECASE) if own else None, own


def with_form_words(text: str, words: Sequence[Hit], form: Mapping[str, str]) -> list[Hit]:
    """`words` with those of the form; what stands within one of them says nothing by itself.

    >>> form = {"first respondent": "father"}
    >>> [(h.role, h.word) for h in with_form_words("First respondent Bram", [Hit(6, 16, "alleged", "respondent")], form)]
    [('father', 'First respondent')]
    """
    pattern, roles = _own(tuple(form.items())) if form else (None, {})
    if pattern is None:
        return list(words)
    own = [Hit(m.start(), m.end(), roles[plain(m[0])], m[0]) for m in pattern.finditer(text) if plain(m[0]) in roles]
    if not own:
        return list(words)
    return sorted([*own, *(w for w in words if not any(o.start < w.end and w.start < o.end for o in own))])


def form_role(cell: str, form: Mapping[str, str]) -> str | None:
    """The role that a whole cell says in the words of the form."""
    return form.get(plain(cell)) if form else None


def by_form(said: Iterable[Claim], structure: Structure) -> Iterator[Claim]:
    """`said` without what a word means elsewhere and not in this form."""
    for claim in said:
        role = form_role(claim.hit.word, structure.roles)
        if role in {None, claim.role}:
            yield claim
