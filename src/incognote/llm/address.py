"""Where a model's server may be: on this machine or in the house, since notes are sent there.

A name is resolved once and every address it stands for is looked at; connections then go to those addresses, so
that no later answer of a name service leads elsewhere.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

from incognote.errors import ConfigError
from incognote.llm.client import Unreachable

_HOUSE: Final = tuple(
    ip_network(block) for block in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
"""Loopback, RFC 1918, unique local (RFC 4193). Link-local is left out: clouds give out their keys there."""
_PRINTABLE: Final = re.compile(r"[!-~]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A server: `numbers` are the addresses of `host` that were looked at, `path` begins the path of requests."""

    scheme: Literal["http", "https"]
    host: str
    port: int
    path: str
    numbers: tuple[str, ...]


def split_model(url: str) -> tuple[str, str]:
    """The address and the model's name of `ADDRESS#NAME`. ConfigError where one of them is missing.

    >>> split_model("http://127.0.0.1:11434/v1#qwen3:8b")
    ('http://127.0.0.1:11434/v1', 'qwen3:8b')
    """
    address, _, name = url.partition("#")
    if not address or not _PRINTABLE.fullmatch(name):
        raise ConfigError("a server's address ends with the model's name: http://127.0.0.1:11434/v1#NAME")
    return address, name


def checked(url: str, *, allow_public: bool = False) -> Address:
    """The server of an address, if notes may be sent there.

    Raises:
        ConfigError: it is no address, or not all it stands for is loopback or private; with `allow_public` too where
            the way to a public one is not encrypted.
        Unreachable: its name stands for nothing.
    """
    parts, port = _parts(url)
    host = (parts.hostname or "").rstrip(".")
    numbers = _resolved(host, port)
    if not all(is_of_the_house(number) for number in numbers):
        if not allow_public:
            raise ConfigError("the model's server has a public address: notes are sent to private ones only, unless the profile allows it (allow_public)")
        if parts.scheme != "https":
            raise ConfigError("a model's server with a public address is reached by https only")
    path = parts.path.rstrip("/") or "/v1"
    return Address("https" if parts.scheme == "https" else "http", host, port, path, numbers)


def _parts(url: str) -> tuple[SplitResult, int]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigError("the model's server has an address that cannot be read") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not _PRINTABLE.fullmatch(url):
        raise ConfigError("the model's server has an address that is none: http://HOST:PORT/v1#NAME")
    if parts.username is not None or parts.password is not None:
        raise ConfigError("a key does not belong into a server's address: give it in INCOGNOTE_LLM_KEY")
    if parts.query or parts.fragment:
        raise ConfigError("the model's server has an address with more than host, port and path")
    if port == 0:
        raise ConfigError("the model's server has an address without a port to go to")
    return parts, port or (443 if parts.scheme == "https" else 80)


def _resolved(host: str, port: int) -> tuple[str, ...]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("the name of the model's server has no address") from None
    numbers = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not numbers:
        raise Unreachable("the name of the model's server has no address")
    return numbers


def is_of_the_house(number: str) -> bool:
    """Whether an address is loopback or private; an IPv4 address inside an IPv6 one is the IPv4 address.

    >>> [is_of_the_house(n) for n in ("127.0.0.1", "192.168.1.9", "::1", "fd12::1", "::ffff:10.0.0.1")]
    [True, True, True, True, True]
    >>> [is_of_the_house(n) for n in ("8.8.8.8", "172.32.0.1", "169.254.169.254", "0.0.0.0", "fe80::1%eth0", "::ffff:8.8.8.8")]
    [False, False, False, False, False, False]
    """
    address: IPv4Address | IPv6Address = ip_address(number)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in block for block in _HOUSE if block.version == address.version)
