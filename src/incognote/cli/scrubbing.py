"""The work behind `scrub`: inputs through the pipeline, results to where they were asked for."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from incognote.batch.kept_cells import with_kept_cells
from incognote.cli import batching, choosing, inputs, opening
from incognote.cli.inputs import Batch, Input
from incognote.cli.own_rules import own_rules
from incognote.cli.progress import watched
from incognote.cli.tally import Tally, say
from incognote.config import Profile, make_pipeline
from incognote.document import Document, Finding, Result
from incognote.errors import FormatError, UsageError
from incognote.formats import csv_, jsonl, naming, output, text
from incognote.formats.columns import KEPT
from incognote.formats.source import LEFT_OUT, Source, Unread
from incognote.pipeline import Pipeline


class Outcome(NamedTuple):
    """What came of one item; `document` is None where there was nothing to read."""

    number: int
    document: Document | None
    result: Result


def scrub(options: argparse.Namespace, out: BinaryIO) -> int:
    """Run the verb; the exit code."""
    if options.show and options.jsonl:
        raise UsageError("--show and --jsonl are two ways to print the results: choose one")
    batch = inputs.batch(options)
    if len(batch.inputs) > 1 and not (options.jsonl or options.output or options.show):
        raise UsageError("several inputs need -o DIR or --jsonl")
    is_batch = batching.fits(options, batch)
    profile, rules = choosing.profile(options), own_rules(options.rules)
    if profile.relations:
        batch = replace(batch, check=choosing.check_people)
    vault = opening.vault(options, profile)
    make = partial(
        _made,
        options.quiet,
        profile,
        dates=options.dates,
        site_rules=rules,
        keep_residue=options.keep_residue,
        tagger=options.tagger,
    )
    tally = Tally(is_quiet=options.quiet, has_vault=vault is not None)
    if is_batch:
        batching.run(options, batch, make, vault, tally, enrols=not profile.relations, skipped=profile.skip)
    else:
        Run(options, batch, make(vault=vault, on=options.on), tally).deliver(out)
    inputs.tell_unheeded(batch, is_quiet=options.quiet)
    tally.close()
    return tally.code()


def _made(is_quiet: bool, profile: Profile, **settings: Any) -> Pipeline:
    return watched(make_pipeline(profile, **settings), is_quiet=is_quiet)


class Run:
    """One run: results are made as they are asked for, in the order of the inputs."""

    def __init__(self, options: argparse.Namespace, batch: Batch, pipeline: Pipeline, tally: Tally) -> None:
        self.options, self.batch, self.pipeline, self.tally = options, batch, pipeline, tally
        self.results = iter(self._results())
        self.number = 0
        is_lines = any(entry.format == "jsonl" for entry in batch.inputs) and options.output is None
        self.copies_cells = not (options.jsonl or options.show or is_lines)

    def _results(self) -> Iterator[Result]:
        if self.batch.is_single:
            yield from map(self.pipeline.attempt, self.batch)
        else:
            yield from self.pipeline.run_many(self.batch)

    def outcomes(self, entry: Input) -> Iterator[Outcome]:
        """The outcomes of one input, counted and shown as they come."""
        seen: set[str] = set()
        again = 0
        for item in self.batch.items(entry):
            self.number += 1
            if entry.format == "jsonl" and isinstance(item, Document):
                again += item.id in seen
                seen.add(item.id)
            if isinstance(item, Unread):
                outcome = Outcome(self.number, None, _unread(self.number, self.pipeline.fingerprint))
                self.tally.add(outcome.result, self.number, reason=_where(item, entry.source))
            else:
                if LEFT_OUT in item.meta and not self.options.quiet:
                    say(f"input {entry.source.number}: not read: {item.meta[LEFT_OUT]}")
                result = self._next(item)
                if KEPT in item.meta and self.copies_cells:
                    result = with_kept_cells(self.pipeline, item, result)
                safe = naming.safe_id(item, result, self.number, is_identifying=self.pipeline.is_identifying)
                outcome = Outcome(self.number, item, replace(result, id=safe))
                self.tally.add(outcome.result, self.number)
                self._explain(item, outcome.result)
            yield outcome
        if again and not self.options.quiet:
            say(f"input {entry.source.number}: {again} item{'' if again == 1 else 's'} with an id that an earlier line has")

    def _next(self, document: Document) -> Result:
        """The result of `document`; the inputs are read more than once, and a file may change meanwhile."""
        result = next(self.results, None)
        if result is None or result.id != document.id:
            raise FormatError("an input changed while it was being read: nothing more is written")
        return result

    def _explain(self, document: Document, result: Result) -> None:
        if self.options.show or self.options.audit:
            from incognote.cli import render

            if self.options.show:
                render.show(document, result, sys.stdout)
            if self.options.audit:
                render.audit(document, result, sys.stderr)

    def deliver(self, out: BinaryIO) -> None:
        """Results to standard output or into the folder."""
        if self.options.output is not None:
            folder = output.open_folder(self.options.output)
            if self.options.jsonl:
                self._file(folder, "results", ".jsonl", self._write_all)
            else:
                for entry in self.batch.inputs:
                    self._files(folder, entry)
        elif self.options.show:
            for entry in self.batch.inputs:
                for _ in self.outcomes(entry):
                    pass
        elif self.options.jsonl or any(entry.format == "jsonl" for entry in self.batch.inputs):
            self._write_all(out)
        else:
            for entry in self.batch.inputs:
                self._writer(entry)(out)
        out.flush()

    def _write_all(self, out: BinaryIO) -> None:
        for entry in self.batch.inputs:
            jsonl.write((outcome.result for outcome in self.outcomes(entry)), out)

    def _writer(self, entry: Input) -> Callable[[BinaryIO], None]:
        def fill(out: BinaryIO) -> None:
            results = (outcome.result for outcome in self.outcomes(entry))
            if entry.format == "csv":
                self._write_csv(entry, results, out)
            else:
                (jsonl if entry.format == "jsonl" else text).write(results, out)

        return fill

    def _write_csv(self, entry: Input, results: Iterator[Result], out: BinaryIO) -> None:
        left_out = csv_.write(results, out, entry.source, **inputs.told(self.batch, "csv"))
        if left_out and not self.options.quiet:
            say(inputs.not_copied(entry, left_out))

    def _files(self, folder: Path, entry: Input) -> None:
        if not entry.is_note:
            stem, suffix = ("notes", ".jsonl") if entry.format == "jsonl" else ("table", ".csv")
            self._file(folder, stem, suffix, self._writer(entry))
            return
        for outcome in self.outcomes(entry):
            result = outcome.result
            if result.text is not None and result.status != "empty":
                stem = naming.code_of(result) or "note"
                self._file(folder, stem, ".txt", partial(text.write, [result]), check=partial(_same, result.text))

    def _file(
        self,
        folder: Path,
        stem: str,
        suffix: str,
        fill: Callable[[BinaryIO], None],
        *,
        check: Callable[[Source], None] | None = None,
    ) -> None:
        checks = {".jsonl": _lines_are_results}
        output.write_new(folder, stem, suffix, fill=fill, check=check or checks.get(suffix))


def _unread(number: int, fingerprint: str) -> Result:
    finding = Finding("unread", "source", 0, 0, "failure")
    return Result(f"item-{number:04d}", "failed", None, {}, (), (), (finding,), fingerprint)


def _where(item: Unread, source: Source) -> str:
    return f"input {source.number}: {item.reason}"


def _same(wanted: str, written: Source) -> None:
    """The bytes to be published are the text that was verified."""
    if written.read().decode("utf-8") != wanted:
        raise FormatError("the output does not read back as it was checked: nothing was written")


def _lines_are_results(written: Source) -> None:
    with written.open() as stream:
        for line in stream:
            if json.loads(line)["version"] != jsonl.VERSION:
                raise FormatError("the output does not read back as it was checked: nothing was written")
