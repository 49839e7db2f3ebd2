"""What every rule reads: one document's text, folded once, with all cue words found once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from incognote.document import Document, Span
from incognote.text.script import Script, script_of
from incognote.text.view import View, view

if TYPE_CHECKING:
    from incognote.gazetteer.matcher import Matcher

Cue = tuple[int, int]
NO_CUES: Final[tuple[Cue, ...]] = ()
_NEW: Final = tuple.__new__  # half the time of the constructor


class Page:
    """`text` is folded, `lower` its lower case; all positions a rule sees are positions in `text`.

    `cues[category]` lists the longest occurrences of that category's words, in order. Spans are made
    with `span`, which turns folded positions into source offsets.
    """

    __slots__ = ("_script", "cues", "document", "lower", "text", "view")

    def __init__(self, document: Document, matcher: Matcher[tuple[str, ...]]) -> None:
        self.document = document
        self.view: View = view(document.text)
        self.text: str = self.view.text
        self.lower: str = self.view.lower
        self.cues: Mapping[str, list[Cue]] = _longest(matcher, self.lower)
        self._script: Script | None = None

    @property
    def script(self) -> Script:
        if self._script is None:
            self._script = script_of(self.document.text)
        return self._script

    def span(self, start: int, end: int, label: str, kind: str | None, source: str, score: float) -> Span:
        """A Span in source offsets for the folded range `[start, end)`."""
        if self.view.offsets is not None:
            start, end = self.view.to_source(start, end)
        return _NEW(Span, (start, end, label, kind, source, score))


def _longest(matcher: Matcher[tuple[str, ...]], text: str) -> Mapping[str, list[Cue]]:
    cues: defaultdict[str, list[Cue]] = defaultdict(list)
    for start, end, categories in matcher.find(text):
        for category in categories:
            found = cues[category]
            if not found or end > found[-1][1]:  # 病歷號 inside 病歷號碼 says nothing new
                found.append((start, end))
    return cues
