"""Names as a report writes them with another one inside or behind: Charlotte "Lottie" Bell, Niko behind Nikolas, senior and junior."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from incognote.document import Span
from incognote.labels import PERSON_LABELS
from incognote.link.relations import Draft
from incognote.link.role_words import role_of
from incognote.names.compare import canonical
from incognote.names.variants import is_short_for, parts_of

_WORD: Final = r"[A-Z][^\W\d_]+(?:['’-][A-Z]?[^\W\d_]+)*"
_INSIDE: Final = re.compile(rf"(?<![\w'’-])(?P<first>{_WORD}) (?P<sign>[\"“‘'(])(?P<nick>{_WORD})[\"”’')] (?P<last>{_WORD})(?![\w])")
_BEHIND: Final = re.compile(rf",? ?(?:\((?:(?:aka|a\.k\.a\.|also known as|known as|called|goes by|nicknamed)[: ]{{1,2}})?[\"“‘']?|(?:aka|a\.k\.a\.|also known as|known as|nicknamed|goes by)[: ]{{1,2}}[\"“‘']?|[\"“‘])(?P<nick>{_WORD})[\"”’')]?(?![\w])")
_CUT: Final = re.compile(rf"(?<![\w'’-])(?:Jas|Wm|Chas|Geo|Thos|Robt|Edw|Saml|Danl|Benj|Jno)\. {_WORD}(?![\w])")
"""A given name cut in writing, and the surname: Jas. Whitmore."""
_SURE: Final = re.compile(r"[\"“‘']|aka|a\.k\.a|known as|called|goes by|nicknamed")
_GENERATION: Final = re.compile(r",? \(?(?:(?P<senior>[Ss](?:nr|r|enior|NR|R|ENIOR))|(?P<junior>[Jj](?:nr|r|unior|NR|R|UNIOR)))(?![A-Za-z])")
_INSIDE_NAME: Final = re.compile(r" [\"“‘'(][^\"“”‘’'()]{2,20}[\"”’')](?= )")


def plain(surface: str) -> str:
    """A name without the other one inside it.

    >>> plain('Charlotte "Lottie" Bell'), plain("Charlotte Bell")
    ('Charlotte Bell', 'Charlotte Bell')
    """
    return _INSIDE_NAME.sub("", surface) if surface[-1:] not in "\"”)" else surface


def with_nicknames(text: str, spans: Sequence[Span]) -> list[Span]:
    """`spans` with a name, the other one in quotes or brackets inside it and the surname behind, as one."""
    whole = [m for m in _INSIDE.finditer(text) if _is_one(text, m, spans)] if any(sign in text for sign in "\"“‘('") else []
    whole += [m for m in _CUT.finditer(text) if any(s.label in PERSON_LABELS and s.start < m.end() and m.start() < s.end <= m.end() for s in spans)]
    if not whole:
        return list(spans)
    kept = [s for s in spans if not any(m.start() < s.end and s.start < m.end() for m in whole)]
    return sorted([*kept, *(Span(m.start(), m.end(), "NAME", None, "cued", 0.9) for m in whole)])


def _is_one(text: str, found: re.Match[str], spans: Sequence[Span]) -> bool:
    touched = [s for s in spans if s.label in PERSON_LABELS and found.start() < s.end and s.start < found.end()]
    if not touched or any(s.start < found.start() - 24 or s.end > found.end() for s in touched) or role_of(found["last"]) or role_of(found["nick"]):
        return False
    return found["sign"] != "(" or is_short_for(canonical(found["nick"]), canonical(found["first"]))


def nicknames_behind(text: str, persons: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
    """The names in brackets or quotes, or after "known as", behind another one: that one's span, and theirs."""
    for span in persons:
        found = _BEHIND.match(text, span.end, span.end + 60) if text[span.end : span.end + 1] in {" ", ","} else None
        if found is None or role_of(found["nick"]):
            continue
        first = text[span.start : span.end].replace(",", " ").split()
        if _SURE.search(found[0][: found.start("nick") - found.start()]) or any(is_short_for(canonical(found["nick"]), canonical(w)) for w in first):
            yield span, Span(*found.span("nick"), "NAME", None, "cued", 0.9)


def tell_aliases(text: str, drafts: Sequence[Draft], whose: Mapping[Span, int]) -> None:
    """Gives the people the other names that stand inside theirs or behind, and whether they are the elder or the younger."""
    for span, number in whose.items():
        inside = _INSIDE.match(text, span.start, span.end)
        if inside:
            drafts[number].aliases.add(canonical(inside["nick"]))
        drafts[number].generation = drafts[number].generation or generation(text, span)


def generation(text: str, span: Span) -> str:
    """`senior` or `junior`, where a name says so at its end or right behind it."""
    found = _GENERATION.match(text, span.end, span.end + 10) or _GENERATION.search(text, max(span.start, span.end - 9), span.end)
    return found.lastgroup or "" if found else ""


def is_called(word: str, draft: Draft) -> bool:
    """Whether somebody is called by a word, in canonical form, exactly: a given name first of all, the surname, another name."""
    parts = parts_of(plain(draft.names[0]))
    return word in draft.aliases or word == parts.surname or word in parts.given[:1] or word == "".join(parts.given)
