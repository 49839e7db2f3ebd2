"""The work behind `serve`: tokens, the vault, and what is said on the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from incognote.cli import opening
from incognote.cli.own_rules import own_rules
from incognote.cli.tally import say
from incognote.config import Profile, load_profile, profile_names
from incognote.defaults import NO_VAULT
from incognote.errors import UsageError

if TYPE_CHECKING:
    from incognote.vault.sql.custody import StoredVault
    from incognote.web.server import Keys

_NEEDED = ("fastapi", "uvicorn", "jinja2", "python_multipart")


def serve(options: argparse.Namespace) -> int:
    """Run the verb; 0 when it was stopped."""
    from incognote.cli.main import OK

    if any(find_spec(name) is None for name in _NEEDED):
        raise UsageError("serving needs a few more packages: pip install 'incognote[serve]'")
    from incognote.web.settings import Settings, bracketed, is_loopback, read_token

    keys = _keys(options, is_local=is_loopback(options.host))
    token = read_token(options.token_file, "--token-file") if options.token_file else _made_up("--token-file")
    reveal = _reveal(options.reveal_token_file)
    profile, own = _profile(options.profile)
    rules = own_rules(options.rules)
    vault = _vault(options)
    try:
        from incognote.web.app import create_app
        from incognote.web.server import bind
        from incognote.web.server import serve as run

        listener = bind(options.host, options.port)
        port = listener.getsockname()[1]
        settings = Settings(
            token=token, reveal_token=reveal, host=options.host, port=port, names=tuple(options.name), is_tls=keys is not None,
            profile=profile, profiles=own, site_rules=rules, tagger=options.tagger,
            note_bytes=options.max_note << 20, upload_bytes=options.max_upload << 20,
        )  # fmt: skip
        address = f"{'https' if keys else 'http'}://{bracketed(options.host)}:{port}"
        lines = [f"{address}/login#token={token}" if options.token_file is None else f"{address}/login"]
        if reveal is not None and options.reveal_token_file is None:
            lines.append(f"reveal token: {reveal}")
        run(create_app(settings, vault=vault), listener, keys=keys, logs_access=options.access_log, ready=lambda: _show(lines))
    finally:
        if vault is not None:
            vault.close()
    return OK


def _show(lines: list[str]) -> None:
    for line in lines:
        print(line, flush=True)  # noqa: T201


def _made_up(option: str) -> str:
    """A token for this run, which is shown on the terminal; a log is no place for one."""
    if not sys.stdout.isatty():
        raise UsageError(f"there is no terminal to show the token on: name a file with {option}")
    return secrets.token_urlsafe(32)


def _reveal(path: Path | None) -> str | None:
    """The token for names; none without a file where nobody could read it."""
    from incognote.web.settings import read_token

    if path is not None:
        return read_token(path, "--reveal-token-file")
    return secrets.token_urlsafe(32) if sys.stdout.isatty() else None


def _keys(options: argparse.Namespace, *, is_local: bool) -> Keys | None:
    given = [options.tls_cert is not None, options.tls_key is not None]
    if any(given) and not all(given):
        raise UsageError("--tls-cert and --tls-key go together")
    if not is_local and not (all(given) and options.token_file is not None):
        raise UsageError("an address other than this machine's own needs --tls-cert, --tls-key and --token-file")
    if not all(given):
        return None
    from incognote.web.server import Keys

    return Keys(options.tls_cert, options.tls_key)


def _profile(asked: str) -> tuple[str, dict[str, Profile]]:
    """The name of the profile and, if it is the site's own, the profile."""
    chosen = load_profile(asked)
    if asked in profile_names():
        return asked, {}
    if chosen.name in profile_names():
        raise UsageError("the profile of --profile has the name of a built-in one: give it another")
    return chosen.name, {chosen.name: chosen}


def _vault(options: argparse.Namespace) -> StoredVault | None:
    """The vault that is named, else the user's own, else none: people are then forgotten after each note."""
    url = options.vault
    if url is None and opening.default_path().exists():
        url = f"sqlite:///{opening.default_path()}"
    if url is None or url == NO_VAULT:
        say("without a vault: codes hold within one document only")
        return None
    from incognote.cli.passphrase import passphrase
    from incognote.vault import open_stored

    return open_stored(url, project=options.project, passphrase=passphrase(url))
