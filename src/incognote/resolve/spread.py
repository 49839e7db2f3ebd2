"""A name, number or institution found once is found everywhere in the document.

What may be spread: two Han characters or four letters and digits at least, on token borders, and never
a DATE, TIME, AGE or ROOM (catalogue decision 5): `5/2` as a date must not reach `MMT 5/2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from incognote.document import Span
from incognote.labels import INSTITUTION_LABELS, NUMBER_LABELS, PERSON_LABELS
from incognote.resolve.overlap import VOUCHED
from incognote.names.tables import to_base
from incognote.text.view import View

Writings = Callable[[str, Span], Iterable[str]]
SPREAD_LABELS: Final = PERSON_LABELS | NUMBER_LABELS | INSTITUTION_LABELS | {"PHONE", "EMAIL", "ADDRESS", "URL"}


def spread(spans: list[Span], view: View, writings: Writings) -> list[Span]:
    """More spans: every further occurrence, in any of its `writings`, of what `spans` hold.

    `writings(surface, span)` gives the folded lower-case forms that are safe to look for.
    """
    covered = bytearray(len(view.lower))
    for span in spans:
        start, end = view.from_source(span.start, span.end)
        covered[start:end] = b"\1" * (end - start)
    wanted: dict[str, Span] = {}
    for span in sorted(spans, key=lambda s: -s.score):
        if span.label in SPREAD_LABELS:
            for form in writings(view.source[span.start : span.end], span):
                wanted.setdefault(form, span)
    found: list[Span] = []
    text = view.lower.translate(to_base())  # 黃 and 黄 are one name; every character keeps its place
    for form, origin in sorted(wanted.items(), key=lambda item: -len(item[0])):
        for start, end in occurrences(form.translate(to_base()), text):
            if not any(covered[start:end]):
                covered[start:end] = b"\1" * (end - start)
                score = VOUCHED if origin.score >= VOUCHED else origin.score
                found.append(
                    Span(*view.to_source(start, end), origin.label, _kind(origin), f"spread/{origin.source}", score)
                )
    return found


def _kind(origin: Span) -> str | None:
    """A number keeps what it is; who a name is, the sentence says, not the first place it stood at."""
    return None if origin.label in PERSON_LABELS else origin.kind


def occurrences(form: str, text: str) -> Iterator[tuple[int, int]]:
    """Where `form` stands in `text` on token borders: no ASCII letter or digit continues it.

    >>> list(occurrences("hat", "what that hat")), list(occurrences("小明", "王小明說"))
    ([(10, 13)], [(1, 3)])
    """
    if not form:
        return
    guard_left, guard_right = _is_word(form[0]), _is_word(form[-1])
    at = text.find(form)
    while at >= 0:
        end = at + len(form)
        if not (guard_left and at and _is_word(text[at - 1])) and not (
            guard_right and end < len(text) and _is_word(text[end])
        ):
            yield at, end
        at = text.find(form, at + 1)


def _is_word(character: str) -> bool:
    return character.isalnum() and not "\u3400" <= character <= "\u9fff"

