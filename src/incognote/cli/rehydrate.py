"""`incognote rehydrate`: codes back into names, for the person who may see them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from incognote.cli.custodian import add_address, destination, open_stored, written_bytes
from incognote.errors import FormatError
from incognote.text.decode import Decoded, decode


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "rehydrate",
        help="turn codes back into names",
        description="Turns codes into names, in any width, dash, case or spacing, and nothing else. "
        "Codes that the vault does not know, or that a line end or a backslash breaks, stay and are reported (exit code 3).",
    )
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default="-", help="a file, or - for standard input (the default)"
    )
    parser.add_argument(
        "--encoding", metavar="E", help="the input's encoding (default: found out, and refused if in doubt; E! is believed)"
    )
    parser.add_argument("--to-pipe", action="store_true", help="print names though the output is no terminal")
    add_address(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the text with names; 3 where a code is unknown."""
    from incognote.cli.main import DEGRADED, OK
    from incognote.cli.tally import say
    from incognote.formats import source
    from incognote.vault.rehydrate import rehydrate

    to = destination(options)
    with open_stored(options) as vault:
        origin = (
            source.from_stream(sys.stdin.buffer, 1)
            if options.path == "-"
            else source.from_path(Path(options.path), 1)
        )
        data = origin.read()
        decoded = decode(data, encoding=options.encoding)
        result = rehydrate(decoded.text, vault.prefix, vault.person)
        if result.restored:
            vault.note("rehydrate", codes=list(result.restored), to=to)
    written_bytes(result.text.encode() if to == "terminal" else _as_before(result.text, data, decoded))
    if result.unknown:
        say(f"not known to this vault, or broken, and left as they stand: {', '.join(result.unknown[:20])}")
    return DEGRADED if result.unknown else OK


def _as_before(text: str, data: bytes, decoded: Decoded) -> bytes:
    """`text` in the encoding of `data`, with its byte order mark if it has one."""
    try:
        mark = data[: len(data) - len(decoded.text.encode(decoded.encoding))]
        return mark + text.encode(decoded.encoding)
    except UnicodeEncodeError:
        raise FormatError(
            "a name cannot be written in the input's encoding: convert the input to UTF-8 first"
        ) from None
