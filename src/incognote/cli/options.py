"""Options that several verbs share. Light: every `--help` imports this."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from incognote.defaults import DEFAULT_PROFILE, DEFAULT_PROJECT
from incognote.formats.kinds import KINDS


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """PATH and the options that say how to read it."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files or folders, or - for standard input (the default)")
    parser.add_argument("--format", choices=tuple(KINDS), help="how to read the input (default: by the file's suffix, else text)")
    parser.add_argument("--encoding", metavar="E", help="the input's encoding (default: found out, and refused if in doubt; E! believes you though it reads like another)")
    parser.add_argument("--known", metavar="FILE", type=Path, help="a CSV of known facts: id or file, name, mrn, birth ...")
    parser.add_argument("--people", metavar="FILE", type=Path, help="a CSV of the people of each note, one a row: id or file, person, role, aliases ...")
    parser.add_argument("--text-column", metavar="C", action="append", default=[], help="tables: a column of notes (may be repeated)")
    parser.add_argument("--id-column", metavar="C", help="tables: the column of ids")
    parser.add_argument("--keep-column", metavar="C", action="append", default=[], help="tables: a column to copy as it stands")
    parser.add_argument("--json-path", metavar="P", action="append", default=[], help="JSON: a JSONPath of notes ($.notes[*].text), or of a fact (mrn=$.patient.id); may be repeated")
    parser.add_argument("--ocr", action="store_true", help="recognise the text of scanned pages and pictures (needs incognote[ocr] and tesseract)")


def add_profile_options(parser: argparse.ArgumentParser, *, default: str = DEFAULT_PROFILE) -> None:
    parser.add_argument("--profile", metavar="P", default=default, help=f"a built-in profile or a .toml file (default: {default})")
    parser.add_argument("--no-tagger", dest="tagger", action="store_false", help="leave the neural tagger out: quicker, but names that nothing announces are missed")
    parser.add_argument("--rules", metavar="FILE", type=Path, help="site rules (TOML), taken only if they pass `rules test`")


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """A language model as one more detector."""
    parser.add_argument("--llm", metavar="MODEL", help="ask a language model too: an id of `incognote models list`, a .gguf file, or a server (http://127.0.0.1:11434/v1#name)")
    parser.add_argument("--adapter", metavar="FILE", type=Path, help="what the model was taught on top (LoRA, GGUF)")


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """What a department adds to a profile for its reports: forms and lists of institutions."""
    parser.add_argument("--layout", metavar="L", action="append", default=[], help="a layout of reports by name or a .toml file, before the profile's own (may be repeated)")
    parser.add_argument("--registers", metavar="FOLDER", type=Path, help="the registers of institutions in this folder (default: the profile's, else your own)")


def add_date_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dates", choices=("keep", "offset", "shift", "year", "mask"), help="what becomes of dates (default: as the profile says)")
    add_day_option(parser)


def add_day_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--on", metavar="DATE", type=_day, help="the day ages are counted at where nothing dates a note")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written 2026-11-29") from None


def add_vault_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vault", metavar="URL", help="sqlite:///path.db, a PostgreSQL URL, or none (default: yours, if there is one)")
    parser.add_argument("--project", metavar="D", default=DEFAULT_PROJECT, help="the project within the vault")
