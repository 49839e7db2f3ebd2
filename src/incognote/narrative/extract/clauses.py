"""Sentences and clauses of a narrative, with their offsets.

A full stop ends a sentence unless it belongs to a number, a title or an abbreviation (2.5, Dr., e.g.); a new line always
does, since notes are written in lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from incognote.narrative.extract.said import Clause

_ENDS: Final = re.compile(
    r"[。！？；\n]+[」』”’\"）)]*|[!;]+[\"'”’)]*|\?+[\"'”’)]*(?![a-z])"
    r"|(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bmrs)(?<!\bprof)(?<!\bst)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bapprox)(?<!\bno)(?<![.\s][a-z])\.[\"'”’)]*(?=\s|$)",
    re.I,
)
_CUTS: Final = re.compile(r"[，：（）【】—–→;:()]|,(?!\d{3}(?!\d))|\s-\s|\s{2,}")


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of `text`, in its order; blanks at their ends are left out.

    >>> [("失眠，食慾差。No voices, Dr. Lin says; 2.5 mg"[c.start : c.end], c.sentence) for c in clauses("失眠，食慾差。No voices, Dr. Lin says; 2.5 mg")]
    [('失眠', 0), ('食慾差', 0), ('No voices', 1), ('Dr. Lin says', 1), ('2.5 mg', 2)]
    """
    found: list[Clause] = []
    paragraph = sentence = 0
    for start, end, ends_line in _sentences(text):
        for at, to in _pieces(text, start, end):
            found.append(Clause(at, to, sentence, paragraph))
        sentence += bool(found) and found[-1].sentence == sentence
        paragraph += ends_line
    return tuple(found)


def _sentences(text: str) -> Iterator[tuple[int, int, bool]]:
    at = 0
    for ended in _ENDS.finditer(text):
        yield at, ended.start(), "\n" in ended[0]
        at = ended.end()
    yield at, len(text), True


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for cut in [*(_CUTS.finditer(text, start, end)), None]:
        to = end if cut is None else cut.start()
        piece = text[at:to]
        if piece.strip():
            yield at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())
        at = to if cut is None else cut.end()
