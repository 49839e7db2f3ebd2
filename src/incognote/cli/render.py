"""`--show` and `--audit`: a result explained on a terminal.

Off a terminal the original side shows what was found as blocks of its length, since a pipe ends in a file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from incognote.document import Document, Edit, Result, Span
from incognote.names.parse import surname_length
from incognote.names.search import is_clinical

_STYLES: Final = {"NAME": "bold red", "DOCTOR": "red", "DATE": "yellow", "PHONE": "magenta", "ADDRESS": "blue"}
_OTHER: Final = "cyan"
_NUMBER: Final = re.compile(r"[A-Za-z]{0,3}\d(?:[-./ ]?\d){3,}[A-Za-z]?")
_HAN: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_LATIN: Final = re.compile(r"[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){1,2}")
_UNIT: Final = re.compile(r"\s?(?:%|[µmkcd]?[gLlM](?![a-z])|mmHg|bpm|mol|IU|/|x10|歲|岁|次|天|年)")
_MOST: Final = 60


def show(document: Document, result: Result, out: TextIO) -> None:
    """Original and result side by side in colour, then a line for every edit: who found it, what was done."""
    console = Console(file=out, highlight=False, width=None if out.isatty() else 120)
    sides = Table(expand=True, show_lines=False)
    sides.add_column("original", ratio=1, overflow="fold")
    sides.add_column(f"result: {result.status}", ratio=1, overflow="fold")
    edits = [edit for edit in result.edits if edit.start <= edit.end]
    sides.add_row(_original(document.text, edits, is_open=out.isatty()), _changed(document.text, edits, result))
    console.print(sides)
    spans = sorted(span for found in result.spans.values() for span in found)
    reasons = Table("where", "label", "rule", "score", "operator")
    for edit in edits:
        if edit.start < edit.end:
            span = next((s for s in spans if s.start <= edit.start and edit.end <= s.end), None)
            label = f"{edit.label}/{edit.kind}" if edit.kind else edit.label
            source, score = (span.source, f"{span.score:.2f}") if span else ("-", "-")
            reasons.add_row(f"{edit.start}-{edit.end}", label, source, score, f"→ {edit.operator}")
    if reasons.row_count:
        console.print(reasons)
    for finding in result.findings:
        if finding.severity != "info":
            console.print(f"{finding.severity}: {finding.kind} in the {finding.where} at {finding.start}-{finding.end}")


def _original(text: str, edits: Sequence[Edit], *, is_open: bool) -> Text:
    drawn = Text()
    position = 0
    for edit in sorted(edits):
        drawn.append(text[position : edit.start])
        surface = text[edit.start : edit.end]
        drawn.append(surface if is_open else re.sub(r"\S", "░", surface), _STYLES.get(edit.label, _OTHER))
        position = max(position, edit.end)
    drawn.append(text[position:])
    return drawn


def _changed(text: str, edits: Sequence[Edit], result: Result) -> Text:
    if result.text is None:
        return Text("withheld", "bold red")
    drawn = Text()
    position = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        drawn.append(text[position : edit.start])
        drawn.append(edit.replacement, _STYLES.get(edit.label, _OTHER))
        position = edit.end
    drawn.append(text[position:])
    return drawn


def audit(document: Document, result: Result, out: TextIO) -> None:
    """What looks like a number or a name in the output and was left, with the reason, most frequent first."""
    console = Console(file=out, highlight=False, width=None if out.isatty() else 120)
    if result.text is None:
        console.print("audit: the text is withheld")
        return
    counts = Counter(survivors(document, result))
    table = Table("survived", "looks like", "why it was left", "times")
    for (surface, looks, why), times in counts.most_common(_MOST):
        table.add_row(Text(surface), looks, why, str(times))
    console.print(table)
    if len(counts) > _MOST:
        console.print(f"and {len(counts) - _MOST} more")


def survivors(document: Document, result: Result) -> Iterator[tuple[str, str, str]]:
    """`(text, number | name, why)` of what stands unedited in the document."""
    edited = [(edit.start, edit.end) for edit in result.edits if edit.start < edit.end]
    kept = [span for found in result.spans.values() for span in found if (span.start, span.end) not in edited]
    allowed = [(f.start, f.end) for f in result.findings if f.kind == "allowed"]
    text = document.text
    for start, end, looks in _shapes(text):
        if any(low < end and start < high for low, high in edited):
            continue
        yield text[start:end], looks, _why(text, start, end, looks, kept, allowed)


def _shapes(text: str) -> Iterator[tuple[int, int, str]]:
    for number in _NUMBER.finditer(text):
        yield *number.span(), "number"
    for word in _LATIN.finditer(text):
        yield *word.span(), "name"
    for run in _HAN.finditer(text):
        position = run.start()
        while position < run.end() - 1:
            if surname_length(text, position):
                end = min(position + 3, run.end())
                yield position, end, "name"
                position = end
            else:
                position += 1


def _why(
    text: str, start: int, end: int, looks: str, kept: Sequence[Span], allowed: Sequence[tuple[int, int]]
) -> str:
    for span in kept:
        if span.start < end and start < span.end:
            return f"the profile keeps {span.label}"
    if any(low < end and start < high for low, high in allowed):
        return "a clinical word and nothing vouches for a name"
    if looks == "number":
        return "a value with its unit" if _UNIT.match(text, end) else "no rule claims a number of this shape here"
    if any(is_clinical(text[start:stop]) for stop in range(start + 2, end + 1)):
        return "a clinical word"
    return "no title, label or list makes it a name here"
