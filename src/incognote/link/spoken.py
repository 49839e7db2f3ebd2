"""A person's given name or surname alone, beside what only a person does: another mention of them.

It needs to be known who is named in the note, so it comes after detection.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.document import Document, Span
from incognote.names.speaking import called_by, speaking
from incognote.text.view import view

SOURCE: Final = "spoken"
_SCORE: Final = 0.8
_FEW: Final = 32
"""Up to so many names are looked for in the whole text; of more, each as far as the next one goes."""


def spoken(document: Document, spans: Sequence[Span]) -> list[Span]:
    """`spans` (in order, apart) with the further mentions, by `names.speaking`, of everybody they name."""
    named: dict[str, tuple[int, int]] = {}
    held = [(s.start, s.end) for s in spans if s.label == "NAME"]
    for start, end in held:
        named.setdefault(document.text[start:end], (start, end))
    given = [name for name in _given(document) if name not in named]
    if not (named or given):
        return list(spans)
    page = view(document.text)
    found: dict[tuple[int, int], None] = {}
    whole = list(named) if len(named) <= _FEW else []
    for name in (*whole, *given):
        found |= dict.fromkeys(page.to_source(*place) for place in speaking(page.text, name))
    for (start, end), (until, _) in zip(held, [*held[1:], (len(document.text), 0)], strict=True) if held and not whole else ():
        low, high = page.from_source(end, until)
        for one, other in speaking(page.text[low:high], document.text[start:end]) if any(called_by(document.text[start:end])) else ():
            found[page.to_source(low + one, low + other)] = None
    starts = [span.start for span in spans]
    fresh = [Span(*place, "NAME", None, SOURCE, _SCORE) for place in found if _is_free(spans, starts, place)]
    return sorted([*spans, *fresh]) if fresh else list(spans)


def _given(document: Document) -> Iterator[str]:
    known = document.known
    for person in (known, *(known.get("people") or ())):
        yield from (str(name) for name in (person.get("name"), *(person.get("aliases") or ())) if name)


def _is_free(spans: Sequence[Span], starts: Sequence[int], place: tuple[int, int]) -> bool:
    at = bisect_left(starts, place[1])
    return not at or spans[at - 1].end <= place[0]
