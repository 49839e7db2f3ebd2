"""What the server was started with: where it listens, who may come in, and how much it takes at once."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from incognote.config import Profile, load_profile
from incognote.defaults import DEFAULT_PROFILE, SERVE_PORT
from incognote.detect.rules.site import SiteRule
from incognote.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it has a safe value but the token: without one nobody comes in.

    Sizes are in bytes, times in seconds. `token` opens page and API, `reveal_token` names (None: nobody sees
    one); `names` are further host names by which clients may call. `profiles` are the site's own, by name.
    """

    token: str = field(repr=False)
    reveal_token: str | None = field(default=None, repr=False)
    host: str = "127.0.0.1"
    port: int = SERVE_PORT
    names: tuple[str, ...] = ()
    is_tls: bool = False
    profile: str = DEFAULT_PROFILE
    profiles: Mapping[str, Profile] = field(default_factory=dict, repr=False)
    site_rules: tuple[SiteRule, ...] = field(default=(), repr=False)
    tagger: bool = True
    note_bytes: int = 4 * 1024 * 1024
    upload_bytes: int = 64 * 1024 * 1024
    upload_files: int = 200
    workers: int = field(default_factory=lambda: max(2, min(8, os.cpu_count() or 2)))
    waiting: int = 64
    requests: int = 256
    jobs: int = 8
    body_seconds: float = 20.0
    idle_seconds: float = 30 * 60
    longest_seconds: float = 12 * 3600
    reveal_seconds: float = 10 * 60
    job_seconds: float = 3600
    wrong_tokens: int = 10
    """Wrong tokens at once from one address; then one more every few seconds."""

    def __post_init__(self) -> None:
        if not is_loopback(self.host) and not self.is_tls:
            raise ConfigError("an address other than this machine's own needs --tls-cert, --tls-key and --token-file")
        if self.profile not in self.profiles:
            load_profile(self.profile)

    @property
    def cookie(self) -> str:
        """The session cookie's name; browsers send cookies to every port of a host, so it holds the port."""
        return f"__Host-incognote-{self.port}" if self.is_tls else f"incognote-{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """The host names that a request may name, in lower case, without the port."""
        own = {"localhost", "127.0.0.1", "[::1]"} if is_loopback(self.host) else set()
        bound = set() if self.host in {"0.0.0.0", "::"} else {bracketed(self.host)}
        return frozenset(name.lower() for name in (*own, *bound, *self.names))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.1.2", "ward.example")]
    [True, True, True, False, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def bracketed(host: str) -> str:
    """A host as it stands in an address: `[::1]`."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


SHORTEST_TOKEN: Final = 24


def read_token(path: Path, option: str) -> str:
    """The token in a file that nobody else can read; ConfigError names the option, not the file."""
    try:
        with path.open("rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode
            token = stream.read(4096).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError, ValueError):
        raise ConfigError(f"the file that {option} names cannot be read") from None
    if os.name == "posix" and mode & 0o077:
        raise ConfigError(f"others can read the file that {option} names: run `chmod 600` on it")
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise ConfigError(f"the token that {option} names is {SHORTEST_TOKEN} or more letters and digits: `openssl rand -hex 32` makes one")
    return token
