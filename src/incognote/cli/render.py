"""`--show` and `--audit`: a result explained on a terminal.

Off a terminal the original side shows what was found as blocks of its length, since a pipe ends in a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from incognote.desk.survivors import Reason, counted, survivors
from incognote.document import Document, Edit, Result

_STYLES: Final = {"NAME": "bold red", "DOCTOR": "red", "DATE": "yellow", "PHONE": "magenta", "ADDRESS": "blue"}
_OTHER: Final = "cyan"
_MOST: Final = 60
_WHY: Final[Mapping[Reason, str]] = {
    "kept": "the profile keeps {}",
    "by_hand": "a person left it",
    "allowed": "a clinical word and nothing vouches for a name",
    "unit": "a value with its unit",
    "no_rule": "no rule claims a number of this shape here",
    "clinical": "a clinical word",
    "no_cue": "no title, label or list makes it a name here",
}


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
    found = counted(document, survivors(document, result))
    table = Table("survived", "looks like", "why it was left", "times")
    for surface, times, one in found[:_MOST]:
        table.add_row(Text(surface), one.looks, _WHY[one.why].format(one.label), str(times))
    console.print(table)
    if len(found) > _MOST:
        console.print(f"and {len(found) - _MOST} more")
