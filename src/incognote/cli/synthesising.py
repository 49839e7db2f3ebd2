"""The work behind `synth`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from incognote.cli.main import FAILED, OK
from incognote.cli.progress import progress
from incognote.errors import FormatError, UsageError
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.lines import write_lines
from incognote.lab.synth import sets
from incognote.lab.synth.fill import Record
from incognote.lab.synth.gate import faults
from incognote.lab.synth.overlap import shared
from incognote.lab.synth.pools import SPLITS
from incognote.lab.synth.recipes import RECIPES
from incognote.lab.synth.skeleton import Skeleton, read_file


def list_sets(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    table = Table("set", "skeletons", "train", "valid", "test", "what it is")
    for recipe in RECIPES.values():
        counts = [str(recipe.notes[split]) for split in ("train", "valid", "test")]
        table.add_row(recipe.name, str(len(sets.skeletons(*recipe.kinds))), *counts, recipe.about)
    Console(file=sys.stdout).print(table)
    return OK


def make_set(options: argparse.Namespace) -> int:
    if options.set not in RECIPES:
        raise UsageError(f"no such set; there are {', '.join(RECIPES)}")
    recipe = RECIPES[options.set]
    if options.notes is not None:
        if options.notes < 1:
            raise UsageError("--notes is at least 1")
        recipe = replace(recipe, notes=dict.fromkeys(recipe.notes, options.notes))
    with progress(options.set) as tell:
        made = sets.make(recipe, closed=options.closed, splits=tuple(options.split or SPLITS), progress=tell)
    wrong = sets.gate(made)
    if wrong:
        for fault in wrong[:20]:
            print(f"{fault.note}: {fault.reason}", file=sys.stderr)  # noqa: T201
        raise FormatError(f"{len(wrong)} faults: nothing was written")
    variant = ".closed" if options.closed else ""
    for split, notes in made.items():
        path = options.output / f"{options.set}{variant}.{split}.jsonl{'' if options.plain else '.xz'}"
        write_lines(path, notes)
        if options.pdf:
            _write_pdfs(notes, options.output / f"{options.set}{variant}.{split}.pdf")
        print(f"{split}: {len(notes)} notes, {sum(len(n['spans']) for n in notes)} spans, sha256 {sets.fingerprint(notes)}")  # noqa: T201
    return OK


def _write_pdfs(notes: list[Record], folder: Path) -> None:
    from incognote.lab.synth.pdf import write_pdf

    folder.mkdir(parents=True, exist_ok=True)
    for note in notes:
        write_pdf(note["text"], folder / f"{note['id']}.pdf", script=note["script"])


def check(options: argparse.Namespace) -> int:
    code = OK
    written: list[Skeleton] = []
    for path in options.paths:
        if path.suffix == ".txt":
            written += read_file(path)
        else:
            found = list(faults(_gold_rows(path)))
            for fault in found[:20]:
                print(f"{fault.note}: {fault.reason}")  # noqa: T201
            print(f"{len(found)} faults")  # noqa: T201
            code = FAILED if found else code
    return code if not written else _check_skeletons(written, options.paths) or code


def _gold_rows(path: Path) -> Iterator[Record]:
    for number, row in read_rows(path):
        if not (isinstance(row.get("id"), str) and isinstance(row.get("text"), str) and isinstance(row.get("spans"), list)):
            raise FormatError(f"line {number}: it needs `id`, `text` and `spans`")
        if not all(isinstance(s, dict) and {"start", "end", "label"} <= s.keys() for s in row["spans"]):
            raise FormatError(f"line {number}: a span needs start, end and label")
        yield row


def _check_skeletons(written: list[Skeleton], paths: list[Path]) -> int:
    own = {s.id for s in written}
    others = [s for s in sets.skeletons() if s.id not in own]
    twice = [key for key, count in Counter(s.id for s in written).items() if count > 1]
    runs = [ids for ids in shared([*written, *others]).values() if own.intersection(ids)]
    for key in twice:
        print(f"id {key} is used twice")  # noqa: T201
    for ids, count in Counter(tuple(sorted(ids)[:3]) for ids in runs).most_common(10):
        print(f"{count} runs of eight shared by {' '.join(ids)}")  # noqa: T201
    print(f"{len(written)} skeletons, {len(runs)} shared runs of eight")  # noqa: T201
    return FAILED if twice else OK
