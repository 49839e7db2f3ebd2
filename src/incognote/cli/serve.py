"""`incognote serve`: the local page and the HTTP API."""

from __future__ import annotations

import argparse
from pathlib import Path

from incognote.cli.options import add_profile_options, add_vault_options
from incognote.defaults import SERVE_PORT


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="a local page, and the HTTP API",
        description="Serves the page and the API on this machine. Another address is refused unless --tls-cert, --tls-key and --token-file are given. "
        "The address with the start-up token is printed once, on a terminal; Ctrl-C ends it.",
    )
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="the address to listen at (default: 127.0.0.1, this machine only)")
    parser.add_argument("--port", metavar="N", type=_port, default=SERVE_PORT, help=f"the port (default: {SERVE_PORT}; 0 takes a free one)")
    parser.add_argument("--name", metavar="HOST", action="append", default=[], help="a further host name by which clients call (may be repeated)")
    parser.add_argument("--tls-cert", metavar="FILE", type=Path, help="the certificate, PEM")
    parser.add_argument("--tls-key", metavar="FILE", type=Path, help="the certificate's key, PEM")
    parser.add_argument("--token-file", metavar="FILE", type=Path, help="the token for page and API, in place of one made up at each start")
    parser.add_argument("--reveal-token-file", metavar="FILE", type=Path, help="the token that names may be seen with, likewise")
    add_profile_options(parser)
    add_vault_options(parser)
    parser.add_argument("--max-note", metavar="MB", type=_size, default=4, help="the largest note that is taken (default: 4)")
    parser.add_argument("--max-upload", metavar="MB", type=_size, default=64, help="the most that is taken as files at once (default: 64)")
    parser.add_argument("--access-log", action="store_true", help="a line for each request on stderr: no paths' values, queries or bodies")
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError("a port is 0 to 65535")
    return int(text)


def _size(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError("a size is 1 to 1024 megabytes")
    return int(text)


def run(options: argparse.Namespace) -> int:
    from incognote.cli.serving import serve

    return serve(options)
