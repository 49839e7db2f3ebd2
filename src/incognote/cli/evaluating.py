"""The work behind `eval`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from incognote.cli.main import OK
from incognote.cli.progress import progress
from incognote.config import Pipeline
from incognote.document import Document
from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate import tables
from incognote.lab.evaluate.classes import SCHEMES
from incognote.lab.evaluate.compare import difference
from incognote.lab.evaluate.decoys import read_decoys
from incognote.lab.evaluate.gold import ANY, GoldNote, read_gold, read_rows
from incognote.lab.evaluate.measures import score
from incognote.lab.evaluate.predictions import Answer, row_of
from incognote.lab.evaluate.report import page
from incognote.lab.evaluate.systems import answer_all
from incognote.lab.lines import write_lines
from incognote.labels import LABELS, TIER_C


def run(options: argparse.Namespace) -> int:
    notes = _gold(options)
    if options.output is not None:
        _folder(options.output)
    decoys = read_decoys(options.decoys, notes) if options.decoys else []
    answers = _answered(options, [*notes, *decoys], options.system)
    result = tables.evaluation(
        options.gold.name.split(".jsonl")[0], notes, answers, scheme=options.scheme, also=_of_tier_c(options), decoys=decoys,
        by_skeleton=options.by_skeleton, note=tables.SYNTHETIC if any("skeleton" in n.meta for n in notes) else "",
    )  # fmt: skip
    if options.output is not None:
        _write(options.output / "evaluation.json", json.dumps(result, ensure_ascii=False, indent=1))
        _write(options.output / "evaluation.md", tables.markdown(result))
        _write(options.output / "evaluation.html", page(result))
        for system, given in answers.items():
            write_lines(options.output / f"{system}.preds.jsonl", (row_of(n.id, given[n.id], is_hashed=options.hashed) for n in [*notes, *decoys]))
    told = json.dumps(result, ensure_ascii=False) if options.json else tables.markdown(result)
    sys.stdout.write(told if told.endswith("\n") else told + "\n")
    for system, rows in result["systems"].items():
        if rows["failures"]:
            print(f"incognote: {system} did not answer {len(rows['failures'])} of {len(notes)} notes: their spans are missed", file=sys.stderr)  # noqa: T201
    return OK


def _folder(path: Path) -> None:
    """Make the folder and see that it can be written to: scoring may take an hour, so before it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise UsageError("-o is to be a folder, and a file is there") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise UsageError("the folder of -o cannot be written to")


def compare(options: argparse.Namespace) -> int:
    notes = _gold(options)
    answers = _answered(options, notes, [options.first, options.second])
    ignore = TIER_C - _of_tier_c(options)
    first, second = (score(name, notes, given, label_map=SCHEMES[options.scheme], ignore=ignore) for name, given in answers.items())
    told = difference(first, second, measure=options.measure, margin=options.margin, by_skeleton=options.by_skeleton, seeds=options.seeds)
    sys.stdout.write(f"{told.sentence}\n{first.system} {told.first:.4f}, {second.system} {told.second:.4f}; approximate randomisation p = {told.p:.4f}\n")
    return OK


def utility(options: argparse.Namespace) -> int:
    from incognote.lab.evaluate.utility import learned, touched

    notes = read_gold(options.gold, labels=ANY if options.entities else {*LABELS, "PER", "ORG", "LOC", "DAT"})
    if options.entities:
        with progress("notes") as tell:
            (answers,) = answer_all([options.system], notes, progress=tell).values()
        sys.stdout.write(f"clinical strings touched: {touched(notes, answers, [n.spans for n in notes])}, of {sum(len(n.spans) for n in notes)}\n")
        return OK
    pipeline = Pipeline.from_profile(options.system, vault="none")
    scrubbed = [result.text or "" for result in pipeline.run_many([Document(n.id, n.text) for n in notes])]
    if withheld := sum(not text and bool(note.text) for text, note in zip(scrubbed, notes, strict=True)):
        sys.stdout.write(f"{withheld} of {len(notes)} notes were withheld: they say nothing after scrubbing\n")
    for target in ("type", "specialty"):
        try:
            told = learned(notes, scrubbed, target=target)
        except UsageError as error:
            sys.stdout.write(f"{target}: {error}\n")
            continue
        sys.stdout.write(f"{told.sentence} Original {told.original}, scrubbed {told.scrubbed}.\n")
    return OK


def links(options: argparse.Namespace) -> int:
    from incognote.lab.evaluate.links import codes_of, link

    notes = [row for _, row in read_rows(options.visits)]
    if not notes or any(not isinstance(row.get(key), str) for row in notes for key in ("id", "text", "person")):
        raise FormatError("the visits file needs `id`, `text` and `person` in each line (schemas/visits.schema.json)")
    told = link(notes, codes_of(notes, profile=options.profile))
    sys.stdout.write(f"true links found {told.found} of {told.found.of}; wrong merges {told.wrong}; notes without a code {told.without_code}, with several {told.several}\n")
    for change, estimate in told.by_change.items():
        sys.stdout.write(f"  after {change}: {estimate} of {estimate.of}\n")
    for kind, pairs in (("not linked", told.missed), ("merged", told.merged)):
        for first, second in pairs:
            sys.stdout.write(f"  {kind}: {first} {second}\n")
    return OK


def relations(options: argparse.Namespace) -> int:
    from incognote.lab.evaluate import relation_tables
    from incognote.lab.evaluate.relations import evaluation
    from incognote.lab.evaluate.reports import read_reports, scrub

    kinds = None if options.misses is None else options.misses or relation_tables.MISSES
    if options.output is not None:
        _folder(options.output)
    reports = read_reports(options.gold, options.relations)
    with progress("reports") as tell:
        scrubbed = scrub(Pipeline.from_profile(options.profile, vault="none"), reports, progress=tell)
    result = evaluation(options.gold.name.split(".jsonl")[0], reports, scrubbed)
    if options.output is not None:
        _write(options.output / "relations.json", json.dumps(result, ensure_ascii=False, indent=1))
        _write(options.output / "relations.md", relation_tables.markdown(result))
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n" if options.json else relation_tables.markdown(result))
    for line in relation_tables.misses(kinds, reports, scrubbed) if kinds else ():
        sys.stdout.write(line + "\n")
    return OK


def report(options: argparse.Namespace) -> int:
    try:
        result: dict[str, Any] = json.loads(options.evaluation.read_text("utf-8"))
        told = tables.markdown(result) if options.output.suffix == ".md" else page(result)
    except (ValueError, KeyError, TypeError):
        raise FormatError("this is no evaluation.json of `eval run`") from None
    _write(options.output, told)
    return OK


def _gold(options: argparse.Namespace) -> list[GoldNote]:
    if options.scheme not in SCHEMES:
        raise UsageError(f"no such scheme; there are {', '.join(SCHEMES)}")
    return read_gold(options.gold, labels={*LABELS, "PER", "ORG", "LOC", "DAT"})


def _of_tier_c(options: argparse.Namespace) -> frozenset[str]:
    """The labels of tier C that are to be scored."""
    named = frozenset(filter(None, options.also.replace(" ", "").upper().split(",")))
    if named - TIER_C:
        raise UsageError(f"--also takes labels of tier C: {', '.join(sorted(TIER_C))}; the others are scored always")
    return TIER_C if options.tier_c else named


def _answered(options: argparse.Namespace, notes: list[GoldNote], systems: list[str]) -> dict[str, dict[str, Answer]]:
    with progress("notes") as tell:
        answers = answer_all(systems, notes, also=_of_tier_c(options), progress=tell)
    if len(answers) < len(systems):
        raise UsageError("two systems have one name: give the predictions files other names")
    return answers


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
