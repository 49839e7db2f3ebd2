"""The work behind `gazetteer import` and `gazetteer list`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TextIO

from incognote.cli.main import OK
from incognote.gazetteer import registers
from incognote.gazetteer.importers import import_register, read_map


def bring_in(options: argparse.Namespace, out: TextIO) -> int:
    """One list becomes one register."""
    imported = import_register(options.file, read_map(options.columns), folder=_folder(options))
    left_out = f", {imported.left_out} rows left out" if imported.left_out else ""
    out.write(f"{imported.register}: {imported.institutions} institutions{left_out}\n")
    return OK


def show(options: argparse.Namespace, out: TextIO) -> int:
    """Every register with its institutions by label and where it came from."""
    folder = _folder(options)
    for name in registers.names(folder):
        text = (folder / f"{name}.tsv").read_text("utf-8")
        counts = Counter(label for label, _, _ in registers.parse(text, name))
        out.write(f"{name}: {', '.join(f'{count} {label}' for label, count in sorted(counts.items()))}\n")
        out.writelines(f"    {line[2:]}\n" for line in text.splitlines()[:2] if line.startswith("# "))
    return OK


def _folder(options: argparse.Namespace) -> Path:
    folder: Path = options.registers or registers.default_folder()
    return folder
