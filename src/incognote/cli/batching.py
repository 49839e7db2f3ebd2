"""`scrub` into a folder: the inputs and options as a batch, and how its progress is shown."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from datetime import date
from functools import partial
from typing import Any, BinaryIO, Final

from incognote.batch.manifest import Manifest
from incognote.batch.summary import Summary
from incognote.batch.unit import Plan, Unit, Watch
from incognote.cli.engines import engine
from incognote.cli.inputs import Batch, Input, not_copied, told
from incognote.cli.progress import progress
from incognote.cli.tally import Tally, say
from incognote.detect.rules import names
from incognote.document import Result, Vault
from incognote.errors import UsageError
from incognote.formats import csv_, kinds, output
from incognote.formats.source import Item, Unread
from incognote.pipeline import Pipeline

_LED: Final = "input "


def fits(options: argparse.Namespace, batch: Batch) -> bool:
    """Whether the run is a batch: files that go to a folder, and nobody looks over its shoulder.

    What comes by a pipe can be read once and by this process alone; it goes to a folder as a new file each time.
    """
    are_files = all(entry.source.path is not None for entry in batch.inputs)
    is_batch = options.output is not None and are_files and not options.show and not options.audit
    if (options.workers > 1 or options.resume or options.same_format or options.engine != "local") and not is_batch:
        raise UsageError("--workers, --engine, --resume and --same-format need files as input and -o DIR, without --show and --audit")
    if options.same_format and options.jsonl:
        raise UsageError("--same-format and --jsonl are two ways to write the results: choose one")
    return is_batch


def run(
    options: argparse.Namespace,
    batch: Batch,
    make: Callable[..., Pipeline],
    vault: Vault | None,
    tally: Tally,
    *,
    enrols: bool,
    skipped: Collection[str],
) -> None:
    """Do the batch; its report lies in the folder. `skipped` are the rule files that the profile leaves out."""
    manifest = Manifest(output.open_folder(options.output))
    try:
        if options.resume and not manifest.salt:
            raise UsageError("there is no run to go on with in this folder: leave --resume out")
        manifest.begin((options.on or date.today()).isoformat())
        day = options.on or date.fromisoformat(manifest.day)
        make = partial(make, on=day)
        settings = repr((options.keep_residue, options.same_format, options.encoding, _plainly(batch)))
        plan = Plan(
            _units(options, batch), options.output, make(vault=vault), make, settings, enrols=enrols, workers=options.workers,
            rules=tuple(name for name in names() if name not in skipped),
        )  # fmt: skip
        with _Shown(tally, is_quiet=options.quiet) as watch:
            report = engine(options.engine)(plan, manifest, watch)
        if watch.before and not options.quiet:
            say(f"{watch.before} of {report.items} items were done before")
    except KeyboardInterrupt:
        say("stopped: what is finished stays, and the same command goes on with the rest")
        raise
    finally:
        manifest.close()


def _plainly(batch: Batch) -> tuple[Any, ...]:
    """What readers are told, in words that stay the same from run to run."""
    columns, paths = batch.asked["columns"], batch.asked["paths"]
    return (columns.text, columns.id, columns.keep, paths.notes, sorted(paths.known.items()), batch.asked["ocr"])


class _Shown(Watch):
    """Progress on a terminal, a line for every item that did not come out clean."""

    def __init__(self, tally: Tally, *, is_quiet: bool) -> None:
        self._tally, self._is_quiet = tally, is_quiet
        self._bars = ExitStack()
        self._what = ""
        self._update: Callable[[int, int], None] | None = None
        self.before = 0

    def __enter__(self) -> _Shown:
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.close()

    def counted(self, summary: Summary, number: int, unit: int, *, is_new: bool) -> None:
        self.before += not is_new
        reason = summary.reason
        if reason and not reason.startswith(_LED):
            reason = f"{_LED}{unit}: {reason}"
        self._tally.count(summary, number, reason=reason, is_new=is_new)
        if summary.left_out and is_new and not self._is_quiet:
            say(f"input {unit}: not read: {summary.left_out}")

    def advanced(self, what: str, done: int, total: int) -> None:
        if self._is_quiet:
            return
        if what != self._what:
            self._bars.close()
            self._update = self._bars.enter_context(progress(what))
            self._what = what
        if self._update is not None:
            self._update(done, total)


def _units(options: argparse.Namespace, batch: Batch) -> tuple[Unit, ...]:
    facts = hashlib.sha256(json.dumps(batch.facts, sort_keys=True, default=repr).encode()).hexdigest()
    if options.jsonl:
        paths = tuple(entry.source.path for entry in batch.inputs if entry.source.path is not None)
        return (Unit(1, "lines", paths, partial(_all_items, batch), facts=facts, stem="results", suffix=".jsonl"),)
    return tuple(_unit(batch, entry, facts, is_again=options.same_format) for entry in batch.inputs)


def _unit(batch: Batch, entry: Input, facts: str, *, is_again: bool) -> Unit:
    paths = (entry.source.path,) if entry.source.path is not None else ()
    number, kind = entry.source.number, kinds.KINDS[entry.format]
    again = partial(_again, batch, entry) if is_again and kind.is_again else None
    suffix = kind.suffixes[0] if again is not None else ".txt"
    if entry.is_note:
        return Unit(number, "file", paths, entry.read, known=batch.known_of(entry), fill=again, suffix=suffix)
    items = partial(batch.items, entry)
    if again is not None:
        return Unit(number, "table", paths, items, facts=facts, stem="notes", suffix=suffix, fill=again, is_opened=True)
    if entry.format == "csv":
        return Unit(number, "table", paths, items, facts=facts, stem="table", suffix=".csv", fill=partial(_fill, batch, entry))
    return Unit(number, "lines", paths, items, facts=facts, stem="notes", suffix=".jsonl")


def _all_items(batch: Batch) -> Iterator[Item]:
    """The items of all inputs, which go to one file: what is not read says which input it is."""
    for entry in batch.inputs:
        for item in batch.items(entry):
            yield Unread(item.id, f"{_LED}{entry.source.number}: {item.reason}") if isinstance(item, Unread) else item


def _again(batch: Batch, entry: Input, results: Iterable[Result], out: BinaryIO) -> None:
    """The file once more, in the format it came in."""
    left_out = kinds.module_of(entry.format).write(results, out, entry.source, **told(batch, entry.format))
    if left_out and "columns" in kinds.KINDS[entry.format].asks:
        say(not_copied(entry, left_out))


def _fill(batch: Batch, entry: Input, results: Iterable[Result], out: BinaryIO) -> None:
    left_out = csv_.write(results, out, entry.source, **told(batch, "csv"))
    if left_out:
        say(not_copied(entry, left_out))
