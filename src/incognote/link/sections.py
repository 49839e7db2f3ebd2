"""Sections of a report by its headings, alone on their line or with their content behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from incognote.link.layout import Vocabulary
from incognote.link.lines import Line
from incognote.link.parts import Section

_LEAD: Final = re.compile(r"[^\w\n]{0,8}(?:part [a-z]\b[,.:]? ?|(?:\d{1,2}[.)/: ]{1,2}){1,3}|[一二三四五六七八九十]{1,2}、|field: )?[^\w\n]{0,3}(?:the )?", re.IGNORECASE)
_BEHIND: Final = re.compile(r"\s*(?:\([^()\n]{0,60}\)|\[[^\]\n]{0,30}\])?[\s*#_】\]]*(?:[:：=→.-]|is\b|was\b|$)?", re.IGNORECASE)
_LONGEST: Final = 70
_PROSE: Final = 160
"""A line of so many characters is told, not filled in."""
_FULL: Final = 75
"""Characters of a line that may have been broken at the margin."""
_SHORT: Final = frozenset({"alleged", "notifier", "report", "child"})
"""Sections that end with their paragraph: what follows without a heading is narrative."""


def read_sections(lower: str, lines: Sequence[Line], words: Vocabulary) -> tuple[Section, ...]:
    """The sections in order, none over another, of a text in lower case. Long lines outside of all are narrative."""
    heads = [(at, *found) for at, line in enumerate(lines) if not line.is_blank and (found := _head(lower, line, words))]
    sections: list[Section] = []
    for number, (at, kind, is_alone) in enumerate(heads):
        following = heads[number + 1][0] if number + 1 < len(heads) else len(lines)
        stop = _stop(lines, at, following, kind, is_alone=is_alone)
        sections.append(Section(kind, lines[at].start, max(lines[i].end for i in range(at, stop))))
    return tuple(sorted((*sections, *_untold(lines, sections)), key=lambda s: s.start))


def _head(lower: str, line: Line, words: Vocabulary) -> tuple[str, bool] | None:
    """The kind of section that the line opens, and whether it holds nothing else."""
    lead = _LEAD.match(lower, line.start, line.end)
    start = lead.end() if lead else line.start
    found = words.headings.match(lower, start, min(line.end, start + _LONGEST))
    if found is None:
        return None
    kind = words.sections.get(_key(found[1]))
    behind = _BEHIND.match(lower, found.end(), line.end)
    if kind is None or behind is None:
        return None
    rest = line.end - behind.end()
    has_sign = bool(behind[0].strip(" \t*#_】]"))
    if not has_sign and rest and (not found[1].isascii() or rest > 40 or lower[line.end - 1] in ".,;。"):
        return None  # "Family network of the mother was drawn." is a sentence
    return kind, rest == 0


def _key(words: str) -> str:
    joined = " ".join(re.split(r"[ ./'’　-]+", words.lower()))
    return joined if joined.isascii() else joined.replace(" ", "")


def _stop(lines: Sequence[Line], at: int, following: int, kind: str, *, is_alone: bool) -> int:
    """The index behind the last line of the section that begins at line `at`."""
    stop = at + 1
    if kind in _SHORT and not is_alone:
        while stop < following and lines[stop - 1].end - lines[stop - 1].start >= _FULL and not lines[stop].is_blank:
            stop += 1
        return stop
    if kind in _SHORT:
        while stop < following and lines[stop].is_blank:
            stop += 1
        while stop < following and not lines[stop].is_blank:
            stop += 1
        return stop
    if kind == "narrative":
        return following
    is_filled = not is_alone
    while stop < following:
        line = lines[stop]
        if line.end - line.start >= _PROSE and (is_filled or kind != "other") and lines[stop - 1].is_blank:
            break
        is_filled = is_filled or not line.is_blank
        stop += 1
    return stop


def _is_told(lines: Sequence[Line], number: int) -> bool:
    """A long line, or two that were broken at the margin of a page."""
    line, following = lines[number], lines[min(number + 1, len(lines) - 1)]
    broken = line.end - line.start >= _FULL and following.end - following.start >= _FULL
    return line.end - line.start >= _PROSE or broken


def _untold(lines: Sequence[Line], sections: Sequence[Section]) -> Iterator[Section]:
    """Paragraphs outside of all sections, each run of them as one narrative."""
    ordered = sorted(sections, key=lambda s: s.start)
    at = 0
    run: list[Line] = []
    for number, line in enumerate(lines):
        while at < len(ordered) and ordered[at].end < line.start:
            at += 1
        is_inside = at < len(ordered) and ordered[at].start <= line.start < ordered[at].end
        if not is_inside and not line.is_blank and (run or _is_told(lines, number)):
            run.append(line)
        elif is_inside and run:
            yield Section("narrative", run[0].start, run[-1].end)
            run = []
    if run:
        yield Section("narrative", run[0].start, run[-1].end)
