"""The work behind `eval linkage` and `eval expert-sheet`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from incognote.cli.main import OK
from incognote.cli.progress import progress
from incognote.errors import FormatError, UsageError
from incognote.formats.output import open_folder
from incognote.lab.evaluate.gold import read_rows
from incognote.lab.risk import sheet
from incognote.lab.risk.attacks import Narrative, attacked, markdown, read_narratives
from incognote.lab.risk.similar import lexical, neural
from incognote.lab.risk.systems import systems


def linkage(options: argparse.Namespace) -> int:
    narratives = read_narratives(options.gold)
    if options.neural:
        neural(["a"], ["a"])  # before an hour of retelling
    measures = {"lexical": lexical} | ({"neural": neural} if options.neural else {})
    with progress("narratives") as tell:
        found = attacked(narratives, systems(options.system, seed=options.seed, tagger=options.tagger), similar=measures, seed=options.seed, progress=tell)
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n" if options.json else markdown(found))
    return OK


def expert_sheet(options: argparse.Namespace) -> int:
    if options.score:
        if options.key is None:
            raise UsageError("--score needs the --key of the forms")
        sys.stdout.write(sheet.told(sheet.scored([_text(path) for path in options.score], _text(options.key))))
        return OK
    if options.gold is None or options.output is None:
        raise UsageError("a form is made with --gold FILE -o DIR, and scored with --score FILE --key FILE")
    narratives = read_narratives(options.gold)
    form = sheet.made(narratives, _outputs(options, narratives), candidates=options.candidates, count=options.count, seed=options.seed)
    folder = open_folder(options.output)
    files = {"form.csv": sheet.as_csv(form), "form.json": sheet.as_json(form), "key.json": sheet.key_of(form, candidates=options.candidates)}
    if any((folder / name).exists() for name in files):
        raise UsageError("the folder of -o holds a form already")
    for name, text in files.items():
        with os.fdopen(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    print(f"incognote: {len(form.items)} items; the form holds the originals; keep key.json from the raters", file=sys.stderr)  # noqa: T201
    return OK


def _outputs(options: argparse.Namespace, narratives: Sequence[Narrative]) -> dict[str, str]:
    """What the form shows: the given outputs, or the narratives told anew."""
    if options.outputs is not None:
        rows = [(number, row.get("id"), row.get("text")) for number, row in read_rows(options.outputs)]
        if wrong := [number for number, key, _ in rows if not isinstance(key, str)]:
            raise FormatError(f"line {wrong[0]} of the outputs: it needs `id`")
        return {key: text for _, key, text in rows if isinstance(key, str) and isinstance(text, str)}
    system = systems(["rewrite"], seed=options.seed, tagger=options.tagger)["rewrite"]
    return {n.id: text for n in narratives if (text := system(n)) is not None}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("a form or the key is not UTF-8") from None
