"""The work behind `synth`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from incognote.cli.main import FAILED, OK
from incognote.cli.progress import progress
from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.lines import write_lines
from incognote.lab.synth import release, sets
from incognote.lab.synth.fill import Record
from incognote.lab.synth.gate import faults, look_alikes
from incognote.lab.synth.overlap import shared
from incognote.lab.synth.pools import SPLITS
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.relations import relations
from incognote.lab.synth.skeleton import Skeleton, blocks, read

_MOST_RUNS = 12
MOST_NOTES = 100_000
"""The most notes a split may be asked for: about 0.5 GB and a quarter of an hour."""


def list_sets(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    table = Table("set", "skeletons", "train", "valid", "test", "what it is")
    for recipe in RECIPES.values():
        counts = [str(recipe.notes.get(split, "-")) for split in ("train", "valid", "test")]
        table.add_row(recipe.name, str(len(sets.skeletons(*recipe.kinds))), *counts, recipe.about)
    for name, about in release.DERIVED.items():
        table.add_row(name, "-", "-", "-", "-", about)
    Console(file=sys.stdout).print(table)
    return OK


def make_set(options: argparse.Namespace) -> int:
    made = _derived(options) if options.set in release.DERIVED else _filled(options)
    variant = ".closed" if options.closed else ""
    end = "" if options.plain else ".xz"
    for split, notes in made.items():
        stem = f"{options.set}{variant}.{split}"
        write_lines(options.output / f"{stem}.jsonl{end}", notes)
        if options.set in release.REPORTS:
            write_lines(options.output / f"{stem}.relations.jsonl{end}", map(relations, notes))
        if options.pdf:
            _write_pdfs(notes, options.output / f"{stem}.pdf")
        print(f"{split}: {len(notes)} notes, {sum(len(n['spans']) for n in notes)} spans, fingerprint {sets.fingerprint(notes)}")  # noqa: T201
    return OK


def _derived(options: argparse.Namespace) -> dict[str, Sequence[Record]]:
    if options.notes is not None:
        raise UsageError(f"{options.set} has its own size: --notes is for {', '.join(RECIPES)}")
    made = release.derived(options.set, closed=options.closed)
    return {split: notes for split, notes in made.items() if not options.split or split in options.split}


def _filled(options: argparse.Namespace) -> dict[str, Sequence[Record]]:
    if options.set not in RECIPES:
        raise UsageError(f"no such set; there are {', '.join((*RECIPES, *release.DERIVED))}")
    recipe = RECIPES[options.set]
    if options.notes is not None:
        if not 1 <= options.notes <= MOST_NOTES:
            raise UsageError(f"--notes is 1 to {MOST_NOTES}: the notes of a set are held in memory and checked against one another")
        recipe = replace(recipe, notes=dict.fromkeys(recipe.notes, options.notes))
    with progress(options.set) as tell:
        made = sets.make(recipe, closed=options.closed, splits=tuple(options.split or SPLITS), progress=tell)
    wrong = sets.gate(made)
    if wrong:
        for fault in wrong[:20]:
            print(f"{fault.note}: {fault.reason}", file=sys.stderr)  # noqa: T201
        raise FormatError(f"{len(wrong)} faults: nothing was written")
    return {str(split): notes for split, notes in made.items()}


def _write_pdfs(notes: Sequence[Record], folder: Path) -> None:
    from incognote.lab.synth.pdf import write_pdf

    folder.mkdir(parents=True, exist_ok=True)
    for note in notes:
        write_pdf(note["text"], folder / f"{note['id']}.pdf", script=note["script"])


def check(options: argparse.Namespace) -> int:
    code = OK
    written: list[Skeleton] = []
    for number, path in enumerate(options.paths, 1):
        if path.suffix == ".txt":
            try:
                code = max(code, _read_skeletons(path, written))
            except UnicodeDecodeError:
                raise FormatError(f"input {number}: this is not UTF-8 text, so no skeleton file") from None
        else:
            found = list(faults(row for _, row in read_rows(path)))
            for fault in found[:20]:
                print(f"{fault.note}: {fault.reason}")  # noqa: T201
            print(f"{len(found)} faults")  # noqa: T201
            code = FAILED if found else code
    return max(code, _check_skeletons(written)) if written else code


def _read_skeletons(path: Path, into: list[Skeleton]) -> int:
    """Every mistake of a file at once, not the first alone."""
    code = OK
    for number, block in blocks(path):
        try:
            into.append(read(block))
        except ValueError as wrong:
            print(f"WRONG  {path.name}, note {number}: {wrong}")  # noqa: T201
            code = FAILED
    return code


def _check_skeletons(written: list[Skeleton]) -> int:
    own = {s.id for s in written}
    others = [s for s in sets.skeletons() if s.id not in own]
    twice = [key for key, count in Counter(s.id for s in written).items() if count > 1]
    for key in twice:
        print(f"WRONG  id {key} is used twice")  # noqa: T201
    for skeleton in written:
        for text in look_alikes(skeleton):
            print(f"LOOK   {skeleton.id}: {text!r} outside a slot looks like an identifier")  # noqa: T201
    runs = {gram: ids for gram, ids in shared([*written, *others]).items() if own.intersection(ids)}
    for gram, ids in list(runs.items())[:_MOST_RUNS]:
        words = ("" if gram[0] >= "\u4e00" else " ").join(gram)
        print(f"SHARED {' '.join(sorted(ids)[:3])}: {words}")  # noqa: T201
    labels = Counter(mark.label for s in written for mark in s.marks)
    placements = Counter(n for s in written for n in s.placements)
    print(f"{len(written)} skeletons, {sum(not s.marks for s in written)} without a slot, {len(runs)} shared runs of eight")  # noqa: T201
    print("labels:", dict(labels.most_common()))  # noqa: T201
    print("placements:", dict(sorted(placements.items())))  # noqa: T201
    return FAILED if twice else OK
