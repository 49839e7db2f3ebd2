"""What the structured part declares beside people: a date in a column of birth dates is one, a number behind the label of
the report's number is one, whatever it looks like.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from incognote.document import Span
from incognote.link.name_cells import FROM_TABLE
from incognote.link.parts import Structure

_KINDS = frozenset({None, "event", "visit"})
_SCORE = 0.9


def declared(text: str, spans: Sequence[Span], structure: Structure) -> list[Span]:
    """`spans` with birth dates as such, and with the numbers of the report that no detector saw.

    >>> from incognote.link.parts import Cell, Row, Table
    >>> table = Table("family_network", 0, 15, (Row((Cell(0, 3, "name"), Cell(5, 15, "dob"))),))
    >>> [s.kind for s in declared("Ann, 01/02/2015", [Span(5, 15, "DATE", "event", "rules/x", 0.9)], Structure(tables=(table,)))]
    ['dob']
    """
    cells = [(c.start, c.end) for table in structure.tables for row in table.rows for c in row.cells if c.column == "dob"]
    births = sorted({*cells, *((f.start, f.end) for f in structure.fields if f.kind == "dob")})
    starts = [start for start, _ in births]
    out = []
    for span in spans:
        at = bisect_left(starts, span.end) - 1
        is_birth = span.label == "DATE" and span.kind in _KINDS and at >= 0 and span.start < births[at][1] and span.end <= births[at][1] + 1
        out.append(span._replace(kind="dob") if is_birth else span)
    numbers = [(f.start, f.end) for f in structure.fields if f.kind == "report_number"]
    for start, end in dict.fromkeys(numbers):
        if not any(s.start < end and start < s.end for s in out):
            out.append(Span(start, end, "CASENO", None, FROM_TABLE, _SCORE))
    return sorted(out)
