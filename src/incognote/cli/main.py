"""`incognote VERB ...`: finds the verb's module, runs it, and turns what went wrong into one line.

Exit codes: 0 all clean; 1 could not run, or a document failed; 2 residue; 3 degraded or empty; 130
interrupted. No message holds text of a note, an argument as it was typed, or a file's name.
"""

from __future__ import annotations

import argparse
import io
import logging
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import incognote
from incognote.errors import IncognoteError, UsageError

OK, FAILED, RESIDUE, DEGRADED, INTERRUPTED = 0, 1, 2, 3, 130
VERBS: Final = ("scrub", "rewrite", "detect", "verify", "rehydrate", "vault", "rules", "gazetteer", "synth", "eval", "risk", "train", "models", "desk", "serve")
"""Each a module of this package with `add_parser(subparsers)`."""
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_OPTION: Final = re.compile(r"--[a-z]+(?:-[a-z]+)*\Z")
_EPILOG: Final = "Exit codes: 0 all clean, 1 could not run or a document failed, 2 residue, 3 degraded or empty."


class Parser(argparse.ArgumentParser):
    """Raises instead of leaving with 2, which means residue here; quotes nothing that was typed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{_without_values(message)}: see {self.prog} --help")


def _without_values(message: str) -> str:
    """An argparse message without the values in it: an argument may be a patient's name."""
    head, separator, choices = message.partition("(choose from")
    return _QUOTED.sub("this value", head).rstrip() + (f" ({choices.rstrip(')').strip()})" if separator else "")


def _parser(verb: str | None) -> Parser:
    parser = Parser(prog="incognote", description=incognote.__doc__, epilog=_EPILOG)
    parser.add_argument("--version", action="version", version=f"incognote {incognote.__version__}")
    subparsers = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for name in VERBS if verb not in VERBS else (verb,):
        import_module(f"incognote.cli.{name}").add_parser(subparsers)
    return parser


def _options(given: Sequence[str]) -> argparse.Namespace:
    """The options of a command; UsageError says which one is not known, unless it may be a value."""
    verb = given[0] if given else None
    parser = _parser(verb)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        from incognote.text.nearest import meant

        where = f"incognote {verb}" if verb in VERBS else "incognote"
        lead = f"{verb}: " if verb in VERBS else ""
        name = unknown[0].partition("=")[0]
        known = sorted({option for action in _actions(parser) for option in action.option_strings if option.startswith("--")})
        close, sign, _ = meant(name, known).partition("?")
        # One that is like none of ours may be somebody's name behind two dashes.
        said = f" {name}; {close}?" if sign and _OPTION.match(name) else ""
        raise UsageError(f"{lead}an argument that is not known:{said} see {where} --help")
    return options


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of all verbs below it."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show a character shows a ? for it
            stream.reconfigure(errors="replace")
    if os.environ.get("INCOGNOTE_DEBUG"):
        _listen()
    try:
        options = _options(given)
        code: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads: Python would complain on exit
        return FAILED
    except IncognoteError as error:
        return _say(str(error), FAILED, error)
    except OSError as error:
        from incognote.formats.source import reason

        return _say(reason(error), FAILED, error)
    except MemoryError as error:
        return _say("there is not enough memory for this input", FAILED, error)
    except Exception as error:  # the one place that owns a command: whatever it is, no text may be printed
        return _say(f"internal error ({type(error).__name__}); INCOGNOTE_DEBUG=1 shows where", FAILED, error)
    return code


def _listen() -> None:
    """Our own debug lines to stderr: they say where a fault was. Other libraries' lines hold values."""
    logger = logging.getLogger("incognote")
    logger.addHandler(logging.StreamHandler(sys.stderr))
    logger.setLevel(logging.DEBUG)


def _say(message: str, code: int, error: BaseException | None = None) -> int:
    """One line on stderr; with INCOGNOTE_DEBUG also where it happened, without any message or value."""
    line = " ".join(message.split())
    print(f"incognote: {line}", file=sys.stderr)  # noqa: T201
    if error is not None and os.environ.get("INCOGNOTE_DEBUG"):
        for frame in traceback.extract_tb(error.__traceback__):
            print(f"  {frame.filename}:{frame.lineno} in {frame.name}", file=sys.stderr)  # noqa: T201
        print(f"  {type(error).__name__}", file=sys.stderr)  # noqa: T201
    return code
