"""What is said of a run: counts, statuses and time; never a word of a note."""

from __future__ import annotations

import sys
from collections import Counter
from time import monotonic

from incognote.batch.summary import Summary, summarise
from incognote.cli.main import DEGRADED, FAILED, OK, RESIDUE
from incognote.document import Result

_CODES = {"residue": RESIDUE, "failed": FAILED, "degraded": DEGRADED, "empty": DEGRADED, "clean": OK}
_STEP = 100  # items between two signs of life on a terminal
_MODEL = "model_"  # findings that count what a language model answered
_WORST = ("residue", "failed", "degraded", "empty", "clean")


class Tally:
    """Counts results as they pass; says at once which item did not come out clean."""

    def __init__(self, *, is_quiet: bool, has_vault: bool) -> None:
        self._is_quiet = is_quiet
        self._has_vault = has_vault
        self._has_codes = False
        self._start = monotonic()
        self._statuses: Counter[str] = Counter()
        self._labels: Counter[str] = Counter()
        self._warnings: Counter[str] = Counter()
        self._model: Counter[str] = Counter()

    def add(self, result: Result, number: int, *, reason: str | None = None) -> None:
        self.count(summarise(result), number, reason=reason)
        if not self._is_quiet and self.total % _STEP == 0 and sys.stderr.isatty():
            sys.stderr.write(f"\r{self.total} items")
            sys.stderr.flush()

    def count(self, summary: Summary, number: int, *, reason: str | None = None, is_new: bool = True) -> None:
        """The same from a summary; what an earlier run said of an item is not said again."""
        self._statuses[summary.status] += 1
        self._labels.update(summary.labels)
        self._warnings.update(summary.findings.get("warning", {}))
        told = summary.findings.get("info", {})
        self._model.update({kind.removeprefix(_MODEL): n for kind, n in told.items() if kind.startswith(_MODEL)})
        self._has_codes = self._has_codes or summary.has_code
        if not is_new:
            return
        if reason is not None:
            say(reason)
        elif summary.status not in {"clean", "empty"}:
            withheld = ", withheld" if summary.is_withheld else ""
            say(f"item {number}: {summary.status} ({', '.join(summary.kinds) or 'no reason given'}){withheld}")
        elif summary.status == "empty":
            say(f"item {number} is empty")

    @property
    def total(self) -> int:
        return self._statuses.total()

    def code(self) -> int:
        """The exit code: the worst item decides."""
        return next((_CODES[status] for status in _WORST if self._statuses[status]), DEGRADED)

    def close(self) -> None:
        """The line of statistics; none where the only item could not be read, which is one line already."""
        if self._is_quiet or (self.total == 1 and self._statuses["failed"]):
            return
        if self._has_codes and not self._has_vault:
            say("no vault: the codes hold within this run only (`incognote vault init` makes a vault)")
        items = f"{self.total} item{'' if self.total == 1 else 's'}"
        statuses = ", ".join(f"{n} {status}" for status, n in sorted(self._statuses.items()))
        labels = " ".join(f"{label} {n}" for label, n in self._labels.most_common())
        warnings = " ".join(f"{kind} {n}" for kind, n in self._warnings.most_common())
        model = ", ".join(f"{n} {kind}" for kind, n in sorted(self._model.items()))
        parts = [f"{items}: {statuses or 'nothing to read'}", labels, f"warnings: {warnings}" if warnings else "", f"model: {model}" if model else ""]
        say("; ".join([*filter(None, parts), f"{monotonic() - self._start:.2f} s"]))


def say(message: str) -> None:
    """One line on stderr, over whatever progress stands there."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    sys.stderr.write(f"{clear}incognote: {message}\n")
